"""`CubeView`: the cube and the score as one player sees them, and what the game is worth there.

It brings together where a match stands and what points are worth at that score, for people and for the kernels, which
take its `situation` and its `stakes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sixprime.compiled.arrays import Doubles
from sixprime.core import STANDARD, IllegalAction, Match, Phase, Player, RuleSet, State, Win
from sixprime.core.rules import CUBE_CEILING
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.engine.chances import Chances
from sixprime.engine.cube import kernels
from sixprime.engine.cube.kernels import MINE, NO_STAKES, NOBODYS, THEIRS, CubeSituation, CubeValues, OwnerEfficiencies
from sixprime.engine.match_equity.equities import MatchEquities, equity_unit
from sixprime.messages import shown, text


@dataclass(frozen=True, slots=True)
class GammonValues:
    """What it adds to win a gammon rather than a single game, a backgammon rather than a gammon, and what it costs to
    lose them so; half of what lies between winning and losing a single game is 0.5, as for money."""

    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float


@dataclass(frozen=True, slots=True, eq=False)
class CubeView:
    """Cube and score in one player's view. Equities here are normalised: 1 is what winning the cube's number gives."""

    situation: CubeSituation
    stakes: Doubles
    """What points are worth in the match, for its first player; see `cube.kernels`."""

    @classmethod
    def of(
        cls,
        source: Match | State | Situation,
        player: Player | None = None,
        *,
        rules: RuleSet = STANDARD,
        equities: MatchEquities | None = None,
    ) -> CubeView:
        """Where a match or an id stands, seen by a player, or by the one on roll.

        An offered double has not been taken yet. What an id does not say about the rules is as in `rules`. White is the
        first player of the match equities.
        """
        state = source.state if isinstance(source, Match) else source
        if isinstance(state, State) and state.phase is Phase.OVER:
            raise IllegalAction(text("the match is over"))
        player = player or state.on_roll
        if player is None:
            raise IllegalAction(text("nobody is on roll before the opening roll"))
        if isinstance(state, State):
            rules, crawford = state.rules, state.is_crawford
            jacoby, beavers, limit = rules.jacoby, rules.beavers, rules.highest_cube
        else:
            crawford = state.crawford
            jacoby = rules.jacoby if state.jacoby is None else state.jacoby
            beavers = rules.beavers if state.beavers is None else state.beavers
            limit = rules.highest_cube if state.cube_limit is None else state.cube_limit
        owner = NOBODYS if state.cube.owner is None else MINE if state.cube.owner is player else THEIRS
        away = opponent_away = 0
        stakes = NO_STAKES
        first = player is Player.WHITE
        if state.length is not None:
            away = state.length - state.points_of(player)
            opponent_away = state.length - state.points_of(player.opponent)
            table = equities or MatchEquities.default()
            table = table if crawford else table.under(rules)
            scores = (away, opponent_away) if first else (opponent_away, away)
            stakes = table.stakes(*scores, crawford=crawford)
        money = state.length is None
        return cls(
            CubeSituation(
                state.cube.value,
                owner,
                away,
                opponent_away,
                crawford,
                first,
                jacoby and money,
                beavers and money,
                limit,
            ),
            stakes,
        )

    @classmethod
    def money(
        cls,
        cube: int = 1,
        owner: int = NOBODYS,
        *,
        jacoby: bool = False,
        beavers: bool = False,
        limit: int = CUBE_CEILING,
    ) -> CubeView:
        """A money game with a cube of a number, owned by nobody, or as `MINE` or `THEIRS` say."""
        _check_cube(cube, owner, limit)
        return cls(CubeSituation(cube, owner, 0, 0, False, True, jacoby, beavers, limit), NO_STAKES)

    @classmethod
    def match(
        cls,
        away: int,
        opponent_away: int,
        cube: int = 1,
        owner: int = NOBODYS,
        *,
        crawford: bool = False,
        limit: int = CUBE_CEILING,
        equities: MatchEquities | None = None,
    ) -> CubeView:
        """A score of a match. Where somebody is 1 away, `crawford` says whether this is the Crawford game."""
        _check_cube(cube, owner, limit)
        if not (type(away) is type(opponent_away) is int) or min(away, opponent_away) < 1:
            raise InvalidSituation(
                text(
                    "the score {score} is not possible here",
                    score=shown((away, opponent_away)),
                )
            )
        if crawford and (min(away, opponent_away) > 1 or away == opponent_away or (cube, owner) != (1, NOBODYS)):
            raise InvalidSituation(text("this cannot be the Crawford game"))
        stakes = (equities or MatchEquities.default()).stakes(away, opponent_away, crawford=crawford)
        return cls(CubeSituation(cube, owner, away, opponent_away, crawford, True, False, False, limit), stakes)

    @property
    def is_money(self) -> bool:
        return self.situation.away == 0

    @property
    def may_double(self) -> bool:
        """Whether the player may double, when on roll."""
        return bool(kernels.may_double(self.situation))

    @property
    def is_redouble(self) -> bool:
        """Whether a double would be a redouble."""
        return self.situation.owner != NOBODYS

    def turned(self) -> CubeView:
        """As the other player sees it."""
        return CubeView(kernels.turned(self.situation), self.stakes)

    def doubled(self) -> CubeView:
        """When the player has doubled and the other has taken, still in the player's view."""
        return CubeView(kernels.after_take(self.situation), self.stakes)

    # What the ends of the game are worth

    def won(self, win: Win = Win.SINGLE) -> float:
        """The chance to win the match after winning the game; for money, the points in units of the cube."""
        return float(kernels.settled(int(win), self.situation, self.stakes))

    def lost(self, win: Win = Win.SINGLE) -> float:
        """The chance to win the match after losing the game; for money, the points in units of the cube."""
        return float(kernels.settled(-int(win), self.situation, self.stakes))

    def equity(self, chance: float) -> float:
        """A chance to win the match as a normalised equity; for money, the equity as it is."""
        return float(kernels.normalised(chance, self.situation, self.stakes)) * self._scale

    def equities(self, chances: Sequence[float] | Doubles) -> list[float]:
        """Chances to win the match as normalised equities, many at once; for money, the equities as they are."""
        if self.is_money:
            return [float(chance) for chance in chances]
        shift = self.equity(0.0)
        factor = self.equity(1.0) - shift
        return [factor * float(chance) + shift for chance in chances]

    def chance(self, equity: float) -> float:
        """A normalised equity as a chance to win the match; for money, the equity as it is."""
        return float(kernels.from_normalised(equity / self._scale, self.situation, self.stakes))

    @property
    def _scale(self) -> float:
        """By how much equities are smaller than if winning the cube's number were 1, which is not at all but where
        that would be next to nothing: see `equity_unit`."""
        if self.is_money:
            return 1.0
        won, lost = self.won(), self.lost()
        unit = equity_unit(won, lost, self.won(Win.GAMMON), self.lost(Win.GAMMON))
        return (won - lost) / 2 / unit if won > lost else 1.0

    @property
    def gammon_values(self) -> GammonValues:
        """By how much gammons count here."""
        return GammonValues(*(weight / 2 for weight in self.gammon_weights))

    @property
    def gammon_weights(self) -> tuple[float, float, float, float]:
        """What gammons and backgammons add to an equity, won and lost: twice the gammon values."""
        return kernels.gammon_weights(self.situation, self.stakes)

    # What the game is worth

    def cubeless(self, chances: Chances) -> float:
        """The normalised equity of a player with these chances if nobody turns the cube any more."""
        return self.equity(kernels.cubeless(as_array(chances), self.situation, self.stakes))

    def cubeful(self, chances: Chances, efficiency: float) -> float:
        """The normalised equity of a player who uses the cube, but does not double before the next roll."""
        return self.equity(kernels.cubeful(as_array(chances), self.situation, self.stakes, efficiency))

    def cube_action(self, chances: Chances, efficiency: float | OwnerEfficiencies) -> CubeValues:
        """What each cube action is worth to the player, on roll: chances to win the match, or equities for money.

        The efficiency may be another one for each who may have the cube.
        """
        if not isinstance(efficiency, OwnerEfficiencies):
            efficiency = OwnerEfficiencies(*[efficiency] * 4)
        return kernels.cube_action(as_array(chances), self.situation, self.stakes, efficiency)


def as_array(chances: Chances) -> Doubles:
    """Chances as the kernels take them."""
    return np.array(
        (chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon)
    )


def _check_cube(cube: int, owner: int, limit: int) -> None:
    if type(cube) is not int or not 1 <= cube <= limit or cube & (cube - 1):
        raise InvalidSituation(text("the cube cannot show {value}", value=shown(cube)))
    if owner not in (MINE, NOBODYS, THEIRS):
        raise InvalidSituation(text("unknown cube owner {owner}: expected white, black or nobody", owner=shown(owner)))
