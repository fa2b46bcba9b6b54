"""The game itself: positions, plays, rules, dice, matches and their records. No files, no network, no clock."""

from sixprime.core.dice import (
    ALL_ROLLS,
    CryptographicDice,
    Dice,
    ManualDice,
    RecordedDice,
    Roll,
    SeededDice,
    opening_rolls,
)
from sixprime.core.errors import (
    AmbiguousPlay,
    IllegalAction,
    IllegalPlay,
    InvalidPosition,
    InvalidRecord,
    InvalidRoll,
    InvalidRules,
    MalformedPlay,
    SixprimeError,
)
from sixprime.core.match.cubes import Cube, CubeOffer, Offer
from sixprime.core.match.events import Action, Event
from sixprime.core.match.matches import Match
from sixprime.core.match.results import Ending, GameResult, MatchResult, Win
from sixprime.core.match.states import Phase, Resignation, State
from sixprime.core.players import Player
from sixprime.core.plays import LegalPlays, Play, Step
from sixprime.core.positions import BAR, OFF, Position, find_defects
from sixprime.core.rules import NAMED_STARTS, PRESETS, STANDARD, BearOff, OpeningTie, RuleSet, TripleWin
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.core.turns import Turn

__all__ = [
    "ALL_ROLLS",
    "BAR",
    "NAMED_STARTS",
    "OFF",
    "PRESETS",
    "STANDARD",
    "Action",
    "AmbiguousPlay",
    "BearOff",
    "CryptographicDice",
    "Cube",
    "CubeOffer",
    "Dice",
    "Ending",
    "Event",
    "GameResult",
    "IllegalAction",
    "IllegalPlay",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidRoll",
    "InvalidRules",
    "InvalidSituation",
    "LegalPlays",
    "MalformedPlay",
    "ManualDice",
    "Match",
    "MatchResult",
    "Offer",
    "OpeningTie",
    "Phase",
    "Play",
    "Player",
    "Position",
    "RecordedDice",
    "Resignation",
    "Roll",
    "RuleSet",
    "SeededDice",
    "Situation",
    "SixprimeError",
    "State",
    "Step",
    "TripleWin",
    "Turn",
    "Win",
    "find_defects",
    "opening_rolls",
]
