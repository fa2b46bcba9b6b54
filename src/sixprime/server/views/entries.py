"""Entries of a log and acknowledgements of commands, as clients get them."""

from __future__ import annotations

from collections.abc import Sequence

from sixprime.server.encoding import compact_json, json_object
from sixprime.server.matches.entries import entry_to_json
from sixprime.server.matches.logs import LogEntry
from sixprime.server.schemas.base import Side
from sixprime.server.schemas.matches import AckAnswer, LogEntryAnswer


def entry_answer(logged: LogEntry) -> LogEntryAnswer:
    """An entry of the log."""
    by: Side | None = None if logged.by is None else logged.by.value
    return LogEntryAnswer(seq=logged.seq, by=by, entry=entry_to_json(logged.entry))


def ack_answer(key: str, entries: Sequence[LogEntry]) -> AckAnswer:
    """The acknowledgement of a command that has added entries."""
    shown = [entry_answer(logged) for logged in entries]
    return AckAnswer(type="ack", key=key, version=entries[-1].seq, entries=shown)


def ack_text(key: str, version: int, entries: str) -> str:
    """The JSON of `ack_answer`; `entries` is what `entries_text` gave."""
    return json_object(type='"ack"', key=compact_json(key), version=str(version), entries=entries)


def entries_text(entries: Sequence[LogEntry], written: Sequence[str] | None = None) -> str:
    """Entries of a log as JSON; `written` is the JSON of each as the database was given it, where that is at hand."""
    return f"[{entries_list(entries, written)}]"


def entries_list(entries: Sequence[LogEntry], written: Sequence[str] | None = None) -> str:
    """The entries as JSON, separated by commas, without brackets around them."""
    if written is None:
        written = [compact_json(entry_to_json(logged.entry)) for logged in entries]
    texts = []
    for logged, entry in zip(entries, written, strict=True):
        by = "null" if logged.by is None else f'"{logged.by.value}"'
        texts.append(json_object(seq=str(logged.seq), by=by, entry=entry))
    return ",".join(texts)
