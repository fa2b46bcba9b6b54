"""The formulas of the cube: against GNU Backgammon's own numbers, against slow versions, and what must always hold."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.support.chance_strategies import chances
from engine.support.gnubg_cube_vectors import cube_vectors
from engine.support.slow_cube import SlowMatch, janowski
from sixprime.core.rules import CUBE_CEILING
from sixprime.engine.chances import Chances
from sixprime.engine.cube import kernels
from sixprime.engine.cube.kernels import MINE, NO_STAKES, NOBODYS, THEIRS, CubeSituation, CubeValues, OwnerEfficiencies
from sixprime.engine.cube.live_kernels import ENDLESS, money_points
from sixprime.engine.cube.views import CubeView, as_array
from sixprime.engine.match_equity.equities import MatchEquities

CONTACT, CRASHED, RACE, ONE_SIDED, TWO_SIDED, OVER = 10, 9, 8, 6, 4, 0
OWNERS = st.sampled_from((MINE, NOBODYS, THEIRS))
CUBES = st.sampled_from((1, 2, 4, 8, 16))
EFFICIENCIES = OwnerEfficiencies(0.68, 0.68, 0.68, 0.68)


def view_of(vector: dict[str, object]) -> tuple[CubeView, Chances, float]:
    """What a vector says, and the cube's efficiency as GNU Backgammon 1.07 takes it without looking ahead."""
    cube, told, board = vector["cubeinfo"], vector["probs_0ply"], vector["board_onroll"]
    assert isinstance(cube, dict)
    assert isinstance(told, dict)
    assert isinstance(board, list)
    player, length = cube["move"], cube["matchto"]
    owner = NOBODYS if cube["cubeowner"] < 0 else MINE if cube["cubeowner"] == player else THEIRS
    if length:
        mine, theirs = length - cube["score"][player], length - cube["score"][1 - player]
        view = CubeView.match(mine, theirs, cube["cube"], owner, crawford=bool(cube["crawford"]))
    else:
        view = CubeView.money(cube["cube"], owner, jacoby=bool(cube["jacoby"]), beavers=bool(cube["beavers"]))
    pips = sum(point * checkers for point, checkers in enumerate(board, 1))
    efficiency = {
        CONTACT: 0.68,
        CRASHED: 0.68,
        RACE: min(max(0.55 + 0.00125 * pips, 0.6), 0.7),
        ONE_SIDED: 0.6,
        TWO_SIDED: 0.0,  # in matches; for money it looks them up
        OVER: 0.6,
    }[vector["gnubg_class"]]  # type: ignore[index]
    return view, Chances(told["win"], told["wg"], told["wbg"], told["lg"], told["lbg"]), efficiency


def test_gnubgs_equities_with_the_cube() -> None:
    compared = 0
    for vector in cube_vectors():
        view, chance, efficiency = view_of(vector)
        if vector["gnubg_class"] == TWO_SIDED and view.is_money:
            continue
        expected = vector["cubeful"]
        assert isinstance(expected, dict)
        values = [view.equity(value) for value in view.cube_action(chance, efficiency)]
        assert values[0] == pytest.approx(expected["nodouble"], abs=1e-5)
        assert values[1] == pytest.approx(expected["doubletake"], abs=1e-5)
        assert values[2] == pytest.approx(1)
        if not view.situation.jacoby:
            assert view.cubeless(chance) == pytest.approx(vector["cubeless_utility"], abs=3e-6)
        compared += 1
    assert compared > 100


def test_gammon_weights_against_gnubg() -> None:
    """It works in single precision and its first player's view; done so here, the numbers agree to a millionth."""
    for vector in cube_vectors():
        view, _, _ = view_of(vector)
        cube = vector["cubeinfo"]
        assert isinstance(cube, dict)
        prices = cube["gammonprice"]
        mine, theirs = prices[cube["move"]], prices[1 - cube["move"]]
        assert view.gammon_weights == pytest.approx((*mine, *theirs), abs=2.5e-6)
        if not view.is_money:
            first = view.turned() if cube["move"] else view
            assert single_precision_weights(first) == pytest.approx((*prices[0], *prices[1]), abs=1e-6)


