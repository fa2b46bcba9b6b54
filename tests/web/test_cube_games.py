"""Games with the cube in a real browser: taken, dropped, at its limit, none at all; the Jacoby and Crawford rules."""

from __future__ import annotations

from typing import Any

import pytest
from pages_site import Visitor, browser, site, visitor
from playwright.sync_api import expect
from whole_games import QUIET, Keys, Load, Mouse, begin, expect_verified, load, result, rules, standing

__all__ = ["browser", "load", "site", "visitor"]


def double(hand: Mouse) -> Any:
    """Turn the cube on the board, and say yes once more."""
    hand.page.mouse.click(*hand.middle("cube"))
    dialog = hand.page.get_by_role("dialog")
    return hand.answer(lambda: dialog.get_by_role("button", name="Double", exact=True).click())


def press(hand: Mouse, name: str) -> Any:
    """A button of the answer."""
    return hand.answer(lambda: hand.page.get_by_role("button", name=name, exact=True).click())


def test_a_double_is_taken_and_the_game_counts_twice(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 2}, {3: 1}, 2))
    hand = Mouse(visitor)
    assert double(hand)["phase"] == "to-answer-cube"
    expect(visitor.place("cube")).to_have_attribute("aria-label", "Cube, offered to Black at 2")
    state = press(hand, "Take")
    assert state["cube"] == {"value": 2, "owner": "black", "offered": None}
    expect(visitor.page.get_by_role("button", name="Double", exact=True)).to_be_hidden()
    hand.play_out()
    expect(result(visitor)).to_contain_text("cube at 2")
    expect(result(visitor).locator(".points")).to_have_text("+2")
    expect_verified(visitor, rolls=1)


def test_after_a_take_by_keyboard_the_game_goes_on_at_the_board(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({25: 1, 1: 1}, {3: 1}, 2))
    hand, board = Keys(visitor), visitor.page.locator("backgammon-board")
    hand.to_the_board()
    hand.press("d")
    asked = visitor.page.get_by_role("dialog").get_by_role("button", name="Double", exact=True)
    hand.answer(lambda: asked.press("Enter"))
    expect(visitor.page.get_by_role("button", name="Take", exact=True)).to_be_visible()
    hand.answer(lambda: hand.press("t"))
    expect(board).to_be_focused()
    hand.answer(lambda: hand.press("r"))
    hand.step("white", hand.edges()[0])
    assert hand.steps()[0][0] == 25


def test_a_double_is_dropped_and_the_session_ended(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 4}, {6: 4}, None))
    hand = Mouse(visitor)
    double(hand)
    press(hand, "Drop")
    panel = result(visitor)
    expect(panel).to_contain_text("White won the game")
    expect(panel.locator(".points")).to_have_text("+1")
    panel.get_by_role("button", name="End the session").click()
    expect(visitor.page.get_by_role("heading", name="White won the session")).to_be_visible()
    expect_verified(visitor, rolls=0)


@pytest.mark.parametrize(("is_turned", "points"), [(False, "+1"), (True, "+4")], ids=["unturned", "turned"])
def test_a_gammon_with_the_jacoby_rule(visitor: Visitor, is_turned: bool, points: str) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 1}, {13: 15}, None, preset={"jacoby": True}))
    hand, tag = Mouse(visitor), visitor.page.locator(".tags")
    expect(tag).to_contain_text("Jacoby: gammons don't count yet")
    if is_turned:
        double(hand)
        press(hand, "Take")
        expect(tag).not_to_contain_text("Jacoby")
    hand.play_out()
    panel = result(visitor)
    expect(panel.locator(".points")).to_have_text(points)
    expect(panel).to_contain_text("cube at 2" if is_turned else "Jacoby")
    panel.get_by_role("button", name="End the session").click()
    expect_verified(visitor, rolls=1)


def test_a_match_won_with_the_crawford_game(visitor: Visitor, load: Load) -> None:
    """White wins the first game and has one point to go: in the next one nobody may double."""
    visitor.choose(**QUIET)
    points = [0] * 26
    points[2], points[23] = 2, -2
    load((6, 5), (1, 2), (6, 4))
    begin(visitor, length=2, rules={"start": {"points": points, "checkers": 3}})
    hand, page = Mouse(visitor), visitor.page
    tag, turned = page.locator(".tags"), page.get_by_role("button", name="Double", exact=True)
    expect(tag).not_to_contain_text("Crawford")
    hand.play_out()
    assert visitor.state()["score"] == {"white": 1, "black": 0}
    panel = result(visitor)
    expect(panel).to_contain_text("The next game is the Crawford game: no doubling.")
    expect(tag).not_to_contain_text("Crawford")  # the game that has just ended was none
    panel.get_by_role("button", name="Next game").click()
    visitor.wait_for("state.game === 2 && state.phase === 'to-play'")
    expect(tag).to_contain_text("Crawford game")
    expect(turned).to_be_hidden()
    hand.turn()
    visitor.wait_for("state.on_roll === 'white' && state.phase === 'to-roll'")
    expect(turned).to_be_hidden()
    expect(visitor.place("cube")).to_be_hidden()
    hand.play_out()
    expect(page.get_by_role("heading", name="White won the match")).to_be_visible()
    expect_verified(visitor, rolls=3)


def test_the_cube_ends_at_its_highest_face_by_the_sheet_that_says_so(visitor: Visitor) -> None:
    """A cube of 32 cannot be turned by the rules of 002-it; by today's it can."""
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 1}, {6: 4}, None, preset=rules("002-it"), cube=16, cube_owner="white"))
    hand, turned = Mouse(visitor), visitor.page.get_by_role("button", name="Double", exact=True)
    expect(turned).to_be_enabled()
    double(hand)
    assert press(hand, "Take")["cube"] == {"value": 32, "owner": "black", "offered": None}
    hand.play_out()
    expect(result(visitor).locator(".points")).to_have_text("+32")
    for preset, is_limit in (("002-it", True), ("standard", False)):
        begin(visitor, record=standing({2: 2}, {6: 4}, None, preset=rules(preset), cube=32, cube_owner="white"))
        expect(visitor.main_button("Roll")).to_be_enabled()
        expect(turned).to_be_hidden() if is_limit else expect(turned).to_be_enabled()


def test_no_cube_by_the_sheet_that_has_none(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 2}, {1: 2}, preset=rules("004-fr")))
    expect(visitor.page.get_by_role("button", name="Double", exact=True)).to_be_hidden()
    expect(visitor.place("cube")).to_be_hidden()
    Mouse(visitor).play_out()
    expect_verified(visitor, rolls=1)
