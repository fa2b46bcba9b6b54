"""The bear-off tables against GNU Backgammon's: every number in its databases, and its own judgement of positions.

Its databases hold 16-bit numbers, each worked out from others that were cut to 16 bits before: steps of 1/65535 for
chances, of 1/32767 for equities, a few of which add up. That is the room the comparisons leave, and worked out
in whole numbers as they do it the equities are the same.
"""

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from conftest import not_here
from sixprime import Position
from sixprime.compiled.arrays import Doubles
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff import kernels
from sixprime.engine.bearoff.databases import OneSided, TwoSided
from waiting import PATIENCE

HEADER_BYTES = 40
PLACES = (Path("/usr/share/gnubg"), Path("/var/lib/gnubg"), Path("/usr/lib/gnubg"), Path("/usr/local/share/gnubg"))
POSITIONS = kernels.ONE_SIDED_POSITIONS
FULL = 38_760
"""The first position with all fifteen checkers on the board."""


@pytest.fixture(scope="module")
def one_sided(tmp_path_factory: pytest.TempPathFactory) -> OneSided:
    return OneSided.load(tmp_path_factory.getbasetemp() / "bearoff")


@pytest.fixture(scope="module")
def two_sided(tmp_path_factory: pytest.TempPathFactory) -> TwoSided:
    return TwoSided.load(6, tmp_path_factory.getbasetemp() / "bearoff")


