"""`sixprime usage`: what fills the database, as tables or in JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.cli.shared.tables import figure
from sixprime.messages import Catalogue, Message, text
from sixprime.server.limits import Limits, Unit, read_limits
from sixprime.server.settings import settings_from
from sixprime.server.store.upkeep.usage import Usage, measure

KINDS: Mapping[str, Message] = {
    "bot": text("against the bot"),
    "screen": text("at one screen"),
    "link": text("by invitation"),
    "study": text("imported"),
}
"""The kinds of matches."""
SIZES = ("B", "kB", "MB", "GB", "TB")


def show_usage(database: str | None, limits: str | None, *, as_json: bool, words: Catalogue) -> None:
    """Print what fills the database, and what a server for many would remove."""
    settings = settings_from({"database": database})
    expiring = read_limits(limits or "", Limits(), "--limits")
    usage = asyncio.run(measure(settings.database, expiring))
    if as_json:
        print(json.dumps(usage.to_json(), indent=2))
    else:
        _print(usage, expiring, words)


def _print(usage: Usage, limits: Limits, words: Catalogue) -> None:
    console = Console(highlight=False, emoji=False, soft_wrap=True)

    def say(message: Message) -> str:
        return message.in_language(words)

    def line(message: Message) -> None:
        console.print(Text(say(message)))

    kinds = _table(
        text("matches"), text("number"), text("unfinished"), text("entries"), text("notes"), text("size"), words=words
    )
    for found in usage.kinds:
        numbers = (found.matches, found.unfinished, found.entries, found.notes)
        kinds.add_row(say(KINDS[found.kind]), *(f"{number:,}" for number in numbers), written_size(found.size, words))
    console.print(kinds)
    if usage.biggest:
        console.print()
        biggest = _table(
            text("the biggest"),
            text("kind"),
            text("last change"),
            text("entries"),
            text("notes"),
            text("size"),
            words=words,
        )
        for match in usage.biggest:
            changed = datetime.fromtimestamp(match.updated / 1000, UTC).date().isoformat()
            counts = (f"{match.entries:,}", f"{match.notes:,}", written_size(match.size, words))
            biggest.add_row(match.match, say(KINDS[match.kind]), changed, *counts)
        console.print(biggest)
    console.print()
    line(text("secrets of dice: {count}", count=f"{usage.secrets:,}"))
    line(text("analyses: {count}, {size}", count=f"{usage.analyses:,}", size=written_size(usage.results, words)))
    line(
        text(
            "practice: {learners} learners, {cards} cards, {attempts} answers",
            learners=f"{usage.learners:,}", cards=f"{usage.cards:,}", attempts=f"{usage.attempts:,}",
        )
    )  # fmt: skip
    line(
        text(
            "on disk: {size}, of which {free} are free",
            size=written_size(usage.disk, words),
            free=written_size(usage.free, words),
        )
    )
    if limits.untouched is not None:
        line(
            text(
                "nobody ever moved, for more than {time}: {count}",
                time=Unit.TIME.write(limits.untouched), count=f"{usage.untouched:,}",
            )
        )  # fmt: skip
    if limits.unfinished is not None:
        line(
            text(
                "unfinished, without a move for more than {time}: {count}",
                time=Unit.TIME.write(limits.unfinished), count=f"{usage.unfinished:,}",
            )
        )  # fmt: skip
    line(text("a server for many removes these; at home nothing is removed"))


def _table(*headings: Message, words: Catalogue) -> Table:
    """A table whose last columns are numbers."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        is_word = number == 0 or heading.template in ("kind", "last change")
        table.add_column(heading.in_language(words), justify="left" if is_word else "right", no_wrap=True)
    return table


def written_size(size: int, words: Catalogue) -> str:
    """A number of bytes as people write it: three digits and a unit."""
    number, unit = float(size), 0
    while number >= 999.5 and unit + 1 < len(SIZES):
        number /= 1000
        unit += 1
    return f"{figure(number, 0 if unit == 0 or number >= 99.95 else 1, words)} {SIZES[unit]}"
