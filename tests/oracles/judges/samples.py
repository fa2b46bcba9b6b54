"""Endless streams of questions for the judges, each stream determined by its seed.

The kinds are chosen so that every rule of moving comes up often: whole games, checkers scattered at random, bearing
off with and without the enemy about, the last checkers on their way home, entering against made points, and few
checkers among many blocks, where not all dice can be played.
"""

from collections.abc import Callable, Iterator
from random import Random

from judges import brute_force
from judges.boards import BAR, Board, Dice, Question, flipped

STANDARD: Board = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
NACKGAMMON: Board = (0, -2, -2, 0, 0, 0, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 0, 2, 2, 0)
LONGGAMMON: Board = (0, -15, *[0] * 22, 15, 0)
HYPERGAMMON: Board = (0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0)

Setup = Callable[[Random], tuple[Board, int]]


def _throw(random: Random) -> Dice:
    """Two dice; a double one time in four, because doubles have most to go wrong."""
    first = random.randint(1, 6)
    if random.random() < 0.25:
        return first, first
    return first, random.choice([die for die in range(1, 7) if die != first])


def _place(points: list[int], side: int, count: int, places: list[int], random: Random) -> None:
    """Put `count` checkers of a side (1 mover, -1 opponent) on points of `places` that the other side does not hold."""
    free = [place for place in places if points[place] * side >= 0]
    for _ in range(count if free else 0):
        points[random.choice(free)] += side


def _made_points(points: list[int], side: int, count: int, places: list[int], random: Random) -> int:
    """Let a side make up to `count` free points of `places`, two checkers each; how many checkers that took."""
    free = [place for place in places if points[place] == 0]
    chosen = random.sample(free, min(count, len(free)))
    for place in chosen:
        points[place] = 2 * side
    return 2 * len(chosen)


def _scattered(random: Random) -> tuple[Board, int]:
    """Both sides anywhere: few points with many checkers, or many with few; now and then some on a bar."""
    points = [0] * 26
    for side, bar in ((1, BAR), (-1, 0)):
        count = random.randint(1, 15)
        on_bar = random.randint(1, min(3, count)) if random.random() < 0.2 else 0
        points[bar] = side * on_bar
        free = [place for place in range(1, 25) if points[place] == 0]
        _place(points, side, count - on_bar, random.sample(free, random.randint(1, min(10, len(free)))), random)
    return tuple(points), 15


def _bear_off(random: Random) -> tuple[Board, int]:
    """All of the mover's checkers at home; the enemy far, on the bar, or in the way."""
    points = [0] * 26
    home = random.sample(range(1, 7), random.randint(1, 6))
    left = 15
    if random.random() < 0.5:
        left -= _made_points(points, -1, random.randint(0, 2), list(range(1, 7)), random)
        if random.random() < 0.5:
            _place(points, -1, 1, list(range(1, 7)), random)
            left -= 1
        home = list(range(1, 7))
    if random.random() < 0.2:
        points[0] = -random.randint(1, 2)
        left += points[0]
    _place(points, 1, random.randint(1, 15), home, random)
    _place(points, -1, random.randint(1, left), list(range(7, 25)), random)
    return tuple(points), 15


def _nearly_home(random: Random) -> tuple[Board, int]:
    """The last one to three checkers on their way in; a few enemy points in between."""
    points = [0] * 26
    blocks = _made_points(points, -1, random.randint(0, 5), list(range(1, 13)), random)
    stragglers = random.randint(1, 3)
    furthest = random.choice([8, 10, 12, 18])
    _place(points, 1, stragglers, list(range(7, furthest + 1)), random)
    _place(points, 1, random.randint(0, 15 - stragglers), list(range(1, 7)), random)
    _place(points, -1, random.randint(1, 15 - blocks), list(range(13, 25)), random)
    return tuple(points), 15


def _entering(random: Random) -> tuple[Board, int]:
    """One to four checkers on the bar against two to six made points."""
    points = [0] * 26
    on_bar = random.randint(1, 4)
    points[BAR] = on_bar
    blocks = _made_points(points, -1, random.randint(2, 6), list(range(19, 25)), random)
    _place(points, 1, random.randint(0, 15 - on_bar), list(range(1, 25)), random)
    _place(points, -1, random.randint(0, 15 - blocks), list(range(1, 25)), random)
    return tuple(points), 15


def _blocked(random: Random) -> tuple[Board, int]:
    """One to four checkers among four to seven enemy points: often a die, or the order of the dice, does not work."""
    points = [0] * 26
    _made_points(points, -1, random.randint(4, 7), list(range(1, 25)), random)
    checkers = random.randint(1, 4)
    on_bar = random.randint(1, checkers) if random.random() < 0.15 else 0
    points[BAR] = on_bar
    _place(points, 1, checkers - on_bar, list(range(1, 25)), random)
    return tuple(points), 15


def _few(random: Random) -> tuple[Board, int]:
    """Games of one to three checkers a side."""
    points = [0] * 26
    checkers = random.randint(1, 3)
    for side, bar in ((1, BAR), (-1, 0)):
        _place(points, side, random.randint(1, checkers), [bar, *range(1, 25)], random)
    return tuple(points), checkers


SETUPS: tuple[Setup, ...] = (_scattered, _bear_off, _bear_off, _nearly_home, _nearly_home, _entering, _blocked, _few)


def is_playable(board: Board) -> bool:
    """Whether both sides have checkers left, and not both of them are on the bar against closed boards."""
    if not any(count > 0 for count in board) or not any(count < 0 for count in board):
        return False
    closed = all(count >= 2 for count in board[1:7]) and all(count <= -2 for count in board[19:25])
    return not (closed and board[BAR] > 0 and board[0] < 0)


def from_setups(seed: int) -> Iterator[Question]:
    """Questions about positions set up at random, one kind after the other."""
    random = Random(seed)
    while True:
        for setup in SETUPS:
            board, checkers = setup(random)
            if is_playable(board):
                yield Question(board, _throw(random), checkers)


def from_games(seed: int) -> Iterator[Question]:
    """Questions from games of random steps; one position in four, so that even a short stream comes from several games.

    The dice are not always played out as the rules want it: positions like those of a game are all that is needed
    here, and so the walk uses none of the rules it is there to test.
    """
    random = Random(seed)
    while True:
        start = random.choice([STANDARD, STANDARD, STANDARD, NACKGAMMON, LONGGAMMON, HYPERGAMMON])
        checkers = 3 if start is HYPERGAMMON else 15
        board = start
        while is_playable(board):
            dice = _throw(random)
            if random.random() < 0.25:
                yield Question(board, dice, checkers)
            for die in brute_force.dice_to_play(dice):
                steps = brute_force.possible_steps(board, die, "standard")
                if steps:
                    board = brute_force.after(board, random.choice(steps))
            board = flipped(board)


def questions(seed: int) -> Iterator[Question]:
    """Questions of all kinds: two from set-ups for each one from a game."""
    games = from_games(seed)
    setups = from_setups(seed + 1)
    while True:
        yield next(games)
        yield next(setups)
        yield next(setups)
