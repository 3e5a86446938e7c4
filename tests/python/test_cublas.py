# SPDX-License-Identifier: Apache-2.0
"""tenorite.cublas against the same in NumPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host
from tenorite import cublas

LETTERS = "fdFD"
TOLERANCE = {"f": 1e-5, "F": 1e-5, "d": 1e-13, "D": 1e-13}


def numbers(shape, letter, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


def op(x, trans):
    return {"N": x, "T": x.T, "H": x.conj().T}[trans]


def close(got, expected, letter):
    got = host(got)
    assert got.dtype == expected.dtype and got.shape == expected.shape
    np.testing.assert_allclose(got, expected, rtol=TOLERANCE[letter], atol=1e-5)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("transa", "NTH")
@pytest.mark.parametrize("transb", "NTH")
def test_gemm(device, letter, transa, transb):
    a, b = op(numbers((3, 4), letter), transa), op(numbers((4, 5), letter, 1), transb)
    ours = tn.asarray(a), tn.asarray(b)
    expected = op(a, transa) @ op(b, transb)
    got = cublas.gemm(transa, transb, *ours)
    close(got, expected, letter)
    assert got.flags.f_contiguous
    c = numbers((3, 5), letter, 2)
    for order in "CF":
        out = tn.asarray(c, order=order)
        again = cublas.gemm(transa, transb, *ours, out=out, alpha=2.0, beta=-1.5)
        assert again is out
        close(out, (2 * expected - 1.5 * c).astype(letter), letter)
    factor = tn.asarray(np.asarray(3.0, letter))
    close(
        cublas.gemm(transa, transb, *ours, alpha=factor),
        (3 * expected).astype(letter),
        letter,
    )
    out = tn.full((3, 5), np.nan, letter)
    close(cublas.gemm(transa, transb, *ours, out=out), expected, letter)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("trans", ["N", "T", "H", 0, 1, 2])
def test_gemv(device, letter, trans):
    a = numbers((3, 4), letter)
    word = {0: "N", 1: "T", 2: "H"}.get(trans, trans)
    m, n = op(a, word).shape
    x, y = numbers(n, letter, 1), numbers(m, letter, 2)
    out = tn.asarray(y)
    assert cublas.gemv(trans, 2.0, tn.asarray(a), tn.asarray(x), 0.5, out) is None
    close(out, (2 * op(a, word) @ x + 0.5 * y).astype(letter), letter)


@pytest.mark.parametrize("letter", LETTERS)
def test_outer_products(device, letter):
    a, x, y = numbers((3, 4), letter), numbers(3, letter, 1), numbers(4, letter, 2)
    for name, right in (("ger", y), ("geru", y), ("gerc", y.conj())):
        if name == "ger" and letter in "FD":
            with pytest.raises(TypeError, match="Use geru or gerc"):
                cublas.ger(1.0, tn.asarray(x), tn.asarray(y), tn.asarray(a))
            continue
        out = tn.asarray(a)
        getattr(cublas, name)(2.0, tn.asarray(x), tn.asarray(y), out)
        close(out, (a + 2 * np.outer(x, right)).astype(letter), letter)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("transa", "NTH")
@pytest.mark.parametrize("transb", "NTH")
def test_geam(device, letter, transa, transb):
    a, b = op(numbers((3, 4), letter), transa), op(numbers((3, 4), letter, 1), transb)
    ours = tn.asarray(a), tn.asarray(b)
    expected = (2 * op(a, transa) - 3 * op(b, transb)).astype(letter)
    got = cublas.geam(transa, transb, 2.0, ours[0], -3.0, ours[1])
    close(got, expected, letter)
    assert got.flags.f_contiguous
    out = tn.zeros((3, 4), letter)
    assert cublas.geam(transa, transb, 2.0, ours[0], -3.0, ours[1], out=out) is out
    close(out, expected, letter)
    nothing = tn.full(b.shape, np.nan, letter)
    got = cublas.geam(transa, transb, 1.0, ours[0], 0.0, nothing)
    close(got, op(a, transa), letter)
    got = cublas.geam("N", "N", 0.0, nothing, 0.0, nothing)
    assert not host(got).any()


def test_geam_in_place(device):
    a = numbers((3, 3), "d")
    x = tn.asarray(a)
    assert cublas.geam("T", "N", 1.0, x, 1.0, x, out=x) is x
    close(x, a.T + a, "d")


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("incx", [1, 2, -1, -2])
def test_dgmm(device, letter, order, incx):
    a = np.asarray(numbers((3, 4), letter), order=order)
    for side, n in (("L", 3), ("R", 4)):
        x = numbers(abs(incx) * n, letter, 1)
        factors = x[::incx][:n]
        expected = a * (factors[:, None] if side == "L" else factors)
        got = cublas.dgmm(side, tn.asarray(a), tn.asarray(x), incx=incx)
        close(got, expected, letter)
        assert got.strides == a.strides
        out = tn.zeros((3, 4), letter)
        assert cublas.dgmm(side, tn.asarray(a), tn.asarray(x), out, incx) is out
        close(out, expected, letter)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("trans", "NT")
@pytest.mark.parametrize("lower", [False, True])
def test_syrk(device, letter, trans, lower):
    a, c = numbers((3, 4), letter), None
    part = np.tril if lower else np.triu
    whole = op(a, trans) @ op(a, trans).T
    close(cublas.syrk(trans, tn.asarray(a), lower=lower), part(whole), letter)
    n = len(whole)
    c = numbers((n, n), letter, 1)
    out = tn.asarray(c)
    got = cublas.syrk(trans, tn.asarray(a), out, alpha=2.0, beta=0.5, lower=lower)
    assert got is out
    half = part(np.ones((n, n), bool))
    expected = np.where(half, 2 * whole + 0.5 * c, c).astype(letter)
    close(out, expected, letter)


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_sbmv(device, letter, lower, k):
    n = 4
    a, x, y = (numbers(s, letter, i) for i, s in enumerate([(k + 1, n), n, n]))
    full = np.zeros((n, n), letter)
    for i in range(n):
        for j in range(i, min(i + k, n - 1) + 1):
            full[i, j] = full[j, i] = a[j - i, i] if lower else a[k + i - j, j]
    out = tn.asarray(y)
    arrays = tn.asarray(a), tn.asarray(x)
    assert cublas.sbmv(k, 2.0, *arrays, 0.5, out, lower=lower) is out
    close(out, (2 * full @ x + 0.5 * y).astype(letter), letter)


@pytest.mark.parametrize("letter", LETTERS)
def test_vectors(device, letter):
    x, y = numbers(7, letter), numbers(7, letter, 1)
    ours = tn.asarray(x), tn.asarray(y)
    size = abs(x.real) + abs(x.imag)
    real = letter.lower()
    close(cublas.iamax(ours[0]), np.int32(size.argmax() + 1)[()], letter)
    close(cublas.iamin(ours[0]), np.int32(size.argmin() + 1)[()], letter)
    close(cublas.asum(ours[0]), size.sum().astype(real), letter)
    close(cublas.nrm2(ours[0]), np.linalg.norm(x).astype(real), letter)
    close(cublas.dotu(*ours), (x @ y).astype(letter), letter)
    close(cublas.dotc(*ours), np.vdot(x, y).astype(letter), letter)
    if letter in "fd":
        close(cublas.dot(*ours), (x @ y).astype(letter), letter)
    else:
        with pytest.raises(TypeError, match="Use dotu"):
            cublas.dot(*ours)
    z = tn.asarray(y)
    assert cublas.axpy(2.0, ours[0], z) is z
    close(z, (y + 2 * x).astype(letter), letter)
    assert cublas.scal(0.5, z) is z
    close(z, ((y + 2 * x) * 0.5).astype(letter), letter)
    close(cublas.scal(tn.asarray(2.0), z), (y + 2 * x).astype(letter), letter)


def test_outputs_of_numbers(device):
    x = tn.asarray([3.0, -4.0])
    for function, value, letter in (
        (cublas.iamax, 2, "i"),
        (cublas.asum, 7, "d"),
        (cublas.nrm2, 5, "d"),
        (lambda x, out: cublas.dot(x, x, out=out), 25, "d"),
    ):
        for dtype in (letter, "f"):
            out = tn.zeros((), dtype)
            assert function(x, out=out) is out and float(out) == value
            out = np.zeros((), dtype)
            assert function(x, out=out) is out and out == value
        with pytest.raises(TypeError, match="either cupy or numpy"):
            function(x, out=[0])
    assert int(cublas.iamax(tn.asarray([1.0, 2.0, -2.0]))) == 2


def test_lengths_that_leave_the_range(device):
    for values in ([3e200, 4e200], [3e-200, 4e-200], [0.0, 0.0], []):
        x = np.array(values, float)
        got = float(cublas.nrm2(tn.asarray(x)))
        np.testing.assert_allclose(got, np.hypot.reduce(x, initial=0), rtol=1e-15)
    assert float(cublas.nrm2(tn.asarray([np.inf, 1.0]))) == np.inf
    assert np.isnan(float(cublas.nrm2(tn.asarray([np.nan, 1.0]))))


def test_solutions(device):
    for letter in LETTERS + "i":
        a = numbers((2, 3, 3), "d" if letter == "i" else letter)
        a = (a * 10).astype(letter)
        for shape in ((2, 3), (2, 3, 4)):
            b = numbers(shape, "d").astype(letter)
            got = cublas.batched_gesv(tn.asarray(a), tn.asarray(b))
            assert got.dtype == np.promote_types(letter, "f") and got.shape == shape
            wide = a.astype(got.dtype), b.reshape(2, 3, -1).astype(got.dtype)
            expected = np.linalg.solve(*wide).reshape(shape)
            np.testing.assert_allclose(host(got), expected, rtol=1e-3, atol=1e-3)
    with pytest.raises(ValueError, match="shape and b must have"):
        cublas.batched_gesv(tn.ones((2, 3, 3)), tn.ones((3, 3)))


A, V = (3, 4), 4


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda x, v: cublas.gemm("X", "N", x, x.T), TypeError, "invalid trans"),
        (lambda x, v: cublas.gemm("N", "N", x, x), ValueError, "do not fit"),
        (lambda x, v: cublas.gemm("N", "N", v, x), ValueError, "a must be a 2D array"),
        (
            lambda x, v: cublas.gemm("N", "T", x, x.astype("f")),
            TypeError,
            "dtype mismatch",
        ),
        (
            lambda x, v: cublas.gemm("N", "T", x.astype("i"), x.astype("i")),
            TypeError,
            "invalid dtype",
        ),
        (
            lambda x, v: cublas.gemm("N", "T", x, x, out=tn.zeros((2, 2))),
            ValueError,
            "shape mismatch",
        ),
        (
            lambda x, v: cublas.gemm("N", "T", x, x, out=tn.zeros((3, 3), "f")),
            TypeError,
            "dtype mismatch",
        ),
        (lambda x, v: cublas.gemm("N", "N", [[1]], x), TypeError, "not list"),
        (lambda x, v: cublas.gemv("T", 1, x, v, 0, v), ValueError, "do not fit"),
        (lambda x, v: cublas.ger(1, v, v, x), ValueError, "do not fit"),
        (lambda x, v: cublas.geam("N", "T", 1, x, 1, x), ValueError, "do not fit"),
        (lambda x, v: cublas.dgmm("X", x, v), ValueError, "either 'L' or 'R'"),
        (lambda x, v: cublas.dgmm("L", x, v[:2]), ValueError, "items of step"),
        (lambda x, v: cublas.dgmm("L", x, v, incx=0), ValueError, "must not be 0"),
        (lambda x, v: cublas.axpy(1, v, v[:2]), TypeError, "the same size"),
        (lambda x, v: cublas.axpy(1, x, x), ValueError, "x must be a 1D array"),
        (lambda x, v: cublas.axpy(v, v, v), ValueError, "one item"),
        (lambda x, v: cublas.nrm2(x), ValueError, "1D array"),
        (lambda x, v: cublas.iamax(v.astype("i")), TypeError, "invalid dtype"),
        (
            lambda x, v: cublas.sbmv(1, 1, x.astype("D"), v.astype("D"), 0, v * 1j),
            TypeError,
            "invalid dtype",
        ),
    ],
)
def test_errors(device, call, error, words):
    with pytest.raises(error, match=words):
        call(tn.ones(A), tn.ones(V))
