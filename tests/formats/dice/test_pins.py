"""What a player pins before revealing a seed: each thing that a dishonest server could still vary is compared.

The server of these tests is dishonest. It has learnt the seed of its victim, White, and tries values of something that
goes into the rolls until it likes the first ones. Its transcript is true in itself.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from sixprime import Player, Roll
from sixprime.formats.dice.derivation import Secret, commitment, derive_roll, seed_commitment
from sixprime.formats.dice.pins import DicePins
from sixprime.formats.dice.transcripts import CommittedSeed, Transcript

MATCH, SECRET, SEED = "Vf3kq0V0cQyPzXoJ1v9n2A", Secret(b"s" * 32), b"w" * 32
OWN = CommittedSeed(seed_commitment(SEED), SEED)
LIKED = Roll(1, 6)
"""The server would like the opening to be thrown like this."""


def transcript(
    match: str = MATCH, seeds: dict[Player, CommittedSeed] | None = None, imported: int = 0, rolls: int = 5
) -> Transcript:
    """A transcript in which every roll is derived as it should be."""
    committed = {Player.WHITE: OWN} if seeds is None else seeds
    made = Transcript(match, commitment(SECRET), committed, (), SECRET, imported)
    used = made.revealed_seeds()
    thrown = [derive_roll(SECRET, match, used, number) for number in range(1, imported + rolls + 1)]
    return Transcript.of_rolls(match, made.commitment, committed, thrown, secret=SECRET, imported=imported)


def pins(seen: Transcript, **less: object) -> DicePins:
    """What the victim pinned in a match without a seed of Black's, and the rolls that the server showed."""
    shown = {entry.number: entry.roll for entry in seen.rolls}
    pinned = DicePins(
        MATCH, commitment(SECRET), SEED, {Player.WHITE: seed_commitment(SEED), Player.BLACK: None}, 0, shown
    )
    return replace(pinned, **less)  # type: ignore[arg-type]


def ground(variants: Iterator[Transcript]) -> Transcript:
    """The first transcript that the server likes."""
    return next(made for made in variants if made.rolls[0].roll == LIKED)


def with_another_seed() -> Iterator[Transcript]:
    for number in count():
        seed = number.to_bytes(32, "big")
        yield transcript(seeds={Player.WHITE: OWN, Player.BLACK: CommittedSeed(seed_commitment(seed), seed)})


def with_another_match() -> Iterator[Transcript]:
    return (transcript(f"match-{number}") for number in count())


def with_imported_rolls() -> Iterator[Transcript]:
    return (transcript(imported=number) for number in count(1))


ATTACKS: list[tuple[Callable[[], Iterator[Transcript]], dict[str, object], str]] = [
    (with_another_seed, {"seed_commitments": {}}, "Black committed to"),
    (with_another_match, {"match": None}, "the transcript is of match match-"),
    (with_imported_rolls, {"imported": None}, "there were 0 imported rolls, and the transcript says "),
]


@pytest.mark.parametrize(("vary", "unpinned", "problem"), ATTACKS)
def test_a_server_that_grinds_the_dice_is_caught(
    vary: Callable[[], Iterator[Transcript]], unpinned: dict[str, object], problem: str
) -> None:
    made = ground(vary())
    assert transcript().rolls[0].roll != LIKED
    assert made.verify().is_good
    # Who has pinned the own seed, the server's commitment and the rolls alone is deceived.
    deceived = pins(made, **unpinned)
    assert deceived.verify(made).is_good
    caught = pins(made).verify(made)
    assert [str(found).startswith(problem) for found in caught.problems] == [True]


def test_seeds_that_change_sides_are_seen() -> None:
    made = transcript(seeds={Player.BLACK: OWN})
    assert made.verify().is_good
    assert len(pins(made).verify(made).problems) == 2


def test_a_server_that_passes_over_rolls_is_caught() -> None:
    """It shows only the rolls that it likes, and says at the end that the others were thrown as well."""
    made = transcript(rolls=9)
    shown = {1: made.rolls[0].roll, 2: made.rolls[3].roll, 3: made.rolls[8].roll}
    assert made.verify().is_good
    by_own_count = pins(made, rolls=shown, counts_rolls=True).verify(made)
    second, thrown = made.rolls[1].roll, made.rolls[3].roll
    assert str(by_own_count.problems[0]) == f"roll 2 is {second} in the transcript, and you saw {thrown}"
    by_its_count = pins(made, rolls={1: shown[1], 4: shown[2], 9: shown[3]}, counts_rolls=True).verify(made)
    numbers = (2, 3, 5, 6, 7, 8)
    assert [str(found) for found in by_its_count.problems] == [
        f"roll {number} of the transcript was never shown to you" for number in numbers
    ]


def test_an_honest_server_has_no_problems() -> None:
    made = transcript()
    found = pins(made, counts_rolls=True).verify(made)
    assert (found.verified, found.problems, found.notes) == (5, (), ())


def test_what_was_not_pinned_is_noted() -> None:
    """A match of before: its transcript verifies, and it is said what could not be compared."""
    made = transcript()
    of_before = pins(made, match=None, seed_commitments={}, imported=None).verify(made)
    assert of_before.is_good
    assert [str(note) for note in of_before.notes] == [
        "the number of the match was not noted before the match",
        "who committed to which seed was not noted before the match",
        "how many rolls were imported was not noted before the match",
    ]
    assert len(DicePins().verify(made).notes) == 5
    left_early = pins(made, rolls={1: made.rolls[0].roll}, counts_rolls=True).verify(made)
    assert [str(note) for note in left_early.notes] == ["4 rolls were not noted during the match"]
