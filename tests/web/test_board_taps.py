"""`<backgammon-board>`: points that are made by a tap, taps that are refused, numbers and names, answers by key."""

from __future__ import annotations

from board_pages import Open, board, browser, pages, site

__all__ = ["board", "browser", "pages", "site"]

NUMBER_AT = """place => {
    const zone = board.shadowRoot.querySelector(`button[data-place="${place}"]`).getBoundingClientRect();
    const side = board.getBoundingClientRect();
    const isAbove = zone.top + zone.height / 2 < side.top + side.height / 2;
    const found = [...board.shadowRoot.querySelectorAll('.numbers text')].filter(text => {
        const box = text.getBoundingClientRect();
        const x = box.x + box.width / 2;
        return x > zone.left && x < zone.right && (box.y < side.top + side.height / 2) === isAbove;
    });
    return found.map(text => text.textContent).join();
}"""
"""The number that is drawn at a point."""


def test_a_tap_on_a_free_point_makes_it(board: Open) -> None:
    page = board("opening")
    assert page.name("p5") == "5 point, empty; can be made"
    assert page.name("p4") == "4 point, empty"
    page.page.mouse.move(*page.inside("p5"))
    assert page.page.locator("backgammon-board .landing").count() == 2
    page.click("p5")
    assert page.steps == [[8, 5], [6, 5]]
    assert page.said == "8 to 5; 6 to 5; turn complete"
    page = board("opening")
    page.page.evaluate("board.focusPoint(5)")
    page.keys("Enter")
    assert page.steps == [[8, 5], [6, 5]]


def test_a_tap_on_a_point_that_cannot_be_made_is_refused(board: Open) -> None:
    page = board("opening")
    page.click("p4")
    assert page.steps == []
    assert page.heard("refused") == [{"seat": "white", "source": 4, "steps": []}]


def test_a_tap_on_a_checker_that_cannot_move_is_refused_and_shakes_it(board: Open) -> None:
    page = board("entering", speed="1500")
    drawn = (
        "[...board.shadowRoot.querySelectorAll('.checker')]"
        ".map(one => one.getAttribute('transform') ?? one.style.transform).join()"
    )
    before = page.page.evaluate(drawn)
    page.click("p13")
    assert page.heard("refused") == [{"seat": "white", "source": 13, "steps": []}]
    assert page.page.locator("backgammon-board .refused").count() == 1
    page.page.wait_for_function(f"before => {drawn} !== before", arg=before)
    page.page.wait_for_function(f"before => {drawn} === before", arg=before)
    page.page.wait_for_function("() => board.shadowRoot.querySelector('.refused') === null")
    page.click("white-bar")
    page.page.wait_for_function("() => board.turn.made.length === 1")
    page.click("p5")
    assert page.heard("refused")[-1] == {"seat": "white", "source": 5, "steps": [[25, 20, 5]]}


def test_a_checker_borne_off_comes_back_by_a_tap_on_its_tray(board: Open) -> None:
    page = board("bearing-off")
    source = page.page.evaluate("board.turn.edges.find(edge => edge[1] === 0)[0]")
    page.page.evaluate("source => board.playSteps([[source, 0]])", source)
    page.click("white-off")
    assert page.steps == []
    page.click("white-off")
    assert page.heard("refused") == []


def test_nothing_is_refused_where_nobody_plays(board: Open) -> None:
    page = board("opening")
    page.page.evaluate("board.seats = []")
    page.click("p4")
    assert page.heard("refused") == []


def test_checkers_that_can_move_are_marked_if_wished(board: Open) -> None:
    page = board("opening")
    marked = page.page.locator("backgammon-board .checker.movable")
    assert marked.count() == 0
    page.page.evaluate("board.markMovable = true")
    assert marked.count() == 4
    page.click("p8")
    page.click("p6")
    assert marked.count() == 0


def test_points_are_numbered_by_the_side_to_move(board: Open) -> None:
    page = board("rolling")
    assert page.page.evaluate(NUMBER_AT, "p8") == "8"
    assert page.name("p8") == "8 point, 3 checkers, yours"
    page.page.evaluate(
        """board.names = {black: 'Bot'};
        board.state = {...examples.rolling.state, on_roll: 'black', to_act: 'black', match: 'example', version: 2}"""
    )
    assert page.page.evaluate(NUMBER_AT, "p8") == "17"
    assert page.page.evaluate(NUMBER_AT, "p1") == "24"
    assert page.name("p8") == "Bot's 17 point, 3 checkers, yours"
    page.page.evaluate("board.focusPoint(17)")
    assert page.page.evaluate("board.shadowRoot.activeElement.dataset.place") == "p8"
    page.page.evaluate("board.view = 'black'")
    assert page.page.evaluate(NUMBER_AT, "p8") == "17"
    page.page.evaluate("board.numbering = 'sheets'")
    assert page.page.evaluate(NUMBER_AT, "p8") == "8"
    assert page.name("p8") == "8 point, 3 checkers, yours"


def test_the_hits_of_the_other_side_are_heard_with_its_name(board: Open) -> None:
    page = board("opening")
    page.page.evaluate(
        """board.names = {black: 'Bot'};
        const points = [...board.state.board]; points[5] = 1; points[6] = 4;
        board.state = {...board.state, board: points, version: 2, on_roll: 'black', roll: [4, 1], turn: null};
        board.state = {...board.state, version: 3, phase: 'to-roll', on_roll: 'white', roll: null,
            last: {seq: 3, entry: {type: 'play', player: 'black', steps: [[24, 20], [13, 12]]}}}"""
    )
    assert page.said == "Bot plays 24 to 20, hits; 13 to 12. Your turn to roll"


def test_a_double_and_a_resignation_are_answered_by_keys(board: Open) -> None:
    page = board("rolling")
    page.page.evaluate(
        """board.state = {...board.state, version: 2, phase: 'to-answer-cube',
            actions: {white: ['take', 'drop', 'beaver'], black: []}}"""
    )
    page.spot("dice").focus()
    page.keys("t", "x", "b", "a")
    answers = [answer["action"] for answer in page.heard("answer")]
    assert answers == ["take", "drop", "beaver"]
    page.page.evaluate(
        """board.state = {...board.state, version: 3, phase: 'to-answer-resignation',
            actions: {white: ['accept', 'decline'], black: []}}"""
    )
    page.keys("a", "n", "t")
    assert [answer["action"] for answer in page.heard("answer")][3:] == ["accept", "decline"]
