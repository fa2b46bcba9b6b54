"""How Sphinx makes the documentation site of the pages in this folder: `make docs`.

The pages are plain Markdown that reads well on a forge, too. Every page has to stand in a table of contents
(`toctree`); one that does not is a warning, and warnings end the build.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_sphinx"), str(HERE.parent / "src")]

import sixprime  # noqa: E402

project = "sixprime"
author = "The sixprime authors"
project_copyright = author
release = version = sixprime.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "public_names", "page_languages"]
exclude_patterns = ["_sphinx"]
suppress_warnings: list[str] = []

myst_enable_extensions = ["attrs_block"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
highlight_language = "none"  # of blocks that name none; commands are `sh`

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
default_role = "py:obj"  # docstrings write `names` in single backticks
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"sixprime {version}"
html_short_title = "sixprime"
html_static_path = ["_sphinx/static"]
html_css_files = ["sixprime.css"]
html_favicon = "../src/sixprime/web/static/icons/icon.svg"
html_logo = html_favicon
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
GREENS = {"light": "#1f6f54", "dark": "#5bbd98"}  # those of the game's pages
html_theme_options = {
    "navigation_with_keys": True,
    **{
        f"{look}_css_variables": {"color-brand-primary": green, "color-brand-content": green}
        for look, green in GREENS.items()
    },
}
