"""The names that `sixprime.engine` offers: each is where it is said to be, and is loaded when it is first used."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from sixprime import engine

CONSTANTS = {"LEVELS"}
WITH_EXAMPLES = [name for name in engine.__all__ if name not in CONSTANTS]
TOLD_BY_ENGINE = {"EngineProblem"}
"""What only `Engine` raises, whose own examples are enough."""


def modules_after(script: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_every_name_has_one_home() -> None:
    homes = [name for names in engine._HOMES.values() for name in names]
    assert sorted(homes) == sorted(engine.__all__)
    assert set(engine.__all__) <= set(dir(engine))


@pytest.mark.parametrize("name", engine.__all__)
def test_every_name_is_there_and_described(name: str) -> None:
    value = getattr(engine, name)
    assert value is getattr(engine, name)
    if callable(value):
        assert value.__doc__


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_every_name_run(name: str) -> None:
    value = getattr(engine, name)
    tests = [found for found in doctest.DocTestFinder().find(value, name, globs={}) if found.examples]
    assert tests or name in TOLD_BY_ENGINE
    for test in tests:
        assert doctest.DocTestRunner().run(test).failed == 0


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Oracle'"):
        engine.Oracle  # noqa: B018


def test_the_package_alone_loads_no_compiler() -> None:
    loaded = modules_after("import sixprime.engine")
    assert {name for name in loaded if name.startswith("sixprime.engine")} == {"sixprime.engine"}
    assert {"numba", "numpy"}.isdisjoint(loaded)


@pytest.mark.parametrize(
    "package", sorted(path.parent.name for path in Path(engine.__file__).parent.glob("*/__init__.py"))
)
def test_every_package_can_be_imported_first(package: str) -> None:
    assert f"sixprime.engine.{package}" in modules_after(f"import sixprime.engine.{package}")
