"""Reads a pasted board in plain characters: its frame, the text around it, and the id beside it.

The frame is found in any text, indented, quoted or with trimmed lines. X is Black and O is White. The text is read in
English, as GNU Backgammon and eXtreme Gammon write it; in other languages the id that they print beside the board has
the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from sixprime.core import BAR, Cube, Offer, Player, Position, Roll, SixprimeError
from sixprime.core.match.states import MAX_LENGTH
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import Situation
from sixprime.formats.boards.analysis_text import MOST_LINES, read_analyses
from sixprime.formats.boards.frames import FramePlace, InvalidBoard, Picture, plain_lines
from sixprime.formats.boards.side_text import SideText
from sixprime.formats.ids import MAX_CHARACTERS, FoundId, IdKind, find_id
from sixprime.formats.reading.analyses import ImportedAnalysis
from sixprime.messages import Message, listed, text

LINES_ABOVE, LINES_BELOW = 12, 60
"""How many lines away from the frame its text and its id may be."""


@dataclass(frozen=True, slots=True)
class PastedBoard:
    """A board that was found in a text.

    >>> from sixprime.formats import gnubg_board
    >>> read_ascii_board(gnubg_board(Situation(Position.standard()), home_right=False)).home_right
    False
    """

    situation: Situation
    """The situation of the id beside the picture, which says more; without an id, that of the picture."""
    names: Mapping[Player, str] = field(default_factory=dict)
    home_right: bool = True
    """Whether the player at the bottom bears off to the right."""
    id: FoundId | None = None
    disagreements: tuple[Message, ...] = ()
    """How picture, id and pip counts differ, or why the picture beside an id cannot be read."""
    analyses: tuple[ImportedAnalysis, ...] = ()
    """What eXtreme Gammon or BGBlitz say of the position, in any of their languages."""


def from_ascii_board(pasted: str) -> Situation:
    """The situation of the first board in a text. A board that contradicts its id or pip counts is refused.

    >>> from sixprime.formats.boards.drawing import xg_board
    >>> from_ascii_board(xg_board(Situation(Position.standard(), roll=Roll(3, 1)))).roll
    Roll(first=3, second=1)
    """
    board = read_ascii_board(pasted)
    if board.disagreements:
        raise InvalidBoard(text("the board contradicts itself: {why}", why=listed(list(board.disagreements))))
    return board.situation


def read_ascii_board(pasted: str) -> PastedBoard:
    """The first board in a text, with the players' names and any contradictions.

    An id belongs to the board if no other board is between them.

    >>> from sixprime.formats.boards.drawing import gnubg_board
    >>> read_ascii_board(gnubg_board(Situation(Position.standard()), names={Player.BLACK: "Anna"})).names
    {Player.BLACK: 'Anna'}
    """
    board, below = _read_board(pasted)
    return replace(board, analyses=read_analyses(below, board.situation))


def _read_board(pasted: str) -> tuple[PastedBoard, list[str]]:
    """The first board in a text, and the lines below it."""
    if len(pasted) > MAX_CHARACTERS:
        raise InvalidBoard(
            text(
                "the text has {count} characters; boards are looked for in at most {most}",
                count=len(pasted),
                most=MAX_CHARACTERS,
            )
        )
    lines = plain_lines(pasted)
    place = FramePlace.find(lines)
    if place is None:
        raise InvalidBoard(text("there is no board here: its frame begins with a line like {edge}", edge="+13-14-15-"))
    before, inside, below = place.cut(lines, LINES_ABOVE, MOST_LINES)
    return _interpret(before, inside, below[:LINES_BELOW]), below


def _interpret(before: list[str], inside: list[str], after: list[str]) -> PastedBoard:
    """The board of a frame with the lines above and below it."""
    found = _id_beside(before, after)
    try:
        picture = Picture.read(inside)
        words = SideText.read(picture, before, after)
        seen, facts = _situation_of(picture, words)
    except SixprimeError as error:
        if found is None:
            raise error if isinstance(error, InvalidBoard) else InvalidBoard(error.message) from None
        why = text("the picture cannot be read: {why}", why=error.message)
        return PastedBoard(found.situation, {}, True, found, (why,))
    if found is None:
        return PastedBoard(seen, words.names, picture.home_right, None, tuple(_wrong_pips(seen, words)))
    if found.kind is IdKind.POSITION_ID:
        # This kind of id has only the checkers, as the player on roll sees them.
        whole = replace(seen, position=found.situation.position)
        problems = list(_different_points(*(side.position_for(Player.BLACK) for side in (seen, whole))))
        whole = whole if problems else seen
        return PastedBoard(whole, words.names, picture.home_right, found, tuple(problems))
    names, problems = words.names, list(_differences(seen, facts, found.situation))
    if problems:
        # eXtreme Gammon calls X whoever is on roll, whatever letters that player has in the XGID.
        swapped = list(_differences(seen.with_colours_swapped(), facts, found.situation))
        if len(swapped) < len(problems):
            names, problems = {player.opponent: name for player, name in names.items()}, swapped
    else:
        problems = list(_wrong_pips(seen, words))
    situation = found.situation
    if not problems and seen.position.checkers < situation.position.checkers:
        # Ids do not say how many checkers each side plays with; a picture that shows all of them does.
        situation = replace(situation, position=Position(situation.position.points, seen.position.checkers))
    return PastedBoard(situation, names, picture.home_right, found, tuple(problems))


def _id_beside(before: list[str], after: list[str]) -> FoundId | None:
    for lines in (before, after):
        pasted = "\n".join(lines)
        try:
            # Above the board the last id belongs to it, below it the first.
            start = max(pasted.rfind("XGID"), pasted.rfind("Position ID"), pasted.rfind("GNU Backgammon"), 0)
            return find_id(pasted[start:] if lines is before else pasted)
        except SixprimeError:
            continue
    return None


# How picture and id differ


def _differences(seen: Situation, facts: frozenset[str], said: Situation) -> Iterator[Message]:
    """How the picture differs from the id, in those fields that the picture shows."""
    yield from _different_points(seen.position_for(Player.BLACK), said.position_for(Player.BLACK))
    for name in ("on_roll", "cube", "roll", "length", "score", "crawford"):
        told = name in facts and (name != "cube" or said.offer is None)
        if told and getattr(seen, name) != getattr(said, name):
            yield _differing(name)


def _different_points(seen: Position, said: Position) -> Iterator[Message]:
    """The points, as X numbers them, on which the checkers differ."""
    points = [point for point in range(24, 0, -1) if seen.points[point] != said.points[point]]
    if points:
        yield text("picture and id differ on these points of X: {points}", points=", ".join(map(str, points)))
    if seen.points[BAR] != said.points[BAR] or seen.points[0] != said.points[0]:
        yield text("picture and id differ on the bar")


def _differing(name: str) -> Message:
    return {
        "on_roll": text("picture and id differ in who is on roll"),
        "cube": text("picture and id differ in the cube"),
        "roll": text("picture and id differ in the dice"),
        "length": text("picture and id differ in the length of the match"),
        "score": text("picture and id differ in the score"),
        "crawford": text("picture and id differ in whether this is the Crawford game"),
    }[name]


def _wrong_pips(seen: Situation, words: SideText) -> Iterator[Message]:
    for player, said in words.pips.items():
        pips = seen.position_for(player).pips
        if pips != said:
            yield text(
                "{player} is said to have {said} pips, and has {pips}", player=player.label, said=said, pips=pips
            )


def _situation_of(picture: Picture, words: SideText) -> tuple[Situation, frozenset[str]]:
    """The situation of picture and text, and the names of the fields that these show."""
    position = Position(picture.points, _checkers(picture, words))
    facts = {"position"}
    on_roll: Player | None = words.on_roll
    cube, offer = words.cube or Cube(), None
    if words.offered is not None:
        value, answers = words.offered
        doubler = on_roll or answers.opponent
        on_roll, offer = doubler, Offer.BEAVER if answers is doubler else Offer.DOUBLE
        # Of an offered cube only its next value is shown: the doubler owned it, or it was in the middle.
        value //= 4 if offer is Offer.BEAVER else 2
        cube = Cube(value, doubler if value > 1 else None)
    elif words.cube is not None:
        facts.add("cube")
    if on_roll is not None:
        facts.add("on_roll")
    elif not (words.is_labelled and position == position.flipped() and cube.owner is None):
        on_roll = picture.numbered_for
    roll = Roll.of(words.dice) if words.dice else None
    if words.tells_length:
        facts |= {"length", "crawford"}
    if len(words.points) == 2:
        facts.add("score")
    if words.tells_dice:
        facts.add("roll")
    resignation, resigned_by = words.resignation or (None, None)
    length = words.length
    if length is not None and not 1 <= length <= MAX_LENGTH:
        raise InvalidBoard(
            text("the length of a match is 1 to {most} points, not {length}", most=MAX_LENGTH, length=length)
        )
    situation = Situation(
        position.flipped() if on_roll is not Player.BLACK else position,
        on_roll,
        cube,
        roll,
        offer,
        resignation,
        resigned_by,
        length,
        (words.points.get(Player.WHITE, 0), words.points.get(Player.BLACK, 0)),
        words.crawford and length != 1,
        words.jacoby if length is None else None,
        words.beavers if length is None else None,
    )
    return situation, frozenset(facts)


def _checkers(picture: Picture, words: SideText) -> int:
    """How many checkers each side plays with: fifteen, unless all are shown and they are fewer."""
    if not words.is_labelled and not any(picture.off.values()):
        return MAX_CHECKERS
    black = sum(count for count in picture.points if count > 0) + picture.off[Player.BLACK]
    white = -sum(count for count in picture.points if count < 0) + picture.off[Player.WHITE]
    return black if black == white and 1 <= black < MAX_CHECKERS else MAX_CHECKERS
