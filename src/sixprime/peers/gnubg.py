"""GNU Backgammon driven by us: as an opponent for whole matches, and as an oracle that judges positions.

It is asked over its socket, a board at a time, and remembers nothing between two questions. Plays and cube decisions
are its own. What its socket does not offer is made from its evaluations: answers to resignations and to beavers, and
giving up a race that is lost.
"""

from __future__ import annotations

from sixprime.core import (
    STANDARD,
    Action,
    Event,
    IllegalAction,
    Match,
    Offer,
    Phase,
    Player,
    Position,
    Roll,
    RuleSet,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.net.evaluators import RankedPlay
from sixprime.formats.protocols.external import board_line
from sixprime.messages import shown, text
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgProblem, after_steps

LONGEST_QUESTION = 254
"""It reads no more bytes than these of a line."""
SURE = 0.9995
"""A chance from which it gives up, or takes a game for won."""
CLOSE_ENOUGH = 0.005
"""The equity it gives away for the sake of ending a game that is decided."""

COMMANDS = """\
set beavers 3
set evaluation chequer eval plies {plies}
set evaluation chequer eval cubeful on
set evaluation chequer eval noise 0
set evaluation cubedecision eval plies {plies}
set evaluation cubedecision eval cubeful on
set evaluation cubedecision eval noise 0
external {socket}
"""


class MatchGnubg(Gnubg):
    """A running GNU Backgammon that thinks of the cube and the score, `plies` deep."""

    commands = COMMANDS

    def decide(self, situation: Situation, *, jacoby: bool) -> str:
        """Its word or play for a situation: `roll`, `double`, `take`, `drop`, `beaver`, or steps like `25/22 6/0`."""
        return self._answer(f"{board_line(_by_black(situation))}{_rules(jacoby)}")

    def evaluate(self, situation: Situation, plies: int, *, cubeful: bool, jacoby: bool) -> tuple[Chances, float]:
        """The chances of the player on roll, and the equity; in a match, the chance to win it."""
        kind = "cubeful" if cubeful else "cubeless"
        board = board_line(_by_black(situation))
        answer = self._answer(f"evaluation fibsboard {board} plies {plies} {kind}{_rules(jacoby)}")
        try:
            *chances, equity = (float(number) for number in answer.split())
            return Chances(*chances), equity
        except (ValueError, TypeError) as error:
            raise GnubgProblem(text("GNU Backgammon answered {answer}", answer=repr(answer[:60]))) from error

    def _answer(self, question: str) -> str:
        if len(question) > LONGEST_QUESTION:
            raise GnubgProblem(text("GNU Backgammon cannot be told this situation: {line}", line=shown(question)))
        (answer,) = self._ask(question)
        if answer.startswith("Error"):
            raise GnubgProblem(text("GNU Backgammon answered {answer}", answer=repr(answer[:60])))
        return answer


def _by_black(situation: Situation) -> Situation:
    """The situation with Black on roll, colours swapped where needed: GNU Backgammon's answers are simplest then."""
    return situation.with_colours_swapped() if situation.on_roll is Player.WHITE else situation


def _rules(jacoby: bool) -> str:
    return f" jacobyrule {'on' if jacoby else 'off'} crawfordrule on"


class GnubgOpponent:
    """GNU Backgammon as a `MatchPlayer`: it plays, doubles, answers, beavers and resigns."""

    def __init__(self, gnubg: MatchGnubg) -> None:
        self._gnubg = gnubg

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        if player is None:
            raise IllegalAction(text("there is nothing to decide"))
        match match.phase:
            case Phase.TO_PLAY:
                return self._play(match, player)
            case Phase.TO_ROLL:
                return self._before_rolling(match, player)
            case Phase.TO_ANSWER_CUBE:
                return self._answer_cube(match, player)
            case _:
                return self._answer_resignation(match, player)

    def _play(self, match: Match, player: Player) -> Event:
        steps = self._ask(match)
        if not match.legal_plays:
            return ev.Played(player)
        try:
            result = Position(after_steps(match.position.points, steps), match.position.checkers)
        except (ValueError, IndexError) as error:
            raise GnubgProblem(text("GNU Backgammon answered {answer}", answer=repr(steps[:60]))) from error
        play = match.legal_plays.reaching(result)
        if play is None:
            raise GnubgProblem(
                text(
                    "GNU Backgammon made a play that is not legal: {position}, {roll}",
                    position=match.position.points,
                    roll=match.state.roll,
                )
            )
        return ev.Played(player, play.pairs)

    def _before_rolling(self, match: Match, player: Player) -> Event | None:
        actions = match.actions(player)
        declined = match.version > 0 and isinstance(match.events[-1], ev.ResignationDeclined)
        if match.position.is_race and Action.RESIGN in actions and not declined:
            lost = _certain_loss(self._chances(match))
            if lost is not None:
                return ev.Resigned(player, lost if match.state.gammons_count else Win.SINGLE)
        if Action.DOUBLE in actions and self._ask(match) == "double":
            return ev.Doubled(player)
        return None

    def _answer_cube(self, match: Match, player: Player) -> Event:
        offer = match.state.offer
        assert offer is not None
        if offer.kind is Offer.DOUBLE:
            word = self._ask(match)
            if word == "beaver" and Action.BEAVER in match.actions(player):
                return ev.Beavered(player)
            return ev.Dropped(player) if word == "drop" else ev.Taken(player)
        # Its socket knows only doubles. A raised cube costs half of what it shows if it is dropped.
        chances = self._chances(match)
        equity = chances.equity if match.on_roll is player else chances.for_opponent().equity
        if equity > 0 and Action.RACCOON in match.actions(player):
            return ev.Raccooned(player)
        return ev.Taken(player) if equity > -0.5 else ev.Dropped(player)

    def _answer_resignation(self, match: Match, player: Player) -> Event:
        """Accept what is at least what playing on is worth."""
        resignation = match.state.resignation
        assert resignation is not None
        chances = self._chances(match)
        if match.on_roll is not player:
            chances = chances.for_opponent()
        worth = chances.equity if match.state.gammons_count else 2 * chances.win - 1
        if int(resignation.win) >= worth - CLOSE_ENOUGH:
            return ev.ResignationAccepted(player)
        return ev.ResignationDeclined(player)

    def _ask(self, match: Match) -> str:
        return self._gnubg.decide(Situation.from_match(match), jacoby=_jacoby(match))

    def _chances(self, match: Match) -> Chances:
        """The chances of the player on roll before the roll, whoever is asked."""
        on_roll = match.on_roll or Player.WHITE
        bare = Situation(match.position, on_roll)
        return self._gnubg.evaluate(bare, self._gnubg.plies, cubeful=False, jacoby=False)[0]


def _jacoby(match: Match) -> bool:
    return match.is_money and match.rules.jacoby


def _certain_loss(chances: Chances) -> Win | None:
    """What is lost for sure, if the game is."""
    if chances.lose_backgammon > SURE:
        return Win.BACKGAMMON
    if chances.lose_gammon > SURE and chances.lose_backgammon < 1 - SURE:
        return Win.GAMMON
    return Win.SINGLE if 1 - chances.win > SURE and chances.lose_gammon < 1 - SURE else None


class GnubgOracle:
    """GNU Backgammon as a `Judge`: cubeless chances at any depth, every play looked at equally deep."""

    def __init__(self, gnubg: MatchGnubg, plies: int = 0) -> None:
        self._gnubg = gnubg
        self._plies = plies

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:  # noqa: ARG002
        """The chances of the player on roll, before the roll."""
        return self._gnubg.evaluate(Situation(position), self._plies, cubeful=False, jacoby=False)[0]

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays of a roll, the best first."""
        ranked = [RankedPlay(play, self._after(play.result)) for play in position.legal_plays(roll, rules)]
        return sorted(ranked, key=lambda entry: -entry.chances.equity)

    def _after(self, result: Position) -> Chances:
        """The chances of who has just moved, of whose view the position is."""
        if result.off < result.checkers:
            return self.chances(result.flipped()).for_opponent()
        gammon = float(result.opponent_off == 0)
        backgammon = float(gammon and any(count < 0 for count in result.points[:7]))
        return Chances(1.0, gammon, backgammon, 0.0, 0.0)
