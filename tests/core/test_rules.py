"""`RuleSet` as a value: its JSON, its names, and every option or pair of options that it refuses.

What the rules mean at the board is tested in tests/rules.
"""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sixprime
from core.strategies import examples, refusal_of, rule_sets
from sixprime import (
    NAMED_STARTS,
    PRESETS,
    STANDARD,
    BearOff,
    Cube,
    Ending,
    GameResult,
    InvalidRules,
    OpeningTie,
    Player,
    Position,
    RuleSet,
    TripleWin,
    Win,
)
from sixprime.messages import text

STANDARD_JSON = {
    "opening_tie": "reroll",
    "automatic_double_limit": None,
    "bear_off": "standard",
    "triple_win": "winners-home",
    "cube": True,
    "cube_limit": None,
    "beavers": False,
    "raccoons": False,
    "jacoby": False,
    "crawford": True,
    "start": "standard",
    "stake": "1",
}


class TestValue:
    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            STANDARD.cube = False  # type: ignore[misc]

    def test_equal_rules_are_one_key(self) -> None:
        assert {RuleSet(), RuleSet(stake=Decimal("1.0")), STANDARD} == {STANDARD}
        assert RuleSet(jacoby=True) != STANDARD

    def test_but_changes_some_options_of_a_copy(self) -> None:
        money = STANDARD.replace(jacoby=True, beavers=True)
        assert (money.jacoby, money.beavers, money.cube) == (True, True, True)
        assert not STANDARD.jacoby

    def test_but_refuses_options_that_are_none(self) -> None:
        assert refusal_of(InvalidRules, lambda: STANDARD.replace(gammons=2, acey=1)) == "unknown option 'acey'"

    @examples(50)
    @given(rule_sets())
    def test_copies_and_pickles_are_equal(self, rules: RuleSet) -> None:
        assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules.replace() == rules

    @examples(50)
    @given(rule_sets())
    def test_the_repr_can_be_pasted_back(self, rules: RuleSet) -> None:
        assert eval(repr(rules), {**vars(sixprime), "Decimal": Decimal}) == rules

    def test_the_highest_cube(self) -> None:
        assert STANDARD.highest_cube == 2**24
        assert RuleSet(cube_limit=32).highest_cube == 32
        assert RuleSet(cube=False).highest_cube == 1

    @pytest.mark.parametrize("option", [*OpeningTie, *BearOff, *TripleWin])
    def test_every_choice_has_a_label(self, option: OpeningTie | BearOff | TripleWin) -> None:
        assert str(option.label)
        labels = [str(other.label) for other in (*OpeningTie, *BearOff, *TripleWin)]
        assert labels.count(str(option.label)) == 1


class TestNames:
    @pytest.mark.parametrize("name", PRESETS)
    def test_presets_are_found_by_name(self, name: str) -> None:
        rules = RuleSet.preset(name)
        assert rules is PRESETS[name]
        assert rules.preset_name is not None
        assert PRESETS[rules.preset_name] == rules

    def test_an_unknown_preset_lists_the_known(self) -> None:
        assert refusal_of(InvalidRules, lambda: RuleSet.preset("005-en")) == (
            "there are no rules called '005-en'; there are " + ", ".join(PRESETS)
        )

    def test_rules_of_nobody_have_no_name(self) -> None:
        assert RuleSet(crawford=False, cube_limit=2).preset_name is None

    @pytest.mark.parametrize("name", NAMED_STARTS)
    def test_starts_are_known_by_name(self, name: str) -> None:
        rules = RuleSet(start=NAMED_STARTS[name])
        assert rules.start_name == name
        assert rules.to_json()["start"] == name

    def test_other_starts_have_no_name(self) -> None:
        assert RuleSet(start=Position.hypergammon(2)).start_name is None


