"""Parts of answers about positions: boards as White sees them, and chances."""

from __future__ import annotations

from sixprime.core import Player, Position, State
from sixprime.engine.chances import Chances
from sixprime.server.schemas.base import ChancesAnswer

DIGITS, KEPT_DIGITS = 4, 7
"""How many digits after the point are shown, and how many are kept in files."""


def white_board(state: State) -> list[int]:
    """The board of a state as White sees it."""
    return board_of(state.position, state.on_roll or Player.WHITE)


def board_of(position: Position, player: Player) -> list[int]:
    """A position of a player's view as White sees it."""
    return list((position if player is Player.WHITE else position.flipped()).points)


def chances_answer(chances: Chances) -> ChancesAnswer:
    """Chances of the player who decides."""
    return ChancesAnswer(
        win=_rounded(chances.win),
        win_gammon=_rounded(chances.win_gammon),
        win_backgammon=_rounded(chances.win_backgammon),
        lose_gammon=_rounded(chances.lose_gammon),
        lose_backgammon=_rounded(chances.lose_backgammon),
    )


def _rounded(chance: float) -> float:
    return round(round(chance, KEPT_DIGITS), DIGITS)
