"""A net file that version 0.1 wrote is read by this version, and gives the same chances.

`tests/fixtures/nets/repeating-0.1.net.gz` was made by that version, with numbers that repeat so that the file is small;
`repeating-0.1.json` has the chances that it found with them.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from sixprime import Position
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.net.nets import OLDER_VERSION, VERSION, Net

FOLDER = Path(__file__).parents[2] / "fixtures" / "nets"
WRITTEN = gzip.decompress((FOLDER / "repeating-0.1.net.gz").read_bytes())
FOUND: dict[str, dict[str, Any]] = json.loads((FOLDER / "repeating-0.1.json").read_text(encoding="utf-8"))


def as_older_version() -> bytes:
    """The file as versions before 0.1 wrote it, which knew no deep part."""
    first, numbers = WRITTEN.split(b"\n", 1)
    header = json.loads(first)
    assert header.pop("deep") == []
    return json.dumps({**header, "version": OLDER_VERSION}).encode() + b"\n" + numbers


@pytest.mark.parametrize("version", [VERSION, OLDER_VERSION])
def test_a_net_of_the_previous_version_gives_the_same_chances(version: int, tmp_path: Path) -> None:
    path = tmp_path / "old.net"
    path.write_bytes(WRITTEN if version == VERSION else as_older_version())
    assert json.loads(path.read_bytes().split(b"\n", 1)[0])["version"] == version
    net = Net.load(path)
    assert net.card == {"plan": {"games": 3}, "words": "Zürich"}
    evaluator = NetEvaluator(net)
    for asked in FOUND.values():
        chances = evaluator.chances(Position(tuple(asked["points"])))
        found = (chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon)
        assert found == pytest.approx(asked["chances"], abs=1e-6)
