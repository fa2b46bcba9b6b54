"""Follows whole games in compiled code: takes the cells of `text_kernels`, gives checked events as numbers.

Plays are found by `play_kernels`. The rules of cube, score and result are a second copy of those in
`core.match.transitions`, without beavers, automatic doubles and anything else that is unusual in a file: there the
kernels give up, and the file is read line by line. tests/formats/mat/test_plain_files.py compares the two ways.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Longs
from sixprime.compiled.jit import kernel
from sixprime.compiled.moves import OFF
from sixprime.formats.mat import play_kernels as plays
from sixprime.formats.mat import text_kernels as mat
from sixprime.formats.mat.play_kernels import PlayBuffers

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

# The numbers of a game while it is followed: the cube and its owner, who is on roll, who has doubled, who has won how
# many points, who is said to lose, whether the play of a roll is missing, whether the file's result has been read,
# whether it is the Crawford game, whether that has begun, and the score before the game. Players are 0 (White), 1 or
# `NOBODY`.
CUBE, OWNER, TURN, DOUBLER, WINNER, POINTS, LOSER = range(7)
IS_PLAY_MISSING, HAS_RESULT, IS_CRAWFORD, CRAWFORD_OVER, SCORE = range(7, 12)
GAME_STATE = SCORE + 2


class MatchText(NamedTuple):
    """The cells and games of a file, as `text_kernels` found them."""

    cells: Longs
    cell_count: int
    games: Longs
    game_count: int


class MatchRules(NamedTuple):
    """The rules of a match; the length is 0 for money play, and the start position is White's view."""

    length: int
    crawford: bool
    jacoby: bool
    highest_cube: int
    bear_off: int
    start: Board
    checkers: int


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
def _border(cells: Longs, start: int, end: int, game: Longs, columns: Longs) -> float:
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
def _add(events: Board, count: int, kind: int, player: int) -> int:
    """Add an event to the first `count` ones. Returns how many there are then."""
    for column in range(EVENT):
        events[count, column] = 0
    events[count, 0] = kind
    events[count, 1] = player
    return count + 1


@kernel
def _follow_roll(cell: Longs, player: int, game: Longs, events: Board, count: int) -> int:
    """Follow a roll, or the opening roll; its play is not looked at."""
    first = cell[mat.FIRST]
    second = cell[mat.SECOND]
    if game[DOUBLER] != NOBODY:
        return UNUSUAL
    if game[TURN] == player:
        _add(events, count, ROLLED, player)
        events[count, 2] = first
        events[count, 3] = second
    elif game[TURN] == NOBODY and first != second:
        game[TURN] = player
        _add(events, count, OPENED, player)
        events[count, 2] = min(first, second) if player else max(first, second)
        events[count, 3] = max(first, second) if player else min(first, second)
    else:
        return UNUSUAL
    game[IS_PLAY_MISSING] = int(cell[mat.MOVES] == mat.UNTOLD)
    return count + 1


@kernel
def _follow_play(
    used: int,
    player: int,
    game: Longs,
    rules: MatchRules,
    board: Board,
    after: Board,
    steps: Longs,
    events: Board,
    count: int,
) -> int:
    """Follow a play, which has `used` steps: it ends the game, or turns the board round for the opponent."""
    _add(events, count, PLAYED, player)
    events[count, STEPS] = used
    for step in range(2 * used):
        events[count, STEP + step] = steps[step]
    if used > 0 and steps[2 * used - 1] == OFF and core.rearmost(after) == 0:
        counts_once = rules.jacoby and rules.length == 0 and game[OWNER] == NOBODY
        game[WINNER] = player
        game[POINTS] = game[CUBE] if counts_once else game[CUBE] * worth_of_win(after, rules.checkers)
    else:
        for point in range(26):
            board[point] = -after[25 - point]
        game[TURN] = 1 - player
    return count + 1


@kernel
def _follow_double(cell: Longs, player: int, game: Longs, rules: MatchRules, events: Board, count: int) -> int:
    """Follow a double."""
    value = cell[mat.FIRST]
    doubled = 2 * game[CUBE]
    if game[TURN] != player or game[DOUBLER] != NOBODY or game[IS_CRAWFORD] or game[OWNER] == 1 - player:
        return UNUSUAL
    if value not in (0, doubled) or doubled > min(rules.highest_cube, MOST_CUBE):
        return UNUSUAL
    if rules.length > 0 and game[SCORE + player] + game[CUBE] >= rules.length:
        return UNUSUAL
    game[DOUBLER] = player
    return _add(events, count, DOUBLED, player)


@kernel
def _follow_answer(kind: int, game: Longs, events: Board, count: int) -> int:
    """Follow a take or a drop, which is the doubler's opponent's, whichever column it is in."""
    doubler = game[DOUBLER]
    if doubler == NOBODY:
        return UNUSUAL
    game[DOUBLER] = NOBODY
    if kind == mat.TAKE:
        game[CUBE] *= 2
        game[OWNER] = 1 - doubler
        return _add(events, count, TAKEN, 1 - doubler)
    game[WINNER] = doubler
    game[POINTS] = game[CUBE]
    return _add(events, count, DROPPED, 1 - doubler)


