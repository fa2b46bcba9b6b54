"""Reads the text around a board, as GNU Backgammon and eXtreme Gammon write it in English."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sixprime.core import Cube, Player, Win
from sixprime.formats.boards.frames import MOST_WORDS, PLAYERS, Picture

_LABEL = re.compile(r"\s*+[XO]\s*+:")
_SCORE_AFTER_NAME = re.compile(r"- score: {0,9}[0-9]")
_CUBE_AFTER_NAME = re.compile(r"\(Cube: (?P<cube>[0-9]{1,8})\)\Z")
_PIPS_AFTER_NAME = re.compile(r"(?<= {2})[0-9]{1,3}\Z")
"""BGBlitz writes a player's pip count behind the name, after two spaces."""
_DEED = re.compile(r"(?P<what>Rolled (?P<dice>[1-6]{2})|On roll|Cube offered at (?P<cube>[0-9]{1,8}))")
_RESIGNS = re.compile(r"resigns (single game|gammon|backgammon)")
_RESIGNED = {"single game": Win.SINGLE, "gammon": Win.GAMMON, "backgammon": Win.BACKGAMMON}
_POINTS = re.compile(r"(?P<points>[0-9]{1,9}) points?\s*$")
_MATCH = re.compile(r"(?P<length>[0-9]{1,9})[ -]points? match")
_MIDDLE_CUBE = re.compile(r"\(?Cube: (?P<cube>[0-9]{1,8})\)?")
_XG_NAMES = re.compile(r"\s*+X:(?P<x>\S.{0,80}?)\s{2,20}O:(?P<o>\S.{0,80})\Z")
_XG_SCORE = re.compile(r"X-O: (?P<x>[0-9]{1,9})-(?P<o>[0-9]{1,9})(?:/(?P<length>[0-9]{1,9})(?P<crawford> Crawford)?)?")
_XG_SCORE_LINE = re.compile(
    r"\s*Score is X:(?P<x>[0-9]{1,9}) O:(?P<o>[0-9]{1,9})(?:\. Unlimited| (?P<length>[0-9]{1,9}) pt)"
)
_XG_CUBE = re.compile(r"\s*Cube: (?P<cube>[0-9]{1,8})(?:, (?P<owner>[XO]) own cube)?\s*$")
_XG_TURN = re.compile(r"\s*(?P<who>[XO]) (?:to play (?P<dice>[1-6]{2})|on roll, cube action)\b")
_XG_RULES = re.compile(r"Unlimited Game(?P<rules>[A-Za-z, ]{0,40})")
_PIPS = re.compile(r"Pip counts?:?\s{1,4}(?P<a>[XO]):? (?P<m>[0-9]{1,4}),?\s{1,4}(?P<b>[XO]):? (?P<n>[0-9]{1,4})")


@dataclass(slots=True)
class SideText:
    """What the text around a picture says; None for what it does not say."""

    names: dict[Player, str] = field(default_factory=dict)
    pips: dict[Player, int] = field(default_factory=dict)
    points: dict[Player, int] = field(default_factory=dict)
    on_roll: Player | None = None
    dice: str | None = None
    tells_dice: bool = False
    cube: Cube | None = None
    offered: tuple[int, Player] | None = None
    resignation: tuple[Win, Player] | None = None
    length: int | None = None
    tells_length: bool = False
    crawford: bool = False
    jacoby: bool | None = None
    beavers: bool | None = None
    is_labelled: bool = False
    """Whether players are named beside the edges, as by GNU Backgammon, which also draws borne-off checkers."""

    @classmethod
    def read(cls, picture: Picture, before: list[str], after: list[str]) -> SideText:
        words = cls()
        words._beside(picture)
        for line in [*before[-8:], *after[:8]]:
            words._line(line[:MOST_WORDS])
        words.names = {player: name for player, name in words.names.items() if name.lower() != player.value}
        return words

    def _beside(self, picture: Picture) -> None:
        beside, top = picture.beside, picture.at_bottom.opponent
        for place, player in (("top", top), ("bottom", picture.at_bottom)):
            if label := _LABEL.match(beside[place]):
                self.is_labelled = True
                self._name(beside[place][label.end() :], player)
            if points := _POINTS.search(beside.get(f"{place} points", "")):
                self.points[player] = int(points["points"])
            self._deed(beside.get(f"{place} deed", ""), player)
        middle = beside.get("middle", "")
        if match := _MATCH.search(middle):
            self.length, self.tells_length = int(match["length"]), True
            self.crawford = "Crawford" in middle
        elif self.cube is not None or _MIDDLE_CUBE.search(middle):
            self.tells_length = not _MIDDLE_CUBE.sub("", middle).strip()  # money play, if nothing else is there
        if self.cube is None and (cube := _MIDDLE_CUBE.search(middle)):
            self.cube = Cube(int(cube["cube"]))
        elif self.cube is None and self.crawford:
            self.cube = Cube()
        if picture.mark:
            self.on_roll = picture.at_bottom if picture.mark == "v" else top

    def _name(self, words: str, player: Player) -> None:
        """The name behind a label, and what may follow it: the cube, the score or the pip count."""
        score = _SCORE_AFTER_NAME.search(words)
        name = words[: score.start() if score else len(words)].strip()
        if cube := _CUBE_AFTER_NAME.search(name):
            self.cube = Cube(int(cube["cube"]), player)
            name = name[: cube.start()].rstrip()
        if pips := _PIPS_AFTER_NAME.search(name):
            self.pips[player] = int(pips[0])
            name = name[: pips.start()].rstrip()
        if name:
            self.names[player] = name[:100]

    def _deed(self, words: str, player: Player) -> None:
        if deed := _DEED.search(words):
            if deed["cube"]:
                self.offered = (int(deed["cube"]), player)
            else:
                self.on_roll, self.dice, self.tells_dice = player, deed["dice"], True
        if resigns := _RESIGNS.search(words):
            self.resignation = (_RESIGNED[resigns[1]], player)

    def _line(self, line: str) -> None:
        """A line above or below the frame."""
        if names := _XG_NAMES.match(line.rstrip()):
            self.names = {Player.BLACK: names["x"], Player.WHITE: names["o"]}
        if score := _XG_SCORE.search(line):
            self.points = {Player.BLACK: int(score["x"]), Player.WHITE: int(score["o"])}
            self.length, self.tells_length = int(score["length"] or 0) or None, True
            self.crawford = score["crawford"] is not None
        elif score := _XG_SCORE_LINE.match(line):
            self.points = {Player.BLACK: int(score["x"]), Player.WHITE: int(score["o"])}
            self.length, self.tells_length = int(score["length"] or 0) or None, True
        if cube := _XG_CUBE.match(line):
            self.cube = Cube(int(cube["cube"]), PLAYERS[cube["owner"]] if cube["owner"] else None)
        if turn := _XG_TURN.match(line):
            self.on_roll, self.dice, self.tells_dice = PLAYERS[turn["who"]], turn["dice"], True
        if rules := _XG_RULES.search(line):
            self.jacoby, self.beavers = "Jacoby" in rules["rules"], "Beaver" in rules["rules"]
        if pips := _PIPS.search(line):
            self.pips = {PLAYERS[pips["a"]]: int(pips["m"]), PLAYERS[pips["b"]]: int(pips["n"])}
