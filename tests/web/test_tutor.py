"""The tutor at the table, in a browser: by keyboard, by touch, with the cube, and never between people."""

import re
from typing import Any

import pytest
from chromium import browser
from pages_site import PHONE, Site, Visitor, first_play, site, visiting
from playwright.sync_api import Browser, Request, expect

__all__ = ["browser", "site"]

TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:1:10"
BEFORE_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:5:10"
BLUNDER, BEST = [[24, 23], [13, 10]], [[8, 5], [6, 5]]
QUESTION = "There is something better. Look again?"


def begin(visitor: Visitor, position: str = TO_PLAY, **settings: object) -> str:
    visitor.choose(tutor=True, speed="off", **settings)
    length = int(position.split(":")[-2])
    match = visitor.begin(kind="bot", level="beginner", length=length, position=position)
    visitor.wait_for("state.you.length === 1 && state.to_act === 'white'")
    return match


def put(visitor: Visitor, steps: list[list[int]]) -> None:
    """Make steps on the board without sending them."""
    visitor.page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", steps)


def box(visitor: Visitor) -> Any:
    return visitor.page.locator(".tutor-question")


def played(visitor: Visitor) -> list[Any]:
    """The plays of White in the log."""
    match = visitor.page.url.split("/match/")[1]
    entries = visitor.site.get(f"/api/matches/{match}/entries")["entries"]
    return [
        entry["entry"]["steps"]
        for entry in entries
        if entry["entry"].get("player") == "white" and "steps" in entry["entry"]
    ]


def test_by_keyboard_and_typed_words(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as player:
        begin(player)
        for key, words in (("g", None), ("w", "8/5 6/5 is better.")):
            put(player, BLUNDER)
            expect(box(player)).to_contain_text(QUESTION)
            player.page.keyboard.press(key)
            if words is None:
                expect(box(player)).to_be_hidden()
            else:
                expect(box(player)).to_contain_text(words)
        player.page.keyboard.press("y")
        player.wait_for("state.last?.entry.player === 'black' || state.to_act === 'black'")
        assert played(player)[0] == BLUNDER


def test_by_touch_on_a_phone_the_question_leaves_the_board_free(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, is_mobile=True) as player:
        begin(player)
        put(player, BLUNDER)
        expect(box(player)).to_be_visible()
        for _ in range(2):
            board = player.page.locator("backgammon-board").bounding_box()
            asked = box(player).bounding_box()
            assert board is not None
            assert asked is not None
            assert asked["y"] >= board["y"] + board["height"]
            assert asked["y"] + asked["height"] <= PHONE["height"] + 1
            if player.page.get_by_role("button", name="Show me").is_visible():
                player.page.get_by_role("button", name="Show me").tap()
                expect(box(player)).to_have_class(re.compile("explains"))
        player.page.get_by_role("button", name="Take this play").tap()
        player.main_button("Done").tap()
        player.wait_for("state.last?.entry.player === 'black' || state.to_act === 'black'")
        assert played(player)[0] == BEST


def test_cube_actions_are_asked_about_too(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as player:
        begin(player, BEFORE_ROLL)
        player.page.keyboard.press("d")
        player.page.get_by_role("dialog").get_by_role("button", name="Double").click()
        expect(box(player)).to_contain_text(QUESTION)
        player.page.get_by_role("button", name="Show me").click()
        expect(box(player)).to_contain_text("roll is better.")
        player.page.get_by_role("button", name="Do that").click()
        player.wait_for("state.phase === 'to-play' && state.to_act === 'white'")


@pytest.mark.parametrize("kind", ["link", "screen"])
def test_it_is_never_there_in_matches_between_people(browser: Browser, site: Site, kind: str) -> None:
    with visiting(browser, site) as player:
        asked: list[str] = []

        def note(request: Request) -> None:
            if request.url.split("?")[0].endswith("/advice"):
                asked.append(request.url)

        player.page.on("request", note)
        player.choose(tutor=True, speed="off")
        player.begin(kind=kind, length=3)
        if kind == "screen":
            player.wait_for("state.phase === 'to-play'")
            player.play(first_play(player.state()))
            player.wait_for("state.phase === 'to-roll'")
        assert player.page.locator(".tutor-row:visible").count() == 0
        assert asked == []
