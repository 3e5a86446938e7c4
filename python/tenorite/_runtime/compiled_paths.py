# SPDX-License-Identifier: Apache-2.0
"""Functions whose ordinary calls never enter the interpreter."""

from .. import _core


def compiled(function):
    """Decorator: the core serves ordinary calls of `function` without the interpreter.

    The core finds its compiled path by the function's name. Calls that the path
    declines go to `function`, which therefore handles every case.
    """
    return _core.Function(function, True)
