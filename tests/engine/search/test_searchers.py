"""Looking ahead: the numbers of a slow and obvious version, whoever works on them and whatever was asked before."""

import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import cache
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pytest

from engine.support.deep_examples import random_deep, with_deep
from engine.support.slow_search import ALL, Slow
from sixprime import ALL_ROLLS, STANDARD, BearOff, Position, Roll, RuleSet, SixprimeError
from sixprime.compiled.rolls import number_of_roll
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.choice.net_stacks import KEEP, MARGIN
from sixprime.engine.net import kernels as net_kernels
from sixprime.engine.net.evaluators import NetEvaluator, RankedPlay, default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.search import kernels as search_kernels
from sixprime.engine.search import thread_pools
from sixprime.engine.search.searchers import FILTERS, Filter, Searcher, SearchProblem
from waiting import PATIENCE

SMALL = Position.of({20: 1, 6: 2}, {20: 1, 1: 2}, 3)
RACE = Position.of({9: 1, 3: 1}, {8: 1, 2: 1}, 2)
SHUT_OUT = Position.of({25: 1, 3: 1}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, 12)
CONTACT = Position.of({13: 2, 8: 3, 6: 3, 24: 1}, {13: 3, 6: 4, 5: 2}, 9)
BEAR_IN = Position.of({7: 2, 5: 3, 4: 2}, {22: 1, 5: 4, 3: 2})
BEAR_OFF = Position.of({6: 2, 4: 2, 3: 1}, {6: 1, 5: 3})
OTHER_RULES = [RuleSet(bear_off=BearOff.EXACT_ONLY), RuleSet(bear_off=BearOff.REARMOST_ONLY)]
EVERYTHING = dict.fromkeys((1, 2, 3), Filter(ALL, 9.0))


@cache
def stirred(seed: int) -> Net:
    """A net with opinions: every weight is in use, and its two nets often disagree."""
    net = Net.untrained(seed)
    rng = np.random.default_rng(seed)
    for array in (net.bias, net.top_bias, net.last, net.quick_bias, net.quick_top_bias):
        array += (rng.standard_normal(array.shape) * 0.3).astype(np.float32)
    net.top *= 2
    net.quick_top *= 2
    return net


MakeSearcher = Callable[..., Searcher]


@pytest.fixture
def searcher() -> Iterator[MakeSearcher]:
    """Makes searchers with a net that knows nothing, and ends their threads."""
    made: list[Searcher] = []

    def make(plies: int, *, threads: int = 1, **settings: object) -> Searcher:
        made.append(Searcher(plies, threads=threads, **{"net": stirred(1), **settings}))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


