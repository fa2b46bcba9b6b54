"""Match files of BGBlitz (`.bgf`), with analyses.

The files are JSON or its binary form Smile (`smile`), compressed or not; they are read and not written.
"""

from sixprime.formats.bgf.files import looks_like_bgf, read_bgf

__all__ = [
    "looks_like_bgf",
    "read_bgf",
]
