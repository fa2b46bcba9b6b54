"""`sixprime analyse`: reviews match files, and shows errors, figures and luck, in tables or JSON."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixprime.analysis.batches import review_all
from sixprime.analysis.caches import FindingFile
from sixprime.analysis.depths import Depth, depth_named
from sixprime.analysis.reviewing import ReviewProgress, review
from sixprime.analysis.reviews import MatchReview
from sixprime.cli.analysis.summaries import AnalysisSummary
from sixprime.cli.shared.match_files import plain_path, read_file
from sixprime.cli.shared.options import whole_number
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import Match
from sixprime.engine.workers import RayCluster
from sixprime.formats.match_files import ReadMatch
from sixprime.messages import Catalogue, text

SOME_FAILED = 1
"""The exit code when not every file could be analysed."""
MOST_WORST = 1000


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The options of `sixprime analyse` as typed."""

    depth: str = "deep"
    threads: str | None = None
    ray: str | None = None
    worst: str = "3"
    as_json: bool = False

    def thread_count(self) -> int | None:
        return None if self.threads is None else whole_number("--threads", self.threads, 1, 1024)


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match of a file, and the file's name with the number of the match where there are several."""

    label: str
    read: ReadMatch

    @property
    def match(self) -> Match:
        return self.read.match


def analyse(files: Sequence[Path], options: AnalysisOptions, words: Catalogue) -> int:
    """Analyse files and show what was found. Ctrl-C stops; what was found is kept, and the same command goes on."""
    depth, threads = depth_named(options.depth), options.thread_count()
    worst = whole_number("--worst", options.worst, 0, MOST_WORST)
    errors = Console(stderr=True, highlight=False)
    out = Console(highlight=False)
    matches, failed = read_matches(files, errors, words)
    stopped = False
    for entry, made in review_matches(matches, depth, threads, options.ray, errors, words):
        summary = AnalysisSummary(entry.label, entry.match, made, words)
        if options.as_json:
            print(json.dumps(summary.as_json(), ensure_ascii=False), flush=True)
        else:
            summary.show(out, worst)
        stopped = stopped or not made.is_complete
    if stopped:
        said = text("stopped: what has been found is kept, and the same command goes on from there")
        errors.print(said.in_language(words), markup=False)
        return 130
    return SOME_FAILED if failed else 0


def read_matches(
    files: Sequence[Path], errors: Console, words: Catalogue, *, forgiving: bool = False
) -> tuple[list[FileMatch], bool]:
    """The matches of the files, and whether a file could not be read. Such a file is reported, and the others are used;
    if it is the only one, that is an error, unless this is `forgiving`."""
    found: list[FileMatch] = []
    failed = False
    for path in files:
        try:
            matches = read_file(path).matches
        except FileProblem as error:
            if len(files) == 1 and not forgiving:
                raise
            errors.print(f"sixprime: {error.message.in_language(words)}", markup=False)
            failed = True
            continue
        for number, read in enumerate(matches, 1):
            label = plain_path(path) if len(matches) == 1 else f"{plain_path(path)} ({number})"
            found.append(FileMatch(label, read))
    return found, failed


def review_matches(
    matches: Sequence[FileMatch],
    depth: Depth,
    threads: int | None,
    ray: str | None,
    errors: Console,
    words: Catalogue,
) -> Iterator[tuple[FileMatch, MatchReview]]:
    """Review matches with a progress bar, here or on a Ray cluster. After Ctrl-C the last review is incomplete."""
    if ray is not None:
        yield from _on_cluster(matches, depth, ray, threads, errors, words)
        return
    stop = threading.Event()
    with FindingFile() as cache:
        for entry in matches:
            with _bar(errors, words, entry.label) as tell:
                made = _review_until_stopped(entry.match, depth, threads, cache, stop, tell)
            yield entry, made
            if stop.is_set():
                return


def _review_until_stopped(
    match: Match,
    depth: Depth,
    threads: int | None,
    cache: FindingFile,
    stop: threading.Event,
    tell: _Tell,
) -> MatchReview:
    """Review a match in a thread, so that Ctrl-C is heard while the engine computes."""
    with ThreadPoolExecutor(1, thread_name_prefix="analyse") as pool:
        made = pool.submit(review, match, depth, threads=threads, cache=cache, stop=stop, progress=tell)
        while True:
            try:
                return made.result(timeout=0.2)
            except TimeoutError:
                continue
            except KeyboardInterrupt:
                stop.set()


class _Tell:
    """Shows the progress of a review in a bar."""

    def __init__(self, bar: Progress | None, words: str) -> None:
        self._bar = bar
        self._task = bar.add_task(words, total=None) if bar is not None else None

    def __call__(self, progress: ReviewProgress) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=progress.done, total=progress.total)

    def count(self, done: int, total: int) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total)


@contextmanager
def _bar(errors: Console, words: Catalogue, label: str) -> Iterator[_Tell]:
    if not errors.is_terminal:
        yield _Tell(None, "")
        return
    said = text("analysing {file}", file=label).in_language(words)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        yield _Tell(bar, said)


def _on_cluster(
    matches: Sequence[FileMatch], depth: Depth, ray: str, threads: int | None, errors: Console, words: Catalogue
) -> Iterator[tuple[FileMatch, MatchReview]]:
    """Analyse the matches on a Ray cluster, a match at a time on each of its processors."""
    workers = RayCluster(ray, threads)
    try:
        with _bar(errors, words, ray) as tell:
            found = []
            for number, made in review_all([entry.match for entry in matches], depth, workers):
                found.append((matches[number], made))
                tell.count(len(found), len(matches))
        yield from found
    finally:
        workers.close()
