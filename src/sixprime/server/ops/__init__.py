"""Running the server: sockets, processes, logging, and the tuning of Python's garbage collection.

`serve` runs it until somebody stops it.
"""

from sixprime.server.ops.running import serve

__all__ = ["serve"]
