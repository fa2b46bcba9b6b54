"""A match equity table that is not finished, on disk: the scores that are done, and what they were made with.

It lies beside the table's file, and the scores in it are not played again, also for a longer table. What was made with
other settings or another net is refused.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from sixprime.core import SixprimeError
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES
from sixprime.engine.match_equity.files import write_equity_file
from sixprime.engine.match_equity.making import OPENING_PLIES, EquityMaking, MakingSettings, MatchScore, ScoreChance
from sixprime.engine.match_equity.tables import MAX_POINTS
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.files import checksum_of
from sixprime.messages import text
from sixprime.messages.system_errors import reason

FORMAT = "sixprime-equity-progress"
VERSION = 1
MAX_BYTES = 20_000_000


class InvalidProgress(SixprimeError):
    """A file of scores that cannot be gone on with."""


def progress_path(table: Path) -> Path:
    """Where the scores of a table are kept while it is made."""
    return table.with_name(table.name + ".progress")


def save_progress(making: EquityMaking, path: Path) -> None:
    """Write the scores that are done."""
    content = {
        **_identity(making),
        "scores": [
            {
                "away": score.away,
                "opponent_away": score.opponent_away,
                "over": score.over,
                "chance": found.chance,
                "own_error": found.own_error,
                "ends": list(found.ends),
            }
            for score, found in making.found.items()
        ],
    }
    write_equity_file(path, json.dumps(content, indent=1) + "\n")


def load_progress(path: Path, settings: MakingSettings, *, net: Net | None = None) -> EquityMaking:
    """Go on with what a file has; begin if there is none."""
    making = EquityMaking(settings, net=net)
    if not path.exists():
        return making
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidProgress(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    try:
        content = json.loads(raw) if len(raw) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or (content.get("format"), content.get("version")) != (FORMAT, VERSION):
        raise InvalidProgress(text("{path} does not hold scores of an unfinished match equity table", path=path))
    identity = _identity(making)
    different = [name for name in identity if content.get(name) != identity[name]]
    if different:
        raise InvalidProgress(
            text(
                "{path} was made with other settings ({names}): use the same, or remove it",
                path=path,
                names=", ".join(different),
            )
        )
    try:
        for row in content["scores"]:
            score, found = _score_of(row)
            making.found[score] = found
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InvalidProgress(text("{path} is damaged: remove it to begin anew", path=path)) from error
    return making


def _identity(making: EquityMaking) -> dict[str, Any]:
    """What scores must have in common to be of one table."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "net": checksum_of(making.net),
        "games": making.settings.games,
        "seed": making.settings.seed,
        "opening_plies": OPENING_PLIES,
        "efficiencies": list(DEFAULT_EFFICIENCIES),
    }


def _score_of(row: dict[str, Any]) -> tuple[MatchScore, ScoreChance]:
    score = MatchScore(row["away"], row["opponent_away"], row["over"])
    whole = type(score.away) is type(score.opponent_away) is int and type(score.over) is bool
    if not whole or not 1 <= score.opponent_away < score.away <= MAX_POINTS or (score.over and score.opponent_away > 1):
        raise ValueError("score")
    found = ScoreChance(row["chance"], row["own_error"], tuple(row["ends"]))
    numbers = (found.chance, found.own_error, *found.ends)
    if not all(type(number) is float and 0 <= number <= 1 for number in numbers):
        raise ValueError("chance")
    if len(found.ends) != score.away + score.opponent_away + 1 or not math.isclose(sum(found.ends), 1, abs_tol=1e-6):
        raise ValueError("ends")
    return score, found
