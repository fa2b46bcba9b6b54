"""Another net as a second judge: what players lose by what it thinks of their plays, looking a ply ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from sixprime.engine.net.evaluators import Evaluator
from sixprime.training.judging.decisions import Plays
from sixprime.training.judging.neutral.look_ahead import CANDIDATES, MARGIN, equities, equities_one_ply_ahead
from sixprime.training.judging.reports import Report


def judged_by(
    evaluator: Evaluator, reports: Mapping[str, Report], report: Callable[[int], None] | None = None
) -> dict[str, Report]:
    """The reports with the losses that an evaluator finds a ply ahead.

    It looks at the plays that it likes itself and at those that the players chose. `report` hears how many decisions
    are done.
    """
    plays = Plays()
    first = next(iter(reports.values()))
    losses = {name: np.zeros(len(first.decisions)) for name in reports}
    for number, reference in enumerate(first.decisions):
        chosen = {name: int(entry.choices[number]) for name, entry in reports.items()}
        alone = equities(evaluator, reference.boards)
        order = np.argsort(-alone, kind="stable")[:CANDIDATES]
        near = {int(play) for play in order if alone[play] >= alone[order[0]] - MARGIN}
        looked_at = sorted(near | set(chosen.values()))
        worth = dict(zip(looked_at, equities_one_ply_ahead(evaluator, reference.boards[looked_at], plays), strict=True))
        best = max(worth.values())
        for name, choice in chosen.items():
            losses[name][number] = best - worth[choice]
        if report is not None:
            report(number + 1)
    return {name: replace(entry, losses=losses[name]) for name, entry in reports.items()}
