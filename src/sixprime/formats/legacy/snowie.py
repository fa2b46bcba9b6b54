"""Reads files of Snowie: one position line or several (see `sixprime.formats.ids.snowie_lines`)."""

from __future__ import annotations

import re

from sixprime.core import SixprimeError
from sixprime.formats.ids.snowie_lines import SNOWIE, parse_snowie_position
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.results import MatchFile
from sixprime.formats.reading.text_files import head_of, numbered_lines

_LINE = re.compile(r"\s*[0-9]+;[01];[0-9]+;[01];[01];(?:[^;\n]*;){33}")


def looks_like_snowie(data: bytes) -> bool:
    """Whether a file is a position line of Snowie."""
    return _LINE.match(head_of(data[:4096])) is not None


def read_snowie(data: bytes) -> MatchFile:
    """A match that consists of the position; several lines are several matches."""
    builder = MatchBuilder("snowie", SNOWIE)
    for line, written in numbered_lines(data):
        builder.line = line
        if not written.strip():
            continue
        try:
            found = parse_snowie_position(written)
        except SixprimeError as error:
            builder.problem(error.message)
            continue
        builder.add_situation(found.situation, found.names)
        if builder.is_full:
            break
    return builder.finish()
