"""The HTTP interface to puzzles: the puzzle of the day, the next one, and answers, which are rated."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from random import Random
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.analysis.reasons import Explainer
from sixprime.core import Action, Play, SixprimeError
from sixprime.languages import catalogue
from sixprime.messages import shown, text
from sixprime.practice.glicko import Glicko, after_answer
from sixprime.practice.judging import JudgedAnswer, judge
from sixprime.practice.puzzles.choosing import choose_puzzle
from sixprime.practice.puzzles.sets import DEVIATION, InvalidPuzzles, Puzzle, PuzzleSet, puzzle_set
from sixprime.practice.schedules import Grade
from sixprime.server.http.advice import ask_engine, require_no_live_match
from sixprime.server.http.parameters import Language
from sixprime.server.http.request_context import SessionCookie, holder_of_request, lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.http.routes.practice import learner_of, practice_of
from sixprime.server.refusals import Invalid, Malformed, NotFound
from sixprime.server.schemas.base import Step
from sixprime.server.schemas.practice import AttemptId, Milliseconds
from sixprime.server.schemas.questions import PuzzleAnswer, PuzzleVerdictAnswer, VerdictAnswer
from sixprime.server.store.practice import Attempt, AttemptKind, Rating
from sixprime.server.views.questions import question_answer, verdict_answer

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

POOL = "puzzle"
REMEMBERED = 2000
"""How many of a learner's latest puzzles are not asked again."""

Key = Annotated[str, Path(max_length=20, description="The key of a puzzle.")]


class PuzzleRequest(BaseModel):
    """An answer to a puzzle: the steps of a play, or a cube action."""

    model_config = ConfigDict(extra="forbid", strict=False)

    id: AttemptId
    steps: Annotated[list[Step], Field(max_length=4)] | None = None
    action: Literal["roll", "double", "take", "drop"] | None = None
    milliseconds: Milliseconds | None = None


async def _set() -> PuzzleSet:
    return await asyncio.to_thread(puzzle_set)


@router.get("/day", summary="The puzzle of the day", responses=answers(PuzzleAnswer))
async def of_day(
    request: Request,
    language: Language,
    day: Annotated[date | None, Query(description="Of this day, as yyyy-mm-dd; today in UTC, if none.")] = None,
) -> Response:
    wanted = day or datetime.now(UTC).date()
    return json_answer(await _answer(request, (await _set()).of_day(wanted), language, wanted))


@router.get("/next", summary="A puzzle that fits your rating", responses=answers(PuzzleAnswer))
async def another(request: Request, language: Language) -> Response:
    practice, holder = practice_of(request), holder_of_request(request)
    mine = Rating() if holder is None else (await practice.ratings.of_learner(holder)).get(POOL, Rating())
    done = await _done(request)
    return json_answer(await _answer(request, choose_puzzle(await _set(), mine.rating, done, Random()), language))


@router.get("/{key}", summary="A puzzle", responses=answers(PuzzleAnswer, 404))
async def show(request: Request, language: Language, key: Key) -> Response:
    return json_answer(await _answer(request, await _puzzle(key), language))


async def _puzzle(key: str) -> Puzzle:
    try:
        return (await _set()).puzzle(key)
    except InvalidPuzzles as error:
        raise NotFound(error.message) from None


async def _done(request: Request) -> list[str]:
    """The keys of the puzzles that the caller has answered, the last one first."""
    holder = holder_of_request(request)
    if holder is None:
        return []
    found = await practice_of(request).attempts.latest(holder, kind=AttemptKind.PUZZLE, most=REMEMBERED)
    return [attempt.key for attempt in found]


async def _answer(request: Request, puzzle: Puzzle, language: str, day: date | None = None) -> PuzzleAnswer:
    words = catalogue(language)
    known = await practice_of(request).ratings.of_item(POOL, puzzle.key)
    return PuzzleAnswer(
        puzzle=puzzle.key,
        phase=puzzle.phase.label.in_language(words),
        rating=round(known.rating if known is not None else puzzle.rating),
        day=None if day is None else day.isoformat(),
        done=puzzle.key in await _done(request),
        question=question_answer(puzzle.situation, words),
    )


