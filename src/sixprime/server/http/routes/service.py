"""The HTTP interface to the server itself: what it is, and how it does."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from sixprime import __version__
from sixprime.core import NAMED_STARTS, PRESETS
from sixprime.engine.bots.levels import DEFAULT_LEVEL, LEVELS
from sixprime.formats.match_files import FORMATS as READ_FORMATS
from sixprime.formats.text import PRESET_TITLES, describe_rules
from sixprime.languages import LANGUAGES, catalogue
from sixprime.practice import anki
from sixprime.server.http.parameters import Language
from sixprime.server.http.request_context import lobby_of
from sixprime.server.http.responses import answers, json_answer
from sixprime.server.schemas.service import (
    AboutAnswer,
    FormatsAnswer,
    HealthAnswer,
    LevelAnswer,
    PresetAnswer,
    ReadFormatAnswer,
    ReadyAnswer,
)
from sixprime.server.views.exports import FORMATS
from sixprime.server.views.titles import preset_title

router = APIRouter(prefix="/api", tags=["server"])


@router.get("/about", summary="What the server is and offers", responses=answers(AboutAnswer))
async def about(request: Request, language: Language) -> Response:
    words = catalogue(language)
    threads = lobby_of(request).engine_threads
    levels = [
        LevelAnswer(
            name=level.name,
            title=level.title.in_language(words),
            error_rate=level.error_rate,
            description=level.description.in_language(words),
            plies=level.plies,
            default=level.name == DEFAULT_LEVEL,
            available=threads.can_play(level.name),
        )
        for level in LEVELS.values()
    ]
    presets = [
        PresetAnswer(
            name=name,
            title=PRESET_TITLES[name].in_language(words),
            short_title=preset_title(name, words),
            rules=rules.to_json(),
            words=[line.in_language(words) for line in describe_rules(rules, money=False)],
            money_words=[line.in_language(words) for line in describe_rules(rules, money=True)],
        )
        for name, rules in PRESETS.items()
    ]
    read = [ReadFormatAnswer(name=known.name, extensions=list(known.extensions)) for known in READ_FORMATS]
    return json_answer(
        AboutAnswer(
            name="sixprime",
            version=__version__,
            languages=dict(LANGUAGES),
            levels=levels,
            presets=presets,
            starts=list(NAMED_STARTS),
            formats=FormatsAnswer(read=read, written=list(FORMATS)),
            anki=anki.is_available(),
        )
    )


@router.get("/health", summary="Whether the process lives", responses=answers(HealthAnswer))
async def health() -> Response:
    return json_answer(HealthAnswer(status="ok", name="sixprime"))


@router.get("/ready", summary="Whether it can serve", responses=answers(ReadyAnswer) | {503: {"model": ReadyAnswer}})
async def ready(request: Request) -> Response:
    """Ready once boards are, while the database takes writes, until it stops; `bot` once the bot is, too. `compiled`
    says how much of the engine is machine code: at 1 it has its full strength."""
    lobby = lobby_of(request)
    board = lobby.engine_threads.board_is_ready.is_set()
    database = await lobby.health.is_well()
    is_ready = board and database and not lobby.is_stopping
    answer = ReadyAnswer(
        ready=is_ready,
        board=board,
        bot=lobby.engine_threads.is_ready,
        compiled=round(lobby.engine_threads.compiled_share, 3),
        database=database,
        stopping=lobby.is_stopping,
    )
    return json_answer(answer, 200 if is_ready else 503)
