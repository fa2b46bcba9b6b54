"""`<backgammon-board>` in Chromium: real mouse and touch on the example page, and what pages ask of it."""

from __future__ import annotations

import pytest
from board_pages import PHONE, Finger, Open, board, browser, pages, site

__all__ = ["board", "browser", "pages", "site"]


# With the mouse


def test_a_click_anywhere_on_a_point_plays_the_left_die(board: Open) -> None:
    page = board("opening")
    page.click("p8")
    assert page.steps == [[8, 5]]
    assert page.standing("p5") == 1
    page.click("p6")
    assert page.steps == [[8, 5], [6, 5]]
    assert page.heard("turn-changed")[-1]["isComplete"] is True
    page.spot("dice").click()
    assert page.heard("play") == [{"seat": "white", "steps": [[8, 5], [6, 5]]}]


def test_a_click_on_the_dice_swaps_them_before_the_first_step(board: Open) -> None:
    page = board("opening")
    page.spot("dice").click()
    page.click("p8")
    assert page.steps == [[8, 7]]
    page.spot("dice").click()
    assert page.steps == [[8, 7]]


@pytest.mark.parametrize("how", [{"button": "right"}, {"modifier": "Control"}], ids=["right", "ctrl"])
def test_the_other_button_plays_the_other_die(board: Open, how: dict[str, str]) -> None:
    page = board("opening")
    if "modifier" in how:
        page.page.keyboard.down("Control")
        page.click("p6")
        page.page.keyboard.up("Control")
    else:
        page.click("p6", button="right")
    assert page.steps == [[6, 5]]


def test_a_drag_reaches_places_by_both_dice_and_shows_all_of_them(board: Open) -> None:
    page = board("running")
    page.drag("p24", "p13", drop=False)
    lit = page.page.evaluate("board.shadowRoot.querySelectorAll('.landing').length")
    assert lit == 2
    assert page.page.evaluate("board.shadowRoot.querySelectorAll('.ghost').length") == 1
    page.page.mouse.up()
    assert page.steps == [[24, 18], [18, 13]]
    assert page.standing("p13") == 6
    assert page.page.evaluate("board.shadowRoot.querySelectorAll('.landing, .ghost').length") == 0


def test_a_drag_to_nowhere_goes_back(board: Open) -> None:
    page = board("running")
    page.drag("p24", "p10")
    assert page.steps == []
    assert page.standing("p24") == 2


def test_a_moved_checker_is_dragged_back_or_to_another_place(board: Open) -> None:
    page = board("opening")
    page.drag("p8", "p5")
    page.drag("p5", "p8")
    assert page.steps == []
    page.drag("p24", "p21")
    page.drag("p21", "p23")
    assert page.steps == [[24, 23]]


def test_a_click_on_a_moved_checker_takes_it_back(board: Open) -> None:
    page = board("opening")
    page.click("p8")
    page.page.mouse.click(*page.checker("p5", 0))
    assert page.steps == []
    page.click("p8")
    page.click("p5")  # elsewhere on the point: it goes on
    assert page.steps == [[8, 5], [5, 4]]


def test_for_those_who_like_it_a_click_on_a_moved_checker_goes_on(board: Open) -> None:
    page = board("running", tap_moved="on")
    page.click("p24")
    page.page.mouse.click(*page.checker("p18", 0))
    assert page.steps == [[24, 18], [18, 13]]
    page.page.mouse.click(*page.checker("p13", 4))
    assert page.steps == []


def test_undo_one_or_all(board: Open) -> None:
    page = board("double")
    for _ in range(3):
        page.click("p13")
    page.spot("undo").click()
    assert len(page.steps) == 2
    page.spot("undo").click(button="right")
    assert page.steps == []
    assert not page.spot("undo").is_visible()


def test_no_animation_blocks_input(board: Open) -> None:
    page = board("double", speed="2000")
    for _ in range(4):
        page.click("p13")
    assert len(page.steps) == 4
    page.spot("dice").click()
    assert len(page.heard("play")) == 1


