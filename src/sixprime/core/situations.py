"""`Situation`: a moment of a game as an id or a board shows it, without what happened before.

White and Black are the same players in every format: White is O, Black is X. `position` is in the view of the player on
roll, as in `Match`; score, cube owner and resignation are given by player and depend on no view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from sixprime.core import hooks
from sixprime.core.dice import Roll, RollLike
from sixprime.core.errors import IllegalAction, InvalidRoll, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.cubes import CENTRED, Cube, Offer
from sixprime.core.match.matches import Match
from sixprime.core.match.results import Win
from sixprime.core.match.states import MAX_LENGTH, Phase, State, seen_by
from sixprime.core.players import Player
from sixprime.core.positions import Position
from sixprime.core.rules import CUBE_CEILING, STANDARD, OpeningTie, RuleSet
from sixprime.messages import Message, listed, shown, text


class InvalidSituation(SixprimeError):
    """The fields of a situation contradict each other.

    >>> Situation(Position.standard(), length=5, score=(5, 0))
    Traceback (most recent call last):
        ...
    sixprime.core.situations.InvalidSituation: the score 5-0 is not possible here
    """


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a game at which somebody has to decide.

    `jacoby`, `beavers` and `cube_limit` are None if they are not known, as an id may not have them. In a match the
    first two are always None, because they are rules of money play.

    `roll` may be given in any form that `Roll.of` understands.

    >>> situation = Situation(Position.standard(), Player.BLACK, roll=(1, 3), length=7)
    >>> situation.to_act, situation.roll
    (Player.BLACK, Roll(first=3, second=1))
    """

    position: Position
    """As the player on roll sees it; as White does, while nobody is on roll."""
    on_roll: Player | None = Player.WHITE
    """Whose turn it is; None before the opening roll. A player who has doubled is still on roll."""
    cube: Cube = Cube()
    """The cube; if a double waits for an answer, the cube before it."""
    roll: Roll | None = None
    """The dice on the table, the higher one first."""
    offer: Offer | None = None
    """A double or raccoon by the player on roll, or a beaver by the other, that waits for its answer."""
    resignation: Win | None = None
    """What `resigned_by` offers to lose."""
    resigned_by: Player | None = None
    length: int | None = None
    """How many points the match is played to; None for money play."""
    score: tuple[int, int] = (0, 0)
    """White's points, Black's points."""
    crawford: bool = False
    """Whether this is the Crawford game."""
    jacoby: bool | None = None
    beavers: bool | None = None
    cube_limit: int | None = None
    """The highest value of the cube, 1 if there is no cube; None for no limit, or if it is not known."""

    if TYPE_CHECKING:  # what type checkers cannot see in the fields: a roll may be given in any form

        def __init__(
            self,
            position: Position,
            on_roll: Player | None = Player.WHITE,
            cube: Cube = CENTRED,
            roll: RollLike | None = None,
            offer: Offer | None = None,
            resignation: Win | None = None,
            resigned_by: Player | None = None,
            length: int | None = None,
            score: tuple[int, int] = (0, 0),
            crawford: bool = False,
            jacoby: bool | None = None,
            beavers: bool | None = None,
            cube_limit: int | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        given: object = self.roll
        if isinstance(given, tuple | list | str):
            try:
                object.__setattr__(self, "roll", Roll.of(given))
            except InvalidRoll as error:
                raise InvalidSituation(error.message) from None
        problems = list(self._wrong_kinds()) or list(self._problems())
        if problems:
            raise InvalidSituation(listed(problems))
        if self.roll is not None:
            object.__setattr__(self, "roll", Roll(self.roll.high, self.roll.low))

    def _wrong_kinds(self) -> Iterator[Message]:
        for name, kinds in _KINDS.items():
            value: object = getattr(self, name)
            right = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
            if right and name == "cube":
                right = isinstance(getattr(value, "owner", None), Player | None)
            if right and isinstance(value, tuple):
                right = len(value) == 2 and all(type(points) is int for points in value)
            if not right:
                yield text("{name} cannot be {value}", name=name, value=shown(value))

    def _problems(self) -> Iterator[Message]:
        if self.length is not None and not 1 <= self.length <= MAX_LENGTH:
            yield text(
                "the length of a match is 1 to {most} points, not {length}", most=MAX_LENGTH, length=shown(self.length)
            )
        elif any(points < 0 or (self.length is not None and points >= self.length) for points in self.score):
            yield text("the score {score} is not possible here", score=f"{self.score[0]}-{self.score[1]}")
        yield from self._cube_problems()
        if self.crawford and not self._may_be_crawford():
            yield text("this cannot be the Crawford game")
        if self.length is not None and (self.jacoby is not None or self.beavers is not None):
            yield text("the Jacoby rule and beavers are for money play, not for matches")
        if (self.resignation is None) is not (self.resigned_by is None):
            yield text("a resignation needs both what is offered and who offers it")
        if self.offer is not None and (self.roll is not None or self.resignation is not None):
            yield text("while an offered cube waits, nobody has rolled or offers to resign")
        if self.on_roll is None and (self.roll is not None or self.offer is not None or self.cube.owner is not None):
            yield text("before the opening roll nobody can have rolled, doubled or taken the cube")

    def _cube_problems(self) -> Iterator[Message]:
        value, owner = self.cube.value, self.cube.owner
        if not _is_cube_number(value) or value > (self.cube_limit or CUBE_CEILING):
            yield text("the cube cannot show {value}", value=shown(value))
        if self.cube_limit is not None and not _is_cube_number(self.cube_limit):
            yield text(
                "the cube's limit is a power of two from 1 to {ceiling}, not {limit}",
                ceiling=CUBE_CEILING,
                limit=shown(self.cube_limit),
            )
        if owner is not None and value == 1:
            yield text("a cube at 1 is in the middle and has no owner")
        elif self.offer is not None and self.on_roll is not None and not self.cube.may_be_turned_by(self.on_roll):
            yield text("{owner} owns the cube and alone may double", owner=self.on_roll.opponent.label)
        if self.offer in (Offer.BEAVER, Offer.RACCOON) and self.length is not None:
            yield text("beavers and raccoons are for money play, not for matches")

    def _may_be_crawford(self) -> bool:
        if self.length is None or self.length == 1 or self.cube != Cube() or self.offer is not None:
            return False
        return max(self.score) == self.length - 1 and self.score[0] != self.score[1]

    # What follows from the fields

    @property
    def is_money(self) -> bool:
        return self.length is None

    @property
    def is_match_point(self) -> bool:
        """Whether a player needs only one more point."""
        return self.length is not None and max(self.score) == self.length - 1

    @property
    def to_act(self) -> Player | None:
        """Whose decision it is; None before the opening roll."""
        if self.resigned_by is not None:
            return self.resigned_by.opponent
        if self.on_roll is None or self.offer is None:
            return self.on_roll
        return self.on_roll if self.offer is Offer.BEAVER else self.on_roll.opponent

    @property
    def rules(self) -> RuleSet:
        """The rules as far as they are known here; what is not known is as in the standard rules.

        >>> Situation(Position.standard(), jacoby=True).rules.jacoby
        True
        """
        return self._rules(STANDARD)

    def position_for(self, player: Player) -> Position:
        """The position as a player sees it."""
        return seen_by(player, self.position, self.on_roll)

    def points_of(self, player: Player) -> int:
        """What a player has scored in the match or session."""
        return self.score[0] if player is Player.WHITE else self.score[1]

    def with_colours_swapped(self) -> Situation:
        """This situation with the players' colours swapped."""
        owner = self.cube.owner
        return replace(
            self,
            position=self.position.flipped() if self.on_roll is None else self.position,
            on_roll=self.on_roll and self.on_roll.opponent,
            cube=Cube(self.cube.value, owner and owner.opponent),
            resigned_by=self.resigned_by and self.resigned_by.opponent,
            score=(self.score[1], self.score[0]),
        )

    # From text

    @classmethod
    def parse(cls, pasted: str) -> Situation:
        """The situation in a text: any id, or a board in plain characters, alone or among other words.

        >>> import sixprime
        >>> sixprime.Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").roll
        Roll(first=3, second=1)
        """
        situation = hooks.ask("situation", pasted)
        assert isinstance(situation, Situation)
        return situation

    def _repr_svg_(self) -> str:
        """The board as SVG, which notebooks show."""
        return str(hooks.ask("svg", self))

    # From and to matches

    @classmethod
    def from_match(cls, match: Match) -> Self:
        """The situation of a match, which must not be over."""
        return cls.from_state(match.state)

    @classmethod
    def from_state(cls, state: State) -> Self:
        """The situation of a state of a match, which must not be over."""
        if state.phase is Phase.OVER:
            raise IllegalAction(text("the match is over"))
        rules, resignation = state.rules, state.resignation
        return cls(
            state.position,
            state.on_roll,
            state.cube,
            roll=state.roll,
            offer=state.offer.kind if state.offer else None,
            resignation=resignation.win if resignation else None,
            resigned_by=resignation.by if resignation else None,
            length=state.length,
            score=state.score,
            crawford=state.is_crawford,
            jacoby=rules.jacoby if state.is_money else None,
            beavers=rules.beavers if state.is_money else None,
            cube_limit=rules.cube_limit if rules.cube else 1,
        )

    def to_match(self, rules: RuleSet = STANDARD, *, names: Mapping[Player, str] | None = None) -> Match:
        """A match in this situation, which can be played on. Rules that are not known here are taken from `rules`.

        A situation that contradicts the rules is refused with the reason. So is a situation before the opening roll of
        any game but the first, because a match can be set up only with a player on roll.
        """
        match = Match(self._rules(rules), length=self.length, names=names)
        if self.on_roll is None:
            if self.score != (0, 0) or self.cube != Cube():
                raise IllegalAction(text("only the first game of a match can be set up before its opening roll"))
        else:
            setup = ev.PositionSet(self.position, self.on_roll, self.cube, self.score, self.crawford)
            for event in (setup, *self._events(self.on_roll)):
                match.apply(event)
        if self.resignation is not None and self.resigned_by is not None:
            match.resign(self.resignation, self.resigned_by)
        return match

    def _events(self, on_roll: Player) -> Iterator[ev.Event]:
        """The events since the player came on roll."""
        if self.roll is not None:
            yield ev.Rolled(on_roll, self.roll)
        if self.offer is not None:
            yield ev.Doubled(on_roll)
        if self.offer in (Offer.BEAVER, Offer.RACCOON):
            yield ev.Beavered(on_roll.opponent)
        if self.offer is Offer.RACCOON:
            yield ev.Raccooned(on_roll)

    def _rules(self, rules: RuleSet) -> RuleSet:
        """The given rules, changed to those that are known here."""
        changes: dict[str, object] = {}
        if self.cube_limit == 1:
            changes |= {"cube": False, "cube_limit": None, "beavers": False, "raccoons": False, "jacoby": False}
            changes |= {"opening_tie": OpeningTie.REROLL, "automatic_double_limit": None}
        elif self.cube_limit is not None:
            changes |= {"cube": True, "cube_limit": self.cube_limit}
        if self.jacoby is not None:
            changes["jacoby"] = self.jacoby
        if self.beavers is not None:
            changes |= {"beavers": self.beavers, "raccoons": rules.raccoons and self.beavers}
        if self.offer in (Offer.BEAVER, Offer.RACCOON):
            changes["beavers"] = True
        if self.offer is Offer.RACCOON:
            changes["raccoons"] = True
        if self.crawford:
            changes["crawford"] = True
        if self.on_roll is None:
            changes["start"] = self.position
        elif self.position.checkers != rules.start.checkers:
            # The start position determines the number of checkers; of the usual ones only hypergammon has fewer.
            few = self.position.checkers <= 3
            changes["start"] = Position.hypergammon(self.position.checkers) if few else self.position_for(Player.WHITE)
        return rules.replace(**changes)


_NOTHING = type(None)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "position": (Position,),
    "on_roll": (Player, _NOTHING),
    "cube": (Cube,),
    "roll": (Roll, _NOTHING),
    "offer": (Offer, _NOTHING),
    "resignation": (Win, _NOTHING),
    "resigned_by": (Player, _NOTHING),
    "length": (int, _NOTHING),
    "score": (tuple,),
    "crawford": (bool,),
    "jacoby": (bool, _NOTHING),
    "beavers": (bool, _NOTHING),
    "cube_limit": (int, _NOTHING),
}


def _is_cube_number(value: int) -> bool:
    return type(value) is int and 1 <= value <= CUBE_CEILING and value & (value - 1) == 0
