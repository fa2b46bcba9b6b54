"""Saved matches: records on disk, written atomically, so that a crash never leaves half a file."""

from __future__ import annotations

import errno
from pathlib import Path

import platformdirs

from sixprime.core import Match, SixprimeError
from sixprime.core.match import records
from sixprime.core.numbering import Numbering
from sixprime.files import write_atomically
from sixprime.formats.text import transcript
from sixprime.messages import Catalogue, shown, text
from sixprime.messages.system_errors import reason

MAX_FILE_BYTES = 50_000_000
TEXT = ".txt"


class FileProblem(SixprimeError):
    """A file that cannot be read or written."""


def current_game() -> Path:
    """The file in which the match of the terminal game is kept until it is resumed."""
    return Path(platformdirs.user_data_dir("sixprime")) / "terminal-game.json"


def path_of(written: str) -> Path:
    """A path from what a user typed; ~ is the home folder."""
    try:
        return Path(written).expanduser()
    except (RuntimeError, ValueError) as error:
        raise FileProblem(text("{path} is not a file name", path=shown(written))) from error


def save(match: Match, path: Path) -> None:
    """Write the record of a match."""
    write_file(path, records.dumps(match))


def load(path: Path) -> Match:
    """Read the record of a match."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise FileProblem(text("{path} is too large to be a match record", path=path))
        written = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    except UnicodeDecodeError as error:
        raise FileProblem(text("{path} is not a text file", path=path)) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=shown(str(path)))) from error
    try:
        return records.loads(written)
    except SixprimeError as error:
        raise FileProblem(text("{path}: {why}", path=path, why=error.message)) from error


def is_of_another_format(path: Path) -> bool:
    """Whether a file is a match file in a format other than our record."""
    from sixprime.formats.match_files import FORMATS, looks_like_record

    try:
        with path.open("rb") as file:
            head = file.read(65536)
    except (OSError, ValueError):
        return False
    return not looks_like_record(head) and any(known.recognises(head) for known in FORMATS)


def export(match: Match, path: Path, catalogue: Catalogue, numbering: Numbering) -> None:
    """Write a match in the format of the file's extension, or as a transcript in the reader's language."""
    from sixprime.formats.match_files import WRITERS, write_match

    extension = path.suffix.lower()
    if extension != TEXT and any(extension == writer.extension for writer in WRITERS):
        write_file(path, write_match(match, extension))
    else:
        write_file(path, transcript(match, catalogue, numbering))


def refuse_folder(path: Path) -> None:
    """Refuse a folder as the file to be written before the work that fills it, not after."""
    if path.is_dir():
        raise FileProblem(text("cannot write {path}: {why}", path=path, why=reason(OSError(errno.EISDIR, ""))))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically; `FileProblem` says in one line why it cannot be written."""
    try:
        write_atomically(path, content)
    except OSError as error:
        raise FileProblem(text("cannot write {path}: {why}", path=path, why=reason(error))) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=shown(str(path)))) from error
