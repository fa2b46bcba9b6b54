"""A directive for the pages of the library, which documents public names of a package by their docstrings.

    .. public-names:: sixprime.engine

       Engine Evaluation

A public name (one in the `__all__` of the packages below) that no page documents is a warning, which ends the build.
What the front `sixprime` offers as well has its place there.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

PACKAGES = (
    "sixprime", "sixprime.engine", "sixprime.formats", "sixprime.analysis", "sixprime.env", "sixprime.client",
)  # fmt: skip
CODE = re.compile(r"(?m)^(?P<before>(?!\s)[^\n]*)\n\n(?P<code>(?: {4}[^\n]*\n|\n)+)")

logger = logging.getLogger(__name__)


def documented_constant(package: str, name: str) -> list[str]:
    """What stands below the assignment of a constant, in whichever module of the package assigns it."""
    value = getattr(import_module(package), name)
    for module_name, module in sorted(sys.modules.items()):
        if module_name.startswith("sixprime.") and getattr(module, name, None) is value:
            docs = ModuleAnalyzer.for_module(module_name).find_attr_docs()
            if ("", name) in docs:
                return docs["", name]
    return []


class PublicNames(SphinxDirective):
    """Documentation of some public names of a package."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        package = import_module(self.arguments[0])
        lines: list[str] = []
        for name in " ".join(self.content).split():
            if name not in package.__all__:
                raise self.error(f"{name} is no public name of {package.__name__}")
            lines += self.lines_for(package.__name__, name, getattr(package, name))
        place = nodes.section()
        place.document = self.state.document
        self.state.nested_parse(StringList(lines, self.get_source_info()[0]), self.content_offset, place)
        children: list[nodes.Node] = place.children
        return children

    @staticmethod
    def lines_for(package: str, name: str, value: Any) -> list[str]:
        if inspect.isclass(value):
            if issubclass(value, BaseException):
                return [f".. autoexception:: {package}.{name}", "   :members:", "   :show-inheritance:", ""]
            return [f".. autoclass:: {package}.{name}", "   :members:", ""]
        if inspect.isroutine(value):
            return [f".. autofunction:: {package}.{name}", ""]
        about = documented_constant(package, name)
        return [f".. py:data:: {name}", f"   :module: {package}", "", *(f"   {line}" for line in about), ""]


def without_page(env: BuildEnvironment) -> Iterator[str]:
    """The public names that no page documents."""
    known = env.get_domain("py").objects  # type: ignore[attr-defined]
    front = import_module(PACKAGES[0])
    for package_name in PACKAGES:
        package = import_module(package_name)
        for name in package.__all__:
            in_front = name in front.__all__ and getattr(front, name) is getattr(package, name)
            place = PACKAGES[0] if in_front else package_name
            if not name.startswith("__") and f"{place}.{name}" not in known:
                yield f"{package_name}.{name}"


def check_completeness(_app: Sphinx, env: BuildEnvironment) -> None:
    for name in without_page(env):
        logger.warning("no page in docs/api documents the public name %s", name)


def tidy_docstring(_app: Sphinx, _what: str, _name: str, _value: Any, _options: Any, lines: list[str]) -> None:
    """Docstrings are written as Markdown: let their indented blocks be code, as they are meant."""

    def as_code(found: re.Match[str]) -> str:
        if found["code"].lstrip().startswith(">>>"):
            return found[0]
        return f"{found['before']}\n\n.. code-block:: python\n\n{found['code']}\n"

    lines[:] = CODE.sub(as_code, "\n".join(lines) + "\n").splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-process-docstring", tidy_docstring)
    app.connect("env-check-consistency", check_completeness)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
