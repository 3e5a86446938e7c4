# SPDX-License-Identifier: Apache-2.0
"""Special functions that are made of others, against SciPy's."""

import re
import warnings

import numpy as np
import pytest
import scipy.special
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_failure
from support.scipy_versions import scipy_is
from tenorite.scipy import special

X = np.array([1e-300, 1e-20, 1e-5, 0.3, 0.5, 1, 1.5, 2, 10, 300, 1e10, 1e100])
SIGNED = np.concatenate([-X, X, [0.0, -0.0, -1, -2.5, -3.5]])
LAMBDAS = np.array([-2, -0.5, -1e-10, -1e-25, 0, 1e-25, 1e-8, 0.3, 1, 3])[:, None]

CALLS = [
    ("boxcox", (X, LAMBDAS)),
    ("boxcox1p", (X, LAMBDAS)),
    ("boxcox1p", (-X[:5], LAMBDAS)),
    ("inv_boxcox", (SIGNED[abs(SIGNED) < 20], LAMBDAS)),
    ("inv_boxcox1p", (SIGNED[abs(SIGNED) < 20], LAMBDAS)),
    *(
        (name, (np.array([-np.inf, np.inf]), np.array([[0.0], [0.5], [2.0]])))
        for name in ("inv_boxcox", "inv_boxcox1p")
    ),
    ("chdtr", (3.0, np.array([1e160, 1e300]))),
    ("gdtrc", (1.0, 4.0, np.array([1e160, 1e300]))),
    ("huber", (np.array([-1.0, 0, 0.5, 3, 1e5])[:, None], SIGNED)),
    ("pseudo_huber", (np.array([-1.0, 0, 0.5, 3, 1e5])[:, None], SIGNED)),
    ("cosm1", (np.linspace(-0.7, 0.7, 401),)),
    ("cosm1", (np.array([1e-3, 1e-9, 1e-160, 0.0]),)),
    ("exp10", (np.linspace(-30, 30, 301),)),
    ("round", (np.array([0.5, 1.5, -0.5, 2.4, -2.6, 1e300, np.inf]),)),
    ("radian", (np.arange(-3.0, 4), 20.5, np.array([[0.0], [59.9]]))),
    ("gammasgn", (np.concatenate([SIGNED, [np.inf, -np.inf, np.nan, -7.5]]),)),
]


K = np.array([-1.0, 0, 1, 1.5, 3, 7, 40])[:, None, None]
COUNTS = np.array([1.0, 3, 7, 50])[:, None]
PARTS = np.array([0.0, 1e-9, 0.1, 0.5, 0.875, 1, -0.1, 1.1, np.nan])
SHAPES = np.array([0.5, 1, 2.5, 30, 0, -1])[:, None]
POINTS = np.array([0.0, 1e-3, 0.5, 2, 9, 60, -1, np.inf, np.nan])
RATES = np.array([0.25, 2])[:, None, None]
ORDERS = np.array([0.0, 1, 2, 5, 30])[:, None]
WHOLE = np.array([-1.0, 0, 1, 2, 5, np.nan])[:, None]
DEGREES = np.array([-2.5, -0.5, 1e-3, 1, 2, 2.5, 7.75, 12])[:, None]

