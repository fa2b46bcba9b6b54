"""Reviews as JSON: whole or refused with a reason."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.matches import random_match
from sixprime.analysis import InvalidReview, MatchReview, review
from sixprime.analysis.reviews import fingerprint_of


@pytest.fixture(scope="module")
def written() -> str:
    return review(random_match(1, 3, games=1), "instant", threads=1).dumps()


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
def test_damage_is_refused_in_one_line_or_harmless(written: str, data: st.DataObject) -> None:
    document = json.loads(written)
    path = data.draw(st.sampled_from(paths(document)))
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = data.draw(st.sampled_from([None, -1, 10**30, float("nan"), "x", [], {}, True, [[1, 2]]]))
    try:
        made = MatchReview.loads(json.dumps(document))
    except InvalidReview as error:
        why = str(error)
    else:
        why = ""
        assert MatchReview.loads(made.dumps()) == made
    assert "\n" not in why
