"""A match as the list of its events: what can happen, where it stands then, who won what, and its record.

`transitions` is the only place that knows which event is legal when; `matches.Match` is what people use.
"""

from sixprime.core.match.cubes import Cube, CubeOffer, Offer
from sixprime.core.match.events import Action, Event
from sixprime.core.match.matches import Match
from sixprime.core.match.results import Ending, GameResult, MatchResult, Win
from sixprime.core.match.states import Phase, Resignation, State

__all__ = [
    "Action",
    "Cube",
    "CubeOffer",
    "Ending",
    "Event",
    "GameResult",
    "Match",
    "MatchResult",
    "Offer",
    "Phase",
    "Resignation",
    "State",
    "Win",
]
