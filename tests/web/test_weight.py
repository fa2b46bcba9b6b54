"""What the first board costs: how many requests, what goes over the wire until it is painted, and from whom."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from page_weights import FirstBoard, weigh_first_board
from pages_site import Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Request, expect

from sixprime.web.assets import STATIC
from sixprime.web.modules import reached
from sixprime.web.preloads import with_preloads

__all__ = ["browser", "site", "visitor"]

MOST_BYTES = 150_000
"""All answers with their headers, and those of the API as well."""
MOST_REQUESTS = 14
MATCH_PAGE = STATIC.resolve() / "app" / "pages" / "match.js"
SIZES = """() => Object.fromEntries(["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .map((entry) => [new URL(entry.name).pathname, [entry.encodedBodySize, entry.decodedBodySize]]))"""


@pytest.fixture(scope="module")
def first_board(browser: Browser, site: Site) -> FirstBoard:
    """In another language than English, whose words are loaded as well."""
    return weigh_first_board(browser, site, language="hu")


def test_start_page_and_board_need_few_requests(first_board: FirstBoard) -> None:
    weights = (first_board.start, first_board.board_after_start, first_board.board, first_board.board_again)
    for weight in weights:
        assert 0 < weight.requests <= MOST_REQUESTS, weight
    assert first_board.start.paths[0] == "/"
    assert first_board.board.paths[0].startswith("/match/")
    assert first_board.start.size < MOST_BYTES
    assert first_board.board.size < MOST_BYTES


def test_a_script_is_loaded_once(first_board: FirstBoard) -> None:
    """What the start page has loaded the board needs not load again, and a second board loads nothing that is kept."""
    bundles = [
        [path for path in weight.paths if path.startswith("/static/bundles/")]
        for weight in (first_board.start, first_board.board_after_start, first_board.board_again)
    ]
    assert len(bundles[0]) == len(set(bundles[0])) == 4
    assert len(bundles[1]) == len(set(bundles[1])) == 2
    assert not set(bundles[0]) & set(bundles[1])
    assert bundles[2] == []


def test_the_first_board_is_light_and_comes_from_one_server(visitor: Visitor, site: Site) -> None:
    """HTML, scripts, styles and words are compressed, with the words of another language."""
    visitor.choose(language="hu")
    match = visitor.begin(kind="screen", length=3)
    visitor.page.goto("about:blank")
    asked: list[Request] = []
    visitor.page.on("request", lambda request: asked.append(request))
    page = visitor.go(f"/match/{match}")
    visitor.wait_for("state.phase !== 'none'")
    expect(page.locator("backgammon-board .checker").first).to_be_visible()
    sizes = {path: sizes for path, sizes in page.evaluate(SIZES).items() if not path.startswith("/api/")}
    assert {"/static/words/hu.json", f"/match/{match}"} <= set(sizes)
    assert not [path for path in sizes if path.startswith(("/static/app/", "/static/board/", "/static/styles/"))]
    assert all(packed < plain for packed, plain in sizes.values() if plain > 1000), "text is compressed"
    assert {urlsplit(request.url).netloc for request in asked} == {urlsplit(site.url).netloc}


@pytest.fixture(scope="module")
def source_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose pages load the source modules."""
    site = Site(tmp_path_factory.mktemp("source") / "matches.db", scripts="source")
    site.start()
    yield site
    site.stop()


def test_source_modules_are_asked_for_at_once(browser: Browser, source_site: Site) -> None:
    """What a page preloads is what it imports, so that nothing is found late and nothing is loaded in vain."""
    with visiting(browser, source_site) as visitor:
        visitor.begin(kind="screen", length=3)
        visitor.wait_for("state.phase !== 'none'")
        preloaded = visitor.page.eval_on_selector_all(
            "link[rel=modulepreload]", "(links) => links.map((it) => new URL(it.href).pathname)"
        )
        loaded = set(visitor.page.evaluate(SIZES))
    assert len(preloaded) == len(set(preloaded)) > 30
    assert set(preloaded) <= loaded
    assert not [path for path in loaded if path.startswith("/static/bundles/")]
    modules = reached(MATCH_PAGE, {}, dynamically=False)[1:]
    assert preloaded == [f"/static/{path.relative_to(STATIC.resolve()).as_posix()}" for path in modules]


def test_imports_are_found_and_what_is_loaded_later_is_not() -> None:
    names = {path.name for path in reached(MATCH_PAGE, {}, dynamically=False)}
    later = {"match-dialogs.js", "seat-panels.js", "result-panel.js"}
    assert {"match.js", "element.js", "controls.js", "translations.js", "places.js"} <= names
    assert not names & {*later, "types.js"}
    assert later <= {path.name for path in reached(MATCH_PAGE, {}, dynamically=True)}


def test_a_page_without_modules_stays_as_it_is() -> None:
    assert with_preloads("<p>import nothing</p>") == "<p>import nothing</p>"
