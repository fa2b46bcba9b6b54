"""Cube decisions: what is right, what each way is worth, and the words for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.support.chance_strategies import chances
from engine.support.gnubg_cube_vectors import cube_vectors
from sixprime import STANDARD, BearOff, Cube, Match, Player, Position
from sixprime.core.situations import Situation
from sixprime.engine.bearoff.databases import TwoSided
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import GNUBG_EFFICIENCIES
from sixprime.engine.cube.decisions import CubeDecision, Verdict, decide_cube
from sixprime.engine.cube.kernels import MINE, THEIRS, CubeValues
from sixprime.engine.cube.views import CubeView
from sixprime.formats.ids import from_xgid

WORDS = {
    "No double, take": "no double, take",
    "No redouble, take": "no redouble, take",
    "Double, take": "double, take",
    "Redouble, take": "redouble, take",
    "Double, pass": "double, pass",
    "Redouble, pass": "redouble, pass",
    "Too good to double, pass": "too good to double, pass",
    "Too good to redouble, pass": "too good to redouble, pass",
    "Never double, take (dead cube)": "no doubling here",
    "Never redouble, take (dead cube)": "the cube is dead",
    "Unknown cube decision": "the opponent owns the cube",
}


def test_gnubgs_verdicts() -> None:
    """From the id of each position to the words; at the end of a race it differs in matches, without looking ahead."""
    compared = 0
    for vector in cube_vectors():
        fields = vector["xgid"].split(":")
        if vector["gnubg_class"] == 0 or fields[4] == "D" or fields[3] == "0":
            continue
        told, cube, expected = vector["probs_0ply"], vector["cubeinfo"], vector["cubeful"]
        situation = from_xgid(vector["xgid"])
        if situation.is_money and situation.beavers:
            situation = Situation(
                situation.position, situation.on_roll, situation.cube, jacoby=bool(cube["jacoby"]), beavers=False
            )
        chance = Chances(told["win"], told["wg"], told["wbg"], told["lg"], told["lbg"])
        decision = decide_cube(situation, chance, efficiencies=GNUBG_EFFICIENCIES)
        assert decision.no_double == pytest.approx(expected["nodouble"], abs=1e-5)
        assert decision.double_take == pytest.approx(expected["doubletake"], abs=1e-5)
        assert decision.best == pytest.approx(expected["optimal"], abs=1e-5)
        assert str(decision.label) == WORDS[expected["verdict"]]
        compared += 1
    assert compared > 80


@pytest.mark.parametrize(
    ("values", "verdict", "words"),
    [
        ((0.2, 0.1, 1.0), Verdict.NO_DOUBLE_TAKE, "no double, take"),
        ((0.5, 0.6, 1.0), Verdict.DOUBLE_TAKE, "double, take"),
        ((0.9, 1.1, 1.0), Verdict.DOUBLE_PASS, "double, pass"),
        ((1.2, 1.6, 1.0), Verdict.TOO_GOOD_PASS, "too good to double, pass"),
        ((1.2, 0.9, 1.0), Verdict.TOO_GOOD_TAKE, "too good to double, take"),
        ((-0.1, -0.2, 1.0), Verdict.NO_DOUBLE_BEAVER, "no double, beaver"),
        ((-0.15, -0.1, 1.0), Verdict.NO_DOUBLE_BEAVER, "no double, beaver"),
        ((-0.3, -0.1, 1.0), Verdict.DOUBLE_BEAVER, "double, beaver"),
        ((0.60001, 0.6, 1.0), Verdict.OPTIONAL_DOUBLE_TAKE, "optional double, take"),
        ((0.59999, 0.6, 1.0), Verdict.OPTIONAL_DOUBLE_TAKE, "optional double, take"),
        ((1.0, 1.2, 1.0), Verdict.OPTIONAL_DOUBLE_PASS, "optional double, pass"),
    ],
)
def test_verdicts(values: tuple[float, float, float], verdict: Verdict, words: str) -> None:
    decision = CubeDecision.from_values(CubeValues(*values), CubeView.money(jacoby=True, beavers=True))
    assert decision.verdict is verdict
    assert str(decision.label) == words
    assert decision.chances is None
    assert decision.may_double


def test_every_verdict_has_words_for_doubles_and_redoubles() -> None:
    assert all(str(verdict.label) and str(verdict.redouble_label) for verdict in Verdict)


def test_who_may_not_double() -> None:
    even = Chances(0.6, 0.1, 0, 0.1, 0)

    def verdict(view: CubeView) -> Verdict:
        decision = CubeDecision.from_values(view.cube_action(even, 0.68), view)
        assert not decision.may_double
        assert not decision.double
        assert decision.best == decision.no_double
        return decision.verdict

    assert verdict(CubeView.money(2, THEIRS)) is Verdict.NOT_AVAILABLE
    assert verdict(CubeView.money(64, MINE, limit=64)) is Verdict.NOT_ALLOWED
    assert verdict(CubeView.match(1, 3, crawford=True)) is Verdict.NOT_ALLOWED
    assert verdict(CubeView.match(1, 3)) is Verdict.DEAD
    assert verdict(CubeView.match(4, 6, 4, MINE)) is Verdict.DEAD


def test_errors_are_told_for_both_sides() -> None:
    decision = CubeDecision.from_values(CubeValues(0.5, 0.7, 1.0), CubeView.money())
    assert decision.error_of_waiting == pytest.approx(0.2)
    assert decision.error_of_doubling == 0
    assert decision.error_of_passing == pytest.approx(0.3)
    assert decision.error_of_taking == 0
    early = CubeDecision.from_values(CubeValues(0.5, 0.3, 1.0), CubeView.money())
    assert early.error_of_doubling == pytest.approx(0.2)
    assert early.error_of_waiting == 0
    late = CubeDecision.from_values(CubeValues(0.9, 1.25, 1.0), CubeView.money())
    assert late.error_of_taking == pytest.approx(0.25)
    assert late.doubled == late.best == 1


def test_chances_in_matches() -> None:
    view = CubeView.match(5, 7)
    decision = CubeDecision.from_values(view.cube_action(Chances(0.7, 0.2, 0, 0.1, 0), 0.68), view)
    assert decision.chances is not None
    assert decision.double_pass == pytest.approx(1)
    assert decision.chances.double_pass == view.won()
    assert view.equity(decision.chances.double_take) == pytest.approx(decision.double_take)


@settings(deadline=None)
@given(chances(), st.integers(1, 15), st.integers(1, 15))
def test_decisions_hang_together(chance: Chances, away: int, opponent_away: int) -> None:
    view = CubeView.match(away, opponent_away)
    decision = CubeDecision.from_values(view.cube_action(chance, 0.68), view)
    if decision.double:
        assert decision.doubled >= decision.no_double - 1e-9
    errors = (
        decision.error_of_doubling, decision.error_of_waiting, decision.error_of_taking, decision.error_of_passing,
    )  # fmt: skip
    assert min(errors) >= 0
    assert min(errors[:2]) == 0
    assert min(errors[2:]) == 0


RACE = Position((0, 2, 1, 0, 0, 1, 0, *[0] * 12, 0, 0, -1, 0, -1, -2, 0))


def test_the_end_of_a_race_is_exact(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever the chances say, the table knows."""
    table = TwoSided.load(4, tmp_path_factory.getbasetemp() / "bearoff")
    equities = table.equities(RACE)
    nonsense = Chances(0.1, 0, 0, 0, 0)
    match = Match()
    match.set_up(RACE, Player.WHITE)
    decision = decide_cube(match, nonsense)
    assert decision.no_double == pytest.approx(equities.centred, abs=1e-6)
    assert decision.double_take == pytest.approx(2 * equities.opponents, abs=1e-6)
    owned = decide_cube(Situation(RACE, cube=Cube(2, Player.WHITE)), nonsense)
    assert owned.no_double == pytest.approx(equities.owned, abs=1e-6)
    assert owned.is_redouble
    for other in (
        decide_cube(Situation(RACE, length=7), nonsense),
        decide_cube(Situation(RACE), nonsense, rules=STANDARD.replace(bear_off=BearOff.EXACT_ONLY)),
    ):
        assert other.no_double < 0


def test_an_offered_double_is_judged_as_it_was_before() -> None:
    match = Match(STANDARD, length=7)
    match.set_up(Position.standard(), Player.WHITE)
    chance = Chances(0.6, 0.2, 0.01, 0.1, 0.0)
    before = decide_cube(match, chance)
    match.double()
    assert decide_cube(match, chance) == before
    assert decide_cube(Situation.from_match(match), chance) == before
