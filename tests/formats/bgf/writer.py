"""Writes matches as BGBlitz does, for tests: a document with games and moves, as JSON or Smile, packed or not."""

import gzip
import json
import struct
from collections.abc import Mapping

from sixprime import Match, Phase, Player
from sixprime.core.match import events as ev

GREEN, RED = -1, 1
UNUSED = [-1, -1, -1, -1]


def document(match: Match, numbers: Mapping[Player, int] | None = None) -> dict[str, object]:
    """A match as BGBlitz describes it; `numbers` says which number stands for which player."""
    numbers = numbers or {Player.WHITE: GREEN, Player.BLACK: RED}
    games: list[dict[str, object]] = []
    moves: list[dict[str, object]] = []
    for before, event in enumerate(match.events):
        state, after = match.state_at(before), match.state_at(before + 1)
        if state.phase is Phase.OPENING:
            moves = []
            white, black = state.score
            game = {"scoreGreen": white, "scoreRed": black, "wonPoints": 0, "moves": moves, "wasForfeit": False}
            game |= {"isCrawford": state.is_crawford, "initial": {"cube": 1, "cubeOwner": 0, "points": start_points()}}
            games.append(game)
        match event:
            case ev.Played():
                assert state.roll is not None
                green, red = state.roll.first, state.roll.second
                is_opening = isinstance(match.events[before - 1], ev.OpeningRolled)
                if is_opening:  # White's die is the green one
                    high_first = event.player is Player.WHITE
                    green, red = (state.roll.high, state.roll.low) if high_first else (state.roll.low, state.roll.high)
                moves.append(move(numbers[event.player], green, red, event.steps))
            case ev.Doubled():
                answer = match.events[before + 1] if before + 1 < match.version else None
                decision = {"hasDoubled": True, "hasAccepted": isinstance(answer, ev.Taken)}
                moves.append(cube_move(numbers[event.player], decision))
                moves.append(cube_move(numbers[event.player.opponent], {}))
            case ev.Resigned():
                games[-1]["wasResignation"] = True
            case _:
                pass
        if after.history is not state.history and after.history is not None:
            games[-1]["wonPoints"] = after.history.last.points
    white, black = match.state.score
    return {
        "matchlen": match.length or 0,
        "nameGreen": match.names[Player.WHITE],
        "nameRed": match.names[Player.BLACK],
        "date": "Nov 2, 2025",
        "event": "Online",
        "finalGreen": white,
        "finalRed": black,
        "useCube": True,
        "useCrawford": match.rules.crawford,
        "useJacoby": match.rules.jacoby,
        "useBeaver": False,
        "games": games,
    }


def start_points() -> list[int]:
    """The start in Red's numbering, Green positive, and both bars."""
    points = [0] * 26
    for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
        points[24 - point] = count
        points[point - 1] = -count
    return points


def move(player: int, green: int, red: int, steps: tuple[tuple[int, int], ...]) -> dict[str, object]:
    """A play; the dice of one that cannot be made stand in its place."""
    found: dict[str, object] = {"type": "amove", "player": player, "green": green, "red": red}
    if steps:
        sources, targets = ([step[side] for step in steps] for side in (0, 1))
        return found | {"from": (sources + UNUSED)[:4], "to": (targets + UNUSED)[:4]}
    return found | {"from": [red, -1, -1, -1], "to": [green, -1, -1, -1], "dancingEquity": {"equity": "0.1"}}


def cube_move(player: int, decision: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {"type": "amove", "player": player, "green": 7, "red": 7, "from": UNUSED, "to": UNUSED}
    return found | {"equity": {"cubeDecision": decision}}


def bgf_bytes(contents: object, *, smile: bool = True, compress: bool = True, shared: bool = True) -> bytes:
    head = {"format": "BGF", "version": "1.0", "compress": compress, "useSmile": smile}
    payload = smile_bytes(contents, shared=shared) if smile else json.dumps(contents).encode()
    return json.dumps(head).encode() + b"\n" + (gzip.compress(payload) if compress else payload)


def smile_bytes(contents: object, *, shared: bool = True) -> bytes:
    return b":)\n" + bytes([3 if shared else 0]) + _SmileWriter(shared).value(contents)


class _SmileWriter:
    def __init__(self, shared: bool) -> None:
        self._shared = shared
        self._names: dict[str, int] = {}
        self._texts: dict[str, int] = {}

    def value(self, value: object) -> bytes:
        if value is None or isinstance(value, bool):
            return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
        if isinstance(value, int):
            return self._whole(value)
        if isinstance(value, float):
            number = struct.unpack(">Q", struct.pack(">d", value))[0]
            return b"\x29" + bytes(number >> shift & 0x7F for shift in range(63, -1, -7))
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return b"\xf8" + b"".join(map(self.value, value)) + b"\xf9"
        assert isinstance(value, dict)
        return b"\xfa" + b"".join(self._name(name) + self.value(entry) for name, entry in value.items()) + b"\xfb"

    def _whole(self, value: int) -> bytes:
        zigzag = value << 1 if value >= 0 else (-value << 1) - 1
        if zigzag < 32:
            return bytes([0xC0 + zigzag])
        return b"\x24" + vint(zigzag)

    def _text(self, value: str) -> bytes:
        written = value.encode()
        if not written:
            return b"\x20"
        if value in self._texts:
            number = self._texts[value]
            return bytes([number + 1]) if number < 31 else bytes([0xEC | number >> 8, number & 0xFF])
        if len(written) > 64:
            return (b"\xe0" if value.isascii() else b"\xe4") + written + b"\xfc"
        self._remember(self._texts, value)
        return bytes([0x3F + len(written) if value.isascii() else 0x7E + len(written)]) + written

    def _name(self, value: str) -> bytes:
        written = value.encode()
        if not written:
            return b"\x20"
        if value in self._names:
            number = self._names[value]
            return bytes([0x40 + number]) if number < 64 else bytes([0x30 | number >> 8, number & 0xFF])
        if len(written) > 56:
            return b"\x34" + written + b"\xfc"
        self._remember(self._names, value)
        return bytes([0x7F + len(written) if value.isascii() else 0xBE + len(written)]) + written

    def _remember(self, table: dict[str, int], value: str) -> None:
        if self._shared:
            if len(table) >= 1024:
                table.clear()
            table[value] = len(table)


def vint(number: int) -> bytes:
    written = [number & 0x3F | 0x80]
    number >>= 6
    while number:
        written.append(number & 0x7F)
        number >>= 7
    return bytes(reversed(written))
