"""What a server says about decisions, made by the engine itself: for panels that are shown without a server."""

from __future__ import annotations

from typing import Any

from sixprime import Engine, Situation
from sixprime.core import Player, Position
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.engine.chances import Chances
from sixprime.languages import catalogue
from sixprime.server.schemas.analyses import DecisionAnswer

ENGLISH = catalogue("en")


def decision_answer(written: str, *, plies: int = 1, **more: Any) -> dict[str, Any]:
    """The answer about a position, with `more` in it. The first few plays are searched more deeply than the rest."""
    situation = Situation.parse(written)
    with Engine(plies=plies, threads=1) as engine:
        found = engine.analyse(situation)
    player, on_roll = found.player, situation.on_roll or Player.WHITE
    answer: dict[str, Any] = {
        "event": None, "version": None, "player": player.value, "kind": "play" if situation.roll else "double",
        "action": None, "words": None, "board": _white(situation.position, on_roll),
        "roll": None if situation.roll is None else (situation.roll.first, situation.roll.second),
        "cube": {"value": situation.cube.value, "owner": situation.cube.owner and situation.cube.owner.value},
        "length": situation.length, "score": {"white": situation.score[0], "black": situation.score[1]},
        "crawford": situation.crawford, "xgid": written, "legal": len(found.plays), "turn": None, "loss": None,
        "match_loss": None,
        "mark": None, "cube_error": None, "plays": None, "actions": None, "cube_decision": None,
        "chances": _chances(found.chances), "plies": plies, "games": 0, "error": None, "depth": "fast",
        "engine": engine.identity, "luck": None, "comparison": None,
    }  # fmt: skip
    if situation.roll is not None:
        answer["plays"] = [
            {
                "notation": entry.play.notation(), "steps": entry.play.pairs,
                "board": _white(entry.play.result, player), "equity": entry.equity, "loss": entry.loss,
                "match_chance": entry.match_chance,
                "chances": _chances(entry.chances), "plies": entry.depth, "games": 0, "error": None, "played": False,
            }
            for entry in found.plays
        ]  # fmt: skip
    else:
        answer["actions"] = [
            {
                "action": entry.action.value, "equity": entry.equity, "lost": entry.loss, "match_chance": None,
                "words": ACTION_WORDS[entry.action].in_language(ENGLISH), "played": False,
            }
            for entry in found.actions
        ]  # fmt: skip
        if situation.offer is not None:
            answer["kind"] = "answer"
        if situation.resignation is not None:
            answer["kind"] = "resignation-answer"
    if found.cube is not None:
        cube = found.cube
        answer["cube_decision"] = {
            "player": on_roll.value, "no_double": cube.no_double, "double_take": cube.double_take,
            "double_pass": cube.double_pass, "match_chances": cube.chances, "may_double": cube.may_double,
            "redouble": cube.is_redouble, "verdict": cube.verdict.value, "words": cube.label.in_language(ENGLISH),
        }  # fmt: skip
    return DecisionAnswer.model_validate(answer | more).model_dump(mode="json")


def _white(position: Position, player: Player) -> list[int]:
    return list((position if player is Player.WHITE else position.flipped()).points)


def _chances(chances: Chances) -> dict[str, float]:
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    return {name: getattr(chances, name) for name in names}
