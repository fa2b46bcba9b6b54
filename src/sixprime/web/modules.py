"""The modules that a page imports, named in the page itself: a browser asks for all of them at once, not for one after
another as it finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sixprime.web.assets import STATIC

_SCRIPT = re.compile(r'( *)<script type="module" src="/static/([^"]+)"></script>')
_IMPORT = re.compile(r"""^(?:import|export)\b[^;("']*["'](\.{1,2}/[^"'\n]+)["']""", re.MULTILINE)


def imported(module: Path) -> list[Path]:
    """What a module imports, and what that imports, nearest first; not what is loaded only when it is asked for."""
    found = [module]
    for place in found:
        found.extend(path for path in dict.fromkeys(_named_in(place)) if path not in found)
    return found[1:]


def _named_in(module: Path) -> Iterator[Path]:
    for written in _IMPORT.findall(module.read_text(encoding="utf-8")):
        path = (module.parent / written).resolve()
        if path.is_file():
            yield path


def with_preloads(page: str) -> str:
    """The HTML of a page with a link to each module that its script imports."""
    folder = STATIC.resolve()

    def linked(script: re.Match[str]) -> str:
        indent, written = script.groups()
        links = [
            f'{indent}<link rel="modulepreload" href="/static/{module.relative_to(folder).as_posix()}">\n'
            for module in imported((folder / written).resolve())
        ]
        return "".join(links) + script[0]

    return _SCRIPT.sub(linked, page)
