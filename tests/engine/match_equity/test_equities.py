"""Match equities: look-ups to the last digit, scores that no table has, unequal players, tables by name."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import not_here
from sixprime.core.rules import STANDARD, RuleSet
from sixprime.engine.match_equity.equities import SYSTEM_FOLDERS, MatchEquities, equity_unit
from sixprime.engine.match_equity.tables import EquityTable, InvalidEquities

AWAYS = st.integers(1, 80)

LOOK_UPS = {
    "kazaross-xg2": (0.67736, 0.59947, 0.64795, 0.69924, 0.48803, 0.32264, 0.31002),
    "rockwell-kazaross": (0.676888, 0.598994, 0.647713, 0.699664, 0.487677, 0.323112, 0.310299),
    "g11": (0.68145, 0.59964, 0.65026, 0.70186, 0.48811, 0.3177, 0.30588),
    "woolsey": (0.70, 0.60, 0.66, 0.70, 0.485, 0.30, 0.296),
    "snowie": (0.685, 0.594, 0.645, 0.69, 0.485, 0.315, 0.305),
    "jacobs": (0.69, 0.603, 0.654, 0.704, 0.489, 0.312, 0.308),
}


def test_the_default_table() -> None:
    equities = MatchEquities.default()
    assert equities is MatchEquities.named("Kazaross-XG2")
    assert equities.length == 25
    assert "Kazaross" in equities.name
    assert "Neil Kazaross" in equities.table.credit
    assert MatchEquities.names()[0] == "kazaross-xg2"


@pytest.mark.parametrize("name", LOOK_UPS)
def test_look_ups(name: str) -> None:
    if name not in MatchEquities.names():
        not_here("GNU Backgammon's match equity tables are not installed: sudo apt install gnubg-data")
    equities = MatchEquities.named(name)
    before = [equities.chance(*score) for score in ((1, 2), (2, 3), (3, 5), (4, 7))]
    after = [equities.chance(away, 1, crawford_over=True) for away in (2, 3, 4)]
    assert (*before, *after) == LOOK_UPS[name]


def folder() -> Path:
    for place in SYSTEM_FOLDERS:
        if place.is_dir():
            return place
    return not_here("GNU Backgammon's match equity tables are not installed: sudo apt install gnubg-data")


def test_every_table_of_gnubg_loads() -> None:
    paths = [path for path in sorted(folder().glob("*.xml")) if path.stem != "catalog"]
    assert len(paths) >= 12
    for path in paths:
        equities = MatchEquities.load(path)
        assert equities.name
        assert equities.length in (15, 25, 64)
        for away in (1, 2, 3, 7, 15, 16, 25, 26, 64, 65):
            for opponent_away in range(1, 66):
                chance = equities.chance(away, opponent_away)
                assert 0 < chance < 1
                other = equities.chance(opponent_away, away, first=False)
                assert chance + other == pytest.approx(1, abs=1e-12)


def test_unequal_players() -> None:
    if "jac100" not in MatchEquities.names():
        not_here("GNU Backgammon's match equity tables are not installed: sudo apt install gnubg-data")
    equities = MatchEquities.named("jac100")
    assert equities.chance(1, 1) == 0.52
    assert equities.chance(1, 1, first=False) == pytest.approx(0.48)
    assert equities.chance(3, 1, crawford_over=True) == 0.335
    assert equities.chance(3, 1, crawford_over=True, first=False) == 0.285
    assert equities.chance(1, 3, crawford_over=True) == 1 - 0.285
    stakes = equities.stakes(3, 3)
    assert stakes[3 + 2] == equities.after(2, 3, 3) == equities.chance(1, 3)
    assert equities.after(-2, 3, 3) == equities.chance(3, 1)
    assert equities.after(2, 3, 3, first=False) == pytest.approx(1 - equities.after(-2, 3, 3))


@given(AWAYS, AWAYS)
def test_chances_of_both_sides_add_up(away: int, opponent_away: int) -> None:
    equities = MatchEquities.default()
    for over in (False, True):
        chance = equities.chance(away, opponent_away, crawford_over=over)
        assert chance + equities.chance(opponent_away, away, crawford_over=over) == pytest.approx(1, abs=1e-9)
        assert 0 < chance < 1


def test_points_are_worth_something() -> None:
    """A point more is never worse, but where the figures of a table meet those that are worked out."""
    equities = MatchEquities.default()
    for away in range(2, 60):
        for opponent_away in range(2, 60):
            if {away - 1, opponent_away} & {25} or away == 26:
                continue
            assert equities.chance(away - 1, opponent_away) > equities.chance(away, opponent_away)


def test_distant_scores_are_worked_out() -> None:
    """The figures are GNU Backgammon's, which does the same."""
    equities = MatchEquities.default()
    assert equities.chance(1, 26) == pytest.approx(0.9991792, abs=1e-7)
    assert equities.chance(41, 53) == pytest.approx(0.7578079, abs=1e-6)
    assert equities.chance(26, 1, crawford_over=True) == pytest.approx(0.125 * 0.00303 + 0.375 * 0.00182)
    assert equities.chance(9999, 9999) == 0.5
    assert equities.chance(9000, 9999) > 0.99
    assert equities.chance(9999, 1, crawford_over=True) < 1e-20


