"""Rate limits: token buckets, one for each address or connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address


class TokenBucket:
    """Fills with `rate` tokens a second up to `most`."""

    __slots__ = ("_clock", "_level", "_most", "_rate", "_time")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._level = most
        self._clock = clock
        self._time = clock()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens and return True, or return False if there are too few."""
        time_now = self._clock()
        self._level = min(self._most, self._level + (time_now - self._time) * self._rate)
        self._time = time_now
        if self._level < tokens:
            return False
        self._level -= tokens
        return True


class AddressLimits:
    """A bucket for each address; addresses of this machine are not limited."""

    def __init__(self, rate: float, most: float, remembered: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._remembered = remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str | None, tokens: float = 1) -> bool:
        if address is None or is_loopback(address):
            return True
        address = network_of(address)
        bucket = self._buckets.pop(address, None) or TokenBucket(self._rate, self._most)
        self._buckets[address] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(tokens)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """The key under which an address is counted: for IPv6 its /64 network, which is one client's."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return ":".join(parsed.exploded.split(":")[:4])
    return address
