"""How much each measured difference is worth on average, as an equity, for ranking reasons.

The numbers follow those that `benchmarks/reasons.py` fits to differences in equity, rounded; where a fitted number is
about 0 or negative, or rests on few cases, the difference is worth nothing here and is not told. docs/reasons.md says
more.
"""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.analysis.reasons.kinds import ReasonKind

PER_UNIT: Mapping[ReasonKind, float] = {
    ReasonKind.HIT: 0.02,
    ReasonKind.PRIME: 0.02,
    ReasonKind.LEAVES: 0.045,
    ReasonKind.ESCAPES: 0.007,
    ReasonKind.BLOCKS: 0.0045,
    ReasonKind.ENTERING: 0.003,
    ReasonKind.BUILDERS: 0.002,
    ReasonKind.HINDERS: 0.0055,
    ReasonKind.THREATS: 0.002,
    ReasonKind.STACK: 0.01,
    ReasonKind.TIMING: 0.002,
    ReasonKind.CLEARING: 0.003,
    ReasonKind.CHECKERS_OFF: 0.02,
    ReasonKind.BROUGHT_HOME: 0.05,
    ReasonKind.ROLLS_TO_GO: 0.3,
}
"""What one unit more is worth: a checker, a point of a prime, one of 36 rolls, a pip; of a hit, for each point made in
the own home board."""

PER_PIP_HIT = 0.007
"""What each pip is worth that a hit checker has to go again."""

PER_POINT_MADE: Mapping[int, float] = {
    1: 0.075, 2: 0.06, 3: 0.11, 4: 0.12, 5: 0.15, 6: 0.15, 7: 0.07, 8: 0.02, 9: 0.03, 13: 0.025, 18: 0.025, 20: 0.075,
    21: 0.04,
}  # fmt: skip
"""What it is worth to make each point while an enemy checker has still to pass it."""

PER_POINT_KEPT: Mapping[int, float] = {
    1: 0.06, 2: 0.11, 3: 0.12, 4: 0.115, 5: 0.105, 6: 0.095, 7: 0.035, 8: 0.04, 20: 0.03,
}  # fmt: skip
"""What it is worth to keep each point while an enemy checker has still to pass it."""

WITH_BAR = 1.5
"""By how much a point in the home board counts more while an enemy checker is on the bar."""
