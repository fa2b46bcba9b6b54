"""Reports one game of a `.mat` file to a builder, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sixprime.core import Cube, Phase, Player, Position, SixprimeError
from sixprime.formats.ids.snowie_lines import parse_snowie_position
from sixprime.formats.mat.rows import LEFT_COLUMN, Cell, Row, begins_on_the_right, right_column, sides
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.messages import shown, text

MAX_ROWS = 20_000
"""Rows of a game after so many are left out."""

_NO_PLAY = re.compile(r"\?[? ]*|-+|illegal play|(?:resign|concede)\w*.*", re.IGNORECASE)
_DANCE = re.compile(r"(?:cannot|can't|can not|no)\s+(?:legal\s+)?moves?.*|dances?|fan(?:s|ned)?", re.IGNORECASE)


class SetUp(NamedTuple):
    """A board and a cube as eXtreme Gammon writes them, with the number of rows before it and its line."""

    rows: int
    letters: str
    cube: int
    line: int


@dataclass(slots=True)
class MatGame:
    """The lines of a game, collected before they are followed: only many rows show where the right column is."""

    line: int
    name_column: int | None = None
    """The text column of the right player's name."""
    rows: list[Row] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    """Remarks with the number of rows before them."""
    set_ups: list[SetUp] = field(default_factory=list)


class GameReader:
    """Follows the rows of a game. `left` is the player of the left column."""

    def __init__(
        self, builder: MatchBuilder, left: Player = Player.WHITE, names: Mapping[Player, str] | None = None
    ) -> None:
        self._builder = builder
        self._left = left
        self._names = names or {}

    def read(self, game: MatGame) -> None:
        """Report everything that happens in a game to the builder, which has begun it."""
        builder = self._builder
        border = (LEFT_COLUMN + right_column(game.rows, game.name_column)) / 2
        starts_right = begins_on_the_right(game.rows)
        remarks = list(reversed(game.comments))
        boards = list(reversed(game.set_ups))
        for place, row in enumerate(game.rows):
            while remarks and remarks[-1][0] <= place:
                builder.comment(remarks.pop()[1])
            builder.line = row.line
            if row.left_over.strip(".-=_* ") and not (row.cells and row.cells[0].kind != "dice"):
                builder.problem(text("{words} cannot be understood", words=shown(row.left_over)))
            played = False
            for cell, side in zip(row.cells, sides(row, 0 if starts_right and place == 0 else border), strict=True):
                player = self._left if side is Player.WHITE else self._left.opponent
                while boards and boards[-1].rows <= place:
                    self._set_up(boards.pop(), player)
                if cell.kind == "win" and played:
                    player = builder.winner or player  # after the last checker, in whichever column
                self._play_cell(cell, player)
                played = cell.kind == "dice"
                if cell.remark:
                    builder.comment(cell.remark)
        for _, words in reversed(remarks):
            builder.comment(words)

    def _set_up(self, board: SetUp, player: Player) -> None:
        """The board from which the game goes on: capital letters are the left player's checkers."""
        builder = self._builder
        counts = [0 if c == "-" else (ord(c) - 64 if c.isupper() else 96 - ord(c)) for c in board.letters]
        if player is not self._left:
            counts = [-count for count in reversed(counts)]
        line, builder.line = builder.line, board.line
        try:
            position = Position(tuple(counts))
        except SixprimeError as error:
            builder.problem(error.message)
        else:
            owner = None if board.cube == 0 else (self._left.opponent if board.cube > 0 else self._left)
            cube = Cube(2 ** min(abs(board.cube), 24), owner)
            state = builder.state
            if not builder.game_is_running:
                builder.set_up(position, player, cube)
            elif state is None or (state.on_roll, state.position) != (player, position) or board.cube:
                builder.set_up(position, player, cube if board.cube else None)
        builder.line = line

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
                cube = builder.state.cube.value if builder.state is not None else 1
                builder.resign(player, points=None if cell.number is None else cell.number * cube)
            case "take":
                builder.take(self._answering(player))
            case "drop":
                builder.drop(self._answering(player))
            case "beaver":
                builder.beaver(self._answering(player))
            case _:
                builder.raccoon(self._answering(player))

    def _answering(self, player: Player) -> Player:
        """Who has to answer an offer, whichever column the answer is in."""
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
        """An illegal play that the players let stand: the game goes on from the position that the file gives."""
        builder = self._builder
        try:
            found = parse_snowie_position(cell.illegal)
        except SixprimeError as error:
            builder.damage(error.message)
            return
        # The board is seen by the player who is named first, whatever number the line has for the player on roll.
        viewer, names = player.opponent, list(found.names.values())
        if names[0] != names[1] and names[0] == self._names.get(player):
            viewer = player
        position = found.situation.position
        builder.set_up(position if viewer is player.opponent else position.flipped(), player.opponent)
