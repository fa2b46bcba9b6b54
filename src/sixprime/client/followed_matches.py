"""`FollowedMatch`: the entries of a match that a client receives, folded into a `core.Match`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sixprime.client.refusals import ProtocolProblem
from sixprime.core import Match, Player, Roll, RuleSet, SixprimeError
from sixprime.core.match.records import event_from_json
from sixprime.messages import text

Entry = Mapping[str, Any]
"""An entry as the server sends it: `seq`, `by` and `entry`."""

AROUND_THE_GAME = ("create", "seat", "reveal", "take-back", "ask-abort", "abort", "secret")
"""Types of entries that are not events of the game."""


class Gap(ProtocolProblem):
    """An entry is missing before one that has arrived."""


class FollowedMatch:
    """All entries of a match so far, and the match they make; without `folding` only the entries."""

    def __init__(self, *, folding: bool = True, rolls: dict[int, Roll] | None = None) -> None:
        """`rolls` collects the rolls that are seen, by their numbers; those that are there already stay."""
        self._folding = folding
        self.rolls = {} if rolls is None else rolls
        """All rolls of the match by their numbers, counted here, as they were first seen."""
        self._roll_counts: list[int] = []
        """How many rolls the match had after each event in force."""
        self._imported_events = 0
        self.entries: list[Entry] = []
        self.kind: str | None = None
        self.commitment: str | None = None
        """The server's, to the secret of the dice."""
        self.imported = 0
        """How many events were there when the match was created."""
        self.seats: dict[Player, Mapping[str, Any]] = {}
        self.seeds: dict[Player, str] = {}
        self.secret: str | None = None
        self.is_aborted = False
        self._match: Match | None = None

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def roll_count(self) -> int:
        """How many rolls the match has, those that were taken back not counted."""
        return self._roll_counts[-1] if self._roll_counts else 0

    @property
    def imported_rolls(self) -> int:
        """How many rolls the match had when it was created."""
        return self._roll_counts[self._imported_events - 1] if self._imported_events else 0

    @property
    def match(self) -> Match:
        """The game itself."""
        if self._match is None:
            raise ProtocolProblem(text("nothing is known of the match yet"))
        return self._match

    def add(self, entries: Iterable[Entry]) -> int:
        """Add entries, except those that are known already; returns how many were new."""
        before = self.version
        for written in entries:
            if written["seq"] <= self.version:
                continue
            if written["seq"] > self.version + 1:
                raise Gap(
                    text("entry {found} came, {wanted} is missing", found=written["seq"], wanted=self.version + 1)
                )
            try:
                self._count_rolls(written["entry"])
                if self._folding:
                    self._fold(written["entry"])
            except SixprimeError as error:
                raise ProtocolProblem(
                    text("entry {number}: {why}", number=written["seq"], why=error.message)
                ) from error
            self.entries.append(written)
        return self.version - before

    def _count_rolls(self, entry: Mapping[str, Any]) -> None:
        """Number the roll of an entry by what came before it, whatever number the server gives it."""
        if entry["type"] == "create":
            self._imported_events = entry.get("imported", 0)
        elif entry["type"] == "take-back":
            del self._roll_counts[entry.get("to", 0) :]
        elif entry["type"] not in AROUND_THE_GAME:
            dice: Any = [entry.get("white"), entry.get("black")] if entry["type"] == "open" else entry.get("dice")
            self._roll_counts.append(self.roll_count + (dice is not None))
            if dice is not None:
                self.rolls.setdefault(self.roll_count, Roll.of(dice))

    def _fold(self, entry: Mapping[str, Any]) -> None:
        match entry["type"]:
            case "create":
                self.kind, self.commitment = entry["kind"], entry["commitment"]
                self.imported = entry["imported"]
                self._match = Match(RuleSet.from_json(entry["rules"]), length=entry["length"])
            case "seat":
                self.seats[Player(entry["seat"])] = entry
                self.match.names[Player(entry["seat"])] = entry["name"]
            case "reveal":
                self.seeds[Player(entry["seat"])] = entry["seed"]
            case "take-back":
                self.match.undo_to(entry["to"])
            case "ask-abort":
                pass  # it does not change the game
            case "abort":
                self.is_aborted = True
            case "secret":
                self.secret = entry["secret"]
            case _:
                self.match.apply(event_from_json(dict(entry)))
