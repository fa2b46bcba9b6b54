"""The HTTP interface to cards: which are due, a card with its answer and reasons, adding positions, lists as text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.reviews import Finding
from sixprime.core import Player, SixprimeError, State
from sixprime.core.match import records
from sixprime.languages import catalogue
from sixprime.messages import Message, text
from sixprime.practice.anki import AnkiCard, NoAnki, anki_package
from sixprime.practice.cards import CardQuestion, NoQuestion, card_of, dump_finding, load_finding
from sixprime.practice.lists import ListedPosition, clean_tags, write_list
from sixprime.server.encoding import compact_json
from sixprime.server.http.advice import ask_engine, require_no_live_match
from sixprime.server.http.analysis_answers import require_may_read
from sixprime.server.http.parameters import Language
from sixprime.server.http.pasted_positions import read_pasted
from sixprime.server.http.queued_work import until_left
from sixprime.server.http.request_context import SessionCookie, holder_of_request, lobby_of, visitor_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.http.routes.analyses import best_job
from sixprime.server.http.routes.practice import DAY, Offset, learner_of, practice_of
from sixprime.server.live.imports.practice_files import position_card, read_card_list
from sixprime.server.live.practice.collecting import new_card
from sixprime.server.refusals import Invalid, Malformed, NotFound
from sixprime.server.schemas.practice import (
    CardAnswer,
    CardListAnswer,
    CardsAddedAnswer,
    CardSummaryAnswer,
    DueCardsAnswer,
    PracticeDeletedAnswer,
    UnnamedMatchAnswer,
)
from sixprime.server.store.practice import Card
from sixprime.server.views.practice import card_answer, card_summary, situation_of

router = APIRouter(prefix="/api/practice", tags=["practice"])

DEPTH = "deep"
"""How deeply the engine looks at a position that comes without an analysis."""
MOST_DUE = 100
MOST_LISTED = 200

CardId = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{1,64}$", description="The number of a card.")]


class NewCardRequest(BaseModel):
    """A decision of an analysed match, or any position, that is to become a card."""

    model_config = ConfigDict(extra="forbid", strict=True)

    match: Annotated[str, Field(max_length=64)] | None = None
    event: Annotated[int, Field(ge=0, le=2**31)] | None = None
    position: Annotated[str, Field(max_length=20_000)] | None = None
    tags: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=50)] = []


class CardListRequest(BaseModel):
    """Positions as text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(max_length=900_000)]


class CardChangeRequest(BaseModel):
    """What is to be changed of a card."""

    model_config = ConfigDict(extra="forbid", strict=True)

    tags: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=50)] | None = None
    is_suspended: bool | None = None


NOTHING_DUE = DueCardsAnswer(
    total=0, due=0, fresh=0, waiting=0, next=None, cards=[], collected=0, left_out=0, more=False, unnamed=[]
)
"""For a browser that has nothing here."""


# What is due


@router.get("/due", summary="Your cards that are due", responses=answers(DueCardsAnswer))
async def due(request: Request, language: Language, offset: Offset = 0) -> Response:
    practice = practice_of(request)
    words = catalogue(language)
    if holder_of_request(request) is None:
        return json_answer(NOTHING_DUE)
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    collected = await practice.collect(learner)
    time = practice.clock()
    ahead = offset * 60_000
    today = (time + ahead) // DAY * DAY - ahead
    total, count, new, first, upcoming = await practice.cards.counts(learner.holder, time, today)
    fresh = min(max(learner.new_a_day - first, 0), new)
    cards = await practice.cards.due(learner.holder, time, MOST_DUE, new=fresh)
    answer = DueCardsAnswer(
        total=total,
        due=count,
        fresh=fresh,
        waiting=new,
        next=upcoming,
        cards=await asyncio.to_thread(lambda: [card_summary(card, words) for card in cards]),
        collected=collected.cards,
        left_out=collected.left_out,
        more=collected.more,
        unnamed=[
            UnnamedMatchAnswer(match=one.match, white=one.names[Player.WHITE], black=one.names[Player.BLACK])
            for one in collected.unnamed
        ],
    )
    return cookie.set_on(json_answer(answer))


