"""A desk: the arrays of an evaluator, laid out once, so that a single question need not carry each of them in.

Handing an array from Python to a kernel takes about as long as judging a play. A desk is one array, with the address
and the shape of each of the others; who made it keeps them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.np.numpy_support import carray

from sixprime.compiled.jit import float_kernel, instruction
from sixprime.compiled.moves import rearmost
from sixprime.compiled.simd import points_below
from sixprime.engine.net.kernels import LookUps, Room, Weights, best_of, evaluate_plays

Board = npt.NDArray[np.int8]
Desk = npt.NDArray[np.int64]

DIMENSIONS = 3
"""Of an array at most."""

if TYPE_CHECKING:

    def at_address(address: int) -> Any:
        """A pointer to what lies there."""

else:

    @instruction
    def at_address(_: Any, address: Any) -> Any:
        def emit(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return types.voidptr(address), emit


def desk_for(net: Weights, tables: LookUps, room: Room) -> Desk:
    """Where everything lies. It must be kept as long as the desk is."""
    arrays = (*net, tables.shots, tables.escapes, *room)
    return np.array([(array.ctypes.data, *array.shape, *(1,) * (DIMENSIONS - array.ndim)) for array in arrays])


@float_kernel
def best_at_desk(
    desk: Desk,
    board: Board,
    checkers: int,
    first: int,
    second: int,
    bear_off: int,
    rolls: npt.NDArray[np.float32],
    next_off: npt.NDArray[np.float32],
    two_sided: npt.NDArray[np.float32],
) -> tuple[int, int]:
    """How many plays a roll has, and which of them is best; they lie in the room that the desk was made for.

    The last three are the tables of the bear-off, which are for reading only and cannot be on the desk.
    """
    net = Weights(
        carray(at_address(desk[0, 0]), (desk[0, 1], desk[0, 2], desk[0, 3]), np.float32),
        carray(at_address(desk[1, 0]), (desk[1, 1], desk[1, 2]), np.float32),
        carray(at_address(desk[2, 0]), (desk[2, 1], desk[2, 2], desk[2, 3]), np.float32),
        carray(at_address(desk[3, 0]), (desk[3, 1], desk[3, 2], desk[3, 3]), np.float32),
        carray(at_address(desk[4, 0]), (desk[4, 1], desk[4, 2]), np.float32),
        carray(at_address(desk[5, 0]), (desk[5, 1], desk[5, 2], desk[5, 3]), np.float32),
    )
    tables = LookUps(
        carray(at_address(desk[6, 0]), (desk[6, 1], desk[6, 2]), np.int32),
        carray(at_address(desk[7, 0]), (desk[7, 1],), np.int8),
        rolls,
        next_off,
        two_sided,
    )
    room = Room(
        carray(at_address(desk[8, 0]), (desk[8, 1], desk[8, 2]), np.int8),
        carray(at_address(desk[9, 0]), (desk[9, 1], desk[9, 2]), np.int8),
        carray(at_address(desk[10, 0]), (desk[10, 1],), np.int8),
        carray(at_address(desk[11, 0]), (desk[11, 1],), np.uint64),
        carray(at_address(desk[12, 0]), (desk[12, 1], desk[12, 2]), np.int8),
        carray(at_address(desk[13, 0]), (desk[13, 1],), np.int16),
        carray(at_address(desk[14, 0]), (desk[14, 1],), np.int16),
        carray(at_address(desk[15, 0]), (desk[15, 1],), np.int16),
        carray(at_address(desk[16, 0]), (desk[16, 1], desk[16, 2]), np.float32),
        carray(at_address(desk[17, 0]), (desk[17, 1],), np.int8),
        carray(at_address(desk[18, 0]), (desk[18, 1], desk[18, 2]), np.float32),
        carray(at_address(desk[19, 0]), (desk[19, 1], desk[19, 2]), np.float32),
        carray(at_address(desk[20, 0]), (desk[20, 1],), np.float32),
    )
    if rearmost(board) == 0 or points_below(board, 0) == 0:  # the game is over
        return 0, 0
    found = evaluate_plays(board, checkers, first, second, bear_off, net, tables, room)
    return found, best_of(room.chances, found) if found > 0 else 0
