"""What the rule sheets say differently, seen on the board in whole games; bearing off and entering as all have it."""

from __future__ import annotations

import pytest
from pages_site import Visitor, browser, site, visitor
from playwright.sync_api import expect
from whole_games import QUIET, Load, Mouse, begin, expect_verified, load, result, rules, standing

__all__ = ["browser", "load", "site", "visitor"]


def test_larger_dice_bear_off_from_the_highest_point(visitor: Visitor, load: Load) -> None:
    visitor.choose(**QUIET)
    load((6, 5))
    begin(visitor, record=standing({3: 1, 2: 1}, {6: 2}))
    hand = Mouse(visitor)
    hand.answer(hand.roll)
    expect(visitor.place("p3")).to_have_attribute("aria-description", "plays to off")
    assert visitor.place("p2").get_attribute("aria-description") is None, "the three has to go first"
    hand.click("p3")
    hand.click("p2")
    assert hand.steps() == [[3, 0], [2, 0]]
    hand.answer(hand.confirm)
    expect_verified(visitor, rolls=1)


def test_one_die_enters_from_the_bar_the_other_is_blocked(visitor: Visitor, load: Load) -> None:
    visitor.choose(**QUIET)
    load((6, 4), (5, 4))
    begin(visitor, record=standing({25: 1, 13: 1}, {6: 2, 5: 1}))
    hand = Mouse(visitor)
    hand.answer(hand.roll)
    expect(visitor.place("white-bar")).to_have_attribute("aria-label", "White's bar, 1 checker; playable")
    expect(visitor.place("white-bar")).to_have_attribute("aria-description", "plays to 21")
    hand.click("p13")
    assert hand.steps() == [], "nothing moves before the checker on the bar"
    hand.click("white-bar")
    assert hand.steps() == [[25, 21]]
    hand.click("p13")
    assert hand.steps() == [[25, 21], [13, 7]]
    hand.answer(hand.confirm)
    hand.play_out()
    expect_verified(visitor)


def test_no_way_in_is_said_and_passed_on(visitor: Visitor, load: Load) -> None:
    visitor.choose(**QUIET)
    load((6, 5))
    begin(visitor, record=standing({25: 1}, {6: 2, 5: 2}))
    hand = Mouse(visitor)
    hand.answer(hand.roll)
    expect(visitor.page.locator(".status")).to_have_text("White: No legal move")
    state = hand.answer(hand.confirm)
    assert (state["on_roll"], state["board"][25]) == ("black", 1)
    hand.play_out()
    expect_verified(visitor)


@pytest.mark.parametrize(("preset", "plays"), [("standard", "plays to 2, off"), ("003-de", "plays to 2")])
def test_only_the_rearmost_checker_is_borne_off_by_003(visitor: Visitor, load: Load, preset: str, plays: str) -> None:
    """A checker on the 3 point, one behind it, and a 3-1."""
    visitor.choose(**QUIET)
    load((3, 1))
    begin(visitor, record=standing({5: 1, 3: 1}, {2: 2}, preset=rules(preset)))
    hand = Mouse(visitor)
    hand.answer(hand.roll)
    description = visitor.place("p3").get_attribute("aria-description") or ""
    assert sorted(description.removeprefix("plays to ").split(", ")) == sorted(
        plays.removeprefix("plays to ").split(", ")
    )
    hand.play_out()
    expect_verified(visitor)


@pytest.mark.parametrize(("preset", "is_off"), [("standard", True), ("000-it", False)])
def test_only_exact_numbers_bear_off_by_000_it(visitor: Visitor, load: Load, preset: str, is_off: bool) -> None:
    visitor.choose(**QUIET)
    load((6, 5), (6, 6), (2, 1))
    begin(visitor, record=standing({2: 1}, {5: 1}, preset=rules(preset)))
    hand, status = Mouse(visitor), visitor.page.locator(".status")
    hand.answer(hand.roll)
    if is_off:
        expect(visitor.place("p2")).to_have_attribute("aria-description", "plays to off")
    else:
        expect(status).to_have_text("White: No legal move")
        assert hand.answer(hand.confirm)["on_roll"] == "black"
        hand.answer(hand.roll)
        expect(status).to_have_text("Black: No legal move")
        hand.answer(hand.confirm)
    hand.play_out()
    expect(result(visitor)).to_contain_text("White won the match")
    expect_verified(visitor, rolls=1 if is_off else 3)


@pytest.mark.parametrize(("preset", "points"), [("standard", "+1"), ("003-de", "+3")])
def test_a_checker_outside_home_counts_three_times_by_003(visitor: Visitor, preset: str, points: str) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 1}, {7: 1}, 5, preset=rules(preset)))
    Mouse(visitor).play_out()
    panel = result(visitor)
    expect(panel.locator(".points")).to_have_text(points)
    expect(panel).to_contain_text("backgammon" if points == "+3" else "single game")