# With SciPy's error, relative or absolute.
PARTIAL = [
    *((name, (K, COUNTS, PARTS)) for name in ("bdtr", "bdtrc", "bdtri")),
    *((name, (K, COUNTS, PARTS)) for name in ("nbdtr", "nbdtrc", "nbdtri")),
    *((name, (SHAPES, POINTS)) for name in ("chdtr", "chdtrc")),
    ("chdtri", (SHAPES[:4], PARTS)),
    *((name, (RATES, SHAPES, POINTS)) for name in ("gdtr", "gdtrc")),
    *((name, (K[:, 0], POINTS)) for name in ("pdtr", "pdtrc")),
    ("pdtri", (K[[0, 1, 2, 4, 5], 0], PARTS[PARTS != 1])),
    ("polygamma", (ORDERS, np.array([1e-3, 0.5, 3, 40, -0.3, 0, np.inf, np.nan]))),
    ("lpmv", (WHOLE[:, None], DEGREES, np.linspace(-0.95, 1, 40))),
    ("ellipj", (np.linspace(-9, 9, 37), np.array([[-1], [0.0], [0.3], [0.99], [2]]))),
    ("ellipj", (np.array([-2.0, 0, 0.5, 8, 50.5, np.nan]), 1.0)),
    ("sici", (np.array([-30, -5, -1e-9, 0, 0.3, 7, 11, 13, 1e5, np.inf, np.nan]),)),
    ("shichi", (np.array([-30, -5, -1e-9, 0, 0.3, 2, 7, 500, np.inf, np.nan]),)),
    ("zetac", (np.array([-30.5, -3, 0, 0.5, 1, 1.5, 2, 30, 60, np.inf, np.nan]),)),
]


@pytest.mark.parametrize("name, args", PARTIAL, ids=lambda x: str(x)[:40])
def test_values_of_partial_functions(device, name, args):
    for letter, exact in (("d", 1e-9 if name == "bdtri" else 2e-12), ("f", 3e-6)):
        given = [np.asarray(a, letter) for a in args]
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # of truncated counts
            expected = getattr(scipy.special, name)(*given)
        got = getattr(special, name)(*map(tn.asarray, given))
        if not isinstance(got, tuple):
            got, expected = (got,), (expected,)
        for ours, theirs in zip(got, expected, strict=True):
            assert ours.dtype == letter and ours.shape == theirs.shape
            kept = ~(abs(theirs) < np.finfo(letter).tiny)
            np.testing.assert_allclose(
                host(ours)[kept], theirs[kept], rtol=exact, atol=exact / 8
            )


@pytest.mark.parametrize("derivative", [False, True])
def test_spherical_functions(device, derivative):
    n, z = np.arange(9)[:, None], np.array([-7, -0.5, 1e-3, 0.5, 3, 40, np.inf, np.nan])
    expected = scipy.special.spherical_yn(n, z, derivative)
    got = special.spherical_yn(tn.asarray(n), tn.asarray(z), derivative)
    np.testing.assert_allclose(host(got), expected, rtol=1e-12, atol=1e-15)


def test_spherical_harmonics(device):
    n, m = np.arange(-1, 9)[:, None, None], np.arange(-9, 10)[:, None]
    theta, phi = np.linspace(-1, 4, 11), np.linspace(0, 6, 11)
    expected = scipy.special.sph_harm_y(n, m, theta, phi)
    given = [tn.asarray(x) for x in (n, m, theta, phi)]
    got = special.sph_harm_y(*given)
    assert got.dtype == expected.dtype
    np.testing.assert_allclose(host(got), expected, rtol=1e-12, atol=1e-13)
    if device == "cpu":
        got = special.sph_harm_y(*given, diff_n=1)
        expected = scipy.special.sph_harm_y(n, m, theta, phi, diff_n=1)
        np.testing.assert_array_equal(host(got[1]), expected[1])


def test_probabilities_in_tails(device):
    """Where a complement of SciPy's argument would lose digits."""
    tiny = 1e-30
    got = special.bdtrc(tn.asarray([0.0, 1.0]), 10, tiny)
    np.testing.assert_allclose(host(got), [1e-29, 4.5e-59], rtol=1e-13)
    got = special.nbdtr(tn.asarray([0, 1]), 3, tiny)
    np.testing.assert_allclose(host(got), [1e-90, 4e-90], rtol=1e-13)
    got = special.stdtr(2.0, tn.asarray([-1e150]))
    np.testing.assert_allclose(host(got), [5e-301], rtol=1e-13)
    got = special.fdtrc(2.0, 4.0, tn.asarray([1e100]))
    np.testing.assert_allclose(host(got), [4e-200], rtol=1e-13)


