"""Cards in the browser: errors become cards, a wrong one comes back after its interval, also without a connection."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import PHONE, Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, Page, expect
from whole_games import Finger, Hand, Keys, Mouse

from match_analysis.matches import random_match
from sixprime.core import Player
from sixprime.core.match import records
from waiting import PATIENCE

__all__ = ["browser", "site"]

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
BLUNDER, BEST = [[13, 10], [24, 23]], [[8, 5], [6, 5]]
CUBE = "XGID=-a-BbBB-B---cD---a-c-bb-A-:0:0:1:00:3:2:0:7:10"
TITLES = {"en": "Who are you in this match?", "de": "Wer bist du in diesem Match?", "fr": "Qui es-tu dans ce match ?",
          "it": "Chi sei in questo match?", "hu": "Melyik játékos vagy te ezen a meccsen?"}  # fmt: skip
MINUTE = 60_000


class Clock:
    """The clock of the server's practice, which the test moves."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


@pytest.fixture
def clock(site: Site) -> Iterator[Clock]:
    made = Clock()
    practice = site.lobby.practice
    before, practice.clock = practice.clock, made
    yield made
    practice.clock = before


def analysed(visitor: Visitor) -> None:
    """Bring in a match of Ann against Ben, and have it analysed."""
    match = random_match(5, 1)
    match.names.update({Player.WHITE: "Ann", Player.BLACK: "Ben"})
    visitor.be_there()
    visitor.page.evaluate(
        """async ({ record, patience }) => {
            const headers = { "Content-Type": "application/octet-stream", "X-Sixprime": "1" };
            const brought = await (await fetch("/api/imports", { method: "POST", headers, body: record })).json();
            const { get, post } = await import("/static/app/shared/api.js");
            const { analysis } = await post("/api/analyses", { match: brought.matches[0].match, depth: "instant" });
            for (let tries = 0; tries < 20 * patience; tries += 1) {
                if ((await get(`/api/analyses/${analysis}`)).state === "done") return;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            throw new Error("the analysis takes too long");
        }""",
        {"record": records.dumps(match), "patience": PATIENCE},
    )


def add(visitor: Visitor, *lines: str) -> None:
    """Add positions to the cards, as a list that is imported."""
    visitor.be_there()
    visitor.page.evaluate(
        """async (text) => {
            const { post } = await import("/static/app/shared/api.js");
            await post("/api/practice/list", { text });
        }""",
        "\n".join(lines),
    )


def due(page: Page) -> Any:
    return page.evaluate("async () => (await fetch('/api/practice/due', { headers: { 'X-Sixprime': '1' } })).json()")


def asked(page: Page) -> str:
    """The card that is asked: the first of those that are due."""
    expect(page.locator(".quiz-question")).to_have_text("What is your play?")
    found: str = due(page)["cards"][0]["card"]
    return found


def steps_of(page: Page, card: str, *, best: bool) -> list[list[int]]:
    """The steps of the best play of a card, or of one that is an error."""
    found = page.evaluate(
        """async ({ card, best }) => {
            const answer = await fetch(`/api/practice/cards/${card}`, { headers: { "X-Sixprime": "1" } });
            const { plays } = (await answer.json()).decision;
            return (best ? plays[0] : plays.find((play) => play.loss >= 0.04)).steps;
        }""",
        {"card": card, "best": best},
    )
    return [list(step) for step in found]


def play(page: Page, steps: list[list[int]]) -> None:
    page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", steps)


