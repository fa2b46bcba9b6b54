"""The languages that sixprime speaks, and their catalogues."""

from __future__ import annotations

import gettext
import locale
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.messages import ENGLISH, Catalogue, shown, text

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "hu": "Magyar",
}
"""Codes and the names that speakers use."""

LOCALE_FOLDER = Path(__file__).parent / "locale"
DOMAIN = "sixprime"


class UnknownLanguage(SixprimeError):
    """A language that sixprime does not speak."""


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language code."""
    if language not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        raise UnknownLanguage(
            text("{language} is not one of the languages {names}", language=shown(language), names=names)
        )
    if language == "en":
        return ENGLISH
    return gettext.translation(DOMAIN, LOCALE_FOLDER, [language], fallback=True)


def code_of(words: Catalogue) -> str:
    """The code of a catalogue's language.

    >>> code_of(catalogue("hu"))
    'hu'
    """
    return next((code for code in LANGUAGES if catalogue(code) is words), "en")


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a user's environment asks for; English if it asks for none that we speak."""
    for variable in ("SIXPRIME_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(variable, "").split(":"):
            code = locale.normalize(wish).split("_")[0].split(".")[0].lower() if wish else ""
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return "en"
    return "en"
