"""The drills in the browser: each is answered once, by keyboard, mouse or touch, and counts in the figures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect
from test_learn_page import assert_accessible, inside

__all__ = ["browser", "site", "visitor"]


def opened(visitor: Visitor, drill: str) -> Page:
    page = visitor.go(f"/practice/drills#{drill}")
    expect(page.locator(".drill-form button").first).to_be_visible()
    return page


def verdict(page: Page) -> Any:
    return expect(page.get_by_role("status").and_(page.locator(".verdict")))


def pips_of(visitor: Visitor) -> int:
    return sum(point * count for point, count in enumerate(visitor.shown()["board"]) if count > 0)


def test_pips_by_keyboard_go_up_a_level_after_three_right_answers(visitor: Visitor) -> None:
    page = visitor.go("/practice")
    page.get_by_role("link", name=re.compile("^Drills")).click()
    page.wait_for_url("**/practice/drills")
    field = page.get_by_role("textbox", name="How many pips do you have?")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    verdict(page).to_have_text("Please enter a number.")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    verdict(page).to_contain_text(
        re.compile(r"It is \d+ pips\..*Point by point.*By half-crossovers.*By clusters", re.DOTALL)
    )
    for number in range(3):
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
        page.keyboard.type(str(pips_of(visitor)))
        page.keyboard.press("Enter")
        verdict(page).to_contain_text(re.compile(r"Right: \d+ pips\."))
        expect(page.locator(".drill-standing")).to_contain_text(f"{number + 1} of {number + 2} right")
    verdict(page).to_contain_text("You have reached level 2.")
    page.get_by_text("How to work it out").click()
    expect(page.locator(".drill-methods li")).to_have_count(3)
    assert_accessible(page)
    page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")
    kinds = page.evaluate("async () => (await fetch('/api/practice/statistics')).json()")["kinds"]
    (drills,) = [it for it in kinds if it["kind"] == "drill"]
    assert (drills["attempts"], drills["right"]) == (4, 3)
    assert [(it["name"], it["label"]) for it in drills["topics"]] == [("pips", "Pip count")]


@pytest.mark.parametrize("drill", ["equity", "take-point"])
def test_chances_take_a_comma_and_tell_the_calculation(visitor: Visitor, drill: str) -> None:
    page = opened(visitor, drill)
    expect(page.locator("backgammon-board")).to_be_hidden()
    page.keyboard.type("50,5 %")
    page.get_by_role("button", name="Check").click()
    verdict(page).to_contain_text(re.compile(r"(Right: it|It) is \d+\.\d%\."))
    verdict(page).to_contain_text("The table says" if drill == "equity" else "You risk")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    assert_accessible(page)


def test_a_race_by_touch_shows_both_rules_and_the_engine(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, color_scheme="dark") as visitor:
        page = opened(visitor, "race")
        page.get_by_role("button", name="Double, take").tap()
        for words in ("Keith's count", "Trice's rule 62", "The engine: you win"):
            verdict(page).to_contain_text(words)
        assert_accessible(page)
        page.get_by_role("button", name="Next").tap()
        expect(page.get_by_role("button", name="No double")).to_be_visible()


def test_a_bear_off_is_played_on_the_board(visitor: Visitor) -> None:
    page = opened(visitor, "bear-off")
    done = page.get_by_role("button", name="Done")
    nodes, node = visitor.shown()["turn"]["nodes"], 0
    while nodes[node]:
        steps = {(step[0], step[2]): step for step in nodes[node]}
        # A tap plays the left die from a point, or the other if that one cannot.
        (source, _), step = max(steps.items(), key=lambda entry: entry[0])
        page.mouse.click(*inside(visitor.place(f"p{source}")))
        left = [it for it in nodes[node] if it[0] == source]
        node = (step if len(left) == 1 else max(left, key=lambda it: it[2]))[4]
    expect(done).to_be_enabled()
    done.click()
    verdict(page).to_contain_text("These chances are exact")
    assert_accessible(page)
