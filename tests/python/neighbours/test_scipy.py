# SPDX-License-Identifier: Apache-2.0
"""SciPy where it looks for the array API, and its compiled code on host memory."""

import numpy as np
import pytest
import scipy
import tenorite as tn
from scipy import (
    cluster,
    constants,
    differentiate,
    fft,
    integrate,
    interpolate,
    linalg,
    ndimage,
    optimize,
    signal,
    sparse,
    spatial,
    special,
    stats,
)
from scipy.cluster import hierarchy
from scipy.optimize import elementwise
from scipy.spatial.transform import Rotation
from support.helpers import in_python
from support.neighbours import ANY, HOST, Cases

rng = np.random.default_rng(1)
A = rng.normal(size=(40, 5))
B = rng.normal(size=(40, 5)) + 0.3
S = A.T @ A
V = rng.random(64)
W = rng.random(64) + 0.1
T = np.sort(V)
C = V[:32] + 1j * V[32:]
I = rng.integers(1, 20, size=30)


def numbers_of(test):
    """The numbers of a statistical test."""

    def call(*samples):
        result = test(*samples)
        return result.statistic, result.pvalue

    return call


# Functions of ours, which SciPy finds in our namespace: results on the device.
native = Cases()
for name in "fft ifft rfft irfft hfft ihfft fftshift".split():
    native.add(f"fft.{name}", getattr(fft, name), V)
for name in "fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn".split():
    native.add(f"fft.{name}", getattr(fft, name), A)
native.add("fft of complex", lambda x: fft.fft(x, n=50, norm="ortho"), C)
for name in (
    "erf erfc expit logit gammaln psi i0 i0e i1 i1e log_ndtr ndtr ndtri log1p expm1"
    " erfinv entr j0 j1 cbrt"
).split():
    native.add(f"special.{name}", getattr(special, name), V)
for name in "xlogy xlog1py rel_entr kl_div gammainc gammaincc betaln".split():
    native.add(f"special.{name}", getattr(special, name), V, W)
for name, call, *arrays in (
    ("special.float32", special.erf, V.astype("f4")),
    ("special.multigammaln", lambda x: special.multigammaln(x + 5, 2), V),
    ("special.logsumexp", lambda x: special.logsumexp(x, axis=1), A),
    ("special.softmax", lambda x: special.softmax(x, axis=1), A),
    ("special.log_softmax", lambda x: special.log_softmax(x, axis=1), A),
):
    native.add(name, call, *arrays)

# Written for the array API; some ask NumPy for a part.
generic = Cases()
for name, call, *arrays in (
    ("rosen", optimize.rosen, V),
    ("rosen_der", optimize.rosen_der, V),
    ("trapezoid", integrate.trapezoid, W, T),
    ("cumulative_trapezoid", integrate.cumulative_trapezoid, W, T),
    ("cumulative_simpson", lambda y, x: integrate.cumulative_simpson(y, x=x), W, T),
    (
        "tanhsinh",
        lambda a, b: integrate.tanhsinh(lambda t: t * t, a, b).integral,
        V,
        V + 1,
    ),
    (
        "cubature",
        lambda a, b: integrate.cubature(lambda t: (t**2).sum(-1), a, b).estimate,
        np.zeros(2),
        np.ones(2),
    ),
    (
        "nsum",
        lambda a, b: integrate.nsum(lambda k: 1 / k**2, a, b).sum,
        np.array([1.0, 2.0]),
        np.array([50.0, 60.0]),
    ),
    (
        "find_root",
        lambda a, b: elementwise.find_root(lambda x: x**3 - 0.2, (a, b)).x,
        np.zeros(4),
        np.ones(4),
    ),
    (
        "find_minimum",
        lambda a, b, c: elementwise.find_minimum(lambda x: (x - 0.3) ** 2, (a, b, c)).x,
        np.zeros(4),
        np.full(4, 0.5),
        np.ones(4),
    ),
    ("derivative", lambda x: differentiate.derivative(lambda t: t**3, x).df, V),
    ("jacobian", lambda x: differentiate.jacobian(lambda t: t**2, x).df, V[:3]),
    ("convert_temperature", lambda x: constants.convert_temperature(x, "C", "K"), V),
    ("whiten", cluster.vq.whiten, A),
    ("zscore", stats.zscore, A),
    ("zmap", stats.zmap, V, W),
    ("skew of columns", stats.skew, A),
    ("kurtosis of columns", stats.kurtosis, A),
    ("gmean of columns", stats.gmean, np.abs(A)),
    ("sem of columns", stats.sem, A),
    ("describe", stats.describe, A),
    ("ttest_ind of columns", lambda x, y: tuple(stats.ttest_ind(x, y)), A, B),
    ("false_discovery_control", stats.false_discovery_control, V),
    (
        "quantile",
        lambda x, q: stats.quantile(x, q, axis=0, keepdims=True),
        A,
        np.array([[0.1], [0.5]]),
    ),
):
    generic.add(name, call, *arrays)
