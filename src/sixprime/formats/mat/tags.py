"""Reads the tags at the head of a `.mat` file: `; [Event "Club evening"]`, `;App: PPNards`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sixprime.core import NAMED_STARTS, Player, Position
from sixprime.formats.reading import detail_names

MAX_TAGS = 200
EXTREME_GAMMON = "eXtreme Gammon"

_TAG = re.compile(r"[;#]\s*+\[\s*+(?P<name>[^\s\"\]][^\"\]]{0,59}+)\"(?P<value>.*)\"\s*+\]\Z")
_FREE = re.compile(r"[;#]\s*(?P<name>[A-Za-z][A-Za-z ]{0,30}?)\s*:\s*(?P<value>\S.*)\Z")
_DATE = re.compile(r"([0-9]{4})[./-]([0-9]{1,2})[./-]([0-9]{1,2})\Z")
_HYPER = re.compile(r"hyper\W*gammon\W*([123])?", re.IGNORECASE)

_DETAILS = {
    "site": detail_names.SITE,
    "match id": detail_names.MATCH_ID,
    "event": detail_names.EVENT,
    "round": detail_names.ROUND,
    "place": detail_names.PLACE,
    "eventdate": detail_names.DATE,
    "date": detail_names.DATE,
    "eventtime": detail_names.TIME,
    "transcriber": detail_names.ANNOTATOR,
    "annotator": detail_names.ANNOTATOR,
}
_RULES = frozenset({"crawford", "jacoby", "beaver", "beavers", "cubelimit", "variation"})
_PLAYERS = ("player 1", "player 2")
_SETTINGS = {
    "on": True,
    "true": True,
    "yes": True,
    "1": True,
    "off": False,
    "false": False,
    "no": False,
    "0": False,
}

_WRITERS = {
    "backgammongalaxy": "Backgammon Galaxy",
    "backgammon galaxy": "Backgammon Galaxy",
    "backgammon studio": "Backgammon Studio",
    "backgammonstudio": "Backgammon Studio",
    "heroes": "Backgammon Studio",
    "opengammon": "OpenGammon",
    "foxamon": "Foxamon",
    "choue": "choue.net",
    "playok": "PlayOK",
    "ppnards": "PPNards",
    "dailygammon": "DailyGammon",
    "gridgammon": "GridGammon",
    "gamesgrid": "GamesGrid",
    "nextgammon": "NextGammon",
    "bgblitz": "BGBlitz",
}


SITES_WITH_RULES = frozenset({"Backgammon Galaxy"})
"""Sites on which a player who forfeits loses the match, and a match may end before anybody has all the points."""


def read_setting(value: str | None) -> bool | None:
    """The value of a tag that can be on or off."""
    return _SETTINGS.get(value.strip().lower()) if value else None


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a match: values by names in lower case, and the names as they were written."""

    values: Mapping[str, str]
    spelled: Mapping[str, str]

    @property
    def crawford(self) -> bool | None:
        return read_setting(self.values.get("crawford"))

    @property
    def jacoby(self) -> bool | None:
        return read_setting(self.values.get("jacoby"))

    @property
    def beavers(self) -> bool | None:
        return read_setting(self.values.get("beaver", self.values.get("beavers")))

    @property
    def cube_limit(self) -> int | None:
        """The highest cube; sites that write 1024 or more mean no limit."""
        written = self.values.get("cubelimit", "").strip()
        if not written or not re.fullmatch(r"[0-9]{1,8}", written):
            return None
        limit = int(written)
        return limit if 1 <= limit < 1024 else None

    @property
    def start(self) -> Position | None:
        """The start position, where the file names it."""
        named = self.values.get("variation", "").strip().lower()
        if not named:
            return None
        if hyper := _HYPER.match(named):
            return Position.hypergammon(int(hyper[1] or 3))
        return NAMED_STARTS["standard"] if named == "backgammon" else NAMED_STARTS.get(named.replace(" ", ""))

    @property
    def unknown_start(self) -> str:
        """The name of a game whose start position is not known; empty if it is known, or the file names none."""
        for name in ("variation", "game type"):
            named = self.values.get(name, "").strip()
            plain = named.lower().replace(" ", "")
            if named and plain not in ("backgammon", *NAMED_STARTS) and not _HYPER.match(named):
                return named
        return ""

    def is_by_extreme_gammon(self, names: Mapping[Player, str]) -> bool:
        """Whether the first player is the one in the right column, which no other program does."""
        first, second = (self.values.get(name, "").strip() for name in _PLAYERS)
        return bool(first) and first != second and (second, first) == (names[Player.WHITE], names[Player.BLACK])

    def details(self, names: Mapping[Player, str], ratings: Mapping[Player, str]) -> dict[str, str]:
        """Everything that the tags say about the match, under the keys of `detail_names`."""
        told: dict[str, str] = {}
        for name, value in self.values.items():
            if name in _RULES or name in _PLAYERS or not value.strip():
                continue
            if name in ("player 1 elo", "player 2 elo"):
                self._rate(told, name, value, names)
            else:
                told[_DETAILS.get(name, self.spelled[name])] = value.strip()
        written = _DATE.match(told[detail_names.DATE]) if detail_names.DATE in told else None
        if written:
            told[detail_names.DATE] = f"{written[1]}-{int(written[2]):02}-{int(written[3]):02}"
        for player, key in _RATINGS.items():
            if ratings.get(player):
                told[key] = ratings[player]
        return told

    def _rate(self, told: dict[str, str], name: str, value: str, names: Mapping[Player, str]) -> None:
        """A rating belongs to the player with that name, because writers disagree on which column is player 1."""
        number = name[7]
        called = self.values.get(f"player {number}", "").strip()
        owner = next((player for player, known in names.items() if known and known == called), None)
        told[_RATINGS[owner] if owner else self.spelled[name]] = value.strip()


_RATINGS = {Player.WHITE: detail_names.WHITE_RATING, Player.BLACK: detail_names.BLACK_RATING}


@dataclass(slots=True)
class TagLines:
    """Collects tags; those in or after a game belong to the next match."""

    values: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    writer: str = ""

    def read(self, line: str, *, in_game: bool = False) -> bool:
        """Keep a remark if it is a tag, and return whether it is. Inside a game, a word with a colon is not a tag."""
        remark = line.strip()
        found = _TAG.match(remark) or (None if in_game else _FREE.match(remark))
        if found is None:
            return False
        name = " ".join(found["name"].split())
        if len(self.values) < MAX_TAGS or name.lower() in self.values:
            self.values[name.lower()] = found["value"].replace('"', "")
            self.spelled[name.lower()] = name
        if not self.writer:
            self._recognise(name.lower(), found["value"])
        return True

    def _recognise(self, name: str, value: str) -> None:
        if name in ("site", "app", "event", "transcriber"):
            lowered = value.lower()
            self.writer = next((writer for sign, writer in _WRITERS.items() if sign in lowered), "")

    def taken(self) -> Tags:
        """The tags of the match that begins now; tags read from here on belong to the next match."""
        tags = Tags(self.values, self.spelled)
        self.values, self.spelled = {}, {}
        return tags
