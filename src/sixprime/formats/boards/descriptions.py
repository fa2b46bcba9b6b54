"""What is said about a situation beside its board: whose turn it is, the match, the cube, where the checkers stand.

These are messages, so that a picture and a terminal say the same in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sixprime.core import Cube, Offer, Player, Roll, Win
from sixprime.core.numbering import Numbering
from sixprime.core.situations import Situation
from sixprime.messages import Message, counted, text

Labels = Callable[[Player], Message]
"""What each player is called."""


def plain(names: Mapping[Player, str]) -> Labels:
    """Players by name, or by colour where there is none."""

    def label(player: Player) -> Message:
        name = " ".join(names.get(player, "").split())
        return Message("{name}", {"name": name}) if name else player.label

    return label


def coloured(names: Mapping[Player, str]) -> Labels:
    """Players by name and colour, for readers who cannot see the colour."""

    def label(player: Player) -> Message:
        name = " ".join(names.get(player, "").split())
        return text("{name} ({colour})", name=name, colour=player.label) if name else player.label

    return label


BY_COLOUR = coloured({})


def dice_words(roll: Roll) -> str:
    """A roll as players say it, the higher die first."""
    return f"{roll.high}-{roll.low}"


def turn_line(situation: Situation, labels: Labels = BY_COLOUR) -> Message:
    """Whose turn it is, and what they have to do."""
    if situation.position.is_over:
        return text("The game is over")
    to_act = situation.to_act
    if to_act is None:
        return text("Before the opening roll")
    player, other = labels(to_act), labels(to_act.opponent)
    if situation.resignation is not None:
        return _resignation_line(situation.resignation, other)
    if situation.offer is not None:
        value = offered_value(situation)
        match situation.offer:
            case Offer.DOUBLE:
                return text("{player} doubles to {value}", player=other, value=value)
            case Offer.BEAVER:
                return text("{player} beavers to {value}", player=other, value=value)
            case Offer.RACCOON:
                return text("{player} raccoons to {value}", player=other, value=value)
    if situation.roll is not None:
        return text("{player} to play {roll}", player=player, roll=dice_words(situation.roll))
    return text("{player} on roll", player=player)


def _resignation_line(win: Win, player: Message) -> Message:
    match win:
        case Win.SINGLE:
            return text("{player} offers to resign a single game", player=player)
        case Win.GAMMON:
            return text("{player} offers to resign a gammon", player=player)
        case Win.BACKGAMMON:
            return text("{player} offers to resign a backgammon", player=player)


def offered_value(situation: Situation) -> int:
    """The value of the cube that is offered, or of the cube as it is."""
    turns = {None: 1, Offer.DOUBLE: 2, Offer.BEAVER: 4, Offer.RACCOON: 8}
    return situation.cube.value * turns[situation.offer]


def has_cube(situation: Situation) -> bool:
    """Whether there is a cube to show. In a match to one point nobody can double."""
    return not situation.crawford and situation.cube_limit != 1 and situation.length != 1


def match_line(situation: Situation) -> Message:
    """Money play, or the length of the match."""
    if situation.length is None:
        return text("Money play")
    if situation.crawford:
        return text("Match to {length}, Crawford game", length=situation.length)
    return text("Match to {length}", length=situation.length)


def score_line(situation: Situation) -> Message:
    """The score."""
    white, black = situation.score
    return text("Score: White {white}, Black {black}", white=white, black=black)


def cube_line(cube: Cube, labels: Labels = BY_COLOUR) -> Message:
    """The value of the cube, and who owns it."""
    if cube.owner is None:
        return text("cube: {value}, in the middle", value=cube.value)
    return text("cube: {value}, with {owner}", value=cube.value, owner=labels(cube.owner))


def checkers_line(
    situation: Situation, player: Player, labels: Labels = BY_COLOUR, numbering: Numbering = Numbering.OWN
) -> Message:
    """Where a player's checkers are, for readers who cannot see the board."""
    position = situation.position_for(player)
    places = ", ".join(
        f"{numbering.label(point, player)} ({position.points[point]})"
        for point in range(24, 0, -1)
        if position.points[point] > 0
    )
    return counted(
        "{player}: points (checkers) {points}; bar {bar}, borne off {off}; {count} pip",
        "{player}: points (checkers) {points}; bar {bar}, borne off {off}; {count} pips",
        position.pips,
        player=labels(player),
        points=places or "-",
        bar=position.bar,
        off=position.off,
    )
