"""Makes `ImportedPlay`s of the plays in a file's analyses, up to a limit for each file."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sixprime.core import Phase, State
from sixprime.core.plays import point_name
from sixprime.formats.reading.analyses import FileChances, ImportedPlay
from sixprime.formats.reading.written_plays import find_play, rearmost_first

MAX_FOR_A_ROLL = 32
"""How many plays of a roll are kept; programs list the best ones first."""
MAX_IN_A_FILE = 200_000


class ImportedPlays:
    """Makes the analysed plays of a file until their limit is reached."""

    def __init__(self) -> None:
        self._left = MAX_IN_A_FILE

    @property
    def is_full(self) -> bool:
        return self._left <= 0

    def candidate(
        self,
        state: State,
        hops: Iterable[tuple[int, int]],
        *,
        equity: float | None = None,
        chances: FileChances | None = None,
        level: str = "",
        plies: int | None = None,
        is_rollout: bool = False,
        win_chance: float | None = None,
    ) -> ImportedPlay | None:
        """An analysed play of the roll on the table, with its moves given as (source, target).

        None if these are not moves, or if the limit is reached. Moves that are not a legal play are kept as they are.
        """
        ordered = rearmost_first(hops)
        if ordered is None or self.is_full:
            return None
        self._left -= 1
        play = find_play(state, ordered) if ordered and state.phase is Phase.TO_PLAY else None
        if play is not None:
            written = play.notation()
            steps = play.pairs
        else:
            written = " ".join(f"{point_name(source)}/{point_name(target, target=True)}" for source, target in ordered)
            steps = ordered
        return ImportedPlay(written, steps, equity, chances, level, plies, is_rollout, win_chance)


def known(number: float | None) -> float | None:
    """A number of a file; None if it is not finite, or too large to be an equity."""
    if number is None or not math.isfinite(number) or abs(number) > 100:
        return None
    return float(number)


def chances_of(
    win: float, gammon: float, backgammon: float, lost_gammon: float, lost_backgammon: float
) -> FileChances | None:
    """The chances in a file; None if they are not between 0 and 1."""
    numbers = (win, gammon, backgammon, lost_gammon, lost_backgammon)
    if not all(math.isfinite(number) and -0.01 <= number <= 1.01 for number in numbers):
        return None
    return FileChances(*(min(max(float(number), 0.0), 1.0) for number in numbers))
