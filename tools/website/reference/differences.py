# SPDX-License-Identifier: Apache-2.0
"""Which rows of docs/differences.md are about a function."""

import functools
import re

from staging import DOCS

TITLES = {
    "Where Tenorite differs from NumPy on purpose": "NumPy",
    "Where raw kernels differ from CuPy's on purpose": "CuPy",
    "Where elementwise and reduction kernels differ from CuPy's on purpose": "CuPy",
}
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
    """(whose, what, theirs, ours, why) of all rows."""
    found, whose = [], None
    for line in (DOCS / "differences.md").read_text("utf-8").split("\n"):
        if line.startswith("# "):
            whose = TITLES[line[2:].strip()]
        elif line.startswith("| ") and not line.startswith(("| what |", "| --- ")):
            cells = [c.strip() for c in line.strip("|").split(" | ")]
            cells += [""] * (4 - len(cells))
            found.append((whose, *(cell.strip(" |") for cell in cells[:4])))
    return found


@functools.cache
def by_name():
    """The rows about a name, as {name: rows}; names of linalg and so on are bare."""
    found = {}
    for row in rows():
        if row[0] != "NumPy":
            continue
        names = set()
        for span in re.findall(r"`([^`]+)`", row[1]):
            names.update(re.findall(r"(?<![\w.])([A-Za-z_]\w*(?:\.\w+)*)", span)[:1])
        for words, meant in WORDS.items():
            if words in row[1]:
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
            pieces[k] = f"`{piece}`"
        else:
            piece = re.sub(r"([*|\\])", r"\\\1", piece)
            pieces[k] = re.sub(r"\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)", link, piece)
    joined = "".join(pieces)
    # Code that touches a letter is no code to reStructuredText.
    return re.sub(r"(``[^`]+``)(?=\w)", r"\1\\ ", joined)
