"""Positions to ask about: those of random games."""

import random

from sixprime import ALL_ROLLS, Position


def random_positions(count: int, seed: int, restarts: float = 0.02) -> list[Position]:
    """Positions of random games, some with few checkers; games are left for others with the chance `restarts`."""
    rng = random.Random(seed)
    found: list[Position] = []
    starts = (
        Position.standard(),
        Position.of({6: 2, 5: 3, 9: 2, 2: 1}, {6: 4, 3: 2, 8: 1}),
        Position.of({4: 3, 1: 2, 7: 2}, {6: 4, 22: 1, 2: 4}),
        Position.of({20: 1, 6: 2}, {20: 1, 1: 2}, 3),
    )
    position = starts[0]
    while len(found) < count:
        plays = list(position.legal_plays(rng.choice(ALL_ROLLS)))
        position = (rng.choice(plays).result if plays else position).flipped()
        if position.is_over or rng.random() < restarts:
            position = rng.choice(starts)
        found.append(position)
    return found
