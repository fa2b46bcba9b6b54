"""Money play in a real browser: beavers and raccoons by their buttons, and a session that nobody wins."""

from __future__ import annotations

from typing import Any

import pytest
from pages_site import Visitor, browser, site, visitor
from playwright.sync_api import Locator, expect
from whole_games import QUIET, Mouse, begin, expect_verified, listen, result, spoken, standing

__all__ = ["browser", "site", "visitor"]

CHECKERS = {1: 2}, {3: 1}
"""White is on roll and takes both checkers off with any roll."""


def question(visitor: Visitor) -> Locator:
    return visitor.page.locator(".controls .offer")


def answers(visitor: Visitor) -> list[str]:
    """What can be answered to the offer that is shown."""
    names = question(visitor).get_by_role("button").all_inner_texts()
    return [name for name in names if name]


def press(hand: Mouse, name: str) -> Any:
    return hand.answer(lambda: question(hand.visitor).get_by_role("button", name=name, exact=True).click())


def double(hand: Mouse) -> None:
    hand.page.get_by_role("button", name="Double", exact=True).click()
    dialog = hand.page.get_by_role("dialog")
    hand.answer(lambda: dialog.get_by_role("button", name="Double", exact=True).click())


def session(visitor: Visitor, **preset: object) -> Mouse:
    visitor.choose(**QUIET)
    begin(visitor, record=standing(*CHECKERS, None, preset=preset))
    return Mouse(visitor)


def test_a_double_a_beaver_a_raccoon_and_a_take(visitor: Visitor) -> None:
    hand = session(visitor, beavers=True, raccoons=True)
    listen(visitor)
    double(hand)
    expect(question(visitor)).to_contain_text("White doubles to 2.")
    assert answers(visitor) == ["Take", "Drop", "Beaver"]
    assert press(hand, "Beaver")["to_act"] == "white"
    expect(question(visitor)).to_contain_text("Black beavers: the cube goes to 4.")
    expect(visitor.place("cube")).to_have_attribute("aria-label", "Cube, offered to White at 4")
    assert answers(visitor) == ["Take", "Drop", "Raccoon"]
    assert press(hand, "Raccoon")["to_act"] == "black"
    expect(question(visitor)).to_contain_text("White raccoons: the cube goes to 8.")
    assert answers(visitor) == ["Take", "Drop"]
    state = press(hand, "Take")
    assert state["cube"] == {"value": 8, "owner": "black", "offered": None}
    heard = spoken(visitor)
    told = ["White doubles", "Black beavers", "White raccoons", "Black takes. White to roll"]
    assert [words for words in heard if words in told] == told
    expect(visitor.page.locator(".moves .cell")).to_have_count(4)
    hand.play_out()
    expect(result(visitor).locator(".points")).to_have_text("+8")
    result(visitor).get_by_role("button", name="End the session").click()
    expect_verified(visitor, rolls=1)


@pytest.mark.parametrize("is_taken", [True, False], ids=["taken", "dropped"])
def test_a_beaver_without_raccoons_is_taken_or_dropped(visitor: Visitor, is_taken: bool) -> None:
    hand = session(visitor, beavers=True)
    double(hand)
    press(hand, "Beaver")
    assert answers(visitor) == ["Take", "Drop"]
    state = press(hand, "Take" if is_taken else "Drop")
    if is_taken:
        assert state["cube"] == {"value": 4, "owner": "black", "offered": None}
    else:
        expect(result(visitor)).to_contain_text("Black won the game")
        expect(result(visitor).locator(".points")).to_have_text("+2")


def test_no_beaver_where_the_rules_have_none(visitor: Visitor) -> None:
    hand = session(visitor)
    double(hand)
    assert answers(visitor) == ["Take", "Drop"]


def test_a_session_that_ends_level_has_no_winner(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    match = begin(visitor, record=standing(*CHECKERS, None, score=[0, 1]))
    Mouse(visitor).play_out()
    result(visitor).get_by_role("button", name="End the session").click()
    expect(visitor.page.get_by_role("heading", name="The session ended level")).to_be_visible()
    assert visitor.state()["result"]["winner"] is None
    page = visitor.go("/history")
    expect(page.locator(".match", has_text="tied")).to_be_visible()
    visitor.go(f"/review/{match}")
    expect(page.locator(".move.end")).to_be_visible()
