"""Equities of many positions at once, from arrays with a row of five chances for each, in the order of `Chances`.

The five columns are added up one by one. A product `chances @ weights` of a float32 matrix with a vector of five goes
to OpenBLAS `sgemv`, whose AVX-512 kernel reads stack that nobody has written: the result is right, but what it finds
there can raise floating-point flags, and NumPy then warns of an overflow or an invalid value that is none.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Floats

Number = TypeVar("Number", bound=np.floating[Any])


def equities_of(chances: Floats) -> Floats:
    """Cubeless equities for money, for the player whose chances (n, 5) these are."""
    return equities_above_loss(chances) - np.float32(1)


def equities_above_loss(chances: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """How much more the chances (n, 5) are worth than a plain loss, which is -1: the equity plus one.

    It is a weighted sum without a constant, so that of differences between chances it gives the difference in equity.
    """
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances.T
    return np.asarray(2 * win + win_gammon + win_backgammon - lose_gammon - lose_backgammon, dtype=chances.dtype)
