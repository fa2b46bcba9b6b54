"""Files of JSON lines: what is kept when they are interrupted, damaged, or opened by two."""

from pathlib import Path

import pytest

from sixprime.training.judging.json_lines import JsonLinesProblem, adding_entries, read_entries

HEADING = {"format": "test 1", "settings": {"pair": (1, 2)}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "file.jsonl"


def fill(path: Path, *numbers: int) -> None:
    with adding_entries(path, HEADING) as add:
        for number in numbers:
            add({"number": number})


def test_entries_are_read_in_the_order_in_which_they_were_added(path: Path) -> None:
    assert read_entries(path, HEADING) == []
    fill(path, 1, 2)
    fill(path, 3)
    assert read_entries(path, HEADING) == [{"number": 1}, {"number": 2}, {"number": 3}]


def test_every_entry_is_on_disk_at_once(path: Path) -> None:
    with adding_entries(path, HEADING) as add:
        add({"number": 1})
        assert read_entries(path, HEADING) == [{"number": 1}]


def test_a_line_that_was_cut_off_is_made_again(path: Path) -> None:
    fill(path, 1, 2)
    whole = path.read_text()
    path.write_text(whole[:-4])
    assert read_entries(path, HEADING) == [{"number": 1}]
    fill(path, 2)
    assert path.read_text() == whole


def test_a_heading_that_was_cut_off_is_written_again(path: Path) -> None:
    fill(path, 1)
    whole = path.read_text()
    path.write_text(whole[:9])
    assert read_entries(path, HEADING) == []
    fill(path, 1)
    assert path.read_text() == whole


def test_another_heading_is_refused(path: Path) -> None:
    fill(path, 1)
    before = path.read_text()
    with pytest.raises(JsonLinesProblem, match="another way"):
        read_entries(path, {**HEADING, "settings": {}})
    with pytest.raises(JsonLinesProblem, match="another way"), adding_entries(path, {"format": "test 2"}):
        pytest.fail("was opened")
    assert path.read_text() == before


@pytest.mark.parametrize("line", ["{", "[1]", "7", "", "[" * 100_000])
def test_damaged_lines_are_named(path: Path, line: str) -> None:
    fill(path, 1, 2)
    lines = path.read_text().split("\n")
    lines[2] = line
    path.write_text("\n".join(lines))
    with pytest.raises(JsonLinesProblem, match="line 3 of"):
        read_entries(path, HEADING)


def test_what_is_no_text_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(JsonLinesProblem, match="damaged"):
        read_entries(path, HEADING)


def test_two_cannot_write_at_once(path: Path) -> None:
    with (
        adding_entries(path, HEADING),
        pytest.raises(JsonLinesProblem, match="another run"),
        adding_entries(path, HEADING),
    ):
        pytest.fail("was opened twice")


def test_files_that_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JsonLinesProblem, match="cannot write"), adding_entries(tmp_path / "file" / "x", HEADING):
        pytest.fail("was opened")
    with pytest.raises(JsonLinesProblem, match="cannot read"):
        read_entries(tmp_path, HEADING)
