"""Whole games followed in machine code: cells of `mat_kernels` in, checked events in numbers out.

A written play is looked for among the legal ones by where it leads, as in `written_plays`, and its steps are those by
which `LegalPlays` lists it. How checkers move is said by the kernels of `core`. Cube, score and result are followed by
the plain rules of `transitions`, which has the say over every state; at anything that is not plain, following ends.
"""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.bits import highest_one
from sixprime.core.jit import kernel
from sixprime.core.kernels import BAR, OFF, Board, Keys
from sixprime.formats.mat_kernels import (
    COLUMN,
    DICE,
    DOUBLE,
    DROP,
    FIRST,
    FOREIGN,
    KIND,
    LEFT_SCORE,
    LOSS,
    MOVE,
    MOVES,
    NAME_COLUMN,
    PLACE,
    RIGHT_SCORE,
    SECOND,
    START,
    TAKE,
    UNTOLD,
    WIN,
    Numbers,
)

# What an event is; the first two numbers of its row are this and the player, 0 for White.
OPENED, ROLLED, PLAYED, DOUBLED, TAKEN, DROPPED, RESIGNED, ACCEPTED = range(8)
STEPS, STEP = 2, 3
"""In a play, how many steps there are, and where they are from and to."""
EVENT = STEP + 2 * core.MAX_STEPS

LEFT_COLUMN = 5
USUAL_RIGHT_COLUMN = 33
MOST_COLUMNS = 1024
MOST_CUBE = 1 << 20
NOBODY = -1
UNUSUAL = -1

Counts = npt.NDArray[np.int64]


# Plays


@kernel
def _is_equal(board: Board, other: Board) -> bool:
    for place in range(26):  # noqa: SIM110  # a generator is no kernel
        if board[place] != other[place]:
            return False
    return True


@kernel
def move_checkers(board: Board, moves: Numbers, count: int) -> bool:
    """Make some moves, pairs of source and target; false if a checker is not there, or where it goes is blocked."""
    for place in range(count):
        source = moves[2 * place]
        target = moves[2 * place + 1]
        if board[source] <= 0 or (target != OFF and board[target] < -1):
            return False
        core.make_step(board, source, target)
    return True


@kernel
def find_two_steps(
    board: Board, high: int, low: int, bear_off: int, moves: Numbers, count: int, after: Board, steps: Numbers
) -> bool:
    """The first play of two different dice, in the order of `generate_plays`, that leads to `after`.

    A step begins where a move does, or where a checker that moves has come to by a die.
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
    board: Board, die: int, bear_off: int, moves: Numbers, count: int, after: Board, steps: Numbers
) -> bool:
    """The play of four equal dice that makes these moves and leads to `after`; its sources never rise."""
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
    moves: Numbers,
    count: int,
    after: Board,
    steps: Numbers,
    results: Board,
    sources: Board,
    low_first: Board,
    keys: Keys,
) -> int:
    """The legal play that leads where the moves lead: how many steps it has, or -1 if there is none.

    Without moves it is the play of a roll that allows none, or only one. `after` becomes the board after it, `steps`
    its pairs of source and target, in the order in which `generate_plays` has them; the rest is room to work in.
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
    found, used = core.generate_plays(board, first, second, bear_off, results, sources, low_first, keys)
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


@kernel
def worth_of_win(board: Board, checkers: int) -> int:
    """What a winner who has borne off all checkers has won, 1 to 3, in the winner's view and by the usual rules."""
    left = 0
    behind = -int(board[OFF])
    for point in range(25):
        left -= int(board[point])
        if 1 <= point <= 6:
            behind -= int(board[point])
    if left < checkers:
        return 1
    return 3 if behind > 0 else 2


# Games


@kernel
def _border(cells: Numbers, start: int, end: int, game: Numbers, columns: Numbers) -> float:
    """What divides left from right, or -1: the column where most second cells begin, or the second name does."""
    for place in range(MOST_COLUMNS):
        columns[place] = 0
    most = 0
    for number in range(start, end):
        if cells[number, PLACE] == 1 and cells[number, KIND] != WIN:
            column = cells[number, COLUMN]
            columns[column] += 1
            most = max(most, columns[column])
    if most == 0:
        if game[FOREIGN]:
            return -1.0
        return (LEFT_COLUMN + int(game[NAME_COLUMN] if game[NAME_COLUMN] > 0 else USUAL_RIGHT_COLUMN)) / 2
    for number in range(start, end):  # of several that are equal, the first counts
        if cells[number, PLACE] == 1 and cells[number, KIND] != WIN and columns[cells[number, COLUMN]] == most:
            return (LEFT_COLUMN + int(cells[number, COLUMN])) / 2
    return -1.0


