"""Proposals: requests for new matches, checked, and the first entries of their logs."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from sixprime.core import Event, InvalidRules, Match, Phase, Player, RuleSet, SixprimeError
from sixprime.core.match import records
from sixprime.core.match.matches import MAX_NAME
from sixprime.engine.bots.levels import DEFAULT_LEVEL, level_named
from sixprime.formats.dice.transcript_lines import is_about_dice
from sixprime.formats.ids import recognise
from sixprime.formats.match_files import read_match_bytes
from sixprime.messages import text
from sixprime.server.identities import new_id
from sixprime.server.matches.commands import SideName
from sixprime.server.matches.entries import Created, Entry, MatchKind, Seated, SeatKind
from sixprime.server.matches.logs import LogEntry, Moment
from sixprime.server.matches.notes import Notes
from sixprime.server.matches.texts import check_details, check_names, check_scores
from sixprime.server.refusals import Invalid, Unreadable

MOST_IMPORTED = 20_000
"""The most events that an imported match may have."""
MAX_TEXT = 500_000

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NAME)]
"""Spaces around a name are dropped: one of spaces alone could not be seen."""
Hexadecimal = Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{64}$")]


class NamesRequest(BaseModel):
    """The names of the players."""

    model_config = ConfigDict(extra="forbid", strict=True)

    white: Name = ""
    black: Name = ""


class NewMatchRequest(BaseModel):
    """A request for a new match."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["bot", "screen", "link"]
    level: Annotated[str, Field(max_length=20)] | None = None
    seat: SideName | None = None
    names: NamesRequest = NamesRequest()
    length: Annotated[int, Field(ge=1, le=9999)] | None = None
    rules: Annotated[str, Field(max_length=40)] | dict[str, Any] = "standard"
    seed_commitment: Hexadecimal | None = None
    position: Annotated[str, Field(max_length=2000)] | None = None
    record: Annotated[str, Field(max_length=MAX_TEXT)] | dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that can be created."""

    kind: MatchKind
    rules: RuleSet
    length: int | None
    names: Mapping[Player, str]
    mine: tuple[Player, ...] = ()
    """The seats of the creator."""
    level: str | None = None
    seed_commitment: str | None = None
    events: Sequence[Event] = ()
    details: Mapping[str, str] = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    invitation: str | None = None
    rematch_of: str | None = None
    """The finished match whose players play again; the free seat is its other player's."""

    def entries(self, commitment: str) -> list[LogEntry]:
        """The first entries of the log; `commitment` is that of the dice."""
        created = Created(self.kind, self.length, self.rules.to_json(), commitment, len(self.events))
        seated = [(player, self._seated(player)) for player in Player if self._is_taken(player)]
        entries: list[tuple[Player | None, Entry]] = [
            (None, created),
            *((None, event) for event in self.events),
            *seated,
        ]
        return [LogEntry(seq, by, entry) for seq, (by, entry) in enumerate(entries, 1)]

    @property
    def details_size(self) -> int:
        """How many bytes the details take."""
        return sum(_detail_size(name, value) for name, value in self.details.items())

    def with_details_of(self, most: int) -> tuple[Proposal, int]:
        """The proposal with as many of its details as fit into so many bytes, and how many were left out."""
        kept: dict[str, str] = {}
        size = 0
        for name, value in self.details.items():
            one = _detail_size(name, value)
            if size + one <= most:
                kept[name] = value
                size += one
        return replace(self, details=kept), len(self.details) - len(kept)

    def _is_taken(self, player: Player) -> bool:
        return self.kind is not MatchKind.LINK or player in self.mine

    def _seated(self, player: Player) -> Seated:
        if self.kind is MatchKind.BOT and player not in self.mine:
            return Seated(player, SeatKind.BOT, self.level, self.names[player])
        with_seed = player is Player.WHITE if self.kind is MatchKind.SCREEN else player in self.mine
        return Seated(player, SeatKind.PERSON, None, self.names[player], self.seed_commitment if with_seed else None)

    def awaited_name(self, player: Player) -> str:
        """The name of the player for whom a free seat is kept, empty if it is nobody's in particular."""
        return "" if self.rematch_of is None else self.names[player]

    def holders(self, holder: str) -> dict[Player, str | None]:
        """By player, the holder of the seat; a study belongs to its importer by the first seat."""
        mine = (Player.WHITE,) if self.kind is MatchKind.STUDY else self.mine
        return {player: holder if player in mine else None for player in Player}


