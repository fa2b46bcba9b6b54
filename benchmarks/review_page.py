"""How soon the review of a 25-point match can be used, in milliseconds, beside the review of a match of one point.

    python benchmarks/review_page.py

Bots play both matches, and the server analyses them at depth `instant`. A real Chromium then opens the pages. Moves are
there when the board shows the first position and the list its moves; the analysis is there when the graph is drawn and
the moves are marked; a key is the mean time from a key to the next position.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, expect
from rich.console import Console
from rich.table import Table

from sixprime import Engine, Match, SeededDice
from sixprime.core.match import records

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / part) for part in ("tests", "tests/web")]

from chromium import started_browser  # noqa: E402
from pages_site import Site, visiting  # noqa: E402
from review_pages import analyse, bring_in, open_review  # noqa: E402

LENGTHS, SEED, TIMES = (25, 1), 10, 5
WATCH = """
    window.seen = {};
    const see = (name, selector) => {
        if (!(name in seen) && document.querySelector(selector)) seen[name] = performance.now();
    };
    new MutationObserver(() => {
        see("moves", ".move[aria-current]");
        see("analysis", ".graph:not([hidden]) .graph-line");
    }).observe(document, { subtree: true, childList: true, attributes: true });
"""
PRESS = """() => {
    const begun = performance.now();
    for (let turn = 0; turn < 40; turn += 1) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: turn % 8 ? "ArrowRight" : "n", cancelable: true }));
        document.body.getBoundingClientRect();
    }
    return (performance.now() - begun) / 40;
}"""


def played(length: int, folder: Path) -> tuple[Path, int]:
    """A match of bots as a file, and how many events it has."""
    dice, match = SeededDice(SEED), Match(length=length)
    with Engine(level="club", threads=1) as engine:
        while match.result is None:
            if match.to_act is None:
                match.open(dice)
            elif event := engine.decide(match):
                match.apply(event)
            else:
                match.roll(dice)
    file = folder / f"match-{length}.json"
    file.write_text(records.dumps(match), encoding="utf-8")
    return file, match.version


def measured(browser: Browser, site: Site, file: Path) -> dict[str, float]:
    """The medians of several visits."""
    found: list[dict[str, Any]] = []
    with visiting(browser, site) as visitor:
        match = bring_in(visitor, file)
        page = open_review(visitor, match)
        analyse(page, "Instant")
        page.context.add_init_script(WATCH)
        for _ in range(TIMES):
            page.goto("about:blank")
            open_review(visitor, match)
            expect(page.locator(".graph-line")).to_be_attached()
            page.wait_for_load_state("networkidle")
            found.append({**page.evaluate("seen"), "key": page.evaluate(PRESS)})
    return {name: median(one[name] for one in found) for name in ("moves", "analysis", "key")}


def main() -> None:
    table = Table("match", "events", "moves", "analysis", "a key", "analysis, one point = 1")
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        files = {length: played(length, Path(folder)) for length in LENGTHS}
        site = Site(Path(folder) / "matches.db")
        site.start()
        try:
            times = {length: measured(browser, site, file) for length, (file, _) in files.items()}
        finally:
            site.stop()
    for length, (_, events) in files.items():
        found = times[length]
        table.add_row(
            f"{length} points", str(events), *(f"{found[name]:.0f} ms" for name in ("moves", "analysis", "key")),
            f"{found['analysis'] / times[1]['analysis']:.2f}",
        )  # fmt: skip
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
