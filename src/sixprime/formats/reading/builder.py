"""`MatchBuilder`: readers of match files report to it what they find, and it makes matches that obey the rules.

Everything is checked by `core`. If a file contradicts the rules or itself, the builder notes the problem with its
place and goes on: the rest of the damaged game is left out, the game is closed as the file says it ended, and the next
one begins with the score that the file states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from sixprime.core import Cube, Offer, Phase, Player, Position, Roll, SixprimeError, State, Win
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.formats.reading.file_builder import MatchFileBuilder, clean
from sixprime.formats.reading.game_ends import finishing_play, is_capped, resignation_worth, score_difference
from sixprime.formats.reading.results import MAX_EVENTS
from sixprime.formats.reading.written_plays import read_hops, read_steps, read_written_play, rearmost_first
from sixprime.messages import text

__all__ = ["MatchBuilder", "clean"]

Dice = Roll | Iterable[int] | str
Moves = str | Iterable[tuple[int, int]]


@lru_cache(maxsize=64)
def _written_roll(dice: str) -> Roll:
    return Roll.of(dice)


class MatchBuilder(MatchFileBuilder):
    """Builds the matches of a file, from calls in the order of the file.

    `begin_match` and `begin_game` come first, then the events of the game and `win`; `finish` comes last.

    `line` (or `offset`, for binary files) is the reader's place in the file, which is noted with every problem.
    `writer` is the program or site that wrote the file, if the reader knows it.
    """

    def __init__(self, format_name: str, writer: str = "") -> None:
        self._resigning: Player | None = None
        self._points: int | None = None
        """What the file says that a resignation of unknown kind is worth."""
        self._dead_double: Player | None = None
        super().__init__(format_name, writer)

    def _start_game(self, score: tuple[int, int] | None, crawford: bool | None, cube: Cube) -> None:
        self._resigning = self._points = self._dead_double = None
        super()._start_game(score, crawford, cube)

    # How a game begins

    def begin_game(
        self, score: tuple[int, int] | None = None, *, crawford: bool | None = None, cube: Cube | None = None
    ) -> None:
        """Begin a game with the score that the file states for its start, White's points first.

        `crawford` says whether it is the Crawford game, if the file says so; `cube` is the cube before the first
        double, if it is not at 1 in the middle.
        """
        if self.part.game_is_open:
            self._close_by_score(score)
        state = self.part.state
        if score is not None and score != state.score:
            self._check_score(score)
        elif state.phase is Phase.OVER:
            self.problem(text("the match is over, and here another game begins"))
            self._new_part()
        self._start_game(score, crawford, cube or Cube())

    def set_up(self, position: Position, on_roll: Player, cube: Cube | None = None) -> None:
        """Set up a position, in the view of `on_roll`, who is to roll or double.

        If checkers have been moved already, a new match begins here, because a position cannot change by itself.
        """
        if self._skips(even_if_damaged=True):
            return
        part = self.part
        if self._opened:
            state = part.state
            standing = Cube() if self._damaged else state.cube
            self.problem(text("the board is set up in the middle of game {number}", number=state.game))
            if any(isinstance(event, ev.Played) for event in part.match.events[part.game_start :]):
                self._new_part()
            else:
                part.abandon_game()
            self._start_game(state.score, state.is_crawford, standing)
        self._board = (position, on_roll)
        if cube is not None:
            self._cube = cube

    def add_situation(
        self,
        situation: Situation,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Add a match that consists of one situation."""
        limit, on_roll = situation.cube_limit, situation.on_roll
        self.begin_match(
            situation.length,
            names=names,
            details=details,
            crawford=True if situation.crawford else None,
            jacoby=situation.jacoby,
            beavers=situation.beavers,
            cube=None if limit is None else limit > 1,
            cube_limit=limit,
            start=situation.position if on_roll is None else None,
        )
        self.begin_game(situation.score, crawford=situation.crawford)
        if on_roll is None:
            return
        self.set_up(situation.position, on_roll, situation.cube)
        self._open(on_roll, situation.roll)
        if situation.offer is not None:
            self.double(on_roll)
        if situation.offer in (Offer.BEAVER, Offer.RACCOON):
            self.beaver(on_roll.opponent)
        if situation.offer is Offer.RACCOON:
            self.raccoon(on_roll)
        if situation.resignation is not None and situation.resigned_by is not None:
            self.resign(situation.resigned_by, situation.resignation)

    # The checkers

    def roll(self, player: Player, dice: Dice) -> None:
        """A player rolls. `play` follows, unless somebody resigns."""
        if self._skips():
            return
        try:
            roll = _written_roll(dice) if isinstance(dice, str) else Roll.of(dice)
        except SixprimeError as error:
            self.damage(error.message)
            return
        if self._is_plain() and self.part.roll_on(player, roll):
            self._events += 1
            return
        if not self._opened:
            self._open(player, roll)
            return
        self._dead_double = self._resigning = self._points = None
        self._settle(player)
        if not self._damaged:
            self._apply(ev.Rolled(player, roll))

    def play(self, player: Player, play: Moves) -> None:
        """A player moves; the play is notation or (source, target) pairs, empty if nothing can be moved."""
        if self._skips():
            return
        moves = play.strip() if isinstance(play, str) else list(play)
        if self._is_plain():
            hops = read_hops(moves) if isinstance(moves, str) else rearmost_first(moves)
            if self.part.play_on(player, hops):
                self._events += 1
                return
        state = self.part.state
        if state.phase is not Phase.TO_PLAY or state.on_roll is not player:
            self._apply(ev.Played(player))
            return
        try:
            if not moves:
                self._play_nothing(state, player)
                return
            found = read_written_play(state, moves) if isinstance(moves, str) else read_steps(state, moves)
        except SixprimeError as error:
            self.damage(text("{player} {roll}: {why}", player=player.label, roll=state.roll, why=error.message))
            return
        self._apply(ev.Played(player, found.pairs))

    def turn(self, player: Player, dice: Dice, play: Moves) -> None:
        """A player rolls and moves."""
        self.roll(player, dice)
        self.play(player, play)

    def _is_plain(self) -> bool:
        """Whether the game is under way and nothing special is pending."""
        return self._opened and self._dead_double is None and self._resigning is None and self._events < MAX_EVENTS

    def _play_nothing(self, state: State, player: Player) -> None:
        """Handle a roll without a play: nothing or only one thing can be played, or somebody is about to resign."""
        plays = list(state.legal_plays)
        if len(plays) < 2:
            steps = tuple((step.source, step.target) for play in plays for step in play.steps)
            self._apply(ev.Played(player, steps))

    def _settle(self, player: Player) -> None:
        """Before a player rolls or doubles, finish what is pending: an unwritten play or answer to the cube."""
        part = self.part
        state = part.state
        if state.phase is Phase.TO_PLAY and state.on_roll is not None:
            self._play_nothing(state, state.on_roll)
            if part.state.phase is Phase.TO_PLAY:
                self.damage(
                    text(
                        "{player} rolled {roll}, and it is not told how it was played",
                        player=state.on_roll.label,
                        roll=state.roll,
                    )
                )
        elif state.phase is Phase.TO_ANSWER_RESIGNATION and state.to_act is not None:
            self._apply(ev.ResignationDeclined(state.to_act))
        elif state.phase is Phase.TO_ANSWER_CUBE and state.offer is not None and state.on_roll is player:
            label = state.offer.to_answer.label
            if state.offer.kind is Offer.DOUBLE:
                self.problem(
                    text("{player} has not answered the double, and is taken to have accepted it", player=label)
                )
            self._apply(ev.Taken(state.offer.to_answer))

    # The cube

    def double(self, player: Player, value: int | None = None) -> None:
        """A player doubles, to `value` if the file says so. In answer to a double this is a beaver."""
        if self._skips():
            return
        if not self._opened:
            self._open(player, None)
        state = self.part.state
        if state.phase is Phase.TO_ANSWER_CUBE and state.to_act is player and state.offer is not None:
            self._turn_again(player, ev.Beavered if state.offer.kind is Offer.DOUBLE else ev.Raccooned)
            return
        self._settle(player)
        if self._damaged:
            return
        if value is not None and value != self.part.state.cube.value * 2:
            self._correct_cube(value)
        if not self._double_is_dead(player):
            self._apply(ev.Doubled(player))

    def _correct_cube(self, value: int) -> None:
        """The cube has another value in the file than here: before the first double, the game began with that value."""
        part = self.part
        cube = part.state.cube
        begun = value >= 4 and value & (value - 1) == 0 and not cube.was_turned and part.match.is_money
        if not begun or not part.restart_game(lambda setup: replace(setup, cube=Cube(value // 2))):
            self.problem(
                text("the cube is turned to {value} here, by the rules to {own}", value=value, own=cube.value * 2)
            )

    def _double_is_dead(self, player: Player) -> bool:
        """Whether a double is meaningless because its player wins the match without it; some sites allow it.

        A double in a game that was only assumed to be the Crawford game shows that it is not.
        """
        part = self.part
        refused = part.match.refusal(ev.Doubled(player))
        if refused and part.state.is_crawford and self._crawford is None:
            over = part.restart_game(lambda setup: replace(setup, crawford=False, crawford_over=True))
            if over or part.adopt(crawford=False):
                refused = part.match.refusal(ev.Doubled(player))
        state = part.state
        if refused is None or state.phase is not Phase.TO_ROLL or state.to_act is not player or state.is_crawford:
            return False
        if state.length is None or state.points_of(player) + state.cube.value < state.length:
            return False
        self.problem(text("the double is left out: {why}", why=refused.message))
        self._dead_double, self._doubtful = player, True
        return True

    def take(self, player: Player) -> None:
        """A player accepts a double, beaver or raccoon."""
        if self._skips() or self._dead_double is not None:
            return
        if self.part.state.phase is Phase.TO_ANSWER_CUBE:
            self._apply(ev.Taken(player))
        else:
            self.problem(text("{player} takes, and nobody has doubled", player=player.label))

    def drop(self, player: Player) -> None:
        """A player drops a double, and the game is over."""
        if self._skips():
            return
        if self._dead_double is player.opponent:
            self._resign_and_accept(player, Win.SINGLE)
        else:
            self._apply(ev.Dropped(player))

    def beaver(self, player: Player) -> None:
        """A player answers a double with a beaver, which the doubler takes unless the file says otherwise.

        A beaver in answer to a beaver is a raccoon.
        """
        if self._skips():
            return
        offer = self.part.state.offer
        answered = offer is not None and offer.kind is Offer.BEAVER and offer.to_answer is player
        self._turn_again(player, ev.Raccooned if answered else ev.Beavered)

    def raccoon(self, player: Player) -> None:
        """A player answers a beaver with a raccoon."""
        if not self._skips():
            self._turn_again(player, ev.Raccooned)

    def _turn_again(self, player: Player, kind: type[ev.Beavered] | type[ev.Raccooned]) -> None:
        event = kind(player)
        if self.part.match.refusal(event) is not None:
            if kind is ev.Beavered:
                self.part.adopt(beavers=True)
            else:
                self.part.adopt(raccoons=True)
        self._apply(event)

    # How a game ends

    def resign(self, player: Player, win: Win | None = None, *, points: int | None = None) -> None:
        """A player offers to resign. If `win` is None, the points or the result show how much.

        Some sites write the loser's resignation in the same row, after the result.
        """
        if self._ended and win is None:
            self._compare(player.opponent, None)
            return
        if self._skips():
            return
        if not self._opened:
            self._open(player, None)
        if win is None:
            self._resigning, self._points = player, points
        elif self._may_resign(player):
            self._apply(ev.Resigned(player, win))

    def accept(self, player: Player) -> None:
        """A player accepts the other's resignation."""
        if not self._skips() and self._resigning is None:
            self._apply(ev.ResignationAccepted(player))

    def decline(self, player: Player) -> None:
        """A player declines the other's resignation."""
        if self._skips():
            return
        if self._resigning is not None:
            self._resigning = self._points = None
        else:
            self._apply(ev.ResignationDeclined(player))

    def win(self, winner: Player, points: int | None = None, *, ends_match: bool = False) -> None:
        """The file says who has won how many points; if the game is not over, the opponent has resigned."""
        if not self._ended:
            if not self._opened:
                self._open(winner, None)
            self._close(winner, points)
        part = self.part
        history, length = part.state.history, part.match.length
        if not self._ended or history is None:
            self.problem(text("the file has a result here, and there is no game"))
            return
        self._compare(winner, points)
        if ends_match and length is not None and part.state.phase is not Phase.OVER and not self._doubtful:
            self.problem(text("the file says that the match is over, but nobody has {points} points", points=length))

    def _compare(self, winner: Player, points: int | None) -> None:
        """Note a problem if the game did not end as the file says."""
        state = self.part.state
        if self._doubtful or state.history is None:
            return
        game = state.history.last
        if game.winner is not winner:
            self._doubtful = True
            self.problem(text("the file says that {player} has won, but {why}", player=winner.label, why=game.why))
        elif points is not None and points != game.points and not is_capped(state, game, points):
            white, black = state.score
            more = points - game.points
            if not self._count_gammons_otherwise(
                (white + more, black) if winner is Player.WHITE else (white, black + more)
            ):
                self.problem(
                    text(
                        "the file says that the game counts {told}, by the rules it counts {counted}",
                        told=points,
                        counted=game.points,
                    )
                )

    def _close(self, winner: Player, points: int | None) -> None:
        """End the current game: by its last play, a drop or a resignation."""
        part = self.part
        if not part.game_is_open:
            return
        loser, offer = winner.opponent, part.state.offer
        if offer is not None and offer.to_answer is loser and (points is None or points <= offer.price_of_dropping):
            self._apply(ev.Dropped(loser))
            return
        last = finishing_play(part.state, winner)
        if last is not None:
            self._apply(last)
        elif self._may_resign(loser):
            worth = resignation_worth(part.state, points)
            if worth > Win.SINGLE and not part.state.gammons_count and not part.adopt(jacoby=False):
                worth = Win.SINGLE
            self._resign_and_accept(loser, worth)

    def _may_resign(self, player: Player) -> bool:
        """Finish what is pending, so that a player can resign."""
        state = self.part.state
        if state.phase is Phase.TO_ANSWER_CUBE and state.to_act is not None:
            self._apply(ev.Taken(state.to_act))
        elif state.phase is Phase.TO_ANSWER_RESIGNATION and state.resignation is not None:
            self._apply(ev.ResignationDeclined(state.resignation.by.opponent))
        return self.part.match.refusal(ev.Resigned(player, Win.SINGLE)) is None

    def _resign_and_accept(self, loser: Player, worth: Win) -> None:
        self._apply(ev.Resigned(loser, worth))
        self._apply(ev.ResignationAccepted(loser.opponent))

    def _close_by_score(self, score: tuple[int, int] | None) -> None:
        """The next game begins although this one has not ended: the score may show how it did."""
        state = self.part.state
        told = score_difference(state.score, score)
        if told is None and self._resigning is not None and self._points is not None:
            told = self._resigning.opponent, self._points
        if told is None:
            if not self._doubtful:
                self.problem(text("game {number} has no end", number=state.game))
            self._doubtful = True
            self._new_part()
            return
        winner, points = told
        if self._resigning is not winner.opponent and not self._doubtful:
            self.problem(
                text(
                    "game {number} has no end; the score says that {player} won {points}",
                    number=state.game,
                    player=winner.label,
                    points=points,
                )
            )
        self._close(winner, points)

    def _close_part(self) -> None:
        if self._part is not None and self._part.game_is_open and self._resigning is not None:
            if self._points is None and not self._doubtful:
                self.problem(text("it is not told how much was resigned; it counts as a single game"))
            self._close(self._resigning.opponent, self._points)
        super()._close_part()

    def _skips(self, *, even_if_damaged: bool = False) -> bool:
        """Whether events are left out now, because the game has ended or cannot be followed."""
        if self._ended:
            if not self._doubtful:
                self.problem(text("something happens here after the end of the game"))
                self._doubtful = True
            return True
        return self._damaged and not even_if_damaged
