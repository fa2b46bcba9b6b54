"""A rule set in sentences, and what each preset is called."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.core import OpeningTie, RuleSet
from sixprime.messages import Message, counted, text

PRESET_TITLES: Mapping[str, Message] = {
    "standard": text("the tournament game of today"),
    "000-de": text("three-language leaflet, German text: cube without limit"),
    "000-fr": text("three-language leaflet, French text: cube without limit"),
    "000-it": text("three-language leaflet, Italian text: checkers leave by their exact number only"),
    "001-hu": text("Hungarian leaflet: cube to 64"),
    "001-hu-optional": text("Hungarian leaflet with its optional rules: automatic doubles, beavers, Jacoby"),
    "002-it": text("Italian leaflet with the history of the game: cube to 32"),
    "003-de": text(
        "German leaflet from the cloth bag: bear off from the rear, triple win for any checker outside home"
    ),
    "004-fr": text("French leaflet: no cube"),
}


def describe_rules(rules: RuleSet, *, money: bool) -> list[Message]:
    """The rules in force, one sentence each.

    >>> print(describe_rules(RuleSet(), money=True)[0])
    standard start position
    """
    lines = [_start(rules), rules.opening_tie.label]
    if rules.opening_tie is OpeningTie.AUTOMATIC_DOUBLE and rules.automatic_double_limit is not None:
        limit = rules.automatic_double_limit
        lines.append(
            counted("at most {count} automatic double a game", "at most {count} automatic doubles a game", limit)
        )
    lines += [rules.bear_off.label, rules.triple_win.label]
    if not rules.cube:
        lines.append(text("no doubling cube"))
    elif rules.cube_limit is None:
        lines.append(text("doubling cube without limit"))
    else:
        lines.append(text("doubling cube to {limit}", limit=rules.cube_limit))
    if money:
        if rules.beavers:
            lines.append(text("beavers and raccoons are allowed") if rules.raccoons else text("beavers are allowed"))
        if rules.jacoby:
            lines.append(text("Jacoby rule: gammons count only once the cube has been turned"))
        lines.append(text("a point is worth {stake}", stake=rules.stake))
    elif rules.crawford:
        lines.append(text("Crawford rule: no doubling in the first game in which somebody needs one point"))
    return lines


def _start(rules: RuleSet) -> Message:
    match rules.start_name:
        case "standard":
            return text("standard start position")
        case "nackgammon":
            return text("Nackgammon start position")
        case "hypergammon":
            return text("Hypergammon: three checkers a side")
        case "longgammon":
            return text("Longgammon: all checkers on the 24 point")
        case _:
            return text("a custom start position")
