"""How pages make use of the screen they are on: phones upright and on their side, tablets, low windows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pages_site import PHONE, Site, Visitor, browser, first_play, site, visiting, visitor
from playwright.sync_api import Browser, Locator, Page, expect
from review_pages import analyse, bring_in, open_review
from whole_games import QUIET, Finger, begin, standing

from sixprime import Match, Phase, SeededDice
from sixprime.core.match import records

__all__ = ["browser", "site", "visitor"]

FILES = Path(__file__).parents[1] / "fixtures" / "others"
FINGER: dict[str, Any] = {"has_touch": True, "is_mobile": True}
START = {24: 2, 13: 5, 8: 3, 6: 5}
TURNS: list[tuple[str, list[int], list[list[int]]]] = [
    ("white", [3, 1], [[8, 5], [6, 5]]),
    ("black", [3, 1], [[8, 5], [6, 5]]),
    ("white", [4, 2], [[8, 4], [6, 4]]),
    ("black", [4, 2], [[8, 4], [6, 4]]),
    ("white", [6, 1], [[13, 7], [8, 7]]),
    ("black", [6, 1], [[13, 7], [8, 7]]),
]
AS_LARGE_AS_CAN_BE = """() => {
    const room = document.querySelector("backgammon-board").getBoundingClientRect();
    const table = document.querySelector("backgammon-board").shadowRoot.querySelector(".table").getBoundingClientRect();
    const isWithin = table.height <= room.height + 1 && table.width <= room.width + 1;
    return isWithin && (table.height > room.height - 2 || table.width > room.width - 2);
}"""
"""The board fills its room in one direction at least."""


def box(found: Locator) -> dict[str, float]:
    expect(found).to_be_visible()
    where = found.bounding_box()
    assert where is not None
    return {"x": where["x"], "y": where["y"], "width": where["width"], "height": where["height"]}


def bottom(found: Locator) -> float:
    where = box(found)
    return where["y"] + where["height"]


AT_REST = """async () => {
    const look = () => [...document.querySelectorAll("main, main *")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
    }).join(" ");
    let [before, same] = ["", 0];
    for (let frame = 0; frame < 600 && same < 5; frame += 1) {
        await new Promise(requestAnimationFrame);
        const now = look();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""
"""Until nothing has moved for a few frames."""


def resize(page: Page, width: int, height: int) -> None:
    """Another window, and everything in its place in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(AT_REST)


def expect_no_scrolling(page: Page) -> None:
    """Nothing of the page lies below the window."""
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight + 1")


CUT = """(row) => {
    const inside = (part, whole) => part.left >= whole.left - 1 && part.right <= whole.right + 1;
    const buttons = [...row.querySelectorAll("button")].filter((one) => !one.hidden);
    const cut = buttons.filter((one) => {
        const [box, room] = [one.getBoundingClientRect(), row.getBoundingClientRect()];
        const parts = [...one.children].filter((part) => {
            const { display, position } = getComputedStyle(part);
            return display !== "none" && position !== "absolute";
        });
        return !inside(box, room) || !parts.every((part) => inside(part.getBoundingClientRect(), box));
    });
    const [main, more] = [row.querySelector(".main"), row.querySelector(".framed")];
    const isWhole = main.hidden || main.offsetTop === more.offsetTop;
    return [...cut.map((one) => one.className), ...(isWhole ? [] : ["two rows"])];
}"""
"""The buttons of a row whose words leave them, or that leave the row."""


def rolled(visitor: Visitor, dice: tuple[int, int]) -> None:
    """A game of two at this screen, with a roll of White's to play."""
    visitor.choose(**QUIET)
    record: Any = standing(START, START, 5)
    record["events"].append({"type": "roll", "player": "white", "dice": list(dice)})
    begin(visitor, record=record)
    visitor.wait_for("state.phase === 'to-play'")


def test_levels_stand_in_full_rows_at_all_widths(visitor: Visitor) -> None:
    page = visitor.go("/")
    levels = page.locator("input[name=level]")
    expect(levels).to_have_count(8)
    for width in (320, 360, 390, 430, 560, 700, 820, 861, 1024, 1180, 1280, 1920):
        resize(page, width, 900)
        tops = [box(level)["y"] for level in levels.all()]
        assert len({tops.count(top) for top in tops}) == 1, (width, tops)


LANGUAGES = ["en", "de", "fr", "it", "hu"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_stay_within_their_panel(browser: Browser, site: Site, language: str) -> None:
    with visiting(browser, site) as visitor:
        visitor.choose(**QUIET, language=language)
        page = visitor.go("/")
        expect(page.locator("input[name=level]")).to_have_count(8)
        for width, height in ((320, 700), (360, 700), (390, 844), (430, 900), (861, 900), (1280, 800), (3840, 2160)):
            resize(page, width, height)
            over = page.evaluate(
                "() => [...document.querySelectorAll('.new-game .choice > span')].filter((one) =>"
                " one.getBoundingClientRect().right > one.closest('fieldset').getBoundingClientRect().right + 0.5)"
                ".map((one) => one.textContent)"
            )
            assert over == [], (width, over)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_editor_cuts_no_choice(browser: Browser, site: Site, language: str) -> None:
    with visiting(browser, site) as visitor:
        visitor.choose(**QUIET, language=language)
        page = visitor.go("/editor")
        expect(page.locator("#match-length")).to_be_visible()
        for width, height in ((360, 700), (1000, 800), (1280, 800), (3840, 2160)):
            resize(page, width, height)
            cut = page.evaluate(
                """() => [...document.querySelectorAll(".setup-form select")].filter((select) => {
                    const copy = select.cloneNode(true);
                    copy.removeAttribute("id");
                    Object.assign(copy.style, { position: "absolute", width: "auto", minWidth: "0" });
                    select.parentElement.append(copy);
                    const natural = copy.offsetWidth;
                    copy.remove();
                    return natural > select.offsetWidth;
                }).map((select) => select.id)"""
            )
            assert cut == [], width


def test_the_tools_of_the_editor_stay_at_the_board(visitor: Visitor) -> None:
    page = visitor.go("/editor")
    expect(page.locator(".id-list")).to_be_visible()
    for width, height in ((1280, 800), (1300, 1500), (1920, 1080), (2560, 1440), (3840, 2160)):
        resize(page, width, height)
        table = page.locator("backgammon-board .table").bounding_box()
        assert table is not None
        gap = box(page.locator(".brushes"))["y"] - table["y"] - table["height"]
        assert 0 <= gap <= height / 20, (width, gap)


def test_controls_grow_with_very_large_screens(visitor: Visitor) -> None:
    rolled(visitor, (3, 1))
    page, main = visitor.page, visitor.main_button("Done")
    resize(page, 1920, 1080)
    before = box(main)["height"] / 1080
    for width, height in ((2560, 1440), (3840, 2160)):
        resize(page, width, height)
        assert box(main)["height"] / height > 0.8 * before
        letters = page.locator(".status").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert letters / height > 0.012
        page.wait_for_function(AS_LARGE_AS_CAN_BE)
        expect_no_scrolling(page)


LINES = """(selector) => {
    const [one] = document.querySelectorAll(selector);
    return one.getBoundingClientRect().width / parseFloat(getComputedStyle(document.documentElement).fontSize);
}"""
"""How wide something is, measured by the size of the page's letters."""


def test_text_keeps_its_room_on_very_large_screens(visitor: Visitor) -> None:
    """Letters grow there, and with them what they stand in; nothing is squeezed, cut, or pushed out of the window."""
    visitor.be_there()
    study: str = visitor.page.evaluate(
        """async (written) => {
            const { post } = await import("/static/app/shared/api.js");
            return (await post("/api/matches", { kind: "screen", record: written })).state.match;
        }""",
        standing(START, START, 5),
    )
    pages = {f"/review/{study}": ".side", "/position": ".side", "/rules": "main", "/about": "main"}
    for path, selector in pages.items():
        page = visitor.go(path)
        expect(page.locator(selector).first).to_be_visible()
        resize(page, 1920, 1080)
        before = page.evaluate(LINES, selector)
        resize(page, 3840, 2160)
        assert page.evaluate(LINES, selector) > 0.9 * before, path
        if path.startswith("/review"):
            assert bottom(page.locator(".controls")) <= 2160
            expect_no_scrolling(page)
    visitor.begin(kind="link", names={"white": "Anna"})
    panel = ".seat-panel"
    resize(visitor.page, 1920, 1080)
    before = visitor.page.evaluate(LINES, panel)
    resize(visitor.page, 3840, 2160)
    assert visitor.page.evaluate(LINES, panel) > 0.9 * before


def test_names_in_the_list_of_matches_have_room(browser: Browser, site: Site) -> None:
    """At every width: what can be done with a match stands below the names where it would squeeze them."""
    with visiting(browser, site, locale="de-DE") as visitor:
        visitor.begin(kind="bot", level="casual", length=5)
        page = visitor.go("/history")
        title = page.locator(".match .title")
        expect(title).to_be_visible()
        for width in (320, 390, 600, 760, 768, 844, 1024, 1280, 1920):
            resize(page, width, 800)
            assert box(page.locator(".match .who"))["width"] >= min(300, width - 180), width
            assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), width
            page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_on_its_side_the_board_has_all_the_height(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 844, "height": 390}, **FINGER) as visitor:
        rolled(visitor, (3, 1))
        page = visitor.page
        for width, height in ((844, 390), (740, 360), (667, 375), (568, 320)):
            resize(page, width, height)
            visitor.page.wait_for_function(AS_LARGE_AS_CAN_BE)
            room = box(page.locator(".board-room"))
            assert room["height"] >= height - 6
            for part in (".player-bar.above", ".control-row .main", ".player-bar.below"):
                assert box(page.locator(part))["x"] >= room["x"] + room["width"], "beside the board"
                assert bottom(page.locator(part)) <= height
            expect_no_scrolling(page)
            page.get_by_role("button", name="More").tap()
            actions = box(page.locator(".menu.actions"))
            assert actions["y"] >= 0, "the menu does not leave the screen"
            assert actions["y"] + actions["height"] <= height
            assert actions["x"] >= 0
            page.keyboard.press("Escape")
        menu = page.get_by_role("button", name="Menu")
        page.locator(".banner").evaluate("(banner) => { banner.hidden = false; banner.textContent = 'No connection'; }")
        banner = box(page.locator(".banner"))
        assert banner["y"] >= bottom(menu), "the banner leaves the menu free"
        assert banner["x"] >= room["x"] + room["width"], "and the board"
        menu.tap()
        expect(page.get_by_role("link", name="Rules")).to_be_visible()
        page.get_by_role("link", name="My matches").tap()
        page.wait_for_url("**/history")


