"""Compiled kernels are kept on disk, and thrown away when any source that is compiled into them changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

INNER = """\
from sixprime.compiled.jit import kernel


@kernel
def more(number):
    return number + {step}
"""

OUTER = """\
import inner
from inner import more
from sixprime.compiled.jit import float_kernel, kernel


@kernel
def by_name(number):
    return 10 * more(number)


@float_kernel
def by_module(number):
    return 100.0 * inner.more(number)
"""


def run(folder: Path) -> str:
    script = "import outer; print(outer.by_name(1), outer.by_module(1), sum(outer.by_name.stats.cache_hits.values()))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=folder,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.slow
def test_a_change_in_one_file_reaches_the_kernels_of_another(tmp_path: Path) -> None:
    (tmp_path / "outer.py").write_text(OUTER, encoding="utf-8")
    (tmp_path / "inner.py").write_text(INNER.format(step=1), encoding="utf-8")
    assert run(tmp_path) == "20 200.0 0\n"
    assert run(tmp_path) == "20 200.0 1\n"
    (tmp_path / "inner.py").write_text(INNER.format(step=2), encoding="utf-8")
    assert run(tmp_path) == "30 300.0 0\n"


TAKING = """\
from typing import NamedTuple

from {module} import Pair
from sixprime.compiled.jit import kernel


@kernel
def total(pair):
    return pair.one + pair.other
"""

PAIR = """\
from typing import NamedTuple


class Pair(NamedTuple):
    one: int
    other: int
"""


@pytest.mark.slow
def test_a_type_that_has_moved_is_compiled_for_again(tmp_path: Path) -> None:
    """The list of the cache names the types of arguments; one of an older version may name a module that is gone."""

    def total() -> str:
        script = "import taking; print(taking.total(taking.Pair(1, 2)))"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    (tmp_path / "before.py").write_text(PAIR, encoding="utf-8")
    (tmp_path / "taking.py").write_text(TAKING.format(module="before"), encoding="utf-8")
    assert total() == "3\n"
    (tmp_path / "before.py").rename(tmp_path / "after.py")
    (tmp_path / "taking.py").write_text(TAKING.format(module="after"), encoding="utf-8")
    assert total() == "3\n"
    assert total() == "3\n"
