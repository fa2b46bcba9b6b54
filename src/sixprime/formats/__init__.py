"""How people and programs write backgammon down: ids of positions, boards as text and pictures, match files.

The public names are loaded when they are first used, because few programs need all formats.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixprime.formats.boards import (
        InvalidBoard,
        PastedBoard,
        from_ascii_board,
        gnubg_board,
        read_ascii_board,
        xg_board,
    )
    from sixprime.formats.ids import (
        FoundId,
        IdKind,
        InvalidId,
        fibs_board,
        find_id,
        from_fibs_board,
        from_gnubg_id,
        from_ogid,
        from_xgid,
        gnubg_id,
        match_id,
        ogid,
        position_from_id,
        position_id,
        recognise,
        xgid,
    )
    from sixprime.formats.ids.arrays import boards_of_ids, position_ids
    from sixprime.formats.match_files import FORMATS, WRITERS, read_match_bytes, read_match_file, write_match
    from sixprime.formats.reading import (
        CheckerAnalysis,
        CubeAnalysis,
        FileChances,
        ImportedPlay,
        MatchFile,
        Problem,
        ReadMatch,
        UnreadableFile,
    )
    from sixprime.formats.svg import THEMES, Theme, png_of, svg_board
    from sixprime.formats.text import describe_rules, transcript

__all__ = [
    "FORMATS",
    "THEMES",
    "WRITERS",
    "CheckerAnalysis",
    "CubeAnalysis",
    "FileChances",
    "FoundId",
    "IdKind",
    "ImportedPlay",
    "InvalidBoard",
    "InvalidId",
    "MatchFile",
    "PastedBoard",
    "Problem",
    "ReadMatch",
    "Theme",
    "UnreadableFile",
    "boards_of_ids",
    "describe_rules",
    "fibs_board",
    "find_id",
    "from_ascii_board",
    "from_fibs_board",
    "from_gnubg_id",
    "from_ogid",
    "from_xgid",
    "gnubg_board",
    "gnubg_id",
    "match_id",
    "ogid",
    "png_of",
    "position_from_id",
    "position_id",
    "position_ids",
    "read_ascii_board",
    "read_match_bytes",
    "read_match_file",
    "recognise",
    "svg_board",
    "transcript",
    "write_match",
    "xg_board",
    "xgid",
]

_HOMES = {
    "boards": (
        "InvalidBoard",
        "PastedBoard",
        "from_ascii_board",
        "gnubg_board",
        "read_ascii_board",
        "xg_board",
    ),
    "ids": (
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
    ),
    "ids.arrays": ("boards_of_ids", "position_ids"),
    "match_files": (
        "FORMATS",
        "WRITERS",
        "read_match_bytes",
        "read_match_file",
        "write_match",
    ),
    "reading": (
        "ImportedPlay",
        "FileChances",
        "CheckerAnalysis",
        "CubeAnalysis",
        "MatchFile",
        "Problem",
        "ReadMatch",
        "UnreadableFile",
    ),
    "svg": (
        "THEMES",
        "Theme",
        "png_of",
        "svg_board",
    ),
    "text": (
        "describe_rules",
        "transcript",
    ),
}
"""Which module each public name is loaded from."""


def __getattr__(name: str) -> object:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{home}"), name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
