"""The tutor of the terminal game: asks before a choice that gives much away, and shows what is better if wanted."""

from __future__ import annotations

from sixprime.analysis.tutor import Choice, Judgement, Tutor
from sixprime.cli.play.displays import Display
from sixprime.core import Match, Player
from sixprime.core.match.events import Action
from sixprime.formats.reading.detail_names import TUTOR
from sixprime.messages import Message, decimal, text

AGAIN, SHOW, ANYWAY = text("again"), text("show"), text("anyway")


class TerminalTutor:
    """Asks people who play against a program; `is_on` says whether it does."""

    def __init__(self, display: Display, *, is_on: bool) -> None:
        self.is_on = is_on
        self._display = display
        self._tutor: Tutor | None = None

    def switch(self) -> None:
        """Switch it on or off, and say so."""
        self.is_on = not self.is_on
        self._display.tell(text("The tutor is on.") if self.is_on else text("The tutor is off."))

    def close(self) -> None:
        if self._tutor is not None:
            self._tutor.close()

    def sends_back(self, match: Match, player: Player, choice: Choice) -> bool:
        """Ask about a choice if it gives much away; returns whether the player wants to choose again.

        That the tutor was there is noted in the details of the match.
        """
        if not self.is_on:
            return False
        self._tutor = self._tutor or Tutor()
        sides = match.details.get(TUTOR, "").replace(",", " ").split()
        match.details[TUTOR] = ", ".join(side.value for side in Player if side.value in (*sides, player.value))
        judged = self._tutor.judge(match, choice, player)
        return judged is not None and judged.is_questionable() and not self._insists(judged, player)

    def _insists(self, judged: Judgement, player: Player) -> bool:
        """Ask until the player looks again or insists; showing what is better leaves both open."""
        words = {"again": AGAIN, "show": SHOW, "anyway": ANYWAY}
        question = text("There is something better. Look again? (Enter or {again}, {show}, {anyway}):", **words)
        while True:
            answer = self._display.ask(question).strip().casefold()
            if not answer or self._means(answer, AGAIN):
                return False
            if self._means(answer, ANYWAY):
                return True
            if self._means(answer, SHOW):
                self._show(judged, player)

    def _means(self, answer: str, word: Message) -> bool:
        return answer in (word.template, self._display.say(word).casefold())

    def _show(self, judged: Judgement, player: Player) -> None:
        assert self._tutor is not None
        label = self._display.view.numbering.labels(player)
        best: Message | str = judged.best_words if isinstance(judged.best, Action) else judged.best.notation(label)
        self._display.tell(text("{choice} is better.", choice=best), "bold")
        self._display.tell(text("Yours loses {loss}.", loss=decimal(judged.loss, 3)))
        for sentence in self._tutor.why(judged, label):
            self._display.tell(sentence)
