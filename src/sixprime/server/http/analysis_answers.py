"""Answers about analyses, for routes and sockets: who may have them, where a job stands, what it has found."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from sixprime.analysis import MatchReview, decisions_of, rolls_of
from sixprime.analysis.reviewing import decision_at, review_of, review_roll
from sixprime.core import Match, Player
from sixprime.engine.engines import Engine
from sixprime.languages import catalogue
from sixprime.messages import Message, text
from sixprime.server.http.advice import could_be_any_position, require_no_live_match
from sixprime.server.http.queued_work import asker_of
from sixprime.server.http.request_context import holder_of_request, lobby_of
from sixprime.server.live.analyses import FoundDecision
from sixprime.server.live.analyses.runs import subject_of_record
from sixprime.server.live.analyses.versions import is_as_now, is_stale
from sixprime.server.live.rooms import Room
from sixprime.server.matches.entries import MatchKind
from sixprime.server.matches.notes import Notes
from sixprime.server.refusals import Forbidden
from sixprime.server.schemas.analyses import AnalysisAnswer, DecisionAnswer
from sixprime.server.store.analyses import AnalysisJob, JobState, TutorNote
from sixprime.server.views.analyses import ReviewView, position_decision

FAILED = text("the analysis has failed; the log of the server says why")


async def require_may_start(request: HTTPConnection, room: Room | None) -> None:
    """`Forbidden` where nothing may be analysed: in unfinished matches between people, and for who plays in one."""
    if room is not None and not room.moment.is_finished:
        if room.moment.kind is MatchKind.LINK:
            raise Forbidden(text("a match between two people can be analysed when it is over"))
        if room.moment.kind is not MatchKind.STUDY and not room.seats_of(holder_of_request(request)):
            raise Forbidden(text("only players can have a match analysed that is not over"))
    await require_no_live_match(request)


async def require_may_read(request: HTTPConnection, room: Room | None) -> None:
    """`Forbidden` for who plays against another person, if the position could be one of that match."""
    if room is None or could_be_any_position(room.moment):
        await require_no_live_match(request)


def comment_refusal(request: HTTPConnection, room: Room) -> Message | None:
    """Why who asks cannot write comments on a match; None if they can."""
    holder = holder_of_request(request)
    if holder is None or holder not in room.holders.values():
        return text("only players, and who imported the match, can write comments")
    if room.moment.kind is MatchKind.LINK and not room.moment.is_finished:
        return text("comments can be written when the match is over")
    return None


async def room_of(request: HTTPConnection, job: AnalysisJob) -> Room | None:
    """The room of the match that a job is about; None for a position."""
    return None if job.match is None else await lobby_of(request).room(job.match)


async def match_notes(request: HTTPConnection, room: Room) -> Notes:
    """What stood beside the events of an imported match."""
    return await lobby_of(request).storage.notes_of(room.id) if room.moment.kind is MatchKind.STUDY else {}


async def tutor_notes(request: HTTPConnection, room: Room) -> dict[int, TutorNote]:
    """What is kept of the tutor of who asks; nobody else's is told."""
    seats = room.seats_of(holder_of_request(request))
    if not seats or room.moment.kind is not MatchKind.BOT:
        return {}
    return await lobby_of(request).analyses.tutor_notes.of_match(room.id, seats)


async def review_to_write(request: HTTPConnection, room: Room) -> MatchReview | None:
    """The deepest complete review of a match as it is now, for its file; None if there is none that may be read."""
    try:
        await require_may_read(request, room)
    except Forbidden:
        return None
    analyses = lobby_of(request).analyses
    for job in await analyses.of_match(room.id):
        if job.is_of_match and job.state is JobState.DONE and is_as_now(room.log, job.version):
            return await analyses.review_of(room, job)
    return None


async def job_answer(request: HTTPConnection, job: AnalysisJob, room: Room | None, language: str) -> AnalysisAnswer:
    """Where a job stands, for who asks."""
    analyses = lobby_of(request).analyses
    state = job.state
    is_current = job.engine == await analyses.engine()
    if room is not None and is_stale(room.log, job.version):
        state, is_current = JobState.STALE, False
    elif room is not None and job.event is None:
        is_current = is_current and is_as_now(room.log, job.version)
    ahead = await analyses.jobs.ahead_of(job.id) if state is JobState.WAITING else 0
    holder = holder_of_request(request)
    failed = FAILED.in_language(catalogue(language)) if state is JobState.FAILED else None
    return AnalysisAnswer.model_validate(
        {
            "analysis": job.id, "match": job.match, "event": job.event, "depth": job.depth, "state": state.value,
            "done": job.done, "total": job.total, "ahead": ahead, "engine": job.engine, "is_current": is_current,
            "mine": holder is not None and holder == job.holder, "message": failed,
        }
    )  # fmt: skip


async def decision_result(
    request: HTTPConnection, job: AnalysisJob, room: Room | None, found: FoundDecision, language: str
) -> DecisionAnswer:
    """Everything that a job has found about one decision or a position."""
    lobby = lobby_of(request)
    words = catalogue(language)
    if room is None:

        def of_position() -> DecisionAnswer:
            state, kind, _ = subject_of_record(job.situation or "")
            return position_decision(state, kind, found.finding, job.depth, job.engine, words)

        return await lobby.writing.run(of_position, asker_of(request))
    analysed = await lobby.analyses.match_at(room, job.version)
    event = job.event or 0
    engine = lobby.engine_threads.finder("instant", thorough=True).first

    def of_event() -> DecisionAnswer:
        review = _review_of_one(analysed.match, event, found, job, engine)
        answer = ReviewView(review, analysed.match, words, analysed.versions).decision(event)
        assert answer is not None
        return answer

    return await lobby.writing.run(of_event, asker_of(request))


def _review_of_one(match: Match, event: int, found: FoundDecision, job: AnalysisJob, engine: Engine) -> MatchReview:
    """A review with one decision, and with the roll before it."""
    decision = next(entry for entry in decisions_of(match) if entry.event == event)
    rolls = (roll for roll in rolls_of(match) if roll.event == event - 1)
    _, made = decision_at(match, decision, match.events[event])
    return MatchReview(
        names=(match.names[Player.WHITE], match.names[Player.BLACK]),
        length=match.length,
        depth=job.depth,
        engine=job.engine,
        fingerprint="",
        decisions=(review_of(decision, found.finding, made),),
        rolls=tuple(review_roll(match, roll, engine) for roll in rolls),
        total=1,
    )
