"""`<backgammon-board>` for everyone: by keyboard, by ear, in any language, direction and theme, with less motion."""

from __future__ import annotations

import pytest
from axe_checks import found_by_axe
from board_pages import BoardPage, Open, board, browser, pages, site

__all__ = ["board", "browser", "pages", "site"]


# With the keyboard, and by ear


def test_a_turn_by_keyboard_alone(board: Open) -> None:
    page = board("rolling")
    page.page.locator("h1").click()
    page.keys("Tab")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "dice"
    page.keys("d")
    assert len(page.heard("double-asked")) == 1
    page.keys("r")
    assert page.heard("roll") == [{"seat": "white", "action": "roll"}]
    page.page.evaluate("board.state = {...examples.opening.state, match: 'example', version: 2}")
    page.keys("8")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "p8"
    assert page.name("p8") == "8 point, 3 checkers, yours; playable"
    assert page.spot("p8").get_attribute("aria-description") == "plays to 5, 7"
    page.keys("Enter")
    assert page.said == "8 to 5"
    page.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "p6"
    page.keys("Shift+Enter")
    assert page.said == "6 to 5; turn complete"
    assert page.name("p5") == "5 point, 2 checkers, yours; moved in this turn"
    page.keys("Backspace")
    assert page.said == "undone"
    page.keys("Space", "Escape")
    assert page.steps == []
    page.keys("s")
    assert page.said == "Dice 1-3: swap them"
    page.keys("p")
    assert page.said == "Pips: you 167, Black 167"
    page.keys("2", "4", "Enter", "Enter", "6", "Enter", "c")
    assert len(page.heard("play")) == 1


def test_a_checker_enters_by_keyboard(board: Open) -> None:
    """0 is the bar, but the end of 10 and 20."""
    page = board("entering")
    page.page.evaluate("board.focusPoint(6)")
    page.keys("2", "0")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "p20"
    page.keys("ArrowLeft", "0")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "white-bar"
    page.keys("Enter")
    assert page.said.startswith("bar to ")


def test_one_tab_stop(board: Open) -> None:
    page = board("opening")
    stops = page.page.evaluate(
        "[...board.shadowRoot.querySelectorAll('button')].filter(one => one.tabIndex === 0).length"
    )
    assert stops == 1
    page.page.evaluate("board.focusPoint(6)")
    page.keys("ArrowLeft", "ArrowUp")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "dice"
    assert page.name("dice") == "Dice 3-1: swap them"


def test_the_focus_is_never_lost(board: Open) -> None:
    page = board("opening")
    page.page.evaluate("board.focusPoint(8)")
    page.keys("Enter")
    page.spot("undo").focus()
    page.keys("Enter")
    assert page.steps == []
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "dice"


def test_announcements_are_read_again_when_they_repeat(board: Open) -> None:
    page = board("opening")
    region = "board.shadowRoot.querySelector('[aria-live=assertive]').textContent"
    page.page.evaluate("board.announce('hello', true)")
    assert page.page.evaluate(region) == "hello"
    page.page.evaluate("board.announce('hello', true)")
    assert page.page.evaluate(region) == "hello\u00a0"


def test_the_other_side_is_heard(board: Open) -> None:
    page = board("in the middle")
    page.page.evaluate(
        """board.state = {...board.state, version: 99, phase: 'to-roll', on_roll: 'white', roll: null,
            last: {seq: 99, entry: {type: 'play', player: 'black', steps: [[24, 18], [13, 9]]}}}"""
    )
    assert page.said == "Black plays 24 to 18; 13 to 9. Your turn to roll"


def test_the_example_page_plays_by_itself(board: Open) -> None:
    page = board("opening", {"viewport": {"width": 1000, "height": 1000}}).load()
    page.page.get_by_label("Type a play").fill("8/5 6/5")
    page.page.get_by_role("button", name="Play", exact=True).click()
    page.page.get_by_role("button", name="Confirm", exact=True).click()
    page.page.locator("#log li", has_text='play {"seat":"white","steps":[[8,5],[6,5]]}').wait_for()


def test_every_word_is_the_users(board: Open) -> None:
    page = board("opening")
    page.page.evaluate(
        """board.words = {text: (template, values = {}) => '«' + template.replace(/\\{\\w+\\}/g, '') + '»',
            counted: (one, many) => '«' + many.replace(/\\{\\w+\\}/g, '') + '»'}"""
    )
    labels = page.page.evaluate("[...board.shadowRoot.querySelectorAll('[aria-label]')].map(one => one.ariaLabel)")
    assert all(label.startswith("«") and label.endswith("»") for label in labels)
    page.click("p8")
    assert page.said.startswith("«")
    assert page.page.evaluate("board.playNotation('hello').reason").startswith("«")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(board: Open, scheme: str) -> None:
    page = board("opening", {"color_scheme": scheme})
    page.page.evaluate("board.playSteps([[8, 5], [6, 5]])")
    # The checker itself is put into the page by the test, past the page's policy.
    assert found_by_axe(page.page) == []


# Looks


def test_sides_and_directions(board: Open) -> None:
    def middle(page: BoardPage, place: str) -> tuple[float, float]:
        box = page.spot(place).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page = board("opening")
    one, twelve = middle(page, "p1"), middle(page, "p12")
    assert one[0] > twelve[0]
    page.page.evaluate("board.direction = 'left'")
    assert middle(page, "p1")[0] < middle(page, "p12")[0]
    page.page.evaluate("board.view = 'black'")
    assert middle(page, "p1")[1] < one[1]
    assert page.name("p1").startswith("1 point"), "the side to move counts"
    page.page.evaluate("board.numbering = 'sheets'")
    assert page.name("p1").startswith("1 point")


def test_animations_follow_what_is_wished(board: Open) -> None:
    page = board("opening", speed="600000")
    page.click("p8")
    page.settle()
    assert page.standing("p5") == 0
    page = board("opening", speed="100")
    page.click("p8")
    page.wait_until_standing("p5", 1)
    page = board("opening", {"reduced_motion": "reduce"}, speed="1000")
    page.click("p8")
    assert page.standing("p5") == 1


def test_the_board_fills_its_room_without_overflowing(board: Open) -> None:
    page = board("opening")
    for width, height in ((390, 500), (900, 300), (300, 700), (1200, 700)):
        page.page.evaluate(
            "([width, height]) => Object.assign(board.style, {width: width + 'px', height: height + 'px'})",
            [width, height],
        )
        page.settle()
        box = page.page.evaluate(
            """(() => {
                const {width, height} = board.shadowRoot.querySelector('.table').getBoundingClientRect();
                return [width, height];
            })()"""
        )
        assert box[0] <= width + 1
        assert box[1] <= height + 1
        assert box[0] >= width - 2 or box[1] >= height - 2


def test_themes_follow_the_system_and_the_attribute(board: Open) -> None:
    field = "getComputedStyle(board).getPropertyValue('--field')"
    light = board("opening").page.evaluate(field)
    dark = board("opening", {"color_scheme": "dark"}).page.evaluate(field)
    wood = board("opening", {"color_scheme": "dark"}, theme="wood").page.evaluate(field)
    assert len({light, dark, wood}) == 3


def test_sounds_are_made_only_when_wished(board: Open) -> None:
    count = """() => { window.made = 0; const Real = AudioContext;
        window.AudioContext = class extends Real { constructor() { super(); made++ } } }"""
    page = board("opening")
    page.page.evaluate(count)
    page.click("p8")
    assert page.page.evaluate("made") == 0
    page.page.evaluate("board.sounds = true")
    page.click("p6")
    assert page.page.evaluate("made") == 1
