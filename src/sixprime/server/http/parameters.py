"""Parameters that several routes take: the id of a match, a version of it, and the language of the answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from sixprime.server.http.language_negotiation import negotiate_language

MatchId = Annotated[str, Path(max_length=64, description="The number of a match.")]
Version = Annotated[int | None, Query(ge=0, le=2**31, description="The state as it was at this version.")]


def _language(
    request: Request,
    language: Annotated[
        str | None, Query(max_length=20, description="The language of words: en, de, fr, it or hu.")
    ] = None,
) -> str:
    return negotiate_language(request.headers.get("accept-language"), language)


Language = Annotated[str, Depends(_language)]
"""The language that a request wants to be answered in."""
