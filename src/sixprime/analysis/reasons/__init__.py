"""Reasons in words: why one play or cube action is better than another, in at most three sentences.

`explain` measures the differences between the two and tells those that matter most, with their numbers; where nothing
measured explains the difference, it is silent.
"""

from sixprime.analysis.reasons.explaining import Explainer, Explanation, explain
from sixprime.analysis.reasons.kinds import SHOWN, Reason, ReasonKind

__all__ = ["SHOWN", "Explainer", "Explanation", "Reason", "ReasonKind", "explain"]
