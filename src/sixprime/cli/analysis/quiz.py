"""`sixprime quiz`: errors of analysed matches as questions, then the verdict with reasons; a wrong one comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.depths import depth_named
from sixprime.analysis.figures import Marks
from sixprime.analysis.profiles import Names, ReviewedMatch, most_frequent_name
from sixprime.analysis.reasons import Explainer
from sixprime.cli.analysis.analyse import SOME_FAILED
from sixprime.cli.analysis.runs import ReviewPlan, read_matches, review_matches
from sixprime.cli.analysis.stats import files_in
from sixprime.cli.shared import saves
from sixprime.cli.shared.boards import View, draw
from sixprime.cli.shared.match_files import plain
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.saves import path_of
from sixprime.cli.shared.tables import figure, print_table
from sixprime.core import Match, Player, SixprimeError, State
from sixprime.core.match import records
from sixprime.core.notation import parse_play
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.messages import Catalogue, Message, counted, decimal, shown, text
from sixprime.practice.anki import AnkiCard, anki_package
from sixprime.practice.cards import CardError, errors_of, losses_of
from sixprime.practice.explanations import explanations_of
from sixprime.practice.schedule_files import ScheduleFile
from sixprime.practice.schedules import CardScheduler, Grade

SHOWN_PLAYS = 5
UNKNOWN, QUIT = "?", "q"


@dataclass(frozen=True, slots=True)
class QuizOptions:
    """The options of `sixprime quiz` as typed."""

    player: str | None = None
    number: str | None = None
    everything: bool = False
    depth: str | None = None
    schedule: str | None = None
    anki: str | None = None


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def run_quiz(
    places: Sequence[Path],
    options: QuizOptions,
    words: Catalogue,
    *,
    ask: Callable[[str], str] = input,
    clock: Callable[[], int] = now,
) -> int:
    """Ask the errors of one player in files and folders that are due, the worst first."""
    most = None if options.number is None else whole_number("--number", options.number, 1, 10_000)
    plan = ReviewPlan(None if options.depth is None else depth_named(options.depth))
    usual = Path(platformdirs.user_data_dir("sixprime")) / "quiz.json"
    schedules = ScheduleFile(usual if options.schedule is None else path_of(options.schedule))
    package = None if options.anki is None else path_of(options.anki)
    if package is not None:
        saves.refuse_folder(package)
    errors = Console(stderr=True, highlight=False, emoji=False)
    matches, failed = read_matches(files_in(places), errors, words, forgiving=True)
    if not matches:
        raise BadOption(text("there are no matches here"))
    reviewed = [
        ReviewedMatch(entry.label, entry.match, made) for entry, made in review_matches(matches, plan, errors, words)
    ]
    names = Names()
    player = options.player or most_frequent_name(reviewed, names)
    questions = _questions(reviewed, player, names)
    if options.player is not None and not any(_sides(one.match, player, names) for one in reviewed):
        raise BadOption(text("there is no match of {player} here", player=plain(player)))
    if package is not None:
        _write_package(package, questions, words)
        return SOME_FAILED if failed else 0
    due = [one for one in questions if options.everything or schedules.is_due(one.question.subject, clock())]
    quiz = _Quiz(Console(highlight=False, emoji=False), words, schedules, ask, clock)
    quiz.run(due[:most], len(questions))
    return SOME_FAILED if failed else 0


def _write_package(path: Path, questions: Sequence[CardError], words: Catalogue) -> None:
    """Write the questions as a package for Anki instead of asking them."""
    with Explainer() as explainer:
        cards = [AnkiCard(one.question, one.finding, played=one.played) for one in questions]
        saves.write_file(path, anki_package(cards, explainer, words))
    message = counted("{path}: {count} card for Anki", "{path}: {count} cards for Anki", len(cards), path=str(path))
    Console(highlight=False, emoji=False).print(Text(message.in_language(words)), soft_wrap=True)


def _sides(match: Match, player: str, names: Names) -> list[Player]:
    """Which sides a player had; both where nobody has a name."""
    if not player:
        return list(Player)
    return [side for side in Player if names.same(match.names[side], player)]


def _questions(reviewed: Sequence[ReviewedMatch], player: str, names: Names) -> list[CardError]:
    """The errors of a player, the worst first; equal positions are asked once."""
    found: dict[str, CardError] = {}
    for one in reviewed:
        for side in _sides(one.match, player, names):
            for error in errors_of(one.match, one.review, side):
                known = found.get(error.question.subject)
                if known is None or known.loss < error.loss:
                    found[error.question.subject] = error
    return sorted(found.values(), key=lambda error: -error.loss)


class _Quiz:
    """Asks, judges and remembers."""

    def __init__(
        self,
        console: Console,
        words: Catalogue,
        schedules: ScheduleFile,
        ask: Callable[[str], str],
        clock: Callable[[], int],
    ) -> None:
        self._console = console
        self._words = words
        self._schedules = schedules
        self._ask = ask
        self._clock = clock
        self._scheduler = CardScheduler()
        self._right = self._answered = 0

    def run(self, questions: Sequence[CardError], total: int) -> None:
        if not total:
            self._say(text("There are no errors to ask about."))
            return
        if not questions:
            self._say(text("Nothing is due; --all asks everything."))
            return
        self._say(
            counted(
                "{count} question; ? shows the answer, q ends.",
                "{count} questions; ? shows the answer, q ends.",
                len(questions),
            )
        )
        with Explainer() as explainer:
            for number, error in enumerate(questions, 1):
                if not self._question(number, len(questions), error, explainer):
                    break
        if self._answered:
            self._say(
                counted(
                    "{right} of {count} answer right.", "{right} of {count} answers right.", self._answered,
                    right=self._right,
                )
            )  # fmt: skip

    def _question(self, number: int, count: int, error: CardError, explainer: Explainer) -> bool:
        """Ask one question; returns whether to go on."""
        match = records.loads(error.question.record)
        state = match.state
        player = state.to_act
        assert player is not None
        self._console.print()
        self._say(text("Question {number} of {count}", number=number, count=count))
        self._console.print(draw(match, View(player), self._words, self._console.width))
        options = losses_of(state, error.finding)
        answer = self._answer(error.question.kind, state, options)
        if answer is None:
            return False
        best, loss = next(iter(options)), options.get(answer)
        grade = Grade.AGAIN if answer == UNKNOWN or loss is None else Grade.of_loss(loss)
        self._answered += 1
        self._right += grade.is_right
        self._console.print()
        self._say(self._verdict(answer, loss, best))
        reasons = explanations_of(state, error.finding, explainer)
        why = reasons.get(error.played if answer == UNKNOWN else answer)
        if why is not None:
            self._console.print(Text(why.in_language(self._words)))
        self._table(options, answer, error.played)
        self._schedules.answer(error.question.subject, grade, self._clock(), self._scheduler)
        return True

    def _answer(self, kind: DecisionKind, state: State, options: dict[str, float]) -> str | None:
        """What the player answers: a play, the name of an action, `UNKNOWN`; None to stop."""
        question = _QUESTIONS[kind].in_language(self._words)
        names = _names(options, self._words) if kind is not DecisionKind.PLAY else ""
        while True:
            try:
                typed = self._ask(f"{question} {f'({names}) ' if names else ''}").strip()
            except (EOFError, KeyboardInterrupt):
                self._console.print()
                return None
            if typed.casefold() == QUIT:
                return None
            if typed == UNKNOWN:
                return UNKNOWN
            try:
                if kind is DecisionKind.PLAY:
                    return parse_play(typed, state.turn()).notation()
                return _action(typed, options, self._words)
            except SixprimeError as error:
                self._say(error.message)

    def _verdict(self, answer: str, loss: float | None, best: str) -> Message:
        named = best if best not in _ACTIONS else _ACTIONS[best].in_language(self._words)
        if answer == UNKNOWN:
            return text("Best: {best}.", best=named)
        said = answer if answer not in _ACTIONS else _ACTIONS[answer].in_language(self._words)
        if loss is None:
            return text("{words} is not among the best ones. Best: {best}.", words=said, best=named)
        lost = decimal(loss, 3)
        match Grade.of_loss(loss):
            case Grade.GOOD:
                return text("Right: {words} is best.", words=said)
            case Grade.HARD:
                return text("Good: {words} loses next to nothing ({lost}).", words=said, lost=lost)
            case _:
                mark = Marks().of(loss).label
                return text("{words} loses {lost}: {mark}. Best: {best}.", words=said, lost=lost, mark=mark, best=named)

    def _table(self, options: dict[str, float], answer: str, played: str) -> None:
        """The best answers and what they lose, with the given one and that of the match."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for _ in range(4):
            table.add_column()
        for place, (option, loss) in enumerate(options.items(), 1):
            if place <= SHOWN_PLAYS or option in (answer, played):
                named = option if option not in _ACTIONS else _ACTIONS[option].in_language(self._words)
                note = text("in the match").in_language(self._words) if option == played else ""
                table.add_row(str(place), named, figure(-loss, 3, self._words, sign=True) if loss else "", note)
        print_table(self._console, table)

    def _say(self, message: Message) -> None:
        self._console.print(Text(message.in_language(self._words)))


_QUESTIONS = {
    DecisionKind.PLAY: text("What is your play?"),
    DecisionKind.DOUBLE: text("It is your turn: roll or double?"),
    DecisionKind.ANSWER: text("Your opponent doubles: what is your answer?"),
}
_ACTIONS = {action.value: words for action, words in ACTION_WORDS.items()}


def _action(typed: str, options: dict[str, float], words: Catalogue) -> str:
    """The action that is meant, by its name or the beginning of it, in English or the user's language."""
    wanted = typed.casefold()
    for option in options:
        names = (option.casefold(), _ACTIONS[option].in_language(words).casefold())
        if wanted and any(name.startswith(wanted) for name in names):
            return option
    raise BadOption(text("{typed} is none of {names}", typed=shown(typed), names=_names(options, words)))


def _names(options: dict[str, float], words: Catalogue) -> str:
    """The actions by their names in the user's language, in an order that tells nothing of their worth."""
    return ", ".join(_ACTIONS[option].in_language(words) for option in sorted(options))
