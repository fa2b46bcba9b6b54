"""Every code block of the documentation runs, or says why it does not; what it does not run is at least well-formed.

Python blocks of a page run one after another, as in a notebook. Commands run in a folder that has the files which the
pages name. `make` is asked what it would do.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from conftest import not_here
from documentation.code_blocks import (
    COMMENT,
    CONSOLE,
    DIRECTIVE,
    JSON,
    PYTHON,
    ROOT,
    SHELL,
    TEXT,
    Block,
    all_blocks,
    blocks_of,
    name_of,
    pages,
    parsed,
    whole_number,
)
from sixprime import Match, Player, SeededDice, Win
from sixprime.cli.app import build_app
from sixprime.formats import write_match
from sixprime.languages import catalogue
from waiting import PATIENCE

FIXTURES = ROOT / "tests" / "fixtures"
RUNNABLE = {PYTHON, SHELL, CONSOLE, JSON}
NO_CODE = {TEXT, DIRECTIVE}
"""Output, formulas and pictures; and what Sphinx runs when the site is built."""
COMMAND_WORDS = ("sixprime", "make", "python", "python3", "pip", "uv", "ray", "$", ".venv/bin/")


def with_blocks(*languages: str) -> list[Path]:
    """The pages that have blocks to run in one of these languages."""
    return [
        page
        for page in pages()
        if any(block.language in languages and block.why_not_run is None for block in blocks_of(page))
    ]


def to_run(page: Path, *languages: str) -> list[Block]:
    return [block for block in blocks_of(page) if block.language in languages and block.why_not_run is None]


def test_every_block_runs_or_says_why_not() -> None:
    silent = [
        f"{block.place} ({block.language})"
        for block in all_blocks()
        if block.language not in RUNNABLE | NO_CODE and block.why_not_run is None
    ]
    assert not silent


def test_reasons_are_sentences_and_name_tests_that_exist() -> None:
    for block in all_blocks():
        if block.why_not_run is not None:
            assert len(block.why_not_run.split()) > 1, block.place
            for path in re.findall(r"tests/[\w/]+\.py", block.why_not_run):
                assert (ROOT / path).exists(), f"{block.place}: {path}"


def test_text_is_no_hidden_command() -> None:
    hidden = [
        f"{block.place}: {line}"
        for block in all_blocks()
        if block.language == TEXT
        for line in block.code.splitlines()
        if line.startswith(COMMAND_WORDS)
    ]
    assert not hidden


def test_remarks_stand_above_a_block() -> None:
    """A comment that is not directly above a code block would silently do nothing."""
    for page in pages():
        comments = [token.content for token in parsed(page) if token.type in ("html_block", "inline")]
        written = sum(name != "not run on this page" for text in comments for name, _ in COMMENT.findall(text))
        in_code = sum(len(COMMENT.findall(f"`{code}`")) for text in comments for code in re.findall("`(.*?)`", text))
        assert written - in_code == sum(len(block.own_remarks) for block in blocks_of(page)), name_of(page)


def test_a_smaller_number_stands_for_one_that_is_shown_once() -> None:
    for block in all_blocks():
        if "less" in block.own_remarks:
            assert block.language in (PYTHON, SHELL, CONSOLE), block.place
            assert block.why_not_run is None, block.place
            assert block.less, block.place
        for shown, used in block.less:
            assert len(re.findall(whole_number(shown), block.code)) == 1, f"{block.place}: {shown}"
            assert 0 < float(used) < float(shown), f"{block.place}: {shown} {used}"
            assert re.search(whole_number(used), block.code_to_run), f"{block.place}: {used}"


@pytest.mark.parametrize(
    ("code", "run"),
    [
        ("train --games 100  # 100,000 are better", "train --games 2  # 100,000 are better"),
        ("rollout(games=100, seed=1)", "rollout(games=2, seed=1)"),
        ("a100 100a 1100 1.100 100.5 -100", "a100 100a 1100 1.100 100.5 -100"),
        ("wait 100.", "wait 2."),
    ],
)
def test_whole_numbers_are_replaced(code: str, run: str) -> None:
    assert Block(ROOT, 1, SHELL, code, {"less": "100 2"}).code_to_run == run


@pytest.mark.parametrize("block", [block for block in all_blocks() if block.language == JSON], ids=lambda it: it.place)
def test_json_is_json(block: Block) -> None:
    if block.why_not_run is None:
        try:
            json.loads(block.code)
        except json.JSONDecodeError:
            for line in block.code.splitlines():
                json.loads(line)


SEARCH_PATH = f"{os.environ['PATH']}{os.pathsep}/usr/games"
"""Debian keeps GNU Backgammon where not everybody looks for programs."""


def environment(folder: Path) -> dict[str, str]:
    """A home of its own, in which the commands of this Python come first and `make` changes nothing."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    make = programs / "make"
    make.write_text(f'#!/bin/sh\nexec {shutil.which("make")} --dry-run --directory={ROOT} "$@"\n', encoding="utf-8")
    make.chmod(0o755)
    cleared = ("SIXPRIME_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "PYTHONWARNINGS")
    kept = {name: value for name, value in os.environ.items() if name not in cleared}
    return {
        **kept,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "LANG": "C.UTF-8",
        "COLUMNS": "120",
        "NO_COLOR": "1",
        "PATH": f"{programs}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{SEARCH_PATH}",
    }


def short_match() -> Match:
    """A match of Ann's against Ben: a few turns with an error of hers, and a resignation."""
    match = Match(length=3, names={Player.WHITE: "Ann", Player.BLACK: "Ben"})
    match.open((3, 1))
    match.play("24/23 13/10")
    dice = SeededDice(5)
    for _ in range(3):
        match.roll(dice)
        if match.legal_plays:
            match.play(match.legal_plays[0])
    match.resign(Win.SINGLE)
    match.accept()
    return match


def new_folder(path: Path) -> Path:
    """A folder with the files that the pages name."""
    path.mkdir()
    (path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    for name in ("benchmarks", "examples", "src"):
        (path / name).symlink_to(ROOT / name)
    text = write_match(short_match(), ".mat")
    (path / "match.mat").write_text(text, encoding="utf-8")
    (path / "matches").mkdir()
    (path / "matches" / "evening.mat").write_text(text, encoding="utf-8")
    shutil.copy(FIXTURES / "others" / "evening.xg", path / "match.xg")
    shutil.copy(FIXTURES / "positions" / "xg-plays-en.txt", path / "position.txt")
    return path


def require(blocks: list[Block]) -> None:
    for block in blocks:
        for program in block.needs:
            if shutil.which(program, path=SEARCH_PATH) is None:
                not_here(f"{program} is not here, and {block.place} needs it")


@pytest.mark.slow
@pytest.mark.parametrize("page", with_blocks(PYTHON), ids=name_of)
def test_python_runs(page: Path, tmp_path: Path) -> None:
    from server.support.local_servers import running  # the quick tests need no server

    blocks = to_run(page, PYTHON)
    folder = new_folder(tmp_path / "work")
    require(blocks)
    with ExitStack() as servers:
        program = "names = {'__name__': '__main__'}\n"
        for block in blocks:
            code = block.code_to_run
            if block.server is not None:
                code = code.replace(block.server, servers.enter_context(running(folder)).url)
            program += f"exec(compile({code!r}, {block.place!r}, 'exec'), names)\n"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            cwd=folder, env=environment(folder), capture_output=True, text=True, check=False, timeout=20 * PATIENCE,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr


def matches(expected: str, said: str) -> bool:
    """Whether a command said what the page shows; `...` stands for anything, spaces at line ends for nothing."""
    parts = [re.escape(part) for part in tidied(expected).split("...")]
    return re.fullmatch(".*".join(parts), tidied(said), re.DOTALL) is not None


def tidied(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def steps_of(block: Block) -> list[tuple[str, str | None]]:
    """What is run of a block, and what it must say, if the page shows it."""
    if block.language != CONSOLE:
        return [(block.code_to_run, None)]
    parts = re.split(r"^\$ ", block.code_to_run, flags=re.MULTILINE)[1:]
    return [(command, said) for command, _, said in (part.partition("\n") for part in parts)]


@pytest.mark.slow
@pytest.mark.parametrize("page", with_blocks(SHELL, CONSOLE), ids=name_of)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    blocks = to_run(page, SHELL, CONSOLE)
    require(blocks)
    for block in blocks:
        folder = new_folder(tmp_path / str(block.line))
        settings = environment(folder)
        for command, expected in steps_of(block):
            done = subprocess.run(
                ["sh", "-e", "-c", command],
                cwd=folder, env=settings, input=block.typed, capture_output=True, text=True, check=False,
                timeout=20 * PATIENCE,
            )  # fmt: skip
            assert done.returncode == 0, f"{block.place}\n{command}\n{done.stdout}\n{done.stderr}"
            if expected is not None:
                assert matches(expected, done.stdout), f"{block.place}\n{command}\nsays:\n{done.stdout}"


@cache
def command_tree() -> Any:
    return typer.main.get_command(build_app(catalogue("en")))


def unknown_words(line: str) -> list[str]:
    """The subcommand and the flags of a `sixprime` command that there are not."""
    words = [word.rpartition("/")[2] if word.endswith("bin/sixprime") else word for word in shlex.split(line)]
    while words and re.fullmatch(r"\w+=.*|nice", words[0]):
        words.pop(0)
    if not words or words[0] != "sixprime":
        return []
    command, rest = command_tree(), words[1:]
    if rest and not rest[0].startswith("-"):
        if rest[0] not in command.commands:
            return [rest[0]]
        command, rest = command.commands[rest[0]], rest[1:]
    known = {flag for option in command.params for flag in (*option.opts, *option.secondary_opts)} | {"--help"}
    flags = [re.split("[ =]", word)[0] for word in rest if re.match(r"--?[a-z]", word)]
    return [flag for flag in flags if flag not in known]


def test_commands_that_do_not_run_have_words_that_exist() -> None:
    wrong = {}
    for block in all_blocks():
        if block.language in (SHELL, CONSOLE):
            for line in block.commands:
                if re.match(r"(\S+=\S+ |nice )*(\S*bin/)?sixprime\b", line) and unknown_words(line):
                    wrong[f"{block.place}: {line}"] = unknown_words(line)
    assert not wrong


def test_the_reference_of_commands_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "describe-commands"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_scripts_know_the_flags_that_pages_give_them() -> None:
    wrong = []
    for block in all_blocks():
        if block.language not in (SHELL, CONSOLE):
            continue
        for line in block.commands:
            found = re.search(r"((?:benchmarks|examples)/\w+\.py)(.*)", line)
            if found:
                source = (ROOT / found[1]).read_text(encoding="utf-8")
                wrong += [f"{block.place}: {flag}" for flag in re.findall(r"--[a-z-]+", found[2]) if flag not in source]
    assert not wrong
