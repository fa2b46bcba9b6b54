"""The records of eXtreme Gammon's files, 2560 bytes each, and their fields.

Numbers are little-endian. Boards are 26 signed bytes, as in an XGID: in the view of the first player, except the board
after a move, which is in the view of the player who moves. The first player is 1, the second -1.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import datetime, timedelta

MATCH_HEAD, GAME_HEAD, CUBE, MOVE, GAME_END, MATCH_END, MISSING = range(7)
MONEY_LENGTH = 99999
NOT_EVALUATED = -1000.0
MAX_WEIGHED = 32

UNICODE_SINCE, CUBE_LIMIT_SINCE, AUTOMATIC_DOUBLES_SINCE, TRANSCRIBER_SINCE = 24, 8, 26, 30

_DAY_ZERO = datetime(1899, 12, 30)
_BOARD = struct.Struct("<26b")
_EVALUATION = struct.Struct("<7f")
_INT = struct.Struct("<i")
_SHORT = struct.Struct("<h")
_DOUBLE = struct.Struct("<d")

Board = tuple[int, ...]
Evaluation = tuple[float, ...]
"""Chances to lose a backgammon, at least a gammon, the game; to win it, at least a gammon, a backgammon; the equity."""


def int_at(record: bytes, place: int) -> int:
    return int(_INT.unpack_from(record, place)[0])


def board_at(record: bytes, place: int) -> Board:
    return _BOARD.unpack_from(record, place)


def short_text(record: bytes, place: int, most: int) -> str:
    """A text with one byte a character, after its length."""
    length = min(record[place], most)
    return record[place + 1 : place + 1 + length].decode("cp1252", "replace")


def wide_text(record: bytes, place: int) -> str:
    """A text with two bytes a character, up to its terminating zero."""
    written = record[place : place + 258].decode("utf-16-le", "replace")
    return written.partition("\0")[0]


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """Who plays what, where and when."""

    version: int
    names: tuple[str, str]
    length: int
    variation: int
    crawford: bool
    jacoby: bool
    beavers: bool
    automatic_doubles: bool
    ratings: tuple[float, float]
    experience: tuple[int, int]
    date: datetime | None
    event: str
    place: str
    round: str
    transcriber: str
    match_id: int
    cube_limit: int | None
    comments: tuple[int, int]


def read_match_head(record: bytes) -> MatchHeader:
    version = int_at(record, 552)
    is_wide = version >= UNICODE_SINCE
    names = (short_text(record, 9, 40), short_text(record, 50, 40))
    event, place, round_ = short_text(record, 136, 128), short_text(record, 283, 128), short_text(record, 417, 128)
    if is_wide:
        names = (wide_text(record, 880) or names[0], wide_text(record, 1138) or names[1])
        event = wide_text(record, 622) or event
        place, round_ = wide_text(record, 1396) or place, wide_text(record, 1654) or round_
    power = int_at(record, 612) if version >= CUBE_LIMIT_SINCE else 0
    return MatchHeader(
        version,
        names,
        length=int_at(record, 92),
        variation=int_at(record, 96),
        crawford=bool(record[100]),
        jacoby=bool(record[101]),
        beavers=bool(record[102]),
        automatic_doubles=bool(record[103]),
        ratings=struct.unpack_from("<2d", record, 104),
        experience=struct.unpack_from("<2i", record, 120),
        date=_date(_DOUBLE.unpack_from(record, 128)[0]),
        event=event,
        place=place,
        round=round_,
        transcriber=wide_text(record, 1960) if version >= TRANSCRIBER_SINCE else "",
        match_id=int_at(record, 268),
        cube_limit=1 << power if 0 < power < 25 else None,
        comments=struct.unpack_from("<2i", record, 576),
    )


def _date(days: float) -> datetime | None:
    """A date given in days since the end of 1899."""
    if not 1 <= days <= 2_000_000:
        return None
    return _DAY_ZERO + timedelta(seconds=round(days * 86400))


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The score and board at the beginning of a game; the first player's points come first."""

    score: tuple[int, int]
    crawford: bool
    board: Board
    number: int
    comments: tuple[int, int]
    automatic_doubles: int


def read_game_head(record: bytes, version: int) -> GameHeader:
    doubles = int_at(record, 64) if version >= AUTOMATIC_DOUBLES_SINCE else 0
    return GameHeader(
        struct.unpack_from("<2i", record, 12),
        bool(record[20]),
        board_at(record, 21),
        int_at(record, 48),
        struct.unpack_from("<2i", record, 56),
        doubles if 0 < doubles < 20 else 0,
    )


