# SPDX-License-Identifier: Apache-2.0
"""Warnings: those that NumPy gives, in its words, at the program's own line."""

import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import on_device, same_error
from tenorite._runtime.numpy_version import FROM_2_5

NAN = float("nan")


def given(function):
    """(class, words) of the warnings of a call, and where each of them points."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with np.errstate(all="warn", under="ignore"):
            result = function()
        if isinstance(result, tn.ndarray):
            result.get()
    told = {(w.category, str(w.message)) for w in caught}
    return told, {w.filename for w in caught}


def same_warnings(body, device, *args):
    """Our warnings are NumPy's (one of each), and name this file."""
    expected, _ = given(lambda: body(np, *args))
    ours = on_device(args, device)
    got, files = given(lambda: body(tn, *ours))
    assert got == expected
    assert files <= {__file__}
    return expected


Z = np.array([1 + 2j, 3, 4j])
ZZ = np.array([[1 + 2j, 3], [4j, 5]])
C128 = np.complex128(1j)


def _set(x, key, value):
    x[key] = value


# Where items lose their imaginary parts.
COMPLEX = {
    "astype int": lambda xp, z: z.astype(int),
    "astype float32": lambda xp, z: z.astype("f"),
    "astype nothing": lambda xp, z: z[:0].astype(float),
    "array": lambda xp, z: xp.array(z, dtype=float),
    "asarray": lambda xp, z: xp.asarray(z, dtype="i2"),
    "array of a scalar": lambda xp, z: xp.array(C128, dtype=float),
    "array of scalars": lambda xp, z: xp.array([C128], dtype=float),
    "array of a host array": lambda xp, z: xp.array(Z, dtype=float),
    "ascontiguousarray": lambda xp, z: xp.ascontiguousarray(z, dtype=float),
    "require": lambda xp, z: xp.require(z, dtype=float),
    "full": lambda xp, z: xp.full(2, C128, dtype=float),
    "full number": lambda xp, z: xp.full(2, 1j, dtype=float),
    "full_like": lambda xp, z: xp.full_like(z.real, z),
    "linspace": lambda xp, z: xp.linspace(0, 1j, 3, dtype=float),
    "all items": lambda xp, z: _set(xp.zeros(3), ..., z),
    "one item": lambda xp, z: _set(xp.zeros(3), 0, z.sum()),
    "one item, scalar": lambda xp, z: _set(xp.zeros(3), 0, C128),
    "slice, scalar": lambda xp, z: _set(xp.zeros(3), slice(2), C128),
    "empty slice": lambda xp, z: _set(xp.zeros(3), slice(0), z[:0]),
    "indices": lambda xp, z: _set(xp.zeros(3), xp.array([0, 2]), z[:2]),
    "indices, scalar": lambda xp, z: _set(xp.zeros(3), xp.array([0, 2]), C128),
    "mask": lambda xp, z: _set(xp.zeros(3), z.real > 2, z[:1]),
    "mask, scalar": lambda xp, z: _set(xp.zeros(3), z.real > 2, C128),
    "flat": lambda xp, z: _set(xp.zeros(3).flat, slice(None), z),
    "real": lambda xp, z: setattr(z.copy(), "real", z),
    "imag": lambda xp, z: setattr(z.copy(), "imag", z),
    "fill": lambda xp, z: xp.zeros(2).fill(C128),
    "fill array": lambda xp, z: xp.zeros(2).fill(xp.array(1j)),
    "copyto": lambda xp, z: xp.copyto(xp.zeros(3), z, casting="unsafe"),
    "copyto where": lambda xp, z: xp.copyto(
        xp.zeros(3), z, casting="unsafe", where=z.real > 2
    ),
    "copyto scalar": lambda xp, z: xp.copyto(xp.zeros(3), C128, casting="unsafe"),
    "copyto number": lambda xp, z: xp.copyto(xp.zeros(3), 1j, casting="unsafe"),
    "out": lambda xp, z: xp.add(z, 1, out=xp.zeros(3), casting="unsafe"),
    "out of nothing": lambda xp, z: xp.exp(z[:0], out=xp.zeros(0), casting="unsafe"),
    "dtype": lambda xp, z: xp.add(z, 1, dtype=float, casting="unsafe"),
    "dtype, scalar": lambda xp, z: xp.add(z.real, C128, dtype=float, casting="unsafe"),
    "dtype, number": lambda xp, z: xp.add(z.real, 1j, dtype=float, casting="unsafe"),
    "put": lambda xp, z: xp.put(xp.zeros(3), [0], z[:1]),
    "put_along_axis": lambda xp, z: xp.put_along_axis(
        xp.zeros(3), xp.array([0]), z[:1], 0
    ),
    "sum": lambda xp, z: xp.sum(z, dtype=float),
    "sum out": lambda xp, z: xp.sum(z, out=xp.zeros(())),
    "prod": lambda xp, z: z.prod(dtype="i"),
    "mean": lambda xp, z: z.mean(dtype=float),
    "var": lambda xp, z: z.var(dtype="f"),
    "nansum": lambda xp, z: xp.nansum(z, dtype=float),
    "nanvar": lambda xp, z: xp.nanvar(z, dtype=float),
    "cumsum": lambda xp, z: xp.cumsum(z, dtype=float),
    "reduce": lambda xp, z: xp.add.reduce(z, dtype=float),
    "accumulate": lambda xp, z: xp.add.accumulate(z, dtype=float),
    "reduceat": lambda xp, z: xp.add.reduceat(z, [0, 1], dtype=float),
    "at": lambda xp, z: xp.add.at(xp.zeros(3), [0], z[:1]),
    "concatenate": lambda xp, z: xp.concatenate(
        [z, z.real], dtype=float, casting="unsafe"
    ),
    "concatenate out": lambda xp, z: xp.concatenate(
        [z, z], out=xp.zeros(6), casting="unsafe"
    ),
    "matmul out": lambda xp, z: xp.matmul(
        z[None], z[:, None], out=xp.zeros((1, 1)), casting="unsafe"
    ),
    "choose": lambda xp, z: xp.choose(xp.array([0, 1]), [z[:2], 0], out=xp.zeros(2)),
    "insert": lambda xp, z: xp.insert(xp.zeros(2), 0, z[0]),
    "pad": lambda xp, z: xp.pad(xp.zeros(2), 1, constant_values=z[0]),
    "cov": lambda xp, z: xp.cov(z, dtype=float),
}
# And where there is nothing to be said.
SILENT = {
    "bool": lambda xp, z: z.astype(bool),
    "complex": lambda xp, z: z.astype("F"),
    "bool items": lambda xp, z: _set(xp.zeros(3, bool), ..., z),
    "abs": lambda xp, z: abs(z),
    "norm": lambda xp, z: xp.linalg.norm(z),
    "average": lambda xp, z: xp.average(z),
    "var": lambda xp, z: z.var(),
    "nanvar": lambda xp, z: xp.nanvar(z),
    "vdot": lambda xp, z: xp.vdot(z, z),
    "irfft": lambda xp, z: xp.fft.irfft(z),
    "eigvalsh": lambda xp, z: xp.linalg.eigvalsh(xp.ones((2, 2)) * z[1]),
    "real_if_close": lambda xp, z: xp.real_if_close(z),
    "nan_to_num": lambda xp, z: xp.nan_to_num(z),
    "any": lambda xp, z: xp.any(z),
    "isclose": lambda xp, z: xp.isclose(z, z),
    "sort": lambda xp, z: xp.sort(z),
    "cov": lambda xp, z: xp.cov(z),
    "gradient": lambda xp, z: xp.gradient(z),
}


