# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.fft and fftpack against SciPy's."""

import inspect
import math

import numpy as np
import pytest
import scipy.fft
import scipy.fftpack
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure, warned
from support.scipy_versions import scipy_is
from tenorite.scipy import fft, fftpack

NEW = (fft, scipy.fft)
OLD = (fftpack, scipy.fftpack)
RTOL = {"f": 2e-6, "F": 2e-6, "e": 2e-6}
NO_COUNTERPART = {
    *("set_backend", "skip_backend", "set_global_backend", "register_backend"),
    *("cc_diff", "cs_diff", "diff", "hilbert", "ihilbert", "itilbert", "sc_diff"),
    *("shift", "ss_diff", "tilbert"),
}


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


def tolerance(letter):
    return RTOL.get(letter, 1e-14)


@pytest.mark.parametrize("modules", [NEW, OLD], ids=["fft", "fftpack"])
def test_names_and_signatures(modules):
    ours, theirs = modules
    assert set(theirs.__all__) - set(ours.__all__) <= NO_COUNTERPART
    for name in set(theirs.__all__) & set(ours.__all__) - {"fftshift", "ifftshift"}:
        expected = list(inspect.signature(getattr(theirs, name)).parameters.values())
        got = list(inspect.signature(getattr(ours, name)).parameters.values())
        expected = [(p.name, p.kind, p.default) for p in expected]
        got = [(p.name, p.kind, p.default) for p in got]
        assert got[: len(expected)] == expected or name == "fftfreq", name


def test_the_module_is_a_backend_of_scipy(device):
    x = tn.asarray(numbers(8))
    with scipy.fft.set_backend(fft):
        assert type(scipy.fft.dct(x)) is tn.ndarray


COMPLEX = ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "hfft", "irfft"]
COMPLEX += ["hfft2", "irfft2", "hfftn", "irfftn"]
REAL = ["rfft", "ihfft", "rfft2", "ihfft2", "rfftn", "ihfftn"]


@pytest.mark.parametrize("letter", "efd?bHlFD")
@pytest.mark.parametrize("name", COMPLEX + REAL)
def test_dtypes(device, name, letter):
    x = numbers((4, 6), letter)
    if name in REAL and letter in "FD":
        same_failure(NEW, name, device, x)
    else:
        same_call(NEW, name, device, x, rtol=tolerance(letter), order=False)


@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
@pytest.mark.parametrize("name", COMPLEX + REAL)
def test_points_and_norms(device, name, norm):
    x = numbers((3, 4, 5), "d" if name in REAL else "D")
    if name[-1] in "2n":
        options = [{"s": (3, 7)}, {"s": (2, -1), "axes": (0, 2)}, {"axes": (1, 0)}]
    else:
        options = [{"n": 3}, {"n": 9, "axis": 0}, {"axis": 1}]
    for given in options:
        given = {**given, "norm": norm, "workers": 2, "overwrite_x": True}
        same_call(NEW, name, device, x, rtol=1e-14, order=False, **given)


FAILURES = [
    ("fft", {"n": 0}),
    ("fft", {"n": -1}),
    ("fft", {"n": 2.0}),
    ("fft", {"axis": 2}),
    ("fft", {"norm": "x"}),
    ("fft", {"workers": 0}),
    ("fft", {"workers": -1000}),
    ("fft2", {"s": (2,)}),
    ("fft2", {"axes": (0, 0)}),
    ("fft2", {"axes": (0, 1.5)}),
    ("fftn", {"s": (1, 2, 3)}),
    ("fftn", {"s": (0, 3)}),
    ("fftn", {"axes": (0, 2)}),
    ("rfftn", {"axes": ()}),
    ("irfftn", {"axes": ()}),
    ("irfftn", {"s": (3, 0)}),
    ("irfft", {"n": 2.0}),
    ("hfftn", {"s": (2, 3), "axes": (0,)}),
    ("dct", {"n": 0}),
    ("dct", {"type": 5}),
    ("dst", {"type": 0}),
    ("dct", {"axis": 4}),
    ("idct", {"norm": "q"}),
    ("dctn", {"axes": (0, 0)}),
    ("dstn", {"s": (3, 3), "axes": (0,)}),
    ("next_fast_len", None),
]


@pytest.mark.parametrize("name, given", FAILURES, ids=str)
def test_failures(device, name, given):
    if given is None:
        same_failure(NEW, name, device, -1)
        same_failure(NEW, name, device, 1.5)
    else:
        same_failure(NEW, name, device, numbers((2, 3)), **given)


