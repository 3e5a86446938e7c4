# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.stats beside scipy.stats."""

import copy
import functools
import itertools
import operator
import pickle
import warnings

import numpy as np
import pytest
import scipy.special
import scipy.stats
import tenorite as tn
from support.helpers import host, on_device, outcome, public_class
from support.scipy_versions import scipy_is
from tenorite.scipy import stats
from tenorite.scipy.stats import _beta

RNG = np.random.default_rng(7)
X = RNG.random((6, 5)) + 0.1
X[1, 2] = np.nan
Y = RNG.random((6, 5)) + 0.1
Y[4, 0] = np.nan
WHOLE = RNG.integers(1, 9, (6, 5))
LONG, OTHER = (RNG.random((60, 3)).round(2) for _ in range(2))
LONG[3, 1] = np.nan
PLACES = [{}, {"axis": 1}, {"axis": None}, {"axis": (0, 1)}, {"keepdims": True}]
OMITS = [{"nan_policy": "omit"}, {"nan_policy": "omit", "axis": -1}]
OPTIONS = [*PLACES, *OMITS]


@pytest.fixture(autouse=True)
def quiet(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        with warnings.catch_warnings(action="ignore"):
            yield


def leaves(result):
    """The arrays of a result, also those that are attributes of its tuple."""
    if not isinstance(result, tuple):
        return [result]
    names = ("df", "intercept_stderr", "zstatistic")
    extra = [getattr(result, k) for k in names if hasattr(result, k)]
    return [leaf for x in (*result, *extra) for leaf in leaves(x)]


def equal(expected, got, like, omits):
    expected, got = leaves(expected), leaves(got)
    assert len(expected) == len(got)
    for one, other in zip(expected, got, strict=True):
        one = one.filled(np.nan) if isinstance(one, np.ma.MaskedArray) else one
        one = np.asarray(one)
        assert isinstance(other, tn.ndarray) and other.shape == one.shape
        # Slices that SciPy visits one by one give float64, or integers without NaNs.
        single = np.float32 in (like, one.dtype)
        if not omits and not single and np.isfinite(one).all():
            assert other.dtype == one.dtype
        rtol = 3e-5 if single else 1e-11
        number = np.where(np.isnan(one), 0, one) if one.dtype.kind == "f" else one
        scale = np.abs(number[np.isfinite(number)]).max(initial=0)
        values = host(other)
        if other.dtype.kind == "i":  # degrees of freedom of slices with NaNs
            values, one = values[~np.isnan(one)], one[~np.isnan(one)]
        np.testing.assert_allclose(values, one, rtol=rtol, atol=rtol * scale)


def compare(name, device, *args, now=None, **options):
    """Both functions give the same, or raise the same class.

    `now` makes of an older SciPy's result that of 1.18.
    """
    expected, error = outcome(lambda: getattr(scipy.stats, name)(*args, **options))
    if now is not None and error is None and not scipy_is(">=1.18"):
        expected = now(expected)
    moved = on_device(args, device)
    got, mine = outcome(lambda: getattr(stats, name)(*moved, **options))
    if error is None:
        if mine is not None:
            raise mine
        equal(
            expected, got, getattr(args[0], "dtype", None), "omit" in options.values()
        )
    else:
        assert mine is not None, f"no exception; SciPy raises {error!r}"
        assert issubclass(public_class(mine), public_class(error)), mine
    return got, expected


# ---- descriptions ----

MORE = {"trim_mean": (0.2,), "pmean": (2,)}
SUMMARIES = """entropy trim_mean sem gmean hmean pmean tmean tvar tstd tmin tmax tsem moment
    skew kurtosis variation iqr median_abs_deviation circmean circvar circstd""".split()


@pytest.mark.parametrize("name", SUMMARIES)
def test_summaries(name, device):
    cases = [X, X.astype("f4"), WHOLE, X[0], X[1], X[:1], X[:, 1:2], X[:0], X.T]
    for a, options in itertools.product(cases, OPTIONS):
        compare(name, device, a, *MORE.get(name, ()), **options)
    compare(name, device, X, *MORE.get(name, ()), nan_policy="raise")
    compare(name, device, X, *MORE.get(name, ()), axis=2)
    compare(name, device, X, *MORE.get(name, ()), nan_policy="no")


@pytest.mark.parametrize("name", ["zscore", "gzscore", "describe"])
def test_scores_and_describe(name, device):
    for a in (X, X.astype("f4"), WHOLE, X[0], np.ones((3, 2))):
        for options in ({}, {"ddof": 1}, *OMITS, {"nan_policy": "raise"}):
            if name != "describe" or a is X or "nan_policy" not in options:
                compare(name, device, a, **options)
    compare("zmap", device, X[:3], Y, axis=0, nan_policy="omit")
    compare("describe", device, X[:0])


def test_scores_of_complex_numbers(device):
    z = X[:, 0] + 1j * X[:, 1] if not np.isnan(X[:, :2]).any() else WHOLE[:, 0] * 1j + 2
    compare("zscore", device, z)
    compare("zmap", device, np.arange(1, 5), np.array([1, 1j, -1, -1j]))


def test_sums_of_half_that_overflow(device):
    x = np.linspace(0, 300, 40).astype("f2")
    holed = np.where(np.arange(40) == 3, np.nan, x).astype("f2")
    for name in ("zscore", "tvar", "tstd", "tsem"):
        compare(name, device, x)
        if name != "zscore":
            compare(name, device, holed, nan_policy="omit")


SUMMARY_OPTIONS = {
    "entropy": ({"base": 2}, {"qk": Y}, {"base": -1}),
    "gmean": ({"weights": Y}, {"dtype": "f4"}),
    "hmean": ({"weights": Y}, {"weights": Y, "nan_policy": "omit"}),
    "pmean": ({"p": -1.5, "weights": Y}, {"p": 0}, {"p": np.inf}, {"p": "a"}),
    "tmean": ({"limits": (0.3, 0.8)}, {"limits": (5, None)}),
    "tvar": ({"limits": (0.3, 0.8), "inclusive": (False, True), "ddof": 0},),
    "tsem": ({"limits": (None, 0.8), "nan_policy": "omit"},),
    "tmin": ({"lowerlimit": 0.5}, {"lowerlimit": 0.5, "nan_policy": "omit"}),
    "tmax": ({"upperlimit": 0.5}, {"upperlimit": 0.5, "nan_policy": "omit"}),
    "moment": ({"order": [0, 1, 2, 3, 4]}, {"order": 3, "center": 0.5}, {"order": 1.5}),
    "skew": ({"bias": False}, {"bias": False, "nan_policy": "omit"}),
    "kurtosis": ({"bias": False, "fisher": False}, {"bias": False, **OMITS[1]}),
    "variation": ({"ddof": 6}, {"ddof": 1}, {"ddof": 5, "nan_policy": "omit"}),
    "iqr": (
        {"rng": (10, 60), "scale": "normal"},
        {"interpolation": "midpoint", "axis": 0},
        {"rng": (1, 2, 3)},
        {"scale": "x"},
    ),
    "median_abs_deviation": ({"scale": "normal"}, {"scale": "x"}, {"center": 3}),
    "circmean": ({"high": 0.7, "low": -0.5},),
    "circstd": ({"normalize": True}, {"high": 2, "nan_policy": "omit"}),
    "trim_mean": ({"proportiontocut": 0.4}, {"proportiontocut": 0.7}),
}


@pytest.mark.parametrize("name", SUMMARY_OPTIONS)
def test_options_of_summaries(name, device):
    for options in SUMMARY_OPTIONS[name]:
        expected, error = outcome(
            functools.partial(getattr(scipy.stats, name), X, **options)
        )
        moved = {
            k: tn.asarray(v) if isinstance(v, np.ndarray) else v
            for k, v in options.items()
        }
        got, mine = outcome(
            functools.partial(getattr(stats, name), tn.asarray(X), **moved)
        )
        if error is None:
            assert mine is None, mine
            equal(expected, got, None, True)
        else:
            assert (type(mine), str(mine)) == (type(error), str(error))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("p", [-2e-6, 1.5e-7, 1e-6, 2e-6, 2.1e-6])
def test_means_of_small_powers(p, weighted, device):
    x = RNG.random(50) + 0.1
    weights = RNG.random(50) if weighted else None
    around = np.average(np.expm1(p * np.log(x)), weights=weights)
    expected = np.exp(np.log1p(around) / p)
    weights = None if weights is None else tn.asarray(weights)
    got = stats.pmean(tn.asarray(x), p, weights=weights)
    np.testing.assert_allclose(host(got), expected, rtol=3e-9 if p > 2e-6 else 1e-11)
    if abs(p) <= 2e-6 and not weighted:
        got = stats.pmean(tn.asarray(x, "f4"), p)
        assert got.dtype == np.float32
        np.testing.assert_allclose(host(got), expected, rtol=1e-6)
    # SciPy 1.18 has NaN for items that are 0, whose logarithms are infinite.
    got = stats.pmean(tn.asarray([0.0, 2.0, 3.0]), p)
    assert got == 0


def test_moments_around_numbers(device):
    a = tn.asarray(X[2:4])
    for center, order in ((0.5, -2), (2, 70), (1.5, 7)):
        expected = np.mean((X[2:4] - center) ** float(order), axis=1)
        got = stats.moment(a, order, axis=1, center=center)
        np.testing.assert_allclose(host(got), expected, rtol=1e-12)
    centers = np.array([[0.5], [0.25]])
    got = stats.moment(a, [0, 3], axis=1, center=tn.asarray(centers))
    expected = [np.ones(2), ((X[2:4] - centers) ** 3).mean(1)]
    np.testing.assert_allclose(host(got), expected, rtol=1e-12)
    # All arguments have a part in the dtype, numbers of Python where they must.
    single = a.astype("f4")
    for dtype, order, center in (
        ("f4", 2, None),
        ("f4", 3, 0.5),
        ("f8", [2, 3], None),
        ("f8", np.float64(2), None),
        ("f8", 2, np.float64(0.5)),
        ("f8", tn.asarray([1, 2]), None),
    ):
        got = stats.moment(single, order, axis=1, center=center)
        assert got.dtype == np.dtype(dtype)
    with pytest.raises(ValueError, match="must be a scalar or a non-empty 1D array"):
        stats.moment(a, [[1, 2]])


def test_center_of_the_callers(device):
    got = stats.median_abs_deviation(tn.asarray(WHOLE), center=tn.mean)
    expected = scipy.stats.median_abs_deviation(WHOLE, center=np.mean)
    np.testing.assert_allclose(host(got), expected, rtol=1e-12)


# ---- ranks and correlation ----


@pytest.mark.parametrize("method", ["average", "min", "max", "dense", "ordinal"])
def test_rankdata(method, device):
    for a in (X, WHOLE, WHOLE.astype("f4"), WHOLE[0], X[:0]):
        for options in (
            {},
            {"axis": 0},
            {"axis": -1},
            {"axis": 0, "nan_policy": "omit"},
        ):
            dtype = np.result_type(a.dtype, 1.0 if a.dtype.kind == "f" else float)
            now = operator.methodcaller("astype", dtype)  # it was float64, or int64
            got, _ = compare("rankdata", device, a, method=method, now=now, **options)
            assert got.dtype == dtype
    compare("rankdata", device, X, method=method, nan_policy="raise")
    compare("rankdata", device, X, method="no")


def test_percentileofscore(device):
    for a, score in itertools.product((X[0], X[1], WHOLE[0]), (0.5, Y[4], WHOLE[:2])):
        for kind, policy in itertools.product(
            ("rank", "mean", "strict", "weak"), ("propagate", "omit")
        ):
            compare("percentileofscore", device, a, score, kind=kind, nan_policy=policy)
    compare("percentileofscore", device, X, 1)
    compare("percentileofscore", device, X[0], 1, kind="no")


PAIRS = [
    (X, Y),
    (LONG, OTHER),
    (WHOLE, WHOLE[::-1].copy()),
    (X[0], Y[0]),
    (X[:2], Y[:2]),
]


def test_pearsonr(device):
    for x, y in PAIRS:
        for options in ({}, {"axis": 1}, {"axis": None}, {"alternative": "less"}):
            got, expected = compare("pearsonr", device, x, y, **options)
            if expected is None:
                continue  # lines of one item
            for one, other in zip(
                expected.confidence_interval(0.9),
                got.confidence_interval(0.9),
                strict=True,
            ):
                finite = ~np.isnan(expected.statistic)  # SciPy's may bound a NaN
                np.testing.assert_allclose(
                    np.asarray(host(other))[finite], np.asarray(one)[finite], rtol=1e-9
                )
    for x, y in ((X[:1], Y[:1]), (X, Y[:2]), (X * 1j, Y)):
        compare("pearsonr", device, x, y)
    compare("pearsonr", device, X, Y, alternative="no")
    compare("pearsonr", device, np.ones(5), X[0])
    method = scipy.stats.BootstrapMethod(n_resamples=50, rng=np.random.default_rng(0))
    got = stats.pearsonr(*on_device((X[0], Y[0]), device), alternative="less")
    expected = scipy.stats.pearsonr(X[0], Y[0], alternative="less")
    expected = expected.confidence_interval(0.9, copy.deepcopy(method))
    with tn.config.using(fallback="allow"):
        got = got.confidence_interval(0.9, method)
    np.testing.assert_allclose([float(x) for x in got], expected, rtol=1e-9)


def test_spearmanr(device):
    tables = (WHOLE[:, :2].copy(), None), (LONG[:, :3], OTHER[:, :2])
    same = np.arange(6.0), np.arange(6.0)  # divides by zero, which is no error
    for a, b in (*PAIRS[:4], (LONG[:, 0], OTHER[:, 0]), *tables, same):
        compare("spearmanr", device, a, b)
        compare("spearmanr", device, a, b, alternative="greater")
    compare("spearmanr", device, X[0])
    compare("spearmanr", device, X, axis=2)
    a = WHOLE.copy()
    a[:, 1] = 4  # of a constant there are no coefficients, but of the others
    with np.errstate(invalid="ignore"):
        expected = np.corrcoef(scipy.stats.rankdata(a, axis=0), rowvar=False)
    got = stats.spearmanr(tn.asarray(a)).statistic
    np.testing.assert_allclose(host(got), expected, rtol=1e-12, atol=1e-12)


def of_two_points(result):
    """A line through two points, of which nothing is left to estimate errors of."""
    if np.isnan(result.pvalue):
        return result
    return *result[:3], np.nan, np.nan, np.nan


def test_linregress(device):
    for x, y in (
        PAIRS[1],
        (X[0], Y[0]),
        (WHOLE.ravel(), X.ravel()),
        (X[0, :2], Y[0, :2]),
    ):
        for options in ({}, {"alternative": "less"}, OMITS[0]):
            now = of_two_points if x.size == 2 else None
            compare("linregress", device, x, y, now=now, **options)
    compare("linregress", device, X[0, :4], np.ones(4))
    compare("linregress", device, X[0, :1], X[0, :1])
    got = stats.linregress(tn.ones(4), tn.asarray(Y[0, :4]))  # SciPy 1.17 raises
    assert np.isnan([x.item() for x in (*got, got.intercept_stderr)]).all()


# ---- tests ----

ONE = "ttest skewtest kurtosistest normaltest jarque_bera".split()[1:]
TWO = "ttest_ind ttest_rel ranksums f_oneway kruskal".split()


@pytest.mark.parametrize("name", ONE)
def test_of_one_sample(name, device):
    for a in (LONG, LONG.astype("f4"), WHOLE, np.arange(20.0) ** 2, X[:2]):
        for options in OPTIONS:
            compare(name, device, a, **options)


@pytest.mark.parametrize("name", TWO)
def test_of_two_samples(name, device):
    options = list(OPTIONS)
    if name not in ("f_oneway", "kruskal"):
        options += [{"alternative": "less"}, {"alternative": "greater", "axis": 1}]
    pairs = [p for p in PAIRS if p[0] is not WHOLE or name != "f_oneway"]
    if name == "f_oneway":  # sums of WHOLE are the same: its F is rounding
        pairs.append((WHOLE, WHOLE % 4))
    for pair, given in itertools.product(pairs, options):
        compare(name, device, *pair, **given)
    single = [a.astype("f4") for a in PAIRS[1]]
    compare(name, device, *single)
    compare(name, device, X[:, :3], Y[:, :2])
    compare(name, device, X, Y, nan_policy="raise")
    compare(name, device, X[:0], Y)


def test_t_of_one_sample(device):
    for a, mean in ((X, 0.5), (X, Y[:1]), (WHOLE, 4), (X.astype("f4"), 0.5), (X, Y)):
        for options in ({}, {"alternative": "greater"}, OMITS[0]):
            compare("ttest_1samp", device, a, mean, **options)
    compare("ttest_1samp", device, X, 0.5, alternative="no")


def test_welch(device):
    for pair in PAIRS:
        compare("ttest_ind", device, *pair, equal_var=False)
        compare("ttest_ind", device, *pair, equal_var=False, nan_policy="omit")
    compare("f_oneway", device, X, Y, LONG[:, :1], equal_var=False)
    compare("f_oneway", device, X, Y, LONG[:, :1])
    compare("f_oneway", device, np.ones(4), np.zeros(3))
    compare("f_oneway", device, np.ones(4), np.ones(3))
    compare("f_oneway", device, X)
    for equal_var in (True, False):
        means = np.array([1.0, 2.0]), np.array([2.0, 2.5])
        args = (means[0], means[0], 5, means[1], means[1], 7, equal_var)
        compare("ttest_ind_from_stats", device, *args)
        single = [x.astype("f4") if isinstance(x, np.ndarray) else x for x in args]
        got, _ = compare("ttest_ind_from_stats", device, *single)
        assert got.pvalue.dtype == np.float32
        single[2] = np.array([5, 1])  # counts have a part in the dtype
        got, _ = compare("ttest_ind_from_stats", device, *single)
        assert got.pvalue.dtype == np.float64
    args = (means[0], means[0], 1, means[1], means[1], 7, False)
    compare("ttest_ind_from_stats", device, *args)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_confidence_intervals(alternative, device):
    expected = scipy.stats.ttest_rel(LONG, OTHER, alternative=alternative)
    moved = on_device((LONG, OTHER), device)
    got = stats.ttest_rel(*moved, alternative=alternative)
    assert repr(got).startswith("TtestResult(statistic=") and "df=" in repr(got)
    with tn.config.using(fallback="allow"):  # the quantile is SciPy's
        intervals = got.confidence_interval(0.9)
    for one, other in zip(expected.confidence_interval(0.9), intervals, strict=True):
        np.testing.assert_allclose(host(other), one, rtol=1e-10)


def test_frequencies(device):
    for f_obs, options in itertools.product((WHOLE, X, WHOLE[0]), OPTIONS):
        compare("chisquare", device, f_obs, **options)
    turned = WHOLE[::-1].copy()
    compare("chisquare", device, WHOLE, turned)
    compare("chisquare", device, WHOLE, turned + 1)
    compare("chisquare", device, WHOLE, turned, ddof=2, axis=0)
    compare("chisquare", device, WHOLE, Y, sum_check=False, nan_policy="omit")
    for power in ("log-likelihood", "neyman", "mod-log-likelihood", 0.5, "no"):
        compare("power_divergence", device, WHOLE, lambda_=power)
    _, error = outcome(lambda: scipy.stats.chisquare(WHOLE, turned + 1))
    _, mine = outcome(lambda: stats.chisquare(*on_device((WHOLE, turned + 1), device)))
    words, ours = str(error).split("\n", 1), str(mine).split("\n", 1)
    assert ours[0] == words[0]
    if scipy_is(">=1.18"):  # sums keep the axis
        assert ours[1] == words[1]


def with_z(result, x, y, alternative="two-sided", axis=0):
    """A result of SciPy 1.17 with its normal variate, from the p-value."""
    statistic, p = result
    counts = [np.count_nonzero(~np.isnan(a), axis=axis) for a in (x, y)]
    if alternative == "two-sided":
        middle = counts[0] * counts[1] / 2
        z = -scipy.special.ndtri(p / 2) * np.sign(statistic - middle)
    else:
        z = scipy.special.ndtri(p) * (1 if alternative == "less" else -1)
    return statistic, p, z


def test_mannwhitneyu(device):
    for options in ({}, {"method": "asymptotic", "axis": 1}, {"use_continuity": False}):
        for alternative in ("two-sided", "less", "greater"):
            options["alternative"] = alternative
            now = None
            if "method" in options:
                now = functools.partial(
                    with_z, x=LONG, y=OTHER, alternative=alternative, axis=1
                )
            compare("mannwhitneyu", device, LONG, OTHER, now=now, **options)
    options = {"method": "asymptotic", "nan_policy": "omit"}
    now = functools.partial(with_z, x=LONG, y=OTHER)
    compare("mannwhitneyu", device, LONG, OTHER, now=now, **options)
    got = stats.mannwhitneyu(tn.ones(0), tn.ones(3), method="asymptotic")
    assert got._fields == ("statistic", "pvalue")
    assert np.isnan([x.item() for x in (*got, got.zstatistic)]).all()
    # Nothing is taken off the middle itself, and what is all the same has no variate.
    x = np.arange(9.0)
    got, _ = compare("mannwhitneyu", device, x, x)
    assert got.pvalue == 1
    got = stats.mannwhitneyu(tn.ones(9), tn.ones(9), method="asymptotic")
    assert np.isnan(got.zstatistic.item()) and np.isnan(got.pvalue.item())
    with tn.config.using(fallback="allow"):  # SciPy's
        compare("mannwhitneyu", device, WHOLE, WHOLE + 1)
        compare("mannwhitneyu", device, WHOLE, WHOLE, alternative="no")


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_wilcoxon(zero_method, device):
    full = np.where(np.isnan(LONG), 0.25, LONG).round(1)
    for options in (
        {},
        {"method": "approx"},
        {"alternative": "less", "correction": True},
    ):
        options["zero_method"] = zero_method
        compare("wilcoxon", device, full, OTHER.round(1), **options)
        compare("wilcoxon", device, full - 0.5, **options)
    options = {"method": "asymptotic", "zero_method": zero_method}
    compare("wilcoxon", device, LONG[:, 1], OTHER[:, 1], nan_policy="omit", **options)
    with tn.config.using(fallback="allow"):
        compare("wilcoxon", device, X[0], Y[1], zero_method=zero_method)


# ---- distributions of the statistics ----


@pytest.mark.parametrize("df", [1, 2, 7.5, 30, 1e5, 1e8])
def test_students_distribution(df, device):
    t = np.concatenate([np.linspace(-30, 30, 61), [-1e-8, np.inf, -np.inf, np.nan]])
    got = host(_beta.student_below(df, tn.asarray(t)))
    if df == 1:  # where SciPy's own has 9 digits
        expected = np.where(t < -1, np.arctan(-1 / t), np.pi / 2 + np.arctan(t)) / np.pi
    else:
        expected = scipy.special.stdtr(df, t)
    np.testing.assert_allclose(got, expected, rtol=2e-11, atol=1e-300)


def test_f_and_beta_distributions(device):
    f = np.concatenate([np.linspace(0, 9, 40), [np.inf, np.nan]])
    for dfn, dfd in ((1, 1), (2, 5), (10, 40), (3, 1e5), (500, 700)):
        got = host(_beta.f_above(dfn, dfd, tn.asarray(f)))
        np.testing.assert_allclose(
            got, scipy.special.fdtrc(dfn, dfd, f), rtol=1e-11, atol=1e-300
        )
    r = np.linspace(-1, 1, 41)
    for half in (0.5, 1.5, 40, 5e3):
        got = host(_beta.correlation_below(half, tn.asarray(r)))
        expected = scipy.special.betainc(half, half, (r + 1) / 2)
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-300)


