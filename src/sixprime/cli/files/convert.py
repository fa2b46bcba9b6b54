"""`sixprime convert`: converts match files, single ones or whole folders, from any readable format to a writable one.

Files are written atomically, and replace others only with `--force`. An error in one file is reported in a line and
does not stop the others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from sixprime.cli.shared import saves
from sixprime.cli.shared.match_files import MOST_PROBLEMS, plain, plain_path, problem_lines, read_file
from sixprime.cli.shared.options import BadOption, not_one_of
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import Match, SixprimeError
from sixprime.core.match import events as ev
from sixprime.files import write_atomically
from sixprime.formats.match_files import FORMATS, WRITERS, FileWriter, MatchFile, write_match
from sixprime.messages import Catalogue, Message, counted, text
from sixprime.messages.system_errors import reason

SOME_FAILED = 1
"""The exit code when not every file could be converted."""
WITHOUT_POSITIONS = "mat"
"""The format that cannot hold a position without plays."""
WITH_NOTES = ("sgf", "json")
"""The only format that is written with comments and analyses."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which files to convert, into which format, and where to write them."""

    inputs: tuple[Path, ...]
    writer: FileWriter
    file: Path | None = None
    """The one file to write."""
    folder: Path | None = None
    """The folder to write into; None to write each file beside its source."""

    def jobs(self) -> list[tuple[Path, Path]]:
        """Each file to read with the file to write.

        A folder means all match files in it and below it. Files whose names differ only in their extension would be
        written to the same name, so they keep their old extension before the new one.
        """
        if self.file is not None:
            return [(path, self.file) for path in self.inputs]
        found = list(self._found())
        uses = Counter(self._target(place) for _, place in found)
        return [(path, self._target(place, keeps_extension=uses[self._target(place)] > 1)) for path, place in found]

    def _found(self) -> Iterator[tuple[Path, Path]]:
        """Each file to read, and where one of its name would be written."""
        for path in self.inputs:
            if not path.is_dir():
                yield path, path if self.folder is None else self.folder / path.name
                continue
            for inside in sorted(path.rglob("*")):
                if not _has_known_extension(inside) or not inside.is_file():
                    continue
                if self.folder is not None:
                    yield inside, self.folder / inside.relative_to(path)
                elif inside.suffix.lower() != self.writer.extension:  # already in this format
                    yield inside, inside

    def _target(self, place: Path, *, keeps_extension: bool = False) -> Path:
        name = place.stem if _has_known_extension(place) and not keeps_extension else place.name
        return place.parent / (name + self.writer.extension)


def _has_known_extension(path: Path) -> bool:
    return path.suffix.lower() in {extension for known in FORMATS for extension in known.extensions}


# From the command line to a plan


def plan_of(paths: Sequence[Path], to: str | None) -> Plan:
    """The plan for a command line. The last path is the target, unless all paths are sources.

    With `to`, the last path is the target if it is a folder, or if it does not exist and is named like a folder or like
    a file of that format. A single path is always a source.
    """
    expanded = [saves.path_of(str(path)) for path in paths]
    if to is None:
        return _plan_by_extension(expanded)
    writer = _writer_named(to)
    *inputs, last = expanded
    written_as_folder = str(paths[-1]).endswith(("/", os.sep))
    if inputs and (last.is_dir() or not _exists(last)):
        if last.is_dir() or written_as_folder or not last.suffix:
            return Plan(tuple(inputs), writer, folder=last)
        if last.suffix.lower() == writer.extension and len(inputs) == 1 and not inputs[0].is_dir():
            return Plan(tuple(inputs), writer, file=last)
    return Plan(tuple(expanded), writer)


def _plan_by_extension(paths: list[Path]) -> Plan:
    *inputs, last = paths
    if not inputs:
        raise BadOption(text("say into which file to convert, or into which format with --to"))
    if last.is_dir() or not last.suffix:
        raise BadOption(text("say into which format to convert with --to"))
    if len(inputs) > 1 or inputs[0].is_dir():
        raise BadOption(text("several files go into a folder, in a format that --to names"))
    return Plan(tuple(inputs), _writer_for(last), file=last)


def _writer_named(to: str) -> FileWriter:
    for writer in WRITERS:
        if to.strip().lower() in (writer.name, writer.extension):
            return writer
    raise not_one_of("--to", [writer.name for writer in WRITERS], to)


def _writer_for(path: Path) -> FileWriter:
    for writer in WRITERS:
        if path.suffix.lower() == writer.extension:
            return writer
    known = ", ".join(writer.extension for writer in WRITERS)
    raise BadOption(text("{path} cannot be written; there are {names}", path=plain_path(path), names=known))


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


# Converting


@dataclass(slots=True)
class ConversionTally:
    """What has been converted so far."""

    sources: int = 0
    failed: int = 0
    with_problems: int = 0
    written: dict[Path, Path] = field(default_factory=dict)
    """Each file written, with its source."""
    notes_left_out: bool = False


