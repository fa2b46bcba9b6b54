"""`Log`: a match on the server, as the fold of its entries.

Entries are only ever added, and every version of a match stays known: a `Moment` is what holds after one entry. A
moment is a value, and so is what a command would lead to; it becomes part of the log when the database has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sixprime.core import Event, IllegalAction, Match, Phase, Player, Roll, RuleSet, State
from sixprime.core import events as ev
from sixprime.core.transitions import advance, first_state
from sixprime.messages import text
from sixprime.server.matches.entries import (
    AbortAsked,
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
class Logged:
    """An entry with its place in the log. `key` is that of the command that brought it, `sender` whose command that
    was; a command may bring several entries, and `part` counts the further ones."""

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
class Line:
    """The events of the game that are in force, the last one first; moments share what is before."""

    seq: int
    """The entry that brought the event."""
    event: Event
    state: State
    before: Line | None
    count: int
    """How many events there are."""
    rolls: int
    """How many of them are rolls, opening throws included."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a match stands after an entry."""

    version: int
    kind: MatchKind
    start: State
    commitment: str
    imported: int
    """How many events were imported; they cannot be taken back."""
    line: Line | None = None
    white: Seat = Seat()
    black: Seat = Seat()
    abort_asked: Player | None = None
    """Who would like to end the match without a result; it lapses when the game goes on."""
    is_aborted: bool = False
    secret: str | None = None
    rolls_thrown: int = 0
    """The highest number of a roll so far; what was taken back keeps its number."""
    last: Logged | None = None
    """The entry that is worth telling: the last one, but for the secret of the dice."""

    @property
    def state(self) -> State:
        return self.line.state if self.line is not None else self.start

    @property
    def event_count(self) -> int:
        return self.line.count if self.line is not None else 0

    @property
    def rolls(self) -> int:
        """How many rolls the match has, those that were taken back not counted."""
        return self.line.rolls if self.line is not None else 0

    def seat(self, player: Player) -> Seat:
        return self.white if player is Player.WHITE else self.black

    @property
    def phase(self) -> str:
        """What the match waits for, in the words of the protocol."""
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
        """The bot's seat, where it is the bot's decision."""
        player = self.state.to_act
        waits = self.is_playing and player is not None and self.seat(player).kind is SeatKind.BOT
        return player if waits else None

    def lines(self) -> Iterator[Line]:
        """The events in force with the states they led to, the last one first."""
        line = self.line
        while line is not None:
            yield line
            line = line.before

    def events(self) -> list[Event]:
        """The events in force, in their order."""
        events = [line.event for line in self.lines()]
        events.reverse()
        return events

    def to_match(self) -> Match:
        """The match as the core knows it."""
        names = {player: self.seat(player).name for player in Player}
        return Match.from_events(self.events(), self.start.rules, length=self.start.length, names=names)

    # What an entry leads to

    def after(self, logged: Logged) -> Moment:
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
                return replace(self, version=logged.seq, last=logged, line=self._line_of(entry.to))
            case AbortAsked():
                return replace(self, version=logged.seq, last=logged, abort_asked=entry.seat)
            case Aborted():
                return replace(self, version=logged.seq, last=logged, is_aborted=True)
            case SecretShown():
                return replace(self, version=logged.seq, secret=entry.secret)
            case Created():
                raise IllegalAction(text("a match is created once"))
            case _:
                return self._after_event(logged, entry)

    def _after_event(self, logged: Logged, event: Event) -> Moment:
        rolls = self.rolls + isinstance(event, ev.Rolled | ev.OpeningRolled)
        line = Line(logged.seq, event, advance(self.state, event), self.line, self.event_count + 1, rolls)
        thrown = max(self.rolls_thrown, rolls)
        return replace(self, version=logged.seq, last=logged, line=line, rolls_thrown=thrown, abort_asked=None)

    def _with_seat(self, logged: Logged, player: Player, seat: Seat) -> Moment:
        if player is Player.WHITE:
            return replace(self, version=logged.seq, last=logged, white=seat)
        return replace(self, version=logged.seq, last=logged, black=seat)

    def _line_of(self, count: int) -> Line | None:
        line = self.line
        while line is not None and line.count > count:
            line = line.before
        return line

    def take_back_point(self, player: Player) -> int | None:
        """How many events remain if a player takes the last turn back; None where there is none to take back.

        A turn is taken back to the player's last decision: a roll alone is none, and it would come again anyway.
        """
        for line in self.lines():
            if line.count <= self.imported:
                return None
            decided = not isinstance(line.event, ev.Rolled | ev.OpeningRolled | ev.PositionSet | ev.SessionEnded)
            if decided and getattr(line.event, "player", None) is player:
                return line.count - 1
        return None


def first_moment(logged: Logged) -> Moment:
    """Where a match stands when it has been created."""
    created = logged.entry
    if not isinstance(created, Created):
        raise IllegalAction(text("the log of a match begins with its creation"))
    start = first_state(RuleSet.from_json(dict(created.rules)), created.length)
    return Moment(logged.seq, created.kind, start, created.commitment, created.imported, last=logged)


class Log:
    """All entries of a match and what held after each."""

    def __init__(self, match_id: str, created: int, entries: Sequence[Logged]) -> None:
        """`created` is a time in milliseconds; the first entry is the creation."""
        self.match_id = match_id
        self.created = created
        self.entries: list[Logged] = [entries[0]]
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

    def after(self, version: int) -> list[Logged]:
        """The entries after a version."""
        return self.entries[max(version, 0) :]

    def extend(self, entries: Iterable[Logged], moments: Iterable[Moment] = ()) -> None:
        """Let entries have happened; `moments` are what they lead to, where that is known already."""
        known = list(moments)
        for number, logged in enumerate(entries):
            moment = known[number] if number < len(known) else self.now.after(logged)
            self.entries.append(logged)
            self.moments.append(moment)
            self._remember(logged)

    def planned(self, entries: Sequence[Logged]) -> list[Moment]:
        """What entries would lead to; an error if one may not happen. Nothing changes."""
        moment = self.now
        moments: list[Moment] = []
        for logged in entries:
            moment = moment.after(logged)
            moments.append(moment)
        return moments

    def _remember(self, logged: Logged) -> None:
        if logged.key is not None and logged.sender is not None:
            self._commands[logged.sender, logged.key] = logged.seq

    def of_command(self, sender: Player, key: str) -> list[Logged]:
        """The entries that a command has brought; none if there was no such command. Each seat has its own keys."""
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
