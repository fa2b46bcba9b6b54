"""wildbg's questions over HTTP, without the HTTP."""

import json

import pytest
from peers_tables import PlainEngine

from sixprime.core import Position
from sixprime.engine.engines import Engine
from sixprime.peers import wildbg

ENGINE = PlainEngine()
NET = Engine(plies=0, threads=1)


def query(position: Position, **more: int) -> dict[str, str]:
    points = {f"p{point}": str(count) for point, count in enumerate(position.points) if count}
    return points | {name: str(value) for name, value in more.items()}


START = query(Position.standard())


def test_moves_come_best_first() -> None:
    answer = wildbg.move(START | {"die1": "3", "die2": "1"}, ENGINE)
    moves = answer["moves"]
    assert isinstance(moves, list)
    assert len(moves) == len(Position.standard().legal_plays((3, 1)))
    assert moves[0]["play"] == [{"from": 8, "to": 5}, {"from": 6, "to": 5}]
    assert set(moves[0]["probabilities"]) == {"win", "winG", "winBg", "loseG", "loseBg"}
    assert json.loads(json.dumps(answer)) == answer


def test_one_point_matches_are_about_winning_only() -> None:
    moves = wildbg.move(START | {"die1": "3", "die2": "1", "x_away": "1", "o_away": "1"}, NET)["moves"]
    assert isinstance(moves, list)
    wins = [move["probabilities"]["win"] for move in moves]
    assert wins == sorted(wins, reverse=True)


def test_no_legal_play_is_an_empty_one() -> None:
    shut_out = Position.of({25: 1, 6: 14}, {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2})
    moves = wildbg.move(query(shut_out, die1=6, die2=6), ENGINE)["moves"]
    assert isinstance(moves, list)
    assert [move["play"] for move in moves] == [[]]


def test_bar_and_off_have_their_numbers() -> None:
    entering = Position.of({25: 1, 6: 14}, {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 8: 2})
    moves = wildbg.move(query(entering, die1=6, die2=1), ENGINE)["moves"]
    assert isinstance(moves, list)
    assert moves[0]["play"][0]["from"] == 25
    bearing_off = wildbg.move(query(Position.of({6: 2}, {1: 2}), die1=6, die2=6), ENGINE)["moves"]
    assert isinstance(bearing_off, list)
    assert bearing_off[0]["play"] == [{"from": 6, "to": 0}, {"from": 6, "to": 0}]


def test_evaluations_and_the_cube() -> None:
    assert wildbg.evaluate(START, ENGINE)["cube"] == {"double": False, "accept": True}
    won = query(Position.of({1: 2}, {6: 10, 23: 5}))
    assert wildbg.evaluate(won, ENGINE)["cube"] == {"double": True, "accept": False}
    assert wildbg.evaluate(won | {"x_away": "1", "o_away": "3"}, ENGINE)["cube"] == {"double": False, "accept": False}
    assert set(wildbg.evaluate(won, ENGINE)) == {"cube", "probabilities"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"die1": "3"}, "die2 is missing"),
        ({"die1": "3", "die2": "7"}, "die2 is a whole number from 1 to 6, not '7'"),
        ({"die1": "3", "die2": "1", "p6": "x"}, "p6 is a whole number"),
        ({"die1": "3", "die2": "1", "p6": "15"}, "checkers"),
        ({"die1": "3", "die2": "1", "p0": "1"}, "p25 is the bar of x"),
        ({"die1": "3", "die2": "1", "x_away": "3"}, "are given together"),
        ({"die1": "3", "die2": "1", **{name: "0" for name, count in START.items() if int(count) > 0}}, "over"),
    ],
)
def test_problems(changes: dict[str, str], words: str) -> None:
    with pytest.raises(wildbg.QueryProblem, match=words) as caught:
        wildbg.move(START | changes, ENGINE)
    assert wildbg.problem(caught.value) == {"message": str(caught.value)}


def test_the_net_answers() -> None:
    with Engine(plies=0, threads=1) as engine:
        for more in ({}, {"x_away": "2", "o_away": "4"}):
            moves = wildbg.move(START | {"die1": "3", "die2": "1"} | more, engine)["moves"]
            assert isinstance(moves, list)
            assert moves[0]["play"] == [{"from": 8, "to": 5}, {"from": 6, "to": 5}]
        assert wildbg.evaluate(START, engine)["cube"] == {"double": False, "accept": True}
