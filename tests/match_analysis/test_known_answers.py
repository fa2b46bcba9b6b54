"""Decisions whose right answer is known: by arithmetic in last-roll positions at every score, or from the textbooks."""

from dataclasses import dataclass

import pytest

from match_analysis.matches import EVEN_RACE, cube_match, random_match
from sixprime.analysis import DecisionKind, MatchReview, review
from sixprime.analysis.figures import CubeError, Mark, cube_error_of, figures_of
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, PlaysFinding
from sixprime.core import Cube, Match, Player, Position, RuleSet, Win
from sixprime.core.match.events import Action
from sixprime.core.rules import BearOff
from sixprime.engine import MatchEquities, Verdict


def reviewed(match: Match, depth: str = "fast") -> MatchReview:
    return review(match, depth, threads=1)


def last(match: Match, depth: str = "fast") -> DecisionReview:
    return reviewed(match, depth).decisions[-1]


# Positions in which White wins with this roll or not at all


@dataclass(frozen=True)
class LastRoll:
    """White has two checkers left and Black one on the ace point: White wins with `wins` of the 36 rolls."""

    points: tuple[int, int]
    wins: int

    @property
    def position(self) -> Position:
        return Position.of(dict.fromkeys(self.points, 1), {1: 1})

    @property
    def chance(self) -> float:
        return self.wins / 36


LONG_SHOT = LastRoll((6, 1), 15)
SMALL_FAVOURITE = LastRoll((5, 2), 19)
BIG_FAVOURITE = LastRoll((4, 1), 29)
LAST_ROLLS = (LONG_SHOT, SMALL_FAVOURITE, BIG_FAVOURITE)


@pytest.mark.parametrize(
    ("roll", "actions", "error", "loss"),
    [
        (LONG_SHOT, ("roll",), None, 0.0),
        (LONG_SHOT, ("double",), CubeError.WRONG_DOUBLE_EARLY, 6 / 36),
        (LONG_SHOT, ("double", "take"), None, 0.0),
        (LONG_SHOT, ("double", "drop"), CubeError.WRONG_DROP, 1 + 12 / 36),
        (SMALL_FAVOURITE, ("roll",), CubeError.MISSED_DOUBLE_TAKE, 2 / 36),
        (SMALL_FAVOURITE, ("double",), None, 0.0),
        (SMALL_FAVOURITE, ("double", "take"), None, 0.0),
        (SMALL_FAVOURITE, ("double", "drop"), CubeError.WRONG_DROP, 1 - 4 / 36),
        (BIG_FAVOURITE, ("roll",), CubeError.MISSED_DOUBLE_PASS, 1 - 22 / 36),
        (BIG_FAVOURITE, ("double",), None, 0.0),
        (BIG_FAVOURITE, ("double", "take"), CubeError.WRONG_TAKE, 44 / 36 - 1),
        (BIG_FAVOURITE, ("double", "drop"), None, 0.0),
    ],
)
def test_last_rolls_for_money(roll: LastRoll, actions: tuple[str, ...], error: CubeError | None, loss: float) -> None:
    entry = last(cube_match(roll.position, *actions))
    assert entry.loss == pytest.approx(loss, abs=1e-4)
    assert cube_error_of(entry) is error
    assert entry.match_loss is None


@pytest.mark.parametrize(("answer", "loss"), [("beaver", 0.0), ("take", 12 / 36), ("drop", 1 + 24 / 36)])
def test_a_double_of_the_underdog_is_beavered(answer: str, loss: float) -> None:
    made = reviewed(cube_match(LONG_SHOT.position, "double", answer, rules=RuleSet(beavers=True)))
    doubled, answered = made.decisions
    assert doubled.loss == pytest.approx(-6 / 36 + 24 / 36, abs=1e-4)  # it is beavered, so it costs twice as much
    assert answered.loss == pytest.approx(loss, abs=1e-4)
    expected = {"beaver": None, "take": CubeError.MISSED_BEAVER, "drop": CubeError.WRONG_DROP}
    assert cube_error_of(answered) is expected[answer]


def test_a_beaver_of_the_underdog_is_wrong() -> None:
    entry = last(cube_match(SMALL_FAVOURITE.position, "double", "beaver", rules=RuleSet(beavers=True)))
    assert cube_error_of(entry) is CubeError.WRONG_BEAVER
    assert entry.loss == pytest.approx(4 / 36, abs=1e-4)


LENGTH = 5
AWAYS = range(1, LENGTH + 1)
SCORES = [(away, opponent_away, cube) for away in AWAYS for opponent_away in AWAYS for cube in (1, 2, 4)]


