"""The kernels that follow plays and games: the same plays, steps and results as `core` has."""

from random import Random

import numpy as np
import pytest

from formats.strategies import random_position
from sixprime import ALL_ROLLS, Play, Player, Position, Roll, RuleSet
from sixprime.compiled import moves as core
from sixprime.core.match.results import judge_position
from sixprime.core.movegen import PlayTable
from sixprime.formats.mat.game_kernels import worth_of_win
from sixprime.formats.mat.play_kernels import PlayBuffers, find_steps
from sixprime.formats.reading.written_plays import Hops, points_after, rearmost_first

TABLE = PlayTable()
BUFFERS = PlayBuffers(TABLE.results, TABLE.sources, TABLE.low_first, TABLE.keys)


def found_steps(
    position: Position, roll: Roll, hops: Hops
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]] | None:
    """The steps that a kernel finds for some moves, and the points after them; the board is as before."""
    board = np.array(position.points, dtype=np.int8)
    after, steps = np.empty(26, dtype=np.int8), np.zeros(8, dtype=np.int64)
    moves = np.array([place for hop in hops for place in hop] + [0] * 8, dtype=np.int64)
    count = find_steps(board, roll.first, roll.second, core.BEAR_OFF_STANDARD, moves, len(hops), after, steps, BUFFERS)
    assert board.tolist() == list(position.points)
    if count < 0:
        return None
    listed = steps.tolist()
    return tuple(zip(listed[: 2 * count : 2], listed[1 : 2 * count : 2], strict=True)), tuple(after.tolist())


def steps_of(play: Play) -> tuple[tuple[int, int], ...]:
    return play.pairs


def joined(random: Random, steps: tuple[tuple[int, int], ...]) -> Hops:
    """Steps in any order, some that follow each other written as one."""
    hops = list(steps)
    random.shuffle(hops)
    for hop in list(hops):
        following = next((other for other in hops if other[0] == hop[1] != 0), None)
        if following is not None and hop in hops and random.random() < 0.5:
            hops.remove(following)
            hops[hops.index(hop)] = (hop[0], following[1])
    ordered = rearmost_first(hops)
    assert ordered is not None
    return ordered


def positions(random: Random) -> Position:
    """Any position; often one in which somebody bears off or enters."""
    if random.random() < 0.6:
        return random_position(random)
    mover = {random.randint(1, 6): random.randint(1, 3) for _ in range(random.randint(1, 4))}
    return Position.of(mover, {25: random.randint(0, 1), 24: random.randint(0, 2), 3: 1})


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_play_is_found_with_the_steps_it_is_listed_by(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        try:
            position = positions(random)
        except ValueError:
            continue
        roll = random.choice(ALL_ROLLS)
        plays = list(position.legal_plays(roll))
        for play in random.sample(plays, min(len(plays), 40)):
            hops = joined(random, steps_of(play))
            reached = points_after(position.points, hops)
            # A checker that hits on its way and whose steps are joined leads elsewhere, or nowhere.
            meant = (
                None
                if reached is None
                else position.legal_plays(roll).reaching(Position(tuple(reached), position.checkers))
            )
            found = found_steps(position, roll, hops)
            assert found == (None if meant is None else (steps_of(meant), meant.result.points))


@pytest.mark.parametrize("seed", range(4))
def test_moves_that_are_no_play_are_not_found(seed: int) -> None:
    random = Random(100 + seed)
    for _ in range(300):
        position, roll = random_position(random), random.choice(ALL_ROLLS)
        sources = random.choices(
            [point for point in range(1, 26) if position.points[point] > 0], k=random.randint(1, 4)
        )
        hops = rearmost_first((source, max(source - random.randint(1, 12), 0)) for source in sources)
        assert hops is not None
        reached = points_after(position.points, hops)
        legal = {play.result.points: steps_of(play) for play in position.legal_plays(roll)}
        found = found_steps(position, roll, hops)
        if reached is None or tuple(reached) not in legal:
            assert found is None
        else:
            assert found == (legal[tuple(reached)], tuple(reached))


def test_without_moves_it_is_no_play_or_the_only_one() -> None:
    random = Random(7)
    seen = set()
    for _ in range(400):
        position = Position.of({25: random.randint(1, 2), 6: 1}, dict.fromkeys(random.sample(range(1, 7), 5), 2))
        roll = random.choice(ALL_ROLLS)
        plays = list(position.legal_plays(roll))
        seen.add(min(len(plays), 2))
        expected = {0: ((), position.points), 1: (steps_of(plays[0]), plays[0].result.points) if plays else None}
        assert found_steps(position, roll, ()) == expected.get(len(plays))
    assert seen >= {0, 1}


def test_a_win_is_worth_what_core_says() -> None:
    random = Random(3)
    worths = set()
    for _ in range(500):
        left = random.choice((15, 15, 14, 3))
        loser: dict[int, int] = {}
        for _ in range(left):
            point = random.choice((1, 2, 5, 6, 9, *([20, 25] if random.random() < 0.1 else [])))
            loser[point] = loser.get(point, 0) + 1
        over = Position.of({}, loser)
        worth, _ = judge_position(over.flipped(), Player.BLACK, RuleSet())
        worths.add(int(worth))
        assert worth_of_win(np.array(over.points, dtype=np.int8), 15) == worth
    assert worths == {1, 2, 3}
