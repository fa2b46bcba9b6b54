"""Every option of a rule set, each value at the board. Black stands out of the way where the text does not say where.

What follows from options in a whole match or session is in test_match_play.py and test_money_play.py.
"""

from decimal import Decimal

import pytest
from at_the_board import (
    BLACK,
    WHITE,
    after,
    game_from,
    opened,
    plays,
    steps,
    throw,
    why_not,
    why_refused,
    win_game,
    won_by_white,
)

from sixprime import (
    STANDARD,
    BearOff,
    Cube,
    InvalidRules,
    Match,
    OpeningTie,
    Phase,
    Position,
    RecordedDice,
    RuleSet,
    TripleWin,
    Win,
)
from sixprime.core.match.events import Beavered, Doubled, Raccooned

REARMOST_ONLY = RuleSet(bear_off=BearOff.REARMOST_ONLY)
EXACT_ONLY = RuleSet(bear_off=BearOff.EXACT_ONLY)
OUTSIDE_HOME = RuleSet(triple_win=TripleWin.OUTSIDE_HOME)
FAR = {6: 15}


# A tie in the opening


def test_option_opening_tie_reroll() -> None:
    match = Match(RuleSet(opening_tie=OpeningTie.REROLL))
    match.open(RecordedDice(["55"]))
    assert (match.phase, match.state.cube) == (Phase.OPENING, Cube(1))
    match.open(RecordedDice(["52"]))
    assert (match.to_act, match.state.cube) == (WHITE, Cube(1))


def test_option_opening_tie_automatic_double() -> None:
    match = Match(RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE))
    match.open(RecordedDice(["55"]))
    # Both throw again; the cube shows 2 and still belongs to nobody.
    assert (match.phase, match.state.cube) == (Phase.OPENING, Cube(2, None))
    match.open(RecordedDice(["52"]))
    assert (match.to_act, match.state.cube) == (WHITE, Cube(2, None))


@pytest.mark.parametrize(("limit", "shown"), [(1, [2, 2, 2]), (2, [2, 4, 4]), (None, [2, 4, 8])])
def test_option_automatic_double_limit(limit: int | None, shown: list[int]) -> None:
    match = Match(RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE, automatic_double_limit=limit))
    for tie, value in zip(("11", "22", "33"), shown, strict=True):
        match.open(RecordedDice([tie]))
        assert match.state.cube == Cube(value, None)
    # Ties beyond the limit are thrown again, and the game begins.
    match.open(RecordedDice(["21"]))
    assert (match.phase, match.state.cube) == (Phase.TO_PLAY, Cube(shown[-1], None))


# Bearing off


def test_option_bear_off_standard() -> None:
    position = Position.of({6: 2, 4: 2, 3: 2}, FAR)
    assert after(position, "43", "4/off 3/off").off == position.off + 2
    assert plays(Position.of({4: 3, 2: 3}, FAR), "65") == {"4/off(2)"}


def test_option_bear_off_rearmost_only_too_small_a_number_only_moves() -> None:
    # Checkers on 6, 4 and 3: a 4 would bear off from 4, but somebody stands behind it.
    position = Position.of({6: 2, 4: 2, 3: 2}, FAR)
    assert "rearmost checker, on the 6 point, must be borne off first" in why_refused(
        position, "43", "4/off", REARMOST_ONLY
    )
    assert not any(play.result.off > position.off for play in position.legal_plays((4, 3), REARMOST_ONLY))
    # Any checker may move up, not only the rearmost.
    assert plays(position, "21", REARMOST_ONLY) >= {"6/5 6/4", "6/3", "4/3 4/2", "3/2 3/1"}
    # Once the 6 point is cleared, the 4 point is the rearmost.
    assert plays(position, "44", REARMOST_ONLY) == {"6/2(2) 4/off(2)"}


