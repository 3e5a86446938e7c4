# SPDX-License-Identifier: Apache-2.0
"""The files of the reference."""

import importlib
import inspect

import tenorite

from . import contents, docstrings, entries, facts

_INTRO = """
For each function: what it does, where it runs, which dtypes it takes and gives, how far
its result may be from the exact one, and where it differs from NumPy.

- *Dtypes* of ufuncs are their loops. For other functions they were found by calling the
  function with arrays of each dtype when this page was built, on the CPU device, with
  nothing left to NumPy. "bool → int64" means that an array of bools gives int64.
- *Error* is a bound in units in the last place (ulp) of the exact result. "Correctly
  rounded" is 0.5 ulp.
- Names for texts, dates, records and masked arrays are NumPy's own: :doc:`/host-data`.
- All differences in one list: :doc:`/differences`.
"""


_SCIPYS = (
    "Signatures, defaults, dtypes and errors are SciPy's; :doc:`/scipy` says what "
    "differs. *Dtypes* are those for which a function's example ran when this page was "
    "built, of bool, int64, float16, float32, float64, complex64 and complex128."
)


def put_all(staging):
    """Writes all pages; ValueError for a public name that none has."""
    if missing := contents.check():
        raise ValueError(f"no page of the reference has: {', '.join(missing)}")
    for folder, title, pages in contents.GROUPS:
        files = [toc_entry(page) for page in pages]
        if folder == "numpy":
            files.insert(0, "ndarray")
            staging.put("reference/numpy/ndarray.rst", ndarray_text())
        for page in pages:
            staging.put(f"reference/{folder}/{page.file}.rst", page_text(page))
        text = [*heading(title), *toctree(files, 1)]
        staging.put(f"reference/{folder}/index.rst", "\n".join(text) + "\n")
    folders = [f"{folder}/index" for folder, _, _ in contents.GROUPS]
    text = [*heading("API reference"), *_INTRO.split("\n"), *toctree(folders, 2)]
    staging.put("reference/index.rst", "\n".join(text) + "\n")


def toc_entry(page):
    """A page in a list of pages: packages under short names."""
    name = page.namespace.removeprefix("scipy.")
    return f"{name} <{page.file}>" if page.namespace else page.file


def toctree(files, depth):
    return [
        ".. toctree::",
        f"   :maxdepth: {depth}",
        "",
        *(f"   {f}" for f in files),
        "",
    ]


def heading(text, mark="="):
    return [text, mark * len(text), ""]


def page_text(page):
    """The whole page: what it is about, tables of its names, their entries."""
    prefix = f"{page.namespace}." if page.namespace else ""
    names = {n: x for n, x in page.names().items() if not inspect.ismodule(x)}
    described = {n: x for n, x in names.items() if has_entry(x)}
    lines = head_of(page)
    if page.is_table:
        lines += [f":Runs: {page.runs}", "", *table_of_numpys(prefix, described)]
        return "\n".join(lines)
    lines += ["", *summary_table(page, prefix, described)]
    lines += plain_names(sorted(names.keys() - described.keys()))
    lines += scipys_names(page, names)
    lines += entries_of(page, prefix, described)
    return "\n".join(lines) + "\n"


def has_entry(x):
    """Whether a public object is described; NumPy's own and constants are named."""
    return entries.is_ours(x) or isinstance(x, tenorite.ufunc)


def head_of(page):
    """The title, the docstring of the module, and what holds for all of the page."""
    if not page.namespace:
        return [*heading(page.title), page.intro, ""]
    name = f"tenorite.{page.namespace}"
    doc = inspect.getdoc(importlib.import_module(name)) or ""
    text = docstrings.escaped(docstrings.sections_of(doc)[0])
    lines = [*heading(name), f".. py:module:: {name}", "", *text.split("\n"), ""]
    lines += [page.intro, ""]
    if page.namespace.startswith("scipy."):
        lines += [_SCIPYS, ""]
    about = "Differences from NumPy of the whole module"
    return lines + entries.differences_of(*page.about, title=about) + [""]


