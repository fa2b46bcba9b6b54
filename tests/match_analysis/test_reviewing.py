"""Reviews of whole matches: complete, the same however they are made, and right where the answer is known."""

import threading
from dataclasses import replace

import pytest

from match_analysis.matches import EVEN_RACE, cube_match, random_match
from sixprime.analysis import MatchReview, ReviewProgress, depth_named, review
from sixprime.analysis.decisions import DecisionKind, decisions_of
from sixprime.analysis.depths import Depth
from sixprime.analysis.figures import CubeError, cube_error_of
from sixprime.analysis.finders import Finder, finding_of, is_close
from sixprime.analysis.reviewing import Reviewer, decision_at
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, PlaysFinding
from sixprime.core import Cube, Match, Player, Position, RuleSet, Win
from sixprime.core.match.events import Action
from sixprime.engine import Engine
from sixprime.engine.rollout.files import dump_rollout, parse_rollout


def reviewed(match: Match, depth: str = "instant") -> MatchReview:
    return review(match, depth, threads=1)


def of_kind(made: MatchReview, kind: DecisionKind) -> list[DecisionReview]:
    return [entry for entry in made.decisions if entry.decision.kind is kind]


@pytest.mark.parametrize("length", [None, 5])
def test_all_decisions_and_rolls_are_reviewed(length: int | None) -> None:
    made = reviewed(random_match(11, length))
    assert made.is_complete
    assert len(made.decisions) > 50
    for entry in made.decisions:
        assert entry.loss >= 0
        assert (entry.match_loss is None) == (length is None) or entry.is_forced
        if isinstance(entry.finding, PlaysFinding):
            equities = [candidate.equity for candidate in entry.finding.candidates]
            assert equities == sorted(equities, reverse=True)
            assert entry.played is not None
            assert entry.loss == pytest.approx(equities[0] - equities[entry.played])


def test_the_play_that_was_made_is_the_one_that_is_charged() -> None:
    match = Match(length=5)
    match.open((3, 1))
    match.play("24/23 13/10")
    (entry,) = reviewed(match).decisions
    assert isinstance(entry.finding, PlaysFinding)
    assert entry.played is not None
    assert sorted(entry.finding.candidates[0].steps) == [(6, 5), (8, 5)]
    assert sorted(entry.finding.candidates[entry.played].steps) == [(13, 10), (24, 23)]
    assert 0.1 < entry.loss < 0.3
    assert entry.match_loss is not None
    assert 0 < entry.match_loss < entry.loss


def test_a_bad_play_is_searched_as_deeply_as_the_best_one() -> None:
    match = Match(length=5)
    match.open((3, 1))
    match.play("13/10 6/5")
    (entry,) = reviewed(match, "fast").decisions
    assert isinstance(entry.finding, PlaysFinding)
    assert entry.played is not None
    best, played = entry.finding.candidates[0], entry.finding.candidates[entry.played]
    assert best.depth == played.depth >= 1


def test_threads_do_not_change_a_review() -> None:
    match = random_match(3, 3)
    assert review(match, "instant", threads=3) == reviewed(match)


def test_a_review_agrees_with_the_engine() -> None:
    match = random_match(8, 5, games=1)
    made = reviewed(match)
    with Engine(plies=0, threads=1) as engine:
        for entry in made.decisions[::7]:
            state = match.state_at(entry.decision.event)
            if entry.decision.kind is not DecisionKind.RESIGNATION:
                analysis = engine.analyse(state)
                found = entry.finding
                best = found.candidates[0] if isinstance(found, PlaysFinding) else found.actions[0]
                assert best.equity == pytest.approx(analysis.equity, abs=1e-5)


def test_a_stopped_review_keeps_what_it_has_and_goes_on_later() -> None:
    match = random_match(4, 3)
    stop = threading.Event()

    def watch(progress: ReviewProgress) -> None:
        if progress.done == 20:
            stop.set()

    first = review(match, "instant", threads=1, stop=stop, progress=watch)
    assert not first.is_complete
    assert len(first.decisions) + len(first.rolls) == 20
    told: list[int] = []
    whole = review(match, "instant", threads=1, known=first, progress=lambda progress: told.append(progress.done))
    assert told[0] == 21
    assert whole == reviewed(match)