def single_precision_weights(view: CubeView) -> tuple[float, ...]:
    single = np.float32
    cube = view.situation.cube

    def after(points: int) -> np.float32:
        return single(kernels.after_points(points, view.situation, view.stakes))

    won, lost = after(cube), after(-cube)
    centre = (won + lost) / single(2)
    if won == centre:
        return 0.0, 0.0, 0.0, 0.0
    gammon = (after(2 * cube) - centre) / (won - centre) - single(1)
    backgammon = (after(3 * cube) - centre) / (won - centre) - (gammon + single(1))
    lost_gammon = (centre - after(-2 * cube)) / (won - centre) - single(1)
    lost_backgammon = (centre - after(-3 * cube)) / (won - centre) - (lost_gammon + single(1))
    return tuple(max(float(price), 0.0) for price in (gammon, backgammon, lost_gammon, lost_backgammon))


@settings(deadline=None)
@given(chances(), OWNERS, st.floats(0, 1), st.booleans())
def test_money_equities_are_janowskis(chance: Chances, owner: int, efficiency: float, jacoby: bool) -> None:
    view = CubeView.money(2 if owner else 1, owner, jacoby=jacoby)
    expected = janowski(chance, owner, efficiency, jacoby=jacoby)
    assert view.cubeful(chance, efficiency) == pytest.approx(expected, abs=1e-9)
    taken = janowski(chance, THEIRS, efficiency)
    assert view.cube_action(chance, efficiency).double_take == pytest.approx(2 * taken, abs=1e-9)


@settings(deadline=None)
@given(chances(), st.integers(1, 30), st.integers(1, 30), CUBES, OWNERS, st.floats(0, 1))
def test_match_chances_are_those_of_the_slow_version(
    chance: Chances, away: int, opponent_away: int, cube: int, owner: int, efficiency: float
) -> None:
    view = CubeView.match(away, opponent_away, cube, owner)
    slow = SlowMatch(MatchEquities.default(), chance, away, opponent_away)
    found = kernels.cubeful(as_array(chance), view.situation, view.stakes, efficiency)
    assert found == pytest.approx(slow.value(cube, owner, efficiency), abs=1e-9)


SITUATIONS = st.one_of(
    st.builds(
        lambda cube, owner, jacoby, turns: CubeView.money(cube, owner, jacoby=jacoby, limit=cube << turns),
        CUBES,
        OWNERS,
        st.booleans(),
        st.integers(0, 6),
    ),
    st.builds(
        lambda away, opponent_away, cube, owner: CubeView.match(away, opponent_away, cube, owner),
        st.integers(1, 40),
        st.integers(1, 40),
        CUBES,
        OWNERS,
    ),
)


@settings(deadline=None)
@given(SITUATIONS, chances(), st.floats(0, 1))
def test_both_sides_agree(view: CubeView, chance: Chances, efficiency: float) -> None:
    mine = kernels.cubeful(as_array(chance), view.situation, view.stakes, efficiency)
    other = view.turned()
    theirs = kernels.cubeful(as_array(chance.for_opponent()), other.situation, other.stakes, efficiency)
    assert mine == pytest.approx(-theirs if view.is_money else 1 - theirs, abs=1e-9)
    assert other.turned().situation == view.situation
    assert view.equity(mine) == pytest.approx(-other.equity(theirs), abs=1e-6)


@settings(deadline=None)
@given(SITUATIONS, chances(), st.floats(0, 1), st.floats(0, 1))
def test_more_wins_are_never_worth_less(view: CubeView, chance: Chances, more: float, efficiency: float) -> None:
    """Gammons stay the same part of the wins and of the losses."""
    ratios = kernels.ratios_of(as_array(chance))
    better = ratios._replace(win=ratios.win + (1 - ratios.win) * more)
    worth = kernels.value_of(ratios, view.situation, view.stakes, efficiency)
    assert kernels.value_of(better, view.situation, view.stakes, efficiency) >= worth - 1e-12