@kernel
def _follow_result(cell: Longs, player: int, game: Longs, rules: MatchRules, events: Board, count: int) -> int:
    """Follow the line that a player has won; if the game is not over, the opponent has dropped or resigned."""
    won = cell[mat.FIRST]
    cube = game[CUBE]
    game[HAS_RESULT] = 1
    if game[WINNER] == NOBODY:
        if game[TURN] == NOBODY or game[LOSER] == player or (game[IS_PLAY_MISSING] and game[TURN] == player):
            return UNUSUAL
        game[WINNER] = player
        game[POINTS] = cube
        if game[DOUBLER] == player and won <= cube:
            count = _add(events, count, DROPPED, 1 - player)
        elif game[DOUBLER] != NOBODY:
            return UNUSUAL
        else:
            worth = 1 if won <= cube else (2 if won <= 2 * cube else 3)
            if worth > 1 and rules.jacoby and rules.length == 0 and game[OWNER] == NOBODY:
                return UNUSUAL
            game[POINTS] = cube * worth
            count = _add(events, count, RESIGNED, 1 - player)
            events[count - 1, 2] = worth
            count = _add(events, count, ACCEPTED, player)
    winner = game[WINNER]
    points = game[POINTS]
    needed = rules.length - game[SCORE + winner]
    is_over = rules.length > 0 and points >= needed
    if winner != player or (cell[mat.SECOND] and rules.length > 0 and not is_over):
        return UNUSUAL
    if won != points and not (is_over and won >= needed):
        return UNUSUAL
    return count


@kernel
def _begin_game(head: Longs, game: Longs, rules: MatchRules) -> bool:
    """Begin a game with the score that the file states. Returns False if it is not the score of the games before."""
    score = max(game[SCORE], game[SCORE + 1])
    if head[mat.LEFT_SCORE] != game[SCORE] or head[mat.RIGHT_SCORE] != game[SCORE + 1]:
        return False
    if rules.length > 0 and score >= rules.length:
        return False
    is_match_point = rules.length > 1 and score == rules.length - 1
    game[IS_CRAWFORD] = int(rules.crawford and is_match_point and not game[CRAWFORD_OVER])
    game[CRAWFORD_OVER] |= game[IS_CRAWFORD]
    game[CUBE] = 1
    game[OWNER] = game[TURN] = game[DOUBLER] = game[WINNER] = game[LOSER] = NOBODY
    game[POINTS] = game[IS_PLAY_MISSING] = game[HAS_RESULT] = 0
    return True


@kernel
def _may_follow(kind: int, game: Longs) -> bool:
    """Whether a cell of this kind may come now: after a win or loss only the result may, and that only once."""
    if game[HAS_RESULT]:
        return False
    if game[IS_PLAY_MISSING] and kind not in (mat.WIN, mat.LOSS):
        return False
    return kind == mat.WIN or (game[WINNER] == NOBODY and game[LOSER] == NOBODY)


@kernel
def _end_game(game: Longs, is_last: bool) -> bool:
    """Add the points of a game to the score. Returns False if a game but the last has no end."""
    winner = game[WINNER]
    if winner == NOBODY:
        return is_last and game[LOSER] == NOBODY and not game[IS_PLAY_MISSING]
    game[SCORE + winner] += game[POINTS]
    return True


# Plays are found in `follow_games` itself, and not in a kernel that it calls: the code that generates plays is large,
# and would be compiled once more for each kernel between.


@kernel
def follow_games(text: MatchText, rules: MatchRules, table: PlayBuffers, events: Board) -> int:
    """Write the events of all games of a match. Returns how many there are, or `UNUSUAL`."""
    board = np.empty(26, dtype=np.int8)
    after = np.empty(26, dtype=np.int8)
    steps = np.zeros(2 * core.MAX_STEPS, dtype=np.int64)
    columns = np.empty(MOST_COLUMNS, dtype=np.int64)
    game = np.zeros(GAME_STATE, dtype=np.int64)
    count = 0
    for number in range(text.game_count):
        head = text.games[number]
        start = head[mat.START]
        is_last = number + 1 == text.game_count
        end = text.cell_count if is_last else text.games[number + 1, mat.START]
        border = _border(text.cells, start, end, head, columns)
        if border < 0 or not _begin_game(head, game, rules):
            return UNUSUAL
        for place in range(start, end):
            cell = text.cells[place]
            kind = cell[mat.KIND]
            player = 1 if (cell[mat.PLACE] > 0 and kind != mat.WIN) or cell[mat.COLUMN] >= border else 0
            if count + 2 > events.shape[0] or not _may_follow(kind, game):
                return UNUSUAL
            if kind == mat.DICE:
                if game[TURN] == NOBODY:
                    core.copy_into(rules.start, board)
                    if player == 1:
                        core.flip(board)
                first, second = cell[mat.FIRST], cell[mat.SECOND]
                count = _follow_roll(cell, player, game, events, count)
                if count > 0 and not game[IS_PLAY_MISSING]:
                    moves = cell[mat.MOVE :]
                    used = plays.find_steps(
                        board, first, second, rules.bear_off, moves, cell[mat.MOVES], after, steps, table
                    )
                    if used < 0:
                        return UNUSUAL
                    count = _follow_play(used, player, game, rules, board, after, steps, events, count)
            elif kind == mat.DOUBLE:
                count = _follow_double(cell, player, game, rules, events, count)
            elif kind in (mat.TAKE, mat.DROP):
                count = _follow_answer(kind, game, events, count)
            elif kind == mat.WIN:
                count = _follow_result(cell, player, game, rules, events, count)
            elif game[TURN] == NOBODY:
                return UNUSUAL
            else:
                game[LOSER] = player
            if count < 0:
                return UNUSUAL
        if not _end_game(game, is_last):
            return UNUSUAL
    return count
