"""docs/record.md tells the truth: its example loads and is written alike, and its tables name every field."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from at_the_board import BLACK, WHITE

from sixprime import STANDARD, Action, InvalidRecord, Match, Phase, Player, Win
from sixprime.core.match.records import NOTES, REVIEW, dumps, event_from_json, event_to_json, loads, match_to_json
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
RECORD, EVENTS, ANALYSES = BLOCKS[0], BLOCKS[1:-1], BLOCKS[-1]


def table_under(heading: str) -> dict[str, list[str]]:
    """The rows of the table in a section: the field, and the cells after it."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(" `"): [cell.strip() for cell in cells[1:]] for cells in rows}


def changed(**changes: object) -> str:
    """The example with some fields changed; those that become None are left out."""
    record: dict[str, Any] = json.loads(RECORD)
    record.update(changes)
    return json.dumps({name: value for name, value in record.items() if value is not None or name == "length"})


def test_the_example_is_what_the_page_says_it_is() -> None:
    match = loads(RECORD)
    assert match.names == {WHITE: "Anna", BLACK: "Béla"}
    assert match.details == {"place": "Lakeside café"}
    assert match.is_money
    first, second = match.results
    # A tie, double, beaver and raccoon: 2, 4, 8, 16; twice for the gammon that was resigned.
    assert (first.winner, first.win, first.points) == (BLACK, Win.GAMMON, 32)
    assert (second.winner, second.points) == (BLACK, 1)
    assert match.balance(BLACK) == Decimal("16.50")
    assert (match.phase, match.score) == (Phase.OVER, {WHITE: 0, BLACK: 33})


def test_the_example_is_written_as_it_stands_there() -> None:
    assert dumps(loads(RECORD)) == RECORD


def test_the_example_may_be_arranged_otherwise() -> None:
    assert loads(json.dumps(json.loads(RECORD), sort_keys=True)) == loads(RECORD)


def test_the_example_has_every_type_of_event() -> None:
    assert {event["type"] for event in json.loads(RECORD)["events"]} == {action.value for action in Action}


@pytest.mark.parametrize("block", EVENTS, ids=lambda block: json.loads(block)["type"])
def test_each_event_on_the_page_can_be_read_and_written(block: str) -> None:
    written = json.loads(block)
    assert event_to_json(event_from_json(written)) == written
    for field in written:
        without = {name: value for name, value in written.items() if name != field}
        with pytest.raises(InvalidRecord, match=r"is missing|unknown type of event"):
            event_from_json(without)
    with pytest.raises(InvalidRecord, match="unknown field 'colour'"):
        event_from_json({**written, "colour": "red"})


def test_each_type_of_event_has_a_section_with_its_example() -> None:
    sections = PAGE.split("\n## The events\n")[1].split("\n## ")[0].split("\n### ")[1:]
    assert {section.splitlines()[0] for section in sections} == {action.value for action in Action}
    for section in sections:
        name, _, rest = section.partition("\n")
        examples = re.findall(r"```json\n(.*?)```", rest, flags=re.DOTALL)
        assert examples
        assert {json.loads(example)["type"] for example in examples} == {name}


def test_the_analyses_on_the_page_can_be_read_and_written() -> None:
    for found in json.loads(ANALYSES).values():
        assert [analysis_to_json(analysis_from_json(one)) for one in found] == found
    record = {**json.loads(RECORD), "comments": {"0": "so it began"}, "analyses": json.loads(ANALYSES)}
    assert loads(json.dumps(record)) == loads(RECORD)


def test_the_table_of_the_record_names_every_field() -> None:
    assert set(table_under("The record")) == {*match_to_json(Match()), *NOTES, REVIEW}


@pytest.mark.parametrize("field", table_under("The record"))
def test_what_may_be_left_out_of_a_record_is_what_the_table_says(field: str) -> None:
    record = json.loads(RECORD)
    record.pop(field, None)
    if table_under("The record")[field][-1] == "refused":
        with pytest.raises(InvalidRecord):
            loads(json.dumps(record))
    else:
        assert loads(json.dumps(record)).results == loads(RECORD).results


def test_the_table_of_the_rules_names_every_option_and_its_standard() -> None:
    standard = {field: json.loads(cells[-1].strip("`")) for field, cells in table_under("The rules").items()}
    assert standard == STANDARD.to_json()


def test_options_left_out_are_the_standard_ones() -> None:
    assert loads(changed(rules={}, events=[])).rules == STANDARD


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"version": 2}, "the record has version 2; this program reads version 1"),
        ({"format": "another"}, "not a sixprime match record"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"rules": {"colour": "red"}}, "rules: unknown option 'colour'"),
        ({"length": 10_000}, "1 to 9999 points, not 10000"),
        ({"players": {"white": "x" * 101}}, "a name has at most 100 letters"),
        ({"events": [{"type": "open", "white": 3, "black": 1}, {"type": "sing"}]}, "event 2: unknown type of event"),
        (
            {
                "events": [
                    {"type": "open", "white": 3, "black": 1},
                    {"type": "play", "player": "white", "steps": [[8, 3]]},
                ]
            },
            r"event 2 \(White plays 8/3\): 8/3 is 5 away",
        ),
    ],
)
def test_an_error_names_the_place(changes: dict[str, object], place: str) -> None:
    with pytest.raises(InvalidRecord, match=place):
        loads(changed(**changes))


def test_a_start_position_of_ones_own_is_written_out() -> None:
    # Two checkers a side, on the own 6 point.
    points = [0] * 26
    points[6], points[19] = 2, -2
    match = loads(changed(rules={"start": {"points": points, "checkers": 2}}, events=[]))
    assert match.position_for(Player.WHITE).points[6] == 2
    assert json.loads(dumps(match))["rules"]["start"] == {"points": points, "checkers": 2}


def test_every_record_that_can_be_read_can_be_saved_as_utf_8() -> None:
    # Half of a surrogate pair is JSON, but no text.
    with pytest.raises(InvalidRecord):
        loads(changed(players={"white": "\ud800"}))
    with pytest.raises(InvalidRecord):
        loads(changed(details={"place": "\udfff"}))
