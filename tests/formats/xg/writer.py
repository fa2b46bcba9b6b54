"""Writes matches as eXtreme Gammon does, for tests: records, packed into an archive. Any byte can be made wrong."""

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sixprime import Ending, Match, Phase, Player, Position
from sixprime.core.match import events as ev

RECORD_BYTES = 2560
NUMBERS = {Player.WHITE: 1, Player.BLACK: -1}


def board_bytes(position: Position, on_roll: Player) -> bytes:
    """A position, given in the view of the player on roll, as the first player sees it."""
    view = position if on_roll is Player.WHITE else position.flipped()
    return struct.pack("<26b", *view.points)


def put(record: bytearray, place: int, pattern: str, *values: float | bytes) -> None:
    struct.pack_into("<" + pattern, record, place, *values)


def empty_record(kind: int) -> bytearray:
    record = bytearray(RECORD_BYTES)
    record[8] = kind
    return record


def match_record(match: Match, version: int = 32, variation: int = 0) -> bytearray:
    record = empty_record(0)
    names = [match.names[player] for player in Player]
    for name, place in zip(names, (9, 50), strict=True):
        short = name.encode("cp1252", "replace")[:40]
        record[place : place + 1 + len(short)] = bytes([len(short)]) + short
    put(record, 92, "ii", match.length or 99999, variation)
    rules = match.rules
    automatic = rules.opening_tie.value == "automatic-double"
    put(record, 100, "4B", rules.crawford, rules.jacoby, rules.beavers, automatic)
    put(record, 104, "2d2id", 1600.0, 1712.5, 0, 30, 45256.395833333336)
    event = match.details.get("event", "").encode("cp1252", "replace")[:128]
    record[136 : 137 + len(event)] = bytes([len(event)]) + event
    put(record, 268, "i", 4711)
    put(record, 552, "i4s", version, b"DMLI")
    put(record, 576, "ii", -1, -1)
    put(record, 612, "i", 10)
    if version >= 24:
        for words, place in (
            (match.details.get("event", ""), 622),
            (names[0], 880),
            (names[1], 1138),
            (match.details.get("site", ""), 1396),
            (match.details.get("round", ""), 1654),
        ):
            wide = words.encode("utf-16-le")[:256]
            record[place : place + len(wide)] = wide
    return record


def game_record(match: Match, version_before: int, number: int) -> bytearray:
    first = match.events[version_before]
    state = match.state_at(version_before)
    score = first.score if isinstance(first, ev.PositionSet) else state.score
    crawford = first.crawford if isinstance(first, ev.PositionSet) else state.is_crawford
    record = empty_record(1)
    put(record, 12, "iiB", *score, crawford)
    put(record, 48, "iB3xiii", number, 0, -1, -1, 0)
    return record


def cube_record(match: Match, before: int) -> bytearray:
    """The decision that a player has before a roll; `before` is the version of the match then."""
    state = match.state_at(before)
    assert state.on_roll is not None
    record = empty_record(2)
    owner = state.cube.owner
    power = state.cube.value.bit_length() - 1
    cube = 0 if owner is None else power * NUMBERS[owner]
    put(record, 12, "6i", NUMBERS[state.on_roll], 0, -1, -1, -1, cube)
    record[36:62] = board_bytes(state.position, state.on_roll)
    put(record, 120, "h", -100)
    put(record, 200, "d", -1000.0)
    record[208:211] = b"\x0277"
    put(record, 216, "di", -1000.0, -1)
    put(record, 292, "i", -1)
    return record


def weigh_cube(record: bytearray, level: int = 2, rollout: int = -1) -> None:
    """Give a cube record an analysis."""
    put(record, 92, "i", level)
    put(record, 120, "h", 1)
    put(record, 124, "7f3f", 0.0, 0.125, 0.375, 0.625, 0.25, 0.0, 0.5, 0.75, 0.875, 1.0)
    put(record, 168, "7f", 0.0, 0.125, 0.375, 0.625, 0.25, 0.0, 0.5)
    put(record, 200, "d", -0.125)
    put(record, 216, "di", 0.0, rollout)


def move_record(match: Match, before: int) -> bytearray:
    """A roll and its play; `before` is the version of the match between the two."""
    state = match.state_at(before)
    assert state.on_roll is not None
    assert state.roll is not None
    record = empty_record(3)
    record[9:35] = board_bytes(state.position, state.on_roll)
    put(record, 64, "i", NUMBERS[state.on_roll])
    put(record, 100, "2i", state.roll.first, state.roll.second)
    event = match.events[before] if before < match.version else None
    if isinstance(event, ev.Played):
        numbers = [number - 1 for step in event.steps for number in step]
        put(record, 68, "8i", *(numbers + [-1] * 8)[:8])
        play = state.legal_plays.reaching(after_steps(state.position, event.steps)) if event.steps else None
        result = play.result if play is not None else state.position
        record[35:61] = struct.pack("<26b", *result.points)
    else:
        record[35:61] = record[9:35] if state.on_roll is Player.WHITE else board_bytes(state.position, Player.WHITE)
    put(record, 2312, "2d", -1000.0, 0.0)
    put(record, 2344, "32i", *[-1] * 32)
    put(record, 2524, "i", -1)
    return record


