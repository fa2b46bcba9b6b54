"""The net: fast sums against plain matrices, chances that obey the rules, files that come back bit for bit."""

import hashlib
import json
import math
import random
import time
import tracemalloc
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine.support.deep_examples import random_deep, with_deep
from engine.support.dense_inputs import count_inputs, feature_inputs
from engine.support.game_positions import random_positions
from sixprime import ALL_ROLLS, BearOff, Position, Roll
from sixprime.compiled.arrays import Floats
from sixprime.core.movegen import BEAR_OFF_CODES, to_board
from sixprime.engine.bearoff.databases import OneSided, TwoSided
from sixprime.engine.net import kernels
from sixprime.engine.net.feature_kernels import FEATURES
from sixprime.engine.net.nets import OLDER_VERSION, SHAPES, VERSION, InvalidNet, Net, Tables


@cache
def tables(exact: bool) -> Tables:
    return Tables(exact_endings=exact)


@cache
def stirred(seed: int) -> Net:
    """A net with every weight in use: an untrained one has zeros in places."""
    net = Net.untrained(seed)
    rng = np.random.default_rng(seed)
    for array in (net.bias, net.top_bias, net.last, net.quick_bias, net.quick_top_bias):
        array += (rng.standard_normal(array.shape) * 0.3).astype(np.float32)
    return net


def whole(net: Net, exact: bool, boards: npt.NDArray[np.int8], checkers: int = 15) -> Floats:
    chances = np.full((len(boards), 5), np.nan, dtype=np.float32)
    kernels.evaluate_boards(boards, checkers, net.arrays(), tables(exact).arrays(), chances)
    return chances


def by_plays(
    net: Net, exact: bool, position: Position, roll: Roll, bear_off: BearOff = BearOff.STANDARD
) -> tuple[npt.NDArray[np.int8], Floats]:
    plays = kernels.new_evaluation_buffers()
    for array in (plays.features[:, :FEATURES], plays.sums, plays.chances):
        array[:] = np.nan  # what is used must have been filled
    found = kernels.evaluate_plays(
        to_board(position), position.checkers, roll.first, roll.second, BEAR_OFF_CODES[bear_off], net.arrays(),
        tables(exact).arrays(), plays,
    )  # fmt: skip
    return plays.results[:found], plays.chances[:found]


def equities(chances: Floats) -> npt.NDArray[np.float64]:
    return np.array([kernels.equity(row) for row in chances])


