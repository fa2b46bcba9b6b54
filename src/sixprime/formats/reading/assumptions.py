"""`AssumingBuilder`: assumes what a file does not say, and takes it back if the next plays contradict it.

It is a base class of `MatchBuilder`. Where neither the file nor an assumption lets a game be followed, the game is
damaged; its cube is followed all the same, because its result depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core import Cube
from sixprime.core.match import events as ev
from sixprime.formats.reading.file_builder import MatchFileBuilder
from sixprime.formats.reading.lost_cubes import LostCube
from sixprime.messages import Message

PLAYS_TO_CONFIRM = 2
"""How many plays have to be legal after an assumption, before it counts as confirmed."""


@dataclass(slots=True)
class _Assumption:
    """Something that a file does not say and that its next plays confirm or refute, and how to take it back."""

    why: Message
    """What is said of the game if the assumption is wrong."""
    version: int
    problem: int | None
    """The number of its problem, if that is listed."""
    plays: int = 0


class AssumingBuilder(MatchFileBuilder):
    """The matches of a file, with at most one assumption at a time."""

    def __init__(self, format_name: str, writer: str = "") -> None:
        self._assumption: _Assumption | None = None
        self._lost_cube = LostCube()
        self._illegal_plays = 0
        super().__init__(format_name, writer)

    def _start_game(self, score: tuple[int, int] | None, crawford: bool | None, cube: Cube) -> None:
        self._assumption = None
        self._lost_cube = LostCube()
        self._illegal_plays = 0
        super()._start_game(score, crawford, cube)

    @property
    def game_is_doubtful(self) -> bool:
        """Whether the current game could not be followed, or only with illegal plays."""
        return self._damaged or self._illegal_plays > 0

    def damage(self, why: Message) -> None:
        """Note that the game cannot be followed any further, or only from before an assumption that was wrong."""
        assumed, self._assumption = self._assumption, None
        if assumed is not None and not self._damaged and not self._ended:
            self._lost_cube = LostCube(self.part.state.cube)
            self.part.undo_to(assumed.version)
            why = assumed.why
            if assumed.problem is not None:
                line, offset = self.line, self.offset
                wrong = self._problems.pop(assumed.problem)
                self.line, self.offset = wrong.line, wrong.offset
                super().damage(why)
                self.line, self.offset = line, offset
                return
        elif not self._damaged and not self._ended:
            self._lost_cube = LostCube(self.part.state.cube)
        super().damage(why)

    def _assume(self, event: ev.Event, why: Message, problem: Message) -> None:
        """Apply an event that the file does not tell, and take it back if the next plays contradict it."""
        place = len(self._problems)
        version = self.part.version
        self.problem(problem)
        listed = len(self._problems) > place
        self._assumption = _Assumption(why, version, place if listed else None)
        self._apply(event)

    def _confirm(self) -> None:
        """A legal play speaks for what was assumed before it."""
        if self._assumption is not None:
            self._assumption.plays += 1
            if self._assumption.plays >= PLAYS_TO_CONFIRM:
                self._assumption = None
