"""The analysis of a match on its review page: from the first click to the last question, by all means of input."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import DESKTOP, PHONE, Site, Visitor, browser, set_up, site, visiting
from playwright.sync_api import Browser, Locator, Page, expect
from review_pages import analyse, bring_in, current_event, decisions_of, errors_of, open_review

from sixprime import Engine, Match, SeededDice
from sixprime.core.match import records

__all__ = ["browser", "site"]

FILES = Path(__file__).parents[1] / "fixtures"
FILE = FILES / "matchfiles" / "gnubg.mat"
ANALYSED = FILES / "others" / "evening.xg"
LANGUAGES = {
    "en": ("Moves", "blunder"),
    "de": ("Züge", "grober Fehler"),
    "fr": ("Coups", "bourde"),
    "it": ("Mosse", "errore grave"),
    "hu": ("Lépések", "durva hiba"),
}
"""The first tab and the word for a blunder."""


@pytest.fixture(scope="module")
def reviewer(browser: Browser, site: Site) -> Iterator[Visitor]:
    """Somebody who has brought in a match and analysed it."""
    with visiting(browser, site, permissions=["clipboard-read", "clipboard-write"]) as visitor:
        match = bring_in(visitor, FILE)
        open_review(visitor, match)
        analyse(visitor.page, "Instant")
        yield visitor


@pytest.fixture(scope="module")
def match(reviewer: Visitor) -> str:
    return reviewer.page.url.split("/review/")[1].split("#")[0]


@pytest.fixture
def page(reviewer: Visitor, match: str) -> Page:
    """The analysed review at its beginning, with all moves."""
    page = reviewer.page
    page.goto("about:blank")
    open_review(reviewer, match)
    expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")
    return page


@pytest.fixture(scope="module")
def long_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of 15 points that bots have played: a deep analysis of it takes long."""
    dice, match = SeededDice(3), Match(length=15)
    with Engine(level="club", threads=1) as engine:
        while match.result is None:
            if match.to_act is None:
                match.open(dice)
            elif event := engine.decide(match):
                match.apply(event)
            else:
                match.roll(dice)
    file = tmp_path_factory.mktemp("long") / "long.json"
    file.write_text(records.dumps(match), encoding="utf-8")
    return file


def panel(page: Page) -> Locator:
    return page.locator(".decision-panel")


def shown_list(page: Page) -> Locator:
    return page.locator(".decision-list .decision-row")


# Analysing


def test_it_is_analysed_on_request_and_the_results_stay(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        match = bring_in(visitor, FILE)
        page = open_review(visitor, match)
        expect(page.locator(".bar-words")).to_have_text("Not analysed yet.")
        expect(page.locator(".graph")).to_be_hidden()
        expect(page.get_by_role("button", name="Next error")).to_be_hidden()
        page.get_by_role("button", name="Analyse").click()
        dialog = page.get_by_role("dialog")
        assert dialog.locator("input[name=depth]").count() == 4
        assert all(dialog.locator("small").nth(place).inner_text() for place in range(4)), "what each takes"
        dialog.get_by_label("Instant").check()
        dialog.get_by_role("button", name="Analyse").click()
        expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")
        expect(page.locator(".move .mark").first).to_be_attached()
        expect(page.locator(".graph")).to_be_visible()
        expect(page.locator(".rating").first).to_have_text(re.compile(r"PR \d+\.\d"))
        marks = page.locator(".move .mark").count()
        page.reload()
        expect(page.locator(".move .mark")).to_have_count(marks)
        expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")


def test_results_appear_while_it_runs_and_it_can_be_cancelled(browser: Browser, site: Site, long_match: Path) -> None:
    with visiting(browser, site) as visitor:
        match = bring_in(visitor, long_match)
        page = open_review(visitor, match)
        analyse(page, "Deep", until=None)
        progress = page.locator(".bar-progress")
        expect(progress).to_be_visible()
        expect(page.locator(".move .mark").first).to_be_attached()
        expect(page.locator(".graph")).to_be_visible()
        expect(page.locator(".bar-words")).to_have_text(re.compile(r"Deep: \d+ of [\d,]+"))
        expect(page.locator(".rating").first).to_have_text(re.compile(r"PR \d"))
        page.keyboard.press("n")
        expect(panel(page).locator(".verdict")).to_be_visible()
        expect(progress).to_be_visible()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".bar-words")).to_have_text(re.compile(r"Deep: cancelled after \d+ of [\d,]+"))
        expect(progress).to_be_hidden()
        expect(page.get_by_role("button", name="Analyse again")).to_be_visible()
        assert page.locator(".move .mark").count() > 0, "what was found stays"


