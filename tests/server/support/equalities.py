"""Three ways to the state of a match, and the comparison of them after every entry.

One is the state that came over the wire, one is read afresh from the database, and one is made here, from the entries
that a client saw and the rules of the core alone.
"""

import json
from decimal import Decimal
from random import Random
from typing import Any

from sixprime import (
    NAMED_STARTS,
    BearOff,
    InvalidRules,
    Match,
    Offer,
    OpeningTie,
    Phase,
    Player,
    Position,
    RuleSet,
    TripleWin,
)
from sixprime.client import Client, FollowedMatch, Live, MatchState
from sixprime.core.match.transitions import losses_at_stake, may_use_cube
from sixprime.messages import ENGLISH
from sixprime.server.encoding import json_object
from sixprime.server.store.databases import Database
from sixprime.server.store.storage import Storage
from sixprime.server.views.entries import entries_text
from sixprime.server.views.states import SharedStateFields

AROUND = ("create", "seat", "reveal", "take-back", "ask-abort", "abort", "secret")
"""Entries that are not of the game itself."""


def random_rules(chance: Random) -> RuleSet:
    """Any rules that do not contradict themselves."""
    while True:
        options: dict[str, Any] = {
            "opening_tie": chance.choice(list(OpeningTie)),
            "automatic_double_limit": chance.choice([None, None, 1, 2]),
            "bear_off": chance.choice(list(BearOff)),
            "triple_win": chance.choice(list(TripleWin)),
            "cube": chance.random() < 0.9,
            "cube_limit": chance.choice([None, 2, 8, 64]),
            "beavers": chance.random() < 0.5,
            "raccoons": chance.random() < 0.5,
            "jacoby": chance.random() < 0.5,
            "crawford": chance.random() < 0.5,
            "start": chance.choice(list(NAMED_STARTS.values())),
            "stake": Decimal(chance.choice(["1", "0.50", "2.5"])),
        }
        try:
            return RuleSet(**options)
        except InvalidRules:
            continue


# The state as the core makes it from entries


def both(white: object, black: object) -> dict[str, object]:
    return {"white": white, "black": black}


def value(player: Player | None) -> str | None:
    return None if player is None else player.value


def phase_of(followed: FollowedMatch) -> str:
    if followed.is_aborted:
        return "aborted"
    if len(followed.seats) < 2:
        return "seats"
    owed = [
        player for player, seat in followed.seats.items() if seat["seed_commitment"] and player not in followed.seeds
    ]
    return "seeds" if owed else followed.match.phase.value


NAMES = {Player.WHITE.label: "Anna", Player.BLACK.label: "Béla"}
"""Reasons speak of the players by their names."""


def made_by_core(followed: FollowedMatch) -> dict[str, Any]:
    """All of a state that follows from its entries."""
    match = followed.match
    state = match.state
    board = match.position_for(Player.WHITE)
    phase = phase_of(followed)
    is_playing = phase not in ("aborted", "seats", "seeds", "over")
    actions = {player.value: {a.value for a in match.actions(player)} if is_playing else set() for player in Player}
    return {
        "version": followed.version,
        "kind": followed.kind,
        "length": match.length,
        "rules": json.loads(json.dumps(match.rules.to_json())),
        "phase": phase,
        "to_act": value(match.to_act) if is_playing else None,
        "on_roll": value(match.on_roll),
        "board": list(board.points),
        "checkers": board.checkers,
        "pips": both(board.pips, board.opponent_pips),
        "off": both(board.off, board.opponent_off),
        "roll": None if state.roll is None else list(state.roll),
        "cube": cube_of(match),
        "resignation": None
        if state.resignation is None
        else {"by": state.resignation.by.value, "value": int(state.resignation.win)},
        "score": both(*state.score),
        "game": state.game,
        "crawford": state.is_crawford,
        "gammons_count": state.gammons_count,
        "doublers": [player.value for player in Player if may_use_cube(state, player)],
        "resignations": both(*([int(win) for win in losses_at_stake(state, player)] for player in Player)),
        "automatic_doubles": state.automatic_doubles,
        "results": [
            (game.winner.value, game.win.name.lower(), game.cube.value, game.points, str(game.why.renamed(NAMES)))
            for game in match.results
        ],
        "result": None
        if match.result is None
        else (value(match.result.winner), both(*match.result.score), str(match.result.why.renamed(NAMES))),
        "ledger": ledger_of(match),
        "abort_asked": abort_asked_of(followed),
        "dice": dice_of(followed),
        "actions": actions,
    }


