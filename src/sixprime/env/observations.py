"""What environments show of a game: boards as raw numbers, Tesauro's 198 or the engine's columns, then the context.

An observation is one row of numbers in the view of the player who decides: the board in one of three encodings, then
20 numbers on dice, cube and score that are the same for all (`CONTEXT_NAMES`). Sizes and meanings are fixed within a
version of the environments (`sixprime.env.actions.VERSION`).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Boards, Floats, Ints, Shorts
from sixprime.core.positions import MAX_CHECKERS
from sixprime.env import batch_kernels as kernels
from sixprime.env.settings import InvalidSettings
from sixprime.messages import shown, text

Encoding = Literal["board", "tesauro", "columns"]
BOARD_SIZES: dict[Encoding, int] = {"board": 28, "tesauro": kernels.TESAURO, "columns": kernels.COLUMNS}
"""How many numbers each encoding has for the board: 28 are the 26 of a `Position` and both sides' checkers off."""
CONTEXT_SIZE = kernels.DICE_SIZE + kernels.CONTEXT_SIZE
CONTEXT_NAMES = (
    *(f"dice left: {die}" for die in range(1, 7)),
    "to roll or double", "to play", "to answer a double",
    "cube, as a power of two", "cube is mine", "cube is the opponent's", "cube is in the middle",
    "cube offered, as a power of two",
    "match", "points I need", "points the opponent needs", "Crawford game", "after the Crawford game", "gammons count",
)  # fmt: skip
"""What the numbers after the board mean."""


def encoding_of(name: object) -> Encoding:
    """An encoding by its name, or an error that names them all."""
    for encoding in BOARD_SIZES:
        if encoding == name:
            return encoding
    raise InvalidSettings(
        text(
            "the option {option} is one of {choices}, not {value}",
            option="observation",
            choices=", ".join(BOARD_SIZES),
            value=shown(name),
        )
    )


def observation_size(encoding: Encoding) -> int:
    """How many numbers an observation has.

    >>> observation_size("board"), observation_size("tesauro"), observation_size("columns")
    (48, 218, 250)
    """
    return BOARD_SIZES[encoding] + CONTEXT_SIZE


def encode(
    boards: npt.ArrayLike, encoding: Encoding = "tesauro", *, mover_next: bool = True, checkers: int = MAX_CHECKERS
) -> npt.NDArray[Any]:
    """Boards of 26 numbers, one a row, as what a net takes: one row of numbers for each.

    The view is that of the boards. `mover_next` matters to Tesauro's encoding alone: whether the player in whose view
    they are rolls next. Afterstates are in the view of the player who has just moved: the opponent rolls next.

    >>> from sixprime import Position
    >>> encode([Position.standard().points]).shape
    (1, 198)
    """
    rows = np.ascontiguousarray(boards, dtype=np.int8)
    if rows.ndim != 2 or rows.shape[1] != 26:
        raise InvalidSettings(text("boards are rows of 26 numbers, not of {shape}", shape=shown(rows.shape)))
    encoded = np.empty(
        (len(rows), BOARD_SIZES[encoding_of(encoding)]), dtype=np.int16 if encoding == "board" else np.float32
    )
    _fill(rows, encoding, mover_next, checkers, encoded)
    return encoded


def _fill(boards: Boards, encoding: Encoding, mover_next: bool, checkers: int, rows: npt.NDArray[Any]) -> None:
    if encoding == "board":
        kernels.fill_raw(boards, checkers, rows)
    elif encoding == "tesauro":
        kernels.fill_tesauro(boards, checkers, mover_next, rows)
    else:
        kernels.fill_columns(boards, checkers, np.empty(4 * MAX_CHECKERS, dtype=np.int16), rows)


def observe(boards: Boards, numbers: Ints, facts: Ints, encoding: Encoding, checkers: int) -> npt.NDArray[Any]:
    """The observations of games as kernels have them, each in the view of the player who decides."""
    seen = np.empty_like(boards)
    kernels.seen_boards(boards, numbers, facts, seen)
    context: Shorts = np.empty((len(boards), CONTEXT_SIZE), dtype=np.int16)
    kernels.fill_context(numbers, facts, context)
    size = BOARD_SIZES[encoding]
    rows = np.empty((len(boards), size + CONTEXT_SIZE), dtype=np.int16 if encoding == "board" else np.float32)
    _fill(seen, encoding, True, checkers, rows)
    rows[:, size:] = context
    return rows


def bounds(encoding: Encoding, length: int | None) -> tuple[Floats, Floats]:
    """The least and the greatest that each number of an observation can be."""
    size = observation_size(encoding)
    low, high = np.zeros(size, dtype=np.float32), np.ones(size, dtype=np.float32)
    if encoding == "board":
        low[:26], high[:26] = -MAX_CHECKERS, MAX_CHECKERS
        high[26:28] = MAX_CHECKERS
    elif encoding == "tesauro":
        for side in (0, 98):
            high[side + 3 : side + 96 : 4] = (MAX_CHECKERS - 3) / 2
            high[side + 96] = MAX_CHECKERS / 2
    else:
        high[: kernels.COLUMNS] = MAX_CHECKERS
    context = high[-CONTEXT_SIZE:]
    context[:6] = 4
    context[6 + kernels.CUBE_LOG] = context[6 + kernels.OFFERED_LOG] = 25
    context[6 + kernels.AWAY] = context[6 + kernels.OPPONENT_AWAY] = max(length or 1, 1)
    return low, high
