"""What axe-core finds wrong in a page: the rules of WCAG 2.2 AA, and what is usual besides.

Only what is wrong leaves the page: to bring over the account of everything that is right takes longer than to make it.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from playwright.sync_api import Page

from conftest import not_here

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

REMEMBER_COLOURS = """
(() => {
    const { prototype } = axe.commons.color.Color;
    const parse = prototype.parseString;
    const known = new Map();
    prototype.parseString = function (words) {
        if (known.has(words)) [this.r, this.g, this.b, this.alpha] = known.get(words);
        else {
            parse.call(this, words);
            known.set(words, [this.r, this.g, this.b, this.alpha]);
        }
        return this;
    };
})();
"""
"""Axe reads the same dozen colours some thousand times in a page, which took two fifths of its time."""


@cache
def axe() -> str:
    """The code of axe-core."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        not_here("axe-core is not here (the package axe-playwright-python)")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8") + REMEMBER_COLOURS


def found_by_axe(page: Page) -> list[str]:
    """What is wrong, with the rule and the part of the page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    answer = page.evaluate("async (options) => (await axe.run(options)).violations", OPTIONS)
    return [
        f"{problem['id']}: {problem['help']}: {node['html'][:160]}" for problem in answer for node in problem["nodes"]
    ]
