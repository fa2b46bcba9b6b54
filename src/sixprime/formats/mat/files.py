"""Reads `.mat` files line by line, in all dialects.

The left column is White's. Tags before the match become details, tags about rules become rules. What a dialect leaves
out, mostly hits, follows from the rules; `rows` knows the words of each dialect.
"""

from __future__ import annotations

import re

from sixprime.core import NAMED_STARTS, Player, Position
from sixprime.formats.mat.games import MAX_ROWS, GameReader, MatGame, SetUp
from sixprime.formats.mat.lines import (
    GAME_LINE,
    LENGTH_LINE,
    MAT,
    UNLIMITED_LINE,
    NamesLine,
    is_remark,
    name_and_rating,
    read_score_line,
)
from sixprime.formats.mat.plain_files import read_plain_mat
from sixprime.formats.mat.rows import read_row
from sixprime.formats.mat.tags import EXTREME_GAMMON, SITES_WITH_RULES, TagLines
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.results import MatchFile
from sixprime.formats.reading.text_files import head_of, numbered_lines
from sixprime.messages import text

SAMPLE_BYTES = 16_000
"""How much of a file is read to find out which start position its games have."""
RETRY_BYTES = 200_000
"""A larger file is not read a second time to find its start position."""
SIGN_BYTES = 2048

_SET_UP = re.compile(r"\s*[;#]\s*set\s+pos\s*=\s*([-A-Pa-p]{26})(?:/(-?[0-9]{1,2}))?", re.IGNORECASE)
_SIGNS = re.compile(
    r"^[ \t]*(?:[0-9]{1,7}[ -]{0,3}points? +match\b|game +[0-9]{1,6} *$|[0-9]{1,5}\)[ \t]+(?:[1-6][1-6]:|doubles))",
    re.IGNORECASE | re.MULTILINE,
)

_PLAIN_SIGN = re.compile(rb"^ {0,9}[0-9]{1,5} points? match\b", re.MULTILINE)
"""The most common of the signs, in the bytes of a file."""


def looks_like_mat(data: bytes) -> bool:
    """Whether a text has the marks of this format."""
    beginning = data[:SIGN_BYTES]
    if beginning.isascii() and b"\0" not in beginning and _PLAIN_SIGN.search(beginning):
        return True
    return _SIGNS.search(head_of(data)) is not None


def read_mat(data: bytes) -> MatchFile:
    """All matches of a file in any dialect: compiled code reads the usual form, all others are read line by line."""
    plain = read_plain_mat(data)
    return plain if plain is not None else read_any_mat(data)


def read_any_mat(data: bytes) -> MatchFile:
    """All matches of a file, read line by line.

    Files of nackgammon or hypergammon may not say so. If many plays are illegal from the standard start, the other
    start positions are tried, and the one with the fewest problems is kept.
    """
    reader = MatReader(data)
    found = reader.read()
    if not reader.is_puzzled or len(data) > RETRY_BYTES:
        return found
    beginning = data[: data.rfind(b"\n", 0, SAMPLE_BYTES) + 1] if len(data) > SAMPLE_BYTES else data
    best, fewest = None, _problems(MatReader(beginning).read()) if beginning is not data else _problems(found)
    for start in (*NAMED_STARTS.values(), *(Position.hypergammon(checkers) for checkers in (1, 2))):
        problems = _problems(MatReader(beginning, start).read())
        if problems * 2 < fewest:
            best, fewest = start, problems
    if best is None:
        return found
    other = MatReader(data, best).read()
    return other if _problems(other) < _problems(found) else found


def _problems(file: MatchFile) -> int:
    return len(file.problems) + file.problems_left_out


