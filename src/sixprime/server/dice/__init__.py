"""Statistics that compare all dice of the server with fair ones; `sixprime.formats.dice` derives and verifies them."""

from sixprime.server.dice.statistics import DiceTally

__all__ = ["DiceTally"]
