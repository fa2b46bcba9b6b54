"""The live server: matches that cannot be lost and dice that can be checked, for one player at home or for a club.

A command goes from `http` or a WebSocket in `live` to a `Room`, becomes entries of a log (`matches`), is committed by
`store`, acknowledged, and only then broadcast as `views` of the match; `ops` runs all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixprime.server.app import create_app as create_app
    from sixprime.server.ops.running import serve as serve
    from sixprime.server.settings import Settings as Settings

__all__ = ["Settings", "create_app", "serve"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: checking dice needs no web framework."""
    if name == "Settings":
        from sixprime.server.settings import Settings

        return Settings
    if name == "create_app":
        from sixprime.server.app import create_app

        return create_app
    if name == "serve":
        from sixprime.server.ops.running import serve

        return serve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
