"""Reasons for random errors of bots in all languages, to be read: do they say what a coach would say?

    python benchmarks/reason_sentences.py [--errors 100] [--language hu] [--seed 1] [--plies 1]

Bots of all levels play each other, for money and in matches. Of their plays those that are errors are drawn by lot, and
of their cube decisions the action that would have been wrong. Each is printed with the id of the position, what was
chosen, what that loses, and the reasons, in a language. This measures nothing: it is for those who change a sentence or
a translation.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console

from reasons import games
from sixprime import Engine, Situation
from sixprime.analysis.figures import Mark
from sixprime.analysis.tutor import Judgement, Tutor
from sixprime.core import Phase, Play, State
from sixprime.core.match.events import Played
from sixprime.formats.ids import xgid
from sixprime.languages import LANGUAGES, catalogue
from sixprime.messages import Message

SHARE, CUBE_SHARE = 0.25, 0.02
"""The parts of all plays and of all decisions before a roll that are looked at, so that errors come from many games."""
SMALLEST_CUBE, LARGEST_CUBE = 0.04, 0.6
"""What a wrong cube action loses at least and at most."""


@dataclass(frozen=True, slots=True)
class FoundError:
    """An error, and why it is one."""

    judgement: Judgement
    sentences: tuple[Message, ...]

    @property
    def id(self) -> str:
        return xgid(Situation.from_state(self.judgement.state))

    @property
    def chosen(self) -> str:
        made = self.judgement.chosen
        return made.notation() if isinstance(made, Play) else made.value


def errors(seed: int, tutor: Tutor) -> Iterator[FoundError]:
    """Errors, without end."""
    rng = random.Random(f"sentences {seed}")
    for _, made in games(seed, 20_000 + 1000 * seed):
        for state, event in made:
            if rng.random() > (CUBE_SHARE if state.phase is Phase.TO_ROLL else SHARE):
                continue
            judgement = _judged_play(state, event, tutor) if isinstance(event, Played) else _wrong_action(state, tutor)
            if judgement is not None and judgement.mark in (Mark.ERROR, Mark.BLUNDER):
                yield FoundError(judgement, tutor.why(judgement))


def _judged_play(state: State, event: Played, tutor: Tutor) -> Judgement | None:
    """What the tutor says about a play that was made; None if it was forced."""
    is_forced = len(state.legal_plays) < 2
    return None if is_forced else tutor.judge(state, Play.of_legal_steps(state.position, event.steps))


def _wrong_action(state: State, tutor: Tutor) -> Judgement | None:
    """What the tutor would say about the wrong one of two cube actions, whether it was taken or not."""
    if state.phase not in (Phase.TO_ROLL, Phase.TO_ANSWER_CUBE):
        return None
    actions = tutor.prepare(state).actions
    if len(actions) < 2 or not SMALLEST_CUBE <= actions[1].loss <= LARGEST_CUBE:
        return None
    return tutor.judge(state, actions[1].action)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errors", type=int, default=100, help="how many in each language")
    parser.add_argument("--language", choices=list(LANGUAGES), help="one language; all if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=1, help="how far the engine looks ahead (default: %(default)s)")
    wanted = parser.parse_args()
    console = Console(highlight=False, emoji=False, soft_wrap=True)
    silent = 0
    languages = list(LANGUAGES) if wanted.language is None else [wanted.language]
    with Tutor(Engine(plies=wanted.plies, threads=1)) as tutor:
        found = errors(wanted.seed, tutor)
        for language in languages:
            number = 0
            for error in found:
                if not error.sentences:
                    silent += 1
                    continue
                number += 1
                words = " ".join(message.in_language(catalogue(language)) for message in error.sentences)
                console.print(
                    f"{language} {number}  {error.id}  {error.chosen}  -{error.judgement.loss:.3f}", markup=False
                )
                console.print(f"    {words}", markup=False)
                if number == wanted.errors:
                    break
    console.print(f"{silent} errors more were not explained")


if __name__ == "__main__":
    main()
