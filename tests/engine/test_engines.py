"""`Engine`: every decision, every kind of game, levels, threads, stopping and closing."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sixprime import (
    PRESETS,
    STANDARD,
    Action,
    Chances,
    Cube,
    Engine,
    IllegalAction,
    Match,
    Offer,
    Phase,
    Play,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine import engines
from sixprime.engine.analyses import Analysis
from sixprime.engine.bots.levels import LEVELS, UnknownLevel
from sixprime.engine.bots.net_players import NetPlayer, analyse_decision
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import REMEMBERED, EngineProblem
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.results import RolloutResult
from sixprime.engine.rollout.rollouts import RolloutProblem, RolloutSettings
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import Searcher
from waiting import PATIENCE

START = Position.standard()
RACE = Position.of({6: 3, 5: 3, 4: 3, 3: 3, 2: 3}, {6: 6, 5: 5, 4: 4})
SHUT_OUT = Position.of({25: 1, 6: 14}, {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2})
LOST = Position.of({6: 8}, {1: 2})
GAMMON_SAVE = Position(
    (0, 0, 2, 2, -2, 2, 3, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, -3, -5, 0, 1, -1, -1, -3, 0)
)  # fmt: skip
"""A position with many plays, in which gammons are won and lost."""
BEARING_OFF_AGAINST_TWO = Position(
    (-2, 2, 3, 2, 3, 2, 3, 0, 0, 0, 0, 0, -1, -1, -1, -1, -2, -3, 0, -2, 0, 0, -1, -1, 0, 0)
)  # fmt: skip
"""With 6-3 for money the safe play is best by far; who trails by two with the opponent at match point takes a second
checker off and risks a shot."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(plies=0, threads=1) as shared:
        yield shared


@pytest.fixture(scope="module")
def deep() -> Iterator[Engine]:
    with Engine(plies=1, threads=1) as shared:
        yield shared


def started(position: Position, rules: RuleSet = STANDARD, *, cube: Cube | None = None, **settings: object) -> Match:
    """White is about to roll or double."""
    situation = Situation(position, cube=cube or Cube(), **settings)  # type: ignore[arg-type]
    return situation.to_match(rules)


# Plays


def test_plays_come_best_first_with_their_losses(deep: Engine) -> None:
    analysis = deep.analyse(Situation(START, roll=Roll(3, 1)))
    assert str(analysis.best) == "8/5 6/5"
    assert analysis.best is analysis.plays[0]
    assert analysis.best_play == analysis.plays[0].play
    assert analysis.player is Player.WHITE
    assert analysis.actions == ()
    assert analysis.cube is None
    assert analysis.resignation is None
    assert analysis.equity == analysis.plays[0].equity
    assert analysis.chances == analysis.plays[0].chances
    assert len(analysis.plays) == len(START.legal_plays((3, 1)))
    assert analysis.plays[0].loss == 0
    assert analysis.plays[0].action is Action.PLAY
    assert str(analysis).splitlines()[0] == f"8/5 6/5 {analysis.equity:+.4f}"
    assert all(entry.match_chance is None for entry in analysis.plays)


def test_plays_seen_less_deeply_stand_behind_and_never_gain(deep: Engine) -> None:
    mixed = 0
    for roll in (Roll(6, 5), Roll(2, 1), Roll(4, 3), Roll(5, 1)):
        plays = deep.analyse(Situation(START, roll=roll)).plays
        depths = [entry.depth for entry in plays]
        assert depths == sorted(depths, reverse=True)
        assert depths[0] == 1
        assert all(entry.loss >= 0 for entry in plays)
        for one, other in pairwise(plays):
            assert one.depth > other.depth or one.equity >= other.equity
        mixed += depths[-1] == 0
    assert mixed


def test_black_decides_in_blacks_view(engine: Engine) -> None:
    white = engine.analyse(Situation(START, roll=Roll(6, 1), length=5, score=(3, 1)))
    black = engine.analyse(Situation(START, Player.BLACK, roll=Roll(6, 1), length=5, score=(1, 3)))
    assert black.player is Player.BLACK
    assert [entry.play for entry in black.plays] == [entry.play for entry in white.plays]
    assert [entry.equity for entry in black.plays] == pytest.approx([entry.equity for entry in white.plays])