@pytest.mark.parametrize("body", COMPLEX.values(), ids=COMPLEX)
def test_complex_to_real(device, body):
    expected = same_warnings(body, device, Z)
    assert {c for c, _ in expected} == {np.exceptions.ComplexWarning}


@pytest.mark.parametrize("body", SILENT.values(), ids=SILENT)
def test_no_complex_warning(device, body):
    assert not same_warnings(body, device, Z)


def test_errors_leave_things_as_they_were(device):
    x, z = tn.ones(3, device=device), tn.asarray(Z, device=device)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for call in (
            lambda: _set(x, ..., z),
            lambda: tn.add(z, 1, out=x, casting="unsafe"),
            lambda: z.sum(axis=0, out=x[:1].reshape(())),
        ):
            with pytest.raises(np.exceptions.ComplexWarning):
                call()
    assert x.get().tolist() == [1, 1, 1]


E0, E02 = np.zeros(0), np.zeros((0, 2))
NANS = np.array([[NAN, NAN], [1, 2]])
ONE = np.array([[1.0, NAN], [NAN, NAN]])

# Slices that are too short by their shape: on every device.
SHORT = {
    "mean": (lambda xp, x: xp.mean(x), E0),
    "mean method": (lambda xp, x: x.mean(), E0),
    "mean axis": (lambda xp, x: x.mean(axis=0), E02),
    "mean no result": (lambda xp, x: x.mean(axis=1), np.zeros((0, 0))),
    "mean kept": (lambda xp, x: x.mean(axis=0, keepdims=True), E02),
    "mean out": (lambda xp, x: x.mean(axis=0, out=xp.zeros(2)), E02),
    "mean of float16": (lambda xp, x: x.mean(), E0.astype("e")),
    "mean of float32": (lambda xp, x: x.mean(), E0.astype("f")),
    "mean of int": (lambda xp, x: x.mean(), E0.astype(int)),
    "mean of complex": (lambda xp, x: x.mean(), E0.astype(complex)),
    "no slices": (lambda xp, x: x.mean(axis=1), E02),
    "var": (lambda xp, x: xp.var(x), E0),
    "var axis": (lambda xp, x: x.var(axis=0), E02),
    "std": (lambda xp, x: xp.std(x), E0),
    "ddof": (lambda xp, x: x.std(ddof=1), np.ones(1)),
    "more ddof": (lambda xp, x: x.var(ddof=3), np.ones(2)),
    "infinite": (lambda xp, x: x.var(ddof=2), np.array([1.0, 2])),
    "ddof axis": (lambda xp, x: x.var(axis=1, ddof=1), np.ones((2, 1))),
    "ddof complex": (lambda xp, x: x.var(ddof=1), np.ones(1, "D")),
    "enough": (lambda xp, x: x.var(ddof=1), np.ones(2)),
    "median": (lambda xp, x: xp.median(x), E0),
    "median axis": (lambda xp, x: xp.median(x, axis=0), E02),
    "average": (lambda xp, x: xp.average(x), E0),
    "nanmean of int": (lambda xp, x: xp.nanmean(x), E0.astype(int)),
}


