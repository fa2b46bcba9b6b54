"""What pages cost: all requests that a browser sends to the server until a page is ready, and the size of the answers.

Requests are those that go over the network, as the browser itself reports them: what comes from its cache is none, the
WebSocket of a match is one. The service worker is not counted: it fetches the other pages once, after all this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from pages_site import Site, visiting
from playwright.sync_api import Browser, CDPSession, Page, expect


@dataclass
class Weight:
    """The requests of a page and their answers."""

    paths: list[str] = field(default_factory=list)
    size: int = 0
    """Bytes of all answers, with their headers, as they are transferred."""

    @property
    def requests(self) -> int:
        return len(self.paths)

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.paths + other.paths, self.size + other.size)


class _Scale:
    """Weighs what a page loads, from one call of `take` to the next."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._asked: dict[str, str] = {}
        self._sizes: dict[str, int] = {}
        self._cached: set[str] = set()
        self._session.on("Network.requestWillBeSent", self._ask)
        self._session.on("Network.webSocketCreated", lambda event: self._note(event["requestId"], event["url"]))
        self._session.on("Network.requestServedFromCache", lambda event: self._cached.add(event["requestId"]))
        self._session.on("Network.responseReceived", self._answer)
        self._session.on("Network.loadingFinished", self._finish)
        self._session.send("Network.enable")

    def _ask(self, event: Any) -> None:
        self._note(event["requestId"], event["request"]["url"])

    def _note(self, request: str, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss"):
            self._asked[request] = parts.path

    def _answer(self, event: Any) -> None:
        if event["response"].get("fromDiskCache") or event["response"].get("fromPrefetchCache"):
            self._cached.add(event["requestId"])

    def _finish(self, event: Any) -> None:
        self._sizes[event["requestId"]] = event["encodedDataLength"]

    def forget_cache(self) -> None:
        """Empty the browser's cache."""
        self._session.send("Network.clearBrowserCache")

    def take(self) -> Weight:
        """Return what was loaded since the last call."""
        sent = [request for request in self._asked if request not in self._cached]
        weight = Weight(
            [self._asked[request] for request in sent], int(sum(self._sizes.get(request, 0) for request in sent))
        )
        for noted in (self._asked, self._sizes, self._cached):
            noted.clear()
        return weight


@dataclass(frozen=True)
class FirstBoard:
    """What the way to a first board costs."""

    start: Weight
    """The start page, with nothing in the cache."""
    board_after_start: Weight
    """From the click on Play to the board, after the start page."""
    board: Weight
    """The same board with nothing in the cache."""
    board_again: Weight
    """The same board once more, with everything in the cache."""


def weigh_first_board(browser: Browser, site: Site, **settings: object) -> FirstBoard:
    """Open the start page, click on Play, and load the board again without and with a cache."""
    with visiting(browser, site) as visitor:
        visitor.choose(**settings)
        scale = _Scale(visitor.page)

        def weigh() -> Weight:
            expect(visitor.page.locator("backgammon-board .checker").first).to_be_visible()
            visitor.page.wait_for_load_state("networkidle")
            return scale.take()

        def weigh_board() -> Weight:
            visitor.wait_for("state.phase !== 'none'")
            return weigh()

        page = visitor.go("/")
        start = weigh()
        page.locator(".hero button.main").click()
        page.wait_for_url("**/match/*")
        board_after_start = weigh_board()
        scale.forget_cache()
        page.reload()
        board = weigh_board()
        page.reload()
        return FirstBoard(start, board_after_start, board, weigh_board())
