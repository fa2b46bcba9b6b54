"""Every regular expression that meets text from strangers takes time in proportion to the length of the text.

The patterns are found by walking the modules, so that a new one is tested as soon as it is there. Each is run on
hostile texts: long runs of usual characters, and texts made from the pattern itself, which match as long as possible
and then fail. Time is compared between a text and one four times as long.
"""

import ast
import re
import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from time import thread_time
from typing import Any

import pytest

from formats.places import ROOT

SOURCE = ROOT / "src" / "sixprime"
OUR_OWN = {
    "sixprime.training.run_plots",
    "sixprime.web.bundler",
    "sixprime.web.preloads",
    "sixprime.web.modules",
    "sixprime.web.javascript",
}
"""Modules whose patterns read only what we wrote ourselves."""
USES = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")
SEARCHES = ("search", "finditer", "findall", "sub", "split")

LENGTHS = (20, 80, 320, 1280, 5120)
MOST_GROWTH = 9.0
"""Between two lengths, one four times the other: linear work grows 4 times, quadratic work 16 times."""
NOTICEABLE = 0.0004
"""Seconds that work has to take before its growth is judged."""
SLOW = 0.05
"""Seconds that no pattern should take for a text of at most a thousand characters."""
TRIES = 8


@dataclass(frozen=True)
class Found:
    """A pattern, where it is written, and whether it is searched for or has to stand at the beginning."""

    place: str
    pattern: re.Pattern[Any]
    is_searched: bool

    def __str__(self) -> str:
        return self.place


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """The modules that use regular expressions."""
    return tuple(read_modules())


def read_modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        written = path.read_text(encoding="utf-8")
        if "import re\n" in written:
            name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
            if name not in OUR_OWN:
                yield name, ast.parse(written)


def uses_of_names() -> dict[tuple[str, str], set[str]]:
    """How patterns are used, by module and name; those that other modules may use, by an empty module and the name."""
    uses: dict[tuple[str, str], set[str]] = {}
    for module, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in USES and isinstance(node.value, ast.Name):
                name = node.value.id
                uses.setdefault((module if name.startswith("_") else "", name), set()).add(node.attr)
    return uses


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    """The patterns in a value: itself, or those in a collection."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (found for one in value.values() for found in patterns_in(one))
    elif isinstance(value, tuple | list | set | frozenset):
        yield from (found for one in value for found in patterns_in(one))


def inline_patterns(name: str, tree: ast.Module) -> Iterator[Found]:
    """Patterns written where they are used: `re.sub("...", ...)`."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in USES):
            continue
        owner, first = node.func.value, node.args[0] if node.args else None
        if isinstance(owner, ast.Name) and owner.id == "re":
            assert isinstance(first, ast.Constant), f"{name}, line {node.lineno}: name this pattern at the module's top"
            flags = "DOTALL" if "DOTALL" in ast.unparse(node) else "NOFLAG"
            assert isinstance(first.value, str)
            compiled = re.compile(first.value, getattr(re, flags))
            yield Found(f"{name}:{node.lineno}", compiled, node.func.attr in SEARCHES)


def all_patterns() -> list[Found]:
    uses = uses_of_names()
    found: dict[tuple[str, str], Found] = {}
    for name, tree in modules():
        for inline in inline_patterns(name, tree):
            found[(name, inline.place)] = inline
        for variable, value in vars(import_module(name)).items():
            for pattern in patterns_in(value):
                ways = uses.get((name if variable.startswith("_") else "", variable), set(USES))
                found[(variable, pattern.pattern)] = Found(f"{name}.{variable}", pattern, bool(ways & set(SEARCHES)))
    return list(found.values())


# Hostile texts

RUNS = (
    " ",
    "1",
    "a",
    "/",
    ":",
    "-",
    "(",
    "[",
    "\\",
    "1 ",
    "a ",
    "6/5 ",
    "1:",
    "x: 1 ",
    "12: ",
    "A",
    "\n",
    "1;",
    " :",
    "+1-",
)
ENDS = ("", "\0", "x:y")


def samples_of(parsed: Any, pumped: int | None, length: int, counter: list[int]) -> str:
    """A text that the parsed pattern matches; the repetition with the number `pumped` is `length` times as long."""
    written = ""
    for code, argument in parsed:
        if code is codes.LITERAL:
            written += chr(argument)
        elif code is codes.NOT_LITERAL:
            written += next(sign for sign in "a1 :" if ord(sign) != argument)
        elif code is codes.ANY:
            written += "a"
        elif code is codes.IN:
            written += member_of(argument)
        elif code is codes.BRANCH:
            written += samples_of(argument[1][0], pumped, length, counter)
        elif code is codes.SUBPATTERN:
            written += samples_of(argument[3], pumped, length, counter)
        elif code is codes.ATOMIC_GROUP:
            written += samples_of(argument, pumped, length, counter)
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, inner = argument
            counter[0] += 1
            number = counter[0]
            one = samples_of(inner, pumped, length, counter)
            most = length if most is codes.MAXREPEAT else min(int(most), length)
            written += one * (max(most, least) if number == pumped else max(least, 1 if most else 0))
    return written


