# SPDX-License-Identifier: Apache-2.0
"""Functions whose ordinary calls never enter the interpreter."""

import functools

from .. import _core


def compiled(function):
    """`function` behind the core's path of its name, which serves ordinary arguments.

    What the path leaves goes to `function`, so that is where every case is.
    """
    return functools.update_wrapper(_core.Function(function), function)
