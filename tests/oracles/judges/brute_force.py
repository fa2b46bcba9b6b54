"""The rules of moving, written down slowly and plainly: every order of every step is tried.

Boards are tuples and every step makes a new one. Nothing is clever here on purpose, so that it can be checked
against the rules by reading.
"""

from typing import NamedTuple

from judges.boards import BAR, OFF, Board, Dice

BEAR_OFF_RULES = ("standard", "rearmost-only", "exact-only")


class PlainStep(NamedTuple):
    """One checker moved by one die."""

    source: int
    target: int
    die: int
    hit: bool


def may_bear_off(board: Board, source: int, die: int, rule: str) -> bool:
    """Whether `die` may take the checker on `source` off the board."""
    if any(board[point] > 0 for point in range(7, BAR + 1)):
        return False
    is_rearmost = not any(board[point] > 0 for point in range(source + 1, 7))
    if rule == "standard":
        return die == source or (die > source and is_rearmost)
    if rule == "rearmost-only":
        return die >= source and is_rearmost
    if rule == "exact-only":
        return die == source
    raise ValueError(rule)


def possible_steps(board: Board, die: int, rule: str) -> list[PlainStep]:
    """Every step that `die` allows, without a thought for the other dice."""
    steps = []
    for source in [BAR] if board[BAR] > 0 else range(1, 25):
        if board[source] > 0:
            target = source - die
            if target > 0:
                if board[target] >= -1:
                    steps.append(PlainStep(source, target, die, board[target] == -1))
            elif may_bear_off(board, source, die, rule):
                steps.append(PlainStep(source, OFF, die, False))
    return steps


def after(board: Board, step: PlainStep) -> Board:
    """The board after a step."""
    points = list(board)
    points[step.source] -= 1
    if step.target != OFF:
        if step.hit:
            points[step.target] = 0
            points[0] -= 1
        points[step.target] += 1
    return tuple(points)


def dice_to_play(dice: Dice) -> tuple[int, ...]:
    """The numbers of a roll: a double is played four times."""
    return (dice[0],) * 4 if dice[0] == dice[1] else dice


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice left when one has been played."""
    place = dice.index(die)
    return dice[:place] + dice[place + 1 :]


def legal_results(board: Board, dice: Dice, rule: str) -> frozenset[Board]:
    """The boards that the legal plays of a roll lead to; empty where nothing can be moved.

    Level n holds every board that some n steps can reach, with the dice then left. The last level that is
    not empty uses as many dice as possible. If that is one of two different dice, the larger counts.
    """
    level = {(board, dice_to_play(dice))}
    steps_made = 0
    while True:
        next_level = {
            (after(now, step), without(left, die))
            for now, left in level
            for die in set(left)
            for step in possible_steps(now, die, rule)
        }
        if not next_level:
            break
        level = next_level
        steps_made += 1
    if steps_made == 0:
        return frozenset()
    if steps_made == 1 and dice[0] != dice[1]:
        by_the_larger = frozenset(now for now, left in level if left == (min(dice),))
        if by_the_larger:
            return by_the_larger
    return frozenset(now for now, _ in level)


def legal_sequences(board: Board, dice: Dice, rule: str) -> set[tuple[PlainStep, ...]]:
    """Every order of steps that is a legal play, by trying all of them; one empty order where nothing moves."""
    found: list[tuple[PlainStep, ...]] = []

    def go_on(now: Board, left: tuple[int, ...], made: tuple[PlainStep, ...]) -> None:
        found.append(made)
        for die in set(left):
            for step in possible_steps(now, die, rule):
                go_on(after(now, step), without(left, die), (*made, step))

    go_on(board, dice_to_play(dice), ())
    longest = max(map(len, found))
    legal = {sequence for sequence in found if len(sequence) == longest}
    if longest == 1:
        by_the_larger = {sequence for sequence in legal if sequence[0].die == max(dice)}
        legal = by_the_larger or legal
    return legal
