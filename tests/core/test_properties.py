"""What must hold in every position, for every roll, under all rules, at every moment of every match."""

import random
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.strategies import (
    ending_event,
    events,
    examples,
    lengths,
    matches,
    next_event,
    play_out,
    rolls,
    rule_sets,
    slow_plays,
    some_events,
    unfinished_positions,
)
from sixprime import (
    Action,
    BearOff,
    Cube,
    Ending,
    Event,
    Match,
    Phase,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    State,
    Win,
    find_defects,
)
from sixprime.core.match import events as ev
from sixprime.core.match.records import dumps, loads

seeds = st.integers(0, 2**32)


class TestPlays:
    @examples(150)
    @given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
    def test_checkers_are_neither_made_nor_lost(self, position: Position, roll: Roll, bear_off: BearOff) -> None:
        for play in position.legal_plays(roll, RuleSet(bear_off=bear_off)):
            result = play.result
            assert find_defects(result.points, result.checkers) == []
            assert all(type(count) is int for count in result.points)
            borne_off = sum(step.target == 0 for step in play.steps)
            assert result.off == position.off + borne_off
            assert result.opponent_off == position.opponent_off
            assert result.opponent_bar == position.opponent_bar + play.hits
            assert result.bar == position.bar - sum(step.source == 25 for step in play.steps)

    @examples(150)
    @given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
    def test_pips_fall_by_the_dice_and_rise_by_the_hits(
        self, position: Position, roll: Roll, bear_off: BearOff
    ) -> None:
        for play in position.legal_plays(roll, RuleSet(bear_off=bear_off)):
            surplus = 0
            for step in play.steps:
                if step.target == 0:
                    assert step.die >= step.source
                    surplus += step.die - step.source
                else:
                    assert step.die == step.source - step.target
            dice = sum(step.die for step in play.steps)
            assert position.pips - play.result.pips == dice - surplus
            hit_points = sum(step.target for step in play.steps if step.hit)
            assert play.result.opponent_pips - position.opponent_pips == hit_points

    @examples(150)
    @given(unfinished_positions(), rolls(), st.sampled_from(BearOff))
    def test_as_many_dice_as_possible_are_used(self, position: Position, roll: Roll, bear_off: BearOff) -> None:
        legal = slow_plays(position, roll, bear_off)
        most = max(map(len, legal))
        plays = list(position.legal_plays(roll, RuleSet(bear_off=bear_off)))
        assert bool(plays) is (most > 0)
        for play in plays:
            assert len(play.steps) == most
            assert not Counter(step.die for step in play.steps) - Counter(roll.numbers)
        if most == 1 and not roll.is_double:
            assert len({play.steps[0].die for play in plays}) == 1

    @examples(100)
    @given(unfinished_positions(), rolls())
    def test_the_other_side_of_the_board_does_not_matter(self, position: Position, roll: Roll) -> None:
        """Enemy checkers that the mover has passed and cannot meet change nothing."""
        rear = position.rearmost
        behind = [point for point in range(rear + 1, 25) if position.points[point] < 0]
        if not behind:
            return
        points = list(position.points)
        points[behind[0]] += 1
        if find_defects(points, position.checkers):
            return
        fewer = Position(tuple(points), position.checkers)
        if not fewer.is_over:
            assert [str(play) for play in fewer.legal_plays(roll)] == [str(play) for play in position.legal_plays(roll)]


# What is listed can be done, what is not cannot


def listed_actions(match: Match) -> dict[Player, set[Action]]:
    return {player: set(match.actions(player)) for player in Player}


def is_listed(match: Match, event: Event) -> bool:
    actions = listed_actions(match)
    player = getattr(event, "player", None)
    if player is None:
        assert (event.action in actions[Player.WHITE]) == (event.action in actions[Player.BLACK])
        return event.action in actions[Player.WHITE]
    return event.action in actions[player]


def check_lists(match: Match, rng: random.Random) -> None:
    """Every kind of event by either player is accepted if, and only if, it is listed; and asking changes nothing."""
    state = match.state
    for event in some_events(match, rng):
        assert (match.refusal(event) is None) is is_listed(match, event), event
    for player in Player:
        assert len(match.actions(player)) == len(set(match.actions(player)))
        if match.to_act is player:
            assert match.actions(player)
    set_up = ev.PositionSet(match.rules.start, Player.WHITE, score=state.score, crawford=state.is_crawford)
    between_games = state.phase is Phase.OPENING and not state.automatic_doubles
    assert (match.refusal(set_up) is None) is (between_games or state.phase in (Phase.TO_ROLL, Phase.TO_PLAY))
    assert match.state is state


@examples(15)
@given(rule_sets(), lengths(), seeds)
def test_exactly_what_is_listed_can_be_done(rules: RuleSet, length: int | None, seed: int) -> None:
    rng = random.Random(seed)
    match = Match(rules, length=length)
    for _ in range(60):
        check_lists(match, rng)
        if match.phase is Phase.OVER:
            break
        match.apply(next_event(match, rng))


@examples(60)
@given(matches(), st.lists(events(), min_size=5, max_size=20))
def test_a_refused_event_leaves_everything_as_it_was(match: Match, tried: list[Event]) -> None:
    for event in tried:
        before, version, state = match.events, match.version, match.state
        try:
            match.apply(event)
        except SixprimeError:
            assert (match.events, match.version) == (before, version)
            assert match.state is state
        else:
            assert match.events == (*before, event)


# Whole matches


