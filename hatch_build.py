"""Compiles the translations and bundles the scripts of the pages while the package is built, so that only their sources
are kept in the repository."""

import json
import sys
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(locale_folder: Path) -> None:
    """Write the .mo file beside each .po file."""
    for source in sorted(locale_folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as po_file:
            catalogue = read_po(po_file)
        with source.with_suffix(".mo").open("wb") as mo_file:
            write_mo(mo_file, catalogue)


KEYWORDS: dict[str, tuple[int, ...]] = {"text": (1,), "counted": (1, 2)}
"""The functions that texts stand in, in Python as in JavaScript, and which of their arguments are texts."""
PAGE_SCRIPTS = [("**/example/**.js", "ignore"), ("**/bundles/**.js", "ignore"), ("**.js", "javascript")]
"""The scripts of the pages, and not what is made of them; the examples of the board speak English only."""


def compile_page_words(package: Path) -> None:
    """Write `web/static/words/LANGUAGE.json` for the pages: the texts of the scripts, and no others."""
    static = package / "web" / "static"
    found = extract_from_dir(static, keywords=KEYWORDS, method_map=PAGE_SCRIPTS)
    used = {message[0] if isinstance(message, tuple) else message for _, _, message, _, _ in found}
    folder = static / "words"
    folder.mkdir(exist_ok=True)
    for source in sorted((package / "locale").glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as po_file:
            catalogue = read_po(po_file)
        texts: dict[str, Any] = {}
        for message in catalogue:
            written = message.id[0] if isinstance(message.id, tuple | list) else message.id
            translated = message.string
            if written in used and translated:
                texts[written] = translated if isinstance(translated, str) else list(translated)
        words = json.dumps({"texts": texts}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        language = source.parent.parent.name
        (folder / f"{language}.json").write_text(words, encoding="utf-8")


def bundle_pages(package: Path) -> None:
    """Write `web/static/bundles` with the bundler of the package, which needs nothing beside Python."""
    sys.path.insert(0, str(package.parent))
    from sixprime.web.bundles import make_bundles

    make_bundles(package / "web" / "static", kept_seconds=0)


class PageBuildHook(BuildHookInterface[Any]):
    """Runs for wheels and for editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        package = Path(self.root) / "src" / "sixprime"
        compile_catalogues(package / "locale")
        compile_page_words(package)
        bundle_pages(package)
