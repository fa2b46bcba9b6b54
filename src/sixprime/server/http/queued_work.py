"""Work for a request that waits its turn in a fair queue, and is given up when the client leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import HTTPConnection, Request

from sixprime.messages import text
from sixprime.server.http.request_context import holder_of_request
from sixprime.server.live.fair_queues import Asker
from sixprime.server.rate_limits import is_loopback, network_of
from sixprime.server.refusals import Stopping

Result = TypeVar("Result")


def asker_of(request: HTTPConnection) -> Asker:
    """Who asks: the holder of a cookie, at an address."""
    address = request.client.host if request.client is not None else ""
    is_here = not address or is_loopback(address)
    return Asker(holder_of_request(request) or "", "" if is_here else network_of(address))


async def until_left(request: Request, run: Callable[[Asker], Awaitable[Result]]) -> Result:
    """What `run` gives for who asks; it is cancelled when the client disconnects."""
    running = asyncio.ensure_future(run(asker_of(request)))
    leaving = asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait((running, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise Stopping(text("the connection was lost"))  # nobody hears it
        return running.result()
    finally:
        for task in (running, leaving):
            task.cancel()
        await asyncio.gather(running, leaving, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    """Wait until the client has gone. Only for requests whose body is read or empty."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
