"""The pages and files of the browser client, as they are in the package."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from sixprime.messages import text
from sixprime.server.refusals import NotFound
from sixprime.web import assets
from sixprime.web.bundler import FOLDER as BUNDLES
from sixprime.web.bundler import HASHED
from sixprime.web.preloads import with_preloads

router = APIRouter(include_in_schema=False)

PAGES = ("history", "practice", "openings", "position", "editor", "learn", "rules", "settings", "dice", "about")
PRACTICE_PAGES = {"cards": "cards", "drills": "drills", "openings": "trainer", "puzzle": "puzzle"}
"""The pages below /practice, and the names of their files in the folder of pages."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
}
ASK_AGAIN = "no-cache"
"""Browsers may store a file, and revalidate it each time: an update shows at once."""
KEEP_FOR_EVER = "public, max-age=31536000, immutable"
"""Browsers need not ask again for a file whose name contains the hash of its contents."""

COMPRESSED = frozenset({".js", ".css", ".html", ".json", ".svg", ".webmanifest"})
"""Suffixes of text files, which are sent compressed."""
_ENCODING = re.compile(r"(?P<name>gzip|\*)(?:;q=(?P<weight>[01](?:\.[0-9]{0,3})?))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """A file as it is sent, plain or compressed; each encoding has an ETag of its own."""

    contents: bytes
    tag: str
    encoding: str | None = None


@lru_cache(maxsize=512)
def _encodings(path: Path, changed: int) -> tuple[EncodedFile, EncodedFile | None]:  # noqa: ARG001  # part of the key of the cache
    """A file as it is, and compressed where that is smaller."""
    contents = path.read_bytes()
    if path.suffix == ".html" and path.parent.name == "pages":
        contents = with_preloads(contents.decode()).encode()
    tag = hashlib.sha256(contents).hexdigest()[:24]
    plain = EncodedFile(contents, f'"{tag}"')
    if path.suffix not in COMPRESSED:
        return plain, None
    packed = gzip.compress(contents, 9, mtime=0)
    return plain, EncodedFile(packed, f'"{tag}-gzip"', "gzip") if len(packed) < len(contents) else None


def takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` header accepts gzip."""
    found = (_ENCODING.fullmatch(part.replace(" ", "")) for part in accepted.split(","))
    weights = {encoding["name"].lower(): float(encoding["weight"] or 1) for encoding in found if encoding}
    return weights.get("gzip", weights.get("*", 0)) > 0


def serve_file(request: Request, path: Path, status: int = 200) -> Response:
    """A file with its ETag, or 304 where the browser has it already."""
    plain, packed = _encodings(path, path.stat().st_mtime_ns)
    sent = packed if packed is not None and takes_gzip(request.headers.get("accept-encoding", "")) else plain
    is_final = path.parent.name == BUNDLES and HASHED.fullmatch(path.name) is not None
    headers = {"etag": sent.tag, "cache-control": KEEP_FOR_EVER if is_final else ASK_AGAIN}
    if packed is not None:
        headers["vary"] = "Accept-Encoding"
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    if sent.tag in known and status == 200:
        return Response(status_code=304, headers=headers)
    if sent.encoding is not None:
        headers["content-encoding"] = sent.encoding
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(sent.contents, status, media_type=kind, headers=headers)


def wants_page(request: Request) -> bool:
    """Whether a page is to be shown where there is nothing: to somebody who follows a link, but not to a program."""
    accepted = request.headers.get("accept", "").lower()
    is_api = request.url.path.startswith("/api/")
    return request.method == "GET" and not is_api and "text/html" in accepted


def missing_page(request: Request) -> Response:
    """The page that says that there is nothing at an address."""
    return _page(request, "missing", 404)


def _page(request: Request, name: str, status: int = 200) -> Response:
    path = assets.page(name, request.app.state.page_folder)
    if path is None:
        raise NotFound(text("there is nothing at this address"))
    return serve_file(request, path, status)


@router.get("/")
async def start(request: Request) -> Response:
    return _page(request, "start")


@router.get("/service-worker.js")
async def service_worker(request: Request) -> Response:
    return _static(request, "service-worker.js")


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    return _static(request, "icons/icon.svg")


@router.get("/static/{path:path}")
async def static_file(request: Request, path: str) -> Response:
    return _static(request, path)


@router.get("/match/{match}")
async def match_page(request: Request, match: str) -> Response:  # noqa: ARG001  # the page reads it from its address
    return _page(request, "match")


@router.get("/review/{match}")
async def review_page(request: Request, match: str) -> Response:  # noqa: ARG001
    return _page(request, "replay")


@router.get("/replay/{match}")
async def former_review_page(match: str) -> Response:
    """Where the review was before it was called so: links that people have kept go on working."""
    return RedirectResponse(f"/review/{match}", 308)


@router.get("/practice/{name}")
async def practice_page(request: Request, name: str) -> Response:
    if name not in PRACTICE_PAGES:
        raise NotFound(text("there is nothing at this address"))
    return _page(request, PRACTICE_PAGES[name])


@router.get("/{name}")
async def page(request: Request, name: str) -> Response:
    if name not in PAGES:
        raise NotFound(text("there is nothing at this address"))
    return _page(request, name)


def _static(request: Request, written: str) -> Response:
    """A file under the static folder, and nothing beside it."""
    folder = assets.STATIC.resolve()
    try:
        path = (folder / written).resolve()
        is_file = path.is_relative_to(folder) and path.is_file()
    except (ValueError, OSError):
        is_file = False
    if not is_file:
        raise NotFound(text("there is nothing at this address"))
    return serve_file(request, path)
