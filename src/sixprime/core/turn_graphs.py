"""All ways of playing a roll as a graph of steps, for boards that are drawn elsewhere.

A board in a browser must not know the rules. It gets this graph, begins at node 0, and offers the steps of the node
where it is; at a node without steps the play is complete and legal.
"""

from __future__ import annotations

from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING

import numpy as np

from sixprime.core.dice import Roll, RollLike
from sixprime.core.positions import Position
from sixprime.core.rules import STANDARD, BearOff, RuleSet

if TYPE_CHECKING:
    from sixprime.compiled.arrays import Board, Ints

Edge = tuple[int, int, int, int, int]
"""Source, target, die, whether it hits (0 or 1), and the node it leads to."""
TurnGraph = tuple[tuple[Edge, ...], ...]
"""The steps of each node. All complete plays end in the last node, which has none."""


class _GraphBuffers:
    """The arrays that kernels fill with one graph; each thread keeps its own and uses them again."""

    def __init__(self) -> None:
        from sixprime.compiled import turn_graphs as kernels

        self.boards: Board = np.empty((kernels.MAX_NODES, 26), dtype=np.int8)
        self.lefts: Ints = np.empty(kernels.MAX_NODES, dtype=np.int32)
        self.slots: Ints = np.empty(kernels.SLOTS, dtype=np.int32)
        self.first: Ints = np.empty(kernels.MAX_NODES + 1, dtype=np.int32)
        self.edges: Ints = np.empty((kernels.MAX_EDGES, 5), dtype=np.int32)
        self.longest: Ints = np.empty(kernels.MAX_NODES, dtype=np.int32)


_of_this_thread = local()


def turn_graph(position: Position, roll: RollLike, rules: RuleSet = STANDARD) -> TurnGraph:
    """The graph of a roll. If nothing can be moved it has one node, which has no steps.

    >>> turn_graph(Position.of({6: 1}, {6: 1}, 1), "65")
    (((6, 1, 5, 0, 1),), ((1, 0, 6, 0, 2),), ())
    """
    return _graph(position, Roll.of(roll), rules.bear_off)


@lru_cache(maxsize=256)
def _graph(position: Position, roll: Roll, bear_off: BearOff) -> TurnGraph:
    from sixprime.compiled import turn_graphs as kernels
    from sixprime.core.movegen import BEAR_OFF_CODES, to_board

    if position.is_over:
        return ((),)
    if not hasattr(_of_this_thread, "buffers"):
        _of_this_thread.buffers = _GraphBuffers()
    buffers: _GraphBuffers = _of_this_thread.buffers
    nodes, made = kernels.fill_graph(
        to_board(position), roll.high, roll.low, BEAR_OFF_CODES[bear_off],
        buffers.boards, buffers.lefts, buffers.slots, buffers.first, buffers.edges,
    )  # fmt: skip
    kernels.keep_legal(nodes, roll.high, roll.low, buffers.first, buffers.edges, buffers.longest)
    first, edges = buffers.first[: nodes + 1].tolist(), buffers.edges[:made].tolist()
    return _numbered(first, edges)


def _numbered(first: list[int], edges: list[list[int]]) -> TurnGraph:
    """The nodes that legal steps lead to, numbered in the order in which they are reached.

    All complete plays share the last node.
    """
    reached = {0: 0}
    order = [0]
    legal: list[list[list[int]]] = []
    for node in order:
        steps = [edge for edge in edges[first[node] : first[node + 1]] if edge[4] >= 0]
        legal.append(steps)
        for step in steps:
            after = step[4]
            if after not in reached and any(edge[4] >= 0 for edge in edges[first[after] : first[after + 1]]):
                reached[after] = len(order)
                order.append(after)
    end = len(order)
    graph = [
        tuple((source, target, die, hit, reached.get(after, end)) for source, target, die, hit, after in steps)
        for steps in legal
    ]
    return (*graph, ()) if graph[0] else ((),)