def test_an_older_engine_is_said_and_a_new_analysis_offered(reviewer: Visitor, match: str) -> None:
    page = reviewer.page

    def age(route: Any) -> None:
        found = route.fetch().json()
        found["analysis"]["is_current"] = found["is_current"] = False
        route.fulfill(json=found)

    page.route(f"**/api/matches/{match}/analysis", age)
    try:
        page.goto("about:blank")
        open_review(reviewer, match)
        expect(page.locator(".bar-words.warning")).to_have_text("Analysis by an older engine (Instant): analyse again.")
        expect(page.get_by_role("button", name="Analyse again")).to_have_class(re.compile("main"))
    finally:
        page.unroute(f"**/api/matches/{match}/analysis")


def test_after_a_take_back_the_analysis_is_out_of_date(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        visitor.choose(speed="off", autoroll=False, forced=False)
        match = visitor.begin(kind="bot", level="beginner", record=set_up({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5}, 5))
        visitor.wait_for("state.to_act === 'white' && state.phase === 'to-roll'")
        visitor.main_button("Roll").click()
        visitor.wait_for("state.phase === 'to-play'")
        page = visitor.page
        page.evaluate(
            """() => {
                const board = document.querySelector("backgammon-board");
                const { nodes } = board.state.turn;
                const steps = [];
                for (let node = 0; nodes[node].length; node = nodes[node][0][4]) steps.push(nodes[node][0].slice(0, 2));
                board.playSteps(steps, { confirm: true });
            }"""
        )
        visitor.wait_for("state.version > 3 && state.to_act === 'white'")
        open_review(visitor, match)
        analyse(page, "Instant")
        visitor.go(f"/match/{match}")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Undo the last turn").click()
        visitor.wait_for("state.phase === 'to-play'")
        open_review(visitor, match)
        expect(page.locator(".bar-words.warning")).to_contain_text("analyse again")


# Stepping


def test_errors_are_reached_by_key_button_and_back(page: Page, reviewer: Visitor, match: str) -> None:
    errors = errors_of(decisions_of(reviewer, match))
    assert len(errors) > 5
    assert errors[0]["event"] == 1, "the first play, which is shown at the beginning"
    for error in errors[1:4]:
        page.keyboard.press("n")
        assert current_event(page) == error["event"]
    page.get_by_role("button", name="Next error").click()
    assert current_event(page) == errors[4]["event"]
    page.keyboard.press("p")
    page.get_by_role("button", name="Previous error").click()
    assert current_event(page) == errors[2]["event"]
    expect(page.locator(".move[aria-current]")).to_be_visible()


def test_a_swipe_over_the_board_leads_to_the_next_error(browser: Browser, site: Site, match: str) -> None:
    how: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with visiting(browser, site, **how) as visitor:
        page = open_review(visitor, match)
        expect(page.locator(".move .mark").first).to_be_attached()
        errors = errors_of(decisions_of(visitor, match))
        swipe(page, -150)
        assert current_event(page) == errors[1]["event"]
        swipe(page, -150)
        assert current_event(page) == errors[2]["event"]
        swipe(page, 150)
        assert current_event(page) == errors[1]["event"]


def swipe(page: Page, across: int) -> None:
    """Drag a finger over the board, as the browser sees it: within milliseconds, however busy the machine is.

    No event may have a time that has not come yet: the browser drops a touch that begins before the last one ended.
    """
    box = page.locator("backgammon-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    began = time.time()
    for number, (kind, points) in enumerate(
        (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x + across, "y": y + 4}]),
            ("touchEnd", []),
        )
    ):
        event = {"type": kind, "touchPoints": points, "timestamp": began + 0.001 * number}
        session.send("Input.dispatchTouchEvent", event)


