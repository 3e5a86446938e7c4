# SPDX-License-Identifier: Apache-2.0
"""Docstrings in numpydoc's form, made of short ones and of what repeats.

A function's source says what it does, in which way it differs, and shows an example:

    '''Sum of the items along axes. See numpy.sum.

    >>> np.sum(np.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    '''

`whole_doc()` adds the sections Parameters, Returns, Raises, See Also, Notes and
Examples, when somebody asks for a docstring: importing the package makes none. What a
parameter means stands once in parameter_texts.py, what comes back, what is raised and
what is to note in section_texts.py; sections.py joins them. class_help.py makes those
of classes.
"""

import types

from .. import _core

_PACKAGE = __package__.partition(".")[0]


# ---- who gets one ----


def with_help(x):
    """The function or class, whose whole docstring is made when somebody asks for it."""
    if not _is_ours(x):
        return x
    if type(x) is types.FunctionType:
        return _core.Function(x, False)
    if isinstance(x, type):
        _describe(x)
        for base, name, method in _methods(x):
            if vars(base)[name] is method:  # no class method
                setattr(base, name, _core.Function(method, False))
    return x


def document(objects):
    """Gives functions of ours, among these objects, their whole docstrings now.

    And so to the methods of classes, whose own are made when somebody asks for them.
    """
    for x in objects:
        if not _is_ours(x):
            continue
        if isinstance(x, types.FunctionType):
            x.__doc__ = whole_doc(x)
        elif isinstance(x, type):
            _describe(x)
            for _, _, method in _methods(x):
                method.__doc__ = whole_doc(method, x)


def _is_ours(x):
    return (getattr(x, "__module__", None) or "").partition(".")[0] == _PACKAGE


def _methods(cls):
    """(class, name, function) of the public methods in Python, inherited ones too."""
    for base in filter(_is_ours, cls.__mro__):
        for name, x in list(vars(base).items()):
            x = getattr(x, "__func__", x)  # of a class method
            if not name.startswith("_") and type(x) is types.FunctionType:
                yield base, name, x


def _describe(cls):
    """Has the docstring of a class made when somebody asks for it."""
    doc = vars(cls).get("__doc__")
    if not isinstance(doc, ClassDoc):
        cls.__doc__ = ClassDoc(doc)


class ClassDoc:
    """The attribute `__doc__` of a class.

    `short` is the docstring of its source, or what finds the docstrings of objects.
    """

    def __init__(self, short):
        self._short = short

    def __get__(self, instance, owner=None):
        if instance is not None and hasattr(self._short, "__get__"):
            return self._short.__get__(instance, owner)
        from .class_help import class_doc  # asked for rarely

        return class_doc(owner, self._short)


# ---- functions ----


def whole_doc(function, owner=None):
    """The docstring of a function of ours with all of its sections.

    `owner` is the class of a method, if not the one that defines it.
    """
    from .sections import assemble, dedented

    doc, inner = function.__doc__, function
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    if doc is None or "----\n" in doc:
        return doc
    code = inner.__code__
    required = code.co_argcount - len(inner.__defaults__ or ())
    parameters = list(parameters_of(code, required))
    text, _, examples = dedented(doc).rstrip().partition("\n\n>>> ")
    if owner is None:
        module, place = function.__module__, function.__qualname__.rpartition(".")[0]
    else:
        module, place = owner.__module__, owner.__name__
    package = "".join(module.split(".")[1:2])
    name = function.__name__.lstrip("_")
    is_composition = getattr(function, "made_of_ufuncs", False)
    return assemble(
        name, text, parameters, examples, package, place, of_ufunc=is_composition
    )


def parameters_of(code, required):
    """Parameters of a function but for `self`: name, name with stars, whether optional."""
    count, flags = code.co_argcount, code.co_flags
    names = code.co_varnames
    last = count + code.co_kwonlyargcount
    for k in range(count):
        if k or names[k] not in ("self", "cls"):
            yield names[k], names[k], k >= required
    if flags & 0x04:  # *args
        yield names[last], f"*{names[last]}", False
    for k in range(count, last):
        yield names[k], names[k], True
    if flags & 0x08:  # **kwargs
        last += (flags & 0x04) >> 2
        yield names[last], f"**{names[last]}", False


# ---- ufuncs ----


def ufunc_doc(name, nin, nout, doc, origin):
    """The docstring of a ufunc, of which the table of operations has the text `doc`."""
    from .parameter_texts import UFUNC_KEYWORDS
    from .section_texts import OF_PACKAGES
    from .sections import joined
    from .ufunc_examples import EXAMPLES

    names = ", ".join(f"x{k + 1}" for k in range(nin)) if nin > 1 else "x"
    operands = "array_like\n    What is computed with; it broadcasts.\n"
    results = "ndarray" if nout == 1 else "tuple of ndarrays"
    text = (
        f"{name}({names}, /, out=None, *, where=True, casting='same_kind', order='K', "
        f"dtype=None)\n\n{doc}"
    )
    examples = ""
    if name in EXAMPLES:
        operands_shown, value = EXAMPLES[name]
        place = "np.special" if origin.startswith("scipy") else "np"
        examples = f"{place}.{name}({operands_shown})\n{value}"
    return joined(
        text,
        f"\nParameters\n----------\n{names} : {operands}{UFUNC_KEYWORDS}",
        f"\nReturns\n-------\n{results}\n    The result of each item.\n",
        "TypeError\n    If there is no loop for these dtypes.\n"
        "ValueError\n    If the operands do not broadcast.\n",
        f"{origin}.{name}",
        OF_PACKAGES[""].note,
        examples,
    )
