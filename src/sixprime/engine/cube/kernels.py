"""What a game is worth with the cube, in machine code: after Janowski, for money and at any score of a match.

A position is worth something between two extremes: the cube is dead, nobody ever turns it again; or it is live, each
side doubles exactly where the other can just as well drop as take. The cube's efficiency says where between.

All values are those of one player, whose chances come with them (five numbers in the order of `Chances`). For money
they are equities in units of the cube as it stands; in matches, chances to win the match. The formulas hold whoever is
on roll; only `cube_action` speaks of a player who may double now. Nothing here allocates memory.

What points are worth in a match is an array, the `stakes` of a score: the chances of the player called first to win the
match after this game, from losing as many points as the other needs, by one point each, to winning all that are
needed. `MatchEquities.stakes` makes it; `NO_STAKES` is for money.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sixprime.compiled.arrays import Doubles, Floats
from sixprime.compiled.jit import kernel
from sixprime.engine.cube.live_kernels import ENDLESS, dead_cash_point, live_value, money_points

MINE = 1
NOBODYS = 0
THEIRS = -1


def as_stakes(chances: Sequence[float]) -> Doubles:
    """An array as kernels take it: it cannot be changed, and stakes of one type are compiled for once."""
    stakes = np.array(chances, dtype=np.float64)
    stakes.flags.writeable = False
    return stakes


NO_STAKES = as_stakes([0.0])
"""For money."""


class CubeSituation(NamedTuple):
    """The cube and the score, as the player sees them whose chances are looked at."""

    cube: int
    owner: int
    """MINE, NOBODYS or THEIRS."""
    away: int
    """Points that the player still needs; 0 for both in money play."""
    opponent_away: int
    crawford: bool
    """Whether this is the Crawford game. If it is not and somebody is 1 away, it has been played."""
    first: bool
    """Whether the player is the one whose chances are in the stakes; for money it does not matter."""
    jacoby: bool
    beavers: bool
    limit: int
    """The highest number of the cube: `RuleSet.highest_cube`."""


class CubeValues(NamedTuple):
    """What the three ways to go on are worth to the player who may double: equities, or chances to win the match."""

    no_double: float
    double_take: float
    double_pass: float


class CubeAction(NamedTuple):
    """What both players should do."""

    double: bool
    take: bool
    """Whether a double, right or not, should be taken."""
    beaver: bool
    """Whether it should be taken and turned at once."""


class OwnerEfficiencies(NamedTuple):
    """How near the cube comes to a live one in a position, for each who may have it, seen by the player on roll."""

    mine: float
    nobodys: float
    theirs: float
    riskless: float
    """If the opponent may double and risks nothing by it."""


class Ratios(NamedTuple):
    """A player's chances: to win, and which parts of the wins and of the losses are gammons only, and backgammons."""

    win: float
    gammons: float
    backgammons: float
    lost_gammons: float
    lost_backgammons: float


class Ends(NamedTuple):
    """What the ends of a game are worth with the cube at a number: won or lost as single game, gammon, backgammon."""

    won: float
    won_gammon: float
    won_backgammon: float
    lost: float
    lost_gammon: float
    lost_backgammon: float


@kernel
def part_of(some: float, everything: float) -> float:
    return min(max(some / everything, 0.0), 1.0) if everything > 0.0 else 0.0


@kernel
def ratios_of(chances: Doubles | Floats) -> Ratios:
    """The parts of a player's chances, in double precision whatever they came in."""
    win = min(max(np.float64(chances[0]), 0.0), 1.0)
    backgammons = part_of(np.float64(chances[2]), win)
    lost_backgammons = part_of(np.float64(chances[4]), 1.0 - win)
    return Ratios(
        win,
        max(part_of(np.float64(chances[1]), win) - backgammons, 0.0),
        backgammons,
        max(part_of(np.float64(chances[3]), 1.0 - win) - lost_backgammons, 0.0),
        lost_backgammons,
    )


# Situations


@kernel
def with_cube(situation: CubeSituation, cube: int, owner: int) -> CubeSituation:
    """A situation with another cube at its score."""
    return CubeSituation(
        cube, owner, situation.away, situation.opponent_away, situation.crawford,
        situation.first, situation.jacoby, situation.beavers, situation.limit,
    )  # fmt: skip


