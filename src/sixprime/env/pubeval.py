"""Pubeval: the linear evaluator that Gerald Tesauro published in 1993 as a common benchmark for backgammon programs.

It says which of the positions that a roll leads to is the best, by 122 weights for races and 122 for all others, and
knows nothing of doubling. The weights are those that he gave away as a public service; OpenBSD's copy of them is marked
as public domain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Doubles
from sixprime.core import Event, IllegalAction, Match, Phase, Position
from sixprime.core.match import events as ev
from sixprime.messages import text

INPUTS = 122


def _weights(written: str) -> Doubles:
    return np.array([float(number) for number in written.split()])


CONTACT = _weights("""
0.25696 -0.66937 -1.66135 -2.02487 -2.53398 -0.16092 -1.11725 -1.06654 -0.92830 -1.99558
-1.10388 -0.80802 0.09856 -0.62086 -1.27999 -0.59220 -0.73667 0.89032 -0.38933 -1.59847
-1.50197 -0.60966 1.56166 -0.47389 -1.80390 -0.83425 -0.97741 -1.41371 0.24500 0.10970
-1.36476 -1.05572 1.15420 0.11069 -0.38319 -0.74816 -0.59244 0.81116 -0.39511 0.11424
-0.73169 -0.56074 1.09792 0.15977 0.13786 -1.18435 -0.43363 1.06169 -0.21329 0.04798
-0.94373 -0.22982 1.22737 -0.13099 -0.06295 -0.75882 -0.13658 1.78389 0.30416 0.36797
-0.69851 0.13003 1.23070 0.40868 -0.21081 -0.64073 0.31061 1.59554 0.65718 0.25429
-0.80789 0.08240 1.78964 0.54304 0.41174 -1.06161 0.07851 2.01451 0.49786 0.91936
-0.90750 0.05941 1.83120 0.58722 1.28777 -0.83711 -0.33248 2.64983 0.52698 0.82132
-0.58897 -1.18223 3.35809 0.62017 0.57353 -0.07276 -0.36214 4.37655 0.45481 0.21746
0.10504 -0.61977 3.54001 0.04612 -0.18108 0.63211 -0.87046 2.47673 -0.48016 -1.27157
0.86505 -1.11342 1.24612 -0.82385 -2.77082 1.23606 -1.59529 0.10438 -1.30206 -4.11520
5.62596 -2.75800
""")
RACE = _weights("""
0.00000 -0.17160 0.27010 0.29906 -0.08471 0.00000 -1.40375 -1.05121 0.07217 -0.01351
0.00000 -1.29506 -2.16183 0.13246 -1.03508 0.00000 -2.29847 -2.34631 0.17253 0.08302
0.00000 -1.27266 -2.87401 -0.07456 -0.34240 0.00000 -1.34640 -2.46556 -0.13022 -0.01591
0.00000 0.27448 0.60015 0.48302 0.25236 0.00000 0.39521 0.68178 0.05281 0.09266
0.00000 0.24855 -0.06844 -0.37646 0.05685 0.00000 0.17405 0.00430 0.74427 0.00576
0.00000 0.12392 0.31202 -0.91035 -0.16270 0.00000 0.01418 -0.10839 -0.02781 -0.88035
0.00000 1.07274 2.00366 1.16242 0.22520 0.00000 0.85631 1.06349 1.49549 0.18966
0.00000 0.37183 -0.50352 -0.14818 0.12039 0.00000 0.13681 0.13978 1.11245 -0.12707
0.00000 -0.22082 0.20178 -0.06285 -0.52728 0.00000 -0.13597 -0.19412 -0.09308 -1.26062
0.00000 3.05454 5.16874 1.50680 5.35000 0.00000 2.19605 3.85390 0.88296 2.30052
0.00000 0.92321 1.08744 -0.11696 -0.78560 0.00000 -0.09795 -0.83050 -1.09167 -4.94251
0.00000 -1.00316 -3.66465 -2.56906 -9.67677 0.00000 -2.77982 -7.26713 -3.40177 -12.32252
0.00000 3.42040
""")


def pubeval_inputs(boards: npt.ArrayLike) -> Doubles:
    """The 122 inputs of boards after a play, in the view of the player who has moved.

    Five for each point from 24 down to 1 (a blot of the opponent; one, two or more, three of the player's checkers;
    half of those above three), half the opponent's checkers on the bar, and a fifteenth of the player's borne off.
    """
    rows = np.asarray(boards, dtype=np.float64)
    points = rows[:, 24:0:-1]
    inputs = np.zeros((len(rows), INPUTS))
    by_point = inputs[:, :120].reshape(len(rows), 24, 5)
    by_point[..., 0] = points == -1
    by_point[..., 1] = points == 1
    by_point[..., 2] = points >= 2
    by_point[..., 3] = points == 3
    by_point[..., 4] = np.where(points >= 4, (points - 3) / 2, 0)
    inputs[:, 120] = -rows[:, 0] / 2
    inputs[:, 121] = (15 - np.maximum(rows, 0).sum(axis=1)) / 15
    return inputs


def pubeval(boards: npt.ArrayLike, *, race: bool) -> Doubles:
    """How good boards are for the player who has moved to them; `race` tells of the position before the play.

    >>> start = Position.standard()
    >>> results = [play.result.points for play in start.legal_plays("31")]
    >>> print(start.legal_plays("31")[int(pubeval(results, race=start.is_race).argmax())])
    8/5 6/5
    """
    rows = np.asarray(boards)
    values = pubeval_inputs(rows) @ (RACE if race else CONTACT)
    values[(rows <= 0).all(axis=1)] = np.inf
    return values


class PubevalPlayer:
    """Plays what pubeval likes best. It never doubles, and takes every double."""

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now; None to roll the dice."""
        player = match.to_act
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        if match.phase is Phase.TO_ROLL:
            return None
        if match.phase is Phase.TO_PLAY:
            return ev.Played(player, _best_pairs(match))
        if match.phase is Phase.TO_ANSWER_CUBE:
            return ev.Taken(player)
        return ev.ResignationAccepted(player)


def _best_pairs(match: Match) -> tuple[tuple[int, int], ...]:
    plays = match.legal_plays
    if not plays:
        return ()
    position: Position = match.position
    values = pubeval([play.result.points for play in plays], race=position.is_race)
    return plays[int(values.argmax())].pairs
