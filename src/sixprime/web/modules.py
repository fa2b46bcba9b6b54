"""One ES module: what it imports and exports, and its code without imports, exports and comments.

Only the forms that the pages use are known: named and namespace imports, named exports of functions, classes and
constants, and dynamic imports of a literal path. Any other form is refused, so that a bundle never means anything else
than the modules it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sixprime.web.javascript import Token, UnknownForm, tokens_of

SCRIPT = re.compile(r'( *)<script type="module" src="/static/([^"]+)"></script>')
"""The main module of a page, in its HTML."""
RESERVED = "$"
"""No module may use names that begin like this: bundles use them for themselves."""
_DECLARATION = re.compile(r"((?:async )?function(?: \*)?|class|const) ([A-Za-z_][\w$]*)")


@dataclass(frozen=True, slots=True)
class Import:
    """A static import."""

    path: Path
    line: int
    names: dict[str, str] = field(default_factory=dict)
    """The imported names, by the names that the module gives them."""
    namespace: str | None = None
    """The name of the namespace object, for `import * as name`."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as it is written in its file."""

    path: Path
    imports: tuple[Import, ...]
    exports: dict[str, str]
    """The module's own names, by the names they are exported under."""
    loads: tuple[Path, ...]
    """What it imports dynamically."""
    awaits: bool
    """Whether it waits for something at its top level."""
    pieces: tuple[str | Path, ...]
    """Its code; a path stands for a dynamic import of that module."""

    @classmethod
    def read(cls, path: Path) -> Module:
        """Read a module; `UnknownForm` if it has a form that is not known."""
        return _ModuleReader(path).read()

    def code(self, load: Callable[[Path], str]) -> str:
        """Return the code of the module; `load` writes a dynamic import."""
        return "".join(load(piece) if isinstance(piece, Path) else piece for piece in self.pieces).strip()