def entries_of(page, prefix, described):
    """The entries of a page's names; of an object under several names one."""
    lines, done, shown = [], {}, {}
    for name, x in described.items():
        full = prefix + name
        if isinstance(x, type):
            lines += entries.class_entry(x, full, name, page, shown)
        elif not callable(x):  # an object, such as config
            lines += entries.class_entry(type(x), full, name, page, shown, "data")
        elif id(x) in done:
            other = f"Another name of :py:func:`tenorite.{done[id(x)]}`."
            lines += [f".. py:function:: tenorite.{full}", "", f"   {other}", ""]
        else:
            done[id(x)] = full
            lines += entries.entry(x, full, name, page)
    return lines


def summary_table(page, prefix, names):
    """A table of a page's functions: name, what it does, dtypes, error."""
    if not names:
        return []
    has_bounds = any(isinstance(x, tenorite.ufunc) for x in names.values())
    head = ["Function", "What it does"] + (["Dtypes", "Error"] if has_bounds else [])
    widths = "22 38 25 15" if has_bounds else "30 70"
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}",
             "   :class: functions", ""]  # fmt: skip
    lines += cells(head)
    for name, x in names.items():
        role = "class" if isinstance(x, type) else "func"
        link = f":py:{role}:`~tenorite.{prefix}{name}`"
        doc = x.__doc__ if isinstance(x.__doc__, str) else ""
        if isinstance(x, tenorite.ufunc):
            doc = doc.partition("\n\n")[2]
        row = [link, docstrings.escaped(docstrings.summary_of(doc))]
        if has_bounds and isinstance(x, tenorite.ufunc):
            kind = facts.rows()[x.__name__].kind == "SPECIAL"
            row += [facts.loops_of(x), facts.error_bound(x.__name__, kind)]
        elif has_bounds:
            row += ["", ""]
        lines += cells(row)
    return [*lines, ""]


def table_of_numpys(prefix, names):
    """A table of functions whose pages NumPy has."""
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 35 65"]
    lines += ["   :class: functions", "", *cells(["Function", "What it does"])]
    for name, x in names.items():
        summary = docstrings.escaped(docstrings.summary_of(x.__doc__))
        lines += cells([docstrings.link_to(f"numpy.{prefix}{name}", name), summary])
    return [*lines, ""]


def cells(row):
    return [f"   {'*' if not k else ' '} - {text}" for k, text in enumerate(row)]


def plain_names(names):
    """Names of what is NumPy's own object, or a constant, in one paragraph."""
    if not names:
        return []
    words = ", ".join(f"``{name}``" for name in names)
    return [".. rubric:: Constants, types and objects of NumPy's", "", words, ""]


def scipys_names(page, names):
    """What a module of SciPy's has that runs there on the host."""
    if not page.namespace.startswith("scipy."):
        return []
    theirs = importlib.import_module(page.namespace)
    listed = getattr(theirs, "__all__", [])
    rest = sorted(n for n in listed if n not in names and callable(getattr(theirs, n)))
    if not rest:
        return []
    words = ", ".join(f"``{name}``" for name in rest)
    text = (
        f"By SciPy itself on the host, over the same arrays (:doc:`/scipy`): {words}."
    )
    return [".. rubric:: The rest of the module", "", text, ""]


def ndarray_text():
    """The page of arrays, and of ufuncs as objects."""
    page = contents.Page("ndarray", "Arrays", contents.DEVICES, ())
    lines = [*heading("Arrays: ndarray"), ".. py:module:: tenorite", ""]
    lines += entries.class_entry(tenorite.ndarray, "ndarray", "ndarray", page, {})
    lines += entries.class_entry(tenorite.ufunc, "ufunc", "ufunc", page, {})
    return "\n".join(lines) + "\n"
