"""Scripts as tokens: nothing is lost, and strings, templates, comments and regular expressions are told apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sixprime.web.assets import STATIC
from sixprime.web.javascript import UnknownForm, tokens_of

HERE = Path("script.js")


def code(source: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens_of(source, HERE) if token.is_code]


def of_kind(kind: str, source: str) -> list[str]:
    return [text for found, text in code(source) if found == kind]


def test_all_scripts_of_the_pages_can_be_read_and_nothing_is_lost() -> None:
    scripts = [path for path in STATIC.rglob("*.js") if path.parent.name != "bundles"]
    assert len(scripts) > 90
    for path in scripts:
        source = path.read_text(encoding="utf-8")
        assert "".join(token.text for token in tokens_of(source, path)) == source


def test_a_colon_between_words_is_left_to_the_language() -> None:
    """In French a space stands before it."""
    joined = re.compile(r"""\}: \$\{|\}: `|join\(": "\)|\+ ": " """.strip())
    for path in (path for path in STATIC.rglob("*.js") if path.parent.name != "bundles"):
        lines = path.read_text(encoding="utf-8").split("\n")
        found = [line.strip() for line in lines if joined.search(line) and "translate(" not in line]
        assert found == [], path


@pytest.mark.parametrize(
    ("source", "expressions"),
    [
        ("x = a / b / c;", []),
        ("x = /b/g.test(c);", ["/b/g"]),
        ("return /[/]/;", ["/[/]/"]),
        ("f(/a\\/b/, [/c/])", ["/a\\/b/", "/c/"]),
        ("(a + b) / 2 / c", []),
        ("if (a) /b/.test(c)", ["/b/"]),
        ("a[0] / b / c", []),
        ("i++ / 2 / j", []),
        ("`${a}` / 2 / b", []),
        ("`${/a/.source}`", ["/a/"]),
        ("this.return / 2 / a", []),
        ("x => /[^`'\"]/u", ["/[^`'\"]/u"]),
    ],
)
def test_regular_expressions_and_divisions(source: str, expressions: list[str]) -> None:
    assert of_kind("regex", source) == expressions


def test_comments_and_strings_do_not_contain_each_other() -> None:
    source = """a = "/* no comment */"; // "no string"
    b = '// no comment'; /* 'no string' `no template` */ c = `// no comment`;"""
    assert of_kind("string", source) == ['"/* no comment */"', "'// no comment'"]
    assert of_kind("template", source) == ["`// no comment`"]
    assert [token.text for token in tokens_of(source, HERE) if token.kind == "comment"] == [
        '// "no string"',
        "/* 'no string' `no template` */",
    ]


def test_templates_hold_templates_and_objects() -> None:
    assert of_kind("template", "`a${ { b: `c${d}` }.b }e`") == ["`a${", "`c${", "}`", "}e`"]
    assert [token.depth for token in tokens_of("`${a}`", HERE)] == [0, 1, 0]


def test_depth_and_lines() -> None:
    tokens = {token.text: (token.depth, token.line) for token in tokens_of("a(\n[b, {\nc}])\n", HERE) if token.is_code}
    assert (tokens["a"], tokens["b"], tokens["c"]) == ((0, 1), (2, 2), (3, 3))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("a = `b", "a template without an end"),
        ("a = /b", "a regular expression without an end"),
        ("a = {};\n}", "line 2: this cannot be bundled: } closes nothing"),
        ("(a]", "] closes nothing"),
        ("f(`${a", "is never closed"),
        ("a = 'b\n'", "' is not expected here"),
        ("{ a } / b / c", "a slash after a closing brace"),
    ],
)
def test_what_cannot_be_read_is_refused(source: str, problem: str) -> None:
    with pytest.raises(UnknownForm, match=r"script\.js, line") as refused:
        tokens_of(source, HERE)
    assert problem in str(refused.value)
