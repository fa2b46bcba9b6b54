"""Close decisions, made by short rollouts: what the strongest level does where its search sees little between the best.

The rollouts are cut off after a few rolls. The deep net chooses the plays in them and values the positions at their end
after one more roll, so that every play is seen nine plies ahead along some hundred lines, with the luck of the dice
taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter

from sixprime.core import STANDARD, Action, Phase, Play, RuleSet
from sixprime.engine.analyses import AnalysedAction, Analysis
from sixprime.engine.net.evaluators import RankedPlay
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.results import RolloutResult
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings

TRUNCATED = 7
"""Rolls after which a game is cut off."""
NEAR = 0.06
"""Plays that are no more than this behind the best by the search are rolled out."""
MOST_PLAYS = 4
CLOSE_CUBE = 0.1
"""Cube decisions in which no more than this is at stake by the search are rolled out."""

RollOut = Callable[[Sequence[Play] | None], RolloutResult]


def short_rollout(games: int, *, cubeful: bool = True) -> RolloutSettings:
    """How close decisions are rolled out."""
    return RolloutSettings(games=games, truncate=TRUNCATED, deep=True, cubeful=cubeful)


def decided_by_rollout(analysis: Analysis, roll_out: RollOut) -> Analysis:
    """The analysis with the best of what is close, by rollout, in the first place.

    `roll_out` rolls out the plays given, or the cube actions. Nothing changes where nothing is close, or if the rollout
    was stopped before its first games were played.
    """
    plays = [entry for entry in analysis.plays if entry.depth == analysis.depth and entry.loss <= NEAR][:MOST_PLAYS]
    if _can_be_compared([entry.play for entry in plays]):
        result = roll_out([entry.play for entry in plays])
        if not result.games:
            return analysis
        first = next(entry for entry in plays if entry.play == result.best.play)
        return replace(analysis, plays=(first, *(entry for entry in analysis.plays if entry is not first)))
    if analysis.plays or not _is_close_cube(analysis.actions):
        return analysis
    cube = roll_out(None).cube
    if cube is None:
        return analysis
    if analysis.state is not None and analysis.state.phase is Phase.TO_ROLL:
        chosen = Action.DOUBLE if cube.double else Action.ROLL
    else:
        chosen = Action.TAKE if cube.take else Action.DROP
    return replace(analysis, actions=tuple(sorted(analysis.actions, key=lambda entry: entry.action is not chosen)))


def ranked_by_rollout(
    ranked: Sequence[RankedPlay], games: int, *, net: Net | None = None, rules: RuleSet = STANDARD
) -> list[RankedPlay]:
    """Plays ranked for money without a cube, those near the best by rollouts; the others follow as they were."""
    best = ranked[0].chances.equity
    near = [entry for entry in ranked if entry.plies == ranked[0].plies and best - entry.chances.equity <= NEAR]
    near = near[:MOST_PLAYS]
    if not _can_be_compared([entry.play for entry in near]):
        return list(ranked)
    candidates = [Candidate.after(entry.play) for entry in near]
    result = Rollout(candidates, short_rollout(games, cubeful=False), net=net, rules=rules).run()
    rolled = [replace(entry, chances=found.chances) for entry, found in zip(near, result.candidates, strict=True)]
    rolled.sort(key=attrgetter("chances.equity"), reverse=True)
    return [*rolled, *(entry for entry in ranked if entry not in near)]


def _can_be_compared(plays: Sequence[Play]) -> bool:
    """Whether there is something to roll out: several plays, of which none ends the game."""
    return len(plays) > 1 and not any(play.result.is_over for play in plays)


def _is_close_cube(actions: Sequence[AnalysedAction]) -> bool:
    """Whether there is little between doubling and not, or between taking and not."""
    best = {entry.action for entry in actions[:2]}
    is_cube = best in ({Action.ROLL, Action.DOUBLE}, {Action.TAKE, Action.DROP})
    return is_cube and actions[1].loss <= CLOSE_CUBE
