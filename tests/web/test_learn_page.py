"""The lessons in the browser: solved by mouse, touch and keyboard, with a wrong answer first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import PHONE, Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, Locator, Page, expect

__all__ = ["browser", "site"]


def assert_accessible(page: Page) -> None:
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def inside(point: Locator) -> tuple[float, float]:
    box = point.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site) as visitor:
        yield visitor


def opened(visitor: Visitor, lesson: str, rules: str = "standard") -> Page:
    page = visitor.go(f"/learn?rules={rules}#{lesson}")
    expect(page.locator(".lesson-buttons button").first).to_be_visible()
    return page


def verdict(page: Page) -> Any:
    return expect(page.get_by_role("status").and_(page.locator(".verdict")))


def test_the_list_leads_from_lesson_to_lesson_and_to_the_first_game(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_role("link", name="New to the game?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn backgammon")
    expect(page.locator(".course-progress")).to_have_text("0 of 30 lessons solved")
    assert_accessible(page)
    page.get_by_role("link", name="Start with the first lesson").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way?")
    expect(page.locator(".lesson-title")).to_be_focused()
    # A wrong play by the mouse: why, and the position comes back.
    for point in ("p8", "p6"):
        page.mouse.click(*inside(visitor.place(point)))
    verdict(page).to_be_empty()
    page.get_by_role("button", name="Done").click()
    verdict(page).to_have_text("No single checker has gone from the 13 point to the 5 point. Try again.")
    visitor.wait_for("state.board[8] === 1 && state.board[6] === 1")
    page.get_by_role("button", name="Hint").click()
    verdict(page).to_contain_text("Move the same checker twice.")
    page.get_by_role("button", name="Show me").click()
    assert page.locator("backgammon-board .arrow").count() > 0
    page.mouse.click(*inside(visitor.place("p13")))
    page.mouse.click(*inside(visitor.place("p8")))
    page.get_by_role("button", name="Done").click()
    verdict(page).to_contain_text("Yes!")
    following = page.get_by_role("link", name="Next: Two dice, two moves")
    expect(following).to_be_focused()
    following.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two dice, two moves")
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".course-progress")).to_have_text("1 of 30 lessons solved")
    expect(page.locator(".lesson-list .solved")).to_have_count(1)
    page.reload()
    expect(page.locator(".lesson-list .solved")).to_have_count(1)
    page.get_by_role("button", name="Play your first game").click()
    page.wait_for_url("**/match/*")
    visitor.wait_for("state.phase !== 'none'")
    state = visitor.state()
    assert (state["seats"]["black"]["level"], state["length"], state["preset"]) == ("beginner", 1, "standard")
    assert page.evaluate("JSON.parse(localStorage.getItem('sixprime.settings')).tutor") is True


def test_a_lesson_by_touch_on_a_phone(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, color_scheme="dark") as visitor:
        page = opened(visitor, "hit")
        for point in ("p13", "p13"):
            page.touchscreen.tap(*inside(visitor.place(point)))
        page.get_by_role("button", name="Done").tap()
        verdict(page).to_contain_text("That play hits nothing")
        page.touchscreen.tap(*inside(visitor.place("p24")))
        page.touchscreen.tap(*inside(visitor.place("p13")))
        page.get_by_role("button", name="Done").tap()
        verdict(page).to_contain_text("Hit!")
        assert_accessible(page)


def test_a_lesson_by_keyboard_and_why_a_checker_is_blocked(visitor: Visitor) -> None:
    page = opened(visitor, "both-numbers")
    visitor.place("p14").focus()
    page.keyboard.press("Enter")
    verdict(page).to_contain_text("after that a number could not be played")
    visitor.place("p8").focus()
    page.keyboard.press("Enter")
    visitor.place("p3").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    verdict(page).to_contain_text("Exactly.")
    expect(page.get_by_role("link", name="Next: Nothing to play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing to play")
    # A question with answers to choose from: the wrong one is crossed out, the next has the focus.
    page.get_by_role("button", name="The 6").focus()
    page.keyboard.press("Enter")
    verdict(page).to_contain_text("Black holds that point")
    expect(page.get_by_role("button", name="The 6")).to_be_disabled()
    expect(page.get_by_role("button", name="The 5")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    verdict(page).to_contain_text("Right: both points are blocked")
    assert_accessible(page)
    # The first answer to each lesson counts in the figures of practice.
    page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")
    (kind,) = page.evaluate("async () => (await fetch('/api/practice/statistics')).json()")["kinds"]
    assert (kind["kind"], kind["attempts"], kind["right"]) == ("lesson", 2, 1)
    assert [(it["name"], it["label"]) for it in kind["topics"]] == [("moving", "Moving the checkers")]


def test_lessons_follow_the_leaflet_and_lead_to_the_rule_and_back(visitor: Visitor) -> None:
    page = visitor.go("/learn")
    page.get_by_label("Rules to learn").select_option("003-de")
    expect(page.get_by_role("link", name="From the rear")).to_be_visible()
    page.get_by_role("link", name="From the rear").click()
    expect(page.locator(".leaflet-note")).to_contain_text("By tournament rules")
    expect(page.get_by_role("link", name="The rule in the rule book")).to_have_attribute("href", "/rules#exact")
    page.get_by_role("link", name="The rule in the rule book").click()
    page.wait_for_url("**/rules#exact")
    page.locator("#exact").get_by_role("link", name="Try it on a board").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bearing off")
    # Without the cube of the French leaflet there are no lessons about it.
    visitor.go("/learn?rules=004-fr")
    expect(page.locator(".lesson-list").first).to_be_visible()
    expect(page.get_by_role("link", name="Doubling")).to_have_count(0)
    # After the last lesson comes the first game.
    page = opened(visitor, "opening-roll", "004-fr")
    page.get_by_role("button", name="Black, with 5 and 3").click()
    expect(page.get_by_role("button", name="Play your first game")).to_be_focused()
