"""What can be wrong with what somebody hands to the game. All of these are `ValueError`s.

Each carries a `Message`, so that it can be shown in the reader's language; `str(error)` is English.
"""

from sixprime.messages import Catalogue, Message


class SixprimeError(ValueError):
    """The root of all errors about input. The message names what was wrong, where, and what would be right."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)

    def in_language(self, catalogue: Catalogue) -> str:
        """The sentence in the catalogue's language."""
        return self.message.in_language(catalogue)


class InvalidPosition(SixprimeError):
    """These checkers cannot stand on a board."""


class InvalidRoll(SixprimeError):
    """These are not two dice, or the dice have run out."""


class InvalidRules(SixprimeError):
    """An unknown option of a rule set, or two that contradict each other."""


class IllegalPlay(SixprimeError):
    """These steps are not a legal play of this roll."""


class IllegalAction(SixprimeError):
    """Not this action, not by this player, or not now."""


class InvalidRecord(SixprimeError):
    """A record of a match that is damaged, or that breaks the rules; the message names the place."""
