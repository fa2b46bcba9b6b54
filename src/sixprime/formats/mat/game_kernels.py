"""Follows whole games in compiled code: takes the cells of `text_kernels`, gives checked events as numbers.

Plays are found by `play_kernels`. The rules of cube, score and result are a second copy of those in
`sixprime.core.transitions`, without beavers, automatic doubles and anything else that is unusual in a file: there the
kernels give up, and the file is read line by line. tests/formats/mat/test_plain_files.py compares the two ways.
"""

import numpy as np

from sixprime.core import kernels as core
from sixprime.core.jit import kernel
from sixprime.core.kernels import OFF, Board, Keys
from sixprime.formats.mat import play_kernels as plays
from sixprime.formats.mat import text_kernels as mat
from sixprime.formats.mat.play_kernels import Numbers

# Kinds of events. The first two numbers of an event's row are its kind and the player, 0 for White.
OPENED, ROLLED, PLAYED, DOUBLED, TAKEN, DROPPED, RESIGNED, ACCEPTED = range(8)
STEPS, STEP = 2, 3
"""In the row of a play: the number of its steps, and the first source."""
EVENT = STEP + 2 * core.MAX_STEPS

LEFT_COLUMN = 5
USUAL_RIGHT_COLUMN = 33
MOST_COLUMNS = 1024
MOST_CUBE = 1 << 20
NOBODY = -1
UNUSUAL = -1


@kernel
def worth_of_win(board: Board, checkers: int) -> int:
    """What a player who has borne off all checkers has won, 1 to 3, by the standard rules, in that player's view."""
    left = 0
    behind = -int(board[OFF])
    for point in range(25):
        left -= int(board[point])
        if 1 <= point <= 6:
            behind -= int(board[point])
    if left < checkers:
        return 1
    return 3 if behind > 0 else 2


@kernel
def _border(cells: Numbers, start: int, end: int, game: Numbers, columns: Numbers) -> float:
    """The text column between the left and the right player's cells; -1 if it is not clear.

    The right player's cells begin where most second cells of a row do, or else where the second name does.
    """
    for place in range(MOST_COLUMNS):
        columns[place] = 0
    most = 0
    for number in range(start, end):
        if cells[number, mat.PLACE] == 1 and cells[number, mat.KIND] != mat.WIN:
            column = cells[number, mat.COLUMN]
            columns[column] += 1
            most = max(most, columns[column])
    if most == 0:
        if game[mat.FOREIGN]:
            return -1.0
        return (LEFT_COLUMN + int(game[mat.NAME_COLUMN] if game[mat.NAME_COLUMN] > 0 else USUAL_RIGHT_COLUMN)) / 2
    for number in range(start, end):  # if several columns are equally common, the first one counts
        if (
            cells[number, mat.PLACE] == 1
            and cells[number, mat.KIND] != mat.WIN
            and columns[cells[number, mat.COLUMN]] == most
        ):
            return (LEFT_COLUMN + int(cells[number, mat.COLUMN])) / 2
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
        if is_open or game[mat.LEFT_SCORE] != score[0] or game[mat.RIGHT_SCORE] != score[1]:
            return UNUSUAL
        if length > 0 and max(score[0], score[1]) >= length:
            return UNUSUAL
        start = game[mat.START]
        end = games[number + 1, mat.START] if number + 1 < game_count else cell_count
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
            kind = cell[mat.KIND]
            player = 1 if (cell[mat.PLACE] > 0 and kind != mat.WIN) or cell[mat.COLUMN] >= border else 0
            if count + 2 > events.shape[0] or told or (winner != NOBODY and kind != mat.WIN):
                return UNUSUAL
            if (is_untold and kind not in (mat.WIN, mat.LOSS)) or (loser != NOBODY and kind != mat.WIN):
                return UNUSUAL
            for column in range(EVENT):
                events[count, column] = 0
                events[count + 1, column] = 0
            event = events[count]
            event[1] = player
            if kind == mat.DICE:
                if doubler != NOBODY:
                    return UNUSUAL
                first = cell[mat.FIRST]
                second = cell[mat.SECOND]
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
                if cell[mat.MOVES] == mat.UNTOLD:
                    is_untold = True
                    continue
                event = events[count]
                moves = cell[mat.MOVE :]
                used = plays.find_steps(
                    board,
                    first,
                    second,
                    bear_off,
                    moves,
                    cell[mat.MOVES],
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
            elif kind == mat.DOUBLE:
                told_cube = cell[mat.FIRST]
                if turn != player or doubler != NOBODY or is_crawford or owner == 1 - player:
                    return UNUSUAL
                if (told_cube != 0 and told_cube != 2 * cube) or 2 * cube > min(highest_cube, MOST_CUBE):
                    return UNUSUAL
                if length > 0 and score[player] + cube >= length:
                    return UNUSUAL
                doubler = player
                event[0] = DOUBLED
                count += 1
            elif kind in (mat.TAKE, mat.DROP):
                if doubler == NOBODY:
                    return UNUSUAL
                event[0] = TAKEN if kind == mat.TAKE else DROPPED
                event[1] = 1 - doubler
                count += 1
                if kind == mat.TAKE:
                    cube *= 2
                    owner = 1 - doubler
                else:
                    winner = doubler
                    points = cube
                doubler = NOBODY
            elif kind == mat.LOSS:
                if turn == NOBODY:
                    return UNUSUAL
                loser = player
            else:
                told = True
                won = cell[mat.FIRST]
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
                if winner != player or (cell[mat.SECOND] and length > 0 and not is_over):
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