def test_match_state_and_situation_are_one_question(engine: Engine) -> None:
    match = Match(length=5)
    match.apply(ev.OpeningRolled(3, 1))
    situation = Situation.from_match(match)
    assert engine.analyse(match) == engine.analyse(match.state) == engine.analyse(situation)


def test_nothing_can_be_moved(engine: Engine) -> None:
    """The position after no move is what counts: the opponent rolls."""
    for settings in ({}, {"length": 5, "score": (3, 1)}):
        situation = Situation(SHUT_OUT, roll=Roll(6, 6), **settings)  # type: ignore[arg-type]
        analysis = engine.analyse(situation)
        theirs = engine.analyse(Situation(SHUT_OUT.flipped(), Player.BLACK, **settings))  # type: ignore[arg-type]
        assert not analysis.plays
        assert not analysis.actions
        assert analysis.best is None
        assert analysis.best_play is None
        assert str(analysis) == f"{analysis.equity:+.4f}"
        assert analysis.chances == theirs.chances.for_opponent()
        view, other = CubeView.of(situation), CubeView.of(situation, Player.BLACK)
        if view.is_money:
            assert analysis.equity == pytest.approx(-theirs.equity)
            assert analysis.equity < -0.5
        else:
            assert view.chance(analysis.equity) == pytest.approx(1 - other.chance(theirs.equity))
        cubeless = engine.analyse(situation, cubeless=True)
        assert cubeless.equity == cubeless.chances.equity < 0
    assert engine.decide(Situation(SHUT_OUT, roll=Roll(6, 6))) == ev.Played(Player.WHITE, ())


def test_cube_and_score_have_their_say(engine: Engine) -> None:
    """A side that needs a gammon, and to which losing one costs nothing more, takes risks for it."""
    situation = Situation(BEARING_OFF_AGAINST_TWO, roll=Roll(6, 3), length=5, score=(2, 4))
    heeded, cubeless = engine.analyse(situation), engine.analyse(situation, cubeless=True)
    assert heeded.best_play != cubeless.best_play
    assert all(entry.match_chance is not None for entry in heeded.plays)
    assert all(entry.match_chance is None for entry in cubeless.plays)
    assert [entry.equity for entry in cubeless.plays] == [entry.chances.equity for entry in cubeless.plays]
    view = CubeView.of(situation)
    for entry in heeded.plays:
        assert entry.match_chance == pytest.approx(view.chance(entry.equity))


def test_without_the_cube_it_is_the_plain_search(deep: Engine) -> None:
    plain = Searcher(1, threads=1).rank(START, Roll(6, 3))
    found = deep.analyse(Situation(START, roll=Roll(6, 3), length=3, score=(1, 2)), cubeless=True).plays
    assert [(entry.play, entry.chances, entry.depth) for entry in found] == [
        (entry.play, entry.chances, entry.plies) for entry in plain
    ]
    waiting = deep.analyse(Situation(START), cubeless=True)
    assert waiting.chances == Searcher(1, threads=1).chances(START)
    assert waiting.depth == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_games_by_any_rules_come_to_their_end(preset: str, engine: Engine) -> None:
    chance = random.Random(preset)
    match = Match(PRESETS[preset], length=2)
    for _ in range(600):
        if match.phase is Phase.OVER:
            break
        if match.phase is Phase.OPENING:
            match.apply(ev.OpeningRolled(chance.randint(1, 6), chance.randint(1, 6)))
            continue
        analysis = engine.analyse(match)
        assert analysis.player is match.to_act
        assert all(entry.loss >= 0 for entry in analysis.plays)
        assert all(entry.loss >= 0 for entry in analysis.actions)
        event = engine.decide(match)
        if event is None:
            assert match.to_act is not None
            event = ev.Rolled(match.to_act, Roll(chance.randint(1, 6), chance.randint(1, 6)))
        match.apply(event)
    assert match.phase is Phase.OVER


