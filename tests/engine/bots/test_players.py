"""The random player finishes every match by the rules, and never sees the dice."""

import pytest

from sixprime import PRESETS, IllegalAction, Match, Phase, SeededDice, Win
from sixprime.engine.bots.players import RandomPlayer


def play_out(match: Match, seed: int) -> None:
    player, dice = RandomPlayer(seed), SeededDice(seed)
    while match.phase is not Phase.OVER:
        if match.phase is Phase.OPENING:
            if match.is_money and len(match.results) == 2 and not match.state.automatic_doubles:
                match.end()
            else:
                match.open(dice)
            continue
        event = player.decide(match)
        if event is None:
            match.roll(dice)
        else:
            match.apply(event)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_finishes_matches_by_any_rules(preset: str) -> None:
    for length in (None, 3):
        match = Match(PRESETS[preset], length=length)
        play_out(match, 5)
        assert match.result is not None


def test_it_uses_every_answer_to_the_cube() -> None:
    rules = PRESETS["001-hu-optional"].replace(raccoons=True, start=PRESETS["standard"].start)
    seen = set()
    for seed in range(40):
        match = Match(rules)
        play_out(match, seed)
        seen |= {event.action.value for event in match.events}
    assert {"double", "take", "drop", "beaver"} <= seen


def test_it_is_reproducible() -> None:
    matches = [Match(length=1), Match(length=1)]
    for match in matches:
        play_out(match, 11)
    assert matches[0] == matches[1]


def test_it_accepts_or_declines_resignations() -> None:
    answers = set()
    for seed in range(20):
        match = Match(length=3)
        match.open(SeededDice(seed))
        if match.phase is Phase.OPENING:
            continue
        match.resign(Win.SINGLE)
        event = RandomPlayer(seed).decide(match)
        assert event is not None
        match.apply(event)
        answers.add(event.action.value)
    assert answers == {"accept", "decline"}


def test_it_has_nothing_to_decide_before_the_opening() -> None:
    with pytest.raises(IllegalAction, match="there is nothing to decide"):
        RandomPlayer(1).decide(Match())
