"""Matches as files with the transcript of their dice, and that transcript alone."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.analysis.file_reviews import with_review
from sixprime.analysis.reviews import MatchReview
from sixprime.core import Player
from sixprime.core.match import events as ev
from sixprime.formats.dice.transcript_lines import DETAIL, dice_lines, in_words
from sixprime.formats.dice.transcripts import CommittedSeed, Transcript
from sixprime.formats.match_files import write_match
from sixprime.formats.reading.detail_names import COMMENT, DATE, MATCH_ID
from sixprime.formats.text import transcript as match_transcript
from sixprime.messages import Catalogue
from sixprime.server.encoding import iso_time
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Moment, roll_of
from sixprime.server.matches.notes import Notes, with_notes

FORMATS: Mapping[str, str] = {
    "json": "application/json",
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf",
    "txt": "text/plain; charset=utf-8",
}
WITH_REVIEWS = ("json", "sgf")
"""The formats that have room for a review."""


def dice_transcript(match: str, moment: Moment) -> Transcript:
    """The transcript of the dice of a match, as far as it is known now."""
    events = moment.events()
    rolls = [roll for event in events if (roll := roll_of(event)) is not None]
    imported = sum(isinstance(event, ev.Rolled | ev.OpeningRolled) for event in events[: moment.imported])
    seeds = {}
    for player in Player:
        seat = moment.seat(player)
        if seat.seed_commitment is not None:
            seed = None if seat.seed is None else bytes.fromhex(seat.seed)
            seeds[player] = CommittedSeed(seat.seed_commitment, seed)
    secret = None if moment.secret is None else bytes.fromhex(moment.secret)
    return Transcript.of_rolls(match, moment.commitment, seeds, rolls, secret=secret, imported=imported)


def export(
    match_id: str,
    moment: Moment,
    created: int,
    details: Mapping[str, str],
    form: str,
    catalogue: Catalogue,
    notes: Notes,
    review: MatchReview | None = None,
) -> str:
    """The text of a match file, with the transcript of the dice in a form that suits the format.

    A review is written where the format has room for one.
    """
    match = moment.to_match()
    match.details.update(details)
    if moment.kind is not MatchKind.STUDY:
        match.details.setdefault(DATE, iso_time(created)[:10])
        match.details[MATCH_ID] = match_id
    dice = None if moment.kind is MatchKind.STUDY else dice_transcript(match_id, moment)
    if form == "txt":
        return match_transcript(match, catalogue) + ("" if dice is None else f"\n{in_words(dice)}\n")
    if dice is not None:
        match.details.update(_dice_details(dice, form, match.details))
    read = with_notes(match, notes)
    return write_match(read if review is None else with_review(read, review), form)


def _dice_details(dice: Transcript, form: str, details: Mapping[str, str]) -> Mapping[str, str]:
    """The transcript as details of a match: whole in a record, in short lines elsewhere."""
    if form == "json":
        return {DETAIL: dice.to_text()}
    if form == "mat":
        return dice_lines(dice)
    return {COMMENT: "\n".join(filter(None, (details.get(COMMENT), in_words(dice))))}


def file_name(match_id: str, form: str) -> str:
    """The name under which a browser saves the file."""
    return f"sixprime-{match_id[:8]}.{form}"
