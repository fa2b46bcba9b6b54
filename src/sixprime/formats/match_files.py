"""Match files of every kind: `read_match_file` recognises and reads a file, `write_match` writes one.

Files are recognised by their contents; the name is a hint if the contents could be of several formats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from io import RawIOBase
from pathlib import Path

from sixprime.core import Match, SixprimeError
from sixprime.core.match import records
from sixprime.formats.bgf.files import looks_like_bgf, read_bgf
from sixprime.formats.boards.files import looks_like_board, read_board
from sixprime.formats.legacy.jellyfish import looks_like_gam, looks_like_pos, read_gam, read_pos
from sixprime.formats.legacy.oldmoves import looks_like_oldmoves, read_oldmoves
from sixprime.formats.legacy.snowie import looks_like_snowie, read_snowie
from sixprime.formats.mat.files import looks_like_mat, read_mat
from sixprime.formats.mat.writing import write_mat
from sixprime.formats.reading.analysis_json import notes_from_json, notes_to_json
from sixprime.formats.reading.results import MAX_FILE_BYTES, MatchFile, Problem, ReadMatch, UnreadableFile
from sixprime.formats.reading.text_files import head_of
from sixprime.formats.sgf.files import looks_like_sgf, read_sgf
from sixprime.formats.sgf.writing import write_sgf
from sixprime.formats.text.transcripts import transcript
from sixprime.formats.xg.files import looks_like_xg, read_xg
from sixprime.messages import shown, text
from sixprime.messages.system_errors import reason

__all__ = [
    "FORMATS",
    "WRITERS",
    "FileFormat",
    "FileWriter",
    "MatchFile",
    "Problem",
    "ReadMatch",
    "UnreadableFile",
    "read_match_bytes",
    "read_match_file",
    "write_match",
]

RECORD = "json"
FIRST_BYTES = 1 << 15
"""Most files are not larger."""
MORE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format that is read: its short name, its usual extensions, how it is recognised and how it is read."""

    name: str
    extensions: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], MatchFile]


@dataclass(frozen=True, slots=True)
class FileWriter:
    """A file format that is written: its short name, its extension, and the function that makes the text of a match."""

    name: str
    extension: str
    write: Callable[[ReadMatch], str]


# Our own record


def looks_like_record(data: bytes) -> bool:
    """Whether a file is a record of sixprime."""
    head = head_of(data[:4096]).lstrip()
    return head.startswith("{") and records.FORMAT in head


def read_record(data: bytes) -> MatchFile:
    """The match of a record, with its notes. A record is either valid or refused, so there are never problems."""
    try:
        record = records.parse(data.decode("utf-8-sig"))
        match = records.match_from_json(record)
        assert isinstance(record, dict)
        comments, analyses = notes_from_json(record, match.version)
    except UnicodeDecodeError:
        raise UnreadableFile(text("a record is text in UTF-8")) from None
    except SixprimeError as error:
        raise UnreadableFile(error.message) from None
    return MatchFile(RECORD, (ReadMatch(match, comments, analyses, record.get(records.REVIEW)),), writer="sixprime")


def write_record(read: ReadMatch) -> str:
    """The record of a match, with its notes."""
    return records.dumps(read.match, notes_to_json(read.comments, read.analyses), read.review)


FORMATS: tuple[FileFormat, ...] = (
    FileFormat("xg", (".xg", ".xgp"), looks_like_xg, read_xg),
    FileFormat("bgf", (".bgf",), looks_like_bgf, read_bgf),
    FileFormat("pos", (".pos",), looks_like_pos, read_pos),
    FileFormat(RECORD, (".json",), looks_like_record, read_record),
    FileFormat("sgf", (".sgf",), looks_like_sgf, read_sgf),
    FileFormat("snowie", (".txt",), looks_like_snowie, read_snowie),
    FileFormat("mat", (".mat", ".txt"), looks_like_mat, read_mat),
    FileFormat("board", (".txt",), looks_like_board, read_board),
    FileFormat("gam", (".gam",), looks_like_gam, read_gam),
    FileFormat("oldmoves", (".fibs", ".oldmoves"), looks_like_oldmoves, read_oldmoves),
)

