"""`MatchKeeper`: reconstructs the record of a match from the questions to one of its players.

An external player is sent the board when it has to decide, and nothing of what happens in between. The keeper finds
the roll and play, the answer to the cube or the end of a game that lead from one board to the next. If several rolls
do, the record has one of them, and the keeper remembers all.
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
"""After this many events a new record is started, because a session need not end."""
LONGEST_STORY = 8
"""The most steps between two questions: an answer to the cube, a turn, the end of a game, an opening, a roll."""


@dataclass(slots=True)
class Record:
    """A match as far as it is known; `doubtful` has, by number of event, all rolls that are possible there."""

    match: Match
    doubtful: dict[int, tuple[Roll, ...]] = field(default_factory=dict)


class MatchKeeper:
    """Follows a match from question to question."""

    def __init__(self, rules: RuleSet = STANDARD) -> None:
        self._rules = rules
        self.record: Record | None = None

    def see(self, situation: Situation, asked: Player, names: Mapping[Player, str] | None = None) -> Record:
        """Bring the record up to the situation the player is asked about; start a new one if it does not follow."""
        record = self.record
        if record is not None and record.match.length == situation.length and record.match.version < MOST_EVENTS:
            story = _story(record.match.state, situation, asked, LONGEST_STORY)
            if story is not None:
                _tell(record, story)
                return record
        self.record = self._begun(situation, asked, names)
        return self.record

    def did(self, event: Event | None) -> None:
        """Add what the player answered; None is a roll, which becomes known with the next question."""
        if event is not None and self.record is not None:
            self.record.match.apply(event)

    def _begun(self, situation: Situation, asked: Player, names: Mapping[Player, str] | None) -> Record:
        """Start a record with the beginning of a match or, in the middle of one, with the situation set up."""
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
    """Events in a row. If the first is a roll, `rolls` are all rolls that it can have been."""

    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()


def _tell(record: Record, story: list[_Passage]) -> None:
    for passage in story:
        if len(passage.rolls) > 1:
            record.doubtful[record.match.version] = passage.rolls
        for event in passage.events:
            record.match.apply(event)


def _story(state: State, situation: Situation, asked: Player, most: int) -> list[_Passage] | None:
    """The events, none of them a decision of ours, from a state to the situation; None if it cannot be reached."""
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
    """What may have happened next: actions of the other player, rolls, and what GNU Backgammon decides for us."""
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
    """The turns of the other player that lead to the board we were sent, or that ended the game."""
    target = situation.position_for(other)
    before = state.position if other is (state.on_roll or Player.WHITE) else state.position.flipped()
    found: dict[Roll, tuple[Event, Event]] = {}
    for roll, event in rolls.items():
        if not ended and not _fits(roll, before, target):
            continue
        try:
            rolled = advance(state, event)
        except SixprimeError:
            return
        plays = rolled.legal_plays()
        if ended:
            play = next((play for play in plays if play.result.off == play.result.checkers), None)
        elif not plays and target == rolled.position:
            play = Play.nothing(target)
        else:
            play = plays.reaching(target)
        if play is not None:
            steps = tuple((step.source, step.target) for step in play.steps)
            found[roll] = (event, ev.Played(other, steps))
    if found:
        yield _Passage(next(iter(found.values())), tuple(found))


def _fits(roll: Roll, before: Position, after: Position) -> bool:
    """A quick test before plays are generated: the mover's pip count fell by numbers of the roll (mover's view)."""
    pips = before.pips - after.pips
    sums = {sum(roll.numbers[:count]) for count in range(len(roll.numbers) + 1)} | {roll.low}
    return pips in sums or (after.off > before.off and 0 < pips < max(sums))
