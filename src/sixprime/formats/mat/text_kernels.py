"""Reads the bytes of a `.mat` file of the usual form in compiled code, and gives its cells as numbers.

The usual form has remarks before the first game, one length, and for each game its number, its names and score, and
rows of dice, plays and words about cube and result. Any other line makes the whole file unusual, and `files` reads it
instead. tests/formats/mat/test_plain_files.py checks that both read a file of the usual form in the same way.
"""

import numpy as np

from sixprime.compiled.arrays import Longs, Octets
from sixprime.compiled.jit import kernel

# Kinds of cells.
DICE, DOUBLE, TAKE, DROP, WIN, LOSS = range(6)

# The numbers of a cell: its kind, its text column, its place in the row; the dice, or the cube value, or the points and
# whether they end the match; the number of moves, -1 if the file does not say, and their sources and targets.
KIND, COLUMN, PLACE, FIRST, SECOND, MOVES, MOVE = range(7)
UNTOLD = -1
MOST_MOVES = 4
CELL = MOVE + 2 * MOST_MOVES

# The numbers of a game: its first cell, the text column of the second name, whether a name is not plain ASCII, the
# score, and where the line of names and the names themselves begin and end.
START, NAME_COLUMN, FOREIGN, LEFT_SCORE, RIGHT_SCORE, LINE, LINE_END, LEFT, LEFT_END, RIGHT, RIGHT_END = range(11)
GAME = 11

# The numbers of a file.
LENGTH, NOTED, GAMES, CELLS = range(4)
HEAD = 4

MOST_LINE = 1000
MOST_NAMES_LINE = 399
MOST_ROWS = 20_000
MOST_DIGITS = 6
MOST_ROW_DIGITS = 5

NEW_LINE, RETURN, SPACE, LAST_ASCII = 10, 13, 32, 127
OPEN, CLOSE, STAR, SLASH, ZERO, NINE, COLON, GREATER, EQUALS, QUESTION = (ord(character) for character in "()*/09:>=?")
REMARKS = (ord(";"), ord("#"))


def _word(letters: str) -> Octets:
    return np.frombuffer(letters.encode(), dtype=np.uint8)


_AND, _BAR, _CANNOT, _DOUBLE, _DROP, _GAME = map(_word, ("and", "bar", "cannot", "double", "drop", "game"))
_MATCH, _MONEY, _MOVE, _OFF, _POINT = map(_word, ("match", "money", "move", "off", "point"))
_LOSE, _LOSSE, _TAKE, _THE, _UNLIMITED, _WIN = map(_word, ("lose", "losse", "take", "the", "unlimited", "win"))


@kernel
def _after_spaces(text: Octets, at: int, end: int) -> int:
    while at < end and text[at] == SPACE:
        at += 1
    return at


@kernel
def _after_word(text: Octets, at: int, end: int, word: Octets) -> int:
    """The place after a word, in lower or upper case; -1 if the word is not there."""
    if at < 0 or at + word.shape[0] > end:
        return -1
    for place in range(word.shape[0]):
        if text[at + place] | 32 != word[place]:
            return -1
    return at + len(word)


@kernel
def _after_plural(text: Octets, at: int, end: int, word: Octets) -> int:
    """The place after a word, with or without an s, before a space or the end of the line; -1 if it is not there."""
    at = _after_word(text, at, end, word)
    if 0 <= at < end and text[at] | 32 == 115:
        at += 1
    return at if at < 0 or at == end or text[at] == SPACE else -1


@kernel
def _number(text: Octets, at: int, end: int) -> tuple[int, int]:
    """A number, and where it ends: -1 if there is no number, or one with too many digits."""
    value = 0
    start = at
    while at < end and ZERO <= text[at] <= NINE:
        value = value * 10 + int(text[at]) - ZERO
        at += 1
        if at - start > MOST_DIGITS:
            return 0, -1
    return value, at if at > start else -1


@kernel
def _is_roll(text: Octets, at: int, end: int) -> bool:
    if at + 2 >= end or text[at + 2] != COLON:
        return False
    return bool(ZERO + 1 <= text[at] <= ZERO + 6 and ZERO + 1 <= text[at + 1] <= ZERO + 6)


@kernel
def _after_point(text: Octets, at: int, end: int, word: Octets) -> int:
    """The place after a point, or after `bar` or `off`; -1 if there is none. `_point_before` has its number."""
    if at < end and ZERO <= text[at] <= NINE:
        if at + 1 < end and ZERO <= text[at + 1] <= NINE:
            return at + 2
        return at + 1
    return _after_word(text, at, end, word)


@kernel
def _point_before(text: Octets, at: int, after: int, named: int) -> int:
    """The number of the point that `_after_point` found; 99 if there is no such point."""
    if after == at + 1:
        return int(text[at]) - ZERO
    if after > at + 2:
        return named
    return (int(text[at]) - ZERO) * 10 + int(text[at + 1]) - ZERO if text[at] != ZERO else 99


