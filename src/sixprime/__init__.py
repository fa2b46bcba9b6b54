"""sixprime: backgammon as a typed Python library.

    >>> import sixprime as bg
    >>> match = bg.Match(length=5)
    >>> _ = match.open((3, 1))
    >>> match.play("8/5 6/5")
    >>> with bg.Engine(plies=0, threads=1) as engine:
    ...     situation = bg.Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    ...     print(engine.analyse(situation).best.play)
    8/5 6/5

The game is here, and `Engine`, which says what positions, plays and cube actions are worth; reading and writing what
others write is in `sixprime.formats`. This module stands above all layers and connects them: what needs the compiler
is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sixprime.core import *  # noqa: F403
from sixprime.core import __all__ as _core_names
from sixprime.core import hooks as _hooks

if TYPE_CHECKING:
    from sixprime.core.notation import parse_play
    from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, Analysis, Evaluation
    from sixprime.engine.chances import Chances
    from sixprime.engine.engines import Engine

__version__ = "1.0.0"

_LATER = {
    "AnalysedAction": "sixprime.engine.analyses",
    "AnalysedPlay": "sixprime.engine.analyses",
    "Analysis": "sixprime.engine.analyses",
    "Chances": "sixprime.engine.chances",
    "Engine": "sixprime.engine.engines",
    "Evaluation": "sixprime.engine.analyses",
    "parse_play": "sixprime.core.notation",
}
"""Names that are looked up when they are first used, and where."""

_hooks.providers |= {
    "svg": "sixprime.notebook.pictures:board_svg",
    "match svg": "sixprime.notebook.pictures:match_svg",
    "match html": "sixprime.notebook.pictures:match_html",
    "analysis svg": "sixprime.notebook.pictures:analysis_svg",
    "analysis html": "sixprime.notebook.pictures:analysis_html",
    "situation": "sixprime.formats.situations:parse_situation",
    "review for a file": "sixprime.analysis.file_reviews:review_for_file",
    "winning chance": "sixprime.engine.match_equity.equities:winning_chance",
}

__all__ = [
    "AnalysedAction",
    "AnalysedPlay",
    "Analysis",
    "Chances",
    "Engine",
    "Evaluation",
    "__version__",
    "parse_play",
]
__all__ += _core_names


def __getattr__(name: str) -> Any:
    if name in _LATER:
        value = getattr(import_module(_LATER[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
