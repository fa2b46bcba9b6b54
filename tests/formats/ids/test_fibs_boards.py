"""Board lines: as FIBS sends them to its clients, and as GNU Backgammon 1.07 sends them to another program."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, read_or_refused, situations
from sixprime import Cube, Offer, Player, Position, Roll, Win
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, InvalidId, fibs_board, from_fibs_board, from_gnubg_id
from sixprime.formats.ids.fibs_boards import parse_fibs_board

START = Position.standard()
LINE = (
    "board:You:somebody:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    ":1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)


def changed(**fields: object) -> str:
    """The line with other values, by the place of a field in it."""
    parts = LINE.split(":")
    for place, value in fields.items():
        parts[int(place.removeprefix("at_"))] = str(value)
    return ":".join(parts)


# Lines of FIBS


def test_the_line_of_the_manual() -> None:
    """O is White and plays from 24 to 1; the score is 0-1 in a match to 3, so that it is no match point yet."""
    board = parse_fibs_board(LINE)
    assert board.situation == Situation(START, WHITE, roll=Roll(6, 2), length=3, score=(0, 1))
    assert board.player is WHITE
    assert board.names == {WHITE: "You", BLACK: "somebody"}
    assert fibs_board(board.situation, names=board.names) == LINE


def test_a_player_who_runs_upwards() -> None:
    line = (
        "board:bot:cat:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
        ":1:0:0:5:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:1:0:0"
    )
    board = parse_fibs_board(line)
    assert board.situation == Situation(START, WHITE, roll=Roll(5, 1), length=5)
    assert board.player is BLACK


def test_bars_of_a_player_who_runs_upwards() -> None:
    """X has direction 1 and enters from 0, O from 25."""
    line = (
        "board:You:cat:5:0:0:-2:0:0:0:0:0:5:0:3:0:0:0:-5:4:0:0:0:-3:0:-5:0:0:0:0:2:1"
        ":-1:4:2:0:0:1:1:1:0:-1:1:25:0:0:0:2:1:2:0:0:0"
    )
    here = from_fibs_board(line)
    assert (here.on_roll, here.position.bar, here.position.opponent_bar) == (BLACK, 2, 1)
    assert here.position.points[24] == 0
    assert here.position.points[6] == 5


def test_checkers_off_and_a_cube_with_an_owner() -> None:
    line = (
        "board:a:b:2:1:1:0:0:0:-1:3:3:2:0:3:0:0:2:0:2:0:0:0:-1:-1:-2:-2:-2:-4:-2:0:0"
        ":1:5:1:0:0:2:0:1:0:1:-1:0:25:0:0:0:0:2:0:1:0"
    )
    here = from_fibs_board(line)
    assert here.cube == Cube(2, BLACK)
    assert not here.crawford  # at one all the Crawford game is over
    race = (
        "board:a:b:1:0:0:0:6:2:0:2:0:0:0:0:0:-1:0:0:-2:0:0:0:0:0:0:-3:-1:-3:-1:-4:0"
        ":1:0:0:6:2:1:1:1:0:-1:1:25:0:0:5:0:0:2:4:0:0"
    )
    bearing_off = from_fibs_board(race)
    assert (bearing_off.position.off, bearing_off.position.pips, bearing_off.position.opponent_pips) == (5, 18, 73)


def test_the_crawford_game_is_told_by_the_score() -> None:
    crawford = changed(at_3=2)
    assert from_fibs_board(crawford).crawford
    assert not from_fibs_board(changed(at_3=2, at_51=1)).crawford
    assert not from_fibs_board(changed(at_3=1, at_5=0)).crawford
    assert not from_fibs_board(changed(at_3=2, at_4=1)).crawford


def test_money_play() -> None:
    assert from_fibs_board(changed(at_3=9999)) == Situation(START, WHITE, roll=Roll(6, 2), score=(0, 1), beavers=False)
    assert from_fibs_board(changed(at_3=9999, at_52=2)).beavers is True


def test_a_double_is_told_to_the_other() -> None:
    doubled = Situation(START, BLACK, Cube(2, BLACK), offer=Offer.DOUBLE, length=9, score=(3, 2))
    line = fibs_board(doubled)
    assert line.split(":")[37:42] == ["2", "0", "1", "1", "1"]
    assert from_fibs_board(line) == doubled
    told_to_the_doubler = fibs_board(doubled, player=BLACK)
    assert told_to_the_doubler.split(":")[40] == "0"
    assert from_fibs_board(told_to_the_doubler) == replace(doubled, offer=None)


@pytest.mark.parametrize("player", Player)
def test_both_players_lines_say_the_same(player: Player) -> None:
    position = Position.of({24: 1, 25: 1, 13: 4, 6: 5, 4: 3}, {25: 2, 20: 2, 13: 3, 8: 3, 6: 2})
    here = Situation(position, BLACK, Cube(4, WHITE), Roll(3, 2), length=7, score=(1, 3))
    line = fibs_board(here, player=player, names={WHITE: "An na", BLACK: "B:ela"})
    board = parse_fibs_board(line)
    assert board.situation == here
    assert board.player is player
    assert board.names == {WHITE: "An_na", BLACK: "B_ela"}
    movable = line.split(":")[49]
    assert movable == ("2" if player is BLACK else "0")


def test_how_many_checkers_can_be_moved() -> None:
    shut_out = Position.of({25: 1, 1: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    for roll, position, movable in (
        (Roll(6, 6), shut_out, "0"),
        (Roll(1, 1), START, "4"),
        (Roll(6, 5), Position.of({3: 1}, {1: 1}), "1"),
        (Roll(6, 5), Position.of({}, {1: 1}), "0"),
    ):
        assert fibs_board(Situation(position, WHITE, roll=roll)).split(":")[49] == movable


# Lines of GNU Backgammon's external player, for positions set up by the id


BY_GNUBG = [
    ("sAGgAEAACAAE", "gnubg:root:5:4:1", "-1:4:5:4:5:1:1:1:0", "0:0", Roll(5, 4)),
    ("sAGgABAAIAAE", "gnubg:root:5:1:4", "-1:2:3:2:3:1:1:1:0", "0:0", Roll(3, 2)),
    ("MAGgAEAAEAAE", "gnubg:root:5:4:2", "-1:3:1:3:1:1:1:1:0", "1:1", Roll(3, 1)),
    ("AQGgABAAEAAE", "gnubg:root:5:1:2", "-1:0:0:0:0:2:0:1:0", "0:1", None),
    ("EQGgABAAEAAE", "gnubg:root:5:1:2", "-1:6:1:6:1:2:1:0:0", "0:1", Roll(6, 1)),
    ("MBmgABAAEAAE", "root:gnubg:5:2:1", "-1:0:0:0:0:1:1:1:1", "0:1", None),
    ("cAmgABAAEAAE", "gnubg:root:5:1:2", "1:0:0:0:0:1:1:1:0", "0:1", None),
    ("cAmrABAAEAAE", "gnubg:root:5:1:2", "1:6:2:6:2:1:1:1:0", "0:1", Roll(6, 2)),
    ("cBGgABAAEAAE", "root:gnubg:5:2:1", "1:0:0:0:0:1:1:1:1", "0:1", None),
    ("URGgABAAEAAE", "root:gnubg:5:2:1", "1:0:0:0:0:2:1:0:1", "0:1", None),
    ("cBEAAAAAAAAA", "root:gnubg:0:0:0", "1:0:0:0:0:1:1:1:1", "0:1", None),
]
BOARDS = {
    "-1": "0:-1:0:0:0:0:5:0:3:0:0:1:-6:4:0:0:0:-3:0:-5:0:0:0:1:1:0",
    "1": "0:-1:-1:0:0:0:5:0:3:0:0:0:-4:6:-1:0:0:-3:0:-5:0:0:0:0:1:0",
}


@pytest.mark.parametrize(("match_id", "head", "turn_to_double", "end", "roll"), BY_GNUBG)
def test_lines_of_gnubg(match_id: str, head: str, turn_to_double: str, end: str, roll: Roll | None) -> None:
    board = BOARDS[turn_to_double.partition(":")[0]]
    line = f"board:{head}:{board}:{turn_to_double}:1:-1:0:25:0:0:0:0:0:0:{end}"
    meant = from_gnubg_id(f"4HPkASjgc/ADIA:{match_id}")
    read = parse_fibs_board(line)
    assert read.situation == replace(meant, roll=roll, jacoby=None)
    assert read.names == {WHITE: "gnubg", BLACK: "root"}
    assert parse_fibs_board(line, gnubg=True) == read


# Faults


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "the number of fields is 2 instead of 53"),
        (LINE + ":0", "the number of fields is 54 instead of 53"),
        (changed(at_3=-1), "field 4 (the length of the match) is '-1'; allowed: 0..9999"),
        (changed(at_4="x"), "field 5 (the score) is 'x'; allowed: 0..999999999"),
        (changed(at_4=3), "the score 3-1 is not possible here"),
        (changed(at_8="1.5"), "field 9 (a point) is '1.5'; allowed: -15..15"),
        (changed(at_12=6), "not a position: the mover has 16 checkers, 15 at most"),
        (changed(at_12=4), "field 46 (the checkers off) is '0'; allowed: 1"),
        (changed(at_32=0), "the game is over"),
        (changed(at_32=2), "field 33 (the turn) is '2'; allowed: -1, 0, 1"),
        (changed(at_33=7), "field 34 (the dice) is '7'; allowed: 0, 1, 2, 3, 4, 5, 6"),
        (changed(at_33=0), "field 34 (the dice) is '0'; allowed: 1-6"),
        (changed(at_37=3), "the cube cannot show 3"),
        (changed(at_37=2, at_38=0, at_39=0), "field 40 (may double) is '0'; allowed: 1"),
        (changed(at_38=2), "field 39 (may double) is '2'; allowed: 0, 1"),
        (changed(at_40=2), "field 41 (the double) is '2'; allowed: -1, 0, 1"),
        (changed(at_41=0), "field 42 (the colour) is '0'; allowed: -1, 1"),
        (changed(at_42=0), "field 43 (the direction) is '0'; allowed: -1, 1"),
        (changed(at_45=1), "field 46 (the checkers off) is '1'; allowed: 0"),
        (changed(at_46=1), "field 47 (the checkers off) is '1'; allowed: 0"),
        (changed(at_12=0, at_7=-1), "field 46 (the checkers off) is '0'; allowed: 4"),
        (changed(at_12=4, at_25=0), "field 47 (the checkers off) is '0'; allowed: 4"),
        (changed(at_45=1, at_46=1), "not a position: a side has 1 to 15 checkers, not 16"),
        (changed(at_51=2), "field 52 (the Crawford game) is '2'; allowed: 0, 1"),
        (changed(at_3=9999, at_52=-1), "field 53 (beavers) is '-1'; allowed: 0..99"),
    ],
)
def test_what_is_wrong_is_said(line: str, why: str) -> None:
    with pytest.raises(InvalidId) as error:
        from_fibs_board(line)
    assert str(error.value) == f"FIBS board cannot be read: {why}"


def test_what_it_has_no_place_for() -> None:
    resigning = Situation(START, BLACK, resignation=Win.GAMMON, resigned_by=WHITE, length=5)
    assert IdKind.FIBS_BOARD.lost(resigning) == ("resignation", "resigned_by")
    assert IdKind.FIBS_BOARD.lost(Situation(START, None, length=5)) == ("on_roll",)
    assert IdKind.FIBS_BOARD.lost(Situation(START, BLACK, length=9999)) == ("length", "beavers")


@examples(500)
@given(situations())
def test_situations_come_back(situation: Situation) -> None:
    assert from_fibs_board(fibs_board(situation)) == kept(situation, IdKind.FIBS_BOARD)


@examples(800)
@given(st.dictionaries(st.integers(0, 52), st.sampled_from(["0", "1", "-1", "2", "", "x", "15", "-15", "9999"])))
def test_any_text_is_read_or_refused(changes: dict[int, str]) -> None:
    line = changed(**{f"at_{place}": value for place, value in changes.items()})
    situation = read_or_refused(from_fibs_board, line)
    assert situation is None or from_fibs_board(fibs_board(situation)) == situation
