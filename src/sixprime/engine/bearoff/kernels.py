"""Bear-off tables compiled to machine code: numbering positions, filling the tables, looking things up.

A side that has all its checkers at home is numbered by `rank_of`: first by how many checkers are left, then by how
far back they stand. Every play of a bear-off leads to a smaller number, so that tables are filled from 0 up. Tables
are float32 arrays, read-only once they are made; sums are made in double precision. How checkers move is asked of
`sixprime.compiled.moves.generate_plays`, the one place that knows; numba's disk cache does not see a change there.
"""

import numpy as np

from sixprime.compiled.arrays import Board, Doubles, Floats, Ints, Longs
from sixprime.compiled.jit import kernel, lean_kernel
from sixprime.compiled.moves import BEAR_OFF_STANDARD, MAX_PLAYS, MAX_STEPS, generate_plays

HOME_POINTS = 6
MAX_CHECKERS = 15

# Columns of the one-sided tables, from 0 rolls up. Fifteen checkers on the six point can need 30 rolls, and 10 until
# the first of them is off: large numbers bring them down to the low points, where small ones are then missed.
ROLL_COLUMNS = 32
NEXT_OFF_COLUMNS = 12

ROLLS = 21

# Columns of the two-sided table: the mover's equity when rolling without doubling first, in units of the cube,
# with a cube that counts for nothing, is the mover's, is in the middle, or is the opponent's.
CUBELESS = 0
OWNED = 1
CENTRED = 2
OPPONENTS = 3
EQUITY_COLUMNS = 4

# Two plays whose means differ by less are equally good. It keeps rounding, which differs between
# processors, from choosing the play.
TIE = 1e-12


def _binomials() -> Longs:
    """Row k, column n: how many ways there are to choose k of n."""
    table = np.zeros((HOME_POINTS + 1, MAX_CHECKERS + HOME_POINTS + 1), dtype=np.int64)
    table[0, :] = 1
    for n in range(1, table.shape[1]):
        table[1:, n] = table[1:, n - 1] + table[:-1, n - 1]
    return table


CHOOSE = _binomials()
ONE_SIDED_POSITIONS = int(CHOOSE[HOME_POINTS, MAX_CHECKERS + HOME_POINTS])


@lean_kernel
def rank_of(board: Board) -> int:
    """The number of the mover's side, which has all its checkers at home; 0 if all are off.

    Counting from the six point down, the k-th point and those behind it hold s checkers: this chooses the number
    s + k - 1, always a larger one, and k numbers chosen so are numbered by adding up binomials.
    """
    rank = 0
    behind = 0
    for k in range(1, HOME_POINTS + 1):
        behind += board[HOME_POINTS + 1 - k]
        rank += CHOOSE[k, behind + k - 1]
    return rank


@lean_kernel
def opponent_rank_of(board: Board) -> int:
    """The rank of the opponent's home, which is 19 to 24 on the mover's board."""
    rank = 0
    behind = 0
    for k in range(1, HOME_POINTS + 1):
        behind -= board[24 - HOME_POINTS + k]
        rank += CHOOSE[k, behind + k - 1]
    return rank


@lean_kernel
def set_up(rank: int, board: Board) -> int:
    """Put the mover's checkers of a number on the board, which becomes otherwise empty. Returns how many they are."""
    board[:] = 0
    left = rank
    on_board = -1
    ahead = 0
    for k in range(HOME_POINTS, 0, -1):
        behind = 0
        while CHOOSE[k, behind + k] <= left:
            behind += 1
        left -= CHOOSE[k, behind + k - 1]
        if on_board < 0:
            on_board = behind
        else:
            board[HOME_POINTS - k] = ahead - behind
        ahead = behind
    board[HOME_POINTS] = ahead
    return on_board


@lean_kernel
def is_bearoff(board: Board) -> bool:
    """Whether both sides have all their checkers at home, or off."""
    elsewhere = 0
    for point in range(HOME_POINTS + 1, 25 - HOME_POINTS):
        elsewhere += abs(int(board[point]))
    for point in range(HOME_POINTS + 1):
        elsewhere += max(int(board[25 - point]), 0) - min(int(board[point]), 0)
    return elsewhere == 0


