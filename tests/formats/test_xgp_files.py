"""Position files of eXtreme Gammon that were found somewhere."""

from pathlib import Path

import pytest

from sixprime import Phase, Player, Position
from sixprime.formats.analyses import CubeAnalysis
from sixprime.formats.xg_files import read_xg

SAMPLES = Path(__file__).parents[3] / "shared" / "formats" / "samples" / "xgp"


def test_a_sample() -> None:
    sample = SAMPLES / "blunderdb__position10.xgp"
    if not sample.exists():
        pytest.skip("the sample files are not here")
    found = read_xg(sample.read_bytes())
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
