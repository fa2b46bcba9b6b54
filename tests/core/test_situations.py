"""Situations: what cannot be true at once, whose decision it is, and the way from matches and back to them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from formats.strategies import BLACK, WHITE, examples, kept, situations
from sixprime import (
    ALL_ROLLS,
    STANDARD,
    Cube,
    Event,
    IllegalAction,
    Match,
    Offer,
    OpeningTie,
    Phase,
    Player,
    Position,
    RecordedDice,
    Roll,
    RuleSet,
    SixprimeError,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids import IdKind

START = Position.standard()
MONEY = RuleSet(beavers=True, raccoons=True, jacoby=True, opening_tie=OpeningTie.AUTOMATIC_DOUBLE)


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(SixprimeError) as error:
        make()
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Situation(START, length=0), "the length of a match is 1 to 9999 points, not 0"),
        (lambda: Situation(START, length=10_000), "the length of a match is 1 to 9999 points, not 10000"),
        (lambda: Situation(START, length=5, score=(5, 0)), "the score 5-0 is not possible here"),
        (lambda: Situation(START, score=(0, -1)), "the score 0--1 is not possible here"),
        (lambda: Situation(START, cube=Cube(3)), "the cube cannot show 3"),
        (lambda: Situation(START, cube=Cube(2**25)), "the cube cannot show 33554432"),
        (lambda: Situation(START, cube=Cube(8), cube_limit=4), "the cube cannot show 8"),
        (lambda: Situation(START, cube=Cube(1, WHITE)), "a cube at 1 is in the middle and has no owner"),
        (lambda: Situation(START, cube_limit=12), "the cube's limit is a power of two from 1 to 16777216, not 12"),
        (lambda: Situation(START, length=5, score=(3, 0), crawford=True), "this cannot be the Crawford game"),
        (lambda: Situation(START, length=5, score=(4, 4), crawford=True), "this cannot be the Crawford game"),
        (lambda: Situation(START, length=1, crawford=True), "this cannot be the Crawford game"),
        (lambda: Situation(START, crawford=True), "this cannot be the Crawford game"),
        (
            lambda: Situation(START, cube=Cube(2), length=5, score=(4, 0), crawford=True),
            "this cannot be the Crawford game",
        ),
        (
            lambda: Situation(START, length=5, jacoby=False),
            "the Jacoby rule and beavers are for money play, not for matches",
        ),
        (
            lambda: Situation(START, resignation=Win.SINGLE),
            "a resignation needs both what is offered and who offers it",
        ),
        (
            lambda: Situation(START, resigned_by=BLACK),
            "a resignation needs both what is offered and who offers it",
        ),
        (
            lambda: Situation(START, offer=Offer.DOUBLE, roll=Roll(2, 1)),
            "while an offered cube waits, nobody has rolled or offers to resign",
        ),
        (
            lambda: Situation(START, offer=Offer.DOUBLE, resignation=Win.SINGLE, resigned_by=BLACK),
            "while an offered cube waits, nobody has rolled or offers to resign",
        ),
        (
            lambda: Situation(START, WHITE, Cube(2, BLACK), offer=Offer.DOUBLE),
            "Black owns the cube and alone may double",
        ),
        (
            lambda: Situation(START, offer=Offer.BEAVER, length=3),
            "beavers and raccoons are for money play, not for matches",
        ),
        (
            lambda: Situation(START, None, roll=Roll(2, 1)),
            "before the opening roll nobody can have rolled, doubled or taken the cube",
        ),
        (lambda: Situation(START, "white"), "on_roll cannot be 'white'"),  # type: ignore[arg-type]
        (lambda: Situation(START, length=True), "length cannot be True"),
        (lambda: Situation(START, score=(1, "2")), "score cannot be (1, '2')"),  # type: ignore[arg-type]
        (lambda: Situation(START, score=(1, 2, 3)), "score cannot be (1, 2, 3)"),  # type: ignore[arg-type]
        (
            lambda: Situation(START, cube=Cube(2, "me")),  # type: ignore[arg-type]
            "cube cannot be Cube(value=2, owner='me')",
        ),
        (lambda: Situation(None), "position cannot be None"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be(make: Callable[[], object], why: str) -> None:
    with pytest.raises(InvalidSituation) as error:
        make()
    assert str(error.value) == why


def test_whose_decision_it_is() -> None:
    assert Situation(START, WHITE).to_act is WHITE
    assert Situation(START, BLACK, roll=Roll(2, 1)).to_act is BLACK
    assert Situation(START, None).to_act is None
    assert Situation(START, WHITE, offer=Offer.DOUBLE).to_act is BLACK
    assert Situation(START, WHITE, offer=Offer.BEAVER).to_act is WHITE
    assert Situation(START, WHITE, offer=Offer.RACCOON).to_act is BLACK
    assert Situation(START, WHITE, resignation=Win.GAMMON, resigned_by=WHITE).to_act is BLACK
    assert Situation(START, WHITE, resignation=Win.GAMMON, resigned_by=BLACK).to_act is WHITE
    assert Situation(START, None, resignation=Win.SINGLE, resigned_by=BLACK).to_act is WHITE


def test_the_order_of_the_dice_says_nothing() -> None:
    assert Situation(START, roll=Roll(1, 6)) == Situation(START, roll=Roll(6, 1))
    assert Situation(START, roll=Roll(1, 6)).roll == Roll(6, 1)


def test_players_can_be_swapped() -> None:
    position = Position.of({6: 3}, {5: 2, 25: 1})
    here = Situation(position, WHITE, Cube(2, BLACK), length=5, score=(1, 3), resignation=Win.SINGLE, resigned_by=BLACK)
    there = here.with_colours_swapped()
    assert there == Situation(
        position, BLACK, Cube(2, WHITE), length=5, score=(3, 1), resignation=Win.SINGLE, resigned_by=WHITE
    )
    assert there.position_for(BLACK) == position == here.position_for(WHITE)
    assert there.position_for(WHITE) == position.flipped() == here.position_for(BLACK)
    opening = Situation(position, None)
    assert opening.with_colours_swapped() == Situation(position.flipped(), None)


@examples(300)
@given(situations())
def test_swapping_twice_changes_nothing(situation: Situation) -> None:
    assert situation.with_colours_swapped() != situation or situation.on_roll is None
    assert situation.with_colours_swapped().with_colours_swapped() == situation


@examples(300)
@given(situations())
def test_what_is_written_down_can_be_pasted_back(situation: Situation) -> None:
    assert eval(repr(situation)) == situation


# From matches


def test_a_new_match_waits_for_the_opening_roll() -> None:
    assert Situation.from_match(Match(length=7)) == Situation(START, None, length=7)
    assert Situation.from_match(Match()) == Situation(START, None, jacoby=False, beavers=False)


def test_a_match_that_is_over_has_no_situation() -> None:
    match = Match(length=1)
    match.open(RecordedDice(["31"]))
    match.resign(Win.SINGLE, BLACK)
    match.accept()
    with pytest.raises(IllegalAction, match="the match is over"):
        Situation.from_match(match)


def test_a_game_without_cube() -> None:
    match = Match(RuleSet.preset("004-fr"))
    here = Situation.from_match(match)
    assert here.cube_limit == 1
    assert not here.to_match().rules.cube
    assert here.to_match(MONEY.replace(start=START)).rules.cube is False


def random_event(match: Match, rng: Random) -> Event:
    """One of the things that may happen now; mostly the game goes on, and now and then somebody offers something."""
    kinds: list[Callable[[Player], Event]] = [
        ev.Doubled,
        ev.Taken,
        ev.Dropped,
        ev.Beavered,
        ev.Raccooned,
        ev.ResignationAccepted,
        ev.ResignationDeclined,
    ]
    found: list[Event] = [ev.OpeningRolled(rng.randint(1, 6), rng.randint(1, 6))]
    for player in Player:
        found += [kind(player) for kind in kinds]
        found.append(ev.Rolled(player, rng.choice(ALL_ROLLS)))
        if rng.random() < 0.05:
            found.append(ev.Resigned(player, rng.choice(list(Win))))
    if match.phase is Phase.TO_PLAY:
        plays = list(match.legal_plays)
        steps = rng.choice(plays).pairs if plays else []
        assert match.to_act is not None
        found += [ev.Played(match.to_act, tuple(steps))] * 3
    return rng.choice([event for event in found if match.refusal(event) is None])


@examples(60)
@given(situations())
def test_rules_are_those_of_a_match_in_this_situation(situation: Situation) -> None:
    try:
        match = situation.to_match()
    except SixprimeError:
        return
    assert situation.rules == match.rules


@pytest.mark.parametrize("roll", [(1, 2), [2, 1], "21", "1-2", Roll(1, 2)], ids=repr)
def test_a_roll_in_any_form(roll: Any) -> None:
    assert Situation(START, roll=roll).roll == Roll(2, 1)


@pytest.mark.parametrize("roll", [(0, 2), "7", (1, 2, 3), 21])
def test_what_is_no_roll_is_refused(roll: Any) -> None:
    with pytest.raises(InvalidSituation):
        Situation(START, roll=roll)


RULES = [
    STANDARD,
    MONEY,
    MONEY.replace(start=Position.hypergammon()),
    RuleSet.preset("003-de"),
    RuleSet.preset("004-fr"),
]
SEEDS = range(12)


def walk(seed: int) -> Iterator[Match]:
    """A match at one moment after the other, until it is over or long enough."""
    rng = Random(seed)
    match = Match(RULES[seed % len(RULES)], length=rng.choice((None, None, 1, 3, 7)))
    for _ in range(100):
        if match.phase is Phase.OVER:
            return
        yield match
        match.apply(random_event(match, rng))


def test_the_walks_lead_everywhere() -> None:
    states = [match.state for seed in SEEDS for match in walk(seed)]
    assert {state.phase for state in states} == set(Phase) - {Phase.OVER}
    assert {state.offer.kind for state in states if state.offer} == set(Offer)
    assert {state.resignation.win for state in states if state.resignation} == set(Win)
    assert {state.is_money for state in states} == {state.is_crawford for state in states} == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_moment_of_a_match_comes_back_from_every_id(seed: int) -> None:
    for match in walk(seed):
        here = Situation.from_match(match)
        assert here.to_act is match.to_act
        for kind in IdKind:
            assert kind.read(kind.write(here)) == kept(here, kind)
            assert kind.lost(here) == differences(here, kept(here, kind))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_moment_of_a_match_can_be_set_up_again(seed: int) -> None:
    for match in walk(seed):
        here = Situation.from_match(match)
        if here.on_roll is None and match.version > 0:
            continue
        again, state = here.to_match(match.rules).state, match.state
        for name in ("phase", "position", "cube", "roll", "offer", "resignation", "score", "is_crawford", "length"):
            assert getattr(again, name) == getattr(state, name), name
        assert again.rules == state.rules


def differences(one: Situation, other: Situation) -> tuple[str, ...]:
    return tuple(name for name in Situation.__slots__ if getattr(one, name) != getattr(other, name))


# To matches


def test_what_is_not_known_is_as_in_the_given_rules() -> None:
    here = Situation(START, WHITE)
    assert here.to_match().rules == STANDARD
    assert here.to_match(MONEY).rules == MONEY
    known = replace(here, jacoby=False, beavers=False, cube_limit=64)
    assert known.to_match(MONEY).rules == MONEY.replace(jacoby=False, beavers=False, raccoons=False, cube_limit=64)


def test_what_waits_needs_its_rules() -> None:
    raccooned = Situation(START, WHITE, offer=Offer.RACCOON).to_match()
    assert raccooned.rules == STANDARD.replace(beavers=True, raccoons=True)
    assert raccooned.state.offer is not None
    assert raccooned.state.offer.value == 8
    crawford = Situation(START, WHITE, length=3, score=(2, 0), crawford=True)
    assert crawford.to_match(RuleSet.preset("001-hu")).rules.crawford


def test_checkers_a_side_are_those_of_the_position() -> None:
    few = Situation(Position.of({24: 1}, {6: 2}, checkers=2), BLACK)
    assert few.to_match().rules.start == Position.hypergammon(2)
    ten = Situation(Position.of({24: 10}, {6: 2}, checkers=10), BLACK)
    assert ten.to_match().rules.start == ten.position.flipped()
    assert Situation.from_match(ten.to_match()).position == ten.position


def test_what_the_rules_do_not_allow_is_refused() -> None:
    over = Situation(Position.of({}, {6: 2}))
    assert refused(over.to_match) == "the position is a finished game"
    dead = Situation(START, WHITE, Cube(2, WHITE), offer=Offer.DOUBLE, length=3, score=(1, 0))
    assert "the cube is dead" in refused(dead.to_match)
    later = Situation(START, None, length=3, score=(1, 0))
    assert refused(later.to_match) == "only the first game of a match can be set up before its opening roll"
    jacoby = Situation(START, WHITE, resignation=Win.GAMMON, resigned_by=WHITE, jacoby=True)
    assert "by the Jacoby rule gammons do not count" in refused(jacoby.to_match)


@examples(300)
@given(situations())
def test_every_situation_becomes_a_match_or_an_error(situation: Situation) -> None:
    try:
        match = situation.to_match()
    except SixprimeError:
        return
    back = Situation.from_match(match)
    if situation.is_money:
        situation = replace(situation, jacoby=back.jacoby, beavers=back.beavers)
    assert back == situation
