"""The description of the HTTP interface is true: what it promises is what is answered, whatever is asked."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from server.support.local_servers import HEADERS, LocalServer, Table, create
from sixprime.server.schemas.base import ErrorAnswer
from sixprime.server.schemas.matches import AckAnswer, CreatedAnswer, LogPartAnswer, MatchListAnswer, RefusedAnswer
from sixprime.server.schemas.replays import ReplayAnswer
from sixprime.server.schemas.service import (
    AboutAnswer,
    DiceStatisticsAnswer,
    DiceTranscriptAnswer,
    PositionAnswer,
    ReadyAnswer,
)
from sixprime.server.schemas.states import StateAnswer
from sixprime.server.schemas.studies import HintAnswer, ImportAnswer, LegalPlaysAnswer
from waiting import PATIENCE

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


def test_answers_are_as_described(server: LocalServer) -> None:
    visitor = server.visitor()
    created = create(visitor, kind="link", seat="white", length=None, seed_commitment="ab" * 32)
    CreatedAnswer.model_validate(created)
    table = Table(visitor, create(visitor)["state"]["match"])
    AckAnswer.model_validate(table.act("white", "open"))
    RefusedAnswer.model_validate(table.send("white", "take").json())
    side = table.open()
    base = f"/api/matches/{table.match}"
    StateAnswer.model_validate(table.state)
    LegalPlaysAnswer.model_validate(visitor.get(f"{base}/plays").json())
    HintAnswer.model_validate(visitor.get(f"{base}/hint").json())
    table.turn()
    HintAnswer.model_validate(visitor.get(f"{base}/hint").json())
    table.act(side, "resign", value=3)
    StateAnswer.model_validate(table.state)
    table.act("black" if side == "white" else "white", "accept")
    StateAnswer.model_validate(table.state)
    ReplayAnswer.model_validate(visitor.get(f"{base}/replay").json())
    LogPartAnswer.model_validate(visitor.get(f"{base}/entries").json())
    MatchListAnswer.model_validate(visitor.get("/api/matches").json())
    AboutAnswer.model_validate(visitor.get("/api/about").json())
    DiceTranscriptAnswer.model_validate(visitor.get(f"{base}/dice").json())
    DiceStatisticsAnswer.model_validate(visitor.get("/api/dice/statistics").json())
    ReadyAnswer.model_validate(visitor.get("/api/ready").json())
    ErrorAnswer.model_validate(visitor.get("/api/matches/none").json())
    record = visitor.get(f"{base}/export/json").content
    ImportAnswer.model_validate(visitor.post("/api/imports", content=record).json())
    PositionAnswer.model_validate(visitor.post("/api/positions", json={"text": "4HPwATDgc/ABMA"}).json())


def examples(name: str) -> int:
    """How many requests of a kind are tried: thinking takes its time."""
    return 5 if name.endswith(("/hint", "/move", "/eval")) else 12


def test_whatever_is_asked_there_is_no_server_error(server: LocalServer) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    cookies = dict(visitor.cookies)
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(
            max_examples=examples(operation.path),
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            if case.path_parameters and "match" in case.path_parameters and len(str(case.path_parameters["match"])) % 2:
                case.path_parameters["match"] = table.match  # half of them meet a match that is there
            response = case.call(headers=HEADERS, cookies=cookies, timeout=PATIENCE)
            case.validate_response(response, checks=CHECKS)

        ask()
        tried += 1
    assert tried >= 18
    assert table.state["version"] >= 4
