"""`MatchEquities`: the chance to win a match from any score.

Scores are told by how many points each side is away from winning. Tables come by name or from files; scores that a
table does not have are worked out. Where players are of unequal strength, one of them is the table's first player.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np

from sixprime.compiled.arrays import Doubles
from sixprime.core.match.states import MAX_LENGTH, State
from sixprime.core.players import Player
from sixprime.core.rules import RuleSet
from sixprime.engine.match_equity.files import read_equities
from sixprime.engine.match_equity.models import FREE_DROPS, distant_chance, row_after_crawford
from sixprime.engine.match_equity.tables import EquityTable, InvalidEquities
from sixprime.messages import shown, text

DEFAULT_EQUITIES = "kazaross-xg2"
OWN_FOLDER = Path(__file__).parent.parent / "data"
SYSTEM_FOLDERS = (
    Path("/usr/share/gnubg/met"),
    Path("/usr/local/share/gnubg/met"),
    Path("/opt/homebrew/share/gnubg/met"),
)
"""Where GNU Backgammon's tables are, if it is installed."""
CUBELESS_WINS = {1: 0.728, 2: 0.26, 3: 0.012}
"""The points that games without a cube are won by, and how often."""
CUBELESS_LENGTH = 25
NOTICEABLE = 256
"""A trailer who needs more points than this, with the leader 1 away, has no chance worth a number."""


