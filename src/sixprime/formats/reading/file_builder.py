"""`MatchFileBuilder`: the matches of a file while it is read, with their rules, scores and problems.

It is the base class of `MatchBuilder`: it knows the current match and game, how games begin, and which score counts.
Every event goes through `core`; if it is refused there, a problem is noted with its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from sixprime.core import (
    STANDARD,
    Cube,
    OpeningTie,
    Phase,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    State,
)
from sixprime.core.match import events as ev
from sixprime.core.match.matches import MAX_NAME
from sixprime.core.match.states import MAX_LENGTH
from sixprime.core.rules import CUBE_CEILING
from sixprime.formats.reading.analyses import ImportedAnalysis
from sixprime.formats.reading.growing_matches import GrowingMatch
from sixprime.formats.reading.results import MAX_EVENTS, MAX_PROBLEMS, MatchFile, Problem, ReadMatch, UnreadableFile
from sixprime.messages import Message, text

MOST_PROBLEMS_LEFT_OUT = 20 * MAX_PROBLEMS
"""After so many problems the rest of a file is not read."""

MOST_TRIES = 3
"""How often other rules are tried to explain a score; each try plays all games again."""


class MatchFileBuilder:
    """The matches read so far, the one that is being read, and its current game."""

    def __init__(self, format_name: str, writer: str = "") -> None:
        self.format = format_name
        self.writer = writer
        self.analyst: str | None = None
        """The program that made the analyses of the file, if it is not the one that wrote the file."""
        self.line: int | None = None
        self.offset: int | None = None
        self._matches: list[ReadMatch] = []
        self._problems: list[Problem] = []
        self._problems_left_out = 0
        self._events = 0
        self._part: GrowingMatch | None = None
        self._states_scores = False
        """Whether the file has stated a score other than 0-0 in this match."""
        self._damaged = self._doubtful = False
        self._start_game(None, None, Cube())

    # What is wrong

    def problem(self, message: Message) -> None:
        """Note a problem at the reader's place in the file."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(message, self.line, self.offset))
        else:
            self._problems_left_out += 1

    def damage(self, why: Message) -> None:
        """Note that the current game cannot be followed any further; its result in the file still counts."""
        if not self._damaged and not self._ended:
            number = self.part.state.game
            self.problem(text("{why}; the rest of game {number} is left out", why=why, number=number))
            self._damaged = self._doubtful = True

    # The current match and game

    @property
    def part(self) -> GrowingMatch:
        """The current match; if the file has not begun one, money play begins."""
        if self._part is None:
            self.begin_match(None)
        assert self._part is not None
        return self._part

    @property
    def has_match(self) -> bool:
        return self._part is not None

    @property
    def state(self) -> State | None:
        """The state of the current match."""
        return self._part.state if self._part else None

    @property
    def game_is_running(self) -> bool:
        """Whether a game has begun, can be followed and has not ended."""
        return self._opened and not self._ended and not self._damaged

    @property
    def winner(self) -> Player | None:
        """Who has won the current game, if it has ended."""
        history = self.part.state.history
        return history.last.winner if self._ended and history is not None else None

    @property
    def game_is_damaged(self) -> bool:
        """Whether the current game, or what is left of it, cannot be followed."""
        return self._damaged

    @property
    def is_full(self) -> bool:
        """Whether a limit is reached and nothing more is kept, so that a reader may stop."""
        return self._events >= MAX_EVENTS or self._problems_left_out >= MOST_PROBLEMS_LEFT_OUT

    # Matches

    def begin_match(
        self,
        length: int | None,
        *,
        names: Mapping[Player, str] | None = None,
        details: Mapping[str, str] | None = None,
        crawford: bool | None = None,
        jacoby: bool | None = None,
        beavers: bool | None = None,
        cube: bool | None = None,
        cube_limit: int | None = None,
        automatic_doubles: bool | None = None,
        start: Position | None = None,
    ) -> None:
        """Begin a match to `length` points, or money play if it is None or 0.

        Rules that are None are unknown: standard rules are assumed, with the Crawford rule in matches, until an event
        shows otherwise. `start` is White's view.
        """
        self._close_part()
        length = length or None
        if length is not None and not 1 <= length <= MAX_LENGTH:
            self.problem(
                text("the length of a match is 1 to {most} points, not {length}", most=MAX_LENGTH, length=length)
            )
            length = None
        told = {"crawford": crawford, "jacoby": jacoby, "beavers": beavers}
        assumed = {name for name, value in told.items() if value is None} | {"raccoons"}
        try:
            rules = told_rules(crawford, jacoby, beavers, cube, cube_limit, automatic_doubles, start)
        except SixprimeError as error:
            self.problem(error.message)
            rules = STANDARD
        called, known = clean_names(names or {}), clean_details(details or {})
        self._states_scores = False
        self._part = GrowingMatch(rules, length, called, known, frozenset(assumed))
        self._start_game(None, None, Cube())

    def _new_part(self) -> None:
        """Go on in a new match with the same rules."""
        part = self.part
        match = part.match
        self._keep(part)
        self._part = GrowingMatch(match.rules, match.length, match.names, match.details, frozenset(part.assumed))

    def _keep(self, part: GrowingMatch) -> None:
        if part.match.version:
            self._matches.append(part.finished())

    def _close_part(self) -> None:
        """Keep the current match; the file has no more of it."""
        if self._part is not None:
            self._keep(self._part)
        self._part = None

    # Games

    def _start_game(self, score: tuple[int, int] | None, crawford: bool | None, cube: Cube) -> None:
        if self._part is not None:
            self._part.begin_game()
        self._score, self._crawford, self._cube = score, crawford, cube
        self._board: tuple[Position, Player] | None = None
        self._opened = self._ended = False
        self._damaged = self._doubtful = False
        self._notes: list[str | ImportedAnalysis] = []

    def _check_score(self, score: tuple[int, int]) -> None:
        """The file states another score than the games add up to: the file's score counts."""
        part = self.part
        if part.state.history is None and part.state.score == (0, 0):
            return  # a file that does not begin with the first game
        if self._count_gammons_otherwise(score):
            return
        if not self._doubtful:
            told, counted = f"{score[0]}-{score[1]}", "{}-{}".format(*part.state.score)
            self.problem(
                text("the score here is {told}, the games before it make {counted}", told=told, counted=counted)
            )
        if part.match.is_money or part.state.phase is Phase.OVER:
            self._new_part()

    def _count_gammons_otherwise(self, score: tuple[int, int]) -> bool:
        """Whether the score is right with the Jacoby rule switched, if the file says nothing about that rule."""
        part = self.part
        before = part.match.rules.jacoby
        if not part.match.is_money or "jacoby" not in part.assumed:
            return False
        if part.adopt(jacoby=not before):
            if part.state.score == score:
                return True
            part.assumed.add("jacoby")
            part.adopt(jacoby=before)
        part.failed_tries += 1
        if part.failed_tries < MOST_TRIES:
            part.assumed.add("jacoby")
        else:
            part.assumed.discard("jacoby")
        return False

    def _open(self, player: Player, roll: Roll | None) -> None:
        """Begin a game by its first event: an opening roll or, if that is impossible, a set-up."""
        state = self.part.state
        score = self._score if self._score is not None else state.score
        usual = self._board is None and score == state.score and self._cube == Cube()
        usual = usual and self._crawford in (None, state.is_crawford)
        self._opened = True
        if usual and roll is not None and not roll.is_double:
            white, black = (roll.high, roll.low) if player is Player.WHITE else (roll.low, roll.high)
            self._apply(ev.OpeningRolled(white, black))
            return
        if usual and roll is not None:
            self.problem(text("the game begins with a double, {roll}", roll=roll))
        self._begin_from(player, score)
        if roll is not None and not self._damaged:
            self._apply(ev.Rolled(player, roll))

    def _begin_from(self, player: Player, score: tuple[int, int]) -> None:
        """Set up the game with the score, cube and board that the file states."""
        part = self.part
        state = part.state
        start = state.rules.start
        position, on_roll = self._board or (start if player is Player.WHITE else start.flipped(), player)
        if position.checkers != start.checkers and not part.match.version:
            few = position.checkers <= 3
            white_view = position if on_roll is Player.WHITE else position.flipped()
            part.assumed.add("start")
            part.adopt(start=Position.hypergammon(position.checkers) if few else white_view)
        crawford, over = self._crawford_of(score)
        setup = ev.PositionSet(position, on_roll, self._cube, score, crawford, over)
        try:
            part.apply(setup)
        except SixprimeError as error:
            if score == state.score or self._board is not None:
                self.damage(error.message)
                return
            self.problem(error.message)
            self._apply(replace(setup, score=state.score, crawford=False, crawford_over=False))
        else:
            self._happened()

    def _crawford_of(self, score: tuple[int, int]) -> tuple[bool, bool]:
        """Whether a game with this score is the Crawford game, and whether that has been played."""
        state = self.part.state
        if state.length is None or max(score) != state.length - 1:
            return False, False
        alone = min(score) < max(score) and state.length > 1 and state.rules.crawford
        if self._crawford is not None:
            return self._crawford and alone, not (self._crawford and alone)
        first = not state.crawford_over and self._cube == Cube()
        return alone and first, not (alone and first)

    # Notes

    def comment(self, words: str) -> None:
        """Attach a comment to the last event, or to the game that is about to begin."""
        self._note(clean_lines(words))

    def analysis(self, analysis: ImportedAnalysis) -> None:
        """Attach an analysis to the last event. One that names no program was made by that of the file."""
        program = analysis.program or (self.writer if self.analyst is None else self.analyst)
        self._note(replace(analysis, program=program) if program else analysis)

    def _note(self, note: str | ImportedAnalysis) -> None:
        if self._part is None or self._damaged or not note:
            return
        if self._part.version == self._part.game_start:
            self._notes.append(note)
        elif isinstance(note, str):
            self._part.comment(note)
        else:
            self._part.analysis(note)

    # Applying events

    def _apply(self, event: ev.Event) -> None:
        """Apply an event, or note why it is refused."""
        part = self.part
        if self._events >= MAX_EVENTS:
            self.damage(text("a file has at most {most} events", most=MAX_EVENTS))
            return
        try:
            part.apply(event)
        except SixprimeError as error:
            self.damage(text("{event}: {why}", event=event.describe(), why=error.message))
            return
        self._happened()

    def _happened(self) -> None:
        self._events += 1
        if self._notes:
            notes, self._notes = self._notes, []
            for note in notes:
                self._note(note)
        if self.part.state.phase in (Phase.OPENING, Phase.OVER):
            self._ended = True

    def finish(self) -> MatchFile:
        """Everything that has been read. Raises `UnreadableFile` if there is no match."""
        self._close_part()
        if not self._matches:
            why = self._problems[0].describe() if self._problems else text("there is no game in it")
            raise UnreadableFile(text("no match can be read: {why}", why=why))
        return MatchFile(self.format, tuple(self._matches), tuple(self._problems), self.writer, self._problems_left_out)


