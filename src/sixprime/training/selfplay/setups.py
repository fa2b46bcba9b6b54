"""Positions of rare kinds set up by hand and by chance: where decisions about backgames, primes or closed boards begin.

Each kind is a structure that players know, with the rest of the checkers put where they could stand in a game. What
comes out is rough; a few moves played from there make it look like a game. The same random numbers give the same
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from sixprime.core import BAR, InvalidPosition, Position
from sixprime.core.positions import MAX_CHECKERS
from sixprime.engine.phases import LATE_BACKGAME_CHECKERS

Side = dict[int, int]
"""Checkers by point, counted from the side's own home; 25 is the bar."""
Setup = Callable[[Random], tuple[Side, Side]]


def _side(
    random: Random,
    made: Iterable[int],
    spares: Sequence[int],
    checkers: int = MAX_CHECKERS,
    *,
    fixed: Side | None = None,
) -> Side:
    """Two checkers on every made point, those that are fixed besides, and the rest anywhere among `spares`."""
    side: Side = dict(fixed or {})
    for point in made:
        side[point] = side.get(point, 0) + 2
    while sum(side.values()) < checkers:
        point = random.choice(spares)
        side[point] = side.get(point, 0) + 1
    return side


def _some(random: Random, points: Iterable[int], fewest: int, most: int) -> list[int]:
    choice = list(points)
    return random.sample(choice, min(random.randint(fewest, most), len(choice)))


def _backgame(random: Random) -> tuple[Side, Side]:
    """Two anchors in the enemy's home board, well timed or not; the enemy has most of the way behind it."""
    anchors = random.sample([24, 23, 22, 21, 20], 2)
    fixed = {random.choice([*anchors, BAR, 19, 18]): 1} if random.random() < 0.4 else {}
    timed = random.random() < 0.6
    back = _side(
        random, [*anchors, *_some(random, range(3, 9), 1, 3)], range(4, 14) if timed else range(1, 8), fixed=fixed
    )
    front = _some(random, range(4, 10), 2, 4)
    # The enemy's points in its home board are those that the anchors leave to it.
    enemy = _side(random, [point for point in front if 25 - point not in back], range(3, 13))
    return back, enemy