def test_beside_four_dice_the_points_can_be_tapped(browser: Browser, site: Site) -> None:
    """On a small board the dice take much of the middle: between and above them lie the inner ends of points."""
    with visiting(browser, site, viewport={"width": 844, "height": 390}, **FINGER) as visitor:
        rolled(visitor, (1, 1))
        page, hand = visitor.page, Finger(visitor)
        dice, point, middle = box(visitor.place("dice")), hand.middle("p6"), hand.middle("dice")[1]
        assert dice["x"] < point[0] < dice["x"] + dice["width"], "a part of the six point lies under the dice's button"
        page.touchscreen.tap(point[0], dice["y"] + dice["height"] - 2)
        page.wait_for_function("() => document.querySelector('backgammon-board').turn.steps.length === 1")
        assert hand.steps() == [[6, 5]]
        expect(page.locator(".player-bar.below .pips")).to_contain_text("166 pips")
        die = box(page.locator("backgammon-board .die .body").first)
        page.touchscreen.tap(die["x"] + die["width"] / 2, middle)
        assert hand.steps() == [[6, 5]], "on a die the dice are meant"
        assert min(die["width"], die["height"]) >= 24


def test_dice_that_wait_to_be_confirmed_take_all_of_their_button(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 844, "height": 390}, **FINGER) as visitor:
        rolled(visitor, (1, 1))
        steps = [[8, 7], [8, 7], [6, 5], [6, 5]]
        visitor.page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", steps)
        dice = box(visitor.place("dice"))
        visitor.page.touchscreen.tap(dice["x"] + dice["width"] / 2, dice["y"] + 2)
        visitor.wait_for("state.on_roll === 'black'")


