"""Every refusal of `advance`, word for word, and that it never changes a state.

What the allowed events mean is tested in tests/rules.
"""

import copy
import pickle
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given

from core.strategies import examples, matches, refusal_of
from sixprime import (
    Cube,
    CubeOffer,
    Event,
    IllegalAction,
    IllegalPlay,
    InvalidRoll,
    Match,
    Offer,
    OpeningTie,
    Phase,
    Player,
    Position,
    RecordedDice,
    Roll,
    RuleSet,
    SixprimeError,
    State,
    TripleWin,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import advance, losses_at_stake, may_use_cube, refusal

WHITE, BLACK = Player.WHITE, Player.BLACK
START = Position.standard()
MONEY = RuleSet(beavers=True, raccoons=True, jacoby=True, cube_limit=16)
OPENED: tuple[Event, ...] = (ev.OpeningRolled(3, 1),)
PLAYED: tuple[Event, ...] = (*OPENED, ev.Played(WHITE, ((8, 5), (6, 5))))
DOUBLED: tuple[Event, ...] = (*PLAYED, ev.Doubled(BLACK))
RESIGNED: tuple[Event, ...] = (*PLAYED, ev.Resigned(WHITE, Win.SINGLE))


def state_after(events: tuple[Event, ...], rules: RuleSet = MONEY, length: int | None = None) -> State:
    return Match.from_events(events, rules, length=length).state


def why_not(event: Event, events: tuple[Event, ...] = (), rules: RuleSet = MONEY, length: int | None = None) -> str:
    return refusal_of(IllegalAction, lambda: advance(state_after(events, rules, length), event))


ALL_EVENTS: tuple[Event, ...] = (
    ev.PositionSet(START, WHITE),
    ev.OpeningRolled(3, 1),
    ev.SessionEnded(),
    *(ev.Rolled(player, Roll(3, 1)) for player in Player),
    *(ev.Played(player) for player in Player),
    *(ev.Doubled(player) for player in Player),
    *(ev.Taken(player) for player in Player),
    *(ev.Dropped(player) for player in Player),
    *(ev.Beavered(player) for player in Player),
    *(ev.Raccooned(player) for player in Player),
    *(ev.Resigned(player, win) for player in Player for win in Win),
    *(ev.ResignationAccepted(player) for player in Player),
    *(ev.ResignationDeclined(player) for player in Player),
)


class TestNotNow:
    @pytest.mark.parametrize(
        ("events", "event", "words"),
        [
            ((), ev.Rolled(WHITE, Roll(3, 1)), "not now: the opening roll comes first"),
            ((), ev.Played(WHITE), "not now: the opening roll comes first"),
            ((), ev.Doubled(BLACK), "not now: the opening roll comes first"),
            (OPENED, ev.Rolled(WHITE, Roll(3, 1)), "not now: White has to play the roll"),
            (OPENED, ev.OpeningRolled(3, 1), "not now: White has to play the roll"),
            (OPENED, ev.Doubled(WHITE), "not now: White has to play the roll"),
            (OPENED, ev.Taken(BLACK), "not now: White has to play the roll"),
            (PLAYED, ev.Played(BLACK), "not now: Black has to roll or double"),
            (PLAYED, ev.OpeningRolled(3, 1), "not now: Black has to roll or double"),
            (PLAYED, ev.Dropped(WHITE), "not now: Black has to roll or double"),
            (PLAYED, ev.Beavered(WHITE), "not now: Black has to roll or double"),
            (PLAYED, ev.Raccooned(BLACK), "not now: Black has to roll or double"),
            (PLAYED, ev.ResignationAccepted(WHITE), "not now: Black has to roll or double"),
            (DOUBLED, ev.Rolled(BLACK, Roll(3, 1)), "not now: White has to answer the double"),
            (DOUBLED, ev.Resigned(BLACK, Win.SINGLE), "not now: White has to answer the double"),
            (DOUBLED, ev.ResignationDeclined(WHITE), "not now: White has to answer the double"),
            (RESIGNED, ev.Rolled(BLACK, Roll(3, 1)), "not now: Black has to answer the resignation"),
            (RESIGNED, ev.Resigned(BLACK, Win.SINGLE), "not now: Black has to answer the resignation"),
            (RESIGNED, ev.Taken(BLACK), "not now: Black has to answer the resignation"),
        ],
    )
    def test_the_phase_is_told(self, events: tuple[Event, ...], event: Event, words: str) -> None:
        assert why_not(event, events) == words

    @pytest.mark.parametrize(
        ("events", "event", "words"),
        [
            (OPENED, ev.Played(BLACK), "not Black's turn: White has to play the roll"),
            (PLAYED, ev.Rolled(WHITE, Roll(3, 1)), "not White's turn: Black has to roll or double"),
            (PLAYED, ev.Doubled(WHITE), "not White's turn: Black has to roll or double"),
            (DOUBLED, ev.Taken(BLACK), "not Black's turn: White has to answer the double"),
            (DOUBLED, ev.Dropped(BLACK), "not Black's turn: White has to answer the double"),
            (DOUBLED, ev.Beavered(BLACK), "not Black's turn: White has to answer the double"),
            (
                (*DOUBLED, ev.Beavered(WHITE)),
                ev.Raccooned(WHITE),
                "not White's turn: Black has to answer the double",
            ),
            (RESIGNED, ev.ResignationAccepted(WHITE), "not White's turn: Black has to answer the resignation"),
            (RESIGNED, ev.ResignationDeclined(WHITE), "not White's turn: Black has to answer the resignation"),
        ],
    )
    def test_whose_turn_it_is_is_told(self, events: tuple[Event, ...], event: Event, words: str) -> None:
        assert why_not(event, events) == words

    def test_after_the_end_nothing_happens(self) -> None:
        over = state_after((ev.SessionEnded(),))
        assert over.phase is Phase.OVER
        assert over.to_act is None
        for event in ALL_EVENTS:
            assert refusal_of(IllegalAction, partial(advance, over, event)) == "the match is over"

    def test_no_roll_no_plays(self) -> None:
        state = state_after(PLAYED)
        assert refusal_of(IllegalAction, lambda: state.legal_plays) == "there is no roll to play"
        assert refusal_of(IllegalAction, state.turn) == "there is no roll to play"
        waiting = state_after((*OPENED, ev.Resigned(WHITE, Win.SINGLE)))
        assert refusal_of(IllegalAction, waiting.turn) == "there is no roll to play"


class TestSettingUp:
    @pytest.mark.parametrize(
        ("event", "rules", "length", "words"),
        [
            (ev.PositionSet(Position.of({}, {6: 1}), WHITE), MONEY, None, "the position is a finished game"),
            (
                ev.PositionSet(Position.hypergammon(), WHITE),
                MONEY,
                None,
                "the rules have 15 checkers a side, the position 3",
            ),
            (ev.PositionSet(START, WHITE, Cube(0)), MONEY, None, "the cube cannot show 0"),
            (ev.PositionSet(START, WHITE, Cube(3)), MONEY, None, "the cube cannot show 3"),
            (ev.PositionSet(START, WHITE, Cube(-2)), MONEY, None, "the cube cannot show -2"),
            (ev.PositionSet(START, WHITE, Cube(32)), MONEY, None, "the cube cannot show 32"),
            (ev.PositionSet(START, WHITE, Cube(2)), RuleSet(cube=False), None, "the cube cannot show 2"),
            (
                ev.PositionSet(START, WHITE, Cube(1, BLACK)),
                MONEY,
                None,
                "a cube at 1 is in the middle and has no owner",
            ),
            (ev.PositionSet(START, WHITE, score=(-1, 0)), MONEY, None, "the score -1-0 is not possible here"),
            (ev.PositionSet(START, WHITE, score=(0, 5)), RuleSet(), 5, "the score 0-5 is not possible here"),
            (
                ev.PositionSet(START, WHITE, score=(3, 0), crawford_over=True),
                RuleSet(),
                5,
                "the Crawford game cannot be over: nobody needs just one point",
            ),
            (ev.PositionSet(START, WHITE, crawford=True), MONEY, None, "this cannot be the Crawford game"),
            (
                ev.PositionSet(START, WHITE, score=(4, 4), crawford=True),
                RuleSet(),
                5,
                "this cannot be the Crawford game",
            ),
            (ev.PositionSet(START, WHITE, crawford=True), RuleSet(), 1, "this cannot be the Crawford game"),
            (
                ev.PositionSet(START, WHITE, score=(3, 0), crawford=True),
                RuleSet(),
                5,
                "this cannot be the Crawford game",
            ),
            (
                ev.PositionSet(START, WHITE, score=(4, 0), crawford=True, crawford_over=True),
                RuleSet(),
                5,
                "this cannot be the Crawford game",
            ),
            (
                ev.PositionSet(START, WHITE, score=(4, 0), crawford=True),
                RuleSet(crawford=False),
                5,
                "this cannot be the Crawford game",
            ),
            (
                ev.PositionSet(START, WHITE, Cube(2, WHITE), score=(4, 0), crawford=True),
                RuleSet(),
                5,
                "in the Crawford game the cube is in the middle at 1",
            ),
        ],
    )
    def test_what_is_impossible_is_told(self, event: Event, rules: RuleSet, length: int | None, words: str) -> None:
        assert why_not(event, (), rules, length) == words

    @pytest.mark.parametrize(
        ("events", "words"),
        [
            (DOUBLED, "not now: White has to answer the double"),
            (RESIGNED, "not now: Black has to answer the resignation"),
        ],
    )
    def test_not_while_an_answer_is_due(self, events: tuple[Event, ...], words: str) -> None:
        assert why_not(ev.PositionSet(START, WHITE), events) == words

    def test_in_the_middle_of_a_game_it_replaces_board_and_cube(self) -> None:
        rolled = (*PLAYED, ev.Rolled(BLACK, Roll(6, 2)))
        position = Position.of({6: 5, 8: 10}, {6: 5, 8: 9})
        for events in (OPENED, PLAYED, rolled):
            before = state_after(events)
            state = state_after((*events, ev.PositionSet(position, WHITE, Cube(2, BLACK))))
            assert (state.phase, state.on_roll, state.roll) == (Phase.TO_ROLL, WHITE, None)
            assert (state.position, state.cube) == (position, Cube(2, BLACK))
            assert (state.game, state.score, state.history) == (before.game, before.score, before.history)

    def test_in_the_middle_of_a_game_the_score_stays(self) -> None:
        words = "in the middle of a game the score is what it is, and only board and cube can be set up"
        assert why_not(ev.PositionSet(START, WHITE, score=(1, 0)), PLAYED) == words
        begun = (ev.PositionSet(START, WHITE, score=(4, 0), crawford=True),)
        again = ev.PositionSet(START, BLACK, score=(4, 0))
        assert why_not(again, begun, RuleSet(), 5) == words
        state = state_after((*begun, ev.PositionSet(START, BLACK, score=(4, 0), crawford=True)), RuleSet(), 5)
        assert (state.is_crawford, state.crawford_over) == (True, False)

    def test_a_session_goes_on_at_its_score(self) -> None:
        resigned = (ev.Resigned(WHITE, Win.SINGLE), ev.ResignationAccepted(BLACK))
        words = "the score of a session is what its games have come to, and cannot be set"
        assert why_not(ev.PositionSet(START, WHITE, score=(5, 5)), resigned) == words
        assert refusal(state_after(resigned), ev.PositionSet(START, WHITE, score=(0, 1))) is None

    def test_not_after_an_automatic_double(self) -> None:
        rules = RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE)
        words = "not now: the opening roll comes first"
        assert why_not(ev.PositionSet(START, WHITE), (ev.OpeningRolled(2, 2),), rules) == words

    def test_all_of_it_is_taken_over(self) -> None:
        position = Position.of({6: 5}, {6: 3})
        event = ev.PositionSet(position, BLACK, Cube(4, WHITE), (3, 6), crawford_over=True)
        state = state_after((event,), RuleSet(), 7)
        assert (state.phase, state.on_roll, state.position, state.cube) == (
            Phase.TO_ROLL,
            BLACK,
            position,
            Cube(4, WHITE),
        )
        assert (state.score, state.is_crawford, state.crawford_over) == ((3, 6), False, True)


