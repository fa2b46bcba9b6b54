"""`show` and `BoardWidget`: positions, decisions, matches and reviews as widgets, whose plays come back to Python.

This module needs anywidget; `sixprime.notebook` imports it when it is first used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Union

import anywidget
import traitlets

from sixprime.core import Match, Play, Player, Position, Roll, State
from sixprime.core.dice import RollLike
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis
from sixprime.formats.reading import ReadMatch
from sixprime.languages import catalogue, language_of
from sixprime.messages import Catalogue, text
from sixprime.messages import shown as as_shown
from sixprime.notebook.contents import Content, NotShowable, position_content
from sixprime.web.bundles import widget_module
from sixprime.web.saved_pages import texts_of

if TYPE_CHECKING:
    from sixprime.analysis import MatchReview

THEMES = ("auto", "classic", "wood", "felt", "flat", "dark", "contrast")
APPEARANCES = ("auto", "light", "dark")

Showable = Union[Position, Situation, State, Analysis, Match, ReadMatch, "MatchReview"]
"""What `show` can show."""


@cache
def _script() -> str:
    return widget_module()


class BoardWidget(anywidget.AnyWidget):
    """A board in the output of a cell. `show` makes it.

    `play` is what was played on it by hand, `event` the event of a match that it shows; `show_instead` replaces what it
    shows.
    """

    _esm = _script()
    content = traitlets.Unicode().tag(sync=True)
    """What is shown, as JSON."""
    look = traitlets.Dict().tag(sync=True)
    """Language, translations and colours."""
    played: Any = traitlets.List(default_value=None, allow_none=True).tag(sync=True)
    """The steps that were played by hand, as the script sends them."""
    version: Any = traitlets.Int(default_value=None, allow_none=True).tag(sync=True)
    """The moment of a match that is shown, as the script calls it."""

    def __init__(self, shown: Content, look: Mapping[str, object]) -> None:
        self._content = shown
        super().__init__(content=shown.json, look=dict(look))

    @property
    def play(self) -> Play | None:
        """The play that was made by hand; None before, and if it was taken back."""
        return None if self.played is None else self._content.play_of(self.played)

    def on_play(self, listener: Callable[[Play], object]) -> None:
        """Call a function with every play that is made by hand from now on."""

        def tell(change: Any) -> None:
            if change["new"] is not None:
                listener(self._content.play_of(change["new"]))

        self.observe(tell, "played")

    @property
    def event(self) -> int | None:
        """The number of the event of the match that is shown, as in `match.events`; None before anything was chosen.

        Setting it shows that event.
        """
        versions = self._content.versions
        return versions.index(self.version) if self.version in versions else None

    @event.setter
    def event(self, number: int) -> None:
        count = len(self._content.versions)
        if isinstance(number, bool) or not isinstance(number, int) or not -count <= number < count:
            raise NotShowable(
                text(
                    "the match has {count} events, and none with the number {number}",
                    count=count,
                    number=as_shown(number),
                )
            )
        self.version = self._content.versions[number]

    def show_instead(
        self,
        shown: Showable,
        *,
        match: Match | ReadMatch | None = None,
        roll: RollLike | None = None,
        playable: bool | None = None,
        bottom: Player | str | None = None,
    ) -> None:
        """Show something else in the same place; the arguments are those of `show`."""
        content = _content(shown, self.look["language"], match, roll, playable, _player(bottom))
        self._content = content
        self.played = None
        self.version = None
        self.content = content.json

    def _repr_mimebundle_(self, **how: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The widget and, for readers without one, a picture."""
        bundle = super()._repr_mimebundle_(**how)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "image/svg+xml": self._content.svg}, metadata


def show(
    shown: Showable,
    *,
    match: Match | ReadMatch | None = None,
    roll: RollLike | None = None,
    playable: bool | None = None,
    bottom: Player | str | None = None,
    theme: str = "auto",
    appearance: str = "auto",
    language: str | None = None,
) -> BoardWidget:
    """Show a position, a situation, a match, an analysis or a review in a notebook.

    A position or situation with a roll (`roll` adds or replaces one) can be played by hand, unless `playable` is False;
    the play is `BoardWidget.play`. A match is stepped through; with `playable=True` it is shown as it stands, and the
    roll on the table can be played by the rules of the match. A review needs the `match` that it is of.

    `bottom` is the player at the bottom (`"white"`, `"black"`), `theme` the colours of the board, `appearance` those
    around it, by default the notebook's; `language` is a code such as `"de"`, by default that of the environment.

    >>> from sixprime import Position
    >>> board = show(Position.standard(), roll="31")
    >>> board.play is None
    True
    """
    code = language_of(os.environ) if language is None else language
    content = _content(shown, code, match, roll, playable, _player(bottom))
    look = {
        "language": code,
        "texts": texts_of(_script(), code),
        "theme": _choice(theme, THEMES),
        "appearance": _choice(appearance, APPEARANCES),
        "bottom": (_player(bottom) or Player.WHITE).value,
    }
    return BoardWidget(content, look)


def _content(
    shown: Showable,
    language: str,
    match: Match | ReadMatch | None,
    roll: RollLike | None,
    playable: bool | None,
    bottom: Player | None,
) -> Content:
    words = catalogue(language)
    if match is not None and isinstance(shown, Position | Situation | State | Analysis | Match | ReadMatch):
        raise NotShowable(text("only a review is shown with a match"))
    if isinstance(shown, Match) and playable:
        return _position(shown.state, words, roll, playable, bottom, shown.names)
    if isinstance(shown, Position | Situation | State):
        return _position(shown, words, roll, playable, bottom)
    if roll is not None or playable:
        raise NotShowable(text("there is no roll to play"))
    # These take a second to import, and a position does not need them.
    from sixprime.analysis import MatchReview
    from sixprime.notebook.analysed_contents import analysis_content, match_content

    if isinstance(shown, Analysis):
        return analysis_content(shown, words, names={}, bottom=bottom)
    if isinstance(shown, Match | ReadMatch):
        return match_content(_read(shown), None, words)
    if isinstance(shown, MatchReview):
        if match is None:
            raise NotShowable(text("a review is shown with its match: show(review, match=match)"))
        return match_content(_read(match), shown, words)
    raise NotShowable(
        text("a position, situation, match, analysis or review can be shown, not {value}", value=as_shown(shown))
    )


def _position(
    shown: Position | Situation | State,
    words: Catalogue,
    roll: RollLike | None,
    playable: bool | None,
    bottom: Player | None,
    names: Mapping[Player, str] | None = None,
) -> Content:
    if isinstance(shown, Position):
        situation = Situation(shown)
    else:
        situation = Situation.from_state(shown) if isinstance(shown, State) else shown
    if roll is not None:
        situation = replace(situation, roll=Roll.of(roll))
    has_roll = situation.roll is not None
    return position_content(
        situation,
        shown.rules if isinstance(shown, State) else situation.rules,
        words,
        names=names or {},
        bottom=bottom,
        playable=has_roll and situation.resignation is None if playable is None else playable,
        is_bare=isinstance(shown, Position) and not has_roll,
    )


def _read(match: Match | ReadMatch) -> ReadMatch:
    return match if isinstance(match, ReadMatch) else ReadMatch(match)


def _player(side: Player | str | None) -> Player | None:
    if side is None:
        return None
    sides = {player.value: player for player in Player}
    return side if isinstance(side, Player) else sides[_choice(side, tuple(sides))]


def _choice(value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise NotShowable(text("{value} is not one of {choices}", value=as_shown(value), choices=", ".join(choices)))
    return value
