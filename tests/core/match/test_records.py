"""Records: there and back, and what a damaged one is answered with: always `InvalidRecord`, always the place."""

import copy
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import events, examples, matches, play_out, refusal_of
from sixprime import (
    Cube,
    Event,
    InvalidRecord,
    Match,
    OpeningTie,
    Phase,
    Player,
    Position,
    RecordedDice,
    RuleSet,
    SixprimeError,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.match import records
from sixprime.core.match.records import dumps, event_from_json, event_to_json, loads, match_from_json, match_to_json

WHITE, BLACK = Player.WHITE, Player.BLACK

Json = dict[str, Any]


def money_session() -> Match:
    """Two games with every kind of cube action, and the end of the session."""
    rules = RuleSet(beavers=True, raccoons=True, jacoby=True, opening_tie=OpeningTie.AUTOMATIC_DOUBLE)
    match = Match(rules, names={WHITE: "Zoë", BLACK: "Ödön"}, details={"place": "Bad Ischl", "場所": "湯"})
    match.open(RecordedDice(["44"]))
    match.open(RecordedDice(["31"]))
    match.play([(8, 5), (6, 5)])
    match.double()
    match.beaver()
    match.raccoon()
    match.take()
    match.roll(RecordedDice(["66"]))
    match.play([(24, 18), (24, 18), (13, 7), (13, 7)])
    match.resign()
    match.decline()
    match.resign(Win.GAMMON)
    match.accept()
    match.open(RecordedDice(["25"]))
    match.play([(13, 8), (24, 22)])
    match.double()
    match.drop()
    match.end()
    return match


def studied_match() -> Match:
    """A match that begins in the middle and ends by bearing off."""
    match = Match(length=5)
    position = Position.of({2: 2}, {6: 5})
    match.apply(ev.PositionSet(position, BLACK, Cube(2, BLACK), (1, 2), crawford_over=False))
    match.roll(RecordedDice(["21"]))
    match.play([(2, 0), (2, 1)])
    match.roll(RecordedDice(["61"]))
    match.play([(6, 0), (6, 5)])
    match.roll(RecordedDice(["11"]))
    match.play([(1, 0)])
    return match


GOLDEN = """\
{
 "format": "sixprime-match",
 "version": 1,
 "length": 5,
 "rules": {
  "opening_tie": "reroll",
  "automatic_double_limit": null,
  "bear_off": "standard",
  "triple_win": "winners-home",
  "cube": true,
  "cube_limit": null,
  "beavers": false,
  "raccoons": false,
  "jacoby": false,
  "crawford": true,
  "start": "standard",
  "stake": "1"
 },
 "players": {
  "white": "",
  "black": ""
 },
 "details": {},
 "events": [
  {"type": "set-up", "points": [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0, 0, 0], \
"checkers": 15, "on_roll": "black", "cube": 2, "cube_owner": "black", "score": [1, 2], "crawford": false, \
"crawford_over": false},
  {"type": "roll", "player": "black", "dice": [2, 1]},
  {"type": "play", "player": "black", "steps": [[2, 0], [2, 1]]},
  {"type": "roll", "player": "white", "dice": [6, 1]},
  {"type": "play", "player": "white", "steps": [[6, 0], [6, 5]]},
  {"type": "roll", "player": "black", "dice": [1, 1]},
  {"type": "play", "player": "black", "steps": [[1, 0]]}
 ]
}
"""


class TestThereAndBack:
    def test_golden(self) -> None:
        assert dumps(studied_match()) == GOLDEN
        assert loads(GOLDEN) == studied_match()

    def test_an_empty_match(self) -> None:
        assert loads(dumps(Match())) == Match()
        assert dumps(Match()).endswith(',\n "events": []\n}\n')

    def test_every_kind_of_event(self) -> None:
        match = money_session()
        assert match.phase is Phase.OVER
        again = loads(dumps(match))
        assert again == match
        assert again.state == match.state
        assert again.names == {WHITE: "Zoë", BLACK: "Ödön"}
        assert again.details == {"place": "Bad Ischl", "場所": "湯"}
        assert "場所" in dumps(match)

    @examples(150)
    @given(events())
    def test_events(self, event: Event) -> None:
        written = event_to_json(event)
        assert event_from_json(json.loads(json.dumps(written))) == event

    @examples(60)
    @given(matches(most_events=80))
    def test_matches(self, match: Match) -> None:
        written = dumps(match)
        again = loads(written)
        assert again == match
        assert again.state == match.state
        assert dumps(again) == written
        assert match_from_json(json.loads(json.dumps(match_to_json(match)))) == match

    def test_whole_matches(self) -> None:
        for seed in range(3):
            match = Match(length=3)
            play_out(match, random.Random(seed), 200)
            assert loads(dumps(match)) == match

    def test_optional_fields(self) -> None:
        record = match_to_json(Match())
        del record["players"], record["details"]
        assert match_from_json(record) == Match()
        assert match_from_json({**record, "players": {"black": "B"}}).names == {WHITE: "", BLACK: "B"}

    def test_reading_does_not_change_what_was_read(self) -> None:
        record = match_to_json(money_session())
        before = copy.deepcopy(record)
        match = match_from_json(record)
        assert record == before
        match.details["place"] = "elsewhere"
        assert record == before


def record_with(**changes: object) -> Json:
    return {**match_to_json(studied_match()), **changes}


def without(name: str) -> Json:
    record = match_to_json(studied_match())
    del record[name]
    return record


class TestRefusals:
    @pytest.mark.parametrize(
        ("record", "words"),
        [
            (None, "a record is a set of named fields, not None"),
            ([], "a record is a set of named fields, not []"),
            ({}, "this is not a sixprime match record"),
            (record_with(format="sgf"), "this is not a sixprime match record"),
            (record_with(format=["sixprime-match"]), "this is not a sixprime match record"),
            (record_with(version=2), "the record has version 2; this program reads version 1"),
            (record_with(version="1"), "the record has version '1'; this program reads version 1"),
            (record_with(version=1.0), "the record has version 1.0; this program reads version 1"),
            (record_with(version=True), "the record has version True; this program reads version 1"),
            (without("version"), "the record has version None; this program reads version 1"),
            (without("rules"), "the field rules is missing"),
            (without("length"), "the field length is missing"),
            (without("events"), "the field events is missing"),
            (record_with(rules=[]), "rules: rules are a set of named options, not []"),
            (record_with(rules={"cube": 1}), "rules: the option cube cannot be 1"),
            (record_with(rules={"dice": 3}), "rules: unknown option 'dice'"),
            (record_with(colour=1), "unknown field 'colour'"),
            (record_with(players=[]), "the field players cannot be []"),
            (record_with(players={"red": ""}), "the field players cannot be {'red': ''}"),
            (record_with(players={"white": 3}), "the field players cannot be {'white': 3}"),
            (record_with(players={"white": "x" * 101}), "a name has at most 100 letters"),
            (record_with(details=[]), "the field details cannot be []"),
            (record_with(details={"a": 1}), "the field details cannot be {'a': 1}"),
            (record_with(events={}), "the field events cannot be {}"),
            (record_with(events="open"), "the field events cannot be 'open'"),
        ],
    )
    def test_records(self, record: object, words: str) -> None:
        assert refusal_of(InvalidRecord, lambda: match_from_json(record)) == words

    @pytest.mark.parametrize("length", [0, 10_000, "5", 1.5, True, [5]])
    def test_lengths(self, length: object) -> None:
        words = refusal_of(InvalidRecord, lambda: match_from_json(record_with(length=length)))
        assert words.endswith(f", not {length!r}")
        assert "9999" in words

    @pytest.mark.parametrize(
        ("number", "change", "words"),
        [
            (1, {"type": "castle"}, "event 1: unknown type of event 'castle'"),
            (2, {"type": None}, "event 2: unknown type of event None"),
            (2, {"type": ["roll"]}, "event 2: unknown type of event ['roll']"),
            (2, {"dice": [2, 7]}, "event 2: a die shows 1 to 6, not 7"),
            (2, {"dice": [2]}, "event 2: a roll is two numbers from 1 to 6, such as 31, not [2]"),
            (2, {"dice": "21"}, "event 2: the field dice cannot be '21'"),
            (2, {"dice": [2.0, 1]}, "event 2: the field dice cannot be [2.0, 1]"),
            (2, {"dice": [True, 1]}, "event 2: the field dice cannot be [True, 1]"),
            (2, {"player": "red"}, "event 2: the field player cannot be 'red'"),
            (2, {"player": None}, "event 2: the field player cannot be None"),
            (2, {"player": "white"}, "event 2 (White rolls 2-1): not White's turn: Black has to roll or double"),
            (2, {"colour": 1}, "event 2: unknown field 'colour'"),
            (3, {"steps": None}, "event 3: the field steps cannot be None"),
            (3, {"steps": [[2, 0], 2]}, "event 3: the field steps cannot be 2"),
            (3, {"steps": [[2, 0, 2]]}, "event 3: the field steps cannot be [2, 0, 2]"),
            (3, {"steps": [[2, "off"]]}, "event 3: the field steps cannot be [2, 'off']"),
            (
                3,
                {"steps": [[2, 0]]},
                "event 3 (Black plays 2/off): the turn is not over: 1 more number must be played",
            ),
            (
                3,
                {"steps": [[2, 0], [3, 2]]},
                "event 3 (Black plays 2/off 3/2): 3/2: you have no checker on the 3 point",
            ),
            (1, {"points": [0] * 26}, "event 1: not a position: both sides have borne off all their checkers"),
            (1, {"points": [0] * 25}, "event 1: not a position: a position is 26 numbers, not 25"),
            (1, {"score": [1]}, "event 1: the field score cannot be [1]"),
            (1, {"score": [1, 5]}, "event 1 (a position is set up, Black to roll): the score 1-5 is not possible here"),
            (1, {"cube": 3}, "event 1 (a position is set up, Black to roll): the cube cannot show 3"),
            (1, {"cube": 2**50}, f"event 1: the field cube cannot be {2**50}"),
            (1, {"cube_owner": "nobody"}, "event 1: the field cube_owner cannot be 'nobody'"),
            (1, {"crawford": 0}, "event 1: the field crawford cannot be 0"),
        ],
    )
    def test_events(self, number: int, change: Json, words: str) -> None:
        record = match_to_json(studied_match())
        written: Any = record["events"]
        written[number - 1].update(change)
        assert refusal_of(InvalidRecord, lambda: match_from_json(record)) == words

    @pytest.mark.parametrize("number", range(1, 8))
    def test_a_missing_field_is_named(self, number: int) -> None:
        record = match_to_json(studied_match())
        written: Any = record["events"]
        for field in list(written[number - 1]):
            broken = copy.deepcopy(record)
            written = broken["events"]
            del written[number - 1][field]
            words = refusal_of(InvalidRecord, partial(match_from_json, broken))
            missing = "unknown type of event None" if field == "type" else f"the field {field} is missing"
            assert words == f"event {number}: {missing}"

    @pytest.mark.parametrize("event", [None, 3, "roll", []])
    def test_an_event_that_is_none(self, event: object) -> None:
        words = f"event 1: an event is a set of named fields, not {event!r}"
        assert refusal_of(InvalidRecord, lambda: match_from_json(record_with(events=[event]))) == words

    @pytest.mark.parametrize("value", [0, 4, -1])
    def test_resignations_are_1_2_or_3(self, value: int) -> None:
        written = {"type": "resign", "player": "white", "value": value}
        words = f"a resignation is 1, 2 or 3, not {value}"
        assert refusal_of(InvalidRecord, lambda: event_from_json(written)) == words

    def test_nothing_happens_after_the_end(self) -> None:
        record = match_to_json(money_session())
        written: Any = record["events"]
        written.append({"type": "open", "white": 3, "black": 1})
        words = "event 19 (opening roll: White 3, Black 1): the match is over"
        assert refusal_of(InvalidRecord, lambda: match_from_json(record)) == words

    def test_a_play_of_ten_thousand_steps_is_refused_in_a_readable_line(self) -> None:
        record = match_to_json(studied_match())
        written: Any = record["events"]
        written[2]["steps"] = [[2, 1]] * 10_000
        words = refusal_of(InvalidRecord, lambda: match_from_json(record))
        assert words.startswith("event 3")
        assert len(words) < 300


class TestText:
    @pytest.mark.parametrize(
        ("written", "words"),
        [
            ("", "not JSON: line 1, column 1"),
            ("[1,\n 2,\n x]", "not JSON: line 3, column 2"),
            ("\ufeff" + GOLDEN, "not JSON: line 1, column 1"),
            (GOLDEN + "}", "not JSON: line 34, column 1"),
            ("null", "a record is a set of named fields, not None"),
            ("NaN", "a record is a set of named fields, not nan"),
        ],
    )
    def test_words(self, written: str, words: str) -> None:
        assert refusal_of(InvalidRecord, lambda: loads(written)) == words

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.0", "-0", "9" * 5000, "9" * 4000])
    def test_strange_numbers(self, number: str) -> None:
        for field, strange_field in (
            ('"version": 1', f'"version": {number}'),
            ('"length": 5', f'"length": {number}'),
            ('"cube": 2', f'"cube": {number}'),
            ('"checkers": 15', f'"checkers": {number}'),
            ('"dice": [2, 1]', f'"dice": [2, {number}]'),
            ("[[2, 0], [2, 1]]", f"[[{number}, 0], [2, 1]]"),
        ):
            strange = GOLDEN.replace(field, strange_field)
            assert strange != GOLDEN
            assert len(refusal_of(InvalidRecord, partial(loads, strange))) < 300

    def test_every_beginning_of_a_record_is_refused(self) -> None:
        for end in range(len(GOLDEN.rstrip())):
            with pytest.raises(InvalidRecord):
                loads(GOLDEN[:end])

    @pytest.mark.parametrize("brackets", ["[]", "{}"])
    def test_nesting_of_every_depth(self, brackets: str) -> None:
        """Python gives up on deep nesting, when reading it or only when quoting it: nobody may notice which."""
        places: list[Callable[[str], str]] = [
            lambda value: value,
            lambda value: GOLDEN.replace('"length": 5', f'"length": {value}'),
            lambda value: GOLDEN.replace('"start": "standard"', f'"start": {{"points": [{value}{", 0" * 25}]}}'),
            lambda value: GOLDEN.replace('"stake": "1"', f'"stake": {value}'),
            lambda value: GOLDEN.replace('"details": {}', f'"details": {value}').replace('"": {}', '"a": 1'),
            lambda value: GOLDEN.replace('"type": "set-up"', f'"type": {value}'),
            lambda value: GOLDEN.replace('"on_roll": "black"', f'"on_roll": {value}'),
            lambda value: GOLDEN.replace("[[1, 0]]", value),
        ]
        limit = sys.getrecursionlimit()
        depths = [2, 10, 100, *range(limit - 150, limit + 10), 50_000]
        for place in places:
            for depth in depths:
                value = "[" * depth + "]" * depth if brackets == "[]" else '{"a": ' * depth + "1" + "}" * depth
                words = refusal_of(InvalidRecord, partial(loads, place(value)))
                assert 0 < len(words) < 500

    def test_the_longest_record(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(records, "MAX_RECORD_CHARACTERS", len(GOLDEN))
        assert loads(GOLDEN) == studied_match()
        words = f"the record is longer than {len(GOLDEN)} characters"
        assert refusal_of(InvalidRecord, lambda: loads(GOLDEN + " ")) == words

    def test_half_a_character_is_refused(self) -> None:
        """JSON can write half of a character pair; no file could hold the match that it makes."""
        for place in ('"white": "', '"details": {"'):
            strange = GOLDEN.replace('"details": {}', '"details": {"": ""}').replace(place, place + "\\ud800", 1)
            try:
                match = loads(strange)
            except InvalidRecord:
                continue
            assert loads(dumps(match).encode("utf-8").decode("utf-8")) == match

    def test_other_scripts(self) -> None:
        names = {WHITE: "Ελένη 🎲", BLACK: "محمد \u202e‮"}
        match = Match(names=names)
        assert loads(dumps(match)).names == names
        assert loads(json.dumps(match_to_json(match))).names == names


# Damage of every kind

STRANGE: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 7, 25, 26, 64, 10**30, 1.5, float("nan"), float("inf"), "", "white", "x" * 1000,
    "roll", [], {}, [[]], [1, 2], {"type": "roll"}, "\ud800", "ⅷ", "٣",
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree of JSON, as the way to it."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def damaged(record: Json, rng: random.Random) -> Json:
    """The record with one thing changed."""
    record = copy.deepcopy(record)
    path = rng.choice(list(places(record)))
    parent: Any = record
    for key in path[:-1]:
        parent = parent[key]
    value = parent[path[-1]]
    damage = rng.choice(("replace", "replace", "remove", "double", "swap", "add", "nudge"))
    if damage == "remove":
        del parent[path[-1]]
    elif damage == "double" and isinstance(parent, list):
        parent.insert(path[-1], copy.deepcopy(value))
    elif damage == "swap":
        other = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
        parent[path[-1]], parent[other] = parent[other], value
    elif damage == "add" and isinstance(value, dict):
        value[rng.choice(("", "type", "player", "x"))] = rng.choice(STRANGE)
    elif damage == "nudge" and isinstance(value, int):
        parent[path[-1]] = value + rng.choice((-1, 1, 10**9, 10**400))
    else:
        parent[path[-1]] = rng.choice(STRANGE)
    return record


def check(answer: Callable[[], Match]) -> bool:
    """A match that can be written and read again, or `InvalidRecord` with a readable reason; true for a match."""
    words = ""
    try:
        match: Match | None = answer()
    except InvalidRecord as error:
        words = str(error)
        match = None
    if match is None:
        assert 0 < len(words) < 1000
        return False
    again = loads(dumps(match))
    assert again == match
    assert again.state == match.state
    return True


class TestDamage:
    @pytest.mark.parametrize("whole", [money_session, studied_match])
    def test_of_one_thing(self, whole: Callable[[], Match]) -> None:
        record = match_to_json(whole())
        rng = random.Random(1)
        intact = sum(check(lambda: match_from_json(damaged(record, rng))) for _ in range(1500))
        assert 0 < intact < 750

    def test_of_several_things(self) -> None:
        rng = random.Random(2)
        for _ in range(500):
            record: Json = match_to_json(money_session())
            for _ in range(rng.randint(2, 5)):
                if record:
                    record = damaged(record, rng)
            check(partial(match_from_json, record))

    @examples(300)
    @given(st.integers(0, len(GOLDEN) - 1), st.integers(0, 20), st.text(max_size=4) | st.sampled_from('",:[]{}-0.e'))
    def test_of_the_text(self, place: int, removed: int, inserted: str) -> None:
        check(lambda: loads(GOLDEN[:place] + inserted + GOLDEN[place + removed :]))

    def test_doubled_keys(self) -> None:
        for line in (' "version": 1,', ' "length": 5,', '  "crawford": true,'):
            doubled = GOLDEN.replace(line, f"{line}\n{line}")
            assert doubled != GOLDEN
            check(partial(loads, doubled))

    @examples(200)
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
            max_leaves=20,
        )
    )
    def test_anything_at_all(self, value: Any) -> None:
        for read in (match_from_json, event_from_json):
            with pytest.raises(InvalidRecord):
                read(value)
        check(lambda: loads(json.dumps(value)))

    @examples(100)
    @given(st.dictionaries(st.sampled_from(["white", "black", "player", "dice", "steps", "value", "score", "cube",
        "points", "checkers", "on_roll", "cube_owner", "crawford", "crawford_over"]), st.sampled_from(STRANGE)),
        st.sampled_from(["open", "set-up", "roll", "play", "resign", "take", "end"]))  # fmt: skip
    def test_any_event(self, fields: Json, kind: str) -> None:
        try:
            event = event_from_json({"type": kind, **fields})
        except SixprimeError as error:
            assert str(error)  # noqa: PT017
            return
        assert event_from_json(event_to_json(event)) == event


def test_notes_are_no_part_of_the_match() -> None:
    match = Match(length=5)
    match.open((3, 1))
    written = dumps(match, {"comments": {0: "the first roll"}, "analyses": {}})
    assert '"comments": {\n  "0": "the first roll"\n }' in written
    assert "analyses" not in written
    assert loads(written) == match
    with pytest.raises(InvalidRecord, match="the field comments cannot be"):
        loads(written.replace('{\n  "0": "the first roll"\n }', "[]"))


def test_a_board_that_replaces_another_in_the_middle_of_a_game() -> None:
    match = Match(length=5)
    match.open((3, 1))
    match.set_up(Position.nackgammon(), BLACK)
    match.roll((6, 5))
    assert loads(dumps(match)) == match
