"""Events as values, and what they say of themselves."""

import pickle

import pytest
from hypothesis import given

import sixprime
from core.strategies import events, examples
from sixprime import Action, Cube, Event, Player, Position, Roll, Win
from sixprime.core.match import events as ev

WHITE, BLACK = Player.WHITE, Player.BLACK

DESCRIPTIONS: list[tuple[Event, Action, str]] = [
    (ev.PositionSet(Position.standard(), BLACK), Action.SET_UP, "a position is set up, Black to roll"),
    (ev.OpeningRolled(3, 5), Action.OPEN, "opening roll: White 3, Black 5"),
    (ev.Rolled(WHITE, Roll(6, 1)), Action.ROLL, "White rolls 6-1"),
    (ev.Played(WHITE, ((13, 7), (8, 7))), Action.PLAY, "White plays 13/7 8/7"),
    (ev.Played(BLACK, ((25, 20), (4, 0))), Action.PLAY, "Black plays bar/20 4/off"),
    (ev.Played(BLACK), Action.PLAY, "Black cannot move"),
    (ev.Doubled(WHITE), Action.DOUBLE, "White doubles"),
    (ev.Taken(BLACK), Action.TAKE, "Black takes"),
    (ev.Dropped(BLACK), Action.DROP, "Black drops"),
    (ev.Beavered(BLACK), Action.BEAVER, "Black beavers"),
    (ev.Raccooned(WHITE), Action.RACCOON, "White raccoons"),
    (ev.Resigned(WHITE, Win.SINGLE), Action.RESIGN, "White offers to resign: single game"),
    (ev.Resigned(WHITE, Win.GAMMON), Action.RESIGN, "White offers to resign: gammon"),
    (ev.Resigned(WHITE, Win.BACKGAMMON), Action.RESIGN, "White offers to resign: backgammon"),
    (ev.ResignationAccepted(BLACK), Action.ACCEPT, "Black accepts the resignation"),
    (ev.ResignationDeclined(BLACK), Action.DECLINE, "Black declines the resignation"),
    (ev.SessionEnded(), Action.END, "the session ends"),
]


@pytest.mark.parametrize(("event", "action", "words"), DESCRIPTIONS)
def test_events_describe_themselves(event: Event, action: Action, words: str) -> None:
    assert str(event.describe()) == words
    assert event.action is action


def test_every_action_has_an_event() -> None:
    assert {action for _, action, _ in DESCRIPTIONS} == set(Action)


@examples(100)
@given(events())
def test_events_are_values(event: Event) -> None:
    assert pickle.loads(pickle.dumps(event)) == event
    assert hash(event) == hash(pickle.loads(pickle.dumps(event)))


@examples(100)
@given(events())
def test_the_repr_can_be_pasted_back(event: Event) -> None:
    assert eval(repr(event), {**vars(sixprime), **vars(ev)}) == event


def test_players() -> None:
    assert (WHITE.opponent, BLACK.opponent) == (BLACK, WHITE)
    assert [str(player) for player in Player] == ["White", "Black"]
    assert repr(BLACK) == "Player.BLACK"


def test_the_cube() -> None:
    middle, owned = Cube(), Cube(2, WHITE)
    assert (middle.value, middle.owner, middle.was_turned, owned.was_turned) == (1, None, False, True)
    assert all(middle.may_be_turned_by(player) for player in Player)
    assert owned.may_be_turned_by(WHITE)
    assert not owned.may_be_turned_by(BLACK)
    assert not Cube(2).was_turned  # an automatic double
