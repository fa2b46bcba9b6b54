"""The language of each page: players' pages are in five languages, everything else is in English.

Pages under `play/de/` are marked as German, name the same page in the other languages to browsers and search engines,
and show the theme's own words ("Search", "Next") in German as far as Sphinx has them.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from sphinx import locale
from sphinx.application import Sphinx

from sixprime.languages import LANGUAGES

FOLDER = "play"


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
    translator, _ = locale.init([str(PurePosixPath(locale.__file__).parent)], language)
    app.builder.templates.environment.install_gettext_translations(translator)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", set_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
