"""JavaScript as tokens: enough of the language to find imports, exports and comments, and nothing inside strings.

Whether a slash begins a regular expression or divides is decided by the token before it. After a closing brace that
cannot be known without parsing the whole, and is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sixprime.core.errors import SixprimeError
from sixprime.messages import text


class UnknownForm(SixprimeError):
    """A script or style sheet has a form that the bundler does not know."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(
            text("{file}, line {line}: this cannot be bundled: {problem}", file=path.name, line=line, problem=problem)
        )


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a script; all of them, joined, are the script."""

    kind: str
    """`space`, `comment`, `name`, `number`, `string`, `template`, `regex` or `mark`."""
    text: str
    line: int
    depth: int
    """How many brackets, of any kind, are open around it."""

    @property
    def is_code(self) -> bool:
        return self.kind not in ("space", "comment")


_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<name>\#?[^\W\d][\w$]*|\#?\$[\w$]*)
    |(?P<number>\.?\d[\w.]*)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<mark>\.\.\.|\+\+|--|=>|[^\w\s"'\\$\#])""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^\\/\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/\w*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_BEFORE_REGEX = frozenset(
    ("await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void")
)
"""Words after which a value follows, so that a slash begins a regular expression."""
_BEFORE_CONDITION = frozenset(("if", "while", "for", "with"))
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class _ScriptReader:
    """Reads one script."""

    def __init__(self, source: str, path: Path) -> None:
        self._source = source
        self._path = path
        self._at = 0
        self._line = 1
        self._found: list[Token] = []
        self._open: list[str] = []
        """The open brackets: `(`, `[`, `{`, `if (` after a word like `if`, and `${` inside a template."""
        self._closed = ""
        """The bracket that the last closing one has closed."""
        self._before: list[Token] = []
        """The last two tokens that are code."""

    def read(self) -> list[Token]:
        while self._at < len(self._source):
            self._read_one()
        if self._open:
            raise self._unknown(f"{self._open[-1]} is never closed")
        return self._found

    def _read_one(self) -> None:
        character = self._source[self._at]
        is_template = character == "`" or (character == "}" and self._open[-1:] == ["${"])
        if is_template:
            self._read_template()
            return
        if character == "/" and self._source[self._at : self._at + 2] not in ("//", "/*") and self._begins_regex():
            regex = _REGEX.match(self._source, self._at)
            if regex is None:
                raise self._unknown("a regular expression without an end")
            self._add("regex", regex[0])
            return
        token = _TOKEN.match(self._source, self._at)
        if token is None:
            raise self._unknown(f"{character} is not expected here")
        kind = str(token.lastgroup)
        if kind == "mark" and character in _CLOSING:
            self._close(character)
            self._add(kind, character)
            return
        self._add(kind, token[0])
        if kind == "mark" and character in _OPENING:
            condition = len(self._before) == 2 and self._before[0].text in _BEFORE_CONDITION
            self._open.append("if (" if character == "(" and condition else character)

    def _read_template(self) -> None:
        """Read a template from its beginning or from the end of a value in it, up to the next value or its end."""
        piece = _TEMPLATE.match(self._source, self._at + 1)
        if piece is None:
            raise self._unknown("a template without an end")
        if self._source[self._at] == "}":
            self._open.pop()
        self._add("template", self._source[self._at] + piece[0])
        if piece[0].endswith("${"):
            self._open.append("${")

    def _close(self, character: str) -> None:
        opening = self._open.pop() if self._open else ""
        if not opening or opening[-1] + character not in ("()", "[]", "{}") or opening == "${":
            raise self._unknown(f"{character} closes nothing")
        self._closed = opening

    def _begins_regex(self) -> bool:
        if not self._before:
            return True
        last = self._before[-1]
        if last.kind == "name":
            is_property = len(self._before) == 2 and self._before[0].text == "."
            return last.text in _BEFORE_REGEX and not is_property
        if last.kind == "template":
            return last.text.endswith("${")
        if last.kind != "mark":
            return False
        if last.text == "}":
            raise self._unknown("a slash after a closing brace")
        return self._closed == "if (" if last.text == ")" else last.text not in ("]", "++", "--")

    def _add(self, kind: str, written: str) -> None:
        token = Token(kind, written, self._line, len(self._open))
        self._found.append(token)
        if token.is_code:
            self._before = [*self._before[-1:], token]
        self._at += len(written)
        self._line += written.count("\n")

    def _unknown(self, problem: str) -> UnknownForm:
        return UnknownForm(self._path, self._line, problem)


def tokens_of(source: str, path: Path) -> list[Token]:
    """Return the tokens of a script; `UnknownForm` if it cannot be read, with the name of its file."""
    return _ScriptReader(source, path).read()
