# SPDX-License-Identifier: Apache-2.0
"""The names of CuPy's modules, free for tenorite.cupy_compat where CuPy is imported."""

import contextlib
import sys

from tenorite import cupy_compat


def is_cupys(name):
    """Whether a module is one of CuPy's, by its name."""
    return name.partition(".")[0] in ("cupy", "cupyx", "cupy_backends")


def _taken():
    return {name: sys.modules.pop(name) for name in [*sys.modules] if is_cupys(name)}


@contextlib.contextmanager
def without_cupy():
    """CuPy's own modules are away within the block, and then as they were."""
    taken = _taken()
    try:
        yield
    finally:
        cupy_compat.uninstall()
        left = _taken()
        sys.modules.update(taken)
    assert not left, f"uninstall() left {sorted(left)}"


__all__ = ["is_cupys", "without_cupy"]
