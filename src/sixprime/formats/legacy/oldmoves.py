"""Reads `oldmoves` of FIBS: games as the First Internet Backgammon Server lists them, move by move.

X of the first game is White. Both players use the same numbers of points, so that one player moves upwards; X and O may
swap between games, and the server is known to swap the scores then. A resignation does not say how much was resigned,
which the next score shows.
"""

from __future__ import annotations

import re

from sixprime.core import BAR, OFF, Phase, Player
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.results import MatchFile
from sixprime.formats.reading.text_files import head_of, numbered_lines
from sixprime.messages import shown, text

OLDMOVES = "oldmoves"
MAX_LINE = 400
MAX_NAMES = 150

_SCORE = re.compile(
    r".*?score is ([0-9]{1,6})-([0-9]{1,6}) in an? (?:([0-9]{1,5})[ -]point|unlimited|money)", re.IGNORECASE
)
_LINE = re.compile(r"\s*+(X|O):(.*)\Z")
_ROLL = re.compile(r"\(\s*([1-6])[ ,]+([1-6])\s*\)\s*(.*)\Z")
_MOVE = re.compile(r"(bar|[0-9]{1,2})[-/](off|[0-9]{1,2})\*?", re.IGNORECASE)
_WINS = re.compile(r"wins(?: the)?(?: game)?(?: and)?(?: gets)?\D*([0-9]{1,6})? ?points?", re.IGNORECASE)
_SIGNS = re.compile(r"^.{0,80}score is [0-9]+-[0-9]+ in an? ", re.IGNORECASE | re.MULTILINE)


def looks_like_oldmoves(data: bytes) -> bool:
    """Whether a text has the marks of this format."""
    head = head_of(data)
    return _SIGNS.search(head) is not None and " is X" in head


def read_oldmoves(data: bytes) -> MatchFile:
    """All matches of a file."""
    reader = _Reader()
    for number, line in numbered_lines(data):
        if line and not line.isspace():
            reader.read(number, line[:MAX_LINE])
        if reader.builder.is_full:
            break
    return reader.builder.finish()


class _Reader:
    """Follows the lines of a file and reports them to a builder."""

    def __init__(self) -> None:
        self.builder = MatchBuilder(OLDMOVES, "FIBS")
        self._stated: tuple[int, int] | None = None
        self._length: int | None = None
        self._names: tuple[str, str] | None = None
        self._read_length: int | None = None
        self._x = Player.WHITE
        self._resigns: Player | None = None

    def read(self, number: int, line: str) -> None:
        self.builder.line = number
        if score := _SCORE.match(line):
            self._stated = (int(score[1]), int(score[2]))
            self._length = int(score[3]) if score[3] else None
        elif self._stated is not None and (players := _players(line[:MAX_NAMES])):
            self._begin_game(*players, self._stated)
            self._stated = None
        elif said := _LINE.match(line):
            player = self._x if said[1] == "X" else self._x.opponent
            self._happens(player, said[2].strip())

    def _begin_game(self, x: str, o: str, stated: tuple[int, int]) -> None:
        """Begin a game; `stated` has the points of X first, or those of the player who was X before."""
        builder = self.builder
        self._resigns = None
        known = self._names
        if known is None or {x, o} != set(known) or self._length != self._read_length or self._is_new(stated):
            self._names, self._read_length, self._x = (x, o), self._length, Player.WHITE
            builder.begin_match(self._length, names={Player.WHITE: x, Player.BLACK: o})
        else:
            self._x = Player.WHITE if x == known[0] else Player.BLACK
        score = stated if self._x is Player.WHITE else (stated[1], stated[0])
        builder.begin_game(self._unswapped(score))

    def _is_new(self, stated: tuple[int, int]) -> bool:
        """Whether a new match of the same players begins."""
        state = self.builder.state
        return stated == (0, 0) and state is not None and state.phase is Phase.OVER

    def _unswapped(self, score: tuple[int, int]) -> tuple[int, int]:
        """The score, swapped if it makes no sense as it is."""
        state = self.builder.state
        if state is None or score[0] == score[1]:
            return score
        other = (score[1], score[0])
        if self.builder.game_is_running or self.builder.game_is_damaged:
            fits = [_grew_once(state.score, order) for order in (score, other)]
        else:
            fits = [state.score == order for order in (score, other)]
        return other if fits == [False, True] else score

    def _happens(self, player: Player, words: str) -> None:
        builder, said = self.builder, words.lower()
        if roll := _ROLL.match(words):
            self._resigns = None
            builder.roll(player, f"{roll[1]}{roll[2]}")
            self._move(player, roll[3].strip())
        elif said.startswith(("doubles", "redoubles")):
            builder.double(player)
        elif said.startswith("beavers"):
            builder.beaver(player)
        elif said.startswith(("wants to resign", "resigns")):
            self._resigns = player
            builder.resign(player)
        elif said.startswith("accepts"):
            if self._resigns is None:
                builder.take(player)
        elif said.startswith("rejects"):
            if self._resigns is None:
                builder.drop(player)
            else:
                builder.decline(player)
                self._resigns = None
        elif said.startswith("wins"):
            won = _WINS.match(words)
            self._win(player, int(won[1]) if won and won[1] else None)
        else:
            builder.problem(text("{words} cannot be understood", words=shown(words)))

    def _win(self, player: Player, points: int | None) -> None:
        """Report a win; if the game is not over and the line has no points, the next score shows them."""
        if points is None and self.builder.game_is_running:
            self.builder.resign(player.opponent)
        else:
            self.builder.win(player, points)

    def _move(self, player: Player, words: str) -> None:
        lowered = words.lower()
        if not words or lowered.startswith(("can't", "cannot", "can not", "no move")):
            self.builder.play(player, ())
            return
        moves = [(_point(move[1]), _point(move[2])) for move in _MOVE.finditer(words)]
        if not moves or _MOVE.sub("", words).strip(" .,"):
            self.builder.damage(text("{words} cannot be understood", words=shown(words)))
            return
        if any(_ascends(source, target) for source, target in moves):
            moves = [(_turned(source), _turned(target)) for source, target in moves]
        self.builder.play(player, moves)


def _players(line: str) -> tuple[str, str] | None:
    """The names of X and O in a line like `anna is X - bela is O`; None if it is another line."""
    first, dash, second = line.partition(" - ")
    name, _, sign = first.strip().rpartition(" is ")
    other, _, others_sign = second.strip().partition(" is ")
    if not dash or not name.strip() or not other.strip() or {sign.strip(), others_sign.strip()[:1]} != {"X", "O"}:
        return None
    return (name.strip(), other.strip()) if sign.strip() == "X" else (other.strip(), name.strip())


def _grew_once(before: tuple[int, int], after: tuple[int, int]) -> bool:
    return (after[0] == before[0]) is not (after[1] == before[1]) and after[0] >= before[0] and after[1] >= before[1]


def _point(name: str) -> int:
    return {"bar": BAR, "off": OFF}.get(name.lower()) or int(name if name.isdigit() else 0)


def _turned(point: int) -> int:
    return point if point in (BAR, OFF) else BAR - point


def _ascends(source: int, target: int) -> bool:
    """Whether a move goes upwards: from the bar to a low point, off from a high one, or to a higher point."""
    if source == BAR:
        return OFF < target <= 6
    if target == OFF:
        return source >= 19
    return target > source
