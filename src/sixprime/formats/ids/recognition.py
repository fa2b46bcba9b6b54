"""Finds the id of a position in a pasted text, whatever its kind.

An id may stand with or without its name, inside a link or a sentence, in quotes or brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from sixprime.core import Position, SixprimeError
from sixprime.core.situations import Situation
from sixprime.formats.ids.fields import InvalidId
from sixprime.formats.ids.gnubg_ids import situation_of_ids
from sixprime.formats.ids.kinds import IdKind
from sixprime.messages import shown, text

MAX_CHARACTERS = 200_000
"""More than any mail or analysis that somebody pastes. Searching the worst such text takes about a second."""


@dataclass(frozen=True, slots=True)
class FoundId:
    """An id that was found in a text: its kind, the id alone, and its situation.

    >>> find_id("(4HPwATDgc/ABMA)").written
    '4HPwATDgc/ABMA'
    """

    kind: IdKind
    written: str
    situation: Situation


def recognise(pasted: str) -> Situation:
    """The situation of the first id in a text. The error says what is wrong with the id, or that there is none.

    >>> recognise("What do you play? XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").length
    7
    """
    return find_id(pasted).situation


def find_id(pasted: str) -> FoundId:
    """The first id in a text. A Position ID alone is taken only if the text has no other id.

    >>> find_id("Position ID: 4HPwATDgc/ABMA").kind
    IdKind.POSITION_ID
    """
    if not isinstance(pasted, str):
        raise InvalidId(text("ids are looked for in text, not in {value}", value=shown(pasted)))
    if len(pasted) > MAX_CHARACTERS:
        raise InvalidId(
            text(
                "the text has {count} characters; ids are looked for in at most {most}",
                count=len(pasted),
                most=MAX_CHARACTERS,
            )
        )
    first_error: SixprimeError | None = None
    for searched in dict.fromkeys((unquote(pasted), pasted)):
        for candidate in _candidates(searched):
            try:
                return FoundId(candidate.kind, candidate.written, candidate.kind.read(candidate.written))
            except SixprimeError as error:
                if candidate.is_certain:
                    first_error = first_error or error
    raise first_error or InvalidId(
        text("there is no id here: Position ID, XGID, OGID and the board line of FIBS are known")
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A part of the text that looks like an id. If it is certainly meant as one, its errors are worth reporting."""

    place: int
    kind: IdKind
    written: str
    is_certain: bool = True


# Each pattern either begins with something rare or only where a word begins, and every repetition in it has a limit:
# the time for a text grows with its length and no faster.
_END = r"\s,;\"'<>()\[\]{}|&#`“”‘’«»"
_BASE64 = "[A-Za-z0-9+/]"
_START = rf"(?:(?<!{_BASE64})|(?<=/))"  # a slash may belong to an id, or be what stands before one in a link
_TAIL = rf"(?::[^{_END}:/]{{0,8}})"
_NAMED = re.compile(
    rf"\b(?P<name>xgid|ogid)\s{{0,3}}(?:[=:]\s{{0,3}}|(?=[-A-Pa-p]{{20}}))(?P<body>[^{_END}/]{{1,200}})", re.IGNORECASE
)
_XGID = re.compile(rf"(?<![-A-Za-z])[-A-Pa-p]{{26}}{_TAIL}{{8,9}}")
_OGID = re.compile(rf"(?<![0-9A-Za-z])[0-9a-q]{{0,15}}:[0-9a-q]{{0,15}}:[WBND?][0-9]{{1,2}}[NOTP]{_TAIL}{{0,8}}")
_FIBS_NAMED = re.compile(rf"\bboard:(?P<body>[^{_END}]{{1,600}})", re.IGNORECASE)
_FIBS = re.compile(rf"(?<![^{_END}])(?:board:)?[^\s:]{{1,64}}:[^\s:]{{1,64}}(?::-?[0-9]{{1,5}}){{50}}", re.IGNORECASE)
_GNUBG = re.compile(rf"{_START}({_BASE64}{{14}})(?:==)?:({_BASE64}{{12}}(?![A-Za-z0-9+])|{_BASE64}{{6,20}})")
_POSITION = re.compile(rf"{_START}({_BASE64}{{13}}[AQgw])(?:==)?(?!:?{_BASE64})")
_POSITION_NAMED = re.compile(
    rf"\b(?:pos|position|gnu|gnubg|gnu bg)[ _-]?id\s{{0,4}}[:=]\s{{0,4}}(?P<body>[^{_END}]{{1,40}})", re.IGNORECASE
)
_MATCH_NAMED = re.compile(
    rf"[{_END}.]{{0,80}}match(?:[ _-]?id)?\s{{0,4}}[:=]\s{{0,4}}(?P<body>[A-Za-z0-9+/=]{{8,20}})", re.IGNORECASE
)
_MATCH = re.compile(rf"\s{{1,4}}({_BASE64}{{12}})(?!{_BASE64})")
_CLOSING = ".:!?*_=…"


