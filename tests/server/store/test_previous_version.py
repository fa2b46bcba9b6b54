"""A database that version 0.1 wrote is read by this version, and every match in it is the same.

`tests/fixtures/server/matches-0.1.db` was made by a server of that version: a match at one screen with a turn taken
back, one of two players with a double on the table, one against the bot that was aborted, one that is over, and an
imported study with analyses. `matches-0.1.json` is what that server answered about them.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import Table, running
from sixprime.server.identities import COOKIE
from sixprime.server.store.databases import database_url

FOLDER = Path(__file__).parents[2] / "fixtures" / "server"
DATABASE = FOLDER / "matches-0.1.db"
ANSWERED: dict[str, Any] = json.loads((FOLDER / "matches-0.1.json").read_text(encoding="utf-8"))
LEFT_OUT = {
    "words", "reason", "level_title", "preset_title", "doublers", "resignations", "ending", "loser_off", "own_comment",
    "may_comment", "first_choice", "tutored", "resigned",
}  # fmt: skip
"""Fields with words for people, which may change, and fields that that version did not have yet."""


def comparable(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: comparable(part) for name, part in value.items() if name not in LEFT_OUT}
    return [comparable(part) for part in value] if isinstance(value, list) else value


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """A copy of the database, because the server may migrate it."""
    return Path(shutil.copy(DATABASE, tmp_path / "old.db"))


def test_every_match_of_the_previous_version_is_the_same(old_database: Path, tmp_path: Path) -> None:
    with running(tmp_path, database=database_url(str(old_database))) as server:
        anna = server.visitor()
        anna.cookies.set(COOKIE, ANSWERED["cookies"]["anna"])
        for match, answered in ANSWERED["matches"].items():

            def get(path: str, match: str = match) -> Any:
                return comparable(anna.get(f"/api/matches/{match}{path}").json())

            state = get("")
            for seat in (*state["seats"].values(), *answered["state"]["seats"].values()):
                seat["present"] = seat["away"] = None  # who is connected now is not kept
            assert state == comparable(answered["state"])
            assert get("/entries")["entries"] == answered["entries"]
            assert get("/replay?analyses=true") == comparable(answered["replay"])
            assert get("/dice") == answered["dice"]
        listed = anna.get("/api/matches").json()
        assert [it["match"] for it in listed["matches"]] == [it["match"] for it in ANSWERED["list"]["matches"]]
        assert anna.get("/api/dice/statistics").json() == ANSWERED["statistics"]


def test_a_match_of_the_previous_version_goes_on(old_database: Path, tmp_path: Path) -> None:
    match, answered = next((m, it) for m, it in ANSWERED["matches"].items() if it["state"]["kind"] == "link")
    assert answered["state"]["phase"] == "to-answer-cube"
    holder = {"white": "anna", "black": "bela"}[answered["state"]["to_act"]]
    with running(tmp_path, database=database_url(str(old_database))) as server:
        visitor = server.visitor()
        visitor.cookies.set(COOKIE, ANSWERED["cookies"][holder])
        table = Table(visitor, match)
        seat, version = answered["state"]["to_act"], answered["state"]["version"]
        again = table.act(seat, "roll")  # the key was used before: the command of then is acknowledged once more
        assert again["version"] <= version
        table.act(seat, "take", key="a-new-key")
        assert table.state["cube"]["value"] == 2
        assert table.state["version"] == version + 1