def test_a_wrong_card_comes_back_after_its_interval(site: Site, browser: Browser, clock: Clock) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.page
        analysed(visitor)
        for language, title in TITLES.items():
            visitor.choose(language=language)
            visitor.go("/practice")
            expect(page.locator(".who legend")).to_have_text(title)
        visitor.choose(language="en")
        visitor.go("/practice")
        page.get_by_role("button", name="Ann").click()
        expect(page.locator(".due")).to_contain_text("10 cards are due.")
        page.get_by_label("New cards per day").select_option("5")
        expect(page.locator(".due")).to_contain_text("5 cards are due.")
        page.get_by_role("link", name="Practise now").click()

        # Wrong, with the mouse.
        wrong = asked(page)
        expect(page.locator(".quiz-title")).to_be_focused()
        expect(page.locator(".quiz-score")).to_have_text("Match to 1 · You 0 · Opponent 0")
        expect(page.locator("#announcements")).to_contain_text(
            "5 cards left. Match to 1 · You 0 · Opponent 0. What is your play?"
        )
        play(page, steps_of(page, wrong, best=False))
        page.get_by_role("button", name="Done").click()
        verdict = page.locator(".quiz-verdict")
        expect(verdict).to_have_class("quiz-verdict bad")
        expect(verdict).to_contain_text("Best: ")
        expect(verdict).to_contain_text(re.compile(r" loses 0\.\d{3}: "))
        assert verdict.get_attribute("role") == "status"
        # What is marked as played is the answer, whatever was played in the match.
        expect(page.locator(".plays-table tr.played")).to_have_count(1)
        played = page.locator(".plays-table tr.played [data-play]").get_attribute("data-play")
        expect(verdict).to_contain_text(f"{played} loses ")
        assert page.locator(".reasons").get_attribute("role") == "status"
        expect(page.locator(".plays-table tbody tr").first).to_be_visible()
        assert found_by_axe(page) == []
        page.get_by_label("Tags, separated by commas").fill("club, hard")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#notes")).to_contain_text("Tags saved.")

        # Right, with the keyboard.
        expect(page.get_by_role("button", name="Next")).to_be_visible()
        page.get_by_role("button", name="Next").press("Enter")
        expect(page.locator(".quiz-title")).to_have_text("4 cards left")
        right = asked(page)
        assert right != wrong
        play(page, steps_of(page, right, best=True))
        page.get_by_role("button", name="Done").press("Enter")
        expect(verdict).to_have_class("quiz-verdict good")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")

        # The wrong one comes back after a minute, with its tags; the right one does not.
        assert wrong not in [one["card"] for one in due(page)["cards"]]
        clock.ahead = 2 * MINUTE
        back = due(page)["cards"]
        assert (back[0]["card"], back[0]["tags"]) == (wrong, ["club", "hard"])
        assert right not in [one["card"] for one in back]
        visitor.go("/practice/cards")
        assert asked(page) == wrong
        play(page, steps_of(page, wrong, best=True))
        page.get_by_role("button", name="Done").click()
        expect(verdict).to_have_class("quiz-verdict good")
        page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")
        visitor.go("/practice")
        expect(page.locator(".figures")).to_contain_text("Cards: 3 answers, 67% right")
        assert visitor.problems == []


@pytest.mark.parametrize("hand", [Mouse, Finger, Keys])
def test_a_play_is_answered_on_the_board_by_any_hand(
    site: Site, browser: Browser, clock: Clock, hand: type[Hand]
) -> None:
    how: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if hand is Finger else {}
    with visiting(browser, site, **how) as visitor:
        page = visitor.page
        add(visitor, OPENING)
        for clock.ahead, steps, mark in ((0, BLUNDER, "bad"), (2 * MINUTE, BEST, "good")):
            visitor.go("/practice/cards")
            asked(page)
            visitor.wait_for("state.turn")
            playing = hand(visitor)
            if isinstance(playing, Keys):
                playing.to_the_board()
            playing.make(steps)
            playing.confirm()
            expect(page.locator(".quiz-verdict")).to_have_class(f"quiz-verdict {mark}")
            page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")
            if mark == "bad":
                expect(page.get_by_role("status").and_(page.locator(".reasons"))).to_contain_text("makes the 5 point")
                assert due(page)["cards"] == []
        assert visitor.problems == []


