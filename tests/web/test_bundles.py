"""The bundles on disk: made again when a source has changed, and at no other time; and part of what is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sixprime import notices
from sixprime.messages import Message
from sixprime.web.assets import STATIC
from sixprime.web.bundler import bundle_pages
from sixprime.web.bundles import are_current, make_bundles, page_folder, source_hash

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A copy of the sources without bundles."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("bundles", "words"))
    return folder


def times(static: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (static / "bundles").iterdir()}


def test_bundles_are_made_when_they_are_missing_and_then_stay(static: Path) -> None:
    assert not are_current(static)
    assert page_folder(bundled=True, static=static) == static / "bundles"
    assert set(bundle_pages(static)) == set(times(static)) - {"made-from.txt"}
    made = times(static)
    for path in (static / "app").rglob("*.js"):
        os.utime(path)  # as an installer may do it
    assert page_folder(bundled=True, static=static) == static / "bundles"
    assert times(static) == made


CHANGES = {
    "app/pages/start.js": "void 0;\n",
    "styles/app.css": "main { color: inherit; }\n",
    "pages/start.html": "<!-- changed -->\n",
}


def test_bundles_are_made_again_when_a_source_has_changed(static: Path) -> None:
    make_bundles(static)
    for name, change in CHANGES.items():
        before = set(times(static))
        start = (static / "bundles" / "start.html").read_text(encoding="utf-8")
        source = static / name
        times_before = source.stat()
        source.write_text(source.read_text(encoding="utf-8") + change, encoding="utf-8")
        os.utime(source, ns=(times_before.st_atime_ns, times_before.st_mtime_ns))
        assert not are_current(static), name
        folder = page_folder(bundled=True, static=static)
        assert (folder / "start.html").read_text(encoding="utf-8") != start, name
        assert before <= set(times(static)), "a server that runs may still need the bundles from before"
    make_bundles(static, kept_seconds=0)
    assert set(times(static)) == {*bundle_pages(static), "made-from.txt"}


def test_every_style_is_a_source(static: Path) -> None:
    """Those of single pages too, which stand in a folder of their own."""
    make_bundles(static)
    for style in sorted((static / "styles").rglob("*.css")):
        before = style.read_bytes()
        style.write_bytes(before + b"\n")
        assert not are_current(static), style
        style.write_bytes(before)
    assert are_current(static)


def test_several_servers_may_start_at_once(static: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        folders = list(threads.map(lambda _: page_folder(bundled=True, static=static), range(4)))
    assert folders == [static / "bundles"] * 4
    assert set(times(static)) == {*bundle_pages(static), "made-from.txt"}


def test_developers_get_the_sources(static: Path) -> None:
    assert page_folder(bundled=False, static=static) == static / "pages"
    assert not (static / "bundles").exists()


def test_without_a_place_for_bundles_pages_load_the_sources(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Message] = []
    monkeypatch.setattr(notices, "listener", told.append)
    (static / "bundles").write_text("a file where the folder would be", encoding="utf-8")
    assert page_folder(bundled=True, static=static) == static / "pages"
    assert [str(notice).partition(":")[0] for notice in told] == [
        "the scripts of the pages are loaded one by one, because no bundles can be written"
    ]


def test_the_bundler_needs_nothing_beside_python(static: Path) -> None:
    """So that it can run while the package is built, in an environment with nothing of what the package needs."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; import sixprime.web.bundles as it; "
    code += "it.make_bundles(Path(sys.argv[2]))"
    subprocess.run([sys.executable, "-I", "-S", "-c", code, ROOT / "src", static], check=True, timeout=120)
    assert are_current(static)


def test_a_wheel_contains_the_bundles_of_its_sources(tmp_path: Path) -> None:
    """Built by the same hook as every installation, from a copy of the repository with an old bundle in it."""
    copy = tmp_path / "sixprime"
    made = shutil.ignore_patterns("bundles", "words", "*.mo", "__pycache__")
    shutil.copytree(ROOT / "src", copy / "src", ignore=made)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    old = copy / "src" / "sixprime" / "web" / "static" / "bundles" / "start-000000000000.js"
    old.parent.mkdir()
    old.write_text("// of an earlier version\n", encoding="utf-8")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    built = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=600)
    assert built.returncode == 0, built.stdout + built.stderr
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    installed = tmp_path / "installed" / "sixprime" / "web" / "static"
    assert (installed / "bundles" / "made-from.txt").read_text(encoding="utf-8") == source_hash(STATIC)
    assert {path.name for path in (installed / "bundles").iterdir()} == {*bundle_pages(STATIC), "made-from.txt"}
