"""Match files of older programs: Snowie text, `oldmoves` of FIBS, and Jellyfish's `.gam` and `.pos`.

They are read and not written.
"""

from sixprime.formats.legacy.jellyfish import looks_like_gam, looks_like_pos, read_gam, read_pos
from sixprime.formats.legacy.oldmoves import looks_like_oldmoves, read_oldmoves
from sixprime.formats.legacy.snowie import looks_like_snowie, read_snowie

__all__ = [
    "looks_like_gam",
    "looks_like_oldmoves",
    "looks_like_pos",
    "looks_like_snowie",
    "read_gam",
    "read_oldmoves",
    "read_pos",
    "read_snowie",
]