def test_the_worst_decision_of_a_turn_is_shown_and_the_other_can_be_chosen(
    page: Page, reviewer: Visitor, match: str
) -> None:
    by_event = {one["event"]: one for one in decisions_of(reviewer, match)}
    both = [
        (one, by_event[event + 1])
        for event, one in by_event.items()
        if one["action"] == "roll" and one["loss"] > 0.02 and event + 1 in by_event
    ]
    assert both, "a roll that should have been a double"
    cube, play = both[0]
    page.evaluate("(version) => { location.hash = `v=${version}`; }", play["version"])
    choices = page.locator(".decision-choices")
    expect(choices.get_by_role("button", name="Checker play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("backgammon-board .arrow").first).to_be_attached()
    choices.get_by_role("button", name="Cube").click()
    assert current_event(page) == cube["event"]
    expect(panel(page).locator(".worth-table").first).to_contain_text("no double")
    expect(page.locator("backgammon-board .arrow")).to_have_count(0)
    expect(page.locator("backgammon-board .die")).to_have_count(0)


def test_the_panel_ranks_the_plays_and_draws_them(page: Page, reviewer: Visitor, match: str) -> None:
    error = next(one for one in errors_of(decisions_of(reviewer, match)) if one["kind"] == "play")
    page.evaluate("(version) => { location.hash = `v=${version}`; }", error["version"])
    rows = panel(page).locator(".plays-table tbody tr")
    expect(rows.first).to_contain_text(error["best"])
    expect(panel(page).locator(".verdict")).to_contain_text(re.compile(r"(inaccuracy|error|blunder) -\d"))
    expect(panel(page)).to_contain_text("Luck of the roll")
    expect(page.locator("backgammon-board .arrow")).not_to_have_count(0)


# Lists


def test_the_list_is_filtered_by_kind_player_and_size(page: Page, reviewer: Visitor, match: str) -> None:
    decisions = decisions_of(reviewer, match)
    page.locator("#filter-kind").select_option("Cube")
    cube = [one for one in decisions if one["kind"] in ("double", "answer")]
    expect(shown_list(page)).to_have_count(len(cube))
    expect(page.locator(".move-list")).to_be_hidden()
    page.locator("#filter-side").select_option("Ada")
    mine = [one for one in cube if one["player"] == "white"]
    expect(shown_list(page)).to_have_count(len(mine))
    page.locator("#filter-size").select_option("Errors and worse")
    errors = [one for one in mine if one["loss"] >= 0.04]
    expect(shown_list(page)).to_have_count(len(errors))
    assert errors
    # The keys for errors and stepping keep to the filter.
    page.locator(".slider").fill("0")
    page.keyboard.press("n")
    assert current_event(page) == errors[0]["event"]
    expect(shown_list(page).first).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="All moves").click()
    expect(page.locator(".move-list")).to_be_visible()
    expect(page.locator("#filter-size")).to_have_value("none")


def test_it_runs_through_the_list_by_itself(reviewer: Visitor, page: Page, match: str) -> None:
    decisions = [one for one in decisions_of(reviewer, match) if one["loss"] >= 0.08 and not one["forced"]]
    page.clock.install()
    page.locator("#filter-size").select_option("Blunders")
    expect(shown_list(page)).to_have_count(len(decisions))
    shown_list(page).first.click()
    page.get_by_role("button", name="Play automatically").click()
    page.clock.run_for(1700)
    assert current_event(page) == decisions[1]["event"]
    page.clock.run_for(1600)
    assert current_event(page) == decisions[2]["event"]
    page.get_by_role("button", name="Stop").click()


def test_each_figure_opens_the_decisions_behind_it(page: Page, reviewer: Visitor, match: str) -> None:
    figures = review_of(reviewer, match)["figures"]["white"]
    page.get_by_role("tab", name="Figures").click()
    table = page.locator(".figures")
    rating = table.get_by_role("button", name=re.compile("^PR, Ada"))
    expect(rating).to_contain_text(f"{figures['pr']:.1f}")
    expect(rating).to_contain_text(figures["band"])
    table.locator("summary", has_text="PR").click()
    expect(table.locator(".formula[open]")).to_contain_text("500 × equity lost ÷ decisions")
    counted = sum(len(figures[name]["events"]) for name in ("plays", "doubles", "answers"))
    assert counted == figures["decisions"]
    rating.click()
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    expect(shown_list(page)).to_have_count(counted)
    expect(page.locator(".list-title")).to_have_text(f"PR, Ada · {counted} entries")
    expect(page.locator(".list-title")).to_be_focused()
    page.get_by_role("tab", name="Figures").click()
    table.get_by_role("button", name=re.compile("^Luck, Ada")).click()
    expect(shown_list(page).first.locator(".row-loss")).to_have_text(re.compile(r"[+-]?\d\.\d{3}"))
    # Figures of a single game, by keyboard.
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_label("Figures for").select_option("Game 2")
    second = review_of(reviewer, match)["games"][1]["figures"]["white"]
    expect(table.get_by_role("button", name=re.compile("^PR, Ada"))).to_contain_text(f"{second['pr']:.1f}")


def test_the_limits_of_marks_are_a_setting(page: Page, reviewer: Visitor, match: str) -> None:
    decisions = decisions_of(reviewer, match)
    blunders = sum(one["loss"] >= 0.08 and not one["forced"] for one in decisions)
    expect(page.locator(".move .mark.blunder")).to_have_count(blunders)
    with page.context.new_page() as other:
        other.goto(f"{reviewer.site.url}/settings")
        other.get_by_label("Inaccuracy (?!)").fill("0.5")
        expect(other.locator("#marks-problem")).to_contain_text("no smaller than the one before")
        other.get_by_label("Blunder (??)").fill("0.7")
        other.get_by_label("Error (?)").fill("0.6")
        expect(other.locator("#marks-problem")).to_be_empty()
        expect(page.locator(".move .mark")).to_have_count(sum(one["loss"] >= 0.5 for one in decisions))
        other.get_by_role("group", name="Marks of decisions").get_by_role("button", name="Reset").click()
        expect(page.locator(".move .mark.blunder")).to_have_count(blunders)


# The graph


def test_the_graph_leads_anywhere_by_pointer_and_keyboard(page: Page, reviewer: Visitor, match: str) -> None:
    review = review_of(reviewer, match)
    graph = page.get_by_role("slider", name="Chances of Ada to win the match")
    expect(graph).to_be_visible()
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 9, box["y"] + 30)
    last = review["rolls"][-1]
    assert current_event(page) in (last["event"], last["event"] + 1)
    graph.focus()
    page.keyboard.press("Home")
    assert int(graph.get_attribute("aria-valuenow") or -1) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert int(graph.get_attribute("aria-valuenow") or -1) == 2
    words = graph.get_attribute("aria-valuetext") or ""
    chance = review["rolls"][2]["match_chance"]
    own = chance if review["rolls"][2]["player"] == "white" else 1 - chance
    assert f"Ada {100 * own:.1f}%" in words
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    assert re.search("inaccuracy|error|blunder|joker|unlucky", graph.get_attribute("aria-valuetext") or "")
    page.get_by_role("button", name="Game", exact=True).click()
    expect(page.get_by_role("slider", name="Chances of Ada to win the game")).to_be_visible()


