"""Nets of other programs: a slow, obvious version of their arithmetic, and files that hold none."""

import math
from pathlib import Path

import numpy as np
import pytest

from sixprime import Position
from sixprime.compiled.arrays import Boards
from sixprime.training.judging.neutral.peer_nets import PeerNet, PeerNetProblem
from training.judging.neutral.peers import write_random_net


@pytest.fixture
def net(tmp_path: Path) -> PeerNet:
    return PeerNet.load(write_random_net(tmp_path / "peer.npz"))


def boards_of(*positions: Position) -> Boards:
    return np.array([position.points for position in positions], dtype=np.int8)


def slow_inputs(position: Position) -> list[float]:
    """Input by input, for the player on roll."""
    inputs: list[float] = []
    for side in (1, -1):
        counts = [max(side * count, 0) for count in position.points]
        for count in counts[1:25]:
            inputs += [float(count >= 1), float(count >= 2), float(count >= 3), max(count - 3, 0) / 2]
        inputs += [counts[25 if side == 1 else 0] / 2, (15 - sum(counts)) / 15]
    return inputs


def slow_chances(net: PeerNet, position: Position) -> list[float]:
    """The chances of the player on roll before what is impossible is taken out, unit by unit."""
    values = slow_inputs(position)
    last = len(net.weights) - 1
    for layer, (weights, bias) in enumerate(zip(net.weights, net.biases, strict=True)):
        sums = [
            math.fsum(float(weight) * value for weight, value in zip(row, values, strict=True)) + float(start)
            for row, start in zip(weights, bias, strict=True)
        ]
        values = [1 / (1 + math.exp(-total)) if layer == last else max(total, 0.0) for total in sums]
    return values


POSITIONS = [
    Position.standard(),
    Position.of({25: 2, 13: 4, 8: 4, 6: 5}, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}),
    Position.of({6: 4, 5: 2, 2: 3}, {24: 2, 6: 5, 4: 4, 3: 4}),
]


@pytest.mark.parametrize("position", POSITIONS)
def test_the_arithmetic_is_that_of_the_plain_version(net: PeerNet, position: Position) -> None:
    found = net.on_roll(boards_of(position), 15)[0]
    wanted = slow_chances(net, position)
    assert found[0] == pytest.approx(wanted[0], abs=1e-5)
    own_off, other_off = (15 - sum(max(side * count, 0) for count in position.points) for side in (1, -1))
    win_gammon = 0.0 if other_off else min(wanted[1], wanted[0])
    lose_gammon = 0.0 if own_off else min(wanted[3], 1 - wanted[0])
    expected = [win_gammon, min(wanted[2], win_gammon), lose_gammon, min(wanted[4], lose_gammon)]
    assert found[1:] == pytest.approx(expected, abs=1e-5)


def test_after_a_play_the_chances_are_those_of_who_made_it(net: PeerNet) -> None:
    for position in POSITIONS:
        mine = net.after_plays(boards_of(position), 15)[0]
        theirs = net.on_roll(boards_of(position.flipped()), 15)[0]
        assert mine == pytest.approx([1 - theirs[0], *theirs[3:], *theirs[1:3]])


def test_a_game_that_is_over_is_known(net: PeerNet) -> None:
    single = Position.of({}, {6: 2})
    gammon = Position.of({}, {12: 15})
    backgammon = Position.of({}, {24: 1, 12: 14})
    found = net.after_plays(boards_of(single, gammon, backgammon), 15)
    assert found.tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]


def test_other_files_are_refused(tmp_path: Path) -> None:
    plain, empty, wrong = (tmp_path / name for name in ("plain.npz", "empty.npz", "wrong.npz"))
    plain.write_text("no arrays")
    np.savez(empty)
    np.savez(wrong, w0=np.zeros((5, 195)), b0=np.zeros(5))
    for path in (plain, empty, wrong, tmp_path / "nowhere.npz", tmp_path):
        with pytest.raises(PeerNetProblem, match=path.name):
            PeerNet.load(path)
    whole = write_random_net(tmp_path / "whole.npz").read_bytes()
    for length in range(0, len(whole), 97):
        plain.write_bytes(whole[:length])
        with pytest.raises(PeerNetProblem):
            PeerNet.load(plain)
