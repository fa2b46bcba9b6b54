"""Answers in the form of wildbg's HTTP interface: from the parameters of a query to what JSON can hold.

`p1` to `p24` are the points of the player on roll, x, whose checkers are positive; `p25` is x's bar, `p0` the
opponent's, negative. A server that has routes for `/move` and `/eval` calls `move` and `evaluate`, and turns a
`QueryProblem` into status 400 with its message.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sixprime.core import BAR, Action, Offer, Position, Roll, SixprimeError
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.engines import Engine
from sixprime.messages import shown, text

Answer = dict[str, object]
LONGEST = 25
"""The most points that a player can be away from winning a match."""


class QueryProblem(SixprimeError):
    """The parameters do not describe a position that can be played."""


def problem(error: SixprimeError) -> Answer:
    """What is answered with status 400."""
    return {"message": str(error)}


def move(query: Mapping[str, str], engine: Engine) -> Answer:
    """All legal plays of two dice, the best first: by what they are worth at the score, or for money by the points that
    they win on average."""
    position = _position(query)
    dice = [_number(query, name, 1, 6) for name in ("die1", "die2")]
    away = _away(query)
    situation = _situation(position, away, Roll(dice[0], dice[1]))
    analysis = engine.analyse(situation, cubeless=away is None)
    moves: list[Answer] = [
        {
            "play": [{"from": step.source, "to": step.target} for step in entry.play.steps],
            "probabilities": _probabilities(entry.chances),
        }
        for entry in analysis.plays
    ]
    if not moves:
        moves = [{"play": [], "probabilities": _probabilities(analysis.chances)}]
    return {"moves": moves}


def evaluate(query: Mapping[str, str], engine: Engine) -> Answer:
    """The chances of the player on roll before the roll; whether to double, and whether the opponent would take."""
    position = _position(query)
    situation = _situation(position, _away(query))
    doubles = _is_best(engine, situation, Action.DOUBLE)
    accepts = not _is_best(engine, Situation(position, offer=Offer.DOUBLE), Action.DROP)
    chances = engine.analyse(Situation(position), cubeless=True).chances
    return {"cube": {"double": doubles, "accept": accepts}, "probabilities": _probabilities(chances)}


def _is_best(engine: Engine, situation: Situation, action: Action) -> bool:
    best = engine.analyse(situation).best
    return best is not None and best.action is action


def _situation(position: Position, away: tuple[int, int] | None, roll: Roll | None = None) -> Situation:
    if away is None:
        return Situation(position, roll=roll)
    length = max(away)
    return Situation(position, roll=roll, length=length, score=(length - away[0], length - away[1]))


def _probabilities(chances: Chances) -> Answer:
    return {
        "win": chances.win,
        "winG": chances.win_gammon,
        "winBg": chances.win_backgammon,
        "loseG": chances.lose_gammon,
        "loseBg": chances.lose_backgammon,
    }


def _position(query: Mapping[str, str]) -> Position:
    points = [_number(query, f"p{point}", -MAX_CHECKERS, MAX_CHECKERS, default=0) for point in range(BAR + 1)]
    if points[0] > 0 or points[BAR] < 0:
        raise QueryProblem(text("p25 is the bar of x and not negative, p0 the bar of o and not positive"))
    try:
        position = Position(tuple(points))
    except SixprimeError as error:
        raise QueryProblem(error.message) from None
    if position.is_over:
        raise QueryProblem(text("the game is over"))
    return position


def _away(query: Mapping[str, str]) -> tuple[int, int] | None:
    """How many points both need; None for money play, which is also meant by zeros."""
    away = tuple(_number(query, name, 0, LONGEST, default=0) for name in ("x_away", "o_away"))
    if away == (0, 0):
        return None
    if 0 in away:
        raise QueryProblem(text("x_away and o_away are given together, or neither is"))
    return away[0], away[1]


def _number(query: Mapping[str, str], name: str, lowest: int, highest: int, default: int | None = None) -> int:
    written = query.get(name)
    if written is None and default is not None:
        return default
    if written is None:
        raise QueryProblem(text("{name} is missing", name=name))
    if not re.fullmatch(r"-?[0-9]{1,3}", written) or not lowest <= int(written) <= highest:
        raise QueryProblem(
            text(
                "{name} is a whole number from {lowest} to {highest}, not {value}",
                name=name, lowest=lowest, highest=highest, value=shown(written),
            )
        )  # fmt: skip
    return int(written)