def test_hypergammon(engine: Engine) -> None:
    position = Position.hypergammon()
    analysis = engine.analyse(Situation(position, roll=Roll(2, 1)))
    assert len(analysis.plays) == len(position.legal_plays((2, 1)))
    assert -3 < engine.evaluate(position).equity < 3
    assert engine.analyse(Situation(START, roll=Roll(3, 1))).plays  # and back to the usual game


# Before the roll


def test_doubling_or_rolling(engine: Engine) -> None:
    analysis = engine.analyse(Situation(START))
    assert analysis.plays == ()
    assert [entry.action for entry in analysis.actions] == [Action.ROLL, Action.DOUBLE]
    assert analysis.cube is not None
    assert analysis.actions[0].equity == analysis.cube.no_double == analysis.equity
    assert analysis.actions[1].equity == analysis.cube.doubled
    assert analysis.actions[1].loss == pytest.approx(analysis.cube.error_of_doubling)
    assert analysis.best is not None
    assert str(analysis.best) == "roll"
    assert engine.decide(Situation(START)) is None
    race = engine.analyse(Situation(RACE))
    assert [entry.action for entry in race.actions] == [Action.DOUBLE, Action.ROLL]
    assert race.cube is not None
    assert race.cube.double
    assert race.actions[1].loss == pytest.approx(race.cube.error_of_waiting)
    assert engine.decide(Situation(RACE)) == ev.Doubled(Player.WHITE)


@pytest.mark.parametrize(
    "situation",
    [
        Situation(RACE, cube=Cube(2, Player.BLACK)),
        Situation(RACE, length=3, score=(2, 0), crawford=True),
        Situation(RACE, cube_limit=1),
        Situation(RACE, cube=Cube(64, Player.WHITE), cube_limit=64),
    ],
)
def test_where_there_is_no_doubling(situation: Situation, engine: Engine) -> None:
    analysis = engine.analyse(situation)
    assert [entry.action for entry in analysis.actions] == [Action.ROLL]
    assert engine.decide(situation) is None


def test_a_cube_that_is_dead_is_not_turned(engine: Engine) -> None:
    """At 1 away after the Crawford game the leader may double by the rules, and never should."""
    analysis = engine.analyse(Situation(RACE, length=5, score=(4, 3)))
    assert analysis.best is not None
    assert analysis.best.action is Action.ROLL


def test_after_the_crawford_game_the_trailer_doubles(engine: Engine) -> None:
    assert engine.decide(Situation(START, length=5, score=(2, 4))) == ev.Doubled(Player.WHITE)


def test_the_jacoby_rule(engine: Engine) -> None:
    """Gammons count nothing while the cube is in the middle."""
    with_rule, without = (engine.analyse(Situation(START, jacoby=jacoby)) for jacoby in (True, False))
    assert with_rule.equity != without.equity
    assert engine.analyse(Situation(START), RuleSet(jacoby=True)) == with_rule
    assert engine.analyse(Situation(START, jacoby=False), RuleSet(jacoby=True)) == without


# Answers


def test_taking_and_dropping(engine: Engine) -> None:
    taken = engine.analyse(Situation(START, offer=Offer.DOUBLE))
    assert taken.player is Player.BLACK
    assert [entry.action for entry in taken.actions] == [Action.TAKE, Action.DROP]
    assert taken.actions[1].equity == -1
    # In units of the cube before: the doubler's take, seen from the other side.
    before = engine.analyse(Situation(START))
    assert before.cube is not None
    assert taken.actions[0].equity == pytest.approx(-before.cube.double_take, abs=1e-6)
    assert taken.chances == before.chances.for_opponent()
    dropped = engine.analyse(Situation(RACE, offer=Offer.DOUBLE))
    assert [entry.action for entry in dropped.actions] == [Action.DROP, Action.TAKE]
    assert dropped.equity == -1
    assert engine.decide(Situation(RACE, offer=Offer.DOUBLE)) == ev.Dropped(Player.BLACK)


