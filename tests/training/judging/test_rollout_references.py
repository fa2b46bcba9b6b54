"""Positions of every kind and their rollouts: the same for a seed, made once, kept when interrupted."""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from sixprime import Position
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.rollouts import Candidate, Rollout
from sixprime.engine.workers import Plan, Result, Threads, Work
from sixprime.training.judging.json_lines import JsonLinesProblem
from sixprime.training.judging.kind_positions import SOURCES, START, games_of_kinds
from sixprime.training.judging.position_kinds import PositionKind, kind_of
from sixprime.training.judging.rollout_references import (
    ReferencePlan,
    ReferenceProblem,
    ReferenceStore,
    RolloutReference,
    reference_by,
    rollout_settings,
)
from sixprime.training.selfplay.setups import SETUPS

PLAN = ReferencePlan(positions=2, games=36, seed=5)


class CountingWorkers:
    """Do the work here, count it, and break off before a piece if told so."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.done = 0

    def do(
        self, work: Work[Plan, Result], nets: tuple[Net, ...], plan: Plan, pieces: Iterable[int]
    ) -> Iterator[tuple[int, Result]]:
        for piece in pieces:
            if self.done == self.most:
                raise KeyboardInterrupt
            self.done += 1
            yield piece, work(nets, plan, piece)

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the plan's reference has been made."""
    path = tmp_path_factory.mktemp("reference")
    reference_by(default_net(), PLAN, path, workers=Threads(2))
    return path


@pytest.fixture
def reference(folder: Path) -> RolloutReference:
    return ReferenceStore(default_net(), PLAN, folder).load()


def as_lists(reference: RolloutReference) -> tuple[object, ...]:
    return reference.boards.tolist(), reference.kinds, reference.equities.tolist(), reference.errors.tolist()


class TestGames:
    def test_set_ups_are_known(self) -> None:
        assert set(SOURCES) <= {START, *SETUPS}
        assert {"late backgame", START} <= set(SOURCES)

    def test_a_game_depends_on_seed_and_number_alone(self) -> None:
        evaluator = NetEvaluator.default()
        games = list(islice(games_of_kinds(evaluator, 3), 6))
        assert list(islice(games_of_kinds(evaluator, 3, 4), 2)) == games[4:]
        assert list(islice(games_of_kinds(evaluator, 4), 2)) != games[:2]

    def test_positions_are_of_the_kind_they_are_found_for(self) -> None:
        for game in islice(games_of_kinds(NetEvaluator.default(), 3), 12):
            assert game
            for kind, position in game.items():
                assert kind_of(position) is kind

    def test_the_evaluator_makes_the_plays(self) -> None:
        """One that likes no play better than the others plays other games."""

        class Indifferent:
            def after_plays(self, boards: np.ndarray, checkers: int) -> np.ndarray:
                assert checkers == 15
                return np.zeros((len(boards), 5), dtype=np.float32)

        ours = list(islice(games_of_kinds(NetEvaluator.default(), 3), 2))
        assert list(islice(games_of_kinds(Indifferent(), 3), 2)) != ours


