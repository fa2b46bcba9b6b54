"""`Reason`: one measured difference between two plays or two cube actions, with its numbers and the side it favours."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sixprime.core.choices import Choice

SMALLEST_WORTH = 0.01
"""Reasons that are worth less are not told."""


class ReasonKind(Choice):
    """What a reason is about.

    >>> ReasonKind("shots")
    ReasonKind.SHOTS
    """

    # Plays with contact
    HIT = "hit"
    """Enemy checkers sent to the bar."""
    SHOTS = "shots"
    """Rolls of the opponent, of 36, that hit."""
    HIT_COST = "hit-cost"
    """What being hit costs, where the shots are about as many."""
    MAKES_POINT = "makes-point"
    KEEPS_POINT = "keeps-point"
    MAKES_ANCHOR = "makes-anchor"
    KEEPS_ANCHOR = "keeps-anchor"
    PRIME = "prime"
    """The longest row of points in front of an enemy checker."""
    LEAVES = "leaves"
    """Checkers that are still in the enemy's home board or on the bar."""
    ESCAPES = "escapes"
    """Own rolls, of 36, with which a back checker gets away next turn."""
    BLOCKS = "blocks"
    """Rolls of the opponent, of 36, with which a back checker gets away."""
    ENTERING = "entering"
    """Rolls of the opponent, of 36, with which nothing enters."""
    BUILDERS = "builders"
    """Own rolls, of 36, that make another point in front of the enemy next turn."""
    HINDERS = "hinders"
    """Rolls of the opponent, of 36, that make a good point."""
    THREATS = "threats"
    """Own rolls, of 36, that would hit next turn if the opponent stood still."""
    STACK = "stack"
    """Checkers piled up beyond three on a point."""
    TIMING = "timing"
    """Pips that can be played before a prime or an anchor breaks."""
    CLEARING = "clearing"
    """Own rolls, of 36, that must leave a shot next turn."""
    # Races and bearing off
    CHECKERS_OFF = "checkers-off"
    BROUGHT_HOME = "brought-home"
    """Checkers that are not home yet, in a race."""
    ROLLS_TO_GO = "rolls-to-go"
    """The mean number of rolls to bear off everything, from the table."""
    EXACT_CHANCE = "exact-chance"
    """The exact chance to win the bear-off, from the table."""
    # What comes of it
    WINS = "wins"
    GAMMONS_WON = "gammons-won"
    GAMMONS_LOST = "gammons-lost"
    # Doubling and rolling
    MARKET_LOSERS = "market-losers"
    """Exchanges of one roll each after which a double would be dropped."""
    VOLATILITY = "volatility"
    """The standard deviation of the equity over one exchange of rolls."""
    DOUBLING_POINT = "doubling-point"
    """The chance to win from which a double is right here, and the one that there is."""
    CASH = "cash"
    """A double that is dropped wins more than playing on."""
    TOO_GOOD = "too-good"
    """Playing on wins more than a double that is dropped."""
    CUBE_GIVEN_UP = "cube-given-up"
    """What the cube on the own side is worth, which a double gives away."""
    NO_RECUBE = "no-recube"
    """A taker who can never double again."""
    # Taking and dropping
    TAKE_POINT = "take-point"
    """The chance to win that a take needs here, and the one that there is."""
    GAMMONS_AGAINST = "gammons-against"
    """The part of the taker's losses that are gammons, where a take would be right without them."""
    OWNED_CUBE = "owned-cube"
    """What the cube is worth to the player who takes it."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A measured difference between two choices, the first and the second that were compared.

    Numbers are those of the player who decides; chances are from 0 to 1, and rolls are of 36.

    >>> Reason(ReasonKind.SHOTS, True, 11, 17, 0.08).turned().favours_first
    False
    """

    kind: ReasonKind
    favours_first: bool
    value: float
    """The number of the choice that is favoured."""
    other: float
    """The number of the other choice, or the one to compare with."""
    worth: float
    """About how much of the difference in equity this is; reasons are ranked by it."""
    points: tuple[int, ...] = ()
    """The points that are meant, as the player who decides counts them."""
    detail: float | None = None
    """What a hit costs, as an equity; the pips that hits cost the opponent; and the like."""
    rolls: int = 0
    """Of a hit: rolls of the opponent, of 36, with which nothing enters."""

    def turned(self) -> Reason:
        """The reason if the two choices change places."""
        return replace(self, favours_first=not self.favours_first)


PRIORITIES = {
    ReasonKind.HIT: 1.5,
    ReasonKind.MAKES_POINT: 1.7,
    ReasonKind.MAKES_ANCHOR: 1.7,
    ReasonKind.BLOCKS: 0.5,
    ReasonKind.HINDERS: 0.5,
    ReasonKind.HIT_COST: 0.5,
    ReasonKind.ENTERING: 0.7,
    ReasonKind.CHECKERS_OFF: 1.5,
    ReasonKind.WINS: 0.5,
    ReasonKind.GAMMONS_WON: 0.5,
    ReasonKind.GAMMONS_LOST: 0.5,
}
"""Players name what a play does before what follows from it: by these factors reasons are preferred or put back."""

OUTCOMES = frozenset({ReasonKind.WINS, ReasonKind.GAMMONS_WON, ReasonKind.GAMMONS_LOST})
"""What comes of a play, rather than what it does."""

GROUPS = {
    ReasonKind.SHOTS: "risk",
    ReasonKind.HIT_COST: "risk",
    ReasonKind.HIT: "tempo",
    ReasonKind.ENTERING: "tempo",
    ReasonKind.MAKES_POINT: "points",
    ReasonKind.KEEPS_POINT: "points",
    ReasonKind.PRIME: "points",
    ReasonKind.BUILDERS: "points",
    ReasonKind.MAKES_ANCHOR: "anchor",
    ReasonKind.KEEPS_ANCHOR: "anchor",
    ReasonKind.LEAVES: "escape",
    ReasonKind.ESCAPES: "escape",
    ReasonKind.WINS: "chances",
    ReasonKind.EXACT_CHANCE: "chances",
    ReasonKind.ROLLS_TO_GO: "chances",
    ReasonKind.CHECKERS_OFF: "chances",
}
"""Reasons that say nearly the same; only one of each group is told for a play."""

SHOWN = frozenset(ReasonKind) - {
    ReasonKind.THREATS,
    ReasonKind.STACK,
    ReasonKind.TIMING,
    ReasonKind.KEEPS_ANCHOR,
    ReasonKind.VOLATILITY,
    ReasonKind.OWNED_CUBE,
}
"""Reasons that passed the honesty test of `benchmarks/reasons.py`, on the pairs that were used while they were made and
on those of fresh games; the others are measured, but never told."""
