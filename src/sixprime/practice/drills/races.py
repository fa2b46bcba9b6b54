"""The drills at the end of the game: doubling in a race, and bearing off."""

from __future__ import annotations

from random import Random

from sixprime.core import Play, Position, Roll
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.engines import Engine
from sixprime.messages import Message, decimal, text
from sixprime.practice.drills.models import AnswerKind, Drill, DrillProblem, DrillTask, DrillVerdict, as_steps, percent
from sixprime.practice.drills.race_formulas import RaceAction, keith_count, rule_62

GOOD_ENOUGH = 0.02
"""An action that loses no more than this is right."""
WORTH_ASKING = 0.005
"""By how much the best play of a bear-off wins more often than the next one, at least."""
TRIES = 400

ACTION_WORDS = {
    RaceAction.NO_DOUBLE: text("no double"),
    RaceAction.DOUBLE_TAKE: text("double, take"),
    RaceAction.DOUBLE_PASS: text("double, pass"),
}


def make_race(seed: int, level: int, engine: Engine) -> DrillTask:
    """Level 1: long races; 2 and 3: shorter ones; 4: checkers badly distributed."""
    random = Random(f"race {level} {seed}")  # problems, not dice
    position = _race(random, level)

    def judge(answer: object) -> DrillVerdict:
        try:
            action = RaceAction(answer)
        except ValueError:
            raise DrillProblem(text("the answer is one of the actions")) from None
        analysis = engine.analyse(Situation(position))
        decision = analysis.cube
        assert decision is not None
        best = min(RaceAction, key=lambda one: loss_of(decision, one))
        loss = loss_of(decision, action)
        if loss <= GOOD_ENOUGH:
            words = text("Right: {action}.", action=ACTION_WORDS[best])
            if action is not best:
                words = text(
                    "Close enough: {action} is best, and yours loses {loss}.",
                    action=ACTION_WORDS[best],
                    loss=decimal(loss, 3),
                )
        else:
            words = text("{action} is right; yours loses {loss}.", action=ACTION_WORDS[best], loss=decimal(loss, 3))
        return DrillVerdict(loss <= GOOD_ENOUGH, words, race_working(position, analysis, decision))

    return DrillTask(
        Drill.RACE,
        level,
        seed,
        AnswerKind.ACTION,
        text("Money game, the cube in the middle, you are on roll. What is the right cube action?"),
        judge,
        position,
        actions=tuple(action.value for action in RaceAction),
    )


def loss_of(decision: CubeDecision, action: RaceAction) -> float:
    """What both sides together give away by an action."""
    if action is RaceAction.NO_DOUBLE:
        return decision.error_of_waiting
    answer = decision.error_of_taking if action is RaceAction.DOUBLE_TAKE else decision.error_of_passing
    return decision.error_of_doubling + answer


def race_working(position: Position, analysis: Analysis, decision: CubeDecision) -> tuple[Message, ...]:
    """The rules of thumb, and what the engine says."""
    keith, trice = keith_count(position), rule_62(position)
    return (
        text("You have {pips} pips, Black has {others}.", pips=position.pips, others=position.opponent_pips),
        text(
            "Keith's count: yours is {mine}, with a seventh {raised}; Black's is {theirs}. The difference is {lead}:"
            " {action}.",
            mine=keith.doubler,
            raised=keith.raised,
            theirs=keith.opponent,
            lead=keith.lead,
            action=ACTION_WORDS[keith.action()],
        ),
        text(
            "Trice's rule 62: with {pips} pips the last take is {last} behind; Black is {behind} behind: {action}.",
            pips=trice.pips,
            last=trice.last_take,
            behind=trice.behind,
            action=ACTION_WORDS[trice.action()],
        ),
        text(
            "The engine: you win {win}%; no double {waiting}, double and take {taken}, double and pass {passed}.",
            win=percent(analysis.chances.win),
            waiting=decimal(decision.no_double, 3, sign=True),
            taken=decimal(decision.double_take, 3, sign=True),
            passed=decimal(decision.double_pass, 3, sign=True),
        ),
    )


