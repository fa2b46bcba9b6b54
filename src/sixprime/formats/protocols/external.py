"""The lines of GNU Backgammon's external player protocol: a question is a line, and so is its answer.

A question is a board line like those of FIBS, `evaluation` of one, or a word such as `version`. GNU Backgammon writes
them when it plays against an external player, and reads them when it is one: the same line means the same both ways.
Its positive checkers are those of player 1, who is Black here; player 0 comes first in names and scores, unless a
double is to be answered. The owner of the cube shows beavers and raccoons.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sixprime.core import BAR, Cube, Event, Offer, Player, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.core.plays import point_name
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fibs_boards import (
    COLOUR,
    CUBE,
    DICE,
    DIRECTION,
    DOUBLED,
    FIELDS,
    LENGTH,
    MAY_DOUBLE,
    NAMES,
    REDOUBLES,
    SCORES,
    TURN,
    UNLIMITED,
    FibsBoard,
    parse_fibs_board,
)
from sixprime.messages import shown, text

MAX_LINE = 1000
"""The longest line that is accepted; GNU Backgammon itself accepts 255 bytes."""
DEEPEST = 7

RESIGNATIONS = {Win.SINGLE: "normal", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}

_SIGNS = {Player.BLACK: 1, Player.WHITE: -1}


class ProtocolError(SixprimeError):
    """A line that the protocol does not know; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """A board line: what does the player do here?"""

    board: FibsBoard

    @property
    def situation(self) -> Situation:
        return self.board.situation


@dataclass(frozen=True, slots=True)
class EvaluationAsked:
    """`evaluation`: what are the chances and the equity of the player on roll?"""

    situation: Situation
    plies: int = 0
    cubeful: bool = False
    jacoby: bool = False


@dataclass(frozen=True, slots=True)
class VersionAsked:
    """`version`: which program is this?"""


@dataclass(frozen=True, slots=True)
class HelpAsked:
    """`help`: which questions are there?"""


