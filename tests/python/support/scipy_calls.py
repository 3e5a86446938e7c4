# SPDX-License-Identifier: Apache-2.0
"""Calls of a function of tenorite.scipy and of SciPy's with the same arguments."""

import copy
import warnings

import numpy as np

# Without the dispatch that SCIPY_ARRAY_API turns on, for other tests of the process.
from scipy.ndimage import _ndimage_api as plain_ndimage

from support.helpers import check, observed, on_device, outcome, public_class
from support.scipy_versions import scipy_is

__all__ = ["plain_ndimage", "same_call", "same_failure", "warned"]


def warned(function):
    """(result, exception, [(class, text) of warnings]) of a call."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with np.errstate(all="ignore"):
            try:
                result, error = function(), None
            except Exception as e:
                result, error = None, e
    return result, error, [(x.category, str(x.message)) for x in found]


def same_call(modules, name, device, *args, rtol=0, order=True, **kwargs):
    """The function `name` of both modules gives the same; (ours, SciPy's) come back.

    `modules` are ours and SciPy's. Values within `rtol` of the largest one.
    """
    ours, theirs = modules
    moved = on_device(args, device)
    options = {k: on_device(x, device) for k, x in kwargs.items()}
    given = copy.deepcopy((args, kwargs))
    expected, error = outcome(lambda: getattr(theirs, name)(*given[0], **given[1]))
    assert error is None, f"the test is wrong: SciPy raises {error!r}"
    got, error = outcome(lambda: getattr(ours, name)(*moved, **options))
    if error is not None:
        raise error
    check(expected, got, rtol=rtol, order=order, where=f"{name}()")
    return got, expected


#: What a GPU says of matrices when their values are looked at, in NumPy's words.
LATER = "Singular matrix", "Matrix is not positive definite"


def same_failure(modules, name, device, *args, words=True, **kwargs):
    """Both functions raise the same class, with the same words unless `words` is off.

    `words` that are given are those of SciPy 1.18, where older ones have others.
    """
    ours, theirs = modules
    moved = on_device(args, device)
    options = {k: on_device(x, device) for k, x in kwargs.items()}
    given = copy.deepcopy((args, kwargs))
    _, expected = outcome(lambda: getattr(theirs, name)(*given[0], **given[1]))
    assert expected is not None, "the test is wrong: SciPy raises nothing"
    _, got = outcome(lambda: observed(getattr(ours, name)(*moved, **options)))
    assert got is not None, f"no exception; SciPy raises {expected!r}"
    assert public_class(got) is public_class(expected), f"{got!r}, not {expected!r}"
    if not words or (device != "cpu" and str(got) in LATER):
        return
    if words is True:
        words = str(expected)
    elif scipy_is(">=1.18"):
        assert str(expected) == words, f"the test is wrong: SciPy says {expected!s}"
    assert str(got) == words, f"{str(got)!r}, not {words!r}"
