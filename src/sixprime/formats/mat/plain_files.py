"""`.mat` files of the usual form, read at once by compiled code; whatever is unusual is left to `mat_files`.

A file is read here only if every line of it is understood and everything in it agrees with the rules: then there is
nothing to complain about, and the match is the same that reading it line by line would give.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING

from sixprime.core import Player, Position, SixprimeError
from sixprime.core.states import MAX_LENGTH
from sixprime.formats.mat.lines import MAT, name_and_rating, names_line
from sixprime.formats.mat.packed_matches import PackedMatch
from sixprime.formats.mat.tags import EXTREME_GAMMON, TagLines
from sixprime.formats.reading.keeper import clean_details, clean_names, told_rules
from sixprime.formats.reading.results import MatchFile, ReadMatch
from sixprime.formats.reading.text_files import encoding_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Board = npt.NDArray[np.int8]

MOST_BYTES = 250_000
"""A larger file is read line by line; a long match has a tenth of that."""
MOST_REMARKS = 200
FEWEST_BYTES = 1 << 15
"""There is always room for a file of so many."""


class _Room:
    """Where the kernels put what they find in a file of at most so many bytes."""

    def __init__(self, size: int) -> None:
        import numpy as np  # and the kernels: not before they are needed, as everywhere

        from sixprime.core.movegen import BEAR_OFF_CODES, shared_table
        from sixprime.formats.mat import game_kernels
        from sixprime.formats.mat import text_kernels as mat_kernels

        self.are_foreign = mat_kernels.FOREIGN
        self.name_places = slice(mat_kernels.LINE, mat_kernels.RIGHT_END + 1)
        self.read, self.follow = mat_kernels.read_plain_file, game_kernels.follow_games
        self.table, self.bear_off_codes = shared_table(), BEAR_OFF_CODES
        self.size = size
        self.text = np.empty(size, dtype=np.uint8)
        self.cells = np.empty((size // 4, mat_kernels.CELL), dtype=np.int64)
        self.games = np.empty((size // 12, mat_kernels.GAME), dtype=np.int64)
        self.remarks = np.empty((MOST_REMARKS, 2), dtype=np.int64)
        self.head = np.empty(mat_kernels.HEAD, dtype=np.int64)
        self.events = np.empty((size // 2, game_kernels.EVENT), dtype=np.int8)


_rooms = local()


def _room_for(size: int) -> _Room:
    """Room of this thread's own, to be used and forgotten."""
    room: _Room | None = getattr(_rooms, "room", None)
    if room is None or room.size < size:
        room = _rooms.room = _Room(max(size, FEWEST_BYTES))
    return room


@lru_cache(maxsize=16)
def _board_of(position: Position) -> Board:
    import numpy as np

    return np.array(position.points, dtype=np.int8)


def read_plain_mat(data: bytes) -> MatchFile | None:
    """The match of a file; None if it is not one match in the usual form, without anything odd in it."""
    if len(data) > MOST_BYTES:
        return None
    import numpy as np

    room = _room_for(len(data))
    cells, games, head, table = room.cells, room.games, room.head, room.table
    start = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
    room.text[: len(data)] = np.frombuffer(data, dtype=np.uint8)
    if not room.read(room.text, start, len(data), cells, games, room.remarks, head):
        return None
    length, remark_count, game_count, cell_count = head.tolist()
    try:
        names, tag_lines = _read_words(data, room, remark_count, game_count, "utf-8")
    except UnicodeDecodeError:
        if encoding_of(data) != "cp1252":
            return None
        names, tag_lines = _read_words(data, room, remark_count, game_count, "cp1252")
    if names is None or length > MAX_LENGTH:
        return None
    (left, left_rating), (right, right_rating) = map(name_and_rating, names)
    called = {Player.WHITE: left, Player.BLACK: right}
    tags = tag_lines.taken()
    writer = tag_lines.writer or (EXTREME_GAMMON if tags.is_by_extreme_gammon(called) else "")
    try:
        rules = told_rules(tags.crawford, tags.jacoby, tags.beavers, None, tags.cube_limit, None, tags.start)
    except SixprimeError:
        return None
    event_count = room.follow(
        cells,
        cell_count,
        games,
        game_count,
        length,
        rules.crawford,
        rules.jacoby,
        rules.highest_cube,
        room.bear_off_codes[rules.bear_off],
        _board_of(rules.start),
        rules.start.checkers,
        room.events,
        table.results,
        table.sources,
        table.low_first,
        table.keys,
    )
    if event_count <= 0:
        return None
    match = PackedMatch(
        rules,
        room.events[:event_count].copy(),
        length=length or None,
        names=clean_names(called),
        details=clean_details(tags.details(called, {Player.WHITE: left_rating, Player.BLACK: right_rating})),
    )
    return MatchFile(MAT, (ReadMatch(match),), writer=writer)


def _read_words(
    data: bytes, room: _Room, remarks: int, games: int, encoding: str
) -> tuple[tuple[str, str] | None, TagLines]:
    """The names of both players, the same in every game, or None if they are not; and what the remarks say."""
    errors = "sixprime-latin-1" if encoding == "cp1252" else "strict"
    names: tuple[str, str] | None = None
    for game in room.games[:games].tolist():
        line, line_end, left, left_end, right, right_end = game[room.name_places]
        found = data[left:left_end].decode(encoding, errors), data[right:right_end].decode(encoding, errors)
        is_odd = names not in (None, found)
        names = found
        if game[room.are_foreign]:  # there are more kinds of space than one, and of line
            careful = names_line(data[line:line_end].decode(encoding, errors))
            is_odd = is_odd or careful is None or (careful["left"], careful["right"]) != names
        if is_odd:
            return None, TagLines()
    tag_lines = TagLines()
    for first, end in room.remarks[:remarks].tolist():
        tag_lines.read(data[first:end].decode(encoding, errors))
    return names, tag_lines
