"""What clients are shown: the state of a match, replays, hints, and matches as files.

A view is made from a moment of a match and a language; it changes nothing.
"""

from sixprime.server.views.exports import export
from sixprime.server.views.hints import hint
from sixprime.server.views.replays import replay
from sixprime.server.views.states import Viewer

__all__ = ["Viewer", "export", "hint", "replay"]
