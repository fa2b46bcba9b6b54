"""The Chromium of the tests: found on this machine, and one for all test files that follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from conftest import not_here
from waiting import PATIENCE

HERE = Path(__file__).parent
PLACES = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The first is the same browser without the windows around its pages, which nobody would see: it is quicker."""
FULL = "/usr/bin/chromium"


def launch(playwright: Playwright, *places: str) -> Browser:
    """The first of these browsers that is here."""
    found = [place for place in places or PLACES if Path(place).exists()]
    if not found:
        not_here("Chromium is not here (apt install chromium)")
    return playwright.chromium.launch(executable_path=found[0], args=["--no-sandbox"], timeout=1000 * PATIENCE)


def new_context(browser: Browser, **how: Any) -> BrowserContext:
    """A browser window of somebody's own, in which a busy machine may take its time."""
    context = browser.new_context(**how)
    context.set_default_timeout(1000 * PATIENCE)
    return context


@contextmanager
def started_browser(*places: str) -> Iterator[Browser]:
    """A browser of one's own."""
    with sync_playwright() as playwright:
        browser = launch(playwright, *places)
        yield browser
        browser.close()


class SharedBrowser:
    """A browser that stays open from one test file to the next, and is closed before tests of another folder run.

    Those may want an event loop in the main thread, which Playwright holds as long as it is there.
    """

    NAME = "shared-browser"

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._playwright = sync_playwright().start()
        try:
            self.browser = launch(self._playwright)
        except BaseException:
            self._playwright.stop()
            raise

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        if nextitem is None or HERE not in nextitem.path.parents:
            self._config.pluginmanager.unregister(self)
            self.browser.close()
            self._playwright.stop()


@pytest.fixture(scope="module")
def browser(request: Any) -> Browser:
    """The browser; what a test file opens in it, it closes."""
    plugins = request.config.pluginmanager
    shared = plugins.get_plugin(SharedBrowser.NAME)
    if shared is None:
        shared = SharedBrowser(request.config)
        plugins.register(shared, SharedBrowser.NAME)
    found: Browser = shared.browser
    return found
