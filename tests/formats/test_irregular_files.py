"""Files in which something is against the rules, missing or peculiar to a site: each becomes one match, as recorded."""

from pathlib import Path

import pytest

from formats.places import FIXTURES
from sixprime.core.match.records import loads
from sixprime.formats import read_match_bytes, read_match_file, write_match

FILES = sorted(path for path in (FIXTURES / "irregular").iterdir() if path.suffix != ".json")
PROBLEMS = {
    "illegal-play": ["it is kept as an illegal play"],
    "play-cut-after-one-die": ["it is kept as an illegal play"],
    "blank-bear-off": ["4/off 3/2 is assumed"],
    "unknown-start": ["the rest of game 1 is left out", "is left out", "the standard one is assumed"],
}
"""How the problems of each file end; the others have none."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_read_as_one_match(path: Path) -> None:
    file = read_match_file(path)
    assert len(file.matches) == 1
    assert file.match == loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    ends = PROBLEMS.get(path.stem, [])
    assert len(file.problems) == len(ends), [str(problem) for problem in file.problems]
    for problem, end in zip(file.problems, ends, strict=True):
        assert str(problem).endswith(end)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_what_was_read_is_written_and_read_again(path: Path, kind: str) -> None:
    match = read_match_file(path).match
    again = read_match_bytes(write_match(match, kind).encode(), f"again.{kind}")
    assert len(again.matches) == 1
    assert again.match.score == match.score
    assert [(game.winner, game.points) for game in again.match.results] == [
        (game.winner, game.points) for game in match.results
    ]