@pytest.mark.parametrize("settings", [{}, {"length": 7, "score": (2, 4)}, {"cube": Cube(2, Player.WHITE)}])
@pytest.mark.parametrize("position", [START, RACE, Position.of({6: 2}, {5: 1, 3: 1})])
def test_an_answer_has_the_doublers_decision(position: Position, settings: dict[str, object], engine: Engine) -> None:
    answer = engine.analyse(Situation(position, offer=Offer.DOUBLE, **settings))  # type: ignore[arg-type]
    asked = engine.analyse(Situation(position, **settings))  # type: ignore[arg-type]
    assert isinstance(answer.cube, CubeDecision)
    assert asked.cube is not None
    assert answer.cube.no_double == asked.cube.no_double
    assert answer.cube.double_take == pytest.approx(asked.cube.double_take, abs=1e-4)
    assert answer.cube.take is (answer.best is not None and answer.best.action is not Action.DROP)


def test_equities_of_answers_are_in_units_of_the_cube_before(engine: Engine) -> None:
    centred = engine.analyse(Situation(START, offer=Offer.DOUBLE))
    again = engine.analyse(Situation(START, cube=Cube(4, Player.WHITE), offer=Offer.DOUBLE))
    assert again.equity == pytest.approx(centred.equity)
    assert again.actions[-1].equity == -1


def test_beavers_and_raccoons(engine: Engine) -> None:
    rules = RuleSet(beavers=True, raccoons=True)
    bad = RACE.flipped()  # a double that is plainly wrong
    asked = Situation(bad, offer=Offer.DOUBLE, beavers=True)
    analysis = engine.analyse(asked, rules)
    assert analysis.best is not None
    assert analysis.best.action is Action.BEAVER
    assert {entry.action for entry in analysis.actions} == {Action.TAKE, Action.DROP, Action.BEAVER}
    assert analysis.equity <= 2  # the doubler would drop the beaver
    assert engine.decide(asked.to_match(rules)) == ev.Beavered(Player.BLACK)
    beavered = engine.analyse(replace(asked, offer=Offer.BEAVER), rules)
    assert beavered.player is Player.WHITE
    assert beavered.cube is None
    worth = {entry.action: entry.equity for entry in beavered.actions}
    assert worth[Action.DROP] == -2
    good = engine.analyse(Situation(RACE, offer=Offer.BEAVER, beavers=True), rules)
    assert good.best is not None
    assert good.best.action is Action.RACCOON
    raccooned = engine.analyse(Situation(RACE, offer=Offer.RACCOON, beavers=True), rules)
    assert raccooned.player is Player.BLACK
    assert {entry.action: entry.equity for entry in raccooned.actions}[Action.DROP] == -4
    assert raccooned.best is not None
    assert raccooned.best.action is Action.DROP


# Resignations


def test_a_lost_game_is_resigned_and_a_declined_offer_not_repeated(engine: Engine) -> None:
    match = started(LOST, cube=Cube(2, Player.BLACK))
    analysis = engine.analyse(match)
    assert analysis.resignation is Win.SINGLE
    assert analysis.best is not None
    assert analysis.best.action is Action.ROLL
    assert engine.decide(match) == ev.Resigned(Player.WHITE, Win.SINGLE)
    match.resign(Win.SINGLE, Player.WHITE)
    match.apply(ev.ResignationDeclined(Player.BLACK))
    assert engine.decide(match) is None
    assert engine.analyse(Situation(START)).resignation is None


def test_answering_resignations(engine: Engine) -> None:
    enough = Situation(LOST, cube=Cube(2, Player.BLACK), resignation=Win.SINGLE, resigned_by=Player.WHITE)
    analysis = engine.analyse(enough)
    assert analysis.player is Player.BLACK
    assert [entry.action for entry in analysis.actions] == [Action.ACCEPT, Action.DECLINE]
    assert analysis.equity == 1
    assert analysis.chances.win == pytest.approx(1, abs=1e-3)
    assert engine.decide(enough) == ev.ResignationAccepted(Player.BLACK)
    gammon = Position.of({23: 14, 6: 1}, {1: 2})
    little = Situation(gammon, cube=Cube(2, Player.BLACK), resignation=Win.SINGLE, resigned_by=Player.WHITE)
    declined = engine.analyse(little)
    assert [entry.action for entry in declined.actions] == [Action.DECLINE, Action.ACCEPT]
    assert declined.actions[1].loss > 0.9
    assert engine.decide(little) == ev.ResignationDeclined(Player.BLACK)


