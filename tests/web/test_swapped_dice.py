"""A server that shows a transcript that is true in itself, but not the one it had promised: the browser remembers."""

from __future__ import annotations

from typing import Any

from pages_site import Site, Visitor, browser, site, visitor
from playwright.sync_api import expect

from sixprime import Player
from sixprime.server.dice.derivation import Secret, commitment, derive_roll
from sixprime.server.dice.transcripts import NumberedRoll, Transcript

__all__ = ["Site", "browser", "site", "visitor"]

ACT = """async ([match, action]) => {
    const seen = await (await fetch(`/api/matches/${match}`)).json();
    const seat = ["white", "black"].find((one) => seen.actions[one].includes(action));
    const { post } = await import("/static/app/shared/api.js");
    return post(`/api/matches/${match}/commands`, { key: crypto.randomUUID(), version: seen.version, seat, action });
}"""
PHASE = "async (match) => (await (await fetch(`/api/matches/${match}`)).json()).phase"
DICE = "async (match) => (await fetch(`/api/matches/${match}/dice`)).json()"


def swapped(written: Any) -> Any:
    """The same match with another secret, with its commitment and its rolls."""
    true = Transcript.from_json(written)
    secret = Secret(b"a secret that was chosen at last")
    seeds = true.revealed_seeds()
    rolls = tuple(
        NumberedRoll(entry.number, derive_roll(secret, true.match, seeds, entry.number)) for entry in true.rolls
    )
    false = Transcript(true.match, commitment(secret), true.seeds, rolls, secret, true.imported)
    assert false.verify().is_good
    assert Player.WHITE in false.seeds
    return false.to_json()


def test_a_server_that_swaps_its_commitment_is_caught(visitor: Visitor) -> None:
    match = visitor.begin(kind="screen", length=1)
    page = visitor.page
    visitor.wait_for("state.phase === 'opening' || state.phase === 'to-play'")
    visitor.go("/about")
    while page.evaluate(PHASE, match) == "opening":
        page.evaluate(ACT, [match, "open"])
    page.evaluate(ACT, [match, "abort"])
    true = page.evaluate(DICE, match)
    visitor.go(f"/dice#match={match}")
    expect(page.locator(".verdict.good")).to_contain_text("verified")
    page.route(f"**/api/matches/{match}/dice", lambda route: route.fulfill(json=swapped(true)))
    page.goto("about:blank")
    visitor.go(f"/dice#match={match}")
    expect(page.locator(".verdict.bad")).to_contain_text("The server had shown another fingerprint")
