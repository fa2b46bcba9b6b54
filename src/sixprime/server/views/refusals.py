"""Refusals as clients get them."""

from __future__ import annotations

from sixprime.languages import catalogue
from sixprime.server.refusals import Refusal
from sixprime.server.schemas.base import ErrorAnswer, RefusalAnswer


def refusal_answer(refusal: Refusal, language: str) -> RefusalAnswer:
    """A refusal in a language."""
    return RefusalAnswer.model_validate({"code": refusal.code, "message": refusal.in_language(catalogue(language))})


def error_answer(refusal: Refusal, language: str) -> ErrorAnswer:
    """The body of a response that refuses a request."""
    return ErrorAnswer(error=refusal_answer(refusal, language))
