"""Labels: what they say and pass back, that the number of threads does not matter, and that a stopped job goes on."""

from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from sixprime import ALL_ROLLS, Position, Roll, find_defects
from sixprime.core.kernels import MAX_PLAYS, random_below
from sixprime.core.movegen import to_board
from sixprime.engine.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net_kernels import evaluate_boards, make_consistent
from sixprime.engine.nets import Net
from sixprime.engine.search import Searcher
from sixprime.engine.workers import Threads
from sixprime.training import labelling
from sixprime.training.label_kernels import label_boards, label_positions
from sixprime.training.labelling import Boards, Floats, LabellingPlan, brain_of, label, load
from sixprime.training.selfplay import layer_of, with_layer

PLAN = LabellingPlan(positions=90, seed=3)
EVERY_ANSWER = LabellingPlan(keep=MAX_PLAYS, near=9.0)


@cache
def net() -> Net:
    return Net.untrained(1)


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "CHUNK", 30)


def labelled(folder: Path, threads: int = 1, plan: LabellingPlan = PLAN) -> tuple[Boards, Floats]:
    for _ in label(net(), plan, folder, Threads(threads)):
        pass
    return load([folder])


@dataclass(frozen=True)
class Way:
    """How games go on and what is passed back."""

    trying: float = 0.3
    wandering: float = 0.2
    margin: float = 0.12
    fading: float = 0.8
    race_fading: float = 1.0
    most_turns: int | None = None


CALM = Way(trying=0.0, wandering=0.0)


def from_start(start: Position, count: int, seed: int, way: Way) -> tuple[Boards, Floats]:
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.zeros((count, 5), dtype=np.float32)
    starts = np.array([start.points], dtype=np.int8)
    longest = way.most_turns or 0
    label_positions(
        starts, way.most_turns is None, longest, 15, seed, way.trying, way.wandering, way.margin, way.fading,
        way.race_fading, brain_of(net(), EVERY_ANSWER), boards, labels,
    )  # fmt: skip
    return boards, labels


def means(boards: Boards, plan: LabellingPlan = EVERY_ANSWER, of: Net | None = None) -> Floats:
    """What positions are worth after all rolls, with nothing passed back."""
    labels = np.zeros((len(boards), 5), dtype=np.float32)
    label_boards(boards, 15, brain_of(of or net(), plan), labels)
    return labels


def slow_mean(evaluator: NetEvaluator, position: Position) -> list[float]:
    """The chances of the player who has just moved, after every roll and the opponent's best answer."""
    total = np.zeros(5)
    for roll in ALL_ROLLS:
        ranked = evaluator.rank(position.flipped(), roll)
        if ranked:
            answer = ranked[0].chances
        else:
            answer = evaluator.chances(position).for_opponent()
        total += np.array(astuple(answer.for_opponent())) * (1 if roll.is_double else 2) / 36
    return total.tolist()


STARTS = [
    Position.standard(),
    Position.of({6: 3, 5: 3, 4: 3, 3: 3, 2: 2, 1: 1}, {25: 2, 6: 4, 5: 4, 4: 4}),
    Position.of({9: 2, 6: 4, 2: 3}, {8: 3, 6: 3, 1: 2}),
    Position.of({6: 3, 2: 2}, {4: 2, 1: 2}),
]


@pytest.mark.parametrize("start", STARTS)
def test_a_label_is_the_mean_over_all_rolls_where_nothing_is_passed_back(start: Position) -> None:
    evaluator = NetEvaluator(net())
    boards, labels = from_start(start, 25, 4, Way(fading=0.0, race_fading=0.0))
    for board, found in zip(boards, labels, strict=True):
        position = Position(tuple(board.tolist()))
        assert found == pytest.approx(slow_mean(evaluator, position), abs=1e-5), position
    assert np.abs(means(boards) - labels).max() < 1e-6


def test_a_finished_game_is_worth_what_was_won() -> None:
    won = [Position.of({}, {6: 14}), Position.of({}, {6: 15}), Position.of({}, {20: 1, 6: 14})]
    labels = means(np.array([position.points for position in won], dtype=np.int8))
    assert labels.tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]


