"""The formulas of the drills, against published examples, exact sums and the engine's own tables."""

from __future__ import annotations

from random import Random

import pytest

from sixprime.core import Position
from sixprime.engine.cube.kernels import THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.cube.windows import take_points
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.practice.drills.equity_formulas import gammon_value, janowski, neil, neils_number, take_point
from sixprime.practice.drills.pip_counts import clusters, half_crossovers
from sixprime.practice.drills.pips import played_position, working
from sixprime.practice.drills.race_formulas import KeithCount, RaceAction, Rule62, keith_count, keith_penalty


def test_all_ways_to_count_pips_give_the_same_number() -> None:
    for seed in range(200):
        position = played_position(Random(seed), seed % 60)
        assert half_crossovers(position).pips == position.pips
        assert sum(part.pips for part in clusters(position)) == position.pips
        assert all(abs(part.rest) <= part.checkers / 2 for part in clusters(position))


def test_sums_are_written_as_people_write_them() -> None:
    _, by_halves, by_clusters = working(Position.of({6: 4, 4: 4, 2: 5}, {6: 1}))
    assert "3×(\N{MINUS SIGN}5) + 5×13 = 50" in str(by_halves)
    assert str(by_clusters) == "By clusters: (13×4 \N{MINUS SIGN} 2) = 50."
    assert str(working(Position.of({4: 2, 5: 2, 6: 2}, {6: 1}))[2]) == "By clusters: 6×5 = 30."


def test_half_crossovers_of_the_start_are_as_zare_counts_them() -> None:
    """Two on 24 need 6 each, five on 13 need 3 each, three on 8 one each: 30, times 3, and 75; 7 high less 5 low."""
    count = half_crossovers(Position.standard())
    assert (count.crossovers, 3 * count.crossovers + 75, count.pips) == (30, 165, 167)


def test_a_five_prime_is_ten_times_its_middle() -> None:
    """Kissane's first reference position: the points 4 to 8."""
    (cluster,) = clusters(Position.of({4: 2, 5: 2, 6: 2, 7: 2, 8: 2}, {6: 1}))
    assert (cluster.checkers, cluster.point, cluster.rest, cluster.pips) == (10, 6, 0, 60)


def test_keith_count_adds_for_gaps_and_stacks_and_a_seventh() -> None:
    assert keith_penalty(Position.of({6: 3, 5: 3, 4: 3, 3: 3, 2: 1, 1: 1}, {6: 1})) == 0
    assert keith_penalty(Position.of({6: 2, 5: 2, 4: 2, 3: 5, 2: 2, 1: 2}, {6: 1})) == 2 + 1 + 2
    assert keith_penalty(Position.of({3: 1}, {6: 1})) == 3
    count = keith_count(Position.of({6: 4, 5: 4, 4: 4, 3: 3}, {7: 1, 6: 5, 5: 5, 4: 4}))
    assert (count.doubler, count.raised, count.opponent) == (69, 78, 78)


@pytest.mark.parametrize(
    ("lead", "double", "redouble"),
    [
        (5, RaceAction.NO_DOUBLE, RaceAction.NO_DOUBLE),
        (4, RaceAction.DOUBLE_TAKE, RaceAction.NO_DOUBLE),
        (3, RaceAction.DOUBLE_TAKE, RaceAction.DOUBLE_TAKE),
        (2, RaceAction.DOUBLE_TAKE, RaceAction.DOUBLE_TAKE),
        (1, RaceAction.DOUBLE_PASS, RaceAction.DOUBLE_PASS),
    ],
)
def test_keith_doubles_at_four_redoubles_at_three_takes_at_two(
    lead: int, double: RaceAction, redouble: RaceAction
) -> None:
    count = KeithCount(70, 80 - lead)
    assert count.lead == lead
    assert (count.action(), count.action(redouble=True)) == (double, redouble)


def test_rule_62_for_a_hundred_pips_is_8_9_12() -> None:
    """Eight behind is a double, nine a redouble, twelve too many: the old rule of per cents."""
    assert [Rule62(100, behind).action() for behind in (7, 8, 11, 12)] == [
        RaceAction.NO_DOUBLE,
        RaceAction.DOUBLE_TAKE,
        RaceAction.DOUBLE_TAKE,
        RaceAction.DOUBLE_PASS,
    ]
    assert Rule62(100, 8).action(redouble=True) is RaceAction.NO_DOUBLE
    assert Rule62(100, 9).action(redouble=True) is RaceAction.DOUBLE_TAKE
    assert [Rule62(pips, 0).last_take for pips in (33, 40, 47, 54, 61, 62, 63, 70, 71)] == [4, 5, 6, 7, 8, 8, 8, 8, 9]


def test_rules_for_match_equities_give_their_published_examples() -> None:
    assert round(100 * janowski(3, 8)) == 80
    assert round(100 * janowski(2, 5), 1) == 73.2
    assert neil(4, 7) == pytest.approx(0.695)
    assert [neils_number(away) for away in (2, 3, 4, 5, 6, 8, 11, 15, 20)] == [10, 10, 9, 8, 7, 6, 5, 4, 4]


def test_rules_for_match_equities_are_near_the_table() -> None:
    table = MatchEquities.default()
    for away in range(3, 12):
        for other in range(3, 12):
            chance = table.chance(away, other)
            assert neil(away, other) == pytest.approx(1 - neil(other, away))
            assert abs(neil(away, other) - chance) < 0.04
            assert abs(janowski(away, other) - chance) < 0.04


def test_take_points_are_those_of_a_dead_cube() -> None:
    for away in range(2, 10):
        for other in range(2, 10):
            for cube in (1, 2):
                if cube >= min(away, other):
                    continue
                view = CubeView.match(away, other, cube, 0 if cube == 1 else THEIRS)
                expected = take_points(view)
                assert expected is not None
                assert take_point(away, other, cube).chance == pytest.approx(expected.dead, abs=1e-6)


def test_gammon_values_are_those_of_the_score() -> None:
    for away, other, cube in ((4, 4, 2), (5, 3, 1), (2, 4, 1), (7, 7, 2)):
        expected = CubeView.match(away, other, cube, 0 if cube == 1 else THEIRS).gammon_values.win_gammon
        assert gammon_value(away, other, cube) == pytest.approx(expected, abs=1e-6)


def test_gammons_raise_the_take_point() -> None:
    assert take_point(5, 5, 1, 0.25).chance > take_point(5, 5, 1).chance
    # Where the doubled cube decides the match, a gammon costs nothing more.
    assert take_point(5, 2, 1, 0.25).chance == pytest.approx(take_point(5, 2, 1).chance)
