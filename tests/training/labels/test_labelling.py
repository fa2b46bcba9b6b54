"""Labels: what they say and pass back, that the number of threads does not matter, and that a stopped job goes on."""

from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.support.deep_examples import random_deep, with_deep
from sixprime import ALL_ROLLS, Position, Roll, find_defects
from sixprime.compiled.arrays import Boards, Doubles, Floats, Keys, Longs
from sixprime.compiled.moves import MAX_PLAYS, random_below
from sixprime.core.movegen import to_board
from sixprime.engine.choice.net_stack_kernels import NetStack
from sixprime.engine.choice.net_stacks import DEEP_KEEP, DEEP_MARGIN
from sixprime.engine.net.deep_kernels import NO_DEEP, evaluate_boards_deeply
from sixprime.engine.net.evaluators import NetEvaluator, default_net, shared_tables
from sixprime.engine.net.kernels import (
    equity,
    evaluate_boards,
    evaluate_plays,
    new_evaluation_buffers,
    remove_impossible,
)
from sixprime.engine.net.nets import Net
from sixprime.engine.net.quick_kernels import quick_plays
from sixprime.engine.search.searchers import Searcher
from sixprime.engine.workers import Threads
from sixprime.training.labels import labelling
from sixprime.training.labels.kernels import (
    BRANCHES,
    FURTHEST,
    KNOWN_KEPT,
    OTHER_STREAM,
    LabelTerms,
    finish_label,
    label_boards,
    label_games,
    lasts_long,
    pass_back,
)
from sixprime.training.labels.labelling import LabellingPlan, label, labelled, labelling_stack, make_chunk
from sixprime.training.selfplay.stages import layer_of, with_layer

PLAN = LabellingPlan(positions=90, seed=3)
EVERY_ANSWER = LabellingPlan(keep=MAX_PLAYS, near=9.0, deep_keep=MAX_PLAYS, deep_near=9.0)
NOTHING_BACK = LabelTerms(
    trying=0.3, margin=0.12, branching=0.3, branched=0.3, races=1.0, trace=0.0, lasting_trace=0.0, race_trace=0.0
)  # fmt: skip
USUAL = NOTHING_BACK._replace(races=0.3, trace=0.95, lasting_trace=1.0, race_trace=1.0)
EVERYTHING_BACK = USUAL._replace(races=1.0, trace=1.0)
CALM = EVERYTHING_BACK._replace(trying=0.0)


@cache
def net() -> Net:
    return Net.untrained(1)


@cache
def deep_net() -> Net:
    """One whose deep net is often far from what the next roll shows."""
    return with_deep(net(), random_deep(5))


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "CHUNK", 30)


def contents_of(folders: list[Path]) -> tuple[Boards, Floats]:
    """What the files hold, one after the other."""
    kept = [np.load(path) for path in labelled(folders).paths]
    return np.concatenate([one["boards"] for one in kept]), np.concatenate([one["labels"] for one in kept])


def made(folder: Path, threads: int = 1, plan: LabellingPlan = PLAN) -> tuple[Boards, Floats]:
    for _ in label(net(), plan, folder, Threads(threads)):
        pass
    return contents_of([folder])


def net_stack(of: Net, *, exact_endings: bool = True) -> NetStack:
    """One that looks at every answer."""
    return labelling_stack(of, EVERY_ANSWER)._replace(tables=shared_tables().arrays(exact_endings=exact_endings))


def games_with_decisions(
    starts: list[Position], whole: int, count: int, seed: int, terms: LabelTerms, stack: NetStack
) -> tuple[Boards, Floats, Longs]:
    boards, labels = np.zeros((count, 26), dtype=np.int8), np.full((count, 5), np.nan, dtype=np.float32)
    decisions = np.full(count, -1, dtype=np.int64)
    label_games(boards_of(starts), whole, 15, seed, terms, stack, boards, labels, decisions)
    return boards, labels, decisions


def games(
    starts: list[Position], whole: int, count: int, seed: int, terms: LabelTerms, stack: NetStack
) -> tuple[Boards, Floats]:
    boards, labels, _ = games_with_decisions(starts, whole, count, seed, terms, stack)
    return boards, labels


def from_start(start: Position, count: int, seed: int, terms: LabelTerms) -> tuple[Boards, Floats]:
    return games([start], 1, count, seed, terms, net_stack(net()))


