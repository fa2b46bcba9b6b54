"""Move generation against GNU Backgammon's, on the same kinds of positions as the brute force."""

import pytest
from judges import gnubg, rounds

from conftest import not_here

SHARES = 2
POSITIONS_PER_SHARE = 1_200
RUNS = 3
"""At once: each spends most of its time asleep."""


@pytest.mark.parametrize("share", range(SHARES))
def test_legal_plays(share: int) -> None:
    if not gnubg.program():
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    tally = rounds.by_gnubg(4000 + share, POSITIONS_PER_SHARE, RUNS)
    assert tally.positions == POSITIONS_PER_SHARE
    assert tally.plays > 5 * POSITIONS_PER_SHARE
    assert tally.on_the_bar > 150
    assert tally.bearing_off > 150
