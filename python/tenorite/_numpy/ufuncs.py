# SPDX-License-Identifier: Apache-2.0
"""Every ufunc of the op table, under NumPy's name and NumPy's aliases."""

from .._core import ufuncs

_ALIASES = {
    "abs": "absolute",
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift",
    "bitwise_not": "invert",
    "bitwise_right_shift": "right_shift",
    "conj": "conjugate",
    "mod": "remainder",
    "pow": "power",
    "true_divide": "divide",
}

globals().update(ufuncs)
globals().update({alias: ufuncs[name] for alias, name in _ALIASES.items()})

__all__ = list(ufuncs) + list(_ALIASES)
