"""Commands: what a seat wants to do, checked for its form, and the entries that it would add to the log."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sixprime.core import Event, Player, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.formats.dice.derivation import is_committed, read_hexadecimal
from sixprime.messages import Message, shown, text
from sixprime.server.matches.actions import may_abort, may_ask_to_abort, may_decline_abort
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import (
    AbortAsked,
    AbortDeclined,
    Aborted,
    Entry,
    MatchKind,
    SecretShown,
    SeedRevealed,
    TakenBack,
)
from sixprime.server.matches.logs import SEATS, SEEDS, Log, LogEntry, Moment
from sixprime.server.refusals import Malformed, NotAllowed

ActionName = Literal[
    "open", "roll", "play", "double", "take", "drop", "beaver", "raccoon",
    "resign", "accept", "decline", "end", "reveal", "take-back", "abort", "decline-abort",
]  # fmt: skip
SideName = Literal["white", "black"]
Pair = Annotated[list[Annotated[int, Field(ge=0, le=25)]], Field(min_length=2, max_length=2)]


class SeatCommand(BaseModel):
    """What a seat wants to do. `version` is the last one that the client has seen."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: Literal["command"] | None = None
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    version: Annotated[int, Field(ge=0, le=2**31)]
    seat: SideName
    action: ActionName
    steps: Annotated[list[Pair], Field(max_length=4)] | None = None
    value: Annotated[int, Field(ge=1, le=3)] | None = None
    seed: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{64}$")] | None = None

    @property
    def player(self) -> Player:
        return Player(self.seat)


_WITH: dict[str, str] = {"play": "steps", "resign": "value", "reveal": "seed"}
"""Which action takes which field."""

_PLAIN: dict[str, type[ev.Doubled | ev.Taken | ev.Dropped | ev.Beavered | ev.Raccooned]] = {
    "double": ev.Doubled,
    "take": ev.Taken,
    "drop": ev.Dropped,
    "beaver": ev.Beavered,
    "raccoon": ev.Raccooned,
}


def read_command(written: str) -> SeatCommand:
    """A command from JSON, or `Malformed`."""
    try:
        command = SeatCommand.model_validate_json(written)
    except ValidationError as error:
        raise Malformed(first_fault(error)) from None
    check_fields(command)
    return command


def check_fields(command: SeatCommand) -> None:
    """Refuse fields that do not belong to the action, or are missing."""
    check_action(command.action, steps=command.steps, value=command.value, seed=command.seed)


def check_action(action: str, **fields: object) -> None:
    """Refuse those of some fields that do not belong to an action, or are missing."""
    wanted = _WITH.get(action)
    for field, given in fields.items():
        if given is not None and field != wanted:
            raise Malformed(text("the field {field} does not belong to {action}", field=field, action=action))
        if given is None and field == wanted:
            raise Malformed(text("the field {field} is missing", field=field))


def first_fault(error: ValidationError) -> Message:
    """A sentence about the first fault that a model has found."""
    return describe_fault(error.errors(include_url=False)[0])


def describe_fault(fault: object) -> Message:
    """A sentence about one fault that a model has found."""
    assert isinstance(fault, dict)
    place, value = _field_of(fault), _written(fault["input"])
    match fault["type"]:
        case "missing" if not place:
            return text("the request is empty")
        case "missing":
            return text("the field {field} is missing", field=place)
        case "extra_forbidden":
            return text("unknown field {field}", field=shown(place))
        case "json_invalid":
            return text("this is not JSON")
        case "string_too_long":
            most = fault["ctx"]["max_length"]
            return text("the field {field} has more than {most} characters", field=place, most=most)
        case _ if not place:
            return text("a message is a set of named fields, not {value}", value=value)
        case _:
            return text("the field {field} cannot be {value}", field=place, value=value)


def _field_of(fault: dict[str, Any]) -> str:
    """The name of a field, without the part of the request that it is in and the kinds of value that it can have."""
    parts = fault["loc"][1:] if fault["loc"][:1] in _PARTS else fault["loc"]
    if fault["type"] != "extra_forbidden":  # whose name anybody can have made up
        parts = [part for part in parts if isinstance(part, int) or part.isidentifier()]
    return ".".join(map(str, parts))


_PARTS = (("body",), ("query",), ("path",))


def _written(value: object) -> str:
    """A value as the sender has written it, in JSON."""
    return json.dumps(value) if value is None or isinstance(value, bool) else shown(value)


