# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: design of filters, their forms and responses."""

import inspect
import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure, warned
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)


def test_names_and_signatures():
    for name in signal.__all__:
        theirs = getattr(scipy.signal, name, None)
        assert theirs is not None, name
        if inspect.isclass(theirs) or inspect.ismodule(theirs):
            continue
        ours = inspect.signature(getattr(signal, name)).parameters
        expected = inspect.signature(theirs).parameters
        if name == "lombscargle":
            continue
        assert [(p.name, p.kind, p.default) for p in ours.values()] == [
            (p.name, p.kind, p.default) for p in expected.values()
        ], name


def near(name, *args, rtol=1e-9, **given):
    """Of numbers that the host computes; both devices have the same."""
    expected, _, told = warned(lambda: getattr(scipy.signal, name)(*args, **given))
    got, error, found = warned(lambda: getattr(signal, name)(*args, **given))
    assert error is None
    assert [(x.__name__, text) for x, text in found] == [
        (x.__name__, text) for x, text in told
    ]
    if not isinstance(expected, tuple):
        expected, got = (expected,), (got,)
    assert len(expected) == len(got)
    for mine, theirs in zip(got, expected, strict=True):
        if np.ndim(theirs):
            assert type(mine) is tn.ndarray
            assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
        scale = max(np.max(np.abs(theirs), initial=0), 1e-300)
        np.testing.assert_allclose(host(mine), theirs, rtol=rtol, atol=rtol * scale)


BANDS = [
    ("low", 0.2),
    ("high", 0.3),
    ("bandpass", [0.2, 0.5]),
    ("bandstop", [0.3, 0.6]),
]


@pytest.mark.parametrize("output", ["ba", "zpk", "sos"])
@pytest.mark.parametrize("btype, Wn", BANDS, ids=str)
@pytest.mark.parametrize("N", [0, 1, 2, 3, 4, 5, 8])
def test_recursive_filters(btype, Wn, N, output):
    given = {"btype": btype, "output": output}
    for analog in (False, True):
        near("butter", N, Wn, analog=analog, **given)
        near("cheby1", N, 1.0, Wn, analog=analog, **given)
        near("cheby2", N, 40, Wn, analog=analog, **given)
        for family in ("bessel", "bessel_phase", "bessel_delay", "bessel_mag"):
            near("iirfilter", N, Wn, ftype=family, analog=analog, **given)
        if output == "sos" or N > 5:
            continue
        near("ellip", N, 1.0, 40, Wn, analog=analog, rtol=1e-7, **given)
        near("ellip", N, 0.01, 120, Wn, analog=analog, rtol=1e-7, **given)
    near("butter", N, 100 * np.array(Wn), fs=200, **given)


@pytest.mark.parametrize("k", [2, 0.5, np.array([2], np.int8)], ids=repr)
@pytest.mark.parametrize("letter", "fdFD")
def test_dtypes_of_coefficients(letter, k):
    z, p = np.array([[1, 2], [3, 4]], letter), np.array([1, 3], letter)
    for zeros in (z, z[0]):
        near("zpk2tf", zeros, p, k, rtol=1e-6)


@pytest.mark.parametrize("N", range(1, 12))
def test_prototypes(N):
    for name, args in (
        ("buttap", ()),
        ("cheb1ap", (2.0,)),
        ("cheb2ap", (30.0,)),
        ("ellipap", (0.5, 50)),
        ("ellipap", (3, 20)),
        ("ellipap", (0.01, 120)),
        ("ellipap", (0.087, 90)),
    ):
        got = getattr(signal, name)(N, *args)
        expected = getattr(scipy.signal, name)(N, *args)
        for mine, theirs in zip(got[:2], expected[:2], strict=True):
            theirs = np.atleast_1d(theirs)  # of one pole SciPy's may have no axis
            np.testing.assert_allclose(host(mine), theirs, 1e-10, 1e-10)
        np.testing.assert_allclose(got[2], expected[2], rtol=1e-9)


def test_elliptic_sections_filter_alike(device):
    x = np.random.default_rng(0).normal(size=300)
    for N, (btype, Wn) in itertools.product((2, 3, 6), BANDS):
        sos = scipy.signal.ellip(N, 0.5, 60, Wn, btype, output="sos")
        expected = scipy.signal.sosfilt(sos, x)
        sos = signal.ellip(N, 0.5, 60, Wn, btype, output="sos")
        got = host(signal.sosfilt(sos, tn.asarray(x)))
        np.testing.assert_allclose(got, expected, atol=1e-8)