def test_option_bear_off_rearmost_only_own_and_larger_numbers_bear_off_the_rearmost() -> None:
    position = Position.of({6: 1, 4: 2, 1: 2}, FAR)
    assert after(position, "64", "6/off 4/off", REARMOST_ONLY).off == position.off + 2
    # A 6 and a 5 on 4: what is too much is lost; nobody moves the rest of it.
    lower = Position.of({4: 2, 1: 2}, FAR)
    assert plays(lower, "65", REARMOST_ONLY) == {"4/off(2)"}
    assert "rearmost checker, on the 4 point" in why_refused(lower, "65", "1/off", REARMOST_ONLY)


def test_option_bear_off_rearmost_only_can_lose_a_throw_that_the_standard_rule_plays() -> None:
    # Black holds White's 1 point (Black's 24): 6/1 is closed, and from 5 nobody goes before the 6 point is clear.
    position = Position.of({6: 2, 5: 3}, {24: 2, 6: 13})
    assert plays(position, "55") == {"5/off(3)"}
    assert plays(position, "55", REARMOST_ONLY) == set()


def test_option_bear_off_exact_only_a_larger_number_bears_off_nobody() -> None:
    position = Position.of({4: 3, 2: 3}, FAR)
    assert plays(position, "65", EXACT_ONLY) == set()
    assert "borne off by their exact number, 4" in why_refused(position, "65", "4/off", EXACT_ONLY)
    # The last checker on the 1 point waits for a 1.
    assert plays(Position.of({1: 1}, FAR), "62", EXACT_ONLY) == set()
    assert plays(Position.of({1: 1}, FAR), "61", EXACT_ONLY) == {"1/off"}


def test_option_bear_off_exact_only_the_exact_number_does_from_any_point() -> None:
    # Nobody has to wait for the checkers behind.
    position = Position.of({6: 2, 4: 2, 3: 2}, FAR)
    assert after(position, "43", "4/off 3/off", EXACT_ONLY).off == position.off + 2
    # A number without a checker on its point moves one from a higher point: both 5s are 6/1, the other two are lost.
    assert plays(position, "55", EXACT_ONLY) == {"6/1(2)"}
    assert plays(position, "55") == {"6/1(2) 4/off(2)"}


# What counts three times


def test_option_triple_win_winners_home() -> None:
    assert won_by_white({19: 1, 6: 14}).win is Win.BACKGAMMON
    assert won_by_white({25: 1, 6: 14}).win is Win.BACKGAMMON
    assert won_by_white({18: 1, 6: 14}).win is Win.GAMMON
    assert won_by_white({19: 1, 6: 13}).win is Win.SINGLE


@pytest.mark.parametrize("place", [7, 12, 18, 22, 25])
def test_option_triple_win_outside_home_any_checker_outside_counts_three_times(place: int) -> None:
    result = won_by_white({place: 1, 6: 14}, OUTSIDE_HOME)
    assert (result.win, result.points) == (Win.BACKGAMMON, 3)
    assert "Black has 1 checker outside" in str(result.why)


def test_option_triple_win_outside_home_even_after_some_were_borne_off() -> None:
    result = won_by_white({25: 1, 7: 1, 6: 10}, OUTSIDE_HOME)
    assert (result.win, result.points) == (Win.BACKGAMMON, 3)
    assert "Black has 2 checkers outside" in str(result.why)


def test_option_triple_win_outside_home_with_all_home_it_is_two_or_one() -> None:
    assert won_by_white({6: 15}, OUTSIDE_HOME).win is Win.GAMMON
    assert won_by_white({6: 14}, OUTSIDE_HOME).win is Win.SINGLE


# The cube


def test_option_cube_none() -> None:
    rules = RuleSet(cube=False)
    match = opened(rules)
    assert "no doubling cube" in why_not(match, Doubled(BLACK))
    assert Doubled.action not in match.actions(BLACK)
    # Gammon and backgammon count without it.
    assert won_by_white({6: 15}, rules).points == 2
    with pytest.raises(InvalidRules, match="no cube limit"):
        RuleSet(cube=False, cube_limit=64)


