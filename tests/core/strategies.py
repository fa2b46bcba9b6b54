"""What the tests of the core share: positions, rolls, rule sets, events and whole matches drawn at random,
the rules of one turn in an obvious form, and the words of a refusal.

Runs are the same every time. To hunt for new trouble, set SIXPRIME_FUZZ to a factor: the examples become
that many times as many, and are drawn anew in each run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sixprime import (
    ALL_ROLLS,
    NAMED_STARTS,
    BearOff,
    Cube,
    Event,
    Match,
    OpeningTie,
    Phase,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    TripleWin,
    Win,
    find_defects,
)
from sixprime.core.match import events as ev

FUZZ = int(os.environ.get("SIXPRIME_FUZZ", "0"))


def examples(count: int) -> settings:
    """How a property is tried: `count` examples, without a time limit for each and without files."""
    return settings(
        max_examples=count * max(FUZZ, 1),
        derandomize=not FUZZ,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def refusal_of(kind: type[SixprimeError], action: Callable[[], object]) -> str:
    """The words in which an action is refused, which must be with exactly this kind of error."""
    with pytest.raises(SixprimeError) as refused:
        action()
    assert type(refused.value) is kind
    return str(refused.value)


def position_from(places: Iterable[int], opponent_places: Iterable[int], checkers: int) -> Position | None:
    """A position of checkers dropped on places (own view, 25 the bar, 0 off); who comes second to a point is off."""
    points = [0] * 26
    for place in places:
        if place:
            points[place] += 1
    for place in opponent_places:
        if place and points[25 - place] <= 0:
            points[25 - place] -= 1
    return None if find_defects(points, checkers) else Position(tuple(points), checkers)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any possible position, finished games included: with few checkers and many, on the bar and borne off."""
    checkers = draw(st.integers(1, 15))
    home, anywhere, back, last = st.integers(0, 6), st.integers(0, 25), st.integers(19, 25), st.integers(0, 3)
    place = draw(st.sampled_from((anywhere, home, home | back, last)))
    other = draw(st.sampled_from((anywhere, home, home | back, last)))
    sides = [draw(st.lists(where, min_size=checkers, max_size=checkers)) for where in (place, other)]
    position = position_from(sides[0], sides[1], checkers)
    return position if position is not None else Position.of({1: 1}, {1: 1}, checkers)


def unfinished_positions() -> st.SearchStrategy[Position]:
    return positions().filter(lambda position: not position.is_over)


