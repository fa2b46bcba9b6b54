"""What a widget shows, as the JSON that its script reads, and what is needed to understand its answers.

Positions have the fields of the server's states (docs/protocol.md), so that the same scripts show them. Decisions and
matches are in `analysed_contents.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sixprime.core import Play, Player, RuleSet, SixprimeError, Turn
from sixprime.core.match.cubes import Offer
from sixprime.core.situations import Situation
from sixprime.core.turn_graphs import turn_graph
from sixprime.formats.boards import descriptions
from sixprime.messages import Catalogue, text
from sixprime.notebook.pictures import board_svg
from sixprime.server.encoding import compact_json
from sixprime.server.views.positions import board_of

OFFERS = (Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON)
Names = Mapping[Player, str]


class NotShowable(SixprimeError):
    """Something that cannot be shown, or not in this way."""


@dataclass(frozen=True, slots=True)
class Content:
    """What one widget shows."""

    json: str
    """For the script."""
    svg: str
    """For where there is no script."""
    turn: Turn | None = None
    """The roll that can be played by hand."""
    versions: Sequence[int] = field(default=())
    """By the number of an event of a match, how the script calls the moment after it."""

    def play_of(self, steps: Sequence[Sequence[int]]) -> Play:
        """The play that was made by hand; `IllegalPlay` if it cannot be made here."""
        if self.turn is None:
            raise NotShowable(text("there is no roll to play"))
        return self.turn.play_of([(source, target) for source, target in steps])


def position_content(
    situation: Situation,
    rules: RuleSet,
    words: Catalogue,
    *,
    names: Names,
    bottom: Player | None = None,
    playable: bool = False,
    is_bare: bool = False,
) -> Content:
    """A situation; `is_bare` if only its position is meant. `playable` if its roll is to be played by hand."""
    fields = position_fields(situation, rules, words, names, bottom, is_bare=is_bare)
    turn = None
    graph = None
    if playable:
        if situation.roll is None or situation.resignation is not None:
            raise NotShowable(text("there is no roll to play"))
        turn = Turn(situation.position, situation.roll, rules)
        graph = {"nodes": turn_graph(situation.position, situation.roll, rules)}
    state = fields.pop("state") | {"turn": graph}
    written = compact_json(fields | {"state": state, "is_playable": playable, "decision": None})
    return Content(written, board_svg(situation.position if is_bare else situation, words), turn)


def position_fields(
    situation: Situation,
    rules: RuleSet,
    words: Catalogue,
    names: Names,
    bottom: Player | None,
    *,
    is_bare: bool = False,
) -> dict[str, Any]:
    """What is said about a situation; of a bare position, only where the checkers stand."""
    player = bottom or situation.on_roll or Player.WHITE
    lines = [] if is_bare else [descriptions.match_line(situation)]
    if lines and (not situation.is_money or any(situation.score)):
        lines.append(descriptions.score_line(situation))
    turn = descriptions.turn_line(situation, descriptions.plain(names))
    return {
        "kind": "position",
        "state": _state_fields(situation, rules, is_bare=is_bare),
        "bottom": player.value,
        "words": "" if is_bare else turn.in_language(words),
        "details": [line.in_language(words) for line in lines],
        "names": {one.value: names[one] for one in Player if names.get(one)},
    }


def _state_fields(situation: Situation, rules: RuleSet, *, is_bare: bool) -> dict[str, Any]:
    """A situation as the board reads it."""
    to_act, offer, position = situation.to_act, situation.offer, situation.position
    offered = None
    if offer is not None and to_act is not None:
        value = descriptions.offered_value(situation)
        offered = {"by": to_act.opponent.value, "value": value, "beavers": OFFERS.index(offer)}
    owner = situation.cube.owner
    cube = {"value": situation.cube.value, "owner": owner and owner.value, "offered": offered}
    resigned = situation.resigned_by
    return {
        "board": board_of(position, situation.on_roll or Player.WHITE),
        "checkers": position.checkers,
        "on_roll": None if is_bare or situation.on_roll is None else situation.on_roll.value,
        "to_act": None if is_bare or to_act is None else to_act.value,
        "roll": None if situation.roll is None else list(situation.roll),
        "cube": None if is_bare or not descriptions.has_cube(situation) else cube,
        "length": situation.length,
        "crawford": situation.crawford,
        "rules": rules.to_json(),
        "resignation": resigned and {"by": resigned.value, "value": int(situation.resignation or 0)},
    }
