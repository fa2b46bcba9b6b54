"""The opening book, the opening trainer and the puzzle page, by mouse, touch and keyboard, with a real server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect
from whole_games import Finger, Keys

from sixprime.practice.openings.books import opening_book
from sixprime.practice.puzzles.sets import puzzle_set

__all__ = ["browser", "site", "visitor"]

TITLES = {
    "/openings": ["Opening book", "Eröffnungsbuch", "Livre d’ouvertures", "Libro delle aperture", "Megnyitáskönyv"],
    "/practice/openings": [
        "Opening trainer", "Eröffnungstrainer", "Entraînement aux ouvertures", "Allenamento alle aperture",
        "Megnyitásgyakorló",
    ],
    "/practice/puzzle": [
        "Puzzle of the day", "Rätsel des Tages", "Problème du jour", "Problema del giorno", "A nap rejtvénye",
    ],
}  # fmt: skip


def ask_only(visitor: Visitor, stage: str, first: str, reply: str = "") -> None:
    """What this browser wants to practise."""
    visitor.page.context.add_init_script(
        "if (location.host) localStorage.setItem('sixprime.openings', "
        f"JSON.stringify({{stage: '{stage}', first: '{first}', reply: '{reply}'}}))"
    )


def question(page: Page) -> Any:
    return page.locator(".question")


def test_the_book_is_browsed_by_mouse_and_keyboard(visitor: Visitor) -> None:
    page = visitor.go("/openings")
    expect(page.locator(".line-grid a")).to_have_count(15)
    assert found_by_axe(page) == []
    page.locator(".line-grid a").filter(has_text="3-1").click()
    rows = page.locator(".plays-table tbody tr")
    expect(rows.first.get_by_role("rowheader")).to_have_text("8/5 6/5")
    expect(rows.first.locator(".equity small")).to_have_text(re.compile(r"± 0\.00\d"))
    expect(page.locator(".play-names")).to_contain_text("8/5 6/5: makes the 5 point")
    expect(page.locator(".line-grid a")).to_have_count(21)
    expect(page.locator("#announcements")).to_contain_text("Best: 8/5 6/5.")
    assert found_by_axe(page) == []
    page.keyboard.type("24")
    expect(page).to_have_url(re.compile("#31-42$"))
    expect(rows.first.get_by_role("rowheader")).to_have_text("8/4 6/4")
    expect(page.locator(".trail")).to_have_text("Start › 3-1: 8/5 6/5 › 4-2")
    page.keyboard.type("61")
    expect(page).to_have_url(re.compile("#31-42-61$"))
    expect(rows.first.locator(".depth")).to_have_text(re.compile("-ply"))
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page).to_have_url(re.compile("#31$"))
    expect(rows.first.get_by_role("rowheader")).to_have_text("8/5 6/5")
    assert not visitor.problems


def test_an_opening_is_answered_by_mouse_and_keyboard(visitor: Visitor) -> None:
    ask_only(visitor, "first", "31")
    page = visitor.go("/practice/openings")
    expect(question(page).get_by_role("heading")).to_have_text("You have rolled 3\u20111. Which play is best?")
    expect(page.locator("#announcements")).to_contain_text("Which play is best?")
    assert found_by_axe(page) == []
    done = question(page).get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    # A blunder, by mouse: a tap moves the checker by the larger die first.
    visitor.place("p13").click()
    visitor.place("p6").click()
    expect(done).to_be_enabled()
    done.click()
    verdict = question(page).locator(".verdict.bad")
    expect(verdict).to_contain_text("Best is 8/5 6/5.")
    expect(question(page).locator(".reasons li").first).to_contain_text("makes the 5 point")
    expect(page.locator("#announcements")).to_contain_text("makes the 5 point")
    expect(question(page).locator(".plays-table tr.played")).to_have_count(1)
    expect(page.locator(".figures")).to_contain_text("Overall: 0 of 1 right")
    assert found_by_axe(page) == []
    # The right play, by keyboard alone.
    expect(question(page).get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(done).to_be_disabled()
    visitor.place("p8").focus()
    page.keyboard.press("Enter")
    visitor.place("p6").focus()
    page.keyboard.press("Enter")
    expect(done).to_be_enabled()
    done.focus()
    page.keyboard.press("Enter")
    expect(question(page).locator(".verdict.good")).to_have_text("Right: 8/5 6/5 is best.")
    expect(page.locator(".figures")).to_contain_text("Now: 1 of 2 right.")
    assert not visitor.problems


def test_replies_and_third_rolls_by_touch(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        ask_only(visitor, "reply", "31")
        page = visitor.go("/practice/openings")
        expect(page.locator(".before")).to_have_text("Played so far: 3-1: 8/5 6/5")
        page.get_by_role("radio", name="Third rolls").tap()
        expect(page.locator(".before")).to_have_text(re.compile(r"^Played so far: 3-1: 8/5 6/5, \d-\d: "))
        page.get_by_label("Reply").select_option("64")
        expect(page.locator(".before")).to_contain_text(f"6-4: {opening_book().plays('31-64')[0].notation}")
        visitor.wait_for("state.turn")
        Finger(visitor).make_any()
        question(page).get_by_role("button", name="Done").tap()
        expect(question(page).locator(".verdict:is(.good, .bad)")).to_be_visible()
        expect(question(page).locator(".plays-table tbody .depth").first).to_have_text(re.compile("-ply"))
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert found_by_axe(page) == []
        assert not visitor.problems


@pytest.mark.parametrize("hand", ["mouse", "touch", "keyboard"])
def test_a_puzzle_is_answered_and_rated(browser: Browser, site: Site, hand: str) -> None:
    kind = {"mouse": "double", "touch": "answer", "keyboard": "play"}[hand]
    puzzle = next(one for one in puzzle_set().puzzles if one.kind == kind)
    how: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if hand == "touch" else {}
    with visiting(browser, site, **how) as visitor:
        page = visitor.go(f"/practice/puzzle#{puzzle.key}")
        buttons = question(page).locator(".buttons button")
        expect(buttons.first).to_be_visible()
        expect(page.locator(".standing")).to_contain_text("You have none yet")
        expect(page.locator(".about")).to_contain_text(" · Money play · Rating of the puzzle: ")
        assert found_by_axe(page) == []
        if kind == "play":
            visitor.wait_for("state.turn")
            keys = Keys(visitor)
            keys.to_the_board()
            keys.make_any()
            keys.confirm()
        elif hand == "touch":
            buttons.filter(has_text={"take": "Take", "drop": "Drop"}[puzzle.best]).tap()
        else:
            buttons.filter(has_text={"roll": "No double", "double": "Double"}[puzzle.best]).last.click()
        verdict = question(page).locator(".verdict:is(.good, .bad)")
        expect(verdict).to_be_visible()
        note = question(page).locator(".question-note")
        expect(note).to_contain_text("In rollouts the next best loses")
        expect(note).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # a line of the panel, not a message above it
        expect(page.locator(".standing .rating")).not_to_have_text("1500")
        if kind != "play":
            expect(verdict).to_contain_text("Right:")
            expect(question(page).locator(".question-note")).to_contain_text(re.compile(r"Your rating: 1\d{3} \(\+"))
        assert found_by_axe(page) == []
        following = question(page).get_by_role("button", name="Next puzzle")
        expect(following).to_be_focused()
        page.keyboard.press("Enter")
        expect(question(page).locator(".verdict")).to_be_empty()
        expect(page).not_to_have_url(re.compile(puzzle.key))
        assert not visitor.problems


def test_a_rating_has_a_graph_after_two_puzzles(visitor: Visitor) -> None:
    page = visitor.go("/practice/puzzle")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    page.evaluate(
        """async (keys) => {
            for (const key of keys) {
                const headers = { "content-type": "application/json", "x-sixprime": "1" };
                const body = JSON.stringify({ id: key, action: "take" });
                await fetch(`/api/puzzles/${key}/answer`, { method: "POST", headers, body });
            }
        }""",
        [one.key for one in puzzle_set().puzzles if one.kind == "answer"][:3],
    )
    page.reload()
    expect(page.locator(".rating-graph polyline")).to_be_attached()
    caption = page.locator(".rating-graph figcaption")
    expect(caption).to_have_text(re.compile(r"From \d{3,4} to \d{3,4}; lowest \d{3,4}, highest \d{3,4}\."))


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "hu"])
def test_pages_speak_all_languages_and_fit_a_phone(browser: Browser, site: Site, language: str) -> None:
    with visiting(browser, site, viewport=PHONE, locale=language) as visitor:
        for path, titles in TITLES.items():
            page = visitor.go(path)
            expect(page.get_by_role("heading", level=1)).to_have_text(
                titles[["en", "de", "fr", "it", "hu"].index(language)]
            )
            expect(page.locator(".line-grid a, .question button").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        assert not visitor.problems