class TestTheCube:
    @pytest.mark.parametrize(
        ("event", "events", "rules", "length", "words"),
        [
            (ev.Doubled(BLACK), PLAYED, RuleSet(cube=False), None, "these rules have no doubling cube"),
            (
                ev.Doubled(BLACK),
                (ev.PositionSet(START, BLACK, score=(4, 0), crawford=True),),
                RuleSet(),
                5,
                "nobody may double in the Crawford game",
            ),
            (
                ev.Doubled(BLACK),
                (ev.PositionSet(START, BLACK, Cube(2, WHITE)),),
                MONEY,
                None,
                "White owns the cube and alone may double",
            ),
            (
                ev.Doubled(BLACK),
                (ev.PositionSet(START, BLACK, Cube(16, BLACK)),),
                MONEY,
                None,
                "the cube stands at its limit, 16",
            ),
            (
                ev.Doubled(BLACK),
                (ev.PositionSet(START, BLACK, Cube(2, BLACK), (0, 3)),),
                RuleSet(),
                5,
                "the cube is dead: winning this game wins Black the match without a double",
            ),
            (ev.Beavered(WHITE), DOUBLED, RuleSet(), None, "these rules have no beavers"),
            (
                ev.Raccooned(BLACK),
                (*DOUBLED, ev.Beavered(WHITE)),
                RuleSet(beavers=True),
                None,
                "these rules have no raccoons",
            ),
            (ev.Beavered(WHITE), DOUBLED, MONEY, 7, "beavers and raccoons are for money play, not for matches"),
            (ev.Raccooned(WHITE), DOUBLED, MONEY, None, "a raccoon answers a beaver"),
            (ev.Beavered(BLACK), (*DOUBLED, ev.Beavered(WHITE)), MONEY, None, "a beaver answers a double"),
            (
                ev.Beavered(WHITE),
                (ev.PositionSet(START, BLACK, Cube(8, BLACK)), ev.Doubled(BLACK)),
                MONEY,
                None,
                "the cube cannot go beyond its limit, 16",
            ),
        ],
    )
    def test_words(
        self, event: Event, events: tuple[Event, ...], rules: RuleSet, length: int | None, words: str
    ) -> None:
        assert why_not(event, events, rules, length) == words

    def test_an_offer_waits_for_the_other_player(self) -> None:
        state = state_after(DOUBLED)
        assert state.offer == CubeOffer(Offer.DOUBLE, BLACK, 2, WHITE)
        assert (state.to_act, state.on_roll, state.cube) == (WHITE, BLACK, Cube())
        beavered = advance(state, ev.Beavered(WHITE))
        assert beavered.offer == CubeOffer(Offer.BEAVER, WHITE, 4, WHITE)
        assert beavered.to_act is BLACK
        raccooned = advance(beavered, ev.Raccooned(BLACK))
        assert raccooned.offer == CubeOffer(Offer.RACCOON, BLACK, 8, WHITE)
        assert raccooned.to_act is WHITE
        assert raccooned.offer.price_of_dropping == 4


