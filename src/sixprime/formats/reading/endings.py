"""`EndingBuilder`: how the games of a file end, by resignations, results and scores.

It is a base class of `MatchBuilder`. The file's own result counts: if it contradicts the rules, that is a problem.
"""

from __future__ import annotations

from sixprime.core import Cube, Phase, Player, Win
from sixprime.core.match import events as ev
from sixprime.formats.reading.assumptions import AssumingBuilder
from sixprime.formats.reading.game_ends import (
    cube_of_result,
    finishing_play,
    is_capped,
    resignation_worth,
    score_difference,
)
from sixprime.formats.reading.results import MAX_EVENTS
from sixprime.messages import text


class EndingBuilder(AssumingBuilder):
    """The matches of a file, with what is known about the end of the current game."""

    def __init__(self, format_name: str, writer: str = "") -> None:
        self._resigning: Player | None = None
        self._points: int | None = None
        """What the file says that a resignation of unknown kind is worth."""
        self._dead_double: Player | None = None
        self.knows_site_rules = False
        """Whether the site that wrote the file has rules of its own for forfeits and for the end of a match."""
        super().__init__(format_name, writer)

    def _start_game(self, score: tuple[int, int] | None, crawford: bool | None, cube: Cube) -> None:
        self._resigning = self._points = self._dead_double = None
        super()._start_game(score, crawford, cube)

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
            if self.knows_site_rules:
                return
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
            if self.knows_site_rules and self._forfeit(game.winner.opponent, points - game.points):
                return
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

    def _forfeit(self, loser: Player, points: int) -> bool:
        """Give the winner more points than a game can count: the loser resigns further games.

        Returns False, with nothing changed, if these points do not end the match.
        """
        part = self.part
        length = part.match.length
        if length is None or part.state.points_of(loser.opponent) + points < length:
            return False
        while part.state.phase is Phase.OPENING and self._events < MAX_EVENTS:
            needed = length - part.state.points_of(loser.opponent)
            self._resign_and_accept(loser, Win(min(needed, int(Win.BACKGAMMON))))
        return True

    def _restore_cube(self, winner: Player, points: int) -> None:
        """Turn the cube of a damaged game as the file's result wants it: it was turned in the part that is left out."""
        part = self.part
        self._finish_offers()
        state = part.state
        cube = cube_of_result(state, self._lost_cube.cube, winner, points)
        if cube == state.cube or state.on_roll is None or state.is_crawford or not state.rules.cube:
            return
        setup = ev.PositionSet(state.position, state.on_roll, cube, state.score)
        if part.match.refusal(setup) is None:
            self.problem(
                text(
                    "game {number} counts {points} as the file says: the cube was turned in the part that is left out",
                    number=state.game,
                    points=points,
                )
            )
            self._apply(setup)

    def _close(self, winner: Player, points: int | None) -> None:
        """End the current game: by its last play, a drop or a resignation."""
        part = self.part
        if not part.game_is_open:
            return
        self._assumption = None
        if self._damaged and points is not None:
            self._restore_cube(winner, points)
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
        self._finish_offers()
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

    def _finish_offers(self) -> None:
        """Answer what waits for an answer: a cube is taken, a resignation declined."""
        state = self.part.state
        if state.phase is Phase.TO_ANSWER_CUBE and state.to_act is not None:
            self._apply(ev.Taken(state.to_act))
        elif state.phase is Phase.TO_ANSWER_RESIGNATION and state.resignation is not None:
            self._apply(ev.ResignationDeclined(state.resignation.by.opponent))