class TestReferences:
    def test_every_kind_has_its_positions(self, reference: RolloutReference) -> None:
        assert Counter(reference.kinds) == Counter(dict.fromkeys(PositionKind, PLAN.positions))
        assert len({board.tobytes() for board in reference.boards}) == len(reference) == 2 * len(PositionKind)
        for kind, board in zip(reference.kinds, reference.boards.tolist(), strict=True):
            assert kind_of(Position(tuple(board))) is kind
        late = reference.of_kind(PositionKind.LATE_BACKGAME)
        assert [reference.kinds[row] for row in np.flatnonzero(late)] == [PositionKind.LATE_BACKGAME] * 2

    def test_equities_are_cubeless_rollouts_for_who_has_just_moved(self, reference: RolloutReference) -> None:
        row = reference.kinds.index(PositionKind.BLITZ)
        points = tuple(reference.boards[row].tolist())
        money = CubeView.money()
        settings = rollout_settings(PLAN, points)
        assert not settings.cubeful
        assert settings.variance_reduction
        assert (settings.truncate, settings.plies, settings.games) == (0, 0, 36)
        rollout = Rollout([Candidate("", Position(points), False, money, money)], settings)
        estimate = rollout.run(threads=1).candidates[0].cubeless
        assert (reference.equities[row], reference.errors[row]) == (estimate.value, estimate.error)

    def test_dice_differ_from_position_to_position(self, reference: RolloutReference) -> None:
        boards = [tuple(board) for board in reference.boards.tolist()]
        seeds = {rollout_settings(PLAN, points).seed for points in boards}
        assert len(seeds) == len(boards)
        assert rollout_settings(ReferencePlan(seed=6), boards[0]).seed not in seeds

    def test_the_numbers_do_not_depend_on_who_does_the_work(self, reference: RolloutReference, tmp_path: Path) -> None:
        again = reference_by(default_net(), PLAN, tmp_path, workers=CountingWorkers())
        assert as_lists(again) == as_lists(reference)

    def test_nothing_is_done_twice(self, reference: RolloutReference, folder: Path) -> None:
        workers = CountingWorkers()
        again = reference_by(default_net(), PLAN, folder, workers=workers)
        assert workers.done == 0
        assert as_lists(again) == as_lists(reference)

    def test_an_interruption_loses_nothing_that_is_finished(self, reference: RolloutReference, tmp_path: Path) -> None:
        with pytest.raises(KeyboardInterrupt):
            reference_by(default_net(), PLAN, tmp_path, workers=CountingWorkers(9))
        assert len(ReferenceStore(default_net(), PLAN, tmp_path).load()) == 9
        workers = CountingWorkers()
        assert as_lists(reference_by(default_net(), PLAN, tmp_path, workers=workers)) == as_lists(reference)
        assert workers.done == len(reference) - 9

    def test_more_positions_are_added_to_those_that_are_there(
        self, reference: RolloutReference, folder: Path, tmp_path: Path
    ) -> None:
        grown = tmp_path / "grown"
        shutil.copytree(folder, grown)
        workers = CountingWorkers()
        heard: list[tuple[int, int]] = []
        longer = reference_by(
            default_net(),
            ReferencePlan(3, PLAN.games, PLAN.seed),
            grown,
            workers=workers,
            report=lambda done, total: heard.append((done, total)),
        )
        assert len(longer) == 3 * len(PositionKind)
        assert workers.done == len(PositionKind)
        assert heard == [(done, len(longer)) for done in range(len(reference), len(longer) + 1)]
        first_two = [row for row in range(len(longer)) if row % 3 != 2]
        assert longer.boards[first_two].tolist() == reference.boards.tolist()
        assert longer.equities[first_two].tolist() == reference.equities.tolist()

    def test_other_settings_do_not_mix(self, folder: Path, tmp_path: Path) -> None:
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
        assert len(ReferenceStore(default_net(), ReferencePlan(2, 37, 5), tmp_path).load()) == 0
        for net, seed in ((Net.untrained(1), 5), (default_net(), 6)):
            with pytest.raises(JsonLinesProblem, match="another way"):
                ReferenceStore(net, ReferencePlan(2, 36, seed), tmp_path).load()

    def test_folders_are_told_apart_by_net_and_seed(self) -> None:
        nets = (default_net(), Net.untrained(1))
        folders = {ReferenceStore(net, ReferencePlan(seed=seed)).folder for net in nets for seed in (1, 2)}
        assert len(folders) == 4
        assert ReferenceStore(default_net(), ReferencePlan(9, 72)).folder in folders

    def test_rare_kinds_do_not_keep_it_going(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.training.judging.rollout_references.GAMES_FOR_A_POSITION", 3)
        store = ReferenceStore(default_net(), PLAN, tmp_path)
        heard: list[tuple[int, int]] = []
        for _ in range(2):
            store.collect(lambda done, total: heard.append((done, total)))
        assert len(heard) == 1 + 6 + 1
        assert heard[-1] == heard[-2]
        assert 0 < heard[-1][0] < heard[-1][1] == 2 * len(PositionKind)

    def test_nothing_to_judge_by(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.training.judging.rollout_references.GAMES_FOR_A_POSITION", 0)
        with pytest.raises(ReferenceProblem, match="no positions"):
            reference_by(default_net(), PLAN, tmp_path, workers=CountingWorkers())

    @pytest.mark.parametrize(
        ("name", "line"),
        [
            ("positions", '{"found": {"no such kind": [0]}}'),
            ("positions", '{"found": {"race": [1, 2, 3]}}'),
            ("positions", '{"found": 3}'),
            ("positions", "{}"),
            ("rollouts", '{"position": [1], "equity": 0, "error": 0}'),
            ("rollouts", '{"equity": 0, "error": 0}'),
            ("rollouts", '{"position": 3, "equity": "x", "error": 0}'),
            ("rollouts", '{"position": 3, "equity": NaN, "error": 0}'),
            ("rollouts", '{"position": 3, "equity": 0, "error": -1}'),
        ],
    )
    def test_damaged_files_are_refused(self, folder: Path, tmp_path: Path, name: str, line: str) -> None:
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
        (path,) = tmp_path.glob(f"{name}*.jsonl")
        lines = path.read_text().split("\n")
        lines[4] = line
        path.write_text("\n".join(lines))
        with pytest.raises(JsonLinesProblem, match="line 5 of"):
            ReferenceStore(default_net(), PLAN, tmp_path).load()
