# SPDX-License-Identifier: Apache-2.0
"""Docstrings in numpydoc's form as reStructuredText."""

import re
import textwrap

HEADING = re.compile(r"^(\w[\w ]+)\n-{3,}$", re.MULTILINE)
# Where NumPy, SciPy and CuPy have their pages, by how names begin.
PAGES = {
    "numpy.random.default_rng": (
        "https://numpy.org/doc/stable/reference/random/generator.html#{}"
    ),
    "numpy.random": "https://numpy.org/doc/stable/reference/random/generated/{}.html",
    "numpy": "https://numpy.org/doc/stable/reference/generated/{}.html",
    "scipy": "https://docs.scipy.org/doc/scipy/reference/generated/{}.html",
    "cupy": "https://docs.cupy.dev/en/stable/reference/generated/{}.html",
    "cupyx": "https://docs.cupy.dev/en/stable/reference/generated/{}.html",
}


def sections_of(doc):
    """(text before the first heading, {heading: text}) of a docstring."""
    parts = HEADING.split(doc)
    names, texts = parts[1::2], parts[2::2]
    return parts[0].strip("\n"), {
        name: text.strip("\n") for name, text in zip(names, texts, strict=True)
    }


def escaped(text):
    """A text whose marks, but for backquotes, mean nothing to reStructuredText."""
    pieces = re.split(r"(``[^`]*``|`[^`]*`|\n\n    (?:.*(?:\n|$))+)", text)
    return "".join(
        piece if k % 2 else re.sub(r"([*|\\]|(?<=\w)_(?!\w))", r"\\\1", piece)
        for k, piece in enumerate(pieces)
    )


def summary_of(doc):
    """The first sentence, or line, of a docstring."""
    text = textwrap.dedent(doc or "").strip().partition("\n\n")[0]
    text = " ".join(text.split())
    return re.split(r"(?<=\w[.])\s(?=[A-Z])", text)[0]


def origin_of(sections):
    """The dotted name of the function elsewhere that a docstring points to, or None."""
    text = sections.get("See Also", "").strip()
    return text if re.fullmatch(r"\w+(\.\w+)+", text) else None


def link_to(origin, text=None):
    """A link to the page of a function of NumPy, SciPy or CuPy."""
    origin = origin.replace("numpy.lib.scimath.", "numpy.emath.")  # its name there
    page = next(
        (p for name, p in PAGES.items() if f"{origin}.".startswith(f"{name}.")), None
    )
    if page is None:
        return f"``{origin}``"
    return f"`{text or origin} <{page.format(origin)}>`__"


def body(doc, signature_first=False, facts=(), without=()):
    """A docstring as lines of reStructuredText, with `facts` behind its text.

    Sections named in `without` are left out.
    """
    text, sections = sections_of(doc)
    if signature_first:  # of ufuncs
        text = text.partition("\n\n")[2]
    lines = [*escaped(text).split("\n"), "", *facts]
    for name in ("Parameters", "Attributes", "Returns", "Yields", "Raises"):
        if name in sections and name not in without:
            lines += ["", f".. rubric:: {name}", "", *_definitions(sections[name])]
    if "Notes" in sections:
        lines += ["", ".. rubric:: Notes", "", *escaped(sections["Notes"]).split("\n")]
    if "Examples" in sections:
        lines += ["", ".. rubric:: Example", "", *sections["Examples"].split("\n")]
    return lines


def _definitions(text):
    """The items of a section, `name : type` and an indented meaning, as a list."""
    lines = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        if line[0] != " ":
            name, colon, kind = line.partition(" : ")
            if colon:
                lines.append(f"``{name}`` : {escaped(kind)}")
            elif re.fullmatch(r"\w+(, \w+)*", line):
                lines.append(f"``{line}``")
            else:
                lines.append(escaped(line))
        else:
            lines.append("    " + escaped(line.strip()))
    # A name without a meaning is a paragraph, which no other item may follow at once.
    spaced = []
    for k, line in enumerate(lines):
        if k and line[0] != " " and lines[k - 1][0] != " ":
            spaced.append("")
        spaced.append(line)
    return spaced
