"""Pages as single files that open from disk without a server: scripts, styles, icons and data are inside.

The page may run nothing but its own script, and load nothing: its policy names the script and the styles by hashes.
Whatever the data contain, they cannot end the element that they stand in.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from functools import lru_cache
from pathlib import Path

from sixprime.web.assets import STATIC
from sixprime.web.bundler import bundle_in_one

DATA = "saved"
"""The id of the element with the data, which are JSON."""


@lru_cache(maxsize=4)
def _parts(static: Path, entry: str, styles: tuple[str, ...]) -> tuple[str, str, str]:
    """The script, the styles, and the icons."""
    script, style = bundle_in_one(static, entry, styles)
    icons = (static / "icons" / "icons.svg").read_text(encoding="utf-8")
    return script, style, icons


def saved_page(
    entry: str, styles: tuple[str, ...], data: str, *, title: str, language: str, static: Path = STATIC
) -> str:
    """The text of a page: a main module, its style sheets, and data as JSON, which its script finds by the id `saved`.

    Paths are those below the folder of sources. The translations of the texts that the script has are added to the data
    as `texts`.
    """
    script, style, icons = _parts(static, entry, styles)
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_source(script)}",
            f"style-src {_source(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    texts = json.dumps(texts_of(script, language, static), ensure_ascii=False, separators=(",", ":"))
    content = f'{{"language":{json.dumps(language)},"texts":{texts},"content":{data}}}'
    symbols = icons[icons.index(">") + 1 :]
    return f"""<!doctype html>
<html lang="{html.escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="generator" content="sixprime">
<title>{html.escape(title)}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<svg id="icons" xmlns="http://www.w3.org/2000/svg" hidden aria-hidden="true">{symbols}
<noscript>{html.escape(title)}: this page needs JavaScript.</noscript>
<script type="application/json" id="{DATA}">{_harmless(content)}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def _source(content: str) -> str:
    """The name of a script or of styles in the policy of a page: their hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _harmless(data: str) -> str:
    """JSON that means the same, without anything that could end a script or begin a comment."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def texts_of(script: str, language: str, static: Path = STATIC) -> dict[str, object]:
    """The translations of texts that a script has; none for English."""
    path = static / "words" / f"{language}.json"
    if not path.is_file():
        return {}
    texts: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))["texts"]
    return {text: told for text, told in texts.items() if _written(text) in script}


def _written(text: str) -> str:
    """A text as it stands in a script between quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
