"""Nobody is taken for gone because a clock has jumped."""

import pytest

from sixprime.core import Player
from sixprime.server.live import presence
from sixprime.server.live.clock_guard import TOLERANCE, ClockGuard
from sixprime.server.live.presence import PERIOD, RETURN, Presence
from sixprime.server.matches.logs import Log
from sixprime.server.matches.proposals import NewMatchRequest, propose

START = 1_700_000_000_000
DAY = 24 * 3600 * 1000


class Clocks:
    """A wall clock that can be set, and a monotonic one that cannot."""

    def __init__(self) -> None:
        self.wall = START
        self.seconds = 0.0

    def run(self, milliseconds: int, guard: ClockGuard) -> None:
        """Time goes by, and the server looks every minute."""
        left = milliseconds
        while left > 0:
            step = min(left, 60_000)
            self.wall += step
            self.seconds += step / 1000
            left -= step
            guard.look()


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    clocks = Clocks()
    monkeypatch.setattr(presence, "now", lambda: clocks.wall)
    return clocks


class Table:
    """A match of two whose players were last seen at a time."""

    def __init__(self, clocks: Clocks, seen: int, since: int = START) -> None:
        proposal = propose(NewMatchRequest(kind="link", length=1))
        self._moment = Log("x" * 22, START, proposal.entries("00" * 32)).now
        self.clocks = clocks
        self.guard = ClockGuard(PERIOD, lambda: clocks.wall, lambda: clocks.seconds)
        self._presence = Presence(dict.fromkeys(Player, seen), since - RETURN - 1, self.guard)

    def is_gone(self) -> bool:
        return self._presence.is_gone(Player.BLACK, self._moment, dict.fromkeys(Player, "holder"))


def test_who_stays_away_is_gone(clocks: Clocks) -> None:
    table = Table(clocks, seen=START)
    clocks.run(PERIOD, table.guard)
    assert not table.is_gone()
    clocks.run(1, table.guard)
    assert table.is_gone()


def test_a_jump_forward_makes_nobody_gone(clocks: Clocks) -> None:
    table = Table(clocks, seen=START)
    clocks.run(3600_000, table.guard)
    clocks.wall += 400 * DAY
    assert not table.is_gone()
    clocks.run(PERIOD - 60_000, table.guard)
    assert not table.is_gone()
    clocks.run(120_000, table.guard)
    assert table.is_gone()


def test_a_jump_back_keeps_nobody_there_for_ever(clocks: Clocks) -> None:
    table = Table(clocks, seen=START)
    clocks.run(3600_000, table.guard)
    clocks.wall -= 400 * DAY
    assert not table.is_gone()
    clocks.run(PERIOD + 120_000, table.guard)
    assert table.is_gone()


def test_small_corrections_are_no_jumps(clocks: Clocks) -> None:
    table = Table(clocks, seen=START)
    for correction in (TOLERANCE // 2, -TOLERANCE // 2, TOLERANCE // 2):
        clocks.wall += correction
        clocks.run(PERIOD // 3 + 1, table.guard)
    clocks.run(TOLERANCE, table.guard)
    assert table.is_gone()


@pytest.mark.parametrize("latest", [START - 2 * DAY, START + DAY])
def test_a_start_with_another_time_than_the_disk_has(clocks: Clocks, latest: int) -> None:
    table = Table(clocks, seen=START - 3 * DAY)
    assert table.is_gone()
    table.guard.compare(latest)
    assert not table.is_gone()
    clocks.run(PERIOD + 60_000, table.guard)
    assert table.is_gone()


def test_an_ordinary_start(clocks: Clocks) -> None:
    table = Table(clocks, seen=START - 3 * DAY)
    table.guard.compare(START - 3600_000)
    assert table.is_gone()
    table.guard.compare(None)
    assert table.is_gone()
