"""`AnalysisSummary`: a reviewed match in a terminal: figures of both players, games, the worst errors with boards."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.depths import depth_named
from sixprime.analysis.figures import (
    DEFAULT_MARKS,
    CubeError,
    Mark,
    MatchFigures,
    PlayerFigures,
    cube_error_of,
    figures_of,
)
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, MatchReview, PlaysFinding
from sixprime.cli.shared.boards import View, draw_board
from sixprime.cli.shared.tables import print_table
from sixprime.core import Match, Player
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.core.plays import Play
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.formats.text import player_label
from sixprime.messages import Catalogue, Message, text

MARK_STYLES = {Mark.NONE: "", Mark.INACCURACY: "yellow", Mark.ERROR: "dark_orange", Mark.BLUNDER: "bold red"}

DONE_WORDS = {**ACTION_WORDS, Action.ROLL: text("no double")}
"""What players did: to roll where a double was possible is not to double."""


@dataclass(frozen=True, slots=True)
class AnalysisSummary:
    """What is shown of a reviewed match."""

    label: str
    match: Match
    review: MatchReview
    words: Catalogue

    @property
    def figures(self) -> MatchFigures:
        return figures_of(self.review, self.match)

    # For programs

    def as_json(self) -> dict[str, object]:
        """The figures and all decisions, always with the same fields."""
        figures = self.figures
        return {
            "file": self.label,
            "length": self.match.length,
            "depth": self.review.depth,
            "engine": self.review.engine,
            "complete": self.review.is_complete,
            "players": [
                self._player_json(figures.of(player), figures.luck_adjusted_result(player)) for player in Player
            ],
            "games": [
                {"number": number, "players": [self._player_json(game.of(player), None) for player in Player]}
                for number, game in self._games()
            ],
            "decisions": [self._decision_json(entry) for entry in self.review.decisions if not entry.is_forced],
        }

    def _player_json(self, figures: PlayerFigures, adjusted: float | None) -> dict[str, object]:
        return {
            "name": self.match.names[figures.player],
            "colour": figures.player.value,
            "pr": round(figures.pr, 3),
            "decisions": figures.decisions,
            "error": round(figures.total.loss, 4),
            "match_error": None if self.match.is_money else round(figures.total.match_loss, 5),
            "checker_error": round(figures.unforced.loss, 4),
            "cube_error": round(figures.cube.loss, 4),
            "unforced": figures.unforced.count,
            "gnubg_rate": round(figures.gnubg_rate, 3),
            "snowie_rate": round(figures.snowie_rate, 3),
            "marks": {mark.value: tally.count for mark, tally in figures.marks.items()},
            "cube_errors": {
                kind.value: {"count": tally.count, "error": round(tally.loss, 4)}
                for kind, tally in figures.cube_errors.items()
            },
            "luck": round(figures.luck.luck, 4),
            "match_luck": None if self.match.is_money else round(figures.luck.match_luck, 5),
            "luck_adjusted_result": None if adjusted is None else round(adjusted, 5),
        }

    def _decision_json(self, entry: DecisionReview) -> dict[str, object]:
        decision = entry.decision
        return {
            "event": decision.event,
            "game": decision.game,
            "player": decision.player.value,
            "kind": decision.kind.value,
            "done": self.done(entry).in_language(self.words),
            "best": self.best(entry).in_language(self.words),
            "loss": round(entry.loss, 5),
            "match_loss": None if entry.match_loss is None else round(entry.match_loss, 6),
            "mark": DEFAULT_MARKS.of(entry.loss).value,
        }

    # For people

    def show(self, console: Console, worst: int) -> None:
        """Print the summary: figures, games, and so many of the worst errors."""
        console.print(Text(self.label, "bold"))
        console.print(self._say(text("depth: {depth}", depth=depth_named(self.review.depth).label)), markup=False)
        print_table(console, self._figures_table())
        games = self._games()
        if len(games) > 1:
            console.print()
            print_table(console, self._games_table(games))
        for entry in self._worst(worst):
            self._show_error(console, entry)

    def _figures_table(self) -> Table:
        figures = self.figures
        table = Table(show_edge=False, pad_edge=False, box=None, padding=(0, 2, 0, 0))
        table.add_column("")
        for player in Player:
            table.add_column(Text(self._say(player_label(self.match, player))), justify="right")
        both = [figures.of(player) for player in Player]

        def row(label: Message, *values: str) -> None:
            table.add_row(self._say(label), *values)

        row(text("PR"), *(f"{one.pr:.2f}" for one in both))
        row(text("level of play"), *(self._say(one.band) for one in both))
        row(text("decisions"), *(str(one.decisions) for one in both))
        row(text("equity lost"), *(f"{one.total.loss:.3f}" for one in both))
        if not self.match.is_money:
            row(text("match chances lost"), *(f"{one.total.match_loss:.2%}" for one in both))
        row(text("lost in plays"), *(f"{one.unforced.loss:.3f}" for one in both))
        row(text("lost with the cube"), *(f"{one.cube.loss:.3f}" for one in both))
        row(
            text("blunders, errors, inaccuracies"),
            *(
                ", ".join(str(one.marks[mark].count) for mark in (Mark.BLUNDER, Mark.ERROR, Mark.INACCURACY))
                for one in both
            ),
        )
        for kind in CubeError:
            if any(one.cube_errors[kind].count for one in both):
                row(
                    kind.plural_label,
                    *(f"{one.cube_errors[kind].count} ({one.cube_errors[kind].loss:.3f})" for one in both),
                )
        if any(one.resignations.loss for one in both):
            row(text("lost by resignations"), *(f"{one.resignations.loss:.3f}" for one in both))
        row(text("error rate, GNU Backgammon"), *(f"{one.gnubg_rate:.1f}" for one in both))
        row(text("error rate, Snowie"), *(f"{one.snowie_rate:.1f}" for one in both))
        row(text("luck"), *(f"{one.luck.luck:+.3f}" for one in both))
        adjusted = [figures.luck_adjusted_result(player) for player in Player]
        if not self.match.is_money:
            row(text("luck in match chances"), *(f"{one.luck.match_luck:+.2%}" for one in both))
            if None not in adjusted:
                row(text("result without luck"), *(f"{one or 0:+.2%}" for one in adjusted))
        elif None not in adjusted:
            row(text("result without luck, in points"), *(f"{one or 0:+.2f}" for one in adjusted))
        return table

    def _games(self) -> list[tuple[int, MatchFigures]]:
        numbers = sorted({entry.decision.game for entry in self.review.decisions})
        return [(number, figures_of(self.review, game=number)) for number in numbers]

    def _games_table(self, games: list[tuple[int, MatchFigures]]) -> Table:
        table = Table(show_edge=False, pad_edge=False, box=None, padding=(0, 2, 0, 0))
        names = [self.match.names[player] or self._say(player.label) for player in Player]
        heads = [text("game"), text("result"), *(text("PR of {player}", player=name) for name in names)]
        heads += [text("luck of {player}", player=name) for name in names]
        for place, head in enumerate(heads):
            table.add_column(Text(self._say(head)), justify="left" if place == 1 else "right")
        results = self.match.results
        for number, game in games:
            result = ""
            if number <= len(results):
                one = results[number - 1]
                result = f"{names[list(Player).index(one.winner)]} +{one.points}"
            both = [game.of(player) for player in Player]
            table.add_row(
                str(number),
                Text(result),
                *(f"{one.pr:.2f}" for one in both),
                *(f"{one.luck.luck:+.3f}" for one in both),
            )
        return table

    def _worst(self, most: int) -> list[DecisionReview]:
        ranked = sorted(self.review.decisions, key=lambda entry: -entry.loss)
        return [entry for entry in ranked[:most] if DEFAULT_MARKS.of(entry.loss) is not Mark.NONE]

    def _show_error(self, console: Console, entry: DecisionReview) -> None:
        decision = entry.decision
        mark = DEFAULT_MARKS.of(entry.loss)
        console.print()
        head = text(
            "Game {game}: {player} loses {loss} ({mark})",
            game=decision.game,
            player=player_label(self.match, decision.player),
            loss=f"{entry.loss:.3f}",
            mark=mark.label,
        )
        console.print(Text(self._say(head), MARK_STYLES[mark]))
        state = self.match.state_at(decision.event)
        console.print(draw_board(state.position_for(decision.player), View(decision.player)))
        if state.roll is not None and decision.kind is DecisionKind.PLAY:
            console.print(self._say(text("to play: {roll}", roll=state.roll)), markup=False)
        console.print(self._say(text("played: {play}", play=self.done(entry))), markup=False)
        console.print(self._say(text("best: {play}", play=self.best(entry))), markup=False)
        if isinstance(entry.finding, ActionsFinding) and entry.finding.double is not None:
            double = entry.finding.double
            values = text(
                "no double {no_double}, double and take {take}, double and pass {drop}",
                no_double=f"{double.no_double:+.3f}",
                take=f"{double.double_take:+.3f}",
                drop=f"{double.double_pass:+.3f}",
            )
            console.print(self._say(values), markup=False)

    def done(self, entry: DecisionReview) -> Message:
        """What the player did."""
        if isinstance(entry.finding, PlaysFinding):
            return self._play(entry, entry.played or 0)
        kind = cube_error_of(entry)
        event = self.match.events[entry.decision.event]
        word = DONE_WORDS[entry.decision.action]
        if isinstance(event, ev.Resigned):
            return text("resign: {win}", win=event.win.label)
        return word if kind is None else text("{action} ({error})", action=word, error=kind.label)

    def best(self, entry: DecisionReview) -> Message:
        """What the player should have done."""
        if isinstance(entry.finding, PlaysFinding):
            return self._play(entry, 0)
        if entry.decision.kind is DecisionKind.RESIGNATION:
            return text("play on") if entry.loss else DONE_WORDS[Action.RESIGN]
        return DONE_WORDS[max(entry.finding.actions, key=lambda one: one.equity).action]

    def _play(self, entry: DecisionReview, number: int) -> Message:
        assert isinstance(entry.finding, PlaysFinding)
        candidate = entry.finding.candidates[number]
        position = self.match.state_at(entry.decision.event).position
        notation = Play.of_legal_steps(position, candidate.steps).notation()
        if not notation:
            return text("cannot move")
        return text("{play} {equity}", play=notation, equity=f"{candidate.equity:+.3f}")

    def _say(self, message: Message) -> str:
        return message.in_language(self.words)
