# SPDX-License-Identifier: Apache-2.0
"""Text of arrays: NumPy's formatting of the few items that are shown."""

import numpy

from .. import _core
from .._core import ndarray, scalar
from .._runtime.units import size_text
from .convert import from_host

__all__ = [
    "array2string",
    "array_repr",
    "array_str",
    "format_float_positional",
    "format_float_scientific",
    "get_printoptions",
    "printoptions",
    "set_printoptions",
]

_DEFAULT_DTYPES = {numpy.dtype(t) for t in (bool, int, float, complex)}


def _shown(a, edgeitems):
    """Host array that NumPy prints, with threshold=0, as it would print `a`.

    Long axes are cut to their edges and one item between, which NumPy replaces
    by dots.
    """
    keep = 2 * edgeitems + 1
    if all(n <= keep for n in a.shape):
        return a.get()
    picks = []
    for axis, n in enumerate(a.shape):
        at = numpy.arange(min(n, keep))
        if n > keep:
            at[edgeitems + 1 :] += n - keep
        spread = [1] * a.ndim
        spread[axis] = -1
        picks.append(from_host(at.reshape(spread), a.device))
    return a[tuple(picks)].get()


def array2string(
    a,
    max_line_width=None,
    precision=None,
    suppress_small=None,
    separator=" ",
    prefix="",
    *,
    formatter=None,
    threshold=None,
    edgeitems=None,
    sign=None,
    floatmode=None,
    suffix="",
    legacy=None,
):
    """Text of an array's items; copies only the shown ones. See numpy.array2string.

    >>> np.array2string(np.array([1.0, 2.5]), precision=1)
    '[1.  2.5]'
    """
    if isinstance(a, ndarray):
        options = numpy.get_printoptions()
        if threshold is None:
            threshold = options["threshold"]
        if a.size > threshold:
            edges = options["edgeitems"] if edgeitems is None else edgeitems
            a, threshold = _shown(a, edges), 0
        else:
            a = a.get()
    return numpy.array2string(
        a,
        max_line_width,
        precision,
        suppress_small,
        separator,
        prefix,
        formatter=formatter,
        threshold=threshold,
        edgeitems=edgeitems,
        sign=sign,
        floatmode=floatmode,
        suffix=suffix,
        legacy=legacy,
    )


def _extras(arr, threshold):
    extras = []
    if (arr.size == 0 and arr.shape != (0,)) or arr.size > threshold:
        extras.append(f"shape={arr.shape}")
    if arr.size == 0 or arr.dtype not in _DEFAULT_DTYPES:
        extras.append(f"dtype={arr.dtype.name}")
    if str(arr.device) != "cpu":
        extras.append(f"device='{arr.device}'")
    return extras


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """NumPy's repr; arrays on other devices than the CPU name theirs.

    See numpy.array_repr.

    >>> print(np.array_repr(np.array([1, 2])))
    array([1, 2])
    """
    if not isinstance(arr, ndarray):
        return numpy.array_repr(arr, max_line_width, precision, suppress_small)
    options = numpy.get_printoptions()
    if options["override_repr"] is not None:
        return options["override_repr"](arr)
    if max_line_width is None:
        max_line_width = options["linewidth"]
    if arr.size == 0:
        items = "[]"
    else:
        items = array2string(
            arr, max_line_width, precision, suppress_small, ", ", "array(", suffix=")"
        )
    extras = _extras(arr, options["threshold"])
    if not extras:
        return f"array({items})"
    text, tail = f"array({items},", ", ".join(extras) + ")"
    last_line = len(text) - (text.rfind("\n") + 1)
    fits = last_line + len(tail) + 1 <= max_line_width
    return text + (" " if fits else "\n" + " " * len("array(")) + tail


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """Text of an array's items, as by str(). See numpy.array_str.

    >>> np.array_str(np.array([1, 2]))
    '[1 2]'
    """
    if not isinstance(a, ndarray):
        return numpy.array_str(a, max_line_width, precision, suppress_small)
    if a.ndim == 0:
        return str(a.get()[()])
    return array2string(a, max_line_width, precision, suppress_small, " ", "")


_ROW = '<tr><th style="text-align:left">{}</th><td style="text-align:left">{}</td></tr>'


def _layout(a):
    if a.flags.c_contiguous:
        return "C order"
    if a.flags.f_contiguous:
        return "Fortran order"
    return f"strides {a.strides}"


def _size(nbytes):
    text = f"{nbytes:,} bytes"
    return text if nbytes < 1024 else f"{text} ({size_text(nbytes)})"


def _repr_noting(a):
    """repr() of an array, and how many recorded operations had to be executed for it."""
    notes = _core.recording
    notes.start_notes(sources=False)
    try:
        flush, span, _ = notes.count_notes()
        a[(slice(1),) * a.ndim].get()  # or lookups of what is shown would count
        flushes, _ = notes.notes_from(flush, span)
    finally:
        notes.stop_notes(sources=False)
    return repr(a), flushes[0]["recorded"] if flushes else 0


def repr_html(self):
    """For notebooks: what the array is, what it took to show it, and its repr().

    None for arrays without axes, which notebooks show as repr() alone.
    """
    import html  # slow to import

    if self.ndim == 0:
        return None
    rows = [
        ("shape", self.shape),
        ("dtype", self.dtype),
        ("device", self.device),
        ("memory", f"{_size(self.nbytes)}, {_layout(self)}"),
    ]
    text, executed = _repr_noting(self)
    if executed:
        work = (
            f"{executed} recorded operation{'s' * (executed > 1)} executed to show it"
        )
        rows.append(("pending work", work))
    table = "".join(_ROW.format(label, html.escape(str(x))) for label, x in rows)
    return f"<table>{table}</table><pre>{html.escape(text)}</pre>"


get_printoptions = numpy.get_printoptions
set_printoptions = numpy.set_printoptions
printoptions = numpy.printoptions


def _as_numpys(x):
    """A scalar of ours as NumPy's, whose dtype decides how many digits tell it apart."""
    return x.get()[()] if isinstance(x, scalar) else x


def format_float_positional(
    x,
    precision=None,
    unique=True,
    fractional=True,
    trim="k",
    sign=False,
    pad_left=None,
    pad_right=None,
    min_digits=None,
):
    """Text of a number in decimals. See numpy.format_float_positional.

    >>> np.format_float_positional(np.array([0.1], "f4")[0])
    '0.1'
    """
    return numpy.format_float_positional(
        _as_numpys(x),
        precision,
        unique,
        fractional,
        trim,
        sign,
        pad_left,
        pad_right,
        min_digits,
    )


def format_float_scientific(
    x,
    precision=None,
    unique=True,
    trim="k",
    sign=False,
    pad_left=None,
    exp_digits=None,
    min_digits=None,
):
    """Text of a number with an exponent. See numpy.format_float_scientific.

    >>> np.format_float_scientific(np.array([0.1], "f4")[0])
    '1.e-01'
    """
    return numpy.format_float_scientific(
        _as_numpys(x), precision, unique, trim, sign, pad_left, exp_digits, min_digits
    )