class TestResigning:
    def test_the_jacoby_rule_is_told(self) -> None:
        words = "by the Jacoby rule gammons do not count while the cube is in the middle: resign a single game"
        assert why_not(ev.Resigned(WHITE, Win.GAMMON), PLAYED) == words
        assert refusal(state_after(PLAYED, RuleSet()), ev.Resigned(WHITE, Win.GAMMON)) is None

    @pytest.mark.parametrize("win", [0, 4, -1, "gammon", None, 1.5])
    def test_one_two_or_three(self, win: Win) -> None:
        words = f"a resignation is 1, 2 or 3, not {win!r}"
        state = state_after(PLAYED)
        assert refusal_of(IllegalAction, lambda: advance(state, ev.Resigned(WHITE, win))) == words

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_a_number_does_what_its_win_does_or_is_refused(self, number: int) -> None:
        match = Match.from_events(PLAYED)
        try:
            match.resign(number, WHITE)  # type: ignore[arg-type]
        except IllegalAction:
            return
        match.accept()
        assert match.results[0].win is Win(number)


class TestEndingASession:
    def test_a_match_is_played_out(self) -> None:
        words = "a match is played to its end; only a money session can be ended"
        assert why_not(ev.SessionEnded(), (), RuleSet(), 5) == words

    @pytest.mark.parametrize("events", [OPENED, PLAYED, DOUBLED, RESIGNED])
    def test_only_between_two_games(self, events: tuple[Event, ...]) -> None:
        assert why_not(ev.SessionEnded(), events) == "a session can be ended only between two games"

    def test_not_after_an_automatic_double(self) -> None:
        rules = RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE)
        words = "a session can be ended only between two games"
        assert why_not(ev.SessionEnded(), (ev.OpeningRolled(2, 2),), rules) == words