@lru_cache(maxsize=64)
def told_rules(
    crawford: bool | None = None,
    jacoby: bool | None = None,
    beavers: bool | None = None,
    cube: bool | None = None,
    cube_limit: int | None = None,
    automatic_doubles: bool | None = None,
    start: Position | None = None,
) -> RuleSet:
    """The rules of a file that states these options; those that are None are standard."""
    told = {"crawford": crawford, "jacoby": jacoby, "beavers": beavers}
    changes: dict[str, object] = {name: value for name, value in told.items() if value is not None}
    if cube is False or cube_limit == 1:
        changes |= {"cube": False, "jacoby": False, "beavers": False}
    else:
        if cube_limit is not None and 2 <= cube_limit <= CUBE_CEILING and cube_limit & (cube_limit - 1) == 0:
            changes["cube_limit"] = cube_limit
        if automatic_doubles:
            changes["opening_tie"] = OpeningTie.AUTOMATIC_DOUBLE
    if start is not None:
        changes["start"] = start
    return STANDARD.replace(**changes)


def clean_names(names: Mapping[Player, str]) -> dict[Player, str]:
    """Names as a match accepts them."""
    return {player: clean(name)[:MAX_NAME] for player, name in names.items()}


def clean_details(details: Mapping[str, str]) -> dict[str, str]:
    """Details as a match accepts them."""
    return {clean(name): clean(value) for name, value in details.items()}


def clean(words: str) -> str:
    """Text of one line as a record holds it: without control characters and lone surrogates."""
    kept = words if words.isprintable() else "".join(c if c.isprintable() else " " for c in words)
    return " ".join(kept.split())[:1000]


def clean_lines(words: str) -> str:
    """A comment as a record holds it, without control characters."""
    lines = words.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = "\n".join("".join(c if c.isprintable() or c == "\t" else " " for c in line).rstrip() for line in lines)
    return kept.strip("\n")
