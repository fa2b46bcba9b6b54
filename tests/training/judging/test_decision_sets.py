"""Sets of decisions in files: made by GNU Backgammon, interrupted and continued, damaged."""

import fcntl
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from conftest import not_here
from sixprime import Position
from sixprime.compiled.arrays import Boards
from sixprime.training.judging import gnubg_reference
from sixprime.training.judging.decision_sets import DecisionSetProblem, Heading, default_path, extend, heading, load
from sixprime.training.judging.decisions import by_boards
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgPlayer
from sixprime.training.judging.reports import compare, judge, judge_gnubg

# Not as deep and wide as the real thing, so that thirty decisions take seconds.
QUICK = Heading(seed=11, plies=1, candidates=6, margin=0.1)
COUNT = 30


@pytest.fixture(scope="module")
def here() -> None:
    if not gnubg_reference.program():
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")


@pytest.fixture(scope="module")
def gnubg(here: None) -> Iterator[Gnubg]:
    with Gnubg() as running:
        yield running


@pytest.fixture(scope="module")
def made(here: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set that was made at once."""
    path = tmp_path_factory.mktemp("sets") / "new folder" / "decisions.jsonl"
    assert list(extend(path, COUNT, QUICK)) == list(range(COUNT + 1))
    return path


def without_times(path: Path) -> list[dict[str, object]]:
    entries: list[dict[str, object]] = [json.loads(line) for line in path.read_text().splitlines()]
    for entry in entries:
        entry.pop("seconds", None)
    return entries


class TestContents:
    def test_plays_and_values(self, made: Path, gnubg: Gnubg) -> None:
        references = load(made)
        assert len(references) == COUNT
        searched = 0
        for reference in references:
            decision = reference.decision
            plays = {play.result.points for play in decision.position.legal_plays(decision.roll)}
            assert {tuple(board) for board in reference.boards.tolist()} == plays
            assert len(plays) == len(reference.boards) >= 2
            assert reference.shallow == pytest.approx(gnubg.equities(reference.boards), abs=1e-6)
            known = ~reference.beyond
            assert reference.deep[known] == pytest.approx(gnubg.equities(reference.boards[known], 1), abs=1e-6)
            searched += int(known.sum())
        assert searched > 2.5 * COUNT

    def test_the_plays_that_may_be_best_are_searched(self, made: Path) -> None:
        for reference in load(made):
            order = np.argsort(-reference.shallow, kind="stable")
            near = [play for play in order[:6] if reference.shallow[play] >= reference.shallow.max() - 0.1]
            assert not reference.beyond[near].any()
            assert not reference.beyond[order[:2]].any()
            assert not reference.beyond[list(reference.choices)].any()
            others = set(range(len(order))) - {*near, *order[:2], *reference.choices}
            assert reference.beyond[list(others)].all()

    def test_gnubg_by_itself_and_as_a_player(self, made: Path, gnubg: Gnubg) -> None:
        references = load(made)
        recorded = judge_gnubg(0, references)
        assert compare(judge(GnubgPlayer(gnubg), references), recorded).overall.loss == pytest.approx(0, abs=1e-5)
        # By a reference of one ply the player who looks one ply ahead is all but faultless, the net alone is not.
        assert judge_gnubg(1, references).overall.loss < 0.001
        assert 0.001 < recorded.overall.loss < 0.03
        assert 0 < recorded.seconds < judge_gnubg(2, references).seconds

    def test_how_it_was_made(self, made: Path, gnubg: Gnubg) -> None:
        written = heading(made)
        assert (written.seed, written.plies, written.candidates, written.margin) == (11, 1, 6, 0.1)
        assert written.movers == ("gnubg 0-ply",)
        assert written.gnubg == gnubg.version()

    def test_no_decision_comes_twice(self, made: Path) -> None:
        assert len({reference.decision.key for reference in load(made)}) == COUNT

    def test_the_default_place_is_a_cache(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
        assert default_path(7) == Path("/caches/sixprime/decisions-7.jsonl")


class TestContinuing:
    @pytest.mark.parametrize("cut", [1, 40, 2000])
    def test_an_interrupted_file_becomes_the_same(self, made: Path, tmp_path: Path, cut: int) -> None:
        path = tmp_path / "decisions.jsonl"
        whole = made.read_text()
        lines = whole.splitlines(keepends=True)
        path.write_text("".join(lines[:21]) + lines[21][:cut])
        assert len(load(path)) == 20
        assert list(extend(path, COUNT, QUICK)) == list(range(20, COUNT + 1))
        assert without_times(path) == without_times(made)
        assert load(path)[5].seconds == load(made)[5].seconds

    def test_stopping_in_between(self, made: Path, tmp_path: Path) -> None:
        path = tmp_path / "decisions.jsonl"
        progress = extend(path, COUNT, QUICK)
        assert [next(progress) for _ in range(4)] == [0, 1, 2, 3]
        progress.close()  # type: ignore[attr-defined]  # it is a generator
        assert without_times(path) == without_times(made)[:4]
        assert list(extend(path, 5, QUICK)) == [3, 4, 5]
        assert without_times(path) == without_times(made)[:6]

    def test_enough_is_left_alone(self, made: Path) -> None:
        before = made.read_bytes()
        assert list(extend(made, 10, QUICK)) == [COUNT]
        assert made.read_bytes() == before
        assert len(load(made, 10)) == 10

    def test_one_made_otherwise_is_refused(self, made: Path) -> None:
        before = made.read_bytes()
        with pytest.raises(DecisionSetProblem, match="was made in another way: make it afresh"):
            list(extend(made, COUNT + 1, Heading(seed=12)))

        def last(boards: Boards) -> int:
            return len(boards) - 1

        with pytest.raises(DecisionSetProblem, match="was made in another way"):
            list(extend(made, COUNT + 1, QUICK, more_movers={"last": by_boards(last)}))
        assert made.read_bytes() == before

    def test_afresh(self, made: Path, tmp_path: Path) -> None:
        path = tmp_path / "decisions.jsonl"
        path.write_bytes(made.read_bytes())
        other = Heading(seed=12, plies=1, candidates=2)
        assert list(extend(path, 2, other, fresh=True)) == [0, 1, 2]
        assert heading(path).seed == 12
        assert len(load(path)) == 2

    def test_only_one_at_a_time(self, made: Path) -> None:
        with made.open() as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            with pytest.raises(DecisionSetProblem, match="is being written by another run"):
                list(extend(made, COUNT + 1, QUICK))


class TestDamage:
    @pytest.mark.parametrize(
        "content", [b"", b"hello", b"hello\n", b'{"format": "other"}\n', b"[]\n", b"\xff\xfe\n", b"1"]
    )
    def test_what_is_no_set(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "letter"
        path.write_bytes(content)
        with pytest.raises(DecisionSetProblem, match="letter is not a set of decisions"):
            load(path)

    @pytest.mark.usefixtures("here")
    @pytest.mark.parametrize("content", [b"hello", b"hello\n", b"\xff\xfe"])
    @pytest.mark.parametrize("fresh", [False, True])
    def test_other_files_are_never_written(self, tmp_path: Path, content: bytes, fresh: bool) -> None:
        path = tmp_path / "letter"
        path.write_bytes(content)
        with pytest.raises(DecisionSetProblem, match="letter is not a set of decisions"):
            list(extend(path, 2, QUICK, fresh=fresh))
        assert path.read_bytes() == content

    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(DecisionSetProblem, match=r"cannot read .*nothing: there is no such file"):
            load(tmp_path / "nothing")

    @pytest.mark.usefixtures("here")
    def test_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        with pytest.raises(DecisionSetProblem, match="cannot write"):
            list(extend(tmp_path, 1, QUICK))

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("position", [0] * 26),
            ("roll", [0, 7]),
            ("boards", [[0] * 25]),
            ("shallow", [0.5]),
            ("deep", "deep"),
            ("choices", [0, 1, 999]),
            ("seconds", None),
        ],
    )
    def test_a_damaged_line_is_named(self, made: Path, tmp_path: Path, field: str, value: object) -> None:
        lines = made.read_text().splitlines()
        lines[3] = json.dumps({**json.loads(lines[3]), field: value})
        path = tmp_path / "decisions.jsonl"
        path.write_text("\n".join(lines) + "\n")
        assert len(load(path, 2)) == 2
        with pytest.raises(DecisionSetProblem, match=r"line 4 of .*decisions.jsonl is damaged"):
            load(path)

    def test_positions_are_read_back(self, made: Path) -> None:
        entry = json.loads(made.read_text().splitlines()[1])
        assert load(made)[0].decision.position == Position(tuple(entry["position"]))