RESULTS = {
    "linregress": lambda s, x, y: s.linregress(x, y),
    "pearsonr": lambda s, x, y: s.pearsonr(x, y),
    "spearmanr": lambda s, x, y: s.spearmanr(x, y),
    "kendalltau": lambda s, x, y: s.kendalltau(x, y),
    "ttest_1samp": lambda s, x, y: s.ttest_1samp(x, 1.0),
    "ttest_rel": lambda s, x, y: s.ttest_rel(x, y),
    "ttest_ind": lambda s, x, y: s.ttest_ind(x, y),
    "wilcoxon": lambda s, x, y: s.wilcoxon(x, y, method="asymptotic"),
    "mannwhitneyu": lambda s, x, y: s.mannwhitneyu(x, y, method="asymptotic"),
    "f_oneway": lambda s, x, y: s.f_oneway(x, y),
    "kruskal": lambda s, x, y: s.kruskal(x, y),
    "describe": lambda s, x, y: s.describe(x),
    "normaltest": lambda s, x, y: s.normaltest(y),
    "jarque_bera": lambda s, x, y: s.jarque_bera(x),
}


def on_host(part):
    return np.array([host(x) for x in part]) if isinstance(part, tuple) else host(part)


def parts(result):
    """Items of a result, and its attributes beside them."""
    public = {k: x for k, x in result._asdict().items() if not k.startswith("_")}
    return {name: on_host(x) for name, x in public.items()}