def member_of(choices: Any) -> str:
    """A character of a set, a space if it is one."""
    negated = choices and choices[0][0] is codes.NEGATE
    tester = {sign for sign in " a1:/-;A\n+=.," if in_set(sign, choices[1:] if negated else choices) is not negated}
    if tester:
        return next(sign for sign in " a1:/-;A\n+=.," if sign in tester)
    code, argument = choices[-1]
    return chr(argument if code is codes.LITERAL else argument[0]) if code in (codes.LITERAL, codes.RANGE) else "?"


def in_set(sign: str, choices: Any) -> bool:
    kinds: dict[Any, Callable[[str], bool]] = {
        codes.CATEGORY_SPACE: str.isspace,
        codes.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
        codes.CATEGORY_DIGIT: str.isdigit,
        codes.CATEGORY_NOT_DIGIT: lambda one: not one.isdigit(),
        codes.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
        codes.CATEGORY_NOT_WORD: lambda one: not (one.isalnum() or one == "_"),
    }
    for code, argument in choices:
        if code is codes.LITERAL and ord(sign) == argument:
            return True
        if code is codes.RANGE and argument[0] <= ord(sign) <= argument[1]:
            return True
        if code is codes.CATEGORY and kinds[argument](sign):
            return True
    return False


def hostile_texts(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], Any]]:
    """Texts by their length: runs, runs after what the pattern begins with, and the pattern's own repetitions."""
    is_bytes = isinstance(pattern.pattern, bytes)

    def text_of(make: Callable[[int], str]) -> Callable[[int], Any]:
        return (lambda n: make(n).encode("latin-1", "replace")) if is_bytes else make

    parsed = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE if is_bytes else pattern.flags)
    counter = [0]
    plain = samples_of(parsed, None, 1, counter)
    starts = {"", "game 1", plain[: len(plain) // 2]}
    for run, end, start in product(RUNS, ENDS, sorted(starts)):
        yield text_of(lambda n, run=run, end=end, start=start: start + run * (n // len(run)) + end)  # type: ignore[misc]
    for number, end in product(range(1, counter[0] + 1), ENDS):
        yield text_of(lambda n, number=number, end=end: samples_of(parsed, number, n, [0]) + end)  # type: ignore[misc]
        yield text_of(lambda n, number=number: samples_of(parsed, number, n, [0])[:-1])  # type: ignore[misc]
        yield text_of(lambda n, number=number: (samples_of(parsed, number, 20, [0]) * n)[:n] + "\0")  # type: ignore[misc]


def seconds(work: Callable[[str], object], text: Any) -> float:
    start = thread_time()
    work(text)
    return thread_time() - start


def grows_too_fast(work: Callable[[str], object], make: Callable[[int], Any]) -> bool:
    """Whether four times the text takes much more than four times the work; of several tries the quickest counts.

    Repetitions with a limit make work grow faster until the limit is reached, so the longest texts decide, unless a
    shorter one is slow already.
    """
    before = make(LENGTHS[0])
    for length in LENGTHS[1:]:
        after = make(length)
        noticeable = NOTICEABLE if length == LENGTHS[-1] else SLOW
        if len(after) > 2 * len(before) and _is_slower_than_linear(work, before, after, noticeable):
            return True
        before = after
    return False


def _is_slower_than_linear(work: Callable[[str], object], short: Any, long: Any, noticeable: float) -> bool:
    shortest = longest = float("inf")
    for _ in range(TRIES):
        longest = min(longest, seconds(work, long))
        if longest < noticeable:
            return False
        shortest = min(shortest, seconds(work, short))
        if longest < MOST_GROWTH * shortest:
            return False
    return True


def works_of(found: Found) -> Iterator[Callable[[str], object]]:
    yield found.pattern.match
    yield found.pattern.fullmatch
    if found.is_searched:
        yield lambda text: sum(1 for _ in found.pattern.finditer(text))


PATTERNS = all_patterns()


def test_patterns_are_found() -> None:
    names = {found.place for found in PATTERNS}
    assert {"sixprime.formats.mat.lines.GAME_LINE", "sixprime.core.notation._LEG"} <= names
    assert any(re.fullmatch(r"sixprime\.core\.notation:\d+", name) for name in names)
    assert len(PATTERNS) > 80


@pytest.mark.parametrize(
    "slow",
    [r"\s*game\s*#?\s*[0-9]{1,6}\b[^:]*:?\s*\Z", r"\s*(\S.*?)\s*:\s*[0-9]+\s*\Z", r"x*(y?)x*z", r"(?:a|b)*?c*c+d"],
)
def test_growth_is_noticed(slow: str) -> None:
    """The first of these made reading a `.mat` file slow."""
    pattern = re.compile(slow)
    assert any(grows_too_fast(pattern.match, make) for make in hostile_texts(pattern))


@pytest.mark.parametrize("found", PATTERNS, ids=str)
def test_work_is_linear(found: Found) -> None:
    for make in hostile_texts(found.pattern):
        for work in works_of(found):
            assert not grows_too_fast(work, make), f"{found.pattern.pattern!r} on {make(60)!r}"
