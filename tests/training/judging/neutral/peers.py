"""A small net in the form of another program's, with weights drawn at random."""

from itertools import pairwise
from pathlib import Path

import numpy as np


def write_random_net(path: Path, seed: int = 1) -> Path:
    """A net of 196 inputs, two layers of twelve and eight units, and five outputs."""
    random = np.random.default_rng(seed)
    widths = (196, 12, 8, 5)
    arrays = {}
    for layer, (before, after) in enumerate(pairwise(widths)):
        arrays[f"w{layer}"] = random.normal(0, 0.4, (after, before)).astype(np.float32)
        arrays[f"b{layer}"] = random.normal(0, 0.4, after).astype(np.float32)
    np.savez(path, **arrays)  # type: ignore[arg-type]  # the names are no options of savez
    return path