def check_the_last_double(limit: int) -> None:
    """White, who owns the cube at half its limit, doubles; Black takes, and can double no more."""
    match = game_from(Position.standard(), RuleSet(cube_limit=limit), cube=Cube(limit // 2, WHITE))
    match.double()
    match.take()
    assert match.state.cube == Cube(limit, BLACK)
    throw(match, "31")
    match.play(steps("8/5 6/5"))
    assert f"at its limit, {limit}" in why_not(match, Doubled(BLACK))


def test_option_cube_up_to_32() -> None:
    check_the_last_double(32)


def test_option_cube_up_to_64() -> None:
    check_the_last_double(64)


def test_option_cube_unlimited() -> None:
    match = opened(RuleSet(cube_limit=None))
    for value in (2, 4, 8, 16, 32, 64, 128, 256):
        match.double()
        match.take()
        assert match.state.cube.value == value
        throw(match, "65")
        match.play(next(iter(match.legal_plays), ()))
    # Far beyond any real game there is an end, at the 24th double.
    match = game_from(Position.standard(), cube=Cube(2**23, WHITE))
    match.double()
    match.take()
    assert "at its limit" in why_not(game_from(Position.standard(), cube=Cube(2**24, WHITE)), Doubled(WHITE))


# Beavers, raccoons, Jacoby: the flow of each is in test_money_play.py


def test_option_beavers_on() -> None:
    match = opened(RuleSet(beavers=True))
    match.double()
    match.beaver()
    match.take()
    assert match.state.cube == Cube(4, WHITE)


def test_option_beavers_off() -> None:
    match = opened()
    match.double()
    assert "these rules have no beavers" in why_not(match, Beavered(WHITE))


def test_option_raccoons_on() -> None:
    match = opened(RuleSet(beavers=True, raccoons=True))
    match.double()
    match.beaver()
    match.raccoon()
    match.take()
    assert match.state.cube == Cube(8, WHITE)
    with pytest.raises(InvalidRules, match="they need beavers"):
        RuleSet(raccoons=True)


def test_option_raccoons_off() -> None:
    match = opened(RuleSet(beavers=True))
    match.double()
    match.beaver()
    assert "these rules have no raccoons" in why_not(match, Raccooned(BLACK))


@pytest.mark.parametrize(("loser", "win"), [({6: 15}, Win.GAMMON), ({25: 1, 6: 14}, Win.BACKGAMMON)])
def test_option_jacoby_on(loser: dict[int, int], win: Win) -> None:
    rules = RuleSet(jacoby=True)
    unturned = won_by_white(loser, rules)
    assert (unturned.win, unturned.points) == (win, 1)
    turned = won_by_white(loser, rules, cube=Cube(2, BLACK))
    assert (turned.win, turned.points) == (win, 2 * win)


def test_option_jacoby_off() -> None:
    assert won_by_white({6: 15}).points == 2


# What the sheets don't know


def test_option_crawford_on_and_off() -> None:
    for crawford in (True, False):
        match = Match(RuleSet(crawford=crawford), length=3)
        win_game(match, WHITE, Win.GAMMON)
        assert match.state.is_crawford is crawford


def test_option_start() -> None:
    assert Match().position == Position.standard()
    rules = STANDARD.replace(start=Position.hypergammon())
    match = Match(rules)
    # Three checkers a side, one each on 24, 23 and 22.
    assert {point for point, count in enumerate(match.position.points) if count > 0} == {24, 23, 22}
    match.open(RecordedDice(["21"]))
    assert match.legal_plays
    assert match.position_for(BLACK) == match.position_for(WHITE)


def test_option_stake() -> None:
    match = Match(RuleSet(stake=Decimal("0.10")))
    win_game(match, BLACK, Win.GAMMON)
    assert match.balance(BLACK) == Decimal("0.20")
    with pytest.raises(InvalidRules, match="stake is a positive amount"):
        RuleSet(stake=Decimal(0))