@pytest.mark.parametrize("roll", LAST_ROLLS, ids=lambda roll: str(roll.wins))
def test_last_rolls_at_every_score(roll: LastRoll) -> None:
    """Every score of a 5-point match: after the Crawford game, free drops, cubes that are dead for one or for both.

    Nothing happens after this roll, so the match equities are all that is needed.
    """
    equities = MatchEquities.default()
    compared = 0
    for away, opponent_away, cube in SCORES:
        score = (LENGTH - away, LENGTH - opponent_away)
        match = Match(length=LENGTH)
        owner = None if cube == 1 else Player.WHITE
        after_crawford = min(away, opponent_away) == 1
        match.set_up(roll.position, Player.WHITE, score=score, cube=Cube(cube, owner), crawford_over=after_crawford)
        if Action.DOUBLE not in match.actions(Player.WHITE):
            assert away <= cube  # the cube is dead for who owns it: there is nothing to decide
            match.roll((2, 1))
            assert not [
                entry for entry in reviewed(match, "instant").decisions if entry.decision.kind.value == "double"
            ]
            continue
        value = {points: equities.after(points, away, opponent_away) for points in (cube, -cube, 2 * cube, -2 * cube)}
        half = (value[cube] - value[-cube]) / 2
        waiting = roll.chance * value[cube] + (1 - roll.chance) * value[-cube]
        taken = roll.chance * value[2 * cube] + (1 - roll.chance) * value[-2 * cube]
        doubled = min(taken, value[cube])
        expected = {
            ("roll",): max(doubled - waiting, 0.0),
            ("double",): max(waiting - doubled, 0.0),
            ("double", "take"): max(taken - value[cube], 0.0),
            ("double", "drop"): max(value[cube] - taken, 0.0),
        }
        for actions, lost in expected.items():
            match = Match(length=LENGTH)
            match.set_up(roll.position, Player.WHITE, score=score, cube=Cube(cube, owner), crawford_over=after_crawford)
            for action in actions:
                match.roll((2, 1)) if action == "roll" else getattr(match, action)()
            entry = last(match)
            told = f"{away} away, {opponent_away} away, cube {cube}, {actions}"
            assert entry.match_loss == pytest.approx(lost, abs=2e-4), told
            assert entry.loss == pytest.approx(lost / half, abs=2e-4 / half), told
            compared += 1
    assert compared > 100


# Textbook answers


def race(mine: int, theirs: int) -> Position:
    """A race of fifteen checkers each, with so many pips to go."""

    def side(pips: int) -> dict[int, int]:
        points = [6] * 6 + [5] * 4 + [4] * 3 + [3] * 2
        place = 0
        while sum(points) < pips:
            points[place % 15] += 1
            place += 1
        while sum(points) > pips:
            points[place % 15] -= 1
            place += 1
        return {point: points.count(point) for point in set(points)}

    return Position.of(side(mine), side(theirs))


@pytest.mark.parametrize(
    ("theirs", "verdict"),
    [
        (102, Verdict.NO_DOUBLE_TAKE),  # 2 % behind
        (111, Verdict.DOUBLE_TAKE),  # 11 %
        (118, Verdict.DOUBLE_PASS),  # 18 %
    ],
)
def test_the_textbook_of_races(theirs: int, verdict: Verdict) -> None:
    """From 8 % of the pips on a race is doubled, up to 12 % it is taken."""
    entry = last(cube_match(race(100, theirs), "roll"))
    assert isinstance(entry.finding, ActionsFinding)
    assert entry.finding.double is not None
    assert entry.finding.double.verdict is verdict


@pytest.mark.parametrize(
    ("length", "score", "is_double"),
    [
        (None, (0, 0), False),
        (7, (3, 5), True),
        (7, (5, 3), False),
    ],
    ids=["money", "trailing", "leading"],
)
def test_gammon_go_and_the_leaders_caution(length: int | None, score: tuple[int, int], is_double: bool) -> None:
    """An attack that is no double for money. Trailing 4 away against 2 away it is one: the cube is dead for Black, and
    a gammon wins the match. Leading 2 away against 4 away it is a blunder: a gammon of Black's loses the match."""
    attack = Position.of({24: 2, 13: 4, 8: 3, 6: 5, 5: 1}, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5})
    waited, doubled = (last(cube_match(attack, action, length=length, score=score)) for action in ("roll", "double"))
    assert (waited.loss > 0.1, doubled.loss == 0) == (is_double, is_double)
    assert (waited.loss == 0, doubled.loss > 0.05) == (not is_double, not is_double)
    if score == (5, 3):
        assert doubled.loss > 0.5


