"""What `Engine` answers: `Evaluation` of a position, `Analysis` of a decision.

All equities are normalised (1 is what winning the number on the cube gives) and, unless they are called cubeless, heed
cube, score and rules. Each answer says whose view it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sixprime.core import hooks
from sixprime.core.dice import Roll, RollLike
from sixprime.core.errors import InvalidRoll
from sixprime.core.match.events import Action
from sixprime.core.match.results import Win
from sixprime.core.players import Player
from sixprime.core.plays import Play
from sixprime.engine.chances import Chances
from sixprime.messages import Message, text

if TYPE_CHECKING:
    from sixprime.core.match.states import State
    from sixprime.engine.cube.decisions import CubeDecision
    from sixprime.engine.cube.views import CubeView


ACTION_WORDS: Mapping[Action, Message] = {
    Action.ROLL: text("roll"),
    Action.DOUBLE: text("double"),
    Action.TAKE: text("take"),
    Action.DROP: text("drop"),
    Action.BEAVER: text("beaver it"),
    Action.RACCOON: text("raccoon it"),
    Action.RESIGN: text("give up"),
    Action.ACCEPT: text("accept the resignation"),
    Action.DECLINE: text("decline the resignation"),
}
"""What advice calls each action."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth to the player on roll, before the roll.

    >>> from sixprime import Engine, Position
    >>> with Engine(plies=0, threads=1) as engine:
    ...     evaluation = engine.evaluate(Position.standard())
    >>> evaluation.depth
    0
    >>> evaluation.cubeless == evaluation.chances.equity
    True
    """

    chances: Chances
    equity: float
    """With the cube, if both use it well."""
    depth: int
    """How many plies ahead was looked."""

    @property
    def cubeless(self) -> float:
        """The equity for money if nobody had a cube."""
        return self.chances.equity


@dataclass(frozen=True, slots=True)
class AnalysedPlay:
    """A legal play, and what it is worth to the player who makes it.

    >>> from sixprime import Engine, Situation
    >>> opening = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    >>> with Engine(plies=0, threads=1) as engine:
    ...     first, second, *_ = engine.analyse(opening).plays
    >>> print(first.play)
    8/5 6/5
    >>> first.loss, second.loss > 0
    (0.0, True)
    """

    play: Play
    chances: Chances
    equity: float
    loss: float
    """How much less that is than the best play's; 0 for the best."""
    depth: int
    """How many plies ahead was looked. Plays that were seen less deeply stand behind all that were seen more deeply."""
    match_chance: float | None = None
    """The chance to win the match; None for money."""

    @property
    def action(self) -> Action:
        return Action.PLAY

    def __str__(self) -> str:
        return str(self.play)


@dataclass(frozen=True, slots=True)
class AnalysedAction:
    """Something other than a play that the player may do, and what it is worth to that player.

    >>> from sixprime import Engine, Situation
    >>> before_the_roll = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10")
    >>> with Engine(plies=0, threads=1) as engine:
    ...     print(*engine.analyse(before_the_roll).actions)
    roll double
    """

    action: Action
    equity: float
    loss: float
    """How much less that is than the best action's; 0 for the best."""

    def __str__(self) -> str:
        return self.action.value


