"""`sixprime --install-desktop`: an entry in the menu of a Linux desktop, with an icon, that starts the game."""

from __future__ import annotations

import os
import shlex
import sys
from importlib import resources
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.files import write_atomically
from sixprime.languages import LANGUAGES, catalogue
from sixprime.messages import Catalogue, Message, text
from sixprime.messages.system_errors import reason

NAME = "sixprime"
COMMENT = text("Play backgammon against the bot or a friend")


def install_desktop(words: Catalogue) -> None:
    """Write the entry and its icon into the user's folders, and say where; the same again replaces them."""
    if not sys.platform.startswith("linux"):
        raise SixprimeError(text("only Linux has desktop entries; docs/install.md says how to start it elsewhere"))
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    icon = data / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg"
    entry = data / "applications" / f"{NAME}.desktop"
    picture = resources.files("sixprime") / "web" / "static" / "icons" / "icon.svg"
    try:
        write_atomically(icon, picture.read_bytes())
        write_atomically(entry, desktop_entry(_command()).encode())
    except OSError as error:
        raise SixprimeError(
            text("cannot write {path}: {why}", path=error.filename or entry, why=reason(error))
        ) from None
    print(text("sixprime is in the menu now: {path}", path=entry).in_language(words))


def desktop_entry(command: list[str]) -> str:
    """The text of the entry, with its comment in all languages. It runs in a terminal, whose end is the game's."""
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.5",
        f"Name={NAME}",
        f"Comment={_in(COMMENT, 'en')}",
        *(f"Comment[{language}]={_in(COMMENT, language)}" for language in LANGUAGES if language != "en"),
        f"Exec={' '.join(map(_quoted, command))}",
        f"Icon={NAME}",
        "Terminal=true",
        "Categories=Game;BoardGame;",
        "Keywords=backgammon;",
    ]
    return "\n".join(lines) + "\n"


def _command() -> list[str]:
    """How this program was started, with full paths."""
    script = Path(sys.argv[0]).resolve()
    if script.name == NAME and os.access(script, os.X_OK):
        return [str(script)]
    return [sys.executable, "-m", "sixprime"]


def _in(message: Message, language: str) -> str:
    return message.in_language(catalogue(language))


def _quoted(word: str) -> str:
    """An argument as desktop entries write it: in double quotes, some characters behind backslashes."""
    if word == shlex.quote(word):
        return word.replace("%", "%%")
    for character in '\\"`$':
        word = word.replace(character, "\\" + character)
    return f'"{word}"'.replace("%", "%%").replace("\\", "\\\\")