class TestStrangeEvents:
    """What a typed program never does, and a careless one might: it must not get into the state."""

    @pytest.mark.parametrize("event", ["x", None, 3, ev.Doubled, ("roll", 3, 1)], ids=str)
    def test_what_is_no_event_is_refused(self, event: Event) -> None:
        with pytest.raises((SixprimeError, TypeError)):
            advance(state_after(PLAYED), event)

    @pytest.mark.parametrize(
        "make",
        [
            lambda: ev.Resigned("white", Win.SINGLE),  # type: ignore[arg-type]
            lambda: ev.Resigned(None, Win.SINGLE),  # type: ignore[arg-type]
            lambda: ev.Doubled("black"),  # type: ignore[arg-type]
            lambda: ev.Rolled("black", Roll(3, 1)),  # type: ignore[arg-type]
        ],
        ids=["resigned", "nobody", "doubled", "rolled"],
    )
    def test_who_is_no_player_is_refused(self, make: Callable[[], Event]) -> None:
        with pytest.raises((SixprimeError, TypeError)):
            advance(state_after(PLAYED), make())

    @pytest.mark.parametrize(
        "make",
        [
            lambda: ev.PositionSet(START, "white"),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, None),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START.points, WHITE),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, Cube(2, "white")),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, Cube(2.0)),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, 2),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, score=(0.5, 0)),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, score=(1, 2, 3)),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, score="12"),  # type: ignore[arg-type]
            lambda: ev.PositionSet(START, WHITE, score=5),  # type: ignore[arg-type]
        ],
        ids=["player", "nobody", "points", "owner", "cube", "number", "half", "three", "text", "one"],
    )
    def test_what_cannot_be_set_up_is_refused(self, make: Callable[[], Event]) -> None:
        with pytest.raises((SixprimeError, TypeError, AttributeError)):
            advance(state_after(()), make())

    def test_a_score_in_a_list_is_put_right_or_refused(self) -> None:
        try:
            state = advance(state_after(()), ev.PositionSet(START, WHITE, score=[1, 2]))  # type: ignore[arg-type]
        except (SixprimeError, TypeError):
            return
        assert state.score == (1, 2)
        assert isinstance(hash(state), int)

    @pytest.mark.parametrize("roll", [(3, 7), "37", None, 31, (3,)])
    def test_what_is_no_roll_is_refused(self, roll: Roll) -> None:
        with pytest.raises((SixprimeError, TypeError)):
            advance(state_after(PLAYED), ev.Rolled(BLACK, roll))

    @pytest.mark.parametrize("dice", [(0, 1), (7, 1), (True, 2), ("3", "1"), (3, None)])
    def test_what_is_no_opening_is_refused(self, dice: tuple[int, int]) -> None:
        with pytest.raises(InvalidRoll):
            advance(state_after(()), ev.OpeningRolled(*dice))


