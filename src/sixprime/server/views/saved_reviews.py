"""A review as one page that opens from disk without a server: the same content as the review page of a match."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sixprime.analysis.comparisons import programs_of
from sixprime.analysis.figures import DEFAULT_MARKS, Marks
from sixprime.analysis.reviews import MatchReview
from sixprime.core import Match, Player
from sixprime.formats.reading import ReadMatch
from sixprime.messages import Catalogue, text
from sixprime.server.encoding import json_object
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Log, Moment
from sixprime.server.matches.notes import Notes, notes_of, with_notes
from sixprime.server.matches.proposals import Proposal
from sixprime.server.views.analyses import ReviewView, finished_analysis, review_text
from sixprime.server.views.replays import replay, replay_text
from sixprime.web.saved_pages import saved_page

ENTRY = "app/review/saved-review.js"
STYLES = (
    "styles/app.css",
    "styles/ids.css",
    "styles/analysis.css",
    "styles/replay.css",
    "styles/review.css",
    "styles/saved-review.css",
)


@dataclass(frozen=True)
class SavedReview:
    """A match with its review, and everything that the page shows beside the two."""

    review: MatchReview
    moment: Moment
    """The match as the server knows it."""
    label: str = ""
    """What it is called, such as the name of a file."""
    details: Mapping[str, str] = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    """What people wrote beside events, by the numbers of their entries."""
    is_current: bool = True
    """Whether the review was made by the engine of now."""

    @classmethod
    def of_file(cls, label: str, read: ReadMatch, review: MatchReview, *, is_current: bool = True) -> SavedReview:
        """Of a match that was read from a file."""
        return cls(
            review, study_moment(read.match), label, read.match.details, notes_of(read)[0], is_current=is_current
        )

    @cached_property
    def match(self) -> Match:
        return self.moment.to_match()

    @property
    def title(self) -> str:
        """The names of the players, as far as they are known."""
        return " – ".join(self.match.names[player] or player.value for player in Player)


def study_moment(match: Match) -> Moment:
    """A match as a server would know it that had imported it."""
    proposal = Proposal(MatchKind.STUDY, match.rules, match.length, match.names, events=match.events)
    return Log("", 0, proposal.entries("")).now


def saved_review_page(
    reviews: Sequence[SavedReview], words: Catalogue, language: str, marks: Marks = DEFAULT_MARKS
) -> str:
    """The page of one match or several, in a language."""
    limits = {"inaccuracy": marks.inaccuracy, "error": marks.error, "blunder": marks.blunder}
    matches = ",".join(match_text(review, words, marks) for review in reviews)
    title = reviews[0].title if len(reviews) == 1 else text("Analysed matches").in_language(words)
    data = f'{{"marks":{json.dumps(limits)},"matches":[{matches}]}}'
    return saved_page(ENTRY, STYLES, data, title=f"{title} · sixprime", language=language)


def match_text(saved: SavedReview, words: Catalogue, marks: Marks = DEFAULT_MARKS) -> str:
    """What the page knows about a match, as JSON."""
    versions = [applied.seq for applied in saved.moment.applied_events()][::-1]
    analyses = with_notes(saved.match, saved.notes).analyses
    told = replay("", saved.moment, saved.details, saved.notes, words, with_analyses=True, comments=saved.comments)
    view = ReviewView(saved.review, saved.match, words, versions, marks, analyses)
    analysis = finished_analysis(saved.review).model_copy(update={"is_current": saved.is_current})
    review = view.answer(analysis, [analysis], programs_of(analyses))
    fields = {"label": saved.label, "rules": saved.match.rules.to_json()}
    return json_object(
        json.dumps(fields, ensure_ascii=False)[1:-1],
        replay=replay_text(told),
        review=review_text(review),
        decisions=_decisions_text(view),
    )


def _decisions_text(view: ReviewView) -> str:
    """Everything about each decision, by the number of its event."""
    events = [entry.decision.event for entry in view.review.decisions]
    found = {event: answer.model_dump_json() for event in events if (answer := view.decision(event)) is not None}
    return "{" + ",".join(f'"{event}":{written}' for event, written in found.items()) + "}"
