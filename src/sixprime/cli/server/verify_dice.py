"""`sixprime verify-dice`: checks the dice of a match, from a transcript of a server or a match file that holds one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime.cli.shared.match_files import plain_path
from sixprime.cli.shared.options import BadOption
from sixprime.cli.shared.saves import MAX_FILE_BYTES, FileProblem
from sixprime.core import Match, Player, Roll, SixprimeError
from sixprime.core.match import records
from sixprime.formats.dice.derivation import read_hexadecimal
from sixprime.formats.dice.pins import DicePins
from sixprime.formats.dice.transcript_lines import DETAIL, find_transcript
from sixprime.formats.dice.transcripts import MAX_TOLD, InvalidTranscript, Transcript, loads
from sixprime.formats.match_files import UnreadableFile, read_match_bytes
from sixprime.messages import Catalogue, Message, counted, shown, text
from sixprime.messages.system_errors import reason

NO_SEED = "none"
"""How a user writes that a side had committed to no seed."""


@dataclass(frozen=True, slots=True)
class FoundDice:
    """The transcript found in a file, and the match if the file has that too."""

    transcript: Transcript
    match: Match | None = None
    has_ties: bool = True
    """Whether the match includes tied opening rolls; some formats leave them out."""

    def differences(self) -> Iterator[Message]:
        """Where the rolls of the match are not those of the transcript."""
        if self.match is not None:
            compare = self.transcript.compared if self.has_ties else self.transcript.compared_without_ties
            yield from islice(compare(self.match.rolls), MAX_TOLD)


@dataclass(frozen=True, slots=True)
class NotedDice:
    """The options that say what the user noted before and during the match, as they were written."""

    match: str | None = None
    commitment: str | None = None
    seed: str | None = None
    white: str | None = None
    black: str | None = None
    imported: int | None = None
    rolls: str | None = None

    def pins(self) -> DicePins:
        """What was noted; `BadOption` for an option that cannot be right."""
        sides = {Player.WHITE: ("--white", self.white), Player.BLACK: ("--black", self.black)}
        return DicePins(
            self.match,
            None if self.commitment is None else _digits("--commitment", self.commitment).hex(),
            None if self.seed is None else _digits("--seed", self.seed),
            {
                player: None if written.lower() == NO_SEED else _digits(option, written).hex()
                for player, (option, written) in sides.items()
                if written is not None
            },
            self.imported,
            _noted_rolls(self.rolls, (self.imported or 0) + 1),
        )


def verify(path: Path, noted: NotedDice, words: Catalogue) -> int:
    """Print how many rolls are as derived and what was not compared, or what is wrong, and return the exit code."""
    pins = noted.pins()
    found = _read(path)
    verification = pins.verify(found.transcript)
    problems = [*verification.problems, *found.differences()]
    verified = counted("{count} roll verified", "{count} rolls verified", len(found.transcript.rolls))
    lines = problems or [verified, *(text("not compared: {what}", what=note) for note in verification.notes)]
    console = Console(highlight=False, emoji=False)
    for line in lines:
        console.print(Text(line.in_language(words)), soft_wrap=True)
    return 1 if problems else 0


def _digits(option: str, written: str) -> bytes:
    try:
        return read_hexadecimal(written)
    except SixprimeError as error:
        raise BadOption(text("{option}: {why}", option=option, why=error.message)) from None


def _noted_rolls(written: str | None, first: int) -> dict[int, Roll]:
    """The rolls in a text like `31 - 66`, by their numbers; a `-` stands for one that was not noted."""
    rolls = {}
    for number, word in enumerate((written or "").split(), first):
        if word == "-":
            continue
        try:
            rolls[number] = Roll.of([int(digit) for digit in word])
        except (SixprimeError, ValueError):
            raise BadOption(
                text("--rolls: {word} is not a roll: write 31 for a three and a one", word=shown(word))
            ) from None
    return rolls


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
        raise FileProblem(text("cannot read {path}: {why}", path=plain_path(path), why=reason(error))) from error
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
