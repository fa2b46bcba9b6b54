"""Values of a wrong kind, as they are typed by mistake: each is refused with a sentence, and none passes unseen."""

from collections.abc import Callable
from typing import Any

import pytest

import sixprime as bg
from sixprime import Match, Player, Position, Roll, Situation


def opened() -> Any:
    match = Match()
    match.open((3, 1))
    return match


MISTAKES: list[tuple[Callable[[Any], object], Any, type[bg.SixprimeError], str]] = [
    (Match, 5, bg.InvalidRules, "rules are a RuleSet, such as RuleSet.preset('003-de'), not 5"),
    (Match, "003-de", bg.InvalidRules, "rules are a RuleSet, such as RuleSet.preset('003-de'), not '003-de'"),
    (Match, None, bg.InvalidRules, "rules are a RuleSet, such as RuleSet.preset('003-de'), not None"),
    (lambda names: Match(names=names), ["Ann", "Ben"], bg.IllegalAction, "names and details are texts, and the names"),
    (lambda names: Match(names=names), "Ann", bg.IllegalAction, "names and details are texts, and the names"),
    (lambda names: Match(names=names), {Player.WHITE: 5}, bg.IllegalAction, "names and details are texts"),
    (lambda details: Match(details=details), 5, bg.IllegalAction, "names and details are texts"),
    (lambda play: opened().play(play), None, bg.MalformedPlay, "a play is one of the legal plays, text like 8/5"),
    (lambda play: opened().play(play), 5, bg.MalformedPlay, "or pairs of points, not 5"),
    (lambda play: opened().play(play), ["8/5", "6/5"], bg.IllegalPlay, "steps are pairs of points, not '8/5'"),
    (Roll.of, 31, bg.InvalidRoll, "a roll is written like '31' or (3, 1), not 31"),
    (Roll.of, None, bg.InvalidRoll, "a roll is written like '31' or (3, 1), not None"),
    (Situation.parse, None, bg.SixprimeError, "ids are looked for in text, not in None"),
    (Situation.parse, b"4HPwATDgc/ABMA", bg.SixprimeError, "ids are looked for in text, not in b'4HPwATDgc/ABMA'"),
]


@pytest.mark.parametrize(("use", "value", "kind", "why"), MISTAKES)
def test_a_value_of_a_wrong_kind_is_refused(
    use: Callable[[Any], object], value: Any, kind: type[bg.SixprimeError], why: str
) -> None:
    with pytest.raises(kind) as refused:
        use(value)
    assert why in str(refused.value)


def test_text_is_looked_for_among_the_legal_plays() -> None:
    plays = Position.standard().legal_plays((3, 1))
    assert "8/5 6/5" in plays
    assert "6/5 8/5" in plays
    assert "8/4" in plays
    assert "13/5" not in plays
    assert "8/5" not in plays
    assert "" not in plays
    with pytest.raises(bg.MalformedPlay):
        assert "the usual one" in plays


def test_a_legal_play_that_is_not_there() -> None:
    plays = Position.standard().legal_plays((3, 1))
    with pytest.raises(IndexError, match="no legal play has the number 16: there are 16, from 0"):
        plays[16]
    assert plays[-1] == plays[15]
