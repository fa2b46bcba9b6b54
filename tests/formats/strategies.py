"""Situations drawn at random, with all that an id may have to hold, and what each kind of id keeps of them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from core.strategies import examples as examples
from sixprime import ALL_ROLLS, Cube, Offer, Player, Position, SixprimeError, Win, find_defects
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind

WHITE, BLACK = Player.WHITE, Player.BLACK
STARTS = (Position.standard(), Position.nackgammon(), Position.longgammon())


def random_position(rng: Random, checkers: int = 15) -> Position:
    """Any position in which both sides have checkers left: scattered or in few places, on the bar and borne off."""
    while True:
        points = [0] * 26
        for sign in (1, -1):
            places = rng.sample(range(1, 25), rng.randint(1, 10))
            for _ in range(checkers):
                fate = rng.random()
                place = 25 if fate < 0.04 else rng.choice(places)
                index = place if sign > 0 else 25 - place
                if fate < 0.8 and points[index] * sign >= 0:
                    points[index] += sign
        both_play = any(count > 0 for count in points) and any(count < 0 for count in points)
        if both_play and not find_defects(points, checkers):
            return Position(tuple(points), checkers)


def random_situation(
    rng: Random, *, checkers: int | None = None, opening: bool = True, longest: int = 9998, highest: int = 2**15
) -> Situation:
    """Any situation; with `checkers` a side if that is given, and before an opening roll only where that may be."""
    if checkers is None:
        checkers = rng.choice((15, 15, 15, rng.randint(1, 15)))
    length = rng.choice((None, None, 1, 3, 5, 7, rng.randint(1, longest)))
    score = (rng.randint(0, 40), rng.randint(0, 40))
    if length is not None:
        at_match_point = rng.random() < 0.3
        score = (length - 1 if at_match_point else rng.randrange(length), rng.randrange(length))
        score = rng.choice((score, score[::-1]))
    money = length is None
    situation = Situation(
        random_position(rng, checkers),
        rng.choice((WHITE, BLACK)),
        length=length,
        score=score,
        jacoby=rng.choice((True, False)) if money else None,
        beavers=rng.choice((True, False)) if money else None,
    )
    if opening and rng.random() < 0.1:
        start = rng.choice(STARTS) if checkers > 3 else Position.hypergammon(checkers)
        return replace(situation, position=start, on_roll=None, cube=Cube(2 ** rng.choice((0, 0, 1, 3))))
    alone_at_match_point = situation.is_match_point and score[0] != score[1] and length != 1
    if alone_at_match_point and rng.random() < 0.5:
        situation = replace(situation, crawford=True)
    else:
        value = min(2 ** rng.choice((0, 0, 1, 1, 2, 3, 6, 12)), highest)
        owner = rng.choice((None, WHITE, BLACK)) if value > 1 else None
        situation = replace(situation, cube=Cube(value, owner))
    return _limited(_under_way(situation, rng), rng)


def _limited(situation: Situation, rng: Random) -> Situation:
    """With a limit of the cube that leaves room for what is offered."""
    if situation.cube == Cube() and situation.offer is None and rng.random() < 0.05:
        return replace(situation, cube_limit=1)
    if rng.random() < 0.2:
        return replace(situation, cube_limit=situation.cube.value * 2 ** rng.randint(3, 10))
    return situation


def _under_way(situation: Situation, rng: Random) -> Situation:
    """With dice, an offered cube or a resignation."""
    on_roll, fate = situation.on_roll, rng.random()
    assert on_roll is not None
    if fate < 0.35:
        situation = replace(situation, roll=rng.choice(ALL_ROLLS))
    elif fate < 0.6 and situation.cube.may_be_turned_by(on_roll) and not situation.crawford:
        return replace(situation, offer=rng.choice(list(Offer)) if situation.is_money else Offer.DOUBLE)
    if rng.random() < 0.2:
        win, player = rng.choice(list(Win)), rng.choice((WHITE, BLACK))
        return replace(situation, resignation=win, resigned_by=player)
    return situation


def situations(*, checkers: int | None = None, opening: bool = True) -> st.SearchStrategy[Situation]:
    """Situations by the number that determines each."""
    seeds = st.integers(0, 2**32 - 1)
    return seeds.map(lambda seed: random_situation(Random(seed), checkers=checkers, opening=opening))


def read_or_refused(read: Callable[[str], Situation], written: str) -> Situation | None:
    """What an id says; None where it is refused, in one line."""
    try:
        return read(written)
    except SixprimeError as error:
        complaint = str(error)
    assert complaint
    assert len(complaint.splitlines()) == 1
    assert len(complaint) < 500
    return None


# What the table in docs/ids.md says, kind by kind


def kept(situation: Situation, kind: IdKind) -> Situation:
    """What comes back when a situation is written as an id of a kind and read again."""
    match kind:
        case IdKind.POSITION_ID:
            return Situation(_of_fifteen(situation.position))
        case IdKind.GNUBG_ID:
            return _kept_by_gnubg(situation)
        case IdKind.XGID:
            return _kept_by_xgid(situation)
        case IdKind.OGID:
            kept_offer = situation.offer if situation.offer is Offer.DOUBLE else None
            return replace(
                _without_resignation(situation), offer=kept_offer, jacoby=None, beavers=None, cube_limit=None
            )
        case IdKind.FIBS_BOARD:
            return replace(
                _without_resignation(situation),
                on_roll=situation.on_roll or WHITE,
                offer=situation.offer if situation.offer is Offer.DOUBLE else None,
                jacoby=None,
                beavers=bool(situation.beavers) if situation.is_money else None,
                cube_limit=None,
            )


def _of_fifteen(position: Position) -> Position:
    return Position(position.points)


def _without_resignation(situation: Situation) -> Situation:
    return replace(situation, resignation=None, resigned_by=None)


def _kept_by_gnubg(situation: Situation) -> Situation:
    cube = situation.cube
    if situation.offer in (Offer.BEAVER, Offer.RACCOON):
        cube = Cube(cube.value, situation.on_roll if cube.value > 1 else None)
    return replace(
        situation,
        position=_of_fifteen(situation.position),
        cube=cube,
        jacoby=bool(situation.jacoby) if situation.is_money else None,
        beavers=None,
        cube_limit=None,
    )


def _kept_by_xgid(situation: Situation) -> Situation:
    money = situation.is_money
    return replace(
        _without_resignation(situation),
        position=_of_fifteen(situation.position if situation.on_roll else situation.position.flipped()),
        on_roll=situation.on_roll or BLACK,
        jacoby=bool(situation.jacoby) if money else None,
        beavers=bool(situation.beavers) if money else None,
        cube_limit=None if situation.cube_limit in (1, 1024) else situation.cube_limit,
    )
