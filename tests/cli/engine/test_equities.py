"""`sixprime equities` makes a match equity table, and goes on with one that is not finished."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Sixprime
from sixprime.engine.match_equity import making as equity_making
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.match_equity.making import EquityMaking, MakingSettings
from sixprime.engine.match_equity.progress import progress_path, save_progress

TRAILING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:2:1:3:10"
"""The Crawford game, 3 away."""


def test_a_table_is_made_and_used(sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.json"
    said = sixprime("equities", str(file), "--length", "2", "--games", "36", "--threads", "2")
    assert said.code == 0
    assert "2 away, after the Crawford game" in said.out
    assert "2 away, the Crawford game" in said.out
    assert f"The table is in {file}" in said.out.replace("\n", "")
    table = MatchEquities.load(file)
    assert table.length == 2
    assert table.chance(2, 1) == pytest.approx(0.32, abs=0.06)
    mine = json.loads(sixprime("cube", TRAILING, "--plies", "0", "--json", "--equities", str(file)).out)
    usual = json.loads(sixprime("cube", TRAILING, "--plies", "0", "--json").out)
    assert mine["mwc"] != usual["mwc"]

    def play(*_: Any) -> None:
        raise AssertionError("everything is done")

    monkeypatch.setattr(equity_making, "play_openings", play)
    again = sixprime("equities", str(file), "--length", "2", "--games", "36", "--beside", "kazaross-xg2")
    assert again.code == 0
    assert "errors apart" in again.out
    assert "48.80 %" in again.out


def test_an_interrupt_keeps_what_is_done(sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.json"
    play = EquityMaking._play
    turns = iter((False, True, False))

    def interrupted(self: Any, *arguments: Any) -> Any:
        if next(turns):
            raise KeyboardInterrupt
        return play(self, *arguments)

    monkeypatch.setattr(EquityMaking, "_play", interrupted)
    command = ("equities", str(file), "--length", "2", "--games", "36")
    said = sixprime(*command)
    assert said.code == 130
    assert "1 scores are done" in said.out
    assert not file.exists()
    assert sixprime(*command).code == 0
    assert next(turns, None) is None
    assert file.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["{file}", "--length", "1"],
        ["{file}", "--length", "many"],
        ["{file}", "--games", "0"],
        ["{file}", "--seed", "-1"],
        ["{file}", "--threads", "0"],
        ["{file}", "--beside", "nobody's"],
        ["{file}/below"],
        ["{folder}"],
        ["{file}", "--ray", "127.0.0.1:1", "--games", "36"],
    ],
)
def test_what_is_wrong_is_said_in_a_line(sixprime: Sixprime, arguments: list[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    if any("below" in argument for argument in arguments):
        file.touch()
    said = sixprime("equities", *(argument.format(file=file, folder=tmp_path) for argument in arguments))
    assert said.code == 2
    assert said.err.startswith("sixprime: ")
    assert said.err.count("\n") == 1


def test_other_settings_are_not_mixed(sixprime: Sixprime, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    save_progress(EquityMaking(MakingSettings(games=36, seed=1)), progress_path(file))
    said = sixprime("equities", str(file), "--length", "2", "--games", "36", "--seed", "2")
    assert said.code == 2
    assert "other settings (seed)" in said.err
