"""Doubling windows: from which chance to win a double is right, from which it is dropped, and when it is too late.

The chances are told for positions in which gammons and backgammons are always the same part of the wins and of the
losses. Dead points are those of a cube that nobody turns any more after the double, live ones those of a
cube that is always used at the right moment; the effective ones lie between, by the cube's efficiency.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sixprime.engine.chances import Chances
from sixprime.engine.cube import kernels
from sixprime.engine.cube.kernels import Ratios
from sixprime.engine.cube.views import CubeView, as_array

NO_GAMMONS = Chances(0.5, 0.0, 0.0, 0.0, 0.0)

STEPS = 50
"""Halvings of an interval: as exact as the numbers are."""


@dataclass(frozen=True, slots=True)
class Window:
    """A player's chances to win at which things change."""

    double: float | None
    """From here a double is right; None where it never is, because the player is too good first."""
    cash: float
    """From here the opponent should drop."""
    too_good: float | None
    """From here it is better to play on for a gammon; None where a double is right up to certainty."""

    @property
    def take(self) -> float:
        """The chance to win that the opponent needs to take."""
        return 1 - self.cash


@dataclass(frozen=True, slots=True)
class DoublingWindow:
    """The window of a player who may double, with a dead cube, a live one and one of the efficiency asked for."""

    dead: Window
    live: Window
    effective: Window


def doubling_window(
    view: CubeView, chances: Chances = NO_GAMMONS, *, efficiency: float = 0.68
) -> DoublingWindow | None:
    """The window of the view's player; None for one who may not double.

    Of the chances only the parts of gammons count. `view.turned()` has the other player's window.
    """
    if not view.may_double:
        return None
    ratios = kernels.ratios_of(as_array(chances))
    return DoublingWindow(_window(view, ratios, 0.0), _window(view, ratios, 1.0), _window(view, ratios, efficiency))


def doubling_windows(
    view: CubeView, chances: Chances = NO_GAMMONS, *, efficiency: float = 0.68
) -> tuple[DoublingWindow | None, DoublingWindow | None]:
    """The player's window and the opponent's, each in the doubler's chances."""
    return (
        doubling_window(view, chances, efficiency=efficiency),
        doubling_window(view.turned(), chances.for_opponent(), efficiency=efficiency),
    )


@dataclass(frozen=True, slots=True)
class TakePoints:
    """The chance to win that a player needs to take the opponent's double."""

    dead: float
    live: float
    effective: float


def take_points(view: CubeView, chances: Chances = NO_GAMMONS, *, efficiency: float = 0.68) -> TakePoints | None:
    """What the view's player needs to take; None where the opponent may not double."""
    window = doubling_window(view.turned(), chances.for_opponent(), efficiency=efficiency)
    if window is None:
        return None
    return TakePoints(window.dead.take, window.live.take, window.effective.take)


def _window(view: CubeView, ratios: Ratios, efficiency: float) -> Window:
    factor = 2.0 if view.is_money else 1.0
    dropped = kernels.settled(1, view.situation, view.stakes)
    after = view.doubled()

    def waiting(win: float) -> float:
        return kernels.value_of(_with_win(ratios, win), view.situation, view.stakes, efficiency)

    def taken(win: float) -> float:
        return factor * kernels.value_of(_with_win(ratios, win), after.situation, view.stakes, efficiency)

    cash = _first_from(lambda win: taken(win) >= dropped, 0.0)
    too_good = _first_from(lambda win: waiting(win) > dropped + 1e-12, 0.0)
    double: float | None = None
    if waiting(cash) <= dropped + 1e-12:
        double = _first_from(lambda win: taken(win) >= waiting(win) - 1e-12, 0.0, cash)
    return Window(double, cash, None if too_good >= 1.0 else too_good)


def _first_from(holds: Callable[[float], bool], low: float, high: float = 1.0) -> float:
    """Where something begins to hold that then goes on to hold; `high` if it does not."""
    if holds(low):
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _with_win(ratios: Ratios, win: float) -> Ratios:
    return Ratios(win, ratios.gammons, ratios.backgammons, ratios.lost_gammons, ratios.lost_backgammons)
