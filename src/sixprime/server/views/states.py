"""The state of a match as clients see it; `sixprime.server.schemas.states` declares every field.

Most of a state is the same for all viewers of a language, and its JSON is made once for each version; a room adds the
fields that depend on the viewer: the seats held, the graph of the roll, presence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sixprime.core import GameResult, MatchResult, Offer, Phase, Player, RuleSet, State
from sixprime.core.match.events import Naming
from sixprime.core.match.transitions import losses_at_stake, may_use_cube
from sixprime.core.turn_graphs import turn_graph
from sixprime.messages import Catalogue, Message, text
from sixprime.server.encoding import compact_json, iso_time, json_fields
from sixprime.server.matches.entries import MatchKind, entry_to_json
from sixprime.server.matches.logs import LogEntry, Moment
from sixprime.server.schemas.base import NumberBySide, Side
from sixprime.server.schemas.matches import MatchSummaryAnswer
from sixprime.server.schemas.states import MatchResultAnswer, RematchAnswer, SeatAnswer, SeatsAnswer
from sixprime.server.store.storage import MatchSummary, Rematch
from sixprime.server.views.titles import level_title, preset_title

Json = dict[str, object]


def naming(moment: Moment) -> Naming:
    """What players are called: by name, or by colour where they have none."""

    def name(player: Player) -> Message:
        written = moment.seat(player).name
        return Message("{name}", {"name": written}) if written else player.label

    return name


def _value(player: Player | None) -> Side | None:
    return None if player is None else player.value


def _both(white: object, black: object) -> Json:
    return {"white": white, "black": black}


class SharedStateFields:
    """The fields of a state that are the same for all viewers of a language, as JSON without braces.

    They are made once for each version, and what has not changed since the last version is not made again.
    """

    def __init__(self, match: str, created: int, catalogue: Catalogue, past: PastGames | None = None) -> None:
        """`past` describes the games that have ended; several may share it."""
        self._match = match
        self._created = created
        self._catalogue = catalogue
        self._past_games = PastGames(catalogue) if past is None else past
        self._version = 0
        self._text = ""
        self._fixed = ""
        self._ended: tuple[tuple[object, ...], str] = ((), "")

    @property
    def size(self) -> int:
        """How many characters are kept."""
        return len(self._text) + len(self._fixed) + len(self._ended[1])

    def text(self, moment: Moment) -> str:
        """The fields at a moment, for `json_object`."""
        if self._version != moment.version:
            self._text = self._made(moment)
            self._version = moment.version
        return self._text

    def _made(self, moment: Moment) -> str:
        if not self._fixed:
            state = moment.state
            title = preset_title(state.rules.preset_name, self._catalogue)
            self._fixed = _fixed_fields(self._match, moment.kind, self._created, state.length, state.rules, title)
        return ",".join((self._fixed, self._past(moment), json_fields(_changing_fields(moment, self._catalogue))))

    def _past(self, moment: Moment) -> str:
        """The games that have ended, and the ledger; kept until a game ends or a name changes."""
        of = (moment.state.history, moment.white.name, moment.black.name)
        if self._ended[0] != of:
            results = f'"results":{self._past_games.text(moment)}'
            self._ended = (of, f"{results},{json_fields({'ledger': _ledger(moment.state)})}")
        return self._ended[1]


Described = tuple[tuple[str, str], list[tuple[GameResult, str]]]
"""The names of both players, and games with their JSON."""
DESCRIBED_BYTES = 120
"""What a described game takes besides its letters."""


class PastGames:
    """The games of a match that have ended, as JSON in one language. Each is described once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: Described = (("", ""), [])
        self.size = 0
        """About how many bytes are kept."""

    def text(self, moment: Moment) -> str:
        """The games that have ended at a moment, as a list."""
        self.take_over(self.described(moment))
        count = len(moment.state.results)
        return f"[{','.join([written for _, written in self._known[1][:count]])}]"

    def missing(self, moment: Moment) -> int:
        """How many games would have to be described for a moment."""
        return len(moment.state.results) - self._shared(moment)

    def described(self, moment: Moment) -> Described:
        """All games at a moment; what is known is only looked at, so that this can run in a thread."""
        results, shared = moment.state.results, self._shared(moment)
        known = self._known[1]
        if shared == len(results):
            return self._known
        new = [
            (result, compact_json(result_json(result, naming(moment), self._catalogue))) for result in results[shared:]
        ]
        return _names(moment), [*known[:shared], *new]

    def take_over(self, described: Described) -> None:
        """Know these games from now on."""
        if described is not self._known:
            self._known = described
            self.size = sum(len(written) + DESCRIBED_BYTES for _, written in described[1])

    def _shared(self, moment: Moment) -> int:
        """How many of the games at a moment are known."""
        names, known = self._known
        if names != _names(moment):
            return 0
        results = moment.state.results
        shared = 0
        most = min(len(known), len(results))
        while shared < most and (known[shared][0] is results[shared] or known[shared][0] == results[shared]):
            shared += 1  # games are the same objects, unless the match was read from disk again
        return shared


