"""Modules: their imports and exports, and every form that is not known refused with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sixprime.web.javascript import UnknownForm
from sixprime.web.modules import Module, reached


def module(folder: Path, source: str, *others: str) -> Module:
    for name in others:
        (folder / name).write_text("export const a = 1;\n", encoding="utf-8")
    path = folder / "module.js"
    path.write_text(source, encoding="utf-8")
    return Module.read(path)


def test_all_known_forms(tmp_path: Path) -> None:
    found = module(
        tmp_path,
        """/** A comment with import { nothing } from "./nowhere.js"; */
import { a, b as c } from "./one.js";
import * as all from "./two.js";
import "./three.js";
export const first = { import: 1, export: 2 }; // the end

export async function second() { return import("./four.js"); }
export function* third() {}
export class Fourth {}
const fifth = "import { x } from './x.js'";
export { fifth, fifth as sixth };
export {};
""",
        "one.js", "two.js", "three.js", "four.js",
    )  # fmt: skip
    assert [(one.path.name, one.names, one.namespace) for one in found.imports] == [
        ("one.js", {"a": "a", "c": "b"}, None),
        ("two.js", {}, "all"),
        ("three.js", {}, None),
    ]
    assert found.exports == {
        "first": "first", "second": "second", "third": "third", "Fourth": "Fourth", "fifth": "fifth", "sixth": "fifth",
    }  # fmt: skip
    assert [path.name for path in found.loads] == ["four.js"]
    assert not found.awaits
    assert found.code(lambda path: f"load({path.name})") == (
        "const first = { import: 1, export: 2 };\n"
        "async function second() { return load(four.js); }\n"
        "function* third() {}\n"
        "class Fourth {}\n"
        "const fifth = \"import { x } from './x.js'\";"
    )


def test_line_ends_in_comments_stay_line_ends(tmp_path: Path) -> None:
    assert module(tmp_path, "let a = 1 /* one\ntwo */ let b = 2; /* a */ let/* b */c").code(str) == (
        "let a = 1\nlet b = 2; let c"
    )


def test_indents_are_left_out_but_not_inside_templates(tmp_path: Path) -> None:
    assert module(tmp_path, "if (a) {\n\n    b(`one\n    two ${a}\n`);\n}").code(str) == (
        "if (a) {\nb(`one\n    two ${a}\n`);\n}"
    )


def test_awaiting_at_the_top_level(tmp_path: Path) -> None:
    assert module(tmp_path, "const a = await f();").awaits
    assert not module(tmp_path, "const f = async () => { await g(); };").awaits


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('import a from "./one.js";', "only named imports and namespaces are known"),
        ('import a, { b } from "./one.js";', "only named imports and namespaces are known"),
        ('import { default as a } from "./one.js";', "default among the names"),
        ('import { a } from "./one.js" with { type: "json" };', "a semicolon after them"),
        ('import { a } from "./one.js"\na()', "a semicolon after them"),
        ('import { a } from "./nowhere.js";', 'there is no module "./nowhere.js"'),
        ('import { a } from "one.js";', 'there is no module "one.js"'),
        ("import(path);", "a dynamic import needs the path of a module as a string"),
        ('import("./one.js", {});', "a dynamic import needs the path of a module as a string"),
        ("const here = import.meta.url;", "import inside of something else"),
        ("import.meta.url;", "only named imports and namespaces are known"),
        ("export default 1;", "only functions, classes and constants"),
        ("export let a = 1;", "only functions, classes and constants"),
        ("export var a = 1;", "only functions, classes and constants"),
        ("export const { a } = f();", "only functions, classes and constants"),
        ("export const a = f(1, 2), b = 3;", "one constant at a time"),
        ("export const a = 1", "a statement without a semicolon"),
        ('export * from "./one.js";', "only functions, classes and constants"),
        ('export { a } from "./one.js";', "a semicolon after them"),
        ("{ export const a = 1; }", "export inside of something else"),
        ("const $a = 1;", "names that begin with $ belong to the bundle"),
    ],
)
def test_unknown_forms_are_refused(tmp_path: Path, source: str, problem: str) -> None:
    with pytest.raises(UnknownForm) as refused:
        module(tmp_path, f"\n{source}\n\n", "one.js")
    assert str(refused.value).startswith("module.js, line 2: ")
    assert problem in str(refused.value)


def test_what_is_reached(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import "./two.js";\n', encoding="utf-8")
    (tmp_path / "two.js").write_text('void import("./three.js");\n', encoding="utf-8")
    (tmp_path / "three.js").write_text('import "./one.js";\n', encoding="utf-8")
    one = (tmp_path / "one.js").resolve()
    assert [path.name for path in reached(one, {}, dynamically=False)] == ["one.js", "two.js"]
    assert [path.name for path in reached(one, {}, dynamically=True)] == ["one.js", "two.js", "three.js"]
