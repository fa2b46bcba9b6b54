"""`Log`: a match on the server, as the fold of its entries.

Entries are only ever added. A `Moment` is the state of the match after one entry; the log keeps one for every version.
Moments are values: what a command would lead to is worked out first, and joins the log when it is in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sixprime.core import Event, IllegalAction, Match, Phase, Player, Roll, RuleSet, State
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import advance, first_state
from sixprime.messages import text
from sixprime.server.matches.entries import (
    AbortAsked,
    AbortDeclined,
    Aborted,
    Created,
    Entry,
    MatchKind,
    Seated,
    SeatKind,
    SecretShown,
    SeedRevealed,
    TakenBack,
)

SEATS = "seats"
SEEDS = "seeds"
ABORTED = "aborted"
"""Phases around the game; those of the game itself are in `core.Phase`."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry with its number in the log. `key` and `sender` are those of the command that added it; a command may add
    several entries, and `part` counts the further ones."""

    seq: int
    by: Player | None
    entry: Entry
    key: str | None = None
    part: int = 0
    sender: Player | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the board."""

    kind: SeatKind = SeatKind.PERSON
    level: str | None = None
    name: str = ""
    is_taken: bool = False
    seed_commitment: str | None = None
    seed: str | None = None

    @property
    def owes_seed(self) -> bool:
        return self.seed_commitment is not None and self.seed is None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AppliedEvent:
    """An event of the game that is in force, the state it led to, and a link to the event before it.

    Moments share these linked lists, so a new moment costs one node.
    """

    seq: int
    """The number of the entry that is the event."""
    event: Event
    state: State
    before: AppliedEvent | None
    count: int
    """How many events there are, up to this one."""
    rolls: int
    """How many of them are rolls, opening rolls included."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a match stands after an entry."""

    version: int
    kind: MatchKind
    start: State
    commitment: str
    imported: int
    """How many events were imported; they cannot be taken back."""
    last_event: AppliedEvent | None = None
    white: Seat = Seat()
    black: Seat = Seat()
    abort_asked: Player | None = None
    """Who would like to end the match without a result; it lapses when the game goes on."""
    is_aborted: bool = False
    secret: str | None = None
    rolls_thrown: int = 0
    """The highest number of a roll so far; a roll that was taken back keeps its number."""
    last: LogEntry | None = None
    """The last entry other than the secret of the dice."""

    @property
    def state(self) -> State:
        return self.last_event.state if self.last_event is not None else self.start

    @property
    def event_count(self) -> int:
        return self.last_event.count if self.last_event is not None else 0

    @property
    def rolls(self) -> int:
        """How many rolls the match has, those that were taken back not counted."""
        return self.last_event.rolls if self.last_event is not None else 0

    def seat(self, player: Player) -> Seat:
        return self.white if player is Player.WHITE else self.black

    @property
    def phase(self) -> str:
        """What the match waits for, as the protocol names it."""
        if self.is_aborted:
            return ABORTED
        if self.kind is not MatchKind.STUDY:
            if not self._is_full:
                return SEATS
            if self._waits_for_seeds:
                return SEEDS
        return self.state.phase.value

    @property
    def _is_full(self) -> bool:
        return self.white.is_taken and self.black.is_taken

    @property
    def _waits_for_seeds(self) -> bool:
        return self.white.owes_seed or self.black.owes_seed

    @property
    def abort_declined(self) -> Player | None:
        """Who would rather play on than end the match without a result, until something else happens."""
        last = None if self.last is None else self.last.entry
        return last.seat if isinstance(last, AbortDeclined) else None

    @property
    def is_playing(self) -> bool:
        """Whether the game itself can go on."""
        if self.kind is MatchKind.STUDY or self.is_finished:
            return False
        return self._is_full and not self._waits_for_seeds

    @property
    def is_finished(self) -> bool:
        return self.is_aborted or self.state.phase is Phase.OVER

    @property
    def to_act(self) -> Player | None:
        return self.state.to_act if self.is_playing or self.kind is MatchKind.STUDY else None

    @property
    def bot_to_act(self) -> Player | None:
        """The player for whom a bot has to decide now."""
        player = self.state.to_act
        waits = self.is_playing and player is not None and self.seat(player).kind is SeatKind.BOT
        return player if waits else None

    def applied_events(self) -> Iterator[AppliedEvent]:
        """The events in force with the states they led to, the last one first."""
        line = self.last_event
        while line is not None:
            yield line
            line = line.before

    def events(self) -> list[Event]:
        """The events in force, in their order."""
        events = [line.event for line in self.applied_events()]
        events.reverse()
        return events

    def to_match(self) -> Match:
        """The match as the core knows it."""
        names = {player: self.seat(player).name for player in Player}
        return Match.from_events(self.events(), self.start.rules, length=self.start.length, names=names)

    # Folding entries

    def after(self, logged: LogEntry) -> Moment:
        """The moment after one more entry; an error if the entry may not happen."""
        entry = logged.entry
        if self.is_aborted and not isinstance(entry, SecretShown):
            raise IllegalAction(text("the match has been aborted"))
        match entry:
            case Seated():
                seat = Seat(entry.kind, entry.level, entry.player_name, True, entry.seed_commitment)
                return self._with_seat(logged, entry.seat, seat)
            case SeedRevealed():
                return self._with_seat(logged, entry.seat, replace(self.seat(entry.seat), seed=entry.seed))
            case TakenBack():
                return replace(self, version=logged.seq, last=logged, last_event=self.event_at(entry.to))
            case AbortAsked():
                return replace(self, version=logged.seq, last=logged, abort_asked=entry.seat)
            case AbortDeclined():
                return replace(self, version=logged.seq, last=logged, abort_asked=None)
            case Aborted():
                return replace(self, version=logged.seq, last=logged, is_aborted=True)
            case SecretShown():
                return replace(self, version=logged.seq, secret=entry.secret)
            case Created():
                raise IllegalAction(text("a match is created once"))
            case _:
                return self._after_event(logged, entry)

    def _after_event(self, logged: LogEntry, event: Event) -> Moment:
        rolls = self.rolls + isinstance(event, ev.Rolled | ev.OpeningRolled)
        applied = AppliedEvent(
            logged.seq, event, advance(self.state, event), self.last_event, self.event_count + 1, rolls
        )
        thrown = max(self.rolls_thrown, rolls)
        return replace(self, version=logged.seq, last=logged, last_event=applied, rolls_thrown=thrown, abort_asked=None)

    def _with_seat(self, logged: LogEntry, player: Player, seat: Seat) -> Moment:
        if player is Player.WHITE:
            return replace(self, version=logged.seq, last=logged, white=seat)
        return replace(self, version=logged.seq, last=logged, black=seat)

    def event_at(self, count: int) -> AppliedEvent | None:
        """The last of the first so many events; None for none."""
        line = self.last_event
        while line is not None and line.count > count:
            line = line.before
        return line

    def take_back_point(self, player: Player) -> int | None:
        """How many events remain if a player takes the last turn back; None where there is none to take back.

        A turn is taken back to the player's last decision. A roll is no decision, and would be the same again.
        """
        for line in self.applied_events():
            if line.count <= self.imported:
                return None
            decided = not isinstance(line.event, ev.Rolled | ev.OpeningRolled | ev.PositionSet | ev.SessionEnded)
            if decided and getattr(line.event, "player", None) is player:
                return line.count - 1
        return None