@dataclass(frozen=True, slots=True)
class OptionSet:
    """`set debug on`, `set interface new`: settings that change how answers look."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Farewell:
    """`exit` or `quit`: there are no more questions."""


Request = BoardAsked | EvaluationAsked | VersionAsked | HelpAsked | OptionSet | Farewell

_SETTINGS = {"debug": ("on", "off"), "interface": ("new", "old")}
_SWITCHES = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


# Names may contain spaces, so a board is recognised by its number of colons, up to the next space.
_BOARD = re.compile(
    rf"(?P<asked>evaluation\s+)?(?:fibsboard\s+)?(?P<board>board:(?:[^:]*:){{{FIELDS - 2}}}[^\s:]*|board:\S*)",
    re.IGNORECASE,
)


def parse_request(line: str, asked: Player | None = None) -> Request:
    """The question of a line. `asked` is the player whom earlier lines have asked, if known."""
    if len(line) > MAX_LINE:
        raise ProtocolError(text("the line is longer than {most} characters", most=MAX_LINE))
    question = line.replace("\0", " ").strip()
    board = _BOARD.match(question)
    if board is not None:
        words = question[board.end() :].lower().split()
        if board["asked"]:
            return _parse_evaluation(board["board"], words, asked)
        return BoardAsked(parse_board(board["board"], asked))
    words = question.split()
    if not words:
        raise ProtocolError(text("no command given"))
    name = words[0].lower()
    match name, words[1:]:
        case "version", []:
            return VersionAsked()
        case "help", _:
            return HelpAsked()
        case "exit" | "quit" | "close" | "disconnect", _:
            return Farewell()
        case "set", [option, value] if value.lower() in _SETTINGS.get(option.lower(), ()):
            return OptionSet(option.lower(), value.lower())
        case "set", _:
            raise ProtocolError(text("what can be set is debug on|off and interface new|old"))
        case "evaluation" | "fibsboard", _:
            raise ProtocolError(text("{command} is followed by a board: evaluation fibsboard board:...", command=name))
    raise ProtocolError(text("there is no command {command}; a question begins with board:", command=shown(words[0])))


def _parse_evaluation(board: str, options: Sequence[str], asked: Player | None) -> EvaluationAsked:
    """The options after an evaluated board; those about pruning and noise are accepted and ignored."""
    plies, cubeful, jacoby = 0, False, False
    words = iter(options)
    for option in words:
        match option:
            case "cubeful" | "cubeless":
                cubeful = option == "cubeful"
            case "plies":
                value = next(words, "")
                if not re.fullmatch(r"[0-9]", value) or int(value) > DEEPEST:
                    raise ProtocolError(text("plies is 0 to {most}, not {value}", most=DEEPEST, value=shown(value)))
                plies = int(value)
            case "prune" | "deterministic" | "crawfordrule" | "beavers" | "jacobyrule":
                value = next(words, "")
                if value not in _SWITCHES:
                    raise ProtocolError(text("{option} is on or off, not {value}", option=option, value=shown(value)))
                jacoby = _SWITCHES[value] if option == "jacobyrule" else jacoby
            case "noise" | "resignation":
                if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value := next(words, "")):
                    raise ProtocolError(text("{option} is a number, not {value}", option=option, value=shown(value)))
            case _:
                raise ProtocolError(text("there is no option {option} of an evaluation", option=shown(option)))
    return EvaluationAsked(parse_board(board, asked).situation, plies, cubeful, jacoby)


# Boards


def parse_board(line: str, asked: Player | None = None) -> FibsBoard:
    """A board line of GNU Backgammon or of FIBS, with the cube offers that only GNU Backgammon writes."""
    fields = line.strip().split(":")
    if fields[0].lower() != "board" or len(fields) != FIELDS or not _is_by_gnubg(fields):
        return parse_fibs_board(line)
    offer, fields = _offer(fields, asked)
    board = parse_fibs_board(":".join(fields), gnubg=True)
    situation = board.situation
    try:
        if offer in (Offer.BEAVER, Offer.RACCOON):
            situation = replace(situation, offer=offer, beavers=True)
        if situation.crawford and fields[REDOUBLES] != "0":
            situation = replace(situation, crawford=False)
    except InvalidSituation as error:
        raise ProtocolError(error.message) from None
    return replace(board, situation=situation)


def _is_by_gnubg(fields: Sequence[str]) -> bool:
    """GNU Backgammon writes all boards in one direction, gives both players the dice, and ends in 1 without dice."""
    dice = fields[DICE : DICE + 4]
    if fields[COLOUR : DIRECTION + 1] != ["1", "-1"]:
        return False
    if any(die != "0" for die in dice):
        return dice[:2] == dice[2:]
    return fields[LENGTH] == "0" or (fields[REDOUBLES] == "1" and fields[LENGTH] != str(UNLIMITED))


def _offer(fields: Sequence[str], asked: Player | None) -> tuple[Offer | None, list[str]]:
    """How the cube is offered, and the fields of the line as they would be for a double.

    A double leaves the cube where it is. A beaver has turned it and given it to the player who beavers, and asks the
    doubler; a raccoon has turned it once more. The turn is always the doubler's.
    """
    rewritten = list(fields)
    if fields[DOUBLED] == "0":
        return None, rewritten
    owners = {("1", "0"): "1", ("0", "1"): "-1"}
    owner = owners.get((fields[MAY_DOUBLE], fields[MAY_DOUBLE + 1]))
    value = int(fields[CUBE]) if re.fullmatch(r"[0-9]{1,9}", fields[CUBE]) else 0
    doubler = fields[TURN]
    if owner is None or owner == doubler or value < 2:
        return Offer.DOUBLE, rewritten
    raccoon = value >= 4 and asked is not None and str(_SIGNS[asked]) != doubler
    before = value // 4 if raccoon else value // 2
    rewritten[CUBE] = str(before)
    may = (1, 1) if before == 1 else (int(doubler == "1"), int(doubler != "1"))
    rewritten[MAY_DOUBLE : MAY_DOUBLE + 2] = map(str, may)
    if not raccoon:  # the doubler is asked, and therefore comes first
        for place in (NAMES, SCORES):
            rewritten[place], rewritten[place + 1] = rewritten[place + 1], rewritten[place]
    return Offer.RACCOON if raccoon else Offer.BEAVER, rewritten


def board_line(situation: Situation, names: Mapping[Player, str] | None = None) -> str:
    """The board line of a situation, as GNU Backgammon writes and reads it."""
    called = {Player.WHITE: "O", Player.BLACK: "X", **(names or {})}
    on_roll = situation.on_roll or Player.WHITE
    position = situation.position_for(Player.BLACK)
    first = Player.BLACK if situation.offer in (Offer.DOUBLE, Offer.RACCOON) else Player.WHITE
    dice = (situation.roll.high, situation.roll.low) if situation.roll else (0, 0)
    cube = situation.cube
    if situation.offer in (Offer.BEAVER, Offer.RACCOON):
        cube = Cube(cube.value * (2 if situation.offer is Offer.BEAVER else 4), on_roll.opponent)
    crawford_over = situation.length != 1 and situation.is_match_point and not situation.crawford
    values: list[object] = [
        "board",
        *(re.sub(r"[\s:]", "_", called[side]) or side.value for side in (first, first.opponent)),
        situation.length or 0,
        situation.points_of(first),
        situation.points_of(first.opponent),
        *position.points,
        _SIGNS[on_roll],
        *dice,
        *dice,
        cube.value,
        int(cube.may_be_turned_by(Player.BLACK)),
        int(cube.may_be_turned_by(Player.WHITE)),
        int(situation.offer is not None),
        *(1, -1, 0, BAR),
        position.off,
        position.opponent_off,
        *(0, 0, 0, 0),
        int(crawford_over),
        int(not situation.crawford),
    ]
    return ":".join(map(str, values))


# Answers


def written_steps(steps: Sequence[tuple[int, int]]) -> str:
    """A play with every step written out: `bar/20 24/18 6/off`; empty where nothing can be moved."""
    return " ".join(f"{point_name(source)}/{point_name(target, target=True)}" for source, target in steps)


def reply(event: Event | None) -> str:
    """The answer for a decision; None is a roll of the dice."""
    match event:
        case None | ev.Rolled():
            return "roll"
        case ev.Played():
            return written_steps(event.steps)
        case ev.Doubled():
            return "double"
        case ev.Taken():
            return "take"
        case ev.Dropped():
            return "drop"
        case ev.Beavered() | ev.Raccooned():
            return "beaver"
        case ev.Resigned():
            return f"resign {RESIGNATIONS[event.win]}"
        case ev.ResignationAccepted():
            return "accept"
        case ev.ResignationDeclined():
            return "reject"
    raise ProtocolError(text("there is no answer for this: {event}", event=event.describe()))


def error_line(error: SixprimeError) -> str:
    """The line of an error. GNU Backgammon shows it and stops the game."""
    return "Error: " + re.sub(r"\s+", " ", str(error))