@router.get("/cards/{card}", summary="A card with its answer and reasons", responses=answers(CardAnswer, 404, 503))
async def show_card(request: Request, language: Language, card: CardId) -> Response:
    await require_no_live_match(request)
    practice = practice_of(request)
    found = await practice.card(holder_of_request(request), card)
    words = catalogue(language)
    if found.finding is None:
        found = await _with_finding(request, found)

    def answer() -> CardAnswer:
        state = records.loads(found.situation).state
        finding = load_finding(found.finding or "", DecisionKind(found.kind))
        return card_answer(found, state, finding, practice.explain(found, state, finding), words)

    return json_answer(await ask_engine(request, answer))


async def _with_finding(request: Request, card: Card) -> Card:
    """A card about which the engine is asked now, because it came without an analysis."""
    practice = practice_of(request)
    state = await asyncio.to_thread(lambda: records.loads(card.situation).state)
    finding, engine = await ask_engine(request, lambda: _find(request, state, DecisionKind(card.kind)))
    written = dump_finding(finding)
    holder = holder_of_request(request) or ""
    await practice.cards.change(holder, card.id, finding=written, engine=engine, depth=DEPTH)
    return await practice.card(holder, card.id)


def _find(request: Request, state: State, kind: DecisionKind, depth: str = DEPTH) -> tuple[Finding, str]:
    """What the engine thinks of a position; takes a while."""
    finder = lobby_of(request).engine_threads.finder(depth, thorough=False)
    looks = list(finder.pieces(state, kind, None))
    return looks[-1].finding, finder.identity


# Adding


@router.post(
    "/cards",
    status_code=201,
    summary="Make a card of a decision or a position",
    responses=answers(CardsAddedAnswer, 400, 404, 413, 503, status=201),
)
async def add_card(request: Request, language: Language, wanted: Annotated[NewCardRequest, Body()]) -> Response:
    await require_no_live_match(request)
    if (wanted.match is None) is (wanted.position is None) or (wanted.match is None) is not (wanted.event is None):
        raise Malformed(text("a card is made of a match and an event of it, or of a position"))
    practice = practice_of(request)
    try:
        tags = clean_tags(wanted.tags)
    except SixprimeError as error:
        raise Invalid(error.message) from None
    if wanted.match is not None and wanted.event is not None:
        card = await _card_of_event(request, wanted.match, wanted.event, tags)
    else:
        pasted = await read_pasted(request, wanted.position or "")
        card = await asyncio.to_thread(position_card, pasted.situation, tags, practice.clock())
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    cards, left_out = await practice.add(learner, [card])
    return cookie.set_on(json_answer(_added(cards, left_out, [], language), 201))


async def _card_of_event(request: Request, match: str, event: int, tags: tuple[str, ...]) -> Card:
    lobby = lobby_of(request)
    room = await lobby.room(match)
    await require_may_read(request, room)
    jobs = [job for job in await lobby.analyses.of_match(room.id) if job.is_of_match]
    job = best_job(room, jobs, None)
    review = await lobby.analyses.review_of(room, job)
    entry = None if review is None else review.at(event)
    if entry is None:
        raise NotFound(text("event {event} of the match has not been analysed", event=event))
    analysed = await lobby.analyses.match_at(room, job.version)
    try:
        error = await asyncio.to_thread(card_of, analysed.match, entry)
    except NoQuestion as problem:
        raise Invalid(problem.message) from None
    return new_card(error, room.id, practice_of(request).clock(), job.engine, job.depth, tags)


def _added(cards: list[Card], left_out: int, problems: Sequence[Message], language: str) -> CardsAddedAnswer:
    words = catalogue(language)
    return CardsAddedAnswer(
        cards=[card_summary(card, words) for card in cards],
        left_out=left_out,
        problems=[problem.in_language(words) for problem in problems],
    )


# Lists


@router.get("/cards", summary="Your cards", responses=answers(CardListAnswer))
async def list_cards(
    request: Request,
    language: Language,
    tag: Annotated[str | None, Query(max_length=40, description="Only cards that have this tag.")] = None,
    after: Annotated[str, Query(max_length=64, description="What follows this card in the list.")] = "",
) -> Response:
    words = catalogue(language)
    holder = holder_of_request(request) or ""
    found = await practice_of(request).cards.all(holder, tag=tag, after=after, most=MOST_LISTED + 1)

    def listed() -> list[CardSummaryAnswer]:
        return [card_summary(card, words) for card in found[:MOST_LISTED]]

    cards = await until_left(request, lambda asker: lobby_of(request).writing.run(listed, asker))
    tags = sorted({tag for card in cards for tag in card.tags})
    return json_answer(CardListAnswer(cards=cards, more=len(found) > MOST_LISTED, tags=tags))