def program(name: str) -> str:
    """Debian keeps games off root's search path."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games")
    return found or not_here(f"{name} is not installed: sudo apt install gnubg")


def database(name: str, header: bytes) -> Path:
    for folder in PLACES:
        if (folder / name).exists():
            with (folder / name).open("rb") as file:
                if file.read(len(header)) == header:
                    return folder / name
    return not_here(f"GNU Backgammon's {name} is not installed: sudo apt install gnubg")


@pytest.fixture(scope="module")
def one_sided_file() -> Path:
    return database("gnubg_os0.bd", b"gnubg-OS-06-15-1-1-0")


@pytest.fixture(scope="module")
def two_sided_file() -> Path:
    return database("gnubg_ts0.bd", b"gnubg-TS-06-06-1")


@pytest.fixture(scope="module")
def their_rolls(one_sided_file: Path) -> tuple[Doubles, Doubles]:
    """The distributions for all checkers and for the first: of each only the part that is not zero is stored."""
    content = one_sided_file.read_bytes()
    entry = np.dtype(
        [("start", "<u4"), ("count", "u1"), ("first", "u1"), ("gammon_count", "u1"), ("gammon_first", "u1")]
    )
    index = np.frombuffer(content, entry, POSITIONS, HEADER_BYTES).tolist()
    numbers = np.frombuffer(content, "<u2", offset=HEADER_BYTES + entry.itemsize * POSITIONS) / 65535
    rolls, first_off = (np.zeros((POSITIONS, kernels.ROLL_COLUMNS)) for _ in range(2))
    for position, (start, count, first, gammon_count, gammon_first) in enumerate(index):
        middle = start + count
        rolls[position, first : first + count] = numbers[start:middle]
        first_off[position, gammon_first : gammon_first + gammon_count] = numbers[middle : middle + gammon_count]
    return rolls, first_off


@pytest.fixture(scope="module")
def their_equities(two_sided_file: Path) -> Doubles:
    """Cubeless, cube owned, centred, the opponent's; for each pair of positions, the mover's first."""
    numbers = np.fromfile(two_sided_file, "<u2", offset=HEADER_BYTES)
    return numbers.reshape(924, 924, 4) / 32767.5 - 1


def recursion(
    positions: int, win: float, for_other: Callable[[Doubles], Doubles], mean: Callable[[Doubles], Doubles]
) -> Doubles:
    """The whole two-sided table, a row and a column at a time, in numbers of whatever kind."""
    offsets = np.empty(21 * positions + 1, dtype=np.int64)
    after = np.empty(kernels.list_results(positions, offsets, np.empty(0, dtype=np.int32)), dtype=np.int32)
    kernels.list_results(positions, offsets, after)
    ways = np.array([1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)])
    rolled = np.full((positions, positions, 4), win)
    rolled[:, 0] = for_other(rolled[:, 0])
    best = rolled.copy()

    def store(place: tuple[int | slice, int | slice], results: Doubles) -> None:
        """`results`: for each position and roll the equities of the other side after the best play."""
        rolled[place] = mean((ways[:, None] * for_other(results)).sum(axis=1))[:, [0, 3, 2, 1]]
        best[place] = rolled[place]
        doubled = np.minimum(2 * rolled[place][:, 3:], win)
        best[place][:, 1:3] = np.maximum(rolled[place][:, 1:3], doubled)

    for last in range(1, positions):
        of_last = [best[1:last, after[offsets[at] : offsets[at + 1]]] for at in range(21 * last, 21 * last + 21)]
        if last > 1:
            store((last, slice(1, last)), np.stack([plays.min(axis=1) for plays in of_last], axis=1))
        plays = best[last, after[offsets[21] : offsets[21 * last + 21]]]
        least = np.minimum.reduceat(plays, offsets[21 : 21 * last + 21] - offsets[21], axis=0)
        store((slice(1, last + 1), last), least.reshape(last, 21, 4))
    return rolled


class TestOneSided:
    def test_all_checkers(self, one_sided: OneSided, their_rolls: tuple[Doubles, Doubles]) -> None:
        ours, theirs = one_sided.rolls_table.astype(np.float64), their_rolls[0]
        columns = np.arange(kernels.ROLL_COLUMNS)
        apart = np.abs(ours - theirs).max(axis=1)
        means_apart = np.abs(ours @ columns - theirs @ columns)
        assert means_apart.max() < 2.5e-4  # a step of 1/65535 counts a dozen times in a mean of a dozen rolls
        assert np.percentile(means_apart, 98) < 1e-4
        # Some plays are so equal that their rounding chooses another one: other chances, the same mean.
        another_play = apart > 1e-4
        assert another_play.sum() < POSITIONS / 200
        assert means_apart[another_play].max() < 1.5e-4

    def test_the_first_checker(self, one_sided: OneSided, their_rolls: tuple[Doubles, Doubles]) -> None:
        ours = np.zeros((POSITIONS - FULL, kernels.ROLL_COLUMNS))
        ours[:, : kernels.NEXT_OFF_COLUMNS] = one_sided.next_off_table[FULL:]
        assert np.abs(ours - their_rolls[1][FULL:]).max() < 5e-5
        assert (their_rolls[1][1:FULL, 0] == 1).all()  # as `first_off` says where a checker is off

    def test_a_thousand_positions(self, one_sided: OneSided, their_rolls: tuple[Doubles, Doubles]) -> None:
        """Asked through the public classes, the numbers are those of the kernels."""
        rng = random.Random(1)
        columns = np.arange(kernels.ROLL_COLUMNS)
        board = np.zeros(26, dtype=np.int8)
        close = 0
        for rank in rng.sample(range(1, POSITIONS), 1000):
            kernels.set_up(rank, board)
            board[24] = -1
            position = Position(tuple(board.tolist()))
            theirs = their_rolls[0][rank]
            rolls = one_sided.rolls(position)
            assert rolls.mean == pytest.approx(float(theirs @ columns), abs=2.5e-4)
            assert one_sided.effective_pips(position) == pytest.approx(float(theirs @ columns) * 49 / 6, abs=2e-3)
            close += bool(np.abs(np.array(rolls.chances) - theirs[: len(rolls.chances)]).max() < 1e-4)
        assert close >= 985


class TestTwoSided:
    def test_every_position(self, two_sided: TwoSided, their_equities: Doubles) -> None:
        apart = np.abs(two_sided.table - their_equities)[1:, 1:]
        assert apart.shape == (923, 923, 4)
        assert apart.max() < 1.5e-4
        assert (apart > 1e-4).mean() < 0.001
        assert apart.mean() < 5e-5

    def test_by_their_arithmetic(self, two_sided: TwoSided, their_equities: Doubles) -> None:
        """The same recursion in their whole numbers gives their numbers; in fractions of 53 bits it gives ours."""
        exact = recursion(462, 1.0, lambda equity: -equity, lambda total: total / 36)
        assert np.abs(exact - two_sided.table[:462, :462])[1:, 1:].max() < 1e-6
        steps = recursion(462, 32767.0, lambda step: -1 - step, lambda total: np.trunc(total / 36))
        apart = np.abs(steps - np.rint((their_equities + 1) * 32767.5 - 32768)[:462, :462])[1:, 1:]
        assert not apart[..., kernels.CUBELESS].any()
        assert apart.max() <= 1  # there is more than one way to round twice a whole number and a half
        assert apart.mean() < 0.01

    def test_a_thousand_positions(self, two_sided: TwoSided, their_equities: Doubles) -> None:
        """Asked through the public classes, the numbers are those of the kernels."""
        rng = random.Random(2)
        mine, theirs = np.zeros(26, dtype=np.int8), np.zeros(26, dtype=np.int8)
        for _ in range(1000):
            ranks = rng.randrange(1, 924), rng.randrange(1, 924)
            kernels.set_up(ranks[0], mine)
            kernels.set_up(ranks[1], theirs)
            position = Position(tuple((mine - theirs[::-1]).tolist()))
            equities = two_sided.equities(position)
            found = [equities.cubeless, equities.owned, equities.centred, equities.opponents]
            assert found == pytest.approx(their_equities[ranks].tolist(), abs=1.5e-4)
            assert two_sided.win_chance(position) == pytest.approx((1 + their_equities[ranks][0]) / 2, abs=1e-4)


class TestDump:
    """Their own program reads their files as we do."""

    def dump(self, file: Path, position: int) -> str:
        return subprocess.run(
            [program("bearoffdump"), "-n", str(position), str(file)],
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def test_one_sided(self, one_sided_file: Path, their_rolls: tuple[Doubles, Doubles]) -> None:
        rng = random.Random(3)
        for position in rng.sample(range(1, FULL), 12) + rng.sample(range(FULL, POSITIONS), 12):
            text = self.dump(one_sided_file, position)
            rows = re.findall(r"^ +(\d+)\t +[\d.]+\t +([\d.]+)\t(?:\t +[\d.]+\t +([\d.]+))?", text, re.MULTILINE)
            assert len(rows) > 1
            for roll, chance, first in rows:
                assert float(chance) / 100 == pytest.approx(their_rolls[0][position, int(roll)], abs=1e-5)
                if first:
                    assert float(first) / 100 == pytest.approx(their_rolls[1][position, int(roll)], abs=1e-5)

    def test_two_sided(self, two_sided_file: Path, their_equities: Doubles) -> None:
        rng = random.Random(4)
        for _ in range(24):
            mine, theirs = rng.randrange(1, 924), rng.randrange(1, 924)
            text = self.dump(two_sided_file, 924 * mine + theirs)
            assert re.search(rf"^Position +{mine} +{theirs}$", text, re.MULTILINE)
            equities = [float(number) for number in re.findall(r": ([+-][\d.]+)$", text, re.MULTILINE)]
            assert equities == pytest.approx(their_equities[mine, theirs].tolist(), abs=1e-4)


INSIDE = """
import json, os
import gnubg
gnubg.command("set automatic game off")
with open(os.environ["QUESTIONS"]) as file:
    boards = json.load(file)
