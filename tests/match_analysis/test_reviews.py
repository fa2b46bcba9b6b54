"""Reviews as JSON: whole or refused with a reason."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_analysis.matches import random_match
from sixprime.analysis import InvalidReview, MatchReview, review
from sixprime.analysis.figures import figures_of
from sixprime.analysis.reviews import fingerprint_of


@pytest.fixture(scope="module")
def written() -> str:
    return review(random_match(1, 3, games=1), "instant", threads=1).dumps()


@pytest.fixture(scope="module")
def short(written: str) -> str:
    """A part of the review that has decisions and actions of all kinds, to be damaged hundreds of times."""
    document = json.loads(written)
    decisions = document["decisions"]
    kinds = {(one["decision"]["kind"], one["decision"]["action"], "played" in one): one for one in decisions}
    assert {"play", "double"} <= {kind for kind, _, _ in kinds}
    document["decisions"] = [one for one in decisions if one in decisions[:12] or one in kinds.values()]
    document["rolls"] = document["rolls"][:20]
    found = json.dumps(document)
    assert len(found) < len(written) / 4
    assert MatchReview.loads(found).decisions
    return found


@pytest.fixture(scope="module")
def places(short: str) -> list[tuple[Any, ...]]:
    return paths(json.loads(short))


def test_there_and_back(written: str) -> None:
    made = MatchReview.loads(written)
    assert made.dumps() == written
    assert made.fits(random_match(1, 3, games=1))
    assert not made.fits(random_match(2, 3, games=1))


def test_the_fingerprint_does_not_depend_on_names() -> None:
    one, other = random_match(1, 3), random_match(1, 3)
    other.names = dict.fromkeys(other.names, "Somebody")
    assert fingerprint_of(one) == fingerprint_of(other)
    other.undo()
    assert fingerprint_of(one) != fingerprint_of(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        '{"format": "sixprime-review"}',
        '{"format": "sixprime-review", "version": 99}',
    ],
)
def test_what_is_no_review_is_refused(text: str) -> None:
    with pytest.raises(InvalidReview):
        MatchReview.loads(text)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where everything in a JSON document is."""
    found = [path] if path else []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [one for key, entry in entries for one in paths(entry, (*path, key))]


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_damage_is_refused_in_one_line_or_harmless(
    short: str, places: list[tuple[Any, ...]], data: st.DataObject
) -> None:
    document = json.loads(short)
    path = places[data.draw(st.integers(0, len(places) - 1))]
    place = document
    for key in path[:-1]:
        place = place[key]
    value = data.draw(st.sampled_from([*WRONG, "remove", "repeat", "swap"]))
    if value == "remove":
        del place[path[-1]]
    elif value == "repeat" and isinstance(place, list):
        place.insert(path[-1], place[path[-1]])
    elif value == "swap" and isinstance(place, list):
        place.reverse()
    else:
        place[path[-1]] = value
    read_or_refused(json.dumps(document))


WRONG: list[Any] = [
    None, -1, 0, 10**30, 10**400, -1e308, float("nan"), float("inf"), "x", "\ud800", "", [], {}, True, [[1, 2]],
    {"format": 1}, [[[[]]]], "play", "white",
]  # fmt: skip


def read_or_refused(written: str | bytes) -> None:
    """A review is refused in one line, or it can be used: counted and written again."""
    try:
        made = MatchReview.loads(written)
    except InvalidReview as error:
        why = str(error)
        made = None
    if made is None:
        assert "\n" not in why
        assert len(why) < 500
        return
    assert MatchReview.loads(made.dumps()) == made
    for figures in (figures_of(made).white, figures_of(made).black):
        assert figures.pr >= 0 or any(entry.loss < 0 for entry in made.decisions)
        assert str(figures.band)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_bytes_that_were_changed_cut_off_or_put_in_are_refused_or_harmless(short: str, data: st.DataObject) -> None:
    content = bytearray(short.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "insert", "drop"]))
        if how == "change":
            content[place] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del content[max(place, 1) :]
        elif how == "insert":
            content[place:place] = data.draw(st.binary(min_size=1, max_size=20))
        else:
            del content[place : place + data.draw(st.integers(1, 50))]
        if not content:
            break
    read_or_refused(bytes(content))


def test_a_number_that_no_float_can_hold_is_refused(written: str) -> None:
    document = json.loads(written)
    document["decisions"][0]["loss"] = 10**400
    with pytest.raises(InvalidReview, match="loss"):
        MatchReview.loads(json.dumps(document))


@pytest.mark.parametrize(
    "damage",
    [
        lambda decisions: decisions.reverse(),
        lambda decisions: decisions.append(decisions[-1]),
        lambda decisions: decisions[0]["decision"].update(event=-4),
        lambda decisions: decisions[0]["finding"].update(candidates=[]),
        lambda decisions: next(one for one in decisions if "actions" in one["finding"])["finding"].update(actions=[]),
    ],
)
def test_a_review_that_contradicts_itself_is_refused(written: str, damage: Callable[[list[Any]], None]) -> None:
    document = json.loads(written)
    damage(document["decisions"])
    with pytest.raises(InvalidReview, match="damaged"):
        MatchReview.loads(json.dumps(document))
