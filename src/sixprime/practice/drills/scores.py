"""The drills about match scores: match equities and take points."""

from __future__ import annotations

from random import Random

from sixprime.core import Cube, Player
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.messages import Message, decimal, text
from sixprime.practice.drills.equity_formulas import (
    gammon_value,
    janowski,
    neil,
    neils_number,
    take_point,
)
from sixprime.practice.drills.models import AnswerKind, Drill, DrillTask, DrillVerdict, as_number, percent

NEAR = 2.0
"""How many per cent an answer may be off."""


def make_equity(seed: int, level: int) -> DrillTask:
    """Level 1: leads up to 7 away; 2: up to 11; 3: also trailing and 2 away; 4: also the Crawford game."""
    random = Random(f"equity {level} {seed}")  # problems, not dice
    least, most = ((3, 7), (3, 11), (2, 13), (1, 15))[level - 1]
    away, other = random.sample(range(least, most + 1), 2)
    if level <= 2:
        away, other = sorted((away, other))
    chance = MatchEquities.default().chance(away, other)
    question = text(
        "You need {away} points, your opponent {other}. How likely are you to win the match, in per cent?",
        away=away,
        other=other,
    )
    if min(away, other) == 1:
        question = text(
            "You need {away}, your opponent {other}, and this is the Crawford game. How likely are you to win the"
            " match, in per cent?",
            away=away,
            other=other,
        )
    return _percentage(Drill.EQUITY, level, seed, question, chance, _equity_working(away, other, chance))


def _equity_working(away: int, other: int, chance: float) -> tuple[Message, ...]:
    lead, trailer = abs(other - away), max(away, other)
    sign = "+" if away < other else "\N{MINUS SIGN}"
    table = text("The table says {chance}%.", chance=percent(chance))
    if min(away, other) == 1:
        return (table, text("Rules of thumb do not hold for the Crawford game: these few chances are learnt by heart."))
    number = float(neils_number(trailer))
    return (
        table,
        text(
            "Neil's numbers: with {trailer} to go for the trailer each point of the lead is worth {worth}%:"
            " 50 {sign} {lead}×{worth} = {estimate}%.",
            trailer=trailer,
            worth=decimal(number, 0 if number.is_integer() else 1),
            sign=sign,
            lead=lead,
            estimate=percent(neil(away, other)),
        ),
        text(
            "Janowski: 50 {sign} 85×{lead}/({trailer}+6) = {estimate}%.",
            sign=sign,
            lead=lead,
            trailer=trailer,
            estimate=percent(janowski(away, other)),
        ),
    )


def make_take_point(seed: int, level: int) -> DrillTask:
    """Level 1: the first double near the end; 2: longer matches; 3: redoubles; 4: with gammons."""
    random = Random(f"take point {level} {seed}")  # problems, not dice
    most = (5, 9, 11, 11)[level - 1]
    cube = 2 if level >= 3 and random.random() < 0.6 else 1
    # A double that wins the match anyway for the doubler is legal only while the cube alone does not.
    away, other = (random.randint(cube + 1, most) for _ in range(2))
    gammons = random.choice((0.1, 0.2, 0.25, 0.3, 0.4)) if level >= 4 else 0.0
    found = take_point(away, other, cube, gammons)
    question = text(
        "You need {away} points, your opponent {other}, who doubles from {cube} to {doubled}. Nobody will double again,"
        " and there are no gammons. How often must you win to take, in per cent?",
        away=away, other=other, cube=cube, doubled=2 * cube,
    )  # fmt: skip
    if gammons:
        question = text(
            "You need {away} points, your opponent {other}, who doubles from {cube} to {doubled}. Nobody will double"
            " again. Of your losses {gammons}% are gammons, of your wins none. How often must you win to take, in per"
            " cent?",
            away=away, other=other, cube=cube, doubled=2 * cube, gammons=round(100 * gammons),
        )  # fmt: skip
    working = [
        text("If you drop, your chance in the match is {chance}%.", chance=percent(found.dropped)),
        text(
            "If you take and win, it is {won}%; if you take and lose, {lost}%.",
            won=percent(found.won),
            lost=percent(found.lost),
        ),
        text(
            "You risk {risk} to gain {gain}: {risk} / ({risk} + {gain}) = {chance}%. For money it is 25%.",
            risk=percent(found.risk),
            gain=percent(found.gain),
            chance=percent(found.chance),
        ),
    ]
    if gammons:
        value = gammon_value(other, away, 2 * cube)
        working.append(
            text(
                "The gammon value of your opponent with the cube at {cube} is {value} here; for money it is 0.50.",
                cube=2 * cube,
                value=decimal(value, 2),
            )
        )
    cube_lies = Cube(cube, None if cube == 1 else Player.BLACK)
    return _percentage(Drill.TAKE_POINT, level, seed, question, found.chance, tuple(working), cube_lies)


def _percentage(
    drill: Drill,
    level: int,
    seed: int,
    question: Message,
    chance: float,
    working: tuple[Message, ...],
    cube: Cube = Cube(),  # noqa: B008  # a frozen value
) -> DrillTask:
    def judge(answer: object) -> DrillVerdict:
        off = abs(as_number(answer) - 100 * chance)
        if off <= NEAR:
            return DrillVerdict(True, text("Right: it is {chance}%.", chance=percent(chance)), working)
        return DrillVerdict(False, text("It is {chance}%.", chance=percent(chance)), working)

    return DrillTask(drill, level, seed, AnswerKind.PERCENT, question, judge, cube=cube)
