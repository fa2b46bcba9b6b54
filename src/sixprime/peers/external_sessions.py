"""`ExternalSession`: one conversation with a program that asks us what to play, a line at a time.

It knows nothing of sockets. It keeps what GNU Backgammon does not repeat: which side it asks for, which resignation it
has declined in this game, and the record of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sixprime import __version__
from sixprime.core import Event, Match, Phase, Player, RuleSet, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import Engine
from sixprime.formats.protocols.external import (
    BoardAsked,
    EvaluationAsked,
    Farewell,
    HelpAsked,
    OptionSet,
    ProtocolError,
    VersionAsked,
    error_line,
    parse_request,
    reply,
)
from sixprime.messages import text
from sixprime.peers.keeping import MatchKeeper, Record

GNUBG_RULES = RuleSet(jacoby=True, beavers=True, raccoons=True)
"""What GNU Backgammon plays for money unless told otherwise; its lines do not say."""

VERSION_LINES = ("Interface: 2", "RFBF: 0", "Engine: sixprime", f"Software: {__version__}")
"""In the form in which GNU Backgammon answers the same question."""
HELP = "board:... | evaluation fibsboard board:... [plies N] [cubeful|cubeless] | version | set | help | exit"


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines to send back, and whether the conversation is over."""

    lines: tuple[str, ...]
    is_last: bool = False


class ExternalSession:
    """Answers one line after another. An error is an answer, too; the conversation goes on after it.

    Several sessions may share an engine.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        rules: RuleSet = GNUBG_RULES,
        keep: Callable[[Record], None] | None = None,
    ) -> None:
        self._engine = engine
        self._rules = rules
        self._keeper = MatchKeeper(rules)
        self._keep = keep
        self._side: Player | None = None

    @property
    def record(self) -> Record | None:
        """The match so far, as the questions tell it."""
        return self._keeper.record

    def answer(self, line: str) -> Answer:
        """What to say to a line."""
        try:
            return self._answer(line)
        except SixprimeError as error:
            return Answer((error_line(error),))

    def close(self) -> None:
        """The conversation is over: the record goes to whoever keeps records."""
        self._hand_over()

    def _answer(self, line: str) -> Answer:
        match request := parse_request(line, self._side):
            case BoardAsked():
                return Answer((reply(self._decision(request)),))
            case EvaluationAsked():
                return Answer((self._evaluation(request),))
            case VersionAsked():
                return Answer(VERSION_LINES)
            case HelpAsked():
                return Answer((HELP,))
            case OptionSet("debug", value):
                return Answer((f"Debug output {value.upper()}",))
            case OptionSet():
                return Answer((f"New interface {'ON' if request.value == 'new' else 'OFF'}",))
            case Farewell():
                return Answer((), is_last=True)

    def _decision(self, request: BoardAsked) -> Event | None:
        situation = request.situation
        asked = situation.to_act
        if asked is None:
            raise ProtocolError(text("nobody is on roll"))
        if situation.position.is_over:
            raise ProtocolError(text("the game is over"))
        before = self.record
        record = self._keeper.see(situation, asked, request.board.names)
        if before is not None and record is not before:
            self._hand_over(before)
        self._side = asked
        event = self._legal(record.match, self._engine.decide(record.match))
        self._keeper.did(event)
        return event

    def _legal(self, match: Match, event: Event | None) -> Event | None:
        """The decision, unless it offers again what was declined in this game: that would go on for ever."""
        if isinstance(event, ev.Resigned) and event.win <= _declined(match, event.player):
            event = None
            if match.phase is Phase.TO_PLAY:
                best = self._engine.analyse(match).best_play
                steps = best.steps if best is not None else ()
                assert match.to_act is not None
                event = ev.Played(match.to_act, tuple((step.source, step.target) for step in steps))
        refusal = match.refusal(event) if event is not None else None
        if refusal is not None:
            raise refusal
        return event

    def _evaluation(self, request: EvaluationAsked) -> str:
        """Five chances of the player on roll, and what they are worth: an equity, in a match the chance to win it."""
        situation = replace(request.situation, roll=None, offer=None, resignation=None, resigned_by=None)
        if situation.position.is_over:
            raise ProtocolError(text("the game is over"))
        rules = self._rules.replace(jacoby=request.jacoby)
        view = CubeView.of(situation, rules=rules)
        analysis = self._engine.analyse(situation, rules, cubeless=not request.cubeful)
        chances = analysis.chances
        equity = analysis.equity if request.cubeful else view.cubeless(chances)
        numbers = (
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose_gammon,
            chances.lose_backgammon,
            view.chance(equity),
        )
        return " ".join(f"{number:.6f}" for number in numbers)

    def _hand_over(self, record: Record | None = None) -> None:
        record = record or self.record
        if record is not None and self._keep is not None and record.match.version > 1:
            self._keep(record)


def _declined(match: Match, player: Player) -> Win | int:
    """The most that a player has offered in vain to lose in the game that is being played."""
    most, events = 0, match.events
    for event, answer in zip(reversed(events[:-1]), reversed(events[1:]), strict=True):
        if isinstance(answer, ev.OpeningRolled | ev.PositionSet):
            break
        if isinstance(event, ev.Resigned) and event.player is player and isinstance(answer, ev.ResignationDeclined):
            most = max(most, int(event.win))
    return most