class TestPurity:
    @examples(60)
    @given(matches(most_events=40))
    def test_a_state_never_changes(self, match: Match) -> None:
        state = match.state
        before = pickle.dumps(state)
        for event in ALL_EVENTS:
            assert (refusal(state, event) is None) == (match.refusal(event) is None)
        assert pickle.dumps(state) == before

    def test_states_are_values(self) -> None:
        first, second = state_after(DOUBLED), state_after(DOUBLED)
        assert first == second == copy.deepcopy(first)
        assert len({first, second}) == 1

    def test_a_state_after_very_many_games_is_a_value_too(self) -> None:
        def long_session() -> Match:
            match = Match()
            for _ in range(1500):
                match.resign(Win.SINGLE, WHITE)
                match.accept()
            return match

        first, second = long_session().state, long_session().state
        assert first == second
        assert hash(first) == hash(second)
        assert pickle.loads(pickle.dumps(first)) == first
        assert repr(first)
        assert len(first.results) == 1500

    def test_a_refusal_is_what_advance_raises(self) -> None:
        state = state_after(OPENED)
        error = refusal(state, ev.Played(WHITE, ((8, 4),)))
        assert isinstance(error, IllegalPlay)
        assert str(error) == "8/4 is 4 away, and the dice left are 3 1"


