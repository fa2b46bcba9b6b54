"""What is written as `.mat` is read back as it was."""

from random import Random

import pytest

from formats.random_matches import random_match
from sixprime import Cube, Match, Player, Position, RuleSet, SeededDice, Win
from sixprime.core.match import events as ev
from sixprime.formats.mat import write_mat
from sixprime.formats.match_files import read_match_bytes

WHITE, BLACK = Player.WHITE, Player.BLACK


def there_and_back(match: Match) -> Match:
    file = read_match_bytes(write_mat(match).encode())
    assert not file.problems, [str(problem) for problem in file.problems]
    assert len(file.matches) == 1
    return file.match


@pytest.mark.parametrize("seed", range(6))
def test_matches(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, rng.choice([1, 2, 3, 5, 7]))
    assert there_and_back(match) == match


@pytest.mark.parametrize("seed", range(4))
def test_money_play(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, None, RuleSet(jacoby=rng.random() < 0.5, beavers=True, raccoons=True), cube=0.1)
    back = there_and_back(match)
    assert back.events == match.events
    assert back.score == match.score
    assert back.rules.replace(raccoons=True) == match.rules


@pytest.mark.parametrize(
    "start", [Position.nackgammon(), Position.hypergammon(1), Position.hypergammon(2), Position.hypergammon(3)]
)
def test_other_starts(start: Position) -> None:
    match = random_match(Random(5), 3, RuleSet(start=start))
    assert there_and_back(match) == match


def test_details() -> None:
    details = {
        "event": "Winter cup",
        "round": "2",
        "site": "Harbour club",
        "date": "2024-02-03",
        "time": "19.30",
        "annotator": "Otto",
        "match id": "17",
        "rating of white": "1712.50",
        "rating of black": "1600.00",
        "ClockType": "Speed",
    }
    match = Match(length=5, names={WHITE: "Anna", BLACK: "Béla"}, details=details)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    assert there_and_back(match) == match


def test_an_unplayed_roll_at_the_end() -> None:
    match = Match(length=5, names={WHITE: "Anna", BLACK: "Béla"})
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.apply(ev.Rolled(BLACK, (6, 5)))  # type: ignore[arg-type]
    assert there_and_back(match) == match


def test_a_set_up_game() -> None:
    match = Match(length=7, names={WHITE: "Anna", BLACK: "Béla"})
    match.set_up(Position.nackgammon(), BLACK, cube=Cube(2, WHITE), score=(3, 4))
    match.roll(SeededDice(4))
    match.play(next(iter(match.legal_plays)))
    match.resign(Win.GAMMON)
    match.accept()
    assert there_and_back(match) == match


def test_a_start_without_a_name_is_set_up_in_each_game() -> None:
    start = Position.of({24: 2, 13: 6, 6: 7}, {24: 2, 13: 6, 6: 7})
    match = Match(RuleSet(start=start), length=7, names={WHITE: "Anna", BLACK: "Béla"})
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(13, 10), (6, 5)])
    back = there_and_back(match)
    assert back.events[0] == ev.PositionSet(start, WHITE)
    assert back.position == match.position


def test_declined_resignations_are_lost() -> None:
    match = Match(length=5, names={WHITE: "Anna", BLACK: "Béla"})
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.resign()
    match.decline()
    assert there_and_back(match).version == match.version - 2


def test_names_that_a_line_cannot_hold() -> None:
    match = Match(length=5, names={WHITE: 'An"na: 3', BLACK: ""})
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    assert there_and_back(match).names == {WHITE: "An'na 3", BLACK: "Black"}
