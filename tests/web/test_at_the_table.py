"""What a player sees, hears and presses around the board during a game, and what the end of a game says."""

from __future__ import annotations

from typing import Any

import pytest
from pages_site import Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect
from whole_games import QUIET, begin, standing

__all__ = ["browser", "site", "visitor"]

FINGER: dict[str, Any] = {"has_touch": True, "is_mobile": True}
START = {24: 2, 13: 5, 8: 3, 6: 5}
BEHIND = standing({13: 15}, {1: 1}, 3)
"""White cannot win any more, but not lose a backgammon either."""
CONTRAST = """(part) => {
    const numbers = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255);
    const light = (colour) => numbers(colour)
        .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
        .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
    const { color, backgroundColor } = getComputedStyle(part);
    const [dark, bright] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
}"""


def rolled(dice: tuple[int, int]) -> dict[str, object]:
    """A record of a match to 5 in which White has this roll to play from the start position."""
    record: dict[str, Any] = standing(START, START, 5)
    record["events"].append({"type": "roll", "player": "white", "dice": list(dice)})
    return record


def against_the_bot(visitor: Visitor, record: dict[str, object], level: str = "beginner") -> Page:
    visitor.choose(**QUIET)
    begin(visitor, kind="bot", level=level, record=record)
    return visitor.page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_main_button_can_be_read_under_the_mouse_while_it_waits(browser: Browser, site: Site, scheme: Any) -> None:
    with visiting(browser, site, color_scheme=scheme) as visitor:
        page = against_the_bot(visitor, rolled((3, 1)))
        main = visitor.main_button("Done")
        expect(main).to_have_attribute("aria-disabled", "true")
        main.hover()
        page.wait_for_function("(part) => part.getAnimations().length === 0", arg=main.element_handle())
        assert main.evaluate(CONTRAST) >= 4.5


def test_take_and_drop_have_keys_which_the_help_names(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing(START, START, 5))
    page = visitor.page
    visitor.menu("Keyboard shortcuts")
    keys = page.locator(".keys")
    for key in ("t", "x", "b", "a", "n"):
        expect(keys.locator("kbd", has_text=key).first).to_be_visible()
    expect(keys).to_contain_text("take a double")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    visitor.wait_for("state.phase === 'to-answer-cube'")
    page.keyboard.press("t")
    visitor.wait_for("state.cube.owner === 'black' && state.cube.value === 2")
    begin(visitor, record=standing(START, START, 5))
    page.locator(".control-row .double").click()
    page.keyboard.press("Enter")
    expect(page.locator("div.offer")).to_be_visible()
    page.keyboard.press("x")
    visitor.wait_for("state.results.length === 1")


def test_who_loses_sees_a_minus_and_is_called_you(visitor: Visitor) -> None:
    page = against_the_bot(visitor, BEHIND, "expert")
    visitor.menu("Resign")
    offers = page.get_by_role("dialog").locator(".button.wide:not(.main)")
    expect(offers).to_have_text(["A single game · 1 point", "A gammon · 2 points"])
    offers.nth(1).click()
    panel = page.get_by_role("dialog")
    points = panel.locator(".points")
    expect(points).to_have_text("\u22122")
    expect(panel.locator(".game-result")).to_contain_text("You resigned.")
    expect(panel).not_to_contain_text("White")
    bad = page.evaluate(
        """() => {
            const probe = document.createElement("i");
            probe.style.color = "var(--bad)";
            document.body.append(probe);
            const { color } = getComputedStyle(probe);
            probe.remove();
            return color;
        }"""
    )
    expect(points).to_have_css("color", bad)


def test_resignations_offer_only_what_can_matter(visitor: Visitor) -> None:
    for record, offers in (
        (standing(START, START, 1), ["A single game · 1 point"]),
        (standing(START, START, 3, cube=2, cube_owner="white"), ["A single game · 2 points", "A gammon · 4 points"]),
        (standing(START, START, None), ["A single game · 1 point", "A gammon · 2 points", "A backgammon · 3 points"]),
    ):
        page = against_the_bot(visitor, record)
        visitor.menu("Resign")
        expect(page.get_by_role("dialog").locator(".button.wide:not(.main)")).to_have_text(offers)


def test_the_double_button_shows_what_it_doubles_to_and_only_where_that_helps(visitor: Visitor) -> None:
    page = against_the_bot(visitor, standing(START, START, 7))
    double = page.locator(".control-row .double")
    expect(double.locator(".cube-face")).to_have_text("2")
    against_the_bot(visitor, standing(START, START, 7, cube=2, cube_owner="white"))
    expect(double.locator(".cube-face")).to_have_text("4")
    expect(double).to_have_attribute("title", "Double to 4")
    for record in (
        standing(START, START, 1),
        standing(START, START, 7, cube=2, cube_owner="black"),
        standing(START, START, 3, cube=4, cube_owner="white"),
        standing(START, START, 3, score=[2, 0], crawford=True),
    ):
        against_the_bot(visitor, record)
        expect(visitor.main_button("Roll")).to_be_visible()
        expect(double).to_be_hidden()


