# SPDX-License-Identifier: Apache-2.0
"""Whole programs in one mode of fusion."""

import base64
import marshal
import warnings

from .generator import source
from .runtime import Runtime


def compiled(threads):
    """The code of a program as text, so that it is compiled once for all modes."""
    code = compile(source(threads), "<program>", "exec")
    return base64.b64encode(marshal.dumps(code)).decode()


def replay(program, xp, keep=False):
    """Run a program, a dict with `threads`; the Runtime that has what it looked at."""
    runtime = Runtime(xp, keep)
    code = program.get("code") or compiled(program["threads"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(marshal.loads(base64.b64decode(code)), runtime.names())
    return runtime


def digest(program, xp):
    """The digest of what a program looked at, or the exception that it ended with."""
    try:
        return replay(program, xp).digest()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
