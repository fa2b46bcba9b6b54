"""One game of a `.mat` file, told to a builder cell by cell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sixprime.core import Cube, Phase, Player, Position, SixprimeError
from sixprime.formats.mat_rows import LEFT_COLUMN, Cell, Row, right_column, sides
from sixprime.formats.match_builder import MatchBuilder
from sixprime.formats.snowie_files import parse_snowie_position
from sixprime.messages import shown, text

MAX_ROWS = 20_000
"""A game has no more rows; what follows them is left out."""

_NO_PLAY = re.compile(r"\?+|-+|(?:resign|concede)\w*.*", re.IGNORECASE)
_DANCE = re.compile(r"(?:cannot|can't|can not|no)\s+(?:legal\s+)?moves?.*|dances?|fan(?:s|ned)?", re.IGNORECASE)


@dataclass(slots=True)
class MatGame:
    """The lines of a game, gathered before they are played: whose a cell is shows only in many rows."""

    line: int
    name_column: int | None = None
    """Where the name of the right player stands."""
    rows: list[Row] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    """Remarks with the number of rows before them."""
    set_up: tuple[str, int] | None = None
    """A board and a cube to begin with, as eXtreme Gammon writes them."""
    set_up_line: int = 0


class GamePlayer:
    """Plays the rows of a game. `left` is the player of the left column."""

    def __init__(self, builder: MatchBuilder, left: Player = Player.WHITE) -> None:
        self._builder = builder
        self._left = left

    def play(self, game: MatGame) -> None:
        """Tell the builder all that happens in a game that it has begun."""
        builder = self._builder
        border = (LEFT_COLUMN + right_column(game.rows, game.name_column)) / 2
        remarks = list(reversed(game.comments))
        for place, row in enumerate(game.rows):
            while remarks and remarks[-1][0] <= place:
                builder.comment(remarks.pop()[1])
            builder.line = row.line
            if row.left_over.strip(".-=_* ") and not (row.cells and row.cells[0].kind != "dice"):
                builder.problem(text("{words} cannot be understood", words=shown(row.left_over)))
            for cell, side in zip(row.cells, sides(row, border), strict=True):
                player = self._left if side is Player.WHITE else self._left.opponent
                if game.set_up is not None:
                    self._set_up(game, player)
                self._play_cell(cell, player)
        for _, words in reversed(remarks):
            builder.comment(words)

    def _set_up(self, game: MatGame, player: Player) -> None:
        """The board from which the game begins: capital letters are the left player's checkers."""
        builder, (letters, cube) = self._builder, game.set_up or ("", 0)
        game.set_up = None
        counts = [0 if c == "-" else (ord(c) - 64 if c.isupper() else 96 - ord(c)) for c in letters]
        if player is not self._left:
            counts = [-count for count in reversed(counts)]
        try:
            position = Position(tuple(counts))
        except SixprimeError as error:
            builder.line = game.set_up_line
            builder.problem(error.message)
            return
        owner = None if cube == 0 else (self._left.opponent if cube > 0 else self._left)
        builder.set_up(position, player, Cube(2 ** min(abs(cube), 24), owner))

    def _play_cell(self, cell: Cell, player: Player) -> None:
        builder = self._builder
        match cell.kind:
            case "dice":
                self._play_roll(cell, player)
            case "double":
                builder.double(player, cell.number)
            case "win":
                builder.win(player, cell.number, ends_match=cell.ends_match)
            case "loss":
                builder.resign(player, points=cell.number)
            case "resign":
                builder.resign(player)
            case "take":
                builder.take(self._answering(player))
            case "drop":
                builder.drop(self._answering(player))
            case "beaver":
                builder.beaver(self._answering(player))
            case _:
                builder.raccoon(self._answering(player))

    def _answering(self, player: Player) -> Player:
        """Who answers an offer: it is clear without the column."""
        state = self._builder.state
        if state is not None and state.phase is Phase.TO_ANSWER_CUBE and state.to_act is not None:
            return state.to_act
        return player

    def _play_roll(self, cell: Cell, player: Player) -> None:
        builder, words = self._builder, cell.words
        if cell.dice == "00":
            builder.resign(player)
            return
        builder.roll(player, cell.dice)
        if cell.illegal:
            self._play_illegally(cell, player)
        elif not _NO_PLAY.fullmatch(words):
            builder.play(player, "" if _DANCE.fullmatch(words) else words)

    def _play_illegally(self, cell: Cell, player: Player) -> None:
        """A play against the rules that both let stand: the game goes on from the position that is given."""
        builder = self._builder
        try:
            found = parse_snowie_position(cell.illegal)
        except SixprimeError as error:
            builder.damage(error.message)
            return
        position = found.situation.position_for(player.opponent)
        builder.set_up(position, player.opponent)
