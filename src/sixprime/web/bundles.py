"""The bundles on disk: made when the package is built or installed, and again when a source has changed since.

Whether they are up to date is told by a hash of all sources and not by times, which an installer may set as it likes.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sixprime.files import write_atomically
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.notices import tell
from sixprime.web.assets import STATIC
from sixprime.web.bundler import FOLDER, WIDGET, bundle_pages, bundle_widget

SOURCES = ("app/**/*.js", "board/**/*.js", "icons/icons.svg", "pages/*.html", "styles/**/*.css")
BUNDLER = ("bundler.py", "javascript.py", "modules.py")
MADE_FROM = "made-from.txt"
"""The file beside the bundles that holds the hash of their sources."""
KEPT_SECONDS = 86_400
"""Bundles of earlier sources stay this long: a server that runs may still need them."""


def sources(static: Path) -> Iterator[Path]:
    """Yield everything that bundles depend on: the files of the pages, and the code of the bundler."""
    for pattern in SOURCES:
        yield from sorted(static.glob(pattern))
    yield from (Path(__file__).with_name(name) for name in BUNDLER)


def source_hash(static: Path) -> str:
    """Return a hash of all sources."""
    contents = hashlib.sha256()
    for path in sources(static):
        contents.update(f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return contents.hexdigest()


def make_bundles(static: Path = STATIC, *, kept_seconds: int = KEPT_SECONDS) -> None:
    """Write all bundles, and remove those of other sources that are older than `kept_seconds`."""
    folder = static / FOLDER
    made_from = source_hash(static)
    bundles = bundle_pages(static)
    for name, contents in bundles.items():
        write_atomically(folder / name, contents)
    write_atomically(folder / MADE_FROM, made_from)
    for path in folder.iterdir():
        if path.name not in bundles and path.name != MADE_FROM:
            _remove_if_older(path, KEPT_SECONDS if path.name.startswith(".") else kept_seconds)


def _remove_if_older(path: Path, seconds: int) -> None:
    """Remove a file of that age. Another process may be making bundles, and its hidden files come and go."""
    with suppress(FileNotFoundError):
        if path.stat().st_mtime <= time.time() - seconds:
            path.unlink()


def are_current(static: Path = STATIC) -> bool:
    """Whether the bundles are there and were made from the present sources."""
    try:
        return (static / FOLDER / MADE_FROM).read_text(encoding="utf-8") == source_hash(static)
    except OSError:
        return False


def widget_module(static: Path = STATIC) -> str:
    """Return the text of the widget of notebooks, as it is on disk or, if that is not up to date, made anew."""
    return (static / FOLDER / WIDGET).read_text(encoding="utf-8") if are_current(static) else bundle_widget(static)


def page_folder(*, bundled: bool, static: Path = STATIC) -> Path:
    """Return the folder of the HTML pages to be served: those that load bundles, or those that load the sources.

    Bundles are made if they are not up to date. Where they cannot be written, pages load the sources.
    """
    if bundled and not are_current(static):
        try:
            make_bundles(static)
        except OSError as error:
            tell(
                text(
                    "the scripts of the pages are loaded one by one, because no bundles can be written: {error}",
                    error=reason(error),
                )
            )
            bundled = False
    return static / (FOLDER if bundled else "pages")
