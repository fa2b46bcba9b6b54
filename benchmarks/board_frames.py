"""How smooth the board is: frame times while a checker is dragged and while plays are animated, in a real Chromium.

    python benchmarks/board_frames.py [--seconds 4] [--trace FILE]

At 60 frames a second one may take 16.7 ms. Beside the board the same page is measured with nothing moving: what this
machine can do while other programs run. Script and drawing are what the page itself spends on a frame, read from a
trace of the browser: they tell how much of the 16.7 ms the board needs, however busy the machine is.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / part) for part in ("tests", "tests/web")]

from board_pages import BoardPage, served_files  # noqa: E402
from chromium import FULL, started_browser  # noqa: E402

FRAME = 1000 / 60
CATEGORIES = ["devtools.timeline"]
SCRIPT = {"FunctionCall"}
DRAWING = {"UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}
COUNT = """() => {
    window.frames60 = [];
    const count = (now) => { window.frames60.push(now); window.counting = requestAnimationFrame(count); };
    window.counting = requestAnimationFrame(count);
}"""
COUNTED = "() => { cancelAnimationFrame(window.counting); return window.frames60; }"
Event = dict[str, object]
Deed = Callable[[BoardPage, float], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """The frames of one kind of movement; times in milliseconds."""

    frames: list[float]
    script: float
    """Of all frames together."""
    drawing: float

    def late(self) -> float:
        """The share of frames that took longer than one and a half of those at 60 a second."""
        return sum(frame > 1.5 * FRAME for frame in self.frames) / len(self.frames)

    def quantile(self, share: float) -> float:
        return sorted(self.frames)[min(len(self.frames) - 1, int(share * len(self.frames)))]


def rest(board: BoardPage, seconds: float) -> None:
    board.page.wait_for_timeout(1000 * seconds)


def drag(board: BoardPage, seconds: float) -> None:
    """A checker goes round over the whole board, and back to where it was."""
    mouse = board.page.mouse
    x, y = board.inside("p13")
    mouse.move(x, y)
    mouse.down()
    end = time.perf_counter() + seconds
    angle = 0.0
    while time.perf_counter() < end:
        angle += 0.05
        mouse.move(640 + 420 * math.cos(angle), 420 + 300 * math.sin(angle))
    mouse.move(x, y)
    mouse.up()


def plays(board: BoardPage, seconds: float) -> None:
    """Plays and their undoing, four checkers at a time, each as soon as the one before has arrived."""
    board.page.evaluate(
        """async (milliseconds) => {
            const before = board.state;
            const after = [...before.board];
            for (const [source, target] of [[24, 23], [13, 9], [13, 10], [8, 4]]) {
                after[source] -= 1;
                after[target] += 1;
            }
            const end = performance.now() + milliseconds;
            for (let version = 2; performance.now() < end; version += 1) {
                const position = version % 2 ? before.board : after;
                board.state = { ...before, turn: null, actions: {}, board: position, version };
                await new Promise((resolve) => setTimeout(resolve, 240));
            }
        }""",
        1000 * seconds,
    )


MOVEMENTS: dict[str, Deed] = {"nothing moves": rest, "a drag": drag, "plays": plays}


def measured(
    browser: Browser, board: BoardPage, deed: Deed, seconds: float
) -> tuple[Measured, list[dict[str, object]]]:
    page: Page = board.page
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(COUNT)
    deed(board, seconds)
    times = page.evaluate(COUNTED)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    spent: Counter[str] = Counter()
    for event in events:
        for kind, names in (("script", SCRIPT), ("drawing", DRAWING)):
            if event["name"] in names:
                spent[kind] += event.get("dur", 0)
    frames = [later - earlier for earlier, later in pairwise(times)]
    return Measured(frames, spent["script"] / 1000, spent["drawing"] / 1000), events


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the frames of the board in Chromium.")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each movement (default: %(default)s)")
    parser.add_argument("--trace", type=Path, help="write the trace of the drag, for a browser's performance panel")
    wishes = parser.parse_args()
    table = Table(title="Frames of the board, milliseconds (16.7 are 60 a second)")
    for column in ("", "frames", "median", "95 %", "worst", "late", "script a frame", "drawing a frame"):
        table.add_column(column, justify="left" if not column else "right")
    with served_files() as site, started_browser(FULL) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        board = BoardPage(page, site).load()
        for name, deed in MOVEMENTS.items():
            board.show("opening", speed="normal", reduced_motion="off")
            found, events = measured(browser, board, deed, wishes.seconds)
            if wishes.trace and deed is drag:
                wishes.trace.write_text(json.dumps({"traceEvents": events}), encoding="utf-8")
            count = len(found.frames)
            table.add_row(
                name,
                str(count),
                f"{statistics.median(found.frames):.1f}",
                f"{found.quantile(0.95):.1f}",
                f"{max(found.frames):.1f}",
                f"{found.late():.1%}",
                f"{found.script / count:.2f}",
                f"{found.drawing / count:.2f}",
            )
    Console().print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