@kernel
def turned(situation: CubeSituation) -> CubeSituation:
    """A situation as the other player sees it."""
    return CubeSituation(
        situation.cube, -situation.owner, situation.opponent_away, situation.away, situation.crawford,
        not situation.first, situation.jacoby, situation.beavers, situation.limit,
    )  # fmt: skip


@kernel
def after_take(situation: CubeSituation) -> CubeSituation:
    """When the player has doubled and the opponent has taken, still in the player's view."""
    return with_cube(situation, 2 * situation.cube, THEIRS)


@kernel
def may_double(situation: CubeSituation) -> bool:
    """Whether the rules let the player double before the next roll."""
    if situation.crawford or situation.owner == THEIRS or 2 * situation.cube > situation.limit:
        return False
    return situation.away == 0 or situation.away > situation.cube


@kernel
def gammons_count(situation: CubeSituation) -> bool:
    """Whether gammons count: under the Jacoby rule only once the cube has been turned."""
    return situation.owner != NOBODYS or situation.away > 0 or not situation.jacoby


@kernel
def is_dead(situation: CubeSituation) -> bool:
    """Whether neither player can use the cube. At 2 away each it counts as dead: the first double decides the match."""
    if situation.crawford or 2 * situation.cube > situation.limit:
        return True
    if situation.away == 0:
        return False
    nearest, farthest = min(situation.away, situation.opponent_away), max(situation.away, situation.opponent_away)
    return farthest <= situation.cube or (nearest == 2 and farthest == 2)


@kernel
def opponent_loses_nothing(situation: CubeSituation) -> bool:
    """Whether the opponent may double and risks nothing by it: the player wins the match with the cube as it is."""
    if situation.away == 0 or situation.crawford or situation.owner == MINE or 2 * situation.cube > situation.limit:
        return False
    return situation.away <= situation.cube < situation.opponent_away


@kernel
def turns_left(situation: CubeSituation) -> int:
    """How many times the cube can still be doubled before its limit, up to `ENDLESS`."""
    turns = 0
    cube = situation.cube
    while turns < ENDLESS and 2 * cube <= situation.limit:
        cube *= 2
        turns += 1
    return turns


@kernel
def efficiency_in(situation: CubeSituation, efficiencies: OwnerEfficiencies) -> float:
    """The efficiency of the cube as it lies."""
    if opponent_loses_nothing(situation):
        return efficiencies.riskless
    if situation.owner == NOBODYS:
        return efficiencies.nobodys
    return efficiencies.mine if situation.owner == MINE else efficiencies.theirs


# The ends of a game


@kernel
def after_points(points: int, situation: CubeSituation, stakes: Doubles) -> float:
    """The player's chance to win the match after winning so many points, or losing them if negative."""
    gained = min(max(points, -situation.opponent_away), situation.away)
    if situation.first:
        return float(stakes[situation.opponent_away + gained])
    return 1.0 - float(stakes[situation.away - gained])


@kernel
def ends_at(cube: int, situation: CubeSituation, stakes: Doubles) -> Ends:
    """The chances to win the match after each end of the game, if the cube shows this number.

    Looked up all at once: handing an array from function to function takes longer than reading it.
    """
    away, opponent_away = situation.away, situation.opponent_away
    won, won_gammon, won_backgammon = min(cube, away), min(2 * cube, away), min(3 * cube, away)
    lost, lost_gammon = min(cube, opponent_away), min(2 * cube, opponent_away)
    lost_backgammon = min(3 * cube, opponent_away)
    if situation.first:
        return Ends(
            stakes[opponent_away + won], stakes[opponent_away + won_gammon], stakes[opponent_away + won_backgammon],
            stakes[opponent_away - lost], stakes[opponent_away - lost_gammon], stakes[opponent_away - lost_backgammon],
        )  # fmt: skip
    return Ends(
        1.0 - stakes[away - won], 1.0 - stakes[away - won_gammon], 1.0 - stakes[away - won_backgammon],
        1.0 - stakes[away + lost], 1.0 - stakes[away + lost_gammon], 1.0 - stakes[away + lost_backgammon],
    )  # fmt: skip