@dataclass(frozen=True, slots=True)
class Analysis:
    """The decision that stands in a situation: what the player may do, the best first.

    >>> from sixprime import Engine, Situation
    >>> opening = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10")
    >>> with Engine(plies=0, threads=1) as engine:
    ...     analysis = engine.analyse(opening)
    >>> print(analysis.best.play)
    13/7 8/7
    >>> analysis.equity == analysis.best.equity
    True
    """

    player: Player
    """Who decides. Chances and equities are this player's, but for those of `cube`."""
    plays: tuple[AnalysedPlay, ...]
    """The legal plays of the roll; none if there is no roll, or if nothing can be moved."""
    actions: tuple[AnalysedAction, ...]
    """What else may be decided: doubling or rolling, taking or dropping, accepting or declining. None where there is a
    roll to play. Equities of answers to a double are in units of the cube before it was turned."""
    chances: Chances
    """After the best play, or after none where nothing can be moved; without a roll, as the position stands."""
    equity: float
    """What the situation is worth if the best is done."""
    depth: int
    """How many plies ahead was looked."""
    cube: CubeDecision | None = None
    """The cube decision of the player on roll, in that player's view, who need not be `player`: where a double waits
    for its answer, it is the decision that the doubler had. None where there is a roll to play, where a beaver or a
    raccoon waits for its answer, and where a resignation does."""
    resignation: Win | None = None
    """What the player on roll may as well resign, because the game is lost and it costs nothing; None to play on."""
    state: State | None = field(default=None, repr=False, compare=False)
    """Where the decision stands, with its rules; None if nobody has said."""

    @property
    def best(self) -> AnalysedPlay | AnalysedAction | None:
        """The best play or action; None where a roll leaves nothing to play."""
        ranked = self.plays or self.actions
        return ranked[0] if ranked else None

    def __str__(self) -> str:
        """What may be done and what it is worth, a line for each; what the position is worth where there is nothing."""
        ranked = [f"{entry} {entry.equity:+.4f}" for entry in self.plays or self.actions]
        return "\n".join(ranked) or f"{self.equity:+.4f}"

    def _repr_svg_(self) -> str | None:
        """The board with the best play as SVG, which notebooks show; None if `state` is not known."""
        picture: str | None = hooks.ask("analysis svg", self)
        return picture

    def _repr_html_(self) -> str:
        """The board with what may be done, the best first, which notebooks show."""
        return str(hooks.ask("analysis html", self))

    @property
    def best_play(self) -> Play | None:
        """The best play; None without a roll, and where nothing can be moved."""
        return self.plays[0].play if self.plays else None


@dataclass(frozen=True, slots=True)
class AnalysedRoll:
    """A roll, and what it is worth to the player who rolls it, if it is played well.

    >>> from sixprime import Engine, Position, Situation
    >>> with Engine(plies=0, threads=1) as engine:
    ...     rolls = engine.analyse_rolls(Situation(Position.standard())).rolls
    >>> len(rolls), sum(entry.ways for entry in rolls)
    (21, 36)
    """

    roll: Roll
    equity: float
    match_chance: float | None
    """The chance to win the match; None for money."""

    @property
    def ways(self) -> int:
        """In how many of the 36 ways two dice can fall it comes up."""
        return 1 if self.roll.is_double else 2


@dataclass(frozen=True, slots=True)
class RollAnalysis:
    """What all the rolls of a player are worth.

    >>> from sixprime import Engine, Position, Roll, Situation
    >>> with Engine(plies=0, threads=1) as engine:
    ...     rolls = engine.analyse_rolls(Situation(Position.standard()))
    >>> rolls.luck(Roll(6, 6)) > 0.2 and rolls.luck("41") < 0
    True
    """

    player: Player
    rolls: tuple[AnalysedRoll, ...]
    mean: float
    """The mean of the equities, each roll weighted by how often it comes up."""
    mean_match_chance: float | None
    chances: Chances
    """The player's chances before the roll."""

    @classmethod
    def of(
        cls,
        player: Player,
        values: Sequence[tuple[Roll, float]],
        chances: Chances,
        view: CubeView,
        against: float | None = None,
    ) -> RollAnalysis:
        """From the values of rolls, as chances to win the match or as equities for money.

        `against` is the mean of the other player's rolls, for an opening roll, which may be either's.
        """
        money = view.is_money
        equities = view.equities([value for _, value in values])
        rolls = tuple(
            AnalysedRoll(roll, equity, None if money else value)
            for (roll, value), equity in zip(values, equities, strict=True)
        )
        mean = sum(entry.ways * value for entry, (_, value) in zip(rolls, values, strict=True))
        mean /= sum(entry.ways for entry in rolls)
        if against is not None:
            mean = (mean + against) / 2
        return cls(player, rolls, view.equity(mean), None if money else mean, chances)

    def find(self, roll: RollLike) -> AnalysedRoll:
        """What is known of a roll, in whichever order its dice are."""
        numbers = Roll.of(roll).numbers
        found = next((entry for entry in self.rolls if entry.roll.numbers == numbers), None)
        if found is None:
            raise InvalidRoll(text("an opening roll is not a double"))
        return found

    def luck(self, roll: RollLike) -> float:
        """By how much a roll is better than the mean, as an equity."""
        return self.find(roll).equity - self.mean

    def match_luck(self, roll: RollLike) -> float | None:
        """By how much a roll is better than the mean, as a chance to win the match; None for money."""
        chance = self.find(roll).match_chance
        return None if chance is None or self.mean_match_chance is None else chance - self.mean_match_chance