def first_moment(logged: LogEntry) -> Moment:
    """Where a match stands when it has been created."""
    created = logged.entry
    if not isinstance(created, Created):
        raise IllegalAction(text("the log of a match begins with its creation"))
    start = first_state(RuleSet.from_json(dict(created.rules)), created.length)
    return Moment(logged.seq, created.kind, start, created.commitment, created.imported, last=logged)


class Log:
    """All entries of a match and what held after each."""

    def __init__(self, match_id: str, created: int, entries: Sequence[LogEntry]) -> None:
        """`created` is a time in milliseconds; the first entry is the creation."""
        self.match_id = match_id
        self.created = created
        self.entries: list[LogEntry] = [entries[0]]
        self.moments: list[Moment] = [first_moment(entries[0])]
        self._commands: dict[tuple[Player, str], int] = {}
        self._remember(entries[0])
        self.extend(entries[1:])

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    @property
    def version(self) -> int:
        return len(self.entries)

    def at(self, version: int) -> Moment | None:
        """What held at a version from 1."""
        return self.moments[version - 1] if 1 <= version <= self.version else None

    def after(self, version: int) -> list[LogEntry]:
        """The entries after a version."""
        return self.entries[max(version, 0) :]

    def extend(self, entries: Iterable[LogEntry], moments: Iterable[Moment] = ()) -> None:
        """Add entries; `moments` are the states after them, where these are known already."""
        known = list(moments)
        for number, logged in enumerate(entries):
            moment = known[number] if number < len(known) else self.now.after(logged)
            self.entries.append(logged)
            self.moments.append(moment)
            self._remember(logged)

    def planned(self, entries: Sequence[LogEntry]) -> list[Moment]:
        """The moments after entries that would be added; an error if one is not allowed. The log stays as it is."""
        moment = self.now
        moments: list[Moment] = []
        for logged in entries:
            moment = moment.after(logged)
            moments.append(moment)
        return moments

    def _remember(self, logged: LogEntry) -> None:
        if logged.key is not None and logged.sender is not None:
            self._commands[logged.sender, logged.key] = logged.seq

    def of_command(self, sender: Player, key: str) -> list[LogEntry]:
        """The entries that a command has added; none if there was no such command. Each seat has its own keys."""
        seq = self._commands.get((sender, key))
        if seq is None:
            return []
        found = [self.entries[seq - 1]]
        for logged in self.entries[seq:]:
            if not logged.part:
                break
            found.append(logged)
        return found


def roll_of(entry: Entry) -> Roll | None:
    """The dice that an entry has thrown, if any."""
    if isinstance(entry, ev.Rolled):
        return entry.roll
    return Roll(entry.white, entry.black) if isinstance(entry, ev.OpeningRolled) else None