@lean_kernel
def bearoff_chances(
    board: Board, checkers: int, rolls: Floats, next_off: Floats, two_sided: Floats, chances: Doubles | Floats
) -> None:
    """Fill in the chances of the player on roll: win, win a gammon, a backgammon, lose a gammon, a backgammon.

    For boards that `is_bearoff` accepts; `checkers` is how many each side began with. `rolls` and `next_off` are the
    one-sided tables, `two_sided` the two-sided one. Where that covers the position and no gammon can happen any
    more, the chance is exact; otherwise each side plays for itself alone, as the one-sided tables do.
    """
    mine = rank_of(board)
    theirs = opponent_rank_of(board)
    my_checkers = 0
    their_checkers = 0
    for point in range(1, HOME_POINTS + 1):
        my_checkers += board[point]
        their_checkers -= board[25 - point]
    chances[:] = 0.0
    covered = two_sided.shape[0]
    if mine < covered and theirs < covered and my_checkers < checkers and their_checkers < checkers:
        chances[0] = 0.5 + 0.5 * two_sided[mine, theirs, CUBELESS]
        return
    # The mover wins by bearing off in n rolls if the opponent needs n or more.
    win = 0.0
    slower = 1.0
    for n in range(rolls.shape[1]):
        win += rolls[mine, n] * slower
        slower -= rolls[theirs, n]
        if slower < 1e-7:  # what is left is rounding
            break
    chances[0] = min(max(win, 0.0), 1.0)
    most = next_off.shape[1]
    if their_checkers == checkers:
        # A gammon, if the opponent's first checker needs n rolls or more; a game that is over counts as n = 1.
        gammon = float(rolls[mine, 0])
        slower = 1.0
        for n in range(1, most):
            gammon += rolls[mine, n] * slower
            slower -= next_off[theirs, n]
        chances[1] = min(max(gammon, 0.0), chances[0])
    if my_checkers == checkers:
        # The opponent rolls second: when n rolls have taken all their checkers off, the mover has had n as well.
        gammon = 0.0
        slower = 1.0
        for n in range(most):
            slower -= next_off[mine, n]
            gammon += rolls[theirs, n] * slower
        chances[3] = min(max(gammon, 0.0), 1.0 - chances[0])


@kernel
def fill_one_sided(
    start: int, stop: int, rolls: Doubles, next_off: Doubles, mean_rolls: Doubles, mean_next_off: Doubles
) -> None:
    """Fill the one-sided tables from `start` to `stop`; what comes before is there already.

    Row r of `rolls`: the chances to bear off all checkers of position r in 0, 1, 2, ... rolls, each played so
    that the mean is smallest. Row r of `next_off`: the same for bearing off one more checker.
    """
    board = np.empty(26, dtype=np.int8)
    results = np.empty((MAX_PLAYS, 26), dtype=np.int8)
    sources = np.empty((MAX_PLAYS, MAX_STEPS), dtype=np.int8)
    low_first = np.empty(MAX_PLAYS, dtype=np.int8)
    keys = np.empty(MAX_PLAYS, dtype=np.uint64)
    for position in range(start, stop):
        rolls[position, :] = 0.0
        next_off[position, :] = 0.0
        mean_rolls[position] = 0.0
        mean_next_off[position] = 0.0
        if position == 0:
            rolls[0, 0] = 1.0
            next_off[0, 0] = 1.0
            continue
        on_board = set_up(position, board)
        fewer = CHOOSE[HOME_POINTS, on_board + HOME_POINTS - 1]  # positions below this have fewer checkers
        for high in range(1, 7):
            for low in range(1, high + 1):
                chance = (1.0 if high == low else 2.0) / 36.0
                found, _ = generate_plays(board, high, low, BEAR_OFF_STANDARD, results, sources, low_first, keys)
                best = -1
                best_next = -1
                for play in range(found):
                    after = rank_of(results[play])
                    if best < 0 or mean_rolls[after] < mean_rolls[best] - TIE:
                        best = after
                    if after < fewer:
                        best_next = 0
                    elif best_next < 0 or mean_next_off[after] < mean_next_off[best_next] - TIE:
                        best_next = after
                mean_rolls[position] += chance * (1.0 + mean_rolls[best])
                mean_next_off[position] += chance * (1.0 + mean_next_off[best_next])
                for n in range(rolls.shape[1] - 1):
                    rolls[position, n + 1] += chance * rolls[best, n]
                for n in range(next_off.shape[1] - 1):
                    next_off[position, n + 1] += chance * next_off[best_next, n]