class MatchEquities:
    """The chances to win a match by score.

    >>> from sixprime.engine import MatchEquities
    >>> equities = MatchEquities.default()
    >>> equities.chance(3, 3)
    0.5
    >>> equities.chance(1, 2) > 2 / 3
    True
    """

    def __init__(self, table: EquityTable, *, crawford: bool = True) -> None:
        """`crawford` says whether the Crawford rule is played; without it the cube is in use at every score."""
        self.name = table.name
        self.description = table.description
        self.crawford = crawford
        self._table = table
        self._size = len(table.before)
        self._after = tuple(row_after_crawford([1.0, *row], NOTICEABLE, free_drops=FREE_DROPS) for row in table.after)
        # Arrays made of this table, by score; a few dozen in a whole match.
        self._stakes = lru_cache(maxsize=1024)(self._make_stakes)

    @classmethod
    def default(cls) -> MatchEquities:
        """The table that is used where no other is asked for."""
        return _kept(DEFAULT_EQUITIES)

    @classmethod
    def load(cls, path: Path) -> MatchEquities:
        """The table in a file."""
        return cls(read_equities(path))

    @classmethod
    def named(cls, name: str) -> MatchEquities:
        """The table of a name, ours or one of GNU Backgammon's where that is installed; or in a file of that path."""
        found = _named_files()
        key = name.lower() if isinstance(name, str) else ""
        if key in found:
            return _kept(key)
        if isinstance(name, str) and "\0" not in name and Path(name).is_file():
            return cls.load(Path(name))
        raise InvalidEquities(
            text(
                "there is no match equity table {name}; there are {names}, or give the path of a file",
                name=shown(name),
                names=", ".join(sorted(found)),
            )
        )

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names of all tables that are here, the default first."""
        found = _named_files()
        return (DEFAULT_EQUITIES, *sorted(name for name in found if name != DEFAULT_EQUITIES))

    @property
    def table(self) -> EquityTable:
        """What the file said."""
        return self._table

    @property
    def length(self) -> int:
        """How far away the table itself goes. Scores further away are worked out."""
        return self._size

    def under(self, rules: RuleSet) -> MatchEquities:
        """This table for matches by a rule set: with the Crawford rule, without it, or without a cube."""
        if not rules.cube:
            return without_cube()
        return self if rules.crawford else self.without_crawford()

    def without_crawford(self) -> MatchEquities:
        """This table for matches in which the Crawford rule is not played.

        Nobody has worked out such tables; only the scores at which somebody is 1 away are what they should be.
        """
        return self if not self.crawford else self._without_crawford

    @cached_property
    def _without_crawford(self) -> MatchEquities:
        return MatchEquities(self._table, crawford=False)

    def chance(self, away: int, opponent_away: int, *, crawford_over: bool = False, first: bool = True) -> float:
        """The chance of a player who is `away` points away from winning; 1 if that is none.

        `crawford_over` says that the Crawford game has been played, and matters where somebody is 1 away. `first`
        asks for the table's first player, and matters only where the players are unequal.
        """
        for points in (away, opponent_away):
            if isinstance(points, bool) or not isinstance(points, int) or points > MAX_LENGTH:
                raise InvalidEquities(
                    text("nobody is {points} points away: {most} at most", points=shown(points), most=MAX_LENGTH)
                )
        if away <= 0:
            return 1.0
        if opponent_away <= 0:
            return 0.0
        if (crawford_over or not self.crawford) and min(away, opponent_away) == 1:
            if away == 1:
                return 1 - self._trailing(opponent_away, not first)
            return self._trailing(away, first)
        if max(away, opponent_away) > self._size:
            return distant_chance(away, opponent_away)
        if first:
            return self._table.before[away - 1][opponent_away - 1]
        return 1 - self._table.before[opponent_away - 1][away - 1]

    def after(self, points: int, away: int, opponent_away: int, *, crawford: bool = False, first: bool = True) -> float:
        """The player's chance after winning so many points, or losing them if negative, from a score.

        `crawford` says whether the game is the Crawford game; one at which somebody is 1 away and that is not,
        comes after it.
        """
        over = crawford or min(away, opponent_away) == 1
        return self.chance(away - max(points, 0), opponent_away + min(points, 0), crawford_over=over, first=first)

    def stakes(self, away: int, opponent_away: int, *, crawford: bool = False) -> Doubles:
        """What `after` gives the first player, for every number of points that matters, as kernels take it."""
        return self._stakes(away, opponent_away, crawford)

    def _make_stakes(self, away: int, opponent_away: int, crawford: bool) -> Doubles:
        gains = range(-opponent_away, away + 1)
        stakes = np.array([self.after(points, away, opponent_away, crawford=crawford) for points in gains])
        stakes.flags.writeable = False
        return stakes

    def _trailing(self, away: int, first: bool) -> float:
        """The chance of the trailer after the Crawford game, with the leader 1 away."""
        return self._after[0 if first else 1][min(away, NOTICEABLE)]

    def __repr__(self) -> str:
        return f"<MatchEquities {self.name!r} to {self._size}>"


def winning_chance(state: State, player: Player, equity: float) -> float:
    """A player's chance to win the match for a normalised equity at the score and cube of a state, by the usual table.

    An equity of 1 is winning the game at the present cube, and -1 is losing it.
    """
    if state.length is None:
        raise InvalidEquities(text("in money play there is no match to win"))
    equities = MatchEquities.default().under(state.rules)
    away, opponent_away = (state.length - state.points_of(side) for side in (player, player.opponent))
    won, lost, won_twice, lost_twice = (
        equities.after(times * state.cube.value, away, opponent_away, crawford=state.is_crawford)
        for times in (1, -1, 2, -2)
    )
    unit = equity_unit(won, lost, won_twice, lost_twice)
    return min(max((won + lost) / 2 + equity * unit, 0.0), 1.0)


def equity_unit(won: float, lost: float, won_twice: float, lost_twice: float) -> float:
    """The chance to win the match that a normalised equity of 1 stands for: half of what winning the cube's number
    differs from losing it.

    Where both sides are 2 away and the Crawford rule is not played, a single game decides next to nothing, because
    whoever trails then doubles at once. In such a unit every error would be huge. Where the doubled cube decides the
    match for both, the unit is therefore at least a sixth; with the Crawford rule it always is.

    >>> equity_unit(0.512, 0.488, 1.0, 0.0) == 1 / 6
    True
    """
    half = (won - lost) / 2
    decides = won < 1 <= won_twice and lost > 0 >= lost_twice
    return max(half, 1 / 6) if decides else half


@cache
def without_cube() -> MatchEquities:
    """Match equities where nobody has a cube: each game is won by either player alike, with the usual share of gammons.

    >>> round(without_cube().chance(1, 2), 3)
    0.682
    """

    @cache
    def chance(away: int, opponent_away: int) -> float:
        if away <= 0 or opponent_away <= 0:
            return 1.0 if away <= 0 else 0.0
        return sum(
            share / 2 * (chance(away - points, opponent_away) + chance(away, opponent_away - points))
            for points, share in CUBELESS_WINS.items()
        )

    sides = range(1, CUBELESS_LENGTH + 1)
    before = tuple(tuple(chance(away, opponent_away) for opponent_away in sides) for away in sides)
    after = tuple(chance(away, 1) for away in sides)
    return MatchEquities(EquityTable("without cube", "computed: every game without a cube", before, (after, after)))


def _named_files() -> dict[str, Path]:
    """All tables that have a name: ours, and those of GNU Backgammon."""
    found: dict[str, Path] = {}
    for folder in reversed(SYSTEM_FOLDERS):
        for path in sorted(folder.glob("*.xml")) if folder.is_dir() else ():
            if path.stem != "catalog":
                found[path.stem.lower()] = path
    found[DEFAULT_EQUITIES] = OWN_FOLDER / f"{DEFAULT_EQUITIES}.json"
    return found


@cache
def _kept(name: str) -> MatchEquities:
    """A table of a name, read once."""
    return MatchEquities.load(_named_files()[name])
