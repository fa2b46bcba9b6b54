"""Match equities by formula: for scores that no table has, and for tables that are given by a few parameters.

Squares here are lists of rows: `square[a][b]` is the chance of a player who is a away when the opponent is b away,
row 0 a match won, column 0 one that is lost. Rows for the games after the Crawford game are told by how far the
trailer is away, the leader being 1 away; entry 0 is a match won.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

Square = list[list[float]]
Row = list[float]

SPREADS = (0.0, 1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72, 1.77)
"""The standard deviation of a game's points for a player so many points away, the last for all who need more."""

GAMMON_RATE = 0.25
FREE_DROPS = {2: 0.015, 4: 0.004}
"""What the leader's right to drop the first double after the Crawford game costs the trailer so many points away."""


def distant_chance(away: int, opponent_away: int) -> float:
    """The chance of a player far from the end of a match: the difference in points to come is about normal."""
    mine, theirs = (SPREADS[min(points, len(SPREADS) - 1)] for points in (away, opponent_away))
    deviation = math.sqrt((mine**2 + theirs**2) * (away + opponent_away) / 2)
    return 0.5 * math.erfc((away - opponent_away) / (deviation * math.sqrt(2)))


def row_after_crawford(
    known: Sequence[float], length: int, gammon_rate: float = GAMMON_RATE, free_drops: dict[int, float] | None = None
) -> Row:
    """The trailer's chances up to so many points away, the known ones first.

    The trailer doubles at once, so that each game won counts 2 points, or 4 with a gammon.
    """
    row = list(known)
    for away in range(len(row), length + 1):
        if away == 0:
            row.append(1.0)
            continue
        single, gammon = row[max(away - 2, 0)], row[max(away - 4, 0)]
        won = (1 - gammon_rate) * single + gammon_rate * gammon
        row.append(won / 2 - (free_drops or {}).get(away, 0.0))
    return row


def zadeh(
    length: int, after: Sequence[float], leader_gammons: float, trailer_gammons: float, delta: float, delta_bar: float
) -> Square:
    """A table by the formulas of Norman Zadeh, On Doubling in Tournament Backgammon, Management Science 23 (1977).

    `leader_gammons` is the part of gammons among the doubler's wins, `trailer_gammons` among the taker's; the two
    deltas say how much cubes miss of being used at exactly the right moment.
    """
    square = _crawford_square(length, lambda _: after, leader_gammons, 0.5)

    def dead_drop_point(away: int, opponent_away: int, cube: int) -> float:
        """The doubler's chance to win where a taker, who could not use the cube, may as well drop."""
        stake = 4 * cube if away <= 2 * cube < opponent_away else 2 * cube
        won = _mix(
            square[max(away - stake, 0)][opponent_away], square[max(away - 2 * stake, 0)][opponent_away], leader_gammons
        )
        lost = _mix(
            square[away][max(opponent_away - stake, 0)],
            square[away][max(opponent_away - 2 * stake, 0)],
            trailer_gammons,
        )
        return (square[max(away - cube, 0)][opponent_away] - lost) / (won - lost)

    for away in range(2, length + 1):
        for nearer in range(2, away):
            cube = 1
            while nearer > 2 * cube:
                cube *= 2
            mine, theirs = dead_drop_point(away, nearer, cube), dead_drop_point(nearer, away, cube)
            while cube > 1:
                cube //= 2
                mine, theirs = (
                    1 + (theirs + delta) * (dead_drop_point(away, nearer, cube) - 1),
                    1 + (mine + delta) * (dead_drop_point(nearer, away, cube) - 1),
                )
            mine, theirs = mine + delta_bar - 0.5, theirs + delta_bar - 0.5
            chance = (theirs * square[away - 1][nearer] + mine * square[away][nearer - 1]) / (mine + theirs)
            square[away][nearer], square[nearer][away] = chance, 1 - chance
        square[away][away] = 0.5
    return square


def row_after_crawford_with_drops(
    length: int, gammon_rate: float, win_rate: float, free_drops: dict[int, float]
) -> Row:
    """The chances of a trailer who wins a game with `win_rate`: an even number away is no better than one point more,
    since the leader drops the first double."""
    row = [1.0, win_rate]
    for away in range(2, length + 1):
        if away % 2 == 0:
            row.append(row[away - 1] - free_drops.get(away, 0.0))
        else:
            row.append(win_rate * _mix(row[max(away - 2, 0)], row[max(away - 4, 0)], gammon_rate))
    return row


def tornberg(
    length: int, after: Sequence[float], opponent_after: Sequence[float], gammon_rate: float, win_rate: float
) -> Square:
    """A table by the model of Claes Tornberg's match equity calculator: both sides double where a drop costs nothing.

    `win_rate` is the first player's chance to win a game, `gammon_rate` the part of gammons among wins. Between the
    points where one side and the other cashes a live cube, chances in the game and in the match go in a straight line.
    """
    square = _crawford_square(length, lambda first: after if first else opponent_after, gammon_rate, win_rate)

    def chance(away: int, opponent_away: int, first: bool) -> float:
        away, opponent_away = max(away, 0), max(opponent_away, 0)
        return square[away][opponent_away] if first else 1 - square[opponent_away][away]

    def cash(away: int, opponent_away: int, cube: int, first: bool) -> tuple[float, float]:
        """Where a player turns the cube from a number and the other may as well drop: the chance to win the game,
        and that to win the match."""
        if away <= cube:
            return 1.0, 1.0
        their_game, their_match = cash(opponent_away, away, 2 * cube, not first)
        lost = _mix(
            chance(opponent_away, away - 2 * cube, not first),
            chance(opponent_away, away - 4 * cube, not first),
            gammon_rate,
        )
        dropped = chance(opponent_away, away - cube, not first)
        taken = (dropped - lost) * their_game / (their_match - lost)
        return 1 - taken, 1 - dropped

    for most in range(2, length + 1):
        for away, opponent_away in [(most, other) for other in range(2, most)] + [
            (other, most) for other in range(2, most + 1)
        ]:
            game, won = cash(away, opponent_away, 1, first=True)
            their_game, their_match = cash(opponent_away, away, 1, first=False)
            lost_game, lost = 1 - their_game, 1 - their_match
            square[away][opponent_away] = lost + (won - lost) * (win_rate - lost_game) / (game - lost_game)
    return square


def _mix(single: float, gammon: float, gammon_rate: float) -> float:
    return (1 - gammon_rate) * single + gammon_rate * gammon


def _crawford_square(
    length: int, after: Callable[[bool], Sequence[float]], gammon_rate: float, win_rate: float
) -> Square:
    """A square with what is known from the start: matches that are over, and the Crawford game, played without a cube
    into the games after it. `after(True)` are the first player's chances in those, `after(False)` the other's."""
    square = [[1.0] * (length + 1)] + [[0.0] * (length + 1) for _ in range(length)]
    square[1][1] = win_rate
    for away in range(2, length + 1):
        trailing, leading = after(True), after(False)
        square[away][1] = win_rate * _mix(trailing[away - 1], trailing[max(away - 2, 0)], gammon_rate)
        square[1][away] = 1 - (1 - win_rate) * _mix(leading[away - 1], leading[max(away - 2, 0)], gammon_rate)
    return square
