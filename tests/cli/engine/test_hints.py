"""What a position is worth and which play is best, asked on the command line."""

import json
import re
from pathlib import Path

import pytest

from conftest import Sixprime

START_ID = "4HPwATDgc/ABMA"
START_NUMBERS = "0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def test_the_best_play_of_an_opening_31_is_known(sixprime: Sixprime) -> None:
    said = sixprime("hint", START_ID, "31")
    assert said.code == 0
    plays = [line for line in said.out.splitlines() if line[:1].isdigit()]
    assert plays[0].startswith("8/5 6/5 ")
    assert len(plays) == 10


@pytest.mark.parametrize("command", [("hint", START_ID, "31"), ("eval", START_ID), ("cube", START_ID), ("openings",)])
def test_tables_have_the_decimal_comma_where_the_language_has(sixprime: Sixprime, command: tuple[str, ...]) -> None:
    assert re.search(r"\d\.\d", sixprime(*command).out)
    for language in ("de", "fr", "it", "hu"):
        told = sixprime(*command, "--language", language).out
        assert re.search(r"\d,\d", told)
        assert not re.search(r"\d\.\d", told)


@pytest.mark.parametrize("question", [(START_ID, "31"), (START_NUMBERS, "1-3"), (START_XGID,), (f"at {START_XGID}!",)])
def test_positions_in_every_form(sixprime: Sixprime, question: tuple[str, ...]) -> None:
    best = json.loads(sixprime("hint", *question, "--json").out)[0]
    assert best["play"] == "8/5 6/5"
    assert best["result"][5] == 2
    win, gammon, backgammon, lose_gammon, lose_backgammon = best["probabilities"]
    assert 1 > win > gammon > backgammon > 0
    equity = 2 * win - 1 + gammon + backgammon - lose_gammon - lose_backgammon
    assert best["equity"] == pytest.approx(equity, abs=1e-4)


def test_the_first_to_roll_has_the_advantage(sixprime: Sixprime) -> None:
    answer = json.loads(sixprime("eval", START_ID, "--json").out)
    assert 0.0 < answer["equity"] < 0.2
    assert "wins" in sixprime("eval", START_ID).out


@pytest.mark.parametrize("dice", ["77", "3", "x", ""])
def test_dice_that_are_none_are_told_as_such(sixprime: Sixprime, dice: str) -> None:
    said = sixprime("hint", START_ID, dice)
    assert (said.code, said.err) == (
        2,
        f"sixprime: a roll is two numbers from 1 to 6, such as 31, not {dice!r}\n",
    )


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 200])
def test_a_narrow_terminal_cuts_no_figure(sixprime: Sixprime, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    said = sixprime("hint", START_ID, "31").out.splitlines()
    assert len({line.index("+---+") for line in said if "+---+" in line}) == 1
    assert len({len(line) for line in said[1:11]}) <= 2, said  # the board, and the pips beside two of its lines
    rows = [line.split() for line in said if line[:1].isdigit()]
    assert [row[-2] for row in rows] == [row[-2] for row in rows if float(row[-2]) >= 0]
    assert len(rows) == 10
    assert all(row.count("%") == 5 for row in rows)
    assert not any("…" in word for row in rows for word in row)


def test_a_batch_goes_on_after_bad_lines(sixprime: Sixprime, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text(
        f"# openings\n{START_ID} 31\nnonsense 31\n\n{START_NUMBERS} 65\n{START_ID}\n", encoding="utf-8"
    )
    answers = [json.loads(line) for line in sixprime("hint", "--batch", str(questions)).out.splitlines()]
    assert [sorted(answer) for answer in answers] == [
        ["equity", "play", "probabilities", "result"],
        ["error"],
        ["equity", "play", "probabilities", "result"],
        ["error"],
    ]
    assert answers[2]["play"] == "24/13"
    values = [json.loads(line) for line in sixprime("eval", "--batch", str(questions)).out.splitlines()]
    assert [sorted(value) for value in values] == [
        ["equity", "probabilities"],
        ["error"],
        *[["equity", "probabilities"]] * 2,
    ]
    assert values[0] == values[2]


def test_a_lost_roll_has_an_empty_play(sixprime: Sixprime, tmp_path: Path) -> None:
    closed = "0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-2,-2,-2,-2,-2,-2,1"
    questions = tmp_path / "questions.txt"
    questions.write_text(f"{closed} 65\n", encoding="utf-8")
    answer = json.loads(sixprime("hint", "--batch", str(questions)).out)
    assert answer["play"] == ""
    assert answer["result"] == [int(number) for number in closed.split(",")]
    assert "no play is possible with 6-5" in sixprime("hint", closed, "65").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["hint"], "give a position, or a file of them with --batch"),
        (["hint", START_ID], "the dice are missing: write them behind the position, like 31"),
        (["eval", "--batch", "/nowhere.txt"], "cannot read /nowhere.txt: there is no such file"),
        (["eval", "--batch", "/"], "cannot read /: it is a folder"),
        (["rollout"], "give a position, or with --file the file of a rollout to go on with"),
    ],
)
def test_bad_questions(sixprime: Sixprime, arguments: list[str], why: str) -> None:
    said = sixprime(*arguments)
    assert (said.code, said.err) == (2, f"sixprime: {why}\n")


