"""Writes other programs' analyses of decisions as lines to be shown below the play.

Equities and chances are those of the player who decides, as in `sixprime.formats.reading.analyses`. Chances are
percentages of wins, gammons and backgammons, first won and then lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, FileChances, ImportedAnalysis, ImportedPlay
from sixprime.messages import Catalogue, Message, text

MOST_PLAYS = 5
"""How many plays are shown; the one that was made is shown as well."""
WIDEST_PLAY = 30


def analysis_lines(analysis: ImportedAnalysis, words: Catalogue) -> Iterator[str]:
    """The lines of an analysis in the reader's language."""
    if isinstance(analysis, CheckerAnalysis):
        yield from _plays(analysis, words)
    else:
        yield from _cube(analysis, words)


def _plays(analysis: CheckerAnalysis, words: Catalogue) -> Iterator[str]:
    shown = list(enumerate(analysis.candidates[:MOST_PLAYS]))
    if analysis.played is not None and MOST_PLAYS <= analysis.played < len(analysis.candidates):
        shown.append((analysis.played, analysis.candidates[analysis.played]))
    names = {rank: play.play or text("cannot move").in_language(words) for rank, play in shown}
    width = min(max(map(len, names.values()), default=0), WIDEST_PLAY)
    best = analysis.candidates[0].equity if analysis.candidates else None
    for rank, play in shown:
        mark = "*" if rank == analysis.played else " "
        parts = [f"{mark}{rank + 1:>3}. {names[rank]:<{width}}", *_worth(play, best if rank else None)]
        yield "  ".join(parts).rstrip()
    notes = []
    if analysis.error is not None:
        notes.append(text("the play lost {equity}", equity=f"{analysis.error:.3f}"))
    if analysis.luck is not None:
        notes.append(text("luck of the roll: {equity}", equity=f"{analysis.luck:+.3f}"))
    yield from _joined(notes, words)


def _worth(play: ImportedPlay, best: float | None) -> Iterator[str]:
    """The equity of a play, its difference to the best, its chances, and how it was evaluated."""
    if play.equity is not None:
        yield f"{play.equity:+.3f}"
        yield f"({play.equity - best:+.3f})" if best is not None else " " * 8
    elif play.win_chance is not None:
        yield f"{play.win_chance:.2%}"
    if play.chances is not None:
        yield chances_in_numbers(play.chances)
    yield play.level


def _cube(analysis: CubeAnalysis, words: Catalogue) -> Iterator[str]:
    def number(value: float) -> str:
        return f"{value:.2%}" if analysis.is_match_winning_chance else f"{value:+.3f}"

    values = []
    if analysis.no_double is not None:
        values.append(text("no double {value}", value=number(analysis.no_double)))
    if analysis.double_take is not None:
        values.append(text("double and take {value}", value=number(analysis.double_take)))
    if analysis.double_drop is not None:
        values.append(text("double and drop {value}", value=number(analysis.double_drop)))
    if values:
        said = ", ".join(value.in_language(words) for value in values)
        line = text("cube: {values}", values=said).in_language(words)
        yield f"  {line}  {analysis.level}".rstrip()
    if analysis.chances is not None:
        yield f"  {chances_in_numbers(analysis.chances)}"
    notes = []
    if analysis.error is not None:
        notes.append(text("the decision to double or not lost {equity}", equity=f"{analysis.error:.3f}"))
    if analysis.answer_error is not None:
        notes.append(text("the answer lost {equity}", equity=f"{analysis.answer_error:.3f}"))
    yield from _joined(notes, words)


def _joined(notes: list[Message], words: Catalogue) -> Iterator[str]:
    if notes:
        yield "  " + ", ".join(note.in_language(words) for note in notes)


def chances_in_numbers(chances: FileChances) -> str:
    """Percentages of wins, gammons and backgammons: those won, those lost."""
    won = (chances.win, chances.win_gammon, chances.win_backgammon)
    lost = (1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    return " - ".join(" ".join(f"{100 * share:.1f}" for share in side) for side in (won, lost))
