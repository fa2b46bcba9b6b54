"""Where games begin: mostly as the rules say, the rest in all kinds of positions, and always the same for a seed."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from sixprime import Position, find_defects
from sixprime.training.selfplay.setups import SETUPS
from sixprime.training.selfplay.starts import COMMON, KINDS, LABEL_KINDS, LATE, standard_starts, starting_boards

STANDARD = list(Position.standard().points)


@pytest.mark.parametrize(
    ("count", "share", "others"), [(40, 0.0, 0), (40, 0.25, 10), (7, 0.5, 4), (40, 1.0, 40), (1, 0.4, 0), (0, 0.5, 0)]
)
def test_the_share_is_what_it_says(count: int, share: float, others: int) -> None:
    boards = starting_boards(count, share, "seed")
    assert standard_starts(count, share) == count - others
    assert boards.shape == (count, 26)
    assert boards.dtype == np.int8
    assert boards[: count - others].tolist() == [STANDARD] * (count - others)
    assert STANDARD not in boards[count - others :].tolist()


def test_all_of_them_can_be_played_from() -> None:
    for board in starting_boards(300, 1.0, "all kinds").tolist():
        assert find_defects(board) == []
        assert not Position(tuple(board)).is_over


def test_they_depend_on_the_seed_alone() -> None:
    first, again, other = (starting_boards(50, 0.5, seed).tobytes() for seed in ("a 1/2", "a 1/2", "a 1/3"))
    assert first == again
    assert first != other


def test_they_are_not_all_alike() -> None:
    boards = starting_boards(100, 1.0, "different")
    assert len({board.tobytes() for board in boards}) > 95


@pytest.mark.parametrize("kinds", [KINDS, LABEL_KINDS])
def test_no_kind_is_left_out(kinds: tuple[str, ...]) -> None:
    """Only late backgames are left to labelled games: a net that learns by playing does not reach them."""
    times = Counter(kinds)
    assert set(times) == set(SETUPS) - ({LATE} if kinds is KINDS else set())
    assert max(times[kind] for kind in COMMON) < min(times[kind] for kind in times if "game" in kind or "prime" in kind)


@pytest.mark.parametrize("kinds", [KINDS, LABEL_KINDS, ("race",)])
def test_each_kind_is_drawn_as_often_as_it_is_named(monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]) -> None:
    drawn: Counter[str] = Counter()

    def note(kind: str, random: Random) -> Position:
        drawn[kind] += 1
        random.random()
        return Position.of({6: 1}, {6: 1})

    monkeypatch.setattr("sixprime.training.selfplay.starts.set_up", note)
    starting_boards(2000, 1.0, "count them", kinds)
    assert set(drawn) == set(kinds)
    for kind, times in Counter(kinds).items():
        assert drawn[kind] == pytest.approx(2000 * times / len(kinds), rel=0.35)


def test_only_the_kinds_asked_for_come() -> None:
    for board in starting_boards(40, 1.0, "races", ["race", "bear-off"]).tolist():
        assert not Position(tuple(board)).has_contact