FAILURES = [
    ("butter", (2, 0)),
    ("ellipap", (3, 0, 40)),
    ("butter", (2, 1.0)),
    ("butter", (2, [0.3, 0.2], "band")),
    ("butter", (2, [0.3, 0.6], "low")),
    ("butter", (2, 0.3, "band")),
    ("butter", (2, 0.3, "x")),
    ("butter", (2, 0.3, "low", False, "x")),
    ("butter", (2, 0.3, "low", True, "ba", 2)),
    ("butter", (2, 3, "low", False, "ba", 4)),
    ("cheby1", (2, -1, 0.3)),
    ("cheby2", (2, -1, 0.3)),
    ("iirfilter", (2, 0.3, None, None, "low", False, "cheby1")),
    ("iirfilter", (2, 0.3, None, None, "low", False, "ellip")),
    ("iirfilter", (2, 0.3, None, None, "low", False, "x")),
    ("iirnotch", (2.0, 3.0)),
    ("kaiserord", (5, 0.1)),
    ("firwin", (3, 1.5)),
    ("firwin", (3, [])),
    ("firwin", (3, [[0.2]])),
    ("firwin", (3, [0.5, 0.2])),
    ("firwin", (4, 0.5), {"pass_zero": False}),
    ("firwin", (5, [0.2, 0.3]), {"pass_zero": "lowpass"}),
    ("firwin", (5, 0.3), {"pass_zero": "bandpass"}),
    ("firwin", (5, 0.3), {"pass_zero": "bandstop"}),
    ("firwin", (5, 0.3), {"pass_zero": "x"}),
    ("firwin", (5, 0.3), {"fs": [1, 2]}),
    ("zpk2sos", ([], [0.5], 1.0, "x")),
    ("zpk2sos", ([], [0.5 + 1j], 1.0)),
    ("zpk2sos", ([], [0.5], 1.0, "nearest"), {"analog": True}),
    ("normalize", ([1], [[1]])),
    ("normalize", ([1], [0])),
    ("freqz", ([1.0], 1, -3)),
    ("freqz", ([1.0], 1, 5, False, None, None)),
    ("freqz", ([1.0], 1, 5, False, None, np.array(200))),
    ("butter", (2, 0.3, "low", False, "ba", np.array([200]))),
    ("bilinear_zpk", ([1, 2], [1], 1, 1)),
    ("bilinear_zpk", ([1], [1], 1, None)),
    ("bilinear_zpk", ([1], [1], 1, np.array([10, 20]))),
    ("zpk2sos", ([], [0.5], 1.0 + 1j)),
]


@pytest.mark.parametrize("call", FAILURES, ids=lambda x: str(x)[:50])
def test_failures(call):
    name, args, *given = call
    same_failure(MODULES, name, "cpu", *args, **(given[0] if given else {}))


def test_words_of_chebyshev():
    args = "iirfilter", "cpu", 2, 0.3, None, None, "low", False, "cheby2"
    words = (
        "stopband attenuation (rs) must be provided to design a Chebyshev II filter."
    )
    same_failure(MODULES, *args, words=words)


Z = np.array([-1, -1, 0.5 + 0.5j, 0.5 - 0.5j])
P = np.array([0.5, 0.3, 0.2 + 0.7j, 0.2 - 0.7j])
SETS = [(Z, P), (Z[:2], P), (Z[:1], P[2:]), ([], P[:1]), (Z[:3:2][:1], P[:1]), ([], [])]
SETS += [(np.r_[Z, 0.1], np.r_[P, 0.9]), (np.r_[0.1, Z[2:]], np.r_[0.9, P[2:]])]
SETS += [(Z[:1], P[:3:2][:1]), (np.r_[Z[2:], Z[2:]], np.r_[P[2:], P[2:] * 1j])]


@pytest.mark.parametrize("pairing", [None, "nearest", "keep_odd", "minimal"])
def test_sections(pairing):
    for z, p in SETS:
        p = np.asarray(p)
        if np.iscomplexobj(p) and abs(p.imag.sum()) > 1e-9:
            p = np.r_[p, p.conj()]
        near("zpk2sos", z, p, 2.0, pairing, rtol=1e-13)
    if pairing in (None, "minimal"):
        near("zpk2sos", Z[:2], P, 2.0, pairing, analog=True, rtol=1e-13)


