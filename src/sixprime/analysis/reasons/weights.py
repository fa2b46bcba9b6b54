"""How much each measured difference is worth on average, as an equity, for ranking reasons.

The numbers are fitted by `benchmarks/reasons.py`, which prints them with the honesty table; docs/reasons.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.analysis.reasons.kinds import ReasonKind

PER_UNIT: Mapping[ReasonKind, float] = {
    ReasonKind.HIT: 0.025,
    ReasonKind.PRIME: 0.02,
    ReasonKind.LEAVES: 0.045,
    ReasonKind.ESCAPES: 0.003,
    ReasonKind.BLOCKS: 0.008,
    ReasonKind.ENTERING: 0.008,
    ReasonKind.BUILDERS: 0.002,
    ReasonKind.HINDERS: 0.005,
    ReasonKind.THREATS: 0.002,
    ReasonKind.STACK: 0.006,
    ReasonKind.TIMING: 0.002,
    ReasonKind.CLEARING: 0.005,
    ReasonKind.CHECKERS_OFF: 0.05,
    ReasonKind.BROUGHT_HOME: 0.05,
    ReasonKind.ROLLS_TO_GO: 0.5,
}
"""What one unit more is worth: a checker, a point of a prime, one of 36 rolls, a pip; of a hit, for each point made in
the own home board."""

PER_PIP_HIT = 0.005
"""What each pip is worth that a hit checker has to go again."""

PER_POINT: Mapping[int, float] = {
    1: 0.06, 2: 0.06, 3: 0.11, 4: 0.13, 5: 0.13, 6: 0.07, 7: 0.06, 8: 0.04, 9: 0.02, 10: 0.0, 11: 0.0, 12: 0.0,
    13: 0.02, 14: 0.02, 15: 0.0, 16: 0.0, 17: 0.0, 18: 0.03, 19: 0.02, 20: 0.10, 21: 0.04, 22: 0.0, 23: 0.0,
    24: 0.0,
}  # fmt: skip
"""What holding each point is worth while an enemy checker has still to pass it; 0 where holding it was worth nothing on
average."""

WITH_BAR = 1.5
"""By how much a point in the home board counts more while an enemy checker is on the bar."""