def test_answers_are_chosen_as_a_search_does() -> None:
    """By the quick net first, so many and so near; the full net decides. A search one ply deep does the same."""
    boards, _ = from_start(Position.standard(), 30, 7, CALM)
    seen = []
    for keep, near in ((6, 0.2), (2, 0.02), (1, 0.0)):
        expected = Searcher(1, net=net(), threads=1, keep=keep, margin=near).after_plays(boards, 15)
        seen.append(means(boards, LabellingPlan(keep=keep, near=near)))
        assert np.abs(seen[-1] - expected).max() < 1e-6
    assert all(np.abs(labels - means(boards)).max() > 1e-3 for labels in seen[1:])


def test_the_first_layer_alone_chooses_where_it_is_all_the_net_knows() -> None:
    """After self-play the quick net knows nothing; the layer says what the whole net says."""
    plain = with_layer(net(), layer_of(Net.untrained(8)))
    boards, _ = from_start(Position.standard(), 30, 7, CALM)
    by_layer = means(boards, LabellingPlan(plain=True), plain)
    assert np.abs(by_layer - means(boards, EVERY_ANSWER, plain)).max() < 1e-5
    assert np.abs(by_layer - means(boards, LabellingPlan(), plain)).max() > 1e-3


# Passing back


@dataclass
class Turn:
    """A position after a play: its label's place, what the net said, and whether it was the play thought best."""

    row: int
    said: npt.NDArray[np.float64]
    follows: bool


def near(worth: list[float], floor: float, state: npt.NDArray[np.uint64]) -> int:
    """Any play that is worth as much."""
    good = [play for play, value in enumerate(worth) if value >= floor]
    return good[random_below(state, len(good))]


def a_look(position: Position) -> npt.NDArray[np.float64]:
    chances = np.empty((1, 5), dtype=np.float32)
    evaluate_boards(to_board(position).reshape(1, 26), 15, net().arrays(), shared_tables().arrays(), chances)
    return np.array(chances[0], dtype=np.float64)


def slow_game(
    start: Position, room_left: int, way: Way, state: npt.NDArray[np.uint64]
) -> tuple[list[Position], list[npt.NDArray[np.float64]]]:
    """A game with its labels, as anybody would write it down."""
    rows: list[Position] = []
    game: list[Turn] = []
    evaluator, position = NetEvaluator(net()), start
    while len(rows) < room_left and len(game) != way.most_turns:
        roll = Roll(1 + random_below(state, 6), 1 + random_below(state, 6))
        plays = list(position.legal_plays(roll))
        chances = {entry.play: entry.chances for entry in evaluator.rank(position, roll)}
        worth = [chances[play].equity for play in plays]
        tried, follows = None, True
        if plays:
            best = worth.index(max(worth))
            choice = best
            if random_below(state, 1_000_000) < way.trying * 1_000_000:
                other = near(worth, worth[best] - way.margin, state)
                tried = plays[other].result if other != best else None
            if random_below(state, 1_000_000) < way.wandering * 1_000_000:
                choice = near(worth, worth[best] - way.margin, state)
            follows = choice == best
            position = plays[choice].result
        if position.is_over:
            break
        # Of what the tables know exactly one in eight is kept; with what is not kept the game ends.
        if is_bear_off(position) and random_below(state, 8) > 0:
            break
        said = np.array(astuple(chances[plays[choice]])) if plays else a_look(position)
        game.append(Turn(len(rows), said, follows))
        rows.append(position)
        if tried is not None and len(rows) < room_left and not tried.is_over:
            rows.append(tried)
        position = position.flipped()
    labels = list(means(np.array([row.points for row in rows], dtype=np.int8).reshape(-1, 26)).astype(np.float64))
    for turn, following in reversed(list(pairwise(game))):
        if following.follows:
            win, gammon, backgammon, lost, lost_backgammon = labels[following.row] - following.said
            seen_from_here = np.array([-win, lost, lost_backgammon, gammon, backgammon])
            fading = way.fading if rows[following.row].has_contact else way.race_fading
            passed = np.clip(labels[turn.row] + fading * seen_from_here, 0, 1).astype(np.float32)
            make_consistent(to_board(rows[turn.row]), 15, passed)
            labels[turn.row] = passed.astype(np.float64)
    return rows, labels


