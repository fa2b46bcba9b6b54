"""Reads files of Jellyfish: `.gam`, games in the rows of `.mat` without a match, and `.pos`, a position in numbers.

Player 1 is White. A `.gam` is money play; the names are on a line of their own before each game.
"""

from __future__ import annotations

import re
import struct

from sixprime.core import Cube, Player, Roll, SixprimeError
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import Situation
from sixprime.formats.ids.fields import position_of
from sixprime.formats.mat.games import MAX_ROWS, GameReader, MatGame
from sixprime.formats.mat.rows import read_row
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.results import MatchFile, UnreadableFile
from sixprime.formats.reading.text_files import head_of, numbered_lines
from sixprime.messages import text

JELLYFISH = "Jellyfish"
VERSIONS = (124, 125, 126)
LARGEST_POSITION = 2000
MAX_NAMES = 200

_ROW = re.compile(r"\s*[0-9]{1,4}\)|\s*(?:wins?|resign\w*|loses?|losses)\b", re.IGNORECASE)
_SIGNS = re.compile(r"[^\n)]{3,120}\n[ \t\n]{0,40}1\)[ \t]+[1-6][1-6]:", re.IGNORECASE)


# Games


def looks_like_gam(data: bytes) -> bool:
    """Whether a text begins with a line of names and the first row of a game."""
    head = head_of(data[:8192]).lstrip("\ufeff").lstrip()
    return _SIGNS.match(head) is not None and "point match" not in head.lower()


def read_gam(data: bytes) -> MatchFile:
    """A session of all games in a file."""
    builder = MatchBuilder("gam", JELLYFISH)
    names: tuple[str, str] | None = None
    game: MatGame | None = None
    for number, line in numbered_lines(data):
        if not line or line.isspace() or line.lstrip()[0] in ";#":
            continue
        if game is not None and len(game.rows) >= MAX_ROWS:
            continue
        row = None if game is None else read_row(number, line)
        if _ROW.match(line) or (row is not None and row.cells):
            if game is None:
                game = MatGame(number)
            game.rows.append(row or read_row(number, line))
        else:
            _finish(builder, game, names)
            names = _names(line)
            game = MatGame(number, line.rfind(names[1]))
        if builder.is_full:
            break
    _finish(builder, game, names)
    return builder.finish()


def _names(line: str) -> tuple[str, str]:
    """The names of a line, separated by at least two spaces or, if both are single words, by one; without scores."""
    parts = re.split(r" {2,}", line[:MAX_NAMES].strip(), maxsplit=1)
    if len(parts) < 2:
        parts = line[:MAX_NAMES].split(maxsplit=1)
    first, second = [*parts, "", ""][:2]
    return first.rpartition(":")[0].strip() or first, second.rpartition(":")[0].strip() or second.strip()


def _finish(builder: MatchBuilder, game: MatGame | None, names: tuple[str, str] | None) -> None:
    if game is None or not game.rows:
        return
    builder.line = game.line
    if not builder.has_match:
        white, black = names or ("", "")
        builder.begin_match(None, names={Player.WHITE: white, Player.BLACK: black})
    builder.begin_game()
    GameReader(builder).read(game)


# Positions


def looks_like_pos(data: bytes) -> bool:
    """Whether a file is a position of Jellyfish."""
    return 140 <= len(data) <= LARGEST_POSITION and int.from_bytes(data[:2], "little") in VERSIONS


def read_pos(data: bytes) -> MatchFile:
    """A match that consists of the position."""
    builder = MatchBuilder("pos", JELLYFISH)
    try:
        situation, names = _position(_Numbers(data))
    except struct.error:
        raise UnreadableFile(text("the position file is cut off")) from None
    except SixprimeError as error:
        raise UnreadableFile(text("no match can be read: {why}", why=error.message)) from None
    builder.add_situation(situation, names)
    return builder.finish()


class _Numbers:
    """Reads the numbers of a file in turn, two bytes each, with some texts between them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def next(self) -> int:
        (number,) = struct.unpack_from("<h", self._data, self._at)
        self._at += 2
        return int(number)

    def skip(self, count: int) -> None:
        self._at += 2 * count

    def words(self) -> str:
        length = self._data[self._at] if self._at < len(self._data) else 0
        start = self._at + 1
        self._at = start + length
        return self._data[start : self._at].decode("cp1252", "replace")


def _position(numbers: _Numbers) -> tuple[Situation, dict[Player, str]]:
    version = numbers.next()
    if version == 126:
        numbers.skip(2)
    has_cube, jacoby, beavers = True, None, None
    if version >= 125:
        has_cube, jacoby, beavers = (bool(numbers.next()) for _ in range(3))
    value = numbers.next()
    owner = {1: Player.WHITE, 2: Player.BLACK}.get(numbers.next())
    on_roll = {1: Player.WHITE, 2: Player.BLACK, 3: Player.WHITE, 4: Player.BLACK}.get(numbers.next())
    numbers.skip(3)  # how much of the roll has been played
    is_match = numbers.next() == 1
    numbers.skip(2)  # who plays, and how well
    length = numbers.next()
    score = (numbers.next(), numbers.next())
    names = {Player.WHITE: numbers.words(), Player.BLACK: numbers.words()}
    numbers.skip(1)
    crawford = numbers.next() == 2
    numbers.skip(1)
    numbers.words()  # the last play
    dice = (abs(numbers.next()), abs(numbers.next()))
    points = [(numbers.next() - 20, numbers.next())[0] for _ in range(26)]
    points.reverse()  # these are in Black's view, and Black's checkers are positive
    is_match = is_match and length > 0
    rolled = on_roll is not None and all(1 <= die <= 6 for die in dice)
    situation = Situation(
        position_of(JELLYFISH, points, MAX_CHECKERS, turned=on_roll is not Player.BLACK),
        on_roll,
        Cube(value, owner if value > 1 else None),
        Roll(*dice) if rolled else None,
        length=length if is_match else None,
        score=score if is_match else (0, 0),
        crawford=crawford and is_match,
        jacoby=None if is_match else jacoby if has_cube else False,
        beavers=None if is_match else beavers if has_cube else False,
        cube_limit=None if has_cube else 1,
    )
    return situation, names
