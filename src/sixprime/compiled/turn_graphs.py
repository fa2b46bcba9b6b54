"""All the ways of playing a roll step by step, in machine code: a graph whose nodes are the boards in between."""

import numpy as np

from sixprime.compiled import moves
from sixprime.compiled.arrays import Board, Ints
from sixprime.compiled.jit import kernel, wraps_round

MAX_NODES = 4096
"""More than there are: 3,876 ways to take up to four equal steps from fifteen places."""
MAX_EDGES = 15 * MAX_NODES
SLOTS = 4 * MAX_NODES
"""The places of a hash table of the nodes."""


@kernel
def _hashed(board: Board, left: int) -> np.int64:
    key = np.uint64(left + 1)
    for place in range(26):
        key = (key ^ np.uint64(int(board[place]) + 16)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return np.int64(key % np.uint64(SLOTS))


@kernel
def _node_of(board: Board, left: int, boards: Board, lefts: Ints, slots: Ints, count: int) -> int:
    """The node of a board with these dice left; a new node, number `count`, if there is none yet."""
    slot = _hashed(board, left)
    while slots[slot] >= 0:
        node = slots[slot]
        if lefts[node] == left:
            same = True
            for place in range(26):
                if boards[node, place] != board[place]:
                    same = False
                    break
            if same:
                return int(node)
        slot = (slot + 1) % SLOTS
    slots[slot] = count
    lefts[count] = left
    moves.copy_into(board, boards[count])
    return count


@kernel
@wraps_round
def fill_graph(
    board: Board, high: int, low: int, bear_off: int, boards: Board, lefts: Ints, slots: Ints, first: Ints, edges: Ints
) -> tuple[int, int]:
    """Fill in every board that steps of this roll can reach, complete or not; how many nodes and edges there are.

    `lefts` is what is left of the roll: for equal dice their number, for different ones 1 for the higher and 2 for
    the lower. The edges of node n are rows `first[n]` to `first[n + 1]` of `edges`: source, target, die, whether
    it hits, and the next node. `slots` is scratch.
    """
    for slot in range(SLOTS):
        slots[slot] = -1
    equal = high == low
    count = _node_of(board, 4 if equal else 3, boards, lefts, slots, 0) + 1
    made = 0
    node = 0
    here = board.copy()
    while node < count:
        first[node] = made
        moves.copy_into(boards[node], here)
        left = lefts[node]
        rear = moves.rearmost(here)
        lowest = moves.BAR if here[moves.BAR] > 0 else 1
        for which in range(2):
            if equal and (which == 1 or left == 0):
                continue
            if not equal and not left & (1 << which):
                continue
            die = low if which else high
            rest = left - 1 if equal else left & ~(1 << which)
            for source in range(rear, lowest - 1, -1):
                if here[source] <= 0:
                    continue
                target = moves.landing(here, source, die, bear_off, rear)
                if target < 0:
                    continue
                hit = moves.make_step(here, source, target)
                after = _node_of(here, rest, boards, lefts, slots, count)
                if after == count:
                    count += 1
                moves.take_back(here, source, target, hit)
                edges[made, 0] = source
                edges[made, 1] = target
                edges[made, 2] = die
                edges[made, 3] = hit
                edges[made, 4] = after
                made += 1
        node += 1
    first[count] = made
    return count, made


@kernel
def keep_legal(count: int, high: int, low: int, first: Ints, edges: Ints, longest: Ints) -> None:
    """Strike out, by the next node -1, the steps that cannot be completed to a legal play.

    As many dice as possible must be played; where either could be but not both, the higher. `longest` becomes how
    many more steps can be made from each node. Nodes come after those that lead to them.
    """
    for node in range(count - 1, -1, -1):
        most = 0
        for edge in range(first[node], first[node + 1]):
            most = max(most, 1 + longest[edges[edge, 4]])
        longest[node] = most
        for edge in range(first[node], first[node + 1]):
            if 1 + longest[edges[edge, 4]] < most:
                edges[edge, 4] = -1
    if high != low and longest[0] == 1:
        by_high = False
        for edge in range(first[0], first[1]):
            by_high = by_high or edges[edge, 2] == high
        for edge in range(first[0], first[1]):
            if by_high and edges[edge, 2] == low:
                edges[edge, 4] = -1