def is_bear_off(position: Position) -> bool:
    home, outside, enemy_home = position.points[:7], position.points[7:19], position.points[19:]
    return min(home) >= 0 and not any(outside) and max(enemy_home) <= 0


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    "way",
    [
        CALM,
        Way(),
        Way(trying=1.0, wandering=0.0, fading=1.0),
        Way(wandering=1.0, margin=3.0),
        Way(0.5, 0.5, 0.3, 0.5),
        Way(most_turns=6),
    ],
)
def test_what_a_game_shows_is_passed_back(start: Position, way: Way) -> None:
    """The same games by a slow version: the same positions, and labels with all that was seen later."""
    count, seed = 70, 11
    boards, labels = from_start(start, count, seed, way)
    state = np.array([seed], dtype=np.uint64)
    rows: list[Position] = []
    expected: list[npt.NDArray[np.float64]] = []
    while len(rows) < count:
        assert random_below(state, 1) == 0  # the only start there is
        more, their_labels = slow_game(start, count - len(rows), way, state)
        rows += more
        expected += their_labels
    assert boards.tolist() == [list(row.points) for row in rows]
    assert np.abs(labels - np.array(expected)).max() < 2e-5
    if start is not STARTS[-1]:
        assert np.abs(labels - means(boards)).max() > 1e-3


def test_games_from_the_first_starts_are_played_to_the_end_and_others_for_a_few_turns() -> None:
    count, seed, most = 150, 5, 4
    starts = np.array([start.points for start in STARTS], dtype=np.int8)
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.zeros((count, 5), dtype=np.float32)
    label_positions(
        starts, 2, most, 15, seed, 0.3, 0.2, 0.12, 0.8, 1.0, brain_of(net(), EVERY_ANSWER), boards, labels
    )  # fmt: skip
    state = np.array([seed], dtype=np.uint64)
    rows: list[Position] = []
    expected: list[npt.NDArray[np.float64]] = []
    lengths: dict[int, int] = {}
    while len(rows) < count:
        number = random_below(state, len(STARTS))
        way = Way() if number < 2 else Way(most_turns=most)
        more, their_labels = slow_game(STARTS[number], count - len(rows), way, state)
        rows += more
        expected += their_labels
        lengths[number] = max(lengths.get(number, 0), len(more))
    assert boards.tolist() == [list(row.points) for row in rows]
    assert np.abs(labels - np.array(expected)).max() < 2e-5
    assert lengths[2] <= 2 * most < max(lengths[0], lengths[1])


def test_nothing_is_passed_back_through_a_play_not_thought_best() -> None:
    boards, labels = from_start(Position.standard(), 60, 2, Way(trying=0.0, wandering=1.0, margin=6.0, fading=1.0))
    changed = np.abs(labels - means(boards)).max(axis=1) > 1e-6
    # Any play is made, each equally likely: few are the best by chance.
    assert changed.sum() < 20
    boards, labels = from_start(Position.standard(), 60, 2, Way(0.0, 0.0, 0.0, 1.0))
    changed = np.abs(labels - means(boards)).max(axis=1) > 1e-6
    assert changed.sum() > 50


def test_more_is_passed_back_if_it_fades_less() -> None:
    shares = []
    for fading in (0.0, 0.3, 0.9):
        boards, labels = from_start(Position.standard(), 80, 6, replace(CALM, fading=fading, race_fading=fading))
        shares.append(float(np.abs(labels - means(boards)).mean()))
    assert shares[0] < 1e-7
    assert 1.5 * shares[1] < shares[2]


