"""SVG to PNG: whatever is here is used, and what is missing is said."""

import struct
from types import SimpleNamespace
from typing import Any

import pytest

from sixprime import Position
from sixprime.formats.svg import InvalidImage, NoRasteriser, png_of, rasters, svg_board
from sixprime.formats.svg.rasters import rasterisers

BOARD = svg_board(Position.standard(), theme="flat")
PNG = b"\x89PNG\r\n\x1a\n"


def nothing_here(monkeypatch: pytest.MonkeyPatch, **modules: object) -> None:
    """A machine with these modules and no programs."""

    def find(name: str) -> object:
        if name in modules:
            return modules[name]
        raise ImportError(name)

    monkeypatch.setattr(rasters, "import_module", find)
    monkeypatch.setattr("shutil.which", lambda _: None)


@pytest.mark.parametrize("name", ["cairosvg", "resvg_py", "rsvg-convert", "resvg", "inkscape", "chromium"])
def test_what_is_here_paints(name: str) -> None:
    here = rasterisers()
    if name not in here:
        pytest.skip(f"{name} is not installed")
    png = here[name](BOARD, 190, 160)
    assert png.startswith(PNG)
    assert struct.unpack(">II", png[16:24]) in ((190, 160), (190, 159))


def test_nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_here(monkeypatch)
    with pytest.raises(NoRasteriser, match=r"install one of these: pip install cairosvg, .*librsvg2-bin"):
        png_of(BOARD)


def test_what_fails_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> bytes:
        raise RuntimeError("no fonts")

    asked: list[dict[str, Any]] = []

    def paint(**wishes: Any) -> list[int]:
        asked.append(wishes)
        return list(PNG + b"...")

    nothing_here(monkeypatch, cairosvg=SimpleNamespace(svg2png=broken), resvg_py=SimpleNamespace(svg_to_bytes=paint))
    assert png_of(BOARD, 76) == PNG + b"..."
    assert asked == [{"svg_string": BOARD, "width": 76, "height": 64}]


def test_failures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_here(monkeypatch, cairosvg=SimpleNamespace(svg2png=lambda **_: b"GIF"))
    with pytest.raises(NoRasteriser, match="cairosvg: it gave no picture"):
        png_of(BOARD)


def test_programs_are_run_in_a_folder_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> None:
        ran.append(command)
        target = next(word.partition("=")[2] or word for word in command if word.endswith(".png"))
        with open(target, "wb") as file:  # noqa: PTH123
            file.write(PNG)

    nothing_here(monkeypatch)
    monkeypatch.setattr("shutil.which", lambda name: f"/opt/{name}")
    monkeypatch.setattr("subprocess.run", run)
    here = rasterisers()
    assert list(here) == ["rsvg-convert", "resvg", "inkscape", "chromium"]
    for paint in here.values():
        assert paint(BOARD, 100, 84) == PNG
    assert [command[0] for command in ran] == ["/opt/rsvg-convert", "/opt/resvg", "/opt/inkscape", "/opt/chromium"]
    assert "--window-size=100,84" in ran[-1]


@pytest.mark.parametrize("width", [0, -1, 20_001, "7", True, 1.5])
def test_widths(width: int) -> None:
    with pytest.raises(InvalidImage, match="a picture is 1 to 20000 dots wide"):
        png_of(BOARD, width)


@pytest.mark.parametrize("svg", ["", "<svg/>", '<svg viewBox="0 0 0 5">'])
def test_only_pictures(svg: str) -> None:
    with pytest.raises(InvalidImage, match="this is not an SVG with a view box"):
        png_of(svg)