def test_a_question_is_looked_into_more_deeply_than_the_lines_of_a_batch(sixprime: Sixprime, tmp_path: Path) -> None:
    deep, flat, same = (
        json.loads(sixprime("hint", START_ID, "31", "--json", *plies).out)[0]["equity"]
        for plies in ((), ("--plies", "0"), ("--plies", "2"))
    )
    assert deep == same != flat
    questions = tmp_path / "questions.txt"
    questions.write_text(f"{START_ID} 31\n", encoding="utf-8")
    answers = {
        plies: json.loads(sixprime("hint", "--batch", str(questions), *plies).out)["equity"]
        for plies in ((), ("--plies", "2"))
    }
    assert answers == {(): flat, ("--plies", "2"): deep}
    values = {plies: json.loads(sixprime("eval", START_ID, "--json", "--plies", plies).out) for plies in ("0", "1")}
    assert values["0"] != values["1"]


@pytest.mark.parametrize("plies", ["-1", "4", "two", "1.0"])
def test_other_depths_are_refused(sixprime: Sixprime, plies: str) -> None:
    said = sixprime("hint", START_ID, "31", "--plies", plies)
    assert said.code != 0
    assert "--plies" in said.err
    assert len(said.err.strip().splitlines()) == 1


class TestCubeAndScore:
    """An id that tells cube and score is answered with them."""

    # Bearing in against an anchor: for money a gammon is worth some risk, at double match point nothing is.
    MONEY = "XGID=-b---BD-B---cD---c-eA---B-:1:-1:1:64:0:0:0:0:10"
    LAST_GAME = "XGID=-b---BD-B---cD---c-eA---B-:0:0:1:64:4:4:0:5:10"

    def test_a_match_is_ranked_by_the_chance_to_win_it(self, sixprime: Sixprime) -> None:
        plays = json.loads(sixprime("hint", self.LAST_GAME, "--json", "--plies", "0").out)
        assert [play["mwc"] for play in plays] == sorted((play["mwc"] for play in plays), reverse=True)
        # The last game of all: the chance to win it is all that counts.
        wins = [play["probabilities"][0] for play in plays]
        assert wins == sorted(wins, reverse=True)

    def test_a_cube_that_was_turned_counts(self, sixprime: Sixprime) -> None:
        plays = json.loads(sixprime("hint", self.MONEY, "--json", "--plies", "0").out)
        assert "mwc" not in plays[0]
        assert plays[0]["cubeful"] != plays[0]["equity"]
        assert "with the cube, at this score" in sixprime("hint", self.MONEY, "--plies", "0").out

    def test_without_either_the_equity_is_cubeless(self, sixprime: Sixprime) -> None:
        plays = json.loads(sixprime("hint", START_XGID, "--json", "--plies", "0").out)
        assert "cubeful" not in plays[0]


# Why


def test_why_the_best_play_is_better_than_the_second(sixprime: Sixprime) -> None:
    said = sixprime("hint", START_ID, "31", "--why", "--plies", "0")
    assert said.code == 0
    heading = next(line for line in said.out.splitlines() if line.startswith("why 8/5 6/5 is better than "))
    assert heading.endswith(":")
    assert "8/5 6/5 makes the 5 point" in said.out
    assert "why" not in sixprime("hint", START_ID, "31", "--plies", "0").out


def test_why_tells_the_loss_of_the_table(sixprime: Sixprime) -> None:
    """An id that says nothing about the cube is judged without it, and so is what the second play loses."""
    said = sixprime("hint", START_ID, "31", "--why", "--plies", "0").out
    second, told = json.loads(sixprime("hint", START_ID, "31", "--json", "--plies", "0").out)[:2]
    lost = second["equity"] - told["equity"]
    assert f"why 8/5 6/5 is better than {told['play']} by {lost:.3f}:" in said


def test_why_a_play_is_worse(sixprime: Sixprime) -> None:
    said = sixprime("hint", START_ID, "65", "--play", "13/8 13/7", "--plies", "0").out
    assert "why 24/13 is better than 13/8 13/7 by 0." in said
    assert "leaves 1 checker back in the opponent's home board instead of 2" in " ".join(said.split())
    best = sixprime("hint", START_ID, "65", "--play", "24/13", "--plies", "0")
    assert best.code == 0
    assert "why" not in best.out
    wrong = sixprime("hint", START_ID, "65", "--play", "24/1", "--plies", "0")
    assert wrong.code != 0
    assert "Traceback" not in wrong.err


def test_why_not_to_double(sixprime: Sixprime) -> None:
    said = " ".join(sixprime("hint", START_ID, "--why", "--plies", "0").out.split())
    assert "right: no double, take" in said
    assert "why roll is better than double by 0." in said
    assert re.search(r"A double needs \d\d% wins here, but there are only 5\d%\.", said)


def test_why_to_take(sixprime: Sixprime) -> None:
    offered = START_XGID.replace(":31:", ":D:")
    said = " ".join(sixprime("hint", offered, "--why", "--plies", "0").out.split())
    assert "why take is better than drop" in said
    assert "A take needs " in said


def test_why_for_programs_and_in_other_languages(sixprime: Sixprime) -> None:
    found = json.loads(sixprime("hint", START_ID, "31", "--why", "--json", "--plies", "0", "--language", "de").out)
    assert any(sentence.startswith("8/5 6/5 macht Zunge 5") for sentence in found[0]["why"])
    assert "why" not in found[1]
    assert re.search(
        r"warum 8/5 6/5 um 0,\d{3} besser ist",
        sixprime("hint", START_ID, "31", "--why", "--plies", "0", "--language", "de").out,
    )
    cube = json.loads(sixprime("hint", START_ID, "--why", "--json", "--plies", "0").out)
    assert cube["verdict"] == "no-double-take"
    assert cube["why"][0].startswith("A double needs ")
