"""Position files of eXtreme Gammon that were found somewhere."""

import pytest

from formats.places import sample
from sixprime import Phase, Player, Position
from sixprime.formats.reading import CubeAnalysis
from sixprime.formats.xg import read_xg


def test_a_sample() -> None:
    found = read_xg(sample("xgp/blunderdb__position10.xgp").read_bytes())
    assert found.problems == ()
    match = found.match
    assert (match.length, match.phase, match.on_roll) == (7, Phase.TO_ROLL, Player.WHITE)
    assert match.names == {Player.WHITE: "Kévin et Nicolas", Player.BLACK: "Laurence et Jacques"}
    mine = {3: 3, 6: 4, 7: 2, 8: 4, 13: 2}
    others = {24: 1, 13: 2, 11: 1, 8: 1, 6: 3, 5: 2, 4: 3, 3: 2}
    assert match.position == Position.of(mine, others)
    (analysis,) = found.matches[0].analyses[0]
    assert isinstance(analysis, CubeAnalysis)
    assert analysis.level == "XG Roller+"
    assert analysis.no_double == pytest.approx(0.7554, abs=1e-4)
