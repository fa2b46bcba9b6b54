"""Links, anchors and pictures of the documentation lead somewhere, as the pages stand in the repository."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from documentation.code_blocks import ROOT, name_of, pages, parsed

WITH_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as forges and the site make them."""
    found: set[str] = set()
    tokens = parsed(page)
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(part.content for part in following.children or [] if part.type in ("text", "code_inline"))
            anchor = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            found.add(anchor if anchor not in found else f"{anchor}-1")
    return frozenset(found)


def targets_of(page: Path) -> list[tuple[str, str]]:
    """What a page links to or shows, in Markdown and in HTML, with `a` or `img`."""
    found: list[tuple[str, str]] = []
    for token in parsed(page):
        for part in token.children or []:
            if part.type == "link_open":
                found.append(("a", str(part.attrs["href"])))
            elif part.type == "image":
                found.append(("img", str(part.attrs["src"])))
            elif part.type == "html_inline":
                found += [("img", source) for source in re.findall(r'<img src="([^"]+)"', part.content)]
        if token.type == "html_block":
            found += [("img", source) for source in re.findall(r'<img src="([^"]+)"', token.content)]
    return found


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_and_pictures(page: Path) -> None:
    broken = []
    for kind, target in targets_of(page):
        if WITH_SCHEME.match(target):
            if not target.startswith(("https://", "mailto:")):
                broken.append(target)
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if (
            not file.exists()
            or not file.is_relative_to(ROOT)
            or (kind == "img" and not file.is_file())
            or (anchor and anchor not in anchors_of(file))
        ):
            broken.append(target)
    assert not broken


def test_pictures_say_what_they_show() -> None:
    for page in pages():
        for token in parsed(page):
            for part in token.children or []:
                if part.type == "image":
                    assert len(part.content) > 10, f"{name_of(page)}: {part.attrs['src']}"


def test_the_readme_shows_the_way() -> None:
    targets = {target for _, target in targets_of(ROOT / "README.md")}
    assert "docs/index.md" in targets