def test_the_numbers_of_the_graph_are_in_a_table(page: Page, reviewer: Visitor, match: str) -> None:
    rolls = review_of(reviewer, match)["rolls"]
    page.get_by_text("As a table").click()
    table = page.get_by_role("region", name="Winning chances as a table")
    expect(table.locator("tbody tr")).to_have_count(len(rolls))
    page.get_by_role("button", name="Game", exact=True).click()
    expect(table.locator("tbody tr")).to_have_count(sum(roll["game"] == 1 for roll in rolls))
    table.get_by_role("button").nth(3).click()
    assert current_event(page) in (rolls[3]["event"], rolls[3]["event"] + 1)


# Questions


def test_errors_are_questions_first_and_answers_after(page: Page, reviewer: Visitor, match: str) -> None:
    questions = [
        one
        for one in errors_of(decisions_of(reviewer, match), 0.04)
        if one["player"] == "white" and one["kind"] != "resignation"
    ]
    page.get_by_role("button", name="Show me my errors").click()
    quiz = page.locator(".quiz")
    page.get_by_role("button", name=f"Ada: {len(questions)} questions").click()
    right = 0
    for number, question in enumerate(questions, 1):
        expect(quiz.locator(".quiz-title")).to_have_text(f"Question {number} of {len(questions)}")
        answer = decision_of(reviewer, match, question["event"])
        expect(panel(page)).to_be_hidden()
        expect(page.locator("backgammon-board .arrow")).to_have_count(0)
        if question["kind"] != "play":
            worst = answer["actions"][-1]
            expect(quiz.get_by_role("button", name="Show the answer")).to_be_visible()
            quiz.locator(".quiz-buttons").get_by_role("button", name=worst["words"].capitalize(), exact=True).click()
            expect(quiz.locator(".quiz-verdict.bad")).to_contain_text("Try again")
            best = answer["actions"][0]["words"]
            quiz.locator(".quiz-buttons").get_by_role("button", name=best.capitalize(), exact=True).click()
        elif number % 3 == 0:
            quiz.get_by_role("button", name="Show the answer").click()
        else:
            right += 1
            expect(quiz.get_by_role("button", name="Done")).to_be_disabled()
            play(page, answer["plays"][0]["steps"])
            quiz.get_by_role("button", name="Done").click()
            expect(quiz.locator(".quiz-verdict.good")).to_contain_text(answer["plays"][0]["notation"])
        expect(panel(page)).to_be_visible()
        expect(panel(page).locator(".verdict")).to_be_visible()
        quiz.get_by_role("button", name="Finish" if number == len(questions) else "Next").click()
    expect(quiz).to_contain_text(f"{right} of {len(questions)} right at the first try.")
    quiz.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".move-list")).to_be_visible()
    expect(quiz).to_be_hidden()
    page.keyboard.press("Home")
    assert page.evaluate("document.querySelector('backgammon-board').seats.length") == 0


