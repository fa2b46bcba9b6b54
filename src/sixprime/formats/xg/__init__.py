"""Match and position files of eXtreme Gammon (`.xg`, `.xgp`), with analyses and comments.

The files are compressed archives (`archives`) of fixed-size records (`records`); they are read and not written.
"""

from sixprime.formats.xg.files import looks_like_xg, read_xg

__all__ = [
    "looks_like_xg",
    "read_xg",
]