@settings(deadline=None)
@given(SITUATIONS, chances(), st.floats(0, 1))
def test_values_stay_between_the_worst_and_the_best_end(view: CubeView, chance: Chances, efficiency: float) -> None:
    worth = kernels.cubeful(as_array(chance), view.situation, view.stakes, efficiency)
    worst, best = (kernels.settled(win, view.situation, view.stakes) for win in (-3, 3))
    assert worst - 1e-12 <= worth <= best + 1e-12


@settings(deadline=None)
@given(SITUATIONS, chances(gammons=False), st.floats(0, 1))
def test_the_cube_is_worth_something_to_its_owner(view: CubeView, chance: Chances, efficiency: float) -> None:
    """Without gammons, that is: with many, the formulas let a player cash who had better play on."""
    mine, nobodys, theirs = (
        kernels.cubeful(
            as_array(chance), kernels.with_cube(view.situation, view.situation.cube, owner), view.stakes, efficiency
        )
        for owner in (MINE, NOBODYS, THEIRS)
    )
    assert mine >= nobodys - 1e-9
    assert nobodys >= theirs - 1e-9


@given(chances(), st.floats(0, 1))
@settings(deadline=None)
def test_a_very_long_match_is_like_money(chance: Chances, efficiency: float) -> None:
    """It comes near slowly where nearly all games are gammons and cubes live: then they grow to the length of it."""
    match, money = CubeView.match(9000, 9000), CubeView.money()
    assert match.cubeful(chance, efficiency) == pytest.approx(money.cubeful(chance, efficiency), abs=0.04)
    assert match.cubeless(chance) == pytest.approx(money.cubeless(chance), abs=1e-3)
    assert match.gammon_weights == pytest.approx((1, 1, 1, 1), abs=1e-3)


def test_single_precision_gives_nearly_the_same() -> None:
    view = CubeView.match(5, 7)
    row = np.array([0.6, 0.2, 0.01, 0.1, 0.005])
    exact = kernels.cube_action(row, view.situation, view.stakes, EFFICIENCIES)
    rounded = kernels.cube_action(row.astype(np.float32), view.situation, view.stakes, EFFICIENCIES)
    assert rounded == pytest.approx(exact, abs=1e-6)


def test_a_limit_of_the_cube() -> None:
    even = as_array(Chances(0.7, 0, 0, 0, 0))
    at_limit = CubeView.money(64, MINE, limit=64)
    assert kernels.cubeful(even, at_limit.situation, NO_STAKES, 0.68) == pytest.approx(0.4)
    # One turn before the limit a live cube has the cash point of a dead one: three quarters.
    last = CubeView.money(32, MINE, limit=64)
    assert kernels.cubeful(even, last.situation, NO_STAKES, 1) == pytest.approx(-1 + 2 * 0.7 / 0.75)
    # Two turns before, the taker still owns a cube: 1 - 3/4 * 1/4.
    before = CubeView.money(16, MINE, limit=64)
    assert kernels.cubeful(even, before.situation, NO_STAKES, 1) == pytest.approx(-1 + 2 * 0.7 / 0.8125)
    endless = CubeView.money(2, MINE)
    assert kernels.cubeful(even, endless.situation, NO_STAKES, 1) == pytest.approx(-1 + 2 * 0.7 / 0.8)


@pytest.mark.parametrize("gammons", [0.0, 0.3, 1.0])
def test_points_of_a_limited_cube_run_into_those_of_an_endless_one(gammons: float) -> None:
    mean = 1 + gammons
    last, endless = money_points(mean, mean, ENDLESS - 1), money_points(mean, mean, 99)
    assert last == pytest.approx(endless, abs=0.012)


