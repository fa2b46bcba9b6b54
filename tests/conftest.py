"""What all tests share: how to say that a program the test needs is not here."""

import os
from typing import NoReturn

import pytest


def not_here(reason: str) -> NoReturn:
    """Skip the test with the reason; where SIXPRIME_CI is set, everything must be here, so fail it."""
    if os.environ.get("SIXPRIME_CI"):
        pytest.fail(f"{reason} (required, because SIXPRIME_CI is set)")
    pytest.skip(reason)