def rolls() -> st.SearchStrategy[Roll]:
    return st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rule set that contradicts itself nowhere."""
    cube = draw(st.booleans())
    beavers = cube and draw(st.booleans())
    automatic = cube and draw(st.booleans())
    return RuleSet(
        opening_tie=OpeningTie.AUTOMATIC_DOUBLE if automatic else OpeningTie.REROLL,
        automatic_double_limit=draw(st.none() | st.integers(1, 24)) if automatic else None,
        bear_off=draw(st.sampled_from(BearOff)),
        triple_win=draw(st.sampled_from(TripleWin)),
        cube=cube,
        cube_limit=draw(st.none() | st.integers(1, 24).map(lambda power: 2**power)) if cube else None,
        beavers=beavers,
        raccoons=beavers and draw(st.booleans()),
        jacoby=cube and draw(st.booleans()),
        crawford=draw(st.booleans()),
        start=draw(st.sampled_from(sorted(NAMED_STARTS)).map(NAMED_STARTS.__getitem__) | unfinished_positions()),
        stake=draw(st.decimals(Decimal("0.01"), Decimal(1000), places=2)),
    )


def lengths() -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(1, 7)


players = st.sampled_from(Player)


def events() -> st.SearchStrategy[Event]:
    """Any event, whether it can happen or not."""
    places = st.integers(0, 25)
    plain = st.sampled_from(
        (
            ev.Doubled,
            ev.Taken,
            ev.Dropped,
            ev.Beavered,
            ev.Raccooned,
            ev.ResignationAccepted,
            ev.ResignationDeclined,
        )
    )
    cubes = st.builds(Cube, st.sampled_from([2**power for power in range(8)]), st.none() | players)
    scores = st.tuples(st.integers(0, 10), st.integers(0, 10))
    return st.one_of(
        st.builds(ev.PositionSet, positions(), players, cubes, scores, st.booleans(), st.booleans()),
        st.builds(ev.OpeningRolled, st.integers(1, 6), st.integers(1, 6)),
        st.builds(ev.Rolled, players, rolls()),
        st.builds(ev.Played, players, st.lists(st.tuples(places, places), max_size=4).map(tuple)),
        st.builds(ev.Resigned, players, st.sampled_from(Win)),
        st.tuples(plain, players).map(lambda drawn: drawn[0](drawn[1])),
        st.just(ev.SessionEnded()),
    )


# The rules of one turn, once more and the obvious way: every order of steps is tried.

Sequence = tuple[tuple[int, int, int], ...]
"""Steps as (source, target, die)."""


def _target(points: list[int], source: int, die: int, bear_off: BearOff) -> int | None:
    """Where a checker may go, by the words of the rules."""
    if points[source] <= 0 or (points[25] > 0 and source != 25):
        return None
    if source > die:
        return source - die if points[source - die] >= -1 else None
    if any(points[place] > 0 for place in range(7, 26)):
        return None
    someone_behind = any(points[place] > 0 for place in range(source + 1, 7))
    if bear_off is BearOff.EXACT_ONLY:
        return 0 if source == die else None
    if bear_off is BearOff.REARMOST_ONLY:
        return None if someone_behind else 0
    return 0 if source == die or not someone_behind else None


def _sequences(
    points: list[int], dice: tuple[int, ...], bear_off: BearOff
) -> Iterator[tuple[Sequence, tuple[int, ...]]]:
    yield (), tuple(points)
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for source in range(25, 0, -1):
            target = _target(points, source, die, bear_off)
            if target is None:
                continue
            after = list(points)
            after[source] -= 1
            if target and after[target] == -1:
                after[target] = 0
                after[0] -= 1
            if target:
                after[target] += 1
            for later, result in _sequences(after, tuple(rest), bear_off):
                yield ((source, target, die), *later), result


def slow_plays(position: Position, roll: Roll, bear_off: BearOff) -> dict[Sequence, tuple[int, ...]]:
    """Every legal order of steps and the points it leads to: as many dice as can be, the larger if only one can."""
    found = dict(_sequences(list(position.points), roll.numbers, bear_off))
    most = max(map(len, found))
    longest = {steps: result for steps, result in found.items() if len(steps) == most}
    if most == 1 and not roll.is_double and any(steps[0][2] == roll.high for steps in longest):
        longest = {steps: result for steps, result in longest.items() if steps[0][2] == roll.high}
    return longest


# Matches, played by nobody in particular


def some_events(match: Match, rng: random.Random) -> list[Event]:
    """Every kind of event by every player, each in one form; possible or not. The plays are a legal one, if any is."""
    found: list[Event] = [ev.SessionEnded(), ev.OpeningRolled(rng.randint(1, 6), rng.randint(1, 6))]
    steps: tuple[tuple[int, int], ...] = ()
    if match.phase is Phase.TO_PLAY:
        plays = list(match.legal_plays)
        if plays:
            steps = rng.choice(plays).pairs
    for player in Player:
        found += [
            ev.Rolled(player, rng.choice(ALL_ROLLS)),
            ev.Played(player, steps),
            ev.Doubled(player),
            ev.Taken(player),
            ev.Dropped(player),
            ev.Beavered(player),
            ev.Raccooned(player),
            ev.Resigned(player, Win.SINGLE),
            ev.ResignationAccepted(player),
            ev.ResignationDeclined(player),
        ]
    return found


WEIGHTS: dict[type, float] = {
    ev.Doubled: 0.15,
    ev.Dropped: 0.3,
    ev.Beavered: 0.6,
    ev.Raccooned: 0.6,
    ev.Resigned: 0.01,
    ev.SessionEnded: 0.2,
}


def next_event(match: Match, rng: random.Random) -> Event:
    """One of the possible events; mostly the game goes on."""
    possible = [event for event in some_events(match, rng) if match.refusal(event) is None]
    weights = [WEIGHTS.get(type(event), 1.0) for event in possible]
    return rng.choices(possible, weights)[0]


def ending_event(match: Match) -> Event:
    """The shortest way out: whoever is asked gives in, whoever is not resigns."""
    if match.phase is Phase.TO_ANSWER_CUBE:
        assert match.to_act is not None
        return ev.Dropped(match.to_act)
    if match.phase is Phase.TO_ANSWER_RESIGNATION:
        assert match.to_act is not None
        return ev.ResignationAccepted(match.to_act)
    if match.refusal(ev.SessionEnded()) is None:
        return ev.SessionEnded()
    return ev.Resigned(Player.WHITE, Win.SINGLE)


def play_on(match: Match, rng: random.Random, most_events: int) -> None:
    """Random events until the match is over, or `most_events` of them."""
    for _ in range(most_events):
        if match.phase is Phase.OVER:
            return
        match.apply(next_event(match, rng))


def play_out(match: Match, rng: random.Random, most_events: int) -> None:
    """Random events, and after `most_events` of them the shortest way to the end."""
    play_on(match, rng, most_events)
    while match.phase is not Phase.OVER:
        match.apply(ending_event(match))


@st.composite
def matches(draw: st.DrawFn, most_events: int = 60) -> Match:
    """A match under any rules, played for a while."""
    match = Match(draw(rule_sets()), length=draw(lengths()))
    play_on(match, random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, most_events)))
    return match