def boards_of(positions: list[Position]) -> Boards:
    return np.array([position.points for position in positions], dtype=np.int8).reshape(-1, 26)


def means(boards: Boards, stack: NetStack | None = None) -> Floats:
    """What positions are worth after all rolls, with nothing passed back."""
    labels = np.zeros((len(boards), 5), dtype=np.float32)
    label_boards(boards, 15, stack or net_stack(net()), labels)
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
BACKGAME = Position.of({24: 3, 22: 3, 8: 3, 6: 3, 4: 3}, {6: 4, 5: 4, 4: 3, 8: 2, 2: 2})


# The mean over all rolls


@pytest.mark.parametrize("start", STARTS)
def test_a_label_is_the_mean_over_all_rolls_where_nothing_is_passed_back(start: Position) -> None:
    evaluator = NetEvaluator(net())
    boards, labels = from_start(start, 20, 4, NOTHING_BACK)
    for board, found in zip(boards, labels, strict=True):
        position = Position(tuple(board.tolist()))
        assert found == pytest.approx(slow_mean(evaluator, position), abs=1e-5), position
    assert np.abs(means(boards) - labels).max() < 1e-6


def test_with_a_deep_net_answers_are_its_answers() -> None:
    evaluator, stack = NetEvaluator(deep_net()), net_stack(deep_net())
    boards, labels = games(STARTS[:3], 1, 12, 4, NOTHING_BACK, stack)
    for board, found in zip(boards, labels, strict=True):
        assert found == pytest.approx(slow_mean(evaluator, Position(tuple(board.tolist()))), abs=1e-5)
    assert np.abs(means(boards) - labels).max() > 1e-3


def test_a_finished_game_is_worth_what_was_won() -> None:
    won = [Position.of({}, {6: 14}), Position.of({}, {6: 15}), Position.of({}, {20: 1, 6: 14})]
    assert means(boards_of(won)).tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]


@pytest.mark.parametrize("of", [net(), deep_net()], ids=["shallow", "deep"])
def test_answers_are_chosen_as_a_search_does(of: Net) -> None:
    """By the quick net first, then the full and the deep net. A search one ply deep does the same."""
    boards, _ = from_start(Position.standard(), 30, 7, CALM)
    seen = []
    for keep, near in ((6, 0.2), (2, 0.02), (1, 0.0)):
        expected = Searcher(1, net=of, threads=1, keep=keep, margin=near).after_plays(boards, 15)
        plan = LabellingPlan(keep=keep, near=near, deep_keep=DEEP_KEEP, deep_near=DEEP_MARGIN)
        seen.append(means(boards, labelling_stack(of, plan)))
        assert np.abs(seen[-1] - expected).max() < 1e-6
    assert all(np.abs(labels - means(boards, net_stack(of))).max() > 1e-3 for labels in seen[1:])


def test_the_first_layer_alone_chooses_where_it_is_all_the_net_knows() -> None:
    """After self-play the quick net knows nothing; the layer says what the whole net says."""
    plain = with_layer(net(), layer_of(Net.untrained(8)))
    boards, _ = from_start(Position.standard(), 30, 7, CALM)
    by_layer = means(boards, labelling_stack(plain, LabellingPlan(plain=True)))
    assert np.abs(by_layer - means(boards, net_stack(plain))).max() < 1e-5
    assert np.abs(by_layer - means(boards, labelling_stack(plain, LabellingPlan()))).max() > 1e-3


# Games, slowly


@dataclass
class Turn:
    """A position after a play in a game: where its label goes, if it gets one, and what was said of it before."""

    position: Position
    row: int | None
    mean: Doubles
    said: Doubles
    trace: float
    other_rows: list[int]
    """Where the labels of other plays of the same roll go."""


def as_seen_by_the_other(difference: Doubles) -> Doubles:
    """A difference between chances, for the opponent."""
    win, gammon, backgammon, lost, lost_backgammon = difference
    return np.array([-win, lost, lost_backgammon, gammon, backgammon])


def rolled(state: Keys) -> Roll:
    return Roll(1 + random_below(state, 6), 1 + random_below(state, 6))


