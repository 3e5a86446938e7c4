# SPDX-License-Identifier: Apache-2.0
"""Sparse arrays of ours beside SciPy's: how they are made and compared."""

import warnings

import numpy as np
import scipy.sparse as theirs
import tenorite as tn
from tenorite.scipy import sparse as ours

FORMATS = ("csr", "csc", "coo", "dia", "bsr")
KINDS = ("array", "matrix")


def values(shape, dtype, density=0.4, seed=0):
    """A dense array most of whose items are 0, with empty rows and columns."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype).kind
    if kind == "b":
        x = rng.random(shape) < density
    else:
        x = rng.integers(1, 6, shape)
        if kind in "ifc":
            x = x * rng.choice([-1, 1], shape)
        if kind in "fc":
            x = x / 4
        if kind == "c":
            x = x + 1j * rng.integers(-3, 4, shape)
        x = np.where(rng.random(shape) < density, x, 0)
    x = x.astype(dtype)
    if len(shape) == 2 and min(shape) > 2:
        x[1], x[:, 2] = 0, 0
    return x


def on_host(x):
    """A result as NumPy's or SciPy's, numpy.matrix as an array."""
    if ours.issparse(x):
        return x.get()
    if isinstance(x, tn.ndarray):
        x = x.get()
    if isinstance(x, (tuple, list)):
        return [on_host(item) for item in x]
    if isinstance(x, np.matrix):
        return np.asarray(x)
    return x


def outcome(function, *args):
    """What a call gives: a result and its warnings, or an exception."""
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            result = on_host(function(*args))
        except Exception as error:
            return None, error, []
    names = [str(w.message) for w in caught if "Sparse" in w.category.__name__]
    return result, None, sorted(set(names))


def compare(mine, reference, exact=True, index_dtype=True):
    """Asserts that two outcomes are the same."""
    (got, error, told), (wanted, their_error, they_told) = mine, reference
    if their_error is not None or error is not None:
        assert type(error).__name__ == type(their_error).__name__, (error, their_error)
        assert str(error) == str(their_error)
        return
    assert told == they_told
    compare_values(got, wanted, exact, index_dtype)


def compare_values(got, wanted, exact=True, index_dtype=True):
    if isinstance(wanted, list):
        assert len(got) == len(wanted)
        for a, b in zip(got, wanted, strict=True):
            compare_values(a, b, exact, index_dtype)
        return
    if theirs.issparse(wanted):
        assert theirs.issparse(got)
        assert (got.format, got.shape) == (wanted.format, wanted.shape)
        assert isinstance(got, theirs.sparray) == isinstance(wanted, theirs.sparray)
        assert got.dtype == wanted.dtype
        if index_dtype:
            assert indices_of(got).dtype == indices_of(wanted).dtype
        got.check_format() if hasattr(got, "check_format") else None
        compare_values(got.toarray(), wanted.toarray(), exact)
        return
    assert np.shape(got) == np.shape(wanted)
    assert np.asarray(got).dtype == np.asarray(wanted).dtype
    if exact:
        np.testing.assert_array_equal(got, wanted)
    else:
        kind = np.asarray(wanted).dtype
        eps = np.finfo(kind).eps if kind.kind in "fc" else 0
        np.testing.assert_allclose(got, wanted, rtol=8 * eps, atol=8 * eps)


def indices_of(x):
    for name in ("indices", "offsets"):
        if hasattr(x, name):
            return getattr(x, name)
    return x.coords[0]


def both(name, *args, **kwargs):
    """The same sparse array, ours and SciPy's."""
    mine = getattr(ours, name)(*map(tn.asarray, args), **kwargs)
    return mine, getattr(theirs, name)(*args, **kwargs)