def test_forms(device):
    b, a = scipy.signal.butter(4, [0.2, 0.4], "band")
    sos = scipy.signal.butter(4, [0.2, 0.4], "band", output="sos")
    near("sos2tf", sos, rtol=1e-12)
    near("sos2zpk", sos, rtol=1e-12)
    near("zpk2tf", Z, P, 3.0, rtol=1e-13)
    near("zpk2tf", Z, P, 3, rtol=1e-13)
    near("tf2zpk", [1, -0.5, 0.2], [2, -0.5, 0.1], rtol=1e-12)
    near("tf2sos", [1, -0.5, 0.2], [2, -0.5, 0.1], rtol=1e-12)
    near("normalize", [1, 2], [2, 4.0])
    near("normalize", [0, 1, 2], [0, 2, 4.0])
    near("normalize", [[0, 1], [1, 2]], [2, 4.0])
    for name in ("lp2lp_zpk", "lp2hp_zpk"):
        near(name, Z, P, 2.0, 3.0, rtol=1e-13)
    for name in ("lp2bp_zpk", "lp2bs_zpk"):
        near(name, Z, P, 2.0, 3.0, 0.5, rtol=1e-13)
        near(name, Z[:1], P, 2.0, 3.0, 0.5, rtol=1e-13)
    near("bilinear_zpk", Z[:3], P, 2.0, 5.0, rtol=1e-13)
    same_call(MODULES, "sos2tf", device, sos, rtol=1e-12)


def test_filters_without_recursion(device):
    for numtaps in (1, 2, 3, 8, 33):
        near("firwin", numtaps, 0.4, rtol=1e-12)
        near("firwin", numtaps, 0.4, scale=False, window=("kaiser", 3.0), rtol=1e-12)
        near("firwin", numtaps, 30, fs=100, width=5, rtol=1e-12)
        if numtaps % 2:
            near("firwin", numtaps, 0.3, pass_zero=False, rtol=1e-12)
            near("firwin", numtaps, [0.2, 0.6], pass_zero="bandstop", rtol=1e-11)
            near("firwin", numtaps, 0.3, pass_zero="highpass", rtol=1e-12)
        near("firwin", numtaps, [0.2, 0.6], pass_zero="bandpass", rtol=1e-12)
        near("firwin", numtaps, [0.2, 0.4, 0.6], rtol=1e-11)
    for a in (10, 21, 30, 50, 65):
        assert signal.kaiser_beta(a) == scipy.signal.kaiser_beta(a)
        assert signal.kaiserord(a, 0.1) == scipy.signal.kaiserord(a, 0.1)
    assert signal.kaiser_atten(30, 0.1) == scipy.signal.kaiser_atten(30, 0.1)
    for name in ("iirnotch", "iirpeak"):
        near(name, 0.3, 20.0, rtol=1e-14)
        near(name, 60.0, 30.0, 500, rtol=1e-14)


def test_responses(device):
    b, a = scipy.signal.butter(4, 0.3)
    sos = scipy.signal.butter(5, 0.3, output="sos")
    taps = scipy.signal.firwin(21, 0.3)
    options = {"rtol": 1e-12, "order": False}
    points = np.array(4), np.array([0.1, 2.0]), 0.5, 4.0, [1, 2]
    for worN in (None, 1, 8, 9, 700, *points):
        for given in ({}, {"whole": True}, {"fs": 100.0}):
            given = {"worN": worN, **given, **options}
            same_call(MODULES, "freqz", device, b, a, **given)
            same_call(MODULES, "freqz", device, taps, **given)
            same_call(MODULES, "freqz", device, taps, np.array([2.0]), **given)
            same_call(MODULES, "sosfreqz", device, sos, **given)
            same_call(MODULES, "freqz_sos", device, sos, **given)
            if np.ndim(worN) or worN != 0.5:
                same_call(MODULES, "freqz_zpk", device, Z, P, 2.0, **given)
    same_call(MODULES, "freqz", device, taps, worN=16, include_nyquist=True, **options)
    same_call(MODULES, "freqz", device, taps * 1j, worN=16, **options)
    options["rtol"] = 1e-6
    for kind, other in itertools.product("ifdD", "ifd"):
        pair = np.array([1, 2, 3]).astype(kind), np.array([2, 1]).astype(other)
        for given in (pair[:1], pair, (pair[0], pair[1][:1])):
            for worN in (8, [0.1, 0.2]):
                if worN == 8 or kind != "D":
                    same_call(MODULES, "freqz", device, *given, worN=worN, **options)


@pytest.mark.parametrize("worN", [8, np.linspace(0, 1, 8)], ids=["8", "array"])
def test_responses_of_several_filters(device, worN):
    for above, below in (
        *(((3, 2, 1), (1,)), ((3, 1), (1,)), ((3, 8), (2,)), ((3,), (2, 2, 1))),
        *(((3, 2, 1), (2, 2, 1)), ((12, 2, 1), (1, 1, 1)), ((3, 2, 8), (2,))),
    ):
        b, a = np.random.default_rng(0).normal(size=(2, 24))
        b, a = np.resize(b, above), np.resize(a, below) + 3
        given = {"worN": worN, "rtol": 1e-12, "order": False}
        same_call(MODULES, "freqz", device, b, a, **given)
