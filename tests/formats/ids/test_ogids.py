"""OGIDs. Those with a play beside them were written by HedgeHog, with the play that it thought best."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, read_or_refused, situations
from sixprime import Cube, Offer, Position, Roll, Turn, Win
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, InvalidId, from_ogid, ogid

START = Position.standard()
BOARD = "11ccccchhhjjjjj:66666888dddddoo"

PLAYED = [
    ("99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13", WHITE, "13/7 6/5"),
    ("03cccchhhhjjjjj:16666888dddddoo:N0N:33:W:R:0:1:3:3", BLACK, "8/5 8/5 6/3* 6/3"),
    ("17ccccghhhjjjjj:22666688dddddoo:N0N:14:B:R:0:0:3:2", WHITE, "9/5 6/5"),
    ("099cchhjjjjkkmm:223333344556668:N0N:14:B:R:2:1:3C:19", WHITE, "bar/24 16/12"),
    ("44cccchhhjjjjmm:116666888ddddfk:N0N:16:B:R:0:1:3:8", WHITE, "13/7 6/5*"),
    ("17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1", BLACK, "24/20 13/7*"),
    ("0cccccghhhjjjjj:11223366dddddlo:N0N:66:W:R:0:0:3:7", BLACK, "21/15 15/9 13/7 13/7"),
    ("jjkkllmmmnnnooo:1112255666688pp:N0N:15:B:R:0:1:3:38", WHITE, "5/4 5/off"),
    ("44cccchhhjjjjmm:116666888ddddlp:N0N:56:W:R:0:1:3:7", BLACK, "bar/20 20/14"),
    ("mmnoo:11122556666688d:N0N:35:W:R:0:1:3:51", BLACK, "13/8 8/5"),
    ("acceehhjjjkkmmn:112233334:N0N:12:B:R:2:1:3C:27", WHITE, "13/12 8/6"),
]


@pytest.mark.parametrize(("written", "on_roll", "play"), PLAYED)
def test_who_is_on_roll_can_play_what_was_played(written: str, on_roll: object, play: str) -> None:
    here = from_ogid(written)
    assert here.on_roll is on_roll
    assert here.roll is not None
    assert parse_play(play, Turn(here.position, here.roll)).steps
    assert ogid(here) == written.rpartition(":")[0] + ":0"
    assert here.crawford is ("C" in written)


def test_a_double_names_the_doubler() -> None:
    doubled = from_ogid("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11")
    assert (doubled.on_roll, doubled.to_act, doubled.offer, doubled.cube) == (BLACK, WHITE, Offer.DOUBLE, Cube())
    before = from_ogid("cccccgghhhjjjjj:112233666777dll:N0N::W:C:0:0:3:11")
    assert (before.on_roll, before.to_act, before.offer) == (BLACK, BLACK, None)
    assert before.position == doubled.position
    white = from_ogid("ccccchhhjjjllmm:24455566699ddkk:N0O::W:D:1:1:3:10")
    assert (white.on_roll, white.to_act) == (WHITE, BLACK)


def test_the_start() -> None:
    opening = Situation(START, None, length=1)
    assert ogid(opening) == f"{BOARD}:N0N::W:IW:0:0:1:0"
    assert from_ogid("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0") == opening


@pytest.mark.parametrize(
    ("fields", "situation"),
    [
        ("N0N:13:W:R:0:0:0:0", Situation(START, BLACK, roll=Roll(3, 1))),
        ("W1N::B:C:2:5:7:0", Situation(START, WHITE, Cube(2, WHITE), length=7, score=(2, 5))),
        ("B6N:66:B:R:0:0:0:0", Situation(START, WHITE, Cube(64, BLACK), Roll(6, 6))),
        ("B2O::B:D:0:0:9:0", Situation(START, BLACK, Cube(4, BLACK), offer=Offer.DOUBLE, length=9)),
        ("N0N::W:C:6:2:7C:0", Situation(START, BLACK, length=7, score=(6, 2), crawford=True)),
        ("N0N::W:C:6:2:7:0", Situation(START, BLACK, length=7, score=(6, 2))),
        ("B12N::W:C:0:0:0:0", Situation(START, BLACK, Cube(4096, BLACK))),
    ],
)
def test_every_field(fields: str, situation: Situation) -> None:
    assert from_ogid(f"{BOARD}:{fields}") == situation
    assert ogid(situation) == f"{BOARD}:{fields}"


def test_bars_and_checkers_a_side() -> None:
    here = Situation(Position.of({25: 2, 6: 3}, {25: 3, 6: 2}), WHITE)
    assert ogid(here) == "00jjj:66ppp:N0N::B:C:0:0:0:0"
    assert from_ogid("00jjj:ppp66:N0N::B:C:0:0:0") == here
    few = Situation(Position.hypergammon(), BLACK)
    assert ogid(few) == "123:mno:N0N::W:C:0:0:0:0:3"
    assert from_ogid(ogid(few)) == few


def test_forms_that_are_accepted() -> None:
    assert from_ogid(f"{BOARD}:N0N") == Situation(START, WHITE)
    assert from_ogid(f"OGID={BOARD}:N0N:31:W") == Situation(START, BLACK, roll=Roll(3, 1))
    assert from_ogid(f" ogid: {BOARD}:W1N ").cube == Cube(2, WHITE)
    assert from_ogid("11jjjjjhhhccccq:ooddddd88866666:W1N").position.off == 1
    assert from_ogid(f"{BOARD}:N0N:31:W:R:0:0:7L:4").length == 7
    assert from_ogid(f"{BOARD}:N0N:31:W:R:0:0:9G15:4").length == 9
    assert from_ogid(f"{BOARD}:D0N:31:W:R:0:0:1C:4").cube == Cube()
    assert from_ogid(f"{BOARD}:?0N").cube == Cube()
    assert from_ogid(f"{BOARD}:B1T::W:C:0:0:7").cube == Cube(2, BLACK)
    assert from_ogid(f"{BOARD}:N0N:31:W:IW:0:0:7:0").on_roll is BLACK
    # A game under way has left its opening behind, whatever its state says.
    assert from_ogid("1cccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:7:0").on_roll is BLACK


def test_what_it_has_no_place_for() -> None:
    resigning = Situation(START, BLACK, resignation=Win.GAMMON, resigned_by=WHITE, length=5)
    assert IdKind.OGID.lost(resigning) == ("resignation", "resigned_by")
    money = Situation(START, BLACK, jacoby=True, beavers=True, offer=Offer.BEAVER, cube_limit=64)
    assert IdKind.OGID.lost(money) == ("offer", "jacoby", "beavers", "cube_limit")


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "the number of fields is 1 instead of 3-11"),
        (f"{BOARD}:N0N:::::::::", "the number of fields is 12 instead of 3-11"),
        ("1111111111111111:oo:N0N", "field 1 (White's checkers) has 16 characters, 15 at most"),
        ("11:ooooo:N0N::W:C:0:0:0:0:4", "field 2 (Black's checkers) has 5 characters, 4 at most"),
        ("1p:oo:N0N", "field 1 (White's checkers) is '1p'; allowed: 0-9 a-o q"),
        ("11:0o:N0N", "field 2 (Black's checkers) is '0o'; allowed: 1-9 a-p q"),
        ("11:1o:N0N", "both sides stand on point 1"),
        ("qq::N0N", "not a position: both sides have borne off all their checkers"),
        (f"{BOARD}:X0N", "field 3 (the cube) is 'X0N'; allowed: [WBND?][0..24][NOTP]"),
        (f"{BOARD}:W0N", "a cube at 1 is in the middle and has no owner"),
        (f"{BOARD}:W1P", "the game is over"),
        (f"{BOARD}:W1N::W:FB", "the game is over"),
        (f"{BOARD}:N0N:7", "field 4 (the dice) is '7'; allowed: 11..66"),
        (f"{BOARD}:N0N::X", "field 5 (the turn) is 'X'; allowed: W, B"),
        (f"{BOARD}:N0O:31:W", "while an offered cube waits, nobody has rolled or offers to resign"),
        (f"{BOARD}:B1O::W", "Black owns the cube and alone may double"),
        (f"{BOARD}:N0N::W:C:x", "field 7 (the score) is 'x'; allowed: 0..999999999"),
        (f"{BOARD}:N0N::W:C:0:7:7", "the score 0-7 is not possible here"),
        (f"{BOARD}:N0N::W:C:0:0:7X", "field 9 (the length of the match) is '7X'; allowed: 0..9999 L C G"),
        (f"{BOARD}:N0N::W:C:0:0:7C", "this cannot be the Crawford game"),
        (f"{BOARD}:N0N::W:C:0:0:7:x", "field 10 (the move's number) is 'x'; allowed: 0..999999999"),
        (f"{BOARD}:N0N::W:C:0:0:7:0:16", "field 11 (the number of checkers) is '16'; allowed: 1..15"),
    ],
)
def test_what_is_wrong_is_said(written: str, why: str) -> None:
    with pytest.raises(InvalidId) as error:
        from_ogid(written)
    assert str(error.value) == f"OGID cannot be read: {why}"


@examples(500)
@given(situations())
def test_situations_come_back(situation: Situation) -> None:
    assert from_ogid(ogid(situation)) == kept(situation, IdKind.OGID)


sides = st.text(st.sampled_from("0123456789abcdefghijklmnopqr"), max_size=16)
cubes = st.sampled_from(["N0N", "W1N", "B2O", "N0O", "D0N", "?0N", "W1P", "W0N", "", "X"])
fields = st.lists(
    st.sampled_from(["", "0", "1", "7", "7C", "31", "W", "B", "IW", "R", "D", "x", "15", "3"]), max_size=9
)


@examples(1000)
@given(sides, sides, cubes, fields)
def test_any_text_is_read_or_refused(white: str, black: str, cube: str, rest: list[str]) -> None:
    situation = read_or_refused(from_ogid, ":".join([white, black, cube, *rest]))
    assert situation is None or from_ogid(ogid(situation)) == situation
