"""Reads the comments of eXtreme Gammon's files: one text after another, mostly RTF; only the words are kept."""

from __future__ import annotations

import codecs
import re

from sixprime.formats.reading.results import MAX_COMMENT

MAX_COMMENTS = 20_000

_TOKEN = re.compile(
    r"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_UNSEEN = frozenset(
    {"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "generator", "listtable"}
)
_SIGNS = {
    "par": "\n",
    "line": "\n",
    "tab": "\t",
    "emdash": "\u2014",
    "endash": "\u2013",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "bullet": "\u2022",
}


def read_comments(data: bytes) -> list[str]:
    """All comments in their order. Two control characters stand for the line ends inside of them."""
    lines = data.split(b"\r\n", MAX_COMMENTS)[:MAX_COMMENTS]
    return [words_of(line.replace(b"\x01\x02", b"\r\n")[: 4 * MAX_COMMENT]) for line in lines]


def words_of(written: bytes) -> str:
    """The words of a comment, whether it is RTF or plain text."""
    if not written.lstrip().startswith(b"{\\rtf"):
        try:
            return written.decode("utf-8").strip()
        except UnicodeDecodeError:
            return written.decode("cp1252", "replace").strip()
    return _words_of_rtf(written.decode("latin-1"))


def _words_of_rtf(written: str) -> str:
    encoding = _encoding(written)
    words: list[str] = []
    raw = bytearray()
    depth, unseen_from, to_skip, skips = 0, 0, 0, 1
    for token in _TOKEN.finditer(written):
        name, number, code, sign, brace, plain = token.groups()
        if raw and (code is None or unseen_from):
            words.append(raw.decode(encoding, "replace"))
            raw.clear()
        if brace == "{":
            depth += 1
        elif brace == "}":
            depth -= 1
            if depth < unseen_from:
                unseen_from = 0
        elif unseen_from:
            continue
        elif name in _UNSEEN or sign == "*":
            unseen_from = depth
        elif name == "u" and number:
            words.append(_letter(int(number)))
            to_skip = skips
        elif name == "uc":
            skips = min(int(number or 1), 10)
        elif name is not None:
            words.append(_SIGNS.get(name, ""))
        elif to_skip and (code or sign):
            to_skip -= 1
        elif code is not None:
            raw.append(int(code, 16))
        elif sign is not None:
            words.append({"~": "\u00a0", "_": "-", "-": ""}.get(sign, sign if sign in "\\{}" else ""))
        elif plain is not None:
            left = plain[to_skip:]
            to_skip -= min(to_skip, len(plain))
            words.append(left if left.isascii() else left.encode("latin-1").decode(encoding, "replace"))
    words.append(raw.decode(encoding, "replace"))
    return "".join(words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").strip()


def _letter(number: int) -> str:
    """The character of an RTF number, which is signed; surrogates are joined later."""
    return chr(number & 0xFFFF)


def _encoding(written: str) -> str:
    page = re.search(r"\\ansicpg(\d{3,5})", written[:1000])
    try:
        return codecs.lookup(f"cp{page[1]}").name if page else "cp1252"
    except LookupError:
        return "cp1252"
