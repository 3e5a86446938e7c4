# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.linalg: matrices with a name, against SciPy's."""

import numpy as np
import pytest
import scipy.linalg
from support.helpers import host
from support.scipy_calls import same_call, same_failure
from support.scipy_versions import needs_scipy
from tenorite.scipy import linalg

MODULES = (linalg, scipy.linalg)
V = np.array([1, 5, 3, 2])
S = np.arange(1, 13).reshape(3, 4)

EXACT = [
    ("toeplitz", (V,)),
    ("toeplitz", (V, V[:2].astype("f"))),
    ("toeplitz", (V * 1j,)),
    ("toeplitz", (3,)),
    ("toeplitz", (S,)),
    ("toeplitz", (S, V)),
    ("toeplitz", (np.zeros(0),)),
    ("circulant", (V,)),
    ("circulant", (S,)),
    ("circulant", (np.zeros((2, 2, 3), "?"),)),
    ("hankel", (V,)),
    ("hankel", (V, V[1:] + 0.5)),
    ("hadamard", (1,)),
    ("hadamard", (8,)),
    ("hadamard", (4, float)),
    ("hadamard", (2, complex)),
    ("leslie", (V, V[:3])),
    ("leslie", (V[:2], 0.5)),
    ("leslie", (S, V[:3])),
    ("block_diag", ()),
    ("block_diag", ([],)),
    ("block_diag", (V, S, 3)),
    ("block_diag", (np.ones((2, 1, 2)), np.ones((3, 1)) * 1j)),
    ("companion", (V,)),
    ("companion", (S,)),
    ("companion", (V[:2],)),
    ("helmert", (4,)),
    ("helmert", (3, True)),
    ("hilbert", (4,)),
    ("invhilbert", (5,)),
    ("invhilbert", (5, True)),
    ("invhilbert", (14, True)),
    ("pascal", (5,)),
    ("pascal", (5, "lower")),
    ("pascal", (34, "upper")),
    ("pascal", (6, "symmetric", False)),
    ("pascal", (6, "lower", False)),
    ("invpascal", (5,)),
    ("invpascal", (5, "lower")),
    ("invpascal", (6, "upper", False)),
    ("invpascal", (6, "symmetric", False)),
    ("dft", (1,)),
    ("dft", (6,)),
    ("dft", (5, "n")),
    ("dft", (5, "sqrtn")),
    ("fiedler", (V,)),
    ("fiedler", (S * 1.5,)),
    ("fiedler", (V[:1],)),
    ("fiedler_companion", (V,)),
    ("fiedler_companion", (np.arange(1.0, 9),)),
    ("fiedler_companion", (np.arange(1.0, 8),)),
    ("fiedler_companion", (V[:3],)),
    ("fiedler_companion", (V[:2],)),
    ("fiedler_companion", (S,)),
    ("convolution_matrix", (V, 3)),
    ("convolution_matrix", (V, 6, "same")),
    ("convolution_matrix", (V, 2, "same")),
    ("convolution_matrix", (V, 2, "valid")),
    ("convolution_matrix", (V, 9, "valid")),
    ("convolution_matrix", (S * 1j, 2)),
    ("khatri_rao", (S, S[:2] * 0.5)),
    ("khatri_rao", (np.ones((2, 0)), np.ones((3, 0)))),
    ("khatri_rao", (np.stack([S, S]), S)),
]
LOOSE = {"dft": 1e-14, "helmert": 1e-15, "invhilbert": 1e-13, "pascal": 1e-13}
LOOSE |= {"fiedler_companion": 1e-15, "companion": 1e-15, "hilbert": 1e-15}


@pytest.mark.parametrize("name, args", EXACT, ids=lambda x: str(x)[:40])
def test_matrices(device, name, args):
    same_call(MODULES, name, device, *args, rtol=LOOSE.get(name, 0), order=False)


@pytest.mark.parametrize("name", ["pascal", "invpascal"])
def test_numbers_that_no_device_has(name):
    got, expected = getattr(linalg, name)(40), getattr(scipy.linalg, name)(40)
    assert got.dtype == expected.dtype == object
    np.testing.assert_array_equal(host(got), expected)
    got, expected = linalg.invhilbert(16, True), scipy.linalg.invhilbert(16, True)
    np.testing.assert_array_equal(got, expected)


FAILURES = [
    ("leslie", (V, V)),
    ("leslie", (V[:1], V[:0])),
    ("companion", (V[:1],)),
    ("companion", (np.array([0, 1]),)),
    ("pascal", (3, "x")),
    ("invpascal", (3, "x")),
    ("dft", (3, "x")),
    ("fiedler_companion", (np.array([0.0, 1.0, 2.0]),)),
    ("convolution_matrix", (V, 0)),
    ("convolution_matrix", (V[:0], 1)),
    ("convolution_matrix", (V, 2, "x")),
    ("khatri_rao", (V, V)),
    ("khatri_rao", (S, S[:, :2])),
]


@pytest.mark.parametrize("name, args", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args):
    same_failure(MODULES, name, device, *args)


@pytest.mark.parametrize("n", [0, 3])
def test_words_of_hadamard(device, n):
    words = "n must be a positive integer, and n must be a power of 2"
    same_failure(MODULES, "hadamard", device, n, words=words)


@needs_scipy(">=1.18", "these are vectors there")
@pytest.mark.parametrize(
    "name, a", [("fiedler", V[:0]), ("fiedler_companion", V[:1] * 1.0)]
)
def test_matrices_without_items(device, name, a):
    same_call(MODULES, name, device, a)
    same_call(MODULES, "fiedler_companion", device, a[:0])
