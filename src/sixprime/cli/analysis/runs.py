"""Reading the matches of files and reviewing them, with a progress bar, here or on a Ray cluster."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixprime.analysis.batches import current_engine, review_all
from sixprime.analysis.caches import FindingFile
from sixprime.analysis.depths import DEFAULT_DEPTH, Depth, depth_named
from sixprime.analysis.file_reviews import review_in
from sixprime.analysis.reviewing import ReviewProgress, review
from sixprime.analysis.reviews import MatchReview
from sixprime.cli.shared.match_files import plain_path, read_file
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import Match
from sixprime.engine.workers import RayCluster
from sixprime.formats.match_files import ReadMatch
from sixprime.messages import Catalogue, text


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match of a file, and the file's name with the number of the match where there are several."""

    label: str
    read: ReadMatch
    stored: MatchReview | None = None
    """The review that the file has of it."""

    @property
    def match(self) -> Match:
        return self.read.match


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
            found.append(FileMatch(label, read, review_in(read)))
    return found, failed


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """How matches are to be reviewed."""

    depth: Depth | None = None
    """None for the depth of the review that a file has, or else the usual one."""
    threads: int | None = None
    ray: str | None = None
    again: bool = False
    """Whether to review anew what a file has a review of."""
    only_current: bool = False
    """Whether to review anew what another version of the engine has reviewed."""

    def depth_for(self, entry: FileMatch) -> Depth:
        """How deeply a match is to be reviewed."""
        if self.depth is not None:
            return self.depth
        return depth_named(DEFAULT_DEPTH if entry.stored is None or self.again else entry.stored.depth)

    def stored(self, entry: FileMatch) -> MatchReview | None:
        """The review that the file has, if it is what is wanted; it may be incomplete."""
        found = None if self.again else entry.stored
        if found is None or found.depth != self.depth_for(entry).name:
            return None
        return None if self.only_current and found.engine != current_engine() else found


def review_matches(
    matches: Sequence[FileMatch], plan: ReviewPlan, errors: Console, words: Catalogue
) -> Iterator[tuple[FileMatch, MatchReview]]:
    """Review matches with a progress bar, here or on a Ray cluster; complete reviews that files have are taken as they
    are. After Ctrl-C the last review is incomplete."""
    with FindingFile() as kept:
        if plan.ray is not None:
            yield from _on_cluster(matches, plan, plan.ray, kept, errors, words)
            return
        stop = threading.Event()
        for entry in matches:
            known = plan.stored(entry)
            if known is not None and known.is_complete:
                yield entry, known
                continue
            with _bar(errors, words, entry.label) as tell:
                made = _review_until_stopped(entry.match, plan, plan.depth_for(entry), known, kept, stop, tell)
            yield entry, made
            if stop.is_set():
                return


def _review_until_stopped(
    match: Match,
    plan: ReviewPlan,
    depth: Depth,
    known: MatchReview | None,
    kept: FindingFile,
    stop: threading.Event,
    tell: _Tell,
) -> MatchReview:
    """Review a match in a thread, so that Ctrl-C is heard while the engine computes."""
    with ThreadPoolExecutor(1, thread_name_prefix="analyse") as pool:
        made = pool.submit(
            review, match, depth, threads=plan.threads, cache=kept, stop=stop, progress=tell, known=known
        )
        while True:
            try:
                return made.result(timeout=0.2)
            except TimeoutError:
                continue
            except KeyboardInterrupt:
                stop.set()


class _Tell:
    """Shows the progress of reviews in a bar."""

    def __init__(self, bar: Progress | None, words: str) -> None:
        self._bar = bar
        self._task = bar.add_task(words, total=None) if bar is not None else None

    def __call__(self, progress: ReviewProgress) -> None:
        self.count(progress.done, progress.total)

    def count(self, done: int, total: int) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the bar away while something else is printed."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()


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
    matches: Sequence[FileMatch], plan: ReviewPlan, ray: str, kept: FindingFile, errors: Console, words: Catalogue
) -> Iterator[tuple[FileMatch, MatchReview]]:
    """Review the matches on a Ray cluster, a match at a time on each of its processors. A review is kept as soon as it
    is there: the same command goes on with the matches that are left."""
    by_depth: dict[str, list[FileMatch]] = {}
    engine = current_engine()
    for entry in matches:
        found, depth = plan.stored(entry), plan.depth_for(entry)
        if found is None or not found.is_complete:
            found = kept.get_review(entry.match, depth, engine)
        if found is not None:
            yield entry, found
        else:
            by_depth.setdefault(depth.name, []).append(entry)
    if not by_depth:
        return
    workers = RayCluster(ray, plan.threads)
    try:
        with _bar(errors, words, ray) as tell:
            done, total = 0, sum(map(len, by_depth.values()))
            tell.count(0, total)
            for name, wanted in by_depth.items():
                for place, made in review_all([one.match for one in wanted], depth_named(name), workers, kept=kept):
                    done += 1
                    tell.count(done, total)
                    with tell.hidden():
                        yield wanted[place], made
    finally:
        workers.close()