def halves(position: Position) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Where each side's checkers are behind: its sign, and the points of the other's home with the bar."""
    return (1, position.points[19:26]), (-1, position.points[:7])


def slow_chances(net: Net, position: Position) -> npt.NDArray[np.float64]:
    """What the net says, by matrices in double precision, before the rules are applied."""
    phase = kernels.CONTACT if position.has_contact else kernels.RACE
    inputs, features = count_inputs(position), feature_inputs(position, tables(False))
    back = [min(sum(max(sign * count, 0) for count in part), 3) for sign, part in halves(position)]
    plan = 4 * back[0] + back[1] if phase == kernels.CONTACT else 16
    weights, bias, feature_weights = (array[phase].astype(np.float64) for array in net.arrays()[:3])
    top, top_bias, last = (array[plan].astype(np.float64) for array in net.arrays()[3:])
    hidden = np.maximum(inputs @ weights + features @ feature_weights + bias, 0)
    inner = hidden @ top + top_bias
    outputs = inner[16:21] + np.maximum(inner[:16], 0) @ last[:, :5]
    return np.array(1 / (1 + np.exp(-outputs)))


def test_the_sums_are_those_of_matrices() -> None:
    net = stirred(1)
    phases = set()
    for position in random_positions(150, 1):
        board = to_board(position).reshape(1, 26)
        expected = slow_chances(net, position).astype(np.float32)
        kernels.make_consistent(board[0], position.checkers, expected)
        assert whole(net, False, board, position.checkers)[0] == pytest.approx(expected, abs=2e-5)
        phases.add(position.has_contact)
    assert phases == {False, True}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_plays_are_evaluated_like_the_boards_they_lead_to(seed: int, exact: bool) -> None:
    net = stirred(seed)
    rng = random.Random(seed)
    compared = 0
    for position in random_positions(250, 10 * seed):
        roll = rng.choice(ALL_ROLLS)
        bear_off = rng.choice(list(BearOff))
        results, chances = by_plays(net, exact, position, roll, bear_off)
        if len(results) == 0:
            continue
        # The tables hold for the standard rule only.
        plain = whole(net, exact and bear_off is BearOff.STANDARD, results, position.checkers)
        assert np.abs(chances - plain).max() <= 1e-5, position
        ours, theirs = equities(chances), equities(plain)
        order = np.argsort(-ours, kind="stable")
        assert (np.diff(theirs[order]) <= 1e-6 + 2 * np.abs(ours - theirs).max()).all()
        compared += len(results)
    assert compared > 2000


def test_each_phase_has_weights_of_its_own() -> None:
    net = stirred(1)
    contact, race = Position.standard(), Position.of({8: 5, 6: 5, 5: 5}, {8: 5, 6: 5, 5: 5})
    boards = np.array([contact.points, race.points], dtype=np.int8)
    before = whole(net, False, boards)
    for plan, changed in ((kernels.plan_of(boards[0]), 0), (kernels.RACE_PLAN, 1)):
        other = net.copy()
        other.top_bias[plan, 16] += 1.0
        after = whole(other, False, boards)
        assert after[changed, 0] > before[changed, 0] + 0.01
        assert after[1 - changed].tobytes() == before[1 - changed].tobytes()


# Chances and the rules


@pytest.mark.parametrize("exact", [False, True])
def test_no_part_exceeds_the_whole(exact: bool) -> None:
    for seed in (3, 4):
        for position in random_positions(300, seed):
            win, gammon, backgammon, lost, lost_backgammon = whole(
                stirred(seed), exact, to_board(position).reshape(1, 26), position.checkers
            )[0]
            assert 0 <= backgammon <= gammon <= win <= 1
            assert 0 <= lost_backgammon <= lost <= 1 - win
            assert gammon == 0 or position.opponent_off == 0
            assert lost == 0 or position.off == 0
            if not position.has_contact:
                assert backgammon == 0 or any(count < 0 for count in position.points[:7])
                assert lost_backgammon == 0 or any(count > 0 for count in position.points[19:])


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [
        ({6: 14}, (1, 0, 0)),
        ({6: 15}, (1, 1, 0)),
        ({18: 1, 6: 14}, (1, 1, 0)),
        ({19: 1, 6: 14}, (1, 1, 1)),
        ({25: 1, 6: 14}, (1, 1, 1)),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_a_game_that_is_won_is_exact(opponent: dict[int, int], expected: tuple[int, int, int], exact: bool) -> None:
    position = Position.of({}, opponent)
    found = whole(stirred(1), exact, to_board(position).reshape(1, 26))[0]
    assert found.tolist() == [*expected, 0, 0]
    last_checker = Position.of({1: 1}, opponent)
    results, chances = by_plays(stirred(1), exact, last_checker, Roll(2, 1))
    assert [row.tolist() for row in chances] == [[*expected, 0, 0]] * len(results)
    assert len(results) == 1


def test_a_race_can_still_lose_a_backgammon_only_from_far_behind() -> None:
    net = Net.untrained(1)
    for array in net.all_arrays():
        array[:] = 0
    near, far = Position.of({18: 2, 17: 13}, {6: 2}, 15), Position.of({19: 2, 17: 13}, {5: 2}, 15)
    boards = np.array([near.points, far.points], dtype=np.int8)
    assert whole(net, False, boards) == pytest.approx(
        np.array([[0.5, 0, 0, 0.5, 0], [0.5, 0, 0, 0.5, 0.5]]), abs=1e-7
    )  # fmt: skip


def test_exact_endings_are_the_bear_off_tables() -> None:
    one_sided, two_sided = OneSided.load(), TwoSided.load()
    rng = random.Random(8)
    for _ in range(100):
        counts = [rng.choice((1, 3, 6, 9, 14)) for _ in range(2)]
        sides = [[rng.randint(1, 6) for _ in range(count)] for count in counts]
        mover, other = ({point: side.count(point) for point in side} for side in sides)
        position = Position.of(mover, other)
        # The player who has just moved waits for the other one, who is on roll.
        chances = whole(stirred(1), True, to_board(position.flipped()).reshape(1, 26))[0]
        if max(counts) <= 6:
            expected = two_sided.win_chance(position)
        else:
            mine, theirs = one_sided.rolls(position), one_sided.rolls(position.flipped())
            expected = sum(chance * (1 - theirs.within(rolls - 1)) for rolls, chance in enumerate(mine.chances))
        assert 1 - chances[0] == pytest.approx(expected, abs=1e-5)
        assert chances[1:].tolist() == [0, 0, 0, 0]


def test_without_tables_the_net_judges_the_bear_off() -> None:
    board = to_board(Position.of({6: 1, 1: 1}, {1: 1})).reshape(1, 26)
    assert whole(stirred(1), True, board)[0, 0] == 0
    assert 0.05 < whole(stirred(1), False, board)[0, 0] < 0.95


def test_turning_round_twice_changes_nothing() -> None:
    chances = np.array([0.625, 0.25, 0.125, 0.0625, 0.03125], dtype=np.float32)
    turned = chances.copy()
    kernels.turn_round(turned)
    assert turned.tolist() == [0.375, 0.0625, 0.03125, 0.25, 0.125]
    assert kernels.equity(turned) == -kernels.equity(chances)
    kernels.turn_round(turned)
    assert turned.tolist() == chances.tolist()


def test_tables_can_be_had_without_exact_endings() -> None:
    board = to_board(Position.of({6: 1, 1: 1}, {1: 1})).reshape(1, 26)
    chances = np.empty((1, 5), dtype=np.float32)
    kernels.evaluate_boards(board, 15, stirred(1).arrays(), tables(True).arrays(exact_endings=False), chances)
    assert chances.tobytes() == whole(stirred(1), False, board).tobytes()


# Files


def test_a_file_comes_back_bit_for_bit(tmp_path: Path) -> None:
    net = stirred(6)
    net.card = {"plan": {"games": 3}, "words": "Zürich \n"}
    path = tmp_path / "new" / "folder" / "some.net"
    net.save(path)
    began = time.thread_time()
    again = Net.load(path)
    assert time.thread_time() - began < 0.25
    for ours, theirs in zip(net.all_arrays(), again.all_arrays(), strict=True):
        assert ours.tobytes() == theirs.tobytes()
        assert theirs.flags.writeable
        assert theirs.dtype == np.float32
    assert again.card == net.card
    assert [entry.name for entry in path.parent.iterdir()] == ["some.net"]
    net.card = {}


def test_untrained_nets_differ_by_their_seed_only() -> None:
    same, again, other = Net.untrained(1), Net.untrained(1), Net.untrained(2)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(same.all_arrays(), again.all_arrays(), strict=True))
    assert same.weights.tobytes() != other.weights.tobytes()
    assert {name: getattr(same, name).shape for name in SHAPES} == dict(SHAPES)


def test_the_arrays_of_both_nets_are_all_there_in_order() -> None:
    net = stirred(2)
    for name, array in zip(SHAPES, net.all_arrays(), strict=True):
        assert array is getattr(net, name)
    assert net.arrays()._fields == tuple(SHAPES)[:6]
    assert tuple(f"quick_{name}" for name in net.quick_arrays()._fields) == tuple(SHAPES)[6:]


def test_a_copy_shares_nothing() -> None:
    net = Net.untrained(1)
    copy = net.copy()
    for array in copy.all_arrays():
        array += 1
    copy.card["x"] = 1
    assert all(a.tobytes() == b.tobytes() for a, b in zip(net.all_arrays(), Net.untrained(1).all_arrays(), strict=True))
    assert net.card == {}


def refused(path: Path) -> str:
    with pytest.raises(InvalidNet) as error:
        Net.load(path)
    words = str(error.value)
    assert "\n" not in words
    assert path.name in words
    return words


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    Net.untrained(1).save(path)
    good = path.read_bytes()
    middle = len(good) // 2
    for bad in (
        good[:-1],
        good[:middle],
        good + b"\0",
        good[: good.index(b"\n") + 1],
        good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
        good[:-4] + b"\0\0\x80\x3f",
    ):
        path.write_bytes(bad)
        assert "damaged" in refused(path)


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    Net.untrained(1).save(path)
    first, numbers = path.read_bytes().split(b"\n", 1)
    header = json.loads(first)
    shapes = {**header["shapes"], "last": [2, 8, 5]}
    for line in (
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"[" * 100_000,
        b"9" * 10_000,
        json.dumps({**header, "format": "another"}).encode(),
        json.dumps({**header, "version": OLDER_VERSION - 1}).encode(),
        json.dumps({**header, "version": VERSION + 1}).encode(),
        json.dumps({**header, "shapes": shapes}).encode(),
        json.dumps({**header, "shapes": {"weights": 3}}).encode(),
        json.dumps({**header, "card": 3}).encode(),
        json.dumps({name: value for name, value in header.items() if name != "sha256"}).encode(),
    ):
        path.write_bytes(line + b"\n" + numbers)
        assert "is not a net that this version can use" in refused(path)
    path.write_bytes(b"")
    refused(path)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot read" in refused(tmp_path / "missing.net")
    (tmp_path / "folder.net").mkdir()
    assert "cannot read" in refused(tmp_path / "folder.net")


def test_a_truncated_file_with_a_checksum_that_fits_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    Net.untrained(1).save(path)
    first, numbers = path.read_bytes().split(b"\n", 1)
    for part in (numbers[:-4], numbers[:400], numbers + b"\0"):
        header = {**json.loads(first), "sha256": hashlib.sha256(part).hexdigest()}
        path.write_bytes(json.dumps(header).encode() + b"\n" + part)
        refused(path)


# Files with a deep part


def parts_of(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header of a file and its numbers."""
    first, numbers = path.read_bytes().split(b"\n", 1)
    return json.loads(first), numbers


