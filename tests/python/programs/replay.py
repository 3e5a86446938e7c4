# SPDX-License-Identifier: Apache-2.0
"""Whole programs in one mode of fusion."""

import warnings

from .generator import source
from .runtime import Runtime


def compiled(threads):
    """The code of a program, which runs in any mode."""
    return compile(source(threads), "<program>", "exec")


def replay(code, xp, keep=False):
    """Run a program; the Runtime that has what it looked at."""
    runtime = Runtime(xp, keep)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, runtime.names())
    return runtime


def digest(code, xp):
    """The digest of what a program looked at, or the exception that it ended with."""
    try:
        return replay(code, xp).digest()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
