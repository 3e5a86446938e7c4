# SPDX-License-Identifier: Apache-2.0
"""The number of workers: checked as SciPy's, and otherwise without effect."""

import contextlib
import operator
import os
import threading

__all__ = ["get_workers", "set_workers"]

_local = threading.local()


def check_workers(workers):
    """`workers` as a count of threads; SciPy's errors."""
    if workers is None:
        return getattr(_local, "workers", 1)
    count = os.cpu_count()
    if workers < -count:
        raise ValueError(
            f"workers value out of range; got {workers}, must not be less than {-count}"
        )
    if workers == 0:
        raise ValueError("workers must not be zero")
    return workers + 1 + count if workers < 0 else workers


@contextlib.contextmanager
def set_workers(workers):
    """A block in which get_workers() is another number, which changes nothing else.

    ValueError for 0. See scipy.fft.set_workers.

    >>> from tenorite.scipy import fft
    >>> with fft.set_workers(2):
    ...     fft.get_workers()
    2
    """
    before = get_workers()
    _local.workers = check_workers(operator.index(workers))
    try:
        yield
    finally:
        _local.workers = before


def get_workers():
    """The number that set_workers() has set, 1 at first. See scipy.fft.get_workers.

    >>> from tenorite.scipy import fft
    >>> fft.get_workers()
    1
    """
    return check_workers(None)
