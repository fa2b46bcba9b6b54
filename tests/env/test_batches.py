"""Many games at once: they follow the rules of `core`, can be repeated, copied and planned with."""

import subprocess
import sys
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from sixprime import Action, Match, OpeningTie, Phase, Player, Position, Roll, RuleSet
from sixprime.core import movegen
from sixprime.core.match import events as ev
from sixprime.core.turns import Turn
from sixprime.env import BatchedBackgammon, InvalidSettings
from sixprime.env import batch_kernels as kernels
from sixprime.env.actions import CUBE_ACTIONS, first_cube_action, source_and_die

EVENTS: dict[Action, Callable[[Player], ev.Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
}
VARIANTS = [
    {},
    {"rules": "003-de", "cube": True},
    {"rules": "000-it", "length": 1},
    {"rules": RuleSet(beavers=True, raccoons=True, jacoby=True, cube_limit=64), "cube": True},
    {"rules": RuleSet(start=Position.hypergammon()), "length": 5, "cube": True},
    {"rules": "001-hu-optional", "cube": True},
]


def follow(batch: BatchedBackgammon, match: Match, turn: list[tuple[int, int]], action: int) -> None:
    """Make in a match what an action makes in the batch of one game."""
    player = match.to_act
    assert player is not None
    cube = action - first_cube_action(batch.style)
    if match.phase is Phase.TO_PLAY:
        if batch.style == "afterstates":
            match.play(match.legal_plays[action] if match.legal_plays else ())
        elif action == 150:
            match.play()
        else:
            source, die = source_and_die(action)
            turn.append((source, max(source - die, 0)))
            steps = match.turn()
            for pair in turn:
                steps = steps.move(*pair)
            if steps.is_complete:
                match.play(turn)
                turn.clear()
    elif CUBE_ACTIONS[cube] is not Action.ROLL:
        match.apply(EVENTS[CUBE_ACTIONS[cube]](player))


def catch_up(batch: BatchedBackgammon, match: Match, *, rolled: bool) -> None:
    """Throw in a match the dice that the batch has thrown."""
    high, low = batch.dice[0].tolist()
    if match.phase is Phase.OPENING:
        value = batch._table.states[batch._numbers[0, kernels.NODE]].cube.value
        while match.state.cube.value < value:
            match.open((1, 1))
        match.open((high, low) if batch.players[0] == 0 else (low, high))
    elif match.phase is Phase.TO_ROLL and (rolled or Action.DOUBLE not in match.actions(match.to_act or Player.WHITE)):
        match.roll((high, low))


@pytest.mark.parametrize("style", ["afterstates", "steps"])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_games_are_those_of_match(variant: int, style: str) -> None:
    options = VARIANTS[variant]
    batch = BatchedBackgammon(1, actions=style, autoreset=False, **options)  # type: ignore[arg-type]
    random = Random(variant)
    for seed in range(3):
        batch.reset(seed=1000 * variant + seed)
        match = Match(batch.settings.rules, length=batch.settings.length)
        turn: list[tuple[int, int]] = []
        rolled = False
        while True:
            catch_up(batch, match, rolled=rolled)
            position = match.position
            for pair in turn:
                position = Position(
                    tuple(movegen.after_step(movegen.to_board(position), *pair)[0].tolist()), position.checkers
                )
            assert tuple(batch.boards[0].tolist()) == position.points
            assert list(Player)[batch.players[0]] is match.to_act
            mask = batch.action_masks()[0]
            legal = np.flatnonzero(mask).tolist()
            if match.phase is Phase.TO_PLAY and style == "afterstates":
                results = [play.result.points for play in match.legal_plays] or [match.position.points]
                assert [tuple(row) for row in batch.afterstates.tolist()] == results
                assert legal == list(range(len(results)))
            elif match.phase is Phase.TO_PLAY:
                steps = match.turn()
                for pair in turn:
                    steps = steps.move(*pair)
                wanted = sorted({6 * (step.source - 1) + step.die - 1 for step in steps.next_steps}) or [150]
                assert legal == wanted
            else:
                actions = match.actions(match.to_act or Player.WHITE)
                first = first_cube_action(batch.style)
                assert legal == [first + n for n, action in enumerate(CUBE_ACTIONS) if action in actions]
            # Doubles would end most games early.
            action = legal[0] if len(legal) == 2 and random.random() < 0.8 else random.choice(legal)
            actor, results_before = match.to_act, len(match.results)
            rolled = match.phase is Phase.TO_ROLL and action == first_cube_action(batch.style)
            follow(batch, match, turn, action)
            result = batch.step([action])
            if len(match.results) > results_before:
                last = match.results[-1]
                if batch.settings.length is None:
                    expected = last.points if last.winner is actor else -last.points
                else:
                    expected = 0 if match.result is None else 1 if match.result.winner is actor else -1
                assert result.rewards.tolist() == [expected]
                if batch.settings.length is None or match.result is not None:
                    assert result.terminations.all()
                    assert batch.is_over.all()
                    break
            assert result.rewards.tolist() == [0]
            assert not result.terminations.any()


def test_steps_of_random_turns_are_those_of_turn() -> None:
    """Which steps can be completed to a legal play, by the kernel and by `Turn`, under all bear-off rules."""
    random = Random(7)
    compared = 0
    for rules in (RuleSet(), RuleSet.preset("003-de"), RuleSet.preset("000-it")):
        for start in (Position.standard(), Position.hypergammon(), Position.of({6: 3, 4: 2, 2: 2}, {5: 4, 1: 3})):
            position = start
            for _ in range(40):
                if position.is_over:
                    position = start
                roll = Roll(random.randint(1, 6), random.randint(1, 6))
                turn, left = Turn(position, roll, rules), 4 if roll.is_double else 3
                while True:
                    board = movegen.to_board(turn.position)
                    found = kernels.step_sources(
                        board, roll.high, roll.low, left, movegen.BEAR_OFF_CODES[rules.bear_off]
                    )
                    steps = {(point, roll.high) for point in range(26) if found >> point & 1}
                    steps |= {(point, roll.low) for point in range(26) if found >> (32 + point) & 1}
                    assert steps == {(step.source, step.die) for step in turn.next_steps}, turn
                    compared += 1
                    if not turn.next_steps:
                        break
                    step = random.choice(turn.next_steps)
                    turn = turn.step(step)
                    left -= 1 if roll.is_double or step.die == roll.high else 2
                position = turn.position.flipped()
    assert compared > 900


def test_a_batch_plays_what_single_games_play() -> None:
    for style in ("afterstates", "steps"):
        batch = BatchedBackgammon(5, cube=True, length=3, actions=style)
        singles = [BatchedBackgammon(1, cube=True, length=3, actions=style) for _ in range(5)]
        observations = batch.reset(seed=30)
        assert (observations == np.concatenate([one.reset(seed=30 + n) for n, one in enumerate(singles)])).all()
        for _ in range(150):
            actions = batch.random_actions()
            assert [one.random_actions()[0] for one in singles] == actions.tolist()
            result = batch.step(actions)
            apart = [one.step([action]) for one, action in zip(singles, actions, strict=True)]
            assert (result.observations == np.concatenate([one.observations for one in apart])).all()
            assert result.rewards.tolist() == [float(one.rewards[0]) for one in apart]


PLAY = """
import hashlib, sys
import numpy as np
from sixprime.env import BatchedBackgammon
batch = BatchedBackgammon(20, cube=True, length=3, actions=sys.argv[1])
batch.reset(seed=5)
seen = hashlib.sha256()
for _ in range(200):
    result = batch.step(batch.random_actions())
    seen.update(result.observations.tobytes() + result.rewards.tobytes())
print(seen.hexdigest())
"""


@pytest.mark.slow
def test_equal_seeds_play_equal_games_in_other_processes() -> None:
    for style in ("afterstates", "steps"):
        said = {
            subprocess.run(
                [sys.executable, "-c", PLAY, style],
                capture_output=True,
                text=True,
                check=True,
                env={"PYTHONHASHSEED": n},
            ).stdout
            for n in ("1", "2")
        }
        assert len(said) == 1
        assert len(said.pop()) == 65


def test_illegal_actions_end_the_episode_with_the_worst_reward() -> None:
    batch = BatchedBackgammon(3, autoreset=False)
    batch.reset(seed=1)
    result = batch.step([0, -1, 3059])
    assert result.rewards.tolist() == [0, -3, -3]
    assert result.illegal.tolist() == result.terminations.tolist() == batch.is_over.tolist() == [False, True, True]
    result = batch.step([-1, 0, 0])
    assert result.rewards.tolist() == [-3, 0, 0]
    assert result.terminations.tolist() == [True, False, False]
    batch = BatchedBackgammon(1, length=3, cube=True, actions="steps")
    batch.reset(seed=1)
    result = batch.step([157])
    assert result.rewards.tolist() == [-1]
    assert result.terminations.all()
    assert not batch.is_over.any()


def test_the_best_actions_roll_and_take_where_there_is_no_play_to_choose() -> None:
    batch = BatchedBackgammon(2, cube=True)
    batch.reset(seed=1)
    first = first_cube_action(batch.style)
    while not (batch._facts_of(kernels.KIND) == kernels.TO_CHOOSE).all():
        batch.step(batch.best_actions(np.zeros(len(batch.afterstates))))
    assert batch.best_actions([]).tolist() == [first, first]
    batch.step([first + CUBE_ACTIONS.index(Action.DOUBLE), first])
    actions = batch.best_actions(np.zeros(len(batch.afterstates)))
    assert actions.tolist() == [first + CUBE_ACTIONS.index(Action.TAKE), 0]
    assert not batch.step(actions).illegal.any()


def test_match_winning_chances_as_rewards_add_up() -> None:
    batch = BatchedBackgammon(64, length=3, cube=True, actions="steps", reward="chances")
    batch.reset(seed=9)
    gained = np.zeros(64)
    finished = 0
    while finished < 200:
        result = batch.step(batch.random_actions())
        gained += np.where(result.players == 0, result.rewards, -result.rewards)
        finished += int(result.terminations.sum())
        assert np.allclose(np.abs(gained[result.terminations]), 0.5)
        gained[result.terminations] = 0


def test_planning_with_chance_nodes() -> None:
    batch = BatchedBackgammon(4)
    batch.reset(seed=3)
    before = batch.get_state()
    twin = batch.copy()
    batch.act(batch.best_actions(-np.arange(len(batch.afterstates))))
    assert batch.is_chance.all()
    dice, chances = batch.chance_outcomes()
    assert np.allclose(chances.sum(axis=1), 1)
    assert chances[0, (dice == (6, 6)).all(axis=1)] == 1 / 36
    assert chances[0, (dice == (6, 5)).all(axis=1)] == 2 / 36
    batch.step_with([(6, 6), (6, 5), (0, 0), (1, 2)])
    assert batch.dice[[0, 1, 3]].tolist() == [[6, 6], [6, 5], [2, 1]]
    assert not batch.is_chance.any()
    assert (twin.boards == before.boards).all()
    batch.set_state(before)
    assert (batch.afterstates == twin.afterstates).all()
    many = BatchedBackgammon(6)
    many.set_state(before.take([2] * 6))
    assert (many.dice == twin.dice[2]).all()
    assert (many.boards == twin.boards[2]).all()
    many.step(np.zeros(6))
    twin.step(np.zeros(4))
    assert (many.boards == twin.boards[2]).all()


def test_the_opening_roll_is_a_chance_node() -> None:
    for rules, ties in (("standard", 0.0), ("001-hu-optional", 1 / 36)):
        batch = BatchedBackgammon(1, rules=rules, cube=True, autoreset=True)
        batch.reset(seed=1)
        batch.act([-1])  # illegal: the game starts again, at its opening roll
        assert batch.is_chance.all()
        dice, chances = batch.chance_outcomes()
        assert np.isclose(chances.sum(), 1)
        assert (chances[0, dice[:, 0] == dice[:, 1]] == ties).all()
        batch.step_with([(2, 5)])
        assert batch.players.tolist() == [1]
        assert batch.dice.tolist() == [[5, 2]]
    assert OpeningTie.AUTOMATIC_DOUBLE is batch.settings.rules.opening_tie
    batch.act([-1])
    batch.step_with([(4, 4)])
    assert batch.is_chance.all()
    batch.step_with([(4, 3)])
    assert batch.observe()[0, 28 + 9] == 1  # the cube shows 2


def test_positions_can_be_set() -> None:
    batch = BatchedBackgammon(2, actions="steps")
    positions = [Position.of({1: 1}, {6: 15}), Position.of({2: 2}, {1: 3})]
    batch.set_positions(positions, [(2, 1), (1, 1)])
    assert batch.boards.tolist() == [list(position.points) for position in positions]
    result = batch.step([1, 6])
    assert result.rewards.tolist() == [2, 0]
    assert result.terminations.tolist() == [True, False]


def test_what_makes_no_sense_is_refused_in_one_line() -> None:
    batch = BatchedBackgammon(2)
    batch.reset(seed=1)
    for wrong in (
        lambda: BatchedBackgammon(0),
        lambda: BatchedBackgammon(2, actions="words"),
        lambda: BatchedBackgammon(2, observation="pixels"),
        lambda: BatchedBackgammon(2, reward="chances"),
        lambda: BatchedBackgammon(2, rules="004-fr", cube=True),
        lambda: batch.reset(seed=[1]),
        lambda: batch.step([0]),
        lambda: batch.step_with([(7, 1), (0, 0)]),
        lambda: batch.best_actions([1.0]),
        lambda: batch.set_state(BatchedBackgammon(2, length=1).get_state()),
        lambda: batch.set_positions([Position.standard()]),
    ):
        with pytest.raises(InvalidSettings) as error:
            wrong()
        assert "\n" not in str(error.value)


def test_long_games_are_truncated() -> None:
    batch = BatchedBackgammon(2, max_steps=3)
    batch.reset(seed=1)
    assert [batch.step([0, 0]).truncations.tolist() for _ in range(4)] == [
        [False] * 2, [False] * 2, [True] * 2, [False] * 2,
    ]  # fmt: skip
