"""The players' pages: the same in all five languages, with the words of the screen and pictures of it."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from documentation.code_blocks import DOCS, ROOT
from sixprime.languages import LANGUAGES

PLAY = DOCS / "play"
NAMES = sorted(path.name for path in (PLAY / "en").glob("*.md"))
CATALOGUES = ROOT / "src" / "sixprime" / "locale"
PAGES = [(language, name) for language in LANGUAGES for name in NAMES]


@cache
def words_of_the_screen(language: str) -> frozenset[str]:
    """Everything that pages, server and commands can say in a language, singular and plural."""
    found: set[str] = set()
    with (CATALOGUES / ("de" if language == "en" else language) / "LC_MESSAGES" / "sixprime.po").open("rb") as file:
        for message in read_po(file):
            words = message.id if language == "en" else message.string
            found |= {words} if isinstance(words, str) else set(words or ())
    return frozenset(found)


def text_of(language: str, name: str) -> str:
    return (PLAY / language / name).read_text(encoding="utf-8")


def test_every_topic_has_its_page() -> None:
    topics = {"first-game.md", "tutor.md", "practice.md", "analysis.md", "friend.md", "rules.md", "index.md"}
    assert set(NAMES) == topics
    for language in LANGUAGES:
        assert {path.name for path in (PLAY / language).iterdir()} == topics


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_bold_words_are_those_of_the_screen(language: str, name: str) -> None:
    bold = {re.sub(r"\s+", " ", words) for words in re.findall(r"\*\*(.+?)\*\*", text_of(language, name), re.DOTALL)}
    assert bold or name == "index.md"
    assert not bold - words_of_the_screen(language)


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_the_second_line_leads_to_the_other_languages(language: str, name: str) -> None:
    line = text_of(language, name).splitlines()[2]
    links = [title if code == language else f"[{title}](../{code}/{name})" for code, title in LANGUAGES.items()]
    assert line == " · ".join(links)


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_pages_have_the_same_parts_in_all_languages(language: str, name: str) -> None:
    def parts(text: str) -> list[str]:
        """Headings, list items, rows, links and pictures, without their words."""
        shape = re.findall(r"^(#+|\d+\.|-|\|(?=[^\n]*\|$)) ", text, re.MULTILINE)
        targets = re.findall(r"\]\(((?!\.\./\w\w/)[^)]+)\)", text)
        return [*shape, *sorted(re.sub(r"pictures/\w\w/", "pictures/", target) for target in targets)]

    assert parts(text_of(language, name)) == parts(text_of("en", name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_pictures_in_their_language(language: str) -> None:
    shown = {found for name in NAMES for found in re.findall(r"pictures/(\S+?)\)", text_of(language, name))}
    assert shown
    assert all(Path(picture).parent.name == language for picture in shown)


def test_the_script_makes_every_picture_and_every_picture_is_used() -> None:
    """`scripts/screenshots --docs` makes them; what it does not make would grow old unseen."""
    made = set(runpy.run_path(str(ROOT / "scripts" / "screenshots"))["documentation_files"]())
    folder = DOCS / "pictures"
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == made
    pages = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *DOCS.rglob("*.md")])
    assert not [picture for picture in sorted(made) if f"pictures/{picture}" not in pages]
