"""The page about the program."""

from __future__ import annotations

from pages_site import Site, browser, site, visiting
from playwright.sync_api import Browser, expect

import sixprime

__all__ = ["browser", "site"]


def test_it_says_version_languages_levels_and_licences(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        page = visitor.go("/about")
        expect(page.locator("#version")).to_contain_text(sixprime.__version__)
        levels = site.get("/api/about")["levels"]
        expect(page.locator(".levels tbody tr")).to_have_count(len(levels))
        expect(page.locator("#languages")).to_contain_text("Magyar")
        expect(page.locator("#licences")).to_contain_text("MIT licence")
        for link in page.locator("#further a").all():
            address = link.get_attribute("href") or ""
            assert address.startswith("/")
            assert page.request.get(site.url + address).ok


def test_a_server_that_does_not_answer_leaves_the_rest(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as visitor:
        visitor.page.route("**/api/about", lambda route: route.abort())
        page = visitor.go("/about")
        expect(page.locator("#version")).to_contain_text("The server is not responding")
        expect(page.locator("#licences")).to_contain_text("NumPy")