def _without_float_errors(told):
    return {w for w in told if "encountered in" not in w[1]}


@pytest.mark.parametrize(("body", "x"), SHORT.values(), ids=SHORT)
def test_short_slices(device, body, x):
    if device == "cpu":
        same_warnings(body, device, x)
        return
    expected, _ = given(lambda: body(np, x))
    got, files = given(lambda: body(tn, tn.asarray(x, device=device)))
    assert got == _without_float_errors(expected)
    assert files <= {__file__}


# What only a look at the values shows: on the CPU device alone.
VALUES = {
    "mean where": lambda xp: xp.ones(2).mean(where=xp.array([False, False])),
    "mean where axis": lambda xp: xp.ones((2, 2)).mean(
        axis=0, where=xp.array([False, True])
    ),
    "mean where enough": lambda xp: xp.ones((2, 2)).mean(
        axis=1, where=xp.array([False, True])
    ),
    "var where": lambda xp: xp.ones(2).var(where=xp.array([False, False])),
    "var where ddof": lambda xp: xp.ones(2).var(where=xp.array([False, True]), ddof=1),
    "nanmean": lambda xp: xp.nanmean(xp.array([NAN, NAN])),
    "nanmean axis": lambda xp: xp.nanmean(xp.array(NANS), axis=1),
    "nanmean other axis": lambda xp: xp.nanmean(xp.array(NANS), axis=0),
    "nanmean nothing": lambda xp: xp.nanmean(xp.zeros(0)),
    "nanmean complex": lambda xp: xp.nanmean(xp.array([NAN], "D")),
    "nanmean where": lambda xp: xp.nanmean(
        xp.array([NAN, 1]), where=xp.array([True, False])
    ),
    "nanmean out": lambda xp: xp.nanmean(xp.array(NANS), axis=1, out=xp.zeros(2)),
    "nanvar": lambda xp: xp.nanvar(xp.array([NAN, NAN])),
    "nanvar nothing": lambda xp: xp.nanvar(xp.zeros(0)),
    "nanvar axis": lambda xp: xp.nanvar(xp.array(ONE), axis=1),
    "nanvar ddof": lambda xp: xp.nanvar(xp.array(ONE), axis=0, ddof=1),
    "nanvar enough": lambda xp: xp.nanvar(xp.array(NANS), axis=0),
    "nanvar of int": lambda xp: xp.nanvar(xp.zeros(0, int)),
    "nanstd": lambda xp: xp.nanstd(xp.array([NAN, 1]), ddof=3),
    "nanmin": lambda xp: xp.nanmin(xp.array([NAN, NAN])),
    "nanmin axis": lambda xp: xp.nanmin(xp.array(NANS), axis=1),
    "nanmin other axis": lambda xp: xp.nanmin(xp.array(NANS), axis=0),
    "nanmin initial": lambda xp: xp.nanmin(xp.array([NAN, NAN]), initial=3.0),
    "nanmin complex": lambda xp: xp.nanmin(xp.array([NAN], "D")),
    "nanmin list": lambda xp: xp.nanmin([NAN, NAN]),
    "nanmax": lambda xp: xp.nanmax(xp.array([NAN, NAN])),
    "nanmax kept": lambda xp: xp.nanmax(xp.array(NANS), axis=1, keepdims=True),
    "nanmax out": lambda xp: xp.nanmax(xp.array(NANS), axis=1, out=xp.zeros(2)),
    "nanmedian": lambda xp: xp.nanmedian(xp.array([NAN, NAN])),
    "nanmedian axis": lambda xp: xp.nanmedian(xp.array(NANS), axis=1),
    "nanmedian nothing": lambda xp: xp.nanmedian(xp.zeros((0, 2)), axis=0),
    "nanmedian enough": lambda xp: xp.nanmedian(xp.array(NANS), axis=0),
    "nanpercentile": lambda xp: xp.nanpercentile(xp.array([NAN]), 50),
    "nanquantile axis": lambda xp: xp.nanquantile(xp.array(NANS), 0.5, axis=1),
    "nanquantile weights": lambda xp: xp.nanquantile(
        xp.array(NANS), 0.5, axis=1, weights=xp.ones((2, 2)), method="inverted_cdf"
    ),
    "nanquantile nothing": lambda xp: xp.nanquantile(xp.zeros(0), 0.5),
    "nansum": lambda xp: xp.nansum(xp.array([NAN, NAN])),
}


