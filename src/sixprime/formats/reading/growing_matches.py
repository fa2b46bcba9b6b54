"""`GrowingMatch`: a match while its file is being read, with comments and analyses of its events.

Many files do not state their rules, and later events show them: a beaver, a gammon that counts once. Rules that were
only assumed can be changed then, and so can the beginning of the current game; the events are replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sixprime.core import Match, Phase, Player, Roll, RuleSet, SixprimeError, State
from sixprime.core.match import events as ev
from sixprime.formats.reading.analyses import ImportedAnalysis
from sixprime.formats.reading.lazy_matches import LazyMatch
from sixprime.formats.reading.results import MAX_COMMENT, ReadMatch
from sixprime.formats.reading.running_games import RunningGame, played, rolled
from sixprime.formats.reading.written_plays import Hops


class GrowingMatch:
    """A match, its comments and analyses, and the names of those of its rules that are only assumed."""

    def __init__(
        self,
        rules: RuleSet,
        length: int | None,
        names: Mapping[Player, str],
        details: Mapping[str, str],
        assumed: frozenset[str],
    ) -> None:
        self._match = LazyMatch(rules, length=length, names=names, details=details)
        self._running: RunningGame | None = None
        self._looked = self._ahead = False
        self.assumed = set(assumed)
        self.failed_tries = 0
        """How often another rule was tried without success."""
        self.game_start = 0
        """How many events happened before the current game."""
        self.review: Mapping[str, object] | None = None
        """Our own review of the match, if the file has it."""
        self._comments: dict[int, list[str]] = {}
        self._analyses: dict[int, list[ImportedAnalysis]] = {}

    @property
    def match(self) -> Match:
        """The match with all its events. After changing it directly, call `changed`."""
        if self._ahead and self._running is not None:
            self._match.know_state(self._running.state())
            self._ahead = False
        return self._match

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def version(self) -> int:
        return self._match.version

    @property
    def _last(self) -> int:
        """The number of the last event; 0 before the first."""
        return max(self._match.version - 1, 0)

    @property
    def game_is_open(self) -> bool:
        """Whether the current game has begun and not ended."""
        match = self.match
        return match.version > self.game_start and match.phase not in (Phase.OPENING, Phase.OVER)

    def apply(self, event: ev.Event) -> None:
        """Apply an event, checked by all the rules."""
        self.match.apply(event)
        self.changed()

    def changed(self) -> None:
        """Forget what is known about the current game, because the match has been changed."""
        self._running, self._looked = None, False

    def roll_on(self, player: Player, roll: Roll) -> bool:
        """Add a roll if the player is simply to roll. Returns False, with nothing changed, if not."""
        running = self._running or self._follow()
        if running is None or running.roll is not None or running.on_roll is not player:
            return False
        self._match.add_legal(rolled(player, roll))
        running.roll = roll
        self._ahead = True
        return True

    def play_on(self, player: Player, hops: Hops | None) -> bool:
        """Add a legal play that does not end the game. Returns False, with nothing changed, if it is none."""
        running = self._running or self._follow()
        if hops is None or running is None or running.roll is None or running.on_roll is not player:
            return False
        steps = running.play(hops)
        if steps is None:
            return False
        self._match.add_legal(played(player, steps))
        self._ahead = True
        return True

    def _follow(self) -> RunningGame | None:
        if not self._looked:
            self._looked = True
            state = self.state
            game = RunningGame(state)
            self._running = game if game.is_open else None
        return self._running

    def begin_game(self) -> None:
        self.game_start = self._match.version

    def adopt(self, **changes: object) -> bool:
        """Change rules that were only assumed, from the first event on. Returns False if the events contradict them."""
        if not self.assumed.issuperset(changes):
            return False
        old = self.match
        try:
            rules = old.rules.replace(**changes)
            self._match = LazyMatch.from_events(
                old.events, rules, length=old.length, names=old.names, details=old.details
            )
        except SixprimeError:
            return False
        self.changed()
        self.assumed.difference_update(changes)
        return True

    def restart_game(self, change: Callable[[ev.PositionSet], ev.PositionSet]) -> bool:
        """Replace the beginning of the current game by a set-up that `change` makes of it.

        Returns False, with nothing changed, if the later events are illegal then.
        """
        happened = list(self.match.events[self.game_start :])
        if not happened:
            return False
        first, rest = _as_set_up(happened, self.match.state_at(self.game_start))
        self.undo_game()
        try:
            for event in (change(first), *rest):
                self.match.apply(event)
        except SixprimeError:
            self.undo_game()
            for event in happened:
                self.match.apply(event)
            return False
        self._move_notes(1 + len(rest) - len(happened))
        return True

    def undo_game(self) -> None:
        """Take back all events of the current game."""
        self.match.undo_to(self.game_start)
        self.changed()

    def undo_to(self, version: int) -> None:
        """Take back all events but the first `version`, with their notes."""
        self.match.undo_to(version)
        self.changed()
        self._comments = {number: words for number, words in self._comments.items() if number < version}
        self._analyses = {number: found for number, found in self._analyses.items() if number < version}

    def abandon_game(self) -> None:
        """Remove the events of the current game and their analyses; comments move to its beginning."""
        start = self.game_start
        gone = [words for number in sorted(self._comments) if number >= start for words in self._comments[number]]
        self._comments = {number: words for number, words in self._comments.items() if number < start}
        self._analyses = {number: found for number, found in self._analyses.items() if number < start}
        self.undo_game()
        if gone:
            self._comments[start] = gone

    def comment(self, words: str) -> None:
        """Attach words to the last event."""
        at = self._comments.setdefault(self._last, [])
        if sum(map(len, at)) + len(words) <= MAX_COMMENT:
            at.append(words)

    def analysis(self, analysis: ImportedAnalysis) -> None:
        """Attach an analysis to the last event."""
        self._analyses.setdefault(self._last, []).append(analysis)

    def _move_notes(self, by: int) -> None:
        if by:
            start = self.game_start
            self._comments = {n + by if n >= start else n: words for n, words in self._comments.items()}
            self._analyses = {n + by if n >= start else n: found for n, found in self._analyses.items()}

    def finished(self) -> ReadMatch:
        kept = {number: words for number, words in sorted(self._comments.items()) if number <= self._last}
        rest = [line for number, words in sorted(self._comments.items()) if number > self._last for line in words]
        if rest:  # of a game that never began
            kept[self._last] = [*kept.get(self._last, ()), *rest]
        comments = {number: "\n".join(words) for number, words in kept.items()}
        analyses = {number: tuple(found) for number, found in sorted(self._analyses.items())}
        return ReadMatch(self.match, comments, analyses, self.review)


def _as_set_up(played: list[ev.Event], before: State) -> tuple[ev.PositionSet, list[ev.Event]]:
    """A game's events with a set-up in the place of its opening roll."""
    first, rest = played[0], played[1:]
    if isinstance(first, ev.PositionSet):
        return first, rest
    starter = Player.WHITE
    if isinstance(first, ev.OpeningRolled):
        starter = Player.WHITE if first.white > first.black else Player.BLACK
        roll = Roll(max(first.white, first.black), min(first.white, first.black))
        rest = [ev.Rolled(starter, roll), *rest]
    else:
        rest = played
    position = before.position if starter is Player.WHITE else before.position.flipped()
    setup = ev.PositionSet(position, starter, before.cube, before.score, before.is_crawford, _crawford_is_over(before))
    return setup, rest


def _crawford_is_over(before: State) -> bool:
    return before.crawford_over and before.length is not None and max(before.score) == before.length - 1
