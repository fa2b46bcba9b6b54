"""Cube decisions with GNU Backgammon's own numbers, from the collection of samples."""

import json
from typing import Any

from formats.places import sample


def cube_vectors() -> list[dict[str, Any]]:
    """Positions with cube and score, GNU Backgammon's chances, and what it makes of them.

    The test is skipped where there is no collection.
    """
    lines = sample("stats/gnubg_0ply_cubeful_vectors.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
