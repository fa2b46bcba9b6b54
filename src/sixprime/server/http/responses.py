"""Responses: how routes send JSON, and how they declare their answers and refusals in the OpenAPI description."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from starlette.responses import Response

from sixprime.server.schemas.base import AnswerModel, ErrorAnswer


def json_text(written: str, status: int = 200) -> Response:
    """An answer that is JSON already."""
    return Response(written, status, media_type="application/json", headers={"cache-control": "no-store"})


def json_answer(answer: AnswerModel, status: int = 200) -> Response:
    """An answer made by its model; fields that were not given are left out."""
    return json_text(answer.model_dump_json(exclude_unset=True), status)


ErrorStatus = Literal[400, 403, 404, 405, 408, 409, 413, 422, 429, 503]
_MEANINGS: dict[int, str] = {
    400: "Malformed",
    403: "Forbidden, or a foreign origin",
    404: "There is no such match",
    405: "Not asked for in this way",
    408: "Too slow",
    409: "Stale, or not allowed now",
    413: "Too large",
    422: "Malformed or unreadable",
    429: "Too fast, or too many",
    503: "About to stop",
}


def errors(*more: ErrorStatus) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with; some every route may, and one that reads a body may find it slow."""
    slow = (408,) if 413 in more else ()
    statuses = (403, 422, 429, *more, *slow)
    return {status: {"model": ErrorAnswer, "description": _MEANINGS[status]} for status in statuses}


def answers(model: type[BaseModel] | None, *more: ErrorStatus, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The answers of a route: its model, and its refusals."""
    good: dict[int | str, dict[str, Any]] = {status: {"model": model}} if model is not None else {}
    return good | errors(*more)
