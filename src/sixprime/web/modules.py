"""Module preloading: names all modules that a page imports in its HTML, so that the browser requests them at once and
not one after another as it finds the imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sixprime.web.assets import STATIC

_SCRIPT = re.compile(r'( *)<script type="module" src="/static/([^"]+)"></script>')
_IMPORT = re.compile(r"""^(?:import|export)\b[^;("']*["'](\.{1,2}/[^"'\n]+)["']""", re.MULTILINE)


def imported(module: Path) -> list[Path]:
    """Return all modules that a module imports, directly or not, nearest first; dynamic imports are left out."""
    found = [module]
    for importer in found:
        found.extend(path for path in dict.fromkeys(_imports_of(importer)) if path not in found)
    return found[1:]


def _imports_of(module: Path) -> Iterator[Path]:
    """Yield the files that a module imports statically."""
    for written in _IMPORT.findall(module.read_text(encoding="utf-8")):
        path = (module.parent / written).resolve()
        if path.is_file():
            yield path


def with_preloads(page: str) -> str:
    """Return the HTML of a page with a `modulepreload` link for each module that its script imports."""
    folder = STATIC.resolve()

    def linked(script: re.Match[str]) -> str:
        indent, written = script.groups()
        links = [
            f'{indent}<link rel="modulepreload" href="/static/{module.relative_to(folder).as_posix()}">\n'
            for module in imported((folder / written).resolve())
        ]
        return "".join(links) + script[0]

    return _SCRIPT.sub(linked, page)
