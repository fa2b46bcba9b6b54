"""Figures by name, for `--decisions`: each leads to the decisions or rolls behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sixprime.analysis.figures import CubeError, Mark, PlayerFigures
from sixprime.cli.shared.options import not_one_of
from sixprime.messages import Message, text


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """A figure of a player, and which decisions, by the numbers of their events, it is made of."""

    label: Message
    events: Callable[[PlayerFigures], tuple[int, ...]]
    is_of_rolls: bool = False


def _of_mark(mark: Mark) -> Callable[[PlayerFigures], tuple[int, ...]]:
    return lambda figures: figures.marks[mark].events


def _of_cube_error(kind: CubeError) -> Callable[[PlayerFigures], tuple[int, ...]]:
    return lambda figures: figures.cube_errors[kind].events


def _errors(figures: PlayerFigures) -> tuple[int, ...]:
    marked = (figures.marks[mark].events for mark in Mark if mark is not Mark.NONE)
    return tuple(sorted(event for events in marked for event in events))


def _counted(figures: PlayerFigures) -> tuple[int, ...]:
    return tuple(sorted((*figures.plays.events, *figures.doubles.events, *figures.answers.events)))


NAMED_FIGURES: Mapping[str, NamedFigure] = {
    "pr": NamedFigure(text("decisions that count for the PR"), _counted),
    "all": NamedFigure(text("all decisions"), lambda figures: figures.total.events),
    "errors": NamedFigure(text("blunders, errors, inaccuracies"), _errors),
    **{mark.value: NamedFigure(mark.label, _of_mark(mark)) for mark in Mark if mark is not Mark.NONE},
    "plays": NamedFigure(text("plays"), lambda figures: figures.plays.events),
    "cube": NamedFigure(text("cube decisions"), lambda figures: figures.close_cube.events),
    "doubles": NamedFigure(text("doubles"), lambda figures: figures.doubles.events),
    "answers": NamedFigure(text("answers to doubles"), lambda figures: figures.answers.events),
    "resignations": NamedFigure(text("resignations"), lambda figures: figures.resignations.events),
    **{kind.value: NamedFigure(kind.plural_label, _of_cube_error(kind)) for kind in CubeError},
    "very-lucky": NamedFigure(text("very lucky rolls"), lambda figures: figures.luck.very_lucky, is_of_rolls=True),
    "lucky": NamedFigure(text("lucky rolls"), lambda figures: figures.luck.lucky, is_of_rolls=True),
    "unlucky": NamedFigure(text("unlucky rolls"), lambda figures: figures.luck.unlucky, is_of_rolls=True),
    "very-unlucky": NamedFigure(
        text("very unlucky rolls"), lambda figures: figures.luck.very_unlucky, is_of_rolls=True
    ),
}


def figure_named(name: str) -> NamedFigure:
    """The figure with a name.

    >>> str(figure_named("blunder").label)
    'blunder'
    """
    found = NAMED_FIGURES.get(name.strip().lower())
    if found is None:
        raise not_one_of("--decisions", list(NAMED_FIGURES), name)
    return found
