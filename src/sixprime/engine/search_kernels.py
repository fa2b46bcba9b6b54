"""Looking ahead, in machine code: what a position is worth after the next rolls have been played out.

One ply is the mean over all 21 rolls of what the best answer is worth; each further ply does the same from there. Who
answers chooses at a look: the quick net makes a first choice, the full net decides among those that came near. The
chosen answer is then looked at one ply less deeply.

Values of whole plies are kept in a cache. They depend on the position alone, never on how it was reached, so that a
search gives the same numbers whatever was searched before and in whichever thread.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import lean_float_kernel, lean_kernel, plain
from sixprime.engine.net_kernels import (
    OUTPUTS,
    Board,
    Floats,
    LookUps,
    Room,
    Weights,
    evaluate_board,
    evaluate_generated,
    exact_ending,
    forget_bases,
    look_before,
    make_consistent,
    new_room,
    turn_round,
)
from sixprime.engine.quick_kernels import QuickWeights, quick_plays

ROLLS = 21
MAX_DEPTH = 4
CACHED = 1 << 14
"""Positions that a cache holds; a power of two."""


class Brain(NamedTuple):
    """What a search thinks with: both nets, the tables, and how many answers the full net looks at."""

    net: Weights
    quick: QuickWeights
    tables: LookUps
    bear_off: int
    keep: int
    """Answers that pass the first choice, at most."""
    margin: float
    """How far behind the first of them they may be."""


class Prices(NamedTuple):
    """What gammons and backgammons add, won and lost, where winning the game is 1 and losing it -1."""

    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float


MONEY = Prices(1.0, 1.0, 1.0, 1.0)


class Cache(NamedTuple):
    """Values by position: where a slot is taken, the board, its depth and the chances of who has just moved."""

    boards: Board
    depths: Board
    chances: Floats


class Desk(NamedTuple):
    """A thread's own room: what it needs on the way through the tree, a row for each depth, and its cache."""

    room: Room
    after: Board
    """The position after a play, in the view of who made it."""
    turned: Board
    """The same in the view of who answers."""
    numbers: npt.NDArray[np.int64]
    """The next roll to answer."""
    answers: Floats
    """What each roll's answer is worth to who answers."""
    cache: Cache


def new_desk() -> Desk:
    return Desk(
        plain(new_room)(),
        np.empty((MAX_DEPTH + 1, 26), dtype=np.int8),
        np.empty((MAX_DEPTH + 1, 26), dtype=np.int8),
        np.empty(MAX_DEPTH + 1, dtype=np.int64),
        np.empty((MAX_DEPTH + 1, ROLLS, OUTPUTS), dtype=np.float32),
        Cache(
            np.empty((CACHED, 26), dtype=np.int8),
            np.zeros(CACHED, dtype=np.int8),
            np.empty((CACHED, OUTPUTS), dtype=np.float32),
        ),
    )


@lean_kernel
def slot_of(board: Board) -> int:
    """Where in the cache a board belongs."""
    key = np.uint64(14695981039346656037)
    for point in range(26):
        key = (key ^ np.uint64(np.uint8(board[point]))) * np.uint64(1099511628211)
    return int((key ^ (key >> np.uint64(29))) & np.uint64(CACHED - 1))


@lean_kernel
def recall(cache: Cache, slot: int, board: Board, depth: int, chances: Floats) -> bool:
    """Fill in what is known of a board at a depth; false if nothing is."""
    if cache.depths[slot] != depth:
        return False
    for point in range(26):
        if cache.boards[slot, point] != board[point]:
            return False
    core.copy_into(cache.chances[slot], chances)
    return True


@lean_kernel
def remember(cache: Cache, slot: int, board: Board, depth: int, chances: Floats) -> None:
    core.copy_into(board, cache.boards[slot])
    cache.depths[slot] = depth
    core.copy_into(chances, cache.chances[slot])


@lean_kernel
def swapped(prices: Prices) -> Prices:
    """The same as the other player sees them."""
    return Prices(prices.lost_gammon, prices.lost_backgammon, prices.gammon, prices.backgammon)


