"""The figures that players quote: counts as the programs define them, on decisions whose losses are known."""

import pytest

from match_analysis.matches import random_match
from sixprime.analysis import review
from sixprime.analysis.decisions import DecisionKind, MatchDecision
from sixprime.analysis.figures import CubeError, Mark, Marks, Tally, band_of, figures_of
from sixprime.analysis.reviews import (
    ActionsFinding,
    ActionValue,
    DecisionReview,
    DoubleValues,
    MatchReview,
    PlayCandidate,
    PlaysFinding,
    RollReview,
)
from sixprime.core import Player
from sixprime.core.match.events import Action
from sixprime.engine import Chances, Verdict

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def play(
    event: int, loss: float, *, legal: int = 5, spread: float = 0.5, player: Player = Player.WHITE
) -> DecisionReview:
    candidates = (PlayCandidate(((8, 5),), EVEN, 0.0, 0, 0.5), PlayCandidate(((6, 5),), EVEN, -loss, 0, 0.5 - loss / 4))
    decision = MatchDecision(event, 1, player, DecisionKind.PLAY, Action.PLAY)
    return DecisionReview(decision, PlaysFinding(candidates, legal, spread), loss, loss / 4, 1)


def cube(event: int, action: Action, no_double: float, take: float, loss: float = 0.0) -> DecisionReview:
    kind = DecisionKind.DOUBLE if action in (Action.ROLL, Action.DOUBLE) else DecisionKind.ANSWER
    values = DoubleValues(no_double, take, 1.0, Verdict.DOUBLE_TAKE)
    first = Action.ROLL if kind is DecisionKind.DOUBLE else Action.TAKE
    finding = ActionsFinding((ActionValue(first, 0.0), ActionValue(action, -loss)), EVEN, 0, values)
    return DecisionReview(MatchDecision(event, 1, Player.WHITE, kind, action), finding, loss, loss / 4)


def made_of(*decisions: DecisionReview, rolls: tuple[RollReview, ...] = ()) -> MatchReview:
    return MatchReview(("A", "B"), 7, "deep", "1-x", "", decisions, rolls, len(decisions) + len(rolls))


def test_plays_count_as_each_program_counts_them() -> None:
    figures = figures_of(
        made_of(
            play(0, 0.1),
            play(1, 0.0, spread=0.0004),  # all plays are equal: nothing to decide for XG
            play(2, 0.0, legal=1, spread=0.0),  # forced
            play(3, 0.05, player=Player.BLACK),
        )
    ).white
    assert (figures.moves, figures.all_moves) == (3, 4)
    assert (figures.unforced.count, figures.plays.count) == (2, 1)
    assert figures.pr == pytest.approx(500 * 0.1 / 1)
    assert figures.gnubg_play_rate == pytest.approx(1000 * 0.1 / 2)
    assert figures.snowie_rate == pytest.approx(1000 * 0.1 / 4)
    assert figures.unforced.match_loss == pytest.approx(0.025)


def test_cube_decisions_count_as_each_program_counts_them() -> None:
    figures = figures_of(
        made_of(
            cube(0, Action.ROLL, 0.2, 0.1),  # close for both
            cube(1, Action.ROLL, 0.2, 0.02),  # 0.18 away: XG counts it, GNU Backgammon does not
            cube(2, Action.ROLL, 0.0, -0.5),  # nobody would think of it
            cube(3, Action.ROLL, 0.3, 0.3),  # equal: XG does not count it
            cube(4, Action.DOUBLE, 0.0, -0.5, loss=0.5),  # a double always counts
            cube(5, Action.TAKE, 0.0, -0.5),
            cube(6, Action.DROP, 0.0, 0.4, loss=0.6),
        )
    ).white
    assert figures.cube.count == 7
    assert figures.doubles.events == (0, 1, 4)
    assert figures.answers.events == (5, 6)
    assert figures.close_cube.events == (0, 3, 4, 5, 6)
    assert figures.decisions == 5
    assert figures.pr == pytest.approx(500 * 1.1 / 5)
    assert figures.gnubg_cube_rate == pytest.approx(1000 * 1.1 / 5)


