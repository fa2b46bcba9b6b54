"""The declaration of every answer of the HTTP interface, as pydantic models.

The OpenAPI description, the tables of docs/protocol.md and the types of the web client are made from these models.
"""

from sixprime.server.schemas.matches import Answer, State
from sixprime.server.schemas.replays import Replay
from sixprime.server.schemas.service import About

__all__ = ["About", "Answer", "Replay", "State"]