@pytest.mark.parametrize("body", VALUES.values(), ids=VALUES)
def test_values(body):
    with tn.Device("cpu"):
        same_warnings(body, "cpu")


@pytest.mark.parametrize("state", ["ignore", "warn", "raise", "print", "call", "log"])
def test_means_follow_errstate(state, capfd):
    def outcome(xp):
        heard = []

        class Log:
            write = staticmethod(heard.append)

        call = Log if state == "log" else lambda *args: heard.append(args)
        with np.errstate(invalid=state, call=call), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Mean of")
            try:
                value = float(xp.mean(xp.zeros(0)))
            except (FloatingPointError, RuntimeWarning) as error:
                value = repr(error)
        return str(value), heard, capfd.readouterr().err

    with tn.Device("cpu"):
        assert outcome(tn) == outcome(np)


def shape_set(xp):
    x = xp.zeros(6)
    x.shape = (2, 3)
    return x


# Of NumPy 2.5 errors.
EXPIRED = {
    "bincount": lambda xp: xp.bincount([0, 1.0]),
}
DEPRECATED = {
    "maximum": lambda xp: xp.maximum(xp.zeros(2), xp.ones(2), xp.zeros(2)),
    "minimum": lambda xp: xp.minimum(xp.zeros(2), xp.ones(2), xp.zeros(2)),
    "maximum out": lambda xp: xp.maximum(xp.zeros(2), 1, out=xp.zeros(2)),
    "add": lambda xp: xp.add(xp.zeros(2), xp.ones(2), xp.zeros(2)),
    "bincount of nothing": lambda xp: xp.bincount([]),
    "fftn": lambda xp: xp.fft.fftn(xp.zeros((2, 2)), s=(2, 2)),
    "fftn None": lambda xp: xp.fft.fftn(xp.zeros((2, 2)), s=(None, 2), axes=(0, 1)),
    "qr full": lambda xp: xp.linalg.qr(xp.eye(2), "full")[0],
    "qr economic": lambda xp: xp.linalg.qr(xp.eye(2), "economic"),
    "isclose": lambda xp: xp.isclose(xp.zeros(2), 0.0, atol=NAN),
    "histogram": lambda xp: xp.histogram(xp.array([True, False])),
    "dates": lambda xp: xp.arange("1066-10-13", "1066-10-16", dtype=np.datetime64),
    "cheb2poly": lambda xp: xp.polynomial.chebyshev.cheb2poly([1, 2, 3]),
    "poly2leg": lambda xp: xp.polynomial.legendre.poly2leg([1, 2, 3]),
    # From 2.5 on.
    "fix": lambda xp: xp.fix(xp.zeros(2)),
    "shape": shape_set,
    "take": lambda xp: xp.take(xp.zeros(2), [0, 1], out=xp.zeros(2, int)),
    "take narrower": lambda xp: xp.take(xp.zeros(2), [0, 1], out=xp.zeros(2, "f4")),
    "compress": lambda xp: xp.compress([True], xp.zeros(1), out=xp.zeros(1, int)),
    "tri": lambda xp: xp.tri(3.0, k=1.5),
    "tri k": lambda xp: xp.tri(3, k=np.float32(1)),
    "triu_indices": lambda xp: xp.triu_indices(2, 1.0),
    "tril_indices_from": lambda xp: xp.tril_indices_from(xp.zeros((2, 2)), 0.0),
}


