"""A match as text: a small golden one, and any random one."""

from sixprime import Match, Player, RecordedDice, Win
from sixprime.core.match.events import Rolled
from sixprime.core.numbering import Numbering
from sixprime.formats.text import transcript, transcript_lines


def small_match() -> Match:
    match = Match(length=2, names={Player.WHITE: "Anna"})
    dice = RecordedDice(["22", "31", "66", "54"])
    match.open(dice)
    match.open(dice)
    match.play([(8, 5), (6, 5)])
    match.roll(dice)
    match.play([(24, 18), (24, 18), (13, 7), (13, 7)])
    match.resign(Win.SINGLE, Player.WHITE)
    match.accept()
    match.open(dice)
    match.play([(24, 20), (13, 8)])
    match.resign(Win.GAMMON, Player.BLACK)
    match.decline()
    match.resign(Win.BACKGAMMON, Player.BLACK)
    match.accept()
    return match


GOLDEN = """\
Anna (White) against Black
Match to 2

Game 1, score 0-0
  opening roll: White 2, Black 2
  opening roll: White 3, Black 1
  Anna (White) 3-1: 8/5 6/5
  Black 6-6: 24/18(2) 13/7(2)
  Anna (White) offers to resign: single game
  Black accepts the resignation
  Black wins 1 (single game): White resigns

Game 2, score 0-1, Crawford game
  opening roll: White 5, Black 4
  Anna (White) 5-4: 24/20 13/8
  Black offers to resign: gammon
  Anna (White) declines the resignation
  Black offers to resign: backgammon
  Anna (White) accepts the resignation
  Anna (White) wins 3 (backgammon): Black resigns

Final score 3-1: White has reached 2 points
"""


def test_golden() -> None:
    assert transcript(small_match()) == GOLDEN


def test_the_numbering_of_the_sheets() -> None:
    written = transcript(small_match(), numbering=Numbering.SHEET)
    assert "Anna (White) 3-1: 8/5 6/5" in written
    assert "Black 6-6: 1/7(2) 12/7A(2)" in written


def test_a_roll_that_nobody_played_is_not_told_in_the_next_game() -> None:
    match = small_match()
    match.undo_to(5)
    dice = RecordedDice(["21", "65", "31"])
    match.roll(dice)
    match.resign()
    match.accept()
    match.open(dice)
    match.play([(24, 18), (18, 13)])
    assert "Anna (White) 6-5: 24/13" in transcript(match)


def test_lines_know_their_events_and_moves() -> None:
    match = small_match()
    lines = [line for line in transcript_lines(match) if line.move is not None]
    assert [(line.event, line.move) for line in lines] == [(2, 1), (4, 2), (8, 1)]
    told = [line.event for line in transcript_lines(match) if line.event is not None]
    assert told == [number for number, event in enumerate(match.events) if not isinstance(event, Rolled)]