def write(path: Path, header: dict[str, Any], numbers: bytes) -> None:
    """A file with a checksum that fits."""
    fitting = {**header, "sha256": hashlib.sha256(numbers).hexdigest()}
    path.write_bytes(json.dumps(fitting).encode() + b"\n" + numbers)


@pytest.fixture
def deep_file(tmp_path: Path) -> Path:
    path = tmp_path / "deep.net"
    with_deep(stirred(2), random_deep(3)).save(path)
    return path


def test_a_deep_part_comes_back_bit_for_bit(deep_file: Path) -> None:
    net, again = with_deep(stirred(2), random_deep(3)), Net.load(deep_file)
    assert again.has_deep
    for ours, theirs in zip((*net.all_arrays(), *net.deep[0], *net.deep[1]),
                            (*again.all_arrays(), *again.deep[0], *again.deep[1]), strict=True):  # fmt: skip
        assert ours.shape == theirs.shape
        assert ours.tobytes() == theirs.tobytes()
        assert theirs.flags.writeable
        assert theirs.flags.c_contiguous
    assert parts_of(deep_file)[0]["version"] == VERSION
    again.save(deep_file.with_name("again.net"))
    assert deep_file.with_name("again.net").read_bytes() == deep_file.read_bytes()


def test_a_net_without_a_deep_part_stays_without(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    stirred(2).save(path)
    assert parts_of(path)[0]["deep"] == []
    again = Net.load(path)
    assert not again.has_deep
    assert all(array.size == 0 for phase in again.deep for array in phase)


def test_files_of_the_version_before_are_read(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    net = stirred(2)
    net.save(path)
    header, numbers = parts_of(path)
    del header["deep"]
    write(path, {**header, "version": 4, "card": {"made": "before"}}, numbers)
    again = Net.load(path)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(net.all_arrays(), again.all_arrays(), strict=True))
    assert not again.has_deep
    assert again.card == {"made": "before"}


GOOD_WIDTHS = [64, 64, 64, 64]


@pytest.mark.parametrize(
    "widths",
    [
        7, None, True, "64", "deep", {"contact": GOOD_WIDTHS, "race": GOOD_WIDTHS}, [GOOD_WIDTHS], [GOOD_WIDTHS] * 3,
        [GOOD_WIDTHS, []], [GOOD_WIDTHS, 64], [GOOD_WIDTHS, None], [GOOD_WIDTHS, [64, 64, 64]],
        [GOOD_WIDTHS, [64, 64, 64, 64, 64]], [GOOD_WIDTHS, [64, 64, 64, 65]], [GOOD_WIDTHS, [64, 64, 64, 0]],
        [GOOD_WIDTHS, [64, 64, 64, -64]], [GOOD_WIDTHS, [64, 64, 64, 64.0]], [GOOD_WIDTHS, [64, 64, 64, "64"]],
        [GOOD_WIDTHS, [64, 64, 64, True]], [GOOD_WIDTHS, [64, 64, 64, [64]]], [[1024, 64, 64, 64], GOOD_WIDTHS],
        [[2**40] * 4, GOOD_WIDTHS], [[10**400, 64, 64, 64], GOOD_WIDTHS],
    ],
)  # fmt: skip
def test_damaged_widths_are_refused_in_a_line_and_cost_nothing(deep_file: Path, widths: object) -> None:
    header, numbers = parts_of(deep_file)
    write(deep_file, {**header, "deep": widths}, numbers)
    tracemalloc.start()
    try:
        refused(deep_file)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 4 * len(numbers)


@pytest.mark.parametrize("widths", [[], [GOOD_WIDTHS, GOOD_WIDTHS], [[128] * 4, GOOD_WIDTHS], [[960] * 4, [960] * 4]])
def test_widths_that_do_not_fit_the_numbers_are_refused(deep_file: Path, widths: list[list[int]]) -> None:
    header, numbers = parts_of(deep_file)
    write(deep_file, {**header, "deep": widths}, numbers)
    assert "damaged" in refused(deep_file)


def test_truncated_deep_parts_are_refused(deep_file: Path) -> None:
    header, numbers = parts_of(deep_file)
    plain = 4 * sum(math.prod(shape) for shape in SHAPES.values())
    assert plain < len(numbers)
    for part in (numbers[:plain], numbers[: plain + 400], numbers[:-4], numbers[:-1], numbers + b"\0", b""):
        write(deep_file, header, part)
        assert "damaged" in refused(deep_file)
    header.pop("deep")
    write(deep_file, header, numbers)
    assert "damaged" in refused(deep_file)
    changed = bytearray(numbers)
    changed[-5] ^= 1
    deep_file.write_bytes(json.dumps(parts_of(deep_file)[0]).encode() + b"\n" + bytes(changed))
    assert "damaged" in refused(deep_file)


def test_a_copy_of_a_deep_net_shares_nothing() -> None:
    net = with_deep(Net.untrained(1), random_deep(3))
    for phase in net.copy().deep:
        for array in phase:
            array += 1
    for ours, theirs in zip(net.deep.contact, random_deep(3).contact, strict=True):
        assert ours.tobytes() == theirs.tobytes()
