"""The declaration of every answer of the HTTP interface, as pydantic models.

The OpenAPI description, the tables of docs/protocol.md and the types of the web client are made from these models.
"""

from sixprime.server.schemas.base import AnswerModel
from sixprime.server.schemas.replays import ReplayAnswer
from sixprime.server.schemas.service import AboutAnswer
from sixprime.server.schemas.states import StateAnswer

__all__ = ["AboutAnswer", "AnswerModel", "ReplayAnswer", "StateAnswer"]
