"""What all tests share: how to say that something is not here, and how to talk to the command line."""

import io
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

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

# How long an example takes says more about the machine than about the code.
settings.register_profile("without-deadline", deadline=None)
settings.load_profile("without-deadline")

FIRST_FOLDERS = ("engine/workers", "web", "server")
"""What takes longest begins first: at the end no worker waits for another."""
SLOW_FOLDERS = (
    "cli/analysis", "cli/server", "client", "engine/choice", "engine/rollout", "engine/workers", "match_analysis",
    "oracles", "peers", "server", "training", "web",
)  # fmt: skip
"""What `make test-quick` leaves out: browsers, servers, clusters, oracles, rollouts and training."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def folder_of(item: pytest.Item, folders: tuple[str, ...]) -> str | None:
        place = item.path.relative_to(Path(__file__).parent)
        return next((folder for folder in folders if place.is_relative_to(folder)), None)

    for item in items:
        if folder_of(item, SLOW_FOLDERS):
            item.add_marker(pytest.mark.slow)
    order: dict[str | None, int] = {folder: number for number, folder in enumerate(FIRST_FOLDERS)}
    items.sort(key=lambda item: order.get(folder_of(item, FIRST_FOLDERS), len(order)))


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

    That kernels are compiled on first use is not told here: which test comes first is chance.
    """
    monkeypatch.setattr("sixprime.compiled.jit._CompileNotice.said", True)

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
