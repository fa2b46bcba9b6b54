"""Position IDs in machine code: a board is 26 numbers in the mover's view, an id 14 characters.

Each place is a run of ones, as many as there are checkers, closed by a zero: first the opponent's 25 places, then the
mover's. These are at most 80 bits, lowest first, and base 64 takes them byte by byte. Rows that are not a valid board
or not a valid id are only marked here; `gnubg_ids` explains what is wrong with them.
"""

from string import ascii_lowercase, ascii_uppercase, digits

import numpy as np

from sixprime.compiled.arrays import Board, Flags, Octets
from sixprime.compiled.bits import lowest_one
from sixprime.compiled.jit import kernel
from sixprime.compiled.moves import BAR, OFF

CHARACTERS = 14
BYTES = 10
PLACES = 26
NO_DIGIT = 255

BASE_64 = np.frombuffer((ascii_uppercase + ascii_lowercase + digits + "+/").encode(), dtype=np.uint8)
VALUES = np.full(256, NO_DIGIT, dtype=np.uint8)
VALUES[BASE_64] = np.arange(64)


@kernel
def is_board(board: Board, checkers: int) -> bool:
    """Whether a board is a valid position, by the same checks as `find_defects`."""
    own = 0
    enemy = 0
    for place in range(PLACES):
        if board[place] > 0:
            own += int(board[place])
        else:
            enemy -= int(board[place])
    if board[OFF] > 0 or board[BAR] < 0 or own > checkers or enemy > checkers or own + enemy == 0:
        return False
    closed = 0
    for point in range(1, 7):
        if board[point] >= 2 and board[25 - point] <= -2:
            closed += 1
    return closed < 6 or board[BAR] == 0 or board[OFF] == 0


@kernel
def write_ids(boards: Board, checkers: int, ids: Octets, bad: Flags) -> int:
    """Write the id of each board into a row. Returns how many boards are invalid; their rows are marked."""
    wrong = 0
    octets = np.empty(BYTES, dtype=np.uint8)
    for row in range(boards.shape[0]):
        bad[row] = not is_board(boards[row], checkers)
        if bad[row]:
            wrong += 1
            for place in range(CHARACTERS):
                ids[row, place] = 0
            continue
        for place in range(BYTES):
            octets[place] = 0
        bit = 0
        for point in range(BAR - 1, -1, -1):
            for _ in range(-boards[row, point]):
                octets[bit >> 3] |= np.uint8(1 << (bit & 7))
                bit += 1
            bit += 1
        for point in range(1, BAR + 1):
            for _ in range(boards[row, point]):
                octets[bit >> 3] |= np.uint8(1 << (bit & 7))
                bit += 1
            bit += 1
        held = 0
        waiting = 0
        place = 0
        for number in range(BYTES):
            held = held << 8 | int(octets[number])
            waiting += 8
            while waiting >= 6:
                waiting -= 6
                ids[row, place] = BASE_64[held >> waiting & 63]
                place += 1
        ids[row, place] = BASE_64[held << (6 - waiting) & 63]
    return wrong


@kernel
def read_ids(ids: Octets, checkers: int, boards: Board, bad: Flags) -> int:
    """Write the board of each id into a row. Returns how many ids are invalid: their boards stay empty, and marked."""
    wrong = 0
    for row in range(ids.shape[0]):
        for place in range(PLACES):
            boards[row, place] = 0
        bad[row] = not _read_id(ids[row], checkers, boards[row])
        if bad[row]:
            wrong += 1
            for place in range(PLACES):
                boards[row, place] = 0
    return wrong


@kernel
def _read_id(characters: Octets, checkers: int, board: Board) -> bool:
    """Put the checkers of an id on an empty board. Returns False if the id, or the board it makes, is invalid."""
    held = 0
    waiting = 0
    number = 0
    first = 0  # the lower 40 bits
    second = 0
    for place in range(CHARACTERS):
        value = int(VALUES[characters[place]])
        if value == NO_DIGIT:
            return False
        held = held << 6 | value
        waiting += 6
        if waiting >= 8:
            waiting -= 8
            octet = held >> waiting & 255
            if number < 5:
                first |= octet << 8 * number
            else:
                second |= octet << 8 * (number - 5)
            number += 1
    if held & ((1 << waiting) - 1):
        return False
    bits = first | (second & 0xFFFFF) << 40
    used = 0
    for point in range(BAR - 1, -1, -1):
        count = lowest_one(~bits)
        used += count + 1
        if used > 40:  # more than fifteen checkers
            return False
        bits >>= count + 1
        board[point] = -count
    bits = first >> used | second << (40 - used)
    for point in range(1, BAR + 1):
        count = lowest_one(~bits)
        bits >>= count + 1
        if count:
            if count > checkers or board[point] != 0:
                return False
            board[point] = count
    return bits == 0 and is_board(board, checkers)