def test_a_position_with_the_cube_by_touch_on_a_phone(site: Site, browser: Browser) -> None:
    with visiting(browser, site, viewport=PHONE, has_touch=True, color_scheme="dark") as visitor:
        page = visitor.go(f"/position#{CUBE}")
        page.get_by_role("button", name="Add to practice").tap()
        page.get_by_role("button", name="Practise").tap()
        expect(page.locator(".quiz-question")).to_have_text("It is your turn: roll or double?")
        expect(page.locator(".quiz-score")).to_have_text("Match to 7 · You 3 · Opponent 2")
        page.get_by_role("button", name="Double", exact=True).tap()
        expect(page.locator(".quiz-verdict")).to_have_text(
            re.compile(r"^Double loses 0\.\d{3}: blunder\. Best: no double\.$")
        )
        expect(page.locator(".decision-panel .worth-table").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert found_by_axe(page) == []
        page.get_by_role("button", name="Finish").tap()
        expect(page.locator(".quiz-title")).to_have_text("No cards are due now.")
        expect(page.locator(".quiz-question")).to_contain_text("answer right.")
        assert visitor.problems == []


def test_what_a_new_browser_sends_at_once_belongs_to_one_person(site: Site, browser: Browser) -> None:
    with visiting(browser, site) as visitor:
        visitor.be_there()
        added = visitor.page.evaluate(
            """async (ids) => {
                const { get, post } = await import("/static/app/shared/api.js");
                await Promise.all(ids.map((text) => post("/api/practice/list", { text })));
                return (await get("/api/practice/due")).total;
            }""",
            [CUBE, CUBE.replace(":00:", ":31:"), CUBE.replace(":00:", ":42:")],
        )
        assert added == 3


def test_all_cards_are_listed_set_aside_and_deleted(site: Site, browser: Browser) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.page
        add(visitor, f"{CUBE}  # cube", CUBE.replace(":00:", ":31:"))
        visitor.go("/practice")
        standing = page.locator(".due")
        expect(standing).to_contain_text("2 cards are due.")
        page.get_by_text("All cards: 2").click()
        rows = page.locator(".card-rows li")
        expect(rows).to_have_count(2)
        assert found_by_axe(page) == []
        page.get_by_role("combobox", name="Tag").select_option("cube")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("was never asked")
        rows.get_by_role("button", name="Do not ask again").click()
        expect(rows).to_contain_text("is not asked")
        expect(rows.get_by_role("button", name="Ask it again")).to_be_focused()
        expect(standing).to_contain_text("1 card is due.")
        page.keyboard.press("Enter")
        expect(standing).to_contain_text("2 cards are due.")
        rows.get_by_role("button", name="Delete").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(rows).to_have_count(0)
        expect(standing).to_contain_text("1 card is due.")
        with page.expect_download() as download:
            page.get_by_role("link", name="Cards for Anki").click()
        assert download.value.suggested_filename == "sixprime.apkg"
        assert visitor.problems == []


def test_cards_are_answered_without_a_connection_and_sent_later(site: Site, browser: Browser) -> None:
    with visiting(browser, site, service_workers="allow") as visitor:
        page = visitor.page
        visitor.go("/practice")
        page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
        add(visitor, CUBE, CUBE.replace(":00:", ":31:"))
        visitor.go("/practice/cards")
        page.wait_for_function("() => document.documentElement.dataset.cardsLoaded === '2'")
        page.context.set_offline(True)
        page.reload()
        expect(page.locator(".quiz-title")).to_have_text("2 cards left")
        page.get_by_role("button", name="I do not know").click()
        expect(page.locator(".quiz-verdict")).to_contain_text("Best: ")
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".quiz-title")).to_have_text("1 card left")
        page.reload()
        expect(page.locator(".quiz-title")).to_have_text("1 card left")  # what was answered is not asked again
        page.get_by_role("button", name="I do not know").click()
        expect(page.locator(".quiz-verdict")).to_contain_text("Best: ")
        assert page.evaluate("JSON.parse(localStorage.getItem('sixprime.attempts')).length") == 2
        page.context.set_offline(False)
        page.wait_for_function("() => localStorage.getItem('sixprime.attempts') === null")
        sent = page.evaluate(
            "async () => (await fetch('/api/practice/attempts', { headers: { 'X-Sixprime': '1' } })).json()"
        )
        assert [one["grade"] for one in sent["attempts"]] == [1, 1]