def convert(paths: Sequence[Path], to: str | None, *, force: bool, words: Catalogue) -> int:
    """Convert the files, with a progress bar if there are several, and return the exit code."""
    plan = plan_of(paths, to)
    errors = Console(stderr=True, highlight=False, emoji=False)
    jobs = plan.jobs()
    if not jobs:
        raise FileProblem(text("there are no match files in {path}", path=plain_path(plan.inputs[0])))

    def complain(message: Message, style: str = "") -> None:
        errors.print(Text(plain(f"sixprime: {message.in_language(words)}"), style), soft_wrap=True)

    tally = ConversionTally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shows_bar = len(jobs) > 1 and errors.is_terminal
    try:
        with Progress(*columns, console=errors, transient=True, disable=not shows_bar) as bar:
            task = bar.add_task(text("converting").in_language(words), total=len(jobs))
            for source, target in jobs:
                try:
                    problems = list(_convert_file(source, target, plan.writer, tally, force=force))
                except SixprimeError as error:
                    tally.failed += 1
                    complain(error.message)
                else:
                    tally.sources += 1
                    tally.with_problems += bool(problems)
                    for problem in problems:
                        complain(text("{path}: {why}", path=plain_path(source), why=problem), "yellow")
                bar.advance(task)
    finally:
        _sum_up(tally, plan, len(jobs), words)
    return SOME_FAILED if tally.failed else 0


def _convert_file(
    source: Path, target: Path, writer: FileWriter, tally: ConversionTally, *, force: bool
) -> Iterator[Message]:
    """Convert one file, and yield the problems found in it."""
    targets = [target]
    _check_target(source, target, tally, force=force)  # before reading a file that may be large
    file = read_file(source)
    if len(file.matches) > 1:
        targets = numbered_paths(target, len(file.matches))
        for numbered in targets:
            _check_target(source, numbered, tally, force=force)
    if writer.name == WITHOUT_POSITIONS and any(_is_position(read.match) for read in file.matches):
        raise FileProblem(
            text("{path} holds a position without a play: .mat has no room for it", path=plain_path(source))
        )
    for read, path in zip(file.matches, targets, strict=True):
        write_file(path, write_match(read, writer.name), force=force)
        tally.written[path] = source
    if writer.name not in WITH_NOTES and _has_notes(file):
        tally.notes_left_out = True
    yield from problem_lines(file, MOST_PROBLEMS)


def _is_position(match: Match) -> bool:
    return not any(isinstance(event, ev.Played | ev.Doubled | ev.ResignationAccepted) for event in match.events)


def _has_notes(file: MatchFile) -> bool:
    return any(read.comments or read.analyses or read.review for read in file.matches)


def _check_target(source: Path, target: Path, tally: ConversionTally, *, force: bool) -> None:
    """Refuse to overwrite the source, a file written by this command, or, without `force`, any other file."""
    if target in tally.written:
        source_name, target_name = plain_path(source), plain_path(target)
        raise FileProblem(text("{path}: {other} has just been written", path=source_name, other=target_name))
    if _exists(target):
        if _is_same(source, target):
            raise FileProblem(text("{path} would be written over itself", path=plain_path(source)))
        if not force:
            raise is_there(target)


def _is_same(source: Path, target: Path) -> bool:
    try:
        return source.samefile(target)
    except OSError:
        return False


def numbered_paths(path: Path, count: int) -> list[Path]:
    """The names of the files of several matches."""
    return [path.with_name(f"{path.stem}-{number:03d}{path.suffix}") for number in range(1, count + 1)]


def is_there(path: Path) -> FileProblem:
    """The error for a file that would be written over."""
    return FileProblem(text("{path} is there already; --force writes over it", path=plain_path(path)))


def _cannot_write(path: Path, error: OSError) -> FileProblem:
    return FileProblem(text("cannot write {path}: {why}", path=plain_path(path), why=reason(error)))


def write_file(path: Path, content: str, *, force: bool) -> None:
    """Write a file atomically; only with `force` may it replace another."""
    _make_folder_of(path)
    try:
        write_atomically(path, content, overwrite=force)
    except FileExistsError as error:
        raise is_there(path) from error
    except OSError as error:
        raise _cannot_write(path, error) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=plain_path(path))) from error


def _make_folder_of(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        why = text("{path} is a file, not a folder", path=plain_path(path.parent))
        raise FileProblem(text("cannot write {path}: {why}", path=plain_path(path), why=why)) from error
    except OSError as error:
        raise _cannot_write(path, error) from error


def _sum_up(tally: ConversionTally, plan: Plan, count: int, words: Catalogue) -> None:
    """Print what has been written, also if the command was interrupted."""
    console = Console(highlight=False, emoji=False)

    def tell(message: Message) -> None:
        console.print(Text(plain(message.in_language(words))), soft_wrap=True)

    if count == 1:
        for path in tally.written:
            tell(text("Written to {path}", path=plain_path(path)))
    else:
        done = counted("{count} file of {all} converted", "{count} files of {all} converted", tally.sources, all=count)
        where = plan.folder
        tell(done if where is None else text("{done}, to {path}", done=done, path=plain_path(where)))
        if tally.with_problems:
            tell(
                counted(
                    "{count} file was read with problems", "{count} files were read with problems", tally.with_problems
                )
            )
        if tally.failed:
            tell(counted("{count} file could not be converted", "{count} files could not be converted", tally.failed))
    if tally.notes_left_out:
        tell(text("Comments and analyses are left out: only .sgf and .json have room for them"))
