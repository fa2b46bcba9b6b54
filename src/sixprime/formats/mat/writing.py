"""Writes `.mat` files as GNU Backgammon does, which every program reads.

Kept are players, details, rules that have a tag, boards that games begin from, all plays, the cube and the results.
Lost are declined resignations, the dice of opening ties, comments and analyses: the format cannot hold them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from sixprime.core import OFF, Cube, Match, Offer, Phase, Player, Position, Roll, RuleSet, State
from sixprime.core.match import events as ev
from sixprime.formats.ids.fields import power_of_two
from sixprime.formats.ids.snowie_lines import snowie_line
from sixprime.formats.reading import detail_names

LEFT_WIDTH = 27
RESULT_COLUMNS = {Player.WHITE: 6, Player.BLACK: 34}
NO_PLAY = "????"

_TAGS = {
    detail_names.SITE: "Site",
    detail_names.PLACE: "Site",
    detail_names.MATCH_ID: "Match ID",
    detail_names.EVENT: "Event",
    detail_names.ROUND: "Round",
    detail_names.WHITE_RATING: "Player 1 Elo",
    detail_names.BLACK_RATING: "Player 2 Elo",
    detail_names.DATE: "EventDate",
    detail_names.TIME: "EventTime",
    detail_names.ANNOTATOR: "Transcriber",
}
_OWN = frozenset({"player 1", "player 2", "variation", "crawford", "jacoby", "beaver", "cubelimit"})
_VARIATIONS = {
    "standard": "Backgammon",
    "nackgammon": "NackGammon",
    "longgammon": "LongGammon",
}
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})\Z")


def write_mat(match: Match) -> str:
    """The match as text, with line feeds at the ends of lines."""
    lines = [*_tags(match), "", f" {match.length or 0} point match", ""]
    for game in _games(match):
        lines += [*game.lines(match), ""]
    return "\n".join(lines)


# The head


def _tags(match: Match) -> Iterator[str]:
    written: dict[str, str] = {}
    for name, value in match.details.items():
        tag = _TAGS.get(name, name)
        if tag.lower() not in _OWN and re.fullmatch(r"[\w .-]+", tag):
            written.setdefault(tag, _DATE.sub(r"\1.\2.\3", value) if name == detail_names.DATE else value)
    rules = match.rules
    for player, tag in ((Player.WHITE, "Player 1"), (Player.BLACK, "Player 2")):
        written[tag] = _name(match, player)
    written["Variation"] = _variation(rules) or ""
    if match.length is None:
        written |= {"Jacoby": _setting(rules.jacoby), "Beaver": _setting(rules.beavers)}
    else:
        written["Crawford"] = _setting(rules.crawford)
    if not rules.cube or rules.cube_limit is not None:
        written["CubeLimit"] = str(rules.cube_limit or 1)
    for tag, value in written.items():
        if value:
            yield f'; [{tag} "{_plain(value)}"]'


def _variation(rules: RuleSet) -> str | None:
    """The name of the start position, if it has one."""
    checkers = rules.start.checkers
    if checkers <= 3 and rules.start == Position.hypergammon(checkers):
        return f"HyperGammon ({checkers})"
    return _VARIATIONS.get(rules.start_name or "")


def _setting(on: bool) -> str:
    return "On" if on else "Off"


def _plain(words: str) -> str:
    return " ".join(words.replace('"', "'").split())


def _name(match: Match, player: Player) -> str:
    """A name that a line with scores can hold, or the colour of a player without a name."""
    return _plain(match.names[player].replace(":", " ")) or player.value.capitalize()


# The games


@dataclass(slots=True)
class _Game:
    """A game as the cells of two columns."""

    number: int
    score: tuple[int, int]
    set_up: str = ""
    rows: list[tuple[str, str] | str] = field(default_factory=list)
    """The cells of a row, or a remark between rows."""
    winner: Player | None = None
    result: str = ""

    def add(self, player: Player, cell: str) -> None:
        """Add a cell; a cell on the right ends the row that the left one has begun."""
        last = self.rows[-1] if self.rows else ""
        if player is Player.WHITE:
            self.rows.append((cell, ""))
        elif isinstance(last, tuple) and not last[1]:
            self.rows[-1] = (last[0], cell)
        else:
            self.rows.append(("", cell))

    def lines(self, match: Match) -> Iterator[str]:
        white, black = self.score
        yield f" Game {self.number}"
        left = f"{_name(match, Player.WHITE)} : {white}"
        yield f" {left:<30} {_name(match, Player.BLACK)} : {black}"
        if self.set_up:
            yield self.set_up
        rows, result = self.rows, self.result
        last = rows[-1] if rows else ""
        if isinstance(last, tuple) and not last[1] and self.winner is Player.BLACK:
            rows, result = [*rows[:-1], (last[0], f" {result}")], ""
        numbers = count(1)
        for row in rows:
            if isinstance(row, str):
                yield row
                continue
            left, right = row
            number = next(numbers)
            yield f"{number:>3}) {left:<{LEFT_WIDTH}} {right}" if right else f"{number:>3}) {left}"
        if result:
            yield f"{' ' * (RESULT_COLUMNS[self.winner or Player.WHITE])}{result}"


def _games(match: Match) -> Iterator[_Game]:
    game: _Game | None = None
    history = None
    roll = ""
    events = match.events
    for number, event in enumerate(events):
        before, after = match.state_at(number), match.state_at(number + 1)
        if isinstance(event, ev.SessionEnded):
            continue
        if game is None:
            game = _Game(before.game, before.score)
        match event:
            case ev.PositionSet() if before.phase is Phase.OPENING:
                game.score = event.score
                game.set_up = _set_up(event, before)
            case ev.PositionSet():
                if roll and before.on_roll is event.on_roll.opponent:
                    line = snowie_line(after, match.names, _next_roll(events, number))
                    game.add(before.on_roll, f"{roll}: Illegal play ({line})")
                else:
                    if roll and before.on_roll is not None:
                        game.add(before.on_roll, f"{roll}: {NO_PLAY}")
                    game.rows.append(_board(after.position_for(Player.WHITE), event.cube))
                roll = ""
            case ev.OpeningRolled():
                if _variation(before.rules) is None:
                    game.set_up = _board(before.rules.start, Cube())
                roll = f"{max(event.white, event.black)}{min(event.white, event.black)}"
            case ev.Rolled():
                roll = f"{event.roll.first}{event.roll.second}"
            case ev.Played():
                game.add(event.player, f"{roll}: {_steps(before, event)}")
                roll = ""
            case ev.Doubled():
                game.add(event.player, f" Doubles => {before.cube.value * 2}")
            case ev.Beavered() | ev.Raccooned():
                game.add(event.player, f" {_turned(events, number)} => {after.offer.value if after.offer else ''}")
            case ev.Taken():
                if before.offer is not None and before.offer.kind is not Offer.BEAVER:
                    game.add(event.player, " Takes")
            case ev.Dropped():
                game.add(event.player, " Drops")
            case ev.ResignationAccepted():
                if roll and before.on_roll is not None:
                    game.add(before.on_roll, f"{roll}: {NO_PLAY}")
                    roll = ""
        if after.history is not history:
            history = after.history
            game.winner, game.result = history.last.winner if history else None, _result(after)
            yield game
            game = None
    if game is not None and game.rows:
        if roll and match.on_roll is not None:
            game.add(match.on_roll, f"{roll}: {NO_PLAY}")
        yield game


def _next_roll(events: tuple[ev.Event, ...], number: int) -> Roll | None:
    """The roll after an event, unless something else happens before it."""
    following = events[number + 1] if number + 1 < len(events) else None
    return following.roll if isinstance(following, ev.Rolled) else None


def _turned(events: tuple[ev.Event, ...], number: int) -> str:
    """The word for turning the cube in answer to a double.

    The take of a beaver is never written. GNU Backgammon assumes it even if the beaver is dropped, unless the beaver is
    written as a double.
    """
    if isinstance(events[number], ev.Raccooned):
        return "Raccoons"
    answer = events[number + 1] if number + 1 < len(events) else None
    return "Doubles" if isinstance(answer, ev.Dropped) else "Beavers"


def _steps(before: State, event: ev.Played) -> str:
    """Each step of a play with its hits, each followed by a space as GNU Backgammon writes it."""
    blots = {point for point in range(1, 25) if before.position.points[point] == -1}
    words = []
    for source, target in event.steps:
        hit = target != OFF and target in blots
        blots.discard(target)
        words.append(f"{source}/{target}{'*' if hit else ''} ")
    return "".join(words).rstrip()


def _set_up(event: ev.PositionSet, before: State) -> str:
    """The remark with the board, if it is not the standard start; capital letters are White's checkers."""
    position = event.position if event.on_roll is Player.WHITE else event.position.flipped()
    if position == before.rules.start and event.cube == Cube():
        return ""
    return _board(position, event.cube)


def _board(position: Position, cube: Cube) -> str:
    letters = "".join("-" if n == 0 else chr((64 if n > 0 else 96) + abs(n)) for n in position.points)
    turned = power_of_two(cube.value) * (-1 if cube.owner is Player.WHITE else 1)
    return f"; Set Pos={letters}/{turned}"


def _result(after: State) -> str:
    assert after.history is not None
    points = after.history.last.points
    ends = after.phase is Phase.OVER and after.length is not None
    return f"Wins {points} point{'s' if points > 1 else ''}{' and the match' if ends else ''}"
