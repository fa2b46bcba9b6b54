"""Bundles mean what their modules mean: run by a real engine, beside the modules themselves."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest
from board_pages import POLICY
from chromium import browser
from playwright.sync_api import Browser, Route
from test_board_logic import node, run

from sixprime.server.views.saved_reviews import ENTRY, STYLES
from sixprime.web.assets import STATIC
from sixprime.web.bundler import (
    BOARD,
    BOARD_MODULE,
    HASHED,
    WIDGET,
    WIDGET_MODULE,
    WIDGET_STYLES,
    bundle_in_one,
    bundle_pages,
    bundle_widget,
    hashed_name,
)
from sixprime.web.javascript import UnknownForm
from waiting import PATIENCE

__all__ = ["browser", "node"]

PAGE = """<!doctype html>
<html>
  <head>
    <script src="/static/app/first.js"></script>
    <link rel="stylesheet" href="/static/styles/one.css">
    <link rel="stylesheet" href="/static/styles/two.css">
    <script type="module" src="/static/app/{name}.js"></script>
  </head>
</html>
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """The folder of two small pages, whose modules share names with each other and say in which order they run."""
    files = {
        "pages/left.html": PAGE.format(name="left"),
        "pages/right.html": PAGE.format(name="right"),
        "styles/one.css": 'a { color: red; }\n/* "a" comment */\n\nb::before { content: "/* none */"; }\n',
        "styles/two.css": "c { color: blue; mask: url('data:,a/*b*/'); }\n",
        "app/first.js": "// first\ndocument.title = `/* none */`;\n",
        "app/log.js": "export const said = [];\nexport const say = (word) => said.push(word);\nsay('log');\n",
        "app/both.js": """import { say } from './log.js';
const name = 'both';
say(name);
export { name, say as tell };
""",
        "app/left.js": """import { name as other, tell } from "./both.js";
import * as own from "./own.js";
import { said } from "./log.js";
const name = "left";
tell(name + " after " + other + " with " + own.name() + ", " + Object.keys(own).join());
const late = await import("./late.js");
tell(late.name + " " + (await import("./late.js") === late) + " " + String(this));
console.log(JSON.stringify(said));
""",
        "app/own.js": 'import { say } from "./log.js";\nconst name = () => "own";\nsay("own");\nexport { name };\n',
        "app/late.js": 'import { tell } from "./both.js";\ntell("late");\nexport const name = "late";\n',
        "app/right.js": """import { name } from "./both.js";
import { said } from "./log.js";
console.log(name, said.join());
""",
        "board/element.js": "export class Board {}\nexport function f() {}\n",
        WIDGET_MODULE: """import { Board } from "../board/element.js";
export const createWidget = (styles, icons) => ({ styles, icons, element: Board.name });
""",
        "icons/icons.svg": '<svg><symbol id="turn"/></svg>\n',
        **dict.fromkeys(WIDGET_STYLES, "d { color: green; }\n"),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return tmp_path


def written(sources: Path) -> dict[str, str]:
    """The bundles by their names without hashes, written beside the sources."""
    folder = sources / "bundles"
    folder.mkdir(exist_ok=True)
    bundles = bundle_pages(sources)
    for name, text in bundles.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {re.sub(r"-[0-9a-f]{12}\.", ".", name): name for name in bundles}


def test_bundles_do_what_their_modules_do(sources: Path, node: Path) -> None:
    names = written(sources)
    for page in ("left", "right"):
        alone = run(node, str(sources / "app" / f"{page}.js"))
        assert run(node, str(sources / "bundles" / names[f"{page}.js"])) == alone
        assert alone
    said = json.loads(run(node, str(sources / "bundles" / names["left.js"])))
    assert said == ["log", "both", "own", "left after both with own, name", "late", "late true undefined"]


def test_what_two_pages_use_is_in_one_bundle(sources: Path) -> None:
    names = written(sources)
    assert set(names) == {
        "common.js", "left.js", "right.js", "left.css", "right.css", "first.js", "left.html", "right.html", BOARD,
        WIDGET,
    }  # fmt: skip
    texts = {name: (sources / "bundles" / hashed).read_text(encoding="utf-8") for name, hashed in names.items()}
    assert re.findall("// (app/.*)", texts["common.js"]) == ["app/both.js", "app/log.js"]
    assert re.findall("// (app/.*)", texts["left.js"]) == ["app/own.js", "app/late.js", "app/left.js"]
    assert re.findall("// (app/.*)", texts["right.js"]) == ["app/right.js"]
    assert (
        texts["left.css"]
        == "a { color: red; }\nb::before { content: \"/* none */\"; }\nc { color: blue; mask: url('data:,a/*b*/'); }\n"
    )
    assert texts["first.js"] == "document.title = `/* none */`;\n"
    lines = [line.strip() for line in texts["left.html"].splitlines()]
    assert lines[3:7] == [
        f'<script src="/static/bundles/{names["first.js"]}"></script>',
        f'<link rel="stylesheet" href="/static/bundles/{names["left.css"]}">',
        f'<link rel="modulepreload" href="/static/bundles/{names["common.js"]}">',
        f'<script type="module" src="/static/bundles/{names["left.js"]}"></script>',
    ]


def test_what_a_first_game_does_not_need_is_in_a_bundle_of_its_own(sources: Path, node: Path) -> None:
    (sources / "app" / "start.js").write_text('import { said } from "./log.js";\nconsole.log(said.length);\n', "utf-8")
    page = (sources / "pages" / "right.html").read_text(encoding="utf-8").replace("right.js", "start.js")
    (sources / "pages" / "start.html").write_text(page, encoding="utf-8")
    names = written(sources)
    texts = {name: (sources / "bundles" / hashed).read_text(encoding="utf-8") for name, hashed in names.items()}
    assert re.findall("// (app/.*)", texts["common.js"]) == ["app/log.js"]
    assert re.findall("// (app/.*)", texts["extra.js"]) == ["app/both.js"]
    for page in ("left", "right", "start"):
        alone = run(node, str(sources / "app" / f"{page}.js"))
        assert run(node, str(sources / "bundles" / names[f"{page}.js"])) == alone
    preloads = {page: re.findall(r'modulepreload" href="/static/bundles/(\w+)-', texts[page]) for page in texts}
    assert preloads["left.html"] == ["common", "extra"]
    assert preloads["start.html"] == ["common"]


def test_a_name_changes_with_the_contents_of_all_that_it_loads(sources: Path) -> None:
    before = written(sources)
    (sources / "app" / "log.js").write_text("export const said = [];\nexport const say = () => 1;\n", encoding="utf-8")
    after = written(sources)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"common.js", "left.js", "right.js"}
    assert all(HASHED.fullmatch(after[name]) for name in changed)
    assert hashed_name("a-b.css", "") == "a-b-e3b0c44298fc.css"


