"""Analysis: what was good, what was an error and what was luck in a match.

`review` looks at every decision and every roll of a match; `figures_of` counts what players quote: error rates, marks,
luck.
"""

from sixprime.analysis.decisions import DecisionKind, MatchDecision, decisions_of, rolls_of
from sixprime.analysis.depths import DEPTHS, Depth, UnknownDepth, depth_named
from sixprime.analysis.reviewing import ReviewProgress, review
from sixprime.analysis.reviews import DecisionReview, InvalidReview, MatchReview, RollReview

__all__ = [
    "DEPTHS",
    "DecisionKind",
    "DecisionReview",
    "Depth",
    "InvalidReview",
    "MatchDecision",
    "MatchReview",
    "ReviewProgress",
    "RollReview",
    "UnknownDepth",
    "decisions_of",
    "depth_named",
    "review",
    "rolls_of",
]