def check_score(match: Match) -> None:
    """The score is the sum of the games; money goes from one to the other."""
    points: Counter[Player] = Counter()
    for number, game in enumerate(match.results, 1):
        assert game.number == number
        assert game.points in (game.cube.value, game.cube.value * game.win)
        assert game.points >= 1
        assert str(game.why)
        if game.ending is Ending.BORNE_OFF:
            assert game.position.off == game.position.checkers
            assert game.position.opponent_off != game.position.checkers
        if game.ending is Ending.DROPPED:
            assert game.win is Win.SINGLE
        if not match.rules.cube:
            assert game.cube == Cube()
        assert game.cube.value <= match.rules.highest_cube
        points[game.winner] += game.points
    assert match.score == {player: points[player] for player in Player}
    assert match.balance(Player.WHITE) + match.balance(Player.BLACK) == 0
    if match.is_money:
        assert [game for game, _ in match.ledger] == list(match.results)
        white = match.score[Player.WHITE] - match.score[Player.BLACK]
        assert match.balance(Player.WHITE) == white * match.rules.stake
    else:
        assert match.ledger == []
        assert match.balance(Player.WHITE) == Decimal(0)


def check_state(state: State) -> None:
    """What can be said of every state."""
    assert find_defects(state.position.points, state.position.checkers) == []
    assert state.position.checkers == state.rules.start.checkers
    assert (state.roll is not None) is (
        state.phase is Phase.TO_PLAY
        or (state.resignation is not None and state.resignation.interrupted is Phase.TO_PLAY)
    )
    assert (state.offer is not None) is (state.phase is Phase.TO_ANSWER_CUBE)
    assert (state.resignation is not None) is (state.phase is Phase.TO_ANSWER_RESIGNATION)
    assert (state.result is not None) is (state.phase is Phase.OVER)
    assert not (state.is_crawford and (state.length is None or state.cube != Cube()))
    assert not (state.is_crawford and state.crawford_over)
    assert state.cube.value <= state.rules.highest_cube
    assert state.cube.value & (state.cube.value - 1) == 0
    if state.phase in (Phase.TO_ROLL, Phase.TO_PLAY):
        assert not state.position.is_over
    if state.length is not None and state.phase is not Phase.OVER:
        assert max(state.score) < state.length
    assert isinstance(hash(state), int)


@examples(40)
@given(rule_sets(), lengths(), seeds)
def test_whole_matches_end_with_a_score_that_adds_up(rules: RuleSet, length: int | None, seed: int) -> None:
    match = Match(rules, length=length)
    play_out(match, random.Random(seed), 250)
    check_score(match)
    assert match.result is not None
    assert match.result.score == tuple(match.score.values())
    assert match.actions(Player.WHITE) == match.actions(Player.BLACK) == ()
    winner = match.result.winner
    if length is None:
        white, black = match.result.score
        assert winner is (None if white == black else Player.WHITE if white > black else Player.BLACK)
    else:
        assert winner is not None
        assert match.score[winner] >= length > match.score[winner.opponent]
        assert match.away(winner) == 0
        assert match.results[-1].winner is winner
    states = [match.state_at(version) for version in range(match.version + 1)]
    for state in states:
        check_state(state)
    crawford_games = {state.game for state in states if state.is_crawford}
    assert len(crawford_games) <= 1
    if crawford_games:
        assert rules.crawford
        assert not any(
            isinstance(event, ev.Doubled) and state.game in crawford_games
            for event, state in zip(match.events, states, strict=False)
        )
    written = dumps(match)
    assert loads(written) == match
    assert dumps(loads(written)) == written


@examples(40)
@given(rule_sets(), lengths(), seeds)
def test_taking_back_restores_the_very_state(rules: RuleSet, length: int | None, seed: int) -> None:
    rng = random.Random(seed)
    match = Match(rules, length=length)
    trail = [match.state]
    for _ in range(rng.randint(1, 80)):
        if match.phase is Phase.OVER:
            break
        match.apply(next_event(match, rng))
        trail.append(match.state)
    taken = [match.undo() for _ in range(rng.randint(0, match.version))]
    assert match.state is trail[match.version]
    for event in reversed(taken):
        match.apply(event)
    assert match.state == trail[-1]
    version = rng.randint(0, match.version)
    match.undo_to(version)
    assert match.state == trail[version]
    assert match.version == version


class MatchMachine(RuleBasedStateMachine):
    """A match that is played, interrupted, taken back, written and read in any order."""

    @initialize(rules=rule_sets(), length=lengths())
    def begin(self, rules: RuleSet, length: int | None) -> None:
        self.match = Match(rules, length=length)
        self.trail = [self.match.state]

    def happen(self, event: Event) -> None:
        self.match.apply(event)
        self.trail.append(self.match.state)

    @precondition(lambda self: self.match.phase is not Phase.OVER)
    @rule(seed=seeds, times=st.integers(1, 6))
    def go_on(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for _ in range(times):
            if self.match.phase is not Phase.OVER:
                self.happen(next_event(self.match, rng))

    @precondition(lambda self: self.match.phase is not Phase.OVER)
    @rule()
    def give_in(self) -> None:
        self.happen(ending_event(self.match))

    @rule(event=events())
    def try_anything(self, event: Event) -> None:
        refused = self.match.refusal(event)
        if refused is None:
            self.happen(event)
        else:
            with pytest.raises(type(refused)) as again:
                self.match.apply(event)
            assert str(again.value) == str(refused)

    @rule(back=st.integers(1, 10))
    def take_back(self, back: int) -> None:
        version = max(self.match.version - back, 0)
        self.match.undo_to(version)
        del self.trail[version + 1 :]

    @rule()
    def write_and_read(self) -> None:
        again = loads(dumps(self.match))
        assert again == self.match
        assert again.state == self.match.state
        self.match = again

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "match"):
            assert self.match.state == self.trail[-1]
            assert self.match.version == len(self.trail) - 1
            check_state(self.match.state)


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(examples(25), stateful_step_count=25)
