"""`MatchBuilder`: readers of match files report to it what they find, and it makes matches that obey the rules.

Everything is checked by `core`. If a file contradicts the rules or itself, the builder notes the problem with its
place and goes on. An illegal play is kept as a set-up of the board that it led to, if what follows makes sense there.
Otherwise the rest of the damaged game is left out, the game is closed as the file says it ended, and the next one
begins with the score that the file states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from sixprime.core import Cube, Offer, Phase, Player, Position, Roll, SixprimeError, State, Win
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.formats.reading.endings import EndingBuilder
from sixprime.formats.reading.file_builder import clean
from sixprime.formats.reading.game_ends import (
    bear_off_play,
)
from sixprime.formats.reading.results import MAX_EVENTS
from sixprime.formats.reading.written_plays import (
    completions,
    points_after,
    read_hops,
    read_steps,
    read_written_play,
    rearmost_first,
)
from sixprime.messages import Message, text

__all__ = ["MatchBuilder", "clean"]

Dice = Roll | Iterable[int] | str
Moves = str | Iterable[tuple[int, int]]

MOST_ILLEGAL_PLAYS = 4
"""How many illegal plays of a game are kept; a game with more of them is another game."""


@lru_cache(maxsize=64)
def _written_roll(dice: str) -> Roll:
    return Roll.of(dice)


class MatchBuilder(EndingBuilder):
    """Builds the matches of a file, from calls in the order of the file.

    `begin_match` and `begin_game` come first, then the events of the game and `win`; `finish` comes last.

    `line` (or `offset`, for binary files) is the reader's place in the file, which is noted with every problem.
    `writer` is the program or site that wrote the file, if the reader knows it.
    """

    # How a game begins

    def begin_game(
        self, score: tuple[int, int] | None = None, *, crawford: bool | None = None, cube: Cube | None = None
    ) -> None:
        """Begin a game with the score that the file states for its start, White's points first.

        `crawford` says whether it is the Crawford game, if the file says so; `cube` is the cube before the first
        double, if it is not at 1 in the middle.
        """
        if score == (0, 0) and self.part.match.is_money and not self._states_scores:
            score = None  # a session whose games all have this score above them: nobody counted
        self._states_scores = self._states_scores or bool(score and any(score))
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

        In the middle of a game this replaces the board: an illegal play that was let stand, or a correction.
        """
        if self._skips(even_if_damaged=True):
            return
        if self._opened:
            self._replace_board(position, on_roll, cube)
            return
        self._board = (position, on_roll)
        if cube is not None:
            self._cube = cube

    def _replace_board(self, position: Position, on_roll: Player, cube: Cube | None) -> None:
        part = self.part
        self._assumption = None
        self._finish_offers()
        state = part.state
        standing = self._lost_cube.cube if self._damaged else state.cube
        moved = any(isinstance(event, ev.Played) for event in part.match.events[part.game_start :])
        if not moved and state.on_roll is on_roll:
            self.problem(text("the board is set up in the middle of game {number}", number=state.game))
            part.abandon_game()
            self._start_game(state.score, state.is_crawford, cube or standing)
            self._board = (position, on_roll)
            return
        self._damaged = False
        self._dead_double = self._resigning = self._points = None
        self._apply(ev.PositionSet(position, on_roll, cube or standing, state.score, state.is_crawford))

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
            why = text("{player} {roll}: {why}", player=player.label, roll=state.roll, why=error.message)
            self._play_illegally(state, player, moves, why)
            return
        self._apply(ev.Played(player, found.pairs))
        self._confirm()

    def _play_illegally(self, state: State, player: Player, moves: str | list[tuple[int, int]], why: Message) -> None:
        """Handle a play that is illegal: complete it if it breaks off, or keep the board that it leads to.

        That board is set up if the checkers can stand like that; the next plays show whether the players went on
        from there.
        """
        hops = read_hops(moves) if isinstance(moves, str) else rearmost_first(moves)
        if not hops or self._assumption is not None:
            self.damage(why)
            return
        complete = completions(state, hops)
        if len(complete) == 1:
            kept = text("{why}; it is completed as {play}", why=why, play=complete[0].notation())
            self._assume(ev.Played(player, complete[0].pairs), why, kept)
            return
        points = points_after(state.position.points, hops)
        try:
            position = Position(tuple(points), state.position.checkers) if points is not None else None
        except SixprimeError:
            position = None
        if position is None or position.is_over or self._illegal_plays >= MOST_ILLEGAL_PLAYS:
            self.damage(why)
            return
        self._illegal_plays += 1
        kept = text("{why}; it is kept as an illegal play", why=why)
        board = position.flipped()
        setup = ev.PositionSet(board, player.opponent, state.cube, state.score, state.is_crawford)
        self._assume(setup, why, kept)

    def turn(self, player: Player, dice: Dice, play: Moves) -> None:
        """A player rolls and moves."""
        self.roll(player, dice)
        self.play(player, play)

    def _is_plain(self) -> bool:
        """Whether the game is under way and nothing special is pending."""
        pending = self._dead_double or self._resigning or self._assumption
        return self._opened and pending is None and self._events < MAX_EVENTS

    def _play_nothing(self, state: State, player: Player) -> None:
        """Handle a roll without a play: nothing or only one thing can be played, or somebody is about to resign."""
        plays = list(state.legal_plays)
        if len(plays) < 2:
            steps = tuple((step.source, step.target) for play in plays for step in play.steps)
            self._apply(ev.Played(player, steps))
            self._confirm()

    def _settle(self, player: Player) -> None:
        """Before a player rolls or doubles, finish what is pending: an unwritten play or answer to the cube."""
        part = self.part
        state = part.state
        if state.phase is Phase.TO_PLAY and state.on_roll is not None:
            self._play_nothing(state, state.on_roll)
            if part.state.phase is Phase.TO_PLAY:
                self._settle_untold_play(state, state.on_roll)
        elif state.phase is Phase.TO_ANSWER_RESIGNATION and state.to_act is not None:
            self._apply(ev.ResignationDeclined(state.to_act))
        elif state.phase is Phase.TO_ANSWER_CUBE and state.offer is not None and state.on_roll is player:
            label = state.offer.to_answer.label
            if state.offer.kind is Offer.DOUBLE:
                self.problem(
                    text("{player} has not answered the double, and is taken to have accepted it", player=label)
                )
            self._apply(ev.Taken(state.offer.to_answer))

    def _settle_untold_play(self, state: State, player: Player) -> None:
        """A roll is not told to have been played: when bearing off in a race, the usual play is assumed."""
        why = text("{player} rolled {roll}, and it is not told how it was played", player=player.label, roll=state.roll)
        usual = bear_off_play(state)
        if usual is None or self._assumption is not None:
            self.damage(why)
            return
        assumed = text("{why}; {play} is assumed", why=why, play=usual.notation())
        self._assume(ev.Played(player, usual.pairs), why, assumed)

    # The cube

    def double(self, player: Player, value: int | None = None) -> None:
        """A player doubles, to `value` if the file says so. In answer to a double this is a beaver."""
        if self._skips():
            self._lost_cube.double(player, value)
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
            self._lost_cube.take(player)
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
            self._lost_cube.beaver(player)
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
