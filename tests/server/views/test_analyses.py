"""Reviews as clients get them, made without a server: every decision of any match, in every language."""

import json
from dataclasses import replace

import pytest

from analysis.matches import EVEN_RACE, cube_match, random_match
from sixprime.analysis import DecisionKind, MatchReview, review
from sixprime.core import Match, Position, RuleSet, Situation, Win
from sixprime.languages import LANGUAGES, catalogue
from sixprime.server.live.analyses.runs import KINDS
from sixprime.server.schemas.analyses import DecisionAnswer, ReviewAnswer
from sixprime.server.views.analyses import ReviewView, luck_mark, position_decision, review_text

ENGLISH = catalogue("en")
MONEY = RuleSet(jacoby=True, beavers=True)


def view_of(match: Match, language: str = "en") -> ReviewView:
    return ReviewView(review(match, "instant", threads=1), match, catalogue(language))


@pytest.mark.parametrize(("length", "rules"), [(None, MONEY), (3, RuleSet())])
def test_every_decision_of_a_match(length: int | None, rules: RuleSet) -> None:
    match = random_match(21, length, rules, games=4)
    view = view_of(match)
    answer = view.answer()
    assert ReviewAnswer.model_validate_json(review_text(answer)) == answer
    assert json.loads(review_text(answer)) == json.loads(answer.model_dump_json(exclude_unset=True))
    assert len(answer.decisions) + len(answer.rolls) == view.review.total
    assert {entry.kind for entry in answer.decisions} >= {"play", "double", "answer"}
    for entry in answer.decisions:
        found = view.decision(entry.event)
        assert found is not None
        assert (found.version, found.words, found.mark) == (entry.version, entry.words, entry.mark)
        assert (entry.match_loss is None) == (length is None) or entry.forced
        if found.plays is not None:
            played = [play for play in found.plays if play.played]
            assert len(played) == 1
            assert played[0].loss == pytest.approx(entry.loss, abs=2e-5)
            assert entry.best == (found.plays[0].notation or "cannot move")
            after = match.state_at(entry.event + 1)
            if after.history is match.state_at(entry.event).history:  # the game went on
                view_after = after.position if after.on_roll is not None else None
                assert view_after is not None
                assert played[0].board in (list(view_after.points), list(view_after.flipped().points))
        if found.cube_decision is not None:
            assert (found.cube_decision.match_chances is None) == (length is None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_in_the_language(language: str) -> None:
    match = cube_match(EVEN_RACE, "double", "drop")
    answer = view_of(match, language).answer()
    english = view_of(match).answer()
    assert len(answer.decisions) == 2
    for mine, theirs in zip(answer.decisions, english.decisions, strict=True):
        assert (mine.words == theirs.words) == (language == "en")
    errors = answer.figures.white.cube_errors["wrong-double-early"]
    assert errors.count == 1
    assert errors.label
    assert (errors.label == english.figures.white.cube_errors["wrong-double-early"].label) == (language == "en")


def test_a_misplayed_opening() -> None:
    match = Match(length=5)
    match.open((3, 1))
    match.play("24/23 13/10")
    view = view_of(match)
    (entry,) = view.decisions()
    assert (entry.best, entry.mark, entry.words) == ("8/5 6/5", "blunder", "White plays 13/10 24/23")
    (roll,) = view.rolls()
    assert roll.roll == (3, 1)
    assert entry.luck == roll.luck
    assert roll.version == 1
    assert entry.version == 2
    with_log = replace_versions(view, (5, 9))
    assert [one.version for one in with_log.decisions()] == [9]
    found = with_log.decision(1)
    assert found is not None
    assert found.xgid is not None
    assert Situation.parse(found.xgid).roll == match.state_at(1).roll
    assert view.decision(0) is None


def replace_versions(view: ReviewView, versions: tuple[int, ...]) -> ReviewView:
    return ReviewView(view.review, view.match, view.catalogue, versions)


def test_answers_and_resignations_are_in_the_view_of_who_decides() -> None:
    ahead = Position.of({1: 2}, {6: 5, 5: 5, 4: 5})
    match = cube_match(ahead, "double", "take", length=7)
    double, answer = (view_of(match).decision(event) for event in (1, 2))
    assert double is not None
    assert answer is not None
    assert (double.player, answer.player) == ("white", "black")
    assert double.chances.win > 0.9
    assert answer.chances.win < 0.1
    assert answer.cube_error == "wrong-take"
    assert answer.cube_decision is not None
    assert answer.cube_decision.player == "white"
    resigned = cube_match(ahead, length=7)
    resigned.resign(Win.BACKGAMMON, resigned.state.on_roll)
    found = view_of(resigned).decision(1)
    assert found is not None
    assert (found.kind, found.player) == ("resignation", "white")
    assert found.chances.win > 0.9
    assert found.loss is not None
    assert found.loss > 1


def test_a_review_that_is_not_complete_says_so() -> None:
    whole = view_of(random_match(3, 1))
    half = MatchReview(**{name: getattr(whole.review, name) for name in whole.review.__slots__})
    half = replace(half, decisions=half.decisions[:5])
    answer = ReviewView(half, whole.match, ENGLISH).answer()
    assert not answer.is_complete
    assert answer.analysis.state == "cancelled"
    assert whole.answer().analysis.state == "done"


@pytest.mark.parametrize(
    ("luck", "mark"),
    [(0.0, None), (0.3, None), (0.31, "lucky"), (0.61, "very-lucky"), (-0.4, "unlucky"), (-0.7, "very-unlucky")],
)
def test_marks_of_luck(luck: float, mark: str | None) -> None:
    assert luck_mark(luck) == mark


def test_a_position_without_a_match() -> None:
    match = cube_match(EVEN_RACE, "double")
    state = match.state
    kind = KINDS[state.phase]
    assert kind is DecisionKind.ANSWER
    match.take()
    finding = view_of(match).review.decisions[-1].finding
    found = position_decision(state, kind, finding, "instant", "engine", ENGLISH)
    assert DecisionAnswer.model_validate_json(found.model_dump_json()) == found
    assert (found.player, found.action, found.loss, found.mark) == ("black", None, None, None)
    assert found.actions is not None
    assert [action.action for action in found.actions] == ["take", "drop"]
    assert not any(action.played for action in found.actions)
