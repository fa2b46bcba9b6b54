"""Reviews in match files: put into the match that is to be written, and found in one that was read.

A review stands in a file as JSON. For GNU Backgammon, its findings can be told as the analyses that SGF has words for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from sixprime.analysis.decisions import DecisionKind, MadeRoll, MatchDecision, decisions_of, rolls_of
from sixprime.analysis.reviews import (
    ActionsFinding,
    DecisionReview,
    InvalidReview,
    MatchReview,
    PlayCandidate,
    PlaysFinding,
    fingerprint_of,
)
from sixprime.analysis.wording import notation_at
from sixprime.core import Match
from sixprime.core.match import events as ev
from sixprime.core.plays import Play
from sixprime.engine.chances import Chances
from sixprime.formats.reading.analyses import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedAnalysis,
    ImportedPlay,
)
from sixprime.formats.reading.results import ReadMatch

PROGRAM = "sixprime"

Json = dict[str, object]
Entry = TypeVar("Entry", MatchDecision, MadeRoll)


def with_review(read: ReadMatch, review: MatchReview) -> ReadMatch:
    """The match of a file with a review; comments and other programs' analyses stay as they are."""
    return replace(read, review=review.to_json())


def review_in(read: ReadMatch) -> MatchReview | None:
    """The review that a file has of its match; None if there is none, if it is damaged, or of another match."""
    if read.review is None:
        return None
    try:
        review = MatchReview.from_json(read.review)
    except InvalidReview:
        return None
    return review if review.fits(read.match) and _belongs(review, read.match) else None


def _belongs(review: MatchReview, match: Match) -> bool:
    """Whether the decisions and rolls are those of the match, and the plays such that were possible."""
    rolls = {roll.event for roll in rolls_of(match)}
    decisions = set(decisions_of(match))
    return all(entry.event in rolls for entry in review.rolls) and all(
        entry.decision in decisions and _is_possible(entry, match) for entry in review.decisions
    )


def _is_possible(entry: DecisionReview, match: Match) -> bool:
    if not isinstance(entry.finding, PlaysFinding):
        return any(one.action is entry.decision.action for one in entry.finding.actions) or (
            entry.decision.kind is DecisionKind.RESIGNATION
        )
    event = entry.decision.event
    candidates, before = entry.finding.candidates, match.state_at(event)
    if entry.played is None or not all(0 <= point <= 25 for one in candidates for step in one.steps for point in step):
        return False
    made = match.events[event]
    assert isinstance(made, ev.Played)
    position = before.position
    steps = candidates[entry.played].steps
    return Play.of_legal_steps(position, steps) == Play.of_legal_steps(position, made.steps)


def review_for_file(
    match: Match, written: object, read_back: Match
) -> tuple[Json, dict[int, tuple[ImportedAnalysis, ...]]] | None:
    """A review for a file that may not hold every event: as JSON for the match that is read from it, and as analyses of
    the match itself. None if it is no review of the match."""
    assert isinstance(written, Mapping)
    review = review_in(ReadMatch(match, review=written))
    if review is None:
        return None
    return moved_review(review, match, read_back).to_json(), file_analyses(review, match)


# Another record of the same match


def moved_review(review: MatchReview, match: Match, other: Match) -> MatchReview:
    """A review of a match as one of another record of it, in which other events may be missing.

    Decisions that the other record lacks are left out; if it has more of them, the review is incomplete.
    """
    if fingerprint_of(other) == review.fingerprint:
        return review
    decisions, rolls = list(decisions_of(other)), list(rolls_of(other))
    made = {entry.decision: entry for entry in review.decisions}
    thrown = {entry.event: entry for entry in review.rolls}
    found = dict(_pairs(match, list(decisions_of(match)), other, decisions))
    found_rolls = dict(_pairs(match, list(rolls_of(match)), other, rolls))
    return replace(
        review,
        fingerprint=fingerprint_of(other),
        decisions=tuple(replace(made[found[entry]], decision=entry) for entry in decisions if found.get(entry) in made),
        rolls=tuple(
            replace(thrown[found_rolls[entry].event], event=entry.event, game=entry.game)
            for entry in rolls
            if entry in found_rolls and found_rolls[entry].event in thrown
        ),
        total=len(decisions) + len(rolls),
    )