@kernel
def _read_move(text: Octets, at: int, end: int, cells: Longs, number: int) -> int:
    """Add one word of a play, such as `13/7*/5` or `8/5(2)`, to the moves of a cell. Returns where it ends, or -1."""
    after = _after_point(text, at, end, _BAR)
    if after < 0:
        return -1
    source = _point_before(text, at, after, 25)
    first = cells[number, MOVES]
    last = first
    at = after
    while at < end and text[at] == SLASH:
        at += 1
        after = _after_point(text, at, end, _OFF)
        if after < 0:
            return -1
        target = _point_before(text, at, after, 0)
        if target >= source or source > 25 or last == MOST_MOVES:
            return -1
        cells[number, MOVE + 2 * last] = source
        cells[number, MOVE + 2 * last + 1] = target
        last += 1
        source = target
        at = after
        if at < end and text[at] == STAR:
            at += 1
    if last == first:
        return -1
    if at < end and text[at] == OPEN:
        if at + 2 >= end or text[at + 2] != CLOSE or not ZERO < text[at + 1] <= ZERO + 4:
            return -1
        size = last - first
        more = (int(text[at + 1]) - ZERO - 1) * size
        if last + more > MOST_MOVES:
            return -1
        for place in range(2 * first, 2 * (first + more)):
            cells[number, MOVE + 2 * size + place] = cells[number, MOVE + place]
        last += more
        at += 3
    cells[number, MOVES] = last
    return at if at == end or text[at] == SPACE else -1


@kernel
def _sort_moves(cells: Longs, number: int) -> None:
    """Sort the moves of a cell, the rearmost checkers first."""
    for place in range(1, cells[number, MOVES]):
        source = cells[number, MOVE + 2 * place]
        target = cells[number, MOVE + 2 * place + 1]
        at = MOVE + 2 * place - 2
        while at >= MOVE and (
            cells[number, at] < source or (cells[number, at] == source and cells[number, at + 1] < target)
        ):
            cells[number, at + 2] = cells[number, at]
            cells[number, at + 3] = cells[number, at + 1]
            at -= 2
        cells[number, at + 2] = source
        cells[number, at + 3] = target


@kernel
def _read_roll(text: Octets, at: int, end: int, cells: Longs, number: int) -> int:
    """Read dice and the moves after them. Returns where the cell ends, or -1."""
    cells[number, KIND] = DICE
    cells[number, FIRST] = int(text[at]) - ZERO
    cells[number, SECOND] = int(text[at + 1]) - ZERO
    at = _after_spaces(text, at + 3, end)
    none = _after_word(text, at, end, _CANNOT)
    if none >= 0:
        at = _after_spaces(text, none, end)
        return _after_plural(text, at, end, _MOVE) if at > none else -1
    if at < end and text[at] == QUESTION:
        cells[number, MOVES] = UNTOLD
        while at < end and text[at] == QUESTION:
            at += 1
        return at if at == end or text[at] == SPACE else -1
    while at < end and not _is_roll(text, at, end):
        if not ZERO <= text[at] <= NINE and _after_word(text, at, end, _BAR) < 0:
            break
        at = _read_move(text, at, end, cells, number)
        if at < 0:
            return -1
        at = _after_spaces(text, at, end)
    _sort_moves(cells, number)
    return at


@kernel
def _read_word(text: Octets, at: int, end: int, cells: Longs, number: int) -> int:
    """Read a word about the cube or the result. Returns where the cell ends, or -1."""
    after = _after_plural(text, at, end, _TAKE)
    if after >= 0:
        cells[number, KIND] = TAKE
        return after
    after = _after_plural(text, at, end, _DROP)
    if after >= 0:
        cells[number, KIND] = DROP
        return after
    after = _after_plural(text, at, end, _DOUBLE)
    if after >= 0:
        cells[number, KIND] = DOUBLE
        at = _after_spaces(text, after, end)
        if at == end or text[at] != EQUALS:
            return at
        at += 1
        if at < end and text[at] == GREATER:
            at += 1
        cells[number, FIRST], after = _number(text, _after_spaces(text, at, end), end)
        if after < 0 or cells[number, FIRST] == 0:
            return -1
        return after if after == end or text[after] == SPACE else -1
    after = _after_plural(text, at, end, _WIN)
    cells[number, KIND] = WIN
    if after < 0:
        after = max(_after_plural(text, at, end, _LOSE), _after_plural(text, at, end, _LOSSE))
        cells[number, KIND] = LOSS
    if after < 0:
        return -1
    cells[number, FIRST], after = _number(text, _after_spaces(text, after, end), end)
    if after < 0 or after >= end or text[after] != SPACE:
        return -1
    after = _after_plural(text, _after_spaces(text, after, end), end, _POINT)
    if after < 0 or cells[number, KIND] == LOSS:
        return after
    at = _after_spaces(text, after, end)
    joined = _after_word(text, at, end, _AND)
    if joined < 0:
        return at
    at = _after_spaces(text, joined, end)
    the = _after_word(text, at, end, _THE)
    if the >= 0 and at > joined:
        joined = the
        at = _after_spaces(text, the, end)
    after = _after_word(text, at, end, _MATCH) if at > joined else -1
    cells[number, SECOND] = 1
    return after if after < 0 or after == end or text[after] == SPACE else -1