def test_a_review_of_another_match_is_not_gone_on_with() -> None:
    one, other = random_match(4, 3), random_match(6, 3)
    assert review(other, "instant", threads=1, known=reviewed(one)) == reviewed(other)


def test_the_luck_of_both_players_is_the_result_and_the_errors() -> None:
    """What the match brought a player is the player's luck and the opponent's errors, less the others, by definition.

    It holds to the accuracy of the net, whose values before and after a roll do not fit exactly.
    """
    match = random_match(21, 1, RuleSet.preset("004-fr"), games=1)
    assert match.result is not None
    assert match.result.winner is not None
    made = reviewed(match)
    balance = dict.fromkeys(Player, 0.0)
    for roll in made.rolls:
        balance[roll.player] += roll.match_luck or 0.0
    for entry in made.decisions:
        balance[entry.decision.player] -= entry.match_loss or 0.0
    winner = match.result.winner
    assert balance[winner] - balance[winner.opponent] == pytest.approx(0.5, abs=0.3)


# The cube


def one(match: Match, kind: DecisionKind, depth: str = "instant") -> DecisionReview:
    (found,) = of_kind(reviewed(match, depth), kind)
    return found


FAR_AHEAD = Position.of({1: 3, 2: 3, 3: 2}, {6: 5, 5: 5, 4: 4})
"""White has eight checkers on low points, Black fourteen at home: nobody would take, and a gammon is impossible."""
WELL_AHEAD = Position.of({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, {6: 4, 5: 3, 4: 3, 3: 2, 2: 2})
"""White is ahead by so much that a double must be dropped, and not so far that waiting costs nothing."""
CLOSE_RACE = Position.of({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {6: 4, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1})
"""White is a little ahead in a race: a double that is taken."""


@pytest.mark.parametrize(
    ("position", "actions", "error"),
    [
        (FAR_AHEAD, ("double", "take"), CubeError.WRONG_TAKE),
        (WELL_AHEAD, ("roll",), CubeError.MISSED_DOUBLE_PASS),
        (CLOSE_RACE, ("roll",), CubeError.MISSED_DOUBLE_TAKE),
        (CLOSE_RACE, ("double", "drop"), CubeError.WRONG_DROP),
        (EVEN_RACE, ("double", "drop"), CubeError.WRONG_DROP),
    ],
)
def test_textbook_cube_errors_for_money(position: Position, actions: tuple[str, ...], error: CubeError) -> None:
    made = reviewed(cube_match(position, *actions))
    last = made.decisions[-1]
    assert cube_error_of(last) is error
    assert last.loss > 0.01


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (FAR_AHEAD, ("double", "drop")),
        (CLOSE_RACE, ("double", "take")),
    ],
)
def test_right_cube_actions_lose_nothing(position: Position, actions: tuple[str, ...]) -> None:
    for entry in reviewed(cube_match(position, *actions)).decisions:
        assert entry.loss == pytest.approx(0, abs=0.03)
    assert reviewed(cube_match(position, *actions)).decisions[-1].loss == 0


def test_a_double_too_early_is_an_error() -> None:
    entry = one(cube_match(Position.standard(), "double", "take"), DecisionKind.DOUBLE)
    assert cube_error_of(entry) is CubeError.WRONG_DOUBLE_EARLY
    assert entry.loss > 0.1


TOO_GOOD = Position.of({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 8: 2}, {25: 3, 24: 0, 13: 5, 8: 4, 6: 3})
"""White has closed five points with three black checkers on the bar."""


def test_a_double_where_playing_for_the_gammon_is_better_is_an_error() -> None:
    entry = one(cube_match(TOO_GOOD, "double", "drop"), DecisionKind.DOUBLE)
    assert cube_error_of(entry) is CubeError.WRONG_DOUBLE_TOO_GOOD
    waiting = one(cube_match(TOO_GOOD, "roll"), DecisionKind.DOUBLE)
    assert waiting.loss == 0