def test_a_limit_counts_in_matches_as_well() -> None:
    chance = as_array(Chances(0.7, 0.2, 0, 0.1, 0))
    view = CubeView.match(9, 9, 2, MINE, limit=2)
    dead = kernels.cubeless(chance, view.situation, view.stakes)
    assert kernels.cubeful(chance, view.situation, view.stakes, 0.68) == dead
    assert not view.may_double
    near, far = (CubeView.match(9, 9, 2, MINE, limit=limit) for limit in (4, CUBE_CEILING))
    values = [kernels.cubeful(chance, each.situation, each.stakes, 0.68) for each in (near, far)]
    assert dead < values[0]
    assert values[0] != values[1]


def test_who_may_double() -> None:
    assert CubeView.money().may_double
    assert CubeView.money(2, MINE).may_double
    assert not CubeView.money(2, THEIRS).may_double
    assert not CubeView.money(64, limit=64).may_double
    assert CubeView.match(2, 5).may_double
    assert not CubeView.match(1, 5).may_double
    assert CubeView.match(5, 1).may_double
    assert not CubeView.match(5, 1, crawford=True).may_double
    assert not CubeView.match(4, 9, 4, MINE).may_double


def test_the_jacoby_rule_ends_with_the_first_double() -> None:
    chance = Chances(0.5, 0.25, 0, 0.1, 0)
    view = CubeView.money(jacoby=True)
    assert view.cubeless(chance) == 0
    assert view.doubled().cubeless(chance) == pytest.approx(0.15)
    assert view.gammon_weights == (0.0, 0.0, 0.0, 0.0)
    assert kernels.settled(3, view.situation, NO_STAKES) == 1
    assert kernels.settled(-2, view.situation, NO_STAKES) == -1
    assert kernels.settled(-2, view.doubled().situation, NO_STAKES) == -2


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0.2, 0.1, 1.0), (False, True, False)),
        ((0.5, 0.6, 1.0), (True, True, False)),
        ((0.9, 1.1, 1.0), (True, False, False)),
        ((1.2, 1.6, 1.0), (False, False, False)),
        ((-0.15, -0.1, 1.0), (False, True, True)),
        ((-0.3, -0.1, 1.0), (True, True, True)),
    ],
)
def test_right_actions(values: tuple[float, float, float], expected: tuple[bool, bool, bool]) -> None:
    situation = CubeView.money(jacoby=True, beavers=True).situation
    assert kernels.right_action(CubeValues(*values), situation) == expected
    best = kernels.best_value(CubeValues(*values), situation)
    assert best == pytest.approx(max(values[0], min(values[1] * (2 if expected[2] else 1), values[2])))


def test_no_beaver_beyond_the_limit_and_none_in_matches() -> None:
    values = CubeValues(-0.3, -0.1, 1.0)
    assert not kernels.right_action(values, CubeView.money(beavers=True, limit=2).situation).beaver
    situation = CubeView.match(5, 5).situation._replace(beavers=True)
    assert not kernels.right_action(CubeValues(0.4, 0.3, 0.6), situation).beaver


def test_the_trailer_doubles_after_the_crawford_game() -> None:
    """There is nothing to lose; an even number away the leader drops for free with the worse of it."""
    view = CubeView.match(2, 1)
    values = view.cube_action(Chances(0.45, 0.12, 0, 0.12, 0), 0.68)
    action = kernels.right_action(values, view.situation)
    assert action.double
    assert action.take
    better = view.cube_action(Chances(0.52, 0.12, 0, 0.12, 0), 0.68)
    assert not kernels.right_action(better, view.situation).take


def test_kernels_are_plain_python_too() -> None:
    """What is compiled and what is written say the same."""
    view = CubeView.match(7, 9, 2, MINE)
    chance = as_array(replace(Chances(0.6, 0.2, 0.01, 0.1, 0.005)))
    plain = kernels.cube_action.py_func(  # type: ignore[attr-defined]
        chance, view.situation, view.stakes, EFFICIENCIES
    )
    assert plain == pytest.approx(kernels.cube_action(chance, view.situation, view.stakes, EFFICIENCIES), abs=1e-15)
    assert isinstance(view.situation, CubeSituation)
