"""Lists of positions as text: an XGID in a line, and tags behind a `#`. What `sixprime` writes, people can edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sixprime.core import SixprimeError
from sixprime.core.situations import Situation
from sixprime.formats.ids.xgids import xgid
from sixprime.messages import Message, shown, text

MOST_TAGS, MOST_TAG = 20, 40
HEADING = "# positions to practise: an XGID in a line, tags behind a #"
_TAG = re.compile(r"[^\x00-\x1f\x7f,#]+")


@dataclass(frozen=True, slots=True)
class ListedPosition:
    """A position of a list, with its tags."""

    situation: Situation
    tags: tuple[str, ...] = ()


def write_list(positions: Iterable[ListedPosition]) -> str:
    """Positions as text; those that no XGID can say are left out."""
    lines = [HEADING]
    for entry in positions:
        try:
            written = xgid(entry.situation)
        except SixprimeError:
            continue
        lines.append(f"{written}  # {', '.join(entry.tags)}" if entry.tags else written)
    return "\n".join(lines) + "\n"


def read_list(written: str) -> Iterator[ListedPosition | Message]:
    """The positions of a text, and in the place of a line that cannot be read what is wrong with it."""
    for number, line in enumerate(written.splitlines(), 1):
        position, _, tags = line.partition("#")
        if not position.strip():
            continue
        try:
            situation = Situation.parse(position.strip())
            yield ListedPosition(situation, clean_tags(tags.split(",")))
        except SixprimeError as error:
            yield text("line {number}: {why}", number=number, why=error.message)


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags without spaces around them, each once, in order; a tag that cannot be one is refused."""
    found = []
    for tag in tags:
        word = " ".join(tag.split())
        if not word:
            continue
        if len(word) > MOST_TAG or _TAG.fullmatch(word) is None:
            raise SixprimeError(
                text("a tag has at most {most} letters and no comma, not {tag}", most=MOST_TAG, tag=shown(word))
            )
        found.append(word)
    unique = tuple(sorted(set(found)))
    if len(unique) > MOST_TAGS:
        raise SixprimeError(text("a card has at most {most} tags", most=MOST_TAGS))
    return unique