@kernel
def settled(win: int, situation: CubeSituation, stakes: Doubles) -> float:
    """What the end of the game is worth: won once, twice or three times the cube, or lost if negative."""
    if situation.away == 0:
        if gammons_count(situation):
            return float(win)
        return 1.0 if win > 0 else -1.0
    return after_points(win * situation.cube, situation, stakes)


@kernel
def mean_won(ratios: Ratios, ends: Ends) -> float:
    """What a game won is worth, gammons as they come."""
    single = 1.0 - ratios.gammons - ratios.backgammons
    return single * ends.won + ratios.gammons * ends.won_gammon + ratios.backgammons * ends.won_backgammon


@kernel
def mean_lost(ratios: Ratios, ends: Ends) -> float:
    """What a game lost is worth."""
    single = 1.0 - ratios.lost_gammons - ratios.lost_backgammons
    return single * ends.lost + ratios.lost_gammons * ends.lost_gammon + ratios.lost_backgammons * ends.lost_backgammon


@kernel
def normalised(value: float, situation: CubeSituation, stakes: Doubles) -> float:
    """A chance to win the match as an equity: 1 for winning the cube, -1 for losing it. For money it is one already."""
    if situation.away == 0:
        return value
    won = after_points(situation.cube, situation, stakes)
    lost = after_points(-situation.cube, situation, stakes)
    return (2.0 * value - won - lost) / (won - lost) if won > lost else 0.0


@kernel
def from_normalised(equity: float, situation: CubeSituation, stakes: Doubles) -> float:
    """The other way round: the chance to win the match. For money, the equity as it is."""
    if situation.away == 0:
        return equity
    won = after_points(situation.cube, situation, stakes)
    lost = after_points(-situation.cube, situation, stakes)
    return (equity * (won - lost) + won + lost) / 2.0


@kernel
def gammon_weights(situation: CubeSituation, stakes: Doubles) -> tuple[float, float, float, float]:
    """What a gammon won, a backgammon won, a gammon lost and a backgammon lost add to an equity that is normalised.

    For money each is 1; by the Jacoby rule, with the cube in the middle, 0.
    """
    if situation.away == 0:
        weight = 1.0 if gammons_count(situation) else 0.0
        return weight, weight, weight, weight
    ends = ends_at(situation.cube, situation, stakes)
    half = (ends.won - ends.lost) / 2.0
    if half <= 0.0:
        return 0.0, 0.0, 0.0, 0.0
    return (
        max(ends.won_gammon - ends.won, 0.0) / half,
        max(ends.won_backgammon - ends.won_gammon, 0.0) / half,
        max(ends.lost - ends.lost_gammon, 0.0) / half,
        max(ends.lost_gammon - ends.lost_backgammon, 0.0) / half,
    )


@kernel
def match_points(ratios: Ratios, situation: CubeSituation, stakes: Doubles) -> tuple[float, float]:
    """The live take and cash point at a score, as the player's chances to win. All values are the player's.

    They are worked out from the last cube that matters down to the one that lies there. Doubled once more, that last
    cube is dead; but if it is dead for the doubler alone, the taker turns it again at once.
    """
    cube = situation.cube
    away, opponent_away, limit = situation.away, situation.opponent_away, situation.limit
    while away > 2 * cube and opponent_away > 2 * cube and 4 * cube <= limit:
        cube *= 2
    here = ends_at(cube, situation, stakes)
    doubled = ends_at(2 * cube, situation, stakes)
    mine_doubled, theirs_doubled = doubled, doubled
    if 4 * cube <= limit:
        if away <= 2 * cube < opponent_away:
            mine_doubled = ends_at(4 * cube, situation, stakes)
        elif opponent_away <= 2 * cube < away:
            theirs_doubled = ends_at(4 * cube, situation, stakes)
    mine = dead_cash_point(here.won, mean_lost(ratios, mine_doubled), mean_won(ratios, mine_doubled))
    theirs = dead_cash_point(-here.lost, -mean_won(ratios, theirs_doubled), -mean_lost(ratios, theirs_doubled))
    while cube > situation.cube:
        cube //= 2
        doubled = here
        here = ends_at(cube, situation, stakes)
        # The taker owns a live cube: the doubler's value rises in a straight line from the taker's cash point, where
        # two cubes are lost, to a certain win. Where it passes what a drop gives, the double can be cashed.
        won, lost = mean_won(ratios, doubled), mean_lost(ratios, doubled)
        earlier = 1.0 - theirs * (won - here.won) / (won - doubled.lost) if won > doubled.lost else 1.0
        theirs = 1.0 - mine * (here.lost - lost) / (doubled.won - lost) if doubled.won > lost else 1.0
        mine = earlier
    return 1.0 - theirs, mine


