"""Our engine behind UBGI, the Universal Backgammon Interface: commands on standard input, answers on standard output.

It serves all three generations at once and notices from the commands which one it speaks with. No line that comes in
ends it, except `quit`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import IO

from sixprime import __version__
from sixprime.core import STANDARD, Cube, Player, Position, Roll, SixprimeError
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import Situation
from sixprime.engine.engines import MAX_PLIES, Engine
from sixprime.formats.protocols import ubgi
from sixprime.formats.protocols.ubgi import ErrorCode, Generation, Role, UbgiError
from sixprime.messages import text
from sixprime.peers.ubgi_decisions import Adviser
from sixprime.peers.ubgi_options import EvalMode, Options
from sixprime.peers.ubgi_search import Search

PATIENCE = 3.0
"""Seconds for which a command that has come too early waits for the answer before it."""
MOST_ABANDONED = 4
"""Searches that were stopped and have not noticed yet; beyond these a new one is refused."""

MakeEngine = Callable[[int, int], Engine]
"""Makes an engine that looks so many plies ahead with so many threads."""


@dataclass(slots=True)
class Table:
    """What has been said about the game: the situation bit by bit, or all at once by an id that holds it all."""

    length: int | None = None
    jacoby: bool = True
    crawford: bool = True
    score: tuple[int, int] = (0, 0)
    cube: Cube = Cube()
    turn: Player = Player.WHITE
    placed: ubgi.SetPosition | None = None
    roll: Roll | None = None
    roll_is_played: bool = False
    session_is_told: bool = False

    @property
    def has_cube(self) -> bool:
        """Whether anybody has spoken of a session, a score or a cube, rather than of checkers alone."""
        return self.session_is_told or (self.placed is not None and self.placed.is_whole)

    def situation(self, role: Role, *, beavers: bool, ignores_turn: bool) -> Situation:
        """Where a decision is asked for."""
        if self.placed is None:
            raise UbgiError(ErrorCode.MISSING_CONTEXT, text("the position is missing"))
        told = self.placed.situation
        roll = self.roll or (told.roll if self.placed.is_whole else None)
        if role is not Role.CUBE and roll is None:
            raise UbgiError(ErrorCode.MISSING_CONTEXT, text("the dice are missing"))
        if told.position.is_over:
            raise UbgiError(ErrorCode.BAD_ARGUMENT, text("the game is over"))
        try:
            if self.placed.is_whole:
                offer = told.offer if role is Role.CUBE else None
                return replace(
                    told, roll=None if role is Role.CUBE else roll, offer=offer, resignation=None, resigned_by=None
                )
            return self._pieced_together(told.position, None if role is Role.CUBE else roll, beavers, ignores_turn)
        except UbgiError:
            raise
        except SixprimeError as error:
            raise UbgiError(ErrorCode.BAD_ARGUMENT, error.message) from None

    def _pieced_together(self, position: Position, roll: Roll | None, beavers: bool, ignores_turn: bool) -> Situation:
        leader, trailer = max(self.score), min(self.score)
        is_match_point = self.length is not None and self.length > 1 and trailer < leader == self.length - 1
        return Situation(
            position,
            Player.WHITE if ignores_turn else self.turn,
            self.cube,
            roll,
            length=self.length,
            score=self.score,
            crawford=self.crawford and is_match_point and self.cube == Cube(),
            jacoby=self.jacoby if self.length is None else None,
            beavers=beavers if self.length is None else None,
        )


class UbgiEngine:
    """Hears lines and says lines. What is said may come from another thread, one line at a time."""

    def __init__(
        self,
        say: Callable[[str], None],
        make_engine: MakeEngine = lambda plies, threads: Engine(plies=plies, threads=threads),
        *,
        plies: int = 0,
        deepest: int = MAX_PLIES,
        generation: Generation | None = None,
    ) -> None:
        self._write = say
        self._make_engine = make_engine
        self._deepest = deepest
        self._options = Options(deepest, plies)
        self._fixed = generation is not None
        self.generation = generation
        self._table = Table()
        self._engines: dict[int, Engine] = {}
        """By plies, all with as many threads as the options say."""
        self._search: Search | None = None
        self._abandoned: list[Search] = []
        self._speaking = threading.Lock()
        self._is_warm = False

    def hear(self, line: str) -> bool:
        """Do what a line says; False if it was the last."""
        try:
            command = ubgi.parse_command(line, self._checkers)
            if command is not None:
                self._notice(command)
                return self._obey(command)
        except UbgiError as error:
            self._complain(error, line)
        return True

    def too_long(self) -> None:
        """A line that nobody wants to read."""
        why = text("the line is longer than {most} characters", most=ubgi.MAX_LINE)
        self._complain(UbgiError(ErrorCode.BAD_ARGUMENT, why), "")

    def finish(self, seconds: float | None = None) -> None:
        """Say what is still to be said."""
        if self._search is not None:
            if not self._search.wait(PATIENCE if seconds is None else seconds):
                self._search.stop()
            self._search = None

    def close(self) -> None:
        """Stop everything."""
        self._close_engines()

    def _close_engines(self) -> None:
        engines, self._engines = self._engines, {}
        for engine in engines.values():
            engine.close()

    # Commands

    def _obey(self, command: ubgi.Command) -> bool:
        match command:
            case ubgi.Quit():
                self.finish()
                return False
            case ubgi.IsReady():
                self._say("readyok")
            case ubgi.Stop():
                self._stop()
            case _:
                self._wait_for_answer()
                self._obey_in_peace(command)
        return True

    def _obey_in_peace(self, command: ubgi.Command) -> None:
        """What cannot be done while a decision is being made."""
        table = self._table
        match command:
            case ubgi.Handshake():
                self._introduce()
            case ubgi.NewGame():
                kept = Table(
                    table.length, table.jacoby, table.crawford, table.score, session_is_told=table.session_is_told
                )
                self._table = Table() if self.generation is Generation.THIRD else kept
            case ubgi.NewSession():
                told = Table(command.length, command.jacoby, command.crawford)
                self._table = replace(
                    told,
                    placed=table.placed,
                    roll=table.roll,
                    roll_is_played=table.roll_is_played,
                    session_is_told=True,
                )
            case ubgi.SetScore():
                table.score, table.session_is_told = command.score, True
            case ubgi.SetCube():
                table.cube, table.session_is_told = Cube(command.value, command.owner), True
            case ubgi.SetTurn():
                table.turn = command.player
            case ubgi.SetPosition():
                table.placed = command
                if table.roll_is_played:
                    table.roll, table.roll_is_played = None, False
            case ubgi.SetDice():
                table.roll, table.roll_is_played = command.roll, False
            case ubgi.SetOption():
                threads = self._options.get("Threads")
                self._options.set(command.name, command.value)
                if self._options.get("Threads") != threads:
                    self._close_engines()
            case ubgi.GetOption():
                self._say(f"value {command.name} {self._options.get(command.name)}")
            case ubgi.ListOptions():
                for option in self._options:
                    self._say(option.key_line)
            case ubgi.Go():
                self._go(command)
            case ubgi.BarePosition():
                situation = command.situation
                if situation.position.is_over:
                    raise UbgiError(ErrorCode.BAD_ARGUMENT, text("the game is over"))
                cubeful = self._mode is not EvalMode.CUBELESS
                self._begin(lambda plies: [self._adviser(plies, cubeful=cubeful).word(situation)], self._plies, None)

    def _introduce(self) -> None:
        self._warm_up()
        for line in ("id name sixprime", "id author The sixprime authors", f"id version {__version__}", "proto 0.2"):
            self._say(line)
        for option in self._options:
            self._say(option.option_line)
        for option in self._options:
            self._say(option.key_line)
        self._say("ubgiok")
        # The first generation waits for this one; the others take it for the answer to their next `isready`.
        self._say("readyok")

    def _go(self, command: ubgi.Go) -> None:
        situation = self._table.situation(
            command.role,
            beavers=self._options.get("Beavers") == "true",
            ignores_turn=self.generation is Generation.THIRD,
        )
        has_cube = self._table.has_cube or command.role is not Role.CHEQUER
        cubeful = has_cube if self._mode is EvalMode.AUTO else self._mode is EvalMode.CUBEFUL
        if command.role is not Role.CUBE:
            if self.generation is Generation.THIRD:
                self._table.roll = None
            self._table.roll_is_played = True
        plies = min(command.limits.get("depth", self._plies), self._deepest)
        movetime = command.limits.get("movetime")
        seconds = None if movetime is None else min(movetime / 1000, threading.TIMEOUT_MAX / 2)
        self._begin(
            lambda depth: self._adviser(depth, cubeful=cubeful).answers(command.role, situation), plies, seconds
        )

    def _begin(self, decide: Callable[[int], list[str]], plies: int, seconds: float | None) -> None:
        self._warm_up()
        self._abandoned = [search for search in self._abandoned if search.is_alive()]
        if len(self._abandoned) >= MOST_ABANDONED:
            why = text("searches that were stopped are still coming to their end")
            raise UbgiError(ErrorCode.SEARCH_IN_PROGRESS, why)
        self._search = Search(decide, plies, self._say_all, seconds, self._cancel)
        self._search.start()

    def _cancel(self) -> None:
        for engine in list(self._engines.values()):
            engine.cancel()

    def _warm_up(self) -> None:
        """Get everything ready that takes time, the compiler above all, before anybody counts seconds."""
        if not self._is_warm:
            self._engine(0).analyse(Situation(Position.standard(), roll=Roll(3, 1)))
            self._is_warm = True

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._abandoned.append(self._search)
            self._search = None

    def _wait_for_answer(self) -> None:
        """One thing at a time: whoever does not wait for an answer is made to, up to a point."""
        if self._search is not None:
            if not self._search.wait(PATIENCE):
                raise UbgiError(ErrorCode.SEARCH_IN_PROGRESS, text("a decision is being made; stop ends it"))
            self._search = None

    # Decisions, in the thread of a search

    def _adviser(self, plies: int, *, cubeful: bool) -> Adviser:
        rules = STANDARD.replace(jacoby=self._table.jacoby, beavers=self._options.get("Beavers") == "true")
        return Adviser(self._engine(plies), plies, rules, cubeful)

    def _engine(self, plies: int) -> Engine:
        if plies not in self._engines:
            self._engines[plies] = self._make_engine(plies, int(self._options.get("Threads")))
        return self._engines[plies]

    # What is known and said

    @property
    def _mode(self) -> EvalMode:
        return EvalMode(self._options.get("EvalMode"))

    @property
    def _plies(self) -> int:
        return int(self._options.get("Ply"))

    @property
    def _checkers(self) -> int:
        return 3 if self._options.get("Variant") == "hypergammon" else MAX_CHECKERS

    def _notice(self, command: ubgi.Command) -> None:
        """Which generation a command belongs to."""
        if self._fixed:
            return
        match command:
            case ubgi.BarePosition():
                self.generation = self.generation or Generation.FIRST
            case ubgi.SetOption():
                self.generation = command.generation
            case ubgi.GetOption() | ubgi.ListOptions():
                self.generation = Generation.THIRD
            case ubgi.NewSession() | ubgi.SetScore() | ubgi.SetCube() | ubgi.SetTurn() | ubgi.Go():
                self.generation = self.generation or Generation.SECOND

    def _complain(self, error: UbgiError, line: str) -> None:
        if self._search is not None:
            self._search.wait(PATIENCE)
        polite = self.generation is Generation.FIRST or (not self._fixed and ubgi.is_bare_position(line))
        self._say("sorry" if polite else error.line)

    def _say_all(self, lines: list[str]) -> None:
        polite = self.generation is Generation.FIRST
        for line in lines:
            self._say("sorry" if polite and line.startswith("error ") else line)

    def _say(self, line: str) -> None:
        with self._speaking:
            self._write(line)


def read_lines(stream: IO[bytes]) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long, of which no more is kept than its beginning."""
    while line := stream.readline(ubgi.MAX_LINE + 1):
        if line.endswith(b"\n") or len(line) <= ubgi.MAX_LINE:
            yield line.decode("utf-8", "replace").strip()
            continue
        while (rest := stream.readline(65536)) and not rest.endswith(b"\n"):
            pass
        yield None


def run(engine: UbgiEngine, stream: IO[bytes]) -> None:
    """Hear everything, to the end of the stream or until `quit`."""
    try:
        for line in read_lines(stream):
            if line is None:
                engine.too_long()
            elif not engine.hear(line):
                return
        engine.finish(seconds=600)
    finally:
        engine.close()