# The entries of a command


def entries_of(command: SeatCommand, moment: Moment, dice: DiceBox, *, other_is_gone: bool) -> list[Entry]:
    """The entries of a command of the holder of the seat. Folding them shows whether the rules allow them."""
    player = command.player
    match command.action:
        case "abort":
            if may_abort(moment, player, other_is_gone=other_is_gone):
                return [Aborted(player)]
            if not may_ask_to_abort(moment, player):
                raise NotAllowed(why_not_abort(moment))
            return [AbortAsked(player)]
        case "decline-abort":
            if not may_decline_abort(moment, player):
                raise NotAllowed(text("nobody has offered to abandon the match"))
            return [AbortDeclined(player)]
        case "reveal":
            return [_reveal(command, moment)]
        case "take-back":
            return [_take_back(player, moment)]
        case _:
            require_playing(moment)
            return [_event(command, moment, dice)]


def require_playing(moment: Moment) -> None:
    """Refuse while the game itself cannot go on."""
    if moment.is_playing:
        return
    if moment.kind is MatchKind.STUDY:
        raise NotAllowed(text("an imported match can only be viewed, not played"))
    if moment.is_aborted:
        raise NotAllowed(text("the match has been aborted"))
    if moment.phase == SEATS:
        raise NotAllowed(text("a seat is still free"))
    if moment.phase == SEEDS:
        raise NotAllowed(text("the dice wait for the seeds"))
    raise NotAllowed(text("the match is over"))


def why_not_abort(moment: Moment) -> Message:
    if moment.is_finished:
        return text("the match is over")
    if moment.kind is MatchKind.STUDY:
        return text("an imported match can only be viewed, not played")
    if moment.abort_declined is not None:
        return text("the other side wants to play on; ask again after the next move")
    return text("the other side has been asked, and may agree or play on")


def _reveal(command: SeatCommand, moment: Moment) -> SeedRevealed:
    seat = moment.seat(command.player)
    if moment.phase != SEEDS or seat.seed_commitment is None or seat.seed is not None:
        raise NotAllowed(text("no seed is waited for"))
    seed = read_hexadecimal(command.seed)
    if not is_committed(seed, seat.seed_commitment):
        raise NotAllowed(text("this is not the seed that was committed to"))
    return SeedRevealed(command.player, seed.hex())


def _take_back(player: Player, moment: Moment) -> TakenBack:
    require_playing(moment)
    if moment.kind is MatchKind.LINK:
        raise NotAllowed(text("turns are taken back at one screen or against the bot only"))
    point = moment.take_back_point(player)
    if point is None:
        raise NotAllowed(text("there is no turn to take back"))
    return TakenBack(player, point)


def _event(command: SeatCommand, moment: Moment, dice: DiceBox) -> Event:
    player = command.player
    match command.action:
        case "open":
            roll = dice.throw(moment)
            return ev.OpeningRolled(roll.first, roll.second)
        case "roll":
            return ev.Rolled(player, dice.throw(moment))
        case "play":
            return ev.Played(player, tuple((source, target) for source, target in command.steps or ()))
        case "resign":
            return ev.Resigned(player, Win(command.value or 1))
        case "accept":
            return ev.ResignationAccepted(player)
        case "decline":
            return ev.ResignationDeclined(player)
        case "end":
            return ev.SessionEnded()
        case action:
            return _PLAIN[action](player)


def number_entries(
    log: Log, entries: list[Entry], dice: DiceBox, *, by: Player | None, key: str | None = None
) -> tuple[list[LogEntry], list[Moment]]:
    """Number entries for the log and fold them; the secret of the dice is added after the last entry of a match.

    `NotAllowed` if the rules do not allow them.
    """
    first = log.version + 1
    logged = [
        LogEntry(
            first + part,
            None if isinstance(entry, ev.OpeningRolled) else by,
            entry,
            None if part else key,
            part,
            None if part or key is None else by,
        )
        for part, entry in enumerate(entries)
    ]
    try:
        moments = log.planned(logged)
    except SixprimeError as error:
        raise NotAllowed(error.message) from None
    last = moments[-1]
    if last.is_finished and last.secret is None and last.kind is not MatchKind.STUDY:
        shown_secret = LogEntry(last.version + 1, None, SecretShown(dice.open(last)), part=len(logged))
        logged.append(shown_secret)
        moments.append(last.after(shown_secret))
    return logged, moments