@router.get("/list", summary="Your cards as text, an XGID in a line", responses=answers(None))
async def export_list(request: Request) -> Response:
    cards = await practice_of(request).cards.all(holder_of_request(request) or "")

    def written() -> str:
        return write_list(ListedPosition(situation_of(card), tuple(card_tags(card))) for card in cards)

    told = await until_left(request, lambda asker: lobby_of(request).writing.run(written, asker))
    headers = {
        "content-disposition": 'attachment; filename="sixprime-positions.txt"',
        "cache-control": "no-store",
    }
    return Response(told, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/anki", summary="Your cards as a package for Anki", responses=answers(None, 400))
async def export_anki(request: Request, language: Language) -> Response:
    await require_no_live_match(request)
    cards = await practice_of(request).cards.all(holder_of_request(request) or "")
    words = catalogue(language)

    def written() -> bytes:
        made = [_anki_card(request, card) for card in cards]
        try:
            return anki_package(made, lobby_of(request).engine_threads.tutor.explainer, words)
        except NoAnki as error:
            raise Invalid(error.message) from None

    headers = {"content-disposition": 'attachment; filename="sixprime.apkg"', "cache-control": "no-store"}
    return Response(await ask_engine(request, written), media_type="application/octet-stream", headers=headers)


def _anki_card(request: Request, card: Card) -> AnkiCard:
    """A card with its answer; the net alone gives it where nobody has asked the engine yet."""
    state, kind = records.loads(card.situation).state, DecisionKind(card.kind)
    if card.finding is None:
        finding, _ = _find(request, state, kind, "instant")
    else:
        finding = load_finding(card.finding, kind)
    played = None if card.played is None else json.loads(card.played)
    return AnkiCard(CardQuestion.of_state(state), finding, tuple(card_tags(card)), played)


def card_tags(card: Card) -> list[str]:
    found: list[str] = json.loads(card.tags)
    return found


@router.post(
    "/list",
    status_code=201,
    summary="Make cards of a text with an id of a position in each line",
    responses=answers(CardsAddedAnswer, 400, 413, 503, status=201),
)
async def import_list(request: Request, language: Language, wanted: Annotated[CardListRequest, Body()]) -> Response:
    practice = practice_of(request)
    processes = lobby_of(request).import_processes
    read = await processes.run(visitor_of(request), read_card_list, wanted.text, practice.clock())
    cookie = SessionCookie(request)
    learner = await learner_of(request, cookie)
    kept, left_out = await practice.add(learner, read.cards)
    return cookie.set_on(json_answer(_added(kept, left_out, read.problems, language), 201))


# Changing


@router.put(
    "/cards/{card}", summary="Tag a card, or suspend it", responses=answers(CardSummaryAnswer, 400, 404, 413, 503)
)
async def change_card(
    request: Request, language: Language, card: CardId, wanted: Annotated[CardChangeRequest, Body()]
) -> Response:
    lobby_of(request).require_open()
    practice = practice_of(request)
    holder = holder_of_request(request)
    found = await practice.card(holder, card)
    changes: dict[str, object] = {}
    if wanted.is_suspended is not None:
        changes["is_suspended"] = wanted.is_suspended
    if wanted.tags is not None:
        try:
            changes["tags"] = compact_json(list(clean_tags(wanted.tags)))
        except SixprimeError as error:
            raise Invalid(error.message) from None
    if changes:
        await practice.cards.change(holder or "", found.id, **changes)
    return json_answer(card_summary(await practice.card(holder, card), catalogue(language)))


@router.delete("/cards/{card}", summary="Delete a card", responses=answers(PracticeDeletedAnswer, 400, 404, 413, 503))
async def delete_card(request: Request, card: CardId) -> Response:
    lobby_of(request).require_open()
    found = await practice_of(request).card(holder_of_request(request), card)
    deleted = await practice_of(request).cards.delete(holder_of_request(request) or "", found.id)
    return json_answer(PracticeDeletedAnswer(deleted=deleted))
