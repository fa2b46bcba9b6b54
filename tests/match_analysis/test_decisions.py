"""Which decisions a match has: nothing that the rules forbid is one, and nothing that they allow is left out."""

import pytest

from match_analysis.matches import EVEN_RACE, cube_match, random_match
from sixprime.analysis import DecisionKind, decisions_of, rolls_of
from sixprime.core import Cube, Match, Player, RuleSet
from sixprime.core.match import events as ev


def kinds(match: Match) -> list[tuple[str, str]]:
    return [(entry.kind.value, entry.action.value) for entry in decisions_of(match)]


def test_rolling_is_a_decision_where_the_player_might_have_doubled() -> None:
    assert kinds(cube_match(EVEN_RACE, "roll")) == [("double", "roll")]


def test_a_double_and_its_answer_are_decisions() -> None:
    match = cube_match(EVEN_RACE, "double", "take", "roll")
    assert kinds(match) == [("double", "double"), ("answer", "take")]


def test_who_does_not_own_the_cube_does_not_decide_about_it() -> None:
    match = cube_match(EVEN_RACE, "double", "take", "roll")
    match.play(match.legal_plays[0])
    match.roll((2, 1))
    assert kinds(match)[2:] == [("play", "play"), ("double", "roll")]
    assert [entry.player for entry in decisions_of(match)][-1] is Player.BLACK


def test_nobody_decides_about_the_cube_in_the_crawford_game() -> None:
    match = Match(length=3)
    match.set_up(EVEN_RACE, Player.WHITE, score=(2, 0), crawford=True)
    match.roll((2, 1))
    assert kinds(match) == []


def test_a_dead_cube_is_no_decision() -> None:
    match = Match(length=3)
    match.set_up(EVEN_RACE, Player.WHITE, score=(1, 1), cube=Cube(2, Player.WHITE))
    match.roll((2, 1))
    assert kinds(match) == []


@pytest.mark.parametrize("preset", ["004-fr"])
def test_rules_without_a_cube_have_no_cube_decisions(preset: str) -> None:
    match = random_match(5, rules=RuleSet.preset(preset))
    assert {entry.kind for entry in decisions_of(match)} <= {
        DecisionKind.PLAY,
        DecisionKind.RESIGNATION,
        DecisionKind.RESIGNATION_ANSWER,
    }


@pytest.mark.parametrize("seed", range(8))
def test_every_play_and_every_cube_action_is_a_decision(seed: int) -> None:
    match = random_match(seed, length=None if seed % 2 else 5)
    decided = {entry.event for entry in decisions_of(match)}
    rolled = {entry.event for entry in rolls_of(match)}
    for number, event in enumerate(match.events):
        if isinstance(event, ev.OpeningRolled):
            assert (number in rolled) == (event.white != event.black)
        elif isinstance(event, ev.Rolled):
            assert number in rolled
        elif not isinstance(event, ev.SessionEnded):
            assert number in decided


def test_the_player_of_an_opening_roll_is_the_one_who_starts() -> None:
    match = Match(length=3)
    match.open((2, 2))
    match.open((2, 5))
    (roll,) = rolls_of(match)
    assert (roll.event, roll.player, roll.is_opening) == (1, Player.BLACK, True)