for name in (
    "skew kurtosis moment gmean hmean variation sem tmean tvar tstd tmin tmax entropy"
    " circmean circvar circstd kstat median_abs_deviation"
).split():
    generic.add(f"stats.{name}", getattr(stats, name), W)
for name in "jarque_bera skewtest kurtosistest normaltest".split():
    generic.add(
        f"stats.{name}",
        numbers_of(getattr(stats, name)),
        W,
    )
for name in (
    "pearsonr ttest_ind ttest_rel bartlett levene f_oneway mannwhitneyu wilcoxon"
    " cramervonmises_2samp"
).split():
    generic.add(
        f"stats.{name}",
        numbers_of(getattr(stats, name)),
        V,
        W,
    )
generic.add("stats.chisquare", numbers_of(stats.chisquare), I.astype(float))

# Compiled code: it reads the memory of the CPU device, and SciPy brings results back.
returned = Cases()
for name, call, *arrays in (
    ("dct", fft.dct, V),
    ("dstn", fft.dstn, A),
    ("special.gamma", special.gamma, V),
    ("special.betainc", special.betainc, V, W, V),
    ("vq", lambda x, y: cluster.vq.vq(x, y[:4]), A, B),
    ("kmeans2", lambda x, y: cluster.vq.kmeans2(x, y[:4], minit="matrix"), A, B),
    ("linkage", lambda x: hierarchy.linkage(x, "ward"), A),
    (
        "fcluster",
        lambda x: hierarchy.fcluster(hierarchy.linkage(x), 3, "maxclust"),
        A,
    ),
    ("pdist", lambda x: spatial.distance.pdist(x, "cosine"), A),
    ("Rotation", lambda x: Rotation.from_rotvec(x[:, :3]).as_matrix(), A),
    (
        "Rotation.apply",
        lambda x, y: Rotation.from_euler("xyz", x[:, :3]).apply(y[:, :3]),
        A,
        B,
    ),
    ("block_diag", linalg.block_diag, S, A),
    ("convolve", lambda x, y: signal.convolve(x, y), V, W[:7]),
    ("fftconvolve", lambda x, y: signal.fftconvolve(x, y), V, W[:7]),
    ("correlate", lambda x, y: signal.correlate(x, y), V, W[:7]),
    ("savgol_filter", lambda x: signal.savgol_filter(x, 7, 2), V),
    ("detrend", signal.detrend, V),
    ("hilbert", signal.hilbert, V),
    ("resample", lambda x: signal.resample(x, 30), V),
    ("convolve2d", lambda x, y: signal.convolve2d(x, y[:3, :3]), A, B),
    ("lfilter", lambda b, a, x: signal.lfilter(b, a, x), V[:3], W[:3] + 1, V),
    ("gaussian_filter", lambda x: ndimage.gaussian_filter(x, 1.5), A),
    ("median_filter", lambda x: ndimage.median_filter(x, 3), A),
    ("zoom", lambda x: ndimage.zoom(x, 2), A),
    ("rotate", lambda x: ndimage.rotate(x, 30), A),
    ("sobel", ndimage.sobel, A),
    ("label", lambda x: ndimage.label(x > 0), A),
    ("distance_transform", lambda x: ndimage.distance_transform_edt(x > 0), A),
    (
        "CubicSpline",
        lambda x, y: interpolate.CubicSpline(x, y)(x[3:9] + 0.001),
        T,
        W,
    ),
    ("make_interp_spline", lambda x, y: interpolate.make_interp_spline(x, y)(x), T, W),
    ("Pchip", lambda x, y: interpolate.PchipInterpolator(x, y)(x[3:9]), T, W),
    ("RBF", lambda p, v: interpolate.RBFInterpolator(p, v)(p[:3]), A, V[:40]),
    ("quad_vec", lambda x: integrate.quad_vec(lambda t: x * t, 0, 1)[0], V),
    ("solve_ivp", lambda x: integrate.solve_ivp(lambda t, y: -y, (0, 1), x).y, V),
):
    returned.add(name, call, *arrays)

