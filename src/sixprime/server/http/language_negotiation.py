"""Which language a client wants to be spoken to in."""

from __future__ import annotations

from sixprime.languages import LANGUAGES


def tongue_of(accepted: str | None, wished: str | None = None) -> str:
    """The language of a wish, or the best one that an `Accept-Language` header asks for; English otherwise."""
    if wished in LANGUAGES:
        assert wished is not None
        return wished
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
