"""The client has matches and positions analysed by a real server."""

import asyncio
from collections.abc import Iterator

import pytest

from match_analysis.matches import random_match
from server.support.analysed_matches import OPENING
from server.support.local_servers import LocalServer, running
from sixprime.client import Client, Refused
from sixprime.core.match import records
from waiting import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


def test_a_match_from_start_to_review(server: LocalServer) -> None:
    async def main() -> None:
        client = Client(server.url)
        imported = await client.import_file(records.dumps(random_match(5, 1)).encode())
        match = imported["matches"][0]["match"]
        started = await client.analyse(match, depth="instant")
        told = [news async for news in client.follow_analysis(started.id)]
        assert told[-1].analysis is not None
        assert told[-1].analysis.state == "done"
        assert told[-1].analysis.progress == 1
        review = await client.review(match)
        assert review.is_complete
        assert sum(len(news.decisions) for news in told) == len(review.decisions)
        assert sum(len(news.rolls) for news in told) == len(review.rolls)
        assert review.pr("white") > 0
        assert b'<script type="application/json" id="saved">' in await client.review_page(match)
        first = review.decisions[0]
        decision = await client.decision(match, first["event"])
        assert decision.loss == first["loss"]
        assert sum(option.is_played for option in decision.options) == 1
        await client.comment(match, first["event"], "the first")
        again = await client.analyse(match, depth="instant")
        assert (again.id, again.state, again.ahead) == (started.id, "done", 0)

    asyncio.run(main())


def test_a_position_and_its_rollout(server: LocalServer) -> None:
    async def main() -> None:
        client = Client(server.url)
        started = await client.analyse(position=OPENING, depth="rollout", games=36)
        results = [news.result async for news in client.follow_analysis(started.id) if news.result is not None]
        found = await client.analysis_result(started.id)
        assert found == results[-1]
        assert (found.kind, found.player, found.games, found.loss) == ("play", "black", 36, None)
        assert found.options[0].loss == 0
        assert (await client.analysis(started.id)).is_over
        async with asyncio.timeout(PATIENCE):  # what was found comes after the news that it is over
            again = [news async for news in client.follow_analysis(started.id)]
        assert [news.result for news in again if news.result is not None] == [found]

    asyncio.run(main())


def test_a_job_is_cancelled_and_strangers_are_refused(server: LocalServer) -> None:
    async def main() -> None:
        client = Client(server.url)
        started = await client.analyse(position=OPENING, depth="rollout", games=20_736)
        with pytest.raises(Refused, match="only the visitor who asked"):
            await Client(server.url).cancel_analysis(started.id)
        assert (await client.cancel_analysis(started.id)).state == "cancelled"
        told = [news async for news in client.follow_analysis(started.id)]
        assert told[-1].analysis is not None
        assert told[-1].analysis.state == "cancelled"
        with pytest.raises(Refused) as refused:
            async for _ in client.follow_analysis("none"):
                pass
        assert refused.value.code == "not-found"

    asyncio.run(main())
