"""Reads a file with one board in plain characters, as eXtreme Gammon and BGBlitz save positions: with its analysis."""

from __future__ import annotations

from sixprime.core import SixprimeError
from sixprime.formats.boards.frames import edges_in
from sixprime.formats.boards.parsing import read_ascii_board
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.results import MatchFile, UnreadableFile
from sixprime.formats.reading.text_files import head_of

BOARD = "board"


def looks_like_board(data: bytes) -> bool:
    """Whether a text has one board in it. A text with more is no position, but a match that somebody printed."""
    return edges_in(head_of(data)) == 2


def read_board(data: bytes) -> MatchFile:
    """A match that consists of the position, with the analyses below the board."""
    builder = MatchBuilder(BOARD)
    try:
        board = read_ascii_board(head_of(data))
    except SixprimeError as error:
        raise UnreadableFile(error.message) from None
    for message in board.disagreements:
        builder.problem(message)
    builder.add_situation(board.situation, board.names)
    for analysis in board.analyses:
        builder.analysis(analysis)
    return builder.finish()