@pytest.mark.parametrize("roll", [Roll(6, 6), Roll(2, 1)])
def test_a_resignation_when_the_dice_have_fallen(roll: Roll, engine: Engine) -> None:
    """What counts is the game after the roll, whether it can be played or not."""
    for position in (SHUT_OUT, START):
        played = engine.analyse(Situation(position, roll=roll))
        for by in Player:
            answer = engine.analyse(Situation(position, roll=roll, resignation=Win.SINGLE, resigned_by=by))
            worth = {entry.action: entry.equity for entry in answer.actions}
            own = played.equity if answer.player is Player.WHITE else -played.equity
            assert worth[Action.DECLINE] == pytest.approx(own)
            assert worth[Action.ACCEPT] == 1


def test_a_resignation_before_the_opening_is_a_gift(engine: Engine) -> None:
    for length in (None, 3):
        match = Match(length=length)
        match.resign(Win.GAMMON, Player.WHITE)
        analysis = engine.analyse(match)
        assert analysis.best is not None
        assert analysis.best.action is Action.ACCEPT
        assert analysis.equity >= 1
        assert engine.decide(match) == ev.ResignationAccepted(Player.BLACK)


@pytest.mark.parametrize("ask", [Engine.analyse, Engine.decide, Engine.rollout])
def test_there_is_nothing_to_decide(ask: Callable[..., object], engine: Engine) -> None:
    over = started(Position.of({1: 1}, {1: 1}), length=1)
    over.apply(ev.Rolled(Player.WHITE, Roll(2, 1)))
    over.play([(1, 0)])
    assert over.phase is Phase.OVER
    for source in (Match(), Match().state, over, over.state):
        with pytest.raises(IllegalAction, match="there is nothing to decide"):
            ask(engine, source)


# Positions


def test_evaluations_are_for_money_with_the_cube_in_the_middle(engine: Engine) -> None:
    found = engine.evaluate(START)
    waiting = engine.analyse(Situation(START))
    assert (found.chances, found.equity, found.depth) == (waiting.chances, waiting.equity, waiting.depth)
    assert found.cubeless == found.chances.equity != found.equity
    jacoby = engine.evaluate(START, RuleSet(jacoby=True))
    assert jacoby.equity == engine.analyse(Situation(START, jacoby=True)).equity
    without = engine.evaluate(START, RuleSet(cube=False))
    assert without.equity == pytest.approx(without.cubeless)
    assert found.chances == NetEvaluator.default().chances(START)


# Levels


def test_noise_affects_decisions_alone() -> None:
    question = Situation(START, roll=Roll(4, 1))
    with Engine(level="beginner", threads=1) as weak, Engine(plies=0, threads=1) as clear:
        assert weak.level is LEVELS["beginner"]
        assert weak.analyse(question) == clear.analyse(question)
        assert weak.analyse(Situation(START)) == clear.analyse(Situation(START))
        assert weak.evaluate(START) == clear.evaluate(START)
        decisions = {weak.decide(question, seed=seed) for seed in range(12)}
        assert len(decisions) > 1
        assert {clear.decide(question, seed=seed) for seed in range(12)} == {clear.decide(question)}
        assert [weak.decide(question, seed=5) for _ in range(3)] == [weak.decide(question, seed=5)] * 3


def test_a_level_decides_alike_in_any_engine_and_after_any_question() -> None:
    questions = [Situation(START, roll=Roll(high, low)) for high in range(1, 7) for low in range(1, high)]
    with Engine(level="casual", threads=1, seed=3) as one, Engine(level=LEVELS["casual"], seed=3) as other:
        first = [one.decide(question) for question in questions]
        assert [other.decide(question) for question in reversed(questions)] == first[::-1]


@pytest.mark.parametrize("name", ["expert", "master"])
def test_clear_levels_play_what_they_advise(name: str) -> None:
    with Engine(level=name, threads=1) as engine:
        for roll in (Roll(2, 1), Roll(5, 3)):
            question = Situation(GAMMON_SAVE, roll=roll, length=4, score=(0, 2))
            advised = engine.analyse(question).best_play
            event = engine.decide(question)
            assert isinstance(event, ev.Played)
            assert advised is not None
            assert event.steps == tuple((step.source, step.target) for step in advised.steps)
            assert event == NetPlayer(CubeSearcher(LEVELS[name].plies, threads=1)).decide(question.to_match())


