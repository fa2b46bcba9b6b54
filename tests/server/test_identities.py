"""Secrets, invitations, buckets, hosts and origins: the small things that safety hangs on."""

import pytest

from sixprime.server.http.language_negotiation import negotiate_language
from sixprime.server.http.middleware import AllowedHosts, is_own_origin
from sixprime.server.identities import holder_of, is_id, is_invitation, new_id, new_secret
from sixprime.server.rate_limits import AddressLimits, TokenBucket


def test_a_secret_is_known_by_its_hash() -> None:
    secret = new_secret()
    holder = holder_of(secret)
    assert holder is not None
    assert len(holder) == 64
    assert secret not in holder
    assert holder_of(secret) == holder != holder_of(new_secret())
    for wrong in (None, "", "x", secret[:-1], secret + "x", secret[:-1] + "é", " " + secret[1:]):
        assert holder_of(wrong) is None


def test_ids() -> None:
    ids = {new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(is_id(it) for it in ids)
    assert not any(is_id(it) for it in ("", "x", "é" * 22, "a" * 21 + "\n", "a" * 23))
    assert is_invitation("a" * 22, "a" * 22)
    assert not is_invitation("b" * 22, "a" * 22)
    assert not is_invitation("\ud800", "a" * 22)


def test_a_bucket_empties_and_fills() -> None:
    time = 0.0
    bucket = TokenBucket(2, 3, clock=lambda: time)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    time = 100
    assert not bucket.take(4)
    assert bucket.take(3)


def test_addresses_have_buckets_of_their_own() -> None:
    limits = AddressLimits(0.001, 2, remembered=2)
    assert all(limits.take("127.0.0.1") and limits.take("::1") for _ in range(10))
    assert [limits.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert limits.take("192.0.2.2")
    assert [limits.take(f"2001:db8::{n}") for n in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("LOCALHOST:8615", True),
        ("127.0.0.1:80", True),
        ("[::1]:8615", True),
        ("192.168.1.7:8615", True),
        ("club.example", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("a b", False),
        ("localhost:8615@evil.example", False),
    ],
)
def test_hosts(host: str, allowed: bool) -> None:
    assert AllowedHosts(["club.example"]).allow(host) is allowed


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://localhost:8615", True),
        ("https://localhost:8615", True),
        ("http://localhost", False),
        ("http://evil.example", False),
        ("https://club.example", True),
        ("http://club.example", False),
        ("null", False),
        ("http://[", False),
        ("file://localhost:8615", False),
    ],
)
def test_origins(origin: str, own: bool) -> None:
    assert is_own_origin(origin, "localhost:8615", "https://club.example") is own


def test_languages() -> None:
    assert negotiate_language(None) == "en"
    assert negotiate_language("xx, de-AT;q=0.8, fr;q=0.9") == "fr"
    assert negotiate_language("de;q=0") == "en"
    assert negotiate_language("it;q=x, hu") == "hu"
    assert negotiate_language("de", "fr") == "fr"
    assert negotiate_language("de", "klingon") == "de"