def test_a_drag_ends_a_running_animation(board: Open) -> None:
    page = board("opening", speed="5000")
    page.click("p8")
    page.drag("p24", "p23", drop=False)
    assert page.standing("p5") == 1
    page.page.mouse.up()
    assert page.steps == [[8, 5], [24, 23]]


def test_rolling_by_a_click_on_the_board_asks_once(board: Open) -> None:
    page = board("rolling")
    page.click("p16")
    page.click("p16")
    page.page.evaluate("board.roll()")
    assert page.heard("roll") == [{"seat": "white", "action": "roll"}]


def test_the_cube_asks_and_nothing_else_does(board: Open) -> None:
    page = board("rolling")
    page.spot("cube").click()
    assert page.heard("double-asked") == [{"seat": "white"}]
    assert page.heard("roll") == []
    page = board("opening")
    page.spot("cube").click()
    assert page.heard("double-asked") == []


def test_a_play_is_shown_at_once_and_goes_back_when_refused(board: Open) -> None:
    page = board("opening")
    page.page.evaluate("window.kept = board.state")
    page.click("p8")
    page.click("p6")
    assert page.page.evaluate("board.confirm()") is True
    assert page.page.evaluate("board.confirm()") is False
    assert page.standing("p5") == 2
    page.page.evaluate("board.state = kept")
    assert page.standing("p5") == 0
    page.click("p8")
    assert page.steps == [[8, 5]]


def test_steps_stay_when_the_same_state_comes_again(board: Open) -> None:
    page = board("opening")
    page.click("p8")
    page.page.evaluate("board.state = {...board.state}")
    assert page.steps == [[8, 5]]


# With a finger


def test_touch_taps_and_drags_on_a_phone(board: Open) -> None:
    page = board("opening", PHONE)
    finger = Finger(page.page)
    finger.tap(page.inside("p8"))
    assert page.steps == [[8, 5]]
    start, end = page.inside("p6"), page.inside("p5")
    finger.down(start)
    finger.move(start, end)
    lifted = page.page.evaluate("board.shadowRoot.querySelector('.checker.lifted').getBoundingClientRect().bottom")
    assert lifted < end[1] - 10  # above the fingertip
    assert page.page.evaluate("board.shadowRoot.querySelectorAll('.lit.over').length") == 1
    finger.up()
    assert page.steps == [[8, 5], [6, 5]]
    box = page.spot("dice").bounding_box()
    assert box is not None
    finger.tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert len(page.heard("play")) == 1


def test_a_trembling_finger_still_taps(board: Open) -> None:
    page = board("opening", PHONE)
    finger = Finger(page.page)
    x, y = page.inside("p8")
    finger.down((x, y))
    finger.move((x, y), (x + 4, y + 7), steps=3)
    finger.up()
    assert page.steps == [[8, 5]]


def test_a_held_finger_plays_the_other_die(board: Open) -> None:
    page = board("opening", PHONE)
    finger = Finger(page.page)
    finger.down(page.inside("p6"))
    finger.hold()
    finger.up()
    assert page.steps == [[6, 5]]


def test_targets_are_large_enough_on_a_small_phone(board: Open) -> None:
    page = board("opening", {"viewport": {"width": 360, "height": 640}})
    page.page.evaluate("document.querySelector('main').style.padding = 0")
    page.settle()
    page.page.evaluate("board.playSteps([[8, 5]])")
    for place in [*(f"p{point}" for point in range(1, 25)), "white-bar", "white-off", "dice", "cube", "undo"]:
        box = page.spot(place).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, place


# What the board does by itself, and what pages ask of it


def test_forced_plays_are_shown_or_made(board: Open) -> None:
    page = board("dancing", auto_forced="play")
    assert page.wait_for("play") == {"seat": "white", "steps": []}
    page = board("dancing", auto_forced="show")
    page.page.wait_for_timeout(300)
    assert page.heard("play") == []