def _names(moment: Moment) -> tuple[str, str]:
    return moment.white.name, moment.black.name


def _fixed_fields(match: str, kind: MatchKind, created: int, length: int | None, rules: RuleSet, title: str) -> str:
    """The fields that never change in a match."""
    fields = {
        "match": match,
        "kind": kind.value,
        "created": iso_time(created),
        "length": length,
        "rules": rules.to_json(),
        "preset": rules.preset_name,
        "preset_title": title,
    }
    return json_fields(fields)


def _changing_fields(moment: Moment, catalogue: Catalogue) -> Json:
    state = moment.state
    white = state.position if state.on_roll is not Player.BLACK else state.position.flipped()
    return {
        "version": moment.version,
        "phase": moment.phase,
        "to_act": _value(moment.to_act),
        "on_roll": _value(state.on_roll),
        "board": white.points,
        "checkers": white.checkers,
        "pips": _both(white.pips, white.opponent_pips),
        "off": _both(white.off, white.opponent_off),
        "roll": None if state.roll is None else list(state.roll),
        "cube": _cube(state),
        "resignation": None
        if state.resignation is None
        else {"by": state.resignation.by.value, "value": int(state.resignation.win)},
        "score": _both(*state.score),
        "game": state.game,
        "crawford": state.is_crawford,
        "gammons_count": state.gammons_count,
        "doublers": [player.value for player in Player if may_use_cube(state, player)],
        "resignations": _both(*([int(win) for win in losses_at_stake(state, player)] for player in Player)),
        "automatic_doubles": state.automatic_doubles,
        "result": None if state.result is None else match_result_json(state.result, naming(moment), catalogue),
        "abort_asked": _value(moment.abort_asked),
        "dice": _dice(moment),
        "last": None if moment.last is None else _last(moment.last, moment, catalogue),
    }


def _cube(state: State) -> Json:
    offered: Json | None = None
    if state.offer is not None:
        beavers = (Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON).index(state.offer.kind)
        offered = {"by": state.offer.by.value, "value": state.offer.value, "beavers": beavers}
    return {"value": state.cube.value, "owner": _value(state.cube.owner), "offered": offered}


def result_json(result: GameResult, name: Naming, catalogue: Catalogue) -> Json:
    """A game that has ended."""
    why = result.why.renamed({player.label: name(player) for player in Player})
    words = text(
        "{winner} wins {points} ({win}): {why}",
        winner=name(result.winner),
        points=result.points,
        win=result.win.label,
        why=why,
    )
    return {
        "game": result.number,
        "winner": result.winner.value,
        "win": result.win.name.lower(),
        "cube": result.cube.value,
        "points": result.points,
        "ending": result.ending.value,
        "loser_off": result.position.opponent_off,
        "reason": why.in_language(catalogue),
        "words": words.in_language(catalogue),
    }


def result_words(winner: Message | None, score: tuple[int, int]) -> Message:
    """How a match ended."""
    white, black = score
    if winner is None:
        return text("level at {white}-{black}", white=white, black=black)
    return text("{winner} wins {white}-{black}", winner=winner, white=white, black=black)


def match_result_json(result: MatchResult, name: Naming, catalogue: Catalogue) -> Json:
    """The end of a match."""
    winner = None if result.winner is None else name(result.winner)
    why = result.why.renamed({player.label: name(player) for player in Player})
    return {
        "winner": _value(result.winner),
        "score": _both(*result.score),
        "reason": why.in_language(catalogue),
        "words": result_words(winner, result.score).in_language(catalogue),
    }


def _ledger(state: State) -> Json | None:
    if not state.is_money:
        return None
    balance = Decimal(0)
    games = []
    for result in state.results:
        amount = result.amount(state.rules.stake)
        games.append([result.winner.value, str(amount)])
        balance += amount if result.winner is Player.WHITE else -amount
    return {"stake": str(state.rules.stake), "games": games, "balance": _both(str(balance), str(-balance + 0))}


