"""The lines of UBGI, the Universal Backgammon Interface, in its three generations.

0.01 sends a board line or an XGID and gets one line back. 0.1 is a conversation like that of chess engines, with
`setoption`, a session and `go role chequer|cube|turn`. 0.2 has `keys`, `get` and `set` and shorter `go`s. One parser
reads them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from sixprime.core import Player, Roll, SixprimeError
from sixprime.core.choices import Choice
from sixprime.core.match.states import MAX_LENGTH
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.rules import CUBE_CEILING
from sixprime.core.situations import Situation
from sixprime.formats.ids.gnubg_ids import from_gnubg_id
from sixprime.formats.ids.xgids import from_xgid
from sixprime.formats.protocols.external import parse_board
from sixprime.messages import Message, shown, text

MAX_LINE = 2000
MOST = 1_000_000_000
"""The highest number in a command."""


class Generation(Choice):
    """The three forms of the interface."""

    FIRST = "0.01"
    SECOND = "0.1"
    THIRD = "0.2"


class ErrorCode(Enum):
    """The kind of mistake that an error line reports."""

    UNKNOWN_COMMAND = "unknown_command"
    BAD_ARGUMENT = "bad_argument"
    MISSING_CONTEXT = "missing_context"
    UNSUPPORTED_FEATURE = "unsupported_feature"
    SEARCH_IN_PROGRESS = "search_in_progress"


class UbgiError(SixprimeError):
    """A command that is not known, not well-formed, or not possible now; `code` says which."""

    def __init__(self, code: ErrorCode, message: Message) -> None:
        super().__init__(message)
        self.code = code

    @property
    def line(self) -> str:
        """The line that reports the error."""
        return f"error {self.code.value} " + re.sub(r"\s+", " ", str(self))


class Role(Choice):
    """What `go` decides: a play, the cube, or both."""

    CHEQUER = "chequer"
    CUBE = "cube"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Handshake:
    """`ubgi`"""


@dataclass(frozen=True, slots=True)
class IsReady:
    """`isready`"""


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame`: everything said about a position is forgotten; options stay."""


@dataclass(frozen=True, slots=True)
class NewSession:
    """`newsession type match length 7`"""

    length: int | None
    jacoby: bool
    crawford: bool


@dataclass(frozen=True, slots=True)
class SetScore:
    """`setscore 3 2`: the points of p0 and p1."""

    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SetCube:
    """`setcube value 2 owner p0`; a cube in the middle has no owner."""

    value: int
    owner: Player | None


@dataclass(frozen=True, slots=True)
class SetTurn:
    """`setturn p1`"""

    player: Player


@dataclass(frozen=True, slots=True)
class SetPosition:
    """`position gnubgid ...` or `position xgid ...`; `is_whole` if score, cube and turn are in it as well."""

    situation: Situation
    is_whole: bool


@dataclass(frozen=True, slots=True)
class SetDice:
    """`dice 3 1`"""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Go:
    """`go role chequer depth 1`: what to decide, and how long to think."""

    role: Role = Role.CHEQUER
    limits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetOption:
    """`setoption name Ply value 1` or `set engine.ply 1`"""

    name: str
    value: str
    generation: Generation


@dataclass(frozen=True, slots=True)
class GetOption:
    """`get engine.ply`"""

    name: str


@dataclass(frozen=True, slots=True)
class ListOptions:
    """`keys`"""


@dataclass(frozen=True, slots=True)
class BarePosition:
    """A board line or XGID by itself: the whole question of the first generation."""

    situation: Situation


@dataclass(frozen=True, slots=True)
class Stop:
    """`stop`"""


@dataclass(frozen=True, slots=True)
class Quit:
    """`quit`"""


Command = (
    Handshake
    | IsReady
    | NewGame
    | NewSession
    | SetScore
    | SetCube
    | SetTurn
    | SetPosition
    | SetDice
    | Go
    | SetOption
    | GetOption
    | ListOptions
    | BarePosition
    | Stop
    | Quit
)

_PLAIN: Mapping[str, Command] = {
    "ubgi": Handshake(),
    "isready": IsReady(),
    "newgame": NewGame(),
    "keys": ListOptions(),
    "stop": Stop(),
    "quit": Quit(),
}
_PLAYERS = {"p0": Player.WHITE, "p1": Player.BLACK}
_LIMITS = ("movetime", "depth", "nodes", "trials")


def is_bare_position(line: str) -> bool:
    """Whether a line is a position by itself, well-formed or not."""
    return re.match(r"\s*(board:|xgid\s*=|[-A-Pa-p]{26}:)", line, re.IGNORECASE) is not None