gnubg.command("new game")
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0)
now = gnubg.evalcontext(0, 0, 1, 0, 0.0)
answers = [gnubg.evaluate(tuple(map(tuple, board)), cube, now) for board in boards]
with open(os.environ["ANSWERS"], "w") as file:
    json.dump(answers, file)
"""


def random_side(rng: random.Random, checkers: int) -> dict[int, int]:
    """Anywhere at home; all fifteen mostly far back, so that gammons are in doubt."""
    lean = 4 if checkers == 15 else 0
    places = rng.choices(range(1, 7), weights=[point**lean * rng.random() for point in range(1, 7)], k=checkers)
    return {point: places.count(point) for point in places}


def test_chances_are_their_evaluation(one_sided: OneSided, two_sided: TwoSided, tmp_path: Path) -> None:
    """Wins and gammons of both sides, as the program itself judges a position without looking ahead."""
    gnubg = program("gnubg")
    rng = random.Random(5)
    setups = []
    for number in range(600):
        few, all_on = rng.randint(1, 5), 15
        counts = [(rng.randint(1, 15), rng.randint(1, 15)), (few, all_on), (all_on, few), (few, few)][number % 4]
        setups.append((random_side(rng, counts[0]), random_side(rng, counts[1])))
    script, questions, answers = tmp_path / "inside.py", tmp_path / "questions", tmp_path / "answers"
    script.write_text(INSIDE)
    questions.write_text(
        json.dumps([[[side.get(p, 0) for p in range(1, 26)] for side in (theirs, mine)] for mine, theirs in setups])
    )
    run = subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--python", str(script)],
        env={
            **{name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")},
            "HOME": str(tmp_path),
            "LC_ALL": "C",
            "QUESTIONS": str(questions),
            "ANSWERS": str(answers),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=PATIENCE,
    )
    assert answers.exists(), run.stdout + run.stderr
    chances = np.empty(5)
    seen = {"won": 0, "lost": 0}
    for (mine, theirs), their_chances in zip(setups, json.loads(answers.read_text()), strict=True):
        board = to_board(Position.of(mine, theirs))
        kernels.bearoff_chances(board, 15, one_sided.rolls_table, one_sided.next_off_table, two_sided.table, chances)
        assert chances.tolist() == pytest.approx(their_chances[:5], abs=2e-4), (mine, theirs)
        seen["won"] += bool(0.01 < chances[1] < 0.99)
        seen["lost"] += bool(0.01 < chances[3] < 0.99)
    assert min(seen.values()) > 25
