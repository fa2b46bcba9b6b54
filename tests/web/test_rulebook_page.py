"""The rule book in the browser: contents, pictures, leaflets, links, print."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from board_pages import UNOBSERVED, boards_beyond_their_frames
from pages_site import Site, browser, site, visiting
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site"]

LEAFLETS = (
    "Three-language leaflet",
    "Hungarian leaflet",
    "Italian leaflet with the history of the game",
    "German leaflet from the cloth bag",
    "French leaflet without a cube",
)


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with visiting(browser, site) as visitor:
        visitor.go("/rules")
        expect(visitor.page.locator(".rule").first).to_be_visible()
        yield visitor.page


def test_every_rule_has_a_picture_and_names_every_leaflet(page: Page) -> None:
    rules = page.locator(".rule").all()
    assert len(rules) > 25
    for rule in rules:
        assert rule.locator(".picture").count() >= 1
        words = rule.locator(".leaflets").evaluate("(box) => box.textContent") or ""
        for leaflet in LEAFLETS:
            assert leaflet in words


def test_pictures_are_drawn_when_they_come_near_and_cannot_be_pressed(page: Page) -> None:
    figure = page.locator("#two-moves figure").first
    figure.scroll_into_view_if_needed()
    board = figure.locator("backgammon-board")
    expect(board).to_be_visible()
    assert board.evaluate("(board) => board.inert") is True
    expect(figure.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("5 and 3 with two checkers: from 8 to 3")
    )
    expect(board.locator(".arrow")).to_have_count(2)


def test_contents_lead_to_the_sections(page: Page) -> None:
    links = page.locator(".contents a").all()
    assert len(links) == 12
    for link in links:
        assert page.locator(link.get_attribute("href") or "#none").count() == 1
    page.locator(".contents a", has_text="Bearing off").click()
    expect(page.locator("#bearing-off h2")).to_be_in_viewport()


def test_a_link_to_a_rule_opens_there(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go("/rules#jacoby")
        expect(page.locator("#jacoby h3")).to_be_in_viewport()


def test_on_paper_every_difference_is_open_and_every_picture_drawn(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])", has=page.locator(".differs")).count() == 0
    drawn = page.locator(".picture backgammon-board").count()
    assert drawn == page.locator(".picture").count()
    page.emulate_media(media="print")
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.locator("header.top")).to_be_hidden()
    page.emulate_media(media="screen")


def test_printed_pictures_are_whole(browser: Browser, site: Site) -> None:
    """On paper they are smaller than on the screen, and browsers do not tell observers of sizes when they print."""
    with visiting(browser, site) as visitor:
        visitor.page.add_init_script(UNOBSERVED)
        page = visitor.go("/rules")
        pictures = page.locator(".picture backgammon-board")
        expect(pictures.first).to_be_visible()
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 720, "height": 1000})
        assert boards_beyond_their_frames(pictures) == 0
