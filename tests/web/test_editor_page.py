"""The position editor: by mouse, by keyboard, by ids; what is wrong in words; play from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pages_site import Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site"]

START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:6:1:7:10"


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    allowed = ["clipboard-read", "clipboard-write"]
    with visiting(browser, site, permissions=allowed) as visitor:
        yield visitor


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """The editor, freshly opened."""
    visitor.page.goto("about:blank")
    visitor.go("/editor")
    expect(visitor.page.locator(".id-list")).to_contain_text("XGID=")
    return visitor.page


def board(page: Page) -> Any:
    return page.evaluate("document.querySelector('backgammon-board').state.board")


def test_any_kind_of_id_sets_the_board_up(page: Page) -> None:
    ids = [XGID, "4HPwATDgc/ABMA:8InqAGAAEAAE", "11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:6:2:7C:0"]
    for written in ids:
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".wrong")).to_be_visible()
        page.get_by_label("Paste a position ID").fill(f"What is your play? {written}")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator(".id-list code").first).to_have_text(XGID)
        expect(page.get_by_label("This is the Crawford game")).to_be_checked()
        assert board(page) == START
        assert page.get_by_label("First die").input_value() == "5"
        assert page.locator("#score-white").input_value() == "6"
        assert page.get_by_label("Black", exact=True).is_checked()


def test_a_text_without_an_id_is_refused_in_words(page: Page) -> None:
    page.get_by_label("Paste a position ID").fill("XGID=nonsense:1:2")
    page.keyboard.press("Enter")
    expect(page.locator("#pasted-problem")).not_to_be_empty()
    assert board(page) == START


def test_a_link_opens_its_position_and_follows_changes(page: Page, site: Site) -> None:
    page.goto("about:blank")
    page.goto(f"{site.url}/editor#{XGID}")
    expect(page.get_by_label("Points")).to_have_value("7")
    page.get_by_label("First die").select_option("6")
    page.wait_for_url("**/editor#*:62:*")
    page.get_by_role("button", name="Copy a link").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def tap(page: Page, place: str) -> None:
    """Tap a point where its first checker stands."""
    point = page.locator(f'backgammon-board button[data-place="{place}"]')
    box = point.bounding_box()
    assert box is not None
    point.click(position={"x": box["width"] / 2, "y": box["height"] - 8})


def test_checkers_are_put_down_by_tapping(page: Page) -> None:
    tap(page, "p3")
    assert board(page)[3] == 0, "all fifteen white checkers are on the board already"
    page.get_by_role("button", name="Clear").click()
    assert board(page) == [0] * 26
    tap(page, "p3")
    assert board(page)[3] == 1
    page.get_by_label("Black checkers").check()
    tap(page, "p5")
    assert board(page)[5] == -1


def test_checkers_are_dragged(page: Page) -> None:
    source = page.locator('backgammon-board button[data-place="p6"]').bounding_box()
    target = page.locator('backgammon-board button[data-place="p3"]').bounding_box()
    assert source is not None
    assert target is not None
    page.mouse.move(source["x"] + source["width"] / 2, source["y"] + source["height"] - 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 10, target["y"] + target["height"] - 60, steps=4)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] - 20, steps=4)
    page.mouse.up()
    assert (board(page)[6], board(page)[3]) == (4, 1)
    page.get_by_role("button", name="Undo").click()
    assert board(page) == START


def test_checkers_are_set_by_keyboard_alone(page: Page) -> None:
    page.locator('backgammon-board button[data-place="p6"]').focus()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert board(page)[6] == 3
    page.locator('backgammon-board button[data-place="p4"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert board(page)[4] == 2
    expect(page.locator(".id-list code").first).to_contain_text("XGID=-b----E-C---eE---c-c-b--B-")


def test_what_is_wrong_is_said_and_nothing_can_be_played_then(page: Page) -> None:
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".wrong")).to_contain_text("This position cannot be played")
    expect(page.get_by_role("button", name="Play from here against the bot")).to_be_disabled()
    page.get_by_role("button", name="Start position").click()
    expect(page.locator(".wrong")).to_have_count(0)
    expect(page.get_by_role("button", name="Play from here against the bot")).to_be_enabled()


def test_turn_cube_and_score(page: Page) -> None:
    page.get_by_label("Number").select_option("2")
    page.get_by_label("Owner").select_option("black")
    page.get_by_label("Black", exact=True).check()
    page.locator("#score-white").fill("4")
    page.keyboard.press("Tab")
    page.get_by_label("This is the Crawford game").check()
    page.get_by_label("This is the Crawford game").uncheck()
    expect(page.locator(".id-list code").first).to_contain_text(":1:1:1:00:0:4:0:5:")
    page.get_by_label("Points").select_option("3")
    expect(page.locator("#score-white")).to_have_value("2")
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator("#score-black")).to_have_value("2")
    expect(page.get_by_label("Owner")).to_have_value("white")


def test_play_from_here(page: Page, visitor: Visitor) -> None:
    page.get_by_label("Paste a position ID").fill("XGID=-B------C---eE---c-e----B-:1:1:1:31:0:0:0:5:10")
    page.keyboard.press("Enter")
    expect(page.get_by_label("First die")).to_have_value("3")
    wanted = board(page)
    page.get_by_role("button", name="Play from here on one screen").click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("backgammon-board")
    state = visitor.state()
    while state["phase"] == "seeds":
        page.wait_for_timeout(50)
        state = visitor.state()
    assert (state["board"], state["cube"]["value"], state["length"]) == (wanted, 2, 5)
    assert state["phase"] == "to-play"
    assert sorted(state["roll"]) == [1, 3]
    assert page.locator("backgammon-board").get_attribute("view") == state["on_roll"] == "black"
    page.reload()
    expect(page.locator("backgammon-board")).to_have_attribute("view", "black")


def test_other_numbers_of_checkers_are_kept(page: Page, visitor: Visitor) -> None:
    page.get_by_label("Paste a position ID").fill("123:mno:N0N::B:C:0:0:1:0:3")
    page.keyboard.press("Enter")
    expect(page.locator(".id-list")).to_contain_text("123:mno")
    page.get_by_label("First die").select_option("4")
    expect(page.locator(".id-list")).to_contain_text(":44:")
    page.get_by_role("button", name="Play from here on one screen").click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("backgammon-board")
    assert visitor.state()["checkers"] == 3


def test_a_score_that_rules_the_crawford_game_out_ends_it(page: Page) -> None:
    page.locator("#score-white").fill("4")
    page.keyboard.press("Tab")
    page.get_by_label("This is the Crawford game").check()
    page.locator("#score-black").fill("4")
    page.keyboard.press("Tab")
    expect(page.get_by_label("This is the Crawford game")).to_have_count(0)
    expect(page.locator(".wrong")).to_have_count(0)


def test_the_player_on_roll_sits_at_the_bottom_and_the_board_can_be_turned(page: Page, site: Site) -> None:
    page.goto("about:blank")
    page.goto(f"{site.url}/editor#{XGID}")
    shown = page.locator("backgammon-board")
    expect(page.get_by_label("Black", exact=True)).to_be_checked()
    expect(shown).to_have_attribute("view", "black")
    turn = page.get_by_role("button", name="Flip the board")
    turn.click()
    expect(shown).to_have_attribute("view", "white")
    page.get_by_label("Paste a position ID").fill(XGID)
    page.keyboard.press("Enter")
    expect(shown).to_have_attribute("view", "black")
    page.get_by_label("White", exact=True).check()
    expect(shown).to_have_attribute("view", "white")
