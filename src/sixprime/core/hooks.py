"""What the core asks of layers above it: who draws a position, who reads an id.

The core does neither itself, and does not know who does: the package `sixprime`, which stands above all layers, sets
the names here. What a name stands for is loaded when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

providers: dict[str, str | Callable[..., Any]] = {}
"""For each thing that is asked for a function, or where to find it, as `module:name`."""


def ask(wanted: str, *arguments: object) -> Any:
    """Call whoever provides something."""
    provider = providers[wanted]
    if isinstance(provider, str):
        module, _, name = provider.partition(":")
        provider = providers[wanted] = getattr(import_module(module), name)
    return provider(*arguments)
