"""The code blocks of the documentation, and what its source says about them.

A block runs as a test unless a comment directly above it says why it cannot: `<!-- not run: the reason -->`. Such a
comment with `on this page` in it stands for all commands of a page. `<!-- typed: a; b -->` is what somebody types while
the commands run, `<!-- needs: gnubg -->` a program without which the block is skipped, `<!-- server: ADDRESS -->` the
address of a server that has to be there. `<!-- less: 100 2 -->` lets a test run the block with 2 where readers see 100:
the same work, less of it. docs/writing.md tells writers all of this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COMMENT = re.compile(r"<!--\s*(not run|not run on this page|typed|needs|server|less):\s*(.*?)\s*-->", re.DOTALL)

PYTHON, CONSOLE, JSON, TEXT, DIRECTIVE = "python", "console", "json", "text", "directive"
SHELL = "sh"
"""Also the language of blocks that name none, such as indented ones."""


@cache
def pages() -> tuple[Path, ...]:
    """The README, the guide for contributors, and every page of the documentation."""
    return (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def parsed(page: Path) -> tuple[Token, ...]:
    return tuple(MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8")))


def whole_number(number: str) -> str:
    """The pattern of a number that stands by itself: not in a word, nor in a longer number."""
    return rf"(?<![\w.,-]){re.escape(number)}(?![\w-]|[.,]\d)"


@dataclass(frozen=True)
class Block:
    """A code block: where it stands, what it is written in, and what the comment above it says."""

    page: Path
    line: int
    language: str
    code: str
    own_remarks: dict[str, str] = field(default_factory=dict)
    page_remarks: dict[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return f"{name_of(self.page)}:{self.line}"

    @property
    def why_not_run(self) -> str | None:
        return self.own_remarks.get("not run", self.page_remarks.get("not run"))

    @property
    def typed(self) -> str:
        """What is typed while its commands run: lines, which the comment separates by semicolons."""
        return "".join(f"{line.strip()}\n" for line in self.own_remarks.get("typed", "").split(";") if line.strip())

    @property
    def server(self) -> str | None:
        """The address at which the block expects a server."""
        return self.own_remarks.get("server")

    @property
    def less(self) -> list[tuple[str, str]]:
        """Numbers of the block, each with the smaller one that a test uses; semicolons separate the pairs."""
        pairs = (pair.split() for pair in self.own_remarks.get("less", "").split(";") if pair.strip())
        return [(shown, used) for shown, used in pairs]

    @property
    def code_to_run(self) -> str:
        """The code with the numbers that a test uses."""
        code = self.code
        for shown, used in self.less:
            code = re.sub(whole_number(shown), used, code)
        return code

    @property
    def needs(self) -> list[str]:
        """Programs without which it cannot run."""
        return self.own_remarks.get("needs", "").split()

    @property
    def commands(self) -> list[str]:
        """The commands of a block for the shell, each with its continued lines, without prompts and remarks."""
        lines = self.code.replace("\\\n", " ").splitlines()
        if self.language == CONSOLE:
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        bare = (re.sub(r"\s+#\s.*$", "", line).strip() for line in lines)
        return [re.sub(r"\s+", " ", line) for line in bare if line and not line.startswith("#")]


def language_of(token: Token) -> str:
    word = token.info.strip().split(" ")[0]
    return DIRECTIVE if word.startswith("{") else word or SHELL


@cache
def blocks_of(page: Path) -> tuple[Block, ...]:
    found: list[Block] = []
    for_commands: dict[str, str] = {}
    remarks: dict[str, str] = {}
    for token in parsed(page):
        if token.type == "html_block":
            remarks = dict(COMMENT.findall(token.content))
            if "not run on this page" in remarks:
                for_commands = {"not run": remarks.pop("not run on this page")}
            continue
        if token.type in ("fence", "code_block"):
            assert token.map is not None
            language = language_of(token)
            of_page = for_commands if language in (SHELL, CONSOLE) else {}
            found.append(Block(page, token.map[0] + 1, language, token.content, remarks, of_page))
        remarks = {}
    return tuple(found)


def all_blocks() -> list[Block]:
    return [block for page in pages() for block in blocks_of(page)]