class TestRefusals:
    @pytest.mark.parametrize("option", [option.name for option in fields(RuleSet)])
    @pytest.mark.parametrize("value", ["yes", 1.5, [], {}, object, b"", -1, 3, True, Decimal(-1)])
    def test_a_value_of_the_wrong_kind_is_refused_by_name(self, option: str, value: object) -> None:
        default = getattr(STANDARD, option)
        if isinstance(default, bool) and isinstance(value, bool):
            return
        with pytest.raises(InvalidRules) as refused:
            RuleSet(**{option: value})  # type: ignore[arg-type]
        words = str(refused.value)
        assert words
        assert len(words) < 200
        if not isinstance(value, int | Decimal):
            assert words.startswith(f"the option {option} cannot be ")

    def test_none_is_for_limits_only(self) -> None:
        for option in fields(RuleSet):
            if option.name.endswith("_limit"):
                assert RuleSet(**{option.name: None}) == STANDARD  # type: ignore[arg-type]
            else:
                with pytest.raises(InvalidRules):
                    RuleSet(**{option.name: None})  # type: ignore[arg-type]

    @pytest.mark.parametrize("limit", [-2, 0, 1, 3, 48, 2**25, 10**30])
    def test_the_cubes_limit_is_a_power_of_two(self, limit: int) -> None:
        words = f"the cube's limit is a power of two from 2 to 16777216, not {limit}"
        assert refusal_of(InvalidRules, lambda: RuleSet(cube_limit=limit)) == words

    @pytest.mark.parametrize("limit", [2**power for power in range(1, 25)])
    def test_every_power_of_two_will_do(self, limit: int) -> None:
        assert RuleSet(cube_limit=limit).highest_cube == limit

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"cube": False, "cube_limit": 64}, "without a cube there is no cube limit"),
            ({"cube": False, "beavers": True}, "without a cube there are no beavers"),
            ({"cube": False, "jacoby": True}, "without a cube the Jacoby rule would leave no gammons"),
            (
                {"cube": False, "opening_tie": OpeningTie.AUTOMATIC_DOUBLE},
                "without a cube there are no automatic doubles",
            ),
            ({"raccoons": True}, "raccoons answer beavers: they need beavers to be allowed"),
            ({"automatic_double_limit": 1}, "a limit for automatic doubles needs automatic doubles to be played"),
            (
                {"opening_tie": OpeningTie.AUTOMATIC_DOUBLE, "automatic_double_limit": 0},
                "the limit for automatic doubles is 1 to 24, not 0",
            ),
            (
                {"opening_tie": OpeningTie.AUTOMATIC_DOUBLE, "automatic_double_limit": 25},
                "the limit for automatic doubles is 1 to 24, not 25",
            ),
            ({"stake": Decimal(0)}, "the stake is a positive amount, not '0'"),
            ({"stake": Decimal("-0.5")}, "the stake is a positive amount, not '-0.5'"),
            ({"stake": Decimal("NaN")}, "the stake is a positive amount, not 'NaN'"),
            ({"stake": Decimal("sNaN")}, "the stake is a positive amount, not 'sNaN'"),
            ({"stake": Decimal("Infinity")}, "the stake is a positive amount, not 'Infinity'"),
            ({"start": Position.of({}, {6: 1})}, "the start position is a finished game"),
            (
                {"cube": False, "beavers": True, "raccoons": True, "jacoby": True, "stake": Decimal(-1)},
                (
                    "without a cube there are no beavers; without a cube the Jacoby rule would leave no gammons; "
                    "the stake is a positive amount, not '-1'"
                ),
            ),
        ],
    )
    def test_contradictions_are_named_all_at_once(self, options: dict[str, object], words: str) -> None:
        assert refusal_of(InvalidRules, lambda: RuleSet(**options)) == words  # type: ignore[arg-type]

    def test_too_many_decimals_are_the_reason_given(self) -> None:
        words = refusal_of(InvalidRules, lambda: RuleSet(stake=Decimal("0.1234567")))
        assert words != "the stake is a positive amount, not '0.1234567'"

    def test_the_largest_stake(self) -> None:
        assert RuleSet(stake=Decimal(10) ** 12).stake == Decimal(10) ** 12
        with pytest.raises(InvalidRules):
            RuleSet(stake=Decimal(10) ** 12 + 1)


