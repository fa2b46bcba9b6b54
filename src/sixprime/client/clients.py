"""`Client`: one player program, or one spectator, of a sixprime server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from sixprime.client.analyses import AnalysedDecision, AnalysisNews, AnalysisStatus, ServerReview, follow
from sixprime.client.live import Live
from sixprime.client.pinned_dice import PinnedDice
from sixprime.client.practice import PracticeClient
from sixprime.client.requests import Requests, json_of
from sixprime.client.seeds import Seed
from sixprime.client.states import MatchState
from sixprime.formats.dice.transcripts import Verification


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A match that has been created."""

    state: MatchState
    invitation: str | None
    """What the other player needs to sit down; None where no seat is free."""
    links: Mapping[str, str | None]

    @property
    def match(self) -> str:
        """The id of the match."""
        return self.state.match


class Client:
    """A client with its own cookie. Pass the `cookie` of an earlier client to keep its seats; it is secret.

    Seeds for the dice are made here, one for each match that is created or joined, and kept in `seeds` by the id of
    the match until `live` reveals them. What the dice depend on besides is kept in `pinned_dice` before that, and
    `verify_dice` compares it with the transcript at the end.
    """

    def __init__(self, url: str, *, cookie: str | None = None, language: str = "en") -> None:
        self._requests = Requests(url, cookie=cookie, language=language)
        self._language = language
        self.seeds: dict[str, Seed] = {}
        self.pinned_dice: dict[str, PinnedDice] = {}
        self._rematch_seeds: dict[str, Seed] = {}
        self.practice = PracticeClient(self._requests)

    @property
    def cookie(self) -> str | None:
        """The secret by which the server knows this client; None until it has one."""
        return self._requests.cookie

    # Matches

    async def create_match(
        self,
        *,
        kind: str = "bot",
        level: str | None = None,
        seat: str | None = None,
        names: Mapping[str, str] | None = None,
        length: int | None = None,
        rules: str | Mapping[str, object] = "standard",
        seed: Seed | None = None,
        **more: object,
    ) -> CreatedMatch:
        """A new match, as docs/protocol.md has it; `more` are fields such as `position` and `record`."""
        used_seed = seed or Seed.new()
        body: dict[str, object] = {
            "kind": kind,
            "length": length,
            "rules": rules,
            "seed_commitment": used_seed.commitment,
            **more,
        }
        given = {"level": level, "seat": seat, "names": None if names is None else dict(names)}
        body.update({name: value for name, value in given.items() if value is not None})
        answer = await self._requests.post("matches", body=body)
        created = CreatedMatch(MatchState(answer["state"]), answer["invitation"], answer["links"])
        self.seeds[created.match] = used_seed
        return created

    async def join(self, match: str, invitation: str, *, name: str = "", seed: Seed | None = None) -> MatchState:
        """Take the free seat of a match."""
        used_seed = seed or Seed.new()
        body = {"invitation": invitation, "name": name, "seed_commitment": used_seed.commitment}
        answer = await self._requests.post("matches", match, "join", body=body)
        self.seeds[match] = used_seed
        return MatchState(answer["state"])

    async def rematch(self, match: str, *, seed: Seed | None = None) -> MatchState:
        """Play again with the other player of a finished match of two, whoever of both asks first.

        Asking again leads to the same match. The seed is kept until there is an answer: if the first one was lost, the
        next request brings the same seed.
        """
        used_seed = self._rematch_seeds.setdefault(match, seed or Seed.new())
        answer = await self._requests.post("matches", match, "rematch", body={"seed_commitment": used_seed.commitment})
        self._rematch_seeds.pop(match, None)
        state = MatchState(answer["state"])
        committed = [state.fields["dice"]["seeds"][seat] for seat in state.you]
        if any(one is not None and one["commitment"] == used_seed.commitment for one in committed):
            self.seeds[state.match] = used_seed  # otherwise the seat was taken before, with the seed that is kept
        return state

    async def matches(self, *, before: str | None = None, phase: str | None = None) -> list[dict[str, Any]]:
        """The matches of this client, the latest first."""
        answer = await self._requests.get("matches", before=before, phase=phase)
        found: list[dict[str, Any]] = answer["matches"]
        return found

    async def state(self, match: str, version: int | None = None) -> MatchState:
        """A match now, or as it was at a version."""
        return MatchState(await self._requests.get("matches", match, version=version))

    async def entries(self, match: str, after: int = 0) -> list[dict[str, Any]]:
        """All entries of a match after a version."""
        found: list[dict[str, Any]] = []
        more = True
        while more:
            answer = await self._requests.get("matches", match, "entries", after=after + len(found))
            found += answer["entries"]
            more = answer["more"]
        return found

    async def command(self, match: str, **command: object) -> dict[str, Any]:
        """A command without a live connection: `key`, `version`, `seat`, `action` and what belongs to it."""
        answer: dict[str, Any] = await self._requests.post("matches", match, "commands", body=command)
        return answer

    def live(self, match: str, *, seed: Seed | None = None, language: str | None = None, folding: bool = True) -> Live:
        """The match over a WebSocket, to be used in `async with`."""
        base = self._requests.base.replace("http", "ws", 1)
        return Live(
            f"{base}/api/matches/{match}/live",
            headers=self._requests.headers,
            seed=seed or self.seeds.get(match),
            language=language or self._language,
            folding=folding,
            proxy=not self._requests.is_near,
            pinned=self.pinned_dice.setdefault(match, PinnedDice()),
        )

    # Questions

    async def plays(self, match: str) -> dict[str, Any]:
        """The legal plays of the roll on the table."""
        answer: dict[str, Any] = await self._requests.get("matches", match, "plays")
        return answer

    async def hint(self, match: str, *, why: bool = False) -> dict[str, Any]:
        """What the engine would do, where hints are allowed; `why` asks for its reasons as well."""
        answer: dict[str, Any] = await self._requests.get("matches", match, "hint", why="true" if why else None)
        return answer

    async def advice(self, match: str, **action: object) -> dict[str, Any]:
        """What the tutor says about an action before it is taken: `version`, `seat`, `action` and so on, as they stand
        in a command; `stage="show"` to be told what is better. Against the bot only, for the holder of the seat."""
        answer: dict[str, Any] = await self._requests.post("matches", match, "advice", body=action)
        return answer

    async def dice(self, match: str) -> dict[str, Any]:
        """The transcript of the dice, for `sixprime verify-dice`."""
        answer: dict[str, Any] = await self._requests.get("matches", match, "dice")
        return answer

    async def verify_dice(self, match: str) -> Verification:
        """Derive every roll of a match again when it has ended, and compare with what this client pinned and saw."""
        return self.pinned_dice.get(match, PinnedDice()).verify(await self.dice(match))

    async def export(self, match: str, kind: str = "json") -> bytes:
        """The match as a file: `json`, `mat`, `sgf` or `txt`."""
        return await self._requests.fetch("GET", "matches", match, "export", kind)

    async def import_file(self, contents: bytes, name: str = "") -> dict[str, Any]:
        """Import a match file of any format as studies; returns its `matches` and `problems`."""
        kind = "application/octet-stream"
        query = {"name": name} if name else {}
        written = await self._requests.fetch("POST", "imports", body=contents, kind=kind, query=query)
        answer: dict[str, Any] = json_of(written)
        return answer

    # Analyses

    async def analyse(
        self,
        match: str | None = None,
        *,
        position: str | None = None,
        event: int | None = None,
        depth: str = "deep",
        games: int | None = None,
    ) -> AnalysisStatus:
        """Have a match analysed, one decision of it, or a position; the same job again gives the one that exists."""
        given = {"match": match, "position": position, "event": event, "depth": depth, "games": games}
        body = {name: value for name, value in given.items() if value is not None}
        return AnalysisStatus(await self._requests.post("analyses", body=body))

    async def analysis(self, analysis: str) -> AnalysisStatus:
        """Where an analysis stands."""
        return AnalysisStatus(await self._requests.get("analyses", analysis))

    async def cancel_analysis(self, analysis: str) -> AnalysisStatus:
        """Cancel an analysis that this client asked for."""
        return AnalysisStatus(await self._requests.delete("analyses", analysis))

    def follow_analysis(self, analysis: str) -> AsyncIterator[AnalysisNews]:
        """What happens with an analysis, until it has ended."""
        url = f"{self._requests.base.replace('http', 'ws', 1)}/api/analyses/{analysis}/live?language={self._language}"
        return follow(url, self._requests.headers, proxy=not self._requests.is_near)

    async def analysis_result(self, analysis: str) -> AnalysedDecision:
        """What was found about a position or a single decision, also while a rollout goes on."""
        return AnalysedDecision(await self._requests.get("analyses", analysis, "result"))

    async def review(self, match: str, depth: str | None = None) -> ServerReview:
        """What was found about a match: by the deepest analysis that is complete, if no depth is named."""
        return ServerReview(await self._requests.get("matches", match, "analysis", depth=depth))

    async def review_page(self, match: str) -> bytes:
        """What was found about a match as one HTML page that opens without a server."""
        return await self._requests.fetch("GET", "matches", match, "analysis", "file")

    async def decision(self, match: str, event: int, depth: str | None = None) -> AnalysedDecision:
        """Everything that was found about a decision of a match."""
        found = await self._requests.get("matches", match, "analysis", "decisions", str(event), depth=depth)
        return AnalysedDecision(found)

    async def comment(self, match: str, event: int, comment: str) -> None:
        """Write a comment beside an event; an empty one removes what was there."""
        await self._requests.put("matches", match, "comments", str(event), body={"comment": comment})

    # The server

    async def statistics(self) -> dict[str, Any]:
        """Statistics of all dice thrown on this server."""
        answer: dict[str, Any] = await self._requests.get("dice", "statistics")
        return answer

    async def about(self) -> dict[str, Any]:
        """What the server is, and what it offers."""
        answer: dict[str, Any] = await self._requests.get("about")
        return answer

    async def is_ready(self) -> bool:
        """Whether the server can serve."""
        await self._requests.get("ready")
        return True
