"""The position page and the editor's evaluation, with a real server and its engine: ids, depths, rollouts, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect

from sixprime import Situation
from sixprime.formats.boards import gnubg_board
from sixprime.formats.ids import IdKind

__all__ = ["browser", "site", "visitor"]

PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10"
"""Black rolls: XG's player at the bottom."""
WHITE = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:3:2:0:7:10"
MONEY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
CUBE = "XGID=-a-BbBB-B---cD---a-c-bb-A-:0:0:1:00:3:2:0:7:10"
OFFERED = CUBE.replace(":00:", ":D:")
BLOCKED = "XGID=aBBBBBB--------------a---A:0:0:-1:66:0:0:0:0:10"
LANGUAGES = ["en", "de", "fr", "it", "hu"]


def choose_depth(visitor: Visitor, depth: str) -> None:
    """The depth that this browser remembers."""
    visitor.page.context.add_init_script(f"if (location.host) localStorage.setItem('sixprime.depth', '{depth}')")


def opened(visitor: Visitor, position: str = "", depth: str = "instant") -> Page:
    choose_depth(visitor, depth)
    page = visitor.go(f"/position#{position}" if position else "/position")
    expect(page.locator(".paste-form")).to_be_visible()
    return page


def rows(page: Page) -> Any:
    return page.locator(".plays-table tbody tr")