# Results are NumPy's: SciPy asks numpy.asarray and nothing more.
hosted = Cases()
for name in "inv eigh svd qr cholesky expm pinv lu schur eigvalsh det norm".split():
    hosted.add(f"linalg.{name}", getattr(linalg, name), S, where=HOST)
for name, call, *arrays in (
    ("linalg.solve", linalg.solve, S, V[:5]),
    ("linalg.lstsq", lambda a, b: linalg.lstsq(a, b)[0], A, V[:40]),
    ("linalg.toeplitz", linalg.toeplitz, V[:5]),
    ("norm.cdf", lambda x: stats.norm.cdf(x, loc=0.5, scale=2), V),
    ("gaussian_kde", lambda x: stats.gaussian_kde(x)(x), V),
    ("cdist", spatial.distance.cdist, A, B),
    ("KDTree", lambda x, y: spatial.KDTree(x).query(y, k=2), A, B),
    ("ConvexHull", lambda x: spatial.ConvexHull(x[:, :2]).vertices, A),
    ("welch", lambda x: signal.welch(x, nperseg=16), V),
    ("find_peaks", lambda x: signal.find_peaks(x)[0], V),
    ("interp1d", lambda x, y: interpolate.interp1d(x, y)(x[3:9]), T, W),
    (
        "griddata",
        lambda p, v: interpolate.griddata(p, v, p[:3] * 0.5),
        A[:, :2],
        V[:40],
    ),
    ("splev", lambda x, y: interpolate.splev(x, interpolate.splrep(x, y, s=1.0)), T, W),
    ("csr_array", lambda x: sparse.csr_array(x * (x > 0)).toarray(), A),
    ("coo_array", lambda v, i: sparse.coo_array((v[:30], (i, i))).toarray(), V, I),
    ("sparse @ x", lambda x: sparse.csr_array(np.eye(40)) @ x, A),
    ("x @ sparse", lambda x: x @ sparse.csr_array(np.eye(5)), A),
    ("sparse * x", lambda x: (sparse.csr_array(np.eye(5)) * x).toarray(), S),
    ("spsolve", lambda b: sparse.linalg.spsolve(sparse.csc_array(np.eye(5)), b), V[:5]),
    (
        "cg",
        lambda b: sparse.linalg.cg(sparse.csr_array(S), b, rtol=1e-12)[0].round(6),
        V[:5],
    ),
    ("dijkstra", lambda a: sparse.csgraph.dijkstra(abs(a)), S),
    ("curve_fit", lambda x, y: optimize.curve_fit(lambda t, a: a * t, x, y), V, W),
    ("linprog", lambda c: optimize.linprog(c, bounds=(1, None)).x, V[:5]),
    ("nnls", lambda a, b: optimize.nnls(a, b)[0], np.abs(A), V[:40]),
    ("assignment", optimize.linear_sum_assignment, S),
    (
        "minimize",
        lambda x: optimize.minimize(
            lambda v: ((v - 1) ** 2).sum(), x, jac=lambda v: 2 * (v - 1)
        ).x.round(6),
        V[:5],
    ),
    ("odeint", lambda x: integrate.odeint(lambda y, t: -y, x, np.linspace(0, 1, 4)), V),
):
    hosted.add(name, call, *arrays, where=HOST)
