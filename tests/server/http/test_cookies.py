"""The cookie that holds seats: its form, its renewal, and its safe name on https."""

import asyncio
from typing import Any

import httpx
import pytest

from server.support.local_servers import LocalServer, create, hear, running, say
from sixprime.client import Client
from sixprime.client.requests import Requests
from sixprime.server.identities import COOKIE, COOKIE_SECONDS, SECURE_COOKIE, holder_of, new_secret


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server behind a proxy that speaks https."""
    with running(tmp_path_factory.mktemp("secure"), public_url="https://club.example") as server:
        yield server


def given(answer: httpx.Response) -> list[str]:
    return answer.headers.get_list("set-cookie")


def sent(server: LocalServer, **cookies: str) -> httpx.Client:
    """A visitor with a header of its own making: httpx does not send secure cookies over http."""
    return server.visitor(Cookie="; ".join(f"{name.replace('Host_', '__Host-')}={it}" for name, it in cookies.items()))


def test_what_can_be_a_secret() -> None:
    assert holder_of(new_secret()) is not None
    for wrong in ("a" * 43, "ab" * 21 + "a", "A" * 42 + "B", new_secret()[:-1] + "_", "abcdefgh" * 5 + "abc"):
        assert holder_of(wrong) is None, wrong


def test_a_value_that_is_no_secret_is_replaced(server: LocalServer) -> None:
    answer = sent(server, sixprime="a" * 43).post("/api/matches", json={"kind": "screen"})
    assert answer.status_code == 201
    (cookie,) = given(answer)
    assert cookie.startswith(f"{COOKIE}=")
    assert "a" * 43 not in cookie


def test_the_cookie_is_renewed_wherever_it_comes(server: LocalServer) -> None:
    visitor = server.visitor()
    assert not given(visitor.get("/api/matches"))
    match = create(visitor)["state"]["match"]
    secret = visitor.cookies[COOKIE]
    for answer in (
        visitor.get("/api/matches"),
        visitor.get(f"/api/matches/{match}"),
        visitor.post("/api/matches", json={"kind": "screen"}),
    ):
        (cookie,) = given(answer)
        assert cookie.startswith(f"{COOKIE}={secret}; ")
        assert f"Max-Age={COOKIE_SECONDS}" in cookie
        assert answer.headers["cache-control"] == "no-store"
    with server.live(match, visitor) as socket:
        assert socket.response is not None
        assert socket.response.headers["set-cookie"].startswith(f"{COOKIE}={secret}; ")
    with server.live(match) as socket:
        assert socket.response is not None
        assert "set-cookie" not in socket.response.headers
    for public in ("/", "/api/about", "/static/icons/icon.svg"):
        assert not given(visitor.get(public)), "what caches may store carries no secret"


def test_on_https_the_name_is_safe(secure: LocalServer) -> None:
    (cookie,) = given(secure.visitor().post("/api/matches", json={"kind": "screen"}))
    assert cookie.startswith(f"{SECURE_COOKIE}=")
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Secure"):
        assert part in cookie
    assert "Domain" not in cookie


def test_a_plain_cookie_is_exchanged_on_https_and_keeps_its_seat(secure: LocalServer) -> None:
    secret, planted = new_secret(), new_secret()
    old = sent(secure, sixprime=secret)
    made = old.post("/api/matches", json={"kind": "link", "seat": "white"})
    match = made.json()["state"]["match"]
    safe, gone = given(made)
    assert safe.startswith(f"{SECURE_COOKIE}={secret}; ")
    assert gone.startswith(f'{COOKIE}=""; ')
    assert "Max-Age=0" in gone
    for headers in ({"sixprime": secret}, {"Host_sixprime": secret}, {"Host_sixprime": secret, "sixprime": planted}):
        visitor = sent(secure, **headers)
        assert visitor.get(f"/api/matches/{match}").json()["you"] == ["white"], headers
        assert [it["match"] for it in visitor.get("/api/matches").json()["matches"]] == [match]
        header = {"Cookie": visitor.headers["cookie"]}
        with secure.live(match, headers=header) as socket:
            say(socket, type="hello")
            assert hear(socket, "welcome")["state"]["you"] == ["white"]
    other = sent(secure, Host_sixprime=planted, sixprime=secret)
    assert other.get(f"/api/matches/{match}").json()["you"] == [], "beside a safe cookie a plain one does not count"


def test_at_home_the_safe_name_does_not_count(server: LocalServer) -> None:
    secret = new_secret()
    match = sent(server, sixprime=secret).post("/api/matches", json={"kind": "screen"}).json()["state"]["match"]
    assert sent(server, sixprime=secret).get(f"/api/matches/{match}").json()["you"]
    assert not sent(server, Host_sixprime=secret).get(f"/api/matches/{match}").json()["you"]


def test_our_client_keeps_its_seat(secure: LocalServer) -> None:
    here = f"http://127.0.0.1:{secure.settings.port}"

    async def main() -> None:
        client = Client(here)
        created = await client.create_match(kind="screen")
        assert client.cookie is not None
        again = Client(here, cookie=client.cookie)
        assert (await again.state(created.match)).you
        headers = Requests("https://club.example", cookie="x").headers
        assert headers["Cookie"] == f"{SECURE_COOKIE}=x; {COOKIE}=x"

    asyncio.run(main())
