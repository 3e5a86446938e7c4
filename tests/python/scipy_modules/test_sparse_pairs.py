# SPDX-License-Identifier: Apache-2.0
"""Pairs of sparse arrays of all formats and of all shapes that fit, against SciPy's."""

import functools
import itertools
import math
import operator
import warnings

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from tenorite.scipy import sparse as ours


@pytest.fixture(autouse=True)
def with_scipys():
    """dok and lil arrays are SciPy's, on the host."""
    with tn.config.using(fallback="allow"):
        yield


BROADCAST = [(3,), (1,), (1, 3), (2, 1), (1, 1), (2, 3), (4, 3)]
FORMATS = ["csr", "coo", "csc", "dok", "lil", "dia", "bsr"]
ELEMENTWISE = {
    "*": lambda x, y: x * y,
    "multiply": lambda x, y: x.multiply(y),
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "/": lambda x, y: x / y,
    "!=": lambda x, y: x != y,
    "maximum": lambda x, y: x.maximum(y),
}


def of_shape(shape):
    rng = np.random.default_rng(sum(shape))
    return rng.integers(1, 6, shape) * np.where(np.arange(shape[-1]) % 2, -1, 1)


def of_format(module, kind, dense):
    return getattr(module, f"{kind}_array")(dense)


def values_of(function):
    """The dense values of a result, or the class of its exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = function()
        except Exception as error:
            return type(error)
    found = found.toarray() if hasattr(found, "toarray") else found
    return np.asarray(found.get() if isinstance(found, tn.ndarray) else found)


BESIDE_DENSE = {
    "+": lambda d, x: d + x,
    "-": lambda d, x: d - x,
    "*": lambda d, x: d * x,
    "@": lambda d, x: d.T @ x,
    "@ of a vector": lambda d, x: d[:, 0] @ x,
    "/": lambda d, x: x / d,
    "==": lambda d, x: d == x,
    "2 *": lambda d, x: 2 * x,
    "+=": lambda d, x: operator.iadd(x, x.copy()),
    "*=": lambda d, x: operator.imul(x, 2),
    "round": lambda d, x: round(x),
}


@pytest.mark.parametrize("matrix", [False, True])
@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("name", BESIDE_DENSE)
def test_arrays_before_sparse_ones(kind, name, matrix):
    dense = of_shape((3, 4)).astype(float)
    results = []
    for module, array in ((theirs, np.asarray), (ours, tn.asarray)):
        x = of_format(module, kind, array(dense))
        x = getattr(module, f"{kind}_matrix")(x) if matrix else x
        call = functools.partial(BESIDE_DENSE[name], array(dense), x)
        results.append(values_of(call))
    wanted, got = results
    if isinstance(wanted, type) or isinstance(got, type):
        assert wanted is got
    else:
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_pairs_of_formats_and_shapes(kind, name):
    operation = ELEMENTWISE[name]
    for one, other in itertools.product(BROADCAST, repeat=2):
        for second in (*FORMATS, "dense"):
            pairs = []
            for module, array in ((theirs, np.asarray), (ours, tn.asarray)):
                try:
                    x = of_format(module, kind, array(of_shape(one)))
                    y = array(of_shape(other)[..., ::-1])
                    if second != "dense":
                        y = of_format(module, second, y)
                except (TypeError, ValueError):
                    continue  # formats of two axes alone
                pairs.append((x, y))
            if not pairs:
                continue
            assert len(pairs) == 2
            wanted, got = (values_of(lambda p=p: operation(*p)) for p in pairs)
            case = f"{name} of {kind} {one} and {second} {other}"
            if isinstance(wanted, type):
                assert isinstance(got, type), case
            else:
                assert not isinstance(got, type), f"{case}: {got}"
                np.testing.assert_array_equal(got, wanted, case)
                assert got.shape == wanted.shape, case


@pytest.mark.parametrize("name", ["sum", "mean"])
def test_shapes_of_outputs(device, name):
    shapes = [(), (1,), (1, 1), (3,), (2,), (1, 3), (2, 1), (4,)]
    for shape, axis in itertools.product([(3,), (2, 3)], (None, 0, 1, -1, (0,))):
        dense = np.arange(math.prod(shape)).reshape(shape)
        for given in shapes:
            results = []
            for module, xp in ((theirs, np), (ours, tn)):
                a, out = module.csr_array(xp.asarray(dense)), xp.zeros(given)
                call = functools.partial(getattr(a, name), axis=axis, out=out)
                results.append(values_of(call))
            wanted, got = results
            if isinstance(wanted, type):
                assert got is wanted, (shape, axis, given)
            else:
                np.testing.assert_allclose(got, wanted, rtol=1e-15)
