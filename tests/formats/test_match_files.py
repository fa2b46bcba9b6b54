"""Match files of every kind: recognised, bounded, and never the cause of anything but a clear error."""

import csv
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from formats.places import FIXTURES, MATCH_FILES, NO_SAMPLES, SAMPLES, sample
from formats.strategies import examples
from sixprime import Ending, Match, Phase, Player, SixprimeError
from sixprime.core.match import events as ev
from sixprime.formats import match_files as matchfiles
from sixprime.formats.legacy import read_gam
from sixprime.formats.match_files import UnreadableFile, read_match_bytes, read_match_file, write_match

TEXTS = [path.read_bytes() for path in sorted(MATCH_FILES.iterdir()) if path.suffix in (".mat", ".txt")]


def samples(kind: str) -> list[dict[str, str]]:
    if SAMPLES is None:
        return []
    with (SAMPLES / "MANIFEST.tsv").open(encoding="utf-8") as rows:
        return [row for row in csv.DictReader(rows, delimiter="\t") if row["file"].startswith(f"{kind}/")]


def seen(match: Match) -> tuple[str, str]:
    """The match in the words of the manifest: the left player is called X there."""

    def count(kind: type) -> int:
        return sum(isinstance(event, kind) for event in match.events)

    games, score = [], [0, 0]
    for game in match.results:
        left = game.winner is Player.WHITE
        resigned = "R" if game.ending is Ending.RESIGNED else ""
        games.append(f"{score[0]}-{score[1]}:{'X' if left else 'O'}{game.points}{resigned}")
        score[0 if left else 1] += game.points
    begun = len(games) + (match.phase not in (Phase.OPENING, Phase.OVER))
    head = f"len={match.length or 0} games={begun} moves={count(ev.Played)} doubles={count(ev.Doubled)}"
    return f"{head} takes={count(ev.Taken)} drops={count(ev.Dropped)} ", f"result={' '.join(games)}"


@pytest.mark.parametrize("row", samples("mat") or [{}], ids=lambda row: row.get("file", "absent"))
def test_samples(row: dict[str, str]) -> None:
    if not row:
        pytest.skip(NO_SAMPLES)
    file = read_match_file(sample(row["file"]))
    assert not file.problems
    assert len(file.matches) == 1
    head, result = seen(file.match)
    expected = list(row.values())[-1]
    assert expected.startswith(head)
    assert expected.endswith(result)


def test_sample_positions() -> None:
    for name in ("gnubg_9pt_2-4_cube2", "gnubg_start_money_31"):
        first = read_match_file(sample(f"pos/{name}.pos")).match
        second = read_match_file(sample(f"snowietxt/{name}.txt")).match
        assert first.events == second.events
        assert first.names == second.names


def test_the_same_match_in_two_dialects() -> None:
    for one, two in (
        ("mat/blunderdb__test.mat", "mat/blunderdb__test.txt"),
        ("mat/bglab__match3851513.txt", "snowietxt/gnubg_match3851513_snowietxt.txt"),
    ):
        first, second = (read_match_file(sample(name)).match for name in (one, two))
        assert first.events == second.events


@pytest.mark.parametrize("extension", [".mat", ".sgf", ".json"])
def test_what_is_written_is_recognised_and_read(extension: str) -> None:
    match = read_match_file(MATCH_FILES / "gnubg.mat").match
    file = read_match_bytes(write_match(match, extension).encode())
    assert file.format == extension[1:]
    assert not file.problems
    assert file.match.events == match.events


def test_plain_text_and_what_cannot_be_written() -> None:
    match = read_match_file(MATCH_FILES / "gnubg.mat").match
    assert "Ada (White) against Bruno Conti (Black)" in write_match(match, "text")
    with pytest.raises(SixprimeError, match="cannot be written"):
        write_match(match, ".xg")


def test_broken_records() -> None:
    for data in (b'{"format": "sixprime-match"}', b'{"format": "sixprime-match" \xff', b'{"sixprime-match'):
        with pytest.raises(UnreadableFile):
            read_match_bytes(data)


def test_what_is_no_match_file() -> None:
    for data in (b"", b"  \n\n", b"hello", bytes(range(256)), b"\x00" * 1000, b'; [Event "x"]\n'):
        with pytest.raises(UnreadableFile):
            read_match_bytes(data)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read_match_file(tmp_path / "none.mat")
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read_match_file(tmp_path)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchfiles, "MAX_FILE_BYTES", 1000)
    (tmp_path / "large.mat").write_bytes(b" 5 point match\n" * 1000)
    with pytest.raises(UnreadableFile, match="more than 1000 bytes"):
        read_match_file(tmp_path / "large.mat")


