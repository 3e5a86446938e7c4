# SPDX-License-Identifier: Apache-2.0
"""Results of solvers: dicts whose items are attributes."""

import numpy

from . import _host


class Result(dict):
    """A dict whose items are attributes, as SciPy's solvers return."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as e:
            raise AttributeError(name) from e

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return list(self)

    def __repr__(self):
        return _shown(self, margin=1) if self else f"{type(self).__name__}()"


# What is shown before all else.
_FIRST = (
    *("message", "success", "status", "fun", "funl", "x", "xl", "col_ind", "nit"),
    *("lower", "upper", "eqlin", "ineqlin", "converged", "flag", "function_calls"),
    *("iterations", "root"),
)


def _place(name):
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _shown(value, column=0, margin=0):
    """SciPy's text of a result, or of what is in one from a column on."""
    if isinstance(value, dict) and value:
        width = max(map(len, value)) + margin
        lines = []
        for name in sorted(value, key=_place):
            text = _shown(value[name], column + width + 2)
            lines.append(
                f"{name:>{width}}: {text}".replace("\n", f"\n{'':{width + 2}}")
            )
        return "\n".join(lines)
    h = _host._on_host(value)
    if isinstance(h, numpy.ndarray) and h.ndim == 0:
        h = h[()]
    numbers = {"float_kind": "{:10.3e}".format}
    width = 76 - column
    with numpy.printoptions(
        linewidth=width, edgeitems=2, threshold=12, formatter=numbers
    ):
        return str(h)


__all__ = ["Result"]
