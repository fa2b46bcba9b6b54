"""Looking ahead with the cube gives what a slow, obvious search gives, at any score, whatever the number of threads."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engine.support.deep_examples import random_deep, with_deep
from sixprime.compiled.rolls import number_of_roll
from sixprime.core import STANDARD, BearOff, Match, Player, Position, Roll, RuleSet, SixprimeError, Win
from sixprime.core.movegen import to_board, to_position
from sixprime.engine.chances import Chances
from sixprime.engine.choice.net_stack_kernels import GammonWeights, swapped
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.choice.selection_kernels import answer_by_selection, prepare_selection, selection_buffers
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES
from sixprime.engine.cube.decisions import cube_values, decide_cube
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS, CubeValues, best_value
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, as_chances, default_net, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.kernels import GROUPS, ROLL_GROUPS, group_of
from sixprime.engine.search.searchers import Searcher

RACE = Position((0, 1, 2, 2, 2, 3, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -3, -3, -2, -2, -2, -1, 0))
CONTACT = Position((0, -1, 0, 2, 2, 2, 3, 2, 2, 0, 0, 0, -1, 0, 0, 0, -2, 0, -3, -3, -2, -2, -1, 0, 2, 0))
ENDING = Position((0, 2, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, -1, -2, 0))
VIEWS = {
    "money": CubeView.money(),
    "money, mine": CubeView.money(2, MINE),
    "money, theirs": CubeView.money(4, THEIRS),
    "Jacoby and beavers": CubeView.money(jacoby=True, beavers=True),
    "limit": CubeView.money(2, MINE, limit=4),
    "5 away each": CubeView.match(5, 5),
    "2 away, 4 away": CubeView.match(2, 4),
    "3 away, 2 away, mine": CubeView.match(3, 2, 2, MINE),
    "Crawford": CubeView.match(1, 3, crawford=True),
    "after Crawford": CubeView.match(4, 1),
}


class SlowSearch:
    """A search with the cube by recursion, one position after the other, with nothing shared between cubes."""

    def __init__(self, rules: RuleSet = STANDARD, net: Net | None = None) -> None:
        self._net = NetEvaluator(net or default_net())
        self._stack = net_stack(self._net.net, shared_tables(), rules.bear_off, keep=6, margin=0.2)
        self._buffers = selection_buffers()
        self._rules = rules

    def actions(
        self, position: Position, view: CubeView, gammons: GammonWeights, plies: int, *, top: bool = True
    ) -> CubeValues:
        """What the cube actions are worth to the player on roll; `top` where the search begins."""
        chances = self._net.chances(position, self._rules)
        at_once = cube_values(position, view, chances, self._rules)
        if not plies or self._is_exact(position, view):
            return at_once
        taken = self._rolled(position, view.doubled(), gammons, plies, top) if view.may_double else 0.0
        return CubeValues(
            self._rolled(position, view, gammons, plies, top),
            2 * taken if view.is_money else taken,
            at_once.double_pass,
        )

    def _is_exact(self, position: Position, view: CubeView) -> bool:
        values = [cube_values(position, view, Chances(win, 0, 0, 0, 0), self._rules) for win in (0.3, 0.6)]
        return view.is_money and values[0] == values[1]

    def _rolled(self, position: Position, view: CubeView, gammons: GammonWeights, plies: int, top: bool) -> float:
        """What the position is worth to the player on roll when nobody doubles before the roll."""
        total = 0.0
        group = group_of(to_board(position.flipped()))
        for high in range(1, 7):
            for low in range(1, high + 1):
                weight = 1 if high == low else 2
                in_group = ROLL_GROUPS[number_of_roll(high, low)] == group
                if plies == 1 and not top and in_group:
                    deep, full = (
                        self._answered(position, high, low, view, gammons, plies, net) for net in ("deep", "full")
                    )
                    total += weight * (GROUPS * deep - (GROUPS - 1) * full)
                else:
                    net = "deep" if plies == 1 and top else "full"
                    total += weight * self._answered(position, high, low, view, gammons, plies, net)
        return total / 36

    def _answered(
        self, position: Position, high: int, low: int, view: CubeView, gammons: GammonWeights, plies: int, net: str
    ) -> float:
        answer, row = np.zeros(26, dtype=np.int8), np.zeros(5, dtype=np.float32)
        prepared = prepare_selection(to_board(position), position.checkers, self._stack, self._buffers)
        deeply = net == "deep"
        over = answer_by_selection(high, low, prepared, self._stack, gammons, deeply, self._buffers, answer, row)
        if over:
            return self._won(as_chances(row), view)
        after = to_position(answer, position.checkers).flipped()
        turned = view.turned()
        if plies == 1 and not self._is_exact(after, turned):
            values = cube_values_of(after, turned, as_chances(row).for_opponent(), self._rules)
        else:
            values = self.actions(after, turned, swapped(gammons), plies - 1, top=False)
        best = best_value(values, turned.situation)
        return -best if view.is_money else 1 - best

    @staticmethod
    def _won(chances: Chances, view: CubeView) -> float:
        win = Win.BACKGAMMON if chances.win_backgammon > 0.5 else Win.GAMMON if chances.win_gammon > 0.5 else Win.SINGLE
        return view.won(win)


def cube_values_of(position: Position, view: CubeView, chances: Chances, rules: RuleSet) -> CubeValues:
    return cube_values(position, view, chances, rules, DEFAULT_EFFICIENCIES)


@pytest.fixture(scope="module")
def slow() -> SlowSearch:
    return SlowSearch()


@pytest.fixture
def two() -> Iterator[CubeSearcher]:
    searcher = CubeSearcher(2, threads=2)
    yield searcher
    searcher.close()


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("position", [RACE, CONTACT, ENDING], ids=["race", "contact", "ending"])
def test_one_ply_is_what_the_obvious_way_gives(slow: SlowSearch, position: Position, name: str) -> None:
    view = VIEWS[name]
    found = CubeSearcher(1, threads=1).look(position, view).values
    expected = slow.actions(position, view, GammonWeights(*view.gammon_weights), 1)
    assert found.no_double == pytest.approx(expected.no_double, abs=1e-6)
    assert found.double_pass == expected.double_pass
    if view.may_double:
        assert found.double_take == pytest.approx(expected.double_take, abs=1e-6)


@pytest.mark.parametrize("name", ["money", "Jacoby and beavers", "2 away, 4 away", "after Crawford"])
def test_two_plies_are_what_the_obvious_way_gives(slow: SlowSearch, name: str) -> None:
    # A position with few plays, so that the obvious way does not take too long.
    position = Position((0, 0, 2, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -2, -2, -2, -2, 1))
    view = VIEWS[name]
    found = CubeSearcher(2, threads=2).look(position, view).values
    expected = slow.actions(position, view, GammonWeights(*view.gammon_weights), 2)
    assert found.no_double == pytest.approx(expected.no_double, abs=1e-6)
    if view.may_double:
        assert found.double_take == pytest.approx(expected.double_take, abs=1e-6)


@pytest.mark.parametrize("name", ["money", "2 away, 4 away"])
@pytest.mark.parametrize("position", [RACE, CONTACT, ENDING], ids=["race", "contact", "ending"])
def test_with_a_deep_net_it_is_what_the_obvious_way_gives(position: Position, name: str) -> None:
    view, net = VIEWS[name], with_deep(default_net(), random_deep(3))
    found = CubeSearcher(1, net=net, threads=1).look(position, view).values
    expected = SlowSearch(net=net).actions(position, view, GammonWeights(*view.gammon_weights), 1)
    assert found.no_double == pytest.approx(expected.no_double, abs=1e-6)
    assert found.double_take == pytest.approx(expected.double_take, abs=1e-6)
    if position is not ENDING:
        without = CubeSearcher(1, threads=1).look(position, view).values
        assert abs(found.no_double - without.no_double) > 1e-3


@pytest.mark.parametrize("name", VIEWS)
def test_threads_change_nothing(two: CubeSearcher, name: str) -> None:
    one = CubeSearcher(2, threads=1)
    view = VIEWS[name]
    assert one.look(CONTACT, view) == two.look(CONTACT, view)
    assert one.weigh(CONTACT, Roll(4, 2), view) == two.weigh(CONTACT, Roll(4, 2), view)


def test_no_plies_are_the_chances_alone() -> None:
    match = Match(length=5)
    match.set_up(CONTACT, Player.BLACK)
    chances = NetEvaluator.default().chances(CONTACT)
    assert CubeSearcher(0).decide(match) == decide_cube(match, chances)


def test_the_chances_are_those_of_the_search_without_a_cube(two: CubeSearcher) -> None:
    # With the gammon weights of money play the same answers are chosen, wherever the tables are not asked.
    found = two.look(CONTACT, VIEWS["money"]).chances
    plain = Searcher(2, threads=2).chances(CONTACT)
    assert found.win == pytest.approx(plain.win, abs=1e-5)
    assert found.equity == pytest.approx(plain.equity, abs=1e-5)


def test_a_crawford_game_is_a_game_without_a_cube(two: CubeSearcher) -> None:
    decision = two.look(CONTACT, VIEWS["Crawford"])
    assert not VIEWS["Crawford"].may_double
    assert 0 < decision.values.no_double < 1


def test_gammons_do_not_matter_to_the_leader_in_the_crawford_game() -> None:
    """At double match point the best play is the one that wins most often."""
    view = CubeView.match(1, 1)
    for roll in (Roll(6, 4), Roll(3, 1), Roll(5, 5)):
        ranked = CubeSearcher(0).weigh(CONTACT, roll, view)
        assert ranked[0].chances.win == max(entry.chances.win for entry in ranked)


def test_the_best_play_comes_first_and_all_are_there(two: CubeSearcher) -> None:
    for view in VIEWS.values():
        ranked = two.weigh(CONTACT, Roll(4, 2), view)
        assert {entry.play for entry in ranked} == set(CONTACT.legal_plays(Roll(4, 2)))
        deep = [entry for entry in ranked if entry.plies == ranked[0].plies]
        assert [entry.equity for entry in deep] == sorted((entry.equity for entry in deep), reverse=True)


def test_known_endings_are_not_searched(two: CubeSearcher) -> None:
    look = two.look(ENDING, VIEWS["money"])
    assert look.plies == 0
    assert two.weigh(ENDING, Roll(6, 5), VIEWS["money"])


def test_no_play_is_an_empty_list(two: CubeSearcher) -> None:
    shut_out = Position((0, -1, 0, 3, 3, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, -2, 1))
    assert two.weigh(shut_out, Roll(5, 2), VIEWS["money"]) == []
    assert two.look(shut_out, VIEWS["money"]).chances.win > 0


@pytest.mark.parametrize("bear_off", [BearOff.REARMOST_ONLY, BearOff.EXACT_ONLY])
def test_other_rules_of_bearing_off(bear_off: BearOff) -> None:
    rules = RuleSet(bear_off=bear_off)
    view = VIEWS["money"]
    found = CubeSearcher(1, threads=1).look(ENDING, view, rules).values
    expected = SlowSearch(rules).actions(ENDING, view, GammonWeights(*view.gammon_weights), 1)
    assert found.no_double == pytest.approx(expected.no_double, abs=1e-6)


@pytest.mark.parametrize("plies", [-1, 4])
def test_other_depths_are_refused(plies: int) -> None:
    with pytest.raises(SixprimeError):
        CubeSearcher(plies)


def test_a_cube_in_the_middle_is_never_worth_less_than_the_opponents(two: CubeSearcher) -> None:
    middle = two.look(CONTACT, CubeView.money(2, NOBODYS)).values.no_double
    mine = two.look(CONTACT, CubeView.money(2, MINE)).values.no_double
    theirs = two.look(CONTACT, CubeView.money(2, THEIRS)).values.no_double
    assert theirs < middle
    assert theirs < mine
