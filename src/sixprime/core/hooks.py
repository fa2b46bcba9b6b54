"""Functions that a layer calls without importing them: pictures for notebooks, reading an id, match equities.

The package `sixprime`, which stands above all layers, registers them here. Each is imported when it is first called.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

providers: dict[str, str | Callable[..., Any]] = {}
"""The function for each purpose, or where to find it, as `module:name`."""


def ask(wanted: str, *arguments: object) -> Any:
    """Call the function that is registered for a purpose."""
    provider = providers[wanted]
    if isinstance(provider, str):
        module, _, name = provider.partition(":")
        provider = providers[wanted] = getattr(import_module(module), name)
    return provider(*arguments)
