"""Reading files of visitors in processes of their own, so that a hostile file can delay nobody but its sender.

`processes` is the server's side: a fair queue and the processes. `worker` runs in such a process, and `jobs` are what
it can do.
"""

from sixprime.server.live.imports.processes import ImportProcesses

__all__ = ["ImportProcesses"]
