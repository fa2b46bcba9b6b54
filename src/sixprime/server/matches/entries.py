"""Entries of the log of a match: events of the game, and entries that the server adds around them.

An event of the game is written exactly as in a record. The server's own entries are defined here: a match is created, a
seat is taken, a seed is revealed, a turn is taken back, a match is aborted, the secret of the dice is shown. Entries
are values; `sixprime.server.matches.logs` folds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sixprime.core import Event, Player
from sixprime.core.choices import Choice
from sixprime.core.match.events import Naming, colour
from sixprime.core.match.records import event_from_json, event_to_json
from sixprime.messages import Message, text


class MatchKind(Choice):
    """Who sits at the board."""

    BOT = "bot"
    """A person against the bot."""
    SCREEN = "screen"
    """Two people at one screen, who share one cookie."""
    LINK = "link"
    """Two browsers; the second comes by an invitation."""
    STUDY = "study"
    """Imported, to look at: nobody acts."""


class SeatKind(Choice):
    """Who decides for a seat."""

    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Created:
    """The first entry of every log."""

    name: ClassVar = "create"
    kind: MatchKind
    length: int | None
    rules: Mapping[str, object]
    commitment: str
    """The server's, to the secret of the dice."""
    imported: int = 0
    """How many of the entries that follow are events of an imported match."""

    def to_json(self) -> dict[str, object]:
        return {
            "type": self.name,
            "kind": self.kind.value,
            "length": self.length,
            "rules": dict(self.rules),
            "commitment": self.commitment,
            "imported": self.imported,
        }

    def describe(self, name: Naming = colour) -> Message:  # noqa: ARG002
        return text("the match is created")


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody takes a seat."""

    name: ClassVar = "seat"
    seat: Player
    kind: SeatKind
    level: str | None = None
    player_name: str = ""
    seed_commitment: str | None = None

    def to_json(self) -> dict[str, object]:
        return {
            "type": self.name,
            "seat": self.seat.value,
            "kind": self.kind.value,
            "level": self.level,
            "name": self.player_name,
            "seed_commitment": self.seed_commitment,
        }

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} sits down", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed that a player had committed to."""

    name: ClassVar = "reveal"
    seat: Player
    seed: str

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "seat": self.seat.value, "seed": self.seed}

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} adds a seed to the dice", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All events of the game but the first `to` are undone."""

    name: ClassVar = "take-back"
    seat: Player
    to: int

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "seat": self.seat.value, "to": self.to}

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} takes a turn back", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class AbortAsked:
    """A side would like to end the match without a result; the other one may agree, or play on."""

    name: ClassVar = "ask-abort"
    seat: Player

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "seat": self.seat.value}

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} offers to abandon the match", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class AbortDeclined:
    """A side would rather play on than end the match without a result.

    It is written as an `ask-abort` of nobody: clients from before it existed know that type, and that nothing is asked
    any more.
    """

    name: ClassVar = AbortAsked.name
    seat: Player

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "seat": None, "declined_by": self.seat.value}

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} wants to play on", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class Aborted:
    """The match ends without a result."""

    name: ClassVar = "abort"
    seat: Player

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "seat": self.seat.value}

    def describe(self, name: Naming = colour) -> Message:
        return text("{player} abandons the match", player=name(self.seat))


@dataclass(frozen=True, slots=True)
class SecretShown:
    """The secret of the dice, once nothing more will be thrown."""

    name: ClassVar = "secret"
    secret: str

    def to_json(self) -> dict[str, object]:
        return {"type": self.name, "secret": self.secret}

    def describe(self, name: Naming = colour) -> Message:  # noqa: ARG002
        return text("the secret of the dice is revealed")


ServerEntry = Created | Seated | SeedRevealed | TakenBack | AbortAsked | AbortDeclined | Aborted | SecretShown
Entry = Event | ServerEntry


def entry_to_json(entry: Entry) -> dict[str, object]:
    """An entry as JSON can hold it."""
    return entry.to_json() if isinstance(entry, ServerEntry) else event_to_json(entry)


_HAPPENINGS: Mapping[str, Callable[[dict[str, Any]], ServerEntry]] = {
    Created.name: lambda it: Created(
        MatchKind(it["kind"]), it["length"], it["rules"], it["commitment"], it["imported"]
    ),
    Seated.name: lambda it: Seated(
        Player(it["seat"]), SeatKind(it["kind"]), it["level"], it["name"], it["seed_commitment"]
    ),
    SeedRevealed.name: lambda it: SeedRevealed(Player(it["seat"]), it["seed"]),
    TakenBack.name: lambda it: TakenBack(Player(it["seat"]), it["to"]),
    AbortAsked.name: lambda it: (
        AbortAsked(Player(it["seat"])) if it["seat"] else AbortDeclined(Player(it["declined_by"]))
    ),
    Aborted.name: lambda it: Aborted(Player(it["seat"])),
    SecretShown.name: lambda it: SecretShown(it["secret"]),
}


def entry_from_json(written: dict[str, Any]) -> Entry:
    """An entry from what `entry_to_json` gave, as the database keeps it."""
    read = _HAPPENINGS.get(written.get("type", ""))
    return read(written) if read is not None else event_from_json(written)
