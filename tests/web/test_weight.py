"""What the first board costs: what goes over the wire until it is painted, and from whom."""

from __future__ import annotations

from urllib.parse import urlsplit

from pages_site import Site, Visitor, browser, site, visitor
from playwright.sync_api import Request, expect

from sixprime.web.assets import STATIC
from sixprime.web.modules import imported, with_preloads

__all__ = ["browser", "site", "visitor"]

MOST = 150_000
MATCH_PAGE = STATIC / "app" / "pages" / "match.js"
SIZES = """() => Object.fromEntries(["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .map((entry) => [new URL(entry.name).pathname, [entry.encodedBodySize, entry.decodedBodySize]]))"""


def test_the_first_board_is_light_and_comes_from_one_server(visitor: Visitor, site: Site) -> None:
    """HTML, scripts, styles and words are counted as they are transferred, with the words of another language."""
    visitor.choose(language="hu")
    match = visitor.begin(kind="screen", length=3)
    visitor.page.goto("about:blank")
    asked: list[Request] = []
    visitor.page.on("request", lambda request: asked.append(request))
    page = visitor.go(f"/match/{match}")
    visitor.wait_for("state.phase !== 'none'")
    expect(page.locator("backgammon-board .checker").first).to_be_visible()
    sizes = {path: sizes for path, sizes in page.evaluate(SIZES).items() if not path.startswith("/api/")}
    assert {
        "/static/app/pages/match.js",
        "/static/board/element.js",
        "/static/words/hu.json",
        f"/match/{match}",
    } <= set(sizes)
    assert sum(packed for packed, _ in sizes.values()) < MOST, sizes
    assert all(packed < plain for packed, plain in sizes.values() if plain > 1000), "text is compressed"
    assert {urlsplit(request.url).netloc for request in asked} == {urlsplit(site.url).netloc}


def test_all_modules_of_a_page_are_asked_for_at_once(visitor: Visitor) -> None:
    """What a page preloads is what it imports, so that nothing is found late and nothing is loaded in vain."""
    match = visitor.begin(kind="screen", length=3)
    visitor.page.goto("about:blank")
    page = visitor.go(f"/match/{match}")
    visitor.wait_for("state.phase !== 'none'")
    preloaded = page.eval_on_selector_all(
        "link[rel=modulepreload]", "(links) => links.map((it) => new URL(it.href).pathname)"
    )
    assert len(preloaded) == len(set(preloaded)) > 30
    assert set(preloaded) <= set(page.evaluate(SIZES))
    assert preloaded == [f"/static/{path.relative_to(STATIC.resolve()).as_posix()}" for path in imported(MATCH_PAGE)]


def test_imports_are_found_and_what_is_loaded_later_is_not() -> None:
    names = {path.name for path in imported(MATCH_PAGE)}
    assert {"element.js", "controls.js", "translations.js", "places.js"} <= names
    assert not names & {"match.js", "match-dialogs.js", "seat-panels.js", "result-panel.js", "types.js"}


def test_a_page_without_modules_stays_as_it_is() -> None:
    assert with_preloads("<p>import nothing</p>") == "<p>import nothing</p>"
