"""What plays are chosen with, in machine code: the nets with their filters, the tables, and what gammons are worth."""

from typing import NamedTuple

from sixprime.compiled.jit import lean_kernel
from sixprime.engine.net.deep_kernels import NO_DEEP, Deep
from sixprime.engine.net.kernels import Floats, LookUps, Weights
from sixprime.engine.net.quick_kernels import QuickWeights


class Brain(NamedTuple):
    """The nets, the tables, and how many plays each net passes on to the next.

    The quick net looks at all plays, the full net at those that came near the quick net's favourite, and the deep net,
    where there is one, at those that came near the full net's.
    """

    net: Weights
    quick: QuickWeights
    tables: LookUps
    bear_off: int
    keep: int
    """Plays that the full net looks at, at most."""
    margin: float
    """How far behind the quick net's favourite they may be."""
    deep: Deep = NO_DEEP
    deep_keep: int = 0
    """Plays that the deep net looks at, at most."""
    deep_margin: float = 0.0
    """How far behind the full net's favourite they may be."""


class Prices(NamedTuple):
    """What gammons and backgammons add, won and lost, where winning the game is 1 and losing it -1."""

    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float


MONEY = Prices(1.0, 1.0, 1.0, 1.0)


@lean_kernel
def swapped(prices: Prices) -> Prices:
    """The prices as the other player sees them."""
    return Prices(prices.lost_gammon, prices.lost_backgammon, prices.gammon, prices.backgammon)


@lean_kernel
def worth_of(chances: Floats, prices: Prices) -> float:
    """What chances are worth without a cube; with the prices of money play, bit for bit their equity."""
    return (
        2.0 * float(chances[0])
        - 1.0
        + float(chances[1]) * prices.gammon
        + float(chances[2]) * prices.backgammon
        - float(chances[3]) * prices.lost_gammon
        - float(chances[4]) * prices.lost_backgammon
    )
