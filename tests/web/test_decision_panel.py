"""The panel for one decision, shown beside a board with answers of the engine: tables, arrows, keys, touch, speech."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from axe_checks import found_by_axe
from decision_answers import decision_answer
from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site", "visitor"]

PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:3:2:0:7:10"
CUBE = "XGID=-a-BbBB-B---cD---a-c-bb-A-:0:0:1:00:3:2:0:7:10"
MOUNT = """async ({ answer, analyses, refusal }) => {
    const { DecisionPanel } = await import("/static/app/analysis/decision-panel.js");
    const { createBoard } = await import("/static/app/shared/position-boards.js");
    const board = createBoard("white");
    const { player, roll, cube, length, crawford } = answer;
    const source = refusal ? { rollOut: async () => { throw new Error(refusal); } } : null;
    const panel = new DecisionPanel({ board, source });
    document.querySelector("main").replaceChildren(
        Object.assign(document.createElement("h1"), { textContent: "Analysis" }), board, panel.element);
    board.setPosition(answer.board, { on_roll: player, roll, cube: { ...cube, offered: null }, length, crawford });
    panel.show(answer, { analyses: analyses ?? [] });
    Object.assign(window, { board, panel });
}"""
ARROWS = """() => [...board.shadowRoot.querySelectorAll(".arrows")].map((group) => [
    group.getAttribute("class").replace("arrows ", ""), group.querySelectorAll(".arrow").length,
    getComputedStyle(group.querySelector(".line")).strokeDasharray,
    getComputedStyle(group.querySelector(".line")).stroke])"""


@pytest.fixture(scope="module")
def plays() -> dict[str, Any]:
    return decision_answer(PLAY)


def played(answer: dict[str, Any], place: int, **more: Any) -> dict[str, Any]:
    """The answer about a decision of a match in which the play at this place was made."""
    made = copy.deepcopy(answer) | {"event": 7, "version": 9, "action": "play", "words": "Ann plays", **more}
    made["plays"][place]["played"] = True
    made["loss"] = made["plays"][place]["loss"]
    return made


def mount(visitor: Visitor, answer: dict[str, Any], **more: Any) -> Page:
    page = visitor.go("/position")
    expect(page.locator(".paste-form")).to_be_visible()
    page.evaluate(MOUNT, {"answer": answer, **more})
    return page


def rows(page: Page) -> Any:
    return page.locator(".plays-table tbody tr")


def board(page: Page) -> Any:
    return page.evaluate("board.state.board")


def test_plays_are_listed_with_everything_that_is_known(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, plays)
    best, second = plays["plays"][:2]
    first = rows(page).nth(0)
    expect(page.locator(".plays-table thead th")).to_have_count(12)
    expect(first.get_by_role("rowheader")).to_have_text(best["notation"])
    chances = best["chances"]
    shares = [chances["win"], chances["win_gammon"], chances["win_backgammon"], 1 - chances["win"]]
    shares += [chances["lose_gammon"], chances["lose_backgammon"]]
    told = [cell.strip() for cell in first.get_by_role("cell").all_inner_texts()]
    assert told[:4] == ["1.", "1-ply", f"{best['equity']:+.3f}", ""]
    assert told[4] == f"{best['match_chance']:.1%}"
    assert told[5:] == [f"{100 * share:.1f}" for share in shares]
    loss = f"-{best['equity'] - second['equity']:.3f}"
    expect(rows(page).nth(1).locator(".difference")).to_have_text(loss)
    assert rows(page).count() == 8
    page.get_by_role("button", name="more plays").click()
    assert rows(page).count() == len(plays["plays"])
    expect(rows(page).nth(8).get_by_role("button")).to_be_focused()


def test_a_play_that_was_seen_less_deeply_stands_below(visitor: Visitor, plays: dict[str, Any]) -> None:
    answer = copy.deepcopy(plays)
    shallow = next(entry for entry in answer["plays"] if entry["plies"] == 0)
    answer["plays"].remove(shallow)
    answer["plays"].insert(0, shallow | {"equity": 0.9, "loss": 0})
    page = mount(visitor, answer)
    page.get_by_role("button", name="more plays").click()
    depths = [int(words.split("-")[0]) for words in page.locator("tbody .depth").all_inner_texts()]
    assert depths == sorted(depths, reverse=True)
    assert depths[0] == 1
    assert 0 in depths


def test_rollouts_show_their_error_and_games(visitor: Visitor, plays: dict[str, Any]) -> None:
    answer = copy.deepcopy(plays)
    answer["plays"][1].update(games=1296, error=0.0042, plies=0)
    page = mount(visitor, answer)
    first = rows(page).nth(0)
    expect(first.get_by_role("rowheader")).to_have_text(plays["plays"][1]["notation"])
    expect(first.locator(".depth")).to_have_text("1,296 games")
    expect(first.locator(".equity")).to_contain_text("± 0.004")


def test_arrows_tell_plays_apart_by_line_and_by_colour(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, played(plays, 3, mark="blunder"))
    both = page.evaluate(ARROWS)
    assert [arrow[0] for arrow in both] == ["played blunder", "best none"], "the best play is drawn over the other"
    assert both[0][2] != both[1][2], "dashed and solid"
    assert both[0][3] != both[1][3]
    rows(page).nth(2).hover()
    (other,) = page.evaluate(ARROWS)
    assert other[0].startswith("other ")
    assert other[1] == len(plays["plays"][2]["steps"])
    assert other[2] not in {both[0][2], both[1][2]}, "dotted"
    page.mouse.move(2, 2)
    assert page.evaluate(ARROWS) == both
    page.set_viewport_size({"width": 900, "height": 700})
    page.wait_for_function("board.getBoundingClientRect().width < 900")
    assert page.evaluate(ARROWS) == both, "arrows stay when the board is resized"


def test_a_chosen_play_shows_the_position_after_it(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, plays)
    second = rows(page).nth(1).get_by_role("button")
    second.click()
    assert board(page) == plays["plays"][1]["board"]
    assert page.evaluate(ARROWS) == []
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".decision-panel > [role=status]")).to_have_text(
        f"The board shows the position after {plays['plays'][1]['notation']}."
    )
    rows(page).nth(2).get_by_role("button").click()
    assert board(page) == plays["plays"][2]["board"]
    expect(second).to_have_attribute("aria-pressed", "false")
    rows(page).nth(2).get_by_role("button").click()
    assert board(page) == plays["board"]
    assert len(page.evaluate(ARROWS)) == 1


def test_everything_works_by_keyboard(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, plays)
    rows(page).nth(0).get_by_role("button").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(rows(page).nth(2).get_by_role("button")).to_be_focused()
    assert [arrow[0].split()[0] for arrow in page.evaluate(ARROWS)] == ["other"]
    page.keyboard.press("Enter")
    assert board(page) == plays["plays"][2]["board"]
    page.keyboard.press("Escape")
    assert board(page) == plays["board"]
    page.keyboard.press("ArrowUp")
    expect(rows(page).nth(1).get_by_role("button")).to_be_focused()


def test_a_deeper_result_keeps_what_is_chosen_and_is_announced(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, plays)
    third = plays["plays"][2]["notation"]
    rows(page).nth(2).get_by_role("button").click()
    deeper = copy.deepcopy(plays) | {"games": 324}
    deeper["plays"][2].update(games=324, error=0.01)
    page.evaluate("(answer) => panel.show(answer)", deeper)
    expect(page.locator(".decision-panel > [role=status]")).to_have_text(
        f"A deeper result: {third} is best (324 games)."
    )
    expect(rows(page).nth(0).get_by_role("button")).to_be_focused()
    expect(rows(page).nth(0).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    assert board(page) == plays["plays"][2]["board"]
    page.keyboard.press("Escape")
    assert board(page) == plays["board"]


def test_what_was_played_and_what_it_lost(visitor: Visitor, plays: dict[str, Any]) -> None:
    answer = played(plays, 3, mark="blunder", match_loss=0.0123, luck=-0.25)
    page = mount(visitor, answer)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(answer["plays"][3]["notation"])
    expect(verdict).to_contain_text(f"blunder -{answer['loss']:.3f} (-1.2%)")
    expect(rows(page).nth(3)).to_contain_text("played")
    expect(page.locator(".luck")).to_have_text("Luck of the roll: -0.250")


def test_the_played_one_is_listed_however_bad_it_is(visitor: Visitor, plays: dict[str, Any]) -> None:
    last = len(plays["plays"]) - 1
    page = mount(visitor, played(plays, last, mark="blunder"))
    expect(rows(page)).to_have_count(9)
    expect(rows(page).nth(8).locator(".rank")).to_have_text(f"{last + 1}.")
    expect(rows(page).nth(8)).to_contain_text("played")


def test_the_cube_is_worth_three_things_and_a_chance_to_win_the_match(visitor: Visitor) -> None:
    answer = decision_answer(CUBE)
    page = mount(visitor, answer)
    cube = answer["cube_decision"]
    expect(page.locator(".advice")).to_have_text(cube["words"])
    table = page.locator(".worth-table").first
    expect(table.locator("tbody tr")).to_have_count(3)
    for place, name in enumerate(("no_double", "double_take", "double_pass")):
        cells = table.locator("tbody tr").nth(place).locator("td")
        expect(cells.nth(0)).to_have_text(f"{cube[name]:+.3f}")
        expect(cells.nth(2)).to_have_text(f"{cube['match_chances'][place]:.1%}")
    expect(page.locator(".chances-table")).to_contain_text(f"{answer['chances']['win']:.1%}")
    assert page.evaluate(ARROWS) == []


def test_answers_to_doubles_and_resignations_are_ranked(visitor: Visitor) -> None:
    offered = CUBE.replace(":00:", ":D:")
    answer = decision_answer(offered)
    assert answer["kind"] == "answer"
    page = mount(visitor, answer)
    expect(page.locator(".advice")).to_have_text(answer["actions"][0]["words"])
    table = page.locator(".worth-table").nth(1)
    expect(table.locator("tbody tr").first.get_by_role("rowheader")).to_have_text(answer["actions"][0]["words"])
    expect(table.locator("tbody tr").nth(1)).to_contain_text(f"-{answer['actions'][1]['lost']:.3f}")
    resigned = answer | {
        "kind": "resignation-answer",
        "cube_decision": None,
        "action": "accept",
        "words": "Ann accepts",
    }
    resigned |= {"loss": 0.5, "match_loss": None, "mark": "blunder"}
    resigned["actions"] = [
        answer["actions"][0] | {"action": "decline", "words": "decline", "lost": 0.0, "equity": 1.5},
        answer["actions"][0] | {"action": "accept", "words": "accept", "lost": 0.5, "equity": 1.0, "played": True},
    ]
    page.evaluate("(answer) => panel.show(answer)", resigned)
    expect(page.locator(".verdict")).to_have_text("Ann accepts blunder -0.500")
    done = page.locator(".worth-table").first.locator(".played")
    assert done.get_by_role("rowheader").text_content() == "accept played"  # two words, also to be read out


def of_file(plays: list[dict[str, Any]]) -> dict[str, Any]:
    """What another program says about plays, in its own order."""
    told = [
        {"notation": play["notation"], "steps": play["steps"], "equity": 0.1 - 0.05 * place, "chances": None,
         "win_chance": None, "level": "XG Roller", "plies": None, "rollout": False}
        for place, play in enumerate(plays)
    ]  # fmt: skip
    return {"type": "plays", "plays": told, "played": 0, "luck": None, "error": None}


def test_the_file_stands_beside_and_disagreement_has_a_sign(visitor: Visitor, plays: dict[str, Any]) -> None:
    first, second, third = plays["plays"][:3]
    page = mount(visitor, plays, analyses=[of_file([second, first, third])])
    part = page.locator(".comparison")
    expect(part.locator(".disagrees .sign")).to_have_text("≠")
    expect(part.locator(".apart")).to_have_count(2)
    line = part.locator("tbody tr", has_text=second["notation"])
    expect(line.locator("td").nth(0)).to_have_text(f"-{first['equity'] - second['equity']:.3f}")
    expect(line.locator("td").nth(1)).to_have_text("+0.100, best")
    page = mount(visitor, plays, analyses=[of_file([first, second])])
    expect(page.locator(".comparison .agrees .sign")).to_have_text("=")
    expect(page.locator(".comparison .apart")).to_have_count(0)
    said = {"program": "eXtreme Gammon", "level": "3-ply", "best": second["notation"], "loss": 0.1, "agrees": False}
    page = mount(visitor, plays | {"comparison": said})
    expect(page.locator(".comparison .disagrees")).to_contain_text(f"eXtreme Gammon prefers {second['notation']}.")


def test_a_refused_rollout_is_a_sentence(visitor: Visitor, plays: dict[str, Any]) -> None:
    page = mount(visitor, plays, refusal="finish that match first")
    page.get_by_role("button", name="Roll this out").click()
    expect(page.locator(".rollout-part [role=alert]")).to_have_text("Finish that match first")
    expect(page.get_by_role("button", name="Roll this out")).to_be_visible()
    only = copy.deepcopy(plays) | {"legal": 1, "plays": plays["plays"][:1], "roll": [1, 1]}
    page.evaluate("(answer) => panel.show(answer)", only)
    expect(page.get_by_role("button", name="Roll this out")).to_be_hidden()


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site, viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        yield visitor


def test_a_finger_points_first_and_chooses_then(phone: Visitor, plays: dict[str, Any]) -> None:
    page = mount(phone, plays)
    second = rows(page).nth(1).get_by_role("button")
    second.tap()
    assert board(page) == plays["board"]
    assert [arrow[0].split()[0] for arrow in page.evaluate(ARROWS)] == ["other"]
    second.tap()
    assert board(page) == plays["plays"][1]["board"]
    third = rows(page).nth(2).get_by_role("button")
    third.tap()
    assert board(page) == plays["board"], "another play is pointed at, on the position before it"
    third.tap()
    third.tap()
    assert board(page) == plays["board"]


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"}])
def test_the_panel_is_for_everyone(browser: Browser, site: Site, plays: dict[str, Any], how: dict[str, Any]) -> None:
    answer = played(plays, 3, mark="blunder", match_loss=0.01, luck=0.1)
    with visiting(browser, site, **how) as visitor:
        page = mount(visitor, answer, analyses=[of_file(answer["plays"][1:4])])
        rows(page).nth(3).get_by_role("button").click()
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.get_by_role("table").count() == 2
        assert page.get_by_role("columnheader", name="gammons lost", exact=True).count() == 1
