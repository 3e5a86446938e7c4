# SPDX-License-Identifier: Apache-2.0
"""The array API standard, 2025.12: names, signatures, special cases.

Signatures are those of array-api-strict, which has the standard's and nothing more.
"""

import contextlib
import inspect
import math

import array_api_strict
import numpy as np
import pytest
import tenorite as tn
from support.array_api_cases import (
    BINARY,
    COMPLEX,
    EVEN,
    FINITE,
    ODD,
    OPERANDS,
    REAL,
    TURNED,
    conjugate_rows,
    inf,
    nan,
)
from support.helpers import check

STRICT = {
    "": array_api_strict,
    "linalg.": array_api_strict.linalg,
    "fft.": array_api_strict.fft,
}
NAMES = [
    prefix + name
    for prefix, module in STRICT.items()
    for name in module.__all__
    if "_flags" not in name and name != "ArrayAPIStrictFlags"
]


def found(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


FUNCTIONS = [
    name
    for name in NAMES
    if inspect.isfunction(found(array_api_strict, name)) and name[0] != "_"
]


def test_the_standard_that_is_compared():
    assert array_api_strict.__array_api_version__ == tn.__array_api_version__
    assert len(FUNCTIONS) >= 172
    assert len(NAMES) >= len(FUNCTIONS) + 24


@pytest.mark.parametrize("name", NAMES)
def test_names(name):
    value = found(tn, name)
    assert (value is None) == (name == "newaxis")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures(name):
    """What the standard's signature takes, ours takes in the same places."""
    theirs = list(inspect.signature(found(array_api_strict, name)).parameters.values())
    ours = inspect.signature(found(tn, name))
    by_place = [
        p for p in theirs if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    required = [p for p in by_place if p.default is p.empty]
    for count in range(len(required), len(by_place) + 1):
        ours.bind(*range(count))
    for p in theirs:
        if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD):
            # Named, with those that are required before and after it.
            place = required.index(p) if p in required else len(required)
            named = {p.name: 0} | {q.name: 0 for q in required[place:]}
            ours.bind(*required[:place], **named)


STRICT_ARRAY = type(array_api_strict.asarray(1.0))
# What the standard lists of arrays, beside operators.
ATTRIBUTES = "T device dtype mT ndim shape size to_device".split()
METHODS = [
    name
    for name, value in vars(STRICT_ARRAY).items()
    if name.startswith("__")
    and inspect.isfunction(value)
    and not hasattr(type, name)
    and name != "__buffer__"  # of Python, not of the standard
]


@pytest.mark.parametrize("name", METHODS)
def test_methods(name):
    theirs = list(inspect.signature(getattr(STRICT_ARRAY, name)).parameters.values())
    ours = inspect.signature(getattr(tn.ndarray, name))
    required = [p for p in theirs if p.default is p.empty and p.kind != p.KEYWORD_ONLY]
    ours.bind(*range(len(required)))
    for p in theirs:
        if p.kind == p.KEYWORD_ONLY:
            ours.bind(*range(len(required)), **{p.name: 0})


def test_attributes(device):
    x = tn.ones((2, 3))
    for name in ATTRIBUTES:
        assert hasattr(x, name)
    assert {"__add__", "__rmatmul__", "__dlpack__", "__index__"} <= set(METHODS)
    assert (x.T.shape, x.mT.shape, x.size, x.device) == ((3, 2), (3, 2), 6, device)


X = np.array([[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]])
M = np.array([[4.0, 1.0], [1.0, 3.0]])
Z = X[0] + 1j
WHOLE = np.array([1, 0, 2])
# Arguments for the functions with defaults, in the standard's names.
SAMPLES = {
    "all": [X], "any": [X], "arange": [3], "argmax": [X], "argmin": [X],
    "argsort": [X], "asarray": [[1, 2]], "astype": [X, np.float32], "clip": [X],
    "concat": [[X, X]], "count_nonzero": [X], "cumulative_prod": [X[0]],
    "cumulative_sum": [X[0]], "diff": [X], "empty": [(0,)], "empty_like": [X[:0]],
    "expand_dims": [X], "eye": [3], "flip": [X], "from_dlpack": [X], "full": [(2,), 3],
    "full_like": [X, 3], "isin": [X, X[0]], "linspace": [0, 1, 5], "matmul": [M, M],
    "max": [X], "mean": [X], "meshgrid": [X[0], X[1]], "min": [X], "ones": [(2,)],
    "ones_like": [X], "prod": [X], "repeat": [X, 2], "reshape": [X, (3, 2)],
    "roll": [X, 1], "searchsorted": [X[0], X[0]], "sort": [X], "squeeze": [X[:1], 0],
    "stack": [[X, X]], "std": [X], "sum": [X], "take": [X[0], WHOLE],
    "take_along_axis": [X[0], WHOLE], "tensordot": [M, M], "tril": [X], "triu": [X],
    "unstack": [X], "var": [X], "vecdot": [X, X], "zeros": [(2,)], "zeros_like": [X],
    "linalg.cholesky": [M], "linalg.cross": [X[0], X[1]], "linalg.diagonal": [X],
    "linalg.matrix_norm": [M], "linalg.matrix_rank": [M], "linalg.pinv": [M],
    "linalg.qr": [M], "linalg.svd": [M], "linalg.tensordot": [M, M],
    "linalg.trace": [M], "linalg.vecdot": [X, X], "linalg.vector_norm": [X],
    "fft.fft": [Z], "fft.ifft": [Z], "fft.fftn": [X + 0j], "fft.ifftn": [X + 0j],
    "fft.rfft": [X], "fft.irfft": [Z], "fft.rfftn": [X], "fft.irfftn": [X + 0j],
    "fft.hfft": [Z], "fft.ihfft": [X], "fft.fftfreq": [5], "fft.rfftfreq": [5],
    "fft.fftshift": [X], "fft.ifftshift": [X],
}  # fmt: skip


def defaults(name):
    """The standard's optional parameters; those that need a value of their own apart."""
    parameters = inspect.signature(found(array_api_strict, name)).parameters.values()
    return {
        p.name: p.default
        for p in parameters
        if p.default is not p.empty and not type(p.default).__name__ == "Undef"
    }


WITH_DEFAULTS = [name for name in FUNCTIONS if defaults(name)]


def test_all_functions_with_defaults_are_sampled():
    assert set(WITH_DEFAULTS) <= SAMPLES.keys()


def arrays(items, device):
    if isinstance(items, np.ndarray):
        return tn.asarray(items, device=device)
    return [arrays(x, device) for x in items] if isinstance(items, list) else items


def parts(result):
    return result if isinstance(result, (tuple, list)) else [result]


@pytest.mark.parametrize("name", WITH_DEFAULTS)
def test_defaults(name, device):
    """Saying what the standard says by default changes nothing."""
    function = found(tn, name)
    args = arrays(SAMPLES[name], device)
    by_place = list(
        inspect.signature(found(array_api_strict, name)).parameters.values()
    )
    plain = parts(function(*args))
    for key, value in defaults(name).items():
        place = [p.name for p in by_place].index(key)
        if by_place[place].kind == by_place[place].POSITIONAL_ONLY:
            said = function(*args, value) if place == len(args) else plain
        elif place < len(args):
            continue
        else:
            said = function(*args, **{key: value})
        for one, other in zip(parts(said), plain, strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one.get(), other.get())


# --------------------------------------------------------------- special cases


def fits(got, wanted, rtol, sign=True):
    """Whether a number is the wanted one, with the sign of zeros if that counts."""
    if isinstance(wanted, tuple):
        return any(fits(got, x, rtol, sign) for x in wanted)
    if isinstance(wanted, bool):
        return bool(got) is wanted
    if math.isnan(wanted):
        return math.isnan(got)
    if not sign:
        got, wanted = abs(got), abs(wanted)
    if wanted == 0 or math.isinf(wanted):
        return got == wanted and math.copysign(1, got) == math.copysign(1, wanted)
    return math.isclose(got, wanted, rel_tol=rtol)


TOLERANCE = {"float32": 1e-6, "float64": 1e-14, "complex64": 1e-6, "complex128": 1e-14}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", REAL)
def test_real(name, dtype, device):
    given, wanted = zip(*REAL[name], strict=True)
    got = found(tn, name)(tn.asarray(given, dtype=dtype)).tolist()
    wrong = [
        (x, y, z)
        for x, y, z in zip(given, wanted, got, strict=True)
        if not fits(z, y, TOLERANCE[dtype])
    ]
    assert not wrong


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype, device):
    pairs = [(a, b) for a in OPERANDS for b in OPERANDS]
    a, b = (tn.asarray(x, dtype=dtype) for x in zip(*pairs, strict=True))
    got = found(tn, name)(a, b).tolist()
    wrong = [
        (pair, z)
        for pair, z in zip(pairs, got, strict=True)
        if not fits(z, BINARY[name](*pair), TOLERANCE[dtype])
    ]
    assert not wrong


