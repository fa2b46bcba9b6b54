"""A widget in a page like the renderer of a notebook: a sandboxed frame of no origin with a strict policy, without
`require`, into which the module comes from a blob. Its values are an object in the page, as `anywidget` gives them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from chromium import new_context
from playwright.sync_api import Browser, Frame, Page, Route

from sixprime.notebook import BoardWidget

POLICY = "default-src 'none'; script-src blob:; style-src 'none'; img-src data:"
"""No script but blobs, no style in the markup, nothing from elsewhere."""
OUTER = '<!doctype html><body><iframe sandbox="allow-scripts" width="100%" height="1600" src="https://frame.example/"></iframe>'
INNER = '<!doctype html><meta charset="utf-8"><body data-vscode-theme-kind="vscode-light"><div id="output"></div>'
RENDER = """async ({ module, values, id }) => {
    const url = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
    const { default: widget } = await import(url);
    URL.revokeObjectURL(url);
    const listeners = new Map();
    const told = name => [...(listeners.get(`change:${name}`) ?? [])].forEach(listener => listener());
    const model = {
        get: name => values[name],
        set(name, value) {
            if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
            values[name] = value;
            told(name);
        },
        save_changes() { model.saved += 1; },
        on: (event, listener) => listeners.set(event, new Set([...(listeners.get(event) ?? []), listener])),
        off: (event, listener) => listeners.get(event)?.delete(listener),
        saved: 0,
    };
    const el = document.createElement('div');
    el.id = id;
    document.getElementById('output').append(el);
    globalThis.models = { ...globalThis.models, [id]: model };
    globalThis.ends = { ...globalThis.ends, [id]: widget.render({ model, el }) };
}"""
"""What `anywidget` does in the page, in short."""


@dataclass
class WidgetFrame:
    """The frame, and what went wrong in it."""

    page: Page
    frame: Frame
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def render(self, board: BoardWidget, name: str = "first") -> None:
        """Show a widget."""
        values = {
            "content": board.content,
            "look": board.look,
            "played": board.played,
            "version": board.version,
        }
        self.frame.evaluate(RENDER, {"module": str(board._esm), "values": json.loads(json.dumps(values)), "id": name})

    def value(self, trait: str, name: str = "first") -> Any:
        """A value as the kernel would get it."""
        return self.frame.evaluate("([id, trait]) => models[id].get(trait)", [name, trait])

    def set(self, trait: str, value: object, name: str = "first") -> None:
        """Set a value as the kernel would."""
        self.frame.evaluate("([id, trait, value]) => models[id].set(trait, value)", [name, trait, value])


@contextmanager
def widget_frame(browser: Browser, width: int = 1000, **how: Any) -> Iterator[WidgetFrame]:
    """An empty frame for widgets."""
    context = new_context(browser, viewport={"width": width, "height": 900}, **how)
    headers = {"Content-Security-Policy": POLICY}

    def answer(route: Route) -> None:
        is_frame = "frame.example" in route.request.url
        route.fulfill(body=INNER if is_frame else OUTER, content_type="text/html", headers=headers if is_frame else {})

    context.route("https://*.example/", answer)
    page = context.new_page()
    problems: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto("https://notebook.example/")
    element = page.wait_for_selector("iframe")
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    frame.wait_for_selector("#output", state="attached")
    yield WidgetFrame(page, frame, problems, requests)
    context.close()