def test_the_free_drop() -> None:
    """White is 2 away after the Crawford game and doubles in a race in which Black is a little behind.

    Dropping costs Black nothing: White needs a game more either way. 3 away it would cost Black half the match.
    """
    behind = race(100, 101)
    free = cube_match(behind, "double", "drop", length=5, score=(3, 4), crawford_over=True)
    taken = cube_match(behind, "double", "take", length=5, score=(3, 4), crawford_over=True)
    paid = cube_match(behind, "double", "drop", length=5, score=(2, 4), crawford_over=True)
    assert last(free).loss == 0
    assert last(taken).loss > 0.05
    entry = last(paid)
    assert cube_error_of(entry) is CubeError.WRONG_DROP
    assert entry.match_loss is not None
    assert 0.15 < entry.match_loss < 0.3


FIVE_POINTS = Position.of({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 8: 2}, {25: 3, 13: 5, 8: 4, 6: 3})
"""Three black checkers are on the bar against a five-point board."""


def test_too_good_is_judged_in_both_directions() -> None:
    """White plays on for a gammon, and Black may not take."""
    waited, doubled = (last(cube_match(FIVE_POINTS, action)) for action in ("roll", "double"))
    taken = last(cube_match(FIVE_POINTS, "double", "take"))
    assert waited.loss == 0
    assert cube_error_of(doubled) is CubeError.WRONG_DOUBLE_TOO_GOOD
    assert cube_error_of(taken) is CubeError.WRONG_TAKE
    assert taken.loss > 0.5
    assert last(cube_match(FIVE_POINTS, "double", "drop")).loss == 0
    assert isinstance(waited.finding, ActionsFinding)
    assert waited.finding.double is not None
    assert waited.finding.double.verdict is Verdict.TOO_GOOD_PASS


def test_by_the_jacoby_rule_nobody_is_too_good_with_the_cube_in_the_middle() -> None:
    waited, doubled = (
        last(cube_match(FIVE_POINTS, action, rules=RuleSet(jacoby=True))) for action in ("roll", "double")
    )
    assert doubled.loss == 0
    assert isinstance(waited.finding, ActionsFinding)
    assert waited.finding.double is not None
    assert waited.finding.double.no_double <= 1
    assert waited.finding.double.verdict in (Verdict.DOUBLE_PASS, Verdict.OPTIONAL_DOUBLE_PASS)


# Resignations

GAMMON_LOST = Position.of({1: 2}, {13: 5, 12: 5, 11: 5})
"""White bears off with this roll; Black has no checker home."""
SINGLE_LOST = Position.of({1: 2}, {6: 5, 5: 5, 4: 4})
"""White bears off with this roll; Black has borne off one checker."""


def resigned(
    position: Position, win: Win, answer: str, *, length: int | None = None, score: tuple[int, int] = (0, 0)
) -> tuple[DecisionReview, DecisionReview]:
    match = Match(length=length)
    match.set_up(position, Player.WHITE, score=score)
    match.resign(win, Player.BLACK)
    getattr(match, answer)()
    offered, answered = reviewed(match).decisions
    assert (offered.decision.player, answered.decision.player) == (Player.BLACK, Player.WHITE)
    return offered, answered


@pytest.mark.parametrize(
    ("position", "win", "answer", "offered_loss", "answer_loss"),
    [
        (SINGLE_LOST, Win.SINGLE, "accept", 0.0, 0.0),
        (SINGLE_LOST, Win.SINGLE, "decline", 0.0, 0.0),
        (SINGLE_LOST, Win.GAMMON, "accept", 1.0, 0.0),
        (SINGLE_LOST, Win.GAMMON, "decline", 1.0, 1.0),
        (SINGLE_LOST, Win.BACKGAMMON, "accept", 2.0, 0.0),
        (GAMMON_LOST, Win.SINGLE, "accept", 0.0, 1.0),
        (GAMMON_LOST, Win.SINGLE, "decline", 0.0, 0.0),
        (GAMMON_LOST, Win.GAMMON, "accept", 0.0, 0.0),
        (GAMMON_LOST, Win.BACKGAMMON, "decline", 1.0, 1.0),
    ],
)
def test_resignations_are_judged_in_both_directions(
    position: Position, win: Win, answer: str, offered_loss: float, answer_loss: float
) -> None:
    offered, answered = resigned(position, win, answer)
    assert offered.loss == pytest.approx(offered_loss, abs=0.02)
    assert answered.loss == pytest.approx(answer_loss, abs=0.02)


def test_what_the_score_makes_worthless_is_given_away_for_nothing() -> None:
    """At double match point a gammon is worth what a single game is, and with White 2 away it wins the match."""
    offered, answered = resigned(GAMMON_LOST, Win.SINGLE, "accept", length=3, score=(2, 2))
    assert offered.loss == pytest.approx(0, abs=1e-6)
    assert answered.loss == pytest.approx(0, abs=1e-6)
    offered, answered = resigned(GAMMON_LOST, Win.SINGLE, "accept", length=3, score=(1, 1))
    assert answered.match_loss == pytest.approx(1 - MatchEquities.default().chance(1, 2), abs=0.01)
    offered, answered = resigned(SINGLE_LOST, Win.BACKGAMMON, "decline", length=3, score=(2, 0))
    assert (offered.loss, answered.loss) == pytest.approx((0, 0), abs=1e-6)


