"""Matches as JSON: a versioned record that holds the rules and the events, and nothing that follows from them.

Reading is strict: a record that is damaged, or whose events break the rules, is refused with an error that
names the place. What a record of version 1 looks like is described in docs/record.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sixprime.core.dice import Roll
from sixprime.core.errors import InvalidRecord, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.cubes import Cube
from sixprime.core.match.events import Action, Event
from sixprime.core.match.matches import Match
from sixprime.core.match.results import Win
from sixprime.core.players import Player
from sixprime.core.positions import Position
from sixprime.core.rules import RuleSet
from sixprime.messages import is_text, shown, text

FORMAT = "sixprime-match"
VERSION = 1
MAX_RECORD_CHARACTERS = 50_000_000
NOTES = ("comments", "analyses")
"""Fields with what somebody wrote about the events, by their numbers; `sixprime.formats` reads and writes them."""
REVIEW = "review"
"""The field with a review of the match; `sixprime.analysis` reads and writes it."""

_PLAIN_EVENTS: dict[Action, Callable[[Player], Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
    Action.ACCEPT: ev.ResignationAccepted,
    Action.DECLINE: ev.ResignationDeclined,
}


def event_to_json(event: Event) -> dict[str, object]:
    """An event as JSON can hold it."""
    written: dict[str, object] = {"type": event.action.value}
    match event:
        case ev.SessionEnded():
            return written
        case ev.OpeningRolled():
            return {**written, "white": event.white, "black": event.black}
        case ev.PositionSet():
            return {
                **written,
                "points": list(event.position.points),
                "checkers": event.position.checkers,
                "on_roll": event.on_roll.value,
                "cube": event.cube.value,
                "cube_owner": event.cube.owner.value if event.cube.owner else None,
                "score": list(event.score),
                "crawford": event.crawford,
                "crawford_over": event.crawford_over,
            }
        case ev.Rolled():
            return {**written, "player": event.player.value, "dice": list(event.roll)}
        case ev.Played():
            return {**written, "player": event.player.value, "steps": [list(step) for step in event.steps]}
        case ev.Resigned():
            return {**written, "player": event.player.value, "value": int(event.win)}
        case _:
            return {**written, "player": event.player.value}


def event_from_json(written: object) -> Event:
    """An event from what `event_to_json` gave; an error says which field is wrong."""
    if not isinstance(written, dict):
        raise InvalidRecord(text("an event is a set of named fields, not {value}", value=shown(written)))
    rest = dict(written)
    kind = rest.pop("type", None)
    action = next((action for action in Action if action.value == kind), None)
    if action is None:
        raise InvalidRecord(text("unknown type of event {kind}", kind=shown(kind)))
    try:
        event = _read_event(action, rest)
    except KeyError as missing:
        raise InvalidRecord(text("the field {field} is missing", field=missing.args[0])) from None
    if rest:
        raise InvalidRecord(text("unknown field {field}", field=shown(next(iter(rest)))))
    return event


def _read_event(action: Action, fields: dict[str, object]) -> Event:
    """Take the fields of an event out of the dictionary; what is left there is unknown."""
    if action is Action.END:
        return ev.SessionEnded()
    if action is Action.OPEN:
        roll = Roll.of([_number(fields, "white"), _number(fields, "black")])
        return ev.OpeningRolled(roll.first, roll.second)
    if action is Action.SET_UP:
        return _read_set_up(fields)
    player = _player(fields, "player")
    if action is Action.ROLL:
        dice = _numbers(fields, "dice")
        return ev.Rolled(player, Roll.of(dice))
    if action is Action.PLAY:
        return ev.Played(player, _steps(fields.pop("steps")))
    if action is Action.RESIGN:
        value = _number(fields, "value")
        if value not in (1, 2, 3):
            raise InvalidRecord(text("a resignation is 1, 2 or 3, not {value}", value=shown(value)))
        return ev.Resigned(player, Win(value))
    return _PLAIN_EVENTS[action](player)


def _read_set_up(fields: dict[str, object]) -> Event:
    score = _numbers(fields, "score")
    if len(score) != 2:
        raise InvalidRecord(text("the field {field} cannot be {value}", field="score", value=shown(score)))
    owner = _player(fields, "cube_owner") if fields["cube_owner"] is not None else fields.pop("cube_owner")
    assert owner is None or isinstance(owner, Player)
    return ev.PositionSet(
        Position(tuple(_numbers(fields, "points")), _number(fields, "checkers")),
        _player(fields, "on_roll"),
        Cube(_number(fields, "cube"), owner),
        (score[0], score[1]),
        _flag(fields, "crawford"),
        _flag(fields, "crawford_over"),
    )


def _refuse(field: str, value: object) -> InvalidRecord:
    return InvalidRecord(text("the field {field} cannot be {value}", field=field, value=shown(value)))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**40


def _number(fields: dict[str, object], name: str) -> int:
    value = fields.pop(name)
    if not _is_number(value):
        raise _refuse(name, value)
    assert isinstance(value, int)
    return value


def _numbers(fields: dict[str, object], name: str) -> list[int]:
    value = fields.pop(name)
    if not isinstance(value, list) or not all(_is_number(number) for number in value):
        raise _refuse(name, value)
    return value


def _flag(fields: dict[str, object], name: str) -> bool:
    value = fields.pop(name)
    if not isinstance(value, bool):
        raise _refuse(name, value)
    return value


def _player(fields: dict[str, object], name: str) -> Player:
    value = fields.pop(name)
    player = next((player for player in Player if player.value == value), None)
    if player is None:
        raise _refuse(name, value)
    return player


def _steps(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise _refuse("steps", value)
    for step in value:
        if not isinstance(step, list) or len(step) != 2 or not all(_is_number(point) for point in step):
            raise _refuse("steps", step)
    return tuple((step[0], step[1]) for step in value)


def match_to_json(match: Match) -> dict[str, object]:
    """A match as JSON can hold it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "length": match.length,
        "rules": match.rules.to_json(),
        "players": {player.value: match.names[player] for player in Player},
        "details": dict(match.details),
        "events": [event_to_json(event) for event in match.events],
    }