class SlowGames:
    """Games with their labels, as anybody would write them down; only the same random numbers are drawn."""

    def __init__(
        self, starts: list[Position], whole: int, count: int, seed: int, terms: LabelTerms, of: Net, *, exact: bool
    ) -> None:
        self.terms, self.count, self.exact = terms, count, exact
        self._net, self._stack = of, net_stack(of, exact_endings=exact)
        self._state = np.array([seed], dtype=np.uint64)
        self._full, self._quick = new_evaluation_buffers(), new_evaluation_buffers()
        self.rows: list[Position] = []
        self.labels: dict[int, Doubles] = {}
        self.games: list[list[Turn]] = []
        self.results: list[Doubles | None] = []
        """What each game ended with, for the player who would have moved after its last turn; None if it was left."""
        self.begun: list[Position] = []
        self._branches: list[Position] = []
        self._kept = 0
        while len(self.rows) < count:
            start = self._below(len(starts))
            position, standard = starts[start], start < whole
            if self._kept and self._happens(terms.branched):
                position, standard = self._branches[self._below(min(self._kept, BRANCHES))], False
            self.begun.append(position)
            self._play(position.flipped(), standard)
            self._label()

    def _below(self, end: int) -> int:
        return random_below(self._state, end)

    def _happens(self, chance: float) -> bool:
        return self._below(1_000_000) < chance * 1_000_000

    def _next_roll(self) -> tuple[Roll, Keys]:
        """The roll that comes next, and the state of the random numbers that say which others the deep net sees."""
        roll = rolled(self._state)
        return roll, self._state ^ OTHER_STREAM

    def _mean(self, position: Position, next_roll: Roll, shared: Keys) -> Doubles:
        """The mean over all rolls, or that of the full net with what the deep net says differently of some rolls."""
        state = shared.copy()
        rolls = self.terms.deep_rolls if self._net.has_deep else 0
        stack = self._stack._replace(deep=NO_DEEP) if rolls else self._stack
        mean = np.array(means(boards_of([position]), stack)[0], dtype=np.float64)
        for roll in [next_roll, *(rolled(state) for _ in range(rolls - 1))][:rolls]:
            full, deep = (self._best(position.flipped(), roll, deeply=deeply)[1] for deeply in (False, True))
            mean += as_seen_by_the_other(deep - full) / rolls
        return mean

    def _play(self, after: Position, standard: bool) -> None:
        terms = self.terms
        game: list[Turn] = []
        racing, said, result = False, np.zeros(5), None
        other_rows: list[int] = []
        roll, shared = self._next_roll()
        while len(self.rows) < self.count:
            if after.is_over:
                result = said
                break
            if self.exact and is_bear_off(after) and self._below(KNOWN_KEPT) > 0:
                break
            race_begins = not after.has_contact and not racing
            racing = racing or race_begins
            trace = terms.race_trace if racing else terms.lasting_trace if is_lasting(after) else terms.trace
            row = None
            if game or not standard:
                row = len(self.rows)
                self.rows.append(after)
            game.append(Turn(after, row, self._mean(after, roll, shared), said, trace, other_rows))
            other_rows = []
            if race_begins and not self._happens(terms.races):
                break
            best, said = self._best(after.flipped(), roll)
            played, (roll, shared) = roll, self._next_roll()
            others = self._others(after.flipped(), played, best) if self._happens(terms.trying) else []
            for other in others[: self.count - len(self.rows)]:
                other_rows.append(len(self.rows))
                self.labels[len(self.rows)] = self._mean(other, roll, shared)
                self.rows.append(other)
                if self._happens(terms.branching):
                    self._branches.append(other.flipped())
                    self._kept += 1
            after = best
        self.games.append(game)
        self.results.append(result)

    def _best(self, position: Position, roll: Roll, *, deeply: bool = True) -> tuple[Position, Doubles]:
        """The position after the best answer, and what the nets say of it."""
        results = [play.result for play in position.legal_plays(roll)] or [position]
        chances = np.empty((len(results), 5), dtype=np.float32)
        if deeply and self._net.has_deep:
            evaluate_boards_deeply(boards_of(results), 15, self._net.deep, self._stack.tables, chances)
        else:
            evaluate_boards(boards_of(results), 15, self._net.arrays(), self._stack.tables, chances)
        best = int(np.argmax([equity(row) for row in chances]))
        return results[best], chances[best].astype(np.float64)

    def _others(self, position: Position, roll: Roll, best: Position) -> list[Position]:
        """Some plays that the full net thinks good enough; they are counted as the quick net likes them."""
        asked = (to_board(position), 15, roll.high, roll.low, 0)
        found = evaluate_plays(*asked, self._net.arrays(), self._stack.tables, self._full)
        if not found:
            return []
        quick_plays(*asked, self._net.quick_arrays(), self._stack.tables, self._quick)
        liked = [equity(row) for row in self._quick.chances[:found]]
        worth = [np.float32(equity(row)) for row in self._full.chances[:found]]
        near = [
            other
            for play in sorted(range(found), key=lambda play: -liked[play])
            if worth[play] >= max(worth) - self.terms.margin
            and (other := Position(tuple(self._full.results[play].tolist()))) != best
            and not other.is_over
        ]
        drawn = near[: self.terms.others]
        for number, other in list(enumerate(near, start=1))[self.terms.others :]:
            place = self._below(number)
            if place < self.terms.others:
                drawn[place] = other
        return drawn

    def _label(self) -> None:
        """Pass back what the last game showed, and finish its labels."""
        game = self.games[-1]
        worth = [turn.mean for turn in game]
        for number, turn in reversed(list(enumerate(game))[1:]):
            worth[number - 1] = worth[number - 1] + turn.trace * as_seen_by_the_other(worth[number] - turn.said)
        for turn, label_ in zip(game, worth, strict=True):
            if turn.row is not None:
                self.labels[turn.row] = finished(turn.position, label_)
            for other_row in turn.other_rows:
                corrected = self.labels[other_row] + label_ - turn.mean
                self.labels[other_row] = finished(self.rows[other_row], corrected)


