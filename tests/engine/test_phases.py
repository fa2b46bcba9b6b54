"""Kinds of positions, on clear cases, and the set-ups they come from."""

from random import Random

import pytest

from sixprime import Position
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.training.selfplay.setups import SETUPS, set_up

HOME = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}

# Checkers by point, each side counted from its own home.
CLEAR_CASES: list[tuple[GamePhase, dict[int, int], dict[int, int]]] = [
    (GamePhase.BEAR_OFF, {6: 4, 3: 3, 1: 2}, {5: 3, 2: 1}),
    (GamePhase.RACE, {6: 5, 8: 5, 11: 5}, {6: 5, 8: 5, 12: 5}),
    (GamePhase.RACE, {6: 5, 5: 5, 7: 1}, HOME),
    (GamePhase.GAMMON_RACE, {16: 2, 12: 4, 8: 2, 6: 3, 5: 4}, {6: 2, 5: 2, 4: 3, 3: 1, 2: 1, 1: 3}),
    (
        GamePhase.GAMMON_RACE,
        {7: 4, 6: 2, 5: 3, 4: 2, 2: 2, 1: 2},
        {17: 2, 13: 1, 12: 3, 10: 1, 8: 4, 7: 1, 6: 1, 5: 1, 2: 1},
    ),
    (GamePhase.RACE, {16: 2, 12: 4, 8: 2, 6: 3, 5: 3}, {6: 2, 5: 2, 4: 3, 3: 1, 2: 1, 1: 3}),
    (GamePhase.OPENING, {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
    (GamePhase.OPENING, {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}),
    (GamePhase.BACKGAME, {24: 2, 22: 3, 13: 2, 8: 3, 6: 3, 5: 2}, {10: 3, 8: 3, 6: 3, 5: 2, 4: 2, 2: 2}),
    (GamePhase.BEAR_IN, {24: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2}, {8: 3, 7: 2, 6: 4, 5: 3, 4: 3}),
    (GamePhase.BEAR_IN, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2}, {25: 1, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1}),
    (GamePhase.CONTAINMENT, {25: 1, 6: 2, 5: 2, 3: 2}, {13: 2, 8: 2, 7: 3, 6: 2, 5: 2, 4: 2, 3: 2}),
    (GamePhase.CONTAINMENT, {22: 1, 6: 6, 5: 6, 4: 2}, {14: 2, 9: 2, 8: 2, 7: 3, 6: 2, 5: 2, 4: 2}),
    (
        GamePhase.PRIME_AGAINST_PRIME,
        {24: 2, 13: 3, 7: 2, 6: 2, 5: 2, 4: 2, 8: 2},
        {24: 2, 13: 3, 7: 2, 6: 2, 5: 2, 4: 2, 8: 2},
    ),
    (GamePhase.BLITZ, {25: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 11: 3, 8: 2, 6: 3, 5: 3, 4: 2}),
    (GamePhase.PRIMING, {24: 2, 13: 3, 8: 3, 6: 4, 3: 3}, {24: 2, 13: 3, 7: 2, 6: 2, 5: 2, 4: 2, 8: 2}),
    (GamePhase.HOLDING, {20: 2, 13: 4, 8: 4, 6: 5}, {13: 3, 8: 3, 7: 2, 6: 3, 4: 2, 3: 2}),
    (GamePhase.HOLDING, {20: 2, 13: 4, 8: 4, 6: 5}, {21: 2, 13: 2, 8: 3, 6: 4, 3: 2, 2: 2}),
    (GamePhase.MIDDLE_GAME, {24: 1, 20: 1, 13: 2, 10: 2, 8: 3, 6: 4, 3: 2}, {23: 2, 14: 1, 11: 3, 8: 3, 6: 4, 2: 2}),
]


@pytest.mark.parametrize(("phase", "mover", "opponent"), CLEAR_CASES)
def test_clear_cases(phase: GamePhase, mover: dict[int, int], opponent: dict[int, int]) -> None:
    assert phase_of(Position.of(mover, opponent)) is phase


def test_every_phase_has_a_clear_case() -> None:
    assert {phase for phase, _, _ in CLEAR_CASES} == set(GamePhase)


def test_it_does_not_matter_who_is_on_roll() -> None:
    random = Random(5)
    for kind in SETUPS:
        for _ in range(40):
            position = set_up(kind, random)
            assert phase_of(position) is phase_of(position.flipped())


class TestPrime:
    """Three points in a row are none, and nor are four with nobody behind them."""

    @pytest.mark.parametrize(
        ("mover", "phase"),
        [
            ({23: 1, 22: 1, 15: 3, 9: 2, 8: 2, 7: 2, 6: 2, 4: 2}, GamePhase.PRIMING),
            ({23: 1, 22: 1, 15: 5, 8: 2, 7: 2, 6: 2, 4: 2}, GamePhase.MIDDLE_GAME),
            ({23: 1, 22: 1, 15: 1, 9: 4, 8: 4, 6: 2, 7: 1, 5: 1}, GamePhase.MIDDLE_GAME),
            ({23: 1, 22: 1, 11: 2, 10: 2, 9: 2, 8: 3, 3: 4}, GamePhase.PRIMING),
        ],
    )
    def test_length(self, mover: dict[int, int], phase: GamePhase) -> None:
        opponent = {24: 2, 13: 5, 11: 2, 8: 2, 6: 4}
        assert phase_of(Position.of(mover, opponent)) is phase

    @pytest.mark.parametrize(
        ("mover", "phase"),
        [
            ({23: 1, 22: 1, 15: 3, 9: 2, 8: 2, 7: 2, 6: 2, 3: 2}, GamePhase.PRIMING),
            ({23: 1, 22: 1, 15: 1, 9: 4, 4: 2, 3: 2, 2: 2, 1: 2}, GamePhase.MIDDLE_GAME),
        ],
    )
    def test_somebody_must_be_behind_it(self, mover: dict[int, int], phase: GamePhase) -> None:
        advanced = {20: 2, 13: 5, 11: 2, 8: 2, 6: 4}
        assert phase_of(Position.of(mover, advanced)) is phase


class TestSetUps:
    @pytest.mark.parametrize("kind", list(SETUPS))
    def test_the_same_numbers_give_the_same_position(self, kind: str) -> None:
        first, second = Random("seed"), Random("seed")
        positions = [set_up(kind, first) for _ in range(30)]
        assert positions == [set_up(kind, second) for _ in range(30)]
        assert len(set(positions)) > 25
        assert not any(position.is_over for position in positions)

    @pytest.mark.parametrize(
        ("kind", "phase"),
        [
            ("backgame", GamePhase.BACKGAME),
            ("prime against prime", GamePhase.PRIME_AGAINST_PRIME),
            ("holding", GamePhase.HOLDING),
            ("containment", GamePhase.CONTAINMENT),
            ("closed board", GamePhase.BEAR_IN),
            ("bear-in", GamePhase.BEAR_IN),
            ("blitz", GamePhase.BLITZ),
            ("race", GamePhase.RACE),
            ("bear-off", GamePhase.BEAR_OFF),
        ],
    )
    def test_most_are_of_their_kind(self, kind: str, phase: GamePhase) -> None:
        random = Random(8)
        phases = [phase_of(set_up(kind, random)) for _ in range(200)]
        assert phases.count(phase) > 100

    def test_both_sides_come_up_on_roll(self) -> None:
        random = Random(2)
        positions = [set_up("closed board", random) for _ in range(60)]
        on_bar = [position.bar > 0 for position in positions]
        assert 15 < sum(on_bar) < 45