def test_by_the_jacoby_rule_the_same_double_is_right() -> None:
    match = cube_match(TOO_GOOD, "double", "drop", rules=RuleSet(jacoby=True))
    assert one(match, DecisionKind.DOUBLE).loss == 0


def test_after_the_crawford_game_the_trailer_doubles_at_once() -> None:
    """Black needs one point, White four: waiting with the cube gives nothing and loses much."""
    waiting = cube_match(EVEN_RACE, "roll", length=5, score=(1, 4), crawford_over=True)
    assert one(waiting, DecisionKind.DOUBLE).loss > 0.1
    doubled = cube_match(EVEN_RACE, "double", "take", length=5, score=(1, 4), crawford_over=True)
    assert one(doubled, DecisionKind.DOUBLE).loss == 0


def test_the_leader_has_a_free_drop_after_the_crawford_game() -> None:
    """White, two away, doubles in a game that is even: taking or dropping is nearly the same to Black.

    Three away it is not: then a point is worth more to White.
    """
    free = cube_match(EVEN_RACE, "double", "drop", length=5, score=(3, 4), crawford_over=True)
    paid = cube_match(EVEN_RACE, "double", "drop", length=5, score=(2, 4), crawford_over=True)
    assert one(free, DecisionKind.ANSWER).loss < one(paid, DecisionKind.ANSWER).loss


def test_gammons_matter_where_they_win_the_match() -> None:
    """Two away against one away a gammon wins White the Crawford game; at double match point it is worth nothing."""
    gammonish = Position.of({24: 0, 8: 3, 7: 2, 6: 4, 5: 3, 4: 3}, {25: 2, 13: 4, 12: 2, 8: 3, 6: 4})
    crawford = Match(length=3)
    crawford.set_up(gammonish, Player.WHITE, score=(1, 2), crawford=True)
    last = Match(length=3)
    last.set_up(gammonish, Player.WHITE, score=(2, 2), crawford_over=True)
    values = []
    for match in (crawford, last):
        match.roll((6, 5))
        match.play(match.legal_plays[0])
        finding = reviewed(match).decisions[0].finding
        assert isinstance(finding, PlaysFinding)
        values.append(finding.candidates[0])
    assert values[0].equity - (2 * values[0].chances.win - 1) > 0.2
    assert abs(values[1].equity - (2 * values[1].chances.win - 1)) < 0.02


def test_a_redouble_to_a_cube_that_kills_it_for_the_other_is_judged_at_the_score() -> None:
    match = Match(length=5)
    match.set_up(EVEN_RACE, Player.WHITE, score=(3, 3), cube=Cube(2, Player.WHITE))
    match.roll((2, 1))
    assert not of_kind(reviewed(match), DecisionKind.DOUBLE)
    match = Match(length=7)
    match.set_up(EVEN_RACE, Player.WHITE, score=(3, 3), cube=Cube(2, Player.WHITE))
    match.double()
    match.take()
    entry = one(match, DecisionKind.DOUBLE)
    assert isinstance(entry.finding, ActionsFinding)
    assert entry.finding.double is not None
    assert entry.finding.double.is_redouble
    assert entry.loss > 0.02


def test_beavers_are_judged() -> None:
    rules = RuleSet(beavers=True)
    behind = Position.of({6: 5, 5: 3, 4: 3, 12: 2, 9: 2}, {6: 5, 5: 3, 4: 3, 8: 2, 7: 2})
    right = cube_match(behind, "double", "beaver", rules=rules)
    missed = cube_match(behind, "double", "take", rules=rules)
    assert one(right, DecisionKind.ANSWER).loss == 0
    assert cube_error_of(one(missed, DecisionKind.ANSWER)) is CubeError.MISSED_BEAVER


# Resignations


def test_resigning_too_much_is_an_error() -> None:
    """Black has a checker off, so a gammon is impossible."""
    match = cube_match(Position.of({1: 2}, {6: 5, 5: 5, 4: 4}))
    match.resign(Win.GAMMON, Player.BLACK)
    match.accept()
    offered, accepted = reviewed(match).decisions
    assert offered.loss > 0.5
    assert offered.decision.player is Player.BLACK
    assert accepted.loss == 0


