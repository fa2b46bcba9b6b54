"""The example page of the board in a real browser, and hands that use it: what the tests of the element share."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from chromium import browser, new_context
from playwright.sync_api import Browser, CDPSession, Locator, Page

from waiting import PATIENCE

__all__ = ["browser"]

STATIC = Path(__file__).resolve().parents[2] / "src" / "sixprime" / "web" / "static"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
HOLD_MILLISECONDS = 480
"""How long a finger must rest to be taken for holding (board/input/gestures.js)."""
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
EVENTS = [
    "roll",
    "play",
    "double-asked",
    "answer",
    "refused",
    "bear-off-asked",
    "turn-changed",
    "position-edited",
    "token-tapped",
    "announce",
]


UNOBSERVED = "window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };"
"""A page in which observers of sizes are told nothing, as when browsers lay it out for paper."""


def boards_beyond_their_frames(boards: Locator) -> int:
    """How many of these boards are drawn larger than the space they have, so that a part of them is cut off."""
    sizes: list[list[float]] = boards.evaluate_all(
        """boards => boards.map(board => {
            const [frame, drawn] = [board, board.shadowRoot.querySelector("svg")].map(it => it.getBoundingClientRect());
            return [frame.width, frame.height, drawn.width, drawn.height];
        })"""
    )
    assert sizes
    assert all(width > 0 and height > 0 for width, height, *_ in sizes)
    return sum(drawn[0] > width + 1 or drawn[1] > height + 1 for width, height, *drawn in sizes)


STANDING = """place => {
    const zone = board.shadowRoot.querySelector(`button[data-place="${place}"]`).getBoundingClientRect();
    return [...board.shadowRoot.querySelectorAll('.checker')].filter(checker => {
        const box = checker.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > zone.left && x < zone.right && y > zone.top && y < zone.bottom;
    }).length;
}"""


class _Files(http.server.SimpleHTTPRequestHandler):
    """Static files, with as strict a policy as a careful server has."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served_files() -> Iterator[str]:
    """The address of a plain file server."""
    handler = functools.partial(_Files, directory=str(STATIC))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join(PATIENCE)


