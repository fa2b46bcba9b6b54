"""Reasons in words. About plays they are clauses that follow the play's name, about the cube whole sentences.

    "8/5 6/5" + "makes the 5 point"

So no sentence needs a word for the play whose gender a language would have to know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sixprime.analysis.reasons.kinds import Reason, ReasonKind
from sixprime.messages import Message, counted, decimal, percent, text

Label = Callable[[int], str]
"""What a point is called."""

MANY_DANCES = 4
"""From so many rolls that do not enter, they are told instead of the pips that a hit costs."""
NONE = 0.005
"""A share that is smaller is told as none."""


def clause(reason: Reason, label: Label = str) -> Message:
    """What a play does, as the rest of a sentence that begins with the play.

    >>> print(clause(Reason(ReasonKind.SHOTS, True, 11, 17, 0.1, detail=0.62)))
    leaves 11 shots of 36 instead of 17 (a hit costs 0.62 points)
    """
    return _CLAUSES[reason.kind](reason, label)


def sentence(reason: Reason) -> Message:
    """A reason about the cube.

    >>> print(sentence(Reason(ReasonKind.TAKE_POINT, False, 0.19, 0.24, 0.1)))
    A take needs 24% wins here, but there are only 19%.
    """
    return _SENTENCES[reason.kind](reason)


def percents(*chances: float) -> list[Message]:
    """Chances in percent, with as many digits as it takes to tell them apart."""
    digits = 0 if len({f"{100 * chance:.0f}" for chance in chances}) == len(chances) else 1
    return [percent(chance, digits) for chance in chances]


def _hit(reason: Reason, _: Label) -> Message:
    hits, other = int(reason.value), int(reason.other)
    dances, pips = reason.rolls, int(reason.detail or 0)
    if hits > 1:
        if not other:
            return text("hits {hits} checkers", hits=hits)
        return text("hits {hits} checkers instead of {other}", hits=hits, other=other)
    if dances == 36:
        return text("hits (no roll enters)")
    if dances >= MANY_DANCES:
        return counted(
            "hits ({count} roll of 36 does not enter)", "hits ({count} rolls of 36 do not enter)", dances
        )  # fmt: skip
    return counted("hits (the opponent loses {count} pip)", "hits (the opponent loses {count} pips)", pips)


def _shots(reason: Reason, _: Label) -> Message:
    shots, other, cost = int(reason.value), int(reason.other), decimal(reason.detail or 0.0, 2)
    if not shots:
        return text("leaves no shot instead of {other} of 36 (a hit costs {cost} points)", other=other, cost=cost)
    return counted(
        "leaves {count} shot of 36 instead of {other} (a hit costs {cost} points)",
        "leaves {count} shots of 36 instead of {other} (a hit costs {cost} points)",
        shots,
        other=other,
        cost=cost,
    )


def _hit_cost(reason: Reason, _: Label) -> Message:
    return text(
        "loses less if it is hit ({value} points instead of {other})",
        value=decimal(reason.value, 2), other=decimal(reason.other, 2),
    )  # fmt: skip


def _points(reason: Reason, label: Label) -> tuple[int, Message, int, Message]:
    """How many points the favoured play has and which, and the same of the other play: "of the 8 and 4"."""
    mine = int(reason.value)
    theirs = len(reason.points) - mine
    names = [label(point) for point in reason.points]
    others = counted("of the {points}", "of the {points}", theirs, points=_enumerated(names[mine:]))
    return mine, _enumerated(names[:mine]), theirs, others


def _enumerated(names: Sequence[str]) -> Message:
    """The numbers of points.

    >>> print(_enumerated(["8", "5", "4"]))
    8, 5 and 4
    """
    if len(names) < 2:
        return Message("{names}", {"names": "".join(names)})
    return text("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])


def _makes_point(reason: Reason, label: Label) -> Message:
    mine, points, theirs, others = _points(reason, label)
    if not theirs:
        return counted("makes the {points} point", "makes the points {points}", mine, points=points)
    return counted(
        "makes the {points} point instead {others}", "makes the points {points} instead {others}", mine,
        points=points, others=others,
    )  # fmt: skip


def _keeps_point(reason: Reason, label: Label) -> Message:
    mine, points, theirs, others = _points(reason, label)
    if not theirs:
        return counted("keeps the {points} point", "keeps the points {points}", mine, points=points)
    return counted(
        "keeps the {points} point instead {others}", "keeps the points {points} instead {others}", mine,
        points=points, others=others,
    )  # fmt: skip


def _makes_anchor(reason: Reason, label: Label) -> Message:
    mine, points, theirs, others = _points(reason, label)
    if not theirs:
        return counted(
            "makes an anchor on the {points} point", "makes anchors on the points {points}", mine, points=points
        )
    return text("makes an anchor on the {points} point instead {others}", points=points, others=others)


def _keeps_anchor(reason: Reason, label: Label) -> Message:
    mine, points, theirs, others = _points(reason, label)
    if not theirs:
        return counted(
            "keeps the anchor on the {points} point", "keeps the anchors on the points {points}", mine, points=points
        )
    return text("keeps the anchor on the {points} point instead {others}", points=points, others=others)


def _prime(reason: Reason, _: Label) -> Message:
    length, other = int(reason.value), int(reason.other)
    if other < 3:
        return text("builds a prime of {length} points", length=length)
    return text("builds a prime of {length} points instead of {other}", length=length, other=other)


def _leaves(reason: Reason, _: Label) -> Message:
    behind, other = int(reason.value), int(reason.other)
    if not behind:
        return text("brings the last checker out of the opponent's home board")
    return counted(
        "leaves {count} checker back in the opponent's home board instead of {other}",
        "leaves {count} checkers back in the opponent's home board instead of {other}",
        behind,
        other=other,
    )


def _escapes(reason: Reason, _: Label) -> Message:
    return counted(
        "gets a back checker away next turn with {count} roll of 36 instead of {other}",
        "gets a back checker away next turn with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _blocks(reason: Reason, _: Label) -> Message:
    if not reason.value:
        return text(
            "lets the opponent's back checkers escape with no roll instead of {other} of 36",
            other=int(reason.other),
        )
    return counted(
        "lets the opponent's back checkers escape with {count} roll of 36 instead of {other}",
        "lets the opponent's back checkers escape with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _entering(reason: Reason, _: Label) -> Message:
    return counted(
        "keeps the opponent on the bar with {count} roll of 36 instead of {other}",
        "keeps the opponent on the bar with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _builders(reason: Reason, _: Label) -> Message:
    return counted(
        "makes another point next turn with {count} roll of 36 instead of {other}",
        "makes another point next turn with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _hinders(reason: Reason, _: Label) -> Message:
    if not reason.value:
        return text(
            "lets the opponent make a good point with no roll instead of {other} of 36",
            other=int(reason.other),
        )
    return counted(
        "lets the opponent make a good point with {count} roll of 36 instead of {other}",
        "lets the opponent make a good point with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _threats(reason: Reason, _: Label) -> Message:
    return counted(
        "threatens to hit next turn with {count} roll of 36 instead of {other}",
        "threatens to hit next turn with {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _stack(reason: Reason, _: Label) -> Message:
    return counted(
        "has {count} checker too many on stacked points instead of {other}",
        "has {count} checkers too many on stacked points instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _timing(reason: Reason, _: Label) -> Message:
    return counted(
        "has {count} pip to play before a point breaks instead of {other}",
        "has {count} pips to play before a point breaks instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _clearing(reason: Reason, _: Label) -> Message:
    if not reason.value:
        return text("is forced to leave a shot next turn by no roll instead of {other} of 36", other=int(reason.other))
    return counted(
        "is forced to leave a shot next turn by {count} roll of 36 instead of {other}",
        "is forced to leave a shot next turn by {count} rolls of 36 instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _checkers_off(reason: Reason, _: Label) -> Message:
    off, other = int(reason.value), int(reason.other)
    if not other:
        return counted("bears off {count} checker instead of none", "bears off {count} checkers instead of none", off)
    return counted(
        "bears off {count} checker instead of {other}", "bears off {count} checkers instead of {other}", off,
        other=other,
    )  # fmt: skip


def _brought_home(reason: Reason, _: Label) -> Message:
    if not reason.value:
        return text("brings the last checker home")
    return counted(
        "leaves {count} checker outside the home board instead of {other}",
        "leaves {count} checkers outside the home board instead of {other}",
        int(reason.value),
        other=int(reason.other),
    )


def _rolls_to_go(reason: Reason, _: Label) -> Message:
    return text(
        "needs {value} rolls on average to bear off instead of {other}",
        value=decimal(reason.value, 2), other=decimal(reason.other, 2),
    )  # fmt: skip


def _exact_chance(reason: Reason, _: Label) -> Message:
    value, other = percent(reason.value, 1), percent(reason.other, 1)
    return text("wins {value} instead of {other} by exact count", value=value, other=other)


def _wins(reason: Reason, _: Label) -> Message:
    value, other = percents(reason.value, reason.other)
    return text("wins {value} of the games instead of {other}", value=value, other=other)


def _gammons_won(reason: Reason, _: Label) -> Message:
    value, other = percents(reason.value, reason.other)
    return text("wins {value} gammons instead of {other}", value=value, other=other)


def _gammons_lost(reason: Reason, _: Label) -> Message:
    value, other = percents(reason.value, reason.other)
    return text("loses {value} gammons instead of {other}", value=value, other=other)


_CLAUSES: dict[ReasonKind, Callable[[Reason, Label], Message]] = {
    ReasonKind.HIT: _hit,
    ReasonKind.SHOTS: _shots,
    ReasonKind.HIT_COST: _hit_cost,
    ReasonKind.MAKES_POINT: _makes_point,
    ReasonKind.KEEPS_POINT: _keeps_point,
    ReasonKind.MAKES_ANCHOR: _makes_anchor,
    ReasonKind.KEEPS_ANCHOR: _keeps_anchor,
    ReasonKind.PRIME: _prime,
    ReasonKind.LEAVES: _leaves,
    ReasonKind.ESCAPES: _escapes,
    ReasonKind.BLOCKS: _blocks,
    ReasonKind.ENTERING: _entering,
    ReasonKind.BUILDERS: _builders,
    ReasonKind.HINDERS: _hinders,
    ReasonKind.THREATS: _threats,
    ReasonKind.STACK: _stack,
    ReasonKind.TIMING: _timing,
    ReasonKind.CLEARING: _clearing,
    ReasonKind.CHECKERS_OFF: _checkers_off,
    ReasonKind.BROUGHT_HOME: _brought_home,
    ReasonKind.ROLLS_TO_GO: _rolls_to_go,
    ReasonKind.EXACT_CHANCE: _exact_chance,
    ReasonKind.WINS: _wins,
    ReasonKind.GAMMONS_WON: _gammons_won,
    ReasonKind.GAMMONS_LOST: _gammons_lost,
}


# The cube: which action a reason speaks for follows from its numbers


def _market_losers(reason: Reason) -> Message:
    if reason.value >= reason.other:
        return text(
            "After {share} of the next exchanges the opponent would drop: the market may be lost.",
            share=percent(reason.value),
        )
    if reason.value < NONE:
        return text("No exchange loses the market: there is time to wait.")
    return text(
        "Only {share} of the next exchanges lose the market: there is time to wait.", share=percent(reason.value)
    )


def _volatility(reason: Reason) -> Message:
    if reason.value >= reason.other:
        return text("The next exchange swings the game by {value} points on average.", value=decimal(reason.value, 2))
    return text(
        "The position is quiet: the next exchange moves it by only {value} points on average.",
        value=decimal(reason.value, 2),
    )


def _doubling_point(reason: Reason) -> Message:
    value, other = percents(reason.value, reason.other)
    if reason.value > reason.other:
        return text("A double needs {other} wins here, and there are {value}.", value=value, other=other)
    return text("A double needs {other} wins here, but there are only {value}.", value=value, other=other)


def _cash(reason: Reason) -> Message:
    value, other = percents(reason.value, reason.other)
    return text(
        "The opponent has {value} wins and needs {other} to take: a double wins the game at once.",
        value=value, other=other,
    )  # fmt: skip


def _too_good(reason: Reason) -> Message:
    return text(
        "Playing on is worth {value} points, a dropped double only {other}: {gammons} of the games are won gammons.",
        value=decimal(reason.value, 2), other=decimal(reason.other, 2), gammons=percent(reason.detail or 0.0),
    )  # fmt: skip


def _cube_given_up(reason: Reason) -> Message:
    return text(
        "A double gives the opponent the cube, which is worth {value} points to them.", value=decimal(reason.value, 2)
    )


def _no_recube(_: Reason) -> Message:
    return text("After a double the opponent has no use for the cube any more.")


def _take_point(reason: Reason) -> Message:
    value, other = percents(reason.value, reason.other)
    if reason.value > reason.other:
        return text("A take needs {other} wins here, and there are {value}.", value=value, other=other)
    return text("A take needs {other} wins here, but there are only {value}.", value=value, other=other)


def _gammons_against(reason: Reason) -> Message:
    return text(
        "{share} of the losses would be gammons; without them {without} wins would be enough.",
        share=percent(reason.value), without=percent(reason.other),
    )  # fmt: skip


def _owned_cube(reason: Reason) -> Message:
    return text("Owning the cube after a take is worth {value} points.", value=decimal(reason.value, 2))


_SENTENCES: dict[ReasonKind, Callable[[Reason], Message]] = {
    ReasonKind.MARKET_LOSERS: _market_losers,
    ReasonKind.VOLATILITY: _volatility,
    ReasonKind.DOUBLING_POINT: _doubling_point,
    ReasonKind.CASH: _cash,
    ReasonKind.TOO_GOOD: _too_good,
    ReasonKind.CUBE_GIVEN_UP: _cube_given_up,
    ReasonKind.NO_RECUBE: _no_recube,
    ReasonKind.TAKE_POINT: _take_point,
    ReasonKind.GAMMONS_AGAINST: _gammons_against,
    ReasonKind.OWNED_CUBE: _owned_cube,
}


# Whole sentences


def for_play(play: str, reasons: Sequence[Reason], label: Label = str) -> Message:
    """What speaks for a play: one reason, or two.

    >>> print(for_play("8/5 6/5", [Reason(ReasonKind.MAKES_POINT, True, 1, 0, 0.1, (5,))]))
    8/5 6/5 makes the 5 point.
    """
    first = clause(reasons[0], label)
    if len(reasons) == 1:
        return text("{play} {clause}.", play=play, clause=first)
    return text("{play} {first} and {second}.", play=play, first=first, second=clause(reasons[1], label))


def for_the_other(play: str, reason: Reason, label: Label = str) -> Message:
    """What speaks for the play that is worse."""
    return text("{play}, on the other hand, {clause}.", play=play, clause=clause(reason, label))


def against_the_action(reason: Reason) -> Message:
    """What speaks for the cube action that is worse."""
    return text("{sentence} But that is not enough here.", sentence=sentence(reason))