@pytest.mark.parametrize("name, args", CALLS, ids=lambda x: str(x)[:40])
def test_values(device, name, args):
    for letter, exact in (("d", 1e-14), ("f", 2e-6)):
        # SciPy's takes a logarithm and its exponential.
        exact *= 10 if name == "pseudo_huber" else 1
        given = [np.asarray(a, letter) for a in args]
        with np.errstate(all="ignore"):
            expected = getattr(scipy.special, name)(*given)
        got = getattr(special, name)(*map(tn.asarray, given))
        assert got.dtype == expected.dtype == letter and got.shape == expected.shape
        normal = ~(abs(expected) < np.finfo(letter).tiny)
        np.testing.assert_allclose(host(got)[normal], expected[normal], rtol=exact)


def test_cosines_where_scipy_cancels(device):
    x = np.linspace(-20, 20, 401)
    exact = -2 * np.sin(x.astype("g") / 2) ** 2
    got = host(special.cosm1(tn.asarray(x)))
    np.testing.assert_allclose(got, exact.astype(float), rtol=1e-15)


F4 = np.linspace(0.1, 0.9, 3, dtype="f4")
BESIDE_NUMBERS = [
    *((name, (F4, 2)) for name in ("boxcox", "boxcox1p", "inv_boxcox", "inv_boxcox1p")),
    *((name, (1, F4)) for name in ("chdtr", "chdtrc", "chdtri", "pdtr", "pdtrc")),
    *((name, (0.5, F4)) for name in ("huber", "pseudo_huber", "boxcox")),
    *((name, (1, 2, F4)) for name in ("gdtr", "gdtrc", "bdtr", "bdtrc", "bdtri")),
    *((name, (1, 2, F4)) for name in ("nbdtr", "nbdtrc", "nbdtri")),
    *((name, (1, F4)) for name in ("pdtri", "polygamma", "spherical_yn")),
    ("sph_harm_y", (1, 1, F4, 2.0)),
    ("chdtr", (np.float64(1), F4)),
    ("boxcox", (2, 3)),
    ("pdtr", (4.0, 1e3)),
    ("huber", (1.0, 2.0)),
    ("pseudo_huber", (1, 2.0)),
    ("gammasgn", (2.0,)),
    ("sici", (2.0,)),
    *((name, (1, 2, 0.5)) for name in ("bdtr", "nbdtr", "nbdtrc", "nbdtri")),
]
if scipy_is(">=1.18"):  # before it numbers of Python had a precision here
    BESIDE_NUMBERS += [("radian", (1, 2, F4)), ("ellipj", (F4, 0.5))]


@pytest.mark.parametrize("name, args", BESIDE_NUMBERS, ids=lambda x: str(x)[:40])
def test_numbers_of_python(device, name, args):
    with warnings.catch_warnings(action="ignore"):  # of truncated counts
        expected = getattr(scipy.special, name)(*args)
    given = [tn.asarray(x) if isinstance(x, np.ndarray) else x for x in args]
    got = getattr(special, name)(*given)
    if not isinstance(got, tuple):
        got, expected = (got,), (expected,)
    for ours, theirs in zip(got, expected, strict=True):
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
        assert isinstance(ours, np.generic) == isinstance(theirs, np.generic)
        np.testing.assert_allclose(host(ours), theirs, rtol=1e-6)


@pytest.mark.parametrize("name, args", CALLS, ids=lambda x: str(x)[:40])
def test_no_warnings_of_numbers(device, name, args):
    args = [tn.asarray(a) for a in args]
    # As users have it; pytest makes errors of warnings.
    with np.errstate(divide="warn", over="warn", invalid="warn"):
        host(getattr(special, name)(*args))


