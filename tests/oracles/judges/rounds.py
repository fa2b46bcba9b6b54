"""A round: so many positions put to sixprime and to one judge, from a seed. It ends early only by a `Disagreement`."""

from dataclasses import dataclass
from itertools import islice

from judges import comparison, gnubg, openspiel, samples
from judges.boards import Question


@dataclass(slots=True)
class Tally:
    """What has been compared, and found equal."""

    positions: int = 0
    plays: int = 0
    on_the_bar: int = 0
    bearing_off: int = 0
    few_checkers: int = 0

    def note(self, question: Question, plays: int) -> None:
        self.positions += 1
        self.plays += plays
        self.on_the_bar += question.has_bar
        self.bearing_off += question.is_bear_off
        self.few_checkers += question.checkers <= 3

    def add(self, other: "Tally") -> None:
        self.positions += other.positions
        self.plays += other.plays
        self.on_the_bar += other.on_the_bar
        self.bearing_off += other.bearing_off
        self.few_checkers += other.few_checkers


def by_brute_force(seed: int, positions: int, rule: str) -> Tally:
    """Results and steps of all plays, under one bear-off rule."""
    tally = Tally()
    for question in islice(samples.questions(seed), positions):
        tally.note(question, comparison.check_by_brute_force(question, rule))
    return tally


def of_turns(seed: int, positions: int, rule: str) -> Tally:
    """The steps that a turn offers, one way through each turn; what is counted as plays are the offers."""
    tally = Tally()
    for number, question in enumerate(islice(samples.questions(seed), positions)):
        tally.note(question, comparison.check_turn(question, rule, seed + number))
    return tally


def by_openspiel(seed: int, positions: int) -> Tally:
    """Results of all plays in OpenSpiel's games."""
    tally = Tally()
    for question, results in islice(openspiel.questions_and_results(seed), positions):
        tally.note(question, len(comparison.check_results(question, results, "OpenSpiel")))
    return tally


def by_gnubg(seed: int, positions: int, runs: int) -> Tally:
    """Results of all plays, asked from so many runs of GNU Backgammon at once."""
    tally = Tally()
    questions = list(islice(samples.questions(seed), positions))
    for question, results in zip(questions, gnubg.ask_many(questions, runs), strict=True):
        tally.note(question, len(comparison.check_results(question, results, "GNU Backgammon")))
    return tally
