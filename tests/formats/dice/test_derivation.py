"""The derivation of the dice: exact, even, repeatable, and silent about its secret."""

import copy
import logging
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixprime import Match, Player, Roll
from sixprime.formats.dice.derivation import (
    InvalidDice,
    MatchDice,
    Secret,
    Seeds,
    commitment,
    derive_roll,
    framed,
    is_committed,
    read_hexadecimal,
    seed_commitment,
)
from sixprime.server.dice.statistics import DiceTally

SECRET = Secret(bytes(range(32)))
WHITE, BLACK = bytes(range(32, 64)), bytes(range(64, 96))
BOTH = Seeds(WHITE, BLACK)


class TestDerivation:
    def test_a_roll_depends_on_everything(self) -> None:
        def first_rolls(secret: bytes = SECRET, match: str = "m", seeds: Seeds = BOTH) -> list[Roll]:
            return [derive_roll(secret, match, seeds, number) for number in range(1, 31)]

        variants = [
            first_rolls(),
            first_rolls(secret=bytes(32)),
            first_rolls(match="n"),
            first_rolls(seeds=Seeds(BLACK, WHITE)),
            first_rolls(seeds=Seeds(WHITE)),
            first_rolls(seeds=Seeds(black=WHITE)),
            first_rolls(seeds=Seeds()),
        ]
        assert len({tuple(rolls) for rolls in variants}) == len(variants)
        assert first_rolls() == first_rolls()

    @given(st.lists(st.binary(max_size=6), max_size=5), st.lists(st.binary(max_size=6), max_size=5))
    def test_different_fields_are_never_the_same_bytes(self, some: list[bytes], others: list[bytes]) -> None:
        assert (framed(*some) == framed(*others)) == (some == others)

    @pytest.mark.slow
    def test_a_million_rolls_are_even(self) -> None:
        tally = DiceTally()
        for match in range(1000):
            tally.add([derive_roll(SECRET, f"match {match}", BOTH, number) for number in range(1, 1001)])
        assert tally.rolls == 1_000_000
        expected = 1_000_000 / 36
        every = [Roll(first, second) for first in range(1, 7) for second in range(1, 7)]
        distance = sum((tally.throws[roll] - expected) ** 2 / expected for roll in every)
        assert distance < 66.62  # what fair dice exceed once in a thousand secrets, with 35 degrees of freedom
        for compared in (tally.faces(), tally.pairs(), tally.double_share(), tally.repetition(), tally.run_lengths()):
            assert compared.p_value > 0.001


class TestMatchDice:
    def test_taken_back_and_rolled_again_it_is_the_same_roll(self) -> None:
        match = Match(length=3)

        def throw() -> Roll:
            dice = MatchDice(SECRET, "m", BOTH, len(match.rolls))
            return match.open(dice) if match.to_act is None else match.roll(dice)

        while match.to_act is None:
            throw()
        opening = match.rolls
        match.play(next(iter(match.legal_plays)))
        second = throw()
        match.undo_to(len(opening) - 1)
        assert throw() == opening[-1]
        match.play(list(match.legal_plays)[-1])
        assert throw() == second
        assert match.rolls == [derive_roll(SECRET, "m", BOTH, number) for number in range(1, len(match.rolls) + 1)]

    def test_one_source_goes_on(self) -> None:
        dice = MatchDice(SECRET, "m", BOTH, 5)
        assert [dice.roll(), dice.roll()] == [derive_roll(SECRET, "m", BOTH, number) for number in (6, 7)]


class TestSecrecy:
    def test_a_secret_is_fresh_each_time(self) -> None:
        assert len({Secret.new() for _ in range(100)}) == 100
        assert len(Secret.new()) == 32

    def test_nothing_shows_it_unasked(self, caplog: pytest.LogCaptureFixture) -> None:
        dice = MatchDice(SECRET, "m", BOTH, 0)
        logging.getLogger("dice").warning("%s %r %s", SECRET, [SECRET], dice)
        told = [
            str(SECRET),
            repr(SECRET),
            f"{SECRET}",
            f"{SECRET!r:>20}",
            str({"secret": SECRET}),
            repr(dice),
            caplog.text,
        ]
        for words in told:
            assert "\\x0" not in words
            assert SECRET.hex()[:8] not in words
        assert SECRET.hex() == bytes(range(32)).hex()

    def test_it_is_still_bytes(self) -> None:
        assert bytes(range(32)) == SECRET
        assert isinstance(copy.deepcopy(SECRET), Secret)
        assert pickle.loads(pickle.dumps(SECRET)) == SECRET


class TestCommitments:
    def test_a_secret_and_a_seed_of_the_same_bytes_have_different_ones(self) -> None:
        assert commitment(SECRET) != seed_commitment(SECRET)

    def test_only_the_seed_fits(self) -> None:
        assert is_committed(WHITE, seed_commitment(WHITE))
        assert is_committed(WHITE, seed_commitment(WHITE).upper())
        assert not is_committed(BLACK, seed_commitment(WHITE))
        assert not is_committed(WHITE, "é\ud800")

    @pytest.mark.parametrize("octets", [b"", bytes(31), bytes(33)])
    def test_lengths(self, octets: bytes) -> None:
        with pytest.raises(InvalidDice, match="32 bytes"):
            Secret(octets)
        if octets:
            with pytest.raises(InvalidDice, match="32 bytes"):
                Seeds(octets)

    @pytest.mark.parametrize(
        "written", [None, 5, "", "ab", "g" * 64, "a" * 63, "a" * 65, "ab " * 21 + "a", " " + "ab" * 31 + " ", b"a" * 64]
    )
    def test_what_is_not_hexadecimal(self, written: object) -> None:
        with pytest.raises(InvalidDice, match="64 hexadecimal digits"):
            read_hexadecimal(written)

    def test_what_is(self) -> None:
        assert read_hexadecimal(WHITE.hex().upper()) == WHITE

    def test_seeds_by_player(self) -> None:
        assert (BOTH.of(Player.WHITE), BOTH.of(Player.BLACK)) == (WHITE, BLACK)