def finished(position: Position, label_: Doubles) -> Doubles:
    """A label within limits, without what is impossible."""
    chances = np.clip(label_, -FURTHEST, 1 + FURTHEST).astype(np.float32)
    remove_impossible(to_board(position), 15, chances)
    return chances.astype(np.float64)


def is_lasting(position: Position) -> bool:
    """A side has five checkers or more in the other's home or on the bar, or up to three and no others on the way."""
    for points in (position.points, position.flipped().points):
        back = sum(count for count in points[19:] if count > 0)
        if back >= 5 or (0 < back <= 3 and max(points[7:19]) <= 0):
            return True
    return False


def is_bear_off(position: Position) -> bool:
    home, outside, enemy_home = position.points[:7], position.points[7:19], position.points[19:]
    return min(home) >= 0 and not any(outside) and max(enemy_home) <= 0


@pytest.mark.parametrize("of", [net(), deep_net()], ids=["shallow", "deep"])
@pytest.mark.parametrize(
    ("whole", "terms"),
    [
        (1, CALM),
        (1, USUAL),
        (0, USUAL._replace(trace=0.7, lasting_trace=0.9, race_trace=0.5, races=0.8)),
        (2, EVERYTHING_BACK._replace(trying=1.0, margin=0.3, branching=1.0, branched=0.7)),
        (1, USUAL._replace(trace=0.5, deep_rolls=4)),
        (1, USUAL._replace(trace=0.5, deep_rolls=3, trying=1.0, margin=0.5, others=3)),
    ],
)
def test_labels_are_those_of_the_slow_version(of: Net, whole: int, terms: LabelTerms) -> None:
    """The kernel finds the positions of the slow version, and labels with all that was seen later."""
    starts, count, seed = [Position.standard(), *STARTS[:3], BACKGAME], 160, 11
    boards, labels, decisions = games_with_decisions(starts, whole, count, seed, terms, net_stack(of))
    slow = SlowGames(starts, whole, count, seed, terms, of, exact=True)
    assert boards.tolist() == boards_of(slow.rows).tolist()
    expected = np.array([slow.labels[row] for row in range(count)])
    assert np.abs(labels - expected).max() < 1e-4
    assert np.abs(labels - means(boards, net_stack(of))).max() > 1e-3
    if terms.trying == 1.0:
        assert len([turn for game in slow.games for turn in game if len(turn.other_rows) == terms.others]) > 20
    # Plays of one roll, and no others, have the number of their decision in common.
    together = [[*turn.other_rows, *([] if turn.row is None else [turn.row])] for game in slow.games for turn in game]
    numbers = [{int(decisions[row]) for row in rows} for rows in together if rows]
    assert all(len(number) == 1 for number in numbers)
    assert len(set.union(*numbers)) == len(numbers)