def test_how_the_editor_works_is_told_above_the_fold(visitor: Visitor) -> None:
    page = visitor.go("/editor")
    for width, height in ((1280, 800), (1280, 640), (1024, 768), (1920, 1080)):
        resize(page, width, height)
        for part in (".stage .help", ".stage .brushes", ".stage .whole"):
            assert bottom(page.locator(part)) <= height, part
        assert bottom(page.locator(".stage .help")) <= box(page.locator("backgammon-board"))["y"], "above the board"
        assert box(page.locator("backgammon-board"))["height"] >= height * 0.55


def test_the_moves_are_a_score_sheet_where_there_is_width(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    record: Any = standing(START, START, 5)
    turns = [
        ("white", [3, 1], [[8, 5], [6, 5]]),
        ("black", [6, 4], [[24, 18], [18, 14]]),
        ("white", [4, 2], [[24, 20], [13, 11]]),
    ]
    for player, dice, steps in turns:
        record["events"] += [
            {"type": "roll", "player": player, "dice": dice},
            {"type": "play", "player": player, "steps": steps},
        ]
    begin(visitor, record=record)
    page = visitor.page
    cells, rows = page.locator(".moves .cell"), page.locator(".moves li")
    expect(cells).to_have_count(3)
    expect(rows).to_have_count(2)
    expect(rows.first).to_have_text("White: 318/5 6/5Black: 6424/14")
    for width, height, columns in ((1280, 800, 2), (390, 844, 2), (910, 700, 1)):
        resize(page, width, height)
        first, second, third = (box(cell) for cell in cells.all())
        assert (first["y"] == second["y"] and first["x"] < second["x"]) == (columns == 2), width
        assert third["x"] == first["x"]
        assert third["y"] > second["y"]
    resize(page, 1280, 800)
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    visitor.play(first_play(visitor.shown()))
    expect(cells).to_have_count(4)
    expect(rows).to_have_count(2)


MARGIN = """(button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
    return Math.min(inner.left - outer.left, outer.right - inner.right);
}"""
"""How much room there is between the words of a button and its edge, in pixels."""


@pytest.mark.parametrize("language", ["de", "hu"])
def test_long_words_have_room(browser: Browser, site: Site, language: str) -> None:
    """German and Hungarian have the longest ones: nothing is cut, and no page is wider than the screen."""
    with visiting(browser, site, viewport={"width": 360, "height": 640}, **FINGER) as visitor:
        visitor.choose(**QUIET, language=language)
        begin(visitor, record=standing(START, START, 5), names={"white": "Anna", "black": "Béla"})
        page, row = visitor.page, visitor.page.locator(".control-row")
        for width, height in ((360, 640), (320, 568), (390, 844), (667, 375), (844, 390), (1180, 820), (1280, 800)):
            resize(page, width, height)
            page.wait_for_function(AS_LARGE_AS_CAN_BE)
            assert row.evaluate(CUT) == [], (width, height)
            expect_no_scrolling(page)
        resize(page, 360, 640)
        for path, sign in (("/", "input[name=level]"), ("/history", ".match"), ("/about", ".levels")):
            visitor.go(path)
            expect(page.locator(sign).first).to_be_attached()
            outside = page.evaluate(
                "() => [...document.querySelectorAll('main *')].filter((one) => {"
                " const { left, right, width } = one.getBoundingClientRect();"
                " return width > 1 && (left < 0 || right > innerWidth); }).map((one) => one.outerHTML.slice(0, 80))"
            )
            assert outside == [], path
            assert all(button.evaluate(MARGIN) >= 4 for button in page.locator(".match .doing .button").all()), path
            words = "(one) => one.scrollWidth <= one.clientWidth"
            assert all(choice.evaluate(words) for choice in page.locator(".choice > span").all()), path


def test_a_question_leaves_the_last_move_in_sight_and_a_lost_connection_the_board(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 390, "height": 844}, **FINGER) as visitor:
        visitor.choose(**QUIET)
        record: Any = standing(START, START, 5)
        for player, dice, steps in TURNS:
            record["events"].append({"type": "roll", "player": player, "dice": dice})
            record["events"].append({"type": "play", "player": player, "steps": steps})
        begin(visitor, record=record)
        page = visitor.page
        where = box(page.locator(".board-room"))
        page.context.set_offline(True)
        expect(page.locator(".banner")).to_be_visible()
        assert box(page.locator(".board-room")) == where
        page.context.set_offline(False)
        expect(page.locator(".banner")).to_be_hidden()
        page.get_by_role("button", name="Double", exact=True).tap()
        page.get_by_role("dialog").get_by_role("button", name="Double", exact=True).tap()
        expect(page.get_by_role("button", name="Take", exact=True)).to_be_visible()
        last = page.locator(".moves li").last
        expect(last).to_contain_text("doubles to 2")
        expect(last).to_be_in_viewport(ratio=0.95)


