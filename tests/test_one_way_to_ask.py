"""`Engine` is the only way to ask what something is worth: nobody else makes searchers and evaluators."""

import ast
from pathlib import Path

import sixprime

ROOT = Path(sixprime.__file__).parent
MAKERS = {"Searcher", "CubeSearcher", "NetEvaluator", "LevelEvaluator"}
MAY_MAKE = {"engine", "training"}
"""The engine itself, and training, where nets are examined."""


def made_in(path: Path) -> set[str]:
    """The searchers and evaluators that a module makes."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr == "default":
                called = called.value
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            found |= {name} & MAKERS
    return found


def test_only_the_engine_makes_searchers() -> None:
    offences = {
        str(path.relative_to(ROOT)): made
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).parts[0] not in MAY_MAKE and (made := made_in(path))
    }
    assert not offences


def test_the_engine_makes_them() -> None:
    assert made_in(ROOT / "engine" / "engines.py") == {"Searcher", "CubeSearcher", "LevelEvaluator"}
