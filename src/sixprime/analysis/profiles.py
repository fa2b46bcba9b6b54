"""`Profile`: one player over many matches: error rates over time, by phase, opening, cube error and opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import CubeError, PlayerFigures, Tally, figures_of
from sixprime.analysis.reviews import DecisionReview, MatchReview, PlaysFinding
from sixprime.core import Match, Player
from sixprime.core.match import events as ev
from sixprime.core.plays import Play
from sixprime.engine.phases import GamePhase, phase_of
from sixprime.formats.reading.detail_names import TUTOR

MATCH_DATE = "date"
"""The detail of a match that says when it was played, as yyyy-mm-dd."""


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A match with its review, and what the two are called, such as the name of a file."""

    label: str
    match: Match
    review: MatchReview


@dataclass(frozen=True, slots=True)
class Names:
    """Who is who: a player may appear by several names. Names are compared without regard to case and spaces.

    >>> names = Names.of(["Ann=ann_1970", "Ann = Ann S."])
    >>> names.main("ANN_1970")
    'Ann'
    """

    aliases: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, written: Iterable[str]) -> Names:
        """From texts like `Ann=ann_1970`: what stands in front is the name that is shown."""
        aliases = {}
        for entry in written:
            name, _, alias = entry.partition("=")
            aliases[_folded(alias)] = name.strip()
        return cls(aliases)

    def main(self, name: str) -> str:
        """The name by which a player is known."""
        return self.aliases.get(_folded(name), name.strip())

    def same(self, one: str, other: str) -> bool:
        return _folded(self.main(one)) == _folded(self.main(other))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class ProfiledMatch:
    """One match of the player."""

    label: str
    date: str
    opponent: str
    won: bool | None
    """None if the match is not over, or was for money."""
    figures: PlayerFigures
    is_tutored: bool = False
    """Whether the player asked a tutor during the match."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the player's decisions, such as those of a phase, and how well they were decided."""

    plays: Tally

    @property
    def pr(self) -> float:
        """500 times the equity lost a play, as a PR has it."""
        return 500 * self.plays.per(self.plays.count)


@dataclass(frozen=True, slots=True)
class Profile:
    """A player over many matches."""

    name: str
    matches: tuple[ProfiledMatch, ...]
    """In the order of their dates, then as they were given."""
    phases: Mapping[GamePhase, Share]
    openings: Mapping[str, Share]
    """First plays of games, by roll and play as the player made them; the most frequent first."""

    @property
    def decisions(self) -> int:
        return sum(entry.figures.decisions for entry in self.matches)

    @property
    def pr(self) -> float:
        """Over all decisions, as one long match."""
        return _pr(entry.figures for entry in self.matches)

    @property
    def wins(self) -> int:
        return sum(entry.won is True for entry in self.matches)

    @property
    def losses(self) -> int:
        return sum(entry.won is False for entry in self.matches)

    @property
    def luck(self) -> float:
        """A roll, on average, as an equity."""
        rolls = sum(entry.figures.luck.rolls for entry in self.matches)
        return sum(entry.figures.luck.luck for entry in self.matches) / rolls if rolls else 0.0

    @property
    def cube_errors(self) -> Mapping[CubeError, Tally]:
        return {kind: _together(entry.figures.cube_errors[kind] for entry in self.matches) for kind in CubeError}

    @property
    def opponents(self) -> Mapping[str, Sequence[ProfiledMatch]]:
        """The matches by opponent, whoever was met most often first."""
        counts = Counter(entry.opponent for entry in self.matches)
        return {name: [one for one in self.matches if one.opponent == name] for name, _ in counts.most_common()}

    def pr_of(self, matches: Sequence[ProfiledMatch]) -> float:
        """Over some of the matches."""
        return _pr(entry.figures for entry in matches)

    def running_pr(self) -> list[float]:
        """After each match, over that and all before."""
        return [self.pr_of(self.matches[: number + 1]) for number in range(len(self.matches))]


def most_frequent_name(matches: Iterable[ReviewedMatch], names: Names) -> str:
    """The name that appears in most matches; empty if there is none."""
    counts = Counter(names.main(name) for entry in matches for name in entry.match.names.values() if name.strip())
    return counts.most_common(1)[0][0] if counts else ""


def profile_of(name: str, matches: Iterable[ReviewedMatch], names: Names | None = None) -> Profile:
    """The profile of a player; matches without this player are left out, and one that appears twice counts once."""
    names = names or Names()
    found: list[ProfiledMatch] = []
    phases: dict[GamePhase, list[DecisionReview]] = {}
    openings: dict[str, list[DecisionReview]] = {}
    for entry in {one.review.fingerprint: one for one in matches}.values():
        for player in Player:
            if not names.same(entry.match.names[player], name):
                continue
            found.append(_profiled(entry, player, names))
            for decision in _plays_of(entry.review, player):
                state = entry.match.state_at(decision.decision.event)
                phases.setdefault(phase_of(state.position), []).append(decision)
                opening = _opening_of(entry.match, decision)
                if opening:
                    openings.setdefault(opening, []).append(decision)
    return Profile(
        names.main(name),
        tuple(sorted(found, key=lambda one: one.date)),
        {phase: Share(Tally.of(phases[phase])) for phase in GamePhase if phase in phases},
        {
            label: Share(Tally.of(decisions))
            for label, decisions in sorted(openings.items(), key=lambda item: (-len(item[1]), item[0]))
        },
    )


def _profiled(entry: ReviewedMatch, player: Player, names: Names) -> ProfiledMatch:
    result = entry.match.result
    won = None if result is None or result.winner is None or entry.match.is_money else result.winner is player
    return ProfiledMatch(
        entry.label,
        entry.match.details.get(MATCH_DATE, ""),
        names.main(entry.match.names[player.opponent]),
        won,
        figures_of(entry.review, entry.match).of(player),
        player.value in entry.match.details.get(TUTOR, "").replace(",", " ").split(),
    )


def _plays_of(review: MatchReview, player: Player) -> Iterable[DecisionReview]:
    """The plays of a player where there was a choice."""
    for entry in review.decisions:
        if entry.decision.kind is DecisionKind.PLAY and entry.decision.player is player and not entry.is_forced:
            yield entry


def _opening_of(match: Match, review: DecisionReview) -> str:
    """The roll and the play if it was the first of a game: `31: 8/5 6/5`; otherwise nothing."""
    number = review.decision.event
    if number == 0 or not isinstance(match.events[number - 1], ev.OpeningRolled):
        return ""
    state = match.state_at(number)
    assert isinstance(review.finding, PlaysFinding)
    steps = review.finding.candidates[review.played or 0].steps
    roll = "".join(str(die) for die in (state.roll.numbers if state.roll is not None else ()))
    return f"{roll}: {Play.of_legal_steps(state.position, steps).notation()}"


def _pr(figures: Iterable[PlayerFigures]) -> float:
    found = list(figures)
    decisions = sum(one.decisions for one in found)
    return sum(one.pr * one.decisions for one in found) / decisions if decisions else 0.0


def _together(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one; the events are of different matches, and are not kept."""
    found = list(tallies)
    return Tally(sum(one.count for one in found), sum(one.loss for one in found), sum(one.match_loss for one in found))
