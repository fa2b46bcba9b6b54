"""Files of match equities: written, read again, and refused where they are something else."""

import json
import os
from pathlib import Path

import pytest

from sixprime.engine.match_equity.equities import DEFAULT_EQUITIES, OWN_FOLDER, MatchEquities
from sixprime.engine.match_equity.files import MAX_BYTES, read_equities, write_equities
from sixprime.engine.match_equity.tables import EquityTable, InvalidEquities

TABLE = EquityTable("Béla's", "by hand", ((0.5, 0.7), (0.3, 0.5)), ((0.5, 0.49), (0.45,)), "mine\nand yours")


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tables" / "mine.json"
    write_equities(TABLE, path)
    assert read_equities(path) == TABLE
    assert [entry.name for entry in path.parent.iterdir()] == ["mine.json"]
    write_equities(MatchEquities.default().table, path)
    assert read_equities(path) == MatchEquities.default().table


def test_our_file_is_written_as_we_would_write_it(tmp_path: Path) -> None:
    own = OWN_FOLDER / f"{DEFAULT_EQUITIES}.json"
    write_equities(read_equities(own), tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(own.read_text())


GOOD = {"format": "sixprime-match-equities", "version": 1, "name": "", "before": [[0.5]], "after": [[0.5]]}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "other"}, "this version"),
        ({"version": 2}, "this version"),
        ({"name": 7}, "texts"),
        ({"name": "\ud800"}, "texts"),
        ({"credit": "one"}, "texts"),
        ({"credit": [1]}, "texts"),
        ({"before": None}, "rows of numbers"),
        ({"before": [0.5]}, "rows of numbers"),
        ({"before": []}, "rows and columns"),
        ({"before": [[]]}, "rows and columns"),
        ({"before": [[0.5, 0.5]]}, "row 1 has 2 figures"),
        ({"before": [["0.5"]]}, "from 0 to 1"),
        ({"before": [[True]]}, "from 0 to 1"),
        ({"before": [[10**400]]}, "from 0 to 1"),
        ({"before": [[float("nan")]]}, "from 0 to 1"),
        ({"after": [[2]]}, "from 0 to 1"),
        ({"after": [[0.5]] * 3}, "for both players or for each"),
    ],
)
def test_what_is_refused(changes: dict[str, object], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(GOOD | changes))
    with pytest.raises(InvalidEquities, match=reason):
        read_equities(path)


def test_whole_numbers_are_chances_too(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(GOOD | {"before": [[1]]}))
    assert read_equities(path).before == ((1.0,),)


def test_other_files(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with pytest.raises(InvalidEquities, match="cannot read"):
        read_equities(path)
    with pytest.raises(InvalidEquities, match="not a file"):
        read_equities(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidEquities, match="not a file"):
        read_equities(tmp_path / "pipe")
    path.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(InvalidEquities, match="too large"):
        read_equities(path)
    for content in (b"{", b"[" * 100, b"{" + b'"a":{' * 50_000, b"\x00\x01"):
        path.write_bytes(content)
        with pytest.raises(InvalidEquities, match="holds no match equity table"):
            read_equities(path)
