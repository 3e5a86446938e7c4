# SPDX-License-Identifier: Apache-2.0
"""Checks the links of a built site, without a network.

Links inside the site must lead to a file and, behind "#", to an id on that page. Links
elsewhere must be well-formed addresses of https.
"""

import html.parser
import pathlib
import posixpath
import re
import urllib.parse

_ADDRESS = re.compile(r"https://[\w.-]+\.[a-z]{2,}(:\d+)?(/[\w.~%!$&'()*+,;=:@/-]*)?")
# Pages without text of ours.
_OWN_PAGES = {"search.html", "genindex.html", "py-modindex.html"}


class _Page(html.parser.HTMLParser):
    """The ids of a page, and where it points."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.targets = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.targets.add(value)


def problems(folder):
    """A line for each link of the pages in a folder that leads nowhere."""
    folder = pathlib.Path(folder)
    pages = {
        path.relative_to(folder).as_posix(): _Page(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }
    return [
        f"{name}: {target}: {problem}"
        for name, page in pages.items()
        for target in sorted(page.targets)
        if (problem := _problem(folder, pages, name, target))
    ]


def _problem(folder, pages, name, target):
    """What is wrong with a link, or None."""
    parts = urllib.parse.urlsplit(target)
    if parts.scheme == "data" or (parts.scheme == "mailto" and "@" in parts.path):
        return None
    if parts.scheme or parts.netloc:
        bare = parts._replace(query="", fragment="").geturl()
        return None if _ADDRESS.fullmatch(bare) else "no address of https"
    path = urllib.parse.unquote(parts.path)
    place = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    place = name if not path else place
    if not (folder / place).exists():
        return "no such file"
    page = pages.get(place)
    if parts.fragment and page and place not in _OWN_PAGES:
        if urllib.parse.unquote(parts.fragment) not in page.ids:
            return "no such place on that page"
    return None