@pytest.mark.parametrize("body", EXPIRED.values(), ids=EXPIRED)
def test_expired(device, body):
    check = same_error if FROM_2_5 else same_warnings
    with tn.Device(device):
        check(body, device)


@pytest.mark.skipif(FROM_2_5, reason="NumPy has none")
def test_row_stack():
    same_warnings(lambda xp: xp.row_stack([np.zeros(2), np.ones(2)]), "cpu")


@pytest.mark.parametrize("body", DEPRECATED.values(), ids=DEPRECATED)
def test_deprecations(body):
    with tn.Device("cpu"):
        same_warnings(body, "cpu")


WITHOUT_OUT = {
    "mask": lambda xp, x, m: xp.add(x, 1, where=m),
    "True": lambda xp, x, m: xp.add(x, 1, where=True),
    "False": lambda xp, x, m: xp.add(x, 1, where=False),
    "a mask of one": lambda xp, x, m: xp.add(x, 1, where=xp.asarray(True)),
    "None by place": lambda xp, x, m: xp.add(x, 1, None, where=m),
    "None by name": lambda xp, x, m: xp.add(x, 1, where=m, out=None),
    "an array": lambda xp, x, m: xp.add(x, 1, x.copy(), where=m),
    "two results": lambda xp, x, m: xp.divmod(x, 2, where=m),
    "two of None": lambda xp, x, m: xp.divmod(x, 2, where=m, out=(None, None)),
    "reduce": lambda xp, x, m: xp.add.reduce(x, where=m),
    "sum": lambda xp, x, m: xp.sum(x, where=m),
    "nansum": lambda xp, x, m: xp.nansum(x * 1.0),
    "outer": lambda xp, x, m: xp.add.outer(x, x, where=m),
}


@pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="NumPy says nothing"
)
@pytest.mark.parametrize("name", WITHOUT_OUT)
def test_masks_without_outputs(name):
    """What a mask leaves out has no value: a warning, unless out=None says it is meant."""
    found = []
    for xp in (np, tn):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            WITHOUT_OUT[name](xp, xp.arange(3), xp.asarray([True, False, True]))
        found.append([(w.category, str(w.message), w.filename) for w in seen])
    assert found[0] == found[1]
