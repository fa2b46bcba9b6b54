"""The live cube, in machine code: where it is turned, and what a game is worth with it.

Both players always double exactly where the other can just as well drop as take. All is told in the view of one player.
"""

from sixprime.compiled.jit import kernel

ENDLESS = 4
"""A cube that can be doubled so many times more is as good as one without a limit: another turn would move the live
points by a thousandth or so."""


@kernel
def live_value(
    win: float, lost: float, passed: float, cashed: float, won: float, take: float, cash: float, owner: int
) -> float:
    """The value with a live cube: straight lines between what is known at four chances to win.

    `lost` at no chance, `passed` at the take point, where the opponent doubles and the player may as well drop,
    `cashed` at the cash point, where it is the other way round, `won` at certainty. The owner is positive if it is the
    player, negative if it is the opponent, and the other one of them has no such point.
    """
    if owner <= 0 and win <= take:
        return lost + (passed - lost) * win / take if take > 0.0 else passed
    if owner >= 0 and win >= cash:
        return cashed + (won - cashed) * (win - cash) / (1.0 - cash) if cash < 1.0 else cashed
    left, leftmost = (0.0, lost) if owner > 0 else (take, passed)
    right, rightmost = (1.0, won) if owner < 0 else (cash, cashed)
    return leftmost + (rightmost - leftmost) * (win - left) / (right - left) if right > left else rightmost


@kernel
def money_points(mean_win: float, mean_loss: float, turns: int) -> tuple[float, float]:
    """The live take and cash point, as the player's chances to win, of a cube that can be doubled so many times more.

    The mean win and loss are in units of the cube. The last double gives a cube that is dead, each earlier one a cube
    that its taker can use again; without an end the points come to a simple form.
    """
    if turns >= ENDLESS:
        everything = mean_win + mean_loss + 0.5
        return (mean_loss - 0.5) / everything, (mean_loss + 1.0) / everything
    mine = (mean_loss + 0.5) / (mean_win + mean_loss)
    theirs = (mean_win + 0.5) / (mean_win + mean_loss)
    for _ in range(turns - 1):
        earlier = 1.0 - theirs * (2.0 * mean_win - 1.0) / (2.0 * mean_win + 2.0)
        theirs = 1.0 - mine * (2.0 * mean_loss - 1.0) / (2.0 * mean_loss + 2.0)
        mine = earlier
    return 1.0 - theirs, mine


@kernel
def dead_cash_point(dropped: float, lost: float, won: float) -> float:
    """The chance to win at which a double is worth as much taken, with a dead cube, as dropped."""
    return min(max((dropped - lost) / (won - lost), 0.0), 1.0) if won > lost else 1.0
