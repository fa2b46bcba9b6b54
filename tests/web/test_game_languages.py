"""A whole game by keyboard in each of the five languages, and what a screen reader reads out meanwhile."""

from __future__ import annotations

import pytest
from pages_site import Site, Visitor, browser, site, visitor
from playwright.sync_api import expect
from whole_games import QUIET, Keys, Load, Words, begin, expect_verified_in, listen, load, spoken, standing

from sixprime.languages import LANGUAGES

__all__ = ["browser", "load", "site", "visitor"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_words_and_played_by_keys(visitor: Visitor, site: Site, load: Load, language: str) -> None:
    visitor.choose(**QUIET, language=language)
    load((2, 1), (2, 1))
    match = begin(visitor, record=standing({3: 1, 1: 1}, {2: 2}, 2))
    words, hand, page = Words(site, language), Keys(visitor), visitor.page
    white, black = words("White"), words("Black")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(visitor.main_button(words("Roll"))).to_be_visible()
    listen(visitor)

    hand.to_the_board()
    hand.press("p", "d")
    heading = page.get_by_role("heading", level=2)
    expect(page.get_by_role("dialog").locator(heading)).to_have_text(words("Double to {value}?", value=2))
    hand.answer(lambda: hand.press("Enter"))
    hand.press("Tab")
    expect(page.get_by_role("button", name=words("Take"), exact=True)).to_be_focused()
    hand.answer(lambda: hand.press("Enter"))

    hand.to_the_board()
    hand.answer(lambda: hand.press("r"))
    expect(visitor.place("p3")).to_have_attribute(
        "aria-label",
        words(
            "{place}; playable",
            place=words.counted(
                "{place}, {count} white checker",
                "{place}, {count} white checkers",
                1,
                place=words("{player}'s {point} point", player=white, point=3),
            ),
        ),
    )
    hand.press("3", "Enter", "u", "3", "Enter", "1", "Enter")
    hand.answer(lambda: hand.press("c"))
    hand.play_out()

    heard = spoken(visitor)
    points = site.get(f"/api/matches/{match}?language={language}")["results"][0]["points"]
    won = words.counted("{player} wins {count} point", "{player} wins {count} points", points, player=white)
    to_roll = words("{player} to roll", player=white)
    step = words("{from} to {to}", **{"from": 3, "to": 1})
    last = words("{from} to {to}", **{"from": 1, "to": words("off")})
    for expected in (
        words("Pips: {one} {ones}, {other} {others}", one=white, ones=4, other=black, others=4),
        words("{player} doubles", player=white),
        ". ".join([words("{player} takes", player=black), to_roll]),
        words("{player} rolls {roll}", player=white, roll="2-1"),
        step,
        words("undone"),
        f"{last}; {words('turn complete')}",
        words("{player} to roll", player=black),
        words("{player} rolls {roll}", player=black, roll="2-1"),
        ". ".join([won, words("{player} won the match", player=white)]),
    ):
        assert expected in heard, (expected, heard)
    expect_verified_in(visitor, words, title=words("{player} won the match", player=white))


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_what_the_board_says_most_is_translated(site: Site, language: str) -> None:
    words = Words(site, language)
    missing = [
        template
        for template in (
            "{player} rolls {roll}", "{player} doubles", "{player} takes", "{player} drops", "{player} to roll",
            "Your turn to roll", "No legal move", "{from} to {to}", "{from} to {to}, hits", "turn complete",
            "undone", "{player} plays {steps}", "{player} cannot move",
            "Opening roll: you {yours}, {player} {theirs}", "Opening roll: {one} {first}, {other} {second}",
            "You roll {roll}", "You play {steps}", "You cannot move", "You double", "You take", "You drop",
        )
        if not words.texts.get(template)
    ]  # fmt: skip
    assert missing == []
