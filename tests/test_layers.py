"""Imports point downwards only: a layer never imports one above it or beside it."""

import ast
import re
from pathlib import Path

import sixprime

ROOT = Path(sixprime.__file__).parent
MODULE_NAME = re.compile(r"sixprime(\.[a-z_]+)+(:\w+)?")
"""What `import_module` takes, perhaps with the name of something in it."""

# From the bottom up; what stands in one line may not import each other.
LAYERS: list[set[str]] = [
    {"messages", "files"},
    {"notices"},
    {"compiled"},
    {"core"},
    {"formats", "engine", "languages"},
    {"training", "analysis"},
    {"peers", "practice"},
    {"env", "web", "client"},
    {"server"},
    {"notebook", "cli"},
]
LEVELS = {name: level for level, names in enumerate(LAYERS) for name in names}


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    """The layers that a module imports, anywhere in its text; a string that names a module counts as well."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE_NAME.fullmatch(node.value):
            names = [node.value]
        for name in names:
            parts = name.split(".")
            if parts[0] == "sixprime" and len(parts) > 1 and parts[1] in LEVELS:
                found.add(parts[1])
    return found


def modules() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if path not in (ROOT / "__init__.py", ROOT / "__main__.py")]


def test_every_module_is_in_a_known_layer() -> None:
    assert {layer_of(path) for path in modules()} <= set(LEVELS)


def test_layers_import_downwards_only() -> None:
    offences = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in modules()
        for other in imported_layers(path)
        if other != layer_of(path) and LEVELS[other] >= LEVELS[layer_of(path)]
    ]
    assert not offences


def test_the_package_itself_connects_the_layers() -> None:
    assert imported_layers(ROOT / "__init__.py") == {"analysis", "core", "engine", "formats", "notebook"}


def test_the_package_is_run_by_its_command_line() -> None:
    assert imported_layers(ROOT / "__main__.py") == {"cli"}


def test_the_core_reads_no_files_and_no_clock() -> None:
    forbidden = {"os", "io", "pathlib", "socket", "time", "datetime", "random", "subprocess", "tempfile"}
    offences = []
    for path in (ROOT / "core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").split(".")[0]}
            else:
                continue
            offences += [f"{path.name} imports {name}" for name in names & forbidden]
            if any(name == "open" for name in names):
                offences.append(path.name)
    assert not offences


NO_KERNELS = (
    "sixprime.compiled.arrays import",  # types of arrays
    "sixprime.compiled import jit\n",  # when kernels are compiled, and in what
    "sixprime.compiled.preparation import",
)
"""Parts of `compiled` that everybody may import."""


def test_kernels_are_seen_by_core_engine_training_and_other_kernels_only() -> None:
    offences = []
    for path in modules():
        if layer_of(path) not in {"compiled", "core", "engine", "training"} and not path.stem.endswith("_kernels"):
            text = path.read_text(encoding="utf-8")
            for other in NO_KERNELS:
                text = text.replace(f"from {other}", "")
            if "sixprime.compiled" in text or "import kernels" in text:
                offences.append(str(path.relative_to(ROOT)))
    assert not offences


SERVER_PACKAGES = ["dice", "matches", "store", "schemas", "views", "live", "http", "ops"]
"""The packages of the server from the bottom up; `views` may import what is below it, and so on."""


def test_packages_of_the_server_import_downwards_only() -> None:
    offences = []
    for level, package in enumerate(SERVER_PACKAGES):
        for path in (ROOT / "server" / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            offences += [
                f"{path.relative_to(ROOT)} imports {above}"
                for above in SERVER_PACKAGES[level + 1 :]
                if f"sixprime.server.{above}" in text
            ]
    assert not offences
