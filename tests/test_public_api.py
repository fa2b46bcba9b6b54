"""The public names: what `sixprime`, `sixprime.engine` and `sixprime.formats` offer, each with an example that runs.

The examples of `sixprime.formats` are run by tests/formats/test_public_names.py.
"""

import doctest
import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import sixprime
from sixprime import core
from sixprime.engine import engines

PUBLIC_PACKAGES = ["sixprime", "sixprime.engine", "sixprime.formats"]
CORE_MODULES = [found.name for found in pkgutil.walk_packages(core.__path__, "sixprime.core.")]
CORE_NAMES = [name for name in core.__all__ if name != "Event" and not name.isupper()]
"""The classes and functions: all but constants and the union of events."""


def run_examples(value: Any, module: ModuleType, *, members: bool) -> int:
    """Run the examples in the docstring of something, and of its members. Returns how many lines there were."""
    lines = 0
    finder = doctest.DocTestFinder(recurse=members)
    for example in finder.find(value, value.__name__, module=module, globs={**vars(sixprime), **vars(module)}):
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
        assert result.failed == 0, example.name
        lines += result.attempted
    return lines


@pytest.mark.parametrize("name", PUBLIC_PACKAGES)
def test_a_package_offers_what_it_lists(name: str) -> None:
    package = import_module(name)
    names = getattr(package, "__all__", [])
    assert len(set(names)) == len(names)
    assert set(names) <= set(dir(package))
    assert all(hasattr(package, listed) for listed in names)


def test_the_package_shows_its_public_names_only() -> None:
    assert dir(sixprime) == sorted(sixprime.__all__)


def test_everything_public_in_the_core_is_public_in_the_package() -> None:
    assert set(core.__all__) <= set(sixprime.__all__)
    assert all(getattr(sixprime, name) is getattr(core, name) for name in core.__all__)


@pytest.mark.parametrize("name", CORE_NAMES)
def test_every_public_name_of_the_core_has_an_example(name: str) -> None:
    value = getattr(core, name)
    assert run_examples(value, sys.modules[value.__module__], members=False)


@pytest.mark.parametrize("name", CORE_MODULES)
def test_examples_in_the_core_run(name: str) -> None:
    module = import_module(name)
    run_examples(module, module, members=True)


@pytest.mark.parametrize("module", [sixprime, engines], ids=lambda module: module.__name__)
def test_the_examples_of_the_package_and_its_engine_run(module: ModuleType) -> None:
    assert run_examples(module, module, members=module is engines) >= 5