@lean_kernel
def worth_of(chances: Floats, prices: Prices) -> float:
    """What chances are worth without a cube; with the prices of money play, bit for bit their equity."""
    return (
        2.0 * float(chances[0])
        - 1.0
        + float(chances[1]) * prices.gammon
        + float(chances[2]) * prices.backgammon
        - float(chances[3]) * prices.lost_gammon
        - float(chances[4]) * prices.lost_backgammon
    )


@lean_float_kernel
def answer_roll(
    turned: Board,
    checkers: int,
    first: int,
    second: int,
    brain: Brain,
    prices: Prices,
    room: Room,
    answer: Board,
    chances: Floats,
) -> bool:
    """The play that looks best to the player on roll and the chances it leaves; true if the game is over then.

    Of equal plays it is the first; where there is none, the board stays as it is.
    """
    found = quick_plays(turned, checkers, first, second, brain.bear_off, brain.quick, brain.tables, room)
    if found == 0:
        core.copy_into(turned, answer)
        evaluate_board(turned, checkers, brain.net, brain.tables, room, chances)
        return False
    floor = -9.0
    for play in range(found):
        room.worth[play] = worth_of(room.chances[play], prices)
        floor = max(floor, room.worth[play] - brain.margin)
    before = look_before(turned, checkers)
    best = int(np.int64(-1))
    most = -9.0
    forget_bases(room)
    for _ in range(min(brain.keep, found)):
        likely = int(np.int64(0))
        for play in range(1, found):
            if room.worth[play] > room.worth[likely]:
                likely = play
        if room.worth[likely] < floor:
            break
        room.worth[likely] = -99.0
        evaluate_generated(
            turned, checkers, first, second, brain.bear_off, before, likely, brain.net, brain.tables, room
        )
        worth = worth_of(room.chances[likely], prices)
        if worth > most or (worth == most and likely < best):
            most = worth
            best = likely
    core.copy_into(room.results[best], answer)
    core.copy_into(room.chances[best], chances)
    return core.rearmost(answer) == 0


@lean_kernel
def mean_of_answers(board: Board, checkers: int, answers: Floats, chances: Floats) -> None:
    """The chances of who has just moved, from those of who answers each of the 21 rolls."""
    for output in range(OUTPUTS):
        total = 0.0
        number = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                total += (1.0 if high == low else 2.0) * answers[number, output]
                number += 1
        chances[output] = total / 36.0
    turn_round(chances)
    make_consistent(board, checkers, chances)


@lean_float_kernel
def search_rolls(
    board: Board, checkers: int, plies: int, first_roll: int, end_roll: int, brain: Brain, desk: Desk, answers: Floats
) -> None:
    """Look so many plies ahead after some of the 21 rolls: row r of `answers` gets the chances of who answers roll r.

    The board is a position after a play; the rolls are counted 11, 21, 22, 31 and so on. The tree is walked by a loop,
    because functions that call each other take long to compile.
    """
    core.copy_into(board, desk.turned[0])
    core.flip(desk.turned[0])
    desk.numbers[0] = first_roll
    answer = desk.after[MAX_DEPTH]
    depth = int(np.int64(0))
    while True:
        number = desk.numbers[depth]
        if depth > 0 and number == ROLLS:
            above = desk.answers[depth - 1, desk.numbers[depth - 1] - 1]
            mean_of_answers(desk.after[depth], checkers, desk.answers[depth], above)
            slot = slot_of(desk.after[depth])
            remember(desk.cache, slot, desk.after[depth], plies - depth, above)
            depth -= 1
            continue
        if number == end_roll and depth == 0:
            break
        desk.numbers[depth] += 1
        high = int(np.int64(1))
        while number >= high * (high + 1) // 2:
            high += 1
        low = number - high * (high - 1) // 2 + 1
        row = desk.answers[depth, number]
        over = answer_roll(desk.turned[depth], checkers, high, low, brain, MONEY, desk.room, answer, row)
        if over or depth == plies - 1 or exact_ending(answer, checkers, brain.tables, desk.room.scratch[1], row):
            continue
        if recall(desk.cache, slot_of(answer), answer, plies - 1 - depth, row):
            continue
        depth += 1
        core.copy_into(answer, desk.after[depth])
        core.copy_into(answer, desk.turned[depth])
        core.flip(desk.turned[depth])
        desk.numbers[depth] = 0
    for number in range(first_roll, end_roll):
        core.copy_into(desk.answers[0, number], answers[number])
