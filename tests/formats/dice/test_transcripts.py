"""Transcripts of dice: they survive JSON, and verification finds whatever was changed."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixprime import Player, Roll
from sixprime.formats.dice.derivation import Secret, Seeds, commitment, derive_roll, seed_commitment
from sixprime.formats.dice.transcripts import CommittedSeed, InvalidTranscript, Transcript, Verification

SECRET = Secret(bytes(range(32)))
WHITE, BLACK = bytes(range(32, 64)), bytes(range(64, 96))
MATCH = "Vf3kq0V0cQyPzXoJ1v9n2A"


def transcript(count: int = 62, *, imported: int = 0, seats: str = "both") -> Transcript:
    seeds = {Player.WHITE: WHITE, Player.BLACK: BLACK}
    if seats == "white":
        del seeds[Player.BLACK]
    values = Seeds(seeds.get(Player.WHITE, b""), seeds.get(Player.BLACK, b""))
    played = [Roll(6, 6)] * imported
    played += [derive_roll(SECRET, MATCH, values, number) for number in range(imported + 1, imported + count + 1)]
    committed = {player: CommittedSeed(seed_commitment(seed), seed) for player, seed in seeds.items()}
    return Transcript.of_rolls(MATCH, commitment(SECRET), committed, played, secret=SECRET, imported=imported)


def verified(written: dict[str, Any]) -> list[str]:
    """What is wrong with a transcript."""
    return [str(problem) for problem in Transcript.from_json(written).verify().problems]


@pytest.fixture
def written() -> Any:
    return copy.deepcopy(transcript().to_json())


@pytest.mark.parametrize(
    "made", [transcript(), transcript(0), transcript(9, imported=5), transcript(3, seats="white")], ids=str
)
def test_what_the_server_writes_is_good_and_survives_json(made: Transcript) -> None:
    again = Transcript.from_text(made.to_text())
    assert again == made
    assert "\n" not in made.to_text()
    assert again.verify() == Verification(len(made.rolls))
    assert again.verify().is_good


def test_the_secret_hides_in_a_repr() -> None:
    assert "Secret" in repr(transcript())
    assert "\\x00\\x01" not in repr(transcript())


CHANGES: dict[str, tuple[Callable[[Any], object], list[str]]] = {
    "a roll": (lambda t: t["rolls"][4].update(dice=[6, 6]), ["roll 5 is 6-6, and should have been 2-2"]),
    "the order of two dice": (lambda t: t["rolls"][1].update(dice=[1, 5]), ["roll 2 is 1-5, and should have been 5-1"]),
    "a roll left out": (
        lambda t: t["rolls"].pop(7),
        ["roll 8 is missing or not in its place: roll 9 stands there"],
    ),
    "a roll twice": (
        lambda t: t["rolls"].insert(3, t["rolls"][2]),
        ["roll 4 is missing or not in its place: roll 3 stands there"],
    ),
    "the order of two rolls": (
        lambda t: t["rolls"].insert(0, t["rolls"].pop(1)),
        ["roll 1 is missing or not in its place: roll 2 stands there"],
    ),
    "the first roll left out": (
        lambda t: t["rolls"].pop(0),
        ["roll 1 is missing or not in its place: roll 2 stands there"],
    ),
    "the server's commitment": (
        lambda t: t.update(commitment="0" * 64),
        ["the secret is not the one that the server committed to"],
    ),
    "a seed's commitment": (
        lambda t: t["seeds"]["black"].update(commitment="0" * 64),
        ["the seed of Black is not the one that was committed to"],
    ),
    "nothing, in a match that was given up before its seeds were revealed": (
        lambda t: (t["seeds"]["white"].update(seed=None), t.update(rolls=[])),
        [],
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_found(written: Any, change: str) -> None:
    make, problems = CHANGES[change]
    make(written)
    assert verified(written) == problems


class TestWhatDecidesAllRolls:
    def test_another_secret(self, written: Any) -> None:
        written["secret"] = "11" * 32
        problems = verified(written)
        assert problems[0] == "the secret is not the one that the server committed to"
        assert len(problems) == 22
        assert problems[-1].startswith("and ")

    def test_another_seed(self, written: Any) -> None:
        written["seeds"]["white"]["seed"] = "11" * 32
        assert verified(written)[0] == "the seed of White is not the one that was committed to"
        assert len(verified(written)) > 10

    def test_a_seed_and_its_commitment(self, written: Any) -> None:
        written["seeds"]["white"] = {"commitment": seed_commitment(BLACK), "seed": BLACK.hex()}
        assert len(verified(written)) > 10

    def test_seeds_exchanged_removed_or_missing(self, written: Any) -> None:
        removed, missing = copy.deepcopy(written), copy.deepcopy(written)
        written["seeds"] = {"white": written["seeds"]["black"], "black": written["seeds"]["white"]}
        removed["seeds"]["black"] = None
        missing["seeds"]["black"]["seed"] = None
        assert all(len(verified(changed)) > 10 for changed in (written, removed, missing))
        assert verified(missing)[0] == "Black committed to a seed that is missing"

    def test_another_match(self, written: Any) -> None:
        written["match"] = "another"
        assert len(verified(written)) > 10

    def test_a_secret_that_is_not_revealed(self, written: Any) -> None:
        written["secret"] = None
        found = Transcript.from_json(written).verify()
        assert (found.verified, found.is_good) == (0, False)
        assert str(found.problems[0]).startswith("the secret has not been revealed yet")


@given(st.integers(0, 61), st.integers(1, 6), st.integers(1, 6))
def test_any_other_roll_is_found(place: int, first: int, second: int) -> None:
    good = transcript()
    changed: Any = good.to_json()
    changed["rolls"][place]["dice"] = [first, second]
    same = list(good.rolls[place].roll) == [first, second]
    assert Transcript.from_json(changed).verify().is_good is same
    assert Transcript.from_json(changed).verify().verified == (62 if same else 61)


class TestComparedWithARecord:
    def test_the_same_rolls(self) -> None:
        made = transcript(9, imported=2)
        played = [Roll(1, 1), Roll(1, 1), *(entry.roll for entry in made.rolls)]
        assert not list(made.compared(played))

    def test_other_rolls(self) -> None:
        made = transcript(5)
        played = [entry.roll for entry in made.rolls]
        assert [str(problem) for problem in made.compared([Roll(6, 1), *played[1:4]])] == [
            "roll 1 of the match is 6-1, in the transcript 3-3"
        ]
        assert [str(problem) for problem in made.compared([*played, Roll(1, 2)])] == [
            "roll 6 of the match is not in the transcript"
        ]


class TestReading:
    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"format": "sixprime-match"}, "this is not a transcript of dice"),
            ({"version": 2}, "the transcript has version 2; this program reads version 1"),
            ({"match": 5}, "the field match cannot be 5"),
            ({"match": "\ud800"}, "the field match cannot be '\\ud800'"),
            ({"match": "x" * 201}, "the field match cannot be 'xxxx"),
            ({"commitment": "ab"}, "the field commitment cannot be 'ab'"),
            ({"secret": "ab"}, "the field secret cannot be 'ab'"),
            ({"imported": -1}, "the field imported cannot be -1"),
            ({"imported": True}, "the field imported cannot be True"),
            ({"seeds": None}, "the field seeds cannot be None"),
            ({"seeds": {"red": None}}, "the field seeds cannot be {'red': None}"),
            ({"seeds": {"white": 1}}, "the field seeds cannot be 1"),
            ({"seeds": {"white": {"commitment": "0" * 64, "seed": "x"}}}, "the field seed cannot be 'x'"),
            ({"rolls": {}}, "the field rolls cannot be {}"),
            ({"rolls": [1]}, "the field rolls cannot be 1"),
            ({"rolls": [{"number": 1.0, "dice": [1, 2]}]}, "the field rolls cannot be {'number': 1.0, 'dice': [1, 2]}"),
            ({"rolls": [{"number": 1, "dice": "12"}]}, "the field dice cannot be '12'"),
            ({"rolls": [{"number": 1, "dice": [1, 7]}]}, "the field dice cannot be [1, 7]"),
        ],
    )
    def test_what_is_damaged(self, written: Any, change: dict[str, object], why: str) -> None:
        with pytest.raises(InvalidTranscript) as found:
            Transcript.from_json({**written, **change})
        assert str(found.value).startswith(why)

    @pytest.mark.parametrize("field", ["match", "commitment", "secret", "seeds", "imported", "rolls"])
    def test_what_is_missing(self, written: Any, field: str) -> None:
        del written[field]
        with pytest.raises(InvalidTranscript, match=f"the field {field} is missing"):
            Transcript.from_json(written)

    @pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, "1" * 5000, '{"format": NaN}'])
    def test_what_is_no_transcript(self, text: str) -> None:
        with pytest.raises(InvalidTranscript):
            Transcript.from_text(text)

    def test_what_is_endless(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.formats.dice.transcripts.MAX_CHARACTERS", 100)
        with pytest.raises(InvalidTranscript, match="longer than 100"):
            Transcript.from_text(json.dumps(transcript().to_json()))
