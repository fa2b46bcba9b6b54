"""An address at which there is nothing: people get a page that leads on, in their language."""

from __future__ import annotations

import pytest
from pages_site import PHONE, Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, expect

__all__ = ["browser", "site", "visitor"]


@pytest.mark.parametrize("path", ["/nowhere", "/match/a/b", "/static/none.js"])
def test_an_unknown_address_shows_a_page_that_leads_on(visitor: Visitor, path: str) -> None:
    answer = visitor.page.goto(visitor.site.url + path)
    assert answer is not None
    assert answer.status == 404
    page = visitor.page
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page).to_have_title("Page not found · sixprime")
    page.locator("main").get_by_role("link", name="To the start page").click()
    page.wait_for_url(visitor.site.url + "/")


def test_it_speaks_the_readers_language(browser: Browser, site: Site) -> None:
    with visiting(browser, site, locale="hu-HU", viewport=PHONE) as reader:
        reader.go("/nincs")
        expect(reader.page.get_by_role("heading", name="Az oldal nem található")).to_be_visible()
