"""Findings in a file: kept, bounded, and computed again rather than believed when the file is damaged."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from match_analysis.matches import random_match
from sixprime.analysis import MatchReview, depth_named, review
from sixprime.analysis.batches import current_engine, review_all
from sixprime.analysis.caches import FindingFile
from sixprime.analysis.reviews import Finding, PlayCandidate, PlaysFinding
from sixprime.core import Match
from sixprime.engine import Chances, MatchEquities
from sixprime.engine.workers import Threads, WorkersProblem
from sixprime.messages import text

CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def finding(number: int = 0) -> Finding:
    return PlaysFinding((PlayCandidate(((8, 5), (6, 5)), CHANCES, number / 100, 2),), 1, 0.0)


class Counting(FindingFile):
    """A file that counts what it keeps."""

    kept = 0

    def put(self, key: str, finding: Finding) -> None:
        self.kept += 1
        super().put(key, finding)


def test_nothing_is_computed_twice(tmp_path: Path) -> None:
    match = random_match(3, 3)
    with Counting(tmp_path / "findings.db") as cache:
        first = review(match, "instant", threads=2, cache=cache)
        computed = cache.kept
        assert computed > 50
        review(match, "instant", threads=2, cache=cache)
        assert cache.kept == computed
    with Counting(tmp_path / "findings.db") as cache:
        again = review(match, "instant", threads=1, cache=cache)
        assert cache.kept == 0
    assert again == first


def test_another_depth_is_another_question(tmp_path: Path) -> None:
    match = random_match(3, 3, games=1)
    with Counting(tmp_path / "findings.db") as cache:
        review(match, "instant", threads=1, cache=cache)
        before = cache.kept
        review(match, "fast", threads=1, cache=cache)
        assert cache.kept >= 2 * before


def opened(play: str) -> Match:
    """The same opening roll, played in one way or another."""
    match = Match(length=5)
    match.open((4, 1))
    match.play(play)
    return match


def test_what_was_found_about_another_play_does_not_change_a_review(tmp_path: Path) -> None:
    """A close play is looked at more deeply than a good or a bad one, whichever came first."""
    plays = ("24/23 13/9", "13/8", "24/20 6/5", "13/9 6/5", "6/2 6/5", "24/20 24/23")
    alone = {play: review(opened(play), "fast", threads=1) for play in plays}
    depths = {made.decisions[0].finding.candidates[0].depth for made in alone.values()}  # type: ignore[union-attr]
    assert depths == {1, 2}
    for number, order in enumerate((plays, plays[::-1], plays + plays)):
        with FindingFile(tmp_path / f"{number}.db") as cache:
            for play in order:
                assert review(opened(play), "fast", threads=1, cache=cache) == alone[play]


def test_what_one_depth_has_found_serves_another(tmp_path: Path) -> None:
    """`fast` looks two plies ahead at close decisions, which is where `deep` begins."""
    match = opened("13/8")
    with Counting(tmp_path / "findings.db") as cache:
        review(match, "fast", threads=1, cache=cache)
        assert cache.kept == 2
        review(match, replace(depth_named("deep"), games=0), threads=1, cache=cache)
        assert cache.kept == 2


def test_another_match_equity_table_is_another_question(tmp_path: Path) -> None:
    match = random_match(3, 3, games=1)
    other = MatchEquities.default().without_crawford()
    with FindingFile(tmp_path / "findings.db") as cache:
        review(match, "instant", threads=1, cache=cache)
        assert review(match, "instant", threads=1, cache=cache, equities=other) == review(
            match, "instant", threads=1, equities=other
        )


def test_the_file_stays_within_its_bound(tmp_path: Path) -> None:
    with FindingFile(tmp_path / "findings.db", most=20_000) as cache:
        for number in range(1000):
            cache.put(str(number), finding(number))
        assert cache.get("999") == finding(999)
        assert cache.get("0") is None
    with sqlite3.connect(tmp_path / "findings.db") as database:
        (size,) = database.execute("SELECT SUM(LENGTH(content)) FROM findings").fetchone()
    database.close()
    assert 10_000 < size < 25_000


def test_what_was_used_last_is_kept(tmp_path: Path) -> None:
    with FindingFile(tmp_path / "findings.db", most=20_000) as cache:
        cache.put("wanted", finding(7))
        for number in range(1000):
            cache.put(str(number), finding(number))
            assert cache.get("wanted") == finding(7)


@pytest.mark.parametrize("content", [b"", b"this is no database" * 500, b"SQLite format 3\x00" + bytes(5000)])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "findings.db"
    path.write_bytes(content)
    with FindingFile(path) as cache:
        assert cache.get("a") is None
        cache.put("a", finding())
        assert cache.get("a") == finding()


def test_a_damaged_entry_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "findings.db"
    with FindingFile(path) as cache:
        cache.put("a", finding())
    with sqlite3.connect(path) as database:
        database.execute("UPDATE findings SET content = ?", (b"nonsense",))
    database.close()
    with FindingFile(path) as cache:
        assert cache.get("a") is None


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    with FindingFile(tmp_path / "file" / "findings.db") as cache:
        cache.put("a", finding())
        assert cache.get("a") is None
    assert "findings.db" in capsys.readouterr().err


# Reviews of whole matches


def test_a_review_is_kept(tmp_path: Path) -> None:
    match, other = random_match(3, 3), random_match(4, 3)
    made = review(match, "instant", threads=1)
    instant, fast = depth_named("instant"), depth_named("fast")
    with FindingFile(tmp_path / "findings.db") as kept:
        assert kept.get_review(match, instant, made.engine) is None
        kept.put_review(match, made)
        assert kept.get_review(match, instant, made.engine) == MatchReview.loads(made.dumps())
        assert kept.get_review(match, fast, made.engine) is None
        assert kept.get_review(match, instant, "another engine") is None
        assert kept.get_review(other, instant, made.engine) is None


def test_a_damaged_review_is_none(tmp_path: Path) -> None:
    match = random_match(3, 3, games=1)
    made = review(match, "instant", threads=1)
    path, instant = tmp_path / "findings.db", depth_named("instant")
    with FindingFile(path) as kept:
        kept.put_review(match, made)
        database = sqlite3.connect(path)
        database.execute("UPDATE findings SET content = substr(content, 1, length(content) - 5)")
        database.commit()
        database.close()
        assert kept.get_review(match, instant, made.engine) is None
        kept.put_review(match, replace(made, total=made.total + 1))
        found = kept.get_review(match, instant, made.engine)
        assert found is not None
        assert not found.is_complete


class Recording(Threads):
    """Threads that note what they are asked to do, and fail at a piece."""

    def __init__(self, fails_at: int) -> None:
        super().__init__(1)
        self.fails_at = fails_at

    def do(self, work: Any, nets: Any, plan: Any, pieces: Iterable[int]) -> Iterator[tuple[int, Any]]:
        for piece, found in super().do(work, nets, plan, pieces):
            if piece == self.fails_at:
                raise WorkersProblem(text("the cluster is lost"))
            yield piece, found


def test_reviews_by_workers_are_kept_one_by_one(tmp_path: Path) -> None:
    matches = [random_match(seed, 1) for seed in (1, 2, 3)]
    instant = depth_named("instant")
    with FindingFile(tmp_path / "findings.db") as kept:
        with pytest.raises(WorkersProblem):
            list(review_all(matches, instant, Recording(2), kept=kept))
        found = [kept.get_review(match, instant, current_engine()) for match in matches]
        assert [one is not None for one in found] == [True, True, False]
        made = dict(review_all(matches[2:], instant, Threads(1), kept=kept))
        assert made[0].fits(matches[2])
        assert kept.get_review(matches[2], instant, current_engine()) is not None