def _candidates(pasted: str) -> list[_Candidate]:
    """Everything that looks like an id, in the order of the text; Position IDs without a Match ID come last."""
    found = [*_named(pasted), *_unnamed(pasted), *_positions(pasted)]
    if not any(candidate.is_certain for candidate in found):
        found += _whole(pasted.strip().strip("\"'`()[]{}<>").rstrip(_CLOSING))
    found.sort(key=lambda it: (it.kind is IdKind.POSITION_ID, not it.is_certain, it.place))
    return list({(it.kind, it.written): it for it in reversed(found)}.values())[::-1]


def _named(pasted: str) -> Iterator[_Candidate]:
    """Ids that follow the name of their kind."""
    for match in _NAMED.finditer(pasted):
        kind = IdKind[match["name"].upper()]
        most = 10 if kind is IdKind.XGID else 11
        yield _Candidate(match.start(), kind, _trimmed(match["body"], most))
    for match in _FIBS_NAMED.finditer(pasted):
        if match["body"].count(":") > 20:  # not just the word board and a colon
            yield _Candidate(match.start(), IdKind.FIBS_BOARD, "board:" + _trimmed(match["body"], 52))


def _unnamed(pasted: str) -> Iterator[_Candidate]:
    """Ids without a name, recognised by their form."""
    for match in _XGID.finditer(pasted):
        yield _Candidate(match.start(), IdKind.XGID, _trimmed(match[0], 10))
    for match in _OGID.finditer(pasted):
        yield _Candidate(match.start(), IdKind.OGID, _trimmed(match[0], 11))
    for match in _FIBS.finditer(pasted):
        yield _Candidate(match.start(), IdKind.FIBS_BOARD, match[0], is_certain=False)
    for match in _GNUBG.finditer(pasted):
        yield _Candidate(match.start(), IdKind.GNUBG_ID, f"{match[1]}:{match[2]}", is_certain=not _is_word(match[1]))


def _positions(pasted: str) -> Iterator[_Candidate]:
    """Position IDs, with the Match ID that may follow: on the next line, or after its name."""
    for match in _POSITION_NAMED.finditer(pasted):
        written = match["body"].rstrip(_CLOSING)
        yield _with_match_id(pasted, match.start(), match.start("body") + len(written), written)
    for match in _POSITION.finditer(pasted):
        if not _is_word(match[1]):
            candidate = _with_match_id(pasted, match.start(), match.end(), match[1])
            yield replace(candidate, is_certain=candidate.kind is not IdKind.POSITION_ID)


def _with_match_id(pasted: str, start: int, end: int, written: str) -> _Candidate:
    if ":" not in written:
        if named := _MATCH_NAMED.match(pasted, end):
            written += ":" + named["body"].rstrip(_CLOSING)
        elif (plain := _MATCH.match(pasted, end)) and _is_match_id(plain[1]):
            written += ":" + plain[1]
    return _Candidate(start, IdKind.GNUBG_ID if ":" in written else IdKind.POSITION_ID, written)


def _is_match_id(written: str) -> bool:
    try:
        situation_of_ids(Position.standard(), written)
    except SixprimeError:
        return False
    return True


def _whole(pasted: str) -> Iterator[_Candidate]:
    """The whole text, if it seems to be meant as an id although it is none, so that the error can be explained."""
    if not pasted or len(pasted) > 600 or re.search(r"\s", pasted):
        return
    parts = pasted.split(":")
    if len(parts) > 20:
        yield _Candidate(0, IdKind.FIBS_BOARD, pasted)
    elif len(parts) >= 8 and "-" in parts[0]:
        yield _Candidate(0, IdKind.XGID, pasted)
    elif len(parts) >= 3 and re.fullmatch(r"[0-9a-q]{6,}", parts[0]):
        yield _Candidate(0, IdKind.OGID, pasted)
    elif re.fullmatch(r"[A-Za-z0-9+/=]{10,18}(?::[A-Za-z0-9+/=]{8,16})?", pasted) and not _is_word(pasted):
        yield _Candidate(0, IdKind.GNUBG_ID if len(parts) > 1 else IdKind.POSITION_ID, pasted)


def _trimmed(written: str, most_fields: int) -> str:
    """An id without surplus fields, and without the full stop of the sentence around it."""
    return ":".join(written.split(":")[:most_fields]).rstrip(_CLOSING)


def _is_word(written: str) -> bool:
    """Whether this may be an ordinary word instead of an id: in lower case, in capitals, or capitalised."""
    return written.isalpha() and (written[1:].islower() or written.isupper())
