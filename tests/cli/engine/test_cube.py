"""`sixprime cube` says whether to double and to take, to people and to programs."""

import json
from pathlib import Path

import pytest

from conftest import Sixprime

MONEY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
MATCH = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:0:0:5:10"
CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10"
JACOBY = "XGID=-BBBBBB--A-----------bbbbb-a:0:0:1:00:0:0:3:0:10"


def test_a_decision_in_words(sixprime: Sixprime) -> None:
    said = sixprime("cube", MONEY, "--plies", "0")
    assert said.code == 0
    for words in ("no double", "double, take", "right: no double, take", "a double loses", "to pass loses"):
        assert words in said.out


def test_a_match_shows_chances_to_win_it(sixprime: Sixprime) -> None:
    said = sixprime("cube", MATCH, "--plies", "1")
    assert "3 away against 5 away, cube 2" in said.out
    assert "match won" in said.out
    assert "right: no redouble" in said.out


def test_the_crawford_game_has_no_doubles(sixprime: Sixprime) -> None:
    said = sixprime("cube", CRAWFORD, "--plies", "0")
    assert "no doubling here" in said.out
    assert "double, pass" not in said.out


def test_for_programs(sixprime: Sixprime) -> None:
    answer = json.loads(sixprime("cube", MATCH, "--plies", "0", "--json").out)
    assert answer["double_pass"] == 1
    assert answer["double"] is False
    assert answer["take"] is True
    assert 0 < answer["mwc"] < 1
    money = json.loads(sixprime("cube", MONEY, "--plies", "0", "--json").out)
    assert "mwc" not in money
    assert money["no_double"] > money["double_take"]


def test_a_batch_goes_on_after_a_bad_line(sixprime: Sixprime, tmp_path: Path) -> None:
    file = tmp_path / "questions"
    numbers = "0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0"
    file.write_text(f"{MONEY}\n\n# a remark\nnonsense\n{CRAWFORD}\n{numbers}\n", encoding="utf-8")
    said = sixprime("cube", "--batch", str(file))
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0
    assert [sorted(answer) == ["error"] for answer in answers] == [False, True, False, False]
    assert answers[0] == answers[3]
    assert answers[2]["may_double"] is False


def test_other_match_equities(sixprime: Sixprime, tmp_path: Path) -> None:
    table = tmp_path / "mine.xml"
    rows = "".join(
        "<row>" + "".join(f"<me>{0.5 + 0.05 * (j - i):.2f}</me>" for j in range(5)) + "</row>" for i in range(5)
    )
    after = "".join(f"<me>{0.5 / (n + 1):.4f}</me>" for n in range(5))
    table.write_text(
        f"<met><info><name>Mine</name><description>of a test</description><length>5</length></info>"
        f'<pre-crawford-table type="explicit">{rows}</pre-crawford-table>'
        f'<post-crawford-table type="explicit" player="both"><row>{after}</row></post-crawford-table></met>',
        encoding="utf-8",
    )
    mine = json.loads(sixprime("cube", MATCH, "--plies", "0", "--json", "--equities", str(table)).out)
    usual = json.loads(sixprime("cube", MATCH, "--plies", "0", "--json").out)
    assert mine["mwc"] != usual["mwc"]


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], [], [MONEY, "--plies", "9"], [MONEY, "--equities", "nobody"], ["--batch", "/nowhere"]],
)
def test_what_is_wrong_is_said_in_a_line(sixprime: Sixprime, arguments: list[str]) -> None:
    said = sixprime("cube", *arguments)
    assert said.code == 2
    assert said.err.startswith("sixprime: ")
    assert said.err.count("\n") == 1
