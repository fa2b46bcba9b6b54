"""Module preloading, for pages that load the source modules one by one: names all that a page imports in its HTML, so
that the browser requests them at once and not one after another as it finds the imports."""

from __future__ import annotations

import re
from pathlib import Path

from sixprime.web.assets import STATIC
from sixprime.web.modules import SCRIPT, Module, reached


def with_preloads(page: str) -> str:
    """Return the HTML of a page with a `modulepreload` link for each module that its script imports."""
    folder = STATIC.resolve()
    modules: dict[Path, Module] = {}

    def linked(script: re.Match[str]) -> str:
        indent, written = script.groups()
        entry = (folder / written).resolve()
        links = [
            f'{indent}<link rel="modulepreload" href="/static/{module.relative_to(folder).as_posix()}">\n'
            for module in reached(entry, modules, dynamically=False)[1:]
        ]
        return "".join(links) + script[0]

    return SCRIPT.sub(linked, page)
