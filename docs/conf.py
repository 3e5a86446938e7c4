# SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings; `make site` builds the site into build/site."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools" / "website"))

import gallery  # noqa: E402
import tenorite  # noqa: E402

project = "Tenorite"
author = "The Tenorite authors"
copyright = author
version = release = tenorite.__version__

extensions = [
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
root_doc = "index"
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["readme.md"]
suppress_warnings = ["config.cache"]  # functions among the gallery's settings
nitpicky = True
default_role = "literal"
smartquotes = False

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

html_theme = "furo"
html_title = "Tenorite"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "monokai"
add_module_names = False
python_maximum_signature_line_length = 120
toc_object_entries_show_parents = "hide"

copybutton_selector = "div:not(.highlight-output) > div.highlight pre"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

sphinx_gallery_conf = gallery.settings(ROOT)