def test_score_belongs_to_the_players() -> None:
    state = state_after((ev.PositionSet(START, BLACK, score=(3, 2)),))
    assert (state.points_of(WHITE), state.points_of(BLACK)) == (3, 2)


def test_gammons_count_once_the_cube_is_turned() -> None:
    assert not state_after(PLAYED).gammons_count
    assert state_after((*DOUBLED, ev.Taken(WHITE))).gammons_count
    assert state_after(PLAYED, MONEY, 7).gammons_count
    assert state_after(PLAYED, RuleSet()).gammons_count


def test_dice_are_not_wasted_on_a_refused_roll() -> None:
    match = Match.from_events(OPENED, MONEY)
    dice = RecordedDice(["65"])
    assert refusal_of(IllegalAction, lambda: match.roll(dice)) == "not now: White has to play the roll"
    assert refusal_of(IllegalAction, lambda: match.open(dice)) == "not now: White has to play the roll"
    assert dice.remaining == 1


def set_up(
    white: dict[int, int], black: dict[int, int], score: tuple[int, int] = (0, 0), cube: int = 1
) -> ev.PositionSet:
    """White on roll, each side's checkers counted from its own home; a turned cube is White's."""
    owner = WHITE if cube > 1 else None
    return ev.PositionSet(Position.of(white, black), WHITE, Cube(cube, owner), score, crawford=False)


HOME = {6: 5, 5: 5, 4: 5}
BACK = {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize(
    ("event", "length", "rules", "losses"),
    [
        (set_up(BACK, BACK), 7, RuleSet(), (1, 2, 3)),
        (set_up(BACK, BACK), None, RuleSet(), (1, 2, 3)),
        (set_up(BACK, BACK), 1, RuleSet(), (1,)),
        (set_up(BACK, BACK), 2, RuleSet(), (1, 2)),
        (set_up(BACK, BACK, (0, 5)), 7, RuleSet(), (1, 2)),
        (set_up(BACK, BACK, cube=4), 7, RuleSet(), (1, 2)),
        (set_up(BACK, BACK, cube=8), 7, RuleSet(), (1,)),
        (set_up(BACK, BACK), None, RuleSet(jacoby=True), (1,)),
        (set_up({6: 14}, HOME), 7, RuleSet(), (1,)),
        (set_up(HOME, HOME), 7, RuleSet(), (1, 2)),
        (set_up({7: 1, 6: 14}, HOME), 7, RuleSet(triple_win=TripleWin.OUTSIDE_HOME), (1, 2, 3)),
        (set_up({6: 14}, HOME), 7, RuleSet(triple_win=TripleWin.OUTSIDE_HOME), (1,)),
    ],
)
def test_only_losses_that_can_happen_and_matter_are_at_stake(
    event: ev.PositionSet, length: int | None, rules: RuleSet, losses: tuple[int, ...]
) -> None:
    assert losses_at_stake(state_after((event,), rules, length), WHITE) == losses


def test_nothing_is_resigned_while_a_double_waits() -> None:
    assert losses_at_stake(state_after(DOUBLED), WHITE) == ()


@pytest.mark.parametrize(
    ("event", "length", "rules", "users"),
    [
        (set_up(BACK, BACK), 7, RuleSet(), [WHITE, BLACK]),
        (set_up(BACK, BACK, cube=2), 7, RuleSet(), [WHITE]),
        (set_up(BACK, BACK), 1, RuleSet(), []),
        (set_up(BACK, BACK), 7, RuleSet(cube=False), []),
        (set_up(BACK, BACK, (6, 0)), 7, RuleSet(), [BLACK]),
        (ev.PositionSet(START, WHITE, Cube(), (6, 0), crawford=True), 7, RuleSet(), []),
    ],
)
def test_who_can_use_the_cube(event: ev.PositionSet, length: int | None, rules: RuleSet, users: list[Player]) -> None:
    state = state_after((event,), rules, length)
    assert [player for player in Player if may_use_cube(state, player)] == users
