"""Without the server: pages that were loaded can be looked at, and say that nobody answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pages_site import Site, Visitor, browser, visiting
from playwright.sync_api import Browser, Page, expect

from sixprime.web.assets import STATIC

__all__ = ["browser"]

OTHER_VERSION = "99.0.0"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that these tests may stop."""
    site = Site(tmp_path_factory.mktemp("offline") / "matches.db")
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def keeper(browser: Browser, site: Site) -> Iterator[Visitor]:
    """Somebody whose browser may keep pages."""
    with visiting(browser, site, service_workers="allow") as visitor:
        yield visitor


@pytest.fixture
def visitor(keeper: Visitor) -> Visitor:
    """The same, whose browser has kept the pages of this version, whatever it has kept before."""
    keeper.go("/about")
    wait_for_worker(keeper.page)
    return keeper


@pytest.fixture(scope="module")
def match(keeper: Visitor) -> str:
    """A match of this browser."""
    return keeper.begin(kind="screen", length=1)


def wait_for_worker(page: Page) -> None:
    """Until the worker of this version looks after the page."""
    page.wait_for_function(
        """(other) => {
            const { controller } = navigator.serviceWorker;
            return controller?.state === "activated" && !controller.scriptURL.endsWith(other);
        }""",
        arg=OTHER_VERSION,
    )


def kept(page: Page) -> list[str]:
    """The paths of everything that is kept."""
    found: list[str] = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return stores.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    return found


def test_all_pages_and_their_files_are_kept(visitor: Visitor) -> None:
    paths = set(kept(visitor.page))
    assert {"/", "/match", "/replay", "/history", "/editor", "/rules", "/dice", "/settings", "/about"} <= paths
    for folder in ("app", "styles", "board"):
        files = {f"/static/{file.relative_to(STATIC).as_posix()}" for file in (STATIC / folder).rglob("*.*")}
        needed = {path for path in files if not path.startswith("/static/board/example")}
        assert needed
        assert needed <= paths
    assert "/static/icons/icons.svg" in paths


def test_nothing_that_acts_is_kept(visitor: Visitor, match: str) -> None:
    page = visitor.go(f"/match/{match}")
    expect(page.locator("backgammon-board")).to_be_visible()
    for path in ("", "/entries", "/plays", "/export/mat", "/replay", "/dice", "?version=1"):
        page.evaluate("async (path) => (await fetch(path)).text()", f"/api/matches/{match}{path}")
    page.evaluate(
        "import('/static/app/shared/api.js').then(({ post }) => post('/api/positions', { text: '4HPwATDgc/ABMA' }))"
    )
    answers = {path for path in kept(page) if path.startswith("/api/")}
    allowed = {
        "/api/about",
        "/api/matches",
        f"/api/matches/{match}",
        f"/api/matches/{match}/replay",
        f"/api/matches/{match}/dice",
    }
    assert f"/api/matches/{match}/replay" in answers
    assert answers <= allowed


def test_without_the_server_pages_can_be_looked_at(visitor: Visitor, site: Site, match: str) -> None:
    page = visitor.go(f"/match/{match}")
    expect(page.locator("backgammon-board")).to_be_visible()
    visitor.go("/history")
    expect(page.locator(".match")).to_have_count(1)
    site.stop()
    try:
        page.reload()
        expect(page.locator(".match")).to_have_count(1)
        expect(page.locator("#kept-strip")).to_contain_text("The server does not answer. You see what was kept")
        visitor.go(f"/match/{match}")
        expect(page.locator("backgammon-board")).to_be_visible()
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
        visitor.go("/rules")
        expect(page.locator(".rule").first).to_be_visible()
        expect(page.locator(".picture backgammon-board").first).to_be_visible()
        visitor.go("/editor")
        expect(page.locator(".wrong")).to_contain_text("The server does not answer")
        expect(page.locator("backgammon-board")).to_be_visible()
    finally:
        site.start()
    visitor.go("/history")
    expect(page.locator(".match")).to_have_count(1)
    expect(page.locator("#kept-strip")).to_have_count(0)


def test_an_older_version_is_removed(visitor: Visitor) -> None:
    page = visitor.go("/about")
    for name in ("sixprime-0.0.1", "sixprime-0.0.1-answers", "somebody-else"):
        page.evaluate("(name) => caches.open(name)", name)
    for _ in range(300):
        # The page may still be about to register its own: who comes last stays.
        page.evaluate(
            f"navigator.serviceWorker.register('/service-worker.js?version={OTHER_VERSION}').then(() => null)"
        )
        names = set(page.evaluate("caches.keys()"))
        if names == {f"sixprime-{OTHER_VERSION}", "somebody-else"}:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"still there: {names}")
