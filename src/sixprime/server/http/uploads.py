"""Files that people send: the bare contents of one, or a form with one in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.requests import Request

from sixprime.messages import text
from sixprime.server.refusals import Malformed

MOST_PARTS = 20
HEAD_BYTES = 4000
"""So long are the headers of a part of a form at most."""

_BOUNDARY = re.compile(r'boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))', re.IGNORECASE)
_FILE_NAME = re.compile(
    r'^content-disposition:[^\r\n]*;\s*filename=(?:"([^"\r\n]*)"|([^\s;"]+))', re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file: its name, if it has one, and what is in it."""

    name: str
    contents: bytes


async def read_upload(request: Request, name: str) -> Upload:
    """The file of a request; `name` is what it is called where it comes without a form."""
    body = await request.body()
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "multipart/form-data":
        return Upload(name, body)
    return _from_form(kind, body)


def _from_form(kind: str, body: bytes) -> Upload:
    """The first file of a form. Only what is needed is looked at, so that no form takes long, whatever is in it."""
    boundary = _BOUNDARY.search(kind)
    mark = b"--" + (boundary[1] or boundary[2]).encode("latin-1", "replace") if boundary else b""
    start = body.find(mark) if mark else -1
    for _ in range(MOST_PARTS):
        head_end = body.find(b"\r\n\r\n", start, start + len(mark) + HEAD_BYTES) if start >= 0 else -1
        end = body.find(b"\r\n" + mark, head_end + 2) if head_end >= 0 else -1
        if end < 0:
            break
        name = _FILE_NAME.search(body[start + len(mark) : head_end].decode("utf-8", "replace"))
        if name is not None:
            return Upload((name[1] or name[2] or "")[:200], body[head_end + 4 : end])
        start = end + 2
    raise Malformed(text("the form has no file in it"))