def _dice(moment: Moment) -> Json:
    seeds = {
        player.value: None
        if moment.seat(player).seed_commitment is None
        else {"commitment": moment.seat(player).seed_commitment, "seed": moment.seat(player).seed}
        for player in Player
    }
    return {"commitment": moment.commitment, "seeds": seeds, "rolls": moment.rolls, "secret": moment.secret}


def _last(logged: LogEntry, moment: Moment, catalogue: Catalogue) -> Json:
    words = logged.entry.describe(naming(moment)).in_language(catalogue)
    return {"seq": logged.seq, "entry": entry_to_json(logged.entry), "words": words}


def turn_json(moment: Moment) -> str:
    """The graph of the roll on the table, as JSON; `null` where nobody has to play."""
    state = moment.state
    if state.phase is not Phase.TO_PLAY or state.roll is None or not moment.is_playing:
        return "null"
    return compact_json({"nodes": turn_graph(state.position, state.roll, state.rules)})


@dataclass(frozen=True, slots=True)
class Viewer:
    """A client that looks at a match: the seats it holds, and its language."""

    seats: tuple[Player, ...]
    language: str


def absences_json(absences: Mapping[Player, tuple[int, int]]) -> Json:
    """By player, since when they are away, and from when the other side may end the match without asking."""
    return {player.value: _absence(absences.get(player)) for player in Player}


def _absence(absence: tuple[int, int] | None) -> Json | None:
    if absence is None:
        return None
    since, abort_from = absence
    return {"since": iso_time(since), "abort_from": iso_time(abort_from + 999)}  # a full second, and never too early


def seats_json(
    moment: Moment, present: Mapping[Player, bool], absences: Mapping[Player, tuple[int, int]], catalogue: Catalogue,
    awaited: Mapping[Player, str],
) -> Json:  # fmt: skip
    """The seats, with their players, whether these are present, and since when they are away.

    `awaited` are the names of those for whom free seats are kept.
    """
    return {
        player.value: {
            "name": seat.name if seat.is_taken else awaited.get(player, ""),
            "kind": seat.kind.value,
            "level": seat.level,
            "level_title": level_title(seat.level, catalogue),
            "taken": seat.is_taken,
            "present": present[player],
            "away": _absence(absences.get(player)),
        }
        for player in Player
        for seat in (moment.seat(player),)
    }


def rematch_answer(rematch: Rematch) -> RematchAnswer:
    """The rematch of a finished match."""
    return RematchAnswer(match=rematch.match, seated=[player.value for player in rematch.seated])


def summary_answer(
    summary: MatchSummary, present: Mapping[Player, bool], catalogue: Catalogue, *, tutored: bool = False
) -> MatchSummaryAnswer:
    """A match in a list; `tutored` if the caller asked the tutor in it."""

    def seat(player: Player) -> SeatAnswer:
        found = summary.seats[player]
        kind: Literal["person", "bot"] = "bot" if found.kind == "bot" else "person"
        return SeatAnswer(
            name=found.name,
            kind=kind,
            level=found.level,
            level_title=level_title(found.level, catalogue),
            taken=found.is_taken,
            present=present.get(player, False),
        )

    score = NumberBySide(white=summary.score[0], black=summary.score[1])
    result: MatchResultAnswer | None = None
    if summary.phase == Phase.OVER.value:
        winner = None if summary.winner is None else Player(summary.winner)
        title = None
        if winner is not None:
            name = summary.seats[winner].name
            title = Message("{name}", {"name": name}) if name else winner.label
        words = result_words(title, summary.score).in_language(catalogue)
        result = MatchResultAnswer(winner=_value(winner), score=score, words=words)
    mine = [player.value for player in Player if summary.seats[player].is_mine]
    return MatchSummaryAnswer.model_validate(
        {
            "match": summary.match,
            "kind": summary.kind,
            "seats": SeatsAnswer(white=seat(Player.WHITE), black=seat(Player.BLACK)),
            "you": mine if summary.kind != "study" else [],
            "length": summary.length,
            "score": score,
            "phase": summary.phase,
            "to_act": summary.to_act,
            "created": iso_time(summary.created),
            "updated": iso_time(summary.updated),
            "tutored": tutored,
            "result": result,
        }
    )
