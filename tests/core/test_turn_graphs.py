"""The graph of a roll has exactly the steps that `Turn` allows, and its complete paths are the legal plays."""

import pytest
from hypothesis import given, settings

from core.strategies import positions, rolls
from sixprime.core import BearOff, Position, Roll, RuleSet
from sixprime.core.turn_graphs import TurnGraph, turn_graph
from sixprime.core.turns import Turn

RULES = [RuleSet(bear_off=bear_off) for bear_off in BearOff]


def compare(turn: Turn, graph: TurnGraph, node: int, seen: dict[tuple[Position, tuple[int, ...]], int]) -> None:
    known = (turn.position, turn.dice_left)
    if seen.setdefault(known, node) != node:
        assert not graph[node]
        return
    steps = {(step.source, step.target, step.die, int(step.hit)): step for step in turn.next_steps}
    assert {edge[:4] for edge in graph[node]} == set(steps)
    assert len(graph[node]) == len(steps)
    for edge in graph[node]:
        compare(turn.step(steps[edge[:4]]), graph, edge[4], seen)


@pytest.mark.parametrize("rules", RULES, ids=[rules.bear_off.value for rules in RULES])
@given(position=positions(), roll=rolls())
@settings(max_examples=60, deadline=None)
def test_the_graph_is_the_turn(rules: RuleSet, position: Position, roll: Roll) -> None:
    if roll.is_double and sum(count > 0 for count in position.points) > 8:
        return  # the slow way takes too long
    graph = turn_graph(position, roll, rules)
    compare(Turn(position, roll, rules), graph, 0, {})
    assert graph[-1] == ()
    assert all(graph[:-1])


@given(position=positions(), roll=rolls())
@settings(max_examples=200, deadline=None)
def test_complete_paths_reach_the_results_of_the_legal_plays(position: Position, roll: Roll) -> None:
    graph = turn_graph(position, roll)
    results = set()
    frontier = {(position.points, 0)}
    while frontier:
        further = set()
        for points, node in frontier:
            if not graph[node]:
                results.add(points)
            for source, target, _, hit, after in graph[node]:
                moved = list(points)
                moved[source] -= 1
                if target:
                    moved[target] = 1 if hit else moved[target] + 1
                if hit:
                    moved[0] -= 1
                further.add((tuple(moved), after))
        frontier = further
    assert results == ({play.result.points for play in position.legal_plays(roll)} or {position.points})


def test_a_roll_that_allows_nothing_is_one_empty_node() -> None:
    shut_out = Position((0, -1, 0, 3, 3, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, -2, 1))
    assert turn_graph(shut_out, Roll(5, 2)) == ((),)


def test_the_higher_die_where_only_one_can_be_played() -> None:
    # A lone checker may go by 6 or by 2, but not by both.
    board = [0] * 26
    board[20], board[12], board[1] = 1, -2, -2
    graph = turn_graph(Position(tuple(board), 15), Roll(6, 2))
    assert graph == (((20, 14, 6, 0, 1),), ())


def test_the_graph_of_an_ordinary_double_is_small() -> None:
    graph = turn_graph(Position.standard(), Roll(1, 1))
    assert len(graph) < 200
