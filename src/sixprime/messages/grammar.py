"""Articles and endings that depend on the value in a sentence, as Hungarian and Italian have them.

A translation asks for them by the format of a placeholder. In Hungarian `{point:az-es}` gives "az 5-ös" or "a 6-os",
`{point:-es}` the same without the article, and `{path:az}` only the article. In Italian `{share:il}` gives "il 24%" or
"l’8%", and `{share:del}` and `{share:nel}` join the article with a preposition. With a capital letter, as in
`{play:Az}`, the sentence begins there. In a list, such as "5 és 4", every number gets its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from string import Formatter

NUMBERS = re.compile(r"\d+[A-Z]?")
"""Numbers, and the numbers of points as some boards have them: 12A."""

ENDINGS = {"1": "es", "2": "es", "3": "as", "4": "es", "5": "ös", "6": "os", "7": "es", "8": "as", "9": "es"}
"""Hungarian, by the last digit: egyes, kettes, hármas, négyes, ötös, hatos, hetes, nyolcas, kilences."""
ROUND_ENDINGS = {"1": "es", "2": "as", "3": "as", "4": "es", "5": "es", "6": "as", "7": "es", "8": "as", "9": "es"}
"""Hungarian, for whole tens, by their first digit: tízes, huszas, harmincas, negyvenes and so on."""


def numbered(number: str) -> str:
    """A Hungarian number as an adjective. Only numbers from 0 to 99 get an ending.

    >>> numbered("5"), numbered("6"), numbered("20"), numbered("13"), numbered("12A")
    ('5-ös', '6-os', '20-as', '13-as', '12A')
    """
    if not number.isdecimal() or len(number) > 2:
        return number
    if number == "0":
        return "0-s"
    ending = ROUND_ENDINGS[number[0]] if number.endswith("0") else ENDINGS[number[-1]]
    return f"{number}-{ending}"


def hungarian_article(words: str) -> str:
    """`az` before a vowel, also one that is only heard: 1 is egy, 5 is öt, 1000 is ezer; else `a`.

    >>> [hungarian_article(words) for words in ("alma", "bar/20", "5", "15", "1", "12", "1296", "53%")]
    ['az', 'a', 'az', 'a', 'az', 'a', 'az', 'az']
    """
    digits = re.match(r"\d*", words)[0]  # type: ignore[index]
    if digits:
        return "az" if digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1) else "a"
    return "az" if words[:1].lower() in tuple("aáeéiíoóöőuúüű") else "a"


def italian_article(words: str) -> str:
    """`l’` before 1, 8, 11 and 80 to 89 (uno, otto, undici, ottanta), `lo` before 0, else `il`.

    >>> [italian_article(words) for words in ("24%", "8%", "11,5%", "1%", "10%", "0,4%", "80%")]
    ['il', 'l’', 'l’', 'l’', 'il', 'lo', 'l’']
    """
    digits = re.match(r"\d*", words)[0]  # type: ignore[index]
    if digits.startswith("8") or digits in ("1", "11"):
        return "l’"
    return "lo" if digits.startswith("0") else "il"


PREPOSITIONS = {
    "il": {"il": "il ", "lo": "lo ", "l’": "l’"},
    "del": {"il": "del ", "lo": "dello ", "l’": "dell’"},
    "nel": {"il": "nel ", "lo": "nello ", "l’": "nell’"},
}


def _hungarian_number(words: str) -> str:
    return NUMBERS.sub(lambda found: f"{hungarian_article(found[0])} {numbered(found[0])}", words)


def _italian(forms: Mapping[str, str], words: str) -> str:
    return forms[italian_article(words)] + words


FORMATS: dict[str, Callable[[str], str]] = {
    "az": lambda words: f"{hungarian_article(words)} {words}",
    "-es": lambda words: NUMBERS.sub(lambda found: numbered(found[0]), words),
    "az-es": _hungarian_number,
    **{name: partial(_italian, forms) for name, forms in PREPOSITIONS.items()},
}


class _Formatter(Formatter):
    """Python's own formatter, which knows the formats above as well."""

    def format_field(self, value: object, format_spec: str) -> str:
        make = FORMATS.get(format_spec.lower())
        if make is None:
            return str(super().format_field(value, format_spec))
        words = make(str(value))
        return words[:1].upper() + words[1:] if format_spec[0].isupper() else words


_FORMATTER = _Formatter()
_ASKS_FOR_GRAMMAR = re.compile(r"\{\w+:[a-z-]+\}", re.IGNORECASE)


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with its values in place of the placeholders.

    >>> fill("megtartja {points:az-es} mezőt", {"points": "5 és 4"})
    'megtartja az 5-ös és a 4-es mezőt'
    """
    if _ASKS_FOR_GRAMMAR.search(template):
        return _FORMATTER.vformat(template, (), values)
    return template.format(**values)  # several times as fast
