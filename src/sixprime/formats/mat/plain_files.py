"""Reads `.mat` files of the usual form with compiled code; anything unusual is left to `files`.

A file is read here only if every line is understood and everything agrees with the rules. Then there are no problems to
report, and the match is the same as that of reading line by line.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING

from sixprime.core import Player, Position, SixprimeError
from sixprime.core.match.states import MAX_LENGTH
from sixprime.formats.mat.lines import MAT, name_and_rating, names_line
from sixprime.formats.mat.packed_matches import PackedMatch
from sixprime.formats.mat.tags import EXTREME_GAMMON, TagLines
from sixprime.formats.reading.file_builder import clean_details, clean_names, told_rules
from sixprime.formats.reading.results import MatchFile, ReadMatch
from sixprime.formats.reading.text_files import encoding_of

if TYPE_CHECKING:
    from sixprime.compiled.arrays import Board

MOST_BYTES = 250_000
"""A larger file is read line by line; a long match has a tenth of this."""
MOST_REMARKS = 200
FEWEST_BYTES = 1 << 15
"""Buffers are made at least for a file of this size."""


class _Buffers:
    """The kernels, and what they write into for a file of at most `size` bytes."""

    def __init__(self, size: int) -> None:
        import numpy as np  # loaded when first needed, like the kernels

        from sixprime.core.movegen import BEAR_OFF_CODES, shared_table
        from sixprime.formats.mat import game_kernels, text_kernels
        from sixprime.formats.mat.play_kernels import PlayBuffers

        self.text_kernels, self.game_kernels = text_kernels, game_kernels
        self.bear_off_codes = BEAR_OFF_CODES
        table = shared_table()
        self.table = PlayBuffers(table.results, table.sources, table.low_first, table.keys)
        self.size = size
        self.text = np.empty(size, dtype=np.uint8)
        self.cells = np.empty((size // 4, text_kernels.CELL), dtype=np.int64)
        self.games = np.empty((size // 12, text_kernels.GAME), dtype=np.int64)
        self.remarks = np.empty((MOST_REMARKS, 2), dtype=np.int64)
        self.head = np.empty(text_kernels.HEAD, dtype=np.int64)
        self.events = np.empty((size // 2, game_kernels.EVENT), dtype=np.int8)


_thread = local()


def _buffers_for(size: int) -> _Buffers:
    """The buffers of this thread; their contents are valid until the next file."""
    buffers: _Buffers | None = getattr(_thread, "buffers", None)
    if buffers is None or buffers.size < size:
        buffers = _thread.buffers = _Buffers(max(size, FEWEST_BYTES))
    return buffers


@lru_cache(maxsize=16)
def _board_of(position: Position) -> Board:
    import numpy as np

    return np.array(position.points, dtype=np.int8)


def read_plain_mat(data: bytes) -> MatchFile | None:
    """The match of a file; None if the file is not exactly one match in the usual form."""
    if len(data) > MOST_BYTES:
        return None
    import numpy as np

    buffers = _buffers_for(len(data))
    cells, games, head = buffers.cells, buffers.games, buffers.head
    start = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
    buffers.text[: len(data)] = np.frombuffer(data, dtype=np.uint8)
    if not buffers.text_kernels.read_plain_file(buffers.text, start, len(data), cells, games, buffers.remarks, head):
        return None
    length, remark_count, game_count, cell_count = head.tolist()
    try:
        names, tag_lines = _read_words(data, buffers, remark_count, game_count, "utf-8")
    except UnicodeDecodeError:
        if encoding_of(data) != "cp1252":
            return None
        names, tag_lines = _read_words(data, buffers, remark_count, game_count, "cp1252")
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
    kernels = buffers.game_kernels
    event_count = kernels.follow_games(
        kernels.MatchText(cells, cell_count, games, game_count),
        kernels.MatchRules(
            length,
            rules.crawford,
            rules.jacoby,
            rules.highest_cube,
            buffers.bear_off_codes[rules.bear_off],
            _board_of(rules.start),
            rules.start.checkers,
        ),
        buffers.table,
        buffers.events,
    )
    if event_count <= 0:
        return None
    match = PackedMatch(
        rules,
        buffers.events[:event_count].copy(),
        length=length or None,
        names=clean_names(called),
        details=clean_details(tags.details(called, {Player.WHITE: left_rating, Player.BLACK: right_rating})),
    )
    return MatchFile(MAT, (ReadMatch(match),), writer=writer)


def _read_words(
    data: bytes, buffers: _Buffers, remarks: int, games: int, encoding: str
) -> tuple[tuple[str, str] | None, TagLines]:
    """The names of both players, None if they differ between games; and the tags in the remarks."""
    errors = "sixprime-latin-1" if encoding == "cp1252" else "strict"
    kernels = buffers.text_kernels
    names: tuple[str, str] | None = None
    for game in buffers.games[:games].tolist():
        line, line_end, left, left_end, right, right_end = game[kernels.LINE : kernels.RIGHT_END + 1]
        found = data[left:left_end].decode(encoding, errors), data[right:right_end].decode(encoding, errors)
        is_odd = names not in (None, found)
        names = found
        if game[kernels.FOREIGN]:  # such a line may have other kinds of spaces
            careful = names_line(data[line:line_end].decode(encoding, errors))
            is_odd = is_odd or careful is None or (careful.left, careful.right) != names
        if is_odd:
            return None, TagLines()
    tag_lines = TagLines()
    for first, end in buffers.remarks[:remarks].tolist():
        tag_lines.read(data[first:end].decode(encoding, errors))
    return names, tag_lines
