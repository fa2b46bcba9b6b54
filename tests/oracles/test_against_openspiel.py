"""Move generation against OpenSpiel's, on positions of OpenSpiel's own random games."""

import pytest
from judges import openspiel, rounds

from conftest import not_here

SHARES = 4
POSITIONS_PER_SHARE = 1_300


@pytest.mark.parametrize("share", range(SHARES))
def test_legal_plays(share: int) -> None:
    if not openspiel.is_here():
        not_here("OpenSpiel is not installed: pip install open_spiel")
    tally = rounds.by_openspiel(share, POSITIONS_PER_SHARE)
    assert tally.positions == POSITIONS_PER_SHARE
    assert tally.plays > 5 * POSITIONS_PER_SHARE
    assert tally.on_the_bar > 100
    assert tally.bearing_off > 40
    assert tally.few_checkers > 20
