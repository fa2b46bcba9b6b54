"""Take points and doubling windows, against what is printed in books and worked out by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.support.chance_strategies import chances
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.kernels import MINE, THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.cube.windows import doubling_window, doubling_windows, take_points
from sixprime.engine.match_equity.equities import MatchEquities


def test_money_without_gammons() -> None:
    points = take_points(CubeView.money())
    assert points is not None
    assert points.dead == pytest.approx(0.25)
    assert points.live == pytest.approx(0.2)
    assert points.effective == pytest.approx(0.5 / 2.34)
    window = doubling_window(CubeView.money())
    assert window is not None
    assert window.dead.double == pytest.approx(0.5)
    assert window.dead.cash == pytest.approx(0.75)
    assert window.dead.too_good is None
    assert window.live.double == pytest.approx(0.8)
    assert window.live.cash == pytest.approx(0.8)
    assert window.effective.double is not None
    assert 0.66 < window.effective.double < 0.72
    assert window.effective.take == pytest.approx(points.effective)


def test_money_with_gammons() -> None:
    """A fifth of the doubler's wins are gammons: the mean win is 1.2."""
    window = doubling_window(CubeView.money(2, MINE), Chances(0.5, 0.1, 0, 0, 0))
    assert window is not None
    assert window.dead.take == pytest.approx(1 - 1.5 / 2.2)
    assert window.live.take == pytest.approx(1 - 2 / 2.7)
    assert window.dead.double == pytest.approx(1 / 2.2)
    assert window.dead.too_good == pytest.approx(2 / 2.2)
    assert window.live.too_good == pytest.approx(window.live.cash)


def test_the_jacoby_rule_opens_the_window_earlier() -> None:
    """With a dead cube from (L - 0.5) / (W + L - 1) on, by Janowski."""
    gammonish = Chances(0.5, 0.2, 0, 0.1, 0)
    plain, jacoby = (doubling_window(CubeView.money(jacoby=rule), gammonish) for rule in (False, True))
    assert plain is not None
    assert jacoby is not None
    assert plain.dead.double == pytest.approx(1.2 / 2.6)
    assert jacoby.dead.double == pytest.approx(0.7 / 1.6)
    assert jacoby.dead.too_good is None


def test_both_sides() -> None:
    mine, theirs = doubling_windows(CubeView.match(3, 5))
    assert mine is not None
    assert theirs is not None
    # The taker of the first double is 5 away against 3, of the other one 3 against 5.
    equities = MatchEquities.default()
    assert mine.dead.take == pytest.approx(dead_take_point(equities, 5, 3))
    assert theirs.dead.take == pytest.approx(dead_take_point(equities, 3, 5))
    assert doubling_windows(CubeView.match(1, 3, crawford=True)) == (None, None)
    assert doubling_window(CubeView.money(2, THEIRS)) is None
    assert take_points(CubeView.money(2, MINE)) is None


def dead_take_point(equities: MatchEquities, away: int, opponent_away: int) -> float:
    dropped = equities.after(-1, away, opponent_away)
    lost, won = (equities.after(points, away, opponent_away) for points in (-2, 2))
    return (dropped - lost) / (won - lost)


def test_two_away_each() -> None:
    """The first double is for the match: the drop point is what 2 away to 1 away is worth."""
    window = doubling_window(CubeView.match(2, 2))
    assert window is not None
    assert window.dead.take == window.live.take == pytest.approx(0.32264)


def test_after_the_crawford_game_the_trailer_has_nothing_to_lose() -> None:
    window = doubling_window(CubeView.match(3, 1))
    assert window is not None
    assert window.effective.double == 0
    assert take_points(CubeView.match(3, 1)) is None
    points = take_points(CubeView.match(1, 3))
    assert points is not None
    assert points.dead == pytest.approx(1 - 0.48803 / 0.5)


VIEWS = st.one_of(
    st.just(CubeView.money()),
    st.just(CubeView.money(2, MINE)),
    st.builds(lambda away, other: CubeView.match(away, other), st.integers(2, 15), st.integers(1, 15)),
)


@settings(deadline=None, max_examples=50)
@given(VIEWS, chances(), st.floats(0.001, 0.999))
def test_windows_say_the_same_as_decisions(view: CubeView, like: Chances, win: float) -> None:
    """At any chance to win with the same part of gammons, the decision is the one that the window tells."""
    if not 0.01 < like.win < 0.99:
        return
    more, less = win / like.win, (1 - win) / (1 - like.win)
    chance = Chances(
        win,
        like.win_gammon * more,
        like.win_backgammon * more,
        like.lose_gammon * less,
        like.lose_backgammon * less,
    )
    window = doubling_window(view, like, efficiency=0.68)
    assert window is not None
    points = window.effective
    if any(point is not None and abs(win - point) < 1e-6 for point in (points.double, points.cash, points.too_good)):
        return
    decision = CubeDecision.from_values(view.cube_action(chance, 0.68), view)
    if abs(decision.double_take - decision.double_pass) > 1e-9:
        assert decision.take == (win < points.cash)
    if abs(decision.no_double - decision.doubled) > 1e-9 and points.double is not None:
        assert decision.double == (points.double < win and (points.too_good is None or win < points.too_good))
