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


def ufunc_signature(nin, nout):
    """What inspect.signature() says of a ufunc: as NumPy's."""
    from inspect import Parameter, Signature

    named = {"where": True, "casting": "same_kind", "order": "K", "dtype": None}
    named |= {"subok": True, "signature": None}
    names = ["x"] if nin == 1 else [f"x{i + 1}" for i in range(nin)]
    out = None if nout == 1 else (None,) * nout
    return Signature(
        [Parameter(name, Parameter.POSITIONAL_ONLY) for name in names]
        + [Parameter("out", Parameter.POSITIONAL_OR_KEYWORD, default=out)]
        + [Parameter(k, Parameter.KEYWORD_ONLY, default=x) for k, x in named.items()]
    )


globals().update(ufuncs)
globals().update({alias: ufuncs[name] for alias, name in _ALIASES.items()})

__all__ = list(ufuncs) + list(_ALIASES)
