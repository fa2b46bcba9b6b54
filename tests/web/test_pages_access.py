"""For everyone: axe finds nothing on the pages and their dialogs, and a keyboard alone is enough to play."""

from __future__ import annotations

from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import DESKTOP, PHONE, Site, Visitor, browser, set_up, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site", "visitor"]


@pytest.mark.parametrize(("look", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_axe_finds_nothing_on_the_pages(browser: Browser, site: Site, look: Any, size: Any) -> None:
    with visiting(browser, site, color_scheme=look, viewport=size) as visitor:
        page = visitor.go("/")
        page.locator("summary", has_text="Rules").click()
        page.get_by_label("Custom rules").check()
        page.get_by_text("Names and colour").click()
        assert found_by_axe(page) == []
        visitor.go("/settings")
        page.wait_for_selector("fieldset")
        assert found_by_axe(page) == []


@pytest.mark.parametrize(("look", "size"), [("light", PHONE), ("dark", DESKTOP)], ids=["light", "dark"])
def test_axe_finds_nothing_in_a_game_and_its_dialogs(browser: Browser, site: Site, look: Any, size: Any) -> None:
    with visiting(browser, site, color_scheme=look, viewport=size) as visitor:
        visitor.choose(autoroll=False, forced=False)
        visitor.begin(kind="screen", record=set_up({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5}, None, jacoby=True))
        page = visitor.page
        expect(visitor.main_button("Roll")).to_be_visible()
        page.get_by_role("button", name="More").click()
        assert found_by_axe(page) == []
        page.get_by_role("button", name="Resign").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert found_by_axe(page) == []
        page.get_by_role("button", name="A single game").click()
        expect(page.get_by_role("button", name="Accept")).to_be_visible()
        assert found_by_axe(page) == []
        page.get_by_role("button", name="Accept").click()
        page.get_by_role("dialog").get_by_role("button", name="End the session").click()
        expect(page.get_by_role("dialog")).to_contain_text("verified")
        assert found_by_axe(page) == []
        visitor.begin(kind="link", length=3)
        expect(page.get_by_label("Link to play")).to_be_visible()
        assert found_by_axe(page) == []


def focused(page: Page) -> str:
    """What a screen reader would call the focused element."""
    name: str = page.evaluate(
        """() => {
            let element = document.activeElement;
            while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
            if (element === document.body) return "";
            const copy = element?.cloneNode(true);
            for (const unread of copy?.querySelectorAll("[aria-hidden=true]") ?? []) unread.remove();
            return element?.getAttribute("aria-label") || copy?.textContent?.trim() || element?.id || "";
        }"""
    )
    return name


def tab_to(page: Page, name: str, most: int = 40) -> None:
    for _ in range(most):
        if focused(page).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def test_from_the_start_page_into_a_game_and_to_its_end_by_keyboard(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    page = visitor.go("/")
    page.wait_for_selector("form")
    page.keyboard.press("Tab")
    assert "Skip" in focused(page)
    tab_to(page, "Play", 20)
    visitor.begin(kind="screen", record=set_up({1: 2, 2: 1}, {1: 3}, 1))
    tab_to(page, "Roll")
    page.keyboard.press("Enter")
    visitor.wait_for("state.phase === 'to-play'")
    page.keyboard.press("c")
    tab_to(page, "More")
    page.keyboard.press("Enter")
    assert focused(page) == "Hint", "the menu takes the focus"
    page.keyboard.press("Escape")
    assert focused(page) == "More", "the menu gives the focus back"
    page.keyboard.press("Enter")
    tab_to(page, "Resign")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, "A single game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    assert "resigns a single game" in focused(page), "the question has the focus"
    tab_to(page, "Accept")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("won the match")
    assert focused(page) == "Rematch"


def test_dialogs_give_the_focus_back(visitor: Visitor) -> None:
    visitor.choose(autoroll=False)
    visitor.begin(kind="screen", record=set_up({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5}, 3))
    page = visitor.page
    tab_to(page, "Double")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert focused(page) == "Double"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert focused(page) == "Double"
    assert visitor.shown()["phase"] == "to-roll"
