"""Whole matches that GNU Backgammon plays against our server; its record and ours must tell the same."""

from collections import Counter
from pathlib import Path

import pytest
from peers_tables import Evening, GivingUp, PlainEngine, PlainPlayer, assert_same_match, evening, read_mat

from conftest import not_here
from sixprime.core import STANDARD, Ending, Match, Player, Win
from sixprime.core.match import events as ev
from sixprime.engine.engines import Engine
from sixprime.peers.external_sessions import GNUBG_RULES
from sixprime.training.judging.gnubg_reference import program


@pytest.fixture(autouse=True)
def gnubg_is_here() -> None:
    if program() is None:
        not_here("GNU Backgammon is not installed")


def kinds(match: Match) -> Counter[tuple[str, str]]:
    return Counter(
        (event.player.value, event.action.value) for event in match.events if not isinstance(event, ev.OpeningRolled)
        and hasattr(event, "player")
    )  # fmt: skip


def assert_no_errors(played: Evening) -> None:
    assert not [answer for answer in played.answers if any(line.startswith("Error") for line in answer[1])]


def test_our_bot_plays_seven_points_with_doubles_takes_drops_and_crawford(tmp_path: Path) -> None:
    """The dice of a seed are always the same; which seed has a match with everything may change with the net."""
    for seed in (9, 7, 12, 1, 2, 3, 4, 5, 6, 8):
        played = evening(tmp_path, Engine(plies=0), STANDARD, "set rng mersenne", f"set seed {seed}", "new match 7")
        assert_no_errors(played)
        theirs = read_mat(played.mat, STANDARD)
        assert theirs.result is not None
        assert "has won the match" in played.said
        (record,) = played.records
        assert_same_match(theirs, record)
        actions = {event.action.value for event in theirs.events}
        crawford = any(theirs.state_at(version).is_crawford for version in range(theirs.version))
        if {"double", "take", "drop"} <= actions and crawford:
            return
    pytest.fail("in ten matches there was none with a double, a take, a drop and a Crawford game")


def test_a_plain_player_plays_seven_points_over_a_socket_in_the_file_system(tmp_path: Path) -> None:
    played = evening(
        tmp_path, PlainEngine(), STANDARD, "set rng mersenne", "set seed 11", "new match 7", address=f"{tmp_path}/s"
    )
    assert_no_errors(played)
    theirs = read_mat(played.mat, STANDARD)
    (record,) = played.records
    assert_same_match(theirs, record)
    assert record.match.names == {Player.WHITE: "gnubg", Player.BLACK: record.match.names[Player.BLACK]}


def money_games(count: int, seed: int) -> list[str]:
    """Commands for a session of so many games.

    GNU Backgammon stops after we have taken its beaver, and `play` makes it go on; elsewhere the command does nothing.
    """
    game = ["new game", *["play"] * 4]
    rules = ["set automatic game off", "set jacoby on", "set beavers 3"]
    return ["set rng mersenne", f"set seed {seed}", *rules, "new session", *["play"] * 4, *game * (count - 1)]


def test_a_money_session_with_jacoby_and_beavers_both_ways(tmp_path: Path) -> None:
    engine = PlainEngine(PlainPlayer(always_doubles=True, always_beavers=True))
    played = evening(tmp_path, engine, GNUBG_RULES, *money_games(8, seed=5))
    assert_no_errors(played)
    theirs = read_mat(played.mat, GNUBG_RULES)
    assert len(theirs.results) == 8
    (record,) = played.records
    assert_same_match(theirs, record)
    done = kinds(theirs)
    assert done["black", "beaver"] > 0
    assert any(game.win is not Win.SINGLE and game.points == game.cube.value for game in theirs.results) or all(
        game.cube.was_turned for game in theirs.results
    )


def test_beavers_of_ours_reach_gnubg(tmp_path: Path) -> None:
    engine = PlainEngine(PlainPlayer(always_beavers=True))
    played = evening(tmp_path, engine, GNUBG_RULES, *money_games(4, seed=7))
    assert_no_errors(played)
    theirs = read_mat(played.mat, GNUBG_RULES)
    assert len(theirs.results) == 4
    (record,) = played.records
    assert_same_match(theirs, record)
    assert kinds(theirs)["white", "beaver"] > 0


def test_resignations_are_offered_declined_and_offered_higher(tmp_path: Path) -> None:
    played = evening(tmp_path, PlainEngine(GivingUp()), STANDARD, "set rng mersenne", "set seed 2", "new match 5")
    assert_no_errors(played)
    theirs = read_mat(played.mat, STANDARD)
    (record,) = played.records
    assert_same_match(theirs, record)
    answers = Counter(line for _, lines in played.answers for line in lines)
    assert answers["resign normal"] > 0
    assert answers["resign gammon"] > 0
    assert any(isinstance(event, ev.ResignationDeclined) for event in record.match.events)
    given_up = [game for game in theirs.results if game.ending is Ending.RESIGNED]
    assert any(game.win is Win.GAMMON and game.winner is Player.BLACK for game in given_up)
