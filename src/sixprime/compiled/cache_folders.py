"""Where machine code is kept on disk: beside the sources, as numba does, or in a folder of the user's.

A program installed for all users has sources that cannot be written to, and some users have no home either.
"""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent.parent


@cache
def where_not_beside_sources() -> Path | None:
    """The folder that holds all machine code where the package's own folders cannot; None where they can.

    `NUMBA_CACHE_DIR` in the environment names a folder of the user's choice, if it can be written to.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named and _is_writable(Path(named)):
        return Path(named)
    if not named and _is_writable(PACKAGE / "compiled" / "__pycache__"):
        return None
    usual = Path(os.environ.get("SIXPRIME_CACHE") or platformdirs.user_cache_dir("sixprime")) / "kernels"
    if _is_writable(usual):
        return usual
    return _temporary_folder()


def folder_of_stamp() -> Path:
    """Where it is noted that everything has been compiled: among the machine code, so that both go together."""
    return where_not_beside_sources() or PACKAGE / "compiled" / "__pycache__"


def _temporary_folder() -> Path:
    """A folder that lasts as long as the system keeps it, or as this process and its children live.

    Machine code must not come from a folder that others may write to.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"sixprime-kernels-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022:
            return folder
    except OSError:
        pass
    made = tempfile.mkdtemp(prefix="sixprime-kernels-")
    os.environ["NUMBA_CACHE_DIR"] = made
    return Path(made)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
