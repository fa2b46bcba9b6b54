"""`ReviewOutputs`: the files that `sixprime analyse` writes: match files with reviews in them, and pages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from sixprime.analysis.batches import current_engine
from sixprime.analysis.figures import Marks
from sixprime.analysis.file_reviews import with_review
from sixprime.analysis.reviews import MatchReview
from sixprime.cli.analysis.runs import FileMatch
from sixprime.cli.files.convert import is_there, numbered_paths, write_file
from sixprime.cli.shared import saves
from sixprime.cli.shared.match_files import plain_path
from sixprime.cli.shared.options import BadOption
from sixprime.formats.match_files import write_match
from sixprime.languages import code_of
from sixprime.messages import Catalogue, text

WITH_REVIEWS = (".sgf", ".json")
"""The formats that have room for a review."""


class ReviewOutputs:
    """The files to be written. What cannot be written is refused before anything is analysed."""

    def __init__(
        self, write: Path | None, html: Path | None, matches: Sequence[FileMatch], words: Catalogue, *, force: bool
    ) -> None:
        self._matches, self._words, self._force = matches, words, force
        self._targets: list[Path] = []
        self._html = None if html is None else saves.path_of(str(html))
        self._reviewed: list[tuple[FileMatch, MatchReview]] = []
        if write is not None:
            place = saves.path_of(str(write))
            if place.suffix.lower() not in WITH_REVIEWS:
                names = ", ".join(WITH_REVIEWS)
                raise BadOption(
                    text("a review can be written to {names}, not to {path}", names=names, path=plain_path(place))
                )
            count = len(matches)
            self._targets = [place] if count == 1 else numbered_paths(place, count)
        if self._html is not None and self._html.suffix.lower() not in (".html", ".htm"):
            raise BadOption(
                text("--html is the name of a file that ends in .html, not {path}", path=plain_path(self._html))
            )
        for path in [*self._targets, *([self._html] if self._html is not None else [])]:
            saves.refuse_folder(path)
            if not force and os.path.lexists(path):
                raise is_there(path)

    def add(self, entry: FileMatch, review: MatchReview) -> None:
        """Write a match with its review, as soon as that is there."""
        if self._targets:
            target = self._target_of(entry)
            write_file(target, write_match(with_review(entry.read, review), target.suffix.lower()), force=self._force)
        self._reviewed.append((entry, review))

    def finish(self, marks: Marks) -> Iterator[str]:
        """Write what has all matches in it; the names of all files that were written."""
        if self._targets:
            yield from (plain_path(self._target_of(entry)) for entry, _ in self._reviewed)
        if self._html is not None and self._reviewed:
            write_file(self._html, self._page(marks), force=self._force)
            yield plain_path(self._html)

    def _page(self, marks: Marks) -> str:
        from sixprime.server.views.saved_reviews import SavedReview, saved_review_page  # takes a while to load

        engine = current_engine()
        saved = [
            SavedReview.of_file(Path(entry.label).name, entry.read, review, is_current=review.engine == engine)
            for entry, review in self._reviewed
        ]
        return saved_review_page(saved, self._words, code_of(self._words), marks)

    def _target_of(self, entry: FileMatch) -> Path:
        return self._targets[next(number for number, one in enumerate(self._matches) if one is entry)]