@pytest.mark.parametrize("name", ["boxcox", "huber", "cosm1", "gammasgn", "round"])
def test_dtypes(device, name):
    count = 2 if name in ("boxcox", "huber") else 1
    for letter in "?bBhilefd":
        args = [np.ones(2, letter)] * count
        expected = getattr(scipy.special, name)(*args)
        got = getattr(special, name)(*map(tn.asarray, args))
        wanted = "f" if letter in "ef" else "d"
        # Of SciPy's loops some take small numbers in the other precision.
        if letter not in "?bBhe":
            assert expected.dtype == wanted
        assert got.dtype == wanted
    with pytest.raises(TypeError):
        getattr(special, name)(*[tn.ones(2, complex)] * count)


def test_gamma_of_several_dimensions(device):
    for d in (1, 2, 3, 7):
        a = np.array([3.1, 5.0, 100.0, 1e6])
        got = special.multigammaln(tn.asarray(a), d)
        np.testing.assert_allclose(
            host(got), scipy.special.multigammaln(a, d), rtol=1e-14
        )
    modules = special, scipy.special
    same_failure(modules, "multigammaln", device, np.array(3.0), 1.5)
    same_failure(modules, "multigammaln", device, np.array(0.4), 2)


# ---- what callers ask of a ufunc ----

# The ufuncs themselves: with SCIPY_ARRAY_API scipy.special has functions in their place.
SCIPYS = scipy.special._ufuncs

MADE_OF_UFUNCS = sorted(
    name
    for name in special.__all__
    if not isinstance(getattr(special, name), tn.ufunc)
    and isinstance(getattr(SCIPYS, name, None), np.ufunc)
)


def operands(name):
    """Of each argument three values at which SciPy's functions are finite."""
    count = getattr(SCIPYS, name).nin
    return [np.array([0.5, 0.25, 0.75]) + k for k in range(count)[::-1]]


