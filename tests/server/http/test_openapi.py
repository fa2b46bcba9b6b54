"""The description of the HTTP interface is true: what it promises is what is answered, whatever is asked."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from server.support.local_servers import HEADERS, LocalServer, Table, create
from sixprime.server.schemas import matches as answers
from sixprime.server.schemas import replays as replay_answers
from sixprime.server.schemas import service as service_answers

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


def test_answers_are_as_described(server: LocalServer) -> None:
    visitor = server.visitor()
    created = create(visitor, kind="link", seat="white", length=None, seed_commitment="ab" * 32)
    answers.Created.model_validate(created)
    table = Table(visitor, create(visitor)["state"]["match"])
    answers.Acknowledged.model_validate(table.act("white", "open"))
    answers.Refused.model_validate(table.send("white", "take").json())
    side = table.open()
    base = f"/api/matches/{table.match}"
    answers.State.model_validate(table.state)
    answers.LegalPlays.model_validate(visitor.get(f"{base}/plays").json())
    answers.Hint.model_validate(visitor.get(f"{base}/hint").json())
    table.turn()
    answers.Hint.model_validate(visitor.get(f"{base}/hint").json())
    table.act(side, "resign", value=3)
    answers.State.model_validate(table.state)
    table.act("black" if side == "white" else "white", "accept")
    answers.State.model_validate(table.state)
    replay_answers.Replay.model_validate(visitor.get(f"{base}/replay").json())
    answers.LogPart.model_validate(visitor.get(f"{base}/entries").json())
    answers.MatchList.model_validate(visitor.get("/api/matches").json())
    service_answers.About.model_validate(visitor.get("/api/about").json())
    service_answers.DiceTranscript.model_validate(visitor.get(f"{base}/dice").json())
    service_answers.DiceStatistics.model_validate(visitor.get("/api/dice/statistics").json())
    service_answers.Ready.model_validate(visitor.get("/api/ready").json())
    answers.Error.model_validate(visitor.get("/api/matches/none").json())
    record = visitor.get(f"{base}/export/json").content
    answers.Imported.model_validate(visitor.post("/api/imports", content=record).json())
    service_answers.PositionAnswer.model_validate(
        visitor.post("/api/positions", json={"text": "4HPwATDgc/ABMA"}).json()
    )


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
            response = case.call(headers=HEADERS, cookies=cookies, timeout=60)
            case.validate_response(response, checks=CHECKS)

        ask()
        tried += 1
    assert tried >= 18
    assert table.state["version"] >= 4
