"""The start page while the engine is compiled: a bar, levels that wait for it, and what happens when it is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chromium import browser, new_context
from playwright.sync_api import Browser, Page, expect

from server.support.uncompiled_servers import compiling_elsewhere, uncompiled_server
from waiting import PATIENCE

__all__ = ["browser"]
pytestmark = pytest.mark.slow


@contextmanager
def start_page(browser: Browser, url: str) -> Iterator[Page]:
    """The start page of somebody who has chosen the champion the last time."""
    with new_context(browser, locale="en-GB") as context:
        page = context.new_page()
        page.add_init_script("localStorage.setItem('sixprime.newgame', JSON.stringify({level: 'champion'}))")
        page.goto(url)
        page.locator(".compiling").wait_for(state="attached")
        yield page


def test_the_page_shows_how_far_compiling_is_and_unlocks_the_levels_in_the_end(
    browser: Browser, tmp_path: Path
) -> None:
    hold = compiling_elsewhere(tmp_path)
    next(hold)
    with uncompiled_server(tmp_path) as (url, _), start_page(browser, url) as page:
        locked = page.locator("input[name=level]:disabled")
        expect(locked).to_have_count(3)
        expect(page.locator("input[value=expert]")).to_be_checked()
        expect(page.get_by_role("progressbar", name="Compiling the engine")).to_have_attribute(
            "value", "0.4", timeout=1000 * PATIENCE
        )
        expect(page.get_by_text("being compiled…")).to_have_count(3)
        expect(page.locator("fieldset:has(input[name=level]) + .compiling")).to_be_visible()  # below what waits for it
        next(hold, None)
        expect(locked).to_have_count(0, timeout=1000 * PATIENCE)
        expect(page.get_by_role("progressbar")).to_have_count(0)
        expect(page.get_by_text("looks two moves ahead")).to_be_visible()
        expect(page.locator("input[value=champion]")).to_be_checked()
        expect(page.locator("#summary")).to_contain_text("champion")
        expect(page.get_by_role("status").filter(has_text="All levels are available now.")).to_have_count(1)
