"""Matches whose events are numbers, and whose states are worked out when asked for: they behave like any other."""

import pickle
from copy import deepcopy
from random import Random

import pytest

from formats.random_matches import random_match
from sixprime import IllegalAction, Match, Player
from sixprime.core.match import records
from sixprime.formats.mat import write_mat
from sixprime.formats.mat.packed_matches import PackedMatch
from sixprime.formats.mat.plain_files import read_plain_mat


def packed_match(seed: int = 3) -> Match:
    file = read_plain_mat(write_mat(random_match(Random(seed), 3, cube=0.1)).encode())
    assert file is not None
    assert isinstance(file.match, PackedMatch)
    return file.match


def plain_match(seed: int = 3) -> Match:
    match = packed_match(seed)
    return Match.from_events(match.events, match.rules, length=match.length, names=match.names, details=match.details)


@pytest.mark.parametrize("seed", [3, 4, 5, 8])
def test_every_state_is_what_the_rules_make_of_it(seed: int) -> None:
    packed, plain = packed_match(seed), plain_match(seed)
    assert packed.state == plain.state
    versions = list(range(plain.version + 1))
    Random(seed).shuffle(versions)
    for version in versions:
        assert packed.state_at(version) == plain.state_at(version)


def test_in_order() -> None:
    packed, plain = packed_match(), plain_match()
    assert [packed.state_at(n) for n in range(plain.version + 1)] == [
        plain.state_at(n) for n in range(plain.version + 1)
    ]


def test_the_number_of_events_is_known_before_the_events() -> None:
    packed = packed_match()
    assert packed.version == len(packed.events) == plain_match().version


def test_it_equals_a_match_with_the_same_events() -> None:
    assert packed_match() == plain_match()
    assert plain_match() == packed_match()
    assert packed_match() != packed_match(4)
    assert records.dumps(packed_match()) == records.dumps(plain_match())
    assert repr(packed_match()) == repr(plain_match())
    assert packed_match().rolls == plain_match().rolls
    assert packed_match().results == plain_match().results


def test_copies() -> None:
    match = packed_match()
    assert deepcopy(match) == match
    assert pickle.loads(pickle.dumps(match)) == packed_match()


def test_it_can_be_taken_back_and_played_on() -> None:
    packed, plain = packed_match(), plain_match()
    taken = [packed.undo() for _ in range(5)]
    assert taken == [plain.undo() for _ in range(5)]
    assert packed == plain
    for event in reversed(taken):
        packed.apply(event)
        plain.apply(event)
    assert (packed.events, packed.state) == (plain.events, plain.state)
    packed.undo_to(10)
    plain.undo_to(10)
    assert (packed.version, packed.state) == (10, plain.state)


def test_what_is_not_there_is_refused() -> None:
    match = packed_match()
    with pytest.raises(IllegalAction, match="there is no version"):
        match.state_at(match.version + 1)
    with pytest.raises(IllegalAction, match="there is no version"):
        match.state_at(-1)
    with pytest.raises(IllegalAction, match="the match is over"):
        match.double()
    assert match.to_act is None
    assert match.score[Player.WHITE] + match.score[Player.BLACK] >= 3
