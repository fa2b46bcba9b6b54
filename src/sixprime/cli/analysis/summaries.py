"""`AnalysisSummary`: a reviewed match in a terminal: figures of both players, games, the worst errors with boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.analysis.comparisons import Analyses, FileComparison, compare, programs_of
from sixprime.analysis.decisions import DecisionKind, rolls_of
from sixprime.analysis.depths import depth_named
from sixprime.analysis.figures import (
    DEFAULT_MARKS,
    CubeError,
    Mark,
    Marks,
    MatchFigures,
    PlayerFigures,
    figures_of,
)
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, MatchReview, RollReview
from sixprime.analysis.wording import best_words, done_words
from sixprime.cli.analysis.named_figures import NamedFigure
from sixprime.cli.shared.boards import View, draw_board
from sixprime.cli.shared.match_files import plain
from sixprime.cli.shared.tables import figure, print_table
from sixprime.core import Match, Player
from sixprime.formats.text import player_label
from sixprime.messages import Catalogue, Message, counted, decimal, percent, text

MOST_DIFFERING = 5
"""How many of the decisions are shown about which another program thinks otherwise."""
MARK_STYLES = {Mark.NONE: "", Mark.INACCURACY: "yellow", Mark.ERROR: "dark_orange", Mark.BLUNDER: "bold red"}


@dataclass(frozen=True, slots=True)
class AnalysisSummary:
    """What is shown of a reviewed match."""

    label: str
    match: Match
    review: MatchReview
    words: Catalogue
    marks: Marks = DEFAULT_MARKS
    analyses: Analyses = field(default_factory=dict)
    """What the file says about decisions."""
    is_current: bool = True
    """Whether the review was made by the engine of now."""

    @property
    def figures(self) -> MatchFigures:
        return figures_of(self.review, self.match, marks=self.marks)

    # For programs

    def as_json(self) -> dict[str, object]:
        """The figures and all decisions, always with the same fields."""
        figures = self.figures
        opinions: dict[int, list[FileComparison]] = {}
        for opinion in compare(self.review, self.match, self.analyses):
            opinions.setdefault(opinion.decision.event, []).append(opinion)
        return {
            "file": self.label,
            "length": self.match.length,
            "depth": self.review.depth,
            "engine": self.review.engine,
            "current": self.is_current,
            "complete": self.review.is_complete,
            "players": [
                self._player_json(figures.of(player), figures.luck_adjusted_result(player)) for player in Player
            ],
            "games": [
                {"number": number, "players": [self._player_json(game.of(player), None) for player in Player]}
                for number, game in self._games()
            ],
            "programs": programs_of(self.analyses),
            "decisions": [
                self._decision_json(entry, opinions.get(entry.decision.event, ()))
                for entry in self.review.decisions
                if not entry.is_forced
            ],
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

    def _decision_json(self, entry: DecisionReview, opinions: Sequence[FileComparison]) -> dict[str, object]:
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
            "mark": self.marks.of(entry.loss).value,
            "others": [
                {
                    "program": one.program,
                    "level": one.level,
                    "best": self._say(one.best),
                    "loss": None if one.loss is None else round(one.loss, 5),
                    "agrees": one.agrees,
                }
                for one in opinions
            ],
        }

    # For people

    def show(self, console: Console, worst: int, figure: NamedFigure | None = None) -> None:
        """Print the summary: figures, games, what other programs thought, the decisions behind a figure, and so many of
        the worst errors."""
        console.print(Text(self.label, "bold"))
        console.print(self._say(text("depth: {depth}", depth=depth_named(self.review.depth).label)), markup=False)
        if not self.is_current:
            older = text("by another version of the engine: --again analyses it again")
            console.print(Text(self._say(older), "yellow"))
        _print_table(console, self._figures_table())
        games = self._games()
        if len(games) > 1:
            console.print()
            _print_table(console, self._games_table(games))
        opinions = list(compare(self.review, self.match, self.analyses))
        if opinions:
            self._show_opinions(console, opinions)
        if figure is not None:
            self._show_decisions(console, figure)
        for entry in self._worst(worst):
            self._show_error(console, entry)

    def _figures_table(self) -> Table:
        figures = self.figures
        table = _table("", *(self._say(player_label(self.match, player)) for player in Player))
        both = [figures.of(player) for player in Player]

        def row(label: Message, *values: str) -> None:
            table.add_row(self._say(label), *values)

        row(text("PR"), *(figure(one.pr, 2, self.words) for one in both))
        row(text("level of play"), *(self._say(one.band) for one in both))
        row(text("decisions"), *(str(one.decisions) for one in both))
        row(text("equity lost"), *(figure(one.total.loss, 3, self.words) for one in both))
        if not self.match.is_money:
            row(text("match chances lost"), *(self._say(percent(one.total.match_loss, 2)) for one in both))
        row(text("lost in plays"), *(figure(one.unforced.loss, 3, self.words) for one in both))
        row(text("lost with the cube"), *(figure(one.cube.loss, 3, self.words) for one in both))
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
                    *(
                        f"{one.cube_errors[kind].count} ({figure(one.cube_errors[kind].loss, 3, self.words)})"
                        for one in both
                    ),
                )
        if any(one.resignations.loss for one in both):
            row(text("lost by resignations"), *(figure(one.resignations.loss, 3, self.words) for one in both))
        row(text("error rate, GNU Backgammon"), *(figure(one.gnubg_rate, 1, self.words) for one in both))
        row(text("error rate, Snowie"), *(figure(one.snowie_rate, 1, self.words) for one in both))
        row(text("luck"), *(figure(one.luck.luck, 3, self.words, sign=True) for one in both))
        adjusted = [figures.luck_adjusted_result(player) for player in Player]
        if not self.match.is_money:
            row(text("luck in match chances"), *(self._say(percent(one.luck.match_luck, 2, sign=True)) for one in both))
            if None not in adjusted:
                row(text("result without luck"), *(self._say(percent(one or 0, 2, sign=True)) for one in adjusted))
        elif None not in adjusted:
            row(
                text("result without luck, in points"),
                *(figure(one or 0, 2, self.words, sign=True) for one in adjusted),
            )
        return table

    def _games(self) -> list[tuple[int, MatchFigures]]:
        numbers = sorted({entry.decision.game for entry in self.review.decisions})
        return [(number, figures_of(self.review, game=number, marks=self.marks)) for number in numbers]

    def _games_table(self, games: list[tuple[int, MatchFigures]]) -> Table:
        names = [self._name(player) for player in Player]
        heads = [text("game"), text("result"), *(text("PR of {player}", player=name) for name in names)]
        heads += [text("luck of {player}", player=name) for name in names]
        table = _table(*(self._say(head) for head in heads), left=(1,))
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
                *(figure(one.pr, 2, self.words) for one in both),
                *(figure(one.luck.luck, 3, self.words, sign=True) for one in both),
            )
        return table

    # What other programs thought

    def _show_opinions(self, console: Console, opinions: list[FileComparison]) -> None:
        """Print how often another program agrees, what the players lost by it, and where the two differ most."""
        for program in dict.fromkeys(one.program for one in opinions):
            theirs = [one for one in opinions if one.program == program]
            name = program or self._say(text("another program"))
            console.print()
            agreed = counted(
                "beside {program}: the same best in {agreed} of {count} decision",
                "beside {program}: the same best in {agreed} of {count} decisions",
                len(theirs),
                program=name,
                agreed=sum(one.agrees for one in theirs),
            )
            console.print(Text(self._say(agreed), "bold"))
            sums = _table("", *(self._say(player_label(self.match, player)) for player in Player))
            rows: tuple[tuple[Message, Callable[[FileComparison], float]], ...] = (
                (text("equity lost by {program}", program=name), lambda one: one.loss or 0.0),
                (text("equity lost by sixprime"), lambda one: one.our_loss),
            )
            for label, lost in rows:
                values = (sum(lost(one) for one in theirs if one.decision.player is player) for player in Player)
                sums.add_row(Text(self._say(label)), *(figure(value, 3, self.words) for value in values))
            _print_table(console, sums)
            differing = sorted((one for one in theirs if not one.agrees), key=lambda one: -one.difference)
            if differing:
                _print_table(console, self._opinions_table(name, differing[:MOST_DIFFERING]))

    def _opinions_table(self, program: str, opinions: list[FileComparison]) -> Table:
        heads = (text("game"), text("player"), text("played"), text("best"), text("loss"))
        others = (text("best by {program}", program=program), text("loss"), text("level"))
        table = _table(*(self._say(head) for head in (*heads, *others)), left=(1, 2, 3, 5, 7))
        for one in opinions:
            entry = self.review.at(one.decision.event)
            assert entry is not None
            table.add_row(
                str(one.decision.game),
                Text(self._name(one.decision.player)),
                Text(self._say(done_words(self.match, entry))),
                Text(self._say(best_words(self.match, entry))),
                figure(one.our_loss, 3, self.words),
                Text(plain(self._say(one.best))),
                "" if one.loss is None else figure(one.loss, 3, self.words),
                Text(plain(one.level)),
            )
        return table

    # The decisions behind a figure

    def _show_decisions(self, console: Console, figure: NamedFigure) -> None:
        figures = self.figures
        events = {event for player in Player for event in figure.events(figures.of(player))}
        console.print()
        console.print(Text(self._say(figure.label), "bold"))
        if not events:
            console.print("–")
        elif figure.is_of_rolls:
            _print_table(console, self._rolls_table([one for one in self.review.rolls if one.event in events]))
        else:
            _print_table(
                console, self._decisions_table([one for one in self.review.decisions if one.decision.event in events])
            )

    def _decisions_table(self, entries: list[DecisionReview]) -> Table:
        heads = (text("game"), text("player"), text("rolled"), text("played"), text("best"), text("loss"), text("mark"))
        table = _table(*(self._say(head) for head in heads), left=(1, 2, 3, 4, 6))
        for entry in entries:
            mark, roll = self.marks.of(entry.loss), self.match.state_at(entry.decision.event).roll
            is_play = entry.decision.kind is DecisionKind.PLAY
            table.add_row(
                str(entry.decision.game),
                Text(self._name(entry.decision.player)),
                str(roll) if is_play and roll is not None else "",
                Text(self._say(done_words(self.match, entry))),
                Text(self._say(best_words(self.match, entry)) if entry.loss else ""),
                figure(entry.loss, 3, self.words),
                Text(self._say(mark.label) if mark is not Mark.NONE else "", MARK_STYLES[mark]),
            )
        return table

    def _rolls_table(self, entries: list[RollReview]) -> Table:
        heads = (text("game"), text("player"), text("rolled"), text("luck"))
        table = _table(*(self._say(head) for head in heads), left=(1, 2))
        rolls = {roll.event: roll.roll for roll in rolls_of(self.match)}
        for entry in entries:
            name = Text(self._name(entry.player))
            table.add_row(str(entry.game), name, str(rolls[entry.event]), figure(entry.luck, 3, self.words, sign=True))
        return table

    def _name(self, player: Player) -> str:
        return plain(self.match.names[player]) or self._say(player.label)

    # The worst errors

    def _worst(self, most: int) -> list[DecisionReview]:
        ranked = sorted(self.review.decisions, key=lambda entry: -entry.loss)
        return [entry for entry in ranked[:most] if self.marks.of(entry.loss) is not Mark.NONE]

    def _show_error(self, console: Console, entry: DecisionReview) -> None:
        decision = entry.decision
        mark = self.marks.of(entry.loss)
        console.print()
        head = text(
            "Game {game}: {player} loses {loss} ({mark})",
            game=decision.game,
            player=player_label(self.match, decision.player),
            loss=decimal(entry.loss, 3),
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
                no_double=decimal(double.no_double, 3, sign=True),
                take=decimal(double.double_take, 3, sign=True),
                drop=decimal(double.double_pass, 3, sign=True),
            )
            console.print(self._say(values), markup=False)

    def done(self, entry: DecisionReview) -> Message:
        """What the player did."""
        return done_words(self.match, entry, with_equity=True)

    def best(self, entry: DecisionReview) -> Message:
        """What the player should have done."""
        return best_words(self.match, entry, with_equity=True)

    def _say(self, message: Message) -> str:
        return message.in_language(self.words)


def _table(*heads: str, left: Sequence[int] = (0,)) -> Table:
    """A table without lines; columns are flush right, but for those whose numbers are given."""
    table = Table(show_edge=False, pad_edge=False, box=None, padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        table.add_column(Text(head), justify="left" if place in left else "right")
    return table


def _print_table(console: Console, table: Table) -> None:
    """Print such a table. Columns that are flush left are words, which may be broken into lines."""
    lefts = [place for place, column in enumerate(table.columns) if column.justify == "left"]
    print_table(console, table, words=lefts)
