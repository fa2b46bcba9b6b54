"""What importing the package costs, and what the first play on a machine says about the compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIRST_PLAY = "from sixprime import Position; print(len(Position.standard().legal_plays((3, 1))))"


def run(script: str, *, warnings: str = "error", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", warnings, "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def modules_after(script: str) -> set[str]:
    return set(run(f"{script}; import sys; print(*sys.modules)").stdout.split())


class TestModules:
    def test_the_package_loads_neither_numpy_nor_numba(self) -> None:
        loaded = modules_after("import sixprime")
        assert {"numpy", "numba", "llvmlite", "sixprime.compiled.moves", "sixprime.core.movegen"}.isdisjoint(loaded)
        assert "sixprime.core.match.matches" in loaded

    @pytest.mark.parametrize(
        "script",
        [
            "from sixprime.core.match import records",
            "from sixprime import Position; str(Position.standard()); Position.standard().legal_plays((3, 1))",
            "from sixprime import Match; from sixprime.core.match import records; records.dumps(Match(length=5))",
            "from sixprime import RuleSet; RuleSet.from_json(RuleSet().to_json())",
            "from sixprime import *; Turn(Position.standard(), Roll(3, 1))",
            (
                "from sixprime import *; m = Match(); m.open(RecordedDice(['31'])); m.actions(Player.WHITE); "
                "m.resign(); m.accept()"
            ),
        ],
    )
    def test_nor_does_what_needs_no_moves(self, script: str) -> None:
        assert {"numpy", "numba"}.isdisjoint(modules_after(script))

    def test_the_first_play_loads_them(self) -> None:
        assert {"numpy", "numba", "sixprime.compiled.moves"} <= modules_after(FIRST_PLAY)

    def test_machine_code_is_loaded_without_what_only_compiling_needs(self) -> None:
        run(FIRST_PLAY)
        loaded = modules_after(FIRST_PLAY)
        assert {"numba.np.arraymath", "scipy.linalg", "coverage"}.isdisjoint(loaded)

    def test_what_the_package_loads_is_its_own_or_the_standard_library(self) -> None:
        before = modules_after("pass")
        foreign = {name.split(".")[0] for name in modules_after("import sixprime") - before}
        assert foreign - {"sixprime"} <= set(sys.stdlib_module_names)

    def test_all_names_are_there(self) -> None:
        import sixprime

        assert len(set(sixprime.__all__)) == len(sixprime.__all__)
        assert all(hasattr(sixprime, name) for name in sixprime.__all__)


@pytest.mark.slow
class TestCompileNotice:
    def test_one_line_the_first_time_and_none_the_second(self, tmp_path: Path) -> None:
        cache = str(tmp_path / "cache")
        first = run(FIRST_PLAY, NUMBA_CACHE_DIR=cache)
        assert first.stdout == "16\n"
        assert first.stderr.startswith("sixprime: ")
        assert "once on this machine" in first.stderr
        assert first.stderr.endswith("\n")
        assert first.stderr.count("\n") == 1
        second = run(FIRST_PLAY, NUMBA_CACHE_DIR=cache)
        assert (second.stdout, second.stderr) == ("16\n", "")

    def test_somebody_else_may_take_the_notice(self) -> None:
        script = (
            "from sixprime import notices\n"
            "from sixprime.messages import text\n"
            "heard = []\n"
            "notices.listener = heard.append\n"
            "notices.tell(text('compiling'))\n"
            "print(*heard)\n"
        )
        done = run(script)
        assert (done.stdout, done.stderr) == ("compiling\n", "")

    def test_other_peoples_functions_are_compiled_in_silence(self) -> None:
        script = (
            f"{FIRST_PLAY}\n"
            "import numba\n"
            "namespace = {}\n"
            "exec('def add(a, b): return a + b', namespace)\n"
            "print(numba.njit(namespace['add'])(1, 2))\n"
        )
        done = run(script)
        assert (done.stdout, done.stderr) == ("16\n3\n", "")

    def test_other_peoples_functions_may_use_everything(self) -> None:
        script = (
            f"{FIRST_PLAY}\n"
            "import numba, numpy\n"
            "namespace = {'numpy': numpy}\n"
            "exec('def add(a): return numpy.sort(a)[0] + len({x: str(x) for x in range(3)})', namespace)\n"
            "print(numba.njit(namespace['add'])(numpy.arange(1, 5)))\n"
        )
        done = run(script)
        assert (done.stdout, done.stderr) == ("16\n4\n", "")

    def test_without_the_compiler_the_same_plays_are_found(self) -> None:
        # Plain numpy warns of 64-bit numbers that wrap round, as the kernels' keys are meant to.
        done = run(FIRST_PLAY, warnings="ignore::RuntimeWarning", NUMBA_DISABLE_JIT="1")
        assert (done.stdout, done.stderr) == ("16\n", "")