def paste(page: Page, words: str) -> None:
    """Paste a text into the field, as the clipboard has it."""
    page.locator("#pasted-id").evaluate(
        """(field, words) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", words);
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        words,
    )


def test_the_score_is_told_with_that_of_the_player_on_roll_first(visitor: Visitor) -> None:
    for position, words in {
        PLAY: "Match to 7 · Black 3 · White 2",
        WHITE: "Match to 7 · White 2 · Black 3",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:2:1:7:10": "Match to 7, Crawford game · Black 6 · White 2",
        MONEY: "Money play",
        MONEY.replace(":0:0:10", ":1:0:10"): "Money play · Jacoby rule",
    }.items():
        visitor.go("/static/app/shared/api.js")
        page = opened(visitor, position)
        expect(page.locator(".analysis .score")).to_have_text(words)


def test_an_id_in_the_address_is_analysed(visitor: Visitor) -> None:
    page = opened(visitor, PLAY)
    expect(rows(page).first.get_by_role("rowheader")).to_have_text("8/5 6/5")
    expect(rows(page).first.locator(".depth")).to_have_text("0-ply")
    expect(page.locator(".decision-panel > [role=status]")).to_have_text("8/5 6/5 is best (0-ply).")
    assert page.evaluate(
        "document.querySelector('backgammon-board').shadowRoot.querySelectorAll('.best .arrow').length"
    )
    page.get_by_label("Deep").check()
    expect(rows(page).first.locator(".depth")).to_have_text("36 games")
    expect(page.locator(".decision-panel > [role=status]")).to_contain_text("A deeper result: 8/5 6/5 is best")
    page.reload()
    expect(page.get_by_label("Instant")).to_be_checked()  # what the test's browser is told to remember


def test_anything_can_be_pasted(visitor: Visitor) -> None:
    page = opened(visitor)
    expect(page.locator(".intro")).to_be_visible()
    expect(rows(page)).to_have_count(0)
    drawn = gnubg_board(Situation.parse(PLAY))
    drawn = "\n".join(line for line in drawn.splitlines() if "ID" not in line)
    texts = [f"What is your play? {PLAY}", IdKind.GNUBG_ID.write(Situation.parse(PLAY)), f"Dear all,\n\n{drawn}\n\nAnn"]
    for words in texts:
        page.get_by_label("First die").select_option("0")
        expect(page.locator(".advice")).to_be_visible()
        paste(page, words)
        expect(rows(page).first.get_by_role("rowheader")).to_have_text("8/5 6/5")
        expect(page.get_by_label("First die")).to_have_value("3")
        expect(page.locator("#pasted-problem")).to_be_empty()
    page.get_by_label("Paste a position ID").fill("XGID=nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#pasted-problem")).not_to_be_empty()


def test_without_a_roll_the_cube_decides(visitor: Visitor) -> None:
    page = opened(visitor, CUBE)
    table = page.locator(".decision-panel .worth-table").first
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table.get_by_role("columnheader", name="match")).to_be_visible()
    expect(page.locator(".advice")).not_to_be_empty()
    page.get_by_label("First die").select_option("6")
    expect(rows(page).first).to_be_visible()
    page.wait_for_url("**/position#*:66:*")
    page.get_by_label("Second die").select_option("2")
    page.wait_for_url("**/position#*:62:*")
    expect(rows(page).first).to_be_visible()


def test_an_offered_double_is_answered_by_the_player_at_the_bottom(visitor: Visitor) -> None:
    page = opened(visitor, OFFERED)
    actions = page.locator(".decision-panel .worth-table").nth(1)
    expect(actions.get_by_role("rowheader")).to_have_count(2)
    assert visitor.shown()["cube"]["offered"] == {"by": "black", "value": 2}
    expect(page.locator("backgammon-board")).to_have_attribute("view", "white")
    page.goto("about:blank")
    opened(visitor, PLAY)
    expect(page.locator("backgammon-board")).to_have_attribute("view", "black")
    page.evaluate("(id) => { location.hash = id; }", WHITE)
    expect(page.locator("backgammon-board")).to_have_attribute("view", "white")
    expect(rows(page).first.get_by_role("rowheader")).to_have_text("8/5 6/5")


def test_a_roll_without_a_legal_move(visitor: Visitor) -> None:
    page = opened(visitor, BLOCKED)
    expect(page.locator(".decision-content")).to_contain_text("No legal move")
    expect(page.get_by_role("button", name="Roll this out")).to_be_hidden()


def test_a_rollout_shows_its_progress_and_can_be_cancelled(visitor: Visitor) -> None:
    page = opened(visitor, PLAY)
    expect(rows(page).first).to_be_visible()
    page.get_by_role("button", name="Roll this out").click()
    progress = page.locator(".rollout-part progress")
    expect(progress).to_be_visible()
    page.wait_for_function("() => document.querySelector('.rollout-part progress').value > 0")
    expect(page.locator(".rollout-part .job-progress")).to_contain_text("of 1,296")
    expect(rows(page).first.locator(".depth")).to_contain_text("games")
    expect(rows(page).first.locator(".equity")).to_contain_text("±")
    page.get_by_role("button", name="Cancel").click()
    expect(progress).to_be_hidden()
    expect(page.locator(".rollout-part [role=status]")).to_have_text("The analysis was cancelled.")
    expect(page.get_by_role("button", name="Roll this out")).to_be_focused()
    expect(rows(page).first.locator(".depth")).to_contain_text("games")
    page.get_by_role("button", name="Roll this out").click()
    expect(progress).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(progress).to_be_hidden()


def test_a_rollout_of_the_cube_comes_to_its_end(visitor: Visitor) -> None:
    """Near the end of the game, where it does not take long."""
    page = opened(visitor, "XGID=-BA-------------------aab-:0:0:1:00:0:0:0:0:10", "rollout")
    expect(page.locator(".decision-panel")).to_contain_text("1,296 games")
    expect(page.locator(".position-analysis > .job-progress")).to_be_hidden()
    expect(page.locator(".decision-panel .worth-table").first.locator("tbody tr")).to_have_count(3)


def test_a_rollout_goes_on_after_the_server_was_away(browser: Browser, tmp_path: Path) -> None:
    site = Site(tmp_path / "matches.db")
    site.start()
    with visiting(browser, site) as visitor:
        page = opened(visitor, PLAY, "rollout")
        bar = ".position-analysis > .job-progress progress"
        page.wait_for_function(f"() => document.querySelector('{bar}').value > 0.02")
        site.stop()
        expect(page.locator(".position-analysis > .job-progress")).to_contain_text("The connection was lost")
        shown = int(rows(page).first.locator(".depth").inner_text().split()[0])
        site.start()
        page.wait_for_function(
            "(shown) => parseInt(document.querySelector('.plays-table tbody .depth').textContent) > shown", arg=shown
        )
        expect(page.locator(".position-analysis > .job-progress")).to_contain_text("of 1,296")
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_label("Rollout")).to_be_focused()
    site.stop()


def test_another_position_ends_the_analysis_before(visitor: Visitor) -> None:
    page = opened(visitor, PLAY, "rollout")
    page.wait_for_function("() => document.querySelector('.position-analysis > .job-progress progress').value > 0")
    deleted: list[str] = []
    page.on("request", lambda request: deleted.append(request.url) if request.method == "DELETE" else None)
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        page.get_by_label("Instant").check()
    expect(page.locator(".position-analysis > .job-progress")).to_be_hidden()
    assert len(deleted) == 1
    assert visitor.page.evaluate("async (url) => (await (await fetch(url)).json()).state", deleted[0]) == "cancelled"


def test_share_edit_and_play(visitor: Visitor) -> None:
    page = opened(visitor, PLAY)
    expect(rows(page).first).to_be_visible()
    assert page.get_by_role("link", name="Open in the editor").get_attribute("href") == f"/editor#{PLAY}"
    assert page.url.endswith(f"/position#{PLAY}")
    page.get_by_text("IDs of this position").click()
    expect(page.locator(".id-list")).to_contain_text(PLAY)
    page.get_by_role("button", name="Play from here on one screen").click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("backgammon-board")
    assert visitor.state()["roll"] == [3, 1]


def test_the_editor_evaluates_what_is_set_up(visitor: Visitor) -> None:
    choose_depth(visitor, "instant")
    page = visitor.go(f"/editor#{PLAY}")
    expect(page.locator("#match-length")).to_have_value("7")
    evaluate = page.get_by_role("button", name="Evaluate")
    expect(evaluate).to_be_enabled()
    evaluate.click()
    expect(rows(page).first.get_by_role("rowheader")).to_have_text("8/5 6/5")
    rows(page).nth(1).get_by_role("button").hover()
    arrows = "document.querySelector('backgammon-board').shadowRoot.querySelectorAll('.other .arrow').length"
    assert page.evaluate(arrows) > 0
    page.get_by_label("First die").select_option("6")
    expect(evaluate).to_be_visible()
    expect(rows(page)).to_have_count(0)
    assert page.evaluate(arrows) == 0
    expect(page.locator(".id-list")).to_contain_text(":61:")
    evaluate.click()
    expect(rows(page).first.get_by_role("rowheader")).to_have_text("13/7 8/7")
    page.get_by_role("button", name="Clear").click()
    expect(evaluate).to_be_disabled()


def test_no_advice_in_a_match_between_people(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        host.begin(kind="link", length=3)
        guest.page.goto(host.page.get_by_label("Link to play").input_value())
        guest.page.get_by_role("button", name="Join the game").click()
        guest.wait_for("state.phase !== 'none' && state.phase !== 'seats' && state.phase !== 'seeds'")
        page = opened(guest, PLAY)
        expect(page.locator(".position-analysis [role=alert]").first).to_contain_text("finish that match first")
        expect(rows(page)).to_have_count(0)


SCREENS: dict[str, dict[str, Any]] = {
    "desktop, light": {},
    "phone, dark": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
}


@pytest.fixture(scope="module", params=SCREENS)
def screen(request: Any) -> dict[str, Any]:
    return SCREENS[request.param]


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_everyone_in_every_language(browser: Browser, site: Site, screen: dict[str, Any], language: str) -> None:
    with visiting(browser, site, **screen) as visitor:
        visitor.choose(language=language)
        page = opened(visitor, PLAY)
        expect(rows(page).first).to_be_visible()
        for position, part in ((PLAY, ".plays-table"), (CUBE, ".chances-table"), (MONEY, ".plays-table")):
            page.evaluate("(id) => { location.hash = id; }", position)
            expect(page.locator(f".decision-panel {part}")).to_be_visible()
            assert found_by_axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
        tops = page.evaluate("() => [...document.querySelectorAll('.depths .choice')].map((one) => one.offsetTop)")
        assert len(set(tops)) == 1, "the depths stand in one row"
        lines = page.evaluate(
            """() => [...document.querySelectorAll(".plays-table tr")].map((row) => [...row.querySelectorAll(".chance")]
                .map((cell) => cell.getBoundingClientRect().right))"""
        )
        assert all(line == sorted(set(line)) for line in lines), "wins, losses and their gammons in order"
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".plays-table :is(th, td), .depths span")]
                .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.outerHTML)"""
        )
        assert cut == []


def test_the_board_stays_in_sight_on_a_phone(browser: Browser, site: Site) -> None:
    with visiting(browser, site, **SCREENS["phone, dark"]) as visitor:
        page = opened(visitor, PLAY)
        play = rows(page).nth(7).get_by_role("button")
        play.scroll_into_view_if_needed()
        play.tap()
        board = page.locator("backgammon-board").bounding_box()
        tapped = play.bounding_box()
        assert board is not None
        assert tapped is not None
        assert board["y"] >= -1
        assert board["y"] + board["height"] <= tapped["y"] + 1, (
            "the panel does not cover the board, nor the board the play"
        )
        assert tapped["y"] + tapped["height"] <= PHONE["height"]


def test_on_its_side_a_phone_has_the_board_beside_the_plays(browser: Browser, site: Site) -> None:
    how = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
    with visiting(browser, site, **how) as visitor:
        page = opened(visitor, PLAY)
        play = rows(page).nth(5).get_by_role("button")
        play.scroll_into_view_if_needed()
        board, tapped = page.locator("backgammon-board").bounding_box(), play.bounding_box()
        assert board is not None
        assert tapped is not None
        assert board["x"] + board["width"] <= tapped["x"]
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= 390
        assert board["height"] > 300