def cube_of(match: Match) -> dict[str, object]:
    offer = match.state.offer
    offered = None
    if offer is not None:
        beavers = {Offer.DOUBLE: 0, Offer.BEAVER: 1, Offer.RACCOON: 2}[offer.kind]
        offered = {"by": offer.by.value, "value": offer.value, "beavers": beavers}
    return {"value": match.state.cube.value, "owner": value(match.state.cube.owner), "offered": offered}


def ledger_of(match: Match) -> object:
    if not match.is_money:
        return None
    games = [[game.winner.value, str(amount)] for game, amount in match.ledger]
    balance = {player.value: match.balance(player) for player in Player}
    return (str(match.rules.stake), games, balance)


def abort_asked_of(followed: FollowedMatch) -> str | None:
    """Who would like to end the match, if the game has not gone on since."""
    for written in reversed(followed.entries):
        if written["entry"]["type"] == "ask-abort":
            seat: str | None = written["entry"]["seat"]
            return seat
        if written["entry"]["type"] not in AROUND:
            break
    return None


def dice_of(followed: FollowedMatch) -> dict[str, object]:
    seeds = {
        player.value: {"commitment": seat["seed_commitment"], "seed": followed.seeds.get(player)}
        if (seat := followed.seats.get(player)) is not None and seat["seed_commitment"]
        else None
        for player in Player
    }
    return {
        "commitment": followed.commitment,
        "seeds": seeds,
        "rolls": len(followed.match.rolls),
        "secret": followed.secret,
    }


def comparable(fields: dict[str, Any]) -> dict[str, Any]:
    """A state of the server's, without the words that it adds."""
    fields = dict(fields)
    around = {"reveal", "take-back", "abort", "decline-abort"}
    fields["actions"] = {seat: set(actions) - around for seat, actions in fields["actions"].items()}
    fields["results"] = [
        (game["winner"], game["win"], game["cube"], game["points"], game["reason"]) for game in fields["results"]
    ]
    if fields["result"] is not None:
        result = fields["result"]
        fields["result"] = (result["winner"], result["score"], result["reason"])
    if fields["ledger"] is not None:
        ledger = fields["ledger"]
        balance = {seat: Decimal(amount) for seat, amount in ledger["balance"].items()}
        fields["ledger"] = (ledger["stake"], ledger["games"], balance)
    return fields


def plays_of(match: Match, turn: dict[str, Any]) -> set[Position]:
    """Where the graph of a turn leads: every path through it is made by the rules of the core."""
    found: set[Position] = set()
    for steps in MatchState({"turn": turn}).plays():
        found.add(match.turn().play_of(steps).result)
    return found


def path_count(nodes: list[list[list[int]]]) -> int:
    counts = [0] * len(nodes)
    for node in range(len(nodes) - 1, -1, -1):
        counts[node] = sum(counts[step[4]] for step in nodes[node]) if nodes[node] else 1
    return counts[0]


# The comparison


class Table:
    """A match that is played and compared."""

    def __init__(self, live: Live, client: Client, database: Database) -> None:
        self.live = live
        self.client = client
        self.storage = Storage(database)
        self.compared = 0
        self.earlier: dict[int, dict[str, Any]] = {}

    async def compare(self) -> None:
        """The state over the wire, the state from disk and the state from the entries."""
        told = dict(self.live.state.fields)
        assert told["version"] == self.live.version
        stored = await self.storage.load(told["match"])
        assert stored is not None
        fresh = json.loads(
            json_object(SharedStateFields(told["match"], stored.log.created, ENGLISH).text(stored.log.now))
        )
        assert {name: told[name] for name in fresh} == fresh
        assert json.loads(entries_text(stored.log.entries)) == self.live.followed.entries

        made = made_by_core(self.live.followed)
        seen = comparable(told)
        assert {name: seen[name] for name in made} == made

        last = told["last"]
        assert last["entry"] == self.live.followed.entries[last["seq"] - 1]["entry"]
        self.compare_turn(told)
        self.earlier[told["version"]] = fresh
        self.compared += 1

    def compare_turn(self, told: dict[str, Any]) -> None:
        match = self.live.followed.match
        mine = told["to_act"] in told["you"]
        assert (told["turn"] is not None) == (mine and match.phase is Phase.TO_PLAY and told["phase"] != "aborted")
        if told["turn"] is not None and path_count(told["turn"]["nodes"]) < 60:
            results = {play.result for play in match.legal_plays}
            assert plays_of(match, told["turn"]) == (results or {match.position})

    async def compare_afresh(self) -> None:
        """Another look at the present, and at the past."""
        told = await self.client.state(self.live.state.match)
        assert told.fields == self.live.state.fields
        for version, fresh in list(self.earlier.items())[::7]:
            past = (await self.client.state(told.match, version)).fields
            assert {name: past[name] for name in fresh} == json.loads(json.dumps(fresh))
