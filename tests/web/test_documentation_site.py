"""The documentation site: `make docs` makes it without a warning, it is complete, and its pages work in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from chromium import browser, new_context
from pages_site import PHONE
from playwright.sync_api import Browser, Page, expect

from conftest import not_here
from sixprime.languages import LANGUAGES
from waiting import PATIENCE

__all__ = ["browser"]

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "sixprime", "sixprime.engine", "sixprime.formats", "sixprime.analysis", "sixprime.env", "sixprime.client",
)  # fmt: skip

WIDE_PAGES = ("index", "play/de/first-game", "play/hu/rules", "api/engine", "benchmarks", "commands")
"""Pages with pictures, tables and long signatures."""


def build(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` runs."""
    command = re.search(r"^docs:.*\n(?:\t.*\n)*?\t@\$\(BIN\)/sphinx-build (.*)$", makefile(), re.MULTILINE)
    assert command is not None
    options = command[1].replace("build/doctrees", str(target / "doctrees")).split()[:-2]
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(source), str(target / "site")],
        capture_output=True, text=True, check=False, timeout=10 * PATIENCE,
    )  # fmt: skip


def makefile() -> str:
    return (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        import_module("furo")
        import_module("myst_parser")
    except ImportError:
        not_here('the tools of the documentation are not here (pip install -e ".[docs]")')
    target = tmp_path_factory.mktemp("documentation")
    done = build(ROOT / "docs", target)
    assert done.returncode == 0, done.stdout + done.stderr
    return target / "site"


def test_every_page_is_made(built: Path) -> None:
    pages = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")]
    assert len(pages) > 60
    assert not [str(page) for page in pages if not (built / page).is_file()]


def test_a_page_that_nothing_leads_to_ends_the_build(tmp_path: Path) -> None:
    """With the settings of the site; the pages of the library, which take the time, are not needed to see it."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text("extensions = ['myst_parser']\n", encoding="utf-8")
    (docs / "index.md").write_text("# Start\n", encoding="utf-8")
    assert build(docs, tmp_path).returncode == 0
    (docs / "forgotten.md").write_text("# Forgotten\n", encoding="utf-8")
    done = build(docs, tmp_path)
    assert done.returncode != 0
    assert "forgotten.md" in done.stderr
    assert "toctree" in done.stderr


class Parts(HTMLParser):
    """The ids of a page, and what it links to and shows."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.targets: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if known.get("id"):
            self.ids.add(str(known["id"]))
        target = known.get("href") if tag in ("a", "link") else known.get("src") if tag in ("img", "script") else None
        if target:
            self.targets.append(target)


def test_links_lead_somewhere(built: Path) -> None:
    """Between the pages as they are made: anchors, downloads, pictures, scripts and style sheets."""
    pages = {path: Parts(path) for path in built.rglob("*.html") if path.name != "genindex.html"}
    broken = []
    for path, parts in pages.items():
        for target in parts.targets:
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / name.partition("?")[0]).resolve() if name else path
            if not file.is_file() or (anchor and file in pages and anchor not in pages[file].ids):
                broken.append(f"{path.relative_to(built)}: {target}")
    assert not broken


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_documented(built: Path, package: str) -> None:
    anchors = {name for path in (built / "api").glob("*.html") for name in Parts(path).ids}
    module, front = import_module(package), import_module("sixprime")
    for name in module.__all__:
        if not name.startswith("__"):
            is_in_front = getattr(front, name, None) is getattr(module, name)
            assert f"{'sixprime' if is_in_front else package}.{name}" in anchors, name


def test_pages_say_their_language(built: Path) -> None:
    for language in LANGUAGES:
        for page in (built / "play" / language).glob("*.html"):
            text = page.read_text(encoding="utf-8")
            assert re.search(rf'<html[^>]* lang="{language}"', text), page
            assert text.count('rel="alternate" hreflang=') == len(LANGUAGES), page
    assert re.search(r'<html[^>]* lang="en"', (built / "engine.html").read_text(encoding="utf-8"))


def test_words_of_the_theme_are_in_the_language_of_the_page(built: Path) -> None:
    """In every language, whichever page was made before."""
    expected = {
        "en": {"Search", "Next", "Previous", "Back to top", "On this page"},
        "de": {"Suche", "Weiter", "Zurück", "Nach oben", "Auf dieser Seite"},
        "fr": {"Recherche", "Suivant", "Précédent", "Retour en haut", "Sur cette page"},
        "it": {"Cerca", "Avanti", "Indietro", "Torna su", "In questa pagina"},
        "hu": {"Keresés", "Következő", "Előző", "Az oldal tetejére", "Ezen az oldalon"},
    }
    assert expected.keys() == set(LANGUAGES)
    pages = {language: built / "play" / language / "tutor.html" for language in LANGUAGES}
    for language, page in {**pages, "engine": built / "engine.html"}.items():
        text = page.read_text(encoding="utf-8")
        shown = {word.strip() for word in re.findall(r">([^<>]+)<", text)} | set(
            re.findall(r'placeholder="([^"]+)"', text)
        )
        for other, words in expected.items():
            here = expected.get(language, expected["en"])
            assert words <= shown if words == here else not (words - here) & shown, (page, other)


@pytest.fixture
def phone(browser: Browser, built: Path) -> Iterator[Page]:
    context = new_context(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def background(page: Page) -> Any:
    return page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number)")


@pytest.mark.parametrize(
    "name", ["index", "play/de/first-game", "play/hu/rules", "api/engine", "benchmarks", "commands"]
)
def test_nothing_is_wider_than_a_phone(phone: Page, built: Path, name: str) -> None:
    phone.goto((built / f"{name}.html").as_uri())
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert phone.evaluate("[...document.querySelectorAll('article img')].every((it) => it.naturalWidth > 0)")


def test_navigation_leads_to_a_page_and_back(browser: Browser, built: Path) -> None:
    context = new_context(browser, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto((built / "index.html").as_uri())
    page.locator(".sidebar-tree").get_by_role("link", name="Spielen", exact=True).click()
    expect(page).to_have_url((built / "play" / "de" / "index.html").as_uri())
    expect(page.locator("h1")).to_contain_text("Spielen")
    page.locator(".sidebar-tree").get_by_role("link", name="Deine erste Partie").click()
    expect(page.locator("h1")).to_contain_text("Deine erste Partie")
    page.locator("article").get_by_role("link", name="Magyar").click()
    expect(page.locator("h1")).to_contain_text("Az első partid")
    context.close()


def test_the_sign_in_the_sidebar_is_seen(browser: Browser, built: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto((built / "index.html").as_uri())
    box = page.locator(".sidebar-logo").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (40, 40)
    page.close()


def test_dark_colours_follow_the_system(browser: Browser, built: Path) -> None:
    looks: dict[str, int] = {}
    for look in ("light", "dark"):
        context = new_context(browser, color_scheme=look)
        page = context.new_page()
        page.goto((built / "engine.html").as_uri())
        looks[look] = sum(background(page))
        context.close()
    assert looks["light"] > 600
    assert looks["dark"] < 150
