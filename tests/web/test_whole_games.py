"""Whole games in a real browser, by click, by drag, by touch and by keyboard, to the verified dice."""

from __future__ import annotations

from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, expect
from whole_games import (
    QUIET,
    Dragging,
    Finger,
    Keys,
    Load,
    Mouse,
    begin,
    expect_verified,
    listen,
    load,
    result,
    spoken,
    standing,
)

__all__ = ["browser", "load", "site", "visitor"]


def test_a_game_against_the_bot_by_clicks_alone(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, kind="bot", level="beginner", length=1, rules={"start": "hypergammon"})
    Mouse(visitor).play_out()
    winner = visitor.shown()["result"]["winner"]
    title = "You won the match" if winner == "white" else "The bot won the match"
    expect(result(visitor)).to_contain_text(title)
    expect_verified(visitor)


def test_a_game_by_drags_alone(visitor: Visitor, load: Load) -> None:
    """The first drag plays both numbers of 6-5 with one checker, the second hits."""
    visitor.choose(**QUIET)
    load((6, 5), (4, 2))
    begin(visitor, record=standing({24: 1, 4: 1}, {14: 1, 3: 2}))
    hand = Dragging(visitor)
    hand.answer(hand.roll)
    hand.carry("p24", "p13")
    assert visitor.page.evaluate("() => document.querySelector('backgammon-board').turn.steps.length") == 2
    hand.answer(hand.confirm)
    hand.answer(hand.roll)
    assert visitor.shown()["on_roll"] == "black"
    hand.carry("p11", "p13")
    assert visitor.page.evaluate("() => document.querySelector('backgammon-board').turn.made.at(-1)[3]") == 1
    hand.play_out()
    expect_verified(visitor)


def test_a_checker_dropped_where_it_cannot_go_goes_back(visitor: Visitor, load: Load) -> None:
    visitor.choose(**QUIET)
    load((3, 1))
    begin(visitor, record=standing({6: 2}, {6: 2}))
    hand = Dragging(visitor)
    hand.answer(hand.roll)
    hand.carry("p6", "p12")
    assert visitor.page.evaluate("() => document.querySelector('backgammon-board').turn.steps") == []
    expect(visitor.place("p6")).to_have_attribute("aria-label", "White's 6 point, 2 white checkers; playable")


def test_a_game_by_touch_on_a_phone(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        visitor.choose(**QUIET)
        begin(visitor, record=standing({6: 2, 5: 1, 3: 1}, {6: 2, 4: 1, 2: 1}))
        page = visitor.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        Finger(visitor).play_out()
        expect_verified(visitor)
        page.get_by_role("dialog").get_by_role("button", name="Rematch").tap()
        visitor.wait_for("state.phase !== 'none' && state.results.length === 0")


def test_a_game_by_touch_in_landscape(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True) as visitor:
        visitor.choose(**QUIET)
        begin(visitor, record=standing({2: 3}, {2: 3}))
        visitor.page.wait_for_function(
            "() => document.querySelector('backgammon-board').getBoundingClientRect().bottom <= 390"
        )  # the whole board is seen
        Finger(visitor).play_out()
        expect_verified(visitor)


def test_a_game_by_keyboard_alone(visitor: Visitor, load: Load) -> None:
    """From the first key on nothing but keys: the cube, its answer, the rolls, the plays and the last dialog."""
    visitor.choose(**QUIET)
    load((4, 3), (2, 1))
    begin(visitor, record=standing({6: 1, 3: 1, 2: 1}, {6: 2, 1: 1}, 2))
    hand, page = Keys(visitor), visitor.page
    hand.to_the_board()
    hand.press("d")
    expect(page.get_by_role("dialog")).to_be_visible()
    hand.answer(lambda: hand.press("Enter"))
    expect(page.get_by_role("group", name="White doubles to 2")).to_be_focused()
    hand.press("Tab")
    hand.answer(lambda: hand.press("Enter"))
    assert visitor.shown()["cube"] == {"value": 2, "owner": "black", "offered": None}
    hand.to_the_board()
    listen(visitor)
    hand.play_out()
    expect(result(visitor).get_by_role("button", name="Rematch")).to_be_focused()
    expect_verified(visitor)
    said = spoken(visitor)
    last_roll = max(place for place, words in enumerate(said) if " rolls " in words)
    assert " won the match" in said[-1]
    assert not [words for words in said[last_roll + 1 :] if " to roll" in words]  # after the last play nobody rolls
    address = page.url
    hand.press("Enter")
    page.wait_for_url(lambda url: url != address and "/match/" in url)
