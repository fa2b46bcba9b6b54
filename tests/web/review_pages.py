"""What the tests of the review page share: matches brought in, analyses, and what the server says about them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pages_site import Visitor
from playwright.sync_api import Page, expect


def bring_in(visitor: Visitor, file: Path) -> str:
    """Import a file as this visitor, who may then write comments."""
    form: Any = {"file": {"name": file.name, "mimeType": "application/octet-stream", "buffer": file.read_bytes()}}
    url = visitor.site.url
    answer = visitor.page.request.post(f"{url}/api/imports", multipart=form, headers={"Origin": url})
    found: str = answer.json()["matches"][0]["match"]
    return found


def open_review(visitor: Visitor, match: str) -> Page:
    page = visitor.go(f"/review/{match}")
    expect(page.locator(".move[aria-current]")).to_be_attached()
    return page


def analyse(page: Page, depth: str, *, until: str | None = "Analysis: {depth}") -> None:
    """Analyse the match on the page, in English, and wait until it is done."""
    page.get_by_role("button", name="Analyse").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile(f"^{depth}")).check()
    dialog.get_by_role("button", name="Analyse").click()
    if until is not None:
        expect(page.locator(".bar-words")).to_have_text(until.format(depth=depth))


def decisions_of(visitor: Visitor, match: str) -> list[Any]:
    """The decisions of the review, as the server has them."""
    answer = visitor.page.request.get(f"{visitor.site.url}/api/matches/{match}/analysis")
    found: list[Any] = answer.json()["decisions"]
    return found


def errors_of(decisions: list[Any], least: float = 0.02) -> list[Any]:
    """Those that lost at least so much."""
    return [one for one in decisions if one["loss"] >= least and not one["forced"]]


def current_event(page: Page) -> int:
    """The event of the decision that the page shows, by the version in its address."""
    version = int(page.evaluate("new URLSearchParams(location.hash.slice(1)).get('v')"))
    found: int = page.evaluate(
        """async (version) => {
            const match = location.pathname.split("/")[2];
            const replay = await (await fetch(`/api/matches/${match}/replay`)).json();
            return replay.games.flatMap(({ moves }) => moves).findIndex((move) => move.version === version);
        }""",
        version,
    )
    return found
