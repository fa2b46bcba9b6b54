"""Plays as people type them: every common form is read, and what cannot be played is refused with the reason."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixprime import (
    ALL_ROLLS,
    PRESETS,
    IllegalPlay,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    Turn,
)
from sixprime.core.errors import AmbiguousPlay, MalformedPlay
from sixprime.core.notation import MAX_CHARACTERS, parse_play
from sixprime.core.numbering import Numbering

START = Position.standard()


def read(written: str, roll: str, position: Position = START, rules: RuleSet = PRESETS["standard"]) -> str:
    return str(parse_play(written, Turn(position, Roll.of(roll), rules)))


def why_not(written: str, roll: str, position: Position = START, rules: RuleSet = PRESETS["standard"]) -> str:
    with pytest.raises(SixprimeError) as caught:
        read(written, roll, position, rules)
    return str(caught.value)


@pytest.mark.parametrize(
    ("written", "roll", "meant"),
    [
        ("8/5 6/5", "31", "8/5 6/5"),
        ("6/5 8/5", "31", "8/5 6/5"),
        ("8-5 6-5", "31", "8/5 6/5"),
        ("8/5, 6/5", "31", "8/5 6/5"),
        ("  8 / 5   6/5 ", "31", "8/5 6/5"),
        ("24/13", "65", "24/13"),
        ("24/18/13", "65", "24/13"),
        ("24/18 18/13", "65", "24/13"),
        ("13/7(2) 24/18(2)", "66", "24/18(2) 13/7(2)"),
        ("13/7 (2) 24/18( 2 )", "66", "24/18(2) 13/7(2)"),
        ("13/7 13/7 13/7 13/7", "66", "13/7(4)"),
        ("13/3(2)", "55", "13/3(2)"),
        ("13/8/3(2)", "55", "13/3(2)"),
    ],
)
def test_forms(written: str, roll: str, meant: str) -> None:
    assert read(written, roll) == meant


BAR = Position.of({25: 1, 13: 5, 8: 3, 6: 6}, {6: 5, 5: 1, 7: 1, 8: 3, 13: 4, 24: 1})
HOME = Position.of({8: 1, 3: 5}, {1: 2})


@pytest.mark.parametrize("bar", ["bar", "Bar", "BAR", "b", "25", "schranke", "barre", "barriera", "sorompó"])
def test_words_for_the_bar(bar: str) -> None:
    assert read(f"{bar}/20* 13/7", "65", BAR) == "bar/20* 13/7"


@pytest.mark.parametrize("off", ["off", "Off", "o", "0", "-", "aus", "sortie", "fuori", "ki"])
def test_words_for_off(off: str) -> None:
    assert read(f"8/2 2/{off}", "62", HOME) == "8/off"
    assert read(f"8/{off}", "62", HOME) == "8/off"


def test_legs_may_stand_in_an_order_that_cannot_be_played() -> None:
    assert read("13/7 bar/20", "65", BAR) == "bar/20* 13/7"


def test_hits_need_not_be_marked_and_stars_without_a_hit_are_forgiven() -> None:
    blot = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {6: 5, 7: 1, 8: 3, 13: 4, 24: 2})
    for written in ("24/18", "24/18*", "24/23/18*", "24/23 23/18"):
        assert read(written, "51", blot) == "24/18*"
    assert read("13/8* 6/5", "51") == "13/8 6/5"


def test_of_two_ways_the_one_without_an_unmarked_hit_is_meant() -> None:
    """From 24 to 13 with 6-5: over 18, where a blot stands, or over the empty 19."""
    blot = Position.of({24: 2, 13: 4, 6: 5}, {7: 1, 8: 3, 13: 4, 4: 4})
    assert read("24/13", "65", blot) == "24/13"
    assert read("24/18*/13", "65", blot) == "24/18*/13"
    assert read("24/18/13", "65", blot) == "24/18*/13"
    assert parse_play("24/13", Turn(blot, Roll(6, 5))).hits == 0


def test_two_ways_that_hit_differently_are_ambiguous() -> None:
    blots = Position.of({24: 2, 13: 4, 6: 5}, {7: 1, 6: 1, 8: 3, 13: 4, 4: 4})
    with pytest.raises(AmbiguousPlay) as caught:
        read("24/13", "65", blots)
    assert str(caught.value) == "24/13 can mean several plays: 24/18*/13, 24/19*/13"
    assert read("24/19*/13", "65", blots) == "24/19*/13"


@pytest.mark.parametrize(
    ("written", "roll", "why"),
    [
        ("24/13", "64", "24/13 is 11 away, and the dice left are 6 4"),
        ("24/18 13/7", "54", "24/18 is 6 away, and the dice left are 5 4"),
        ("13/1", "66", "7/1 is blocked: the opponent holds the 1 point with 2 checkers"),
        ("24/12 13/9", "44", "16/12 is blocked: the opponent holds the 12 point with 5 checkers"),
        ("24/14", "55", "24/19 is blocked: the opponent holds the 19 point with 5 checkers"),
        ("8/5", "31", "the turn is not over: 1 more number must be played"),
        ("", "31", "the turn is not over: 2 more numbers must be played"),
        ("8/5 6/5 24/20", "31", "24/20: all the dice have been played"),
        ("bar/20 8/7", "51", "bar/20: you have no checker on the bar"),
        ("7/1 8/7", "61", "7/1: you have no checker on the 7 point"),
        ("6/off", "61", "6/off: no checker may be borne off while one is on the 24 point, outside home"),
    ],
)
def test_refusals_because_of_the_rules(written: str, roll: str, why: str) -> None:
    assert why_not(written, roll) == why
    with pytest.raises(IllegalPlay):
        read(written, roll)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("foo", "'foo' is not a move: write it like 8/5, bar/20 or 6/off"),
        ("8/5/", "'8/5/': there is no '' point"),
        ("8", "'8' is not a move: write it like 8/5, bar/20 or 6/off"),
        ("26/20", "'26/20': there is no '26' point"),
        ("8/x", "'8/x': there is no 'x' point"),
        ("5/8", "'5/8': checkers only move forward, towards home"),
        ("8/5(9)", "'8/5(9)': a move is made one to four times"),
        ("8/5(0)", "'8/5(0)': a move is made one to four times"),
        ("8/5 8/5 8/5 8/5 8/5", "'8/5 8/5 8/5 8/5 8/5' has more than four moves"),
        ("1" * (MAX_CHARACTERS + 1), "a play is not longer than 200 characters"),
    ],
)
def test_refusals_because_of_the_form(written: str, why: str) -> None:
    with pytest.raises(MalformedPlay) as caught:
        read(written, "33")
    assert str(caught.value) == why


def test_nothing_is_the_play_of_a_roll_that_allows_nothing() -> None:
    closed = Position.of({25: 1, 6: 2}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    assert read("", "61", closed) == ""
    assert read("-", "61", closed) == ""
    assert why_not("bar/24", "61", closed).startswith("bar/24 is blocked")


def test_the_numbering_of_the_sheets() -> None:
    turn = Turn(START, Roll(6, 5))
    assert str(parse_play("1A/12A", turn, Player.WHITE, Numbering.SHEET)) == "24/13"
    assert str(parse_play("1/12", turn, Player.BLACK, Numbering.SHEET)) == "24/13"
    with pytest.raises(IllegalPlay) as caught:
        parse_play("1A/6A", turn, Player.WHITE, Numbering.SHEET)
    assert str(caught.value) == "1A/6A is blocked: the opponent holds the 6A point with 5 checkers"


def positions_of_random_games(count: int, seed: int, rules: RuleSet) -> list[tuple[Position, Roll]]:
    chance = random.Random(seed)
    met: list[tuple[Position, Roll]] = []
    while len(met) < count:
        position = rules.start
        while not position.is_over and len(met) < count:
            roll = chance.choice(ALL_ROLLS)
            met.append((position, roll))
            plays = list(position.legal_plays(roll, rules))
            position = (chance.choice(plays).result if plays else position).flipped()
    return met


@pytest.mark.parametrize("preset", ["standard", "000-it", "003-de"])
@pytest.mark.parametrize("player", list(Player))
def test_what_is_written_is_read_back(preset: str, player: Player) -> None:
    rules = PRESETS[preset]
    for position, roll in positions_of_random_games(25, 7, rules):
        turn = Turn(position, roll, rules)
        for play in position.legal_plays(roll, rules):
            for numbering in Numbering:
                written = play.notation(numbering.labels(player))
                assert parse_play(written, turn, player, numbering) == play, (position, roll, written)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789/-*() abrofAB,", max_size=40), st.sampled_from(ALL_ROLLS))
def test_any_text_is_a_legal_play_or_refused(written: str, roll: Roll) -> None:
    turn = Turn(BAR, roll)
    try:
        play = parse_play(written, turn)
    except SixprimeError as error:
        why = str(error)
        if "\n" in why:
            raise AssertionError(why) from error
    else:
        assert play in BAR.legal_plays(roll)
