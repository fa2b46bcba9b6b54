"""Practice on a server: answers that the holder of the client's cookie gave, figures, and taking all of it along."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sixprime.client.requests import Requests, json_of

Json = Mapping[str, Any]


class PracticeClient:
    """What a client practises; docs/protocol.md has the fields of all answers."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    async def attempt(
        self,
        kind: str,
        key: str,
        grade: int,
        *,
        topic: str = "",
        loss: float | None = None,
        milliseconds: int | None = None,
        ago: int = 0,
        detail: Json | None = None,
        id: str | None = None,  # noqa: A002  # as in the protocol
    ) -> bool:
        """Keep one answer; returns whether it was new. With the same `id` it counts once, however often it is sent."""
        sent = {
            "id": id or secrets.token_urlsafe(16), "kind": kind, "key": key, "grade": grade, "topic": topic,
            "loss": loss, "milliseconds": milliseconds, "ago": ago, "detail": dict(detail or {}),
        }  # fmt: skip
        return bool(await self.send([sent]))

    async def send(self, attempts: Sequence[Json]) -> list[str]:
        """Keep answers; returns the ids of those that were new."""
        answer = await self._requests.post("practice", "attempts", body={"attempts": list(attempts)})
        kept: list[str] = answer["kept"]
        return kept

    async def attempts(self, kind: str | None = None, key: str | None = None, limit: int = 100) -> list[dict[str, Any]]:
        """The latest answers, the last one first."""
        answer = await self._requests.get("practice", "attempts", kind=kind, key=key, limit=limit)
        found: list[dict[str, Any]] = answer["attempts"]
        return found

    async def statistics(self, days: int = 365) -> dict[str, Any]:
        """Figures by kind, topic and day, and ratings."""
        answer: dict[str, Any] = await self._requests.get("practice", "statistics", days=days)
        return answer

    async def settings(self) -> dict[str, Any]:
        answer: dict[str, Any] = await self._requests.get("practice", "settings")
        return answer

    async def change_settings(self, *, retention: float, new_a_day: int) -> dict[str, Any]:
        body = {"retention": retention, "new_a_day": new_a_day}
        answer: dict[str, Any] = await self._requests.put("practice", "settings", body=body)
        return answer

    async def name(self, name: str, *, me: bool) -> None:
        """Say whether the player of a name, in imported matches, is who practises."""
        await self._requests.put("practice", "names", body={"names": [{"name": name, "me": me}]})

    # Cards

    async def due(self) -> dict[str, Any]:
        """The cards that are due, and matches of which it is not known who this client was."""
        answer: dict[str, Any] = await self._requests.get("practice", "due")
        return answer

    async def card(self, card: str) -> dict[str, Any]:
        """A card with its question, what the engine thinks, and reasons."""
        answer: dict[str, Any] = await self._requests.get("practice", "cards", card)
        return answer

    async def cards(self, tag: str | None = None) -> list[dict[str, Any]]:
        """All cards, or those with a tag."""
        found: list[dict[str, Any]] = []
        more = True
        while more:
            after = found[-1]["card"] if found else None
            answer = await self._requests.get("practice", "cards", tag=tag, after=after)
            found += answer["cards"]
            more = answer["more"]
        return found

    async def add(
        self,
        position: str | None = None,
        *,
        match: str | None = None,
        event: int | None = None,
        tags: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Make a card of a position, or of a decision of an analysed match; returns the card in short."""
        body = {"position": position, "match": match, "event": event, "tags": list(tags)}
        wanted = {name: value for name, value in body.items() if value is not None}
        answer = await self._requests.post("practice", "cards", body=wanted)
        card: dict[str, Any] = answer["cards"][0]
        return card

    async def list_text(self) -> str:
        """The cards as text, an XGID in a line."""
        return (await self._requests.fetch("GET", "practice", "list")).decode()

    async def anki_package(self) -> bytes:
        """The cards as a package for Anki, if the server can make one."""
        return await self._requests.fetch("GET", "practice", "anki")

    async def add_list(self, written: str) -> dict[str, Any]:
        """Make cards of such a text."""
        answer: dict[str, Any] = await self._requests.post("practice", "list", body={"text": written})
        return answer

    # Everything

    async def export(self) -> bytes:
        """Everything, as a file."""
        return await self._requests.fetch("GET", "practice", "export")

    async def bring(self, exported: bytes) -> dict[str, Any]:
        """Bring what `export` gave elsewhere; returns what of it was new."""
        written = await self._requests.fetch("POST", "practice", "import", body=exported, kind="application/json")
        answer: dict[str, Any] = json_of(written)
        return answer

    async def delete(self) -> bool:
        """Delete everything; returns whether there was something."""
        return bool((await self._requests.delete("practice"))["deleted"])