def test_cosines_of_one_point(device):
    # SciPy 1.18 shows an assertion of its library's C++ code.
    given = {"type": 1, "n": 1, "words": scipy_is("<1.18")}
    same_failure(NEW, "dct", device, numbers((2, 3)), **given)
    with pytest.raises(RuntimeError, match="^zero-length FFT requested$"):
        fft.dct(tn.ones((2, 3)), type=1, n=1)


@pytest.mark.parametrize("name", ["fft", "rfft", "irfft", "dct", "dst"])
@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (), (2, 1)], ids=str)
def test_few_items(device, name, shape):
    x = np.zeros(shape)
    if name != "irfft" and shape in [(0, 3), (2, 1)]:
        same_call(NEW, name, device, x, order=False)
    elif (name, shape) == ("irfft", (0, 3)):
        same_call(NEW, name, device, x, order=False)
    else:
        # irfft counts its points before SciPy's, whose words are another's
        same_failure(NEW, name, device, x, words=name != "irfft")
    assert host(fft.fftn(tn.asarray(x), axes=())).shape == shape


@pytest.mark.parametrize("name", ["irfftn", "irfft2", "hfftn", "hfft2"])
def test_halves_of_one_item(device, name):
    same_call(NEW, name, device, numbers((3, 2, 1), "D"), order=False, rtol=1e-14)


@pytest.mark.parametrize("letter", "e?iF")
@pytest.mark.parametrize("name", ["fftn", "ifftn", "dctn", "idstn"])
def test_no_axes(device, name, letter):
    same_call(NEW, name, device, numbers((2, 3), letter), axes=())


NAMES = ["dct", "idct", "dst", "idst"]


@pytest.mark.parametrize("name", [*NAMES, "dctn", "idstn"])
def test_kinds_of_types(device, name):
    for type in (np.int64(3), np.array(2), True):
        same_call(NEW, name, device, numbers((2, 4)), type=type, rtol=1e-14)
    for type in ("2", None, 2.5):  # SciPy's words are pybind11's
        same_failure(NEW, name, device, numbers((2, 4)), type=type, words=False)


@pytest.mark.parametrize("type", [1, 2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("modules", [NEW, OLD], ids=["fft", "fftpack"])
def test_real_transforms(device, modules, name, type):
    for n in (1, 2, 3, 4, 7, 8, 15, 64, 105):
        if name.endswith("dct") and (type, n) == (1, 1):
            continue
        for norm in (None, "backward", "ortho", "forward"):
            x = numbers((2, n, 3), seed=n)
            options = [{}]
            if modules is NEW:
                options += [{"orthogonalize": True}, {"orthogonalize": False}]
            for given in options:
                given = {**given, "type": type, "axis": 1, "norm": norm}
                same_call(modules, name, device, x, rtol=2e-15, **given)


@pytest.mark.parametrize("letter", "efdFDi?")
@pytest.mark.parametrize("name", NAMES)
def test_dtypes_of_real_transforms(device, name, letter):
    x = numbers((3, 8), letter)
    for type in (1, 2, 3, 4):
        for n, axis in ((None, -1), (5, -1), (11, 0)):
            # SciPy writes over its own converted copy, in whatever order that is.
            given = {"type": type, "n": n, "axis": axis, "norm": "ortho"}
            given["order"] = letter not in "ei?"
            same_call(NEW, name, device, x, rtol=tolerance(letter), **given)
            if letter in "FD":  # where SciPy ignores it
                given["orthogonalize"] = False
                same_call(NEW, name, device, x, rtol=tolerance(letter), **given)


@pytest.mark.parametrize("name", [f"{name}n" for name in NAMES])
@pytest.mark.parametrize("modules", [NEW, OLD], ids=["fft", "fftpack"])
def test_real_transforms_of_several_axes(device, modules, name):
    x = numbers((3, 4, 5))
    s = "s" if modules is NEW else "shape"
    for type in (1, 2, 3, 4):
        for norm in (None, "ortho"):
            for given in ({}, {"axes": (0, 2)}, {s: (5, 3), "axes": (1, 0)}):
                given = {**given, "type": type, "norm": norm}
                same_call(modules, name, device, x, rtol=5e-15, **given)


def test_arguments_stay_as_they_are(device):
    x = numbers((4, 8))
    a = tn.asarray(x)
    for type in (1, 2, 3, 4):
        for name in ("dct", "dst"):
            getattr(fft, name)(a, type, norm="ortho", overwrite_x=True)
    np.testing.assert_array_equal(host(a), x)


def test_long_lines_are_as_accurate_as_scipys(device):
    x = numbers((2, 1 << 15))
    for type in (2, 3, 4):
        same_call(NEW, "dct", device, x, type=type, rtol=1e-15 * 15)


@pytest.mark.parametrize("name", ["rfft", "irfft"])
def test_halves_of_old(device, name):
    for n in (1, 2, 3, 8, 9):
        for letter in "efdi":
            for axis in (0, -1):
                for points in (None, 5):
                    x = numbers((n, n), letter)
                    given = {"axis": axis, "n": points, "rtol": tolerance(letter)}
                    same_call(OLD, name, device, x, order=False, **given)
    same_failure(OLD, name, device, numbers((2, 2), "D"))
    same_failure(OLD, name, device, numbers((2, 2)), n=0)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "fft2", "ifft2", "dctn"])
