# SPDX-License-Identifier: Apache-2.0
"""Which rows of docs/differences.md are about a function."""

import functools
import re

from staging import DOCS

SECTION = "From NumPy"
# Rows whose first column speaks of whole families.
WORDS = {
    "transforms": ("fft",),
    "products of matrices": ("matmul", "dot", "inner", "matvec", "vecmat"),
    "sums": ("sum", "mean", "cumsum", "nansum", "nanmean"),
    "variances": ("var", "std", "nanvar", "nanstd"),
    "weighted histograms": ("histogram", "histogramdd", "histogram2d"),
    "polynomials": (),
}


@functools.cache
def rows():
    """(what, NumPy's, ours, why) of all rows that are about NumPy."""
    found, section = [], None
    for line in (DOCS / "differences.md").read_text("utf-8").split("\n"):
        if line.startswith("## "):
            section = line[3:].strip()
        elif section != SECTION or not line.startswith("| "):
            continue
        elif not line.startswith(("| what |", "| --- ")):
            cells = [c.strip() for c in line.strip("|").split(" | ")]
            cells += [""] * (4 - len(cells))
            found.append(tuple(cell.strip(" |") for cell in cells[:4]))
    if not found:
        raise ValueError(f"docs/differences.md has no table under {SECTION!r}")
    return found


@functools.cache
def by_name():
    """The rows about a name, as {name: rows}; names of linalg and so on are bare."""
    found = {}
    for row in rows():
        names = set()
        for span in re.findall(r"`([^`]+)`", row[0]):
            names.update(re.findall(r"(?<![\w.])([A-Za-z_]\w*(?:\.\w+)*)", span)[:1])
        for words, meant in WORDS.items():
            if words in row[0]:
                names.update(meant)
        for name in names:
            found.setdefault(name.rpartition(".")[2], []).append(row)
    return found


def to_rst(text):
    """A cell in reStructuredText: code in double backquotes, links to pages."""

    def link(match):
        return f":doc:`{match[1]} </{match[2].removesuffix('.md')}>`"

    pieces = re.split(r"(`[^`]+`)", text)
    for k, piece in enumerate(pieces):
        if k % 2:
            # Code that touches a letter is no code to reStructuredText.
            before = "\\ " if re.search(r"\w$", pieces[k - 1]) else ""
            after = "\\ " if re.match(r"\w", pieces[k + 1]) else ""
            pieces[k] = f"{before}`{piece}`{after}"
        else:
            piece = re.sub(r"([*|\\])", r"\\\1", piece)
            pieces[k] = re.sub(r"\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)", link, piece)
    return "".join(pieces)
