"""Sentences for people, kept apart from the language they are shown in."""

from sixprime.messages.messages import (
    ENGLISH,
    Catalogue,
    Message,
    counted,
    decimal,
    is_text,
    listed,
    percent,
    shown,
    text,
)

__all__ = ["ENGLISH", "Catalogue", "Message", "counted", "decimal", "is_text", "listed", "percent", "shown", "text"]