def test_with_everything_passed_back_a_label_is_the_result_with_luck_taken_out() -> None:
    """The luck of a roll is what the answer was said to be worth, less the mean over all rolls."""
    starts, count, seed = [BACKGAME, STARTS[2]], 260, 5
    boards, labels = games(starts, 0, count, seed, CALM, net_stack(deep_net(), exact_endings=False))
    slow = SlowGames(starts, 0, count, seed, CALM, deep_net(), exact=False)
    assert boards.tolist() == boards_of(slow.rows).tolist()
    checked = beyond = 0
    for game, result in zip(slow.games, slow.results, strict=True):
        if result is None:
            continue  # the last one, for which there was no room
        assert sorted(result)[0] == 0
        assert result[0] == 1
        for number, turn in enumerate(game):
            answers = [later.said for later in game[number + 1 :]] + [result]
            outcome, luck = result, np.zeros(5)
            # Everything as the player sees it who made the play.
            views = [(later.mean, answer) for later, answer in zip(game[number:], answers, strict=True)]
            for steps, (mean, answer) in enumerate(views):
                turned = as_chances_of_the_other(answer)
                luck += seen_from(turned - mean, steps)
            outcome = result if (len(game) - number) % 2 == 0 else as_chances_of_the_other(result)
            expected = outcome - luck
            assert turn.row is not None
            assert labels[turn.row] == pytest.approx(finished(turn.position, expected), abs=2e-4)
            beyond += expected.min() < -0.001 or expected.max() > 1.001
            checked += 1
    assert checked > 100
    assert beyond > 10  # nothing is cut off on the way


def as_chances_of_the_other(chances: Doubles) -> Doubles:
    win, gammon, backgammon, lost, lost_backgammon = chances
    return np.array([1 - win, lost, lost_backgammon, gammon, backgammon])


def seen_from(difference: Doubles, turns: int) -> Doubles:
    """A difference between chances of who moves so many turns later, for who moves now."""
    return difference if turns % 2 == 0 else as_seen_by_the_other(difference)


def test_games_from_set_ups_are_played_to_the_end() -> None:
    slow = SlowGames([BACKGAME], 0, 300, 3, CALM, net(), exact=True)
    boards, _ = games([BACKGAME], 0, 300, 3, CALM, net_stack(net()))
    assert boards.tolist() == boards_of(slow.rows).tolist()
    lengths = [len(game) for game in slow.games[:-1]]
    assert max(lengths) > 30
    for game in slow.games[:-1]:
        last = game[-1].position
        assert is_bear_off(last) or any(
            play.result.is_over or is_bear_off(play.result)
            for roll in ALL_ROLLS
            for play in last.flipped().legal_plays(roll)
        )


def test_only_the_starting_position_itself_is_not_labelled() -> None:
    for whole, expected in ((1, False), (0, True)):
        boards, _ = games([Position.standard()], whole, 60, 2, CALM, net_stack(net()))
        assert (list(Position.standard().flipped().points) in boards.tolist()) is expected


@pytest.mark.parametrize(("races", "most"), [(0.0, 1), (1.0, 1000)])
def test_races_are_played_on_if_they_are_wanted(races: float, most: int) -> None:
    start = Position.of({9: 5, 8: 5, 7: 5}, {9: 5, 8: 5, 7: 5})
    slow = SlowGames([start], 0, 60, 2, CALM._replace(races=races), net(), exact=True)
    boards, _ = games([start], 0, 60, 2, CALM._replace(races=races), net_stack(net()))
    assert boards.tolist() == boards_of(slow.rows).tolist()
    assert all((len(game) == 1) == (most == 1) for game in slow.games[:-1])


