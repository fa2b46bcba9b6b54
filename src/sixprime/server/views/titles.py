"""What levels and presets are called, in the language of a client."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.engine.bots.levels import LEVELS
from sixprime.messages import Catalogue, Message, text

PRESET_TITLES: Mapping[str, Message] = {
    "standard": text("Tournament rules"),
    "000-de": text("Three-language leaflet, German text"),
    "000-fr": text("Three-language leaflet, French text"),
    "000-it": text("Three-language leaflet, Italian text"),
    "001-hu": text("Hungarian leaflet"),
    "001-hu-optional": text("Hungarian leaflet with its optional rules"),
    "002-it": text("Italian leaflet with the history of the game"),
    "003-de": text("German leaflet from the cloth bag"),
    "004-fr": text("French leaflet without a cube"),
}
"""Short titles, by the name of the preset; `formats.text` has longer ones, which say what is different."""
OWN_RULES = text("Custom rules")


def preset_title(name: str | None, catalogue: Catalogue) -> str:
    """The title of a preset; None is any other set of rules."""
    return (OWN_RULES if name is None else PRESET_TITLES[name]).in_language(catalogue)


def level_title(name: str | None, catalogue: Catalogue) -> str | None:
    """The title of a level; None for a seat that has none. A level of another version is called by its name."""
    if name is None:
        return None
    return LEVELS[name].title.in_language(catalogue) if name in LEVELS else name
