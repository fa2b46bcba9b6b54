"""The state of a match, as every message about it brings it."""

from __future__ import annotations

from typing import Literal

from sixprime.server.matches.commands import ActionName
from sixprime.server.schemas.base import (
    AnswerModel,
    Board,
    CubeValueAnswer,
    Dice,
    EntryFields,
    Kind,
    NumberBySide,
    PhaseName,
    ResignationAnswer,
    Rules,
    Side,
    TextBySide,
)

GraphStep = tuple[int, int, int, int, int]


class AbsenceAnswer(AnswerModel):
    """How long a player of a match of two has been away."""

    since: str
    """a time in UTC"""
    abort_from: str
    """a time in UTC, from which on the other side may `abort` the match without asking"""


class SeatAnswer(AnswerModel):
    """A seat, and who sits there."""

    name: str
    """in a rematch also of the player who has not come yet"""
    kind: Literal["person", "bot"]
    level: str | None
    """of a bot"""
    level_title: str | None
    """the level in the client's language"""
    taken: bool
    present: bool
    """whether who sits there is connected; a bot always is"""
    away: AbsenceAnswer | None = None
    """in a match of two that goes on, how long who sits there has been away; `null` for who is present, left out in
    lists"""


class SeatsAnswer(AnswerModel):
    """The two seats."""

    white: SeatAnswer
    black: SeatAnswer


class CubeOfferAnswer(AnswerModel):
    """A cube that was turned and waits for its answer."""

    by: Side
    """who turned it last"""
    value: int
    """what it would show if taken"""
    beavers: int
    """0 for a double, 1 for a beaver, 2 for a raccoon"""


class CubeAnswer(CubeValueAnswer):
    """The doubling cube, and the offer on the table."""

    offered: CubeOfferAnswer | None


class ResignationsAnswer(AnswerModel):
    """What each side can offer to lose."""

    white: list[int]
    black: list[int]


class ActionsAnswer(AnswerModel):
    """What each seat may do."""

    white: list[ActionName]
    black: list[ActionName]


class TurnGraphAnswer(AnswerModel):
    """The legal steps of a roll."""

    nodes: list[list[GraphStep]]
    """a node is a list of steps `[source, target, die, hits, next node]`; play begins at node 0; a node without steps
    is the end of a complete play, and only those can be sent"""


class GameResultAnswer(AnswerModel):
    """A game that has ended."""

    game: int
    """its number, from 1"""
    winner: Side
    win: Literal["single", "gammon", "backgammon"]
    cube: int
    points: int
    ending: Literal["borne-off", "dropped", "resigned"]
    loser_off: int
    """how many checkers the loser had borne off"""
    reason: str
    words: str


class MatchResultAnswer(AnswerModel):
    """How a match ended."""

    winner: Side | None
    """`null` where a session ends level"""
    score: NumberBySide
    words: str
    reason: str | None = None
    """left out in lists"""


class LedgerAnswer(AnswerModel):
    """Who owes what, in money play."""

    stake: str
    """what a point is worth"""
    games: list[tuple[Side, str]]
    """of each game the winner and the amount"""
    balance: TextBySide


class SeedAnswer(AnswerModel):
    """What a player adds to the dice."""

    commitment: str
    seed: str | None
    """`null` until it is revealed"""


class SeedsAnswer(AnswerModel):
    """The seeds of both sides; `null` where a seat adds none."""

    white: SeedAnswer | None
    black: SeedAnswer | None


class DiceAnswer(AnswerModel):
    """What is known of the dice; see dice.md."""

    commitment: str
    """the server's, to the secret of the dice"""
    seeds: SeedsAnswer
    rolls: int
    """how many the match has, those that were taken back not counted"""
    secret: str | None
    """`null` until the match is over or aborted"""


class LastEntryAnswer(AnswerModel):
    """An entry, and what to say about it."""

    seq: int
    entry: EntryFields
    words: str


class RematchAnswer(AnswerModel):
    """The match in which the players of a finished one play again."""

    match: str
    """its id"""
    seated: list[Side]
    """who has come; players keep their sides"""


class StateAnswer(AnswerModel):
    """Where a match stands."""

    match: str
    """the id of the match"""
    version: int
    """the number of the last entry"""
    kind: Kind
    """`bot`, `screen` (both seats at one screen), `link` (two browsers) or `study` (imported, nobody acts)"""
    created: str
    """a time in UTC"""
    you: list[Side]
    """the seats that this client holds; none for a spectator"""
    seats: SeatsAnswer
    invitation: str | None = None
    """what opens the free seat; there only while one is free, and only for who holds the other; `null` in a rematch,
    whose free seat is kept for the other player"""
    length: int | None
    """points to play to; `null` in money play"""
    rules: Rules
    """the options of the rules, as in a record"""
    preset: str | None
    """the name of these rules, where they have one"""
    preset_title: str
    """what these rules are called in the client's language"""
    phase: PhaseName
    """`seats` (a seat is free), `seeds` (the dice wait for seeds), and then as the game has it"""
    to_act: Side | None
    """whose decision it is"""
    on_roll: Side | None
    board: Board
    """White's view, whoever is on roll: place 1 to 24 are White's points, 25 is White's bar, 0 Black's bar; White's
    checkers count up from zero, Black's down. Steps are in the view of who makes them, as in a record: Black's point
    `p` is place `25 - p`"""
    checkers: int
    """how many each side has"""
    pips: NumberBySide
    off: NumberBySide
    """checkers borne off"""
    roll: Dice | None
    cube: CubeAnswer
    resignation: ResignationAnswer | None
    score: NumberBySide
    game: int
    """the number of the game, from 1"""
    crawford: bool
    """whether this is the Crawford game"""
    gammons_count: bool
    doublers: list[Side]
    """who can double in this game, now or on a later turn"""
    resignations: ResignationsAnswer
    """what each side can offer to lose now: 1 for a single game, 2 for a gammon, 3 for a backgammon; a loss that cannot
    happen, or costs no more than a smaller one, is left out"""
    automatic_doubles: int
    actions: ActionsAnswer
    """what each seat may do now, whoever asks; a client offers those of its own seats"""
    turn: TurnGraphAnswer | None
    """the graph of the roll on the table for a client that holds the seat to play. A roll that allows nothing has one
    empty node, and the play to send has no steps"""
    can_take_back: bool
    """whether a seat of this client may take a turn back"""
    results: list[GameResultAnswer]
    """the games that have ended"""
    result: MatchResultAnswer | None
    """once the match is over"""
    ledger: LedgerAnswer | None
    """in money play"""
    abort_asked: Side | None
    """who would like to end a match of two without a result; see `abort` among the commands"""
    dice: DiceAnswer
    last: LastEntryAnswer | None
    """the last entry that is worth telling, which is the last one but for the secret of the dice"""
    rematch: RematchAnswer | None = None
    """once a player of a finished match of two has asked for a rematch; only for its players, left out until then"""