def _pairs(match: Match, entries: list[Entry], other: Match, others: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Entries of the other record with those of the match that are the same, in their order."""
    place = 0
    signs = [_sign(match, entry) for entry in entries]
    for entry in others:
        try:
            at = signs.index(_sign(other, entry), place)
        except ValueError:
            continue
        yield entry, entries[at]
        place = at + 1


def _sign(match: Match, entry: MatchDecision | MadeRoll) -> tuple[object, ...]:
    """What a decision or roll is known by: what happened where."""
    before, after = match.state_at(entry.event), match.state_at(entry.event + 1)
    kind = entry.kind if isinstance(entry, MatchDecision) else entry.roll.numbers
    return kind, entry.player, before.position, before.roll, before.cube, before.score, after.position, after.offer


# For other programs


def file_analyses(review: MatchReview, match: Match) -> dict[int, tuple[ImportedAnalysis, ...]]:
    """The findings of a review in the form that files have for analyses, by the number of their event."""
    found: dict[int, tuple[ImportedAnalysis, ...]] = {}
    for entry in review.decisions:
        analysis = _plays(entry, match) or _cube(entry)
        if analysis is not None:
            found[entry.decision.event] = (analysis,)
    for roll in review.rolls:
        play = _play_of(match, roll.event)
        told = next((one for one in found.get(play, ()) if isinstance(one, CheckerAnalysis)), CheckerAnalysis(()))
        others = tuple(one for one in found.get(play, ()) if not isinstance(one, CheckerAnalysis))
        found[play] = (*others, replace(told, luck=roll.luck, program=PROGRAM))
    return dict(sorted(found.items()))


def _play_of(match: Match, roll: int) -> int:
    """The event that played a roll, perhaps after a resignation was declined; the roll itself if nobody did."""
    for number in range(roll + 1, match.version):
        if isinstance(match.events[number], ev.Played):
            return number
        if not isinstance(match.events[number], ev.Resigned | ev.ResignationDeclined):
            break
    return roll


def _plays(entry: DecisionReview, match: Match) -> CheckerAnalysis | None:
    if not isinstance(entry.finding, PlaysFinding):
        return None
    event = entry.decision.event
    candidates = tuple(
        ImportedPlay(
            notation_at(match, event, candidate.steps),
            candidate.steps,
            candidate.equity,
            _chances(candidate.chances),
            level_of(candidate),
            None if candidate.games else candidate.depth,
            candidate.games > 0,
            candidate.match_chance,
        )
        for candidate in entry.finding.candidates
    )
    return CheckerAnalysis(candidates, entry.played, error=entry.loss, program=PROGRAM)


def _cube(entry: DecisionReview) -> CubeAnalysis | None:
    finding = entry.finding
    if not isinstance(finding, ActionsFinding) or finding.double is None:
        return None
    is_answer = entry.decision.kind is DecisionKind.ANSWER
    chances = finding.chances.for_opponent() if is_answer else finding.chances
    double = finding.double
    return CubeAnalysis(
        double.no_double,
        double.double_take,
        double.double_pass,
        _chances(chances),
        _chances(chances),
        chances.equity,
        level_of(finding),
        None if finding.games else finding.depth,
        finding.games > 0,
        error=None if is_answer else entry.loss,
        answer_error=entry.loss if is_answer else None,
        program=PROGRAM,
    )


def level_of(found: PlayCandidate | ActionsFinding) -> str:
    """How something was looked at, as GNU Backgammon says it: `2-ply`, `Rollout 1296`."""
    return f"Rollout {found.games}" if found.games else f"{found.depth}-ply"


def _chances(chances: Chances) -> FileChances:
    return FileChances(
        chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon
    )
