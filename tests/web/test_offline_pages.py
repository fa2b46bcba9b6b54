"""Without the server: pages that were loaded can be looked at, and say that nobody answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pages_site import Site, Visitor, browser, first_play, visiting
from playwright.sync_api import Browser, Page, expect

from sixprime.web.assets import STATIC
from sixprime.web.bundler import HASHED, bundle_pages

__all__ = ["browser"]

OTHER_VERSION = "99.0.0"
DISTANCE_FROM_EDGE = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.getElementById("kept-strip"));
    return words.getBoundingClientRect().left;
}"""
"""How far the words about the cache are from the left edge of the window, in pixels."""


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
    assert {
        "/",
        "/match",
        "/review",
        "/history",
        "/position",
        "/practice",
        "/practice/cards",
        "/practice/drills",
        "/practice/openings",
        "/practice/puzzle",
        "/openings",
        "/editor",
        "/learn",
        "/rules",
        "/dice",
        "/settings",
        "/about",
    } <= paths
    hashed = {name for name in bundle_pages(STATIC) if HASHED.fullmatch(name)}
    # Only the server says that there is nothing at an address.
    needed = {f"/static/bundles/{name}" for name in hashed if not name.startswith("missing-")}
    assert len(needed) > 15
    assert needed <= paths
    assert {f"/static/words/{language}.json" for language in ("de", "fr", "it", "hu")} <= paths
    assert "/static/icons/icons.svg" in paths
    assert not [path for path in paths if path.startswith(("/static/app/", "/static/board/", "/static/styles/"))]


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
        strip = page.locator("#kept-strip")
        expect(strip).to_contain_text("The server is not responding. You are seeing what")
        expect(page.locator("#announcements")).to_contain_text("The server is not responding. You are seeing what")
        assert page.evaluate(DISTANCE_FROM_EDGE) >= 8
        visitor.go(f"/match/{match}")
        expect(page.locator("backgammon-board")).to_be_visible()
        expect(page.get_by_text("Connection lost.")).to_be_visible()
        visitor.go("/rules")
        expect(page.locator(".rule").first).to_be_visible()
        expect(page.locator(".picture backgammon-board").first).to_be_visible()
        visitor.go("/editor")
        expect(page.locator(".wrong")).to_contain_text("The server is not responding")
        expect(page.locator("backgammon-board")).to_be_visible()
    finally:
        site.start()
    visitor.go("/history")
    expect(page.locator(".match")).to_have_count(1)
    expect(page.locator("#kept-strip")).to_have_count(0)


def test_a_deleted_match_is_kept_no_longer(visitor: Visitor, site: Site, match: str) -> None:
    deleted = visitor.begin(kind="screen", length=1)
    page = visitor.go("/history")
    row = page.locator(".match").filter(has=page.locator(f'a[href="/match/{deleted}"]'))
    assert f"/api/matches/{deleted}" in kept(page)
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert not [path for path in kept(page) if deleted in path]
    site.stop()
    try:
        page.reload()
        expect(page.locator("#kept-strip")).to_be_visible()
        expect(page.locator(f'.match a[href="/match/{match}"]').first).to_be_visible()
        expect(row).to_have_count(0)
    finally:
        site.start()


OFFLINE = "Connection lost. The game goes on as soon as the server is back; nothing you have played is lost."


def begin_a_turn(visitor: Visitor) -> int:
    """Begin a match against the bot, up to a roll that the visitor has to play; returns the version."""
    visitor.choose(speed="off", autoroll=False, forced=False)
    visitor.begin(kind="bot", length=1, level="casual")
    visitor.wait_for("state.to_act === 'white' && state.actions.white.length > 0")
    if visitor.shown()["phase"] == "to-roll":
        visitor.page.keyboard.press("r")
    visitor.wait_for("state.on_roll === 'white' && state.phase === 'to-play'")
    version: int = visitor.shown()["version"]
    return version


def expect_the_bot_to_answer(visitor: Visitor, version: int) -> None:
    """Until the play after a version is made and the bot has answered it."""
    visitor.wait_for(f"state.version > {version + 1} && state.to_act === 'white' && state.actions.white.length > 0")
    expect(visitor.page.locator(".banner")).to_be_hidden()
    assert visitor.state()["version"] == visitor.shown()["version"]


def test_a_play_without_the_server_waits_for_it(visitor: Visitor, site: Site) -> None:
    """It is shown, and the game goes on by itself when the server is back."""
    version = begin_a_turn(visitor)
    site.stop()
    try:
        expect(visitor.page.locator(".banner")).to_have_text(OFFLINE)
        visitor.play(first_play(visitor.shown()))
        assert visitor.shown()["version"] == version
    finally:
        site.start()
    expect_the_bot_to_answer(visitor, version)


def test_a_game_loaded_without_the_server_goes_on_when_it_is_back(visitor: Visitor, site: Site) -> None:
    """The page shows what it has kept, which may be an earlier moment, and then the present one."""
    version = begin_a_turn(visitor)
    site.stop()
    try:
        visitor.page.reload()
        visitor.wait_for(f"state.version <= {version}")
        expect(visitor.page.locator(".banner")).to_have_text(OFFLINE)
        expect(visitor.page.locator("#kept-strip")).to_contain_text("The server is not responding. You are seeing what")
    finally:
        site.start()
    visitor.wait_for(f"state.version === {version} && state.phase === 'to-play'")
    expect(visitor.page.locator("#kept-strip")).to_have_count(0)
    visitor.play(first_play(visitor.shown()))
    expect_the_bot_to_answer(visitor, version)


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
