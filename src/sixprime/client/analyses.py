"""Analyses on a server: jobs, what they find about decisions and matches, and news of a job as it goes on.

Each value has the names that a program needs most; `fields` has all that the server told, as in docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException

from sixprime.client.live import FIRST_DELAY, LAST_DELAY, MAX_MESSAGE, SILENCE_SECONDS, refusal_of
from sixprime.client.refusals import ProtocolProblem, Refused, Unreachable
from sixprime.messages import text

Json = Mapping[str, Any]
DELETED = 4404
"""The code with which the server closes if the analysis has been deleted."""
TRIES = 20
"""How often a lost connection is made again in a row."""


@dataclass(frozen=True, slots=True)
class AnalysisStatus:
    """A job of the server: where it stands."""

    fields: Json

    @property
    def id(self) -> str:
        return str(self.fields["analysis"])

    @property
    def match(self) -> str | None:
        """None for a position."""
        found: str | None = self.fields["match"]
        return found

    @property
    def event(self) -> int | None:
        """The decision, where it is of one alone."""
        found: int | None = self.fields["event"]
        return found

    @property
    def depth(self) -> str:
        return str(self.fields["depth"])

    @property
    def state(self) -> str:
        """`waiting`, `running`, `done`, `cancelled`, `failed` or `stale`."""
        return str(self.fields["state"])

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found."""
        return self.state not in ("waiting", "running")

    @property
    def progress(self) -> float:
        """Which part is done, from 0 to 1."""
        if self.state == "done":
            return 1.0
        return self.fields["done"] / self.fields["total"] if self.fields["total"] else 0.0

    @property
    def ahead(self) -> int:
        """How many jobs wait before it."""
        return int(self.fields["ahead"])

    @property
    def is_current(self) -> bool:
        """Whether it is about the match as it is now, by the engine that the server has now."""
        return bool(self.fields["is_current"])


@dataclass(frozen=True, slots=True)
class AnalysedOption:
    """A play or another action, and what it is worth to who decides."""

    name: str
    """The notation of a play, or the name of an action."""
    equity: float
    loss: float
    """How much less than the best."""
    is_played: bool
    fields: Json


@dataclass(frozen=True, slots=True)
class AnalysedDecision:
    """Everything that was found about one decision."""

    fields: Json

    @property
    def kind(self) -> str:
        """`play`, `double`, `answer`, `resignation` or `resignation-answer`."""
        return str(self.fields["kind"])

    @property
    def player(self) -> str:
        return str(self.fields["player"])

    @property
    def options(self) -> list[AnalysedOption]:
        """Plays or actions, the best first."""
        if self.fields["plays"] is not None:
            return [
                AnalysedOption(play["notation"], play["equity"], play["loss"], play["played"], play)
                for play in self.fields["plays"]
            ]
        return [
            AnalysedOption(action["action"], action["equity"], action["lost"], action["played"], action)
            for action in self.fields["actions"]
        ]

    @property
    def loss(self) -> float | None:
        """What the decision gave away; None for a position."""
        found: float | None = self.fields["loss"]
        return found

    @property
    def games(self) -> int:
        """How many games were rolled out; 0 for a search."""
        return int(self.fields["games"])


@dataclass(frozen=True, slots=True)
class ServerReview:
    """What was found about a match."""

    fields: Json

    @property
    def analysis(self) -> AnalysisStatus:
        return AnalysisStatus(self.fields["analysis"])

    @property
    def is_complete(self) -> bool:
        return bool(self.fields["is_complete"])

    @property
    def decisions(self) -> Sequence[Json]:
        """The decisions in short."""
        found: Sequence[Json] = self.fields["decisions"]
        return found

    @property
    def rolls(self) -> Sequence[Json]:
        """The rolls, and how lucky they were."""
        found: Sequence[Json] = self.fields["rolls"]
        return found

    def pr(self, side: str) -> float:
        """The performance rating of a side."""
        return float(self.fields["figures"][side]["pr"])


@dataclass(frozen=True, slots=True)
class AnalysisNews:
    """What a message about a job says: where it stands, or what it has found."""

    analysis: AnalysisStatus | None = None
    result: AnalysedDecision | None = None
    """What is known of a position or a single decision."""
    decisions: Sequence[Json] = ()
    """Decisions of a match that have been analysed since the last message."""
    rolls: Sequence[Json] = ()


def news_of(message: Json) -> AnalysisNews | None:
    """What a message says; None for one of a type that is not known."""
    match message.get("type"):
        case "progress":
            return AnalysisNews(AnalysisStatus(message["analysis"]))
        case "result":
            return AnalysisNews(result=AnalysedDecision(message["result"]))
        case "decisions":
            return AnalysisNews(decisions=message["decisions"], rolls=message["rolls"])
        case _:
            return None


async def follow(url: str, headers: Mapping[str, str], *, proxy: bool) -> AsyncIterator[AnalysisNews]:
    """What happens with an analysis, until it has ended. A lost connection is made again."""
    delay, tries = FIRST_DELAY, 0
    is_over = False
    while True:
        try:
            async with connect(
                url, additional_headers=dict(headers), proxy=True if proxy else None, max_size=MAX_MESSAGE,
                ping_timeout=SILENCE_SECONDS,
            ) as socket:  # fmt: skip
                async for written in socket:
                    delay, tries = FIRST_DELAY, 0
                    news = _read(written)
                    if news is not None:
                        if news.analysis is not None:  # what was found may come after the end
                            is_over = news.analysis.is_over
                        yield news
        except InvalidStatus as error:
            if 400 <= error.response.status_code < 500 and error.response.status_code != 429:
                raise refusal_of(error) from None
            why: Exception = error
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code == DELETED:
                raise Refused("not-found", str(text("the analysis has been deleted")), 404) from None
            why = error
        except (OSError, InvalidHandshake, WebSocketException, TimeoutError) as error:
            why = error
        else:
            why = ConnectionError(text("the connection was lost"))
        if is_over:
            return
        tries += 1
        if tries > TRIES:
            raise Unreachable.at(url, why)
        await asyncio.sleep(delay)
        delay = min(2 * delay, LAST_DELAY)


def _read(written: str | bytes) -> AnalysisNews | None:
    try:
        message = json.loads(written)
        return news_of(message) if isinstance(message, dict) else None
    except (ValueError, KeyError, RecursionError):
        raise ProtocolProblem(text("the server did not answer in JSON")) from None
