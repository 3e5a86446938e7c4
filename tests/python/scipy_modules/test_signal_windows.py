# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal.windows against SciPy's."""

import inspect

import numpy as np
import pytest
import scipy.signal.windows
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure, warned
from tenorite.scipy import signal
from tenorite.scipy.signal import windows

MODULES = (windows, scipy.signal.windows)
LENGTHS = [0, 1, 2, 3, 4, 5, 8, 33, 64]

PLAIN = ["barthann", "bartlett", "blackman", "blackmanharris", "bohman", "boxcar"]
PLAIN += ["cosine", "flattop", "hamming", "hann", "lanczos", "nuttall", "parzen"]
PLAIN += ["triang"]
WITH = [
    ("general_cosine", ([0.3, 0.5, 0.2],)),
    ("general_hamming", (0.7,)),
    ("tukey", ()),
    ("tukey", (0.0,)),
    ("tukey", (0.3,)),
    ("tukey", (1.0,)),
    ("kaiser", (14.0,)),
    ("kaiser", (0,)),
    ("gaussian", (3.0,)),
    ("general_gaussian", (1.5, 3.0)),
    ("chebwin", (100,)),
    ("chebwin", (50.5,)),
    ("exponential", ()),
    ("exponential", (None, 3.0)),
    ("taylor", ()),
    ("taylor", (6, 40)),
    ("taylor", (6, 40, False)),
]


def test_names_and_signatures():
    assert set(windows.__all__) == set(scipy.signal.windows.__all__)
    for name in windows.__all__:
        ours = inspect.signature(getattr(windows, name)).parameters.values()
        theirs = inspect.signature(getattr(scipy.signal.windows, name)).parameters
        assert [(p.name, p.kind, p.default) for p in ours] == [
            (p.name, p.kind, p.default) for p in theirs.values()
        ]
    assert signal.get_window is windows.get_window


def near(name, device, *args, **given):
    got = getattr(windows, name)(*args, **given)
    expected = getattr(scipy.signal.windows, name)(*args, **given)
    assert got.dtype == expected.dtype and got.shape == expected.shape
    assert got.device == device
    # Of sums of values up to 1, whose last digits are roundings.
    np.testing.assert_allclose(host(got), expected, rtol=1e-13, atol=2e-15)


@pytest.mark.parametrize("sym", [True, False])
@pytest.mark.parametrize("name", PLAIN)
def test_plain_windows(device, name, sym):
    for M in LENGTHS:
        near(name, device, M, sym=sym)


@pytest.mark.parametrize("sym", [True, False])
@pytest.mark.parametrize("name, args", WITH, ids=str)
def test_windows_with_parameters(device, name, args, sym):
    for M in LENGTHS:
        near(name, device, M, *args, sym=sym)


def test_other_windows(device):
    for M in (0, 2, 4, 64):
        near("kaiser_bessel_derived", device, M, 4.0)
    near("exponential", device, 9, 2.0, 3.0, False)


def test_chebyshevs_warning():
    for at in (30, 60):
        got = warned(lambda: windows.chebwin(8, at))[2]  # noqa: B023
        assert got == warned(lambda: scipy.signal.windows.chebwin(8, at))[2]  # noqa: B023


@pytest.mark.parametrize("norm", [None, 2, "approximate", "subsample"])
@pytest.mark.parametrize("sym", [True, False])
def test_slepians_sequences(device, norm, sym):
    for M, Kmax in ((8, None), (17, 4), (32, 5), (1, None), (1, 1), (0, None)):
        if M < 2 and norm is not None:
            continue
        for ratios in (False, True):
            args = M, 2.5 if M > 5 else 0.1, Kmax, sym, norm, ratios
            got, expected = windows.dpss(*args), scipy.signal.windows.dpss(*args)
            got, expected = (x if ratios else [x] for x in (got, expected))
            for mine, theirs in zip(got, expected, strict=True):
                np.testing.assert_allclose(host(mine), theirs, rtol=1e-10, atol=1e-12)


NAMES = ["hann", "ham", "boxcar", "flat", "ksr", "nut", "tukey", "taylor", "poisson"]
NAMES += ["general hamming", "general_gauss", "sinc", "hann_symmetric", "bart_periodic"]
NAMES += [3.5, "4.0", ("tukey", 0.3), ("kaiser", 4.0), ("cheb", 60), ("gauss", 2.0)]
NAMES += [("general gaussian", 1.5, 2.0), ("general_cosine", [0.4, 0.6]), ("dpss", 2.0)]
NAMES += [("kbd", 3.0), ("tukey_symmetric", 0.5), "none", ("hann", 1), (3, 4), None]
NAMES += [("dpss", 2, 3), [1, 2], ("exponential", None, 4.0)]


@pytest.mark.parametrize("name", NAMES, ids=str)
@pytest.mark.parametrize("fftbins", [True, False])
def test_windows_of_names(device, name, fftbins):
    for Nx in (8, 9):
        try:
            scipy.signal.windows.get_window(name, Nx, fftbins)
        except ValueError:
            same_failure(MODULES, "get_window", device, name, Nx, fftbins)
        else:
            near("get_window", device, name, Nx, fftbins)


FAILURES = [
    ("hann", (-1,)),
    ("hann", (2.5,)),
    ("kaiser_bessel_derived", (3, 1.0)),
    ("exponential", (4, 2.0)),
    ("dpss", (4, 2.5)),
    ("dpss", (4, -1)),
    ("dpss", (4, 1, 5)),
    ("get_window", ("hann", 0)),
    ("get_window", ("hann", 2.5)),
    ("get_window", ("hann", 2, 1)),
]


@pytest.mark.parametrize("name, args", FAILURES, ids=str)
def test_failures(device, name, args):
    same_failure(MODULES, name, device, *args)


def test_the_device_of_windows(device):
    assert windows.hann(4, device="cpu").device == "cpu"
    assert windows.kaiser(4, 2.0, device=tn.Device("cpu")).device == "cpu"
    same_call(MODULES, "hann", device, 8, rtol=1e-15)
