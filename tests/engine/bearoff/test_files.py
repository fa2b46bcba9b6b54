"""Bear-off tables on disk: made once, checked when read, made again when damaged, safe with several at once."""

import errno
import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pexpect
import platformdirs
import pytest

from sixprime import notices
from sixprime.compiled.arrays import Floats
from sixprime.engine.bearoff import files as bearoff_files
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.bearoff.files import HEADER_BYTES, Layout, cache_folder, kept_tables
from sixprime.messages import Message
from waiting import PATIENCE

LAYOUT = Layout("sample", ((3, 4), (5,)))


def sample() -> tuple[Floats, ...]:
    return np.arange(12, dtype=np.float32).reshape(3, 4), np.linspace(0, 1, 5, dtype=np.float32)


def unwanted() -> tuple[Floats, ...]:
    raise AssertionError("made although it was there")


def same(tables: tuple[Floats, ...]) -> bool:
    return len(tables) == 2 and all((table == other).all() for table, other in zip(tables, sample(), strict=True))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notices, as they come."""
    said: list[str] = []

    def listen(notice: Message) -> None:
        said.append(str(notice))

    monkeypatch.setattr(notices, "listener", listen)
    return said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / LAYOUT.file_name


class TestKeeping:
    def test_made_once_and_then_read(self, path: Path, heard: list[str]) -> None:
        first = kept_tables(LAYOUT, sample, path.parent)
        assert [file.name for file in path.parent.iterdir()] == ["sample.v1.bearoff"]
        second = kept_tables(LAYOUT, unwanted, path.parent)
        for tables in (first, second):
            assert same(tables)
            assert all(table.dtype == np.float32 and table.flags.c_contiguous for table in tables)
        assert heard == []

    def test_nobody_can_change_them(self, path: Path) -> None:
        for tables in (kept_tables(LAYOUT, sample, path.parent), kept_tables(LAYOUT, unwanted, path.parent)):
            for table in tables:
                with pytest.raises(ValueError, match="read-only"):
                    table[0] = 1

    def test_the_file_says_what_it_holds(self, path: Path) -> None:
        kept_tables(LAYOUT, sample, path.parent)
        content = path.read_bytes()
        assert len(content) == HEADER_BYTES + 4 * (12 + 5)
        checksum = hashlib.sha256(content[HEADER_BYTES:]).hexdigest()
        line, end = content[: HEADER_BYTES - 1].decode().rstrip(" "), content[HEADER_BYTES - 1 : HEADER_BYTES]
        assert (line, end) == (f"sixprime bearoff 1 sample <f4 3x4 5 sha256 {checksum}", b"\n")

    @pytest.mark.skipif(os.name != "posix", reason="permissions as on Unix")
    def test_others_may_read_it_as_they_may_any_file(self, path: Path) -> None:
        kept_tables(LAYOUT, sample, path.parent)
        plain = path.with_name("plain")
        plain.touch()
        assert path.stat().st_mode == plain.stat().st_mode

    def test_a_table_outlives_its_file(self, path: Path) -> None:
        kept_tables(LAYOUT, sample, path.parent)
        tables = kept_tables(LAYOUT, unwanted, path.parent)
        path.unlink()
        assert same(tables)


def _other_byte(at: int) -> Callable[[bytes], bytes]:
    return lambda content: content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "header only": lambda content: content[:HEADER_BYTES],
    "cut off": lambda content: content[:-1],
    "too long": lambda content: content + b"\0",
    "a bit of the first number": _other_byte(HEADER_BYTES),
    "a bit of the last number": _other_byte(-1 + HEADER_BYTES + 4 * 17),
    "a bit of the name": _other_byte(20),
    "a bit of the checksum": _other_byte(60),
    "the end of the line": _other_byte(HEADER_BYTES - 1),
    "nothing but zeros": lambda content: bytes(len(content)),
    "another version": lambda content: content.replace(b"bearoff 1 ", b"bearoff 2 "),
    "another shape": lambda content: content.replace(b"3x4", b"4x3"),
}


class TestDamage:
    @pytest.mark.parametrize("damage", DAMAGES)
    def test_it_is_noticed_and_repaired(self, path: Path, heard: list[str], damage: str) -> None:
        kept_tables(LAYOUT, sample, path.parent)
        good = path.read_bytes()
        bad = DAMAGES[damage](good)
        assert bad != good
        path.write_bytes(bad)
        assert same(kept_tables(LAYOUT, sample, path.parent))
        assert heard == [f"{path} is damaged or cannot be read: it is made again"]
        assert path.read_bytes() == good
        assert same(kept_tables(LAYOUT, unwanted, path.parent))
        assert list(path.parent.iterdir()) == [path]

    def test_a_new_version_has_a_file_of_its_own(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        kept_tables(LAYOUT, sample, path.parent)
        monkeypatch.setattr(bearoff_files, "VERSION", 2)
        kept_tables(LAYOUT, sample, path.parent)
        assert sorted(file.name for file in path.parent.iterdir()) == ["sample.v1.bearoff", "sample.v2.bearoff"]


class TestNowhereToKeepIt:
    def test_the_folder_is_a_file(self, path: Path, heard: list[str]) -> None:
        path.parent.write_text("in the way")
        assert same(kept_tables(LAYOUT, sample, path.parent))
        assert len(heard) == 1
        assert heard[0].startswith(f"cannot keep {path} for the next time: ")
        assert path.parent.read_text() == "in the way"

    def test_the_file_is_a_folder(self, path: Path, heard: list[str]) -> None:
        path.mkdir(parents=True)
        tables = kept_tables(LAYOUT, sample, path.parent)
        assert same(tables)
        assert not tables[0].flags.writeable
        assert heard[0] == f"{path} is damaged or cannot be read: it is made again"
        assert heard[1].startswith(f"cannot keep {path} for the next time: ")
        assert list(path.parent.iterdir()) == [path]

    def test_the_disk_is_full(self, path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        assert same(kept_tables(LAYOUT, sample, path.parent))
        assert heard == [f"cannot keep {path} for the next time: the disk is full"]
        assert list(path.parent.iterdir()) == []

    def test_an_interruption_leaves_nothing_behind(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(_: int) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            kept_tables(LAYOUT, sample, path.parent)
        assert list(path.parent.iterdir()) == []


class TestFolder:
    def test_the_users_cache_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = Path(platformdirs.user_cache_dir("sixprime"))
        monkeypatch.delenv("SIXPRIME_CACHE", raising=False)
        assert cache_folder() == usual
        monkeypatch.setenv("SIXPRIME_CACHE", "")
        assert cache_folder() == usual

    def test_the_one_that_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SIXPRIME_CACHE", str(tmp_path / "here"))
        assert cache_folder() == tmp_path / "here"
        TwoSided.load(1)
        assert [file.name for file in (tmp_path / "here").iterdir()] == ["two-sided-1.v1.bearoff"]


LOAD = """
import hashlib, sys
from sixprime.engine.bearoff.databases import TwoSided
print("ready", flush=True)
sys.stdin.readline()
print(hashlib.sha256(TwoSided.load(5).table.tobytes()).hexdigest())
"""


class TestSeveralAtOnce:
    def test_in_one_process(self, path: Path, heard: list[str]) -> None:
        """Nobody begins to write before everybody has found nothing there."""
        together = threading.Barrier(6, timeout=PATIENCE)

        def make() -> tuple[Floats, ...]:
            together.wait()
            return sample()

        with ThreadPoolExecutor(6) as pool:
            loads = [pool.submit(kept_tables, LAYOUT, make, path.parent) for _ in range(6)]
            assert all(same(load.result()) for load in loads)
        assert list(path.parent.iterdir()) == [path]
        assert same(kept_tables(LAYOUT, unwanted, path.parent))
        assert heard == []

    def test_in_several_processes(self, tmp_path: Path) -> None:
        environment = {**os.environ, "SIXPRIME_CACHE": str(tmp_path)}
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", LOAD],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(3)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        answers = [process.communicate(timeout=PATIENCE) for process in processes]
        expected = hashlib.sha256(TwoSided.load(5, tmp_path).table.tobytes()).hexdigest()
        for process, (out, err) in zip(processes, answers, strict=True):
            assert process.returncode == 0, err
            assert out == f"{expected}\n"
        assert [file.name for file in tmp_path.iterdir()] == ["two-sided-5.v1.bearoff"]


class TestWhatIsSaid:
    def test_one_line_where_nobody_watches(self, tmp_path: Path, heard: list[str]) -> None:
        TwoSided.load(2, tmp_path)
        assert heard == ["working out the two-sided bear-off table for 2 checkers, once on this machine ..."]
        TwoSided.load(2, tmp_path)
        assert len(heard) == 1

    def test_a_bar_on_a_terminal(self, tmp_path: Path) -> None:
        environment = {**os.environ, "SIXPRIME_CACHE": str(tmp_path), "TERM": "xterm"}
        code = "from sixprime.engine.bearoff.databases import TwoSided; TwoSided.load(5); print('done')"
        child = pexpect.spawn(sys.executable, ["-c", code], env=environment, encoding="utf-8", timeout=PATIENCE)
        child.expect("working out the two-sided bear-off table for 5 checkers")
        child.expect(r"\d+%")
        child.expect("done")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