def test_checkers_are_borne_off_greedily_or_by_advice(board: Open) -> None:
    page = board("bearing-off", auto_bear_off="greedy")
    assert page.wait_for("play")["steps"] == [[6, 0], [4, 0]]
    page = board("bearing-off", auto_bear_off="best")
    assert page.wait_for("bear-off-asked") == {"seat": "white"}
    assert page.page.evaluate("board.playSteps([[5, 1], [6, 0]], {confirm: true})") is True
    assert page.heard("play") == [{"seat": "white", "steps": [[5, 1], [6, 0]]}]


def test_typed_plays(board: Open) -> None:
    page = board("opening")
    assert page.page.evaluate("board.playNotation('8/5 6/5')") == {"isPlayed": True, "reason": ""}
    assert page.steps == [[8, 5], [6, 5]]
    refusal = page.page.evaluate("board.playNotation('8/5')")
    assert refusal == {"isPlayed": False, "reason": "the turn is not over: 1 more number must be played"}


def test_targets_and_arrows(board: Open) -> None:
    page = board("running")
    assert sorted(page.page.evaluate("board.legalTargets(24)")) == [13, 18]
    page.page.evaluate("board.showArrows([[24, 18], [18, 13]])")
    assert page.page.evaluate("board.shadowRoot.querySelectorAll('.arrow').length") == 1
    page.page.evaluate("board.showArrows([])")
    assert page.page.evaluate("board.shadowRoot.querySelectorAll('.arrow').length") == 0


def test_arrows_of_several_plays(board: Open) -> None:
    page = board("opening")
    look = """() => [...board.shadowRoot.querySelectorAll(".arrows")].map((group) => ({
        kind: group.getAttribute("class"),
        lines: [...group.querySelectorAll(".line")].map((line) => line.getAttribute("d")),
        dashes: getComputedStyle(group.querySelector(".line")).strokeDasharray }))"""
    plays = [
        {"steps": [[8, 5], [6, 5]], "kind": "best"},
        {"steps": [[8, 5], [24, 23]], "kind": "played", "mark": "error"},
        {"steps": [[13, 10]], "kind": "other", "mark": "blunder"},
    ]
    page.page.evaluate("(plays) => board.showPlays(plays)", plays)
    drawn = page.page.evaluate(look)
    assert [group["kind"] for group in drawn] == ["arrows other blunder", "arrows played error", "arrows best none"]
    assert len({group["dashes"] for group in drawn}) == 3, "a line of its own for each kind"
    assert not set(drawn[1]["lines"]) & set(drawn[2]["lines"]), "what two plays have in common is seen twice"
    page.page.evaluate("board.view = 'black'")
    turned = page.page.evaluate(look)
    assert [group["kind"] for group in turned] == [group["kind"] for group in drawn]
    assert turned != drawn, "they are drawn anew where the checkers are now"
    page.page.evaluate("board.setPosition(board.state.board)")
    assert page.page.evaluate(look) == []


def test_a_spectator_moves_nothing(board: Open) -> None:
    page = board("opening")
    page.page.evaluate("board.seats = []")
    page.click("p8")
    page.drag("p8", "p5")
    assert page.heard("play") == []
    assert page.page.evaluate("board.turn") is None


def test_setting_up_a_position(board: Open) -> None:
    page = board("rolling")
    page.page.evaluate("board.setAttribute('editable', ''); board.setPosition(Array(26).fill(0))")
    page.page.mouse.click(*page.checker("p6", 3))
    edited = page.heard("position-edited")[-1]
    assert edited["board"][6] == 4
    assert edited["off"] == {"white": 11, "black": 15}
    page.page.mouse.click(*page.checker("p20", 1), button="right")
    assert page.heard("position-edited")[-1]["board"][20] == -2
    page.drag("p6", "white-bar")
    assert page.heard("position-edited")[-1]["board"][25] == 1
    assert page.heard("position-edited")[-1]["board"][6] == 3
    page.page.evaluate("board.focusPoint(3)")
    page.keys("Enter", "Enter", "Backspace")
    assert page.heard("position-edited")[-1]["board"][3] == 1
    page.page.evaluate("board.setPosition(Array(26).fill(0), { roll: [3, 1], on_roll: 'white' })")
    page.spot("dice").click()
    assert page.heard("token-tapped") == [{"token": "dice"}]