def complex_misses(name, rows, dtype):
    given = np.array([complex(a, b) for a, b, *_ in rows], dtype)
    got = found(tn, name)(tn.asarray(given)).tolist()
    for row, z in zip(rows, got, strict=True):
        a, b, re, im, free = row
        rtol = TOLERANCE[dtype]
        if not (
            fits(z.real, re, rtol, "r" not in free)
            and fits(z.imag, im, rtol, "i" not in free)
        ):
            yield row, z


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", COMPLEX)
def test_complex(name, dtype, device):
    rows = COMPLEX[name]
    assert not list(complex_misses(name, rows, dtype))
    if name != "sign":
        assert not list(complex_misses(name, list(conjugate_rows(rows)), dtype))


EVERYWHERE = np.array(
    [
        complex(a, b)
        for a in (0.0, -0.0, 0.5, -2.0, inf, -inf, nan)
        for b in (0.0, -0.0, *FINITE, -1.0, inf, -inf, nan)
    ]
)


def same_bits_but_nan(one, other):
    for x, y in ((one.real, other.real), (one.imag, other.imag)):
        np.testing.assert_array_equal(x, y)
        known = ~np.isnan(x)
        np.testing.assert_array_equal(np.signbit(x)[known], np.signbit(y)[known])


@pytest.mark.parametrize("name", [*ODD, *EVEN])
def test_parity(name, device):
    f = found(tn, name)
    z = EVERYWHERE[~np.isnan(EVERYWHERE)]
    # The sign of zeros is free where a part of the result is NaN.
    there, back = f(tn.asarray(z)).get(), f(tn.asarray(-z)).get()
    keep = ~np.isnan(there)
    same_bits_but_nan((-there if name in ODD else there)[keep], back[keep])


