"""`IdKind`: the kinds of ids that are read and written, and what each of them loses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields

from sixprime.core.choices import Choice
from sixprime.core.situations import Situation
from sixprime.formats.ids.fibs_boards import fibs_board, from_fibs_board
from sixprime.formats.ids.gnubg_ids import from_gnubg_id, gnubg_id, position_from_id, position_id
from sixprime.formats.ids.ogids import from_ogid, ogid
from sixprime.formats.ids.xgids import from_xgid, xgid


class IdKind(Choice):
    """A kind of id; the value is the name that people know.

    >>> IdKind.XGID.read(IdKind.XGID.write(Situation(Position.standard()))).on_roll
    Player.WHITE
    """

    POSITION_ID = "Position ID"
    GNUBG_ID = "GNUBG ID"
    XGID = "XGID"
    OGID = "OGID"
    FIBS_BOARD = "FIBS board"

    def read(self, written: str) -> Situation:
        """The situation of an id of this kind; the text must be the id and nothing else."""
        return _READERS[self](written)

    def write(self, situation: Situation) -> str:
        """The id of a situation. Fields that this kind cannot hold are left out."""
        return _WRITERS[self](situation)

    def lost(self, situation: Situation) -> tuple[str, ...]:
        """The names of the fields of a situation that are lost when it is written as this kind of id."""
        back = self.read(self.write(situation))
        return tuple(
            field.name for field in fields(back) if getattr(back, field.name) != getattr(situation, field.name)
        )


def _read_position_id(written: str) -> Situation:
    return Situation(position_from_id(written))


def _write_position_id(situation: Situation) -> str:
    return position_id(situation.position)


_READERS: Mapping[IdKind, Callable[[str], Situation]] = {
    IdKind.POSITION_ID: _read_position_id,
    IdKind.GNUBG_ID: from_gnubg_id,
    IdKind.XGID: from_xgid,
    IdKind.OGID: from_ogid,
    IdKind.FIBS_BOARD: from_fibs_board,
}
_WRITERS: Mapping[IdKind, Callable[[Situation], str]] = {
    IdKind.POSITION_ID: _write_position_id,
    IdKind.GNUBG_ID: gnubg_id,
    IdKind.XGID: xgid,
    IdKind.OGID: ogid,
    IdKind.FIBS_BOARD: fibs_board,
}
