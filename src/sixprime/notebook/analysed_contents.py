"""What widgets show of analyses, matches and reviews, as the JSON that their script reads.

Decisions have the fields of the server's analyses, matches those of a saved review (docs/protocol.md). What is imported
for that takes a second, so this module is imported when it is first used.
"""

from __future__ import annotations

from sixprime.analysis import DecisionKind, MatchReview
from sixprime.analysis.figures import DEFAULT_MARKS, Marks
from sixprime.analysis.finders import finding_of
from sixprime.core import Phase, Player, State
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis
from sixprime.formats.reading import ReadMatch
from sixprime.messages import Catalogue, text
from sixprime.notebook.contents import Content, Names, NotShowable, position_fields
from sixprime.notebook.pictures import analysis_svg, match_svg
from sixprime.server.encoding import json_fields, json_object
from sixprime.server.matches.notes import notes_of
from sixprime.server.views.analyses import position_decision
from sixprime.server.views.replays import replay, replay_text
from sixprime.server.views.saved_reviews import SavedReview, match_text, study_moment


def analysis_content(analysis: Analysis, words: Catalogue, *, names: Names, bottom: Player | None = None) -> Content:
    """A decision, with everything that an engine found about it."""
    state = analysis.state
    picture = analysis_svg(analysis, words)
    if state is None or picture is None:
        raise NotShowable(text("this analysis does not say which position it is of"))
    finding = finding_of(analysis, state, most=max(len(analysis.plays), 1))
    decision = position_decision(state, _kind_of(state), finding, "instant", "", words)
    situation = Situation.from_state(state)
    fields = position_fields(situation, state.rules, words, names, bottom or analysis.player)
    written = json_object(json_fields(fields | {"is_playable": False}), decision=decision.model_dump_json())
    return Content(written, picture)


def match_content(
    read: ReadMatch, review: MatchReview | None, words: Catalogue, *, marks: Marks = DEFAULT_MARKS
) -> Content:
    """A match to step through, with its review if there is one: the given one, or one in its file."""
    match = read.match
    review = _review_in(read) if review is None else review
    moment = study_moment(match)
    versions = [applied.seq for applied in moment.applied_events()][::-1]
    if review is None:
        told = replay("", moment, match.details, notes_of(read)[0], words, with_analyses=True)
        fields = {"label": "", "rules": match.rules.to_json(), "review": None, "decisions": {}}
        written = json_object(json_fields(fields), replay=replay_text(told))
    elif not review.fits(match):
        raise NotShowable(text("this review is of another match, or of other moves"))
    else:
        written = match_text(SavedReview.of_file("", read, review), words, marks)
    return Content(f'{{"kind":"match",{written[1:]}', match_svg(match, words), versions=versions)


def _review_in(read: ReadMatch) -> MatchReview | None:
    """The review that a file has of its match, if it is still one of this match."""
    review = None if read.review is None else MatchReview.from_json(read.review)
    return review if review is not None and review.fits(read.match) else None


def _kind_of(state: State) -> DecisionKind:
    """What is decided in a state."""
    match state.phase:
        case Phase.TO_PLAY:
            return DecisionKind.PLAY
        case Phase.TO_ROLL:
            return DecisionKind.DOUBLE
        case Phase.TO_ANSWER_CUBE:
            return DecisionKind.ANSWER
        case _:
            return DecisionKind.RESIGNATION_ANSWER
