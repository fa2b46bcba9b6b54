"""Bundles of the pages: one script for each page, one style sheet for each page, and what several pages use in a script
of its own. What neither the start page nor a match uses is in a second one, so that a first game is not slowed by it.

Every module becomes a function that runs once, when it is first imported; so each keeps its own scope, and the order in
which modules run is that of the language. The names of bundles contain a hash of their contents: a browser may keep
them for ever. The code stays readable; only comments, empty lines and indents are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sixprime.web.javascript import UnknownForm
from sixprime.web.modules import SCRIPT, Import, Module, reached

FOLDER = "bundles"
"""Where bundles are, beside the folders of the sources."""
BOARD = "backgammon-board.js"
"""The board by itself, for other pages: one file, whose name stays the same."""
BOARD_MODULE = "board/element.js"
WIDGET = "notebook-widget.js"
"""The widget of notebooks: one module with its styles and icons, whose name stays the same."""
WIDGET_MODULE = "notebook/widget.js"
WIDGET_STYLES = (
    "styles/app.css",
    "styles/analysis.css",
    "styles/replay.css",
    "styles/review.css",
    "styles/notebook.css",
)

FIRST_SCRIPTS = ("start.js", "match.js")
"""The scripts of the pages that somebody who wants to play sees first."""

HASHED = re.compile(r"[\w-]+-[0-9a-f]{12}\.(?:js|css)")
"""Names with a hash: what is under such a name never changes."""

_ONCE = "const $once = (run) => { let exports; return () => (exports ??= run()); };\n"
_CLASSIC = re.compile(r'<script src="/static/([^"]+)"></script>')
_STYLES = re.compile(
    r'( *)<link rel="stylesheet" href="/static/[^"]+">\n(?: *<link rel="stylesheet" href="/static/[^"]+">\n)*'
)
_MEDIA = re.compile(r"@media ([^{]+)\{")
_WINDOW_SIZE = re.compile(r"width|height|orientation")
_ROOT = re.compile(r":root(\[[^]]+\])?")
_HREF = re.compile(r'href="/static/([^"]+)"')
_STYLE_PIECE = re.compile(
    r"""/\*.*?\*/|(?P<unknown>@import|url\((?!\s*["']?(?:[/#]|data:)))|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'/@u]+|.""",
    re.DOTALL,
)


def bundle_pages(static: Path) -> dict[str, str]:
    """Return the text of all bundles by their names: scripts, style sheets, and the pages (`start.html`) that use them.

    `UnknownForm` if a source has a form that the bundler does not know.
    """
    return _Bundler(static.resolve()).bundle()


def bundle_in_one(static: Path, entry: str, styles: Iterable[str]) -> tuple[str, str]:
    """Return a script with a main module and all that it imports, and a style sheet of several, to stand inside a page.

    `UnknownForm` if a source has a form that the bundler does not know, or that would end the element it stands in.
    """
    script = _Bundler(static.resolve()).bundle_in_one(entry)
    style = "".join(_style(static / path) for path in styles)
    for written, end, path in ((script, "</script", entry), (script, "<!--", entry), (style, "</style", "styles")):
        if end in written.lower():
            raise UnknownForm(static / path, 1, f"{end} inside a page")
    return script, style


def bundle_widget(static: Path) -> str:
    """Return the widget of notebooks as one module, whose default export is what `anywidget` expects.

    The style sheets of the pages are rewritten for a shadow root: the root of the document becomes the host, and rules
    for sizes of the window are left out, because a widget is rarely as wide as its window.
    """
    return _Bundler(static.resolve()).widget_script()


def hashed_name(name: str, contents: str) -> str:
    """Return the name of a file with a hash of its contents in it: `match-0123456789ab.js`."""
    stem, _, suffix = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(contents.encode()).hexdigest()[:12]}.{suffix}"


class _Bundler:
    """The bundles of one folder of sources."""

    def __init__(self, static: Path) -> None:
        self._static = static
        self._modules: dict[Path, Module] = {}
        self._bundles: dict[str, str] = {}
        self._scripts: dict[Path, str] = {}
        """The names of the pages' scripts by their main modules."""
        self._shared: dict[Path, str] = {}
        """The names of the scripts that hold modules of several pages, by module."""
        self._used: dict[str, list[str]] = {}
        """The names of such scripts that a script needs, by its name."""

    def bundle(self) -> dict[str, str]:
        pages = {
            path.name: path.read_text(encoding="utf-8") for path in sorted((self._static / "pages").glob("*.html"))
        }
        entries = sorted({self._static / found[2] for page in pages.values() for found in SCRIPT.finditer(page)})
        closures = {entry: reached(entry, self._modules, dynamically=True) for entry in entries}
        board = reached(self._static / BOARD_MODULE, self._modules, dynamically=True)
        self._refuse_circles()
        uses = Counter(path for closure in closures.values() for path in closure)
        several = [path for path in sorted(uses) if uses[path] > 1]
        for entry in entries:
            if entry in several:
                raise UnknownForm(entry, 1, "the script of a page is imported by another")
        first = {path for entry in entries if entry.name in FIRST_SCRIPTS for path in closures[entry]}
        common = [path for path in several if path in first or not first]
        self._share("common.js", common)
        self._share("extra.js", [path for path in several if path not in common])
        for entry, closure in closures.items():
            own = [path for path in closure if path not in several]
            self._scripts[entry] = self._keep(entry.name, self._page_script(entry, own))
        for name, page in pages.items():
            self._bundles[name] = self._rewritten(name, page)
        self._bundles[BOARD] = self._board_script(board)
        self._bundles[WIDGET] = self.widget_script()
        return self._bundles

    def bundle_in_one(self, entry: str) -> str:
        """One script with everything that a main module needs."""
        main = self._static / entry
        needed = reached(main, self._modules, dynamically=True)
        self._refuse_circles()
        return self._page_script(main, needed)

    def _refuse_circles(self) -> None:
        """Refuse modules that import each other in a circle: one of them would run before what it needs."""
        importers: list[Path] = []
        done: set[Path] = set()

        def visit(path: Path) -> None:
            if path in importers:
                circle = [*importers[importers.index(path) :], path]
                raise UnknownForm(path, 1, f"modules import each other: {' -> '.join(one.name for one in circle)}")
            if path in done:
                return
            importers.append(path)
            for one in self._modules[path].imports:
                visit(one.path)
            importers.pop()
            done.add(path)

        for path in self._modules:
            visit(path)

    def _keep(self, name: str, contents: str) -> str:
        """Keep a bundle under a name with its hash, which is returned."""
        hashed = hashed_name(name, contents)
        self._bundles[hashed] = contents
        return hashed

    def _share(self, name: str, modules: list[Path]) -> None:
        """Keep modules that several pages use, if there are any."""
        if not modules:
            return
        imports, used = self._imports(modules)
        names = ", ".join(map(self._function, modules))
        kept = self._keep(name, f"{imports}{_ONCE}{self._functions(modules)}\nexport {{ {names} }};\n")
        self._used[kept] = used
        self._shared.update(dict.fromkeys(modules, kept))

    def _page_script(self, entry: Path, own: list[Path]) -> str:
        """The script of a page: functions of its own modules, and the code of its main module in a block."""
        others = [path for path in own if path != entry]
        module = self._modules[entry]
        imports, self._used[entry.name] = self._imports(own)
        return f"{imports}{_ONCE}{self._functions(others)}\n{self._heading(entry)}{{\n{self._body(module)}}}\n"

    def _imports(self, modules: list[Path]) -> tuple[str, list[str]]:
        """What modules need from the scripts that are shared: the imports, and the names of the scripts."""
        needed = {path for module in modules for path in self._needs(module)} - set(modules)
        scripts = sorted({self._shared[path] for path in needed})
        lines = (
            f"import {{ {', '.join(sorted(self._function(path) for path in needed if self._shared[path] == script))} }}"
            f' from "./{script}";\n'
            for script in scripts
        )
        return "".join(lines), scripts

    def _board_script(self, board: list[Path]) -> str:
        names = ", ".join(self._modules[board[0]].exports)
        return f"{_ONCE}{self._functions(board)}\nexport const {{ {names} }} = {self._function(board[0])}();\n"

    def widget_script(self) -> str:
        """The module of the widget, with styles and icons as arguments of its main function."""
        entry = self._static / WIDGET_MODULE
        needed = reached(entry, self._modules, dynamically=True)
        self._refuse_circles()
        styles = "".join(_for_shadow_root(_style(self._static / path)) for path in WIDGET_STYLES)
        icons = (self._static / "icons" / "icons.svg").read_text(encoding="utf-8")
        given = ", ".join(json.dumps(one, ensure_ascii=False) for one in (styles, icons))
        call = f"{self._function(entry)}().createWidget({given})"
        return f"{_ONCE}{self._functions(needed)}\nexport default {call};\n"

    def _functions(self, paths: Iterable[Path]) -> str:
        """Modules as functions, each of which returns what the module exports."""
        return "".join(map(self._as_function, paths))

    def _as_function(self, path: Path) -> str:
        module = self._modules[path]
        if module.awaits:
            raise UnknownForm(path, 1, "only the main module of a page can await something at its top level")
        exports = ", ".join(_renamed(theirs, own) for theirs, own in module.exports.items())
        body = f"{self._body(module)}return {{ {exports} }};\n"
        return f"\n{self._heading(path)}const {self._function(path)} = $once(() => {{\n{body}}});\n"

    def _body(self, module: Module) -> str:
        """The code of a module after the names that it imports."""
        imports = "".join(map(self._binding, (self._checked(module, one) for one in module.imports)))
        return imports + module.code(lambda path: f"Promise.resolve().then({self._function(path)})") + "\n"

    def _binding(self, one: Import) -> str:
        call = f"{self._function(one.path)}()"
        if one.namespace is not None:
            return f"const {one.namespace} = {call};\n"
        if not one.names:
            return f"{call};\n"
        return f"const {{ {', '.join(_renamed(theirs, own) for own, theirs in one.names.items())} }} = {call};\n"

    def _checked(self, module: Module, one: Import) -> Import:
        """The import, if the other module exports all its names."""
        missing = set(one.names.values()) - set(self._modules[one.path].exports)
        if missing:
            raise UnknownForm(module.path, one.line, f"{one.path.name} does not export {', '.join(sorted(missing))}")
        return one

    def _needs(self, path: Path) -> list[Path]:
        module = self._modules[path]
        return [one.path for one in module.imports] + list(module.loads)

    def _heading(self, path: Path) -> str:
        return f"// {path.relative_to(self._static).as_posix()}\n"

    def _function(self, path: Path) -> str:
        """The name of the function that a module becomes."""
        return "$" + re.sub(r"\W", "_", path.relative_to(self._static).with_suffix("").as_posix())

    def _rewritten(self, name: str, page: str) -> str:
        """A page with its bundles in the place of the sources."""

        def module(found: re.Match[str]) -> str:
            indent, written = found.groups()
            entry = self._static / written
            direct = self._used[entry.name]
            needed = sorted({*direct, *(further for script in direct for further in self._used[script])})
            preloads = (f'{indent}<link rel="modulepreload" href="{_address(script)}">\n' for script in needed)
            return f'{"".join(preloads)}{indent}<script type="module" src="{_address(self._scripts[entry])}"></script>'

        def classic(found: re.Match[str]) -> str:
            path = self._static / found[1]
            script = Module.read(path)
            if script.imports or script.exports or script.loads:
                raise UnknownForm(path, 1, "a script that is not a module cannot import or export")
            return f'<script src="{_address(self._keep(path.name, script.code(str) + chr(10)))}"></script>'

        def styles(found: re.Match[str]) -> str:
            written = "".join(_style(self._static / path) for path in _HREF.findall(found[0]))
            kept = self._keep(name.replace(".html", ".css"), written)
            return f'{found[1]}<link rel="stylesheet" href="{_address(kept)}">\n'

        return _STYLES.sub(styles, _CLASSIC.sub(classic, SCRIPT.sub(module, page)))


def _address(name: str) -> str:
    return f"/static/{FOLDER}/{name}"


def _renamed(theirs: str, own: str) -> str:
    return theirs if theirs == own else f"{theirs}: {own}"


def _style(path: Path) -> str:
    """A style sheet without comments, empty lines and indents; what refers to a file by a relative path is refused."""
    written = path.read_text(encoding="utf-8")
    kept: list[str] = []
    for piece in _STYLE_PIECE.finditer(written):
        if piece["unknown"] is not None:
            line = written.count("\n", 0, piece.start()) + 1
            raise UnknownForm(path, line, f"{piece['unknown']} in a style sheet")
        kept.append("" if piece[0].startswith("/*") else piece[0])
    return "".join(f"{line.strip()}\n" for line in "".join(kept).splitlines() if line.strip())


def _for_shadow_root(style: str) -> str:
    """A style sheet whose comments are left out already, for a shadow root of any size."""
    kept, start = [], 0
    for found in _MEDIA.finditer(style):
        if found.start() >= start and _WINDOW_SIZE.search(found[1]):
            kept.append(style[start : found.start()])
            start = _block_end(style, found.end())
    return _ROOT.sub(lambda root: f":host({root[1]})" if root[1] else ":host", "".join([*kept, style[start:]]))


def _block_end(style: str, start: int) -> int:
    """The place behind the brace that ends a block, which begins at `start`; no text of ours has braces in it."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(style, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(style)
