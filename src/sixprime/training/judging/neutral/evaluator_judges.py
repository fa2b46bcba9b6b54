"""`EvaluatorJudge`: any evaluator of positions as a judge that ranks plays, without looking ahead."""

from __future__ import annotations

import numpy as np

from sixprime.core import STANDARD, Position, Roll, RuleSet
from sixprime.engine.chances import Chances
from sixprime.engine.net.evaluators import Evaluator, RankedPlay, as_chances


class EvaluatorJudge:
    """A `Judge` made of an evaluator. It is for nets of other programs: ours have faster ways."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:  # noqa: ARG002
        """The chances of the player on roll, before the roll."""
        board = np.array([position.flipped().points], dtype=np.int8)
        return as_chances(self._evaluator.after_plays(board, position.checkers)[0]).for_opponent()

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays of a roll, the best first; of equal ones, the one listed first."""
        plays = list(position.legal_plays(roll, rules))
        if not plays:
            return []
        boards = np.array([play.result.points for play in plays], dtype=np.int8)
        found = self._evaluator.after_plays(boards, position.checkers)
        ranked = [RankedPlay(play, as_chances(row)) for play, row in zip(plays, found, strict=True)]
        return sorted(ranked, key=lambda entry: -entry.chances.equity)
