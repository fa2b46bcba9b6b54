"""What is told of the measured reasons: few, the most important first, nothing that is not so, and else silence."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixprime import Engine, IllegalPlay, Match, Position, Roll, Situation
from sixprime.analysis import reasons
from sixprime.analysis.reasons import SHOWN, Explainer, Reason, ReasonKind
from sixprime.analysis.reasons.explaining import SILENCE, told
from sixprime.core.errors import IllegalAction
from sixprime.core.match.events import Action

OPENING = Situation(Position.standard(), roll="31")


@pytest.fixture(scope="module")
def explainer() -> Iterator[Explainer]:
    with Explainer() as found:
        yield found


def test_the_opening_that_everybody_knows(explainer: Explainer) -> None:
    found = explainer.explain(OPENING, "8/5 6/5", "24/23 13/10")
    assert found
    assert found.reasons[0].kind is ReasonKind.MAKES_POINT
    assert str(found).startswith("8/5 6/5 makes the 5 point")


def test_the_function_and_matches_will_do() -> None:
    match = Match(length=5)
    match.open((3, 1))
    assert reasons.explain(match, "8/5 6/5", "13/9") == reasons.explain(match.state, "8/5 6/5", "13/9")


def test_nothing_is_said_for_the_worse_play(explainer: Explainer) -> None:
    assert explainer.explain(OPENING, "13/9", "8/5 6/5") == SILENCE
    assert not explainer.explain(OPENING, "8/5 6/5", "8/5 6/5")
    assert str(SILENCE) == ""


def test_deeper_analyses_are_taken_over(explainer: Explainer) -> None:
    with Engine(plies=1, threads=1) as engine:
        analysis = engine.analyse(OPENING, including=["13/9"])
    found = {reason.kind: reason for reason in explainer.compare(OPENING, "8/5 6/5", "13/9", analysis)}
    best = analysis.plays[0]
    assert found[ReasonKind.WINS].value == best.chances.win


def test_what_speaks_for_the_worse_play_is_told(explainer: Explainer) -> None:
    position = Position.of({24: 2, 13: 4, 10: 1, 8: 3, 6: 5}, {24: 2, 13: 4, 11: 1, 8: 3, 6: 5})
    found = explainer.explain(Situation(position, roll="64"), "24/14*", "10/4 8/4")
    assert found.concessions
    assert not found.concessions[0].favours_first
    assert str(found.sentences[-1]).startswith("10/4 8/4, on the other hand, ")


def test_random_errors_get_few_sentences_that_favour_the_better_play(explainer: Explainer) -> None:
    rng = random.Random(3)
    position, explained = Position.standard(), 0
    for _ in range(80):
        situation = Situation(position, roll=Roll(rng.randint(1, 6), rng.randint(1, 6)))
        plays = explainer.engine.analyse(situation).plays
        if len(plays) > 1:
            found = explainer.explain(situation, plays[0].play, rng.choice(plays[1:]).play)
            assert len(found.sentences) <= 3
            assert len(found.reasons) <= 2
            assert len(found.concessions) <= 1
            assert all(reason.favours_first for reason in found.reasons)
            assert {reason.kind for reason in (*found.reasons, *found.concessions)} <= SHOWN
            explained += bool(found)
        position = (plays[0].play.result if plays else position).flipped()
        if position.is_over:
            position = Position.standard()
    assert explained > 40


def test_the_most_important_comes_first_and_its_like_is_left_out() -> None:
    play = Position.standard().legal_plays("31")[0]
    shots = Reason(ReasonKind.SHOTS, True, 3, 11, 0.2, detail=0.5)
    cost = Reason(ReasonKind.HIT_COST, True, 0.1, 0.5, 0.3)
    gammons = Reason(ReasonKind.GAMMONS_LOST, True, 0.1, 0.3, 0.2)
    kept = told([gammons, cost, shots], play, play, 0.4)
    assert [reason.kind for reason in kept.reasons] == [ReasonKind.SHOTS, ReasonKind.GAMMONS_LOST]


def test_a_reason_that_does_not_outweigh_the_others_is_silence() -> None:
    play = Position.standard().legal_plays("31")[0]
    small = Reason(ReasonKind.MAKES_POINT, True, 1, 0, 0.02, (3,))
    large = Reason(ReasonKind.SHOTS, False, 0, 20, 0.4, detail=0.7)
    assert told([large, small], play, play, 0.1) == SILENCE


def test_a_few_gammons_do_not_explain_a_large_loss() -> None:
    play = Position.standard().legal_plays("31")[0]
    gammons = Reason(ReasonKind.GAMMONS_LOST, True, 0.10, 0.12, 0.02)
    assert told([gammons], play, play, 0.2) == SILENCE
    assert told([gammons], play, play, 0.03)


def test_far_from_a_double_nobody_speaks_of_the_market() -> None:
    waiting = Reason(ReasonKind.MARKET_LOSERS, True, 0.0, 0.2, 0.3)
    cases = [(0.4, [ReasonKind.DOUBLING_POINT]), (0.65, [ReasonKind.MARKET_LOSERS, ReasonKind.DOUBLING_POINT])]
    for win, kinds in cases:
        point = Reason(ReasonKind.DOUBLING_POINT, True, win, 0.68, 0.15)
        found = told([waiting, point], Action.ROLL, Action.DOUBLE, 0.3)
        assert [reason.kind for reason in found.reasons] == kinds


def test_a_double_that_needs_no_wins_needs_no_words_about_them() -> None:
    dead = Reason(ReasonKind.NO_RECUBE, True, 0, 0, 0.3)
    point = Reason(ReasonKind.DOUBLING_POINT, True, 0.53, 0.0, 0.2)
    found = told([dead, point], Action.DOUBLE, Action.ROLL, 0.3)
    assert [reason.kind for reason in found.reasons] == [ReasonKind.NO_RECUBE]


def test_nobody_compares_hits_that_cost_next_to_nothing_or_the_same() -> None:
    play = Position.standard().legal_plays("31")[0]
    assert told([Reason(ReasonKind.HIT_COST, True, 0.0, 0.05, 0.03)], play, play, 0.1) == SILENCE
    assert told([Reason(ReasonKind.HIT_COST, True, 1.416, 1.421, 0.03)], play, play, 0.1) == SILENCE
    assert told([Reason(ReasonKind.HIT_COST, True, 0.2, 0.5, 0.1)], play, play, 0.1)


def test_points_are_named_as_the_board_names_them(explainer: Explainer) -> None:
    found = explainer.explain(OPENING, "8/5 6/5", "13/9", label=lambda point: str(25 - point))
    assert str(found).startswith("17/20 19/20 makes the 20 point")


def test_wrong_questions_are_refused(explainer: Explainer) -> None:
    with pytest.raises(IllegalPlay):
        explainer.explain(OPENING, "8/5 6/5", "24/18")
    start = Situation(Position.standard())
    with pytest.raises(IllegalAction, match="gamble is no cube action"):
        explainer.explain(start, "roll", "gamble")
    with pytest.raises(IllegalAction, match="take is not possible here"):
        explainer.explain(start, "roll", "take")
    assert explainer.explain(start, Action.ROLL, "double")


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reasons.md").read_text(encoding="utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    exec(compile(code, "docs/reasons.md", "exec"), {})
