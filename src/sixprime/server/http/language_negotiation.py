"""Language negotiation: the language of an answer, from a parameter or the `Accept-Language` header."""

from __future__ import annotations

from sixprime.languages import LANGUAGES


def negotiate_language(accepted: str | None, wanted: str | None = None) -> str:
    """The wanted language if there is such a one, else the best of an `Accept-Language` header, else English."""
    if wanted in LANGUAGES:
        assert wanted is not None
        return wanted
    best, weight = "en", 0.0
    for part in (accepted or "")[:500].split(","):
        name, _, parameter = part.strip().partition(";")
        code = name.split("-")[0].strip().lower()
        quality = _quality(parameter)
        if code in LANGUAGES and quality > weight:
            best, weight = code, quality
    return best


def _quality(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
