"""Files are written whole or not at all, over another one only where that is wanted, and leave nothing behind."""

import os
from pathlib import Path

import pytest

from sixprime.files import atomic_file, atomic_path, write_atomically


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("content", "written"), [("é\r\n\n", b"\xc3\xa9\r\n\n"), (b"\0\xff", b"\0\xff"), ("", b"")])
def test_a_file_is_written_as_it_is(tmp_path: Path, content: str | bytes, written: bytes) -> None:
    path = tmp_path / "new" / "folder" / "file.txt"
    write_atomically(path, content)
    assert path.read_bytes() == written
    write_atomically(path, "again")
    assert path.read_bytes() == b"again"
    assert names(path.parent) == ["file.txt"]


def test_an_exception_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_atomically(path, "old")

    def write_half() -> None:
        with atomic_file(path) as file:
            file.write(b"half of the n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file.txt"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_atomically(path, "old")

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("has_links", [True, False])
def test_another_file_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool) -> None:
    if not has_links:

        def refuse(self: Path, target: Path) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "file.txt"
    write_atomically(path, "first", overwrite=False)
    with pytest.raises(FileExistsError):
        write_atomically(path, "second", overwrite=False)
    assert path.read_text() == "first"
    assert names(tmp_path) == ["file.txt"]


def test_another_program_may_make_the_file(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 240)
    with atomic_path(path, overwrite=False) as temporary:
        assert temporary.parent == path.parent
        temporary.write_text("made elsewhere")
        assert not path.exists()
    assert path.read_text() == "made elsewhere"
    assert names(tmp_path) == [path.name]


def test_a_block_that_makes_no_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic_path(tmp_path / "file.txt"):
        pass
    assert names(tmp_path) == []


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "file.txt").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_atomically(tmp_path / "file.txt", "new")
    assert names(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_file_in_place_of_its_folder_is_not_taken_for_the_file(tmp_path: Path, overwrite: bool) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        write_atomically(tmp_path / "file" / "new", "", overwrite=overwrite)