def test_what_was_played_and_other_plays_are_refused(page: Page, reviewer: Visitor, match: str) -> None:
    question = next(
        one
        for one in errors_of(decisions_of(reviewer, match), 0.08)
        if one["player"] == "black" and one["kind"] == "play"
    )
    page.get_by_role("button", name="Show me my errors").click()
    page.locator("#quiz-size").select_option("Blunders")
    page.get_by_role("button", name=re.compile("^Bruno Conti: ")).click()
    quiz = page.locator(".quiz")
    while current_event(page) != question["event"]:
        quiz.get_by_role("button", name="Show the answer").click()
        quiz.get_by_role("button", name="Next").click()
        expect(quiz.get_by_role("button", name="Show the answer")).to_be_visible()
    answer = decision_of(reviewer, match, question["event"])
    played = next(one for one in answer["plays"] if one["played"])
    expect(quiz.get_by_role("button", name="Done")).to_be_visible()
    play(page, played["steps"])
    quiz.get_by_role("button", name="Undo").click()
    expect(quiz.get_by_role("button", name="Done")).to_be_disabled()
    play(page, played["steps"])
    quiz.get_by_role("button", name="Done").click()
    expect(quiz.locator(".quiz-verdict.bad")).to_contain_text("That is what was done in the match: blunder")
    expect(panel(page)).to_be_hidden()
    # The position is back for another try, by hand and keyboard alone.
    page.locator("backgammon-board button[data-place=p1]").focus()
    expect(quiz.get_by_role("button", name="Done")).to_be_disabled()
    assert page.evaluate("document.querySelector('backgammon-board').turn.made.length") == 0


def play(page: Page, steps: list[list[int]]) -> None:
    """Play on the board."""
    assert page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", steps)


# Comments, links, playing on


