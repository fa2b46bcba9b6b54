"""docs/analysis.md: its examples run, and it names every figure that `--decisions` knows."""

import re
from pathlib import Path

from sixprime.cli.analysis.named_figures import NAMED_FIGURES

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")


def test_the_figures_have_these_names() -> None:
    told = PAGE.partition("`--decisions FIGURE` lists them:")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([\w-]+)`", told)) <= set(NAMED_FIGURES)
    kinds = {"missed-", "wrong-"}
    assert {name for name in NAMED_FIGURES if not any(name.startswith(kind) for kind in kinds)} <= set(
        re.findall(r"`([\w-]+)`", told)
    )
