"""Play on a sixprime server from Python: matches over HTTP, live play over a WebSocket.

It speaks the protocol of docs/protocol.md, keeps seats by the server's cookie, adds fresh seeds to the dice, sends what
was not acknowledged again after a lost connection, and follows a match as a `sixprime.Match` of its own. A bot that
plays its first legal play:

    import asyncio
    from sixprime.client import Client

    async def main() -> None:
        client = Client("http://127.0.0.1:8615")
        created = await client.create_match(kind="bot", level="beginner", seat="white", length=1)
        async with client.live(created.match) as live:
            async for state in live.turns("white"):
                actions = state.actions("white")
                if "play" in actions:
                    await live.send("play", steps=next(state.plays()))
                else:
                    await live.send(next(action for action in ("open", "roll", "take", "accept") if action in actions))
            print(live.state.score, live.followed.match)
        print(await client.verify_dice(created.match))

    asyncio.run(main())
"""

from sixprime.client.analyses import AnalysedDecision, AnalysedOption, AnalysisNews, AnalysisStatus, ServerReview
from sixprime.client.clients import Client, CreatedMatch
from sixprime.client.followed_matches import FollowedMatch
from sixprime.client.live import Ack, Live
from sixprime.client.pinned_dice import PinnedDice
from sixprime.client.refusals import ProtocolProblem, Refused, Unreachable
from sixprime.client.seeds import Seed
from sixprime.client.states import MatchState

__all__ = [
    "Ack",
    "AnalysedDecision",
    "AnalysedOption",
    "AnalysisNews",
    "AnalysisStatus",
    "Client",
    "CreatedMatch",
    "FollowedMatch",
    "Live",
    "MatchState",
    "PinnedDice",
    "ProtocolProblem",
    "Refused",
    "Seed",
    "ServerReview",
    "Unreachable",
]