def test_accepting_too_little_is_an_error() -> None:
    """Black is certain to lose a gammon."""
    match = cube_match(Position.of({1: 2}, {23: 5, 13: 5, 12: 5}))
    match.resign(Win.SINGLE, Player.BLACK)
    match.accept()
    offered, accepted = reviewed(match).decisions
    assert offered.loss == 0
    assert accepted.loss > 0.5


def test_declining_what_is_all_that_can_be_won_is_an_error_if_it_costs() -> None:
    match = cube_match(EVEN_RACE)
    match.resign(Win.SINGLE, Player.BLACK)
    match.decline()
    offered, declined = reviewed(match).decisions
    assert offered.loss > 0.3
    assert declined.loss > 0.3


def test_rollouts_come_first_and_say_their_error() -> None:
    match = Match()
    match.open((4, 1))
    match.play("13/9 6/5")
    (entry,) = review(match, replace(depth_named("rollout"), plies=0, close_plies=0, games=72), threads=1).decisions
    assert isinstance(entry.finding, PlaysFinding)
    best = entry.finding.candidates[0]
    assert best.games == 72
    assert best.error is not None
    assert 0 < best.error < 0.1
    depths = [(candidate.games > 0, candidate.depth) for candidate in entry.finding.candidates]
    assert depths == sorted(depths, reverse=True)


