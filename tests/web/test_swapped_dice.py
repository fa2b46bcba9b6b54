"""A server that shows a transcript that is true in itself, but not the one it had promised: the browser remembers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pages_site import Site, Visitor, browser, site, visitor
from playwright.sync_api import expect

from sixprime import Player
from sixprime.formats.dice.derivation import Secret, commitment, derive_roll, seed_commitment
from sixprime.formats.dice.transcripts import CommittedSeed, NumberedRoll, Transcript

__all__ = ["Site", "browser", "site", "visitor"]

ACT = """async ([match, action]) => {
    const seen = await (await fetch(`/api/matches/${match}`)).json();
    const seat = ["white", "black"].find((one) => seen.actions[one].includes(action));
    const { post } = await import("/static/app/shared/api.js");
    return post(`/api/matches/${match}/commands`, { key: crypto.randomUUID(), version: seen.version, seat, action });
}"""
PHASE = "async (match) => (await (await fetch(`/api/matches/${match}`)).json()).phase"
DICE = "async (match) => (await fetch(`/api/matches/${match}/dice`)).json()"


def rethrown(true: Transcript, **changed: Any) -> Any:
    """A transcript with something changed, and every roll as it follows from that: true in itself."""
    false = replace(true, **changed)
    assert false.secret is not None
    seeds, numbers = false.revealed_seeds(), range(false.imported + 1, false.imported + len(true.rolls) + 1)
    rolls = tuple(NumberedRoll(number, derive_roll(false.secret, false.match, seeds, number)) for number in numbers)
    made = replace(false, rolls=rolls)
    assert made.verify().is_good
    assert Player.WHITE in made.seeds
    return made.to_json()


def swapped(true: Transcript) -> Any:
    """The same match with another secret, with its commitment and its rolls."""
    secret = Secret(b"a secret that was chosen at last")
    return rethrown(true, secret=secret, commitment=commitment(secret))


def with_another_seed(true: Transcript) -> Any:
    """Black, who had none, has added a seed."""
    seed = b"a seed that was chosen at last.."
    assert Player.BLACK not in true.seeds
    return rethrown(true, seeds={**true.seeds, Player.BLACK: CommittedSeed(seed_commitment(seed), seed)})


ATTACKS: list[tuple[Callable[[Transcript], Any], str]] = [
    (swapped, "The server had published a different fingerprint"),
    (with_another_seed, "The players had shown other fingerprints of their seeds"),
    (lambda true: rethrown(true, match="x" * 22), "The transcript is of another match."),
    (lambda true: rethrown(true, imported=9), "The rolls are not counted from where the match began."),
]


@pytest.mark.parametrize(("change", "words"), ATTACKS)
def test_a_server_that_changes_what_it_had_shown_is_caught(
    visitor: Visitor, change: Callable[[Transcript], Any], words: str
) -> None:
    match = visitor.begin(kind="screen", length=1)
    page = visitor.page
    visitor.wait_for("state.phase === 'opening' || state.phase === 'to-play'")
    visitor.go("/about")
    while page.evaluate(PHASE, match) == "opening":
        page.evaluate(ACT, [match, "open"])
    page.evaluate(ACT, [match, "abort"])
    true = Transcript.from_json(page.evaluate(DICE, match))
    visitor.go(f"/dice#match={match}")
    expect(page.locator(".verdict.good")).to_contain_text("verified")
    page.route(f"**/api/matches/{match}/dice", lambda route: route.fulfill(json=change(true)))
    page.goto("about:blank")
    visitor.go(f"/dice#match={match}")
    expect(page.locator(".verdict.bad")).to_contain_text(words)


def test_throws_that_came_while_the_browser_was_away_are_caught_up(visitor: Visitor) -> None:
    away = "Some throws came while your browser was away"
    match = visitor.begin(kind="screen", length=1)
    page = visitor.page
    visitor.wait_for("state.phase === 'opening' || state.phase === 'to-play'")
    visitor.go("/about")
    while page.evaluate(PHASE, match) == "opening":
        page.evaluate(ACT, [match, "open"])
    kept = "(match) => JSON.parse(localStorage.getItem('sixprime.seeds'))[match]"
    thrown = {str(roll["number"]): "".join(map(str, roll["dice"])) for roll in page.evaluate(DICE, match)["rolls"]}
    visitor.go(f"/match/{match}")
    page.wait_for_function(
        f"([match, count]) => Object.keys(({kept})(match).rolls ?? {{}}).length === count", arg=[match, len(thrown)]
    )
    shown = page.evaluate(kept, match)
    assert shown["rolls"] == thrown
    assert "missed" not in shown
    page.evaluate(ACT, [match, "abort"])
    visitor.go(f"/dice#match={match}")
    expect(page.locator(".verdict.good")).to_contain_text("verified")
    expect(page.locator(".verdict.good")).not_to_contain_text(away)
