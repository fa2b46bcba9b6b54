"""`MatchKeeper`: the record of a match of which only one side's questions are seen.

An external player is told the board when it has to decide, and nothing of what happens in between. That follows from
the boards: which roll and play, which answer to the cube, which end of a game lead from one to the next. Where several
rolls lead to the same board the record has one of them and the keeper remembers all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from sixprime.core import (
    ALL_ROLLS,
    STANDARD,
    Event,
    Match,
    Offer,
    Phase,
    Play,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    State,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.match.matches import MAX_NAME
from sixprime.core.match.transitions import advance
from sixprime.core.situations import Situation

MOST_EVENTS = 20_000
"""A record is begun anew after so many: sessions may go on for years."""
LONGEST_STORY = 8
"""The most that happens between two questions: an answer to the cube, a turn, the end of a game, an opening, a roll."""


@dataclass(slots=True)
class Record:
    """A match as far as it is known, and the rolls that are not certain: by the number of their event, all that fit."""

    match: Match
    doubtful: dict[int, tuple[Roll, ...]] = field(default_factory=dict)


class MatchKeeper:
    """Follows a match from question to question."""

    def __init__(self, rules: RuleSet = STANDARD) -> None:
        self._rules = rules
        self.record: Record | None = None

    def see(self, situation: Situation, asked: Player, names: Mapping[Player, str] | None = None) -> Record:
        """Bring the record up to what the player is asked now. What does not follow from before begins a new record."""
        record = self.record
        if record is not None and record.match.length == situation.length and record.match.version < MOST_EVENTS:
            story = _story(record.match.state, situation, asked, LONGEST_STORY)
            if story is not None:
                _tell(record, story)
                return record
        self.record = self._begun(situation, asked, names)
        return self.record

    def did(self, event: Event | None) -> None:
        """What the player answered; a roll (None) is known with the next question."""
        if event is not None and self.record is not None:
            self.record.match.apply(event)

    def _begun(self, situation: Situation, asked: Player, names: Mapping[Player, str] | None) -> Record:
        """A record that begins with a match or, in the middle of one, with the situation set up."""
        record = Record(Match(self._rules, length=situation.length, names=_short(names)))
        story = _story(record.match.state, situation, asked, LONGEST_STORY)
        if story is not None:
            _tell(record, story)
            return record
        return Record(situation.to_match(self._rules, names=_short(names)))


def _short(names: Mapping[Player, str] | None) -> dict[Player, str]:
    return {player: name[:MAX_NAME] for player, name in (names or {}).items()}


@dataclass(frozen=True, slots=True)
class _Passage:
    """Events that follow each other; `rolls` are all rolls that the first of them can have been, if it is one."""

    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()


def _tell(record: Record, story: list[_Passage]) -> None:
    for passage in story:
        if len(passage.rolls) > 1:
            record.doubtful[record.match.version] = passage.rolls
        for event in passage.events:
            record.match.apply(event)


def _story(state: State, situation: Situation, asked: Player, most: int) -> list[_Passage] | None:
    """How a state has become the situation, the other player acting; None if it cannot have."""
    if _is_at(state, situation, asked):
        return []
    if most == 0:
        return None
    for passage in _passages(state, situation, asked):
        try:
            after = reduce(advance, passage.events, state)
        except SixprimeError:
            continue
        rest = _story(after, situation, asked, most - 1)
        if rest is not None:
            return [passage, *rest]
    return None


def _is_at(state: State, situation: Situation, asked: Player) -> bool:
    if state.to_act is not asked or state.phase in (Phase.OPENING, Phase.OVER, Phase.TO_ANSWER_RESIGNATION):
        return False
    here = Situation.from_state(state)
    return (here.position, here.on_roll, here.cube, here.roll, here.offer, here.score, here.crawford) == (
        situation.position, situation.on_roll, situation.cube, situation.roll, situation.offer, situation.score,
        situation.crawford,
    )  # fmt: skip


def _passages(state: State, situation: Situation, asked: Player) -> Iterator[_Passage]:
    """What may have happened next: acts of the other player, dice, and what GNU Backgammon decides for us."""
    other = asked.opponent
    ended = state.score != situation.score
    match state.phase:
        case Phase.OPENING if not ended:
            if situation.roll is not None and not situation.roll.is_double and situation.on_roll is asked:
                yield _Passage((_opening(asked, situation.roll),))
            openings = {roll: _opening(other, roll) for roll in ALL_ROLLS if not roll.is_double}
            yield from _turn(state, situation, other, openings, ended=ended)
        case Phase.TO_ROLL if state.on_roll is asked:
            if situation.roll is not None and not ended:
                yield _Passage((ev.Rolled(asked, situation.roll),))
        case Phase.TO_ROLL:
            if situation.offer is Offer.DOUBLE and situation.on_roll is other:
                yield _Passage((ev.Doubled(other),))
            rolls: dict[Roll, Event] = {roll: ev.Rolled(other, roll) for roll in ALL_ROLLS}
            yield from _turn(state, situation, other, rolls, ended=ended)
            if ended:  # what else it offers, GNU Backgammon declines for us without asking
                yield _Passage((ev.Resigned(other, Win.BACKGAMMON), ev.ResignationAccepted(asked)))
        case Phase.TO_ANSWER_CUBE if state.to_act is other:
            if situation.offer is not None:
                yield from (_Passage((ev.Beavered(other),)), _Passage((ev.Raccooned(other),)))
            if ended:
                yield _Passage((ev.Dropped(other),))
            yield _Passage((ev.Taken(other),))
        case Phase.TO_ANSWER_RESIGNATION if state.to_act is other:
            yield _Passage((ev.ResignationAccepted(other) if ended else ev.ResignationDeclined(other),))


def _opening(winner: Player, roll: Roll) -> Event:
    white = winner is Player.WHITE
    return ev.OpeningRolled(roll.high if white else roll.low, roll.low if white else roll.high)


def _turn(
    state: State, situation: Situation, other: Player, rolls: Mapping[Roll, Event], *, ended: bool
) -> Iterator[_Passage]:
    """The turn of the other player that leads to the board that was seen, or that ended the game."""
    target = situation.position_for(other)
    before = state.position_for(other)
    found: dict[Roll, tuple[Event, Event]] = {}
    for roll, event in rolls.items():
        if not ended and not _fits(roll, before, target):
            continue
        try:
            rolled = advance(state, event)
        except SixprimeError:
            return
        plays = rolled.legal_plays
        if ended:
            play = next((play for play in plays if play.result.off == play.result.checkers), None)
        elif not plays and target == rolled.position:
            play = Play.nothing(target)
        else:
            play = plays.reaching(target)
        if play is not None:
            found[roll] = (event, ev.Played(other, play.pairs))
    if found:
        yield _Passage(next(iter(found.values())), tuple(found))


def _fits(roll: Roll, before: Position, after: Position) -> bool:
    """Whether a roll is worth a closer look: the mover's pips have gone down by numbers of it, in the mover's view."""
    pips = before.pips - after.pips
    sums = {sum(roll.numbers[:count]) for count in range(len(roll.numbers) + 1)} | {roll.low}
    return pips in sums or (after.off > before.off and 0 < pips < max(sums))