@pytest.mark.parametrize("name, other, turned", TURNED)
def test_turned(name, other, turned, device):
    z = EVERYWHERE
    got = found(tn, name)(tn.asarray(z)).get()
    of = np.empty_like(z)
    of.real, of.imag = -z.imag, z.real
    w = found(tn, other)(tn.asarray(of)).get()
    wanted = np.empty_like(w)
    wanted.real, wanted.imag = (w.imag, -w.real) if turned else (w.real, w.imag)
    keep = ~np.isnan(wanted)
    np.testing.assert_allclose(got[keep], wanted[keep], rtol=1e-14)
    np.testing.assert_array_equal(np.isnan(got.real), np.isnan(wanted.real))
    np.testing.assert_array_equal(np.isnan(got.imag), np.isnan(wanted.imag))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_predicates(dtype, device):
    z = EVERYWHERE.astype(dtype)
    x = tn.asarray(z)
    infinite = np.isinf(z.real) | np.isinf(z.imag)
    missing = np.isnan(z.real) | np.isnan(z.imag)
    assert tn.isinf(x).tolist() == infinite.tolist()
    assert tn.isnan(x).tolist() == missing.tolist()
    assert tn.isfinite(x).tolist() == (~infinite & ~missing).tolist()
    assert tn.equal(x, x).tolist() == (~missing).tolist()
    size = tn.abs(x).get()
    assert np.isposinf(size[infinite]).all()
    assert np.isnan(size[missing & ~infinite]).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_statistics(dtype, device):
    x = tn.asarray([1.0, nan, inf], dtype=dtype)
    for name in "max min mean prod std sum var".split():
        assert math.isnan(float(found(tn, name)(x))), name
    nothing = tn.zeros(0, dtype=dtype)
    assert float(tn.sum(nothing)) == 0
    assert float(tn.prod(nothing)) == 1
    said = pytest.warns(RuntimeWarning) if device == "cpu" else contextlib.nullcontext()
    with said, np.errstate(all="warn"):
        assert math.isnan(float(tn.mean(nothing)))
    ends = tn.asarray([inf, -inf, 1.0], dtype=dtype)
    assert math.isnan(float(tn.sum(ends)))
    assert tn.cumulative_sum(ends).tolist()[0] == inf
    assert math.isnan(tn.cumulative_sum(ends).tolist()[2])
    assert (float(tn.max(ends)), float(tn.min(ends))) == (inf, -inf)