# Values


@kernel
def value_of(ratios: Ratios, situation: CubeSituation, stakes: Doubles, efficiency: float) -> float:
    """The value with a cube of some efficiency; 0 is a dead cube, 1 a live one."""
    win = ratios.win
    if situation.away > 0:
        ends = ends_at(situation.cube, situation, stakes)
    elif gammons_count(situation):
        ends = Ends(1.0, 2.0, 3.0, -1.0, -2.0, -3.0)
    else:
        ends = Ends(1.0, 1.0, 1.0, -1.0, -1.0, -1.0)
    won, lost = mean_won(ratios, ends), mean_lost(ratios, ends)
    dead = win * won + (1.0 - win) * lost
    if efficiency == 0.0 or win <= 0.0 or win >= 1.0 or is_dead(situation):
        return dead
    if situation.away > 0:
        take, cash = match_points(ratios, situation, stakes)
    else:
        mean_win = 1.0 + ratios.gammons + 2.0 * ratios.backgammons
        mean_loss = 1.0 + ratios.lost_gammons + 2.0 * ratios.lost_backgammons
        take, cash = money_points(mean_win, mean_loss, turns_left(situation))
    live = live_value(win, lost, ends.lost, ends.won, won, take, cash, situation.owner)
    return dead + efficiency * (live - dead)


@kernel
def cubeless(chances: Doubles | Floats, situation: CubeSituation, stakes: Doubles) -> float:
    """The value if the cube stays where it is to the end."""
    return value_of(ratios_of(chances), situation, stakes, 0.0)


@kernel
def cubeful(chances: Doubles | Floats, situation: CubeSituation, stakes: Doubles, efficiency: float) -> float:
    """The value with the cube, if the player does not double before the next roll."""
    return value_of(ratios_of(chances), situation, stakes, efficiency)


@kernel
def cube_action(
    chances: Doubles | Floats, situation: CubeSituation, stakes: Doubles, efficiency: OwnerEfficiencies
) -> CubeValues:
    """What not doubling, a double that is taken and one that is dropped are worth to the player on roll.

    For money, all in units of the cube before the double. Whether the player may double is for `may_double` to say.
    """
    ratios = ratios_of(chances)
    doubled = after_take(situation)
    taken = value_of(ratios, doubled, stakes, efficiency_in(doubled, efficiency))
    return CubeValues(
        value_of(ratios, situation, stakes, efficiency_in(situation, efficiency)),
        2.0 * taken if situation.away == 0 else taken,
        settled(1, situation, stakes),
    )


@kernel
def right_action(values: CubeValues, situation: CubeSituation) -> CubeAction:
    """What both should do, given what each way is worth to the player on roll."""
    beaver = (
        situation.beavers and situation.away == 0 and values.double_take < 0.0 and 4 * situation.cube <= situation.limit
    )
    taken = 2.0 * values.double_take if beaver else values.double_take
    double = may_double(situation) and min(taken, values.double_pass) >= values.no_double
    return CubeAction(double, values.double_take < values.double_pass, beaver)


@kernel
def best_value(values: CubeValues, situation: CubeSituation) -> float:
    """The value to the player on roll when both do what is right."""
    action = right_action(values, situation)
    if not action.double:
        return values.no_double
    return min(2.0 * values.double_take if action.beaver else values.double_take, values.double_pass)
