"""The page about the dice: statistics of the server, and the verification of a match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages_site import Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site"]

ACT = """async ([match, action]) => {
    const seen = await (await fetch(`/api/matches/${match}`)).json();
    const seat = ["white", "black"].find((one) => seen.actions[one].includes(action));
    const command = { key: crypto.randomUUID(), version: seen.version, seat, action };
    const answer = await fetch(`/api/matches/${match}/commands`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command),
    });
    if (!answer.ok) throw new Error(await answer.text());
}"""


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def match(visitor: Visitor) -> str:
    """A match with a roll, that is running."""
    match = visitor.begin(kind="screen", length=1)
    while visitor.state()["phase"] == "seeds":
        visitor.page.wait_for_timeout(50)
    visitor.go("/about")
    visitor.page.evaluate(ACT, [match, "open"])
    return match


@pytest.fixture(scope="module")
def ended(visitor: Visitor, match: str) -> str:
    visitor.page.evaluate(ACT, [match, "abort"])
    return match


def transcript(page: Page, match: str) -> Any:
    return page.evaluate("async (match) => (await fetch(`/api/matches/${match}/dice`)).json()", match)


def check_text(page: Page, written: str) -> None:
    page.get_by_label("Or a dice transcript").fill(written)
    page.get_by_role("button", name="Check the transcript").click()


def test_a_match_that_is_running_waits_for_its_secret(visitor: Visitor, match: str) -> None:
    page = visitor.go("/dice")
    page.get_by_label("A match on this server").fill(f"{visitor.site.url}/match/{match}")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("The match is not over yet.")


def test_a_match_that_has_ended_is_verified(visitor: Visitor, ended: str) -> None:
    visitor.page.goto("about:blank")
    page = visitor.go(f"/dice#match={ended}")
    expect(page.locator(".verdict.good")).to_contain_text("1 roll verified")
    expect(page.locator(".verdict.good")).to_contain_text("committed to before your browser revealed its seed")
    page.get_by_text("Details").click()
    expect(page.locator(".rolls li")).to_have_count(1)


def test_dice_that_were_changed_are_found(visitor: Visitor, ended: str) -> None:
    page = visitor.go("/dice")
    found = transcript(page, ended)
    first, second = found["rolls"][0]["dice"]
    changed = {**found, "rolls": [{"number": 1, "dice": [first % 6 + 1, second]}]}
    check_text(page, json.dumps(changed))
    expect(page.locator(".verdict.bad")).to_contain_text("Roll 1 is not the one that follows from the secret.")
    check_text(page, json.dumps({**found, "secret": "00" * 32}))
    expect(page.locator(".verdict.bad")).to_contain_text("The secret does not match its fingerprint.")
    check_text(page, json.dumps({**found, "rolls": [{**found["rolls"][0], "number": 2}]}))
    expect(page.locator(".verdict.bad")).to_contain_text("Roll 1 is missing")


def test_a_file_and_what_is_none(visitor: Visitor, ended: str, tmp_path: Path) -> None:
    page = visitor.go("/dice")
    saved = tmp_path / "dice.json"
    saved.write_text(json.dumps(transcript(page, ended)), encoding="utf-8")
    page.locator("#transcript-file").set_input_files(saved)
    expect(page.locator(".verdict.good")).to_contain_text("1 roll verified")
    check_text(page, "<script>alert(1)</script>")
    expect(page.locator(".verdict.bad")).to_contain_text("This is not a dice transcript.")
    check_text(page, json.dumps({**transcript(page, ended), "imported": "two"}))
    expect(page.locator(".verdict.bad")).to_contain_text("imported")


def test_what_is_no_match_is_told(visitor: Visitor) -> None:
    page = visitor.go("/dice")
    for typed, words in (("abc", "This is not a match ID."), ("A" * 22, "There is no such match")):
        page.get_by_label("A match on this server").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator(".verdict.bad")).to_contain_text(words)


def test_statistics_are_tables_with_bars(visitor: Visitor) -> None:
    page = visitor.page
    spread = {"counts": {"1": 40, "2": 20}, "expected": {"1": 30, "2": 30}, "degrees": 1, "p_value": 0.0098}
    names = ("faces", "pairs", "doubles", "repeats", "runs_of_doubles")
    answer = {"matches": 3, "rolls": 1250, **dict.fromkeys(names, spread)}
    page.route("**/api/dice/statistics", lambda route: route.fulfill(json=answer))
    visitor.go("/dice")
    expect(page.locator("#statistics")).to_contain_text("1,250 rolls in 3 matches.")
    expect(page.locator(".spread")).to_have_count(5)
    table = page.locator(".spread").first
    expect(table.locator("tbody tr").first).to_contain_text("40")
    lengths = [float(bar.get_attribute("width") or 0) for bar in table.locator(".bar-length").all()]
    assert lengths == [98.0, 49.0]
    expect(table).to_contain_text("0.98% of fair dice deviate at least this much.")
    page.unroute("**/api/dice/statistics")
    visitor.go("/dice")
    expect(page.locator("#statistics")).to_contain_text("1 roll in 1 match.")
