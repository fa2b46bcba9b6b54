"""Two browsers play each other: invitation, seats, a lost connection, a server that goes and comes back."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages_site import Site, Visitor, browser, first_play, site, visiting
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from sixprime.server.live import presence

__all__ = ["browser", "site"]

QUICK = {"speed": "off", "autoroll": True, "forced": True, "bearoff": "greedy"}


def sit_down(host: Visitor, guest: Visitor, **wish: object) -> None:
    """The host invites, the guest comes by the link."""
    host.choose(**QUICK, name="Anna")
    guest.choose(**QUICK, name="Béla")
    host.begin(kind="link", names={"white": "Anna", "black": ""}, **wish)
    link = host.page.get_by_label("Link to play").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Join the game").click()


def play_on(*players: Visitor, until: str, looks: int = 2000) -> None:
    """Let both play whatever they can until a phase is on both boards."""
    for _ in range(looks):
        states = [player.shown() for player in players]
        if all(state["phase"] == until for state in states):
            return
        for player, state in zip(players, states, strict=True):
            if state["turn"] and state["to_act"] in state["you"]:
                player.play(first_play(state))
            elif state["to_act"] in state["you"] and "roll" in state["actions"][state["to_act"]]:
                player.page.evaluate("() => document.querySelector('backgammon-board').roll()")
        players[0].page.wait_for_timeout(40)
    raise AssertionError("the game does not come to its end")


def test_a_match_of_two_to_its_verified_end(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        sit_down(host, guest, length=1, rules={"start": "hypergammon"})
        host.wait_for("state.phase === 'to-play'")
        guest.wait_for("state.phase === 'to-play'")
        assert guest.page.url.endswith(host.state()["match"]), "the invitation does not stay in the address"
        assert host.shown()["you"] == ["white"]
        assert guest.page.locator("backgammon-board").get_attribute("view") == "black"
        seeds = host.state()["dice"]["seeds"]
        assert None not in (seeds["white"]["seed"], seeds["black"]["seed"])
        assert seeds["white"]["seed"] != seeds["black"]["seed"]
        expect(host.page.locator(".player-bar.above")).to_contain_text("Béla")
        play_on(host, guest, until="over")
        for player in (host, guest):
            expect(player.page.get_by_role("dialog")).to_contain_text("rolls verified")
        titles = [player.page.get_by_role("dialog").locator("h2").inner_text() for player in (host, guest)]
        assert sorted(title == "You won the match" for title in titles) == [False, True]


def test_a_third_browser_cannot_take_a_seat(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest, visiting(browser, site) as third:
        sit_down(host, guest, length=1)
        host.wait_for("state.phase !== 'seats'")
        third.go(f"/match/{host.state()['match']}#join=0000000000000000000000")
        expect(third.page.locator(".tags")).to_contain_text("You are watching")
        expect(third.page.get_by_role("button", name="Join the game")).to_have_count(0)


def test_who_has_no_invitation_is_told_so(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as other:
        match = host.begin(kind="link", length=1)
        other.go(f"/match/{match}")
        expect(other.page.get_by_text("This seat is still free")).to_be_visible()
        other.go(f"/match/{match}#join=1111111111111111111111")
        other.page.reload()
        other.page.get_by_role("button", name="Join the game").click()
        expect(other.page.locator(".problem-words")).not_to_be_empty()


def test_who_goes_is_shown_as_away_and_who_comes_back_is_not(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        sit_down(host, guest, length=3)
        host.wait_for("state.phase === 'to-play'")
        bar = host.page.locator(".player-bar.above")
        expect(bar).not_to_contain_text("away")
        address = guest.page.url
        guest.page.goto("about:blank")
        expect(bar).to_contain_text("away")
        expect(host.page.locator("#announcements")).to_contain_text("Béla has left.")
        guest.page.goto(address)
        expect(bar).not_to_contain_text("away")


def cut(page: Page) -> list[WebSocketRoute]:
    """All live connections of a page, so that they can be cut."""
    lines: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/live", pass_on)
    return lines


def test_a_lost_connection_comes_back_by_itself_and_loses_no_play(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        lines = cut(guest.page)
        sit_down(host, guest, length=1, rules={"start": "hypergammon"})
        guest.wait_for("state.phase === 'to-play'")
        for _ in range(3):
            count = len(lines)
            lines[-1].close()
            state = guest.shown()
            if state["turn"] and state["to_act"] == "black":
                guest.play(first_play(state))
            while len(lines) == count:
                guest.page.wait_for_timeout(50)
        play_on(host, guest, until="over")
        expect(guest.page.get_by_role("dialog")).to_contain_text("rolls verified")
        assert host.state()["version"] == guest.state()["version"]


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    own = Site(tmp_path / "own.db")
    own.start()
    yield own
    own.stop()


def test_a_server_that_goes_is_told_and_waited_for(browser: Browser, own_site: Site) -> None:
    with visiting(browser, own_site) as player:
        player.choose(autoroll=False, forced=False, speed="off")
        player.begin(kind="screen", length=3)
        player.wait_for("state.phase === 'to-play'")
        banner = player.page.locator(".banner")
        own_site.stop()
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Connection lost")
        version = player.shown()["version"]
        player.play(first_play(player.shown()))
        own_site.start()
        expect(banner).to_be_hidden()
        player.wait_for(f"state.version === {version + 1}")
        assert player.state()["version"] == version + 1


def test_a_match_of_two_ends_without_a_result_only_if_both_want_that(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest, visiting(browser, site) as spectator:
        sit_down(host, guest, length=1, rules={"start": "hypergammon"})
        for player in (host, guest):
            player.wait_for("state.phase === 'to-play'")
        spectator.page.goto(host.page.url)
        ask_to_abandon(host)
        expect(host.page.locator(".question")).to_contain_text("You have offered to abandon")
        expect(spectator.page.locator(".question")).to_have_text("Anna offers to abandon the match")
        question = guest.page.locator(".question")
        expect(question).to_contain_text("Anna offers to abandon the match")
        play_on = question.get_by_role("button", name="Play on")
        play_on.focus()
        guest.page.keyboard.press("Enter")
        expect(question).to_be_hidden()
        expect(guest.page.locator(":focus")).to_have_count(1)  # not lost with the button
        for other in (host, spectator):
            expect(other.page.locator(".question")).to_have_text("B\u00e9la wants to play on")
            assert (
                other.page.evaluate("document.querySelector('backgammon-board').lastNews")
                == "B\u00e9la wants to play on"
            )
        assert guest.state()["phase"] == "to-play"
        ask_to_abandon(guest)  # not the host, who was refused and has to wait for a move
        expect(host.page.locator(".question")).to_contain_text("B\u00e9la offers to abandon the match")
        host.page.locator(".question").get_by_role("button", name="Abandon").click()
        for player in (host, guest):
            player.wait_for("state.phase === 'aborted'")


def ask_to_abandon(player: Visitor) -> None:
    player.menu("Offer to abandon the match")
    player.page.get_by_role("dialog").get_by_role("button", name="Ask").click()


def test_the_invitation_says_how_long_and_by_which_rules_before_anybody_sits_down(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest, visiting(browser, site) as third:
        match = host.begin(kind="link", length=5, rules="003-de")
        guest.page.goto(host.page.get_by_label("Link to play").input_value())
        panel = guest.page.locator(".seat-panel")
        expect(panel).to_contain_text("A friend invites you to play")
        for words in (
            "A match to 5 points.",
            "German leaflet from the cloth bag",
            "only the rearmost checker may be borne off",
            "a checker outside the home board at the end makes it a triple loss",
            "the cube ends at 64",
        ):
            expect(panel).to_contain_text(words)
        third.go(f"/match/{match}")
        expect(third.page.locator(".seat-panel")).to_contain_text("only the rearmost checker may be borne off")
        expect(third.page.locator(".player-bar.below .name")).to_have_text("White")
        guest.page.get_by_role("button", name="Join the game").click()
        host.wait_for("state.phase === 'to-play'")
        expect(guest.page.locator(".player-bar.above .name")).to_have_text("Opponent")
        for place, name in (("below", "White"), ("above", "Black")):
            expect(third.page.locator(f".player-bar.{place} .name")).to_have_text(name)


def test_the_columns_of_the_moves_are_named_after_who_has_joined(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        host.choose(**QUICK, name="Anna")
        guest.choose(**QUICK, name="Béla")
        host.begin(kind="link", length=3, names={"white": "Anna", "black": ""})
        names = host.page.locator(".sheet-head .name")
        expect(names).to_have_text(["Anna", "Free seat"])
        guest.page.goto(host.page.get_by_label("Link to play").input_value())
        guest.page.get_by_role("button", name="Join the game").click()
        expect(names).to_have_text(["Anna", "Béla"])
        expect(guest.page.locator(".sheet-head .name")).to_have_text(["Anna", "Béla"])
        host.wait_for("state.phase === 'to-play'")
        for _ in range(2):
            player, other = (host, guest) if host.shown()["to_act"] == "white" else (guest, host)
            player.wait_for("state.you.includes(state.to_act)")
            if player.shown()["phase"] == "to-roll":
                player.main_button("Roll").click()
            player.wait_for("state.turn && state.you.includes(state.to_act)")
            player.play(first_play(player.shown()))
            for one in (player, other):
                one.wait_for("state.phase === 'to-roll'")
        for page in (host.page, guest.page):  # as screen readers hear it
            told = page.locator(".moves .cell .hidden-words")
            expect(told).to_have_count(2)
            assert {words.strip() for words in told.all_text_contents()} == {"Anna:", "Béla:"}


def test_it_is_said_since_when_an_opponent_is_away_and_from_when_the_match_can_be_ended(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "RETURN", 2000)  # who was there before the server stopped has a minute to come back
    site = Site(tmp_path / "away.db")
    site.start()
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        sit_down(host, guest, length=3)
        host.wait_for("state.phase === 'to-play'")
        guest.page.goto("about:blank")
        bar, note = host.page.locator(".player-bar.above"), host.page.locator(".absence")
        expect(bar).to_contain_text("away since")
        expect(note).to_be_hidden()  # it may be a page that is loaded again

        def let_time_go_by(hours: float) -> None:
            """Write down that the guest was last there so many hours ago."""
            site.stop()
            with sqlite3.connect(tmp_path / "away.db") as database:
                seen = round((time.time() - 3600 * hours) * 1000)
                database.execute("UPDATE seats SET seen = ? WHERE side = 'black'", (seen,))
            database.close()
            site.start()

        let_time_go_by(3)
        expect(note).to_contain_text("Béla has been away since")
        expect(note).to_contain_text("you can end the match without asking")
        host.page.get_by_role("button", name="More").click()
        expect(host.page.get_by_role("button", name="Offer to abandon the match")).to_be_visible()
        host.page.keyboard.press("Escape")
        let_time_go_by(25)
        expect(note).to_contain_text("You can now end the match without a result.")
        note.get_by_role("button", name="End the match").click()
        host.page.get_by_role("dialog").get_by_role("button", name="Abandon").click()
        host.wait_for("state.phase === 'aborted'")
        expect(note).to_be_hidden()
    site.stop()