def test_what_an_earlier_review_of_the_same_beginning_has_found_is_taken_over() -> None:
    match = random_match(7, 5)
    half = Match.from_events(match.events[: match.version // 2], length=5)
    depth = depth_named("instant")
    with Finder(depth) as finder:
        reviewer = Reviewer(match, depth, finder)
        reviewer.go_on_from(reviewed(half))
        assert not reviewer.done  # of another match, as far as anybody says
        reviewer.go_on_from(reviewed(half), half.version)
        assert reviewer.done == reviewed(half).total
        assert min(entry.event for entry in reviewer.left) >= half.version
        assert reviewer.run() == reviewed(match)


def test_one_decision_is_looked_at_in_pieces_and_a_rollout_goes_on() -> None:
    match = Match(length=5)
    match.open((6, 2))
    depth = Depth("rollout", depth_named("rollout").label, 0, 0, 36)
    with Finder(depth, thorough=True) as finder:
        state = match.state
        looks = list(finder.pieces(state, DecisionKind.PLAY))
        assert len(looks) > 3
        games = [look.games for look in looks]
        assert games == sorted(games)
        assert games[-1] == 36
        middle = next(look for look in finder.pieces(state, DecisionKind.PLAY) if look.games >= 14)
        assert middle.rollout is not None
        kept = parse_rollout(dump_rollout(middle.rollout), "kept")
        more = list(finder.pieces(state, DecisionKind.PLAY, earlier=kept))
        assert more[1].games > middle.games  # nothing is played twice
        best, again = looks[-1].finding, more[-1].finding
        assert isinstance(best, PlaysFinding)
        assert isinstance(again, PlaysFinding)
        for one, other in zip(best.candidates, again.candidates, strict=True):
            assert one.steps == other.steps
            assert one.equity == pytest.approx(other.equity)


@pytest.mark.parametrize("actions", [(), ("double",)])
def test_doubles_and_answers_to_them_are_rolled_out(actions: tuple[str, ...]) -> None:
    match = cube_match(EVEN_RACE, *actions)
    depth = Depth("rollout", depth_named("rollout").label, 0, 0, 36)
    kind = DecisionKind.ANSWER if actions else DecisionKind.DOUBLE
    with Finder(depth, thorough=True) as finder:
        finding = list(finder.pieces(match.state, kind))[-1].finding
    assert isinstance(finding, ActionsFinding)
    assert finding.games == 36
    assert finding.double is not None
    values = {entry.action.value: entry.equity for entry in finding.actions}
    if actions:
        assert values["take"] == pytest.approx(-finding.double.double_take)
        assert values["drop"] == -1
        assert values["take"] > values["drop"]
    else:
        assert values["roll"] == finding.double.no_double
        assert values["roll"] > values["double"]


def test_answers_to_doubles_are_rolled_out_where_the_double_was_made() -> None:
    """White wins with 27 of 36 rolls, so that it makes no difference to Black to take or to drop."""
    depth = replace(depth_named("rollout"), plies=0, close_plies=0, games=72)
    match = cube_match(Position.of({6: 1}, {1: 1}), "double", "take")
    doubled, taken = review(match, depth, threads=1).decisions
    for entry in (doubled, taken):
        assert isinstance(entry.finding, ActionsFinding)
        assert entry.finding.double is not None
        assert entry.finding.double.double_take == pytest.approx(1, abs=0.01)
    assert isinstance(taken.finding, ActionsFinding)
    assert taken.finding.games == 72
    assert {entry.action for entry in taken.finding.actions} == {Action.TAKE, Action.DROP}
    assert [entry.equity for entry in taken.finding.actions] == pytest.approx([-1, -1], abs=0.01)
    assert taken.finding.chances.win == pytest.approx(0.25, abs=0.01)


SHORT = Depth("short", depth_named("deep").label, 0, 0, games=72, close=(0.005, 0.1), truncate=3)


def test_short_rollouts_are_cut_off_and_played_by_the_deep_net() -> None:
    match = Match()
    match.open((4, 1))
    match.play("13/9 6/5")
    (decision,) = decisions_of(match)
    state, made = decision_at(match, decision, match.events[decision.event])
    with Finder(SHORT) as finder:
        looks = list(finder.pieces(state, DecisionKind.PLAY, made))
    rollout = looks[-1].rollout
    assert rollout is not None
    assert (rollout.settings.games, rollout.settings.truncate, rollout.settings.deep) == (72, 3, True)
    assert looks[-1].games == 72


@pytest.mark.parametrize(
    ("kind", "action", "values", "expected"),
    [
        (DecisionKind.DOUBLE, Action.ROLL, (0.5, 0.7), True),  # a missed double
        (DecisionKind.DOUBLE, Action.DOUBLE, (0.5, 0.7), False),  # right by far
        (DecisionKind.DOUBLE, Action.DOUBLE, (0.7, 0.5), True),
        (DecisionKind.DOUBLE, Action.ROLL, (0.7, 0.5), False),
        (DecisionKind.DOUBLE, Action.ROLL, (0.7, 0.65), True),  # right by little
        (DecisionKind.DOUBLE, Action.ROLL, (0.1, 0.9), False),  # a blunder beyond doubt
        (DecisionKind.ANSWER, Action.TAKE, (0.5, 1.2), True),
        (DecisionKind.ANSWER, Action.DROP, (0.5, 1.2), False),
        (DecisionKind.ANSWER, Action.DROP, (0.5, 0.8), True),
        (DecisionKind.ANSWER, Action.TAKE, (0.5, 0.95), True),
        (DecisionKind.ANSWER, Action.BEAVER, (-0.4, -0.2), False),
        (DecisionKind.DOUBLE, None, (0.7, 0.65), True),
        (DecisionKind.DOUBLE, None, (0.7, 0.5), False),
    ],
)
def test_cube_actions_are_close_that_seem_wrong_or_are_right_by_little(
    kind: DecisionKind, action: Action | None, values: tuple[float, float], expected: bool
) -> None:
    waiting, doubled = values
    match = cube_match(EVEN_RACE)
    with Engine(plies=0, threads=1) as engine:
        finding = finding_of(engine.analyse(match.state), match.state)
    assert isinstance(finding, ActionsFinding)
    assert finding.double is not None
    double = replace(finding.double, no_double=waiting, double_take=doubled, double_pass=1.0, beaver=False)
    depth = replace(SHORT, close_cube=(-0.08, 0.4))
    assert is_close(replace(finding, double=double), kind, None, depth, action) is expected


def test_a_wrong_cube_action_is_rolled_out() -> None:
    match = cube_match(EVEN_RACE, "double", "drop")
    wrong_double, wrong_drop = review(match, replace(SHORT, close_cube=(-0.08, 2.0)), threads=1).decisions
    for entry in (wrong_double, wrong_drop):
        assert isinstance(entry.finding, ActionsFinding)
        assert entry.finding.games == 72
        assert entry.loss > 0.1