def test_where_there_is_no_room_for_the_moves_nothing_lies_over_the_score_sheet(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 390, "height": 844}, **FINGER) as visitor:
        visitor.choose(**QUIET, language="it")
        rules: dict[str, object] = {"jacoby": True, "beavers": True}
        begin(visitor, record=standing({6: 8, 8: 7}, {6: 8, 8: 7}, None, preset=rules, cube=2, cube_owner="white"))
        page = visitor.page
        page.locator(".control-row .double").click()
        page.get_by_role("dialog").get_by_role("button").nth(1).click()
        expect(page.locator(".controls .offer")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 780})
        page.evaluate(AT_REST)
        over = page.locator(".ledger").evaluate(
            """(ledger) => {
                const { left, right, top } = ledger.getBoundingClientRect();
                const spots = [0.15, 0.25, 0.5, 0.6].map((x) => [left + (right - left) * x, top + 8]);
                const parts = spots.flatMap(([x, y]) => document.elementsFromPoint(x, y));
                return parts.filter((part) => part.closest(".moves-part")).length;
            }"""
        )
        assert over == 0


def test_however_many_moves_there_are_the_page_does_not_scroll(visitor: Visitor) -> None:
    visitor.choose(**QUIET)
    match, dice = Match(length=7), SeededDice(7)
    match.open((3, 1))
    while match.version < 120:
        if match.phase is Phase.TO_ROLL:
            match.roll(dice)
        else:
            match.play(match.legal_plays[0])
    begin(visitor, record=records.match_to_json(match))
    page = visitor.page
    for width, height in ((390, 844), (820, 1180), (844, 390), (1280, 800)):
        resize(page, width, height)
        expect(page.locator(".moves .cell").nth(58)).to_be_attached()
        expect_no_scrolling(page)


