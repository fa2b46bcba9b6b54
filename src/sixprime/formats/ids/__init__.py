"""Ids of positions and matches: GNUBG Position ID and Match ID, XGID, OGID and FIBS board lines.

`recognise` reads any of them from a pasted text, `IdKind` writes any of them. The module `arrays` converts whole arrays
of positions at once; it loads numpy, so its names are not here.
"""

from sixprime.formats.ids.fibs_boards import fibs_board, from_fibs_board
from sixprime.formats.ids.fields import InvalidId
from sixprime.formats.ids.gnubg_ids import from_gnubg_id, gnubg_id, match_id, position_from_id, position_id
from sixprime.formats.ids.kinds import IdKind
from sixprime.formats.ids.ogids import from_ogid, ogid
from sixprime.formats.ids.recognition import MAX_CHARACTERS, FoundId, find_id, recognise
from sixprime.formats.ids.xgids import from_xgid, xgid

__all__ = [
    "MAX_CHARACTERS",
    "FoundId",
    "IdKind",
    "InvalidId",
    "fibs_board",
    "find_id",
    "from_fibs_board",
    "from_gnubg_id",
    "from_ogid",
    "from_xgid",
    "gnubg_id",
    "match_id",
    "ogid",
    "position_from_id",
    "position_id",
    "recognise",
    "xgid",
]