@kernel
def list_results(positions: int, offsets: Longs, after: Ints) -> int:
    """List where each roll can lead from each position of one side. Returns how many entries that are.

    Rolls are in the order 11, 21, 22, 31, 32, 33, ...: the results of the r-th from position p are
    `after[offsets[21 * p + r] : offsets[21 * p + r + 1]]`. Where `after` has no room, they are only counted.
    """
    board = np.empty(26, dtype=np.int8)
    results = np.empty((MAX_PLAYS, 26), dtype=np.int8)
    sources = np.empty((MAX_PLAYS, MAX_STEPS), dtype=np.int8)
    low_first = np.empty(MAX_PLAYS, dtype=np.int8)
    keys = np.empty(MAX_PLAYS, dtype=np.uint64)
    used = 0
    entry = 0
    for position in range(positions):
        set_up(position, board)
        for high in range(1, 7):
            for low in range(1, high + 1):
                offsets[entry] = used
                entry += 1
                found = 0
                if position > 0:
                    found, _ = generate_plays(board, high, low, BEAR_OFF_STANDARD, results, sources, low_first, keys)
                if used + found <= after.shape[0]:
                    for play in range(found):
                        after[used + play] = rank_of(results[play])
                used += found
    offsets[entry] = used
    return used


@kernel
def _fill_two_sided_entry(mine: int, theirs: int, offsets: Longs, after: Ints, table: Floats) -> None:
    """The equities of one position, from those where the opponent is on roll after each play.

    The cube is seen by the player on roll: one that the mover owns is `OPPONENTS` for the opponent. Each column has its
    own best play. A player who may double does so where it is worth more: twice the equity with the cube on the other
    side if that is taken, 1 if it is dropped, whichever is less.
    """
    cubeless = 0.0
    owned = 0.0
    centred = 0.0
    opponents = 0.0
    roll = ROLLS * mine
    for high in range(1, 7):
        for low in range(1, high + 1):
            least_cubeless = np.float32(2.0)
            least_owned = np.float32(2.0)
            least_centred = np.float32(2.0)
            least_opponents = np.float32(2.0)
            for entry in range(offsets[roll], offsets[roll + 1]):
                result = after[entry]
                not_theirs = table[theirs, result, OPPONENTS]
                doubled = min(not_theirs + not_theirs, np.float32(1.0))
                least_cubeless = min(least_cubeless, table[theirs, result, CUBELESS])
                least_owned = min(least_owned, max(table[theirs, result, OWNED], doubled))
                least_centred = min(least_centred, max(table[theirs, result, CENTRED], doubled))
                least_opponents = min(least_opponents, not_theirs)
            ways = 1.0 if high == low else 2.0
            cubeless -= ways * float(least_cubeless)
            owned -= ways * float(least_opponents)
            centred -= ways * float(least_centred)
            opponents -= ways * float(least_owned)
            roll += 1
    table[mine, theirs, CUBELESS] = cubeless / 36.0
    table[mine, theirs, OWNED] = owned / 36.0
    table[mine, theirs, CENTRED] = centred / 36.0
    table[mine, theirs, OPPONENTS] = opponents / 36.0


@kernel
def fill_two_sided(start: int, stop: int, offsets: Longs, after: Ints, table: Floats) -> None:
    """Fill the two-sided table with all positions whose larger number is from `start` to `stop`.

    Entry (mine, theirs) needs entries (theirs, less than mine): so the square grows by a row and a column at a time,
    the row first.
    """
    for largest in range(start, stop):
        if largest == 0:
            table[0, 0, :] = 0.0  # nobody has a checker left: there is no such position
            continue
        table[largest, 0, :] = -1.0
        table[0, largest, :] = 1.0
        for theirs in range(1, largest):
            _fill_two_sided_entry(largest, theirs, offsets, after, table)
        for mine in range(1, largest + 1):
            _fill_two_sided_entry(mine, largest, offsets, after, table)