@pytest.mark.parametrize(
    ("name", "source", "problem"),
    [
        ("app/own.js", 'import "./late.js";\nimport { none } from "./log.js";\n', "log.js does not export none"),
        ("app/own.js", "await 1;\n", "only the main module of a page can await"),
        ("app/both.js", 'import "./own.js";\nimport "./both.js";\n', "both.js -> both.js"),
        ("app/log.js", 'import "./both.js";\n', "both.js -> log.js -> both.js"),
        ("app/own.js", 'import "./right.js";\n', "the script of a page is imported by another"),
        ("app/first.js", 'import "./log.js";\n', "a script that is not a module cannot import"),
        (
            "styles/two.css",
            "\n@import 'one.css';\n",
            "two.css, line 2: this cannot be bundled: @import in a style sheet",
        ),
        ("styles/two.css", "a { background: url(b.png) }\n", "url( in a style sheet"),
        ("styles/two.css", "a { background: url( '../b.png') }\n", "url( in a style sheet"),
    ],
)
def test_what_would_mean_something_else_is_refused(sources: Path, name: str, source: str, problem: str) -> None:
    (sources / name).write_text(source, encoding="utf-8")
    with pytest.raises(UnknownForm) as refused:
        bundle_pages(sources)
    assert problem in str(refused.value)


def test_the_bundles_of_the_pages_are_valid_and_contain_every_module(node: Path, tmp_path: Path) -> None:
    bundles = bundle_pages(STATIC)
    scripts = {name: text for name, text in bundles.items() if name.endswith(".js")}
    scripts["saved.js"], _ = bundle_in_one(STATIC, ENTRY, STYLES)
    for name, text in scripts.items():
        path = tmp_path / Path(name).with_suffix(".mjs")
        path.write_text(text, encoding="utf-8")
        checked = subprocess.run([node, "--check", path], capture_output=True, text=True, timeout=PATIENCE)
        assert checked.returncode == 0, checked.stderr
    modules = {
        path.relative_to(STATIC).as_posix() for folder in ("app", "board") for path in (STATIC / folder).rglob("*.js")
    }
    bundled = {
        name for text in scripts.values() for name in re.findall(r"^// ((?:app|board)/\S+)$", text, re.MULTILINE)
    }
    only_types = {"app/shared/answer-types.js", "app/shared/types.js", "board/types.js"}
    assert modules - bundled == {
        *only_types, "app/shared/first-paint.js", "board/example/example.js", "board/example/states.js",
    }  # fmt: skip


