"""Errors about input. All of them are `ValueError`s.

Each carries a `Message`, so that it can be shown in the reader's language; `str(error)` is English.
"""

from sixprime.messages import Catalogue, Message


class SixprimeError(ValueError):
    """The root of all errors about input. The message names what was wrong, where, and what would be right.

    >>> from sixprime import Roll
    >>> try:
    ...     Roll.of("37")
    ... except SixprimeError as error:
    ...     print(error)
    a roll is two numbers from 1 to 6, such as 31, not '37'
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)

    def in_language(self, catalogue: Catalogue) -> str:
        """The sentence in the catalogue's language."""
        return self.message.in_language(catalogue)


class InvalidPosition(SixprimeError):
    """These checkers cannot stand on a board.

    >>> from sixprime import Position
    >>> Position.of({6: 16}, {6: 15})
    Traceback (most recent call last):
        ...
    sixprime.core.errors.InvalidPosition: not a position: the mover has 16 checkers, 15 at most
    """


class InvalidRoll(SixprimeError):
    """These are not two dice, or there is no roll left in a record.

    >>> from sixprime import Roll
    >>> Roll(0, 7)
    Traceback (most recent call last):
        ...
    sixprime.core.errors.InvalidRoll: a die shows 1 to 6, not 0
    """


class InvalidRules(SixprimeError):
    """An unknown option of a rule set, or two that contradict each other.

    >>> from sixprime import RuleSet
    >>> RuleSet(raccoons=True)
    Traceback (most recent call last):
        ...
    sixprime.core.errors.InvalidRules: raccoons answer beavers: they need beavers to be allowed
    """


class IllegalPlay(SixprimeError):
    """These steps are not a legal play of this roll.

    >>> from sixprime import Match
    >>> match = Match()
    >>> _ = match.open((6, 2))
    >>> match.play("24/22 13/8")
    Traceback (most recent call last):
        ...
    sixprime.core.errors.IllegalPlay: 13/8 is 5 away, and the dice left are 6
    """


class MalformedPlay(SixprimeError):
    """The text is not a play in standard notation.

    >>> from sixprime import Position, Turn, parse_play
    >>> parse_play("eight to five", Turn(Position.standard(), "31"))
    Traceback (most recent call last):
        ...
    sixprime.core.errors.MalformedPlay: 'eight' is not a move: write it like 8/5, bar/20 or 6/off
    """


class AmbiguousPlay(SixprimeError):
    """The text fits several plays with different results.

    >>> from sixprime import Position, Turn, parse_play
    >>> parse_play("24/18", Turn(Position.of({24: 1}, {3: 1, 5: 1}), "42"))
    Traceback (most recent call last):
        ...
    sixprime.core.errors.AmbiguousPlay: 24/18 can mean several plays: 24/20*/18, 24/22*/18
    """


class IllegalAction(SixprimeError):
    """Not this action, not by this player, or not now.

    >>> from sixprime import Match
    >>> Match().double()
    Traceback (most recent call last):
        ...
    sixprime.core.errors.IllegalAction: the opening roll comes first
    """


class InvalidRecord(SixprimeError):
    """A record of a match that is damaged, or that breaks the rules; the message names the place.

    >>> from sixprime.core.match import records
    >>> records.loads('{"format": "chess"}')
    Traceback (most recent call last):
        ...
    sixprime.core.errors.InvalidRecord: this is not a sixprime match record
    """
