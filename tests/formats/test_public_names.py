"""The names that `sixprime.formats` offers: each is where it is said to be, and is loaded when it is first used."""

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sixprime
from sixprime import formats
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation

CONSTANTS = {"FORMATS", "THEMES", "WRITERS"}
EXAMPLES = [name for name in formats.__all__ if name not in CONSTANTS]
CORE_EXAMPLES: dict[str, Any] = {"Situation": Situation, "parse_play": parse_play}


def modules_after(script: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_every_name_has_one_home() -> None:
    homes = [name for names in formats._HOMES.values() for name in names]
    assert sorted(homes) == sorted(formats.__all__)
    assert set(formats.__all__) <= set(dir(formats))


@pytest.mark.parametrize("name", formats.__all__)
def test_every_name_is_there_and_described(name: str) -> None:
    value = getattr(formats, name)
    assert value is getattr(formats, name)
    if callable(value):
        assert value.__doc__


@pytest.mark.parametrize("name", [*EXAMPLES, *CORE_EXAMPLES])
def test_the_example_of_every_name_runs(name: str) -> None:
    value = CORE_EXAMPLES.get(name) or getattr(formats, name)
    names = {**vars(sixprime), "Situation": Situation, **vars(sys.modules[value.__module__])}
    (example,) = doctest.DocTestFinder(recurse=False).find(value, name, globs=names)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'read_everything'"):
        formats.read_everything  # noqa: B018


def test_the_package_alone_loads_no_format() -> None:
    loaded = {name for name in modules_after("import sixprime.formats") if name.startswith("sixprime.formats")}
    assert loaded == {"sixprime.formats"}


def test_ids_load_no_match_files_and_no_arrays() -> None:
    loaded = modules_after("from sixprime.formats import recognise; recognise('4HPwATDgc/ABMA')")
    assert {"sixprime.formats.match_files", "sixprime.formats.reading", "numpy"}.isdisjoint(loaded)


@pytest.mark.parametrize(
    "package", sorted(path.parent.name for path in Path(formats.__file__).parent.glob("*/__init__.py"))
)
def test_every_package_can_be_imported_first(package: str) -> None:
    assert f"sixprime.formats.{package}" in modules_after(f"import sixprime.formats.{package}")
