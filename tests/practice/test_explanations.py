"""Reasons of cards speak of the numbers that the card shows, also where the engine looked further than the net."""

from sixprime import Engine, Situation
from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.finders import finding_of
from sixprime.analysis.reasons import Explainer, ReasonKind
from sixprime.practice.cards import analysis_of, dump_finding, load_finding, losses_of
from sixprime.practice.explanations import explanations_of

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
BEFORE_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"


def test_cube_actions_are_explained_by_what_the_card_knows() -> None:
    for id_, wrong, kind in (
        (BEFORE_ROLL, "double", ReasonKind.DOUBLING_POINT),
        (DOUBLED, "drop", ReasonKind.TAKE_POINT),
    ):
        state = Situation.parse(id_).to_match().state
        with Engine(plies=1, threads=1) as engine, Explainer() as explainer:
            analysis = engine.analyse(state)
            question = "double" if wrong == "double" else "answer"
            finding = load_finding(dump_finding(finding_of(analysis, state)), DecisionKind(question))
            rebuilt = analysis_of(state, finding)
            assert rebuilt is not None
            assert rebuilt.cube is not None
            assert analysis.cube is not None
            assert rebuilt.cube.verdict is analysis.cube.verdict
            assert list(losses_of(state, finding)) == [str(entry.action.value) for entry in analysis.actions]
            found = explanations_of(state, finding, explainer)
        reason = next(one for one in found[wrong].reasons if one.kind is kind)
        assert abs(reason.value - analysis.chances.win) < 1e-4


def test_plays_are_explained_each_against_the_best() -> None:
    state = Situation.parse(OPENING).to_match().state
    with Engine(plies=0, threads=1) as engine, Explainer() as explainer:
        finding = finding_of(engine.analyse(state), state)
        found = explanations_of(state, finding, explainer)
    best, *others = losses_of(state, finding)
    assert best == "8/5 6/5"
    assert set(found) <= set(others)
    assert any("makes the 5 point" in str(one) for one in found.values())
