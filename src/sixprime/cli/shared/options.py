"""Values of the command line's options: read from text, or refused with a sentence that names the option."""

from __future__ import annotations

from sixprime.core import SixprimeError
from sixprime.messages import shown, text


class BadOption(SixprimeError):
    """An option of the command line has a value that it cannot have."""


def whole_number(flag: str, written: str, lowest: int, highest: int) -> int:
    """Read a whole number between two bounds, both allowed."""
    if written.isascii() and written.isdigit() and len(written) < 10 and lowest <= int(written) <= highest:
        return int(written)
    raise BadOption(
        text(
            "{flag} is a whole number from {lowest} to {highest}, not {value}",
            flag=flag,
            lowest=lowest,
            highest=highest,
            value=shown(written),
        )
    )


def not_one_of(flag: str, choices: list[str], written: str) -> BadOption:
    """The error for a value that is not among the choices of a flag."""
    return BadOption(
        text("{flag} is one of {choices}, not {value}", flag=flag, choices=", ".join(choices), value=shown(written))
    )