def test_a_comment_is_kept_and_read_by_who_has_the_link(browser: Browser, site: Site, page: Page, match: str) -> None:
    page.keyboard.press("n")
    page.get_by_role("button", name="Write a comment").click()
    page.get_by_label("Comment", exact=True).last.fill("Ask Otto about this.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".own-comment")).to_contain_text("Ask Otto about this.")
    expect(page.locator(".move[aria-current] .comment-sign")).to_be_attached()
    link = page.url
    with visiting(browser, site) as reader:
        reader.page.goto(link)
        expect(reader.page.locator(".own-comment")).to_contain_text("Ask Otto about this.")
        expect(reader.page.get_by_role("button", name="Edit the comment")).to_have_count(0)
    page.get_by_role("button", name="Edit the comment").click()
    page.get_by_label("Comment", exact=True).last.fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".own-comment .comment")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Write a comment")).to_be_visible()


def test_the_link_leads_to_the_decision(
    browser: Browser, site: Site, page: Page, reviewer: Visitor, match: str
) -> None:
    cube = next(
        one for one in errors_of(decisions_of(reviewer, match)) if one["kind"] == "double" and one["action"] == "roll"
    )
    page.evaluate("(version) => { location.hash = `v=${version}`; }", cube["version"])
    expect(panel(page).locator(".worth-table").first).to_contain_text("no double")
    page.get_by_role("button", name="Copy a link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"#v={cube['version']}")
    with visiting(browser, site) as reader:
        reader.page.goto(link)
        expect(panel(reader.page).locator(".worth-table").first).to_contain_text("no double")
        assert current_event(reader.page) == cube["event"]


def test_one_plays_on_from_any_position_against_the_bot(page: Page, reviewer: Visitor, match: str) -> None:
    error = next(one for one in errors_of(decisions_of(reviewer, match)) if one["kind"] == "play")
    page.evaluate("(version) => { location.hash = `v=${version}`; }", error["version"])
    expect(panel(page).locator(".verdict")).to_be_visible()
    before = decision_of(reviewer, match, error["event"])
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/match/*")
    state = reviewer.state()
    assert state["kind"] == "bot"
    assert state["length"] == before["length"]
    assert state["you"] == [error["player"]]
    assert state["board"] == before["board"]
    assert sorted(state["roll"]) == sorted(before["roll"])


# The ways to an analysis


def test_the_history_leads_to_an_analysis(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        bring_in(visitor, FILE)
        page = visitor.go("/history")
        page.locator(".match").get_by_role("button", name="Analyse").click()
        page.get_by_role("dialog").get_by_label("Instant").check()
        page.get_by_role("dialog").get_by_role("button", name="Analyse").click()
        page.wait_for_url("**/review/*")
        expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")
        assert "analyse" not in page.url


def test_an_import_leads_to_an_analysis(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go("/history")
        page.locator("#import-file").set_input_files(FILE)
        page.locator(".outcome").get_by_role("button", name="Analyse").click()
        page.get_by_role("dialog").get_by_label("Instant").check()
        page.get_by_role("dialog").get_by_role("button", name="Analyse").click()
        page.wait_for_url("**/review/*")
        expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")


def test_the_end_of_a_match_leads_to_an_analysis(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        visitor.choose(speed="off", autoroll=False)
        visitor.begin(kind="screen", record=set_up({1: 1}, {1: 3}, 1))
        page = visitor.page
        visitor.main_button("Roll").click()
        visitor.wait_for("state.phase === 'to-play'")
        page.evaluate("document.querySelector('backgammon-board').playSteps([[1, 0]], { confirm: true })")
        result = page.get_by_role("dialog")
        result.get_by_role("button", name="Analyse").click()
        depths = page.get_by_role("dialog", name="Analyse the match")
        depths.get_by_label("Instant").check()
        depths.get_by_role("button", name="Analyse").click()
        page.wait_for_url("**/review/*")
        expect(page.locator(".bar-words")).to_have_text("Analysis: Instant")


@pytest.mark.parametrize("path", ["/", "/history"])
def test_a_dropped_file_opens_its_review(browser: Browser, site: Site, path: str) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go(path)
        expect(page.locator("main h1")).to_be_visible()
        page.evaluate(
            """(written) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([written], "evening.mat"));
                const how = { dataTransfer: transfer, cancelable: true };
                for (const type of ["dragenter", "dragover", "drop"]) window.dispatchEvent(new DragEvent(type, how));
            }""",
            FILE.read_text(encoding="utf-8"),
        )
        page.wait_for_url("**/review/*")
        expect(page.locator(".players")).to_contain_text("Ada")


def test_a_file_that_is_none_is_told_of_on_the_start_page(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go("/")
        expect(page.locator("main h1")).to_be_visible()
        page.evaluate(
            """() => {
                const transfer = new DataTransfer();
                transfer.items.add(new File(["holiday"], "holiday.jpg"));
                window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
            }"""
        )
        expect(page.locator("#notes")).to_contain_text("holiday.jpg: ")


def test_beside_our_analysis_stands_the_files(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        match = bring_in(visitor, ANALYSED)
        page = open_review(visitor, match)
        analyse(page, "Instant")
        expect(panel(page).locator(".comparison").first).to_be_visible()
        expect(page.locator(".notes-part details")).to_be_attached()


# For everyone


@pytest.mark.parametrize(("look", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["desktop, light", "phone, dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_any_language(
    browser: Browser, site: Site, match: str, language: str, look: Any, size: Any
) -> None:
    is_phone = size is PHONE
    with visiting(browser, site, color_scheme=look, viewport=size, has_touch=is_phone, is_mobile=is_phone) as visitor:
        visitor.choose(language=language)
        page = open_review(visitor, match)
        moves, blunder = LANGUAGES[language]
        expect(page.locator(".move .mark").first).to_be_attached()
        expect(page.get_by_role("tab").first).to_have_text(moves)
        page.keyboard.press("n")
        expect(panel(page).locator(".verdict")).to_be_visible()
        assert blunder in (page.locator(".move .mark.blunder").first.get_attribute("title") or "")
        assert found_by_axe(page) == []
        assert fits(page)
        page.get_by_role("tab").nth(1).click()
        expect(page.locator(".figures-table").first).to_be_visible()
        page.locator(".graph-table summary").click()
        expect(page.locator(".graph-rows table")).to_be_visible()
        assert found_by_axe(page) == []
        assert fits(page)
        page.locator(".bar-buttons button").first.click()
        page.locator(".quiz-buttons .main").click()
        expect(page.locator(".quiz-buttons .main").first).to_be_visible()
        assert found_by_axe(page) == []
        assert fits(page)


def fits(page: Page) -> bool:
    """Whether the page is no wider than the screen, and no button smaller than 24 pixels."""
    small = page.evaluate(
        """() => [...document.querySelectorAll('main :is(button, select, summary)')]
            .filter((it) => it.checkVisibility() && !it.closest('.hidden-words'))
            .filter((it) => { const { width, height } = it.getBoundingClientRect(); return width < 24 || height < 24; })
            .map((it) => it.outerHTML.slice(0, 120))"""
    )
    assert small == []
    return bool(page.evaluate("document.documentElement.scrollWidth <= Math.min(innerWidth, screen.width)"))


def test_a_phone_in_landscape_shows_board_and_decision(browser: Browser, site: Site, match: str) -> None:
    with visiting(browser, site, viewport={"width": 844, "height": 390}, has_touch=True) as visitor:
        page = open_review(visitor, match)
        expect(page.locator(".move .mark").first).to_be_attached()
        page.get_by_role("button", name="Next error").tap()
        expect(panel(page).locator(".verdict")).to_be_in_viewport()
        below = page.evaluate("document.querySelector('.sharing').getBoundingClientRect().top")
        assert below >= page.evaluate("document.querySelector('.tabbed').getBoundingClientRect().bottom")
        assert below >= page.evaluate("document.querySelector('.move-list').getBoundingClientRect().bottom")
        assert fits(page)


def review_of(visitor: Visitor, match: str) -> Any:
    return json.loads(visitor.page.request.get(f"{visitor.site.url}/api/matches/{match}/analysis").text())


def decision_of(visitor: Visitor, match: str, event: int) -> Any:
    path = f"{visitor.site.url}/api/matches/{match}/analysis/decisions/{event}"
    return json.loads(visitor.page.request.get(path).text())
