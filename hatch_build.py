"""Compiles the translations while the package is built, so that only their sources are kept in the repository."""

from pathlib import Path
from typing import Any

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


class CatalogueBuildHook(BuildHookInterface[Any]):
    """Runs for wheels and for editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues(Path(self.root) / "src" / "sixprime" / "locale")
