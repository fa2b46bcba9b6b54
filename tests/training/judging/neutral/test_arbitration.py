"""Rollouts that decide where players differ: made once, kept when interrupted, enlarged for more players."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from sixprime import Position, Roll
from sixprime.engine.net.evaluators import NetEvaluator, default_net
from sixprime.engine.workers import Alone
from sixprime.training.judging.decision_sets import ReferenceDecision
from sixprime.training.judging.decisions import Decision, Plays
from sixprime.training.judging.json_lines import JsonLinesProblem
from sixprime.training.judging.neutral.arbitration import Arbitration, ArbitrationPlan, arbitrated, disputes_of
from sixprime.training.judging.neutral.peer_judges import judged_by
from sixprime.training.judging.reports import Report, judge

PLAN = ArbitrationPlan(games=36, error=0.0, clear=99.0, seed=3)
NEAR_THE_END = Position.of({6: 2, 5: 1, 2: 2}, {6: 1, 3: 2, 24: 1})
LAST_ROLL = Position.of({6: 1, 1: 1}, {3: 2})


def decision(position: Position, roll: tuple[int, int]) -> ReferenceDecision:
    boards = Plays()(position, Roll(*roll))
    values = np.linspace(0.3, 0.0, len(boards))
    return ReferenceDecision(Decision(position, Roll(*roll), "by hand"), boards, values, values, (0, 0, 0), (0, 0, 0))


SET = [decision(NEAR_THE_END, (4, 1)), decision(Position.standard(), (3, 1)), decision(LAST_ROLL, (6, 1))]
"""The last one has a play that ends the game."""


def report_of(*choices: int) -> Report:
    """A player who chooses these plays, one in each decision."""
    left = iter(choices)
    return judge(lambda boards: next(left), SET)  # noqa: ARG005


def settled(reports: Mapping[str, Report], path: Path) -> Arbitration:
    arbitration = Arbitration(default_net(), PLAN, path)
    arbitration.settle(disputes_of(reports), Alone(), lambda done, total: None)  # noqa: ARG005
    return arbitration


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rulings.jsonl"


def test_only_where_players_differ_is_something_to_decide() -> None:
    reports = {"one": report_of(0, 2, 0), "other": report_of(1, 2, 0)}
    (dispute,) = disputes_of(reports)
    assert dispute.position == NEAR_THE_END.points
    assert dispute.boards == tuple(tuple(board.tolist()) for board in SET[0].boards[:2])
    assert disputes_of({"one": reports["one"]}) == []


def test_losses_are_those_of_the_rollouts(path: Path) -> None:
    reports = {"one": report_of(0, 2, 0), "other": report_of(1, 2, 0)}
    rulings = settled(reports, path).rulings()
    judged = arbitrated(reports, rulings)
    worth = [rulings[NEAR_THE_END.points, (4, 1)][tuple(board.tolist())].equity for board in SET[0].boards[:2]]
    assert [judged[name].losses[0] for name in reports] == pytest.approx([max(worth) - one for one in worth])
    assert 0 in judged["one"].losses[:1] or 0 in judged["other"].losses[:1]
    for name, report in reports.items():
        assert judged[name].losses[1:].tolist() == report.losses[1:].tolist()


def test_a_play_that_ends_the_game_is_worth_its_points(path: Path) -> None:
    boards = [tuple(board.tolist()) for board in SET[2].boards]
    over = [max(board) <= 0 for board in boards]
    assert sum(over) == 1
    reports = {"one": report_of(0, 0, over.index(True)), "other": report_of(0, 0, over.index(False))}
    ruling = settled(reports, path).rulings()[LAST_ROLL.points, (6, 1)]
    assert ruling[boards[over.index(True)]].equity == 1.0
    assert arbitrated(reports, {(LAST_ROLL.points, (6, 1)): ruling})["one"].losses[2] == 0


def test_they_are_kept_and_enlarged_for_further_players(path: Path) -> None:
    two = {"one": report_of(0, 0, 0), "other": report_of(1, 0, 0)}
    first = settled(two, path).rulings()
    kept = path.read_bytes()
    settled(two, path)
    assert path.read_bytes() == kept
    three = {**two, "third": report_of(2, 0, 0)}
    more = settled(three, path).rulings()
    key = NEAR_THE_END.points, (4, 1)
    assert len(more[key]) == 3
    # The dice of a decision do not depend on which plays are rolled out.
    for board, worth in first[key].items():
        assert more[key][board].equity == pytest.approx(worth.equity, abs=1e-9)


def test_a_decision_without_a_ruling_keeps_its_loss(path: Path) -> None:
    reports = {"one": report_of(0, 0, 0), "other": report_of(1, 0, 0)}
    rulings = settled(reports, path).rulings()
    three = {**reports, "third": report_of(2, 0, 0)}
    judged = arbitrated(three, rulings)
    assert [judged[name].losses[0] for name in three] == [report.losses[0] for report in three.values()]


def test_files_that_are_damaged_or_of_another_plan_are_refused(path: Path) -> None:
    reports = {"one": report_of(0, 0, 0), "other": report_of(1, 0, 0)}
    settled(reports, path)
    with pytest.raises(JsonLinesProblem):
        Arbitration(default_net(), ArbitrationPlan(games=72), path).rulings()
    path.write_text(path.read_text().replace('"worth":[[', '"worth":[["x",'))
    with pytest.raises(JsonLinesProblem):
        Arbitration(default_net(), PLAN, path).rulings()


def test_another_net_is_a_judge_too() -> None:
    reports = {"one": report_of(0, 0, 0), "other": report_of(1, 2, 1)}
    heard: list[int] = []
    judged = judged_by(NetEvaluator.default(), reports, heard.append)
    assert heard == [1, 2, 3]
    losses = np.array([judged[name].losses for name in reports])
    assert (losses >= 0).all()
    assert (losses > 0).any()
