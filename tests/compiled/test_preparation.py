"""Compiling in other processes: steps that are done once, interrupted, failed; and where machine code is kept."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixprime.compiled import cache_folders
from sixprime.compiled.preparation import LOCK, STAMP, CompileStep, Preparation, PreparationFailed, is_prepared

STEPS = """\
import os, pathlib, time

FOLDER = pathlib.Path(__file__).parent


def note(name):
    with (FOLDER / "done.txt").open("a") as file:
        file.write(f"{name} {os.getpid()} {os.nice(0)}\\n")


def one():
    note("one")


def two():
    note("two")


def three():
    note("three")


def wrong():
    raise ValueError("this\\ncannot be")


def forever():
    note("forever")
    time.sleep(3600)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "some_steps.py").write_text(STEPS, encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    cache_folders.where_not_beside_sources.cache_clear()
    yield tmp_path
    cache_folders.where_not_beside_sources.cache_clear()


def steps(*names: str) -> list[CompileStep]:
    return [CompileStep(f"some_steps:{name}", 1.0) for name in names]


def done(folder: Path) -> list[list[str]]:
    path = folder / "done.txt"
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


def test_each_step_is_done_once_by_two_processes_at_low_priority(folder: Path) -> None:
    some = steps("one", "two", "three")
    told: list[float] = []
    assert not is_prepared(some)
    assert Preparation(some, told.append).run()
    assert is_prepared(some)
    assert sorted(name for name, _, _ in done(folder)) == ["one", "three", "two"]
    assert len({process for _, process, _ in done(folder)}) <= 2
    assert all(int(niceness) > os.nice(0) or int(niceness) >= 15 for _, _, niceness in done(folder))
    assert told == sorted(told)
    assert told[-1] == 1.0
    again = Preparation(some)
    assert again.run()
    assert again.share == 1.0
    assert len(done(folder)) == 3


def test_it_is_as_urgent_as_the_program_if_somebody_waits(folder: Path) -> None:
    assert Preparation(steps("one", "two"), niceness=0).run()
    assert [int(niceness) for _, _, niceness in done(folder)] == [os.nice(0)] * 2


def test_other_steps_or_another_machine_make_it_necessary_again(folder: Path) -> None:
    some = steps("one")
    Preparation(some).run()
    stamp = folder / "cache" / STAMP
    kept = json.loads(stamp.read_text())
    assert not is_prepared(steps("one", "two"))
    stamp.write_text(json.dumps({**kept, "processor": "another"}))
    assert not is_prepared(some)
    stamp.write_text("{")
    assert not is_prepared(some)
    assert Preparation(some).run()
    assert is_prepared(some)


def test_a_named_processor_stands_for_that_of_the_machine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = steps("one")
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v3")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    Preparation(some).run()
    assert json.loads((folder / "cache" / STAMP).read_text())["processor"].endswith(" x86-64-v3")
    assert is_prepared(some)
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v4")
    assert not is_prepared(some)
    monkeypatch.delenv("NUMBA_CPU_NAME")
    assert not is_prepared(some)


def test_a_step_that_fails_is_told_in_one_line(folder: Path) -> None:
    with pytest.raises(PreparationFailed, match=r"^some_steps:wrong: ValueError: this cannot be$"):
        Preparation(steps("wrong")).run()
    assert not is_prepared(steps("wrong"))
    with pytest.raises(PreparationFailed, match="no_module"):
        Preparation([CompileStep("no_module:one", 1.0)]).run()


def test_an_interrupted_preparation_ends_its_processes_and_goes_on_the_next_time(folder: Path) -> None:
    preparation = Preparation(steps("forever", "one"))
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(preparation.run()))
    thread.start()
    while not any(name == "forever" for name, _, _ in done(folder)):
        threading.Event().wait(0.02)
    (sleeping,) = [int(process) for name, process, _ in done(folder) if name == "forever"]
    preparation.stop()
    thread.join()
    assert answers == [False]
    assert not Path(f"/proc/{sleeping}").exists() or not Path("/proc").exists()
    assert not is_prepared(steps("forever", "one"))
    assert Preparation(steps("one")).run()


def test_a_second_program_waits_for_the_first(folder: Path) -> None:
    (folder / "cache").mkdir()
    fcntl = pytest.importorskip("fcntl", reason="Windows has no such locks")
    with (folder / "cache" / LOCK).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        held.write("0.4\n")
        held.flush()
        told: list[float] = []
        waiting = Preparation(steps("one"), told.append)
        thread = threading.Thread(target=waiting.run)
        thread.start()
        while not told:
            threading.Event().wait(0.02)
        assert told == [0.4]
        assert done(folder) == []
    thread.join()
    assert [name for name, _, _ in done(folder)] == ["one"]


def folder_found(environment: dict[str, str], code: str = "") -> str:
    script = f"{code}\nfrom sixprime.compiled import cache_folders as c; print(c.where_not_beside_sources())"
    base = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "SIXPRIME_CACHE")}
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**base, **environment}
    ).stdout.strip()


READ_ONLY = """\
from sixprime.compiled import cache_folders
import pathlib, sys
usual = cache_folders._is_writable
refused = sys.argv[1:] or {refused!r}
cache_folders._is_writable = lambda path: not str(path).startswith(tuple(refused)) and usual(path)
"""


def test_machine_code_is_kept_where_it_can_be(tmp_path: Path) -> None:
    package = str(cache_folders.PACKAGE)
    assert folder_found({}) == "None"
    assert folder_found({"NUMBA_CACHE_DIR": str(tmp_path / "mine")}) == str(tmp_path / "mine")
    home = {"SIXPRIME_CACHE": str(tmp_path / "home"), "TMPDIR": str(tmp_path)}
    assert folder_found(home, READ_ONLY.format(refused=[package])) == str(tmp_path / "home" / "kernels")
    nowhere = READ_ONLY.format(refused=[package, str(tmp_path / "home")])
    last = Path(folder_found(home, nowhere))
    assert last.parent == tmp_path
    assert last.stat().st_mode & 0o077 == 0
    last.chmod(0o777)  # others could put their code there
    assert Path(folder_found(home, nowhere)) != last
