"""Levels: the weaker misjudge fine differences, never what is plain; the same question gets the same answer."""

import random

import pytest

from sixprime import ALL_ROLLS, Position, Roll, SixprimeError
from sixprime.engine.bots.level_evaluators import LevelEvaluator
from sixprime.engine.bots.levels import DEFAULT_LEVEL, LEVELS, level_named
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.languages import LANGUAGES, catalogue


def decisions(count: int) -> list[tuple[Position, Roll]]:
    """Decisions of a game in which anything is played."""
    rng = random.Random(11)
    position = Position.standard()
    found: list[tuple[Position, Roll]] = []
    while len(found) < count:
        roll = rng.choice(ALL_ROLLS)
        plays = list(position.legal_plays(roll))
        if len(plays) > 1:
            found.append((position, roll))
        position = (rng.choice(plays).result if plays else position).flipped()
        if position.is_over:
            position = Position.standard()
    return found


def lost(name: str, seed: int = 0) -> list[float]:
    """What a level gives away by the net's own clear view, decision by decision."""
    clear = NetEvaluator.default()
    level = LevelEvaluator(level_named(name), seed)
    losses = []
    for position, roll in decisions(150):
        worth = {entry.play: entry.chances.equity for entry in clear.rank(position, roll)}
        losses.append(max(worth.values()) - worth[level.rank(position, roll)[0].play])
    return losses


def test_the_weaker_give_away_more_and_never_too_much() -> None:
    means = []
    for name in ("beginner", "casual", "club", "expert"):
        losses = lost(name)
        assert max(losses) <= LEVELS[name].worst + 1e-9
        means.append(sum(losses) / len(losses))
    assert means == sorted(means, reverse=True)
    assert means[0] > 2 * means[2] > 0
    assert means[-1] == 0


def test_most_beginners_mistakes_are_small() -> None:
    losses = sorted(lost("beginner"))
    assert losses[len(losses) // 2] < 0.1
    assert len([loss for loss in losses if loss > 0]) > 30


def test_asked_twice_a_level_answers_alike() -> None:
    assert lost("beginner") == lost("beginner")
    assert lost("beginner") != lost("beginner", seed=1)


def test_all_legal_plays_are_ranked() -> None:
    level = LevelEvaluator(LEVELS["beginner"])
    for position, roll in decisions(20):
        ranked = [entry.play for entry in level.rank(position, roll)]
        assert sorted(map(str, ranked)) == sorted(map(str, position.legal_plays(roll)))


@pytest.mark.parametrize("name", ["master", "champion"])
def test_the_strongest_look_ahead(name: str) -> None:
    level = LEVELS[name]
    ranked = LevelEvaluator(level, threads=1).rank(Position.standard(), Roll(3, 1))
    assert ranked[0].plies == level.plies > 0
    assert str(ranked[0].play) == "8/5 6/5"


def test_a_level_judges_positions_clearly() -> None:
    start = Position.standard()
    assert LevelEvaluator(LEVELS["beginner"]).chances(start) == NetEvaluator.default().chances(start)


def test_levels_are_told_by_name() -> None:
    assert DEFAULT_LEVEL in LEVELS
    assert [level.name for level in LEVELS.values()] == list(LEVELS)
    with pytest.raises(SixprimeError, match="there is no level wizard; there are beginner, casual"):
        level_named("wizard")


def test_no_two_levels_are_described_in_the_same_words() -> None:
    for language in LANGUAGES:
        words = [level.description.in_language(catalogue(language)) for level in LEVELS.values()]
        assert len(set(words)) == len(LEVELS)


def test_every_level_has_a_measured_error_rate_and_stronger_ones_a_smaller_one() -> None:
    rates = [level.error_rate for level in LEVELS.values()]
    assert rates == sorted(rates, reverse=True)
    assert 0 < rates[-1] < 10 < rates[0] < 100