@kernel
def _read_row(text: Octets, line: int, at: int, end: int, cells: Longs, head: Longs) -> bool:
    """Add the cells of a line to those before it. Returns False if the line is unusual."""
    if ZERO <= text[at] <= NINE:
        start = at
        _, at = _number(text, at, end)
        if at < 0 or at >= end or at - start > MOST_ROW_DIGITS or text[at] != CLOSE:
            return False
        at = _after_spaces(text, at + 1, end)
    place = 0
    while at < end:
        number = head[CELLS]
        if number == cells.shape[0]:
            return False
        cells[number, COLUMN] = at - line
        cells[number, PLACE] = place
        cells[number, FIRST] = cells[number, SECOND] = cells[number, MOVES] = 0
        if _is_roll(text, at, end):
            at = _read_roll(text, at, end, cells, number)
        else:
            at = _read_word(text, at, end, cells, number)
        if at < 0:
            return False
        at = _after_spaces(text, at, end)
        place += 1
        head[CELLS] = number + 1
    return True


@kernel
def _read_length(text: Octets, at: int, end: int) -> int:
    """The number in `7 point match`, or -1."""
    length, at = _number(text, at, end)
    if at < 0 or at >= end or text[at] != SPACE:
        return -1
    at = _after_plural(text, _after_spaces(text, at, end), end, _POINT)
    if at < 0:
        return -1
    at = _after_word(text, _after_spaces(text, at, end), end, _MATCH)
    return length if at >= 0 and _after_spaces(text, at, end) == end else -1


@kernel
def _is_game(text: Octets, at: int, end: int) -> bool:
    """Whether a line is `Game 3`."""
    at = _after_word(text, at, end, _GAME)
    if at < 0 or at >= end or text[at] != SPACE:
        return False
    _, at = _number(text, _after_spaces(text, at, end), end)
    return at >= 0 and _after_spaces(text, at, end) == end


@kernel
def _read_names(text: Octets, line: int, at: int, end: int, game: Longs) -> bool:
    """Read two names, each followed by a colon and a score. Returns False if the line is unusual."""
    if end - line > MOST_NAMES_LINE or ZERO <= text[at] <= NINE or text[at] == 45:
        return False
    if _after_word(text, at, end, _UNLIMITED) >= 0 or _after_word(text, at, end, _MONEY) >= 0:
        return False
    game[LINE] = line
    game[LINE_END] = end
    for side in range(2):
        start = at
        while at < end and text[at] != COLON:
            if text[at] > LAST_ASCII:
                game[FOREIGN] = 1
            at += 1
        last = at
        while last > start and text[last - 1] == SPACE:
            last -= 1
        if at == end or last == start:
            return False
        game[LEFT + 2 * side] = start
        game[LEFT_END + 2 * side] = last
        game[LEFT_SCORE + side], after = _number(text, _after_spaces(text, at + 1, end), end)
        if after < 0:
            return False
        at = _after_spaces(text, after, end)
        if side == 0 and at in (after, end):
            return False
    game[NAME_COLUMN] = game[RIGHT] - line
    return at == end


@kernel
def read_plain_file(text: Octets, at: int, size: int, cells: Longs, games: Longs, remarks: Longs, head: Longs) -> bool:
    """Read all cells and games of a file of `size` bytes, from `at` on. Returns False if the file is unusual.

    `head` becomes the length of the match and the numbers of remarks, games and cells; `remarks` where each remark
    begins and ends.
    """
    played = 0
    length = -1
    noted = 0
    rows = 0
    named = False
    for number in range(HEAD):
        head[number] = 0
    while at < size:
        line = at
        while at < size and text[at] >= SPACE:
            at += 1
        if at < size and text[at] == RETURN:
            at += 1
        if at < size and text[at] != NEW_LINE:
            return False
        end = at - 1 if at > line and text[at - 1] == RETURN else at
        at += 1
        start = _after_spaces(text, line, end)
        if start == end:
            continue
        if end - line > MOST_LINE:
            return False
        if text[start] == REMARKS[0] or text[start] == REMARKS[1]:
            if played > 0 or noted == remarks.shape[0]:
                return False
            remarks[noted, 0] = line
            remarks[noted, 1] = end
            noted += 1
        elif _is_game(text, start, end):
            if (played > 0 and not named) or played == games.shape[0] or length < 0:
                return False
            for number in range(GAME):
                games[played, number] = 0
            games[played, START] = head[CELLS]
            played += 1
            named = False
            rows = 0
        elif played == 0:
            found = _read_length(text, start, end)
            if length >= 0 or found < 0:
                return False
            length = found
        elif not named:
            if not _read_names(text, line, start, end, games[played - 1]):
                return False
            named = True
        else:
            rows += 1
            if rows >= MOST_ROWS or not _read_row(text, line, start, end, cells, head):
                return False
    if played == 0 or not named:
        return False
    head[LENGTH] = length
    head[NOTED] = noted
    head[GAMES] = played
    return True
