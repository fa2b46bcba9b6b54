"""What levels and presets are called, in the language of a client."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.engine.bots.levels import LEVELS
from sixprime.messages import Catalogue, Message, text

PRESET_TITLES: Mapping[str, Message] = {
    "standard": text("Tournament rules"),
    "000-de": text("Leaflet 000, German"),
    "000-fr": text("Leaflet 000, French"),
    "000-it": text("Leaflet 000, Italian"),
    "001-hu": text("Leaflet 001, Hungarian"),
    "001-hu-optional": text("Leaflet 001, with its optional rules"),
    "002-it": text("Leaflet 002, Italian"),
    "003-de": text("Leaflet 003, German"),
    "004-fr": text("Leaflet 004, French"),
}
"""Short titles, by the name of the preset; `formats.text` has longer ones, which say what is different."""
OWN_RULES = text("Own rules")


def preset_title(name: str | None, catalogue: Catalogue) -> str:
    """The title of a preset; None is any other set of rules."""
    return (OWN_RULES if name is None else PRESET_TITLES[name]).in_language(catalogue)


def level_title(name: str | None, catalogue: Catalogue) -> str | None:
    """The title of a level; None for a seat that has none. A level of another version is called by its name."""
    if name is None:
        return None
    return LEVELS[name].title.in_language(catalogue) if name in LEVELS else name
