"""Rollouts on disk: JSON with all settings, the candidates and the sums over the games played so far.

A rollout that is read goes on where it stopped and comes to the same numbers as one that never did. Files have a
checksum; what is damaged, not a rollout, or made with another net is refused.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sixprime.core import STANDARD, BearOff, Position, SixprimeError
from sixprime.core.rules import CUBE_CEILING
from sixprime.engine.cube.board_kernels import Efficiencies
from sixprime.engine.cube.kernels import CubeSituation, as_stakes
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import default_net
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout.kernels import NUMBERS
from sixprime.engine.rollout.results import STRATA, RolloutResult, RolloutTally
from sixprime.engine.rollout.rollouts import (
    MOST_CANDIDATES,
    MOST_GAMES,
    Candidate,
    Rollout,
    RolloutProblem,
    RolloutSettings,
)
from sixprime.files import write_atomically
from sixprime.messages import text
from sixprime.messages.system_errors import reason

FORMAT = "sixprime-rollout"
VERSION = 1
MOST_BYTES = 100_000_000
MOST_POINTS = 10_000
"""What a match can be played to, and a cube show, in a file that is believed."""


class InvalidRollout(RolloutProblem):
    """A file that is not a rollout of this program."""


def dump_rollout(rollout: Rollout) -> str:
    """The content of a file."""
    content = _content_of(rollout)
    content["sha256"] = _checksum(content)
    return json.dumps(content)


def save_rollout(rollout: Rollout, path: Path) -> None:
    """Write the file, whole or not at all."""
    try:
        path.parent.stat()  # a folder that is missing is an error here: its name may be mistyped
        write_atomically(path, dump_rollout(rollout))
    except OSError as error:
        raise RolloutProblem(text("cannot write {path}: {why}", path=path, why=reason(error))) from error


def load_rollout(path: Path, *, net: Net | None = None) -> Rollout:
    """Read a rollout; it must have been made with this net, or with the default one."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidRollout(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    return parse_rollout(raw, str(path), net=net)


def parse_rollout(raw: str | bytes, path: str, *, net: Net | None = None) -> Rollout:
    """Read the content of a file; errors name the path."""
    net = net or default_net()
    try:
        content = json.loads(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InvalidRollout(text("{path} is not a rollout", path=path))
    if content.get("version") != VERSION:
        raise InvalidRollout(text("{path} is a rollout of another version of this program", path=path))
    checksum = content.pop("sha256", None)
    try:
        if checksum != _checksum(content):
            raise InvalidRollout(text("{path} is damaged: its checksum is wrong", path=path))
        if content["net"] != checksum_of(net):
            raise InvalidRollout(text("{path} was made with another net", path=path))
        return _rollout_of(content, net)
    except InvalidRollout:
        raise
    except (SixprimeError, KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise InvalidRollout(text("{path} is not a rollout that this program can go on with", path=path)) from error


def checksum_of(net: Net) -> str:
    """What tells nets apart."""
    digest = hashlib.sha256()
    for array in net.all_arrays():
        digest.update(np.ascontiguousarray(array, dtype="<f4").tobytes())
    return digest.hexdigest()


def as_json(result: RolloutResult) -> dict[str, Any]:
    """A result for other programs: numbers by the names that they have here, candidates in the order given."""
    content = dataclasses.asdict(result)
    del content["covariance"], content["cube"]
    best = result.order[0]
    for index, line in enumerate(content["candidates"]):
        del line["play"]  # the label says it
        behind = result.difference(best, index)
        line["behind"] = {"value": behind.value, "error": behind.error}
    return content


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _content_of(rollout: Rollout) -> dict[str, Any]:
    tally = rollout.tally
    return {
        "format": FORMAT,
        "version": VERSION,
        "net": checksum_of(rollout.net),
        "bear_off": rollout.rules.bear_off.value,
        "settings": {**dataclasses.asdict(rollout.settings), "efficiencies": list(rollout.settings.efficiencies)},
        "candidates": [
            {
                "label": candidate.label,
                "points": list(candidate.position.points),
                "checkers": candidate.position.checkers,
                "on_roll": candidate.on_roll,
                "may_double": candidate.may_double,
                "view": _view_content(candidate.view),
                "unit": _view_content(candidate.unit),
            }
            for candidate in rollout.candidates
        ],
        "seconds": rollout.seconds,
        "tally": {
            "counts": tally.counts.tolist(),
            "sums": tally.sums.tolist(),
            "squares": tally.squares.tolist(),
            "products": tally.products.tolist(),
        },
    }


def _view_content(view: CubeView) -> dict[str, Any]:
    return {"situation": dict(view.situation._asdict()), "stakes": view.stakes.tolist()}


def _view_of(content: Mapping[str, Any]) -> CubeView:
    situation = CubeSituation(**content["situation"])
    for name in ("crawford", "first", "jacoby", "beavers"):
        if type(getattr(situation, name)) is not bool:
            raise ValueError(name)
    for name in ("cube", "owner", "away", "opponent_away", "limit"):
        if type(getattr(situation, name)) is not int:
            raise ValueError(name)
    highest = max(situation.cube, situation.limit)
    if min(situation.cube, situation.limit) < 1 or highest > CUBE_CEILING or situation.owner not in (-1, 0, 1):
        raise ValueError("cube")
    stakes = as_stakes(content["stakes"])
    away, opponent_away = situation.away, situation.opponent_away
    if (away == 0) != (opponent_away == 0) or not (0 <= away <= MOST_POINTS and 0 <= opponent_away <= MOST_POINTS):
        raise ValueError("away")
    if stakes.shape != ((away + opponent_away + 1) if away else 1,) or not np.isfinite(stakes).all():
        raise ValueError("stakes")
    return CubeView(situation, stakes)


def _rollout_of(content: Mapping[str, Any], net: Net) -> Rollout:
    settings = dict(content["settings"])
    settings["efficiencies"] = Efficiencies(*settings["efficiencies"])
    rows = content["candidates"]
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_CANDIDATES:
        raise ValueError("candidates")
    candidates = []
    for row in rows:
        if not isinstance(row["label"], str) or type(row["on_roll"]) is not bool or type(row["may_double"]) is not bool:
            raise ValueError("candidate")
        position = Position(tuple(row["points"]), row["checkers"])
        view, unit = _view_of(row["view"]), _view_of(row["unit"])
        candidates.append(Candidate(row["label"], position, row["on_roll"], view, unit, row["may_double"]))
    rules = dataclasses.replace(STANDARD, bear_off=BearOff(content["bear_off"]))
    rollout = Rollout(candidates, RolloutSettings(**settings), net=net, rules=rules)
    rollout.seconds = float(content["seconds"])
    rollout.tally = _tally_of(content["tally"], len(candidates))
    if not 0 <= rollout.seconds < 1e12 or rollout.tally.games > rollout.settings.games:
        raise ValueError("games")
    return rollout


def _tally_of(content: Mapping[str, Any], candidates: int) -> RolloutTally:
    tally = RolloutTally(candidates)
    counts = content["counts"]
    if not all(type(count) is int and 0 <= count <= MOST_GAMES for count in counts) or len(counts) != STRATA:
        raise ValueError("counts")
    tally.counts[:] = counts
    for name, shape in (
        ("sums", (STRATA, candidates, NUMBERS)),
        ("squares", (candidates, NUMBERS)),
        ("products", (candidates, candidates)),
    ):
        numbers = np.array(content[name], dtype=np.float64)
        if numbers.shape != shape or not np.isfinite(numbers).all():
            raise ValueError(name)
        getattr(tally, name)[...] = numbers
    return tally