def test_the_end_of_a_match() -> None:
    equities = MatchEquities.default()
    assert equities.chance(0, 3) == 1
    assert equities.chance(-2, 0) == 1
    assert equities.chance(3, 0) == 0
    assert equities.after(3, 2, 5) == 1
    assert equities.after(-8, 2, 5) == 0


def test_the_crawford_game_and_what_follows() -> None:
    equities = MatchEquities.default()
    # In the Crawford game and after it, a point leads to the games after it.
    assert equities.after(1, 3, 1, crawford=True) == 0.48803
    assert equities.after(1, 3, 1) == 0.48803
    assert equities.after(2, 3, 1) == 0.5
    # Who becomes 1 away in this game has the Crawford game before him.
    assert equities.after(1, 2, 3) == equities.chance(1, 3) == 0.75076
    assert equities.after(-2, 4, 3) == equities.chance(4, 1)


def test_without_the_crawford_rule() -> None:
    equities = MatchEquities.default().without_crawford()
    assert equities.without_crawford() is equities
    assert equities.chance(3, 1) == 0.32264
    assert equities.after(1, 2, 3) == 1 - 0.32264
    assert equities.chance(3, 5) == MatchEquities.default().chance(3, 5)


def test_without_a_cube_each_game_is_a_throw_with_gammons() -> None:
    """The trailer at 2 away, 1 away wins both games, or the first by a gammon; nobody can double."""
    equities = MatchEquities.default().under(RuleSet(cube=False, crawford=False))
    assert equities.chance(2, 1) == pytest.approx(0.5 * 0.272 + 0.5 * 0.728 * 0.5)
    assert equities.after(1, 2, 2) == equities.chance(1, 2) == pytest.approx(1 - equities.chance(2, 1))
    assert equities.chance(7, 7) == pytest.approx(0.5)
    assert equities.chance(4, 1, crawford_over=True) == equities.chance(4, 1)
    assert 0 < equities.chance(30, 20) < equities.chance(20, 20) == pytest.approx(0.5)
    assert MatchEquities.default().under(RuleSet(cube=False)) is equities


def test_the_table_under_rules() -> None:
    default = MatchEquities.default()
    assert default.under(STANDARD) is default
    assert default.under(RuleSet(crawford=False)) is default.without_crawford()
    assert default.without_crawford().under(STANDARD) is default.without_crawford()


def test_the_unit_of_equities_is_what_the_cube_decides_wherever_the_crawford_rule_is_played() -> None:
    equities = MatchEquities.default()
    for away in range(1, 26):
        for opponent_away in range(1, 26):
            for cube in (1, 2, 4, 8):
                for crawford in {False, min(away, opponent_away) == 1}:
                    won, lost, won_twice, lost_twice = (
                        equities.after(times * cube, away, opponent_away, crawford=crawford) for times in (1, -1, 2, -2)
                    )
                    assert equity_unit(won, lost, won_twice, lost_twice) == (won - lost) / 2


def test_stakes_hold_every_end_of_a_game() -> None:
    equities = MatchEquities.default()
    for away, opponent_away, crawford in ((4, 6, False), (1, 3, True), (1, 3, False), (30, 2, False)):
        stakes = equities.stakes(away, opponent_away, crawford=crawford)
        assert len(stakes) == away + opponent_away + 1
        assert stakes[0] == 0
        assert stakes[-1] == 1
        assert not stakes.flags.writeable
        for points in range(-opponent_away, away + 1):
            expected = equities.after(points, away, opponent_away, crawford=crawford)
            assert stakes[opponent_away + points] == expected
    assert equities.stakes(4, 6) is equities.stakes(4, 6)


def test_names_and_scores_that_do_not_exist(tmp_path: Path) -> None:
    for name in ("nothing", str(tmp_path), "a\0b", ""):
        with pytest.raises(InvalidEquities, match="there is no match equity table"):
            MatchEquities.named(name)
    with pytest.raises(InvalidEquities, match="points away"):
        MatchEquities.default().chance(10_000, 1)
    with pytest.raises(InvalidEquities, match="points away"):
        MatchEquities.default().chance(3, True)


def test_a_table_by_path(tmp_path: Path) -> None:
    path = tmp_path / "coin.xml"
    path.write_text(
        "<met><info><name>A coin</name><description/><length>1</length></info>"
        "<pre-crawford-table><row><me>0.5</me></row></pre-crawford-table>"
        "<post-crawford-table><row><me>0.5</me></row></post-crawford-table></met>"
    )
    equities = MatchEquities.named(str(path))
    assert (equities.name, equities.length) == ("A coin", 1)
    assert equities.chance(2, 2) == 0.5
    # After the Crawford game the trailer wins two points a game, or four.
    assert equities.chance(3, 1, crawford_over=True) == 0.25 * 0.5 + 0.75 * 0.5 * 0.5
    assert repr(equities) == "<MatchEquities 'A coin' to 1>"


def test_the_row_after_the_crawford_game_by_hand() -> None:
    table = EquityTable("", "", ((0.5,),), ((0.5,), (0.5,)))
    equities = MatchEquities(table)
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    two = half - Fraction(15, 1000)
    three = half * (quarter + (1 - quarter) * half)
    four = half * (quarter + (1 - quarter) * two) - Fraction(4, 1000)
    five = half * (quarter * half + (1 - quarter) * three)
    for away, expected in ((2, two), (3, three), (4, four), (5, five)):
        assert equities.chance(away, 1, crawford_over=True) == pytest.approx(float(expected), abs=1e-12)
