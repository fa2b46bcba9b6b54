"""`BatchedBackgammon`: thousands of games at once, as NumPy arrays, on the compiled kernels.

    batch = BatchedBackgammon(1024)
    batch.reset(seed=1)
    while True:
        values = my_net(encode(batch.afterstates, mover_next=False))
        result = batch.step(batch.best_actions(values))

Every game has its own generator of dice. The games are independent: which others are in the batch changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Boards, Doubles, Flags, Ints, Keys, Longs, SignedBytes
from sixprime.core import ALL_ROLLS, STANDARD, Action, Player, Position, RuleSet
from sixprime.core.match.results import judge_position
from sixprime.core.movegen import BEAR_OFF_CODES, to_board, to_position
from sixprime.env import batch_kernels as kernels
from sixprime.env.actions import action_count, cube_action, first_cube_action, style_of
from sixprime.env.match_tables import MatchTable
from sixprime.env.observations import encoding_of, observe
from sixprime.env.settings import GameSettings, InvalidSettings
from sixprime.messages import shown, text

ORDERED_ROLLS: SignedBytes = np.array(
    [(roll.high, roll.low) for roll in ALL_ROLLS] + [(roll.low, roll.high) for roll in ALL_ROLLS if not roll.is_double],
    dtype=np.int8,
)
"""All 36 throws: the 21 different rolls, higher die first, then the 15 others, lower die first."""
ROLL_CHANCES: Doubles = np.array([(1 if roll.is_double else 2) / 36 for roll in ALL_ROLLS] + [0.0] * 15)
TIES: Flags = ORDERED_ROLLS[:, 0] == ORDERED_ROLLS[:, 1]


class StepResult(NamedTuple):
    """What a step of all games came to."""

    observations: npt.NDArray[Any]
    """Each in the view of the player who decides next; of a new game where one has ended and restarts by itself."""
    rewards: Doubles
    """For the players who have just acted; their opponents get the opposite."""
    terminations: Flags
    """Where the episode ended in this step."""
    truncations: Flags
    players: Ints
    """Who has just acted: 0 White, 1 Black."""
    illegal: Flags
    """Where an illegal action ended the episode."""
    final_boards: Boards
    """The boards of the games that have ended, in the view of the player who acted; the others are meaningless."""


@dataclass(frozen=True)
class BatchState:
    """Where some games of a batch stand. `BatchedBackgammon.set_state` takes it, also in another batch."""

    boards: Boards
    numbers: Ints
    generators: Keys
    table: MatchTable

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, games: npt.ArrayLike) -> BatchState:
        """Some of the games, in this order; one may come several times."""
        chosen = np.asarray(games)
        return BatchState(self.boards[chosen], self.numbers[chosen], self.generators[chosen], self.table)


class BatchedBackgammon:
    """`n` games at once. `rules`, `length`, `cube` and `reward` are as in `GameSettings.of`.

    `actions` is the style of actions, "afterstates" or "steps"; `observation` the encoding of boards. With `autoreset`
    a game that has ended starts again in the same step. `max_steps` truncates an episode after so many actions.

    >>> batch = BatchedBackgammon(3)
    >>> _ = batch.reset(seed=1)
    >>> result = batch.step(batch.random_actions())
    >>> result.rewards, batch.boards.shape
    (array([0., 0., 0.]), (3, 26))
    """

    def __init__(
        self,
        n: int,
        *,
        rules: RuleSet | str | Mapping[str, Any] = STANDARD,
        length: int | None = None,
        cube: bool = False,
        reward: str = "result",
        actions: str = "afterstates",
        observation: str = "board",
        autoreset: bool = True,
        max_steps: int | None = None,
    ) -> None:
        if type(n) is not int or n < 1:
            raise InvalidSettings(text("a batch has at least one game, not {number}", number=shown(n)))
        self.settings = GameSettings.of(rules, length, cube, reward)
        self.style = style_of(actions)
        self.encoding = encoding_of(observation)
        self.n = n
        self.autoreset = autoreset
        self.max_steps = max_steps
        self.action_count = action_count(self.style, cube=cube)
        start = self.settings.rules.start
        self._checkers = start.checkers
        self._start = np.stack([to_board(start), to_board(start.flipped())])
        self._bear_off = BEAR_OFF_CODES[self.settings.rules.bear_off]
        self._by_steps = self.style == "steps"
        self._first_cube_action = first_cube_action(self.style)
        self._table = MatchTable(self.settings)
        self._boards: Boards = np.zeros((n, 26), dtype=np.int8)
        self._numbers: Ints = np.zeros((n, kernels.NUMBERS), dtype=np.int32)
        self._generators: Keys = np.zeros((n, 1), dtype=np.uint64)
        self._make_buffers()
        self._restart(np.arange(n))

    def _make_buffers(self) -> None:
        self._afterstates: Boards = np.empty((kernels.MAX_PLAYS + 32 * self.n, 26), dtype=np.int8)
        self._used = 0
        self._sources: Boards = np.empty((kernels.MAX_PLAYS, 4), dtype=np.int8)
        self._low_first: SignedBytes = np.empty(kernels.MAX_PLAYS, dtype=np.int8)
        self._keys: Keys = np.empty(kernels.MAX_PLAYS, dtype=np.uint64)
        self._events: Longs = np.empty(self.n, dtype=np.int64)
        self._no_dice: SignedBytes = np.zeros((self.n, 2), dtype=np.int8)

    # Starting

    def reset(self, seed: int | Sequence[int] | None = None) -> npt.NDArray[Any]:
        """Start all games anew, and observe them.

        With one seed, game i has the seed `seed + i`; several are those of the games. Equal seeds and actions give
        equal games, on every machine. Without a seed the generators go on, or start by chance.
        """
        if seed is None:
            if not self._generators.any():
                self._generators[:, 0] = np.random.SeedSequence().generate_state(self.n, np.uint64)
        else:
            seeds = range(seed, seed + self.n) if isinstance(seed, int) else list(seed)
            if len(seeds) != self.n:
                raise InvalidSettings(
                    text("{n} games need as many seeds, not {number}", n=self.n, number=shown(len(seeds)))
                )
            self._generators[:, 0] = [np.random.SeedSequence(one).generate_state(1, np.uint64)[0] for one in seeds]
        self._restart(np.arange(self.n))
        self._throw(self._no_dice)
        return self.observe()

    def restart(self, games: npt.ArrayLike) -> npt.NDArray[Any]:
        """Start some games anew, given by numbers or flags, and observe all. Their generators go on."""
        self._restart(np.arange(self.n)[np.asarray(games)])
        self._throw(self._no_dice)
        return self.observe()

    def _restart(self, games: Longs) -> None:
        self._boards[games] = self._start[0]
        self._numbers[games] = 0
        self._numbers[games, kernels.NODE] = self._table.first

    # Acting

    def step(self, actions: npt.ArrayLike) -> StepResult:
        """Make an action in every game and throw the dice that follow. Actions in games that are over do nothing."""
        result = self._act(actions)
        self._throw(self._no_dice)
        return result._replace(observations=self.observe())

    def act(self, actions: npt.ArrayLike) -> StepResult:
        """Make an action in every game, and leave those that need dice at their chance node: see `step_with`."""
        result = self._act(actions)
        self._list_actions()
        return result._replace(observations=self.observe())

    def step_with(self, dice: npt.ArrayLike) -> npt.NDArray[Any]:
        """Throw these dice, one pair for each game at a chance node, and observe what follows.

        For an opening roll the first die is White's. Pairs of zeros are thrown by the games' own generators; pairs of
        games that are at no chance node are ignored.
        """
        given = np.ascontiguousarray(dice, dtype=np.int8)
        if (
            given.shape != (self.n, 2)
            or not ((given == 0).all(axis=1) | ((given >= 1) & (given <= 6)).all(axis=1)).all()
        ):
            raise InvalidSettings(text("dice are {n} pairs of numbers from 1 to 6, or of zeros", n=self.n))
        self._throw(given)
        return self.observe()

    def _act(self, actions: npt.ArrayLike) -> StepResult:
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.n,):
            raise InvalidSettings(text("{n} games need as many actions, not {number}", n=self.n, number=chosen.size))
        table, numbers = self._table, self._numbers
        nodes = numbers[:, kernels.NODE].copy()
        players = table.facts[nodes, kernels.ACTOR]
        left = kernels.make_actions(
            self._boards, numbers, table.facts, table.following, self._afterstates, chosen,
            self._first_cube_action, self._by_steps, self._bear_off, self._events,
        )  # fmt: skip
        rewards = np.zeros(self.n)
        terminations, truncations, illegal = (np.zeros(self.n, dtype=bool) for _ in range(3))
        final_boards = self._boards
        if left:
            final_boards = self._boards.copy()
            for game in np.flatnonzero(self._events != kernels.DONE).tolist():
                rewards[game], illegal[game] = self._finish_action(game)
            terminations = (numbers[:, kernels.NODE] == table.over) & (nodes != table.over)
        if self.max_steps is not None:
            truncations = (numbers[:, kernels.DECISIONS] >= self.max_steps) & ~terminations
            final_boards = self._boards.copy() if final_boards is self._boards else final_boards
        if self.autoreset and (left or self.max_steps is not None):
            ended = np.flatnonzero(terminations | truncations)
            if ended.size:
                self._restart(ended)
        return StepResult(self._boards, rewards, terminations, truncations, players, illegal, final_boards)

    def _finish_action(self, game: int) -> tuple[float, bool]:
        """Finish what the kernel left: the reward of the player who acted, and whether the action was illegal."""
        table, numbers = self._table, self._numbers[game]
        node, event = int(numbers[kernels.NODE]), int(self._events[game])
        state = table.states[node]
        if event == kernels.ILLEGAL:
            numbers[kernels.NODE] = table.over
            return -self.settings.worst(state), True
        if event == kernels.WON:
            loser_view = to_position(self._boards[game], self._checkers).flipped()
            win, _ = judge_position(loser_view, (state.to_act or Player.WHITE).opponent, self.settings.rules)
            event += int(win) - 1
        numbers[kernels.NODE] = table.follow(node, event)
        gain = float(table.gains[node, event])
        return (-gain if table.facts[node, kernels.ACTOR] else gain), False

    def _throw(self, dice: SignedBytes) -> None:
        table = self._table
        kernels.throw_dice(
            self._boards, self._numbers, self._generators, table.facts, table.following, self._start, dice
        )
        self._list_actions()

    def _list_actions(self) -> None:
        """Note what may be done in every game."""
        facts = self._table.facts
        if self._by_steps:
            kernels.list_steps(self._boards, self._numbers, facts, self._bear_off)
            return
        game, used = 0, 0
        while game < self.n:
            game, used = kernels.list_afterstates(
                self._boards, self._numbers, facts, self._bear_off, self._afterstates,
                self._sources, self._low_first, self._keys, game, used,
            )  # fmt: skip
            if game < self.n:
                self._afterstates = np.concatenate([self._afterstates, np.empty_like(self._afterstates)])
        self._used = used

    # What is known

    def observe(self) -> npt.NDArray[Any]:
        """The observations of all games, one a row, each in the view of the player who decides."""
        return observe(self._boards, self._numbers, self._table.facts, self.encoding, self._checkers)

    @property
    def boards(self) -> Boards:
        """The boards, in the view of the players on roll. Don't change them: `set_state` and `set_positions` do."""
        return self._boards

    @property
    def afterstates(self) -> Boards:
        """All boards that can be chosen, those of game 0 first, in the view of the players who choose.

        Rows `offsets[i]` to `offsets[i + 1]` are those of game i. They change with the next step.
        """
        return self._afterstates[: self._used]

    @property
    def offsets(self) -> Longs:
        """Where the afterstates of each game begin, and at last how many there are."""
        return np.append(self._numbers[:, kernels.FIRST], self._used)

    @property
    def dice(self) -> Ints:
        """The rolls on the table, higher die first; zeros where there is none."""
        dice = self._numbers[:, [kernels.HIGH, kernels.LOW]]
        dice[self._table.facts[self._numbers[:, kernels.NODE], kernels.KIND] != kernels.TO_PLAY] = 0
        return dice

    @property
    def players(self) -> Ints:
        """Who decides in each game: 0 White, 1 Black."""
        return self._facts_of(kernels.ACTOR)

    @property
    def is_over(self) -> Flags:
        """Which games have ended and do not start again by themselves."""
        over: Flags = self._numbers[:, kernels.NODE] == self._table.over
        return over

    @property
    def is_chance(self) -> Flags:
        """Which games wait for dice, after `act`."""
        waits: Flags = self._facts_of(kernels.KIND) <= kernels.TO_ROLL
        return waits

    def _facts_of(self, fact: int) -> Ints:
        found: Ints = self._table.facts[self._numbers[:, kernels.NODE], fact]
        return found

    def action_masks(self) -> SignedBytes:
        """Which actions are legal in each game: a row of zeros and ones for each."""
        masks: SignedBytes = np.empty((self.n, self.action_count), dtype=np.int8)
        table = self._table
        kernels.fill_masks(self._numbers, table.facts, table.following, self._first_cube_action, self._by_steps, masks)
        return masks

    def random_actions(self) -> Longs:
        """An action for each game, evenly chosen among the legal ones by the game's own generator."""
        actions: Longs = np.empty(self.n, dtype=np.int64)
        table = self._table
        kernels.choose_randomly(
            self._numbers, table.facts, table.following, self._generators,
            self._first_cube_action, self._by_steps, actions,
        )  # fmt: skip
        return actions

    def best_actions(self, values: npt.ArrayLike) -> Longs:
        """The action of each game with the highest value, given one value for each row of `afterstates`.

        In games that wait for something else than a play, it is to roll, or to take where a double was offered.
        """
        worth = np.asarray(values, dtype=np.float64).ravel()
        if len(worth) != self._used:
            raise InvalidSettings(
                text("{n} afterstates need as many values, not {number}", n=self._used, number=len(worth))
            )
        counts = self._numbers[:, kernels.COUNT]
        actions = np.full(self.n, self._first_cube_action, dtype=np.int64)
        actions[self._facts_of(kernels.KIND) == kernels.TO_ANSWER] = cube_action(self.style, Action.TAKE)
        playing = np.flatnonzero(counts)
        if playing.size:
            starts = self._numbers[playing, kernels.FIRST]
            order = np.lexsort((-worth, np.repeat(playing, counts[playing])))
            actions[playing] = order[starts] - starts
        return actions

    # Planning

    def chance_outcomes(self) -> tuple[SignedBytes, Doubles]:
        """What dice can be thrown where games wait for them, after `act`: 36 pairs, and their chances in each game.

        An ordinary roll is one of the first 21. In an opening roll the first die is White's; ties have no chance where
        they are thrown again. The chances of a game at no chance node are all 0.
        """
        facts = self._table.facts[self._numbers[:, kernels.NODE]]
        chances = np.zeros((self.n, 36))
        chances[facts[:, kernels.KIND] == kernels.TO_ROLL] = ROLL_CHANCES
        opening = facts[:, kernels.KIND] == kernels.TO_OPEN
        ties = facts[:, kernels.TIES_COUNT] == 1
        chances[opening & ties] = 1 / 36
        chances[opening & ~ties] = np.where(TIES, 0.0, 1 / 30)
        return ORDERED_ROLLS.copy(), chances

    def copy(self) -> BatchedBackgammon:
        """A batch with the same games, which goes its own way from here."""
        other = object.__new__(BatchedBackgammon)
        other.__dict__.update(self.__dict__)
        other._boards, other._numbers = self._boards.copy(), self._numbers.copy()
        other._generators = self._generators.copy()
        other._make_buffers()
        other._list_actions()
        return other

    def get_state(self) -> BatchState:
        """Where all games stand, dice and generators included."""
        return BatchState(self._boards.copy(), self._numbers.copy(), self._generators.copy(), self._table)

    def set_state(self, state: BatchState) -> npt.NDArray[Any]:
        """Put the games where others stand or stood, of this batch or one with the same settings; observe them."""
        if len(state) != self.n or state.table.settings != self.settings:
            raise InvalidSettings(text("the state is not one of {n} games by the same settings", n=self.n))
        self._boards[:] = state.boards
        self._numbers[:] = state.numbers
        self._generators[:] = state.generators
        if state.table is not self._table:
            nodes = [self._table.adopt(state.table, int(node)) for node in state.numbers[:, kernels.NODE]]
            self._numbers[:, kernels.NODE] = nodes
        self._list_actions()
        return self.observe()

    def set_positions(self, positions: Sequence[Position], dice: npt.ArrayLike | None = None) -> npt.NDArray[Any]:
        """Begin all games from positions, each in the view of White, who is on roll; observe them.

        `dice` are thrown as in `step_with`. With a cube White may double before, so that there are no dice yet.
        """
        if len(positions) != self.n or any(position.checkers != self._checkers for position in positions):
            raise InvalidSettings(
                text("{n} games need as many positions of {checkers} checkers", n=self.n, checkers=self._checkers)
            )
        self._boards[:] = [position.points for position in positions]
        self._numbers[:] = 0
        self._numbers[:, kernels.NODE] = self._table.white_to_roll()
        return self.step_with(self._no_dice if dice is None else dice)
