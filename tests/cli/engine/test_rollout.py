"""`sixprime rollout` plays positions out, for people and for programs, and keeps what it has found."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Sixprime
from sixprime.engine.rollout.rollouts import Rollout

ENDING = "0,0,2,3,2,3,3,0,0,0,0,0,0,0,0,0,0,0,0,-3,-3,-3,-2,-2,0,0"
"""A race that is soon over, 13 checkers each."""
MATCH = "XGID=-BCBCC--------------ccbcb-:1:1:1:00:2:0:0:5:10"
CRAWFORD = "XGID=-BCBCC--------------ccbcb-:0:0:1:00:4:2:1:5:10"
FEW = ("--games", "72", "--threads", "1")


def found(sixprime: Sixprime, *arguments: str) -> dict[str, Any]:
    said = sixprime("rollout", *arguments, "--json")
    assert said.code == 0, said.err
    answer: dict[str, Any] = json.loads(said.out)
    return answer


def test_plays_in_a_table(sixprime: Sixprime) -> None:
    said = sixprime("rollout", ENDING, "31", "--candidates", "2", *FEW)
    assert said.code == 0
    for words in ("candidate", "equity", "wins", "gammons", "72 games", "seed 1"):
        assert words in said.out
    assert said.out.count(" ± ") >= 3


def test_plays_for_programs(sixprime: Sixprime) -> None:
    answer = found(sixprime, ENDING, "31", "--candidates", "3", *FEW)
    candidates = answer["candidates"]
    assert len(candidates) == 3
    assert answer["games"] == answer["settings"]["games"] == 72
    equities = [one["equity"] for one in candidates]
    assert equities == sorted(equities, reverse=True)
    assert candidates[0]["lost"] == 0
    for one in candidates:
        assert len(one["probabilities"]) == len(one["probability_errors"]) == 5
        assert one["lost"] == pytest.approx(one["equity"] - equities[0])
        assert 0 <= one["equity_error"] < 0.5
        assert "mwc" not in one
    assert "cube" not in answer


def test_the_same_seed_gives_the_same_numbers(sixprime: Sixprime) -> None:
    command = (ENDING, "31", "--candidates", "2", "--games", "72")
    one = found(sixprime, *command, "--threads", "1")
    assert found(sixprime, *command, "--threads", "2")["candidates"] == one["candidates"]
    assert found(sixprime, *command, "--seed", "2")["candidates"] != one["candidates"]


def test_chosen_plays(sixprime: Sixprime) -> None:
    answer = found(sixprime, ENDING, "31", "--play", "4/off", "--play", "6/5 6/3", *FEW)
    assert {one["candidate"] for one in answer["candidates"]} == {"4/off", "6/5 6/3"}


def test_cube_actions(sixprime: Sixprime) -> None:
    said = sixprime("rollout", ENDING, *FEW)
    assert "no double" in said.out
    assert "double, take" in said.out
    assert "right: " in said.out
    answer = found(sixprime, ENDING, *FEW)
    assert {one["candidate"] for one in answer["candidates"]} == {"no double", "double, take"}
    by_name = {one["candidate"]: one["equity"] for one in answer["candidates"]}
    assert answer["cube"]["no_double"] == pytest.approx(by_name["no double"])
    assert answer["cube"]["double_take"] == pytest.approx(by_name["double, take"])
    assert answer["cube"]["double_pass"] == 1
    assert isinstance(answer["cube"]["double"], bool)


def test_a_match(sixprime: Sixprime) -> None:
    answer = found(sixprime, MATCH, *FEW)
    for one in answer["candidates"]:
        assert 0 < one["mwc"] < 1
        assert one["mwc_error"] > 0
    assert "match won" in sixprime("rollout", MATCH, *FEW).out


def test_without_doubles_the_position_itself(sixprime: Sixprime) -> None:
    assert len(found(sixprime, CRAWFORD, *FEW)["candidates"]) == 1
    cubeless = found(sixprime, ENDING, "--cubeless", "--no-variance-reduction", *FEW)
    (one,) = cubeless["candidates"]
    assert cubeless["settings"]["cubeful"] is False
    assert cubeless["settings"]["variance_reduction"] is False
    assert one["equity"] == pytest.approx(one["cubeless"])


def test_a_file_is_kept_and_gone_on_with(sixprime: Sixprime, tmp_path: Path) -> None:
    file = tmp_path / "kept.rollout"
    command = (ENDING, "31", "--candidates", "2", "--threads", "1")
    found(sixprime, *command, "--games", "72", "--file", str(file))
    further = found(sixprime, "--file", str(file), "--games", "144")
    whole = found(sixprime, *command, "--games", "144")
    assert further["games"] == 144
    assert further["candidates"] == whole["candidates"]
    said = sixprime("rollout", ENDING, "--file", str(file))
    assert said.code == 2
    assert "holds a rollout already" in said.err


def test_who_goes_on_may_choose_another_end_only(sixprime: Sixprime, tmp_path: Path) -> None:
    file = tmp_path / "kept.rollout"
    found(sixprime, ENDING, *FEW, "--plies", "0", "--file", str(file))
    assert found(sixprime, "--file", str(file), "--games", "36")["games"] == 72
    hasty = found(sixprime, "--file", str(file), "--games", "1000000", "--seconds", "0.001", "--threads", "1")
    assert 72 < hasty["games"] < 1000000
    rough = found(sixprime, "--file", str(file), "--error", "5", "--threads", "1", "--seed", "1")
    assert rough["games"] < hasty["games"] + 144
    said = sixprime("rollout", "--file", str(file), "--seed", "2")
    assert said.code == 2
    assert "holds a rollout already, with other settings" in said.err.replace("\n", " ")


def test_an_interrupt_shows_and_keeps_what_was_found(
    sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.rollout"
    run = Rollout.run

    def interrupted(self: Rollout, progress: Any = None, **options: Any) -> Any:
        def stop(result: Any) -> None:
            progress(result)
            if result.games >= 72:
                raise KeyboardInterrupt

        return run(self, stop, **options)

    command = (ENDING, "31", "--candidates", "2", "--games", "180")
    with monkeypatch.context() as patch:
        patch.setattr(Rollout, "run", interrupted)
        said = sixprime("rollout", *command, "--threads", "1", "--file", str(file))
    assert said.code == 0
    assert "stopped after 72 games" in said.out
    assert " ± " in said.out
    assert found(sixprime, "--file", str(file))["candidates"] == found(sixprime, *command)["candidates"]


def test_other_match_equities(sixprime: Sixprime, tmp_path: Path) -> None:
    table = tmp_path / "own.json"
    rows = [[0.5 + 0.05 * (theirs - mine) for theirs in range(5)] for mine in range(5)]
    content = {"format": "sixprime-match-equities", "version": 1, "before": rows, "after": [[0.5, 0.4, 0.3, 0.2]]}
    table.write_text(json.dumps(content))
    mine = found(sixprime, MATCH, *FEW, "--equities", str(table))
    assert mine["candidates"][0]["mwc"] != found(sixprime, MATCH, *FEW)["candidates"][0]["mwc"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        [ENDING, "77"],
        [ENDING, "31", "--play", "24/18"],
        [ENDING, "--play", "6/5"],
        [ENDING, "--games", "0"],
        [ENDING, "--games", "many"],
        [ENDING, "--seed", "-1"],
        [ENDING, "--plies", "9"],
        [ENDING, "--truncate", "-1"],
        [ENDING, "--seconds", "0"],
        [ENDING, "--error", "small"],
        [ENDING, "--threads", "0"],
        [ENDING, "31", "--candidates", "0"],
        [ENDING, "--equities", "nobody's"],
        [ENDING, "--ray", "127.0.0.1:1"],
        ["--file", "{folder}/absent"],
        ["--file", "{folder}/other"],
        ["--file", "{folder}"],
        [ENDING, "--file", "{folder}/nowhere/kept", *FEW],
    ],
)
def test_what_is_wrong_is_said_in_a_line(sixprime: Sixprime, arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "other").write_text("{}")
    said = sixprime("rollout", *(argument.format(folder=tmp_path) for argument in arguments))
    assert said.code == 2
    assert said.err.startswith("sixprime: ")
    assert said.err.count("\n") == 1


def test_a_folder_is_no_file_for_a_rollout(sixprime: Sixprime, tmp_path: Path) -> None:
    said = sixprime("rollout", ENDING, "--file", str(tmp_path), *FEW)
    assert (said.code, said.err) == (2, f"sixprime: cannot write {tmp_path}: it is a folder\n")
