"""Uploads: a file that is the body of a request, or that is sent in a form."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from sixprime.messages import text
from sixprime.server.refusals import Malformed

MOST_PARTS = 20
"""The most files, and the most other fields, that a form may have."""
MOST_NAME = 200
"""Longer names of files are cut."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file: its name, if it has one, and its contents."""

    name: str
    contents: bytes


async def read_upload(request: Request, name: str, most: int) -> Upload:
    """The file of a request, of at most so many bytes; `name` is its name where it comes without a form.

    `Malformed` if a form has no file.
    """
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "multipart/form-data":
        return Upload(name, await request.body())
    parser = _FormParser(
        request.headers, request.stream(), max_files=MOST_PARTS, max_fields=MOST_PARTS, max_part_size=most
    )
    try:
        form = await parser.parse()
        for _, part in form.multi_items():
            if isinstance(part, UploadFile):
                return Upload((part.filename or "")[:MOST_NAME], await part.read())
    except MultiPartException:
        pass  # a form that cannot be read has no file either
    finally:
        parser.close()
    raise Malformed(text("the form has no file in it"))


class _FormParser(MultiPartParser):
    """Starlette's parser, with a way to close the file of a part that has no end, which is in no form."""

    def close(self) -> None:
        for file in getattr(self, "_files_to_close_on_error", ()):
            file.close()
