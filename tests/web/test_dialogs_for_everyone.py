"""Every dialog and menu of a game, and its end: axe finds nothing serious, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import DESKTOP, PHONE, Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, expect
from whole_games import QUIET, begin, expect_verified, standing

__all__ = ["browser", "site"]

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "dark": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True},
}
DIALOGS = ("Hint", "Rules of this match", "Board and settings", "Resign", "Abandon the match")


@pytest.fixture(params=LOOKS)
def player(request: Any, browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site, **LOOKS[request.param]) as visitor:
        visitor.choose(**QUIET)
        yield visitor


def expect_no_fault(visitor: Visitor) -> None:
    assert found_by_axe(visitor.page) == []


def test_dialogs_of_a_game(player: Visitor) -> None:
    begin(player, record=standing({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5}, 5))
    dialog = player.page.get_by_role("dialog")
    for item in DIALOGS:
        player.menu(item)
        expect(dialog).to_be_visible()
        if item == "Hint":
            expect(dialog.locator(".advice")).not_to_be_empty()
        expect_no_fault(player)
        player.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    player.menu("Type moves")
    expect_no_fault(player)


def test_the_cube_from_the_question_to_the_end_of_the_match(player: Visitor) -> None:
    begin(player, record=standing({1: 2}, {6: 2}, 2))
    page = player.page
    page.get_by_role("button", name="Double", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_no_fault(player)
    page.get_by_role("dialog").get_by_role("button", name="Double", exact=True).click()
    expect(page.get_by_role("button", name="Take", exact=True)).to_be_visible()
    expect_no_fault(player)
    page.get_by_role("button", name="Take", exact=True).click()
    player.wait_for("state.phase === 'to-roll'")
    player.main_button("Roll").click()
    player.wait_for("state.phase === 'to-play'")
    expect_no_fault(player)
    player.play([[1, 0], [1, 0]])
    expect_verified(player)
    expect_no_fault(player)