def random_positions(count: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    position = Position.standard()
    while len(found) < count:
        for _ in range(rng.randint(1, 12)):
            plays = list(position.legal_plays(rng.choice(ALL_ROLLS)))
            position = (rng.choice(plays).result if plays else position).flipped()
            if position.is_over:
                position = Position.standard()
        found.append(position)
    return found


def after(position: Position) -> npt.NDArray[np.int8]:
    """A position before a roll, as the board after a play of the player who waits."""
    return to_board(position.flipped()).reshape(1, 26)


# The same as the slow version


@pytest.mark.parametrize("position", [SMALL, RACE, SHUT_OUT, CONTACT, BEAR_IN, BEAR_OFF, Position.standard()])
@pytest.mark.parametrize(("keep", "margin"), [(ALL, 9.0), (4, 0.15), (2, 0.01), (1, 0.0), (30, 0.05)])
def test_one_and_two_plies_are_the_slow_version(
    searcher: MakeSearcher, position: Position, keep: int, margin: float
) -> None:
    slow = Slow(stirred(1), keep=keep, margin=margin)
    for plies in (1, 2) if position.checkers < PATIENCE else (1,):
        found = searcher(plies, keep=keep, margin=margin).after_plays(after(position), position.checkers)[0]
        assert found == pytest.approx(slow.value(position.flipped(), plies), abs=1e-5)


@pytest.mark.parametrize("position", [SMALL, RACE])
@pytest.mark.parametrize(("keep", "margin"), [(ALL, 9.0), (3, 0.1)])
def test_three_plies_are_the_slow_version(searcher: MakeSearcher, position: Position, keep: int, margin: float) -> None:
    found = searcher(3, keep=keep, margin=margin).after_plays(after(position), position.checkers)[0]
    expected = Slow(stirred(1), keep=keep, margin=margin).value(position.flipped(), 3)
    assert found == pytest.approx(expected, abs=1e-5)


@cache
def deep_net() -> Net:
    return with_deep(stirred(1), random_deep(3))


@pytest.mark.parametrize("position", [SMALL, RACE, SHUT_OUT, CONTACT, BEAR_IN, BEAR_OFF])
@pytest.mark.parametrize("keep", [ALL, 4])
def test_with_a_deep_net_it_is_the_slow_version_too(searcher: MakeSearcher, position: Position, keep: int) -> None:
    """The deep net is asked at the last ply only: there it chooses the answers and says what they are worth; in a tree
    of two plies, for a third of the rolls, which stand for the others."""
    slow = Slow(deep_net(), keep=keep, margin=0.3)
    for plies in (0, 1, 2) if position.checkers < PATIENCE else (0, 1):
        found = searcher(plies, net=deep_net(), keep=keep, margin=0.3).after_plays(after(position), position.checkers)
        assert found[0] == pytest.approx(slow.value(position.flipped(), plies), abs=1e-5)


def test_a_deep_net_makes_a_difference_at_every_depth(searcher: MakeSearcher) -> None:
    for plies in (0, 1, 2):
        values = [searcher(plies, net=net).after_plays(after(SMALL), 3)[0] for net in (stirred(1), deep_net())]
        assert np.abs(values[0] - values[1]).max() > 1e-3


def test_groups_of_rolls_are_alike() -> None:
    """Each group has as many rolls of either kind and as many pips as the others, so that one may stand for all."""
    kinds = [
        sorted(
            (roll.is_double, roll.first + roll.second)
            for roll in ALL_ROLLS
            if search_kernels.ROLL_GROUPS[number_of_roll(roll.high, roll.low)] == group
        )
        for group in range(search_kernels.GROUPS)
    ]
    assert [sum(double for double, _ in rolls) for rolls in kinds] == [2, 2, 2]
    assert [len(rolls) for rolls in kinds] == [7, 7, 7]
    assert len({sum(pips for double, pips in rolls if not double) for rolls in kinds}) == 1


def test_a_third_of_the_rolls_stands_for_all(searcher: MakeSearcher) -> None:
    """What the deep net says in a third of the rolls is, on the average, what it says in all."""
    net = default_net()
    slow = Slow(net, keep=KEEP, margin=MARGIN)
    one, two = (searcher(plies, net=net) for plies in (1, 2))
    weights = np.array([1 if roll.is_double else 2 for roll in ALL_ROLLS]) / 36
    errors = []
    for position in random_positions(12, seed=4):
        replies = [to_board(slow.answer(position, roll, deeply=False)) for roll in ALL_ROLLS]
        asked_in_all = weights @ one.after_plays(np.array(replies), 15)[:, 0]
        errors.append(float(two.after_plays(after(position), 15)[0, 0] - (1 - asked_in_all)))
    assert 0 < float(np.abs(errors).max()) < 0.01
    assert abs(float(np.mean(errors))) < 0.002


def test_threads_change_nothing_with_a_deep_net(searcher: MakeSearcher) -> None:
    one, three = (searcher(2, net=deep_net(), threads=threads) for threads in (1, 3))
    assert one.rank(CONTACT, Roll(4, 2)) == three.rank(CONTACT, Roll(4, 2))


@pytest.mark.parametrize("rules", OTHER_RULES)
@pytest.mark.parametrize("keep", [ALL, 3])
def test_other_bear_offs_are_the_slow_version(searcher: MakeSearcher, rules: RuleSet, keep: int) -> None:
    slow = Slow(stirred(1), rules, keep=keep, margin=0.1 if keep < ALL else 9.0)
    for position, plies in itertools.product((BEAR_OFF, RACE), (1, 2)):
        ours = searcher(plies, keep=keep, margin=slow.margin)
        found = ours.after_plays(after(position), position.checkers, rules)[0]
        assert found == pytest.approx(slow.value(position.flipped(), plies), abs=1e-5)
        standard = ours.after_plays(after(position), position.checkers)[0]
        assert np.abs(found - standard).max() > 1e-4


def test_pruning_makes_a_difference() -> None:
    """Otherwise the tests above would not say much about it."""
    limits = ((ALL, 9.0), (3, 9.0), (ALL, 0.01))
    values = [Slow(stirred(1), keep=keep, margin=margin).value(CONTACT, 1) for keep, margin in limits]
    assert all(np.abs(a - b).max() > 1e-3 for a, b in itertools.combinations(values, 2))


def test_looking_deeper_makes_a_difference(searcher: MakeSearcher) -> None:
    values = [searcher(plies).after_plays(after(SMALL), 3)[0] for plies in (0, 1, 2, 3)]
    assert all(np.abs(a - b).max() > 1e-4 for a, b in itertools.combinations(values, 2))


# No plies


def test_no_plies_are_the_net_itself(searcher: MakeSearcher) -> None:
    ours, net = searcher(0), NetEvaluator(stirred(1))
    for position in random_positions(20, 1):
        assert ours.chances(position) == net.chances(position)
        assert ours.rank(position, Roll(4, 2)) == net.rank(position, Roll(4, 2))
        assert ours.after_plays(after(position), 15).tobytes() == net.after_plays(after(position), 15).tobytes()


def test_a_search_begins_with_the_net_that_comes_along() -> None:
    position = random_positions(1, 5)[0]
    assert Searcher(0).chances(position) == NetEvaluator.default().chances(position)


# Always the same numbers


def everything_about(one: Searcher, positions: list[Position]) -> list[object]:
    found: list[object] = []
    for position in positions:
        found.append(one.rank(position, Roll(5, 3)))
        found.append(one.chances(position))
    return found


@pytest.mark.parametrize("plies", [1, 2])
def test_the_number_of_threads_does_not_matter(searcher: MakeSearcher, plies: int) -> None:
    positions = random_positions(4, 2)
    alone, *together = (everything_about(searcher(plies, threads=threads), positions) for threads in (1, 2, 3))
    assert all(found == alone for found in together)


def test_the_number_of_threads_does_not_matter_three_plies_deep(searcher: MakeSearcher) -> None:
    alone, *together = (searcher(3, threads=threads).rank(CONTACT, Roll(6, 1)) for threads in (1, 2, 3))
    assert alone[0].plies == 3
    assert all(found == alone for found in together)


def test_what_was_asked_before_does_not_matter(searcher: MakeSearcher) -> None:
    positions = random_positions(6, 3)
    cold = [everything_about(searcher(2), [position]) for position in positions]
    warm = searcher(2)
    for order in (range(6), reversed(range(6)), [3, 0, 5, 1, 4, 2]):
        for number in order:
            assert everything_about(warm, [positions[number]]) == cold[number]


def test_depths_are_not_mixed_up(searcher: MakeSearcher) -> None:
    """The same positions come up at several depths; what is known of one says nothing of another."""
    deep = searcher(3, filters=EVERYTHING)
    line = [position for roll in ALL_ROLLS[::10] for position in (SMALL, *(p.result for p in SMALL.legal_plays(roll)))]
    fresh = [searcher(3).after_plays(to_board(position).reshape(1, 26), 3) for position in line]
    for position, expected in [*zip(line, fresh, strict=True)] * 2:
        assert deep.after_plays(to_board(position).reshape(1, 26), 3).tobytes() == expected.tobytes()


def test_rules_are_not_mixed_up(searcher: MakeSearcher) -> None:
    """A position is worth something else by other rules, and in a game with more checkers."""
    one = searcher(2)
    for position, rules in itertools.product((BEAR_IN, SMALL, Position(SMALL.points)), (STANDARD, *OTHER_RULES)):
        assert one.chances(position, rules) == searcher(2).chances(position, rules)


def test_the_order_of_boards_does_not_matter(searcher: MakeSearcher) -> None:
    boards = np.array([position.points for position in random_positions(8, 4)], dtype=np.int8)
    one = searcher(2, threads=2)
    found = one.after_plays(boards, 15)
    assert one.after_plays(boards[::-1].copy(), 15).tobytes() == found[::-1].tobytes()
    for row in range(8):
        assert searcher(2).after_plays(boards[row : row + 1], 15)[0].tobytes() == found[row].tobytes()
    assert one.after_plays(boards[:0], 15).shape == (0, 5)


def test_the_order_of_the_dice_does_not_matter(searcher: MakeSearcher) -> None:
    for position in random_positions(3, 6):
        first, second = (searcher(2).rank(position, roll) for roll in (Roll(5, 2), Roll(2, 5)))
        results = [[(entry.play.result, entry.plies) for entry in found] for found in (first, second)]
        assert results[0] == results[1]
        for a, b in zip(first, second, strict=True):
            assert astuple(a.chances) == pytest.approx(astuple(b.chances), abs=1e-5)


def test_both_sides_see_the_same(searcher: MakeSearcher) -> None:
    for position in (*random_positions(3, 7), SMALL, BEAR_IN):
        one = searcher(2)
        waiting = one.after_plays(after(position), position.checkers)[0].tolist()
        on_roll = astuple(one.chances(position).for_opponent())
        assert on_roll == pytest.approx(tuple(waiting), abs=1e-6)


# The cache


def test_a_cache_knows_what_it_was_told_and_nothing_else() -> None:
    cache = search_kernels.new_search_buffers().cache
    told = np.array([0.6, 0.3, 0.1, 0.2, 0.05], dtype=np.float32)
    boards = [to_board(position) for position in random_positions(40, 8)]
    slots = [search_kernels.slot_of(board) for board in boards]
    assert all(0 <= slot < search_kernels.CACHED for slot in slots)
    assert len(set(slots)) > 35
    found = np.zeros(5, dtype=np.float32)
    board, other = boards[0], boards[1]
    slot = slots[0]
    assert not search_kernels.recall(cache, slot, board, 1, found)
    search_kernels.remember(cache, slot, board, 1, told)
    assert search_kernels.recall(cache, slot, board, 1, found)
    assert found.tobytes() == told.tobytes()
    assert not search_kernels.recall(cache, slot, board, 2, found)
    # Two boards may share a slot; the later one takes it.
    assert not search_kernels.recall(cache, slot, other, 1, found)
    search_kernels.remember(cache, slot, other, 1, told)
    assert search_kernels.recall(cache, slot, other, 1, found)
    assert not search_kernels.recall(cache, slot, board, 1, found)


# Ranking


def depths(ranked: list[RankedPlay]) -> list[int]:
    return [entry.plies for entry in ranked]


@pytest.mark.parametrize("plies", [1, 2])
@pytest.mark.parametrize("seconds", [None, 1e9])
def test_deeper_plays_come_first_and_all_are_there(searcher: MakeSearcher, plies: int, seconds: float | None) -> None:
    static = NetEvaluator(stirred(1))
    one = searcher(plies, threads=2, seconds=seconds)
    for position in random_positions(5, 9):
        for roll in (Roll(6, 4), Roll(1, 1)):
            ranked, at_a_look = one.rank(position, roll), static.rank(position, roll)
            assert sorted(str(entry.play) for entry in ranked) == sorted(str(entry.play) for entry in at_a_look)
            if len(ranked) < 2:
                continue
            assert depths(ranked) == sorted(depths(ranked), reverse=True)
            assert ranked[0].plies == plies
            for _, group in itertools.groupby(ranked, key=lambda entry: entry.plies):
                equities = [entry.chances.equity for entry in group]
                assert equities == sorted(equities, reverse=True)


def test_the_filter_is_what_it_says(searcher: MakeSearcher) -> None:
    """A play goes on if it is among the first so many, and not too far behind; all chances are those of its depth."""
    limits = {1: Filter(6, 0.08), 2: Filter(3, 0.03)}
    one, slow = searcher(2, seconds=1e9, filters=limits, keep=4, margin=0.15), Slow(stirred(1), keep=4, margin=0.15)
    counts = set()
    for position in (CONTACT, SMALL, BEAR_IN):
        for roll in (Roll(6, 4), Roll(2, 2), Roll(2, 1)):
            order = NetEvaluator(stirred(1)).rank(position, roll)
            for plies, limit in limits.items():
                best = order[0].chances.equity
                passed = sum(
                    number < limit.keep
                    and entry.plies == order[0].plies
                    and entry.chances.equity >= best - limit.margin
                    for number, entry in enumerate(order)
                )
                ranked = searcher(plies, seconds=1e9, filters=limits).rank(position, roll)
                assert depths(ranked).count(plies) == (passed if len(order) > 1 else 0)
                assert {e.play.result for e in ranked[:passed]} == {e.play.result for e in order[:passed]}
                assert ranked[passed:] == order[passed:]
                order = ranked
                counts.add(passed)
            for entry in one.rank(position, roll) if len(order) > 1 else []:
                if entry.plies:
                    assert astuple(entry.chances) == pytest.approx(slow.value(entry.play.result, entry.plies), abs=1e-5)
    assert len(counts) > 2


def test_one_ply_is_passed_over_on_the_way_to_two(searcher: MakeSearcher) -> None:
    ranked = searcher(2).rank(Position.standard(), Roll(6, 4))
    assert set(depths(ranked)) == {0, 2}
    assert depths(ranked).count(2) <= FILTERS[2].keep


def test_a_wide_search_finds_the_best_of_all(searcher: MakeSearcher) -> None:
    slow = Slow(stirred(1))
    one = searcher(2, filters=EVERYTHING, keep=ALL, margin=9.0)
    for position, roll in ((CONTACT, Roll(6, 4)), (SMALL, Roll(2, 1)), (BEAR_IN, Roll(5, 2))):
        ranked = one.rank(position, roll)
        worth = {play.result: net_kernels.equity(slow.value(play.result, 2)) for play in position.legal_plays(roll)}
        assert set(depths(ranked)) == {2}
        assert worth[ranked[0].play.result] == pytest.approx(max(worth.values()), abs=1e-5)
        assert [entry.chances.equity for entry in ranked] == pytest.approx(
            sorted(worth.values(), reverse=True), abs=1e-5
        )


# Chances and the rules


def test_no_part_exceeds_the_whole(searcher: MakeSearcher) -> None:
    boards = np.array([position.points for position in random_positions(30, 10)], dtype=np.int8)
    for plies in (1, 2):
        win, gammon, backgammon, lost, lost_backgammon = searcher(plies, threads=2).after_plays(boards, 15).T
        assert ((backgammon >= 0) & (backgammon <= gammon) & (gammon <= win) & (win <= 1)).all()
        assert ((lost_backgammon >= 0) & (lost_backgammon <= lost) & (lost <= 1 - win)).all()


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_bear_offs_stay_exact(searcher: MakeSearcher, plies: int) -> None:
    two_sided, static = TwoSided.load(), NetEvaluator(stirred(1))
    one = searcher(plies)
    for mover, opponent in (({6: 1, 5: 1}, {6: 2}), ({4: 2, 3: 3}, {5: 1, 2: 4})):
        position = Position.of(mover, opponent)
        assert one.chances(position) == static.chances(position)
        assert one.chances(position).win == pytest.approx(two_sided.win_chance(position), abs=1e-6)
        searched, at_a_look = one.rank(position, Roll(2, 1)), static.rank(position, Roll(2, 1))
        assert [entry.play for entry in searched] == [entry.play for entry in at_a_look]
        for a, b in zip(searched, at_a_look, strict=True):
            assert astuple(a.chances) == pytest.approx(astuple(b.chances), abs=1e-6)


def test_the_last_roll_is_counted_exactly(searcher: MakeSearcher) -> None:
    """A race just before the bear-off: where it can be told by counting rolls, a ply finds the number."""
    position = Position.of({7: 1}, {1: 1}, 1)  # 6-1, 5-2, 4-3 and all that is more than 7
    bears_off = sum(
        (1 if roll.is_double else 2)
        for roll in ALL_ROLLS
        if any(play.result.is_over for play in position.legal_plays(roll))
    )
    for plies in (1, 2, 3):
        chances = searcher(plies).chances(position)
        assert chances.win == pytest.approx(bears_off / 36, abs=1e-6)
        assert chances.win_gammon == pytest.approx(bears_off / 36, abs=1e-6)
        assert chances.lose_gammon == pytest.approx(1 - bears_off / 36, abs=1e-6)


@pytest.mark.parametrize("loser", [{6: 14}, {6: 15}, {12: 1, 6: 14}, {20: 1, 6: 14}])
@pytest.mark.parametrize("seconds", [None, 60.0])
def test_a_finished_game_is_known_from_both_sides(
    searcher: MakeSearcher, loser: dict[int, int], seconds: float | None
) -> None:
    lost, static = Position.of(loser, {}), NetEvaluator(stirred(1))
    for plies, position in itertools.product((1, 2, 3), (lost, lost.flipped())):
        one = searcher(plies, seconds=seconds)
        assert one.chances(position) == static.chances(position)
        assert one.rank(position, Roll(3, 1)) == []


def test_a_winning_play_is_worth_what_it_wins(searcher: MakeSearcher) -> None:
    position = Position.of({6: 1, 1: 1}, {1: 1, 20: 14})
    for plies in (1, 2, 3):
        best = searcher(plies).rank(position, Roll(6, 1))[0]
        assert best.play.result.is_over
        assert astuple(best.chances)[0] == 1
    boards = np.array([Position.of({}, {6: 15}).points, SMALL.points], dtype=np.int8)
    assert searcher(2, threads=2).after_plays(boards, 15)[0].tolist() == [1, 1, 0, 0, 0]


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_no_play_and_one_play(searcher: MakeSearcher, plies: int) -> None:
    assert searcher(plies).rank(SHUT_OUT, Roll(6, 5)) == []
    only = Position.of({25: 1, 1: 14}, dict.fromkeys(range(2, 7), 2))
    ranked = searcher(plies).rank(only, Roll(6, 1))
    assert len(ranked) == 1


# Time


def test_no_time_is_a_look(searcher: MakeSearcher) -> None:
    static = NetEvaluator(stirred(1))
    for threads in (1, 2):
        one = searcher(3, threads=threads, seconds=-1.0)
        for position in random_positions(3, 11):
            assert one.rank(position, Roll(6, 5)) == static.rank(position, Roll(6, 5))
            assert one.chances(position) == static.chances(position)


class Clock:
    """A clock that goes on by one second whenever somebody looks."""

    def __init__(self) -> None:
        self._ticks = itertools.count()

    def monotonic(self) -> float:
        return float(next(self._ticks))


def set_clock(patched: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=Clock().monotonic)
    patched.setattr(thread_pools, "time", clock)


@pytest.mark.parametrize("threads", [1, 2])
def test_whenever_the_clock_says_stop_no_depth_is_half_done(
    searcher: MakeSearcher, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    whole_ranks = [searcher(0).rank(CONTACT, Roll(6, 2))]
    whole_ranks += [searcher(plies, seconds=1e9).rank(CONTACT, Roll(6, 2)) for plies in (1, 2)]
    whole_chances = [searcher(plies).chances(CONTACT) for plies in (0, 1, 2)]
    reached_by_rank, reached = [], []
    for seconds in (0, 1, 5, 8, 9, 20, 30, 40, 60, 1000):
        set_clock(monkeypatch)
        one = searcher(2, threads=threads, seconds=float(seconds))
        reached_by_rank.append(whole_ranks.index(one.rank(CONTACT, Roll(6, 2))))
        set_clock(monkeypatch)
        reached.append(whole_chances.index(one.chances(CONTACT)))
    for depth in (reached_by_rank, reached):
        assert depth == sorted(depth)
        assert set(depth) == {0, 1, 2}


def test_a_limited_search_stops_soon_and_can_go_on(searcher: MakeSearcher) -> None:
    one = searcher(3, threads=2, seconds=0.1)
    one.rank(SMALL, Roll(2, 1))  # everything is compiled and made
    began = time.monotonic()
    ranked = one.rank(Position.standard(), Roll(2, 1))
    assert time.monotonic() - began < PATIENCE
    assert len(ranked) == len(Position.standard().legal_plays(Roll(2, 1)))
    assert depths(ranked) == sorted(depths(ranked), reverse=True)
    began = time.monotonic()
    one.chances(Position.standard())
    assert time.monotonic() - began < PATIENCE


def test_a_search_that_is_told_to_stop_gives_what_the_net_sees(searcher: MakeSearcher) -> None:
    stop = threading.Event()
    stop.set()
    one, net = searcher(2), searcher(0)
    assert one.rank(CONTACT, Roll(6, 2), stop=stop) == net.rank(CONTACT, Roll(6, 2))
    assert one.chances(CONTACT, stop=stop) == net.chances(CONTACT)
    assert one.depth == 0
    assert one.chances(CONTACT, stop=threading.Event()) == one.chances(CONTACT)
    assert one.depth == 2


def test_after_a_stop_the_numbers_are_still_right(searcher: MakeSearcher, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = searcher(2, seconds=1e9).rank(CONTACT, Roll(6, 2))
    one = searcher(2, threads=2, seconds=3.0)
    with monkeypatch.context() as patched:
        set_clock(patched)
        assert one.rank(CONTACT, Roll(6, 2)) != expected
    one._seconds = 1e9
    assert one.rank(CONTACT, Roll(6, 2)) == expected


# What cannot be done


@pytest.mark.parametrize("plies", [-1, 4, 99])
def test_other_depths_are_refused_in_a_line(plies: int) -> None:
    with pytest.raises(SearchProblem) as refused:
        Searcher(plies, net=stirred(1))
    assert isinstance(refused.value, SixprimeError)
    assert str(refused.value) == f"a search goes 0 to 3 plies deep, not {plies}"


def test_closing_twice_and_going_on_is_allowed() -> None:
    one = Searcher(1, net=stirred(1), threads=2)
    before = one.rank(CONTACT, Roll(4, 3))
    one.close()
    one.close()
    assert one.rank(CONTACT, Roll(4, 3)) == before
    one.close()