@pytest.mark.parametrize("name", RESULTS)
def test_copies_of_results(name, device):
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=30), rng.normal(size=30) + 0.3
    expected = RESULTS[name](scipy.stats, x, y)
    got = RESULTS[name](stats, *(tn.asarray(v, device=device) for v in (x, y)))
    if name != "mannwhitneyu" or scipy_is(">=1.18"):  # zstatistic is of SciPy 1.18
        assert [*parts(got)] == [*parts(expected)]
    for key, value in parts(expected).items():
        np.testing.assert_allclose(parts(got)[key], value, rtol=1e-9)
    copies = [copy.copy(got), copy.deepcopy(got)]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copies.append(pickle.loads(pickle.dumps(got, protocol)))
    for twin in copies:
        assert type(twin) is type(got) and len(twin) == len(got)
        assert [*parts(twin)] == [*parts(got)]
        for key, value in parts(got).items():
            np.testing.assert_array_equal(parts(twin)[key], value)
            np.testing.assert_array_equal(on_host(getattr(twin, key)), value)
        if hasattr(got, "confidence_interval"):
            with tn.config.using(fallback="allow"):  # the quantile is SciPy's
                pairs = zip(
                    *(x.confidence_interval() for x in (twin, got)), strict=True
                )
            for one, other in pairs:
                np.testing.assert_array_equal(host(one), host(other))


def test_replaced_items_of_results(device):
    x = tn.arange(9.0, device=device)
    line = stats.linregress(x, x * x)
    other = line._replace(slope=1.5, intercept_stderr=0.25)
    assert type(other) is type(line)
    assert other.slope == 1.5 and other.intercept_stderr == 0.25
    assert other.rvalue == line.rvalue and line.slope != 1.5
    kept = stats.ttest_1samp(x, 1.0)._replace(pvalue=0.5)
    assert kept.df == 8 and kept.pvalue == 0.5
    with pytest.raises((TypeError, ValueError), match="unexpected field names"):
        line._replace(_fields=1)
