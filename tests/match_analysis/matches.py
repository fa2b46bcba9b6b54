"""Matches to be reviewed in tests: played at random, and set up in known positions."""

from random import Random

from sixprime.core import Match, Player, Position, RuleSet, SeededDice, Win
from sixprime.core.match.events import Action
from sixprime.core.rules import STANDARD

EVEN_RACE = Position.of({6: 5, 5: 3, 4: 3, 8: 2, 7: 2}, {6: 5, 5: 3, 4: 3, 8: 2, 7: 2})
"""A race in which nobody is ahead."""


def random_match(seed: int, length: int | None = 3, rules: RuleSet = STANDARD, games: int = 3) -> Match:
    """A match of players who do anything that is legal, resign now and then, and double more often than is wise."""
    random, dice = Random(seed), SeededDice(seed)
    match = Match(rules, length=length)
    while match.result is None and len(match.results) < games:
        player = match.to_act
        if player is None:
            match.open(dice)
            continue
        actions = [action for action in match.actions(player) if action not in (Action.RESIGN, Action.END)]
        if random.random() < 0.01 and Action.RESIGN in match.actions(player):
            match.resign(random.choice(list(Win)), player)
            continue
        action = random.choice(actions)
        if action is Action.DOUBLE and random.random() < 0.8:
            action = Action.ROLL
        if action is Action.ROLL:
            match.roll(dice)
        elif action is Action.PLAY:
            plays = list(match.legal_plays)
            match.play(random.choice(plays) if plays else ())
        else:
            getattr(match, action.value)()
    return match


def cube_match(
    position: Position,
    *actions: str,
    length: int | None = None,
    score: tuple[int, int] = (0, 0),
    rules: RuleSet = STANDARD,
    crawford_over: bool = False,
) -> Match:
    """A game that begins in a position with White on roll, and what the players did about the cube."""
    match = Match(rules, length=length)
    match.set_up(position, Player.WHITE, score=score, crawford_over=crawford_over)
    for action in actions:
        match.roll((2, 1)) if action == "roll" else getattr(match, action)()
    return match
