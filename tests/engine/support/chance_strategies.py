"""Chances of all kinds, for tests with random examples."""

from hypothesis import strategies as st

from sixprime.engine.chances import Chances


@st.composite
def chances(draw: st.DrawFn, *, gammons: bool = True) -> Chances:
    """Any chances that can be true together."""
    unit = st.floats(0, 1)
    win = draw(unit)
    if not gammons:
        return Chances(win, 0.0, 0.0, 0.0, 0.0)
    win_gammon, lose_gammon = win * draw(unit), (1 - win) * draw(unit)
    return Chances(win, win_gammon, win_gammon * draw(unit), lose_gammon, lose_gammon * draw(unit))