def both(name, *options, **keywords):
    """(SciPy's results, ours) as lists, of options that are made for each module."""
    results = []
    for xp, functions in ((np, SCIPYS), (tn, special)):
        given = [xp.asarray(x) for x in operands(name)]
        more = {key: option(xp) for key, option in keywords.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of truncated counts
            got = getattr(functions, name)(*given, *(o(xp) for o in options), **more)
        results.append(list(got) if isinstance(got, tuple) else [got])
    return results


def agree(theirs, ours, exact=2e-12):
    assert len(theirs) == len(ours)
    for expected, got in zip(theirs, ours, strict=True):
        assert got.dtype == expected.dtype and got.shape == expected.shape
        assert got.flags.f_contiguous == expected.flags.f_contiguous
        np.testing.assert_allclose(host(got), expected, rtol=exact, atol=exact)


def test_which_are_made_of_ufuncs():
    assert len(MADE_OF_UFUNCS) > 25 and "sici" in MADE_OF_UFUNCS


@pytest.mark.parametrize("name", MADE_OF_UFUNCS)
def test_keywords_of_ufuncs(device, name):
    outputs = getattr(SCIPYS, name).nout

    def filled(xp, dtype="d", shape=(3,)):
        made = tuple(xp.full(shape, 7 + k, dtype) for k in range(outputs))
        return made if outputs > 1 else made[0]

    agree(*both(name))
    agree(*both(name, out=filled))
    agree(*both(name, out=lambda xp: filled(xp, "f")), exact=1e-6)
    agree(*both(name, out=lambda xp: filled(xp, shape=(2, 3))))
    agree(*both(name, dtype=lambda xp: "float32"), exact=4e-6)
    agree(*both(name, lambda xp: xp.zeros(3)))  # the first output, by position
    out = filled(tn)
    got = getattr(special, name)(*map(tn.asarray, operands(name)), out=out)
    pairs = list(zip(got, out, strict=True)) if outputs > 1 else [(got, out)]
    assert all(result is given for result, given in pairs)
    # Not beside SciPy's: with where= its loops write to wrong places.
    whole, _ = both(name)
    for k, (result, _) in enumerate(pairs):
        np.copyto(whole[k], 7 + k, where=[False, True, False])
        result[:] = 7 + k
    mask = tn.asarray([True, False, True])
    getattr(special, name)(*map(tn.asarray, operands(name)), out=out, where=mask)
    agree(whole, [result for result, _ in pairs])


@pytest.mark.parametrize("name", MADE_OF_UFUNCS)
def test_refusals_of_ufuncs(device, name):
    """SciPy's class and words, and no output is written to."""
    ufunc = getattr(SCIPYS, name)
    outputs = ufunc.nout
    cases = [
        {"out": ("zeros", 3, "i")},
        {"out": ("zeros", 1, "d")},
        {"dtype": "int64"},
        {"dtype": "float32", "casting": "no"},
        {"other": 1},
    ]
    for options in cases:
        texts, outs = [], []
        for xp, functions in ((np, SCIPYS), (tn, special)):
            more, given = dict(options), [xp.asarray(x) for x in operands(name)]
            if "out" in more:
                _, size, dtype = more["out"]
                made = tuple(xp.zeros(size, dtype) for _ in range(outputs))
                more["out"] = made if outputs > 1 else made[0]
                outs.append(made)
            with pytest.raises((TypeError, ValueError)) as caught:
                getattr(functions, name)(*given, **more)
            texts.append((caught.type.__mro__[-3:], str(caught.value)))
        (theirs, their_text), (ours, our_text) = texts
        assert issubclass(TypeError if TypeError in theirs else ValueError, ours[0])
        # Of several outputs NumPy names any.
        assert our_text == re.sub(r"output \d", "output 0", their_text)
        for made in outs[1:]:
            assert all(not host(x).any() for x in made)
    for functions in (SCIPYS, special):
        with pytest.raises(TypeError, match="positional arguments but 0 were given"):
            getattr(functions, name)()


def test_scipys_ufuncs_on_our_arrays(device):
    """scipy.special's own names, with outputs, and methods that only SciPy's have."""
    x = tn.asarray(X[3:9])
    outs = tn.zeros(6), tn.zeros(6)
    assert SCIPYS.sici(x, out=outs)[1] is outs[1]
    for got, expected in zip(outs, SCIPYS.sici(X[3:9]), strict=True):
        np.testing.assert_allclose(host(got), expected, rtol=1e-12, atol=1e-13)
    with tn.config.using(fallback="allow"):
        got = SCIPYS.boxcox.outer(x, [0.5, 1.0])
        complex_got = SCIPYS.sici(x * 1j)
    assert isinstance(got, tn.ndarray)
    expected = SCIPYS.boxcox.outer(X[3:9], [0.5, 1.0])
    np.testing.assert_array_equal(host(got), expected)
    for ours, expected in zip(complex_got, SCIPYS.sici(X[3:9] * 1j), strict=True):
        np.testing.assert_array_equal(host(ours), expected)


def test_scipys_ufuncs_on_numbers_and_lists():
    """Results are arrays of ours where no argument is one."""
    for name, given in (
        ("dawsn", [0.1, 0.5]),
        ("dawsn", 0.5),
        ("wofz", [1j]),
        ("airy", 0.3),
    ):
        theirs = getattr(SCIPYS, name)
        got, expected = getattr(special, name)(given), theirs(given)
        if theirs.nout == 1:
            got, expected = (got,), (expected,)
        for mine, wanted in zip(got, expected, strict=True):
            assert isinstance(mine, tn.ndarray) and mine.dtype == wanted.dtype
            np.testing.assert_array_equal(host(mine), wanted)
    outer = special.tklmbda.outer([1.0, 2.0], [0.5])
    assert isinstance(outer, tn.ndarray) and outer.shape == (2, 1)
    filled = np.zeros(2)
    assert special.dawsn([0.1, 0.5], out=filled) is filled and filled.all()
    assert special.dawsn.nin == 1 and special.dawsn.types == SCIPYS.dawsn.types


def test_zeta_of_complex_numbers(device):
    x = np.array([2 + 1j, -0.5 - 3j])
    with tn.config.using(fallback="allow"):
        got = special.zeta(tn.asarray(x))
    np.testing.assert_array_equal(host(got), scipy.special.zeta(x))
