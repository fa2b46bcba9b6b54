"""The shape of the repository: no crowded packages, current tables of modules, and docs that name files which exist."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

from test_layers import LAYERS, LEVELS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "sixprime"
STATIC = PACKAGE / "web" / "static"
MOST_ENTRIES = 16
CROWDED = {".": 19, "core": 17, "web/static/app/pages": 18}
"""Packages that may have more entries than others."""
NOT_COUNTED = {"__init__.py", "__pycache__", "py.typed", "locale"}

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.py"))
SOURCES = (".py", ".js", ".css", ".html", ".toml", ".po", ".md")
FOLDERS = ("src", "tests", "docs", "scripts", "benchmarks", "examples")
NOT_MODULES = {"po", "db"}
"""Endings of files that are called `sixprime`."""
IN_CODE = re.compile(r"`([^`\s]+)[^`]*`")
FROM_THE_ROOT = re.compile(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)})/[\w./*-]*[\w*/]")


def folders() -> list[Path]:
    """All folders of the package that hold code; bundles are made of code elsewhere."""
    found = [PACKAGE, *(path for path in sorted(PACKAGE.rglob("*")) if path.is_dir() and path != STATIC / "bundles")]
    return [folder for folder in found if any(path.suffix in (".py", ".js") for path in folder.iterdir())]


def test_no_package_has_too_many_entries() -> None:
    assert STATIC / "app" / "match" in folders()
    assert STATIC / "board" / "drawing" in folders()
    crowded = []
    for folder in folders():
        entries = [path.name for path in folder.iterdir() if path.name not in NOT_COUNTED]
        name = folder.relative_to(PACKAGE).as_posix()
        if len(entries) > CROWDED.get(name, MOST_ENTRIES):
            crowded.append(f"{name} has {len(entries)} entries")
    assert not crowded


def test_every_folder_with_modules_is_a_package() -> None:
    python = [folder for folder in folders() if not folder.is_relative_to(STATIC)]
    assert not [str(folder) for folder in python if not (folder / "__init__.py").exists()]


def test_tables_of_modules_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "describe-packages"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_picture_of_the_layers_is_the_one_that_is_checked() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = page.partition("## Layers")[2].partition("\n\n    ")[2].partition("\n\n")[0]
    shown = [{word for word in re.split(r" {2,}", line.strip()) if word in LEVELS} for line in picture.splitlines()]
    existing = {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert shown == [layer & existing for layer in reversed(LAYERS)]


@cache
def known_paths() -> set[str]:
    """Every file and folder of the repository, and each of these paths without its first folders."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        found += [ROOT / folder, *(ROOT / folder).rglob("*")]
    paths = [path.relative_to(ROOT).parts for path in found if "__pycache__" not in path.parts]
    return {"/".join(parts[start:]) for parts in paths for start in range(len(parts))}


def named_paths(text: str) -> set[str]:
    """What looks like a path of this repository: a source file in backticks, or anything that starts at the root."""
    in_code = {token.rstrip("/") for token in IN_CODE.findall(text)}
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    return {path.rstrip("/") for path in FROM_THE_ROOT.findall(text)} | {
        token
        for token in in_code
        if re.fullmatch(r"[\w./-]+", token)
        and not token.startswith(("/", "."))
        and (token.endswith(SOURCES) or (token.partition("/")[0] in packages and "/" in token))
    }


def is_defined(name: str) -> bool:
    """Whether a dotted name is a package, a module, or something that a module mentions."""
    parts = name.split(".")[1:]
    for length in range(len(parts), -1, -1):
        place = PACKAGE.joinpath(*parts[:length])
        module = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if module.is_file():
            text = module.read_text(encoding="utf-8")
            return all(re.search(rf"\b{part}\b", text) for part in parts[length:])
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_python_names_in_the_docs_exist(page: Path) -> None:
    names = set(re.findall(r"\bsixprime(?:\.[A-Za-z_]\w*)+", page.read_text(encoding="utf-8")))
    assert not [name for name in sorted(names) if name.split(".")[1] not in NOT_MODULES and not is_defined(name)]


@pytest.mark.parametrize("page", [*PAGES, *BENCHMARKS], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_paths_named_in_the_docs_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".py":
        text = ast.get_docstring(ast.parse(text)) or ""
    known = known_paths()
    missing = [
        path
        for path in sorted(named_paths(text))
        if path not in known and not any(PurePosixPath(other).match(path) for other in known if "*" in path)
    ]
    assert not missing


class Definition(NamedTuple):
    """A module, a class or a function: the name that it has in its source, and its docstring."""

    name: str
    docstring: str
    is_class: bool


@cache
def definitions_of(path: Path) -> tuple[Definition, ...]:
    """The module itself, and all classes and functions in it. Parsing all sources takes seconds: it is done once."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return tuple(
        Definition(getattr(node, "name", path.stem), ast.get_docstring(node) or "", isinstance(node, ast.ClassDef))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, kinds)
    )


def test_no_class_name_stands_for_two_things() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for one in definitions_of(path):
            if one.is_class:
                places.setdefault(one.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert len(places) > 300
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_types_of_arrays_are_named_once() -> None:
    """In `compiled/arrays.py`; arrays of any type, or of none of those, are written out where they are used."""
    aliases = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path != PACKAGE / "compiled" / "arrays.py":
            text = path.read_text(encoding="utf-8")
            name = path.relative_to(PACKAGE).as_posix()
            aliases += [f"{name}: {line}" for line in re.findall(r"^\w+(?:: \w+)? = (?:npt\.)?NDArray\[.*", text, re.M)]
            aliases += [f"{name}: {found}" for found in re.findall(r"NDArray\[np\.(?!integer|object_)\w+\]", text)]
    assert not aliases


PRIVATE_WORDS = {
    "bench", "blur", "but", "companies", "company", "crew", "crews", "desk", "errand", "errands", "glance", "pauses",
    "prices", "squash", "thinker", "thinkers", "tongue", "tongues", "wide",
}  # fmt: skip
"""Words that once named modules, classes and functions, and that nobody guesses. Standard terms took their places."""


def names_of(path: Path) -> set[str]:
    """The names of a module, and of its classes and functions."""
    return {one.name for one in definitions_of(path)}


def words_of(name: str) -> set[str]:
    """The words of a name, in small letters: `_WideText` and `wide_text` both have `wide` and `text`."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_names_are_words_that_others_would_use() -> None:
    allowed = {"wide_text"}  # text in wide characters is what the format calls it
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in sorted(names_of(path) - allowed)
        if words_of(name) & PRIVATE_WORDS
    ]
    assert not found


def test_docstrings_stand_by_themselves() -> None:
    """No docstring says that something is the same as what stands elsewhere."""
    found = [
        f"{path.relative_to(PACKAGE)}: {one.docstring.splitlines()[0]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for one in definitions_of(path)
        if re.match(r"(The same|Both of these|As above|Likewise|Ditto)\b", one.docstring)
    ]
    assert not found