# Threads, stopping, closing


def test_many_threads_get_the_same_answers() -> None:
    questions: list[Situation] = [Situation(START, roll=Roll(high, 1)) for high in range(2, 7)]
    questions += [Situation(START), Situation(RACE, offer=Offer.DOUBLE), Situation(GAMMON_SAVE, length=5, score=(2, 4))]
    questions.append(Situation(Position.hypergammon(), roll=Roll(2, 1)))
    with Engine(plies=1, threads=1) as alone:
        expected = [(alone.analyse(one), alone.analyse(one, cubeless=True), alone.decide(one)) for one in questions]
    wrong: list[object] = []
    with Engine(plies=1, threads=2) as shared:

        def ask(shift: int) -> None:
            try:
                for number in range(len(questions)):
                    place = (number + shift) % len(questions)
                    one = questions[place]
                    found = shared.analyse(one), shared.analyse(one, cubeless=True), shared.decide(one)
                    if found != expected[place]:
                        wrong.append(place)
            except Exception as error:  # noqa: BLE001  # a thread's own would go unseen
                wrong.append(error)

        threads = [threading.Thread(target=ask, args=(2 * number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_progress_tells_each_depth() -> None:
    with Engine(plies=1, threads=1) as engine:
        for question in (Situation(START, roll=Roll(3, 1)), Situation(START)):
            told: list[Analysis] = []
            analysis = engine.analyse(question, progress=told.append)
            assert [found.depth for found in told] == [0, 1]
            assert told[-1] == analysis
            again: list[Analysis] = []
            assert engine.analyse(question, progress=again.append) is analysis
            assert again == [analysis]
        for question in (Situation(START, offer=Offer.DOUBLE), Situation(SHUT_OUT, roll=Roll(6, 6))):
            told = []
            assert engine.analyse(question, progress=told.append) == told[-1]
        told = []
        assert engine.analyse(Situation(START), cubeless=True, progress=told.append) == told[-1]


def test_cancelling_an_analysis_gives_what_was_found() -> None:
    question = Situation(START, roll=Roll(3, 1))
    with Engine(plies=3, threads=1) as engine:
        shallow: list[Analysis] = []

        def cancel(found: Analysis) -> None:
            shallow.append(found)
            other = threading.Thread(target=engine.cancel)
            other.start()
            other.join()

        analysis = engine.analyse(question, progress=cancel)
        assert analysis.depth == 0
        assert analysis.best_play is not None
        assert analysis == shallow[-1]
        with Engine(plies=0, threads=1) as quick:
            assert engine.evaluate(START).depth >= quick.evaluate(START).depth  # the next question is not cancelled


def test_a_cancelled_analysis_is_not_remembered() -> None:
    question = Situation(START, roll=Roll(6, 4))
    with Engine(plies=1, threads=1) as engine:
        stopped = engine.analyse(question, progress=lambda _: engine.cancel())
        assert stopped.depth == 0
        assert engine.analyse(question).depth == 1
        assert engine.analyse(Situation(START), cubeless=True, progress=lambda _: engine.cancel()).depth == 1


@pytest.mark.parametrize("settings", [None, RolloutSettings(games=100_000, plies=1)])
def test_cancelling_a_rollout_gives_what_was_found(settings: RolloutSettings | None) -> None:
    """Promptly, even where a piece of the work takes long."""
    found: list[RolloutResult] = []
    with Engine(plies=0, threads=1) as engine:
        thread = threading.Thread(
            target=lambda: found.append(engine.rollout(Situation(START), games=1_000_000, settings=settings))
        )
        thread.start()
        deadline = time.monotonic() + PATIENCE
        while thread.is_alive() and time.monotonic() < deadline:
            thread.join(0.2)
            engine.cancel()
        assert not thread.is_alive()
    assert found[0].games < 100_000


def test_closing_stops_what_is_under_way() -> None:
    found: list[Analysis] = []
    engine = Engine(plies=3, threads=2)
    begun = threading.Event()
    thread = threading.Thread(
        target=lambda: found.append(
            engine.analyse(Situation(GAMMON_SAVE, roll=Roll(2, 1)), progress=lambda _: begun.set())
        )
    )
    thread.start()
    assert begun.wait(60)
    engine.close()
    thread.join(PATIENCE)
    assert found[0].plays
    for ask in (lambda: engine.evaluate(START), lambda: engine.decide(Situation(START))):
        with pytest.raises(EngineProblem, match="the engine has been closed"):
            ask()
    engine.close()


def test_threads_end_with_the_engine() -> None:
    before = set(threading.enumerate())
    with Engine(plies=1, threads=2) as engine:
        engine.analyse(Situation(START, roll=Roll(6, 2)))
        assert set(threading.enumerate()) > before
    deadline = time.monotonic() + PATIENCE
    while set(threading.enumerate()) - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not set(threading.enumerate()) - before


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert REMEMBERED > 100
    monkeypatch.setattr(engines, "REMEMBERED", 3)
    with Engine(plies=0, threads=1) as engine:
        asked = [Situation(START, roll=Roll(high, 1)) for high in range(2, 7)]
        found = [engine.analyse(question) for question in asked]
        assert len(engine._known) == 3
        assert engine.analyse(asked[-1]) is found[-1]
        assert engine.analyse(asked[0]) == found[0]
        assert engine.analyse(asked[0]) is not found[0]


def test_seconds() -> None:
    with Engine(seconds=0.2, threads=1) as engine:
        began = time.monotonic()
        analysis = engine.analyse(Situation(START, roll=Roll(4, 3)))
        assert time.monotonic() - began < PATIENCE
        assert analysis.plays
        assert engine.plies == 3
        assert 0 <= engine.analyse(Situation(GAMMON_SAVE), cubeless=True).depth <= 3
    with Engine(seconds=60, plies=1, threads=1) as patient:
        assert patient.analyse(Situation(START, roll=Roll(4, 3))).depth == 1


# Other nets and tables


def test_another_net_answers_everything(tmp_path: Path) -> None:
    net = Net.untrained(5)
    path = tmp_path / "other.net"
    net.save(path)
    question = Situation(START, roll=Roll(5, 2))
    with Engine(plies=0, threads=1) as usual, Engine(plies=0, threads=1, net=net) as other:
        assert other.evaluate(START) != usual.evaluate(START)
        assert other.evaluate(START).chances == NetEvaluator(net).chances(START)
        with Engine(plies=0, threads=1, net=path) as read:
            assert read.analyse(question) == other.analyse(question)
    weak = Engine(level="beginner", threads=1, net=net), Engine(level="beginner", threads=1)
    questions = [Situation(START, roll=Roll(6, low)) for low in range(1, 6)]
    assert [weak[0].decide(one) for one in questions] != [weak[1].decide(one) for one in questions]


def test_another_match_equity_table() -> None:
    question = Situation(START, length=5, score=(1, 3))
    tables = [MatchEquities.default(), MatchEquities.default().without_crawford()]
    equities = [Engine(plies=0, threads=1, equities=table).analyse(question).equity for table in tables]
    assert equities[0] != equities[1]
    assert Engine(plies=0, threads=1).analyse(question).equity == equities[0]


# Rollouts


def test_rollouts_of_plays(engine: Engine) -> None:
    question = Situation(START, roll=Roll(3, 1))
    told: list[RolloutResult] = []
    result = engine.rollout(question, games=72, plays=2, progress=told.append)
    assert result.games == 72
    assert told[-1].games == 72
    assert [one.play for one in result.candidates] == [entry.play for entry in engine.analyse(question).plays[:2]]
    assert result.best is result.ranked[0]
    assert str(result.best.play) == result.best.label == "8/5 6/5"
    assert result.equity == result.best.equity.value
    assert result.cube is None
    assert "8/5 6/5 +" in str(result)
    written = engine.rollout(question, games=36, plays=["6/5 8/5", "24/23 13/10"])
    assert [one.label for one in written.candidates] == ["8/5 6/5", "24/23 13/10"]
    play = next(iter(START.legal_plays((3, 1))))
    assert isinstance(play, Play)
    assert engine.rollout(question, games=36, plays=[play]).best.play == play


def test_rollouts_of_cube_actions(engine: Engine) -> None:
    for question in (Situation(START), Situation(START, offer=Offer.DOUBLE)):
        result = engine.rollout(question, games=72)
        assert [one.label for one in result.candidates] == ["no double", "double, take"]
        assert result.cube is not None
        assert not result.cube.double
        assert result.best.label == "no double"
        assert result.equity == result.cube.best
        assert all(one.play is None for one in result.candidates)
    cash = engine.rollout(Situation(RACE), games=72)
    assert cash.cube is not None
    assert cash.best.label == "double, take"
    assert cash.equity == cash.cube.doubled <= 1
    (single,) = engine.rollout(Situation(START, cube=Cube(2, Player.BLACK)), games=36).candidates
    assert single.label == ""
    beavered = Situation(START, offer=Offer.BEAVER, beavers=True)
    assert engine.rollout(beavered, RuleSet(beavers=True), games=36).games == 36


def test_the_same_seed_gives_the_same_rollout(engine: Engine) -> None:
    question = Situation(RACE, roll=Roll(2, 1))
    one, again, other = (engine.rollout(question, games=36, seed=seed) for seed in (4, 4, 5))
    assert one.candidates == again.candidates
    assert one.candidates != other.candidates


# What cannot be asked


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"plies": 4}, "an engine looks 0 to 3 plies ahead, not 4"),
        ({"plies": -1}, "an engine looks 0 to 3 plies ahead, not -1"),
        ({"plies": True}, "an engine looks 0 to 3 plies ahead, not True"),
        ({"plies": "2"}, "an engine looks 0 to 3 plies ahead, not '2'"),
        ({"seconds": 0}, "an engine needs some time, not 0 seconds"),
        ({"seconds": float("nan")}, "an engine needs some time, not nan seconds"),
        ({"seconds": "soon"}, "an engine needs some time, not 'soon' seconds"),
        ({"threads": 0}, "an engine has at least one thread, not 0"),
        ({"threads": 1.5}, "an engine has at least one thread, not 1.5"),
        ({"level": "master", "plies": 1}, "give either that or plies or seconds"),
        ({"level": "genius"}, "there is no level genius"),
        ({"level": 3}, "there is no level 3"),
        ({"net": 3}, "an engine takes a net or the path of its file, not 3"),
        ({"net": "nowhere.net"}, "nowhere.net"),
    ],
)
def test_engines_that_cannot_be_had(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(SixprimeError, match=words) as caught:
        Engine(**arguments)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_questions_that_cannot_be_answered(engine: Engine) -> None:
    for ask in (engine.analyse, engine.decide, engine.rollout):
        with pytest.raises(EngineProblem, match="is asked about a match, a state or a situation, not 'XGID'"):
            ask("XGID")  # type: ignore[arg-type]
    with pytest.raises(EngineProblem, match="an engine evaluates positions, not None"):
        engine.evaluate(None)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="no play is possible with 6-6"):
        engine.rollout(Situation(SHUT_OUT, roll=Roll(6, 6)))
    with pytest.raises(RolloutProblem):
        engine.rollout(Situation(START, roll=Roll(3, 1)), games=0)
    with pytest.raises(RolloutProblem, match="1 to 100 candidates, not 0"):
        engine.rollout(Situation(START, roll=Roll(3, 1)), plays=0)
    with pytest.raises(SixprimeError):
        engine.rollout(Situation(START, roll=Roll(3, 1)), plays=["24/1"])
    assert issubclass(UnknownLevel, SixprimeError)


def test_a_judge_of_ones_own_can_be_analysed() -> None:
    """The arithmetic of decisions does not depend on the net."""

    class Even:
        def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:  # noqa: ARG002
            return Chances(0.5, 0.0, 0.0, 0.0, 0.0)

    from sixprime.engine.cube.judges import ByChances

    analysis = analyse_decision(Situation(START).to_match().state, ByChances(Even()))  # type: ignore[arg-type]
    assert analysis.chances.win == 0.5
    assert analysis.equity == pytest.approx(0, abs=0.2)
