"""Limits: what is usual at home and for many, how they are written, and the table of the manual."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from sixprime.server.limits import Limits, Unit, table_of_limits
from sixprime.server.settings import settings_from

MANUAL = Path(__file__).parents[2] / "docs" / "server.md"


def test_the_table_of_the_manual_is_up_to_date() -> None:
    """`python -c "from sixprime.server.limits import *; print(table_of_limits())"` prints it."""
    assert table_of_limits() in MANUAL.read_text(encoding="utf-8")


def test_the_proxy_of_the_manual_passes_on_what_may_be_uploaded() -> None:
    found = re.search(r"client_max_body_size ([0-9]+)m;", MANUAL.read_text(encoding="utf-8"))
    assert found is not None
    assert Limits().upload <= int(found[1]) * 2**20 < 2 * Limits().upload


def test_what_is_usual() -> None:
    usual = Limits()
    assert (usual.details, usual.upload, usual.rooms) == (16_000, 5_000_000, 256_000_000)
    assert (usual.visitor_matches, usual.address_matches) == (200, 1000)
    assert (usual.untouched, usual.unfinished) == (7 * 24 * 3600, 365 * 24 * 3600)
    assert (usual.header_time, usual.body_time, usual.address_connections) == (10, 30, 64)


@pytest.mark.parametrize(
    ("flags", "expires"),
    [
        ({}, False),
        ({"host": "localhost"}, False),
        ({"host": "0.0.0.0"}, True),
        ({"proxy": "yes"}, True),
        ({"proxy": "10.0.0.2"}, True),
        ({"public_url": "https://club.example"}, True),
    ],
)
def test_at_home_nothing_expires(flags: dict[str, str], expires: bool) -> None:
    limits = settings_from(flags, {}).limits
    assert limits == (Limits() if expires else Limits.at_home())
    assert (limits.untouched is not None) == (limits.unfinished is not None) == expires


def test_flags_come_on_top_of_the_environment() -> None:
    environment = {"SIXPRIME_LIMITS": "details=32kB, untouched=14d ,", "SIXPRIME_HOST": "0.0.0.0"}
    limits = settings_from({"limits": "untouched=none,connections=100,header-time=2min"}, environment).limits
    assert (limits.details, limits.untouched, limits.connections, limits.header_time) == (32_000, None, 100, 120)
    assert limits.upload == Limits().upload
    assert settings_from({"limits": "untouched=1d"}, {}).limits.untouched == 24 * 3600


@pytest.mark.parametrize("unit", list(Unit))
def test_what_is_written_is_read(unit: Unit) -> None:
    for number in (1, 59, 60, 999, 1000, 3600, 16_000, 86_400, 5_000_000):
        assert unit.read(unit.write(number).replace(",", "")) == number
    for wrong in ("", "x", "-1", "1.5", "1 parsec", "9" * 20, "٣", "0"):
        assert unit.read(wrong) is None


def test_every_limit_says_what_it_is_of() -> None:
    assert all(known.metadata["meaning"] and known.metadata["unit"] for known in fields(Limits))
