"""GNU Backgammon asked over its socket: the same answers as by its own Python, known values, and breakdowns."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from conftest import not_here
from sixprime import Position, Roll
from sixprime.training.judging import gnubg_reference
from sixprime.training.judging.decisions import Plays
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover, GnubgPlayer, GnubgProblem, points_won
from sixprime.training.selfplay.setups import SETUPS, set_up
from waiting import PATIENCE

# Runs in the Python inside GNU Backgammon: values and moves by its functions instead of its socket.
INSIDE = """
import gnubg, json, os
gnubg.command("set jacoby off")
gnubg.command("set player 0 human")
gnubg.command("set automatic roll off")
gnubg.command("new game")
money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
answers = []
for own, other, first, second, plies in json.load(open(os.environ["QUESTIONS"])):
    context = gnubg.evalcontext(0, plies, 1, 1, 0.0)
    board = (tuple(other), tuple(own))
    value = gnubg.evaluate(board, money, context)
    answers.append([value, gnubg.findbestmove(board, money, context, (first, second))])
json.dump(answers, open(os.environ["ANSWERS"], "w"))
"""


@pytest.fixture(scope="module")
def here() -> None:
    if not gnubg_reference.program():
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")


@pytest.fixture(scope="module")
def gnubg(here: None) -> Iterator[Gnubg]:
    with Gnubg() as running:
        yield running


def positions(count: int, seed: int = 4) -> list[Position]:
    random = Random(seed)
    return [set_up(random.choice(list(SETUPS)), random) for _ in range(count)]


def by_its_own_python(questions: list[tuple[Position, Roll, int]], folder: Path) -> list[list[list[float]]]:
    program = gnubg_reference.program()
    assert program
    script, asked, answered = folder / "inside.py", folder / "questions", folder / "answers"
    script.write_text(INSIDE)
    entries = []
    for position, roll, plies in questions:
        sides = [[max(view.points[point], 0) for point in range(1, 26)] for view in (position, position.flipped())]
        entries.append([*sides, roll.first, roll.second, plies])
    asked.write_text(json.dumps(entries))
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
    subprocess.run(
        [program, "--tty", "--quiet", "--no-rc", "--python", str(script)],
        env={**environment, "HOME": str(folder), "LC_ALL": "C", "QUESTIONS": str(asked), "ANSWERS": str(answered)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=300,
    )
    answers: list[list[list[float]]] = json.loads(answered.read_text())
    return answers


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_values_and_choices_are_those_of_its_own_python(gnubg: Gnubg, plies: int, tmp_path: Path) -> None:
    random = Random(plies)
    questions = [
        (position, Roll(random.randint(1, 6), random.randint(1, 6)), plies)
        for position in positions(60 if plies == 0 else 12)
    ]
    moved = same = 0
    with Gnubg(plies) as chooser:
        for (position, roll, _), (value, move) in zip(questions, by_its_own_python(questions, tmp_path), strict=True):
            # Ours is the value to the player who is not on roll, the mover of what came before.
            win, gammon, backgammon, lost_gammon, lost_backgammon, _ = value
            equity = 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon
            assert gnubg.equities([position.flipped().points], plies)[0] == pytest.approx(-equity, abs=5e-6)
            points = list(position.points)
            for source, target in zip(move[::2], move[1::2], strict=True):
                if source > 0:
                    points[int(source)] -= 1
                    if target > 0:
                        points[0] -= points[int(target)] == -1
                        points[int(target)] = max(points[int(target)], 0) + 1
            chosen = chooser.choose(position, roll)
            if chosen != tuple(points):  # two plays may be worth the same, in a bear-off for instance
                values = gnubg.equities([chosen, points], plies)
                assert values[0] == pytest.approx(values[1], abs=2e-6)
            else:
                same += 1
            moved += tuple(points) != position.points
    assert same > 0.9 * len(questions)
    assert moved > len(questions) // 2


class TestKnownValues:
    """Boards after a play: the opponent is on roll."""

    @pytest.mark.parametrize(
        ("mover", "opponent", "value"),
        [
            ({6: 2}, {1: 1}, -1),
            ({6: 15}, {1: 1}, -2),
            ({6: 14, 24: 1}, {2: 1}, -3),
            ({6: 14, 25: 1}, {2: 1}, -3),
            # With checkers on the 6 and the 5 point, six rolls of 36 take both off: 6-5 and four doubles.
            ({1: 1}, {6: 1, 5: 1}, 1 - 2 * 6 / 36),
        ],
    )
    @pytest.mark.parametrize("plies", [0, 2])
    def test_ends(
        self, gnubg: Gnubg, mover: dict[int, int], opponent: dict[int, int], value: float, plies: int
    ) -> None:
        board = Position.of(mover, opponent).points
        assert gnubg.equities([board], plies)[0] == pytest.approx(value, abs=1e-3)

    @pytest.mark.parametrize(
        ("opponent", "points"),
        [({6: 2}, 1), ({6: 15}, 2), ({6: 14, 19: 1}, 3), ({6: 14, 25: 1}, 3), ({6: 14, 18: 1}, 2)],
    )
    def test_all_off(self, gnubg: Gnubg, opponent: dict[int, int], points: int) -> None:
        board = Position.of({}, opponent).points
        assert points_won(board) == points
        assert gnubg.equities([board])[0] == points

    def test_the_start_is_nearly_even_and_better_for_the_player_on_roll(self, gnubg: Gnubg) -> None:
        assert gnubg.equities([Position.standard().points], 2)[0] == pytest.approx(-0.0758, abs=1e-4)

    def test_the_gammons_count(self, gnubg: Gnubg) -> None:
        closed_out = Position.of({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 4, 13: 5, 24: 0, 8: 6})
        assert gnubg.equities([closed_out.points], 2)[0] > 1.5


class TestPlayers:
    def test_best_opening_plays(self, gnubg: Gnubg) -> None:
        plays = Plays()
        start = Position.standard()
        for roll, play in {(3, 1): "8/5 6/5", (6, 1): "13/7 8/7", (4, 2): "8/4 6/4"}.items():
            boards = plays(start, Roll(*roll))
            for chosen in (GnubgMover(gnubg)(start, Roll(*roll), boards), GnubgPlayer(gnubg)(boards)):
                reached = start.legal_plays(roll).reaching(Position(tuple(boards[chosen].tolist())))
                assert str(reached) == play

    def test_its_own_choice_is_what_it_values_most(self, gnubg: Gnubg) -> None:
        plays = Plays()
        random = Random(6)
        seen = 0
        for position in positions(40, seed=9):
            roll = Roll(random.randint(1, 6), random.randint(1, 6))
            boards = plays(position, roll)
            if len(boards) >= 2:
                values = gnubg.equities(boards)
                assert values[GnubgMover(gnubg)(position, roll, boards)] == pytest.approx(values.max(), abs=2e-6)
                assert GnubgPlayer(gnubg)(boards) == np.argmax(values)
                seen += 1
        assert seen > 20


class TestBreakdowns:
    def test_it_is_started_again(self, gnubg: Gnubg) -> None:
        before = gnubg.equities([Position.standard().points])
        keeper = gnubg._keeper
        assert keeper
        children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children").read_text().split()
        assert len(children) == 2
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        assert gnubg.equities([Position.standard().points]) == before
        assert gnubg._keeper is not keeper

    @pytest.mark.usefixtures("here")
    def test_too_slow_an_answer_is_an_error(self) -> None:
        hasty = Gnubg(answer_seconds=0.001)
        with pytest.raises(GnubgProblem, match="GNU Backgammon does not answer: no answer in time"):
            hasty.equities([position.points for position in positions(3)], 3)
        assert hasty._keeper is None

    def test_where_it_is_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        monkeypatch.setattr(gnubg_reference, "DEBIAN_PLACE", Path("/nowhere/gnubg"))
        with pytest.raises(GnubgProblem, match="install the package gnubg"):
            Gnubg().version()

    def test_what_does_not_start_is_reported(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        broken = tmp_path / "gnubg"
        broken.write_text("#!/bin/sh\necho no weights here\n")
        broken.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        for seconds in (0.5, 5.0, 50.0):  # on a busy machine it may take a while until it says anything
            monkeypatch.setattr(gnubg_reference, "START_SECONDS", seconds)
            with pytest.raises(GnubgProblem, match="GNU Backgammon does not start: ") as told:
                Gnubg().version()
            if "no weights here" in str(told.value):
                return
        pytest.fail(f"it does not tell why: {told.value}")

    @pytest.mark.usefixtures("here")
    def test_nothing_is_left_behind(self) -> None:
        """Not even by a process that is killed."""
        code = (
            "import sys, time; from sixprime.training.judging.gnubg_reference import Gnubg\n"
            "gnubg = Gnubg(); gnubg.version(); print(gnubg._socket.getpeername(), flush=True); time.sleep(3600)"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as asker:
            assert asker.stdout
            folder = Path(asker.stdout.readline().strip()).parent
            assert (folder / "commands").exists()
            asker.kill()
        deadline = time.monotonic() + PATIENCE
        while folder.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not folder.exists()
        running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
        assert not [line for line in running if str(folder).encode() in line]