class BoardPage:
    """One board in a page, with everything it says."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: self.requests.append(request.url))

    def load(self) -> BoardPage:
        """The example page as it is."""
        self.page.goto(f"{self.site}/board/example.html")
        self.page.locator("backgammon-board .checker").first.wait_for()
        return self

    def show(self, example: str, **attributes: str) -> BoardPage:
        """A new board in the place of the one before, with one of the examples, and nobody who answers its events."""
        self.page.mouse.move(0, 0)
        self.page.evaluate(
            """async ([example, attributes, events]) => {
                const { EXAMPLES } = await import('./example/states.js');
                window.heard = [];
                window.board = document.createElement('backgammon-board');
                window.examples = EXAMPLES;
                for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
                for (const name of events) board.addEventListener(name, event => heard.push([name, event.detail]));
                document.querySelector('backgammon-board').replaceWith(board);
                board.state = {...EXAMPLES[example].state, match: 'example', version: 1};
            }""",
            [example, {name.replace("_", "-"): value for name, value in attributes.items()}, EVENTS],
        )
        self.settle()
        return self

    def settle(self) -> None:
        """Until the board is laid out: it learns its size at the end of a frame, and is drawn in the next one."""
        self.page.evaluate(
            "async () => { for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); }"
        )

    def heard(self, name: str) -> list[dict[str, Any]]:
        """The details of all events of a name since the page was opened."""
        found: list[dict[str, Any]] = self.page.evaluate(
            "name => heard.filter(one => one[0] === name).map(one => one[1])", name
        )
        return found

    def wait_for(self, name: str) -> dict[str, Any]:
        """The detail of the first event of a name, which may take a moment."""
        self.page.wait_for_function("name => heard.some(one => one[0] === name)", arg=name)
        return self.heard(name)[0]

    @property
    def said(self) -> str:
        """What was announced last."""
        return str(self.heard("announce")[-1]["words"])

    @property
    def steps(self) -> list[list[int]]:
        """The steps made on the board."""
        steps: list[list[int]] = self.page.evaluate("board.turn?.steps ?? []")
        return steps

    def spot(self, place: str) -> Locator:
        return self.page.locator(f"backgammon-board button[data-place='{place}']")

    def name(self, place: str) -> str:
        return self.spot(place).get_attribute("aria-label") or ""

    def standing(self, place: str) -> int:
        """How many checkers are drawn on a place."""
        count: int = self.page.evaluate(f"place => ({STANDING})(place)", place)
        return count

    def wait_until_standing(self, place: str, count: int) -> None:
        """Until so many checkers are drawn on a place."""
        self.page.wait_for_function(f"([place, count]) => ({STANDING})(place) === count", arg=[place, count])

    def checker(self, place: str, number: int) -> tuple[float, float]:
        """The middle, in pixels, of a checker of a pile, counted from the edge of the board."""
        zone = self.spot(place).bounding_box()
        assert zone is not None
        above: bool = self.page.evaluate(
            "y => { const box = board.getBoundingClientRect(); return y < box.y + box.height / 2 }", zone["y"] + 5
        )
        radius = zone["width"] * 21 / 46
        depth = (2 * number + 1) * radius
        return zone["x"] + zone["width"] / 2, zone["y"] + (depth if above else zone["height"] - depth)

    def inside(self, place: str) -> tuple[float, float]:
        """Somewhere on a place where no checker is: near the middle of the board."""
        zone = self.spot(place).bounding_box()
        assert zone is not None
        top: float = self.page.evaluate("board.getBoundingClientRect().y + board.getBoundingClientRect().height / 2")
        above = zone["y"] + zone["height"] / 2 < top
        return zone["x"] + zone["width"] / 2, zone["y"] + zone["height"] * (0.8 if above else 0.2)

    def click(self, place: str, **how: Any) -> None:
        self.page.mouse.click(*self.inside(place), **how)

    def drag(self, source: str, target: str, *, drop: bool = True) -> None:
        mouse = self.page.mouse
        mouse.move(*self.inside(source))
        mouse.down()
        mouse.move(*self.inside(target), steps=6)
        if drop:
            mouse.up()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


class Finger:
    """A finger on the screen, through the browser's own input."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        # How long a finger rests is up to the test: on a busy machine a tap may take as long as holding does.
        page.evaluate(
            """milliseconds => {
                const {setTimeout, clearTimeout} = window;
                window.held = null;
                window.setTimeout = (work, delay, ...more) => {
                    if (delay !== milliseconds) return setTimeout(work, delay, ...more);
                    window.held = work;
                    return -1;
                };
                window.clearTimeout = number => number === -1 ? (window.held = null) : clearTimeout(number);
            }""",
            HOLD_MILLISECONDS,
        )

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, at: tuple[float, float]) -> None:
        self._send("touchStart", [at])

    def move(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        for step in range(1, steps + 1):
            share = step / steps
            self._send("touchMove", [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)])

    def hold(self) -> None:
        """Rest where the finger is until the board takes that for holding."""
        self._page.wait_for_function("window.held !== null")
        self._page.evaluate("window.held()")

    def up(self) -> None:
        self._send("touchEnd", [])

    def tap(self, at: tuple[float, float]) -> None:
        self.down(at)
        self.up()


Open = Callable[..., BoardPage]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served_files() as address:
        yield address


@pytest.fixture(scope="module")
def pages(browser: Browser, site: str) -> Iterator[dict[str, BoardPage]]:
    """Pages by the kind of screen they are on, kept open; nothing may go wrong in them, or be asked of another host."""
    opened: dict[str, BoardPage] = {}
    yield opened
    for page in opened.values():
        page.page.context.close()
        assert page.problems == []
        assert all(url.startswith((site, "data:")) for url in page.requests)


@pytest.fixture
def board(browser: Browser, site: str, pages: dict[str, BoardPage]) -> Open:
    """Shows an example on a board."""

    def show(example: str = "opening", screen: dict[str, Any] | None = None, **attributes: str) -> BoardPage:
        kind = {"viewport": {"width": 1280, "height": 1000}, **(screen or {})}
        if str(kind) not in pages:
            pages[str(kind)] = BoardPage(new_context(browser, **kind).new_page(), site).load()
        return pages[str(kind)].show(example, **{"speed": "off", **attributes})

    return show
