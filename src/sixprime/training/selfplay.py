"""The first stage of training: from weights that know nothing to a sound player, by self-play alone.

The stage is cut into chunks of games. Everything random is derived from the seed and the number of the chunk, and
checkpoints are made between chunks, so that a run that was interrupted goes on to the same result.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from sixprime.core import Position
from sixprime.engine.nets import Net, Tables
from sixprime.training.td_kernels import learn_by_playing

CHUNK = 1000
SAVE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """How long to play, and how fast to learn: the rate falls geometrically from the first to the last."""

    games: int = 600_000
    first_rate: float = 0.02
    last_rate: float = 0.0004
    decay: float = 0.5
    """How much a target looks beyond the next position, in the first half of the games; nothing in the second."""
    averaging: float = 0.05
    """How fast the averaged net follows the one that learns."""
    seed: int = 1

    def rate(self, done: float) -> float:
        return float(self.first_rate * (self.last_rate / self.first_rate) ** done)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a chunk of games showed."""

    games: int
    seconds: float
    rate: float
    error: float
    gammons: float
    positions: float


def play_and_learn(plan: SelfPlayPlan, folder: Path, report: Callable[[Progress], None]) -> Net:
    """Run the stage, or go on with it, and return the averaged net. The folder keeps checkpoints and the log."""
    folder.mkdir(parents=True, exist_ok=True)
    state_path = folder / "selfplay.json"
    net, average, chunk = Net.untrained(plan.seed), Net.untrained(plan.seed), 0
    if state_path.exists():
        state = json.loads(state_path.read_text(encoding="utf-8"))
        if state["plan"] == asdict(plan):
            chunk = state["chunk"]
            net, average = Net.load(folder / f"learning-{chunk}.net"), Net.load(folder / f"average-{chunk}.net")
    tables = Tables(exact_endings=False)
    starts = np.array([Position.standard().points], dtype=np.int8)
    totals = np.zeros(4)
    chunks = -(-plan.games // CHUNK)
    saved_at = time.monotonic()
    while chunk < chunks:
        began = time.perf_counter()
        done = chunk / chunks
        decay = plan.decay if done < 0.5 else 0.0
        seed = plan.seed * 1_000_003 + chunk
        learn_by_playing(starts, 15, CHUNK, seed, plan.rate(done), decay, *net.arrays(), *tables.arrays(), totals)
        for ours, theirs in zip(average.arrays(), net.arrays(), strict=True):
            ours += np.float32(plan.averaging) * (theirs - ours)
        chunk += 1
        report(
            Progress(
                games=chunk * CHUNK,
                seconds=time.perf_counter() - began,
                rate=plan.rate(done),
                error=float(totals[1] / max(totals[0], 1)),
                gammons=float(totals[2] / CHUNK),
                positions=float(totals[0] / CHUNK),
            )
        )
        if time.monotonic() - saved_at > SAVE_SECONDS or chunk == chunks:
            _save(folder, plan, net, average, chunk)
            saved_at = time.monotonic()
    return average


def _save(folder: Path, plan: SelfPlayPlan, net: Net, average: Net, chunk: int) -> None:
    """Write both nets, then point to them, then remove the old ones: there is always a whole checkpoint."""
    net.save(folder / f"learning-{chunk}.net")
    average.save(folder / f"average-{chunk}.net")
    beside = folder / "selfplay.json.new"
    beside.write_text(json.dumps({"plan": asdict(plan), "chunk": chunk}), encoding="utf-8")
    beside.replace(folder / "selfplay.json")
    for old in folder.glob("*-*.net"):
        if not old.stem.endswith(f"-{chunk}"):
            old.unlink()
