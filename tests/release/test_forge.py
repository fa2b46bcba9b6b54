"""What a public forge reads: workflows whose steps are scripts of this repository, forms, citation; and versions."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import not_here
from release.schema_checks import check
from sixprime import __version__

ROOT = Path(__file__).parents[2]
FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (FORGE / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_files_are_as_the_forge_expects_them() -> None:
    assert [path.stem for path in WORKFLOWS] == ["release", "test"]
    check("github-workflows", *WORKFLOWS)
    assert len(FORMS) == 3
    check("github-issue-forms", *FORMS)
    check("github-issue-config", FORGE / "ISSUE_TEMPLATE" / "config.yml")
    check("citation-file-format", ROOT / "CITATION.cff")


def jobs(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FORGE / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))["jobs"]
    return found


def test_steps_of_workflows_are_scripts_that_run_here() -> None:
    commands = [step["run"] for name in ("test", "release") for job in jobs(name).values()
                for step in job.get("steps", []) if "run" in step]  # fmt: skip
    assert len(commands) == 5
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command in commands:
        program, *words = command.split()
        assert "\n" not in command.strip()
        if program == "make":
            assert words[0] in targets
        else:
            assert os.access(ROOT / program, os.X_OK), command


def test_workflows_test_every_python_that_the_package_names() -> None:
    named = [entry.rpartition(" ")[2] for entry in PROJECT["classifiers"]
             if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", entry)]  # fmt: skip
    assert named == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={named[0]}"
    for name, job in (("test", "test"), ("release", "wheel")):
        assert jobs(name)[job]["strategy"]["matrix"]["python"] == named


def test_actions_of_others_are_pinned() -> None:
    for path in WORKFLOWS:
        for used in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8")):
            assert used.startswith("./") or re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", used), used


def test_a_release_needs_equal_versions() -> None:
    script = ROOT / "scripts" / "check-release"
    assert subprocess.run([script, f"v{__version__}"], check=False).returncode == 0
    done = subprocess.run([script, "v99.0.0"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 3


def test_the_systemd_unit_is_right(tmp_path: Path) -> None:
    """By systemd's own checks; the program that it starts is not installed here, another one stands for it."""
    program = shutil.which("systemd-analyze")
    if program is None:
        not_here("systemd-analyze is not installed")
    unit = (ROOT / "packaging" / "club.service").read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=(\S+) (.*)$", unit, re.MULTILINE)
    assert command is not None
    assert command[2].startswith("serve --no-browser")
    path = tmp_path / "backgammon.service"
    path.write_text(unit.replace(command[1], sys.executable), encoding="utf-8")
    done = subprocess.run([program, "verify", path], capture_output=True, text=True, check=False)
    if "Failed to" in done.stderr and "manager" in done.stderr:
        pytest.skip(f"systemd-analyze cannot check units here: {done.stderr.strip()}")
    assert (done.returncode, done.stderr) == (0, "")
    broken = tmp_path / "broken.service"
    broken.write_text(path.read_text().replace("Restart=on-failure", "Restart=perhaps"), encoding="utf-8")
    done = subprocess.run([program, "verify", broken], capture_output=True, text=True, check=False)
    assert "restart" in done.stderr


def planned(folder: Path, target: str, **given: str) -> str:
    """What `make` would do for a target in a folder."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHON", "MAKEFLAGS", "MAKELEVEL")}
    words = [f"{name}={value}" for name, value in given.items()]
    done = subprocess.run(
        ["make", "-n", target, *words], cwd=folder, capture_output=True, text=True, check=True, env=kept
    )
    return done.stdout


def copy_makefile(folder: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, folder)


def test_another_python_makes_the_environment_anew(tmp_path: Path) -> None:
    """`make PYTHON=...` remakes .venv if that is another Python, and leaves it alone otherwise."""
    copy_makefile(tmp_path)
    environment = tmp_path / ".venv"
    (environment / "bin").mkdir(parents=True)

    def fake(path: Path, version: str) -> Path:
        path.write_text(f"#!/bin/sh\necho '{version}'\n")
        path.chmod(0o755)
        return path

    fake(environment / "bin" / "python", "3.11.7 (main)")
    (environment / "python").touch()
    same, other = fake(tmp_path / "same", "3.11.7 (main)"), fake(tmp_path / "other", "3.13.5 (main)")
    assert "make-venv" not in planned(tmp_path, ".venv/python")
    assert "make-venv" not in planned(tmp_path, ".venv/python", PYTHON=str(same))
    assert f"make-venv {other}" in planned(tmp_path, ".venv/python", PYTHON=str(other))


@pytest.mark.parametrize("target", ["play", "dev", "docs"])
def test_changed_translations_are_compiled_by_the_next_command(target: str, tmp_path: Path) -> None:
    """As after a pull: catalogues are compiled while the package is installed, so it is installed again."""
    copy_makefile(tmp_path)
    catalogue = tmp_path / "src" / "sixprime" / "locale" / "de" / "LC_MESSAGES" / "sixprime.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.touch()
    (tmp_path / ".venv").mkdir()
    for name in ("python", target):
        (tmp_path / ".venv" / name).touch()
    for path in tmp_path.rglob("*"):
        os.utime(path, (1000, 1000))
    assert "install-into" not in planned(tmp_path, f".venv/{target}")
    os.utime(catalogue, (2000, 2000))
    assert "install-into" in planned(tmp_path, f".venv/{target}")


@pytest.mark.parametrize(
    ("program", "expected"),
    [("uv", "pip install --compile-bytecode --reinstall-package sixprime --python {python} -e ."),
     ("python", "-m pip --disable-pip-version-check install -e .")],
)  # fmt: skip
def test_uv_installs_where_it_is_there(program: str, expected: str, tmp_path: Path) -> None:
    """`make play` installs with uv, and without it with pip; both say what they download."""
    for name in {program, "python"}:
        (tmp_path / name).write_text(f'#!/bin/sh\necho "{name} $*"\n')
        (tmp_path / name).chmod(0o755)
    python = tmp_path / "python"
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "install-into", python, "-e", "."],
        capture_output=True, text=True, check=True, env={"PATH": str(tmp_path)},
    )  # fmt: skip
    assert done.stdout == f"{program} {expected.format(python=python)}\n"
