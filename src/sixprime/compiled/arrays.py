"""Types of arrays, named after what they hold. They do not say how many dimensions an array has."""

import numpy as np
import numpy.typing as npt

Board = npt.NDArray[np.int8]
"""A board of 26 numbers in the mover's view."""
Boards = Board
"""Boards, one a row."""
SignedBytes = npt.NDArray[np.int8]
"""Small whole numbers that are no boards."""
Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Keys = npt.NDArray[np.uint64]
"""Hashes, and the states of random number generators."""
Octets = npt.NDArray[np.uint8]
"""Text or files as bytes."""
Flags = npt.NDArray[np.bool_]
Texts = npt.NDArray[np.bytes_]
"""Texts of equal length, as bytes."""
