"""Encodings of boards, and the linear evaluator."""

import numpy as np
import pytest

from sixprime import Match, Position
from sixprime.env import InvalidSettings, PubevalPlayer, encode, pubeval
from sixprime.env.observations import CONTEXT_NAMES, CONTEXT_SIZE

POSITIONS = [
    Position.standard(),
    Position.of({25: 2, 24: 1, 8: 4, 6: 5, 1: 3}, {6: 6, 5: 2, 25: 1, 2: 2}),
    Position.of({1: 2}, {3: 1}),
]


def plain_tesauro(position: Position, *, mover_next: bool) -> list[float]:
    """Tesauro's encoding as his papers describe it, side by side."""
    numbers: list[float] = []
    for side in (position, position.flipped()):
        for point in range(1, 25):
            count = max(side.points[point], 0)
            numbers += [float(count >= 1), float(count >= 2), float(count >= 3), max(count - 3, 0) / 2]
        numbers += [side.bar / 2, side.off / 15]
    return [*numbers, float(mover_next), float(not mover_next)]


def test_tesauros_encoding() -> None:
    boards = [position.points for position in POSITIONS]
    for mover_next in (True, False):
        wanted = [plain_tesauro(position, mover_next=mover_next) for position in POSITIONS]
        assert np.allclose(encode(boards, "tesauro", mover_next=mover_next), wanted)


def test_columns_count_checkers() -> None:
    columns = encode([position.points for position in POSITIONS], "columns")
    assert columns.shape == (3, 230)
    assert (columns.sum(axis=1) == 30).all()
    assert len({row.tobytes() for row in columns}) == 3


def test_raw_boards() -> None:
    rows = encode([position.points for position in POSITIONS], "board")
    assert rows[2].tolist() == [*POSITIONS[2].points, 13, 14]
    assert len(CONTEXT_NAMES) == CONTEXT_SIZE == 20


def test_what_is_no_board_is_refused() -> None:
    with pytest.raises(InvalidSettings):
        encode([[1, 2, 3]])


def test_pubeval_values_what_it_is_known_to_value() -> None:
    """By hand: the weights of the first inputs, and the best possible end."""
    contact = Position.of({24: 1, 1: 1}, {2: 1})
    # One checker on the 24 point, a blot of the opponent on the 23 point, one checker on the 1 point, 13 borne off.
    assert pubeval([contact.points], race=False)[0] == pytest.approx(-0.66937 - 0.16092 - 1.59529 - 2.75800 * 13 / 15)
    assert pubeval([Position.of({}, {1: 1}).points], race=True)[0] == np.inf
    match = Match(length=1)
    match.open((3, 1))
    match.apply(PubevalPlayer().decide(match) or pytest.fail("there is something to play"))
    assert match.position.flipped().points[5] == 2
