"""Reviews of many matches on a cluster: each match is a piece of work of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sixprime.analysis.depths import Depth
from sixprime.analysis.reviewing import review
from sixprime.analysis.reviews import MatchReview
from sixprime.core import Match
from sixprime.core.match import records
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import Workers


@dataclass(frozen=True, slots=True)
class Batch:
    """The matches, as records, and how deeply they are reviewed."""

    records: tuple[str, ...]
    depth: str


def review_all(
    matches: Sequence[Match], depth: Depth, workers: Workers, net: Net | None = None
) -> Iterator[tuple[int, MatchReview]]:
    """Review matches wherever the workers are. Each review comes with the number of its match, in their order."""
    batch = Batch(tuple(records.dumps(match) for match in matches), depth.name)
    nets = (net if net is not None else default_net(),)
    for number, written in workers.do(_review_piece, nets, batch, range(len(matches))):
        yield number, MatchReview.loads(written)


def _review_piece(nets: tuple[Net, ...], batch: Batch, number: int) -> str:
    match = records.loads(batch.records[number])
    return review(match, batch.depth, threads=1, net=nets[0]).dumps()
