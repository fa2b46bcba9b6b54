"""Position IDs by the million: converts arrays of boards to arrays of ids and back.

`gnubg_ids` converts single positions.

A board is 26 small numbers in the mover's view, as in `Position.points`. An error lists the rows that cannot be
read, each with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Boards, Texts
from sixprime.core import SixprimeError, find_defects
from sixprime.core.positions import MAX_CHECKERS
from sixprime.formats.ids.fields import InvalidId
from sixprime.formats.ids.gnubg_ids import POSITION_CHARACTERS, position_from_id
from sixprime.messages import Message, counted, listed, text

MAX_REASONS = 1000
"""How many bad rows get a reason of their own in an error."""
PLACES = 26


class BadRows(SixprimeError):
    """Some rows of an array cannot be read. `rows` are their numbers, `reasons` the reasons of the first ones."""

    def __init__(self, rows: Sequence[int], reasons: Mapping[int, Message], count: int) -> None:
        self.rows = tuple(rows)
        self.reasons = dict(reasons)
        first = self.rows[0]
        super().__init__(
            counted(
                "{count} row of {rows} cannot be used: row {row}: {why}",
                "{count} rows of {rows} cannot be used, the first is row {row}: {why}",
                len(self.rows),
                rows=count,
                row=first,
                why=self.reasons[first],
            )
        )


def position_ids(boards: npt.ArrayLike, checkers: int = MAX_CHECKERS) -> Texts:
    """The Position ID of each row of boards, an array of shape (n, 26); `BadRows` if some are not positions.

    >>> position_ids([[0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]])
    array([b'4HPwATDgc/ABMA'], dtype='|S14')
    """
    from sixprime.formats.ids import array_kernels as kernels

    given = _board_rows(boards)
    rows = np.ascontiguousarray(given if given.dtype == np.int8 else np.clip(given, -100, 100), dtype=np.int8)
    ids = np.empty((len(rows), POSITION_CHARACTERS), dtype=np.uint8)
    bad = np.empty(len(rows), dtype=np.bool_)
    if kernels.write_ids(rows, _checked(checkers), ids, bad):
        places = np.flatnonzero(bad).tolist()
        reasons = {row: listed(find_defects(given[row].tolist(), checkers)) for row in places[:MAX_REASONS]}
        raise BadRows(places, reasons, len(rows))
    return ids.view(f"S{POSITION_CHARACTERS}").reshape(len(rows))


def boards_of_ids(ids: npt.ArrayLike | Sequence[str], checkers: int = MAX_CHECKERS) -> Boards:
    """The board of each Position ID, an array of shape (n, 26); `BadRows` if some cannot be read.

    Texts may be bytes or texts, with anything around them that `position_from_id` allows.

    >>> boards_of_ids(["4HPwATDgc/ABMA"])[0].tolist()
    [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    """
    from sixprime.formats.ids import array_kernels as kernels

    written = _id_rows(ids)
    plain = _plain_characters(written)
    boards = np.empty((len(written), PLACES), dtype=np.int8)
    bad = np.empty(len(written), dtype=np.bool_)
    if kernels.read_ids(plain, _checked(checkers), boards, bad):
        places: list[int] = []
        reasons: dict[int, Message] = {}
        for row in np.flatnonzero(bad).tolist():
            try:
                boards[row] = position_from_id(_as_text(written[row]), checkers).points
            except SixprimeError as error:
                places.append(row)
                if len(reasons) < MAX_REASONS:
                    reasons[row] = error.message
        if places:
            raise BadRows(places, reasons, len(written))
    return boards


def _board_rows(boards: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
    given = _as_array(boards)
    if given.ndim != 2 or given.shape[1] != PLACES or given.dtype.kind not in "iu":
        raise InvalidId(text("boards are an array of whole numbers with {places} columns", places=PLACES))
    return given


def _as_array(given: npt.ArrayLike | Sequence[str]) -> npt.NDArray[Any]:
    """The values as a numpy array; an unusable one if the rows have different lengths."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.empty((1, 0))


def _checked(checkers: int) -> int:
    if isinstance(checkers, bool) or not isinstance(checkers, int) or not 1 <= checkers <= MAX_CHECKERS:
        raise InvalidId(find_defects([0] * PLACES, checkers)[0])
    return checkers


def _id_rows(ids: npt.ArrayLike | Sequence[str]) -> npt.NDArray[Any]:
    given = _as_array(ids)
    if given.shape == (0,):
        return np.empty(0, dtype=f"S{POSITION_CHARACTERS}")
    if given.ndim != 1 or given.dtype.kind not in "SU":
        raise InvalidId(text("ids are a list or an array of texts"))
    return given


def _plain_characters(written: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The characters of ids in rows of 14. A row whose id is longer, or not ASCII, is made unreadable."""
    unit = np.dtype(np.uint32 if written.dtype.kind == "U" else np.uint8)
    size = written.dtype.itemsize // unit.itemsize
    given = np.ascontiguousarray(written).view(unit).reshape(len(written), size)
    if unit == np.uint8 and size == POSITION_CHARACTERS:
        return given
    plain = np.zeros((len(written), POSITION_CHARACTERS), dtype=np.uint8)
    kept = given[:, :POSITION_CHARACTERS]
    plain[:, : kept.shape[1]] = np.where(kept < 128, kept, 0)
    plain[given[:, POSITION_CHARACTERS:].any(axis=1), 0] = 0
    return plain


def _as_text(written: bytes | str) -> str:
    return written if isinstance(written, str) else written.decode("latin-1")
