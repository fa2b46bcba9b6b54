"""The nets with their filters and tables, and the worth of gammons: what kernels choose plays with."""

from typing import NamedTuple

from sixprime.compiled.arrays import Floats
from sixprime.compiled.jit import inlined_float_kernel, lean_kernel
from sixprime.engine.net.deep_kernels import NO_DEEP, Deep
from sixprime.engine.net.kernels import LookUps, Weights
from sixprime.engine.net.quick_kernels import QuickWeights


class TwoNets(NamedTuple):
    """The quick and the full net, the tables, and how many plays the quick net passes on: a stack without a deep net.

    Kernels get what they are called with by value, and the arrays of a deep net are more than all others: where it is
    never asked, games go on a fifth faster without them.
    """

    full: Weights
    quick: QuickWeights
    tables: LookUps
    bear_off: int
    keep: int
    """Plays that the full net evaluates, at most."""
    margin: float
    """How far behind the quick net's favourite they may be."""


class NetStack(NamedTuple):
    """The nets, the tables, and how many plays each net passes on to the next.

    The quick net evaluates all plays, the full net those that came near the quick net's favourite, and the deep net,
    where there is one, those that came near the full net's.
    """

    full: Weights
    quick: QuickWeights
    tables: LookUps
    bear_off: int
    keep: int
    """Plays that the full net evaluates, at most."""
    margin: float
    """How far behind the quick net's favourite they may be."""
    deep: Deep = NO_DEEP
    deep_keep: int = 0
    """Plays that the deep net evaluates, at most."""
    deep_margin: float = 0.0
    """How far behind the full net's favourite they may be."""


@inlined_float_kernel
def without_deep(stack: NetStack) -> TwoNets:
    """The stack without its deep net, for kernels that ask the quick and the full net only."""
    return TwoNets(stack.full, stack.quick, stack.tables, stack.bear_off, stack.keep, stack.margin)


class GammonWeights(NamedTuple):
    """What gammons and backgammons add, won and lost, where winning the game is 1 and losing it -1."""

    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float


MONEY = GammonWeights(1.0, 1.0, 1.0, 1.0)
"""The weights of money play."""


@lean_kernel
def swapped(gammons: GammonWeights) -> GammonWeights:
    """The weights as the other player sees them."""
    return GammonWeights(gammons.lost_gammon, gammons.lost_backgammon, gammons.gammon, gammons.backgammon)


@lean_kernel
def worth_of(chances: Floats, gammons: GammonWeights) -> float:
    """What chances are worth without a cube; with the weights of money play, bit for bit their equity."""
    return (
        2.0 * float(chances[0])
        - 1.0
        + float(chances[1]) * gammons.gammon
        + float(chances[2]) * gammons.backgammon
        - float(chances[3]) * gammons.lost_gammon
        - float(chances[4]) * gammons.lost_backgammon
    )
