"""Which kind a position is, in the view of the player who has just moved."""

from random import Random

import pytest

from sixprime import Position
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.training.judging.position_kinds import PositionKind, kind_of
from sixprime.training.selfplay.setups import SETUPS, set_up

BACKGAME = {24: 2, 22: 2, 13: 4, 8: 3, 6: 4}
AHEAD = {14: 2, 8: 4, 6: 5, 4: 2, 2: 2}
FIVE_BACK = {24: 2, 22: 2, 25: 1, 6: 5, 4: 5}
BEARING_IN = {12: 2, 8: 3, 6: 5, 5: 3, 4: 2}
BEARING_OFF = {6: 2, 5: 2, 4: 2}

LATE = [
    (FIVE_BACK, BEARING_IN),
    (FIVE_BACK, BEARING_OFF),
    ({24: 3, 23: 3, 22: 3, 3: 6}, BEARING_OFF),
    ({24: 1, 23: 1, 22: 1, 20: 1, 25: 1, 3: 10}, {6: 1, 4: 1}),
]
NOT_LATE = [
    ({24: 2, 22: 2, 6: 6, 4: 5}, BEARING_IN),  # four back
    ({24: 4, 23: 4, 22: 2, 4: 5}, BEARING_IN),  # ten back
    (FIVE_BACK, {13: 2, 8: 3, 6: 5, 5: 3, 4: 2}),  # not in its own half yet
    (FIVE_BACK, {25: 1, 8: 4, 6: 5, 5: 3, 4: 2}),  # on the bar
    ({24: 2, 22: 2, 18: 1, 6: 5, 4: 5}, BEARING_IN),  # the fifth is out
]


@pytest.mark.parametrize(("back", "enemy"), LATE)
def test_late_backgames_are_seen_from_both_sides(back: dict[int, int], enemy: dict[int, int]) -> None:
    position = Position.of(back, enemy)
    assert kind_of(position) is PositionKind.LATE_BACKGAME
    assert kind_of(position.flipped()) is PositionKind.AGAINST_LATE_BACKGAME


@pytest.mark.parametrize(("back", "enemy"), NOT_LATE)
def test_what_is_no_late_backgame(back: dict[int, int], enemy: dict[int, int]) -> None:
    late = (PositionKind.LATE_BACKGAME, PositionKind.AGAINST_LATE_BACKGAME)
    position = Position.of(back, enemy)
    assert kind_of(position) not in late
    assert kind_of(position.flipped()) not in late


def test_many_back_in_a_race_are_only_slow() -> None:
    assert kind_of(Position.of({24: 5, 6: 10}, {})) is None
    past = Position.of({20: 6, 6: 9}, {3: 4, 2: 4})
    assert past.is_race
    assert kind_of(past) is PositionKind.GAMMON_RACE


def test_backgames_are_seen_from_both_sides() -> None:
    position = Position.of(BACKGAME, AHEAD)
    assert kind_of(position) is PositionKind.BACKGAME
    assert kind_of(position.flipped()) is PositionKind.AGAINST_BACKGAME


def test_bear_offs_and_finished_games_are_of_no_kind() -> None:
    assert kind_of(Position.of({6: 5}, {6: 5})) is None
    assert kind_of(Position.of({}, {20: 5})) is None
    assert kind_of(Position.of({20: 5}, {})) is None


def test_all_other_positions_are_of_the_kind_of_their_phase() -> None:
    random = Random(3)
    seen = set()
    for setup in SETUPS:
        for _ in range(60):
            position = set_up(setup, random)
            kind, phase = kind_of(position), phase_of(position)
            seen.add(kind)
            if kind is None:
                assert phase is GamePhase.BEAR_OFF
            elif "backgame" not in kind.value:
                assert kind.value == phase.value
    assert seen >= set(PositionKind) - {PositionKind.OPENING}


def test_late_backgames_can_be_set_up() -> None:
    """On points and scattered, on the bar, against 15 checkers and few, with and without blots of the enemy's."""
    random = Random(4)
    positions = [set_up("late backgame", random) for _ in range(300)]
    kinds = [kind_of(position) for position in positions]
    as_named = [kinds.count(kind) for kind in (PositionKind.LATE_BACKGAME, PositionKind.AGAINST_LATE_BACKGAME)]
    assert min(as_named) > 120
    from_behind = [
        position if kind is PositionKind.LATE_BACKGAME else position.flipped()
        for position, kind in zip(positions, kinds, strict=True)
        if kind in (PositionKind.LATE_BACKGAME, PositionKind.AGAINST_LATE_BACKGAME)
    ]
    assert {sum(max(count, 0) for count in position.points[19:]) for position in from_behind} == set(range(5, 10))
    assert {position.opponent_off for position in from_behind} >= set(range(12))
    anchors = [sum(count >= 2 for count in position.points[19:25]) for position in from_behind]
    assert {1, 2, 3} <= set(anchors)
    for seen in (
        [position.bar > 0 for position in from_behind],
        [-1 in position.points[13:25] for position in from_behind],
        [min(position.points[13:19]) < 0 for position in from_behind],
    ):
        assert 30 < sum(seen) < len(seen) - 30
