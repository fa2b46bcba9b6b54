"""All pages beside the game: for everyone, on every screen, and from this server alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_checks import found_by_axe
from pages_site import DESKTOP, PHONE, Site, browser, site, visiting
from playwright.sync_api import Browser, Page, Request, expect

__all__ = ["browser", "site"]

FILE = Path(__file__).parents[1] / "fixtures" / "matchfiles" / "gnubg.mat"
SCREENS: dict[str, dict[str, Any]] = {
    "desktop, light": {"viewport": DESKTOP},
    "phone, dark": {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"},
}
PAGES = {
    "/history": ".match",
    "/review/MATCH#v=13": ".move[aria-current]",
    "/position": ".intro",
    "/practice": ".own-data",
    "/practice/openings": ".question button",
    "/practice/puzzle": ".question button",
    "/openings": ".line-grid a",
    "/editor": ".id-list",
    "/learn": ".lesson-list",
    "/rules": ".rule backgammon-board",
    "/dice": ".spread, #statistics p",
    "/about": ".levels",
}


@pytest.fixture(scope="module", params=SCREENS)
def visit(request: Any, browser: Browser, site: Site) -> Iterator[tuple[Page, str, list[Request]]]:
    """A browser that has brought in a match, the match's number, and everything the browser asks for."""
    is_phone = request.param.startswith("phone")
    how: dict[str, Any] = (
        {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"} if is_phone else {"viewport": DESKTOP}
    )
    with visiting(browser, site, **how) as visitor:
        requests: list[Request] = []
        visitor.page.on("request", lambda request: requests.append(request))
        form: Any = {"file": {"name": FILE.name, "mimeType": "text/plain", "buffer": FILE.read_bytes()}}
        answer = visitor.page.request.post(f"{site.url}/api/imports", multipart=form, headers={"Origin": site.url})
        yield visitor.page, answer.json()["matches"][0]["match"], requests


@pytest.mark.parametrize("path", PAGES)
def test_page(visit: tuple[Page, str, list[Request]], site: Site, path: str) -> None:
    page, match, requests = visit
    page.goto("about:blank")
    page.goto(site.url + path.replace("MATCH", match))
    expect(page.locator(PAGES[path]).first).to_be_visible()
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    assert page.evaluate("document.querySelectorAll('h1').length") == 1
    small = page.evaluate(
        """() => [...document.querySelectorAll('main :is(button, select, input, summary, a.button)')]
            .filter((it) => it.checkVisibility() && !it.closest('.hidden-words') && !it.matches('.hidden-words'))
            .filter((it) => { const { width, height } = it.getBoundingClientRect(); return width < 24 || height < 24; })
            .filter((it) => it.type !== 'checkbox' && it.type !== 'range').map((it) => it.outerHTML.slice(0, 200))"""
    )
    assert small == [], "targets below 24 x 24 px"
    assert {request.url.split("/")[2] for request in requests} <= {site.url.split("/")[2], ""}