class MatReader:
    """Reads a file once. `start` is the start position if the file does not name one."""

    def __init__(self, data: bytes, start: Position | None = None) -> None:
        self._data = data
        self._start = start
        self._builder = MatchBuilder(MAT)
        self._tags = TagLines()
        self._match_tags = self._tags.taken()
        self._length: int | None = None
        self._has_length = self._begins_match = False
        self._names = ("", "")
        self._knows_start = self._saw_damage = False
        self._unknown_start = ""
        """The name of the game, if nobody knows its start position."""
        self._game: MatGame | None = None
        self._header: NamesLine | None = None

    @property
    def is_puzzled(self) -> bool:
        """Whether games could not be followed although the file did not name a start position."""
        return self._saw_damage and not self._knows_start

    def read(self) -> MatchFile:
        builder = self._builder
        for number, line in numbered_lines(self._data):
            if not line or line.isspace():
                continue
            if GAME_LINE.match(line):
                self._finish_game()
                self._game, self._header = MatGame(number), None
                if self._begins_match or not builder.has_match:
                    self._match_tags = self._tags.taken()
            elif is_remark(line):
                self._read_remark(number, line)
            elif (length := LENGTH_LINE.match(line)) or UNLIMITED_LINE.match(line):
                self._finish_game()
                self._length = max(int(length[1]), 0) if length else 0
                self._has_length = self._begins_match = True
            elif self._game is not None:
                self._read_line(number, line, self._game)
            if builder.is_full:
                break
        self._finish_game()
        builder.writer = self._tags.writer
        return builder.finish()

    def _read_remark(self, number: int, line: str) -> None:
        game = self._game
        if game is None:
            self._tags.read(line)
        elif found := _SET_UP.match(line):
            game.set_ups.append(SetUp(len(game.rows), found[1], int(found[2] or 0), number))
        elif not self._tags.read(line, in_game=True):
            game.comments.append((len(game.rows), line.strip().lstrip(";#").strip()))

    def _read_line(self, number: int, line: str, game: MatGame) -> None:
        if self._header is None and not game.rows:
            self._header = read_score_line(line)
            if self._header is not None:
                game.name_column = self._header.right_column
                return
        if len(game.rows) < MAX_ROWS:
            game.rows.append(read_row(number, line))

    def _finish_game(self) -> None:
        game, self._game = self._game, None
        if game is None:
            return
        builder = self._builder
        builder.line = game.line
        left, right, score = self._names_and_score()
        if self._begins_match or not builder.has_match:
            self._begin_match(left, right)
        swapped = (right[0], left[0]) == self._names and right[0] != left[0]
        if score is None:
            builder.problem(text("the names and the score of this game are missing"))
        elif swapped:
            score = (score[1], score[0])
        builder.begin_game(score)
        names = {Player.WHITE: self._names[0], Player.BLACK: self._names[1]}
        GameReader(builder, Player.BLACK if swapped else Player.WHITE, names).read(game)
        self._saw_damage = self._saw_damage or builder.game_is_doubtful
        if self._unknown_start and builder.game_is_doubtful:
            unknown, self._unknown_start, builder.line = self._unknown_start, "", game.line
            builder.problem(
                text("the start position of {game} is not known; the standard one is assumed", game=unknown)
            )

    def _names_and_score(self) -> tuple[tuple[str, str], tuple[str, str], tuple[int, int] | None]:
        """Each name with the rating that some sites write behind it, and the score."""
        header = self._header
        if header is None:
            return (self._names[0], ""), (self._names[1], ""), None
        return name_and_rating(header.left), name_and_rating(header.right), header.score

    def _begin_match(self, left: tuple[str, str], right: tuple[str, str]) -> None:
        builder = self._builder
        self._begins_match = False
        self._names = (left[0], right[0])
        if not self._has_length:
            builder.problem(text("the file does not say how long the match is; it is read as money play"))
        names = {Player.WHITE: left[0], Player.BLACK: right[0]}
        tags = self._match_tags
        if not self._tags.writer and tags.is_by_extreme_gammon(names):
            self._tags.writer = EXTREME_GAMMON
        self._knows_start = self._knows_start or tags.start is not None
        self._unknown_start = tags.unknown_start if self._start is None else ""
        builder.knows_site_rules = self._tags.writer in SITES_WITH_RULES
        builder.begin_match(
            self._length,
            names=names,
            details=tags.details(names, {Player.WHITE: left[1], Player.BLACK: right[1]}),
            crawford=tags.crawford,
            jacoby=tags.jacoby,
            beavers=tags.beavers,
            cube_limit=tags.cube_limit,
            start=tags.start or self._start,
        )
