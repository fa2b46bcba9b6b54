"""The WebSocket of an analysis: how far it is, and what it finds, as it is found. It closes when the analysis ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sixprime.analysis import MatchReview
from sixprime.analysis.reviews import Finding
from sixprime.languages import catalogue
from sixprime.messages import text
from sixprime.server.http.analysis_answers import decision_result, job_answer, room_of
from sixprime.server.http.queued_work import asker_of
from sixprime.server.http.request_context import lobby_of
from sixprime.server.live.analyses import FoundDecision
from sixprime.server.live.connections import (
    DELETED,
    GOING_AWAY,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    NORMAL,
    NOT_ALLOWED,
    PONG,
    SEND_SECONDS,
)
from sixprime.server.live.rooms import Room
from sixprime.server.rate_limits import TokenBucket
from sixprime.server.refusals import Malformed, NotFound, TooFast
from sixprime.server.schemas.analyses import (
    AnalysedDecisionsAnswer,
    AnalysisAnswer,
    AnalysisProgressAnswer,
    AnalysisResultAnswer,
)
from sixprime.server.schemas.base import AnswerModel
from sixprime.server.schemas.messages import LiveErrorAnswer
from sixprime.server.store.analyses import AnalysisJob
from sixprime.server.views.analyses import ReviewView
from sixprime.server.views.refusals import refusal_answer

LOOK_SECONDS = 1.0
"""How often an analysis is looked at that another process works at, or nobody yet."""
PAUSE_SECONDS = 0.5
"""Between two rounds of messages."""
OPEN = ("waiting", "running")


class AnalysisSocket:
    """A client that watches an analysis."""

    def __init__(self, socket: WebSocket, job: str, language: str) -> None:
        self._socket = socket
        self._job = job
        self._language = language
        self._lobby = lobby_of(socket)
        self._bucket = TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._told: AnalysisAnswer | None = None
        self._sent: dict[int, tuple[int, int]] = {}
        """By the events of decisions that were sent, how deeply these were seen then."""
        self._sent_rolls: set[int] = set()
        self._finding: Finding | None = None

    async def serve(self) -> None:
        """Tell what happens until the analysis ends or the client leaves."""
        reading, telling = asyncio.create_task(self._read()), asyncio.create_task(self._tell())
        code = NORMAL
        try:
            await asyncio.wait((reading, telling), return_when=asyncio.FIRST_COMPLETED)
            for task in (telling, reading):
                if task.done():
                    code = task.result()
                    break
        except (WebSocketDisconnect, TimeoutError, ConnectionError, RuntimeError):
            pass  # the client has gone
        finally:
            for task in (reading, telling):
                task.cancel()
            await asyncio.gather(reading, telling, return_exceptions=True)
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._socket.close(code)

    async def _read(self) -> int:
        """Answer what the client says, until it has gone; returns the code to close with."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return NORMAL
            if not self._bucket.take():
                return NOT_ALLOWED
            if _is_ping(message):
                await self._send_text(PONG)
            else:
                refusal = Malformed(text("this connection takes no messages but pings"))
                await self._send(LiveErrorAnswer(type="error", error=refusal_answer(refusal, self._language)))

    async def _tell(self) -> int:
        """Send what is new, until the analysis ends; returns the code to close with."""
        analyses = self._lobby.analyses
        while not self._lobby.is_stopping:
            run = analyses.run_of(self._job)
            with contextlib.ExitStack() as stack:
                news = None if run is None else stack.enter_context(run.watched())
                try:
                    job = await analyses.job(self._job)
                    room = await room_of(self._socket, job)
                except NotFound:
                    return DELETED
                if self._told is None:
                    await self._send_progress(job, room)
                with contextlib.suppress(TooFast):  # what is left out now comes with the next round
                    await self._send_findings(job, room)
                answer = await self._send_progress(job, room)
                if answer.state not in OPEN:
                    return NORMAL
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await (asyncio.sleep(LOOK_SECONDS) if news is None else news.wait())
            await asyncio.sleep(PAUSE_SECONDS)
        return GOING_AWAY

    async def _send_progress(self, job: AnalysisJob, room: Room | None) -> AnalysisAnswer:
        answer = await job_answer(self._socket, job, room, self._language)
        if answer != self._told:
            self._told = answer
            await self._send(AnalysisProgressAnswer(type="progress", analysis=answer))
        return answer

    async def _send_findings(self, job: AnalysisJob, room: Room | None) -> None:
        if job.is_of_match and room is not None:
            review = await self._lobby.analyses.review_of(room, job)
            if review is not None:
                await self._send_decisions(job, room, review)
            return
        content = await self._lobby.analyses.content_of(job)
        if isinstance(content, FoundDecision) and content.finding is not self._finding:
            result = await decision_result(self._socket, job, room, content, self._language)
            await self._send(AnalysisResultAnswer(type="result", result=result))
            self._finding = content.finding

    async def _send_decisions(self, job: AnalysisJob, room: Room, review: MatchReview) -> None:
        decisions = [entry for entry in review.decisions if self._sent.get(entry.decision.event) != entry.depth]
        rolls = [entry for entry in review.rolls if entry.event not in self._sent_rolls]
        if not decisions and not rolls:
            return
        analysed = await self._lobby.analyses.match_at(room, job.version)

        def written() -> str:
            view = ReviewView(review, analysed.match, catalogue(self._language), analysed.versions)
            answer = AnalysedDecisionsAnswer(
                type="decisions",
                decisions=list(view.decisions(decisions)),
                rolls=list(view.rolls(rolls)),
                figures=view.figures(),
            )
            return answer.model_dump_json(exclude_unset=True)

        await self._send_text(await self._lobby.writing.run(written, asker_of(self._socket)))
        self._sent.update({entry.decision.event: entry.depth for entry in decisions})
        self._sent_rolls.update(entry.event for entry in rolls)

    async def _send(self, message: AnswerModel) -> None:
        await self._send_text(message.model_dump_json(exclude_unset=True))

    async def _send_text(self, message: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send_text(message)


def _is_ping(message: Any) -> bool:
    try:
        said = json.loads(message.get("text") or "")
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("type") == "ping"
