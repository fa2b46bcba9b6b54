"""The dice of rollouts, in machine code: each roll follows from the seed, the number of the game and the turn.

So every candidate meets the same dice, and no game depends on others or on who plays it. The first rolls can be
stratified: in each round of 36 games every first roll comes up once, in 36 rounds every pair of first and second roll,
and so on.
"""

import numpy as np

from sixprime.compiled.arrays import Longs
from sixprime.compiled.jit import lean_kernel

ROLLS = 36
MOST_STRATIFIED = 3


@lean_kernel
def mixed(key: int, number: int) -> int:
    """Hash a key and a number to a new key, by the mixing function of SplitMix64."""
    z = np.uint64(key) + np.uint64(number + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return int(np.int64(z ^ (z >> np.uint64(31))))


@lean_kernel
def below(key: int, limit: int) -> int:
    """A whole number from 0 to `limit` - 1 that a key stands for, evenly to one part in four thousand million."""
    return int(np.int64(((np.uint64(key) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32)))


@lean_kernel
def dealt(key: int, place: int, cards: Longs) -> int:
    """The card at a place of 36 that are shuffled as a key says; `cards` is scratch."""
    for card in range(ROLLS):
        cards[card] = card
    for last in range(ROLLS - 1, 0, -1):
        other = below(mixed(key, last), last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
    return int(cards[place])


@lean_kernel
def roll_number(seed: int, game: int, turn: int, stratified: int, cards: Longs) -> int:
    """The roll of a turn of a game, as a number from 0 to 35; the first `stratified` turns are stratified."""
    key = mixed(mixed(seed, 0), turn)
    if turn >= stratified:
        return below(mixed(key, game), ROLLS)
    # What came before in this game makes the stratum within which this roll is dealt.
    block = game
    path = int(np.int64(0))
    number = int(np.int64(0))
    for earlier in range(turn + 1):
        place = block % ROLLS
        block //= ROLLS
        key = mixed(mixed(mixed(mixed(seed, 0), earlier), path), block)
        number = dealt(key, place, cards)
        path = path * ROLLS + number + 1
    return number
