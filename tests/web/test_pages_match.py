"""The game page: whole games against the bot and at one screen, the cube, resigning, results, dice."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from pages_site import Site, Visitor, browser, first_play, set_up, site, visiting, visitor
from playwright.sync_api import Browser, Response, expect

from sixprime.core.match import records

__all__ = ["browser", "site", "visitor"]


def race(length: int | None) -> dict[str, object]:
    """All checkers home, none in contact."""
    return set_up({6: 5, 5: 4, 4: 4}, {6: 5, 5: 4, 4: 4}, length)


def test_a_match_against_the_bot_from_the_first_roll_to_the_verified_dice(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=True, forced=True, bearoff="greedy")
    visitor.begin(
        kind="bot", level="beginner", length=1, rules={"start": "hypergammon"}, names={"white": "Anna", "black": ""}
    )
    page = visitor.page
    version = -1
    while True:
        visitor.wait_for(
            f"state.result || (state.version > {version} && (state.phase === 'to-answer-resignation' || "
            "(state.turn && state.to_act === 'white')))"
        )
        state = visitor.shown()
        version = state["version"]
        if state["result"]:
            break
        if state["phase"] == "to-answer-resignation":  # bots give up what is lost
            page.get_by_role("button", name="Accept").click()
        else:
            visitor.play(first_play(state))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "won the match" if visitor.shown()["result"]["winner"] == "black" else "You won the match"
    )
    rolls = visitor.state()["dice"]["rolls"]
    expect(dialog).to_contain_text(f"{rolls} rolls verified")
    dialog.get_by_text("rolls verified").click()
    expect(dialog).to_contain_text(visitor.state()["dice"]["secret"])
    with page.expect_download() as saved:
        dialog.get_by_role("link", name="JSON").click()
    record = saved.value.path().read_text(encoding="utf-8")
    assert records.loads(record).result is not None
    before = page.url
    dialog.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != before and "/match/" in url)
    again = visitor.state()
    assert (again["length"], again["rules"]["start"]) == (1, "hypergammon")
    assert again["seats"]["black"]["level"] == "beginner"


def test_a_double_is_asked_for_once_more_then_taken_and_then_dropped(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="screen", record=race(5), names={"white": "Anna", "black": "Béla"})
    page = visitor.page
    page.get_by_role("button", name="Double", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Not now").click()
    assert visitor.shown()["phase"] == "to-roll"
    page.get_by_role("button", name="Double", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Double", exact=True).click()
    expect(page.get_by_role("group", name="Anna doubles to 2")).to_be_visible()
    page.get_by_role("button", name="Take", exact=True).click()
    expect(page.locator(".player-bar.above .bar-cube")).to_contain_text("2")
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", first_play(visitor.shown()))
    visitor.main_button("Done").click()
    visitor.wait_for("state.phase === 'to-roll' && state.on_roll === 'black'")
    page.get_by_role("button", name="Double", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Double", exact=True).click()
    page.get_by_role("button", name="Drop", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Béla won the game")
    expect(dialog).to_contain_text("cube at 2")
    dialog.get_by_role("button", name="Next game").click()
    visitor.wait_for("state.game === 2 && state.phase !== 'opening'")
    expect(dialog).to_have_count(0)


def test_resigning_is_an_offer_that_can_be_declined(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False)
    visitor.begin(kind="screen", record=set_up({13: 15}, {13: 15}, 3))
    page = visitor.page
    visitor.menu("Resign")
    page.get_by_role("button", name="A single game").click()
    expect(page.locator("div.offer")).to_contain_text("White resigns a single game. Black would win 1.")
    page.get_by_role("button", name="Play on").click()
    visitor.wait_for("state.phase === 'to-roll'")
    visitor.menu("Resign")
    page.get_by_role("button", name="A gammon").click()
    page.get_by_role("button", name="Accept").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Black won the game")
    expect(dialog).to_contain_text("gammon")
    expect(dialog).to_contain_text("The next game is the Crawford game")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    visitor.main_button("Next game").click()
    expect(page.locator(".tags")).to_contain_text("Crawford game")


def test_who_has_borne_off_a_checker_resigns_a_single_game(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False)
    visitor.begin(kind="screen", record=race(3))
    visitor.menu("Resign")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="A single game")).to_be_visible()
    expect(dialog.get_by_role("button", name="A gammon")).to_have_count(0)


def test_money_play_has_an_account_and_can_be_ended(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False)
    visitor.begin(
        kind="screen", length=None, rules={"jacoby": True, "stake": "0.50"}, names={"white": "Anna", "black": "Béla"}
    )
    page = visitor.page
    visitor.wait_for("state.phase === 'to-play'")
    expect(page.locator(".tags")).to_contain_text("Jacoby")
    visitor.menu("Resign")
    expect(page.get_by_role("button", name="A gammon")).to_have_count(0)
    page.get_by_role("button", name="A single game").click()
    page.get_by_role("button", name="Accept").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".account")).to_contain_text("+0.50")
    dialog.get_by_role("button", name="End the session").click()
    expect(page.get_by_role("dialog")).to_contain_text("won the session")


def test_a_gammon_under_the_jacoby_rule_counts_once_and_says_why(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="screen", record=set_up({1: 1}, {23: 15}, None, jacoby=True))
    page = visitor.page
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    page.evaluate("() => document.querySelector('backgammon-board').playSteps([[1, 0]])")
    visitor.main_button("Done").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".points")).to_have_text("+1")
    expect(dialog).to_contain_text("Jacoby")
    assert visitor.shown()["off"]["white"] == 15, "the board still shows how the game ended"


def test_a_turn_is_taken_back_and_the_page_survives_a_reload_in_the_middle_of_it(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="screen", record=race(3))
    page = visitor.page
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    roll = visitor.shown()["roll"]
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    step = first_play(visitor.shown())[0]
    visitor.place(f"p{step[0]}").click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.reload()
    visitor.wait_for("state.phase === 'to-play'")
    assert visitor.shown()["roll"] == roll
    page.evaluate("(steps) => document.querySelector('backgammon-board').playSteps(steps)", first_play(visitor.shown()))
    visitor.main_button("Done").click()
    visitor.wait_for("state.on_roll === 'black'")
    expect(page.locator(".moves li")).to_have_count(1)
    visitor.menu("Undo the last turn")
    visitor.wait_for("state.on_roll === 'white' && state.phase === 'to-play'")
    expect(page.locator(".moves li")).to_have_count(0)
    assert visitor.shown()["roll"] == roll


def test_what_a_browser_is_told_to_do_by_itself(visitor: Visitor) -> None:
    """The roll of a Crawford game, and the best way to bear off, which the page asks of the server."""
    visitor.choose(speed="off", autoroll=True, forced=False, bearoff="best", sounds=False)
    record: Any = set_up({2: 3, 1: 2}, {6: 5, 5: 4, 4: 4}, 5)
    record["events"][0].update(score=[4, 0], crawford=True)
    with visitor.page.expect_response("**/hint"):
        visitor.begin(kind="screen", record=record)
    visitor.wait_for("state.on_roll === 'black' || state.phase === 'over'")
    assert visitor.shown()["off"]["white"] >= 12


def test_the_undo_button_takes_back_a_step_or_all(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    record: Any = set_up({13: 15}, {6: 15}, 5)
    record["events"].append({"type": "roll", "player": "white", "dice": [2, 1]})
    visitor.begin(kind="screen", record=record)
    visitor.wait_for("state.phase === 'to-play'")
    undo = visitor.page.get_by_role("button", name="Undo", exact=True)
    steps = "() => document.querySelector('backgammon-board').turn.steps.length"
    make = "() => document.querySelector('backgammon-board').playSteps([[13, 11], [13, 12]])"
    visitor.page.evaluate(make)
    undo.click()
    assert visitor.page.evaluate(steps) == 1
    visitor.page.evaluate(make)
    undo.click(button="right")
    assert visitor.page.evaluate(steps) == 0
    expect(undo).to_be_disabled()


def test_moves_and_commands_can_be_typed(visitor: Visitor, site: Site) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="screen", record=race(3))
    page = visitor.page
    visitor.menu("Type moves")
    box = page.get_by_label("Type a move or a command")
    expect(box).to_be_focused()
    box.fill("6/5")
    box.press("Enter")
    expect(page.locator(".note")).to_contain_text("Roll or double")
    box.fill("roll")
    box.press("Enter")
    visitor.wait_for("state.phase === 'to-play'")
    box.fill("24/1")
    box.press("Enter")
    expect(page.locator(".note")).to_contain_text("24/1")
    match = visitor.shown()["match"]
    play = site.get(f"/api/matches/{match}/plays")["plays"][0]["notation"]
    box.fill(play)
    box.press("Enter")
    visitor.wait_for("state.on_roll === 'black'")
    expect(page.locator(".moves")).to_contain_text(play)


def test_what_was_last_is_told_with_the_names_of_the_players(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="bot", level="beginner", record=race(1))
    page = visitor.page
    spoken = page.locator("#announcements")

    def ask() -> None:
        page.get_by_label("Type a move or a command").fill("last")
        page.get_by_label("Type a move or a command").press("Enter")

    visitor.menu("Type moves")
    page.get_by_label("Type a move or a command").fill("roll")
    page.get_by_label("Type a move or a command").press("Enter")
    visitor.wait_for("state.phase === 'to-play'")
    ask()
    expect(spoken).to_contain_text("You roll")
    visitor.play(first_play(visitor.shown()))
    visitor.wait_for("state.on_roll === 'white' && state.phase === 'to-roll'")
    ask()
    expect(spoken).to_contain_text("Bot")
    expect(spoken).not_to_contain_text("Black")
    page.reload()
    visitor.wait_for("state.phase === 'to-roll'")
    expect(page.locator(".moves")).to_contain_text("Bot")
    visitor.menu("Type moves")
    ask()
    expect(spoken).to_contain_text(re.compile(r"^Bot: \d\d "))


def test_a_hint_can_be_tried_on_the_board(visitor: Visitor) -> None:
    visitor.choose(speed="off", forced=False)
    visitor.begin(kind="screen", record=race(3))
    page = visitor.page
    visitor.menu("Hint")
    expect(page.get_by_role("dialog").locator(".advice")).not_to_be_empty()
    page.keyboard.press("Escape")
    visitor.main_button("Roll").click()
    visitor.wait_for("state.phase === 'to-play'")
    visitor.menu("Hint")
    page.get_by_role("dialog").locator(".hint-table button").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()


def test_a_hint_about_the_cube_shows_what_each_action_is_worth(visitor: Visitor) -> None:
    visitor.choose(speed="off", autoroll=False)
    visitor.begin(kind="screen", record=set_up({6: 3, 5: 3, 4: 3}, {6: 4, 5: 4, 4: 3}, 7))
    dialog = visitor.page.get_by_role("dialog")
    visitor.menu("Hint")
    expect(dialog.locator(".advice")).to_have_text(re.compile("^double, (take|pass)$"))
    rows = dialog.locator(".worth-table").first.locator("tbody tr")
    for place, action in enumerate(("no double", "double, take", "double, pass")):
        expect(rows.nth(place)).to_contain_text(re.compile(rf"{action}.*[+-][0-9]\.[0-9]{{3}}.*[0-9]+\.[0-9]%"))
    expect(rows.nth(2)).to_contain_text("+1.000")
    expect(dialog.locator(".worth-table .best")).to_have_count(1)
    expect(dialog.locator(".chances-table tbody tr")).to_have_count(2)
    expect(dialog.locator(".chances-table tbody tr").first).to_contain_text(re.compile("wins.*%.*%.*%"))
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Double", exact=True).click()
    dialog.get_by_role("button", name="Double", exact=True).click()
    visitor.wait_for("state.phase === 'to-answer-cube'")
    visitor.menu("Hint")
    expect(dialog.locator(".advice")).to_have_text(re.compile("^(take|drop)$"))
    answers = dialog.locator(".worth-table").first.locator("tbody tr")
    expect(answers).to_have_count(2)
    expect(answers.filter(has_text="drop")).to_contain_text("-1.000")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR", "it-IT", "hu-HU"])
def test_a_hint_about_the_cube_fits_a_phone_in_every_language(browser: Browser, site: Site, locale: str) -> None:
    with visiting(browser, site, locale=locale, viewport={"width": 360, "height": 740}) as player:
        player.choose(speed="off", autoroll=False)
        owned = set_up({6: 3, 5: 3, 4: 3}, {6: 4, 5: 4, 4: 3}, 7)
        owned["events"] = [{**owned["events"][0], "cube": 2, "cube_owner": "white"}]  # type: ignore[index]
        player.begin(kind="screen", record=owned)
        player.wait_for("state.phase === 'to-roll'")  # there is no hint before
        player.page.locator(".icon-button.framed").click()
        player.page.locator(".menu-list button").first.click()
        expect(player.page.locator("dialog .worth-table")).to_have_count(2)
        assert player.page.evaluate(
            """() => [...document.querySelectorAll("dialog, dialog .worth-table")].every((part) =>
                part.scrollWidth <= part.clientWidth
                && part.getBoundingClientRect().right <= part.closest("dialog").getBoundingClientRect().right)"""
        )


BOTS_TURN = {
    "en-GB": "The bot's turn",
    "de-DE": "Der Bot ist am Zug",
    "fr-FR": "Le bot est au trait",
    "it-IT": "Il bot deve muovere",
    "hu-HU": "A bot van soron",
}


@pytest.mark.parametrize("locale", BOTS_TURN)
def test_the_bot_is_spoken_of_in_correct_sentences(browser: Browser, site: Site, locale: str) -> None:
    with visiting(browser, site, locale=locale) as player:
        player.choose(speed="off", autoroll=False)
        match = player.begin(kind="bot", length=3, level="beginner")
        said = player.page.evaluate(
            """async (match) => {
                const { loadTranslations } = await import("/static/app/shared/translations.js");
                await loadTranslations(document.documentElement.lang);
                const { statusText } = await import("/static/app/match/controls.js");
                const state = await (await fetch(`/api/matches/${match}`)).json();
                const waits = { ...state, phase: "to-roll", to_act: "black", results: [] };
                return statusText(waits, { started: false, complete: false }, true);
            }""",
            match,
        )
        assert said == BOTS_TURN[locale]


def test_who_watches_can_do_nothing_but_look(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as player, visiting(browser, site) as watcher:
        match = player.begin(kind="screen", length=3)
        page = watcher.go(f"/match/{match}")
        expect(page.locator(".tags")).to_contain_text("You are watching")
        expect(page.get_by_role("button", name="Roll")).to_have_count(0)
        player.wait_for("state.phase === 'to-play'")
        watcher.wait_for("state.phase === 'to-play'")
        page.get_by_role("button", name="More").click()
        expect(page.get_by_role("button", name="Resign")).to_have_count(0)


def test_a_match_that_does_not_exist_is_said_to(visitor: Visitor) -> None:
    page = visitor.go("/match/0000000000000000000000")
    expect(page.get_by_role("alert")).to_contain_text("There is no such match")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)  # it would not help
    alert = page.get_by_role("alert")
    places = [alert.get_by_role("link", name=name).bounding_box() for name in ("To the start page", "My matches")]
    assert None not in places
    assert all(place["height"] >= 36 for place in places if place)  # buttons


def test_the_first_board_needs_little_and_nobody_else(browser: Browser, site: Site) -> None:
    """Code is counted as it goes over the wire, compressed."""
    with visiting(browser, site) as visitor:
        sizes: dict[str, int] = {}
        strangers: list[str] = []

        def note(response: Response) -> None:
            if not response.url.startswith(site.url):
                strangers.append(response.url)
            elif response.url.endswith((".js", ".css")):
                sizes[response.url.removeprefix(site.url)] = len(gzip.compress(response.body()))

        match = visitor.begin(kind="screen", length=3)
        visitor.page.goto("about:blank")
        visitor.page.on("response", note)
        visitor.go(f"/match/{match}")
        visitor.wait_for("state.phase !== 'none'")
        assert 0 < len(sizes) <= 5
        assert sum(sizes.values()) < 110_000, sizes
        assert not strangers