def test_the_widget_is_one_module_with_styles_for_a_shadow_root(sources: Path, node: Path, tmp_path: Path) -> None:
    (sources / WIDGET_STYLES[0]).write_text(
        """:root { --ink: black; } /* :root */
:root[data-appearance="dark"] { --ink: white; }
@media (max-width: 400px) { a { color: red; } @supports (a: b) { b { color: red; } } }
@media (prefers-reduced-motion: reduce) { c { color: blue; } }
@container (max-width: 9px) { e { color: blue; } }
""",
        encoding="utf-8",
    )
    (tmp_path / "widget.mjs").write_text(bundle_widget(sources), encoding="utf-8")
    (tmp_path / "main.mjs").write_text(
        "import widget from './widget.mjs'; console.log(JSON.stringify(widget));", encoding="utf-8"
    )
    widget = json.loads(run(node, str(tmp_path / "main.mjs")))
    assert widget["element"] == "Board"
    assert widget["icons"] == '<svg><symbol id="turn"/></svg>\n'
    first, *others = widget["styles"].splitlines()
    assert first.strip() == ":host { --ink: black; }"
    assert ':host([data-appearance="dark"]) { --ink: white; }' in others
    assert "color: red" not in widget["styles"]
    assert widget["styles"].count("blue") == 2
    assert widget["styles"].count("green") == len(WIDGET_STYLES) - 1


def test_a_page_in_one_piece(sources: Path, node: Path, tmp_path: Path) -> None:
    """One script does what the script of a page does with the one for several pages, and imports nothing."""
    script, style = bundle_in_one(sources, "app/left.js", ["styles/one.css", "styles/two.css"])
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    bundles = bundle_pages(sources)
    for name, text in bundles.items():
        if name.endswith(".js"):
            (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "one.mjs").write_text(script, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    left = next(name for name in bundles if re.fullmatch(r"left-\w+\.js", name))
    said = [subprocess.run([node, tmp_path / name], capture_output=True, text=True) for name in ("one.mjs", left)]
    assert said[0].stdout == said[1].stdout
    assert said[0].returncode == said[1].returncode
    assert style in (text for name, text in bundles.items() if name.endswith(".css"))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("app/left.js", 'export const end = "</SCRIPT>";\n'),
        ("app/left.js", 'export const begin = "<!--";\n'),
        ("styles/two.css", 'a::after { content: "</style>" }\n'),
    ],
)
def test_what_would_end_its_element_is_refused(sources: Path, name: str, source: str) -> None:
    (sources / name).write_text(source, encoding="utf-8")
    with pytest.raises(UnknownForm, match="inside a page"):
        bundle_in_one(sources, "app/left.js", ["styles/two.css"])


def test_the_board_is_one_file_that_any_page_can_use(browser: Browser) -> None:
    """In a page of somebody else's, with a strict policy, at any address."""
    source = bundle_pages(STATIC)[BOARD]
    assert len(gzip.compress(source.encode())) < 45_000
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    html = (
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="files/b.js"></script>'
        "<backgammon-board></backgammon-board>"
    )
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        kind, body = ("text/javascript", source) if route.request.url.endswith("b.js") else ("text/html", html)
        route.fulfill(content_type=kind, body=body, headers={"Content-Security-Policy": POLICY})

    page.route("**/*", answer)
    page.goto("http://elsewhere.example/club/")
    page.locator("backgammon-board .checker").first.wait_for()
    names = page.evaluate("async () => Object.keys(await import('/club/files/b.js'))")
    page.close()
    assert "BackgammonBoard" in names
    assert set(names) == set(exports_of(STATIC / BOARD_MODULE))
    assert asked == ["http://elsewhere.example/club/", "http://elsewhere.example/club/files/b.js"]
    assert problems == []


def exports_of(module: Path) -> list[str]:
    return re.findall(r"^export (?:class|function|const) (\w+)", module.read_text(encoding="utf-8"), re.MULTILINE)
