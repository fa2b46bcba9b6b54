"""Matches and analyses as notebooks show them without a widget: pictures and tables, in the user's language.

Everything here is plain HTML and SVG without scripts, so that it also shows where a notebook is only read.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable, Sequence
from html import escape

from sixprime.core import Match, Phase, Position
from sixprime.core.situations import Situation
from sixprime.engine.analyses import ACTION_WORDS, AnalysedPlay, Analysis
from sixprime.formats.svg import svg_board
from sixprime.formats.text import player_label, transcript
from sixprime.languages import catalogue, language_of
from sixprime.messages import Catalogue, Message, text

MOST_PLAYS = 8
"""So many plays of an analysis are listed."""
WIDTH = 460
"""How wide boards are, in pixels, beside other things."""
_NUMBERS = "text-align:right;font-variant-numeric:tabular-nums"


def user_words() -> Catalogue:
    """The catalogue of the language that the user's environment asks for."""
    return catalogue(language_of(os.environ))


def board_svg(board: Situation | Position, words: Catalogue | None = None) -> str:
    """A situation or a bare position as a picture."""
    return svg_board(board, catalogue=words or user_words())


def match_svg(match: Match, words: Catalogue | None = None) -> str:
    """The board of a match as it stands; at the end of the match, as its last game ended."""
    words = words or user_words()
    if match.phase is Phase.OVER and match.results:
        last = match.results[-1]
        return svg_board(last.position, bottom=last.winner, catalogue=words)
    situation = Situation(match.position) if match.phase is Phase.OVER else Situation.from_match(match)
    return svg_board(situation, names=match.names, catalogue=words)


def match_html(match: Match) -> str:
    """The players, the score, the board, and all moves to be unfolded."""
    words = user_words()
    white, black = match.state.score
    heading = text("{white} against {black}", white=_label(match, 0), black=_label(match, 1)).in_language(words)
    length = text("Money play") if match.length is None else text("Match to {length}", length=match.length)
    moves = "".join(f"{line}\n" for line in transcript(match, words).splitlines()[2:]).strip("\n")
    return _joined(
        f"<p><b>{escape(heading)}</b> · {escape(length.in_language(words))} · {white}–{black}</p>",
        _image(match_svg(match)),
        f"<details><summary>{_said(text('Moves'), words)}</summary><pre>{escape(moves)}</pre></details>"
        if moves
        else "",
    )


def _label(match: Match, side: int) -> Message:
    return player_label(match, tuple(match.names)[side])


def analysis_svg(analysis: Analysis, words: Catalogue | None = None) -> str | None:
    """The board of a decision with the best play as arrows; None if the analysis does not say where it stands."""
    if analysis.state is None:
        return None
    situation = Situation.from_state(analysis.state)
    return svg_board(situation, play=analysis.best_play or None, catalogue=words or user_words())


def analysis_html(analysis: Analysis) -> str:
    """The board with the best play, and what may be done, the best first."""
    words = user_words()
    picture = analysis_svg(analysis)
    return _joined("" if picture is None else _image(picture), *_tables(analysis, words))


def _tables(analysis: Analysis, words: Catalogue) -> Iterable[str]:
    if analysis.plays:
        yield _plays_table(analysis.plays, words)
    elif analysis.actions:
        rows = [
            [ACTION_WORDS[entry.action].in_language(words), _equity(entry.equity), _difference(entry.loss)]
            for entry in analysis.actions
        ]
        yield _table([text("action"), text("equity"), text("difference")], rows, words)
        cube = analysis.cube
        if cube is not None:
            label = cube.verdict.redouble_label if cube.is_redouble else cube.verdict.label
            yield f"<p><b>{_said(label, words)}</b></p>"
    else:
        yield f"<p>{_said(text('No legal move'), words)} {_equity(analysis.equity)}</p>"


def _plays_table(plays: Sequence[AnalysedPlay], words: Catalogue) -> str:
    worth = [text("play"), text("equity"), text("difference")]
    headings = [*worth, text("wins"), text("gammons won"), text("gammons lost")]
    rows = [
        [
            str(entry.play),
            _equity(entry.equity),
            _difference(entry.loss),
            *map(_percent, (entry.chances.win, entry.chances.win_gammon, entry.chances.lose_gammon)),
        ]
        for entry in plays[:MOST_PLAYS]
    ]
    return _table(headings, rows, words)


def _table(headings: Sequence[Message], rows: Sequence[Sequence[str]], words: Catalogue) -> str:
    """A table whose first column is words and whose others are numbers."""
    styles = ["text-align:left", *[_NUMBERS] * (len(headings) - 1)]
    head = _row("th", [heading.in_language(words) for heading in headings], styles)
    body = "".join(_row("td", row, styles) for row in rows)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Sequence[str], styles: Sequence[str]) -> str:
    written = (f'<{tag} style="{style}">{escape(cell)}</{tag}>' for cell, style in zip(cells, styles, strict=True))
    return f"<tr>{''.join(written)}</tr>"


def _image(svg: str) -> str:
    """A picture as an element of its own: ids inside it cannot meet those of others on the page."""
    written = base64.b64encode(svg.encode()).decode()
    title = svg.partition("<title>")[2].partition("</title>")[0]
    return f'<img src="data:image/svg+xml;base64,{written}" alt="{title}" width="{WIDTH}" style="max-width:100%">'


def _joined(*parts: str) -> str:
    return f"<div>{''.join(parts)}</div>"


def _said(message: Message, words: Catalogue) -> str:
    return escape(message.in_language(words))


def _equity(equity: float) -> str:
    return f"{equity:+.4f}"


def _difference(loss: float) -> str:
    return f"{-loss:+.4f}" if loss else ""


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
