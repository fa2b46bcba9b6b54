"""Whole games with the tutor, by mouse, by touch and by keyboard: a blunder is caught, looked at again and mended.

Afterwards the best plays are made until the end, and the tutor asks about none of them.
"""

from __future__ import annotations

from typing import Any

from chromium import browser
from pages_site import PHONE, Site, Visitor, site, visiting
from playwright.sync_api import Browser, Route, expect
from whole_games import (
    QUIET,
    Finger,
    Hand,
    Keys,
    Load,
    Mouse,
    begin,
    expect_verified,
    listen,
    load,
    spoken,
    standing,
)

__all__ = ["browser", "load", "site"]

QUESTION = "There is something better. Look again?"
BLUNDER, BEST = [[13, 10], [24, 23]], [[8, 5], [6, 5]]
ENDING = {"white": {2: 2, 1: 2}, "black": {1: 4}}
"""With 2-1 White may bear off two checkers, and then win next turn; or one, and nearly always lose."""
ONE_OFF, TWO_OFF = [[2, 0], [2, 1]], [[2, 0], [1, 0]]
CONTACT = {"white": {13: 1, 6: 2, 5: 2, 4: 2, 3: 2}, "black": {15: 1, 1: 3}}
"""With 3-1 White hits the last checker of Black, who would else win the race by far."""
NO_HIT, HIT = [[6, 3], [6, 5]], [[13, 10], [10, 9]]
DONE = "state.results.length > 0 || state.phase === 'over'"


def box(visitor: Visitor) -> Any:
    return visitor.page.locator(".tutor-question")


def best_play(visitor: Visitor) -> list[list[int]]:
    """What the engine would play."""
    hint = "async (match) => (await fetch(`/api/matches/${match}/hint`)).json()"
    steps: list[list[int]] = visitor.page.evaluate(hint, visitor.shown()["match"])["plays"][0]["steps"]
    return steps


def play_well(hand: Hand, *, most: int = 120) -> None:
    """Make the best plays until the game is over; the tutor asks about none of them."""
    visitor = hand.visitor
    mine = "state.to_act === 'white' && ['to-roll', 'to-play', 'to-answer-resignation'].includes(state.phase)"
    for _ in range(most):
        visitor.wait_for(f"({DONE}) || ({mine})")
        state = visitor.shown()
        if state["results"] or state["phase"] == "over":  # the board shows the end before the result is there
            return
        if state["phase"] == "to-answer-resignation":
            hand.answer(lambda: hand.choose("Accept"))
            continue
        if state["phase"] == "to-roll":
            state = hand.answer(hand.roll)
            if state["phase"] != "to-play" or state["to_act"] != "white":
                continue
        if hand.edges():
            hand.make(best_play(visitor))
        expect(box(visitor)).to_be_hidden()
        hand.answer(hand.confirm)
    raise AssertionError("the game does not come to its end")


def mend(hand: Hand, blunder: list[list[int]], best: list[list[int]]) -> None:
    """Make a blunder, be asked, try to go on in vain, look again, and make the best play."""
    visitor = hand.visitor
    listen(visitor)
    version = visitor.shown()["version"]
    hand.make(blunder)
    expect(box(visitor)).to_contain_text(QUESTION)
    visitor.page.wait_for_function("(words) => window.spoken.includes(words)", arg=QUESTION)
    hand.confirm()
    expect(box(visitor)).to_be_focused()
    assert visitor.shown()["version"] == version  # nothing was sent
    hand.choose("Look again")
    expect(box(visitor)).to_be_hidden()
    assert hand.steps() == []
    hand.make(best)
    expect(box(visitor)).to_be_hidden()
    hand.answer(hand.confirm)


def begin_tutored(visitor: Visitor, wish: dict[str, object]) -> str:
    visitor.choose(**QUIET, tutor=True)
    match = begin(visitor, kind="bot", level="beginner", **wish)
    visitor.wait_for("state.to_act === 'white'")
    return match


def test_a_whole_game_by_mouse(browser: Browser, site: Site, load: Load) -> None:
    """From the first roll to the last; the review tells what was mended."""
    load((3, 1))
    with visiting(browser, site) as player:
        match = begin_tutored(player, {"length": 1})
        hand = Mouse(player)
        mend(hand, BLUNDER, BEST)
        play_well(hand)
        expect_verified(player)
        replay = player.page.evaluate("async (match) => (await fetch(`/api/matches/${match}/replay`)).json()", match)
        asked = [move["first_choice"] for game in replay["games"] for move in game["moves"] if move["first_choice"]]
        assert [(one["words"], one["changed"], one["shown"]) for one in asked] == [("24/23 13/10", True, False)]
        player.go(f"/review/{match}")
        expect(player.page.locator(".tutored").first).to_be_attached()


def test_a_game_to_its_end_by_touch_on_a_phone(browser: Browser, site: Site, load: Load) -> None:
    """The reasons are shown and spoken, and what was shown is played."""
    load((3, 1))
    with visiting(browser, site, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark") as player:
        begin_tutored(player, {"record": standing(CONTACT["white"], CONTACT["black"])})
        hand = Finger(player)
        hand.answer(hand.roll)
        listen(player)
        hand.make(NO_HIT)
        expect(box(player)).to_contain_text(QUESTION)
        hand.choose("Show me")
        reason = box(player).locator(".reasons li").first
        expect(reason).to_contain_text("hits")
        words = reason.inner_text()
        player.page.wait_for_function("(words) => window.spoken.some((heard) => heard.includes(words))", arg=words)
        hand.choose("Take this play")
        expect(box(player)).to_be_hidden()
        hand.answer(hand.confirm)
        play_well(hand)
        expect_verified(player)


def test_a_game_to_its_end_by_keyboard(browser: Browser, site: Site, load: Load) -> None:
    load((2, 1))
    with visiting(browser, site) as player:
        begin_tutored(player, {"record": standing(ENDING["white"], ENDING["black"])})
        hand = Keys(player)
        hand.to_the_board()
        hand.answer(hand.roll)
        hand.make(ONE_OFF)
        expect(box(player)).to_contain_text(QUESTION)
        listen(player)
        hand.choose("Show me")
        player.page.wait_for_function("() => window.spoken.some((heard) => heard.includes('is better.'))")
        assert any("bears off 2 checkers instead of 1" in heard or "%" in heard for heard in spoken(player))
        hand.choose("Look again")
        mend(hand, ONE_OFF, TWO_OFF)
        play_well(hand)
        expect_verified(player)


def test_the_board_takes_moves_while_the_tutor_has_not_answered(browser: Browser, site: Site, load: Load) -> None:
    """Answers are held back: checkers move, go back and move again, and in the end the play is sent without advice."""
    load((3, 1))
    with visiting(browser, site) as player:
        held: list[Route] = []
        player.page.route("**/advice*", lambda route: held.append(route))
        begin_tutored(player, {"length": 1})
        hand = Mouse(player)
        for _ in range(2):
            hand.make(BLUNDER)
            player.page.keyboard.press("u")
            player.page.keyboard.press("u")
            player.page.wait_for_function("() => document.querySelector('backgammon-board').turn.steps.length === 0")
        hand.make(BLUNDER)
        assert held  # the tutor was asked, and is silent
        hand.answer(hand.confirm)
        expect(box(player)).to_be_hidden()
        for route in held:
            route.abort()
        player.page.unroute_all(behavior="ignoreErrors")
