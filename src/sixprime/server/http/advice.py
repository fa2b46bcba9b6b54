"""Who may ask the engine about a position: nobody who plays a match against another person at that time.

Best effort: another browser, or any engine elsewhere, still answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection, Request

from sixprime.messages import text
from sixprime.server.http.queued_work import until_left
from sixprime.server.http.request_context import holder_of_request, lobby_of
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import Forbidden

Result = TypeVar("Result")


async def require_no_live_match(request: HTTPConnection) -> None:
    """`Forbidden` for a browser that holds a seat in an unfinished match between people."""
    holder = holder_of_request(request)
    if holder is not None and await lobby_of(request).storage.plays_against_person(holder):
        raise Forbidden(
            text("no advice from the engine while you play against another person: finish that match first")
        )


def could_be_any_position(moment: Moment) -> bool:
    """Whether somebody could have set up the position of a match, instead of reaching it by playing here."""
    return moment.kind is MatchKind.STUDY or moment.imported > 0 or moment.start.rules.start_name is None


async def ask_engine(request: Request, question: Callable[[], Result]) -> Result:
    """The answer to a question that takes a while, when it is the turn of who asks."""
    threads = lobby_of(request).engine_threads
    return await until_left(request, lambda asker: threads.ask(question, asker))