@pytest.mark.parametrize(
    ("review", "error"),
    [
        (cube(0, Action.ROLL, 0.5, 0.7, loss=0.2), CubeError.MISSED_DOUBLE_TAKE),
        (cube(0, Action.ROLL, 0.9, 1.2, loss=0.1), CubeError.MISSED_DOUBLE_PASS),
        (cube(0, Action.DOUBLE, 0.3, 0.1, loss=0.2), CubeError.WRONG_DOUBLE_EARLY),
        (cube(0, Action.DOUBLE, 1.2, 1.4, loss=0.2), CubeError.WRONG_DOUBLE_TOO_GOOD),
        (cube(0, Action.TAKE, 0.9, 1.2, loss=0.2), CubeError.WRONG_TAKE),
        (cube(0, Action.DROP, 0.6, 0.8, loss=0.2), CubeError.WRONG_DROP),
        (cube(0, Action.DROP, 0.6, 1.2, loss=0.0), None),
    ],
)
def test_errors_with_the_cube_have_a_kind(review: DecisionReview, error: CubeError | None) -> None:
    figures = figures_of(made_of(review)).white
    for kind in CubeError:
        assert figures.cube_errors[kind].count == (kind is error)


def test_marks() -> None:
    assert [Marks().of(loss) for loss in (0.0, 0.0199, 0.02, 0.04, 0.0799, 0.08, 2.0)] == [
        Mark.NONE, Mark.NONE, Mark.INACCURACY, Mark.ERROR, Mark.ERROR, Mark.BLUNDER, Mark.BLUNDER,
    ]  # fmt: skip
    strict = figures_of(made_of(play(0, 0.05)), marks=Marks(0.01, 0.02, 0.03)).white
    assert strict.marks[Mark.BLUNDER].events == (0,)


def test_every_figure_can_be_opened_to_its_decisions() -> None:
    made = review(random_match(2, 5), "instant", threads=1)
    for figures in (figures_of(made).white, figures_of(made).black):
        tallies = [
            figures.unforced, figures.plays, figures.cube, figures.close_cube, figures.doubles, figures.answers,
            *figures.marks.values(), *figures.cube_errors.values(),
        ]  # fmt: skip
        for tally in tallies:
            found = [made.at(event) for event in tally.events]
            assert tally == Tally.of(entry for entry in found if entry is not None)
            assert all(entry is not None and entry.decision.player is figures.player for entry in found)
        assert sum(tally.count for tally in figures.marks.values()) == figures.total.count


def test_luck() -> None:
    rolls = (
        RollReview(0, 1, Player.WHITE, 0.7, 2, 0.1),
        RollReview(1, 1, Player.WHITE, 0.4, 2, 0.05),
        RollReview(2, 1, Player.BLACK, -0.65, 1, -0.1),
    )
    figures = figures_of(made_of(rolls=rolls))
    assert figures.white.luck.points == pytest.approx(2.2)
    assert (figures.white.luck.very_lucky, figures.white.luck.lucky) == ((0,), (1,))
    assert figures.black.luck.very_unlucky == (2,)
    assert figures.luck_difference(Player.WHITE) == pytest.approx(1.75)


def test_the_luck_adjusted_result_is_the_result_without_luck() -> None:
    match = random_match(2, 5, games=99)
    made = review(match, "instant", threads=2)
    figures = figures_of(made, match)
    adjusted = [figures.luck_adjusted_result(player) for player in Player]
    assert match.result is not None
    assert adjusted[0] is not None
    assert adjusted[1] == pytest.approx(-adjusted[0])
    assert figures_of(made).luck_adjusted_result(Player.WHITE) is None


def test_games_add_up_to_the_match() -> None:
    match = random_match(2, 5, games=99)
    made = review(match, "instant", threads=2)
    whole = figures_of(made).white
    games = [figures_of(made, game=number).white for number in range(1, match.state.game + 1)]
    assert sum(game.total.loss for game in games) == pytest.approx(whole.total.loss)
    assert sum(game.moves for game in games) == whole.moves


@pytest.mark.parametrize(
    ("pr", "name"), [(0, "world champion"), (2.5, "world class"), (7.4, "expert"), (99, "distracted")]
)
def test_bands(pr: float, name: str) -> None:
    assert str(band_of(pr)) == name
