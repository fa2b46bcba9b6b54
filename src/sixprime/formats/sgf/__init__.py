"""Match files in SGF, the tree format of GNU Backgammon, with analyses and comments.

`read_sgf` reads all games of a match, `write_sgf` writes what GNU Backgammon can read back.
"""

from sixprime.formats.sgf.files import looks_like_sgf, read_sgf
from sixprime.formats.sgf.writing import write_sgf

__all__ = [
    "looks_like_sgf",
    "read_sgf",
    "write_sgf",
]
