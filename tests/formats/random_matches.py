"""Matches played at random, with everything in them that can happen in one."""

from random import Random

from sixprime import Action, Match, Phase, Player, Position, Roll, RuleSet, Win
from sixprime.core.match import events as ev


def random_match(
    rng: Random,
    length: int | None = 5,
    rules: RuleSet | None = None,
    *,
    games: int = 4,
    cube: float = 0.05,
    resign: float = 0.005,
    most_events: int = 4000,
) -> Match:
    """A match, or some games of a money session; `cube` and `resign` are how often somebody doubles and resigns."""
    match = Match(rules or RuleSet(), length=length, names={Player.WHITE: "Anna", Player.BLACK: "Béla Nagy"})
    while (
        match.phase is not Phase.OVER and match.version < most_events and match.state.game <= games + 99 * bool(length)
    ):
        _go_on(match, rng, cube, resign)
    return match


def _go_on(match: Match, rng: Random, cube: float, resign: float) -> None:
    """One event. Nobody resigns over a forced roll: GNU Backgammon would play it first."""
    roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
    if match.phase is Phase.OPENING:
        while roll.is_double:
            roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        match.apply(ev.OpeningRolled(roll.first, roll.second))
        return
    player = match.to_act
    assert player is not None
    free = match.phase is Phase.TO_ROLL or (match.phase is Phase.TO_PLAY and len(match.legal_plays) > 1)
    if free and rng.random() < resign:
        win = rng.choice(list(Win)) if match.state.gammons_count else Win.SINGLE
        match.resign(win, rng.choice([player, player.opponent]))
        match.accept()
    elif match.phase is Phase.TO_ROLL:
        if rng.random() < cube and Action.DOUBLE in match.actions(player):
            match.double()
        else:
            match.apply(ev.Rolled(player, roll))
    elif match.phase is Phase.TO_PLAY:
        plays = list(match.legal_plays)
        match.play(rng.choice(plays) if plays else ())
    else:
        answers: list[ev.Event] = [kind(player) for kind in (ev.Taken, ev.Dropped, ev.Beavered, ev.Raccooned)]
        match.apply(rng.choice([answer for answer in answers if match.refusal(answer) is None]))


def with_illegal_play(seed: int) -> Match:
    """A match in which somebody moves one checker too far after some turns, and the game goes on from there."""
    legal = random_match(Random(seed), 3)
    at = [n for n, event in enumerate(legal.events) if isinstance(event, ev.Rolled)][2 + seed]
    match = Match.from_events(legal.events[: at + 1], legal.rules, length=3, names=legal.names)
    state = match.state
    assert state.on_roll is not None
    points = list(state.position.points)
    source = max(point for point in range(7, 25) if points[point] > 0)
    target = next(point for point in range(1, source) if points[point] >= 0 and point != source)
    points[source] -= 1
    points[target] += 1
    match.set_up(Position(tuple(points)).flipped(), state.on_roll.opponent, cube=state.cube, score=state.score)
    dice = Random(seed)
    for _ in range(6):
        match.roll((dice.randint(1, 6), dice.randint(1, 6)))
        match.play(next(iter(match.legal_plays), ()))
    match.resign()
    match.accept()
    return match
