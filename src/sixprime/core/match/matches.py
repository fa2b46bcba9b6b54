"""`Match`: a match to N points or a money session, as the fold of its events under a rule set.

`advance` (in `transitions`) takes a state and an event and gives the next state, or refuses with the reason. `Match`
keeps the events and the states they led to, and has a method for each action. It has no dice, no clock and no players
of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Self

from sixprime.core import hooks
from sixprime.core.dice import Dice, Roll, RollLike, throw
from sixprime.core.errors import IllegalAction, InvalidRecord, InvalidRules, MalformedPlay, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.cubes import CENTRED, Cube
from sixprime.core.match.events import Action, Event
from sixprime.core.match.results import GameResult, MatchResult, Win
from sixprime.core.match.states import MAX_LENGTH, Phase, State
from sixprime.core.match.transitions import action_refusal, advance, first_state, legal_actions, refusal
from sixprime.core.players import Player
from sixprime.core.plays import LegalPlays, Play
from sixprime.core.positions import Position
from sixprime.core.rules import STANDARD, RuleSet
from sixprime.core.turns import Turn
from sixprime.messages import is_text, shown, text

MAX_NAME = 100


class Match:
    """A match to `length` points, or a money session where `length` is None.

    The state changes only by `apply`, which takes an event and checks it; `roll`, `play`, `double` and their
    like make the event and apply it. `undo` takes the last event back.

    >>> match = Match(length=5)
    >>> match.open((3, 1))  # White throws 3, Black 1: White begins
    Roll(first=3, second=1)
    >>> match.play("8/5 6/5")
    >>> match.roll("64")
    Roll(first=6, second=4)
    >>> match.to_act, len(match.legal_plays)
    (Player.BLACK, 11)
    """

    def __init__(
        self,
        rules: RuleSet = STANDARD,
        *,
        length: int | None = None,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        if not isinstance(rules, RuleSet):
            raise InvalidRules(
                text("rules are a RuleSet, such as RuleSet.preset('003-de'), not {value}", value=shown(rules))
            )
        if length is not None and (
            isinstance(length, bool) or not isinstance(length, int) or not 1 <= length <= MAX_LENGTH
        ):
            raise IllegalAction(
                text(
                    "the length of a match is 1 to {most} points, not {length}",
                    most=MAX_LENGTH,
                    length=shown(length),
                )
            )
        self.rules = rules
        self.length = length
        if not all(table is None or isinstance(table, Mapping) for table in (names, details)):
            raise IllegalAction(text("names and details are texts, and the names are those of White and Black"))
        self.names = {Player.WHITE: "", Player.BLACK: "", **(names or {})}
        texts = [*self.names.values(), *(details or {}), *(details or {}).values()]
        if len(self.names) > 2 or not all(is_text(word) for word in texts):
            raise IllegalAction(text("names and details are texts, and the names are those of White and Black"))
        if any(len(name) > MAX_NAME for name in self.names.values()):
            raise IllegalAction(text("a name has at most {most} letters", most=MAX_NAME))
        self.details = dict(details or {})
        self._events: list[Event] = []
        self._states: list[State] = [first_state(rules, length)]

    @classmethod
    def from_events(
        cls,
        events: Iterable[Event],
        rules: RuleSet = STANDARD,
        *,
        length: int | None = None,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
    ) -> Self:
        """Replay a list of events; an error names the first event that is not possible."""
        match = cls(rules, length=length, names=names, details=details)
        for number, event in enumerate(events, 1):
            try:
                match.apply(event)
            except SixprimeError as error:
                told = event.describe() if isinstance(event, Event) else shown(event)
                raise InvalidRecord(
                    text("event {number} ({event}): {why}", number=number, event=told, why=error.message)
                ) from error
        return match

    # What is known

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events)

    @property
    def version(self) -> int:
        """How many events have happened."""
        return len(self._events)

    @property
    def state(self) -> State:
        return self._states[-1]

    def state_at(self, version: int) -> State:
        """The state after the first `version` events."""
        if not 0 <= version <= self.version:
            raise IllegalAction(
                text("there is no version {version}: the match has {count} events", version=version, count=self.version)
            )
        return self._states[version]

    @property
    def is_money(self) -> bool:
        return self.length is None

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def to_act(self) -> Player | None:
        """Whose decision it is; None before an opening roll, which both throw, and when the match is over."""
        return self.state.to_act

    @property
    def on_roll(self) -> Player | None:
        """Whose turn it is at the board; that player's view is the view of `position`."""
        return self.state.on_roll

    @property
    def position(self) -> Position:
        """The position as the player on roll sees it (White, while nobody is)."""
        return self.state.position

    def position_for(self, player: Player) -> Position:
        """The position as a player sees it."""
        return self.state.position_for(player)

    @property
    def score(self) -> dict[Player, int]:
        return dict(zip(Player, self.state.score, strict=True))

    def away(self, player: Player) -> int | None:
        """How many points a player still needs; None in money play."""
        return None if self.length is None else max(self.length - self.score[player], 0)

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that have ended."""
        return self.state.results

    @property
    def result(self) -> MatchResult | None:
        """The end of the match, once it is over."""
        return self.state.result

    @property
    def ledger(self) -> list[tuple[GameResult, Decimal]]:
        """Money play: each game with what its loser pays the winner."""
        return [(game, game.amount(self.rules.stake)) for game in self.results] if self.is_money else []

    def balance(self, player: Player) -> Decimal:
        """Money play: what a player has won, or lost if negative."""
        return sum((amount if game.winner is player else -amount for game, amount in self.ledger), Decimal(0))

    @property
    def rolls(self) -> list[Roll]:
        """Every roll so far, opening throws included, which have White's die first."""
        return [
            Roll(event.white, event.black) if isinstance(event, ev.OpeningRolled) else event.roll
            for event in self._events
            if isinstance(event, ev.OpeningRolled | ev.Rolled)
        ]

    # What is possible

    def actions(self, player: Player) -> tuple[Action, ...]:
        """What a player may do now."""
        return legal_actions(self.state, player)

    def refusal(self, event: Event) -> SixprimeError | None:
        """Why an event is not possible now, or None if it is."""
        return refusal(self.state, event)

    @property
    def legal_plays(self) -> LegalPlays:
        """The plays of the roll on the table."""
        return self.state.legal_plays

    def turn(self) -> Turn:
        """The roll on the table, to be played step by step."""
        return self.state.turn()

    # What happens

    def apply(self, event: Event) -> None:
        """Add an event to the match. If it is not possible, nothing changes and the error says why."""
        self._states.append(advance(self.state, event))
        self._events.append(event)

    def open(self, dice: Dice | RollLike) -> Roll:
        """Both throw one die for the opening, White's first. On a tie the phase stays the opening.

        `dice` is a source of dice, or what they show: a `Roll`, two numbers or text such as "31".
        """
        self._require(Action.OPEN, None)
        roll = throw(dice)
        self.apply(ev.OpeningRolled(roll.first, roll.second))
        return roll

    def roll(self, dice: Dice | RollLike) -> Roll:
        """The player on turn rolls. `dice` is a source of dice, or what they show, as for `open`."""
        player = self._actor()
        self._require(Action.ROLL, player)
        roll = throw(dice)
        self.apply(ev.Rolled(player, roll))
        return roll

    def require_roll(self) -> None:
        """Raise an error with the reason if the player to act may not roll."""
        self._require(Action.ROLL, self._actor())

    def play(self, play: Play | str | Iterable[tuple[int, int]] = ()) -> None:
        """The player on turn moves; without an argument, where nothing can be moved.

        The play is one of `legal_plays`, text in standard notation such as "8/5 6/5", or pairs of (source, target).
        Text is refused as malformed, illegal or ambiguous, with the reason.
        """
        player = self._actor()
        if isinstance(play, str):
            from sixprime.core.notation import parse_play  # loaded when first needed

            self._require(Action.PLAY, player)
            play = parse_play(play, self.turn(), player)
        elif not isinstance(play, Play) and not hasattr(play, "__iter__"):
            raise MalformedPlay(
                text(
                    "a play is one of the legal plays, text like 8/5 6/5, or pairs of points, not {value}",
                    value=shown(play),
                )
            )
        self.apply(ev.Played(player, play.pairs if isinstance(play, Play) else tuple(play)))

    def double(self) -> None:
        """The player on roll offers to double the cube."""
        self.apply(ev.Doubled(self._actor()))

    def take(self) -> None:
        """Accept the offered cube."""
        self.apply(ev.Taken(self._actor()))

    def drop(self) -> None:
        """Give up the game instead of accepting the offered cube."""
        self.apply(ev.Dropped(self._actor()))

    def beaver(self) -> None:
        """Answer a double by turning the cube once more and keeping it."""
        self.apply(ev.Beavered(self._actor()))

    def raccoon(self) -> None:
        """Answer a beaver by turning the cube once more."""
        self.apply(ev.Raccooned(self._actor()))

    def resign(self, win: Win = Win.SINGLE, player: Player | None = None) -> None:
        """A player (the one to act, unless told otherwise) offers to lose the game at `win`."""
        self.apply(ev.Resigned(player or self._actor(), win))

    def accept(self) -> None:
        """Accept the resignation."""
        self.apply(ev.ResignationAccepted(self._actor()))

    def decline(self) -> None:
        """Decline the resignation: the game goes on."""
        self.apply(ev.ResignationDeclined(self._actor()))

    def set_up(
        self,
        position: Position,
        on_roll: Player,
        *,
        cube: Cube = CENTRED,
        score: tuple[int, int] = (0, 0),
        crawford: bool = False,
        crawford_over: bool = False,
    ) -> None:
        """Begin a game from a position, given as the player on roll sees it, before that player rolls or doubles.

        `score` has White's points first; `crawford` says whether this is the Crawford game, `crawford_over` whether it
        has been played. In the middle of a game this replaces the board, with the score as it stands.
        """
        self.apply(ev.PositionSet(position, on_roll, cube, score, crawford, crawford_over))

    def end(self) -> None:
        """End a money session between two games."""
        self.apply(ev.SessionEnded())

    def undo(self) -> Event:
        """Take back the last event, and return it."""
        if not self._events:
            raise IllegalAction(text("nothing has happened yet that could be taken back"))
        self._states.pop()
        return self._events.pop()

    def undo_to(self, version: int) -> None:
        """Take back all events but the first `version`."""
        self.state_at(version)
        del self._states[version + 1 :]
        del self._events[version:]

    def _actor(self) -> Player:
        if self.to_act is None:
            if self.phase is Phase.OVER:
                raise IllegalAction(text("the match is over"))
            raise IllegalAction(text("the opening roll comes first"))
        return self.to_act

    def _require(self, action: Action, player: Player | None) -> None:
        """Raise an error with the reason if an action is not possible: before dice are thrown that nobody could use."""
        why = action_refusal(self.state, action, player)
        if why is not None:
            raise IllegalAction(why)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self.rules, self.length, self.names, self.details, self._events) == (
            other.rules, other.length, other.names, other.details, other._events,
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def _repr_svg_(self) -> str:
        """The board as SVG, which notebooks show."""
        return str(hooks.ask("match svg", self))

    def _repr_html_(self) -> str:
        """Players, score, board and moves, which notebooks show."""
        return str(hooks.ask("match html", self))

    def __repr__(self) -> str:
        kind = "money" if self.length is None else f"to {self.length}"
        white, black = self.state.score
        return (
            f"<Match {kind}, game {self.state.game}, score {white}-{black}, {self.phase.value}, {self.version} events>"
        )
