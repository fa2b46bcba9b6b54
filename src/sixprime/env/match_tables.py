"""`MatchTable`: everything about a match but the checkers, as a table that kernels look up.

A node is a state of a match without its board: score, cube, who is to act, what is waited for. What may be done at a
node, and where it leads, is asked of `sixprime.core` once and kept; no rule is written here. Nodes are made when they
are first reached: a match to 25 with its cube has more than any batch of games will see.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sixprime.compiled.arrays import Doubles, Ints
from sixprime.core import Action, Phase, Player, Position, Roll, State, Win
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import action_refusal, advance, first_state
from sixprime.env import batch_kernels as kernels
from sixprime.env.actions import CUBE_ACTIONS
from sixprime.env.settings import GameSettings

SMALL_ROLL = Roll(2, 1)
_CUBE_EVENTS: dict[Action, Callable[[Player], ev.Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
}


class MatchTable:
    """The nodes of all games that are played by the same settings.

    Row n of `following` has the node that each event leads to from node n, `kernels.ILLEGAL` where it may not happen
    and `kernels.UNKNOWN` where nobody has asked yet; `gains` has what White wins by it; `facts` what an observation
    tells of the node.
    """

    def __init__(self, settings: GameSettings) -> None:
        self.settings = settings
        self.states: list[State] = []
        self.rolling: list[bool] = []
        """Whether the player on roll of each node has chosen to roll, and might have doubled."""
        self._numbers: dict[tuple[State, bool], int] = {}
        self.following: Ints = np.empty((0, kernels.EVENTS), dtype=np.int32)
        self.gains: Doubles = np.empty((0, kernels.EVENTS), dtype=np.float64)
        self.facts: Ints = np.empty((0, kernels.FACTS), dtype=np.int32)
        self._grow()
        over = first_state(settings.rules, settings.length).changed(phase=Phase.OVER)
        self.over = self._number_of(over)
        """The node of a game that has ended."""
        self.first = self._number_of(first_state(settings.rules, settings.length))
        """The node before the first opening roll."""

    def _grow(self) -> None:
        more = max(64, len(self.following))
        unknown = np.full((more, kernels.EVENTS), kernels.UNKNOWN, dtype=np.int32)
        self.following = np.concatenate([self.following, unknown])
        self.gains = np.concatenate([self.gains, np.zeros((more, kernels.EVENTS))])
        self.facts = np.concatenate([self.facts, np.zeros((more, kernels.FACTS), dtype=np.int32)])

    def number_of(self, state: State) -> int:
        """The node of a state of a match, whatever its board and its roll."""
        return self._number_of(self._bare(state))

    def white_to_roll(self) -> int:
        """The node at which White begins the first game by rolling, as from a position that has been set up."""
        start = first_state(self.settings.rules, self.settings.length)
        return self.number_of(start.changed(phase=Phase.TO_ROLL, on_roll=Player.WHITE))

    def adopt(self, other: MatchTable, number: int) -> int:
        """The node here that is the one of a number in another table by the same settings."""
        return self._number_of(other.states[number], rolling=other.rolling[number])

    def _bare(self, state: State) -> State:
        """A state without what does not matter to a node."""
        return state.changed(
            position=self.settings.rules.start, roll=None, history=None, result=None, game=1,
            score=(0, 0) if state.length is None else state.score,
        )  # fmt: skip

    def _number_of(self, state: State, *, rolling: bool = False) -> int:
        """The node of a bare state; `rolling` if the player on roll, who might have doubled, has chosen to roll."""
        known = self._numbers.get((state, rolling))
        if known is not None:
            return known
        number = len(self.states)
        if number == len(self.following):
            self._grow()
        self._numbers[state, rolling] = number
        self.states.append(state)
        self.rolling.append(rolling)
        self._note_facts(number, state, rolling)
        if self.facts[number, kernels.KIND] == kernels.TO_CHOOSE:
            self.following[number, kernels.ROLLED] = self._number_of(state, rolling=True)
        # The kernels follow these without asking; they lead to few further nodes.
        for event in range(kernels.EVENTS):
            if event in kernels.DICE_EVENTS or event == kernels.PLAYED:
                self.follow(number, event)
            elif kernels.DOUBLED <= event <= kernels.RACCOONED and not self._may(state, event):
                self.following[number, event] = kernels.ILLEGAL
        return number

    def _may(self, state: State, event: int) -> bool:
        action = CUBE_ACTIONS[event - kernels.ROLLED]
        return action_refusal(state, action, state.to_act) is None

    def _note_facts(self, number: int, state: State, rolling: bool) -> None:
        facts = self.facts[number]
        actor = state.to_act or Player.WHITE
        if state.phase is Phase.TO_ROLL:
            chooses = not rolling and self._may(state, kernels.DOUBLED)
            kind = kernels.TO_CHOOSE if chooses else kernels.TO_ROLL
        else:
            kind = _KINDS[state.phase]
        facts[kernels.KIND] = kind
        facts[kernels.ACTOR] = list(Player).index(actor)
        facts[kernels.FLIPPED] = state.on_roll is not None and actor is not state.on_roll
        facts[kernels.TIES_COUNT] = state.phase is Phase.OPENING and advance(state, ev.OpeningRolled(1, 1)) != state
        note_context(facts, state, actor)

    def follow(self, number: int, event: int) -> int:
        """The node to which an event leads, or `kernels.ILLEGAL`."""
        known = int(self.following[number, event])
        if known != kernels.UNKNOWN:
            return known
        before = self.states[number]
        happened = self._example(before, event)
        if happened is None:
            self.following[number, event] = kernels.ILLEGAL
            return kernels.ILLEGAL
        state, happening = happened
        after = advance(state, happening)
        gain = self.settings.gain(state, after)
        ended = gain is not None and self.settings.ends_episode(after)
        node = self.over if ended else self.number_of(after)
        self.following[number, event] = node
        self.gains[number, event] = gain or 0.0
        return node

    def _example(self, state: State, event: int) -> tuple[State, ev.Event] | None:
        """A state with a board and an event by which something happens at a node; None if it cannot."""
        player = state.to_act
        if state.phase is Phase.OPENING:
            dice = {kernels.WHITE_BEGINS: (2, 1), kernels.BLACK_BEGINS: (1, 2), kernels.TIED: (1, 1)}.get(event)
            return None if dice is None else (state, ev.OpeningRolled(*dice))
        if player is None:
            return None
        if state.phase is Phase.TO_PLAY:
            return _example_of_play(state, player, event)
        if event == kernels.ROLLED and state.phase is Phase.TO_ROLL:
            return state, ev.Rolled(player, SMALL_ROLL)
        if kernels.DOUBLED <= event <= kernels.RACCOONED and self._may(state, event):
            return state, _CUBE_EVENTS[CUBE_ACTIONS[event - kernels.ROLLED]](player)
        return None


_KINDS = {
    Phase.OPENING: kernels.TO_OPEN,
    Phase.TO_PLAY: kernels.TO_PLAY,
    Phase.TO_ANSWER_CUBE: kernels.TO_ANSWER,
    Phase.OVER: kernels.OVER,
}


def _example_of_play(state: State, player: Player, event: int) -> tuple[State, ev.Event] | None:
    """A board on which a play ends the game as asked, or does not end it."""
    checkers = state.rules.start.checkers
    if event == kernels.PLAYED:
        position = Position.of({13: checkers}, {13: checkers}, checkers)
        state = state.changed(position=position, roll=SMALL_ROLL)
        return state, ev.Played(player, state.legal_plays[0].pairs)
    if not kernels.WON <= event < kernels.WON + 3 or (event == kernels.WON and checkers == 1):
        return None
    losers = {Win.SINGLE: {1: checkers - 1}, Win.GAMMON: {6: checkers}, Win.BACKGAMMON: {25: checkers}}
    position = Position.of({1: 1}, losers[Win(event - kernels.WON + 1)], checkers)
    return state.changed(position=position, roll=SMALL_ROLL), ev.Played(player, ((1, 0),))


def note_context(facts: Ints, state: State, player: Player) -> None:
    """Write down what observations tell besides checkers and dice, in the view of a player."""
    context = facts[kernels.CONTEXT :]
    context[:] = 0
    phase = kernels.PHASES.get(_KINDS.get(state.phase, kernels.TO_CHOOSE))
    if phase is not None:
        context[phase] = 1
    owner = state.cube.owner
    context[kernels.CUBE_LOG] = state.cube.value.bit_length() - 1
    context[kernels.CUBE_MINE + (0 if owner is player else 1 if owner is player.opponent else 2)] = 1
    if state.offer is not None:
        context[kernels.OFFERED_LOG] = state.offer.value.bit_length() - 1
    if state.length is not None:
        context[kernels.IS_MATCH] = 1
        context[kernels.AWAY] = max(state.length - state.points_of(player), 0)
        context[kernels.OPPONENT_AWAY] = max(state.length - state.points_of(player.opponent), 0)
    context[kernels.IS_CRAWFORD] = state.is_crawford
    context[kernels.CRAWFORD_OVER] = state.crawford_over
    context[kernels.GAMMONS_COUNT] = state.gammons_count
