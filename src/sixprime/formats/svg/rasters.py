"""Turns SVG into PNG with whatever is installed: a Python package, a program, or a browser.

Each way is tried in turn, from the lightest to the heaviest; if none works, the error says what to install.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.messages import Message, listed, shown, text

MAX_WIDTH = 20_000
TIMEOUT = 120
"""Seconds for a program; a browser is slow when it starts for the first time."""

_PNG = b"\x89PNG\r\n\x1a\n"
_VIEW_BOX = re.compile(r'viewBox="0 0 ([0-9.]{1,9}) ([0-9.]{1,9})"')

Painter = Callable[[str, int, int], bytes]
"""SVG, width and height in, PNG out."""


class NoRasteriser(SixprimeError):
    """Nothing that is installed turns SVG into PNG; the message says what would."""


class InvalidImage(SixprimeError):
    """The text is not one of our SVG pictures, or the width is out of range."""


def png_of(svg: str, width: int = 1200) -> bytes:
    """A PNG of an SVG picture, `width` pixels wide; the SVG must have a view box.

    >>> Path("board.png").write_bytes(png_of(svg_board(Position.standard()), 800))  # doctest: +SKIP
    """
    if type(width) is not int or not 1 <= width <= MAX_WIDTH:
        raise InvalidImage(text("a picture is 1 to {most} dots wide, not {width}", most=MAX_WIDTH, width=shown(width)))
    box = _VIEW_BOX.search(svg[:2000])
    if box is None or float(box[1]) <= 0:
        raise InvalidImage(text("this is not an SVG with a view box"))
    height = min(max(round(width * float(box[2]) / float(box[1])), 1), MAX_WIDTH)
    failures: list[Message] = []
    for name, painter in rasterisers().items():
        try:
            png = painter(svg, width, height)
        except Exception as error:  # noqa: BLE001  # whatever goes wrong inside other people's programs
            failures.append(text("{name}: {why}", name=name, why=shown(str(error) or type(error).__name__)))
            continue
        if png.startswith(_PNG):
            return png
        failures.append(text("{name}: {why}", name=name, why=text("it gave no picture")))
    advice = text(
        "nothing here turns SVG into PNG; install one of these: {names}",
        names="pip install cairosvg, pip install resvg_py, apt install librsvg2-bin, apt install chromium",
    )
    raise NoRasteriser(listed([advice, *failures]))


def rasterisers() -> Mapping[str, Painter]:
    """The installed rasterisers by name, in the order in which they are tried."""
    return dict(_found())


def _found() -> Iterator[tuple[str, Painter]]:
    for module, paint in (("cairosvg", _cairosvg), ("resvg_py", _resvg_py)):
        try:
            loaded = import_module(module)
        except (ImportError, OSError):  # OSError: the package is installed, but a library that it needs is not
            continue
        yield module, partial(paint, loaded)
    for names, arguments in _PROGRAMS:
        path = next((found for name in names if (found := shutil.which(name))), None)
        if path is not None:
            yield Path(path).name, partial(_run, path, arguments)


def _cairosvg(module: object, svg: str, width: int, height: int) -> bytes:
    paint: Callable[..., bytes] = module.svg2png  # type: ignore[attr-defined]
    return paint(bytestring=svg.encode(), output_width=width, output_height=height)


def _resvg_py(module: object, svg: str, width: int, height: int) -> bytes:
    paint: Callable[..., object] = module.svg_to_bytes  # type: ignore[attr-defined]
    return bytes(paint(svg_string=svg, width=width, height=height))  # type: ignore[call-overload, no-any-return]


# What each program is called with; it reads the first file and writes the second.
_PROGRAMS: tuple[tuple[tuple[str, ...], Callable[[Path, Path, int, int], list[str]]], ...] = (
    (("rsvg-convert",), lambda svg, png, width, _: ["-w", str(width), "-o", str(png), str(svg)]),
    (("resvg",), lambda svg, png, width, _: ["-w", str(width), str(svg), str(png)]),
    (
        ("inkscape",),
        lambda svg, png, width, _: [str(svg), "--export-type=png", f"--export-filename={png}", f"-w{width}"],
    ),
    (
        ("chromium", "chromium-browser", "google-chrome", "chrome"),
        lambda svg, png, width, height: [
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            "--default-background-color=00000000",
            # A browser refuses to run as root with its sandbox; the page that it shows here is our own drawing.
            *(["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
            f"--user-data-dir={svg.parent / 'browser'}",
            f"--window-size={width},{height}",
            f"--screenshot={png}",
            svg.with_suffix(".html").as_uri(),
        ],
    ),
)


def _run(path: str, arguments: Callable[[Path, Path, int, int], list[str]], svg: str, width: int, height: int) -> bytes:
    """Run a program in a folder of its own, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="sixprime-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "board.svg"), Path(folder, "board.png")
        source.write_text(svg, encoding="utf-8")
        page = (
            f"<!doctype html><style>body{{margin:0}}svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}"
        )
        source.with_suffix(".html").write_text(page, encoding="utf-8")
        subprocess.run(
            [path, *arguments(source, target, width, height)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=TIMEOUT,
        )
        return target.read_bytes()