WRITERS: tuple[FileWriter, ...] = (
    FileWriter("mat", ".mat", lambda read: write_mat(read.match)),
    FileWriter("sgf", ".sgf", write_sgf),
    FileWriter(RECORD, ".json", write_record),
    FileWriter("text", ".txt", lambda read: transcript(read.match)),
)


def read_match_file(path: str | Path) -> MatchFile:
    """Read a match file of any format. Raises `UnreadableFile` if there is no match in it.

    >>> import tempfile
    >>> from sixprime.core.match.events import OpeningRolled
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "evening.sgf"
    ...     _ = path.write_text(write_match(Match.from_events([OpeningRolled(3, 1)], length=5), "sgf"))
    ...     read_match_file(path).match.length
    5
    """
    place = path if isinstance(path, Path) else Path(path)
    try:
        with place.open("rb", buffering=0) as file:
            data = _read_all(file)
    except OSError as error:
        raise UnreadableFile(text("{file} cannot be opened: {why}", file=place.name, why=reason(error))) from None
    except ValueError:
        raise UnreadableFile(text("{path} is not a file name", path=shown(str(place)))) from None
    return _read(data, place.suffix)


def _read_all(file: RawIOBase) -> bytes:
    """The bytes of a file, up to one more than is allowed."""
    parts = [file.read(FIRST_BYTES) or b""]
    size = len(parts[0])
    while parts[-1] and size <= MAX_FILE_BYTES:
        parts.append(file.read(min(MAX_FILE_BYTES + 1 - size, MORE_BYTES)) or b"")
        size += len(parts[-1])
    return b"".join(parts)


def read_match_bytes(data: bytes, name: str = "") -> MatchFile:
    """Read a match file of any format from its contents; `name` is the file's name, if it has one.

    >>> read_match_bytes(b"1;0;0;0;0;").problems
    Traceback (most recent call last):
    ...
    sixprime.formats.reading.results.UnreadableFile: this is not a match file of a known kind: .xg, .xgp, .bgf, ...
    """
    return _read(data, Path(name).suffix)


def _read(data: bytes, extension: str) -> MatchFile:
    if len(data) > MAX_FILE_BYTES:
        raise UnreadableFile(text("the file has more than {most} bytes", most=MAX_FILE_BYTES))
    if not data or data.isspace():
        raise UnreadableFile(text("the file is empty"))
    refusal: UnreadableFile | None = None
    for known in _likely_formats(extension.lower()):
        if known.recognises(data):
            try:
                return known.read(data)
            except UnreadableFile as error:  # another format may fit better
                refusal = refusal or error
    if refusal is not None:
        raise refusal
    endings = ", ".join(dict.fromkeys(ending for known in FORMATS for ending in known.extensions))
    raise UnreadableFile(text("this is not a match file of a known kind: {kinds}", kinds=endings))


@lru_cache(maxsize=64)
def _likely_formats(extension: str) -> tuple[FileFormat, ...]:
    """All formats, those with this extension first."""
    return tuple(sorted(FORMATS, key=lambda known: extension not in known.extensions))


def write_match(match: Match | ReadMatch, format_name: str) -> str:
    """The text of a match in a format of `WRITERS`, given by name or extension; write it to a file as UTF-8.

    >>> from sixprime.core.match.events import OpeningRolled
    >>> print(write_match(Match.from_events([OpeningRolled(3, 1)], length=5), ".mat").splitlines()[5])
     5 point match
    """
    wanted = format_name.lower()
    writer = next((writer for writer in WRITERS if wanted in (writer.name, writer.extension)), None)
    if writer is None:
        names = ", ".join(writer.extension for writer in WRITERS)
        raise UnreadableFile(text("{format} cannot be written; there are {names}", format=wanted, names=names))
    return writer.write(match if isinstance(match, ReadMatch) else ReadMatch(match))
