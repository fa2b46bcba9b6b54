"""Rate limits: token buckets, one for each address or connection; counts for each address; and how addresses are
compared."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
THIS_MACHINE: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


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

    def charge(self, tokens: float) -> float:
        """Take tokens, even more than there are; returns the seconds until there is a whole one again."""
        self.take(0)
        self._level -= tokens
        return max(0.0, (1 - self._level) / self._rate)


class AddressLimits:
    """A bucket for each address; addresses of this machine are not limited, unless a proxy stands there."""

    def __init__(self, rate: float, most: float, remembered: int = 10_000, *, with_loopback: bool = False) -> None:
        self._rate = rate
        self._most = most
        self._remembered = remembered
        self._with_loopback = with_loopback
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str | None, tokens: float = 1) -> bool:
        if address is None or (is_loopback(address) and not self._with_loopback):
            return True
        address = network_of(address)
        bucket = self._buckets.pop(address, None) or TokenBucket(self._rate, self._most)
        self._buckets[address] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(tokens)


class AddressCounts:
    """How many of something each address has at the moment; addresses of this machine are not limited, unless a proxy
    stands there."""

    def __init__(self, most: int, *, with_loopback: bool = False) -> None:
        self._most = most
        self._with_loopback = with_loopback
        self._counts: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str | None) -> Iterator[bool]:
        """Count one more until the end of the block. Gives False, and does not count, if there would be too many."""
        if address is None or (is_loopback(address) and not self._with_loopback):
            yield True
            return
        key = network_of(address)
        if self._counts[key] >= self._most:
            yield False
            return
        self._counts[key] += 1
        try:
            yield True
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def plain_address(address: str) -> str:
    """An address as it is compared and shown: an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


def is_in(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address belongs to one of some networks."""
    try:
        parsed = ip_address(plain_address(address))
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def is_loopback(address: str) -> bool:
    return is_in(address, THIS_MACHINE)


def network_of(address: str) -> str:
    """The key under which an address is counted: for IPv6 its /64 network, which is one client's."""
    address = plain_address(address)
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return ":".join(parsed.exploded.split(":")[:4])
    return address


def read_networks(written: str) -> tuple[Network, ...]:
    """A list of addresses and networks; ValueError if it is none."""
    return tuple(ip_network(part.strip()) for part in written.split(","))