def parse_command(line: str, checkers: int = MAX_CHECKERS) -> Command | None:
    """The command of a line, None for an empty one. Names are lower case, as the interface has them.

    `checkers` is how many each side plays with, which is not in an id: it matters if some have been borne off.
    """
    if len(line) > MAX_LINE:
        raise _bad(text("the line is longer than {most} characters", most=MAX_LINE))
    if is_bare_position(line):
        return BarePosition(_situation_of(line.strip(), checkers))
    words = line.replace("\0", " ").split()
    if not words:
        return None
    name, arguments = words[0], words[1:]
    if name in _PLAIN:
        if arguments:
            raise _bad(text("{command} stands alone", command=name))
        return _PLAIN[name]
    match name:
        case "newsession":
            return _new_session(arguments)
        case "setscore" if len(arguments) == 2:
            score = [_number(name, word, 0, MOST) for word in arguments]
            return SetScore((score[0], score[1]))
        case "setcube":
            return _set_cube(arguments)
        case "setturn" if len(arguments) == 1 and arguments[0] in _PLAYERS:
            return SetTurn(_PLAYERS[arguments[0]])
        case "position":
            return _position(line.strip().removeprefix(name).strip(), checkers)
        case "dice":
            if len(arguments) != 2 or not all(re.fullmatch("[1-6]", word) for word in arguments):
                raise _usage("dice 3 1")
            return SetDice(Roll(int(arguments[0]), int(arguments[1])))
        case "go":
            return _go(arguments)
        case "setoption":
            return _set_option(arguments)
        case "set" if len(arguments) >= 2:
            return SetOption(arguments[0], " ".join(arguments[1:]), Generation.THIRD)
        case "get" if len(arguments) == 1:
            return GetOption(arguments[0])
        case _ if name in _USAGES:
            raise _usage(_USAGES[name])
    raise UbgiError(ErrorCode.UNKNOWN_COMMAND, text("{command} is not a command", command=shown(name)))


_USAGES = {
    "setscore": "setscore 3 2",
    "setturn": "setturn p0|p1",
    "set": "set KEY VALUE",
    "get": "get KEY",
}


def _new_session(arguments: Sequence[str]) -> Command:
    usage = "newsession type money|match [length N] [jacoby on|off] [crawford on|off]"
    pairs = _pairs(arguments, ("type", "length", "jacoby", "crawford"), usage)
    kind = pairs.get("type")
    if kind not in ("money", "match"):
        raise _usage(usage)
    for name in ("jacoby", "crawford"):
        if pairs.get(name, "on") not in ("on", "off"):
            raise _usage(usage)
    length = _number("length", pairs.get("length", "1"), 1, MAX_LENGTH) if kind == "match" else None
    return NewSession(length, pairs.get("jacoby", "on") == "on", pairs.get("crawford", "on") == "on")


def _set_cube(arguments: Sequence[str]) -> Command:
    usage = "setcube value N owner center|p0|p1"
    pairs = _pairs(arguments, ("value", "owner"), usage)
    owner = pairs.get("owner", "")
    if "value" not in pairs or owner not in ("center", *_PLAYERS):
        raise _usage(usage)
    value = _number("value", pairs["value"], 1, CUBE_CEILING)
    if value & (value - 1):
        raise _bad(text("the cube cannot show {value}", value=value))
    return SetCube(value, _PLAYERS.get(owner))


def _position(written: str, checkers: int) -> Command:
    kind, _, rest = written.partition(" ")
    if kind not in ("gnubgid", "xgid") or not rest.strip():
        if kind and rest.strip():
            raise UbgiError(ErrorCode.UNSUPPORTED_FEATURE, text("a position is a gnubgid or an xgid"))
        raise _usage("position gnubgid|xgid ID")
    try:
        if kind == "xgid":
            return SetPosition(from_xgid(rest, checkers), is_whole=True)
        return SetPosition(from_gnubg_id(rest, checkers), is_whole=":" in rest)
    except SixprimeError as error:
        raise _bad(error.message) from None


def _situation_of(line: str, checkers: int) -> Situation:
    try:
        return parse_board(line).situation if line.lower().startswith("board:") else from_xgid(line, checkers)
    except SixprimeError as error:
        raise _bad(error.message) from None


def _go(arguments: Sequence[str]) -> Command:
    usage = "go [role] chequer|cube|turn [movetime MS] [depth N] [nodes N] [trials N]"
    words = list(arguments)
    role = Role.CHEQUER
    if words[:1] == ["role"]:
        words.pop(0)
        if not words or words[0] not in [known.value for known in Role]:
            raise _usage(usage)
    if words and words[0] in [known.value for known in Role]:
        role = Role(words.pop(0))
    limits = {name: _number(name, value, 0, MOST) for name, value in _pairs(words, _LIMITS, usage).items()}
    return Go(role, limits)


def _set_option(arguments: Sequence[str]) -> Command:
    words = list(arguments)
    if len(words) < 4 or words[0] != "name" or "value" not in words[2:-1]:
        raise _usage("setoption name NAME value VALUE")
    middle = words.index("value", 2)
    return SetOption(" ".join(words[1:middle]), " ".join(words[middle + 1 :]), Generation.SECOND)


def _pairs(words: Sequence[str], names: Sequence[str], usage: str) -> dict[str, str]:
    """Names and values in alternation."""
    if len(words) % 2:
        raise _usage(usage)
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    if len(pairs) * 2 != len(words) or not set(pairs) <= set(names):
        raise _usage(usage)
    return pairs


def _number(name: str, written: str, lowest: int, highest: int) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", written) or not lowest <= int(written) <= highest:
        raise _bad(
            text(
                "{name} is a whole number from {lowest} to {highest}, not {value}",
                name=name, lowest=lowest, highest=highest, value=shown(written),
            )
        )  # fmt: skip
    return int(written)


def _bad(why: Message) -> UbgiError:
    return UbgiError(ErrorCode.BAD_ARGUMENT, why)


def _usage(usage: str) -> UbgiError:
    return _bad(text("expected: {usage}", usage=usage))
