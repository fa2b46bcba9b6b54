"""What the start page and the first board cost: requests and kilobytes, beside the same pages as single modules.

    python benchmarks/page_weight.py

A real Chromium opens the start page, clicks on Play, and loads the board again without and with its cache. Requests are
those that go over the network; kilobytes are those of the answers as they are sent, compressed and with their headers.
What the service worker fetches in the background is not counted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / part) for part in ("tests", "tests/web")]

from chromium import started_browser  # noqa: E402
from page_weights import FirstBoard, Weight, weigh_first_board  # noqa: E402
from pages_site import Site  # noqa: E402

PAGES = {
    "the start page, nothing cached": "start",
    "then from Play to the board": "board_after_start",
    "the board, nothing cached": "board",
    "the board again": "board_again",
}
"""What is measured, and the field of `FirstBoard`."""


def measured(scripts: str) -> FirstBoard:
    """The weights with bundles or with the source modules."""
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        site = Site(Path(folder) / "matches.db", scripts=scripts)
        site.start()
        try:
            return weigh_first_board(browser, site)
        finally:
            site.stop()


def main() -> None:
    bundled, source = measured("bundled"), measured("source")
    table = Table("", "requests", "kB", "requests, source", "kB, source", "requests, source = 1", "kB, source = 1")
    for title, name in PAGES.items():
        one: Weight = getattr(bundled, name)
        other: Weight = getattr(source, name)
        table.add_row(
            title,
            str(one.requests), f"{one.size / 1000:.1f}",
            str(other.requests), f"{other.size / 1000:.1f}",
            f"{one.requests / other.requests:.2f}", f"{one.size / other.size:.2f}",
        )  # fmt: skip
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
