"""A server with the pages, and a browser that looks at them: what the tests of the pages share."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from chromium import browser, new_context
from playwright.sync_api import Browser, BrowserContext, Page, expect

from server.support.local_servers import create_local_app
from sixprime.server.live.lobby import Lobby
from sixprime.server.ops.running import Server, listen
from sixprime.server.settings import Settings
from sixprime.server.store.databases import database_url
from waiting import PATIENCE, wait_until

__all__ = ["browser"]

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
expect.set_options(timeout=1000 * PATIENCE)


class Site:
    """A server in a thread of its own, which can be stopped and is then there again at the same address."""

    def __init__(self, database: Path, *, scripts: str = "bundled") -> None:
        self._database = database
        self._scripts = scripts
        self.port = 0
        self._app: Any = None
        self._server: Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def lobby(self) -> Lobby:
        """What the server knows, to be looked into."""
        lobby: Lobby = self._app.state.lobby
        return lobby

    def start(self) -> None:
        settings = Settings(database_url(str(self._database)), port=self.port, thinkers=1, scripts=self._scripts)
        listening = listen(settings)
        self.port = listening.getsockname()[1]
        settings = settings.at_port(self.port)
        app = create_local_app(settings)
        self._app = app
        self._server = server = Server(settings, app)
        self._thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
        self._thread.start()
        self.get("/api/ready")
        # Until then it refuses the levels that look ahead, and a busy machine takes its time.
        wait_until(self.lobby.engine_threads.is_compiled.is_set, "an engine that is loaded")

    def stop(self) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    def get(self, path: str) -> Any:
        """What the server answers, as soon as it does."""
        opener = build_opener(ProxyHandler({}))
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with opener.open(Request(self.url + path), timeout=PATIENCE) as answer:
                    return json.loads(answer.read())
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)


class Visitor:
    """Somebody with a browser; everything that goes wrong in the page is remembered."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.site = site
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self._hear(message.type, message.text))

    def _hear(self, kind: str, words: str) -> None:
        if kind == "error" and "Failed to load resource" not in words and "WebSocket connection" not in words:
            self.problems.append(words)

    def go(self, path: str) -> Page:
        self.page.goto(self.site.url + path)
        return self.page

    def be_there(self) -> None:
        """On a page of the server, if on none yet: the least of them, for what can be asked and kept there."""
        if self.page.url == "about:blank":
            self.go("/static/app/shared/api.js")

    def choose(self, **settings: object) -> None:
        """Settings of this browser, from now on."""
        self.page.context.add_init_script(
            f"if (location.host) localStorage.setItem('sixprime.settings', JSON.stringify({json.dumps(settings)}))"
        )

    def begin(self, **wish: object) -> str:
        """A new match of this browser, made as the page makes it; the page shows it.

        The dice have their seeds by then. Before, there is less to choose from in the menu, which is filled again as
        soon as they have: a click could meet another item than the one that was there when it was aimed.
        """
        self.be_there()
        match: str = self.page.evaluate(
            """async (wish) => {
                const { newSeed, storeSeed } = await import("/static/app/dice/seeds.js");
                const { post } = await import("/static/app/shared/api.js");
                const { storeItem } = await import("/static/app/shared/storage.js");
                const { seed, commitment } = await newSeed();
                const answer = await post("/api/matches", { seat: "white", seed_commitment: commitment, ...wish });
                storeSeed(answer.state.match, seed, answer.state.dice.commitment);
                if (answer.invitation) storeItem(`sixprime.invitation.${answer.state.match}`, answer.invitation);
                return answer.state.match;
            }""",
            wish,
        )
        self.go(f"/match/{match}")
        self.wait_for("!['none', 'seeds'].includes(state.phase)")
        return match

    def state(self) -> Any:
        """The match that the page shows, as the server has it for this browser."""
        match = self.page.url.split("/match/")[1].split("#")[0]
        return self.page.evaluate("async (match) => (await fetch(`/api/matches/${match}`)).json()", match)

    def place(self, name: str) -> Any:
        """A place of the board: `p8`, `dice`, `cube`, `white-bar`."""
        return self.page.locator(f'backgammon-board button[data-place="{name}"]')

    def shown(self) -> Any:
        """The state that the board shows."""
        return self.page.evaluate("() => document.querySelector('backgammon-board').state")

    def wait_for(self, condition: str) -> None:
        """Until something holds for the `state` that the board shows."""
        look = "const state = document.querySelector('backgammon-board')?.state"
        self.page.wait_for_function(f"() => {{ {look}; return state && ({condition}); }}")

    def play(self, steps: list[list[int]]) -> None:
        """Make steps on the board and send them."""
        self.page.evaluate(
            "(steps) => document.querySelector('backgammon-board').playSteps(steps, { confirm: true })", steps
        )

    def menu(self, item: str) -> None:
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("button", name=item).click()

    def main_button(self, words: str) -> Any:
        return self.page.locator(".control-row .main", has_text=words)


def set_up(white: dict[int, int], black: dict[int, int], length: int | None, **rules: object) -> dict[str, object]:
    """A record of a match that begins from a position: checkers by point, each side's counted from its own home."""
    points = [0] * 26
    for point, count in white.items():
        points[point] += count
    for point, count in black.items():
        points[25 - point] -= count
    event = {
        "type": "set-up", "points": points, "checkers": 15, "on_roll": "white", "cube": 1, "cube_owner": None,
        "score": [0, 0], "crawford": False, "crawford_over": False,
    }  # fmt: skip
    return {
        "format": "sixprime-match", "version": 1, "length": length, "rules": rules, "players": {}, "details": {},
        "events": [event],
    }  # fmt: skip


def first_play(state: Any) -> list[list[int]]:
    """The first of the legal plays."""
    nodes, node, steps = state["turn"]["nodes"], 0, []
    while nodes[node]:
        source, target, _, _, node = nodes[node][0]
        steps.append([source, target])
    return steps


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site") / "matches.db")
    site.start()
    yield site
    site.stop()


@contextlib.contextmanager
def visiting(browser: Browser, site: Site, **how: Any) -> Iterator[Visitor]:
    """A visitor with a browser of their own; the page must not have complained by the end."""
    usual = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
    context = new_context(browser, **{**usual, **how})
    visitor = Visitor(context, site)
    yield visitor
    problems = list(visitor.problems)
    context.close()
    assert problems == []


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site) as visitor:
        yield visitor
