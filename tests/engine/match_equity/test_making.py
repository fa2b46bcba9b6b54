"""Tables of our own: the order of the scores, what their games come to, and how far off they may be."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.match_equity.files import EquityFileProblem, read_equities, write_equities
from sixprime.engine.match_equity.making import (
    EquityMaking,
    MakingProblem,
    MakingSettings,
    MatchScore,
    ScoreChance,
    scores_to,
)
from sixprime.engine.match_equity.progress import InvalidProgress, load_progress, progress_path, save_progress
from sixprime.engine.match_equity.tables import EquityErrors, EquityTable, InvalidEquities
from sixprime.engine.workers import Threads

SETTINGS = MakingSettings(games=36, seed=5)


@pytest.fixture(scope="module")
def made() -> EquityMaking:
    """All scores up to 3 points."""
    making = EquityMaking(SETTINGS)
    making.run(3)
    return making


def worth(table: MatchEquities, score: MatchScore, points: int) -> float:
    return table.after(points, score.away, score.opponent_away, crawford=score.is_crawford)


def test_scores_come_after_those_their_games_end_in() -> None:
    scores = list(scores_to(6))
    assert len(scores) == len(set(scores)) == 5 + 5 + 4 * 5 // 2
    seen = {MatchScore(1, 1, False), MatchScore(1, 1, True)}
    for score in scores:
        over = score.opponent_away == 1
        for points in range(1, score.away):
            left = score.away - points
            assert MatchScore(max(left, score.opponent_away), min(left, score.opponent_away), over) in seen or left == (
                score.opponent_away
            )
        for points in range(1, score.opponent_away):
            assert MatchScore(score.away, score.opponent_away - points, False) in seen
        seen.add(score)


def test_chances_are_near_those_of_others(made: EquityMaking) -> None:
    others = MatchEquities.default()
    for score in scores_to(3):
        expected = others.chance(score.away, score.opponent_away, crawford_over=score.over)
        assert abs(made.found[score].chance - expected) < 4 * made.error(score)
        assert 0.001 < made.found[score].own_error < 0.03


def test_the_ends_of_the_games_make_the_chance(made: EquityMaking) -> None:
    equities = MatchEquities(made.table(3))
    for score, found in made.found.items():
        assert len(found.ends) == score.away + score.opponent_away + 1
        assert found.ends[score.opponent_away] == 0
        gains = range(-score.opponent_away, score.away + 1)
        mean = sum(part * worth(equities, score, points) for points, part in zip(gains, found.ends, strict=True))
        assert mean == pytest.approx(found.chance, abs=1e-9)


def test_the_crawford_game_is_played_without_a_cube(made: EquityMaking) -> None:
    lost, nothing, single, gammon, backgammon = made.found[MatchScore(3, 1, False)].ends
    assert nothing == 0
    assert lost == pytest.approx(0.5, abs=0.03)
    assert single > gammon > backgammon
    # After it the trailer doubles at once: hardly a game is won for a single point.
    assert made.found[MatchScore(3, 1, True)].ends[2] < 0.02


def test_the_table(made: EquityMaking) -> None:
    table = made.table(3)
    assert [table.before[point][point] for point in range(3)] == [0.5] * 3
    for mine in range(3):
        for theirs in range(3):
            assert table.before[mine][theirs] == pytest.approx(1 - table.before[theirs][mine])
    assert (
        table.after[0]
        == table.after[1]
        == (
            0.5,
            made.found[MatchScore(2, 1, True)].chance,
            made.found[MatchScore(3, 1, True)].chance,
        )
    )
    assert table.errors is not None
    assert table.errors.before[2][1] == table.errors.before[1][2] == made.error(MatchScore(3, 2, False))
    assert table.errors.before[0][0] == table.errors.after[0][0] == 0
    assert dict(table.made)["games"] == SETTINGS.games


def test_whoever_does_the_work(made: EquityMaking) -> None:
    making = EquityMaking(SETTINGS)
    making.run(2, workers=Threads(1))
    assert making.found == {score: made.found[score] for score in scores_to(2)}


def test_what_is_done_is_not_done_again(made: EquityMaking) -> None:
    class Idle:
        def do(self, *_: Any) -> Iterator[Any]:
            raise AssertionError("nothing is left to do")

        def close(self) -> None: ...

    assert made.missing(2) == made.missing(3) == []
    assert len(made.missing(4)) == 4
    assert made.run(3, workers=Idle()) == made.table(3)
    with pytest.raises(MakingProblem, match="not finished"):
        made.table(4)


def test_errors_add_up() -> None:
    """A score has its own error and those of the scores its games end in, by how often they do."""
    making = EquityMaking(SETTINGS)
    last, crawford = MatchScore(2, 1, True), MatchScore(2, 1, False)
    making.found[last] = ScoreChance(0.48, 0.01, (0.5, 0.0, 0.04, 0.46))
    making.found[crawford] = ScoreChance(0.32, 0.02, (0.5, 0.0, 0.36, 0.14))
    assert making.error(last) == 0.01  # a match won, lost, or 1 away each
    assert making.error(crawford) == 0.02
    further = MatchScore(3, 1, False)
    making.found[MatchScore(3, 1, True)] = ScoreChance(0.32, 0.005, (0.5, 0.0, 0.1, 0.3, 0.1))
    making.found[further] = ScoreChance(0.25, 0.004, (0.5, 0.0, 0.4, 0.08, 0.02))
    assert making.error(MatchScore(3, 1, True)) == pytest.approx(math.hypot(0.005, 0.1 * 0.01))
    assert making.error(further) == pytest.approx(math.hypot(0.004, 0.4 * 0.01))
    # Lost by 1: the Crawford game 3 away; won by 2: that of the opponent, 2 away; won by 1: 2 away each.
    making.found[MatchScore(3, 2, False)] = ScoreChance(0.4, 0.003, (0.2, 0.3, 0.0, 0.2, 0.25, 0.05))
    expected = math.hypot(0.003, 0.3 * 0.004, 0.3 * 0.4 * 0.01, 0.25 * 0.02)
    assert making.error(MatchScore(3, 2, False)) == pytest.approx(expected)


@pytest.mark.parametrize("wrong", [{"games": 35}, {"games": 72.0}, {"games": True}, {"seed": -1}, {"seed": 2**63}])
def test_impossible_settings(wrong: dict[str, Any]) -> None:
    with pytest.raises(MakingProblem, match="whole number"):
        MakingSettings(**wrong)


@pytest.mark.parametrize("length", [1, 201, 3.0, True])
def test_impossible_lengths(length: Any) -> None:
    with pytest.raises(MakingProblem, match="2 to 200"):
        EquityMaking(SETTINGS).missing(length)


# Files


def test_a_table_keeps_its_errors(made: EquityMaking, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    write_equities(made.table(3), path)
    assert read_equities(path) == made.table(3)
    assert MatchEquities.load(path).chance(3, 2) == made.found[MatchScore(3, 2, False)].chance


def test_unequal_players_have_errors_of_their_own(tmp_path: Path) -> None:
    errors = EquityErrors(((0.0,),), ((0.01,), (0.02,)))
    table = EquityTable("", "", ((0.5,),), ((0.5,), (0.5,)), errors=errors, made=(("by", "hand"), ("in", 1.5)))
    write_equities(table, tmp_path / "table")
    assert read_equities(tmp_path / "table") == table


GOOD = {"format": "sixprime-match-equities", "version": 1, "name": "", "before": [[0.5]], "after": [[0.5]]}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"before_errors": [[0.1]]}, "rows of numbers"),
        ({"after_errors": [[0.1]]}, "rows of numbers"),
        ({"before_errors": [[0.1, 0.1]], "after_errors": [[0.1]]}, "an error for each"),
        ({"before_errors": [[0.1]], "after_errors": [[]]}, "an error for each"),
        ({"before_errors": [[-0.1]], "after_errors": [[0.1]]}, "from 0 to 1"),
        ({"before_errors": [[0.1]], "after_errors": [[float("inf")]]}, "from 0 to 1"),
        ({"made": 7}, "texts and numbers"),
        ({"made": {"a": [1]}}, "texts and numbers"),
        ({"made": {"a": True}}, "texts and numbers"),
        ({"made": {"a": float("nan")}}, "texts and numbers"),
        ({"made": {"a": 10**400}}, "texts and numbers"),
    ],
)
def test_errors_that_are_refused(changes: dict[str, object], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text(json.dumps(GOOD | changes))
    with pytest.raises(InvalidEquities, match=reason):
        read_equities(path)


def test_a_file_that_cannot_be_written(made: EquityMaking, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EquityFileProblem, match="cannot write"):
        write_equities(made.table(3), tmp_path / "file" / "table")


def test_progress_is_kept(made: EquityMaking, tmp_path: Path) -> None:
    path = progress_path(tmp_path / "own.json")
    assert load_progress(path, SETTINGS).found == {}
    save_progress(made, path)
    assert load_progress(path, SETTINGS).found == made.found


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "other"}, "does not hold"),
        ({"version": 2}, "does not hold"),
        ({"games": 100}, "other settings"),
        ({"seed": 100}, "other settings"),
        ({"net": "other"}, "other settings"),
        ({"scores": None}, "damaged"),
        ({"scores": [1]}, "damaged"),
        ({"scores": [{}]}, "damaged"),
        ({"away": 1}, "damaged"),
        ({"away": 2.0}, "damaged"),
        ({"over": 1}, "damaged"),
        ({"chance": 2.0}, "damaged"),
        ({"chance": "0.5"}, "damaged"),
        ({"own_error": float("nan")}, "damaged"),
        ({"ends": [1.0]}, "damaged"),
        ({"ends": [0.5, 0.0, 0.5, 0.5]}, "damaged"),
    ],
)
def test_progress_that_is_refused(changes: dict[str, object], reason: str, made: EquityMaking, tmp_path: Path) -> None:
    path = tmp_path / "progress"
    save_progress(made, path)
    content = json.loads(path.read_text())
    for name, value in changes.items():
        (content if name in content else content["scores"][0])[name] = value
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidProgress, match=reason):
        load_progress(path, SETTINGS)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_other_files_are_no_progress(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "progress"
    path.write_bytes(content)
    with pytest.raises(InvalidProgress, match="does not hold"):
        load_progress(path, SETTINGS)
    with pytest.raises(InvalidProgress, match="cannot read"):
        load_progress(tmp_path, SETTINGS)
