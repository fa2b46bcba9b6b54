"""Finds written plays among the legal ones in compiled code, as `reading.written_plays` does in Python.

A play is identified by the board that it leads to. Checkers are moved by the kernels of `core`. The steps found are
those by which `LegalPlays` lists the play; if the whole roll is played, they are found without generating all plays.
"""

from typing import NamedTuple

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Keys, Longs
from sixprime.compiled.bits import highest_one
from sixprime.compiled.jit import kernel
from sixprime.compiled.moves import BAR, OFF


class PlayBuffers(NamedTuple):
    """What generating plays writes into, as in `sixprime.core.movegen.PlayTable`."""

    results: Board
    sources: Board
    low_first: Board
    keys: Keys


@kernel
def _is_equal(board: Board, other: Board) -> bool:
    for place in range(26):  # noqa: SIM110  # numba compiles no generators
        if board[place] != other[place]:
            return False
    return True


@kernel
def move_checkers(board: Board, moves: Longs, count: int) -> bool:
    """Make moves, pairs of source and target. Returns False if a checker is missing or its target is blocked."""
    for place in range(count):
        source = moves[2 * place]
        target = moves[2 * place + 1]
        if board[source] <= 0 or (target != OFF and board[target] < -1):
            return False
        core.make_step(board, source, target)
    return True


@kernel
def find_two_steps(
    board: Board, high: int, low: int, bear_off: int, moves: Longs, count: int, after: Board, steps: Longs
) -> bool:
    """Find the first play of two different dice, in the order of `generate_plays`, that leads to `after`.

    A step begins where a move begins, or where a moving checker is after one die.
    """
    points = 0
    for place in range(count):
        source = moves[2 * place]
        points |= 1 << source | 1 << max(source - low, OFF) | 1 << max(source - high, OFF)
    points &= ~(1 << OFF)
    for order in range(2):
        first = low if order else high
        second = high if order else low
        untried = points if board[BAR] == 0 else points & 1 << BAR
        while untried:
            source = highest_one(untried)
            untried ^= 1 << source
            if board[source] <= 0:
                continue
            rear = core.rearmost(board) if source <= first else 0
            target = core.landing(board, source, first, bear_off, rear)
            if target < 0:
                continue
            hit = core.make_step(board, source, target)
            found = False
            next_untried = points if board[BAR] == 0 else points & 1 << BAR
            while next_untried and not found:
                next_source = highest_one(next_untried)
                next_untried ^= 1 << next_source
                if board[next_source] <= 0:
                    continue
                rear = core.rearmost(board) if next_source <= second else 0
                next_target = core.landing(board, next_source, second, bear_off, rear)
                if next_target < 0:
                    continue
                next_hit = core.make_step(board, next_source, next_target)
                found = _is_equal(board, after)
                core.take_back(board, next_source, next_target, next_hit)
                steps[2] = next_source
                steps[3] = next_target
            core.take_back(board, source, target, hit)
            if found:
                steps[0] = source
                steps[1] = target
                return True
    return False


@kernel
def find_four_steps(
    board: Board, die: int, bear_off: int, moves: Longs, count: int, after: Board, steps: Longs
) -> bool:
    """Find the play of four equal dice that makes these moves and leads to `after`; its sources never increase."""
    used = 0
    for place in range(count):
        source = moves[2 * place]
        target = moves[2 * place + 1]
        while source > target:
            if used == core.MAX_STEPS or (source - die < target and target != OFF):
                return False
            earlier = used
            while earlier > 0 and steps[2 * earlier - 2] < source:
                steps[2 * earlier] = steps[2 * earlier - 2]
                steps[2 * earlier + 1] = steps[2 * earlier - 1]
                earlier -= 1
            steps[2 * earlier] = source
            steps[2 * earlier + 1] = max(source - die, OFF)
            used += 1
            source -= die
    if used < core.MAX_STEPS:
        return False
    done = 0
    hits = 0
    while done < core.MAX_STEPS:
        source = steps[2 * done]
        if board[source] <= 0 or (board[BAR] > 0 and source != BAR):
            break
        target = core.landing(board, source, die, bear_off, core.rearmost(board) if source <= die else 0)
        if target < 0:
            break
        if core.make_step(board, source, target):
            hits |= 1 << done
        done += 1
    found = done == core.MAX_STEPS and _is_equal(board, after)
    while done > 0:
        done -= 1
        core.take_back(board, steps[2 * done], steps[2 * done + 1], hits >> done & 1 == 1)
    return found


@kernel
def find_steps(
    board: Board,
    first: int,
    second: int,
    bear_off: int,
    moves: Longs,
    count: int,
    after: Board,
    steps: Longs,
    table: PlayBuffers,
) -> int:
    """Find the legal play that leads to the same board as the moves. Returns its number of steps, or -1.

    Without moves it is the play of a roll that allows none, or only one. `after` becomes the board after the play, and
    `steps` its pairs of source and target, in the order of `generate_plays`; `table` is overwritten.
    """
    core.copy_into(board, after)
    if not move_checkers(after, moves, count):
        return -1
    high = max(first, second)
    low = min(first, second)
    if count > 0:
        if first == second:
            if find_four_steps(board, first, bear_off, moves, count, after, steps):
                return 4
        elif find_two_steps(board, high, low, bear_off, moves, count, after, steps):
            return 2
    results, sources, low_first = table.results, table.sources, table.low_first
    found, used = core.generate_plays(board, first, second, bear_off, results, sources, low_first, table.keys)
    if count == 0 and found == 0:
        return 0
    row = 0
    if count > 0:
        while row < found and not _is_equal(results[row], after):
            row += 1
        if row == found:
            return -1
    elif found > 1:
        return -1
    core.copy_into(results[row], after)
    for step in range(used):
        die = low if low_first[row] == 1 - step else high
        steps[2 * step] = sources[row, step]
        steps[2 * step + 1] = max(int(sources[row, step]) - die, OFF)
    return int(used)