def test_other_plays_get_the_correction_of_the_best() -> None:
    """Plays labelled beside the best one differ from their means by what the best one's label does."""
    terms = EVERYTHING_BACK._replace(trying=1.0, margin=0.2, branched=0.0, others=2)
    boards, labels = games([BACKGAME], 0, 200, 4, terms, net_stack(deep_net()))
    slow = SlowGames([BACKGAME], 0, 200, 4, terms, deep_net(), exact=True)
    plain = means(boards, net_stack(deep_net()))
    corrections = []
    for turn in (turn for game in slow.games for turn in game):
        for other_row in turn.other_rows:
            assert turn.row is not None
            ours, theirs = (labels[row, 0] - plain[row, 0] for row in (other_row, turn.row))
            assert ours == pytest.approx(theirs, abs=1e-5)
            corrections.append(abs(ours))
    assert len(corrections) > 30
    assert np.mean(corrections) > 0.01


def test_other_plays_come_near_the_best() -> None:
    evaluator = NetEvaluator(net())
    seen = set()
    for seed in range(40):
        boards, _ = from_start(Position.standard(), 2, seed, CALM._replace(trying=1.0, margin=0.05))
        other, best = (Position(tuple(board.tolist())) for board in boards)
        for roll in ALL_ROLLS:
            ranked = evaluator.rank(Position.standard(), roll)
            worth = {entry.play.result: entry.chances.equity for entry in ranked}
            if best == ranked[0].play.result and other in worth:
                assert worth[other] >= worth[best] - 0.05 - 1e-6
                seen.add(other)
    assert len(seen) > 5


# Passing back


def test_what_is_passed_back_is_not_cut_off() -> None:
    earlier = np.array([0.9, 0.3, 0.1, 0.05, 0.0], dtype=np.float32)
    later = np.array([-0.3, 0.1, 0.1, 0.4, 0.2], dtype=np.float32)
    said = np.array([0.1, 0.3, 0.2, 0.1, 0.0], dtype=np.float32)
    pass_back(later, said, 0.5, earlier)
    assert earlier == pytest.approx([1.1, 0.45, 0.2, -0.05, -0.05], abs=1e-6)


def test_a_finished_label_stays_within_limits_and_possible() -> None:
    standard = to_board(Position.standard())
    label_ = np.array([1.2, -0.2, 1.9, -0.9, 0.4], dtype=np.float32)
    finish_label(standard, 15, label_)
    assert label_ == pytest.approx([1.2, -0.2, 1.5, -0.5, 0.4])
    # Both have borne off: no gammons. The win itself is left alone.
    ending = to_board(Position.of({6: 3}, {6: 3}))
    finish_label(ending, 15, label_)
    assert label_ == pytest.approx([1.2, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (Position.standard(), False),
        (Position.of({24: 5, 6: 10}, {8: 15}), True),
        (Position.of({24: 4, 6: 11}, {8: 15}), False),
        (Position.of({25: 2, 20: 2, 19: 1, 6: 10}, {8: 15}), True),
        (Position.of({18: 5, 6: 10}, {8: 15}), False),
        (Position.of({8: 15}, {25: 1, 24: 3, 19: 1, 6: 10}), True),
        (Position.of({24: 4, 8: 11}, {24: 4, 8: 11}), False),
        (Position.of({25: 1, 3: 6}, {8: 15}), True),
        (Position.of({25: 1, 20: 2, 6: 12}, {8: 15}), True),
        (Position.of({25: 1, 20: 2, 7: 1, 6: 11}, {8: 15}), False),
        (Position.of({24: 4, 3: 2}, {8: 15}), False),
        (Position.of({8: 15}, {22: 1, 2: 5}), True),
        (Position.of({6: 5, 3: 10}, {6: 5, 3: 10}), False),
    ],
)
def test_positions_in_which_beliefs_last(position: Position, expected: bool) -> None:
    assert lasts_long(to_board(position)) is expected
    assert is_lasting(position) is expected


def test_more_is_passed_back_with_a_longer_trace() -> None:
    shares = []
    for trace in (0.0, 0.3, 0.9):
        terms = CALM._replace(trace=trace, lasting_trace=trace, race_trace=trace)
        boards, labels = games([Position.standard()], 1, 80, 6, terms, net_stack(deep_net()))
        shares.append(float(np.abs(labels - means(boards, net_stack(deep_net()))).mean()))
    assert shares[0] < 1e-7
    assert 1.5 * shares[1] < shares[2]


