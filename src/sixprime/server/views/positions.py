"""Parts of answers about positions: boards as White sees them, and chances."""

from __future__ import annotations

from sixprime.core import Player, Position, State
from sixprime.engine.chances import Chances
from sixprime.server.schemas.base import ChancesAnswer

DIGITS = 4


def white_board(state: State) -> list[int]:
    """The board of a state as White sees it."""
    return board_of(state.position, state.on_roll or Player.WHITE)


def board_of(position: Position, player: Player) -> list[int]:
    """A position of a player's view as White sees it."""
    return list((position if player is Player.WHITE else position.flipped()).points)


def chances_answer(chances: Chances) -> ChancesAnswer:
    """Chances of the player who decides."""
    return ChancesAnswer(
        win=round(chances.win, DIGITS),
        win_gammon=round(chances.win_gammon, DIGITS),
        win_backgammon=round(chances.win_backgammon, DIGITS),
        lose_gammon=round(chances.lose_gammon, DIGITS),
        lose_backgammon=round(chances.lose_backgammon, DIGITS),
    )
