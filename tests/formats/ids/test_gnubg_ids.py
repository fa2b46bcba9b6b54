"""Position IDs and Match IDs. The ids here were written by GNU Backgammon 1.07 itself, or are found in its manual."""

from base64 import b64encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, random_position, read_or_refused, situations
from sixprime import Cube, Offer, Position, Roll, Win
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, InvalidId, from_gnubg_id, gnubg_id, match_id, position_from_id, position_id
from sixprime.formats.ids.gnubg_ids import FIELDS

START = Position.standard()
MIDDLE = Position.of({24: 1, 18: 1, 13: 4, 8: 3, 6: 4, 5: 2}, {24: 2, 23: 1, 13: 3, 8: 3, 6: 4, 4: 2})
BAR = Position.of({25: 2, 13: 3, 8: 3, 6: 5, 5: 2}, {25: 1, 13: 4, 8: 3, 6: 5, 4: 2})
OFF = Position.of({6: 2, 4: 1, 1: 3}, {5: 3, 2: 2, 1: 1})

POSITIONS = [
    ("4HPwATDgc/ABMA", START),
    ("4Dl4ADbgOXgANg", Position.nackgammon()),
    ("mOfgADSw5+BBIA", MIDDLE),
    ("mM/BA0Cwz8EBYA", BAR),
    ("jQMAgCMDAAAAAA", OFF),
    ("AAAATAAAAAAAAA", Position.of({2: 2, 4: 1}, {})),
    ("JgAAAAAAAAAAAA", Position.of({}, {2: 2, 4: 1})),
]

IDS = [
    ("4HPwATDgc/ABMA:cAgAAAAAAAAA", Situation(START, None, jacoby=True)),
    ("4HPwATDgc/ABMA:MIEFAAAAAAAA", Situation(START, WHITE, roll=Roll(3, 1), jacoby=True)),
    ("4HPwATDgc/ABMA:cAkbAAAAAAAE", Situation(START, BLACK, roll=Roll(6, 6), jacoby=False)),
    ("4Dl4ADbgOXgANg:MAHgAAAAAAAE", Situation(Position.nackgammon(), WHITE, length=7)),
    ("mOfgADSw5+BBIA:MAHgACAAKAAE", Situation(MIDDLE, WHITE, length=7, score=(2, 5))),
    ("mOfgADSw5+BBIA:cAngACAAKAAE", Situation(MIDDLE, BLACK, length=7, score=(2, 5))),
    ("mOfgADSw5+BBIA:QYlqAaAAAAAE", Situation(MIDDLE, BLACK, Cube(2, WHITE), Roll(5, 2), length=11, score=(10, 0))),
    ("mOfgADSw5+BBIA:UgkgA4ABuAAE", Situation(MIDDLE, BLACK, Cube(4, BLACK), length=25, score=(24, 23))),
    ("mM/BA0Cwz8EBYA:FgETAAAAAAAE", Situation(BAR, WHITE, Cube(64, BLACK), Roll(6, 4), jacoby=False)),
    ("mM/BA0Cwz8EBYA:8AmgABAAIAAE", Situation(BAR, BLACK, length=5, score=(1, 4), crawford=True)),
    ("mM/BA0Cwz8EBYA:cAmgAEAAIAAE", Situation(BAR, BLACK, length=5, score=(4, 4))),
    ("jQMAgCMDAAAAAA:MQEAAAAAAAAA", Situation(OFF, WHITE, Cube(2), jacoby=True)),
    ("jQMAgCMDAAAAAA:MAElAAAAAAAE", Situation(OFF, WHITE, roll=Roll(2, 1), length=1)),
    ("mOfgADSw5+BBIA:cAkAAEAGAAEE", Situation(MIDDLE, BLACK, jacoby=False, score=(100, 32))),
    ("jQMAgCMDAAAAAA:cBFgAAAAAAAE", Situation(OFF, BLACK, offer=Offer.DOUBLE, length=3)),
    ("jQMAgCMDAAAAAA:ARkAAAAAAAAE", Situation(OFF, WHITE, Cube(2, WHITE), offer=Offer.DOUBLE, jacoby=False)),
    ("jQMAgCMDAAAAAA:EREAAAAAAAAE", Situation(OFF, WHITE, offer=Offer.BEAVER, jacoby=False)),
    ("jQMAgCMDAAAAAA:QxkAAAAAAAAA", Situation(OFF, BLACK, Cube(4, BLACK), offer=Offer.BEAVER, jacoby=True)),
    ("jQMAgCMDAAAAAA:QhEAAAAAAAAA", Situation(OFF, BLACK, offer=Offer.RACCOON, jacoby=True)),
    ("jQMAgCMDAAAAAA:FRkAAAAAAAAA", Situation(OFF, WHITE, Cube(8, WHITE), offer=Offer.RACCOON, jacoby=True)),
    ("mOfgADSw5+BBIA:MCmgAAAAAAAE", Situation(MIDDLE, WHITE, resignation=Win.SINGLE, resigned_by=WHITE, length=5)),
    ("mOfgADSw5+BBIA:MEGgAAAAAAAE", Situation(MIDDLE, WHITE, resignation=Win.GAMMON, resigned_by=BLACK, length=5)),
    (
        "mOfgADSw5+BBIA:cGEGAAAAAAAE",
        Situation(MIDDLE, BLACK, roll=Roll(4, 1), resignation=Win.BACKGAMMON, resigned_by=BLACK, jacoby=False),
    ),
]