hosted.add(
    "least_squares",
    lambda x: optimize.least_squares(lambda v: v - x, np.zeros(5)).x,
    V[:5],
    where=ANY,  # of the type of what the function returns
)


# For these SciPy asks for host arrays.
ON_THE_HOST = ("special.multigammaln",)


@native.parametrized
def test_native(name, device):
    if name in ON_THE_HOST and device != "cpu":
        with pytest.raises(TypeError):
            native.check(name, device)
        return
    native.check(name, device)


@generic.parametrized
def test_written_for_the_array_api(name):
    generic.check(name, "cpu")


@returned.parametrized
def test_compiled_code(name):
    returned.check(name, "cpu")


@hosted.parametrized
def test_results_in_host_memory(name):
    hosted.check(name, "cpu")


def test_objective_in_our_arithmetic(device):
    """minimize passes NumPy's vectors; the objective works on the device."""
    target = tn.asarray(V[:5])

    def objective(v):
        r = tn.asarray(v) - target
        return float(r @ r), (2 * r).get()

    found = optimize.minimize(objective, np.zeros(5), jac=True)
    np.testing.assert_allclose(found.x, V[:5], atol=1e-6)


def test_linear_operator(device):
    a = tn.asarray(S)
    operator = sparse.linalg.LinearOperator(
        S.shape, matvec=lambda v: (a @ tn.asarray(v)).get(), dtype=S.dtype
    )
    found, failed = sparse.linalg.cg(operator, V[:5], rtol=1e-12)
    assert not failed
    np.testing.assert_allclose(S @ found, V[:5], rtol=1e-8)


def test_output_of_ndimage():
    """`output=` of ours is written, since it is the same memory."""
    x = tn.asarray(A, device="cpu")
    out = tn.zeros_like(x)
    ndimage.gaussian_filter(x, 1.5, output=out)
    np.testing.assert_array_equal(out.get(), ndimage.gaussian_filter(A, 1.5))


def test_arrays_of_two_libraries_are_refused():
    """SciPy's own rule where it looks for the array API."""
    assert scipy._lib._array_api.SCIPY_ARRAY_API == "1"
    with pytest.raises(TypeError, match="Multiple namespaces"):
        signal.lfilter(V[:3], W[:3], tn.asarray(V))


def test_without_the_array_api():
    """By default SciPy makes NumPy arrays of everything."""
    code = (
        "import numpy as np, tenorite as tn\n"
        "from scipy import signal, special, stats, ndimage, fft, linalg\n"
        "v = np.linspace(0.1, 0.9, 20); x = tn.asarray(v, device='cpu')\n"
        "b, a = signal.butter(3, 0.2)\n"
        "for f in (\n"
        "    lambda v: signal.lfilter(b, a, v), lambda v: signal.filtfilt(b, a, v),\n"
        "    fft.dct, fft.fft, special.erf, stats.zscore, stats.skew,\n"
        "    lambda v: stats.kstest(v, 'norm').statistic,\n"
        "    lambda v: ndimage.map_coordinates(v, [[1.5, 2.5]]),\n"
        "    lambda v: linalg.lu_solve(linalg.lu_factor(np.eye(20) * 2), v),\n"
        "):\n"
        "    np.testing.assert_allclose(np.asarray(f(x)), f(v), rtol=1e-12)\n"
        "print('same')"
    )
    assert in_python(code, SCIPY_ARRAY_API="") == "same"