def test_the_trace_is_that_of_the_kind_of_position() -> None:
    """Where beliefs last, and in races, a trace of its own decides."""
    short = CALM._replace(trace=0.0)
    race = Position.of({9: 5, 8: 5}, {9: 5, 8: 5})
    for start, nothing in ((BACKGAME, short._replace(lasting_trace=0.0)), (race, short._replace(race_trace=0.0))):
        found = []
        for terms in (short, nothing):
            boards, labels = games([start], 0, 6, 6, terms, net_stack(deep_net()))
            found.append(np.abs(labels - means(boards, net_stack(deep_net()))).max())
        assert found[0] > 1e-3
        assert found[1] < 1e-6


def test_labels_obey_the_rules() -> None:
    """Those of a good net lie near what chances may be; no label holds what cannot happen any more."""
    boards, labels = games([BACKGAME, Position.standard()], 0, 400, 8, USUAL, net_stack(default_net()))
    assert labels.min() >= -FURTHEST
    assert labels.max() <= 1 + FURTHEST
    assert ((labels > -0.25) & (labels < 1.25)).mean() > 0.99
    for board, row in zip(boards, labels, strict=True):
        assert find_defects(board.tolist()) == []
        possible = np.ones(5, dtype=np.float32)
        assert not remove_impossible(board, 15, possible)
        assert not row[possible == 0].any()


def test_games_follow_the_best_play() -> None:
    calm, again = (from_start(Position.standard(), 60, 5, CALM) for _ in range(2))
    assert [array.tobytes() for array in calm] == [array.tobytes() for array in again]
    evaluator = NetEvaluator(net())
    first, second = (Position(tuple(board.tolist())) for board in calm[0][:2])
    for before, after in pairwise((Position.standard().flipped(), first, second)):
        best = {evaluator.rank(before.flipped(), roll)[0].play.result for roll in ALL_ROLLS}
        assert after in best


# Chunks


def test_the_number_of_threads_does_not_matter(tmp_path: Path) -> None:
    alone, together = made(tmp_path / "one", 1), made(tmp_path / "three", 3)
    assert alone[0].shape == (90, 26)
    assert alone[0].tobytes() == together[0].tobytes()
    assert alone[1].tobytes() == together[1].tobytes()


def test_chunks_and_seeds_differ(tmp_path: Path) -> None:
    boards, _ = made(tmp_path / "a")
    assert boards[:30].tobytes() != boards[30:60].tobytes()
    other, _ = made(tmp_path / "b", plan=LabellingPlan(positions=90, seed=4))
    assert boards.tobytes() != other.tobytes()


def test_a_stopped_job_goes_on(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole")
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
    boards, labels = contents_of([folder])
    assert boards.tobytes() == whole[0].tobytes()
    assert labels.tobytes() == whole[1].tobytes()


def test_the_files_of_all_folders_are_found_in_order(tmp_path: Path) -> None:
    first = made(tmp_path / "a")
    second = made(tmp_path / "b", plan=LabellingPlan(positions=30, seed=7))
    assert len(labelled([tmp_path / "a", tmp_path / "b"])) == 120
    boards, labels = contents_of([tmp_path / "a", tmp_path / "b"])
    assert boards.tobytes() == first[0].tobytes() + second[0].tobytes()
    assert labels.tobytes() == first[1].tobytes() + second[1].tobytes()


def test_the_same_chunk_twice_is_the_same(tmp_path: Path) -> None:
    for of in (net(), deep_net()):
        first, again, other = (make_chunk((of,), PLAN, chunk) for chunk in (5, 5, 6))
        assert [array.tobytes() for array in first] == [array.tobytes() for array in again]
        assert first[0].tobytes() != other[0].tobytes()


def test_the_net_decides_what_is_labelled_and_how() -> None:
    """The deep net changes the labels, and a plan is heeded in all its parts."""
    boards, labels, _ = make_chunk((net(),), PLAN, 1)
    for of, plan in (
        (deep_net(), PLAN),
        (net(), replace(PLAN, trace=0.0, lasting_trace=0.0, race_trace=0.0)),
        (net(), replace(PLAN, trying=0.0)),
        (net(), replace(PLAN, others=1)),
        (net(), replace(PLAN, set_up=0.0)),
        (net(), replace(PLAN, keep=1)),
    ):
        other = make_chunk((of,), plan, 1)
        assert other[0].tobytes() != boards.tobytes() or other[1].tobytes() != labels.tobytes()
