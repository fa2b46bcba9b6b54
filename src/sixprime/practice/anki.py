"""Cards as a package for Anki, through `genanki`, which the extra `anki` installs.

A note has the position as a picture with its question; on the back what is best, what other answers lose, and why. Its
identity is that of the question, so that a newer package updates the notes of an older one and keeps their schedule.
Schedules do not go along: Anki makes its own.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reviews import Finding
from sixprime.core import SixprimeError
from sixprime.core.situations import Situation
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.formats.ids.xgids import xgid
from sixprime.formats.svg import svg_board
from sixprime.messages import Catalogue, Message, decimal, text
from sixprime.practice.cards import CardQuestion, analysis_of, losses_of
from sixprime.practice.judging import SAME, question_words

SHOWN_ANSWERS = 5
MODEL_ID, DECK_ID = 1_716_190_611, 1_716_190_612
"""Anki tells models and decks apart by such numbers; they never change."""
FIELDS = ("Subject", "Question", "Picture", "Best", "Answers", "Reasons", "XGID")
FRONT = "{{Picture}}<p>{{Question}}</p>"
BACK = (
    '{{Picture}}<p>{{Question}}</p><hr id="answer"><p class="best">{{Best}}</p>{{Answers}}<p>{{Reasons}}</p>'
    '<p class="id">{{XGID}}</p>'
)
STYLE = (
    ".card { font-family: system-ui, sans-serif; font-size: 18px; text-align: center }"
    " svg { width: 100%; max-width: 640px; height: auto } .best { font-weight: bold }"
    " table { margin: auto; text-align: left } td + td { padding-left: 1.5em; text-align: right }"
    " .id { font-size: 11px; opacity: 0.7; overflow-wrap: anywhere }"
)


class NoAnki(SixprimeError):
    """`genanki` is not installed."""


@dataclass(frozen=True, slots=True)
class AnkiCard:
    """A card with all that its note says."""

    question: CardQuestion
    finding: Finding
    tags: tuple[str, ...] = ()
    played: str | None = None
    """What was done in a match: the notation of a play, or the name of an action."""


def is_available() -> bool:
    """Whether packages can be written."""
    return find_spec("genanki") is not None


def anki_package(cards: Iterable[AnkiCard], explainer: Explainer, words: Catalogue) -> bytes:
    """A package with a note for each card; `NoAnki` if `genanki` is not installed."""
    genanki = _genanki()
    fields = [{"name": name} for name in FIELDS]
    templates = [{"name": "sixprime", "qfmt": FRONT, "afmt": BACK}]
    model = genanki.Model(MODEL_ID, "sixprime", fields=fields, templates=templates, css=STYLE, sort_field_index=1)
    deck = genanki.Deck(DECK_ID, "Backgammon (sixprime)")
    for card in cards:
        guid = genanki.guid_for("sixprime", card.question.subject)
        tags = [tag.replace(" ", "_") for tag in card.tags]
        deck.add_note(genanki.Note(model, list(_fields(card, explainer, words)), tags=tags, guid=guid))
    with TemporaryDirectory(prefix="sixprime-anki-") as folder:
        file = Path(folder) / "cards.apkg"
        genanki.Package(deck).write_to_file(str(file))
        return file.read_bytes()


def _genanki() -> ModuleType:
    try:
        import genanki
    except ImportError:
        raise NoAnki(text("packages for Anki need genanki: pip install 'sixprime[anki]'")) from None
    found: ModuleType = genanki
    return found


def _fields(card: AnkiCard, explainer: Explainer, words: Catalogue) -> Iterable[str]:
    """What the fields of a note say, as HTML."""
    state = card.question.state
    situation = Situation.from_state(state)
    losses = losses_of(state, card.finding)
    best, *others = losses
    compared = card.played if card.played in others and losses[card.played] >= SAME else next(iter(others), None)
    yield card.question.subject
    yield _escaped(question_words(situation), words)
    yield svg_board(situation, captions=situation.length is not None, catalogue=words)
    yield _escaped(text("Best: {best}.", best=_named(best)), words)
    yield _table(losses, card.played, words)
    yield "" if compared is None else _reasons(card, best, compared, explainer, words)
    yield _id(situation)


def _id(situation: Situation) -> str:
    try:
        return html.escape(xgid(situation))
    except SixprimeError:  # rules that no XGID can say
        return ""


def _reasons(card: AnkiCard, best: str, other: str, explainer: Explainer, words: Catalogue) -> str:
    state = card.question.state
    found = explainer.explain(state, best, other, analysis=analysis_of(state, card.finding))
    return html.escape(found.in_language(words))


def _table(losses: dict[str, float], played: str | None, words: Catalogue) -> str:
    rows = []
    for place, (answer, loss) in enumerate(losses.items()):
        if place < SHOWN_ANSWERS or answer == played:
            lost = "" if loss < SAME else decimal(-loss, 3).in_language(words)
            note = text("in the match").in_language(words) if answer == played else ""
            cells = (_named(answer).in_language(words), lost, note)
            rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return f"<table>{''.join(rows)}</table>"


def _named(answer: str) -> Message:
    """A play by its notation, an action in words."""
    actions = {action.value: label for action, label in ACTION_WORDS.items()}
    return actions.get(answer) or Message("{play}", {"play": answer})


def _escaped(message: Message, words: Catalogue) -> str:
    return html.escape(message.in_language(words))