@dataclass(frozen=True, slots=True)
class CubeRecord:
    """The cube action before a roll, the opponent's answer, and eXtreme Gammon's analysis of both."""

    player: int
    doubled: int
    answer: int
    """0 for a drop, 1 for a take, 2 for a beaver."""
    beaver_answer: int
    """0 for a drop, 1 for a take, 2 for a raccoon."""
    raccoon_answer: int
    cube: int
    board: Board
    level: int
    is_analysed: bool
    evaluation: Evaluation
    equities: tuple[float, float, float]
    """Without a double, of a double that is taken, of one that is dropped."""
    evaluation_doubled: Evaluation
    error: float
    answer_error: float
    rollout: int
    comment: int


def read_cube_record(record: bytes) -> CubeRecord:
    flag = _SHORT.unpack_from(record, 120)[0]
    error = _DOUBLE.unpack_from(record, 200)[0]
    return CubeRecord(
        player=int_at(record, 12),
        doubled=int_at(record, 16),
        answer=int_at(record, 20),
        beaver_answer=int_at(record, 24),
        raccoon_answer=int_at(record, 28),
        cube=int_at(record, 32),
        board=board_at(record, 36),
        level=int_at(record, 92),
        is_analysed=flag != -100 and error != NOT_EVALUATED,
        evaluation=_EVALUATION.unpack_from(record, 124),
        equities=struct.unpack_from("<3f", record, 152),
        evaluation_doubled=_EVALUATION.unpack_from(record, 168),
        error=error,
        answer_error=_DOUBLE.unpack_from(record, 216)[0],
        rollout=int_at(record, 224),
        comment=int_at(record, 292),
    )


@dataclass(frozen=True, slots=True)
class CandidateRecord:
    """A play that was evaluated: its moves as (source, target), its evaluation, its depth, and its rollout."""

    hops: tuple[tuple[int, int], ...]
    evaluation: Evaluation
    level: int
    rollout: int


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A roll and how it was played."""

    player: int
    board: Board
    board_after: Board
    hops: tuple[tuple[int, int], ...]
    is_told: bool
    """Whether the file has the play; it is missing if somebody resigned, and sometimes at the end of a game."""
    dice: tuple[int, int]
    cube: int
    candidates: tuple[CandidateRecord, ...]
    error: float
    luck: float
    comment: int


def read_move_record(record: bytes) -> MoveRecord:
    numbers = struct.unpack_from("<8i", record, 68)
    count = min(max(int_at(record, 188), 0), MAX_WEIGHED)
    rollouts = struct.unpack_from("<32i", record, 2344)
    candidates = tuple(
        CandidateRecord(
            _hops(struct.unpack_from("<8b", record, 1024 + 8 * number)),
            _EVALUATION.unpack_from(record, 1408 + 28 * number),
            _SHORT.unpack_from(record, 1280 + 4 * number)[0],
            rollouts[number],
        )
        for number in range(count)
    )
    return MoveRecord(
        int_at(record, 64),
        board_at(record, 9),
        board_at(record, 35),
        _hops(numbers),
        is_told=numbers[0] == -1 or numbers[0] != numbers[1],
        dice=struct.unpack_from("<2i", record, 100),
        cube=int_at(record, 108),
        candidates=candidates,
        error=_DOUBLE.unpack_from(record, 2312)[0],
        luck=_DOUBLE.unpack_from(record, 2320)[0],
        comment=int_at(record, 2524),
    )


def _hops(numbers: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Moves as pairs of places counted from 0. A negative source ends them, a negative target is off."""
    hops: list[tuple[int, int]] = []
    for source, target in zip(numbers[::2], numbers[1::2], strict=True):
        if source < 0:
            break
        hops.append((source + 1, max(target, -1) + 1))
    return tuple(hops)


@dataclass(frozen=True, slots=True)
class GameFooter:
    """How a game ended."""

    winner: int
    points: int
    termination: int
    """0 for a drop, 1 to 3 for a single game to a backgammon; 100 more for a resignation, 1000 more if settled."""


def read_game_end(record: bytes) -> GameFooter:
    return GameFooter(*struct.unpack_from("<3i", record, 24))
