"""Each preset against its sheet, option by option: first as it is written, then as it plays.

What a sheet says is written down here once more, apart from the presets, so that neither can drift unseen.
"""

from dataclasses import dataclass

import pytest
from at_the_board import BLACK, WHITE, after, game_from, opened, plays, why_refused, win_game, won_by_white

from sixprime import PRESETS, Action, Cube, Match, Position, RecordedDice, RuleSet, Win


@dataclass(frozen=True)
class Sheet:
    """What a sheet says on the points on which the sheets differ."""

    bear_off: str = "standard"
    triple_win: str = "winners-home"
    highest_cube: int | None = None
    """None: the sheet names no end; 1: the sheet has no cube."""
    tie_doubles: bool = False
    beavers: bool = False
    jacoby: bool = False
    crawford: bool = False


SHEETS = {
    "standard": Sheet(crawford=True),
    "000-de": Sheet(),
    "000-fr": Sheet(),
    "000-it": Sheet(bear_off="exact-only"),
    "001-hu": Sheet(highest_cube=64),
    "001-hu-optional": Sheet(highest_cube=64, tie_doubles=True, beavers=True, jacoby=True),
    "002-it": Sheet(highest_cube=32),
    "003-de": Sheet(bear_off="rearmost-only", triple_win="outside-home", highest_cube=64),
    "004-fr": Sheet(highest_cube=1),
}

each_preset = pytest.mark.parametrize(("name", "sheet"), SHEETS.items(), ids=SHEETS)


def test_preset_for_each_sheet_and_no_other() -> None:
    assert set(PRESETS) == set(SHEETS)


@each_preset
def test_preset_has_the_options_of_its_sheet(name: str, sheet: Sheet) -> None:
    assert RuleSet.preset(name).to_json() == {
        "opening_tie": "automatic-double" if sheet.tie_doubles else "reroll",
        "automatic_double_limit": 1 if sheet.tie_doubles else None,
        "bear_off": sheet.bear_off,
        "triple_win": sheet.triple_win,
        "cube": sheet.highest_cube != 1,
        "cube_limit": sheet.highest_cube if sheet.highest_cube != 1 else None,
        "beavers": sheet.beavers,
        "raccoons": False,
        "jacoby": sheet.jacoby,
        "crawford": sheet.crawford,
        "start": "standard",
        "stake": "1",
    }


@each_preset
def test_preset_tie_in_the_opening(name: str, sheet: Sheet) -> None:
    match = Match(RuleSet.preset(name))
    for _ in range(2):  # 001 names the 2 only: a second tie changes nothing
        match.open(RecordedDice(["33"]))
        assert match.state.cube == Cube(2 if sheet.tie_doubles else 1, None)
    match.open(RecordedDice(["31"]))
    assert match.to_act is WHITE


@each_preset
def test_preset_bearing_off(name: str, sheet: Sheet) -> None:
    rules = RuleSet.preset(name)
    # A 4 with checkers on 4 and, behind it, on 6. Black is far away.
    somebody_behind = Position.of({6: 2, 4: 2, 3: 2}, {6: 15})
    if sheet.bear_off == "rearmost-only":
        assert "must be borne off first" in why_refused(somebody_behind, "43", "4/off", rules)
    else:
        assert "4/off 3/off" in plays(somebody_behind, "43", rules)
    # A 6 and a 5 with nobody higher than 4.
    nobody_higher = Position.of({4: 3, 2: 3}, {6: 15})
    assert plays(nobody_higher, "65", rules) == (set() if sheet.bear_off == "exact-only" else {"4/off(2)"})
    # The second die bears off once the first has brought the last checker home, by every sheet.
    last_one_outside = Position.of({8: 1, 6: 1, 5: 1}, {6: 15})
    assert after(last_one_outside, "62", "8/6 6/off", rules).off == last_one_outside.off + 1


@each_preset
def test_preset_how_much_a_win_counts(name: str, sheet: Sheet) -> None:
    # The cube stands at 2 and has been turned, but where there is none.
    cube = Cube(1) if sheet.highest_cube == 1 else Cube(2, BLACK)
    outside = sheet.triple_win == "outside-home"
    for loser, times in (
        ({6: 14}, 1),  # all home, one borne off
        ({6: 15}, 2),  # all home, none borne off
        ({7: 1, 6: 14}, 3 if outside else 2),  # none borne off, one just outside the own home
        ({18: 1, 6: 14}, 3 if outside else 2),  # none borne off, one just outside the winner's home
        ({19: 1, 6: 14}, 3),  # none borne off, one in the winner's home
        ({25: 1, 6: 14}, 3),  # none borne off, one on the bar
        ({25: 1, 6: 12}, 3 if outside else 1),  # two borne off, one on the bar
    ):
        assert won_by_white(loser, RuleSet.preset(name), cube=cube).points == times * cube.value, loser


@each_preset
def test_preset_height_of_the_cube(name: str, sheet: Sheet) -> None:
    rules = RuleSet.preset(name)

    def may_double(cube: Cube) -> bool:
        return Action.DOUBLE in game_from(Position.standard(), rules, cube=cube).actions(WHITE)

    if sheet.highest_cube == 1:
        assert not may_double(Cube(1))
        return
    assert may_double(Cube(1))
    for value in (2, 4, 8, 16, 32, 64):
        if sheet.highest_cube is None or value <= sheet.highest_cube:
            assert may_double(Cube(value, WHITE)) == (sheet.highest_cube is None or value < sheet.highest_cube)


@each_preset
def test_preset_beavers_and_jacoby(name: str, sheet: Sheet) -> None:
    rules = RuleSet.preset(name)
    assert won_by_white({6: 15}, rules).points == (1 if sheet.jacoby else 2)
    if sheet.highest_cube != 1:
        match = opened(rules)
        match.double()
        assert (Action.BEAVER in match.actions(WHITE)) is sheet.beavers


@each_preset
def test_preset_crawford_rule(name: str, sheet: Sheet) -> None:
    match = Match(RuleSet.preset(name), length=3)
    win_game(match, WHITE, Win.GAMMON)
    assert match.state.is_crawford is sheet.crawford
