"""Which part of a match an analysis is about: up to the last event that the match had then. A take-back ends that."""

from __future__ import annotations

from sixprime.core import Event
from sixprime.server.matches.logs import Log, Moment


def analysed_version(moment: Moment) -> int:
    """The version of a match that an analysis of it is about: that of its last event, whatever came after it."""
    return moment.version if moment.last_event is None else moment.last_event.seq


def is_stale(log_of_match: Log, version: int | None) -> bool:
    """Whether moves were taken back that the match had at a version."""
    then = log_of_match.at(version or 0)
    return then is None or common_events(log_of_match, version) < then.event_count


def is_as_now(log_of_match: Log, version: int | None) -> bool:
    """Whether a match has the same events now as at a version."""
    then = log_of_match.at(version or 0)
    return then is not None and then.last_event is log_of_match.now.last_event


def common_events(log_of_match: Log, version: int | None) -> int:
    """How many of the first events of a match are the same now as at a version."""
    then, today = log_of_match.at(version or 0), log_of_match.now
    if then is None:
        return 0
    count = min(then.event_count, today.event_count)
    one, other = then.event_at(count), today.event_at(count)
    while one is not other and one is not None and other is not None:
        one, other = one.before, other.before
    return 0 if one is None else one.count


def events_at(log_of_match: Log, version: int | None) -> list[Event]:
    """The events that a match had at a version."""
    moment = log_of_match.at(version or 0)
    return [] if moment is None else moment.events()


def shared_events(one: list[Event], other: list[Event]) -> int:
    """How many events two lists begin with alike."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