def test_sets_and_searches(device):
    x = tn.asarray([nan, 0.0, -0.0, nan, 1.0])
    assert tn.unique_values(x).shape == (4,)
    assert tn.unique_counts(x).counts.tolist() == [2, 1, 1, 1]
    assert tn.isin(x, tn.asarray([nan, 0.0])).tolist() == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert tn.count_nonzero(x).tolist() == 3
    assert (
        tn.nextafter(
            tn.asarray([nan, 0.0, 1.0]), tn.asarray([1.0, -0.0, nan])
        ).tolist()[1]
        == 0
    )
    clipped = tn.clip(x, tn.asarray(nan), 1.0)
    assert tn.isnan(clipped).all()


# ------------------------------------------------ what the standard says besides


def test_tuples_and_lists(device):
    x = tn.asarray(X[0])
    for result in (
        tn.broadcast_arrays(x, x),
        tn.meshgrid(x, x),
        tn.unstack(x),
        tn.nonzero(x),
        tn.__array_namespace_info__().devices(),
    ):
        assert type(result) is tuple
    for call in (tn.concat, tn.stack):
        check(call([x, x]).get(), call((x, x)))
    assert tn.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert tn.expand_dims(x, axis=(0, -1)).shape == (1, 3, 1)
    assert tn.permute_dims(tn.ones((2, 3)), (-1, 0)).shape == (3, 2)
    assert tn.isdtype(tn.float32, ("bool", "real floating"))


def test_python_numbers_as_arguments(device):
    x = tn.asarray([1.0, 2.0, 3.0], dtype="float32")
    for result in (
        tn.maximum(1.5, x),
        tn.copysign(x, -1.0),
        tn.pow(2.0, x),
        tn.where(x > 1, x, 0.0),
        tn.clip(x, 1.5),
        tn.clip(x, 0, 2.5),
        tn.hypot(x, 1),
    ):
        assert result.dtype == tn.float32
    assert tn.searchsorted(x, 2.5).tolist() == 2
    assert tn.isin(x, 1.0).tolist() == [True, False, False]
    assert tn.bitwise_and(3, tn.asarray([1], dtype="int8")).dtype == tn.int8


@pytest.mark.parametrize("dtype", ["int8", "uint16", "uint64"])
def test_repeats_of_any_integers(dtype, device):
    repeats = tn.asarray([1, 0, 2], dtype=dtype)
    assert tn.repeat(tn.arange(3), repeats).tolist() == [0, 2, 2]


def test_namespace_of_arrays(device):
    x = tn.ones(2)
    for revision in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
        assert x.__array_namespace__(api_version=revision) is tn
    for revision, words in (("2031.12", "is not supported"), (2022, "Only None")):
        with pytest.raises(ValueError, match=words):
            x.__array_namespace__(api_version=revision)


def test_info(device):
    info = tn.__array_namespace_info__()
    assert info.default_device() == device
    assert device in info.devices()
    for name in info.devices():
        assert info.default_dtypes(device=name)["integral"] == tn.int64
        assert info.dtypes(kind="bool", device=name) == {"bool": tn.bool}
    assert info.capabilities()["boolean indexing"]


def test_devices_as_arguments(device):
    x = tn.ones(2)
    for made in (
        tn.astype(x, tn.int32, device=x.device),
        tn.zeros_like(x, device=x.device),
        tn.fft.fftfreq(4, device=x.device, dtype=tn.float32),
        tn.from_dlpack(tn.ones(2, device="cpu"), device="cpu"),
    ):
        assert made.device in (device, "cpu")
    assert tn.fft.fftfreq(4, dtype=tn.float32).dtype == tn.float32
    assert tn.fft.rfftfreq(4, dtype=tn.float64).dtype == tn.float64
    assert x.to_device(x.device, stream=None).device == device
