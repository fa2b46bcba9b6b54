"""Hints are what the bot would do at the same depth: for the cube and the score as they stand."""

from collections.abc import Iterator

import pytest

from sixprime.core import Cube, Match, Player, Position, Roll, Win
from sixprime.core.match import events as ev
from sixprime.engine.bots.levels import LEVELS
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.engines import Engine
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.languages import catalogue
from sixprime.server.live.engine_threads import HINT_LEVEL, EngineThreads
from sixprime.server.matches.logs import Log, Moment
from sixprime.server.matches.proposals import NewMatchRequest, propose
from sixprime.server.views.hints import hint

# Plays on which cubeless money and the score disagree: the length, the score (White rolls), the roll, the board.
DISAGREEMENTS = [
    (4, (0, 2), Roll(6, 1), (0, -1, 0, 2, 2, 2, 3, 0, 2, 1, -1, 0, 0, 0, 0, 0, 0, -2, -3, -3, -3, -2, 2, 0, 0, 1)),
    (5, (2, 4), Roll(3, 4), (0, 0, 0, 1, 3, -2, 3, 0, 2, 0, 0, 2, 0, 2, 0, -1, 0, -3, 0, -3, -2, -2, 2, -2, 0, 0)),
    (4, (0, 2), Roll(6, 5), (0, 0, 0, 0, 1, -2, 3, -1, 3, 0, 0, 0, -3, 5, 0, 0, 1, -4, 0, -3, 0, 1, 1, 0, -2, 0)),
    (5, (2, 4), Roll(4, 2), (0, 0, 2, 2, -2, 2, 3, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, -3, -5, 0, 1, -1, -1, -3, 0)),
    (5, (2, 4), Roll(6, 3), (-2, 2, 3, 2, 3, 2, 3, 0, 0, 0, 0, 0, -1, -1, -1, -1, -2, -3, 0, -2, 0, 0, -1, -1, 0, 0)),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(level=HINT_LEVEL, threads=1) as shared:
        yield shared


def moment_after(length: int | None, *events: ev.Event) -> Moment:
    """A moment of a bot's match after these events."""
    request = NewMatchRequest(kind="bot", level="champion", seat="white", length=length)
    log = Log("x" * 22, 0, propose(request).entries("00" * 32))
    moment = log.now
    for number, event in enumerate(events, len(log.entries) + 1):
        moment = moment.after(type(log.entries[0])(number, None, event))
    return moment


def noiseless_player() -> NetPlayer:
    """The player that the hint must agree with, made by itself."""
    level = LEVELS[HINT_LEVEL]
    assert level.noise == 0
    return NetPlayer(CubeSearcher(level.plies, threads=1))


@pytest.mark.parametrize(("length", "score", "roll", "points"), DISAGREEMENTS)
def test_plays_are_those_of_the_bot_at_match_scores(
    length: int, score: tuple[int, int], roll: Roll, points: tuple[int, ...], engine: Engine
) -> None:
    setup = ev.PositionSet(Position(points), Player.WHITE, Cube(), score, False)
    moment = moment_after(length, setup, ev.Rolled(Player.WHITE, roll))
    answer = hint(moment, engine, catalogue("en"))
    event = noiseless_player().decide(moment.to_match())
    assert isinstance(event, ev.Played)
    assert answer.plays is not None
    assert tuple(map(tuple, answer.plays[0].steps)) == event.steps
    assert answer.plays[0].lost == 0
    assert all(play.lost >= 0 for play in answer.plays)
    assert answer.plies == LEVELS[HINT_LEVEL].plies
    cubeless = engine.analyse(moment.state, cubeless=True).best_play
    assert cubeless is not None
    assert tuple((step.source, step.target) for step in cubeless.steps) != event.steps


@pytest.mark.parametrize(
    ("length", "events"),
    [
        (5, [ev.PositionSet(Position.standard(), Player.WHITE, Cube(), (2, 4), False)]),
        (5, [ev.PositionSet(Position.standard(), Player.WHITE, Cube(), (3, 1), False)]),
        (
            7,
            [
                ev.PositionSet(Position.standard(), Player.BLACK, Cube(), (3, 1), False),
                ev.Doubled(Player.BLACK),
            ],
        ),
        (None, [ev.PositionSet(Position.of({6: 8}, {1: 2}), Player.WHITE, Cube(2, Player.BLACK), (0, 0), False)]),
        (
            None,
            [
                ev.PositionSet(Position.of({6: 8}, {1: 2}), Player.BLACK, Cube(2, Player.WHITE), (0, 0), False),
                ev.Resigned(Player.BLACK, Win.SINGLE),
            ],
        ),
    ],
)
def test_cube_advice_is_what_the_bot_does(length: int | None, events: list[ev.Event], engine: Engine) -> None:
    moment = moment_after(length, *events)
    answer = hint(moment, engine, catalogue("en"))
    match = moment.to_match()
    event = noiseless_player().decide(match)
    assert answer.plays is None
    assert answer.cube is not None
    assert answer.cube.action == ("roll" if event is None else event.action.value)
    assert answer.cube.equity == round(engine.analyse(match).equity, 4)
    assert answer.cube.value == (int(event.win) if isinstance(event, ev.Resigned) else None)


def test_a_cube_hint_tells_what_each_action_is_worth(engine: Engine) -> None:
    setup = ev.PositionSet(Position.of({6: 3, 5: 3, 4: 3}, {6: 4, 5: 4, 4: 3}), Player.WHITE, Cube(), (1, 3), False)
    before = hint(moment_after(7, setup), engine, catalogue("en")).cube
    assert before is not None
    decision = before.decision
    assert decision is not None
    assert (decision.player, decision.may_double, decision.redouble) == ("white", True, False)
    assert decision.double_pass == 1
    assert decision.no_double < decision.double_take
    assert decision.verdict in ("double-take", "double-pass")
    assert decision.words == decision.verdict.replace("-", ", ")
    assert decision.match_chances is not None
    assert len(decision.match_chances) == 3
    assert [action.action for action in before.actions] == ["double", "roll"]
    assert before.actions[0].lost == 0 < before.actions[1].lost

    asked = hint(moment_after(7, setup, ev.Doubled(Player.WHITE)), engine, catalogue("en"))
    assert (asked.player, asked.cube is not None) == ("black", True)
    assert asked.cube is not None
    assert asked.cube.decision == decision, "the decision of the other side, in its view"
    worth = {action.action: action.equity for action in asked.cube.actions}
    assert worth == {"take": -decision.double_take, "drop": -decision.double_pass}


def test_a_cube_hint_says_why_nobody_may_double(engine: Engine) -> None:
    crawford = ev.PositionSet(Position.standard(), Player.WHITE, Cube(), (4, 2), True)
    answer = hint(moment_after(5, crawford), engine, catalogue("en")).cube
    assert answer is not None
    assert answer.decision is not None
    assert (answer.decision.may_double, answer.decision.words) == (False, "no doubling here")


def test_there_is_one_engine_for_each_level() -> None:
    threads = EngineThreads(1)
    match = Match(length=3)
    match.apply(ev.OpeningRolled(6, 1))
    engines = {threads.engine(level) for level in (*LEVELS, *LEVELS)}
    assert len(engines) == len(LEVELS)
    assert threads.engine() is threads.engine(HINT_LEVEL)
    assert threads.engine("expert").decide(match) == ev.Played(Player.WHITE, ((13, 7), (8, 7)))