def _late_backgame(random: Random) -> tuple[Side, Side]:
    """Five to nine checkers in the enemy's home board and on the bar, on two or three points or scattered; the enemy
    bears in, or bears off with any number of checkers left, sometimes with blots."""
    checkers_back = random.choice(LATE_BACKGAME_CHECKERS)
    # At most four of the six points, so that the enemy has somewhere to stand.
    points = random.sample(range(19, 25), random.choice([2, 2, 3]) if random.random() < 0.7 else 4)
    held = len(points) < 4 and checkers_back >= 2 * len(points)
    others = [*points, *points, BAR] if random.random() < 0.4 else points
    rear = _side(random, points if held else [], others, checkers_back)
    back = _side(random, [], range(1, 7) if random.random() < 0.5 else range(3, 12), fixed=rear)
    enemy_checkers = MAX_CHECKERS if random.random() < 0.4 else random.randint(3, MAX_CHECKERS)
    bears_in = enemy_checkers == MAX_CHECKERS and random.random() < 0.7
    zone = [point for point in range(1, 13 if bears_in else 7) if 25 - point not in rear]
    made = _some(random, zone, 1, min(5, enemy_checkers // 2))
    leaves_blots = random.random() < 0.4
    enemy = _side(random, made, zone if leaves_blots else made, enemy_checkers)
    return back, enemy


def _prime_against_prime(random: Random) -> tuple[Side, Side]:
    """Four or five points in a row on each side, with enemy checkers behind both."""
    sides = []
    for _ in range(2):
        start = random.randint(3, 5)
        prime = list(range(start, start + random.choice([4, 4, 5])))
        if random.random() < 0.25:
            prime.remove(random.choice(prime[1:-1]))
        trapped = dict.fromkeys(random.choices([24, 24, 23, 22, 21, BAR], k=random.randint(1, 2)), 1)
        if random.random() < 0.5:
            trapped = {random.choice([24, 23, 22, 21]): 2}
        sides.append(_side(random, prime, [*prime, 8, 9, 10, 11, 13, 13, 14], fixed=trapped))
    return sides[0], sides[1]


def _holding(random: Random) -> tuple[Side, Side]:
    """One side holds the enemy's 4, 5 or bar point; the enemy holds something like it, or only has to come home."""
    holder = _side(
        random, [random.choice([18, 20, 20, 21]), *_some(random, [5, 6, 6, 8, 4], 1, 3)], [6, 8, 8, 13, 5, 4, 3, 9]
    )
    enemy_anchor = [random.choice([13, 13, 14, 18, 20, 21])]
    enemy = _side(random, [*enemy_anchor, *_some(random, [4, 5, 6, 7, 8], 2, 4)], [3, 4, 5, 6, 7, 8, 9, 10, 13])
    return holder, enemy


def _containment(random: Random) -> tuple[Side, Side]:
    """A side that was nearly home, or bearing off, has been hit; the enemy tries to hold one checker or two."""
    borne_off = random.choice([0, 0, 0, 1, 2, 4, 6, 8, 10, 12])
    stragglers = min(random.choice([1, 1, 1, 2]), MAX_CHECKERS - borne_off)
    fixed: Side = {}
    for _ in range(stragglers):
        point = random.choice([BAR, BAR, BAR, 24, 23, 21, 20, 18, 16])
        fixed[point] = fixed.get(point, 0) + 1
    contained = _side(random, [], range(1, 7), MAX_CHECKERS - borne_off, fixed=fixed)
    start = random.randint(2, 6)
    wall = [point for point in range(start, start + random.choice([3, 4, 5, 6])) if 25 - point not in fixed]
    container = _side(random, wall, [*range(2, 13), 14, 16, 18])
    return contained, container


def _closed_board(random: Random) -> tuple[Side, Side]:
    """A closed or nearly closed board, before or during the bear-off, against one to three checkers on the bar."""
    made = list(range(1, 7))
    if random.random() < 0.5:
        made.remove(random.choice(made))
        if random.random() < 0.3:
            made.remove(random.choice([1, 6]) if 1 in made and 6 in made else made[-1])
    checkers = random.choice([15, 15, 15, 14, 13, 12])
    closer = _side(random, made, [*made, 7, 8, 9, 10] if checkers == MAX_CHECKERS else made, checkers)
    borne_off = random.choice([0, 0, 0, 2, 4, 5, 7, 9, 11])
    on_bar = random.choice([1, 1, 2, 2, 3])
    spread = range(1, 7) if borne_off else range(1, 14)
    closed_out = _side(random, [], list(spread), MAX_CHECKERS - borne_off, fixed={BAR: min(on_bar, 15 - borne_off)})
    return closer, closed_out


def _bear_in(random: Random) -> tuple[Side, Side]:
    """Coming home, or bearing off, past an enemy anchor or a checker waiting on the bar."""
    waiting: Side = {random.choice([24, 24, 23, 22, 21, 20]): random.choice([2, 2, 2, 3, 4])}
    if random.random() < 0.2:
        waiting = {random.choice([24, 23, 22, BAR]): 1}
    if random.random() < 0.2:
        waiting[BAR] = 1
    waiter = _side(random, _some(random, range(2, 7), 2, 5), range(1, 9), fixed=waiting)
    checkers = random.choice([15, 15, 15, 15, 13, 11, 9])
    zone = [point for point in range(1, 7 if checkers < MAX_CHECKERS else 12) if 25 - point not in waiting]
    bearer = _side(random, _some(random, [point for point in zone if 2 < point < 9], 1, 4), zone, checkers)
    return bearer, waiter


def _blitz(random: Random) -> tuple[Side, Side]:
    """One or two checkers on the bar, perhaps a blot in the home board, against two to five points and builders."""
    hit: Side = {BAR: random.choice([1, 1, 2])}
    if random.random() < 0.5:
        hit[random.choice([24, 23, 22, 21, 20])] = 1
    attacked = _side(random, [6], [6, 6, 8, 8, 13, 13, 13, 13, 5, 4, 7], fixed=hit)
    made = [point for point in _some(random, [6, 5, 4, 3, 2], 2, 4) if 25 - point not in hit]
    builders = [*made, 6, 8, 8, 7, 9, 10, 13, 13, 5, 4, 3]
    fixed = {24: 2} if random.random() < 0.5 else {random.choice([24, 23, 21, 20]): 1}
    attacker = _side(random, made, [point for point in builders if 25 - point not in hit], fixed=fixed)
    return attacker, attacked


def _race(random: Random) -> tuple[Side, Side]:
    """Nothing but pips; the sides meet somewhere in the middle."""
    border = random.randint(7, 17)
    own = _side(random, [], [*range(1, border + 1), *range(3, 9)] if border >= 9 else list(range(1, border + 1)))
    limit = 24 - border
    enemy = _side(random, [], [*range(1, limit + 1), *range(3, min(9, limit + 1))])
    return own, enemy


def _bear_off(random: Random) -> tuple[Side, Side]:
    """Both sides home, with some checkers off or none."""
    checkers = random.randint(3, MAX_CHECKERS)
    other = min(max(checkers + random.randint(-3, 3), 2), MAX_CHECKERS)
    return _side(random, [], range(1, 7), checkers), _side(random, [], range(1, 7), other)


def _scattered(random: Random) -> tuple[Side, Side]:
    """Both sides on random points anywhere on the board."""
    shared = random.sample(range(1, 25), 24)
    split = random.randint(9, 15)
    own, enemy = shared[:split], [25 - point for point in shared[split:]]
    return _side(random, _some(random, own, 2, 5), own), _side(random, _some(random, enemy, 2, 5), enemy)


SETUPS: Mapping[str, Setup] = {
    "backgame": _backgame,
    "late backgame": _late_backgame,
    "prime against prime": _prime_against_prime,
    "holding": _holding,
    "containment": _containment,
    "closed board": _closed_board,
    "bear-in": _bear_in,
    "blitz": _blitz,
    "race": _race,
    "bear-off": _bear_off,
    "scattered": _scattered,
}


def set_up(kind: str, random: Random) -> Position:
    """A position of a kind, one or the other side being on roll."""
    while True:
        sides = SETUPS[kind](random)
        mover, opponent = sides if random.random() < 0.5 else sides[::-1]
        try:
            position = Position.of(mover, opponent)
        except InvalidPosition:  # both sides on one point: try again
            continue
        if not position.is_over:
            return position
