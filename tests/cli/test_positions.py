"""Positions on the command line: every command reads them, also those that begin with a dash."""

import json

import pytest

from conftest import Sixprime
from sixprime import Position
from sixprime.cli.shared.positions import guard_position, position_of_numbers, unguard_position
from sixprime.formats.ids import position_id

NUMBERS = "-1,0,0,0,0,5,0,3,0,0,0,0,-5,5,0,0,0,-3,0,-6,0,0,0,0,2,0"
XGID = "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
BARE_XGIDS = (XGID, "--b---E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")

COMMANDS = [
    ("eval", ["{}", "--plies", "0", "--json"]),
    ("hint", ["{}", "31", "--plies", "0", "--json"]),
    ("hint", ["--plies", "0", "--json", "{}", "31"]),
    ("cube", ["{}", "--plies", "0", "--json"]),
    ("rollout", ["{}", "--games", "36", "--truncate", "3", "--threads", "1", "--json"]),
    ("show", ["{}"]),
]


def position() -> Position:
    found = position_of_numbers(NUMBERS)
    assert found is not None
    return found


@pytest.mark.parametrize(("command", "arguments"), COMMANDS)
def test_numbers_that_begin_with_a_minus_are_a_position(sixprime: Sixprime, command: str, arguments: list[str]) -> None:
    said = sixprime(command, *(argument.format(NUMBERS) for argument in arguments))
    expected = sixprime(command, *(argument.format(position_id(position())) for argument in arguments))
    assert said.code == 0, said.err
    assert without_seconds(said.out) == without_seconds(expected.out)


@pytest.mark.parametrize("xgid", BARE_XGIDS)
@pytest.mark.parametrize(("command", "arguments"), COMMANDS)
def test_an_xgid_without_its_name_begins_with_a_dash(
    sixprime: Sixprime, command: str, arguments: list[str], xgid: str
) -> None:
    said = sixprime(command, *(argument.format(xgid) for argument in arguments))
    expected = sixprime(command, *(argument.format(f"XGID={xgid}") for argument in arguments))
    assert said.code == 0, said.err
    assert without_seconds(said.out) == without_seconds(expected.out)


def without_seconds(answer: str) -> object:
    """What a command answered, but for the time it took."""
    try:
        answered = json.loads(answer)
    except ValueError:
        return answer
    if isinstance(answered, dict):
        answered.pop("seconds", None)
    return answered


def test_a_game_may_start_with_a_checker_on_the_opponents_bar(sixprime: Sixprime) -> None:
    said = sixprime("play", "--start", NUMBERS, "--opponent", "person", lines=["quit"])
    assert said.code == 0, said.err
    assert "no option" not in said.err


@pytest.mark.parametrize("command", ["eval", "hint", "cube", "rollout", "show"])
@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("-1,0,0", "there is no id here"),
        (NUMBERS.replace("-6", "-16"), "the opponent has 25 checkers"),
        ("-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "26"),
    ],
)
def test_a_wrong_position_is_refused_as_a_position(sixprime: Sixprime, command: str, written: str, why: str) -> None:
    said = sixprime(command, written)
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "no option" not in said.err
    assert why in said.err


@pytest.mark.parametrize("option", ["-1", "-b", "--gamez", "--gamez=1,2", "--gamez=C:\\x"])
def test_an_option_that_does_not_exist_is_no_position(sixprime: Sixprime, option: str) -> None:
    said = sixprime("eval", option)
    assert said.code == 2
    assert "there is no option" in said.err


@pytest.mark.parametrize(
    "argument", ["", "-", "--", "-h", "--json", "--svg=-1,2", "31", "4HPwATDgc/ABMA", " -1", "a:b"]
)
def test_other_arguments_stay_as_they_are(argument: str) -> None:
    assert guard_position(argument) == argument
    assert unguard_position(argument) == argument


@pytest.mark.parametrize("argument", [NUMBERS, "-1 ,0", *BARE_XGIDS, "-----\n| X |"])
def test_guarded_positions_come_back_as_they_were(argument: str) -> None:
    assert guard_position(argument) == " " + argument
    assert unguard_position(guard_position(argument)) == argument
