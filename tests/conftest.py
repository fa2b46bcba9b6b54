"""What all tests share: how to say that something is not here, and how to talk to the command line."""

import gc
import io
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NoReturn

import platformdirs
import pytest
from hypothesis import settings

from sixprime.cli.app import run


def not_here(reason: str) -> NoReturn:
    """Skip the test with the reason; where SIXPRIME_CI is set, everything must be here, so fail it."""
    if os.environ.get("SIXPRIME_CI"):
        pytest.fail(f"{reason} (required, because SIXPRIME_CI is set)")
    pytest.skip(reason)


# A shell lets programs in the background ignore Ctrl-C, and theirs would inherit that: tests send it to some.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

MEMORY = Path("/dev/shm")
ENOUGH_MEMORY = 4 << 30
"""Bytes that must be free there: the tests of the wheel make a whole environment."""


def keep_temporary_files_in_memory() -> None:
    """Let temporary files be in memory where there is enough: every commit to a database waits for its disk.

    That holds for programs that the tests start, too. Who sets TMPDIR decides otherwise.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return
    if os.statvfs(MEMORY).f_flag & os.ST_NOEXEC or shutil.disk_usage(MEMORY).free < ENOUGH_MEMORY:
        return
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)


keep_temporary_files_in_memory()
# Many tests have a home of their own. The bear-off tables stay those of the user: each of these homes, and each process
# that a test starts there, would work them out again.
os.environ.setdefault("SIXPRIME_CACHE", platformdirs.user_cache_dir("sixprime"))

# How long an example takes says more about the machine than about the code.
settings.register_profile("all", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=20)
settings.load_profile("all")

HERE = Path(__file__).parent
FIRST = (
    "release/test_container.py", "engine/rollout/test_rollouts.py", "training/labels/test_labelling.py",
    "training/judging/test_gates.py", "engine/workers/test_two_nodes.py", "release", "web", "server", "training",
    "documentation", "notebook", "match_analysis", "engine", "cli", "oracles", "peers", "test_structure.py",
    "test_languages.py",
)  # fmt: skip
"""What begins first: the container, which compiles all machine code anew, and files that compile kernels which others
need too, so that only one worker compiles them. Of the two files that start clusters one is among them and one comes
much later: together they would start too slowly on a busy machine. Then come the folders whose files take longest, so
that at the end, with many short files, no worker waits for another."""
SLOW_PLACES = (
    "cli/analysis", "cli/engine/test_judge.py", "cli/engine/test_judge_by_rollouts.py", "cli/server", "client",
    "engine/choice", "engine/rollout", "engine/workers", "formats/test_linear_patterns.py", "match_analysis", "oracles",
    "peers", "server", "training", "web",
)  # fmt: skip
"""What `make test-quick` leaves out: browsers, servers, clusters, oracles, rollouts, training, and how the time of
every regular expression grows."""
ORACLE_FILES = "test_against_*.py"
"""Comparisons with other programs, wherever they are."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let the garbage collector pass over what is there from now on: thousands of tests, and all that they import.

    While they are collected, full looks through all of it took a quarter of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def is_quick(config: pytest.Config) -> bool:
    """Whether `make test-quick` runs the tests."""
    return bool(config.option.markexpr == "not slow")


def pytest_configure(config: pytest.Config) -> None:
    """Let the quick tests try fewer examples, except where a test says how many it needs."""
    if is_quick(config):
        settings.load_profile("quick")


@cache
def place_of(path: Path, places: tuple[str, ...]) -> str | None:
    """The first of these folders and files in which a test is, if any."""
    return next((place for place in places if path.is_relative_to(HERE / place)), None)


def is_slow(path: Path) -> bool:
    """Whether `make test-quick` leaves out this file or folder."""
    return path.match(ORACLE_FILES) or place_of(path, SLOW_PLACES) is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is left out anyway need not be imported: half of the time until the first quick test runs."""
    return True if is_quick(config) and is_slow(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)
    order: dict[str | None, int] = {place: number for number, place in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(place_of(item.path, FIRST), len(order)))


@dataclass(frozen=True)
class Said:
    """What a run of the command printed, and its exit code."""

    code: int
    out: str
    err: str


Sixprime = Callable[..., Said]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, and a plain terminal of 100 columns that speaks English."""
    for variable in ("SIXPRIME_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def sixprime(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sixprime:
    """Run the command with arguments, typing the given lines.

    That kernels are compiled on first use is not told here: which test comes first is chance. And no command makes
    kernels plain Python, which would last for all tests of the process.
    """
    monkeypatch.setattr("sixprime.compiled.numba_kernels._CompileNotice.said", True)
    monkeypatch.setattr("sixprime.compiled.jit.start_plain", lambda: False)

    def call(*arguments: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines or [])))
        code = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Said(code, captured.out, captured.err)

    return call


@pytest.fixture
def kept(home: Path) -> Path:
    """Where the match at the terminal is kept."""
    return home / "data" / "sixprime" / "terminal-game.json"