@router.post(
    "/{key}/answer",
    summary="Answer a puzzle: what the answer is worth, and your new rating",
    responses=answers(PuzzleVerdictAnswer, 400, 404, 413, 503),
)
async def answer(request: Request, language: Language, key: Key, sent: Annotated[PuzzleRequest, Body()]) -> Response:
    await require_no_live_match(request)
    puzzle, words = await _puzzle(key), catalogue(language)
    choice = _choice(puzzle, sent)
    engine = lobby_of(request).engine_threads.engine()

    def think() -> tuple[JudgedAnswer, VerdictAnswer]:
        with Explainer() as explainer:
            found = judge(puzzle.situation, choice, engine, explainer)
            return found, verdict_answer(puzzle.situation, found, engine, words)

    found, told = await ask_engine(request, think)
    cookie = SessionCookie(request)
    response = await _rated(request, cookie, puzzle, sent, found, told)
    return cookie.set_on(json_answer(response))


def _choice(puzzle: Puzzle, sent: PuzzleRequest) -> Play | Action:
    """The play or the cube action that was chosen."""
    situation = puzzle.situation
    if (sent.steps is None) is (sent.action is None) or (sent.steps is None) is (situation.roll is not None):
        raise Malformed(text("the answer is the steps of a play where there is a roll, else a cube action"))
    if sent.steps is not None:
        try:
            return situation.to_match().state.turn().play_of(sent.steps)
        except SixprimeError as error:
            raise Invalid(error.message) from None
    allowed = (Action.TAKE, Action.DROP) if situation.offer is not None else (Action.ROLL, Action.DOUBLE)
    chosen = Action(sent.action or "")
    if chosen not in allowed:
        raise Invalid(text("{name} is not possible here", name=shown(sent.action)))
    return chosen


async def _rated(
    request: Request,
    cookie: SessionCookie,
    puzzle: Puzzle,
    sent: PuzzleRequest,
    found: JudgedAnswer,
    told: VerdictAnswer,
) -> PuzzleVerdictAnswer:
    """Keep an answer, and change both ratings if it is the first to this puzzle."""
    practice = practice_of(request)
    learner = await learner_of(request, cookie)
    earlier = await practice.attempts.latest(learner.holder, kind=AttemptKind.PUZZLE, key=puzzle.key, most=1)
    before = (await practice.ratings.of_learner(learner.holder)).get(POOL, Rating())
    item = await practice.ratings.of_item(POOL, puzzle.key)
    mine, its = before, item or _first_rating(puzzle)
    hoped = before if earlier else _after(before, its, practice.clock(), right=told.right)[0]
    grade = Grade.GOOD if told.right else Grade.AGAIN
    attempt = Attempt(
        sent.id, AttemptKind.PUZZLE, puzzle.key, puzzle.phase.value, grade, practice.clock(), told.loss,
        sent.milliseconds, {"rating": round(hoped.rating), "choice": str(found.choice)},
    )  # fmt: skip
    if await practice.keep(learner, [attempt]) and not earlier:

        def rule(own: Rating, other: Rating) -> tuple[Rating, Rating]:
            return _after(own, other, attempt.at, right=told.right)

        mine, its = await practice.ratings.change(learner.holder, POOL, puzzle.key, _first_rating(puzzle), rule)
    return PuzzleVerdictAnswer(
        puzzle=puzzle.key,
        verdict=told,
        rating=round(mine.rating),
        change=round(mine.rating) - round(before.rating),
        deviation=round(mine.deviation),
        puzzle_rating=round(its.rating),
        gap=puzzle.rollout_gap,
        error=puzzle.error,
    )


def _after(own: Rating, other: Rating, time: int, *, right: bool) -> tuple[Rating, Rating]:
    """The ratings of learner and puzzle after an answer."""
    mine, its = (Glicko(one.rating, one.deviation, one.volatility) for one in (own, other))
    after = zip(after_answer(mine, its, right=right), (own, other), strict=True)
    first, second = (Rating(one.rating, one.deviation, one.volatility, old.attempts + 1, time) for one, old in after)
    return first, second


def _first_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has answered: what bots have made of it."""
    return Rating(float(puzzle.rating), DEVIATION)
