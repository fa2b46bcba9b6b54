"""Records that version 0.1 wrote are read by this version, and every state of their matches is the same.

`tests/fixtures/records/matches-0.1.json` was made by that version: four matches and sessions that have every kind of
event, and for each the phase, the points, the cube and the score before every event and at the end.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sixprime.core.match import records
from sixprime.core.match.events import Action

RECORDED = Path(__file__).parents[2] / "fixtures" / "records" / "matches-0.1.json"
MATCHES: list[dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))


def test_every_kind_of_event_is_there() -> None:
    assert {event["type"] for it in MATCHES for event in it["record"]["events"]} == {it.value for it in Action}


@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_a_record_of_the_previous_version_gives_the_same_states(number: int) -> None:
    recorded, states = MATCHES[number]["record"], MATCHES[number]["states"]
    match = records.loads(json.dumps(recorded))
    found = [match.state_at(version) for version in range(match.version + 1)]
    assert [[it.phase.value, list(it.position.points), it.cube.value, list(it.score)] for it in found] == states
    again = records.match_to_json(match)
    assert again["events"] == recorded["events"]
    assert again["rules"] == recorded["rules"]