def match_from_json(record: object) -> Match:
    """Replay a record. Whatever is wrong with it, the error is an `InvalidRecord` that names the place."""
    if not isinstance(record, dict):
        raise InvalidRecord(text("a record is a set of named fields, not {value}", value=shown(record)))
    fields: dict[str, Any] = dict(record)
    if fields.pop("format", None) != FORMAT:
        raise InvalidRecord(text("this is not a sixprime match record"))
    version = fields.pop("version", None)
    if not _is_number(version) or version != VERSION:
        raise InvalidRecord(
            text(
                "the record has version {found}; this program reads version {known}",
                found=shown(version),
                known=VERSION,
            )
        )
    try:
        rules = RuleSet.from_json(fields.pop("rules"))
        length = fields.pop("length")
        written = fields.pop("events")
    except KeyError as missing:
        raise InvalidRecord(text("the field {field} is missing", field=missing.args[0])) from None
    except SixprimeError as error:
        raise InvalidRecord(text("rules: {why}", why=error.message)) from error
    for name in (*NOTES, REVIEW):
        if not isinstance(fields.pop(name, {}), dict):
            raise _refuse(name, record[name])
    names = _names(fields.pop("players", {}))
    details = _details(fields.pop("details", {}))
    if fields:
        raise InvalidRecord(text("unknown field {field}", field=shown(next(iter(fields)))))
    if not isinstance(written, list):
        raise _refuse("events", written)
    events: list[Event] = []
    for number, entry in enumerate(written, 1):
        try:
            events.append(event_from_json(entry))
        except SixprimeError as error:
            raise InvalidRecord(text("event {number}: {why}", number=number, why=error.message)) from error
    try:
        return Match.from_events(events, rules, length=length, names=names, details=details)
    except InvalidRecord:
        raise
    except SixprimeError as error:
        raise InvalidRecord(error.message) from error


def _names(value: object) -> dict[Player, str]:
    sides = {player.value for player in Player}
    if not isinstance(value, dict) or not set(value) <= sides or not all(is_text(name) for name in value.values()):
        raise _refuse("players", value)
    return {Player(side): name for side, name in value.items()}


def _details(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(is_text(word) for pair in value.items() for word in pair):
        raise _refuse("details", value)
    return value


def dumps(
    match: Match,
    notes: Mapping[str, Mapping[int, object]] | None = None,
    review: Mapping[str, object] | None = None,
) -> str:
    """The record as text: a line for each event, so that files compare well.

    `notes` are values of JSON by the name of their field, one of `NOTES`, and the number of their event. `review` is
    an object of JSON, of which each entry of its lists has a line.
    """
    record = match_to_json(match)
    events = record.pop("events")
    assert isinstance(events, list)
    head = json.dumps(record, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in events)
    written = f'{head},\n "events": [\n{lines}\n ]' if lines else f'{head},\n "events": []'
    for name, found in (notes or {}).items():
        if found:
            told = ",\n".join(f'  "{event}": {json.dumps(note, ensure_ascii=False)}' for event, note in found.items())
            written += f',\n "{name}": {{\n{told}\n }}'
    if review is not None:
        told = ",\n".join(_review_lines(review))
        written += f',\n "{REVIEW}": {{\n{told}\n }}'
    return f"{written}\n}}\n"


def _review_lines(review: Mapping[str, object]) -> Iterator[str]:
    for name, value in review.items():
        told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if isinstance(value, list) and value and isinstance(value[0], dict):
            entries = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in value)
            told = "[\n   " + ",\n   ".join(entries) + "\n  ]"
        yield f"  {json.dumps(name)}: {told}"


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON. A field that occurs twice is refused, because it says two things."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise InvalidRecord(text("a field stands in the same place twice"))
    return fields


def loads(written: str) -> Match:
    """A match from the text of a record."""
    return match_from_json(parse(written))


def parse(written: str) -> object:
    """The JSON of a record, in which no field stands twice; whether it is a record, `match_from_json` says."""
    if len(written) > MAX_RECORD_CHARACTERS:
        raise InvalidRecord(text("the record is longer than {most} characters", most=MAX_RECORD_CHARACTERS))
    try:
        return json.loads(written, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise InvalidRecord(
            text("not JSON: line {line}, column {column}", line=error.lineno, column=error.colno)
        ) from None
    except InvalidRecord:
        raise
    except (ValueError, RecursionError):
        raise InvalidRecord(text("this JSON cannot be a record")) from None
