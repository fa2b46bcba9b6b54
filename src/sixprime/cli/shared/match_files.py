"""Reading match files for the commands: every failure becomes one line that names the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sixprime.cli.shared.saves import FileProblem
from sixprime.core import SixprimeError
from sixprime.formats.match_files import MatchFile, read_match_bytes
from sixprime.formats.reading.results import MAX_FILE_BYTES
from sixprime.messages import Message, counted, text
from sixprime.messages.system_errors import reason

MOST_PROBLEMS = 10
"""How many problems of a file are shown unless somebody asks for all."""


def plain(words: str) -> str:
    """Replace what a terminal cannot show in a line, such as control characters, by spaces."""
    return "".join(character if character.isprintable() else " " for character in words)


def plain_path(path: Path) -> str:
    """The path of a file as a terminal can show it in a line."""
    return plain(str(path)).strip() or "?"


def read_file(path: Path) -> MatchFile:
    """Read the matches of a file; `FileProblem` names the file if it cannot be read."""
    data = read_bytes(path)
    try:
        return read_match_bytes(data, path.name)
    except SixprimeError as error:
        raise FileProblem(text("{path}: {why}", path=plain_path(path), why=error.message)) from error


def read_bytes(path: Path) -> bytes:
    """Read the content of a file, and at most one byte more than a match file may have."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        why = reason(error)
        raise FileProblem(text("cannot read {path}: {why}", path=plain_path(path), why=why)) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=plain_path(path))) from error


def problem_lines(file: MatchFile, most: int | None = None) -> Iterator[Message]:
    """The problems found in a file, a sentence each: the first `most` of them, then how many more there are."""
    shown = file.problems if most is None else file.problems[:most]
    for problem in shown:
        yield problem.describe()
    left = len(file.problems) - len(shown) + file.problems_left_out
    if left:
        yield counted("{count} more problem", "{count} more problems", left)
