"""The language of each page: players' pages are in five languages, everything else is in English.

Pages under `play/de/` are marked as German, name the same page in the other languages to browsers and search engines,
and show the words of the theme in German: those that Sphinx knows ("Search") from its catalogue, the others from here.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx import locale
from sphinx.application import Sphinx

from sixprime.languages import LANGUAGES

FOLDER = "play"
WORDS = {
    "de": {
        "Home": "Start", "Next": "Weiter", "Previous": "Zurück",
        "On this page": "Auf dieser Seite", "Back to top": "Nach oben",
    },
    "fr": {
        "Home": "Accueil", "Next": "Suivant", "Previous": "Précédent",
        "On this page": "Sur cette page", "Back to top": "Retour en haut",
    },
    "it": {
        "Home": "Inizio", "Next": "Avanti", "Previous": "Indietro",
        "On this page": "In questa pagina", "Back to top": "Torna su",
    },
    "hu": {
        "Home": "Kezdőlap", "Next": "Következő", "Previous": "Előző",
        "On this page": "Ezen az oldalon", "Back to top": "Az oldal tetejére",
    },
}  # fmt: skip
"""Words of the theme that Sphinx has no translations of."""


class PageWords(gettext.NullTranslations):
    """The words around the pages of one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._words = WORDS.get(language, {})
        folder = Path(str(locale.__file__)).parent
        self.add_fallback(gettext.translation("sphinx", folder, [language], fallback=True))

    def gettext(self, message: str) -> str:
        return self._words.get(message) or super().gettext(message)


@cache
def words_of(language: str) -> PageWords:
    return PageWords(language)


def language_of(page: str) -> str:
    parts = PurePosixPath(page).parts
    return parts[1] if len(parts) > 2 and parts[0] == FOLDER and parts[1] in LANGUAGES else "en"


def alternates(page: str) -> str:
    """Links to the same page in all languages, for the head of the page."""
    parts = PurePosixPath(page).parts
    if len(parts) < 3 or parts[0] != FOLDER:
        return ""
    rest = "/".join(parts[2:])
    return "".join(
        f'<link rel="alternate" hreflang="{language}" href="../{language}/{rest}.html">\n' for language in LANGUAGES
    )


def set_language(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    language = language_of(page)
    context["language"] = language
    context["metatags"] = context.get("metatags", "") + alternates(page)
    app.builder.templates.environment.install_gettext_translations(words_of(language))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", set_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
