# SPDX-License-Identifier: Apache-2.0
"""The entry of one function, class or constant, as lines of reStructuredText."""

import inspect
import re
import types

import tenorite

from . import differences, docstrings, facts, trials

_DEFAULT = re.compile(r"<(no value|object object|[^>]*) ?[^>]*>")


def indented(lines, by=3):
    return [" " * by + line if line else "" for line in lines]


def is_ours(x):
    module = getattr(x, "__module__", None) or type(x).__module__
    return module.partition(".")[0] == "tenorite"


def signature_of(x, name):
    """How it is called, without the name; "" where nobody knows."""
    if isinstance(x, tenorite.ufunc):
        first = (x.__doc__ or "").partition("\n")[0]
        return first[first.index("(") :] if "(" in first else "(...)"
    try:
        text = str(inspect.signature(x))
    except (TypeError, ValueError):
        text = getattr(x, "__text_signature__", None) or ""
        text = text.replace("$self, ", "").replace("$self", "")
    text = re.sub(r" -> .*$", "", text)
    text = re.sub(r"\(self(, /)?(, )?", "(", text)
    return _DEFAULT.sub("...", text)


def facts_of(x, path, name, page):
    """The lines of facts under a summary: where it runs, dtypes, error, origin."""
    lines = [f":Runs: {page.exceptions.get(name, page.runs)}"]
    if isinstance(x, tenorite.ufunc):
        row = facts.rows().get(x.__name__)
        dtypes = facts.loops_of(x)
        bound = facts.error_bound(x.__name__, row.kind == "SPECIAL")
        bound += facts.complex_bound(x.__name__)
    else:
        is_scipys = page.namespace.startswith("scipy") and not isinstance(x, type)
        dtypes = trials.dtypes_of(x) if is_scipys else facts.dtypes_of(path)
        bound = None if page.namespace else facts.error_bound(name)
    if dtypes:
        lines.append(f":Dtypes: {dtypes}")
    if bound:
        lines.append(f":Error: {bound}")
    doc = x.__doc__ if isinstance(x.__doc__, str) else ""
    origin = docstrings.origin_of(docstrings.sections_of(doc)[1])
    if origin:
        lines.append(f":See also: {docstrings.link_to(origin)}")
    return lines


def differences_of(*names, title="Differences from NumPy"):
    """A list of the rows of docs/differences.md about the names."""
    lines = []
    rows = [row for name in names for row in differences.by_name().get(name, ())]
    for what, theirs, ours, why in dict.fromkeys(rows):
        what, theirs, ours, why = map(differences.to_rst, (what, theirs, ours, why))
        text = f"- {what}. NumPy: {theirs}" if theirs else f"- {what}"
        text += f". Tenorite: {ours}" if ours else ""
        lines.append(text + (f" ({why})." if why else "."))
    return ["", f".. rubric:: {title}", "", *lines] if lines else []


def entry(x, full, name, page, kind="function", in_class=None):
    """All lines of an entry. `full` is the dotted name behind "tenorite."."""
    doc = x.__doc__ if isinstance(x.__doc__, str) else ""
    is_ufunc = isinstance(x, tenorite.ufunc)
    head = f".. py:{kind}:: tenorite.{full}"
    if kind in ("function", "class", "method"):
        head += signature_of(x, name)
    borrowed = "borrowed" in str(
        getattr(getattr(x, "__code__", None), "co_filename", "")
    )
    if not is_ours(x) and not is_ufunc and in_class is None:
        own = [docstrings.escaped(docstrings.summary_of(doc)), "", *theirs(x, name)]
    elif borrowed or "\n    Parameters\n" in doc:
        own = [docstrings.escaped(docstrings.summary_of(doc)), ""]
        own += [
            f":Runs: {page.runs}",
            f":See also: {docstrings.link_to('numpy.' + full)}",
        ]
    else:
        own = []
        if in_class is None:
            own = facts_of(x, full, name, page) + [""]
        doc = inspect.cleandoc(doc)
        # The attributes of a class have entries of their own.
        own = docstrings.body(doc, is_ufunc, own, without=("Attributes",))
    if in_class is None:
        own += differences_of(name)
    return [head, "", *indented(own), ""]


def theirs(x, name):
    """What an object that is NumPy's own is."""
    module = (getattr(x, "__module__", None) or "numpy").partition(".")[0]
    return [f"``{module}.{getattr(x, '__name__', name)}`` itself."]


# ---- classes ----


def members_of(cls):
    """(name, value, kind) of the public members of a class, of ours and of its bases."""
    for name in sorted(dir(cls)):
        if name.startswith("_"):
            continue
        owner = next(base for base in cls.__mro__ if name in vars(base))
        if not is_ours(owner):
            continue
        value = getattr(cls, name)
        raw = vars(owner)[name]
        if isinstance(raw, (property, types.GetSetDescriptorType)):
            yield name, raw, "attribute"
        elif callable(value):
            yield name, value, "method"
        else:
            yield name, raw, "attribute"


def class_entry(cls, full, name, page, shown, kind="class"):
    """The entry of a class, with its members inside.

    `shown` has the members that are on the page, with the class that they stand under:
    what another class has alike is named, and not shown again.
    """
    lines = entry(cls, full, name, page, kind)
    alike = {}
    for member, value, role in members_of(cls):
        key = member, value.__doc__
        if key in shown and value.__doc__:
            alike.setdefault(shown[key], []).append(member)
            continue
        shown[key] = full
        inner = entry(value, f"{full}.{member}", member, page, role, in_class=cls)
        if cls is tenorite.ndarray:
            inner = with_facts_of_method(inner, member, role)
        lines += indented(inner) + [""]
    for other, members in alike.items():
        links = ", ".join(f":py:obj:`~tenorite.{other}.{m}`" for m in members)
        lines += indented(["", f"As in :py:class:`~tenorite.{other}`: {links}.", ""])
    return lines


def with_facts_of_method(lines, name, kind):
    """The entry of a method of arrays, with its dtypes and differences."""
    dtypes = facts.dtypes_of(f"ndarray.{name}") if kind == "method" else None
    if dtypes:
        # Behind the first paragraph.
        place = next((k for k in range(3, len(lines)) if not lines[k]), len(lines))
        lines = [*lines[:place], "", f"   :Dtypes: {dtypes}", "", *lines[place:]]
    return [*lines, *indented(differences_of(name))]
