"""Boards in notebooks: `show` a position, a decision, a match or its review in the output of a cell, and play by hand.

    from sixprime.notebook import show

    board = show(situation)  # with a roll: play it by mouse, touch or keys
    board.play               # in a later cell: the play that was made, or None

This needs anywidget (`pip install "sixprime[notebook]"`). Without it, notebooks show positions, situations, matches and
analyses as pictures and tables by themselves.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sixprime.core import SixprimeError
from sixprime.messages import text

if TYPE_CHECKING:
    from sixprime.notebook.widgets import BoardWidget, show

__all__ = ["BoardWidget", "MissingWidgets", "show"]


class MissingWidgets(SixprimeError):
    """The library that widgets need is not installed."""


def __getattr__(name: str) -> Any:
    if name not in ("BoardWidget", "show"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module("sixprime.notebook.widgets")
    except ModuleNotFoundError as error:
        if error.name != "anywidget":
            raise
        command = 'pip install "sixprime[notebook]"'
        raise MissingWidgets(text("boards in notebooks need anywidget: {command}", command=command)) from None
    value = globals()[name] = getattr(module, name)
    return value
