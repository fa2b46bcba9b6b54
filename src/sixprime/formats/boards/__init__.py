"""Boards in plain characters, as GNU Backgammon and eXtreme Gammon print them, and the situation in words.

`gnubg_board` and `xg_board` draw a situation; `read_ascii_board` reads one back from a pasted text.
"""

from sixprime.formats.boards.drawing import gnubg_board, xg_board
from sixprime.formats.boards.frames import InvalidBoard, has_frame
from sixprime.formats.boards.parsing import PastedBoard, from_ascii_board, read_ascii_board

__all__ = [
    "InvalidBoard",
    "PastedBoard",
    "from_ascii_board",
    "gnubg_board",
    "has_frame",
    "read_ascii_board",
    "xg_board",
]