@pytest.mark.parametrize(("written", "position"), POSITIONS)
def test_known_positions(written: str, position: Position) -> None:
    assert position_id(position) == written
    assert position_from_id(written) == position


@pytest.mark.parametrize(("written", "situation"), IDS)
def test_known_situations(written: str, situation: Situation) -> None:
    assert gnubg_id(situation) == written
    assert from_gnubg_id(written) == situation


def test_the_bits_of_the_player_not_on_roll_come_first() -> None:
    alone = Position.of({1: 1}, {})
    assert position_id(alone) == "AAAAAgAAAAAAAA"
    assert position_id(alone.flipped()) == "AQAAAAAAAAAAAA"


def test_games_that_gnubg_played() -> None:
    """A double, a beaver, a raccoon, a take, and a resignation, as they came one after the other in money play."""
    doubled = from_gnubg_id("4HPwATDgc/ABMA:cBEAAAAAAAAA")
    assert (doubled.on_roll, doubled.to_act, doubled.offer, doubled.cube) == (BLACK, WHITE, Offer.DOUBLE, Cube())
    beavered = from_gnubg_id("4HPwATDgc/ABMA:QRkAAAAAAAAA")
    assert (beavered.on_roll, beavered.to_act, beavered.offer, beavered.cube) == (BLACK, BLACK, Offer.BEAVER, Cube())
    raccooned = from_gnubg_id("4HPwATDgc/ABMA:QhEAAAAAAAAA")
    assert (raccooned.to_act, raccooned.offer, raccooned.cube) == (WHITE, Offer.RACCOON, Cube())
    assert from_gnubg_id("4HPwATDgc/ABMA:QwkAAAAAAAAA").cube == Cube(8, WHITE)
    resigned = from_gnubg_id("4HPwATDgc/ABMA:QUEAAAAAAAAA")
    assert (resigned.resignation, resigned.resigned_by, resigned.to_act) == (Win.GAMMON, BLACK, WHITE)


def test_ids_of_other_programs() -> None:
    bgblitz = from_gnubg_id("4HPwATDgc/ABMA:QYnoAGAAGAAE")
    assert (bgblitz.on_roll, bgblitz.roll, bgblitz.cube) == (BLACK, Roll(2, 1), Cube(2, WHITE))
    assert (bgblitz.length, bgblitz.score) == (7, (6, 3))
    old = from_gnubg_id("4HPwATDgc/ABMA:cInpAAAAAAAA")  # from before there was a bit for Jacoby
    assert (old.length, old.jacoby, old.roll) == (7, None, Roll(3, 2))


def test_a_game_that_nobody_said_has_started() -> None:
    opening = from_gnubg_id("4HPwATDgc/ABMA:MACuAAAAEAAE")
    assert (opening.on_roll, opening.roll, opening.score) == (WHITE, Roll(4, 3), (0, 2))
    middle = from_gnubg_id("mOfgADSw5+BBIA:cAgAAAAAAAAA")
    assert (middle.on_roll, middle.position) == (BLACK, MIDDLE)


def test_a_cube_that_has_been_turned_already() -> None:
    """In a match nobody raccoons: a cube on the side of the one to answer has been turned by the double."""
    turned = from_gnubg_id("4HPwATDgc/ABMA:QRGgAAAAAAAE")
    assert (turned.cube, turned.offer, turned.on_roll) == (Cube(), Offer.DOUBLE, BLACK)
    again = from_gnubg_id("4HPwATDgc/ABMA:QhGgAAAAAAAE")
    assert (again.cube, again.offer) == (Cube(2, BLACK), Offer.DOUBLE)


def test_a_position_id_alone() -> None:
    assert from_gnubg_id("mOfgADSw5+BBIA") == Situation(MIDDLE)
    assert from_gnubg_id(" Position ID: mOfgADSw5+BBIA== ") == Situation(MIDDLE)
    assert from_gnubg_id("GNUBGID=mOfgADSw5+BBIA:cAngACAAKAAE") == from_gnubg_id("mOfgADSw5+BBIA:cAngACAAKAAE")