@kernel
def follow_games(
    cells: Numbers,
    cell_count: int,
    games: Numbers,
    game_count: int,
    length: int,
    crawford_rule: bool,
    jacoby_rule: bool,
    highest_cube: int,
    bear_off: int,
    beginning: Board,
    checkers: int,
    events: Board,
    results: Board,
    sources: Board,
    low_first: Board,
    keys: Keys,
) -> int:
    """The events of all games of a match, each from the beginning; how many there are, or `UNUSUAL`.

    `length` is 0 in money play, `beginning` is White's view.
    """
    board = np.empty(26, dtype=np.int8)
    after = np.empty(26, dtype=np.int8)
    steps = np.zeros(2 * core.MAX_STEPS, dtype=np.int64)
    columns = np.empty(MOST_COLUMNS, dtype=np.int64)
    score = np.zeros(2, dtype=np.int64)
    crawford_over = False
    is_open = False
    count = 0
    for number in range(game_count):
        game = games[number]
        if is_open or game[LEFT_SCORE] != score[0] or game[RIGHT_SCORE] != score[1]:
            return UNUSUAL
        if length > 0 and max(score[0], score[1]) >= length:
            return UNUSUAL
        start = game[START]
        end = games[number + 1, START] if number + 1 < game_count else cell_count
        border = _border(cells, start, end, game, columns)
        if border < 0:
            return UNUSUAL
        match_point = length > 1 and max(score[0], score[1]) == length - 1
        is_crawford = crawford_rule and match_point and not crawford_over
        crawford_over = crawford_over or is_crawford
        cube = 1
        owner = NOBODY
        turn = NOBODY
        doubler = NOBODY
        winner = NOBODY
        points = 0
        loser = NOBODY  # who has said to lose
        is_untold = False  # how the roll was played
        told = False
        for place in range(start, end):
            cell = cells[place]
            kind = cell[KIND]
            player = 1 if (cell[PLACE] > 0 and kind != WIN) or cell[COLUMN] >= border else 0
            if count + 2 > events.shape[0] or told or (winner != NOBODY and kind != WIN):
                return UNUSUAL
            if (is_untold and kind not in (WIN, LOSS)) or (loser != NOBODY and kind != WIN):
                return UNUSUAL
            for column in range(EVENT):
                events[count, column] = 0
                events[count + 1, column] = 0
            event = events[count]
            event[1] = player
            if kind == DICE:
                if doubler != NOBODY:
                    return UNUSUAL
                first = cell[FIRST]
                second = cell[SECOND]
                if turn == NOBODY:
                    if first == second:
                        return UNUSUAL
                    turn = player
                    core.copy_into(beginning, board)
                    if player == 1:
                        core.flip(board)
                    event[0] = OPENED
                    event[2] = min(first, second) if player else max(first, second)
                    event[3] = max(first, second) if player else min(first, second)
                elif player == turn:
                    event[0] = ROLLED
                    event[2] = first
                    event[3] = second
                else:
                    return UNUSUAL
                count += 1
                if cell[MOVES] == UNTOLD:
                    is_untold = True
                    continue
                event = events[count]
                moves = cell[MOVE:]
                used = find_steps(
                    board,
                    first,
                    second,
                    bear_off,
                    moves,
                    cell[MOVES],
                    after,
                    steps,
                    results,
                    sources,
                    low_first,
                    keys,
                )
                if used < 0:
                    return UNUSUAL
                event[0] = PLAYED
                event[1] = player
                event[STEPS] = used
                for step in range(2 * used):
                    event[STEP + step] = steps[step]
                count += 1
                if used > 0 and steps[2 * used - 1] == OFF and core.rearmost(after) == 0:
                    winner = player
                    counts_once = jacoby_rule and length == 0 and owner == NOBODY
                    points = cube if counts_once else cube * worth_of_win(after, checkers)
                else:
                    for point in range(26):
                        board[point] = -after[25 - point]
                    turn = 1 - turn
            elif kind == DOUBLE:
                told_cube = cell[FIRST]
                if turn != player or doubler != NOBODY or is_crawford or owner == 1 - player:
                    return UNUSUAL
                if (told_cube != 0 and told_cube != 2 * cube) or 2 * cube > min(highest_cube, MOST_CUBE):
                    return UNUSUAL
                if length > 0 and score[player] + cube >= length:
                    return UNUSUAL
                doubler = player
                event[0] = DOUBLED
                count += 1
            elif kind in (TAKE, DROP):
                if doubler == NOBODY:
                    return UNUSUAL
                event[0] = TAKEN if kind == TAKE else DROPPED
                event[1] = 1 - doubler
                count += 1
                if kind == TAKE:
                    cube *= 2
                    owner = 1 - doubler
                else:
                    winner = doubler
                    points = cube
                doubler = NOBODY
            elif kind == LOSS:
                if turn == NOBODY:
                    return UNUSUAL
                loser = player
            else:
                told = True
                won = cell[FIRST]
                if winner == NOBODY:
                    if turn == NOBODY or player == loser or (is_untold and player == turn):
                        return UNUSUAL
                    winner = player
                    points = cube
                    if doubler == player and won <= cube:
                        event[0] = DROPPED
                        event[1] = 1 - player
                        count += 1
                    elif doubler != NOBODY:
                        return UNUSUAL
                    else:
                        worth = 1 if won <= cube else (2 if won <= 2 * cube else 3)
                        if worth > 1 and jacoby_rule and length == 0 and owner == NOBODY:
                            return UNUSUAL
                        points = cube * worth
                        event[0] = RESIGNED
                        event[1] = 1 - player
                        event[2] = worth
                        events[count + 1, 0] = ACCEPTED
                        events[count + 1, 1] = player
                        count += 2
                is_over = length > 0 and score[winner] + points >= length
                if winner != player or (cell[SECOND] and length > 0 and not is_over):
                    return UNUSUAL
                if won != points and not (is_over and won >= length - score[winner]):
                    return UNUSUAL
        if winner == NOBODY:
            if loser != NOBODY or is_untold:
                return UNUSUAL
            is_open = True
        else:
            score[winner] += points
    return count
