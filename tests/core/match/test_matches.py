"""`Match`: what it shows, its actions by name, taking back, and replaying."""

import tracemalloc
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from core.strategies import examples, matches, refusal_of
from sixprime import (
    Action,
    AmbiguousPlay,
    Cube,
    Ending,
    Event,
    IllegalAction,
    IllegalPlay,
    InvalidRecord,
    InvalidRoll,
    MalformedPlay,
    Match,
    Phase,
    Player,
    Position,
    RecordedDice,
    Roll,
    RuleSet,
    SeededDice,
    SixprimeError,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import legal_actions, refusal

WHITE, BLACK = Player.WHITE, Player.BLACK
MONEY = RuleSet(beavers=True, raccoons=True, stake=Decimal("2.50"))
ACTS = ("double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "play")


def opened(match: Match | None = None) -> Match:
    """White has won the opening with 3-1."""
    match = match or Match(MONEY)
    match.open(RecordedDice(["31"]))
    return match


def played(match: Match | None = None) -> Match:
    """White has made the 5 point; it is Black's roll."""
    match = opened(match)
    match.play([(8, 5), (6, 5)])
    return match


class TestMaking:
    def test_a_new_match(self) -> None:
        match = Match(length=7)
        assert (match.phase, match.version, match.events, match.to_act, match.on_roll) == (
            Phase.OPENING,
            0,
            (),
            None,
            None,
        )
        assert match.score == {WHITE: 0, BLACK: 0}
        assert match.names == {WHITE: "", BLACK: ""}
        assert match.position == Position.standard()
        assert match.result is None
        assert (match.results, match.rolls, match.ledger) == ((), [], [])

    @pytest.mark.parametrize("length", [0, -1, 10_000, 1.5, "5", True, [5]])
    def test_lengths(self, length: int) -> None:
        words = f"the length of a match is 1 to 9999 points, not {length!r}"
        assert refusal_of(IllegalAction, lambda: Match(length=length)) == words

    def test_the_longest(self) -> None:
        assert Match(length=9999).away(WHITE) == 9999

    def test_names(self) -> None:
        match = Match(names={BLACK: "Ágnes"})
        assert match.names == {WHITE: "", BLACK: "Ágnes"}
        assert refusal_of(IllegalAction, lambda: Match(names={WHITE: "x" * 101})) == "a name has at most 100 letters"

    @pytest.mark.parametrize("names", [{WHITE: 3}, {WHITE: None}, {"white": "Ann"}, {0: "Ann"}])
    def test_names_are_text_and_belong_to_players(self, names: dict[Player, str]) -> None:
        with pytest.raises((IllegalAction, TypeError)):
            Match(names=names)

    @pytest.mark.parametrize("details", [{"event": 3}, {3: "event"}, {"event": None}])
    def test_details_are_text(self, details: dict[str, str]) -> None:
        """Anything else would be written into a record that cannot be read again."""
        with pytest.raises((IllegalAction, TypeError)):
            Match(details=details)

    @pytest.mark.parametrize("half", ["\ud800", "Ann \udfff"])
    def test_half_a_character_is_no_text(self, half: str) -> None:
        """Records refuse it, and no file could hold it."""
        with pytest.raises(IllegalAction):
            Match(names={WHITE: half})
        with pytest.raises(IllegalAction):
            Match(details={"place": half})

    def test_details_are_copied(self) -> None:
        details = {"event": "club night"}
        match = Match(details=details)
        details["event"] = "changed"
        assert match.details == {"event": "club night"}


class TestKnowing:
    def test_positions_are_seen_by_the_player_on_roll(self) -> None:
        match = opened()
        assert match.on_roll is match.to_act is WHITE
        assert match.position == match.position_for(WHITE)
        match.play([(8, 5), (6, 5)])
        assert match.on_roll is BLACK
        assert match.position_for(WHITE).points[5] == 2
        assert match.position_for(BLACK) == match.position == match.position_for(WHITE).flipped()

    def test_when_nobody_is_on_roll_it_is_whites_view(self) -> None:
        start = Position.of({6: 2}, {3: 1}, 2)
        match = Match(RuleSet(start=start))
        assert match.position == match.position_for(WHITE) == start
        assert match.position_for(BLACK) == start.flipped()

    def test_black_opens_with_the_higher_die(self) -> None:
        start = Position.of({6: 2}, {3: 1}, 2)
        match = Match(RuleSet(start=start))
        assert match.open(RecordedDice(["25"])) == Roll(2, 5)
        assert match.on_roll is BLACK
        assert match.position == start.flipped()
        assert match.state.roll == Roll(5, 2)

    def test_away_and_score(self) -> None:
        match = Match(length=5)
        match.resign(Win.GAMMON, WHITE)
        match.accept()
        assert match.score == {WHITE: 0, BLACK: 2}
        assert (match.away(WHITE), match.away(BLACK)) == (5, 3)
        match.resign(Win.BACKGAMMON, WHITE)
        match.accept()
        assert match.away(BLACK) == 0
        assert Match().away(WHITE) is None

    def test_the_ledger_and_the_balance(self) -> None:
        match = played()
        match.double()
        match.drop()
        match.resign(Win.GAMMON, BLACK)
        match.accept()
        assert [(game.winner, amount) for game, amount in match.ledger] == [
            (BLACK, Decimal("2.50")),
            (WHITE, Decimal("5.00")),
        ]
        assert (match.balance(WHITE), match.balance(BLACK)) == (Decimal("2.50"), Decimal("-2.50"))
        assert match.score == {WHITE: 2, BLACK: 1}

    def test_a_match_has_no_ledger(self) -> None:
        match = Match(length=3)
        match.resign(Win.SINGLE, WHITE)
        match.accept()
        assert (match.ledger, match.balance(BLACK)) == ([], Decimal(0))

    def test_rolls_are_listed_with_the_opening_throws(self) -> None:
        match = Match()
        match.open(RecordedDice(["22"]))
        match.open(RecordedDice(["13"]))
        match.play([(8, 5), (6, 5)])
        match.roll(RecordedDice(["66"]))
        assert match.rolls == [Roll(2, 2), Roll(1, 3), Roll(6, 6)]

    def test_the_end_of_a_match(self) -> None:
        match = Match(length=1)
        match.resign(Win.SINGLE, BLACK)
        match.accept()
        assert match.result is not None
        assert (match.result.winner, match.result.score) == (WHITE, (1, 0))
        assert str(match.result.why) == "White has reached 1 point"
        assert [(game.number, game.ending, str(game.why)) for game in match.results] == [
            (1, Ending.RESIGNED, "Black resigns")
        ]

    def test_the_end_of_a_session(self) -> None:
        match = Match()
        match.end()
        assert match.result is not None
        assert (match.result.winner, match.result.score, str(match.result.why)) == (
            None,
            (0, 0),
            "the session was ended",
        )

    def test_earlier_states(self) -> None:
        match = played()
        assert [match.state_at(version).phase for version in range(3)] == [
            Phase.OPENING,
            Phase.TO_PLAY,
            Phase.TO_ROLL,
        ]
        assert match.state_at(2) is match.state
        words = "there is no version 3: the match has 2 events"
        assert refusal_of(IllegalAction, lambda: match.state_at(3)) == words
        assert refusal_of(IllegalAction, lambda: match.state_at(-1)).startswith("there is no version -1")

    def test_repr(self) -> None:
        assert repr(Match(length=5)) == "<Match to 5, game 1, score 0-0, opening, 0 events>"
        assert repr(played()) == "<Match money, game 1, score 0-0, to-roll, 2 events>"

    def test_equality(self) -> None:
        assert played() == played()
        assert played() != opened()
        assert Match(length=5) != Match(length=7)
        assert Match(names={WHITE: "a"}) != Match()
        assert Match(details={"a": "b"}) != Match()
        assert Match() != 3
        with pytest.raises(TypeError):
            hash(Match())


def kind_of(dice: object) -> str:
    """A name for a test that is the same in every process."""
    return type(dice).__name__


class TestDice:
    @pytest.mark.parametrize("dice", [(3, 1), [3, 1], "31", "3-1", Roll(3, 1), RecordedDice(["31"])], ids=kind_of)
    def test_dice_or_what_they_show(self, dice: Any) -> None:
        match = Match()
        assert match.open(dice) == Roll(3, 1)
        assert (match.to_act, match.state.roll) == (WHITE, Roll(3, 1))

    @pytest.mark.parametrize("dice", [(6, 4), "64", Roll(6, 4), RecordedDice(["64"])], ids=kind_of)
    def test_so_for_any_roll(self, dice: Any) -> None:
        match = played()
        assert match.roll(dice) == match.state.roll == Roll(6, 4)

    @pytest.mark.parametrize("dice", [(3, 7), "3", (1, 2, 3), None, 31])
    def test_what_is_no_roll_is_refused(self, dice: Any) -> None:
        match = played()
        with pytest.raises(InvalidRoll):
            match.roll(dice)
        assert match.phase is Phase.TO_ROLL

    def test_whether_a_roll_is_due_comes_first(self) -> None:
        dice = RecordedDice(["64"])
        with pytest.raises(IllegalAction):
            opened().roll(dice)
        assert dice.remaining == 1


class TestNotation:
    def test_a_play_in_words(self) -> None:
        match = opened()
        match.play("8/5 6/5")
        assert match.events == played().events
        match.roll("66")
        match.play("24/18(2), 13/7(2)")
        assert match.events[-1] == ev.Played(BLACK, ((24, 18), (24, 18), (13, 7), (13, 7)))

    @pytest.mark.parametrize(
        ("words", "kind", "why"),
        [
            ("eight five", MalformedPlay, "'eight' is not a move: write it like 8/5, bar/20 or 6/off"),
            ("8/5", IllegalPlay, "the turn is not over: 1 more number must be played"),
            ("13/8 6/5", IllegalPlay, "13/8 is 5 away, and the dice left are 3 1"),
            ("", IllegalPlay, "the turn is not over: 2 more numbers must be played"),
        ],
    )
    def test_what_cannot_be_is_refused_with_the_reason(self, words: str, kind: type[SixprimeError], why: str) -> None:
        match = opened()
        assert refusal_of(kind, lambda: match.play(words)) == why
        assert match.version == 1

    def test_what_can_mean_two_plays_is_refused(self) -> None:
        match = Match(MONEY)
        match.set_up(Position.of({24: 1}, {3: 1, 5: 1}), WHITE)
        match.roll((4, 2))
        assert refusal_of(AmbiguousPlay, lambda: match.play("24/18")).startswith("24/18 can mean several plays")

    def test_not_before_the_roll(self) -> None:
        assert refusal_of(IllegalAction, lambda: played().play("8/5")) == "not now: Black has to roll or double"
        assert refusal_of(IllegalAction, lambda: Match().play("8/5")) == "the opening roll comes first"

    def test_nothing_where_nothing_moves(self) -> None:
        match = Match(MONEY)
        match.set_up(Position.of({25: 1, 6: 2}, dict.fromkeys(range(1, 7), 2)), WHITE)
        match.roll("65")
        match.play("")
        assert match.events[-1] == ev.Played(WHITE)


class TestActing:
    def test_a_double_is_taken_and_the_cube_goes_over(self) -> None:
        match = played()
        match.double()
        assert (match.phase, match.to_act, match.on_roll) == (Phase.TO_ANSWER_CUBE, WHITE, BLACK)
        match.take()
        assert (match.phase, match.to_act, match.state.cube) == (Phase.TO_ROLL, BLACK, Cube(2, WHITE))

    def test_beaver_and_raccoon(self) -> None:
        match = played()
        match.double()
        match.beaver()
        match.raccoon()
        match.take()
        assert match.state.cube == Cube(8, WHITE)

    def test_a_resignation_is_declined_and_the_game_goes_on(self) -> None:
        match = played()
        match.resign()
        assert (match.phase, match.to_act) == (Phase.TO_ANSWER_RESIGNATION, WHITE)
        match.decline()
        assert (match.phase, match.to_act) == (Phase.TO_ROLL, BLACK)

    def test_the_other_player_may_resign_too(self) -> None:
        match = played()
        match.resign(player=WHITE)
        assert match.to_act is BLACK
        match.accept()
        assert match.results[0].winner is BLACK

    def test_play_takes_a_play_or_pairs(self) -> None:
        by_play, by_pairs = opened(), opened()
        play = next(play for play in by_play.legal_plays if str(play) == "8/5 6/5")
        by_play.play(play)
        by_pairs.play([(8, 5), (6, 5)])
        assert by_play == by_pairs == played()

    def test_play_by_the_turn(self) -> None:
        match = opened()
        match.play(match.turn().move(6, 5).move(8, 5).play())
        assert match.state == played().state

    def test_play_without_an_argument_where_nothing_moves(self) -> None:
        closed = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
        match = Match()
        match.apply(ev.PositionSet(closed, WHITE))
        match.roll(RecordedDice(["65"]))
        match.play()
        assert match.to_act is BLACK

    @pytest.mark.parametrize("steps", [[[8, 5], [6, 5]], [(8.0, 5.0), (6.0, 5.0)]])
    def test_steps_that_are_nearly_right_are_put_right_or_refused(self, steps: list[tuple[int, int]]) -> None:
        """Whatever happens, the event that is kept holds pairs of whole numbers, as records need them."""
        match = opened()
        try:
            match.play(steps)
        except (ValueError, TypeError) as error:
            assert "could not be played" not in str(error)  # noqa: PT017  # either way is right
            return
        kept = match.events[-1]
        assert isinstance(kept, ev.Played)
        assert kept.steps == ((8, 5), (6, 5))
        assert all(type(point) is int for step in kept.steps for point in step)
        assert all(type(step) is tuple for step in kept.steps)

    def test_a_roll_in_another_form_is_put_right_or_refused(self) -> None:
        match = played()
        try:
            match.apply(ev.Rolled(BLACK, "31"))  # type: ignore[arg-type]
        except (ValueError, TypeError):
            return
        assert match.rolls == [Roll(3, 1), Roll(3, 1)]

    @pytest.mark.parametrize(
        "act", ["double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "play"]
    )
    def test_nobody_acts_before_the_opening(self, act: str) -> None:
        match = Match()
        assert refusal_of(IllegalAction, getattr(match, act)) == "the opening roll comes first"
        assert match == Match()

    @pytest.mark.parametrize(
        "act", ["double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "play"]
    )
    def test_nobody_acts_after_the_end(self, act: str) -> None:
        match = Match()
        match.end()
        assert refusal_of(IllegalAction, getattr(match, act)) == "the match is over"
        assert refusal_of(IllegalAction, lambda: match.open(SeededDice(1))) == "the match is over"
        assert refusal_of(IllegalAction, lambda: match.roll(SeededDice(1))) == "the match is over"
        assert refusal_of(IllegalAction, match.require_roll) == "the match is over"

    def test_dice_that_fail_leave_the_match_as_it_was(self) -> None:
        match = played()
        with pytest.raises(InvalidRoll):
            match.roll(RecordedDice([]))
        assert match == played()

    def test_what_is_no_event_does_not_get_in(self) -> None:
        match = played()
        with pytest.raises((ValueError, TypeError)):
            match.apply("roll")  # type: ignore[arg-type]
        assert match == played()
        assert match.state == played().state


class TestActions:
    def test_both_throw_for_the_opening(self) -> None:
        for player in Player:
            assert set(Match().actions(player)) == {Action.OPEN, Action.RESIGN, Action.END}
            assert set(Match(length=3).actions(player)) == {Action.OPEN, Action.RESIGN}

    def test_on_a_turn(self) -> None:
        match = opened()
        assert set(match.actions(WHITE)) == {Action.PLAY, Action.RESIGN}
        assert set(match.actions(BLACK)) == {Action.RESIGN}
        match.play([(8, 5), (6, 5)])
        assert set(match.actions(BLACK)) == {Action.ROLL, Action.DOUBLE, Action.RESIGN}
        assert set(match.actions(WHITE)) == {Action.RESIGN}
        match.double()
        assert set(match.actions(WHITE)) == {Action.TAKE, Action.DROP, Action.BEAVER}
        assert match.actions(BLACK) == ()
        match.beaver()
        assert set(match.actions(BLACK)) == {Action.TAKE, Action.DROP, Action.RACCOON}

    def test_after_a_resignation(self) -> None:
        match = played()
        match.resign()
        assert set(match.actions(WHITE)) == {Action.ACCEPT, Action.DECLINE}
        assert match.actions(BLACK) == ()

    def test_after_the_end(self) -> None:
        match = Match()
        match.end()
        assert match.actions(WHITE) == match.actions(BLACK) == ()


@examples(60)
@given(matches())
def test_actions_are_those_whose_events_are_not_refused(match: Match) -> None:
    for version in range(match.version + 1):
        state = match.state_at(version)
        for player in Player:
            samples: list[Event] = [
                ev.OpeningRolled(2, 1),
                ev.Rolled(player, Roll(2, 1)),
                ev.Doubled(player),
                ev.Taken(player),
                ev.Dropped(player),
                ev.Beavered(player),
                ev.Raccooned(player),
                ev.ResignationAccepted(player),
                ev.ResignationDeclined(player),
                ev.Resigned(player, Win.SINGLE),
                ev.SessionEnded(),
            ]
            possible = {sample.action for sample in samples if refusal(state, sample) is None}
            if state.phase is Phase.TO_PLAY and state.to_act is player:
                possible.add(Action.PLAY)
            assert set(legal_actions(state, player)) == possible


class TestTakingBack:
    def test_one_by_one(self) -> None:
        match = played()
        assert isinstance(match.undo(), ev.Played)
        assert match == opened()
        assert match.undo() == ev.OpeningRolled(3, 1)
        assert match == Match(MONEY)
        words = "nothing has happened yet that could be taken back"
        assert refusal_of(IllegalAction, match.undo) == words

    def test_a_finished_match_can_be_taken_back(self) -> None:
        match = Match()
        match.end()
        match.undo()
        assert match.phase is Phase.OPENING

    def test_to_a_version(self) -> None:
        match = played()
        match.undo_to(2)
        assert match == played()
        match.undo_to(1)
        assert match == opened()
        match.undo_to(0)
        assert match == Match(MONEY)

    @pytest.mark.parametrize("version", [-1, 3, 10**6])
    def test_there_are_no_other_versions(self, version: int) -> None:
        match = played()
        words = f"there is no version {version}: the match has 2 events"
        assert refusal_of(IllegalAction, lambda: match.undo_to(version)) == words
        assert match == played()


class TestReplaying:
    @examples(40)
    @given(matches(most_events=50))
    def test_events_make_the_match(self, match: Match) -> None:
        again = Match.from_events(match.events, match.rules, length=match.length)
        assert again == match
        assert again.state == match.state

    def test_the_event_that_cannot_be_is_named(self) -> None:
        events = (ev.OpeningRolled(3, 1), ev.Played(WHITE, ((8, 5), (6, 5))), ev.Played(BLACK, ((8, 5),)))
        assert refusal_of(InvalidRecord, lambda: Match.from_events(events)) == (
            "event 3 (Black plays 8/5): not now: Black has to roll or double"
        )

    def test_names_and_details_are_kept(self) -> None:
        match = Match.from_events((), names={WHITE: "Ann"}, details={"place": "Bad Ischl"})
        assert (match.names[WHITE], match.details) == ("Ann", {"place": "Bad Ischl"})


def test_a_long_session_takes_room_in_proportion() -> None:
    """Were each state to carry a copy of all results before it, ten thousand games would fill the memory."""

    def room_for(games: int) -> int:
        match = Match()
        tracemalloc.start()
        for _ in range(games):
            match.resign(Win.SINGLE, WHITE)
            match.accept()
        room, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(match.results) == games
        return room

    assert room_for(1600) < 6 * room_for(400)