def _race(random: Random, level: int) -> Position:
    """A race in which the player on roll is near the doubling window."""
    low, high = ((70, 110), (45, 75), (30, 50), (35, 80))[level - 1]
    for _ in range(TRIES):
        mine = _side(random, random.randint(low, high), ragged=level == 4)
        pips = sum(point * count for point, count in mine.items())
        theirs = _side(random, pips + random.randint(pips // 25, pips // 6 + 2), ragged=level == 4)
        position = Position.of(mine, theirs)
        if position.is_race and 0 < position.opponent_pips - position.pips <= pips // 5 + 3:
            return position
    raise AssertionError("no race was found")


def _side(random: Random, pips: int, *, ragged: bool) -> dict[int, int]:
    """Checkers with about so many pips on the near side of the board, mostly on the high points at home."""
    checkers = max(min(15, pips // 4), 3)
    weights = [3, 3, 3, 4, 4, 4, 1, 1, 1, 1] if ragged else [1, 1, 2, 5, 6, 6, 2, 2, 1, 1]
    found: dict[int, int] = {}
    left = pips
    while left > 0 and checkers > 0:
        point = min(random.choices(range(1, 11), weights)[0], left)
        found[point] = found.get(point, 0) + 1
        left -= point
        checkers -= 1
    return found


def make_bear_off(seed: int, level: int, table: TwoSided) -> DrillTask:
    """Up to 3, 4, 5 and 6 checkers a side; the best play wins clearly more often than the next one."""
    random = Random(f"bear-off {level} {seed}")  # problems, not dice
    position, roll, ranked = _bear_off(random, level, table)
    best, chance = ranked[0]

    def judge(answer: object) -> DrillVerdict:
        play = problem.turn().play_of(as_steps(answer))
        won = dict(ranked)[play]
        if chance - won < WORTH_ASKING / 10:
            words = text("Right: {play} wins {chance}%.", play=str(play), chance=percent(chance))
            return DrillVerdict(True, words, working)
        words = text(
            "{play} wins {won}%; {best} wins {chance}%.",
            play=str(play),
            won=percent(won),
            best=str(best),
            chance=percent(chance),
        )
        return DrillVerdict(False, words, working)

    working = (
        text("You have {pips} pips, Black has {others}.", pips=position.pips, others=position.opponent_pips),
        *(text("{play}: {chance}%", play=str(play), chance=percent(won)) for play, won in ranked[:4]),
        text("These chances are exact: all positions with so few checkers have been worked out."),
    )
    problem = DrillTask(
        Drill.BEAR_OFF,
        level,
        seed,
        AnswerKind.PLAY,
        text("You have rolled {high} and {low}. Which play wins most often?", high=roll.high, low=roll.low),
        judge,
        position,
        roll,
    )
    return problem


def _bear_off(random: Random, level: int, table: TwoSided) -> tuple[Position, Roll, list[tuple[Play, float]]]:
    most = min(2 + level, table.checkers)
    for _ in range(TRIES):
        sides = []
        for _ in range(2):
            side: dict[int, int] = {}
            for point in random.choices(range(1, 7), k=random.randint(2, most)):
                side[point] = side.get(point, 0) + 1
            sides.append(side)
        position = Position.of(sides[0], sides[1])
        roll = Roll(random.randint(1, 6), random.randint(1, 6))
        ranked = ranked_plays(position, roll, table)
        if len(ranked) > 1 and ranked[0][1] < 1 and ranked[0][1] - ranked[1][1] >= WORTH_ASKING:
            return position, roll, ranked
    raise AssertionError("no bear-off was found")


def ranked_plays(position: Position, roll: Roll, table: TwoSided) -> list[tuple[Play, float]]:
    """The legal plays of a bear-off with the exact chance to win of each, the best first."""

    def chance(play: Play) -> float:
        return 1.0 if play.result.is_over else 1 - table.win_chance(play.result.flipped())

    plays = [(play, chance(play)) for play in position.legal_plays(roll)]
    return sorted(plays, key=lambda entry: -entry[1])
