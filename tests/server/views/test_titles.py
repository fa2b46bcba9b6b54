"""Titles of levels and presets come from the server in every language."""

import re

import pytest

from server.support.local_servers import LocalServer, create
from sixprime.core import PRESETS
from sixprime.formats.text import PRESET_TITLES as LONG_TITLES
from sixprime.languages import LANGUAGES, catalogue
from sixprime.server.views.titles import PRESET_TITLES, level_title, preset_title


def test_every_preset_has_a_title() -> None:
    assert set(PRESET_TITLES) == set(PRESETS)
    for language in LANGUAGES:
        titles = [preset_title(name, catalogue(language)) for name in (*PRESETS, None)]
        assert len(set(titles)) == len(titles)


def test_no_preset_is_called_by_a_number() -> None:
    for language in LANGUAGES:
        for name in PRESETS:
            for title in (preset_title(name, catalogue(language)), LONG_TITLES[name].in_language(catalogue(language))):
                assert not re.search(r"00\d", title), title


def test_a_level_that_is_not_known_goes_by_its_name() -> None:
    assert level_title("club", catalogue("en")) == "club player"
    assert level_title("of-the-future", catalogue("en")) == "of-the-future"
    assert level_title(None, catalogue("en")) is None


@pytest.mark.parametrize(("language", "level", "rules"), [("en", "club player", "German leaflet from the cloth bag")])
def test_states_and_lists_say_what_levels_and_rules_are_called(
    server: LocalServer, language: str, level: str, rules: str
) -> None:
    visitor = server.visitor(**{"Accept-Language": language})
    state = create(visitor, kind="bot", level="club", rules="003-de", seat="white")["state"]
    assert (state["seats"]["black"]["level_title"], state["preset_title"]) == (level, rules)
    assert state["seats"]["white"]["level_title"] is None
    (listed,) = visitor.get("/api/matches").json()["matches"]
    assert listed["seats"]["black"]["level_title"] == level
    about = visitor.get("/api/about").json()
    assert next(it["short_title"] for it in about["presets"] if it["name"] == "003-de") == rules
    german = server.visitor(**{"Accept-Language": "de"}).get(f"/api/matches/{state['match']}").json()
    assert german["preset_title"] == preset_title("003-de", catalogue("de")) != rules
    assert german["seats"]["black"]["level_title"] == level_title("club", catalogue("de")) != level
