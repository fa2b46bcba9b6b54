"""The best play of a single decision, found by a kernel that gets its arrays by their addresses.

Handing an array from Python to a kernel takes about as long as evaluating a play. So one array holds the address and
the shape of each of the others. The caller must keep those alive as long as it uses the addresses. This has no plain
version: addresses mean nothing to Python.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.np.numpy_support import carray

from sixprime.compiled.arrays import Board, Floats, Longs
from sixprime.compiled.jit import float_kernel
from sixprime.compiled.moves import rearmost
from sixprime.compiled.numba_kernels import cgutils, instruction, types
from sixprime.compiled.simd import points_below
from sixprime.engine.net.kernels import EvaluationBuffers, LookUps, Weights, best_of, evaluate_plays

DIMENSIONS = 3
"""The most dimensions an array may have."""

if TYPE_CHECKING:

    def at_address(address: int) -> Any:
        """A pointer to an address."""

else:

    @instruction
    def at_address(_: Any, address: Any) -> Any:
        def emit(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return types.voidptr(address), emit


def addresses_of(net: Weights, tables: LookUps, plays: EvaluationBuffers) -> Longs:
    """The address and the shape of each array. The arrays must be kept alive as long as these are used."""
    arrays = (*net, tables.shots, tables.escapes, *plays)
    return np.array([(array.ctypes.data, *array.shape, *(1,) * (DIMENSIONS - array.ndim)) for array in arrays])


@float_kernel
def best_play_at(
    addresses: Longs,
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
    rolls: Floats,
    next_off: Floats,
    two_sided: Floats,
) -> tuple[int, int]:
    """How many plays a roll has, and which of them is best; they are in the buffers whose addresses these are.

    The last three arguments are the tables of the bear-off, which are read-only and are handed over as arrays.
    """
    net = Weights(
        carray(at_address(addresses[0, 0]), (addresses[0, 1], addresses[0, 2], addresses[0, 3]), np.float32),
        carray(at_address(addresses[1, 0]), (addresses[1, 1], addresses[1, 2]), np.float32),
        carray(at_address(addresses[2, 0]), (addresses[2, 1], addresses[2, 2], addresses[2, 3]), np.float32),
        carray(at_address(addresses[3, 0]), (addresses[3, 1], addresses[3, 2], addresses[3, 3]), np.float32),
        carray(at_address(addresses[4, 0]), (addresses[4, 1], addresses[4, 2]), np.float32),
        carray(at_address(addresses[5, 0]), (addresses[5, 1], addresses[5, 2], addresses[5, 3]), np.float32),
    )
    tables = LookUps(
        carray(at_address(addresses[6, 0]), (addresses[6, 1], addresses[6, 2]), np.int32),
        carray(at_address(addresses[7, 0]), (addresses[7, 1],), np.int8),
        rolls,
        next_off,
        two_sided,
    )
    plays = EvaluationBuffers(
        carray(at_address(addresses[8, 0]), (addresses[8, 1], addresses[8, 2]), np.int8),
        carray(at_address(addresses[9, 0]), (addresses[9, 1], addresses[9, 2]), np.int8),
        carray(at_address(addresses[10, 0]), (addresses[10, 1],), np.int8),
        carray(at_address(addresses[11, 0]), (addresses[11, 1],), np.uint64),
        carray(at_address(addresses[12, 0]), (addresses[12, 1], addresses[12, 2]), np.int8),
        carray(at_address(addresses[13, 0]), (addresses[13, 1],), np.int16),
        carray(at_address(addresses[14, 0]), (addresses[14, 1],), np.int16),
        carray(at_address(addresses[15, 0]), (addresses[15, 1],), np.int16),
        carray(at_address(addresses[16, 0]), (addresses[16, 1], addresses[16, 2]), np.float32),
        carray(at_address(addresses[17, 0]), (addresses[17, 1],), np.int8),
        carray(at_address(addresses[18, 0]), (addresses[18, 1], addresses[18, 2]), np.float32),
        carray(at_address(addresses[19, 0]), (addresses[19, 1], addresses[19, 2]), np.float32),
        carray(at_address(addresses[20, 0]), (addresses[20, 1],), np.float32),
    )
    if rearmost(board) == 0 or points_below(board, 0) == 0:  # the game is over
        return 0, 0
    found = evaluate_plays(board, checkers, first, second, bear_off, net, tables, plays)
    return found, best_of(plays.chances, found) if found > 0 else 0