@pytest.mark.parametrize(
    "data",
    [
        b" 5 point match\n" + b"\n" * 1_000_000,
        b" 5 point match\n Game 1\n" * 30_000,
        b" 5 point match\n Game 1\n a : 0   b : 0\n" + b"  1) 11: x\n" * 50_000,
        b" 5 point match\n Game 1\n" + b" : 0" * 1_000_000,
        b" 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: " + b"8/5 " * 1_000_000,
        b" 5 point match\n Game 1\n a : 0   b : 0\n" + b"; a: b\n" * 100_000,
        b"Score is 0-0 in a 5 point match.\na is X - b is O\n" * 50_000,
        b'; [Site "' + b"x" * 3_000_000 + b'"]\n 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n',
    ],
    ids=["blank", "games", "rows", "colons", "play", "remarks", "scores", "tag"],
)
def test_hostile_files_end_quickly(data: bytes) -> None:
    started = time.process_time()
    with suppress(SixprimeError):
        read_match_bytes(data)
    assert time.process_time() - started < 8


PIECES = b"""\
Wins 4 points|Doubles => 64|Takes|Drops|66: 24/18(4)|31: bar/off|00:|????|(9)|:|Beavers => 2|Raccoons|Losses 3 point|
 Game 9
| 3 point match
| 0 point match
|Illegal play (1;2;3)|; Set Pos=-b----E-C---eE---c-e----B-/9
| a : 4   b : 2
""".split(b"|")


def broken_files() -> st.SearchStrategy[bytes]:
    """Fixtures with some bytes changed, left out or put in."""
    pieces = st.binary(max_size=8) | st.sampled_from(PIECES)
    edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), pieces), max_size=6)
    return st.builds(_edited, st.sampled_from(TEXTS), edits)


def _edited(data: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for place, gone, piece in edits:
        start = int(place * len(data))
        data = data[:start] + piece + data[start + gone :]
    return data


@given(broken_files())
@example(b" 5 point match\n Game 1\n a : 0   b : 0\n  1) Doubles => 2  Takes\n  2) Wins 1 point\n")
@example(b" 0 point match\n Game 1\n a : 9999   b : 5\n  1) Drops\n  2) Wins 1 point\n")
@example(b" 99999 point match\n Game 1\n a : 9999   b : -5\n  1) 11: 8/7\n Losses 3 points\n")
@examples(80)
def test_broken_files_are_read_as_far_as_they_go(data: bytes) -> None:
    try:
        file = read_match_bytes(data)
    except SixprimeError:
        return
    for read in file.matches:
        match = read.match
        assert Match.from_events(match.events, match.rules, length=match.length).state == match.state
        assert all(0 <= number < match.version for number in (*read.comments, *read.analyses))


@given(st.binary(max_size=300))
@examples(100)
def test_noise(data: bytes) -> None:
    for head in (
        b"",
        b" 5 point match\n Game 1\n",
        b"Score is 0-0 in a 5 point match.\na is X - b is O\n",
        b"\x7e\x00",
    ):
        with suppress(SixprimeError):
            read_match_bytes(head + data)


def test_the_first_impression_may_be_wrong() -> None:
    others = MATCH_FILES.parent / "others"
    file = read_match_bytes((others / "session.gam").read_bytes(), "evening 7.10")  # its rows look like those of .mat
    assert (file.format, len(file.match.results)) == ("gam", 2)
    odd = (MATCH_FILES.parent / "sgf" / "club_evening.sgf").read_bytes()  # GM is spelled GaMe there
    assert read_match_bytes(odd).format == "sgf"
    with pytest.raises(UnreadableFile):
        read_gam(b" " * 300 + b"Anna\n")


@pytest.mark.parametrize("name", ["others/evening.xg", "others/evening.bgf", "sgf/club_evening.sgf"])
@pytest.mark.parametrize("kind", ["sgf", "json"])
def test_no_analysis_is_lost_by_writing(name: str, kind: str) -> None:
    for read in read_match_file(FIXTURES / name).matches:
        again = read_match_bytes(write_match(read, kind).encode(), f"again.{kind}").matches[0]
        assert again.analyses == read.analyses


def test_no_analysis_of_a_sample_is_lost_by_writing() -> None:
    for path in sorted(sample("xg").glob("*.xg")):
        read = read_match_file(path).matches[0]
        for kind in ("sgf", "json"):
            again = read_match_bytes(write_match(read, kind).encode(), f"again.{kind}").matches[0]
            counts = [{number: len(found) for number, found in one.analyses.items()} for one in (read, again)]
            assert counts[0] == counts[1], path.name