def after_steps(position: Position, steps: Sequence[tuple[int, int]]) -> Position:
    points = list(position.points)
    for source, target in steps:
        points[source] -= 1
        if target:
            if points[target] == -1:
                points[target], points[0] = 0, points[0] - 1
            points[target] += 1
    return Position(tuple(points), position.checkers)


def weigh_play(record: bytearray, match: Match, before: int, level: int = 2, rollout: int = -1) -> None:
    """Give a move record the first few of its plays as an analysis."""
    state = match.state_at(before)
    plays = list(state.legal_plays)[:32]
    put(record, 188, "i", len(plays))
    for number, play in enumerate(plays):
        numbers = [place - 1 for step in play.steps for place in (step.source, step.target)]
        put(record, 1024 + 8 * number, "8b", *(numbers + [-1] * 8)[:8])
        put(record, 1280 + 4 * number, "h", level)
        put(record, 1408 + 28 * number, "7f", 0.0, 0.125, 0.375, 0.625, 0.25, 0.0, 0.5 - number / 16)
        put(record, 2344 + 4 * number, "i", rollout)
    put(record, 2312, "2d", -0.25, 0.375)


def game_end_record(match: Match, after: int) -> bytearray:
    state = match.state_at(after)
    assert state.history is not None
    game = state.history.last
    kind = {Ending.DROPPED: 0, Ending.BORNE_OFF: int(game.win), Ending.RESIGNED: 100 + int(game.win)}[game.ending]
    record = empty_record(4)
    put(record, 12, "iiB3x3i", *state.score, 0, NUMBERS[game.winner], game.points, kind)
    return record


def match_records(match: Match, version: int = 32) -> list[bytearray]:
    """All records of a match."""
    records = [match_record(match, version)]
    cube: bytearray | None = None
    number, game_start = 0, True
    for before, event in enumerate(match.events):
        state, after = match.state_at(before), match.state_at(before + 1)
        if game_start:
            number += 1
            records.append(game_record(match, before, number))
            game_start = False
        match event:
            case ev.OpeningRolled():
                if after.phase is Phase.TO_PLAY:
                    opening = cube_record(match, before + 1)
                    put(opening, 16, "i", -2)
                    records += [opening, move_record(match, before + 1)]
            case ev.Rolled():
                records += [] if cube is not None else [cube_record(match, before)]
                records.append(move_record(match, before + 1))
                cube = None
            case ev.Doubled():
                cube = cube_record(match, before)
                put(cube, 16, "i", 1)
                records.append(cube)
            case ev.Beavered() | ev.Raccooned() | ev.Taken() | ev.Dropped():
                assert cube is not None
                turns = sum(struct.unpack_from("<i", cube, place)[0] == 2 for place in (20, 24))
                answer = 2 if isinstance(event, ev.Beavered | ev.Raccooned) else int(isinstance(event, ev.Taken))
                put(cube, 20 + 4 * turns, "i", answer)
            case _:
                pass
        if after.history is not state.history:
            records.append(game_end_record(match, before + 1))
            cube, game_start = None, True
    if match.phase is Phase.OVER:
        end = empty_record(5)
        put(end, 12, "3i", *match.state.score, 1 if match.state.score[0] > match.state.score[1] else -1)
        records.append(end)
    return records


def rollout_record(games: int) -> bytes:
    record = bytearray(2184)
    put(record, 84, "i", games)
    return bytes(record)


@dataclass
class Archive:
    """The files of an archive, and what is to be wrong with it."""

    files: Mapping[str, bytes]
    picture: bytes = b"\xff\xd8picture"
    compressed: bool = True
    spoil_entry: Callable[[bytearray], None] | None = None
    checksum_change: int = 0
    trailer: Mapping[str, int] = field(default_factory=dict)

    def written(self) -> bytes:
        head = struct.pack("<4siiqi", b"RGMH", 1, 8232, 0, len(self.picture)).ljust(8232, b"\0")
        packed, registry = b"", b""
        for name, contents in self.files.items():
            stored = zlib.compress(contents) if self.compressed else contents
            entry = bytearray(532)
            entry[0 : 1 + len(name)] = bytes([len(name)]) + name.encode()
            struct.pack_into(
                "<iiiIBB",
                entry,
                512,
                len(contents),
                len(stored),
                len(packed),
                zlib.crc32(contents),
                not self.compressed,
                2,
            )
            if self.spoil_entry is not None:
                self.spoil_entry(entry)
            packed += stored
            registry += entry
        registry = zlib.compress(registry)
        told = {
            "checksum": zlib.crc32(packed + registry) ^ self.checksum_change,
            "count": len(self.files),
            "version": 1,
            "registry": len(registry),
            "archive": len(packed),
            "compressed": 1,
        } | dict(self.trailer)
        return head + self.picture + packed + registry + struct.pack("<IiiiiI12x", *told.values())


def xg_bytes(records: Sequence[bytes | bytearray], comments: bytes = b"", rollouts: bytes = b"") -> bytes:
    """An ordinary file."""
    files = {"temp.xg": b"".join(records), "temp.xgi": bytes(records[0]) + bytes(records[-1])}
    if rollouts:
        files["temp.xgr"] = rollouts
    if comments:
        files["temp.xgc"] = comments
    return Archive(files).written()
