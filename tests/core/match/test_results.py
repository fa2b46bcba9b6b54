"""How results are judged and told."""

from decimal import Decimal

import pytest

import sixprime
from sixprime import Cube, Ending, GameResult, Player, Position, RuleSet, TripleWin, Win
from sixprime.core.match.results import judge_position
from sixprime.messages import text

STANDARD = RuleSet()
OUTSIDE = RuleSet(triple_win=TripleWin.OUTSIDE_HOME)


@pytest.mark.parametrize(
    ("loser", "rules", "win", "why"),
    [
        ({6: 14}, STANDARD, Win.SINGLE, "Black has borne off 1 checker"),
        ({24: 12}, STANDARD, Win.SINGLE, "Black has borne off 3 checkers"),
        ({6: 15}, STANDARD, Win.GAMMON, "Black has borne off no checker"),
        ({18: 15}, STANDARD, Win.GAMMON, "Black has borne off no checker"),
        (
            {19: 1, 6: 14},
            STANDARD,
            Win.BACKGAMMON,
            "Black has borne off no checker and has one in the winner's home",
        ),
        ({24: 15}, STANDARD, Win.BACKGAMMON, "Black has borne off no checker and has one in the winner's home"),
        ({25: 1, 6: 14}, STANDARD, Win.BACKGAMMON, "Black has borne off no checker and has one on the bar"),
        ({6: 14}, OUTSIDE, Win.SINGLE, "Black has borne off 1 checker"),
        ({6: 15}, OUTSIDE, Win.GAMMON, "Black has borne off no checker"),
        ({7: 1, 6: 14}, OUTSIDE, Win.BACKGAMMON, "Black has 1 checker outside home"),
        ({25: 1, 7: 1, 6: 1}, OUTSIDE, Win.BACKGAMMON, "Black has 2 checkers outside home"),
    ],
)
def test_judging(loser: dict[int, int], rules: RuleSet, win: Win, why: str) -> None:
    judged, words = judge_position(Position.of(loser, {}), Player.BLACK, rules)
    assert (judged, str(words)) == (win, why)


def test_a_game_result() -> None:
    game = GameResult(3, Player.BLACK, Ending.DROPPED, Win.SINGLE, Cube(4), 4, Position.standard(), text("White drops"))
    assert game.loser is Player.WHITE
    assert game.amount(Decimal("2.50")) == Decimal("10.00")
    assert hash(game) == hash(game)


def test_wins_are_numbers_with_names() -> None:
    assert [int(win) for win in Win] == [1, 2, 3]
    assert [str(win.label) for win in Win] == ["single game", "gammon", "backgammon"]


def test_a_result_can_be_pasted_back_but_for_its_words() -> None:
    names = {**vars(sixprime), "Message": type(text("")), "text": text}
    game = GameResult(1, Player.WHITE, Ending.BORNE_OFF, Win.GAMMON, Cube(), 2, Position.of({}, {6: 1}), text("so"))
    assert eval(repr(game), names) == game
