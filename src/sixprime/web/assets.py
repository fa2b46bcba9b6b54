"""Where the files of the pages are."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""The folder whose files are served under `/static/`."""

_NAME = re.compile(r"[a-z]{1,40}")


def page(name: str, folder: Path) -> Path | None:
    """Return the HTML file of a page by its name (`start`, `match`, `settings`, ...); None if there is no such page.

    `folder` is that of the pages, as `bundles.page_folder` returns it.
    """
    if not _NAME.fullmatch(name):
        return None
    path = folder / f"{name}.html"
    return path if path.is_file() else None
