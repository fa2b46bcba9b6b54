"""Equities of many positions at once, and that nobody multiplies chances by a vector of five instead."""

import ast
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import sixprime
from sixprime.engine.net.chance_arrays import equities_above_loss, equities_of
from sixprime.engine.net.evaluators import as_chances

CHANCES = np.random.default_rng(1).random((40, 5)).astype(np.float32)
PRODUCTS = {"dot", "matmul", "inner", "vdot", "einsum", "tensordot"}


def test_equities_are_those_of_single_chances() -> None:
    assert equities_of(CHANCES) == pytest.approx([as_chances(row).equity for row in CHANCES], abs=1e-6)
    assert equities_of(CHANCES).dtype == np.float32


def test_a_plain_loss_is_where_counting_begins() -> None:
    assert equities_above_loss(np.zeros((1, 5), dtype=np.float32)).tolist() == [0.0]
    assert equities_of(np.zeros((1, 5), dtype=np.float32)).tolist() == [-1.0]
    assert equities_of(np.array([[1, 1, 1, 0, 0], [0, 0, 0, 1, 1]], dtype=np.float32)).tolist() == [3.0, -3.0]


def test_differences_of_chances_give_differences_of_equity() -> None:
    changes = CHANCES[:20] - CHANCES[20:]
    assert equities_above_loss(changes) == pytest.approx(
        equities_of(CHANCES[:20]) - equities_of(CHANCES[20:]), abs=1e-5
    )


def test_none_and_one() -> None:
    assert equities_of(CHANCES[:0]).shape == (0,)
    assert equities_of(CHANCES[:1]).shape == (1,)


def is_vector_of_five(node: ast.expr) -> bool:
    """Whether an expression is an array written out with five numbers."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("array", "asarray")
    ):
        return False
    return bool(node.args) and isinstance(node.args[0], ast.List | ast.Tuple) and len(node.args[0].elts) == 5


def vectors_of_five(trees: Iterable[ast.AST]) -> set[str]:
    """The names that are given to such arrays anywhere."""
    return {
        target.id
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and is_vector_of_five(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def products_with_five(tree: ast.AST, names: set[str]) -> list[int]:
    """The lines on which something is multiplied by such an array as by a matrix."""

    def is_five(node: ast.expr) -> bool:
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        return name in names or is_vector_of_five(node)

    found = []
    for node in ast.walk(tree):
        factors: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            factors = [node.left, node.right]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PRODUCTS:
            factors = [node.func.value, *node.args]
        if any(is_five(factor) for factor in factors):
            found.append(getattr(node, "lineno", 0))
    return found


@pytest.mark.parametrize(
    "line",
    ["chances @ POINTS", "np.dot(chances, POINTS)", "chances.dot(POINTS)", "POINTS @ chances.T",
     "chances @ other.POINTS", "chances @ np.array([2, 1, 1, -1, -1])", "np.einsum('ij,j', chances, POINTS)"],
)  # fmt: skip
def test_such_products_are_found(line: str) -> None:
    tree = ast.parse(f"POINTS = np.array([2, 1, 1, -1, -1], dtype=np.float32)\nvalue = {line}")
    assert products_with_five(tree, vectors_of_five([tree])) == [2]


@pytest.mark.parametrize("line", ["hidden @ weights", "POINTS * chances", "np.dot(hidden, weights)", "PAIR @ chances"])
def test_other_products_are_not(line: str) -> None:
    tree = ast.parse(f"POINTS = np.array([2, 1, 1, -1, -1])\nPAIR = np.array([1, 2])\nvalue = {line}")
    assert products_with_five(tree, vectors_of_five([tree])) == []


def test_no_such_product_is_left() -> None:
    """See the module's docstring: they make NumPy warn without a reason."""
    root = Path(sixprime.__file__).parent
    written = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in written.items() if "numpy" in text}
    names = vectors_of_five(trees.values())
    offences = [
        f"{path.relative_to(root)}:{line}" for path, tree in trees.items() for line in products_with_five(tree, names)
    ]
    assert not offences