def test_in_a_low_window_a_result_begins_with_its_title_and_shows_the_way_on(browser: Browser, site: Site) -> None:
    """The account of the session is folded up there, and can be seen among the moves."""
    with visiting(browser, site, viewport={"width": 844, "height": 390}, **FINGER) as visitor:
        visitor.choose(**QUIET)
        begin(visitor, record=standing({1: 1}, {23: 1, 13: 14}, None))
        visitor.main_button("Roll").tap()
        visitor.wait_for("state.phase === 'to-play'")
        visitor.play([[1, 0]])
        panel = visitor.page.get_by_role("dialog")
        expect(panel.get_by_role("heading", level=2)).to_be_in_viewport()
        for name in ("Next game", "End the session"):
            expect(panel.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        panel.get_by_role("button", name="View the board").tap()
        visitor.menu("Moves in this game")
        expect(panel.locator(".account")).to_contain_text("+3")


CUT_SELECTS = """() => [...document.querySelectorAll(".decision-filter select")].filter((select) => {
    const whole = document.createElement("select");
    whole.append(select.selectedOptions[0].cloneNode(true));
    select.after(whole);
    whole.style.cssText = "position: absolute; width: auto; max-width: none";
    const wanted = whole.getBoundingClientRect().width;
    whole.remove();
    return select.offsetParent && select.getBoundingClientRect().width < wanted - 1;
}).map((select) => select.id)"""
"""The selects that are too narrow for what is chosen in them."""


def test_the_filter_of_the_review_shows_what_is_chosen(visitor: Visitor) -> None:
    visitor.be_there()
    match = bring_in(visitor, FILES / "evening.xg")
    analyse(open_review(visitor, match), "Fast")
    for language in LANGUAGES:
        visitor.choose(language=language)
        page = open_review(visitor, match)
        fields = page.locator(".decision-filter")
        expect(fields).to_be_attached()
        for width, height in ((1280, 800), (390, 844)):
            resize(page, width, height)
            expect(fields).to_be_visible()
            for select in fields.locator("select").all():
                for number in range(select.locator("option").count()):
                    select.select_option(index=number)
                    assert page.evaluate(CUT_SELECTS) == [], (language, width, number)
                select.select_option(index=0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_stands_beside_the_other_tools_of_the_editor(visitor: Visitor, language: str) -> None:
    """Where the words of a language need two rows, it is not the one that is alone in the second."""
    visitor.choose(language=language)
    page = visitor.go("/editor")
    row = page.locator(".whole")
    expect(row).to_be_visible()
    for width, height in ((320, 640), (390, 844), (960, 800), (1280, 800)):
        resize(page, width, height)
        assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")
        middles = [box(one)["y"] + box(one)["height"] / 2 for one in row.locator("button").all()]
        assert max(middles[:3]) - min(middles[:3]) < 2, (width, middles)


def test_fields_side_by_side_in_the_settings_stand_at_one_height(browser: Browser, site: Site) -> None:
    """Though the label of one needs two lines; and what is wrong stands above the button."""
    with visiting(browser, site, locale="de-DE", viewport=PHONE) as reader:
        page = reader.go("/settings")
        play, cube = (box(page.locator(f"#setting-tutor-{name}")) for name in ("play", "cube"))
        assert play["y"] == cube["y"]
        page.locator("#setting-tutor-play").fill("-3")
        problem, button = box(page.locator("#tutor-problem")), box(page.locator(".mark-limits .button").first)
        assert problem["y"] + problem["height"] <= button["y"]
