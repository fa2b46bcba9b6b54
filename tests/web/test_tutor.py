"""The tutor at the table, in a browser: a blunder is caught, looked at again and mended; nobody else sees it."""

import json
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


def said(visitor: Visitor) -> str:
    return visitor.page.locator("#announcements").inner_text().replace("\u00a0", " ")


def test_a_game_in_which_a_blunder_is_looked_at_again_and_mended(browser: Browser, site: Site) -> None:
    """By mouse, with a spectator who sees none of it; the review tells the player alone."""
    with visiting(browser, site) as player, visiting(browser, site) as spectator:
        match = begin(player, feedback=True)
        spectator.choose(tutor=True)
        spectator.go(f"/match/{match}")
        expect(player.page.get_by_role("switch", name="Tutor")).to_be_checked()
        expect(player.page.locator(".tutor-row .percent")).to_have_text(re.compile(r"5\d%"))
        put(player, BLUNDER)
        expect(box(player)).to_contain_text(QUESTION)
        player.page.wait_for_function(
            f"document.getElementById('announcements').textContent.includes({json.dumps(QUESTION)})"
        )
        # Who wants to go on is led to the question, and nothing is sent.
        player.place("dice").click()
        expect(box(player)).to_be_focused()
        assert played(player) == []
        player.page.get_by_role("button", name="Look again").click()
        expect(box(player)).to_be_hidden()
        expect(player.main_button("Done")).to_be_visible()
        assert "8/5" not in player.page.locator(".controls").inner_text()  # no answer was given
        put(player, BLUNDER)
        player.page.get_by_role("button", name="Show me").click()
        expect(box(player)).to_contain_text("8/5 6/5 is better.")
        expect(box(player).locator(".reasons li").first).to_contain_text("8/5 6/5 makes the 5 point")
        assert (
            player.page.evaluate(
                "document.querySelector('backgammon-board').shadowRoot.querySelectorAll('.arrows').length"
            )
            == 2
        )
        assert "8/5 6/5 makes the 5 point" in said(player)
        player.page.get_by_role("button", name="Take this play").click()
        expect(box(player)).to_be_hidden()
        player.main_button("Done").click()
        player.wait_for("state.last?.entry.player === 'black' || state.to_act === 'black'")
        assert played(player)[0] == BEST
        expect(player.page.locator(".feedback")).to_contain_text("good")
        # A resignation of a game that is not lost is asked about as well, and made anyway.
        player.wait_for("state.to_act === 'white'")
        player.menu("Resign")
        player.page.get_by_role("button", name="A single game").click()
        expect(box(player)).to_contain_text(QUESTION)
        player.page.get_by_role("button", name="Do it anyway").click()
        player.wait_for("state.phase === 'over'")
        spectator.wait_for("state.phase === 'over'")
        assert spectator.page.locator(".tutor-row:visible, .tutor-question:visible").count() == 0
        player.go(f"/review/{match}")
        expect(player.page.locator(".own-comment .first-choice, .tutored").first).to_be_attached()


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


def test_hints_tell_why_and_the_bar_can_be_hidden(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport=PHONE) as player:
        begin(player, chances=False)
        expect(player.page.get_by_role("switch", name="Tutor")).to_be_checked()
        player.menu("Hint")
        dialog = player.page.get_by_role("dialog")
        why = dialog.locator("details.why").first
        expect(why).to_contain_text(re.compile("Why 8/5 6/5 is better than .*8/5 6/5 makes the 5 point", re.DOTALL))
        above, table = why.bounding_box(), dialog.locator(".hint-table").bounding_box()
        assert above is not None
        assert table is not None
        assert above["y"] < table["y"]  # a phone shows the reason without scrolling
        expect(player.page.locator(".tutor-row .chances")).to_be_hidden()


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
