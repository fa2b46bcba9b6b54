"""A sentence apart from its language, as a template with its values; and the numbers in it.

A `Message` is an English template with its values. `str()` gives the English sentence; a catalogue
gives any other language. The game itself and its errors speak in messages, so that a terminal, a
server and a page can each show them in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol

from sixprime.messages.grammar import fill


class Catalogue(Protocol):
    """What turns English templates into another language: the two methods of `gettext` that we use."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


ENGLISH: Catalogue = NullTranslations()


@dataclass(frozen=True, slots=True)
class Message:
    """An English template and its values; values may be messages themselves."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None

    def in_language(self, catalogue: Catalogue) -> str:
        """The whole sentence in the catalogue's language."""
        if not self.template:
            return ""  # a catalogue keeps its own description under the empty text
        if self.plural is None:
            template = catalogue.gettext(self.template)
        else:
            template = catalogue.ngettext(self.template, self.plural, int(str(self.values["count"])))
        shown = {
            name: value.in_language(catalogue) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return fill(template, shown)

    def renamed(self, names: "Mapping[Message, object]") -> "Message":
        """This sentence with other names in the places of some, also in the sentences within it."""
        values = {
            name: value if not isinstance(value, Message) else names.get(value, value.renamed(names))
            for name, value in self.values.items()
        }
        return Message(self.template, values, self.plural)

    def __str__(self) -> str:
        return self.in_language(ENGLISH)

    def __hash__(self) -> int:
        return hash((self.template, self.plural, *self.values))


def text(template: str, /, **values: object) -> Message:
    """A sentence. Templates written out in calls of this function are collected for the catalogues."""
    return Message(template, values)


def counted(singular: str, plural: str, count: int, /, **values: object) -> Message:
    """A sentence that depends on a number, shown in the template as {count}."""
    return Message(singular, {"count": count, **values}, plural)


def listed(parts: list[Message]) -> Message:
    """Several sentences as one, separated by semicolons."""
    return Message("; ".join(f"{{part{n}}}" for n in range(len(parts))), {f"part{n}": p for n, p in enumerate(parts)})


def decimal(value: float, digits: int, *, sign: bool = False) -> Message:
    """A number with so many digits after the point, which is a comma in other languages, and a plus if it has a sign.

    >>> print(decimal(0.625, 2), decimal(0.5, 3, sign=True))
    0.62 +0.500
    """
    whole, point, part = f"{value:{'+' if sign else ''}.{digits}f}".partition(".")
    return text("{whole}.{part}", whole=whole, part=part) if point else Message("{whole}", {"whole": whole})


def percent(chance: float, digits: int = 0, *, sign: bool = False) -> Message:
    """A chance from 0 to 1 in percent, or a difference of chances with its sign.

    >>> print(percent(0.236), percent(0.236, 1), percent(0.5, 1, sign=True))
    24% 23.6% +50.0%
    """
    return text("{number}%", number=decimal(100 * chance, digits, sign=sign))


def shown(value: object) -> str:
    """Somebody's input as a message may quote it: never longer than a line, whatever it is."""
    try:
        quoted = repr(value)
    except Exception:  # noqa: BLE001  # whatever Python will not show: endless numbers, bottomless nesting
        quoted = f"<{type(value).__name__}>"
    return quoted if len(quoted) <= 40 else quoted[:37] + "..."


def is_text(value: object) -> bool:
    """Whether a value is text that a file can hold: Python and JSON can spell halves of characters, UTF-8 cannot."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)
