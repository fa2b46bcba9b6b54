"""Reviews of many matches on a cluster: each match is a piece of work of its own.

A review is kept as soon as it is there, so that a run that was killed goes on with the matches that are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sixprime.analysis.caches import FindingFile
from sixprime.analysis.depths import Depth
from sixprime.analysis.reviewing import review
from sixprime.analysis.reviews import MatchReview
from sixprime.core import Match
from sixprime.core.match import records
from sixprime.engine.engines import Engine
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Workers


@dataclass(frozen=True, slots=True)
class Batch:
    """The matches, as records, and how deeply they are reviewed."""

    records: tuple[str, ...]
    depth: str


def current_engine(net: Net | None = None) -> str:
    """Which engine a review would be made by now: `Engine.identity`."""
    with Engine(plies=0, threads=1, net=net) as engine:
        return engine.identity


def review_all(
    matches: Sequence[Match],
    depth: Depth,
    workers: Workers,
    net: Net | None = None,
    kept: FindingFile | None = None,
) -> Iterator[tuple[int, MatchReview]]:
    """Review matches wherever the workers are, and keep the reviews in a file, if one is given.

    Each review comes with the number of its match, in their order.
    """
    batch = Batch(tuple(records.dumps(match) for match in matches), depth.name)
    nets = (net if net is not None else default_net(),)
    for number, written in workers.do(_review_piece, nets, batch, range(len(matches))):
        found = MatchReview.loads(written)
        if kept is not None:
            kept.put_review(matches[number], found)
        yield number, found


def _review_piece(nets: tuple[Net, ...], batch: Batch, number: int) -> str:
    match = records.loads(batch.records[number])
    return review(match, batch.depth, threads=1, net=nets[0]).dumps()