def test_checkers_a_side() -> None:
    few = Position.hypergammon()
    assert position_from_id(position_id(few), checkers=3) == few
    assert position_from_id(position_id(few)).off == 12
    assert from_gnubg_id(position_id(few), checkers=3).position == few


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "Position ID cannot be read: it has 0 characters instead of 14"),
        ("4HPwATDgc/ABM", "Position ID cannot be read: it has 13 characters instead of 14"),
        ("4HPwATDgc_ABMA", "Position ID cannot be read: character 10 is '_'; allowed: A-Z a-z 0-9 + /"),
        ("4HPwATDgc/ABMB", "Position ID cannot be read: character 14 is 'B'; allowed: A Q g w"),
        (
            "//////////////"[:13] + "w",
            "Position ID cannot be read: not a position: the opponent has 80 checkers, 15 at most",
        ),
        ("AQAAAAAAAgAAAA", "Position ID cannot be read: both sides stand on the mover's 24 point"),
        ("AAAAAAAAAAAAAA", "Position ID cannot be read: not a position: both sides have borne off all their checkers"),
        ("AQAAAAIAAAAAgA", "Position ID cannot be read: there are checkers beyond the last point"),
        ("4HPwATDgc/ABMA:", "Match ID cannot be read: it has 0 characters instead of 12"),
        ("4HPwATDgc/ABMA:cAgAAAAAAAA", "Match ID cannot be read: it has 11 characters instead of 12"),
        ("4HPwATDgc/ABMA:cAg?AAAAAAAA", "Match ID cannot be read: character 4 is '?'; allowed: A-Z a-z 0-9 + /"),
        ("4HPwATDgc/ABMA:cAgAAAAAAAAI", "Match ID cannot be read: character 12 is 'I'; allowed: A-H"),
        (
            "4HPwATDgc/ABMA:cAgAAAAAAABA",
            "Match ID cannot be read: character 11 is 'B'; allowed: A E I M Q U Y c g k o s w 0 4 8",
        ),
        ("4HPwATDgc/ABMA:YAkAAAAAAAAA", "Match ID cannot be read: the cube's owner: 2; allowed: 0, 1, 3"),
        ("4HPwATDgc/ABMA:cIkDAAAAAAAA", "Match ID cannot be read: the dice: '70'; allowed: 00, 11..66"),
        ("4HPwATDgc/ABMA:cApgADAAAAAE", "Match ID cannot be read: the game is over"),
        ("4HPwATDgc/ABMA:cAlgADAAAAAE", "Match ID cannot be read: the score 3-0 is not possible here"),
        ("4HPwATDgc/ABMA:8AlgAAAAAAAE", "Match ID cannot be read: this cannot be the Crawford game"),
        ("4HPwATDgc/ABMA:UAkAAAAAAAAA", "Match ID cannot be read: a cube at 1 is in the middle and has no owner"),
        ("4HPwATDgc/ABMA:QBEAAAAAAAAA", "Match ID cannot be read: a cube at 1 is in the middle and has no owner"),
    ],
)
def test_what_is_wrong_is_said(written: str, why: str) -> None:
    with pytest.raises(InvalidId) as error:
        from_gnubg_id(written)
    assert str(error.value) == why


def test_what_has_no_room_is_refused() -> None:
    with pytest.raises(InvalidId, match="Match ID has no room for this: the cube is 65536"):
        match_id(Situation(START, WHITE, Cube(2**16, WHITE)))
    with pytest.raises(InvalidId, match="Match ID has no room for this: the cube is 65536"):
        match_id(Situation(START, WHITE, Cube(2**15, WHITE), offer=Offer.BEAVER))
    with pytest.raises(InvalidId, match="Match ID has no room for this: the score is '32768-0'"):
        match_id(Situation(START, WHITE, score=(2**15, 0)))
    highest = Situation(START, WHITE, Cube(2**15, WHITE), score=(2**15 - 1, 2**15 - 1), jacoby=True)
    assert from_gnubg_id(gnubg_id(highest)) == highest


@examples(300)
@given(st.integers(0, 2**32 - 1))
def test_positions_come_back(seed: int) -> None:
    position = random_position(Random(seed))
    assert position_from_id(position_id(position)) == position


@examples(500)
@given(situations())
def test_situations_come_back(situation: Situation) -> None:
    assert from_gnubg_id(gnubg_id(situation)) == kept(situation, IdKind.GNUBG_ID)


@examples(500)
@given(st.text(max_size=40) | st.text(st.sampled_from("ABCMQRghw0148+/:="), min_size=10, max_size=32))
def test_any_text_is_read_or_refused(written: str) -> None:
    situation = read_or_refused(from_gnubg_id, written)
    assert situation is None or from_gnubg_id(gnubg_id(situation)) == situation


@st.composite
def match_ids(draw: st.DrawFn) -> str:
    """Numbers anywhere in their fields of a Match ID, small ones more often."""
    bits = 0
    for start, size in FIELDS.values():
        bits |= draw(st.integers(0, min(2**size - 1, 7))) << start if size != 5 else 0
    return b64encode(bits.to_bytes(9, "little")).decode()


@examples(600)
@given(match_ids())
def test_any_match_id_is_read_or_refused(written: str) -> None:
    situation = read_or_refused(from_gnubg_id, f"4HPwATDgc/ABMA:{written}")
    assert situation is None or from_gnubg_id(gnubg_id(situation)) == situation
