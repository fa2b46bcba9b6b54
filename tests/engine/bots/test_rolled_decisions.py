"""The strongest level plays close decisions out; what is clear it decides at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sixprime import Engine, Match, Position, Roll, Situation
from sixprime.core import Action, Phase
from sixprime.core.match import events as ev
from sixprime.engine.analyses import AnalysedAction, Analysis
from sixprime.engine.bots.levels import LEVELS, Level
from sixprime.engine.bots.rolled_decisions import (
    CLOSE_CUBE,
    MOST_PLAYS,
    NEAR,
    decided_by_rollout,
    ranked_by_rollout,
    short_rollout,
)
from sixprime.engine.search.searchers import Searcher

FEW = replace(LEVELS["grandmaster"], games=36, plies=1)
"""The level with fewer games, and a search that is over sooner."""
CLOSE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7:10"
CLEAR = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CLOSE_DOUBLE = "XGID=-B-BBBBbA---bB-A-bbcbb----:0:0:1:00:0:0:0:0:10"


def near_best(analysis: Analysis) -> list[str]:
    found = [entry for entry in analysis.plays if entry.depth == analysis.depth and entry.loss <= NEAR]
    return [str(entry.play) for entry in found[:MOST_PLAYS]]


def test_a_close_play_is_the_best_of_its_rollout() -> None:
    situation = Situation.parse(CLOSE)
    with Engine(level=FEW, threads=1) as engine:
        near = near_best(engine.analyse(situation))
        assert len(near) > 1
        result = engine.rollout(situation, plays=near, settings=short_rollout(FEW.games))
        decided = engine.decide(situation)
    assert isinstance(decided, ev.Played)
    best = result.best.play
    assert best is not None
    assert decided.steps == tuple((step.source, step.target) for step in best.steps)


def test_what_is_clear_is_not_rolled_out() -> None:
    with Engine(level=FEW, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(CLEAR))
        assert len(near_best(analysis)) == 1
        assert decided_by_rollout(analysis, lambda plays: pytest.fail(f"rolled out {plays}")) is analysis


def test_a_rollout_that_is_stopped_at_once_changes_nothing() -> None:
    situation = Situation.parse(CLOSE)
    with Engine(level=FEW, threads=1) as engine:
        analysis = engine.analyse(situation)
        nothing = engine.plan_rollout(situation, plays=near_best(analysis), settings=short_rollout(36)).result
        assert nothing.games == 0
        assert decided_by_rollout(analysis, lambda _: nothing) is analysis


def test_plays_that_end_the_game_are_not_rolled_out() -> None:
    """Each of these wins at once, whichever checker is borne off first."""
    position = Position.of({2: 1, 1: 1}, {1: 2})
    with Engine(level=FEW, threads=1) as engine:
        decided = engine.decide(Situation(position, roll=Roll(6, 5)))
    assert isinstance(decided, ev.Played)
    ranked = Searcher(1, threads=1).rank(position, Roll(6, 5))
    assert ranked_by_rollout(ranked, 6) == ranked


def test_winning_and_not_winning_at_once_are_not_compared() -> None:
    position = Position.of({1: 2}, {18: 2})
    ranked = Searcher(1, threads=1).rank(position, Roll(2, 1))
    assert ranked[0].play.result.is_over
    twice = [ranked[0], ranked[0]]
    assert ranked_by_rollout(twice, 6) == twice


def analysed(phase: Phase, actions: dict[Action, float]) -> Analysis:
    """An analysis of a cube decision of the opening position in which the actions lose so much."""
    match = Match(length=7)
    match.open((3, 1))
    state = replace(match.state, phase=phase)
    found = tuple(AnalysedAction(action, -loss, loss) for action, loss in actions.items())
    chances = Engine(plies=0, threads=1).evaluate(match.position).chances
    assert state.on_roll is not None
    return Analysis(state.on_roll, (), found, chances, 0.0, 2, state=state)


@pytest.mark.parametrize(
    ("phase", "first", "second"),
    [
        (Phase.TO_ROLL, Action.ROLL, Action.DOUBLE),
        (Phase.TO_ROLL, Action.DOUBLE, Action.ROLL),
        (Phase.TO_ANSWER_CUBE, Action.TAKE, Action.DROP),
        (Phase.TO_ANSWER_CUBE, Action.DROP, Action.TAKE),
    ],
)
def test_a_close_cube_decision_is_what_the_rollout_says(phase: Phase, first: Action, second: Action) -> None:
    situation = Situation.parse(CLOSE_DOUBLE)
    with Engine(plies=0, threads=1) as engine:
        result = engine.rollout(situation, settings=short_rollout(36))
        assert result.cube is not None
        said = {
            Phase.TO_ROLL: Action.DOUBLE if result.cube.double else Action.ROLL,
            Phase.TO_ANSWER_CUBE: Action.TAKE if result.cube.take else Action.DROP,
        }[phase]
        close = analysed(phase, {first: 0.0, second: CLOSE_CUBE / 2})
        decided = decided_by_rollout(close, lambda _: result)
        assert decided.actions[0].action is said
        assert {entry.action for entry in decided.actions} == {first, second}
        clear = analysed(phase, {first: 0.0, second: CLOSE_CUBE * 2})
        assert decided_by_rollout(clear, lambda _: pytest.fail("rolled out")) is clear


def test_the_other_plays_follow_as_they_were() -> None:
    position = Situation.parse(CLOSE).position
    ranked = Searcher(1, threads=1).rank(position, Roll(6, 4))
    rolled = ranked_by_rollout(ranked, 36)
    assert {str(entry.play) for entry in rolled} == {str(entry.play) for entry in ranked}
    near = [entry for entry in ranked if entry.plies and ranked[0].chances.equity - entry.chances.equity <= NEAR]
    count = min(len(near), MOST_PLAYS)
    equities = [entry.chances.equity for entry in rolled[:count]]
    assert equities == sorted(equities, reverse=True)
    assert equities != [entry.chances.equity for entry in ranked[:count]]
    assert rolled[count:] == ranked[count:]


def test_a_grandmaster_plays_a_game_to_its_end() -> None:
    quick = Level("quick", LEVELS["expert"].title, 0, 0.0, 0.0, 1.0, LEVELS["expert"].description, games=6)
    match = Match(length=1)
    match.open((6, 4))
    with Engine(level=quick, threads=1) as engine:
        for _ in range(6):
            decided = engine.decide(match)
            if decided is None:
                match.roll((5, 2))
            else:
                match.apply(decided)
    assert len(match.events) > 6
