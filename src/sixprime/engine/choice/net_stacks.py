"""`net_stack`: a net with the tables and filters for choosing plays, as kernels take them."""

from __future__ import annotations

from typing import TypedDict

from sixprime.core import BearOff
from sixprime.core.movegen import BEAR_OFF_CODES
from sixprime.engine.choice.net_stack_kernels import NetStack
from sixprime.engine.net.deep_kernels import NO_DEEP
from sixprime.engine.net.nets import Net, Tables

KEEP, MARGIN = 6, 0.2
"""How many plays the full net evaluates, and how far behind the quick net's favourite they may be."""
DEEP_KEEP, DEEP_MARGIN = 3, 0.08
"""How many of them the deep net evaluates, and how far behind the full net's favourite they may be."""


class Filters(TypedDict):
    """How many plays get through to the next net, and how far behind its favourite."""

    keep: int
    margin: float
    deep_keep: int
    deep_margin: float


def net_stack(
    net: Net,
    tables: Tables,
    bear_off: BearOff = BearOff.STANDARD,
    *,
    keep: int = KEEP,
    margin: float = MARGIN,
    deep: bool = True,
    deep_keep: int = DEEP_KEEP,
    deep_margin: float = DEEP_MARGIN,
) -> NetStack:
    """The nets, the tables for a way of bearing off, and the filters; the deep net only if it is wanted."""
    return NetStack(
        net.arrays(),
        net.quick_arrays(),
        tables.arrays(exact_endings=bear_off is BearOff.STANDARD),
        BEAR_OFF_CODES[bear_off],
        keep,
        float(margin),
        net.deep if deep else NO_DEEP,
        deep_keep,
        float(deep_margin),
    )