def test_tried_plays_are_labelled_beside_the_best() -> None:
    evaluator = NetEvaluator(net())
    seen = set()
    for seed in range(40):
        boards, _ = from_start(Position.standard(), 2, seed, Way(trying=1.0, wandering=0.0, margin=0.05))
        first, second = (Position(tuple(board.tolist())) for board in boards)
        for roll in ALL_ROLLS:
            ranked = evaluator.rank(Position.standard(), roll)
            worth = {entry.play.result: entry.chances.equity for entry in ranked}
            if first == ranked[0].play.result and second in worth:
                assert worth[second] >= worth[first] - 0.05 - 1e-6
                seen.add(second)
    assert len(seen) > 5


def test_labels_obey_the_rules() -> None:
    boards, labels = from_start(Position.standard(), 150, 8, Way(fading=1.0))
    win, gammon, backgammon, lost, lost_backgammon = labels.T
    assert ((backgammon >= 0) & (backgammon <= gammon) & (gammon <= win) & (win <= 1)).all()
    assert ((lost_backgammon >= 0) & (lost_backgammon <= lost) & (lost <= 1 - win)).all()
    for board in boards.tolist():
        assert find_defects(board) == []
        assert any(count > 0 for count in board)


def test_games_wander_only_if_they_may() -> None:
    calm, again = (from_start(Position.standard(), 60, 5, CALM) for _ in range(2))
    assert calm[0].tobytes() == again[0].tobytes()
    assert calm[1].tobytes() == again[1].tobytes()
    evaluator = NetEvaluator(net())
    first = Position(tuple(calm[0][0].tolist()))
    best = {evaluator.rank(Position.standard(), roll)[0].play.result for roll in ALL_ROLLS}
    assert first in best
    wandering, staying = (
        {from_start(Position.standard(), 1, seed, way)[0].tobytes() for seed in range(60)}
        for way in (replace(CALM, wandering=1.0), CALM)
    )
    assert len(wandering) > len(staying)


def test_the_number_of_threads_does_not_matter(tmp_path: Path) -> None:
    alone, together = labelled(tmp_path / "one", 1), labelled(tmp_path / "three", 3)
    assert alone[0].shape == (90, 26)
    assert alone[0].tobytes() == together[0].tobytes()
    assert alone[1].tobytes() == together[1].tobytes()


def test_chunks_and_seeds_differ(tmp_path: Path) -> None:
    boards, _ = labelled(tmp_path / "a")
    assert boards[:30].tobytes() != boards[30:60].tobytes()
    other, _ = labelled(tmp_path / "b", plan=LabellingPlan(positions=90, seed=4))
    assert boards.tobytes() != other.tobytes()


def test_a_stopped_job_goes_on(tmp_path: Path) -> None:
    whole = labelled(tmp_path / "whole")
    folder = tmp_path / "parts"
    work = label(net(), PLAN, folder, Threads(1))
    assert next(work) == 0
    assert next(work) == 30
    del work  # nobody listens any more
    (folder / "labels-00001.npz").unlink(missing_ok=True)
    (folder / "labels-1.part.npz").write_bytes(b"half a file")
    kept = (folder / "labels-00000.npz").stat().st_mtime_ns
    there = len(list(folder.glob("labels-0*.npz")))
    said = list(label(net(), PLAN, folder, Threads(1)))
    assert said == [30 * chunk for chunk in range(there, 4)]
    assert (folder / "labels-00000.npz").stat().st_mtime_ns == kept
    boards, labels = load([folder])
    assert boards.tobytes() == whole[0].tobytes()
    assert labels.tobytes() == whole[1].tobytes()


def test_all_folders_are_loaded_in_order(tmp_path: Path) -> None:
    first = labelled(tmp_path / "a")
    second = labelled(tmp_path / "b", plan=LabellingPlan(positions=30, seed=7))
    boards, labels = load([tmp_path / "a", tmp_path / "b"])
    assert boards.tobytes() == first[0].tobytes() + second[0].tobytes()
    assert labels.tobytes() == first[1].tobytes() + second[1].tobytes()
