"""Our review beside other programs' analyses of the same decisions."""

from pathlib import Path

import pytest

from match_analysis.matches import EVEN_RACE, cube_match
from sixprime.analysis import review
from sixprime.analysis.comparisons import compare, programs_of
from sixprime.core import STANDARD, Match
from sixprime.engine.match_equity.equities import winning_chance
from sixprime.formats import read_match_file
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, FileChances, ImportedPlay
from sixprime.formats.reading.analyses import ImportedAnalysis

FIXTURES = Path(__file__).parents[1] / "fixtures"
POINT = ((8, 5), (6, 5))
SPLIT = ((24, 23), (13, 10))
XG = "eXtreme Gammon"


def opened(play: str) -> Match:
    match = Match(length=5)
    match.open((3, 1))
    match.play(play)
    return match


def plays(first: tuple[tuple[int, int], ...], played: int | None = 0, **more: float) -> CheckerAnalysis:
    second = SPLIT if first == POINT else POINT
    candidates = (
        ImportedPlay("a play", first, 0.2, level="XG Roller"),
        ImportedPlay("another", second, 0.05, level="4-ply"),
    )
    return CheckerAnalysis(candidates, played, program=XG, **more)


@pytest.mark.parametrize(
    ("analysis", "loss", "agrees"),
    [
        (plays(POINT, 0), 0.0, True),
        (plays(POINT, 1), 0.15, True),
        (plays(SPLIT, 1), 0.15, False),
        (plays(SPLIT, 1, error=0.125), 0.125, False),
        (plays(SPLIT, None), None, False),
    ],
)
def test_a_play(analysis: CheckerAnalysis, loss: float | None, agrees: bool) -> None:
    match = opened("8/5 6/5")
    made = review(match, "instant", threads=1)
    (found,) = compare(made, match, {1: (analysis,)})
    assert (found.program, found.level, str(found.best)) == (XG, "XG Roller", "a play")
    assert found.loss == pytest.approx(loss)
    assert (found.agrees, found.our_loss) == (agrees, 0.0)
    assert found.difference == pytest.approx(loss or 0.0)


def test_the_order_of_steps_does_not_matter() -> None:
    match = opened("8/5 6/5")
    made = review(match, "instant", threads=1)
    (found,) = compare(made, match, {1: (plays(POINT[::-1]),)})
    assert found.agrees


def test_what_says_nothing_about_plays_is_passed_over() -> None:
    match = opened("8/5 6/5")
    made = review(match, "instant", threads=1)
    nothing: tuple[ImportedAnalysis, ...] = (CheckerAnalysis((), luck=0.5), CubeAnalysis(0.5, 0.4, 1.0))
    assert list(compare(made, match, {1: nothing})) == []
    assert list(compare(made, match, {})) == []


def test_an_illegal_play_of_a_file_does_no_harm() -> None:
    match = opened("8/5 6/5")
    made = review(match, "instant", threads=1)
    odd = CheckerAnalysis((ImportedPlay("3/2", ((3, 2),), 0.5), ImportedPlay("", (), 0.25)), 1)
    (found,) = compare(made, match, {1: (odd,)})
    assert (str(found.best), found.loss, found.agrees) == ("3/2", 0.25, False)


@pytest.mark.parametrize(
    ("actions", "cube", "best", "losses"),
    [
        (("roll",), CubeAnalysis(0.25, 0.125, 1.0), ["no double"], [0.0]),
        (("roll",), CubeAnalysis(0.25, 0.5, 1.0), ["double"], [0.25]),
        (("roll",), CubeAnalysis(1.25, 1.5, 1.0), ["no double"], [0.0]),
        (("double", "take"), CubeAnalysis(0.25, 0.125, 1.0), ["no double", "take"], [0.125, 0.0]),
        (("double", "drop"), CubeAnalysis(0.25, 0.5, 1.0), ["double", "take"], [0.0, 0.5]),
        (("double", "take"), CubeAnalysis(0.75, 1.25, 1.0), ["double", "drop"], [0.0, 0.25]),
        (("double", "take"), CubeAnalysis(0.7, 1.2, 1.0, error=0.5, answer_error=0.1), ["double", "drop"], [0.5, 0.1]),
        (("double", "take"), CubeAnalysis(0.1, -0.125, None), ["no double", "beaver it"], [0.35, 0.125]),
    ],
)  # fmt: skip
def test_the_cube(actions: tuple[str, ...], cube: CubeAnalysis, best: list[str], losses: list[float]) -> None:
    rules = STANDARD.replace(beavers=True)
    match = cube_match(EVEN_RACE, *actions, rules=rules)
    made = review(match, "instant", threads=1)
    found = list(compare(made, match, {1: (cube,)}))
    assert [str(one.best) for one in found] == best
    assert [one.loss for one in found] == pytest.approx(losses)


def test_chances_to_win_the_match_are_told_as_equities() -> None:
    match = cube_match(EVEN_RACE, "double", "take", length=7, score=(3, 2))
    made = review(match, "instant", threads=1)
    state = match.state_at(1)
    assert state.on_roll is not None
    no_double, take = (winning_chance(state, state.on_roll, equity) for equity in (0.25, 0.125))
    cube = CubeAnalysis(no_double, take, None, FileChances(0.6), is_match_winning_chance=True, level="2-ply")
    double, answer = compare(made, match, {1: (cube,), 2: (cube,)})
    assert (str(double.best), str(answer.best)) == ("no double", "take")
    assert [double.loss, answer.loss] == pytest.approx([0.125, 0.0])


def test_programs() -> None:
    analyses = {
        1: (plays(POINT),),
        2: (CheckerAnalysis((), program="BGBlitz"), plays(POINT)),
        3: (CheckerAnalysis(()),),
    }
    assert programs_of(analyses) == [XG, "BGBlitz"]


def test_a_file_of_extreme_gammon_says_whose_analyses_it_has() -> None:
    read = read_match_file(FIXTURES / "others" / "evening.xg").matches[0]
    assert programs_of(read.analyses) == [XG]
    made = review(read.match, "instant", threads=1)
    found = list(compare(made, read.match, read.analyses))
    assert found
    assert all(one.program == XG and (one.loss is None or one.loss >= 0) for one in found)
