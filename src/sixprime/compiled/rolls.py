"""The 21 different rolls as numbers, in kernels: 11 is 0, 21 is 1, 22 is 2, 31 is 3 and so on up to 66."""

import numpy as np

from sixprime.compiled.jit import lean_kernel


@lean_kernel
def number_of_roll(high: int, low: int) -> int:
    """The number of a roll among the 21, by its dice."""
    return int(high * (high - 1) // 2 + low - 1)


@lean_kernel
def dice_of_roll(number: int) -> tuple[int, int]:
    """The dice of a roll by its number, the higher first."""
    high = int(np.int64(1))
    while number >= high * (high + 1) // 2:
        high += 1
    return high, number - high * (high - 1) // 2 + 1
