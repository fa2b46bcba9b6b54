"""Reading a situation from any text: an id, or a board in plain characters."""

from __future__ import annotations

from sixprime.core.situations import Situation
from sixprime.formats.boards import from_ascii_board, has_frame
from sixprime.formats.ids import recognise


def parse_situation(pasted: str) -> Situation:
    """The situation in a text: of a board if one is drawn there, otherwise of the first id.

    >>> parse_situation("Position ID: 4HPwATDgc/ABMA").position.pips
    167
    """
    return from_ascii_board(pasted) if isinstance(pasted, str) and has_frame(pasted) else recognise(pasted)
