"""What analyses find, as it is kept in the database: JSON, compressed."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass

from sixprime.analysis import InvalidReview, MatchReview
from sixprime.analysis.json_values import InvalidValue, from_json, to_json
from sixprime.analysis.reviews import Finding
from sixprime.messages import text

LEVEL = 4
"""Of compression: good enough, and several times as fast as the usual one."""


@dataclass(frozen=True, slots=True)
class FoundDecision:
    """What was found about one decision or position."""

    finding: Finding
    rollout: str | None = None
    """The games that were played, to go on with: what `dump_rollout` wrote."""


Content = MatchReview | FoundDecision


def pack(content: Content) -> bytes:
    """What is written to the database."""
    if isinstance(content, MatchReview):
        written = content.dumps()
    else:
        written = json.dumps(to_json(content), separators=(",", ":"))
    return zlib.compress(written.encode(), LEVEL)


def unpack_review(packed: bytes) -> MatchReview:
    """The review of a match; `InvalidReview` if it is none."""
    return MatchReview.loads(_unpacked(packed))


def unpack_decision(packed: bytes) -> FoundDecision:
    """What was found about one decision; `InvalidReview` if it is something else."""
    try:
        return from_json(FoundDecision, json.loads(_unpacked(packed)))
    except (InvalidValue, ValueError, RecursionError) as error:
        raise InvalidReview(text("this is not a review")) from error


def _unpacked(packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise InvalidReview(text("this is not a review")) from error