def test_a_match_won_by_more_than_it_needs_ends_at_its_length(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    begin(visitor, record=standing({1: 2}, {13: 15}, 3, cube=2, cube_owner="white"))
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    visitor.play([[1, 0], [1, 0]])
    panel = visitor.page.get_by_role("dialog")
    expect(panel.locator(".points")).to_have_text("+4")
    expect(panel.locator(".final-score b").first).to_have_text("3/3")
    expect(visitor.page.locator(".player-bar.below .score")).to_contain_text("3 of 3 points")


def test_a_tap_that_cannot_be_played_says_why(visitor: Visitor) -> None:
    page = against_the_bot(visitor, rolled((5, 5)))
    visitor.wait_for("state.phase === 'to-play'")
    visitor.place("p24").click()
    expect(page.locator(".note")).to_contain_text("24/19 is blocked: the opponent holds the 19 point with 5 checkers")
    visitor.place("p4").click()
    expect(page.locator(".note")).to_contain_text("You have no checker on the 4 point, and cannot make it with 5 5 5 5")
    visitor.place("p3").click()
    expect(page.locator(".player-bar.below .pips")).to_contain_text("157 pips")


def test_fingers_are_told_once_what_they_can_do(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 390, "height": 844}, **FINGER) as visitor:
        page = against_the_bot(visitor, rolled((3, 1)))
        coach = page.locator(".coach")
        expect(coach).to_contain_text("Hold a finger on a checker to play the other die.")
        expect(coach).to_contain_text("Tap the dice to swap them.")
        note, board = coach.bounding_box(), page.locator(".board-room").bounding_box()
        row = page.locator(".control-row").bounding_box()
        assert note is not None
        assert board is not None
        assert row is not None
        assert board["y"] + board["height"] <= note["y"], "the board is free"
        assert note["y"] + note["height"] <= row["y"], "and the controls"
        visitor.menu("Type moves")
        expect(coach).to_be_hidden()
        visitor.menu("Hide the text box")
        coach.get_by_role("button", name="Got it").tap()
        expect(coach).to_be_hidden()
        page.reload()
        visitor.wait_for("state.phase === 'to-play'")
        expect(visitor.main_button("Done")).to_be_visible()
        expect(coach).to_be_hidden()


def test_a_mouse_is_not_told_what_fingers_can_do(visitor: Visitor) -> None:
    page = against_the_bot(visitor, rolled((3, 1)))
    expect(visitor.main_button("Done")).to_be_visible()
    expect(page.locator(".coach")).to_be_hidden()


@pytest.mark.parametrize("screen", [(390, 844), (844, 390), (1280, 800)], ids=str)
def test_a_hint_leaves_the_board_in_sight(browser: Browser, site: Site, screen: tuple[int, int]) -> None:
    with visiting(browser, site, viewport={"width": screen[0], "height": screen[1]}, **FINGER) as visitor:
        page = against_the_bot(visitor, rolled((3, 1)))
        visitor.wait_for("state.phase === 'to-play'")
        page.locator(".coach button").tap()
        visitor.menu("Hint")
        expect(page.locator(".hint-table")).to_be_visible()
        covered = page.evaluate(
            """() => {
                const [dialog, board] = [document.querySelector("dialog"),
                    document.querySelector("backgammon-board").shadowRoot.querySelector(".table")]
                    .map((part) => part.getBoundingClientRect());
                const across = Math.min(dialog.right, board.right) - Math.max(dialog.left, board.left);
                const down = Math.min(dialog.bottom, board.bottom) - Math.max(dialog.top, board.top);
                return across > 1 && down > 1;
            }"""
        )
        assert not covered


def test_movable_checkers_are_marked_by_a_setting(visitor: Visitor) -> None:
    visitor.choose(**QUIET, movable=True)
    begin(visitor, kind="bot", level="beginner", record=rolled((3, 1)))
    visitor.wait_for("state.phase === 'to-play'")
    expect(visitor.page.locator("backgammon-board .checker.movable")).to_have_count(4)


def test_speech_and_list_use_names_and_the_numbers_of_the_board(visitor: Visitor) -> None:
    visitor.choose(**QUIET, numbering="sheets")
    begin(visitor, kind="bot", level="beginner", record=rolled((3, 1)))
    visitor.wait_for("state.phase === 'to-play'")
    expect(visitor.place("p19")).to_have_attribute("aria-label", "6A point, 5 checkers, Bot")
    visitor.play([[24, 23], [13, 10]])
    expect(visitor.page.locator(".moves .cell").first).to_contain_text("1A/2A 12A/10")


def test_what_is_no_longer_possible_is_not_sent(visitor: Visitor) -> None:
    """Somebody rolls while the board still shows the moment before: nothing is refused, with White for you."""
    sent: list[str] = []
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page = against_the_bot(visitor, rolled((3, 1)))
    visitor.wait_for("state.phase === 'to-play'")
    page.evaluate(
        """() => document.querySelector("backgammon-board")
            .dispatchEvent(new CustomEvent("roll", { detail: { seat: "white", action: "roll" } }))"""
    )
    version = visitor.shown()["version"]
    visitor.play([[24, 23], [13, 10]])
    visitor.wait_for(f"state.version > {version}")
    commands = [frame for frame in sent if '"command"' in frame]
    assert [frame for frame in commands if '"play"' in frame]
    assert not [frame for frame in commands if '"roll"' in frame]
    expect(page.locator("#notes .note")).to_have_count(0)
