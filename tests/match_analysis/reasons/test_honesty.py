"""Only reasons that passed the honesty test are shown; the stored figures of `benchmarks/reasons.py` say which."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sixprime.analysis.reasons import SHOWN, ReasonKind
from sixprime.analysis.reasons.weights import PER_PIP_HIT, PER_POINT_KEPT, PER_POINT_MADE, PER_UNIT

ROOT = Path(__file__).parents[3]
FIGURES = json.loads((ROOT / "benchmarks" / "reasons.json").read_text(encoding="utf-8"))
FRESH = json.loads((ROOT / "benchmarks" / "reasons_fresh.json").read_text(encoding="utf-8"))
"""The figures of games that nobody had looked at when the reasons were made."""


def honest(figures: dict[str, Any]) -> set[ReasonKind]:
    return {ReasonKind(kind) for kind, row in figures["reasons"].items() if row["honest"]}


def test_enough_pairs_were_judged_and_every_number_was_true() -> None:
    assert FIGURES["pairs"] >= 20_000
    assert FIGURES["checked"] > 2_000
    assert FIGURES["wrong"] == FRESH["wrong"] == 0


def test_what_is_shown_is_what_passed_twice() -> None:
    assert honest(FIGURES) & honest(FRESH) == SHOWN


@pytest.mark.parametrize("figures", [FIGURES, FRESH], ids=["seen", "fresh"])
def test_honest_means_better_than_both_controls(figures: dict[str, Any]) -> None:
    for kind, row in figures["reasons"].items():
        control = figures["cube_control_high" if kind in figures["cube_kinds"] else "control_high"]
        assert row["honest"] == (row["fired"] >= 20 and row["low"] > max(control, row["shuffled_high"])), kind


def test_the_controls_know_nothing() -> None:
    assert FIGURES["control"] == pytest.approx(0.5, abs=0.02)
    assert FIGURES["cube_control"] == pytest.approx(0.5, abs=0.07)


def test_the_page_tells_the_figures() -> None:
    page = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    for kind, row in FIGURES["reasons"].items():
        assert f"| {kind} | {row['fired']:,} | {100 * row['share']:.1f} % |" in page
    for kind, row in FRESH["reasons"].items():
        assert f"| {kind} | {row['fired']:,} | {100 * row['share']:.1f} % | {100 * row['low']:.1f}" in page


def test_weights_are_those_that_were_fitted() -> None:
    """Not to the last digit, since they were rounded and the fit depends on them a little; but none is far off."""
    weights = FIGURES["weights"]
    for kind in set(PER_UNIT) & SHOWN:
        assert weights[kind.value] < 3 * PER_UNIT[kind] + 0.001, kind
        if kind is not ReasonKind.ENTERING:  # entering goes with points that are made, which take its weight
            assert weights[kind.value] > PER_UNIT[kind] / 3, kind
    for what, table in (("made", PER_POINT_MADE), ("kept", PER_POINT_KEPT)):
        for point, worth in table.items():
            assert weights[f"{what} {point}"] == pytest.approx(worth, abs=0.06), (what, point)
    assert weights["pip hit"] == pytest.approx(PER_PIP_HIT, abs=0.003)


def test_a_run_is_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "judged.jsonl"
    benchmark = str(ROOT / "benchmarks" / "reasons.py")
    command = [sys.executable, benchmark, "--file", str(file), "--cube-pairs", "0", "--pairs"]
    first = subprocess.run([*command, "5", "--judge-only"], check=True, capture_output=True, text=True)
    games = file.read_text(encoding="utf-8").splitlines()
    assert games
    file.write_text("\n".join(games) + '\n{"game": 1, "dec', encoding="utf-8")  # the power failed here
    pairs = sum(len(entry.get("plays", (0, 0))) - 1 for game in games for entry in json.loads(game)["decisions"])
    second = subprocess.run([*command, str(pairs + 1)], check=True, capture_output=True, text=True)
    assert file.read_text(encoding="utf-8").splitlines()[: len(games)] == games
    assert "judged" in first.stdout
    assert "of which wrong: 0" in second.stdout