def test_shapes_of_old(device, name):
    x = numbers((3, 4), "d" if name == "dctn" else "D")
    same_call(OLD, name, device, x, shape=(2, 5), rtol=1e-14, order=False)
    if not name.endswith("2"):
        same_failure(OLD, name, device, x, shape=(2,))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8, 9])
def test_frequencies(device, n):
    if n:
        same_call(NEW, "fftfreq", device, n, d=0.5)
        same_call(NEW, "rfftfreq", device, n, d=0.5)
    same_call(OLD, "rfftfreq", device, n, d=0.5)
    same_failure(OLD, "rfftfreq", device, -1)


def test_fast_lengths():
    for n in [*range(300), 1025, 10_007, 123_457, 2**31 + 1, 10**12 + 39]:
        assert fftpack.next_fast_len(n) == scipy.fftpack.next_fast_len(n)
        for real in (False, True):
            assert fft.next_fast_len(n, real) == scipy.fft.next_fast_len(n, real)
            assert fft.prev_fast_len(n, real) == scipy.fft.prev_fast_len(n, real)


def test_workers():
    assert fft.get_workers() == 1
    with fft.set_workers(3):
        assert fft.get_workers() == 3
        with fft.set_workers(-1):
            assert fft.get_workers() > 0
        assert fft.get_workers() == 3
    assert fft.get_workers() == 1
    with pytest.raises(ValueError, match="workers must not be zero"):
        fft.set_workers(0).__enter__()


HANKEL = [(0.1, 0.5, 0.0, 0.0), (0.3, -0.5, 0.2, 0.3), (0.05, 2.0, -1.0, -0.4)]
HANKEL += [(0.2, 1.0, 0.1, 1.5), (0.2, 0.0, 0.0, 1.0), (0.2, 1.0, 0.0, -2.0)]


@pytest.mark.parametrize("dln, mu, offset, bias", HANKEL)
@pytest.mark.parametrize("name", ["fht", "ifht"])
@pytest.mark.parametrize("letter", "def")
def test_hankel(device, name, dln, mu, offset, bias, letter):
    rtol = 1e-11 if letter == "d" or bias else 1e-5
    for n in (1, 2, 7, 64):
        a = (abs(numbers((2, n))) + 0.1).astype(letter)
        given = {"offset": offset, "bias": bias}
        expected = warned(lambda: getattr(scipy.fft, name)(a, dln, mu, **given))  # noqa: B023
        got = warned(lambda: getattr(fft, name)(tn.asarray(a), dln, mu, **given))  # noqa: B023
        assert got[1:] == expected[1:]
        np.testing.assert_allclose(host(got[0]), expected[0], rtol=rtol, atol=rtol / 50)
        assert got[0].dtype == expected[0].dtype


@pytest.mark.parametrize("name", ["fht", "ifht"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_hankel_of_numbers_that_are_not_finite(device, name, value):
    for given in (
        (value, 1.0),
        (0.1, value),
        (0.1, 1.0, value),
        (0.1, 1.0, 0.0, value),
    ):
        same_call(NEW, name, device, numbers((2, 4)), *given, order=False)
    same_failure(NEW, name, device, numbers(4, "F"), 0.1, 1.0)


@pytest.mark.parametrize("dln, mu, offset, bias", HANKEL)
def test_offsets_of_hankel(dln, mu, offset, bias):
    expected = scipy.fft.fhtoffset(dln, mu, offset, bias)
    for name in ("mu", "dln", "initial", "bias"):
        for value in (math.nan, math.inf, -math.inf):
            given = {"dln": dln, "mu": mu, "initial": offset, "bias": bias, name: value}
            with np.errstate(all="ignore"):
                wanted = scipy.fft.fhtoffset(**given)
            np.testing.assert_equal(float(fft.fhtoffset(**given)), float(wanted))
    assert math.isclose(fft.fhtoffset(dln, mu, offset, bias), expected, rel_tol=1e-12)