class TestJson:
    def test_the_standard_rules(self) -> None:
        assert STANDARD.to_json() == STANDARD_JSON
        assert RuleSet.from_json(STANDARD_JSON) == STANDARD

    def test_options_left_out_are_the_standard_ones(self) -> None:
        assert RuleSet.from_json({}) == STANDARD
        assert RuleSet.from_json({"jacoby": True}) == STANDARD.replace(jacoby=True)

    def test_every_option_is_written(self) -> None:
        assert set(STANDARD_JSON) == {option.name for option in fields(RuleSet)}

    @examples(150)
    @given(rule_sets())
    def test_there_and_back(self, rules: RuleSet) -> None:
        assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules

    @pytest.mark.parametrize("name", PRESETS)
    def test_presets_there_and_back(self, name: str) -> None:
        assert RuleSet.from_json(PRESETS[name].to_json()) == PRESETS[name]

    def test_a_start_of_its_own(self) -> None:
        start = Position.of({6: 1, 25: 1}, {6: 2}, 2)
        written = RuleSet(start=start).to_json()
        assert written["start"] == {"points": list(start.points), "checkers": 2}
        assert RuleSet.from_json({"start": {"points": list(Position.longgammon().points)}}).start_name == "longgammon"

    @pytest.mark.parametrize("stake", ["2.50", 2, "1e3", "  5 "])
    def test_stakes(self, stake: object) -> None:
        assert RuleSet.from_json({"stake": stake}).stake == Decimal(str(stake))

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (None, "rules are a set of named options, not None"),
            ([], "rules are a set of named options, not []"),
            ("standard", "rules are a set of named options, not 'standard'"),
            ({"gammons": 1}, "unknown option 'gammons'"),
            ({1: 1}, "unknown option 1"),
            ({"bear_off": "fast"}, "the option bear_off is one of standard, rearmost-only, exact-only, not 'fast'"),
            ({"bear_off": []}, "the option bear_off is one of standard, rearmost-only, exact-only, not []"),
            ({"opening_tie": None}, "the option opening_tie is one of reroll, automatic-double, not None"),
            ({"triple_win": 3}, "the option triple_win is one of winners-home, outside-home, not 3"),
            ({"cube": 1}, "the option cube cannot be 1"),
            ({"cube_limit": "64"}, "the option cube_limit cannot be '64'"),
            ({"cube_limit": 64.0}, "the option cube_limit cannot be 64.0"),
            ({"cube_limit": True}, "the option cube_limit cannot be True"),
            ({"stake": "lots"}, "the stake is a positive amount, not 'lots'"),
            ({"stake": 0.5}, "the stake is a positive amount, not 0.5"),
            ({"stake": True}, "the stake is a positive amount, not True"),
            ({"stake": None}, "the stake is a positive amount, not None"),
            ({"stake": "9" * 60}, "the stake is a positive amount, not '" + "9" * 36 + "..."),
            (
                {"start": "chess"},
                (
                    "a start position is one of standard, nackgammon, hypergammon, longgammon, "
                    "or has 'points' and 'checkers', not 'chess'"
                ),
            ),
            (
                {"start": {"points": [0] * 26, "colour": 1}},
                (
                    "a start position is one of standard, nackgammon, hypergammon, longgammon, "
                    "or has 'points' and 'checkers', not {'points': [0, 0, 0, 0, 0, 0, 0, 0, 0..."
                ),
            ),
            (
                {"start": {"points": [0] * 25}},
                "the start position is not possible: not a position: a position is 26 numbers, not 25",
            ),
            (
                {"start": {"points": [0] * 26, "checkers": 15}},
                "the start position is not possible: not a position: both sides have borne off all their checkers",
            ),
            (
                {"start": {"points": [0] * 26, "checkers": 16}},
                "the start position is not possible: not a position: a side has 1 to 15 checkers, not 16",
            ),
        ],
    )
    def test_what_is_refused(self, options: object, words: str) -> None:
        assert refusal_of(InvalidRules, lambda: RuleSet.from_json(options)) == words

    def test_a_monstrous_stake_is_refused_like_any_other(self) -> None:
        assert len(refusal_of(InvalidRules, lambda: RuleSet.from_json({"stake": 10**5000}))) < 200

    @pytest.mark.parametrize("stake", ["0.01", "2.50", "1e-20", "0.1234567890123456789012345678901234", "1e-1000050"])
    def test_a_stake_is_paid_to_the_last_digit_or_refused(self, stake: str) -> None:
        """Decimal numbers round after 28 digits, and below their smallest they become nothing."""
        try:
            rules = RuleSet.from_json({"stake": stake})
        except InvalidRules:
            return
        game = GameResult(
            1, Player.WHITE, Ending.DROPPED, Win.SINGLE, Cube(8), 7, Position.standard(), text("a game of 7 points")
        )
        assert Fraction(game.amount(rules.stake)) == 7 * Fraction(rules.stake)

    @examples(200)
    @given(
        st.dictionaries(
            st.sampled_from(sorted(STANDARD_JSON)) | st.text(max_size=5),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
                max_leaves=8,
            ),
            max_size=4,
        )
    )
    def test_whatever_is_read_is_rules_or_refused(self, options: dict[str, object]) -> None:
        try:
            rules = RuleSet.from_json(options)
        except InvalidRules:
            return
        assert RuleSet.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("kind", [OpeningTie, BearOff, TripleWin])
def test_the_choices_are_written_with_words(kind: type[Enum]) -> None:
    assert all(isinstance(choice.value, str) and choice.value == choice.value.lower() for choice in kind)
