"""The review of a match: stepping, jumping, sharing, and what an imported file says about its moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import new_context
from pages_site import Site, browser, site, visiting
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site"]

FILES = Path(__file__).parents[1] / "fixtures"
FILE = FILES / "matchfiles" / "gnubg.mat"
ANALYSED = FILES / "others" / "evening.xg"


@pytest.fixture(scope="module")
def match(browser: Browser, site: Site) -> str:
    """A match of three games, brought in as a file."""
    return bring_in(browser, site, FILE)


def bring_in(browser: Browser, site: Site, file: Path) -> str:
    context = new_context(browser)
    form: Any = {"file": {"name": file.name, "mimeType": "application/octet-stream", "buffer": file.read_bytes()}}
    answer = context.request.post(f"{site.url}/api/imports", multipart=form, headers={"Origin": site.url})
    found: str = answer.json()["matches"][0]["match"]
    context.close()
    return found


@pytest.fixture(scope="module")
def opened(browser: Browser, site: Site, match: str) -> Iterator[Page]:
    allowed = ["clipboard-read", "clipboard-write"]
    with visiting(browser, site, permissions=allowed) as visitor:
        visitor.go(f"/review/{match}")
        expect(visitor.page.locator(".move-list .move").first).to_be_visible()
        yield visitor.page


@pytest.fixture
def page(opened: Page, site: Site, match: str) -> Page:
    """The replay, at its beginning."""
    if f"/review/{match}" not in opened.url:
        opened.goto(f"{site.url}/review/{match}")
        expect(opened.locator(".move-list .move").first).to_be_visible()
    opened.locator(".slider").fill("0")
    return opened


def said(page: Page) -> str:
    return page.locator(".said").inner_text()


def marked(page: Page) -> int:
    return int(page.locator(".move[aria-current]").get_attribute("data-index") or -1)


def test_it_steps_with_keys(page: Page) -> None:
    assert marked(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert marked(page) == 2
    page.keyboard.press("ArrowLeft")
    assert marked(page) == 1
    page.keyboard.press("End")
    expect(page.locator(".move.end[aria-current]")).to_have_count(1)
    page.keyboard.press("Home")
    assert marked(page) == 0
    page.keyboard.press("PageDown")
    expect(page.locator(".score")).to_contain_text("Game 2")
    page.keyboard.press("PageUp")
    expect(page.locator(".score")).to_contain_text("Game 1")


def test_it_steps_with_buttons_and_stops_at_both_ends(page: Page) -> None:
    page.get_by_role("button", name="Back").click()
    assert marked(page) == 0
    page.get_by_role("button", name="Forward").click()
    assert marked(page) == 1
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".score")).to_contain_text("Game 2")
    page.get_by_role("button", name="Previous game").click()
    expect(page.locator(".score")).to_contain_text("Game 1")


def test_the_slider_and_the_list_lead_anywhere(page: Page) -> None:
    page.locator(".slider").fill("7")
    assert marked(page) == 7
    move = page.locator(".move", has_text="16/11*/7*").first
    move.click()
    expect(move).to_have_attribute("aria-current", "step")
    assert "16/11" in said(page)
    assert page.locator(".slider").get_attribute("aria-valuetext") == "Game 1: Ada plays 16/11*/7*"


def test_the_play_is_drawn_as_arrows_and_the_dice_lie_there(page: Page) -> None:
    page.locator(".move", has_text="16/11*/7*").first.click()
    expect(page.locator("backgammon-board .arrow")).to_have_count(1)
    expect(page.locator("backgammon-board button[data-place=dice]")).to_have_attribute("aria-label", re.compile("5.*4"))
    page.locator(".move", has_text="doubles to 4").first.click()
    expect(page.locator("backgammon-board .arrow")).to_have_count(0)
    expect(page.locator("backgammon-board button[data-place=cube]")).to_have_attribute("aria-label", re.compile("4"))


def test_the_link_leads_to_the_position(page: Page, match: str, site: Site) -> None:
    page.locator(".move", has_text="16/11*/7*").first.click()
    page.get_by_role("button", name="Copy a link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{site.url}/review/{match}#v=\d+", link)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".move[aria-current]")).to_contain_text("16/11*/7*")
    page.evaluate("location.hash = '#v=1'")
    expect(page.locator(".move[aria-current]")).to_have_attribute("data-index", "0")


def test_the_ids_of_the_position_are_there_and_the_editor_takes_it(page: Page) -> None:
    page.locator(".move", has_text="16/11*/7*").first.click()
    page.get_by_text("IDs of this position").click()
    expect(page.locator(".id-list")).to_contain_text("XGID=")
    expect(page.locator(".id-list")).to_contain_text("GNUBG ID")
    written = page.locator(".id-list code").first.inner_text()
    assert ":54:" in written
    page.get_by_role("button", name="Copy XGID").click()
    assert page.evaluate("navigator.clipboard.readText()") == written
    page.get_by_role("button", name="Open in the editor").click()
    page.wait_for_url("**/editor#XGID=*")
    assert page.url.endswith(written)


def test_it_plays_by_itself_until_somebody_steps_in(page: Page) -> None:
    page.clock.install()  # holds from here on, so the later tests have it as well; they do not wait for anything
    page.get_by_role("button", name="Play automatically").click()
    expect(page.get_by_role("button", name="Stop")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(1700)
    assert marked(page) == 1
    page.clock.run_for(1600)
    assert marked(page) == 2
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play automatically")).to_be_visible()
    page.clock.run_for(5000)
    assert marked(page) == 3


def test_nobody_can_move_checkers_here(page: Page) -> None:
    before = page.evaluate("document.querySelector('backgammon-board').state.board")
    page.locator("backgammon-board button[data-place=p13]").click()
    assert page.evaluate("document.querySelector('backgammon-board').state.board") == before


def test_a_match_that_is_not_there_or_not_begun(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go("/review/AAAAAAAAAAAAAAAAAAAAAA")
        expect(page.get_by_role("alert")).to_contain_text("There is no such match")
        match = visitor.begin(kind="screen", length=1)
        visitor.go(f"/review/{match}")
        expect(page.get_by_text("Nothing has been played in this match yet.")).to_be_visible()


def test_on_a_phone_the_board_and_the_steps_fit(browser: Browser, site: Site, match: str) -> None:
    with visiting(browser, site, viewport={"width": 360, "height": 740}, has_touch=True) as visitor:
        page = visitor.go(f"/review/{match}#v=13")
        expect(page.locator(".move[aria-current]")).to_be_attached()
        bottom = page.locator(".controls").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] < 740
        page.get_by_role("button", name="Forward").tap()


def test_what_an_analysed_file_brought_along_stands_beside_the_move(browser: Browser, site: Site) -> None:
    match = bring_in(browser, site, ANALYSED)
    with visiting(browser, site) as visitor:
        page = visitor.go(f"/review/{match}")
        expect(page).to_have_title(re.compile("against .* · sixprime"))
        expect(page.locator(".file-details")).to_contain_text("Club evening")
        expect(page.locator(".file-details")).to_contain_text("Kraków")
        notes = page.locator(".notes-part")
        # The first play: its candidates, the one that was played, and what it lost.
        table = notes.locator(".plays-table")
        expect(table.locator("tbody tr").first).to_contain_text("24/23 24/21")
        expect(table.locator("tbody tr").first).to_contain_text("+0.500")
        expect(table.locator("tbody tr").nth(1)).to_contain_text("-0.06")
        expect(table.locator("tbody tr").first).to_contain_text("62.5%")
        expect(table.locator(".played")).to_have_count(1)
        expect(notes).to_contain_text("3-ply")
        expect(notes.locator(".chances-table")).to_contain_text("12.5%")
        arrows = page.evaluate(
            "() => document.querySelector('backgammon-board').shadowRoot.querySelectorAll('.arrow').length"
        )
        table.get_by_role("button", name="24/20").click()
        assert arrows > 0
        # The second move: the cube before the roll, and the play.
        page.keyboard.press("ArrowRight")
        cube = notes.locator(".file-analysis", has_text="Cube action")
        expect(cube.locator("tbody tr").nth(0)).to_contain_text(re.compile("no double.*\\+0.750.*-0.125"))
        expect(cube.locator(".best")).to_contain_text(re.compile("double, take.*\\+0.875"))
        expect(cube.locator("tbody tr").nth(2)).to_contain_text(re.compile("double, pass.*\\+1.000"))
        expect(cube.locator(".error-words")).to_contain_text("An error: -0.125")
        expect(notes.locator(".file-analysis", has_text="Plays")).to_be_visible()
        # The list marks what was lost.
        expect(page.locator(".move .lost").first).to_contain_text(re.compile(r"-0\.\d{3}"))


SQUEEZED = """() => {
    const side = document.querySelector(".side").getBoundingClientRect();
    const tables = [...document.querySelectorAll(".side table")].filter((one) => one.checkVisibility());
    const losses = [...document.querySelectorAll(".move .lost")];
    const right = (one) => one.getBoundingClientRect().right;
    return {
        tables: tables.filter((one) => right(one) > side.right).length,
        losses: losses.filter((one) => right(one) > right(one.closest(".move")) + 1).length,
        seen: [tables.length, losses.length],
    };
}"""
"""Tables that are wider than their column, and losses that leave their move; how many there are of each."""


def test_figures_have_room_in_the_narrow_column_of_a_phone_on_its_side(browser: Browser, site: Site) -> None:
    """In German, whose words are the longest."""
    analysed = bring_in(browser, site, ANALYSED)
    with visiting(browser, site, locale="de-DE", viewport={"width": 844, "height": 390}) as visitor:
        page = visitor.go(f"/review/{analysed}")
        expect(page.locator(".side table").first).to_be_visible()
        expect(page.locator(".move .lost").first).to_be_attached()
        for width, height in ((844, 390), (667, 375), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            found = page.evaluate(SQUEEZED)
            assert all(found["seen"]), width
            assert (found["tables"], found["losses"]) == (0, 0), (width, found)


def test_a_file_without_notes_has_no_place_for_them(page: Page) -> None:
    expect(page.locator(".notes-part")).to_be_hidden()


def test_links_of_before_lead_to_the_review(browser: Browser, site: Site, match: str) -> None:
    with visiting(browser, site) as visitor:
        visitor.go(f"/replay/{match}#v=13")
        visitor.page.wait_for_url(f"{site.url}/review/{match}#v=13")
        expect(visitor.page.locator(".move[aria-current]")).to_be_visible()


def test_the_move_of_a_link_stays_in_sight_while_the_games_above_are_made(
    browser: Browser, site: Site, match: str
) -> None:
    """The game that is shown is made first, and those above it push it down later."""
    with visiting(browser, site, viewport={"width": 1080, "height": 720}) as visitor:
        visitor.go(f"/review/{match}#v=27")
        expect(visitor.page.locator(".move-list .game-moves")).to_have_count(3)
        current = visitor.page.locator(".move[aria-current]")
        assert visitor.page.locator(".game-part").first.locator(".move[aria-current]").count() == 0
        expect(current).to_be_in_viewport()