def test_a_resignation_in_an_even_game_is_an_error_of_resigning_only() -> None:
    match = cube_match(EVEN_RACE)
    match.resign(Win.SINGLE, Player.BLACK)
    match.accept()
    made = reviewed(match)
    offered, accepted = made.decisions
    assert offered.loss > 0.5
    assert accepted.loss == 0
    figures = figures_of(made, match)
    assert figures.black.resignations.loss == offered.loss
    assert figures.black.pr == figures.white.pr == 0
    assert figures.black.gnubg_rate == figures.black.snowie_rate == 0
    assert not figures.black.marks[Mark.BLUNDER].count


@pytest.mark.parametrize("seed", [3, 8])
def test_a_game_that_is_cut_short_counts_what_was_decided(seed: int) -> None:
    """Whether it stops there or is resigned away, and whatever the resignation gives away: the rates are the same."""
    whole = random_match(seed, 5, games=1)
    abandoned = Match.from_events(whole.events[:24], rules=whole.rules, length=5)
    resigned_away = Match.from_events(whole.events[:24], rules=whole.rules, length=5)
    loser = Player.WHITE
    if Action.RESIGN not in resigned_away.actions(loser):
        loser = Player.BLACK
    resigned_away.resign(Win.BACKGAMMON, loser)
    resigned_away.accept()
    first, second = (figures_of(reviewed(match, "instant"), match) for match in (abandoned, resigned_away))
    for player in Player:
        one, other = first.of(player), second.of(player)
        assert one.pr == other.pr
        assert (one.decisions, one.total) == (other.decisions, other.total)
        assert one.gnubg_rate == other.gnubg_rate
        assert one.decisions > 0
    assert second.of(loser).resignations.loss > 0.3


# Rules of printed sheets


def test_a_cube_at_its_limit_is_no_decision() -> None:
    match = Match(RuleSet(cube_limit=4))
    match.set_up(EVEN_RACE, Player.WHITE, cube=Cube(4, Player.WHITE))
    match.roll((2, 1))
    assert not [entry for entry in reviewed(match).decisions if entry.decision.kind is DecisionKind.DOUBLE]


def test_a_cube_near_its_limit_has_no_redouble_to_fear() -> None:
    """The cube that Black would take cannot be turned again, so a double gives less away."""
    position = race(100, 108)
    free, limited = (last(cube_match(position, "roll", rules=RuleSet(cube_limit=limit))).finding for limit in (None, 2))
    assert isinstance(free, ActionsFinding)
    assert isinstance(limited, ActionsFinding)
    assert free.double is not None
    assert limited.double is not None
    assert limited.double.double_take > free.double.double_take + 0.02


def test_what_a_sheet_forbids_is_no_error() -> None:
    """With exact bear-offs a 6 bears nothing off from the 5 point: what is allowed elsewhere is not considered."""
    position = Position.of({5: 2, 3: 2}, {6: 4, 5: 4})
    found = {}
    for bear_off in (BearOff.STANDARD, BearOff.EXACT_ONLY):
        match = Match(RuleSet(bear_off=bear_off), length=3)
        match.set_up(position, Player.WHITE)
        match.roll((6, 2))
        match.play(match.legal_plays[0] if len(match.legal_plays) else ())
        entry = last(match)
        assert isinstance(entry.finding, PlaysFinding)
        found[bear_off] = entry
    usual, exact = found[BearOff.STANDARD], found[BearOff.EXACT_ONLY]
    assert isinstance(usual.finding, PlaysFinding)
    assert isinstance(exact.finding, PlaysFinding)
    assert any(target == 0 for candidate in usual.finding.candidates for _, target in candidate.steps)
    assert not any(target == 0 for candidate in exact.finding.candidates for _, target in candidate.steps)
    assert exact.loss <= usual.loss + 1


@pytest.mark.parametrize("preset", ["000-de", "000-it", "001-hu", "002-it", "003-de", "004-fr"])
@pytest.mark.parametrize("length", [None, 2, 3])
def test_no_score_of_a_sheet_makes_errors_absurd(preset: str, length: int | None) -> None:
    """Sheets have no Crawford rule, some have no cube: a play never loses more than a few times what the game is
    worth."""
    rules = RuleSet.preset(preset)
    for seed in (1, 5):
        match = random_match(seed, length, rules, games=2)
        for entry in reviewed(match, "instant").decisions:
            if entry.decision.kind is DecisionKind.PLAY:
                assert entry.loss < 6
            assert entry.match_loss is None or entry.match_loss <= 1
