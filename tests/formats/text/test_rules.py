"""Rules in sentences: what is in force is said, and nothing else."""

import pytest

from sixprime import NAMED_STARTS, PRESETS, STANDARD, OpeningTie, Position, RuleSet
from sixprime.formats.text import PRESET_TITLES, describe_rules


def said(rules: RuleSet, *, money: bool) -> list[str]:
    return [str(line) for line in describe_rules(rules, money=money)]


def test_every_preset_has_a_title() -> None:
    assert list(PRESET_TITLES) == list(PRESETS)


def test_a_match_by_the_standard_rules() -> None:
    assert said(STANDARD, money=False) == [
        "standard start position",
        "a tied opening roll is rolled again",
        "a die bears off from its own point; if all checkers are on lower points, from the highest of these",
        "a win counts three times if the loser has borne off none and has a checker on the bar or in the winner's home",
        "doubling cube without limit",
        "Crawford rule: no doubling in the first game in which somebody needs one point",
    ]


def test_rules_of_money_play_are_said_in_money_play_only() -> None:
    rules = PRESETS["001-hu-optional"].replace(raccoons=True)
    money = {"beavers and raccoons are allowed", "Jacoby rule: gammons count only once the cube has been turned"}
    assert money <= set(said(rules, money=True))
    assert "a point is worth 1" in said(rules, money=True)
    assert not money & set(said(rules, money=False))
    assert "beavers are allowed" in said(PRESETS["001-hu-optional"], money=True)


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (PRESETS["004-fr"], "no doubling cube"),
        (PRESETS["002-it"], "doubling cube to 32"),
        (PRESETS["003-de"], "only the rearmost checker may be borne off"),
        (PRESETS["003-de"], "a win counts three times if the loser has any checker outside home"),
        (PRESETS["000-it"], "checkers are borne off by their exact number only"),
        (PRESETS["001-hu-optional"], "at most 1 automatic double a game"),
        (
            STANDARD.replace(opening_tie=OpeningTie.AUTOMATIC_DOUBLE, automatic_double_limit=3),
            "at most 3 automatic doubles a game",
        ),
        (STANDARD.replace(start=NAMED_STARTS["nackgammon"]), "Nackgammon start position"),
        (STANDARD.replace(start=NAMED_STARTS["hypergammon"]), "Hypergammon: three checkers a side"),
        (STANDARD.replace(start=NAMED_STARTS["longgammon"]), "Longgammon: all checkers on the 24 point"),
        (STANDARD.replace(start=Position.of({6: 2}, {6: 2})), "a custom start position"),
    ],
)
def test_each_option_is_said(rules: RuleSet, line: str) -> None:
    assert line in said(rules, money=True)
    assert line in said(rules, money=False)
