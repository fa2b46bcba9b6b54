"""docs/rules.md tells the truth: the tests it names exist, and every rule, option, example and test here is in it."""

import ast
import re
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

from sixprime import PRESETS, BearOff, OpeningTie, RuleSet, TripleWin

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")

ABOUT_PAGES = {"test_rules_table.py", "test_record_format.py"}
"""Tests of documents, not of rules."""

RULES = [f"R{number}" for number in range(1, 19)]
EXAMPLES = [f"E{number}" for number in range(1, 15)]
OPTIONS = [
    *(f"opening_tie {choice.value}" for choice in OpeningTie),
    "automatic_double_limit",
    *(f"bear_off {choice.value}" for choice in BearOff),
    *(f"triple_win {choice.value}" for choice in TripleWin),
    "cube none",
    "cube up to 32",
    "cube up to 64",
    "cube unlimited",
    *(f"{switch} {value}" for switch in ("beavers", "raccoons", "jacoby") for value in ("on", "off")),
    "crawford",
    "start",
    "stake",
]


def written_tests() -> set[str]:
    """The names of all test functions of this folder that are about rules."""
    return {
        node.name
        for path in HERE.glob("test_*.py")
        if path.name not in ABOUT_PAGES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def rows() -> dict[str, list[str]]:
    """The rows of all tables on the page: the first cell, and all cells."""
    found: dict[str, list[str]] = {}
    for line in PAGE.splitlines():
        if line.startswith("| ") and not line.startswith("| ---"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found[cells[0].strip("`")] = cells
    return found


def prefix(name: str) -> str:
    """How the tests of an id are called: R7 test_r07_..., E12 test_e12_..., options test_option_..."""
    numbered = re.fullmatch(r"([RE])(\d+)", name)
    if numbered:
        return f"test_{numbered[1].lower()}{int(numbered[2]):02d}_"
    return "test_option_" + re.sub(r"[ -]", "_", name)


def named_in(text: str) -> set[str]:
    return set(re.findall(r"`(test_\w+)`", text))


def test_every_test_named_on_the_page_exists() -> None:
    assert named_in(PAGE) - written_tests() == set()


def test_every_test_of_the_rules_is_on_the_page() -> None:
    assert written_tests() - named_in(PAGE) == set()


@pytest.mark.parametrize("name", [*RULES, *EXAMPLES, *OPTIONS])
def test_every_id_has_a_row_with_exactly_its_tests(name: str) -> None:
    assert name in rows(), f"{name} has no row"
    listed = named_in(rows()[name][-1])
    assert listed
    assert listed == {test for test in written_tests() if test.startswith(prefix(name))}


def test_every_test_named_after_an_id_has_an_id() -> None:
    prefixes = tuple(prefix(name) for name in (*RULES, *EXAMPLES, *OPTIONS))
    looks_like_one = re.compile(r"test_([re]\d|option_)")
    assert [test for test in written_tests() if looks_like_one.match(test) and not test.startswith(prefixes)] == []


def test_every_option_of_a_rule_set_is_on_the_page() -> None:
    shown = " ".join(cell for name in OPTIONS for cell in rows()[name])
    for option in fields(RuleSet):
        assert re.search(rf"`{option.name}[`=]", shown), f"{option.name} is not shown"
    for kind in (OpeningTie, BearOff, TripleWin):
        for choice in kind:
            assert f"{kind.__name__}.{choice.name}" in shown


def test_every_preset_has_a_row_that_agrees_with_it() -> None:
    words: dict[Enum, str] = {
        OpeningTie.REROLL: "reroll",
        OpeningTie.AUTOMATIC_DOUBLE: "automatic double, one a game",
        BearOff.STANDARD: "standard",
        BearOff.REARMOST_ONLY: "rearmost only",
        BearOff.EXACT_ONLY: "exact only",
        TripleWin.WINNERS_HOME: "bar or winner's home",
        TripleWin.OUTSIDE_HOME: "any checker outside the home board",
    }
    for name, rules in PRESETS.items():
        _, _, tie, bearing_off, three_times, cube, besides = rows()[name]
        assert (tie, bearing_off, three_times) == (
            words[rules.opening_tie],
            words[rules.bear_off],
            words[rules.triple_win],
        )
        assert cube == ("none" if not rules.cube else str(rules.cube_limit or "no limit"))
        assert ("Crawford" in besides) is rules.crawford
        assert ("beavers" in besides) is rules.beavers
        assert ("Jacoby" in besides) is rules.jacoby