def _detail_size(name: str, value: str) -> int:
    return len(name.encode("utf-8", "replace")) + len(value.encode("utf-8", "replace"))


def propose(wanted: NewMatchRequest) -> Proposal:
    """A proposal from a request; `Invalid` or `Unreadable` says what is wrong with it."""
    check_names({Player.WHITE: wanted.names.white, Player.BLACK: wanted.names.black})
    kind = MatchKind(wanted.kind)
    try:
        level = level_named(wanted.level or DEFAULT_LEVEL).name if kind is MatchKind.BOT else None
        rules = rules_of(wanted.rules)
        names = {Player.WHITE: wanted.names.white, Player.BLACK: wanted.names.black}
        continued = _continued(wanted, rules)
    except SixprimeError as error:
        if isinstance(error, Unreadable | Invalid):
            raise
        raise Invalid(error.message) from None
    if continued is not None:
        rules, length = continued.rules, continued.length
        names = {player: names[player] or continued.names[player] for player in Player}
    else:
        length = wanted.length
    seat = Player(wanted.seat) if wanted.seat is not None else secrets.choice(list(Player))
    return Proposal(
        kind, rules, length, names,
        tuple(Player) if kind is MatchKind.SCREEN else (seat,),
        level,
        None if wanted.seed_commitment is None else wanted.seed_commitment.lower(),
        continued.events if continued is not None else (),
        {} if continued is None else {key: it for key, it in continued.details.items() if not is_about_dice(key)},
        invitation=new_id() if kind is MatchKind.LINK else None,
    )  # fmt: skip


def propose_rematch(match: str, over: Moment, player: Player, seed_commitment: str | None) -> Proposal:
    """A proposal for the rematch of a finished match of two, for the player who asks for it."""
    names = {side: over.seat(side).name for side in Player}
    return Proposal(
        MatchKind.LINK, over.start.rules, over.start.length, names, (player,), seed_commitment=seed_commitment,
        rematch_of=match,
    )  # fmt: skip


def rules_of(written: str | dict[str, Any]) -> RuleSet:
    """Rules by the name of a preset, or by their options."""
    return RuleSet.preset(written) if isinstance(written, str) else RuleSet.from_json(written)


def _continued(wanted: NewMatchRequest, rules: RuleSet) -> Match | None:
    """The match that the new one continues, from a position or a record; None if it starts afresh."""
    if wanted.position is not None and wanted.record is not None:
        raise Invalid(text("a match begins from a position or from a record, not from both"))
    try:
        if wanted.position is not None:
            match = recognise(wanted.position).to_match(rules)
        elif wanted.record is not None:
            match = read_record(wanted.record)
        else:
            return None
    except InvalidRules:
        raise
    except SixprimeError as error:
        raise Unreadable(error.message) from None
    if match.phase is Phase.OVER:
        raise Invalid(text("the match is over; it can be looked at, but not played on"))
    _check_contents(match)
    return match


def _check_contents(match: Match) -> None:
    """Refuse a match of somebody else's making that the server could not keep or show."""
    if match.version > MOST_IMPORTED:
        raise Invalid(text("the match has more than {most} events", most=MOST_IMPORTED))
    check_names(match.names)
    check_details(match.details)
    check_scores(match.events)


def read_record(written: str | dict[str, Any]) -> Match:
    """A match from a record or from the text of any match file."""
    if isinstance(written, dict):
        return records.match_from_json(written)
    return read_match_bytes(written.encode("utf-8", "replace")).match


def propose_study(match: Match, notes: Notes) -> Proposal:
    """A proposal for a study of an imported match."""
    _check_contents(match)
    return Proposal(
        MatchKind.STUDY, match.rules, match.length, dict(match.names), events=match.events,
        details=dict(match.details), notes=notes,
    )  # fmt: skip
