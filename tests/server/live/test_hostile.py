"""Clients that mean harm, or are broken: refused with the documented error, nothing changes, others do not notice."""

import asyncio
import json
import secrets
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from server.support.server_processes import ServerProcess
from server.support.tables_of_two import answer_of, ask, at_once, bare, command, pair, refusal_over_both
from sixprime.client import Client, Live, Refused


class TestTheWrongMoment:
    @at_once
    async def test_a_command_that_comes_twice_happens_once(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, bare(table, table.clients[0].cookie) as socket:
            written = command(table)
            answers = []
            for _ in range(5):
                await socket.send(json.dumps(written))
                answers.append(await answer_of(socket, "ack", "refused"))
            assert answers[0]["type"] == "ack"
            assert all(answer == answers[0] for answer in answers)
            again = await table.clients[0].command(table.match, **written)
            assert again == answers[0]
            other = {**written, "action": "resign", "value": 3}  # the key decides: nothing else happens
            assert await table.clients[0].command(table.match, **other) == answers[0]
            await table.white.until(lambda state: state.version == answers[0]["version"])
            entries, _ = await table.whole()
            assert len(entries) == answers[0]["version"]

    @at_once
    async def test_two_at_the_same_time_happen_once(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table:
            version = table.white.version
            sent = [table.white.send("open", seat="white"), table.black.send("open", seat="black")]
            results = await asyncio.gather(*sent, return_exceptions=True)
            refused = [result for result in results if isinstance(result, Refused)]
            assert [error.code for error in refused] == ["stale"]
            assert len((await table.whole())[0]) == version + 1

    @at_once
    async def test_the_key_of_the_other_side(self, server_process: ServerProcess) -> None:
        """It is worth nothing: the answer is to one's own command, not to that of the other side."""
        async with pair(server_process.url) as table:
            ack = await table.white.send("open", seat="white")
            await table.black.until(lambda state: state.version == ack.version)
            async with table.unchanged():
                with pytest.raises(Refused) as refused:
                    await table.black.send("accept", seat="black", key=ack.key)
                assert refused.value.code == "not-allowed"

    @at_once
    async def test_out_of_order(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, bare(table, table.clients[0].cookie) as socket:
            first = command(table)
            second = command(table, version=first["version"] + 1, action="resign", value=1)
            await socket.send(json.dumps(second))
            told = await answer_of(socket, "ack", "refused")
            assert (told["type"], told["error"]["code"]) == ("refused", "stale")
            await socket.send(json.dumps(first))
            assert (await answer_of(socket, "ack", "refused"))["type"] == "ack"
            await socket.send(json.dumps(second))
            assert (await answer_of(socket, "ack", "refused"))["type"] == "ack"

    @pytest.mark.parametrize("distance", [-1, 1, 1000, -1000])
    @at_once
    async def test_another_version(self, server_process: ServerProcess, distance: int) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            written = command(table, version=max(table.white.version + distance, 0))
            assert await refusal_over_both(table, table.clients[0].cookie, written) == {("stale", None), ("stale", 409)}

    @at_once
    async def test_out_of_turn_and_against_the_rules(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table:
            mover, seat = await table.open()
            waiting, other = (table.black, "black") if seat == "white" else (table.white, "white")
            async with table.unchanged():
                wrong: list[tuple[Live, dict[str, Any]]] = [
                    (waiting, {"seat": other, "action": "roll"}),
                    (waiting, {"seat": other, "action": "play", "steps": [[8, 5], [6, 5]]}),
                    (mover, {"seat": seat, "action": "roll"}),
                    (mover, {"seat": seat, "action": "open"}),
                    (mover, {"seat": seat, "action": "double"}),
                    (mover, {"seat": seat, "action": "take"}),
                    (mover, {"seat": seat, "action": "accept"}),
                    (mover, {"seat": seat, "action": "beaver"}),
                    (mover, {"seat": seat, "action": "end"}),
                    (mover, {"seat": seat, "action": "take-back"}),
                    (mover, {"seat": seat, "action": "reveal", "seed": "00" * 32}),
                    (mover, {"seat": seat, "action": "play", "steps": []}),
                    (mover, {"seat": seat, "action": "play", "steps": [[24, 0], [25, 25]]}),
                    (mover, {"seat": seat, "action": "play", "steps": [[1, 24], [0, 0], [13, 13], [6, 7]]}),
                ]
                for live, written in wrong:
                    with pytest.raises(Refused) as refused:
                        await live.send(**written)
                    assert refused.value.code == "not-allowed", written
                    assert str(refused.value)


class TestTheWrongPerson:
    @at_once
    async def test_seats_are_for_who_holds_them(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, pair(server_process.url) as another, table.unchanged():
            strangers = {
                "the other seat": table.clients[1].cookie,
                "a spectator": None,
                "somebody without a seat": secrets.token_urlsafe(32),
                "a player of another match": another.clients[0].cookie,
                "a cookie that cannot be one": "x",
                "the other's cookie, changed": (table.clients[0].cookie or "")[:-1] + "~",
            }
            for who, cookie in strangers.items():
                expected = {("forbidden", None), ("forbidden", 403)}
                assert await refusal_over_both(table, cookie, command(table)) == expected, who

    @at_once
    async def test_a_seed_is_not_revealed_for_somebody_else(self, server_process: ServerProcess) -> None:
        one = Client(server_process.url)
        created = await one.create_match(kind="screen", length=1)
        with pytest.raises(Refused) as refused:
            await Client(server_process.url).command(
                created.match, key="k", version=created.state.version, seat="white", action="reveal", seed="00" * 32
            )
        assert refused.value.code == "forbidden"
        with pytest.raises(Refused) as wrong:
            await one.command(
                created.match, key="k", version=created.state.version, seat="white", action="reveal", seed="00" * 32
            )
        assert wrong.value.code == "not-allowed"
        assert (await one.state(created.match)).version == created.state.version

    @at_once
    async def test_invitations(self, server_process: ServerProcess) -> None:
        one = Client(server_process.url)
        created = await one.create_match(kind="link", seat="white", length=1)
        assert created.invitation is not None
        for invitation in ("", "x", created.match, created.invitation[:-1], created.invitation + "x", "é" * 20):
            with pytest.raises(Refused) as refused:
                await Client(server_process.url).join(created.match, invitation)
            assert (refused.value.code, refused.value.status) == ("forbidden", 403)
        assert (await one.state(created.match)).version == created.state.version
        await Client(server_process.url).join(created.match, created.invitation)
        with pytest.raises(Refused) as late:
            await Client(server_process.url).join(created.match, created.invitation)
        assert late.value.code in ("not-allowed", "forbidden")

    @at_once
    async def test_secrets_are_nowhere_before_the_end(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table:
            await table.open()
            readers = [*table.clients, Client(server_process.url)]
            told = [json.dumps([one.state.fields, one.followed.entries]) for one in (table.white, table.black)]
            for reader in readers:
                told.append(json.dumps((await reader.state(table.match)).fields))
                told.append(json.dumps(await reader.entries(table.match)))
                told.append(json.dumps(await reader.dice(table.match)))
                told += [(await reader.export(table.match, kind)).decode() for kind in ("json", "mat", "sgf", "txt")]
            while not table.white.state.is_over:
                await table.white.send("resign", seat="white", value=3)
                await table.black.until(lambda state: "accept" in state.actions("black"))
                await table.black.send("accept", seat="black")
                await table.white.until(lambda state: "resign" in state.actions("white") or state.is_over)
            secret = (await readers[-1].dice(table.match))["secret"]
            assert len(secret) == 64
            assert table.white.state.fields["dice"]["secret"] == secret
            cookies = [client.cookie or "" for client in table.clients]
            assert not [words for words in told if any(hidden in words for hidden in (secret, *cookies))]


class TestTheWrongPlace:
    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "http://"])
    @at_once
    async def test_a_foreign_page(self, server_process: ServerProcess, origin: str) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            with pytest.raises(InvalidStatus) as handshake:
                async with bare(table, table.clients[0].cookie, origin=origin):
                    pass
            assert handshake.value.response.status_code == 403
            body = json.dumps(command(table)).encode()
            headers = {"Origin": origin, "Content-Type": "application/json", "X-Sixprime": "1"}
            told = ask(server_process, "POST", table.path + "/commands", body, headers, table.clients[0].cookie)
            assert told == (403, "foreign-origin")

    @at_once
    async def test_a_form_of_a_foreign_page(self, server_process: ServerProcess) -> None:
        async with pair(server_process.url) as table, table.unchanged():
            body = json.dumps(command(table)).encode()
            path, cookie = table.path + "/commands", table.clients[0].cookie
            for headers in (
                {"Content-Type": "application/json"},
                {"Content-Type": "text/plain"},
                {"Content-Type": "application/x-www-form-urlencoded"},
            ):
                assert ask(server_process, "POST", path, body, headers, cookie) == (403, "foreign-origin")
            own = {"Origin": server_process.url, "Content-Type": "text/plain"}
            assert ask(server_process, "POST", path, body, own, cookie) == (400, "malformed")

    def test_a_name_that_is_not_ours(self, server_process: ServerProcess) -> None:
        told = ask(server_process, "GET", "/api/matches", None, {"Host": "evil.example"})
        assert told == (403, "foreign-origin")

    @at_once
    async def test_matches_that_are_not_there(self, server_process: ServerProcess) -> None:
        client = Client(server_process.url)
        for match in ("x", "0" * 22, "A" * 500, "..", "%2e%2e", "é", "a/b", "'; drop table entries; --"):
            with pytest.raises(Refused) as refused:
                await client.state(match)
            assert (refused.value.code, refused.value.status) in (("not-found", 404), ("malformed", 422))
        with pytest.raises(Refused):
            async with client.live("0" * 22):
                pass
