"""Files of the pages over HTTP: compressed for who takes that, and each form with a tag of its own."""

from __future__ import annotations

import re

import pytest

from server.support.local_servers import LocalServer
from sixprime.server.http.routes.pages import PAGES, takes_gzip
from sixprime.web.assets import STATIC

PATH = "/static/app/pages/match.js"


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("gzip", True), ("gzip, deflate, br", True), ("br;q=1.0, GZIP; q=0.5", True), ("*", True), ("*;q=0.1", True),
        ("", False), ("identity", False), ("br, deflate", False), ("gzip;q=0", False), ("gzip;q=0, *", False),
        ("*;q=0", False), ("gzipped", False), ("gzip;q=nonsense", False),
    ],
)  # fmt: skip
def test_who_takes_compressed_answers(accepted: str, is_taken: bool) -> None:
    assert takes_gzip(accepted) is is_taken


def test_both_forms_of_a_file(server: LocalServer) -> None:
    visitor = server.visitor()
    contents = (STATIC / "app" / "pages" / "match.js").read_bytes()
    plain = visitor.get(PATH, headers={"Accept-Encoding": "identity"})
    packed = visitor.get(PATH, headers={"Accept-Encoding": "gzip"})
    assert plain.content == packed.content == contents
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(contents) / 2
    assert plain.headers["etag"] != packed.headers["etag"]
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_a_tag_holds_for_its_own_form_only(server: LocalServer) -> None:
    visitor = server.visitor()
    tags = {form: visitor.get(PATH, headers={"Accept-Encoding": form}).headers["etag"] for form in ("identity", "gzip")}
    for form in tags:
        for other, tag in tags.items():
            again = visitor.get(PATH, headers={"Accept-Encoding": form, "If-None-Match": f"W/{tag}"})
            assert again.status_code == (304 if form == other else 200)
            assert again.headers["etag"] == tags[form]
            assert again.headers["vary"] == "Accept-Encoding"


def test_small_files_go_as_they_are_where_packing_saves_nothing(server: LocalServer) -> None:
    visitor = server.visitor()
    for path in ("/static/icons/icon.svg", "/favicon.ico", "/static/icons/manifest.webmanifest", "/"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        if answer.headers.get("content-encoding") == "gzip":
            assert int(answer.headers["content-length"]) < len(answer.content)


def test_a_bundle_is_kept_for_ever_and_everything_else_is_asked_for_again(server: LocalServer) -> None:
    visitor = server.visitor()
    page = visitor.get("/")
    bundles = re.findall(r'"(/static/bundles/[^"]+)"', page.text)
    assert len(bundles) == 4
    for path in bundles:
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = visitor.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    for path in ("/", PATH, "/static/bundles/backgammon-board.js", "/static/words/de.json", "/service-worker.js"):
        assert visitor.get(path).headers["cache-control"] == "no-cache"


def test_pages_load_bundles_and_nothing_else(server: LocalServer) -> None:
    visitor = server.visitor()
    for name in ("", *PAGES):
        page = visitor.get(f"/{name}/x" if name in ("match", "replay") else f"/{name}")
        loaded = re.findall(r'(?:src="|rel="(?:stylesheet|modulepreload)" href=")([^"]+)"', page.text)
        # Pages besides the start and the match may share one script more.
        shared = [path for path in loaded if path.startswith("/static/bundles/extra-")]
        assert len(shared) <= (name not in ("", "match"))
        assert len(loaded) == 4 + len(shared)
        assert all(path.startswith("/static/bundles/") for path in loaded)