class _ModuleReader:
    """Reads the tokens of a module from the first to the last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tokens = tokens_of(path.read_text(encoding="utf-8"), path)
        self._at = 0
        self._imports: list[Import] = []
        self._exports: dict[str, str] = {}
        self._loads: list[Path] = []
        self._awaits = False
        self._pieces: list[str | Path] = []

    def read(self) -> Module:
        before = ";"
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind == "name" and before != ".":
                if token.text.startswith(RESERVED):
                    raise self._unknown(token, f"names that begin with {RESERVED} belong to the bundle")
                if token.text in ("import", "export") and self._code_after(self._at).text != ":":
                    before = self._read_keyword(token, begins=token.depth == 0 and before in (";", "}"))
                    continue
                self._awaits = self._awaits or (token.text == "await" and token.depth == 0)
            self._keep(self._take())
            if token.is_code:
                before = token.text
        return Module(
            self._path,
            tuple(self._imports),
            self._exports,
            tuple(dict.fromkeys(self._loads)),
            self._awaits,
            tuple(self._pieces),
        )

    def _keep(self, token: Token) -> None:
        """Add a token to the code: comments become a space or a line end; empty lines and indents are left out."""
        if token.is_code:
            self._pieces.append(token.text)
            return
        blank = token.text if token.kind == "space" else "\n" if "\n" in token.text else " "
        if self._pieces and isinstance(self._pieces[-1], str) and self._pieces[-1].isspace():
            blank = str(self._pieces.pop()) + blank
        self._pieces.append("\n" if "\n" in blank else " ")

    def _read_keyword(self, word: Token, *, begins: bool) -> str:
        """Read what begins with `import` or `export`; returns the last token that was read."""
        if word.text == "import" and self._code_after(self._at).text == "(":
            self._read_load()
        elif not begins:
            raise self._unknown(word, f"{word.text} inside of something else")
        elif word.text == "import":
            self._read_import(word)
        else:
            self._read_export(word)
        return self._tokens[self._at - 1].text

    def _read_load(self) -> None:
        """Read `import("./path.js")`."""
        word = self._take()
        opening, path, closing = self._take_code(), self._take_code(), self._take_code()
        if opening.text != "(" or path.kind != "string" or closing.text != ")":
            raise self._unknown(word, "a dynamic import needs the path of a module as a string")
        loaded = self._resolve(path)
        self._loads.append(loaded)
        self._pieces.append(loaded)

    def _read_import(self, word: Token) -> None:
        self._take()
        token = self._take_code()
        names: dict[str, str] = {}
        namespace = None
        if token.kind != "string":
            if token.text == "{":
                names = {own: theirs for theirs, own in self._names()}
            elif token.text == "*" and self._take_code().text == "as":
                namespace = self._take_code().text
            else:
                raise self._unknown(word, "only named imports and namespaces are known")
            if self._take_code().text != "from":
                raise self._unknown(word, "an import without from")
            token = self._take_code()
        path = self._resolve(token)
        self._end(word)
        self._imports.append(Import(path, word.line, names, namespace))

    def _read_export(self, word: Token) -> None:
        """Read the head of an export; the code of what is exported stays where it is."""
        self._take()
        following = self._code_after(self._at - 1)
        if following.text == "{":
            self._take_code()
            self._exports.update({theirs: own for own, theirs in self._names()})
            self._end(word)
            return
        while self._tokens[self._at].kind == "space":
            self._at += 1
        head = _DECLARATION.match(
            " ".join(token.text for token in self._tokens[self._at : self._at + 12] if token.is_code)
        )
        if head is None:
            raise self._unknown(word, "only functions, classes and constants can be exported, each by its name")
        if head[1] == "const":
            self._check_constant(word)
        self._exports[head[2]] = head[2]
        self._keep_until_name(head[2])

    def _check_constant(self, word: Token) -> None:
        for token in self._tokens[self._at :]:
            if token.depth == word.depth and token.text in (";", ","):
                if token.text == ",":
                    raise self._unknown(word, "one constant at a time can be exported")
                return
        raise self._unknown(word, "a statement without a semicolon")

    def _keep_until_name(self, name: str) -> None:
        """Add the code of a declaration up to its name."""
        while True:
            token = self._take()
            self._keep(token)
            if token.text == name:
                return

    def _names(self) -> Iterator[tuple[str, str]]:
        """Read the names in braces: pairs of a name and the one after `as`, or twice the same."""
        token = self._take_code()
        while token.text != "}":
            if token.kind != "name" or token.text == "default":
                raise self._unknown(token, f"{token.text} among the names")
            name = other = token.text
            token = self._take_code()
            if token.text == "as":
                other = self._take_code().text
                token = self._take_code()
            yield name, other
            if token.text == ",":
                token = self._take_code()
            elif token.text != "}":
                raise self._unknown(token, f"{token.text} among the names")

    def _end(self, word: Token) -> None:
        if self._take_code().text != ";":
            raise self._unknown(word, "only a path or names, and a semicolon after them, are known here")

    def _resolve(self, written: Token) -> Path:
        name = written.text[1:-1]
        path = (self._path.parent / name).resolve()
        if written.kind != "string" or not name.startswith(("./", "../")) or not path.is_file():
            raise self._unknown(written, f"there is no module {written.text}")
        return path

    def _take(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _take_code(self) -> Token:
        token = self._code_after(self._at - 1)
        while self._take() is not token:
            pass
        return token

    def _code_after(self, at: int) -> Token:
        """Return the first token after a place that is code."""
        for index in range(at + 1, len(self._tokens)):
            if self._tokens[index].is_code:
                return self._tokens[index]
        raise self._unknown(self._tokens[-1], "the module ends too soon")

    def _unknown(self, token: Token, problem: str) -> UnknownForm:
        return UnknownForm(self._path, token.line, problem)


def reached(entry: Path, modules: dict[Path, Module], *, dynamically: bool) -> list[Path]:
    """Return a module and all that it imports, directly or not, nearest first.

    `modules` keeps the modules that have been read. With `dynamically`, what is loaded later is included.
    """
    found = [entry]
    for path in found:
        module = modules.get(path)
        if module is None:
            module = modules[path] = Module.read(path)
        paths = [one.path for one in module.imports] + (list(module.loads) if dynamically else [])
        found.extend(path for path in dict.fromkeys(paths) if path not in found)
    return found
