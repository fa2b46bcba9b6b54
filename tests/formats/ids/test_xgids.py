"""XGIDs. Beside each stands the id that GNU Backgammon 1.07 gave when it had read the XGID."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, read_or_refused, situations
from sixprime import Cube, Offer, Position, Roll, Win
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, InvalidId, from_gnubg_id, from_xgid, xgid

START = Position.standard()
BOARD = "-b----E-C---eE---c-e----B-"

# X on roll: GNU Backgammon leaves the players where they are.
X_ON_ROLL = [
    ("-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10", "4HPwATDgc/ABMA:cAkbAAAAAAAE"),
    ("-ba--BD-C---cD---cAd-b--A-:0:0:1:00:5:2:0:7:10", "mOfgADSw5+BBIA:cAngACAAKAAE"),
    ("-ba--BD-C---cD---cAd-b--A-:1:-1:1:52:0:10:0:11:10", "mOfgADSw5+BBIA:QYlqAaAAAAAE"),
    ("-ba--BD-C---cD---cAd-b--A-:2:1:1:00:23:24:0:25:10", "mOfgADSw5+BBIA:UgkgA4ABuAAE"),
    ("a----BE-C---dC---c-e-b---B:0:0:1:00:4:1:1:5:10", "mM/BA0Cwz8EBYA:8AmgABAAIAAE"),
    ("a----BE-C---dC---c-e-b---B:0:0:1:00:4:4:0:5:10", "mM/BA0Cwz8EBYA:cAmgAEAAIAAE"),
    ("-ba--BD-C---cD---cAd-b--A-:0:0:1:00:32:100:0:0:10", "mOfgADSw5+BBIA:cAkAAEAGAAEE"),
]
# O on roll: it has swapped them, so that O is its player 1.
O_ON_ROLL = [
    ("-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:1:0:10", "4HPwATDgc/ABMA:cIkFAAAAAAAA"),
    ("-bb---D-C---dD---c-d---BB-:0:0:-1:00:0:0:0:7:10", "4Dl4ADbgOXgANg:cAngAAAAAAAE"),
    ("-a--B-DaC---dC---c-db--AB-:0:0:-1:00:5:2:0:7:10", "mOfgADSw5+BBIA:cAngAFAAEAAE"),
    ("b---B-E-C---cD---c-eb----A:6:1:-1:64:0:0:0:0:10", "mM/BA0Cwz8EBYA:RgkTAAAAAAAE"),
    ("-AB--C-------------b-a--c-:1:0:-1:00:0:0:1:0:10", "jQMAgCMDAAAAAA:cQkAAAAAAAAA"),
    ("-AB--C-------------b-a--c-:0:0:-1:21:0:0:0:1:10", "jQMAgCMDAAAAAA:cAklAAAAAAAE"),
]


@pytest.mark.parametrize(("written", "by_gnubg"), X_ON_ROLL + O_ON_ROLL)
def test_as_gnubg_reads_it(written: str, by_gnubg: str) -> None:
    situation = from_xgid(written)
    meant = from_gnubg_id(by_gnubg)
    if (written, by_gnubg) in O_ON_ROLL:
        meant = meant.with_colours_swapped()
    assert kept(situation, IdKind.GNUBG_ID) == meant
    assert xgid(situation) == f"XGID={written}"


def test_the_start() -> None:
    here = from_xgid(f"XGID={BOARD}:0:0:1:00:0:0:0:0:10")
    assert here == Situation(START, BLACK, jacoby=False, beavers=False)
    assert xgid(Situation(START, None)) == xgid(Situation(START, BLACK))


def test_the_board_is_not_turned_round() -> None:
    board = "b-A-BaC-D---cB---bBcbb--A-"
    o_on_roll = from_xgid(f"XGID={board}:0:0:-1:52:0:0:1:0:10")
    assert (o_on_roll.on_roll, o_on_roll.position.bar, o_on_roll.position.opponent_bar) == (WHITE, 2, 0)
    assert o_on_roll.jacoby is True
    x_on_roll = from_xgid(f"XGID={board}:0:0:1:52:0:0:1:0:10")
    assert x_on_roll.position == o_on_roll.position.flipped()


@pytest.mark.parametrize(
    ("fields", "situation"),
    [
        ("1:1:1:31:0:0:0:0:10", Situation(START, BLACK, Cube(2, BLACK), Roll(3, 1), jacoby=False, beavers=False)),
        ("5:-1:-1:00:3:8:3:0:10", Situation(START, WHITE, Cube(32, WHITE), score=(8, 3), jacoby=True, beavers=True)),
        ("0:0:1:00:0:0:2:0:6", Situation(START, BLACK, jacoby=False, beavers=True, cube_limit=64)),
        ("0:0:1:D:1:0:0:3:10", Situation(START, BLACK, offer=Offer.DOUBLE, length=3, score=(0, 1))),
        ("1:-1:-1:D:1:3:0:7:10", Situation(START, WHITE, Cube(2, WHITE), offer=Offer.DOUBLE, length=7, score=(3, 1))),
        ("0:0:1:B:0:0:3:0:10", Situation(START, BLACK, offer=Offer.BEAVER, jacoby=True, beavers=True)),
        ("0:0:-1:R:0:0:2:0:10", Situation(START, WHITE, offer=Offer.RACCOON, jacoby=False, beavers=True)),
        ("0:0:1:00:2:6:1:7:10", Situation(START, BLACK, length=7, score=(6, 2), crawford=True)),
        ("0:0:1:00:2:6:0:7:10", Situation(START, BLACK, length=7, score=(6, 2))),
    ],
)  # fmt: skip
def test_every_field(fields: str, situation: Situation) -> None:
    assert from_xgid(f"{BOARD}:{fields}") == situation
    assert xgid(situation) == f"XGID={BOARD}:{fields}"


@pytest.mark.parametrize(
    ("fields", "cube"),
    [
        ("1:-1:1:D:0:0:0:5:10", Cube()),
        ("2:-1:1:D:0:0:0:5:10", Cube(2, BLACK)),
        ("1:1:-1:D:0:3:0:7:10", Cube()),
        ("1:1:1:D:0:0:0:5:10", Cube(2, BLACK)),
        ("1:0:1:D:0:0:0:5:10", Cube(2)),
    ],
)
def test_a_doubled_cube_may_have_been_turned_already(fields: str, cube: Cube) -> None:
    """Only who may turn the cube can double: a cube on the other side shows already what it will."""
    here = from_xgid(f"{BOARD}:{fields}")
    assert (here.cube, here.offer) == (cube, Offer.DOUBLE)


def test_forms_that_are_accepted() -> None:
    plain = from_xgid(f"{BOARD}:0:0:1:31:0:0:0:7:10")
    for written in (
        f"XGID={BOARD}:0:0:1:31:0:0:0:7:10",
        f"xgid={BOARD}:0:0:1:31:0:0:0:7:10",
        f"  XGID: {BOARD}:0:0:1:31:0:0:0:7:10\n",
        f"XGID{BOARD}:0:0:1:31:0:0:0:7:10",
        f"{BOARD}:0:0:1:31:0:0:0:7",
        f"{BOARD}:0:0:1:31:0:0:0:7:0",
        f"{BOARD}:0:0:1:13:0:0:0:7:10",
    ):
        assert from_xgid(written) == plain
    crawford_to_one = from_xgid(f"{BOARD}:0:0:1:31:0:0:1:1:10")
    assert not crawford_to_one.crawford


def test_what_it_has_no_place_for() -> None:
    resigning = Situation(START, BLACK, resignation=Win.GAMMON, resigned_by=WHITE, length=5)
    assert IdKind.XGID.lost(resigning) == ("resignation", "resigned_by")
    assert IdKind.XGID.lost(Situation(START, None, length=5)) == ("on_roll",)
    assert IdKind.XGID.lost(Situation(START, BLACK, length=5, cube_limit=1024)) == ("cube_limit",)
    assert IdKind.XGID.lost(Situation(START, BLACK)) == ("jacoby", "beavers")
    assert IdKind.XGID.lost(Situation(Position.hypergammon(), BLACK, length=5)) == ("position",)
    assert from_xgid(xgid(Situation(Position.hypergammon(), BLACK)), checkers=3).position == Position.hypergammon()


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "the number of fields is 1 instead of 9-10"),
        (f"{BOARD}:0:0:1:00:0:0:0:0:10:7", "the number of fields is 11 instead of 9-10"),
        (f"{BOARD[1:]}:0:0:1:00:0:0:0:0:10", "its board has 25 characters instead of 26"),
        ("-b--0-E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "character 5 is '0'; allowed: - A-P a-p"),
        ("-b----E-C---eE---c-e----Q-:0:0:1:00:0:0:0:0:10", "character 25 is 'Q'; allowed: - A-P a-p"),
        ("-P------------------------:0:0:1:00:0:0:0:0:10", "not a position: the mover has 16 checkers, 15 at most"),
        ("-P------------------------:0:0:-1:00:0:0:0:0:10", "not a position: the opponent has 16 checkers, 15 at most"),
        (
            "A-------------------------:0:0:1:00:0:0:0:0:10",
            "not a position: point 0 is the opponent's bar: its number must not be positive, it is 1",
        ),
        (f"{BOARD}:x:0:1:00:0:0:0:0:10", "field 2 (the cube) is 'x'; allowed: 0..24"),
        (f"{BOARD}:25:0:1:00:0:0:0:0:10", "field 2 (the cube) is '25'; allowed: 0..24"),
        (f"{BOARD}:0:2:1:00:0:0:0:0:10", "field 3 (the cube's owner) is '2'; allowed: -1..1"),
        (f"{BOARD}:0:1:1:00:0:0:0:0:10", "a cube at 1 is in the middle and has no owner"),
        (f"{BOARD}:0:0:0:00:0:0:0:0:10", "field 4 (the turn) is '0'; allowed: 1, -1"),
        (f"{BOARD}:0:0:1:07:0:0:0:0:10", "field 5 (the dice) is '07'; allowed: 00, 11..66, D, B, R"),
        (f"{BOARD}:0:0:1:00:-1:0:0:0:10", "field 6 (the score) is '-1'; allowed: 0..999999999"),
        (f"{BOARD}:0:0:1:00:0:9:0:7:10", "the score 9-0 is not possible here"),
        (f"{BOARD}:0:0:1:00:0:0:4:0:10", "field 8 (the rules) is '4'; allowed: 0..3"),
        (f"{BOARD}:0:0:1:00:0:0:3:7:10", "field 8 (the rules) is '3'; allowed: 0..1"),
        (f"{BOARD}:0:0:1:00:0:0:1:7:10", "this cannot be the Crawford game"),
        (f"{BOARD}:0:0:1:00:0:0:0:10000:10", "field 9 (the length of the match) is '10000'; allowed: 0..9999"),
        (f"{BOARD}:0:0:1:00:0:0:0:0:99", "field 10 (the highest cube) is '99'; allowed: 0..24"),
        (f"{BOARD}:6:0:1:00:0:0:0:0:5", "the cube cannot show 64"),
        (f"{BOARD}:0:0:1:B:0:0:0:7:10", "beavers and raccoons are for money play, not for matches"),
        (f"{BOARD}:1:-1:1:B:0:0:0:0:10", "White owns the cube and alone may double"),
        (f"{BOARD}:0:0:1:٣١:0:0:0:0:10", "field 5 (the dice) is '٣١'; allowed: 00, 11..66, D, B, R"),
    ],
)
def test_what_is_wrong_is_said(written: str, why: str) -> None:
    with pytest.raises(InvalidId) as error:
        from_xgid(written)
    assert str(error.value) == f"XGID cannot be read: {why}"


@examples(500)
@given(situations())
def test_situations_come_back(situation: Situation) -> None:
    assert from_xgid(xgid(situation)) == kept(situation, IdKind.XGID)


boards = st.just(BOARD) | st.text(st.sampled_from("-----aAbBcC"), min_size=25, max_size=27) | st.text(max_size=30)
fields = st.lists(
    st.sampled_from(["0", "1", "-1", "2", "3", "7", "10", "00", "D", "B", "R", "31", "", "x"]), max_size=11
)


@examples(1000)
@given(boards, fields)
def test_any_text_is_read_or_refused(board: str, rest: list[str]) -> None:
    situation = read_or_refused(from_xgid, ":".join([board, *rest]))
    assert situation is None or from_xgid(xgid(situation)) == situation
