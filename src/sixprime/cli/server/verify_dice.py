"""`sixprime verify-dice`: checks the dice of a match, from a transcript of a server or a match file that holds one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime.cli.shared import saves
from sixprime.cli.shared.match_files import plain_path
from sixprime.cli.shared.options import BadOption
from sixprime.cli.shared.saves import MAX_FILE_BYTES, FileProblem
from sixprime.core import Match, SixprimeError
from sixprime.core.match import records
from sixprime.formats.match_files import UnreadableFile, read_match_bytes
from sixprime.messages import Catalogue, Message, counted, text
from sixprime.server.dice.derivation import InvalidDice, read_hexadecimal
from sixprime.server.dice.transcript_lines import DETAIL, find_transcript
from sixprime.server.dice.transcripts import MAX_TOLD, InvalidTranscript, Transcript, loads


@dataclass(frozen=True, slots=True)
class FoundDice:
    """The transcript found in a file, and the match if the file has that too."""

    transcript: Transcript
    match: Match | None = None
    has_ties: bool = True
    """Whether the match includes tied opening rolls; some formats leave them out."""

    def problems(self, committed: str | None) -> Iterator[Message]:
        """Everything that is wrong with the dice, a sentence each."""
        if committed is not None and committed != self.transcript.commitment:
            yield text("the server committed to {found}, not to what you noted", found=self.transcript.commitment)
        yield from self.transcript.verify().problems
        if self.match is not None:
            compare = self.transcript.compared if self.has_ties else self.transcript.compared_without_ties
            yield from islice(compare(self.match.rolls), MAX_TOLD)


def verify(path: Path, commitment: str | None, words: Catalogue) -> int:
    """Print how many rolls are as derived, or what is wrong, and return the exit code."""
    committed = _noted(commitment)
    found = _read(path)
    problems = list(found.problems(committed))
    verified = counted("{count} roll verified", "{count} rolls verified", len(found.transcript.rolls))
    console = Console(highlight=False)
    for line in problems or [verified]:
        console.print(Text(line.in_language(words)), soft_wrap=True)
    return 1 if problems else 0


def _noted(commitment: str | None) -> str | None:
    if commitment is None:
        return None
    try:
        return read_hexadecimal(commitment).hex()
    except InvalidDice as error:
        raise BadOption(text("--commitment: {why}", why=error.message)) from None


def _read(path: Path) -> FoundDice:
    written = _text_of(path)
    try:
        return find_dice_lines(written) or find_dice(loads(written))
    except SixprimeError as error:
        raise FileProblem(text("{path}: {why}", path=plain_path(path), why=error.message)) from error


def _text_of(path: Path) -> str:
    try:
        if str(path) == "-":
            octets = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with path.open("rb") as file:
                octets = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise FileProblem(text("cannot read {path}: {why}", path=plain_path(path), why=saves.reason(error))) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=plain_path(path))) from error
    if len(octets) > MAX_FILE_BYTES:
        raise FileProblem(text("{path} is too large to be a match record", path=plain_path(path)))
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblem(text("{path} is not a text file", path=plain_path(path))) from error


def find_dice_lines(written: str) -> FoundDice | None:
    """The transcript written line by line in a text, as in `.mat`, `.sgf` and `.txt`; None if there is none."""
    transcript = None if written.lstrip().startswith("{") else find_transcript(written)
    if transcript is None:
        return None
    try:
        return FoundDice(transcript, read_match_bytes(written.encode()).match, has_ties=False)
    except UnreadableFile:
        return FoundDice(transcript)


def find_dice(written: object) -> FoundDice:
    """The transcript in JSON, which is a transcript itself or a match record with one among its details."""
    if isinstance(written, dict) and written.get("format") == records.FORMAT:
        match = records.match_from_json(written)
        if DETAIL not in match.details:
            raise InvalidTranscript(text("this record has no transcript of its dice"))
        return FoundDice(Transcript.from_text(match.details[DETAIL]), match)
    return FoundDice(Transcript.from_json(written))
