# SPDX-License-Identifier: Apache-2.0
"""What SciPy has and tenorite.scipy has not: SciPy's own code, counted."""

import collections
import importlib
import pathlib
import pickle
import subprocess
import sys
import types
import warnings

import numpy as np
import pytest
import scipy
import tenorite as tn
import tenorite.scipy as ours
from support.helpers import host, outcome
from tenorite._runtime import fallbacks
from tenorite.scipy import _host

ABSENT = {"test", "annotations"}
OURS = """cluster cluster.vq fft fftpack integrate interpolate linalg ndimage optimize
    optimize.elementwise signal signal.windows sparse sparse.csgraph
    sparse.linalg spatial spatial.distance special stats""".split()
THEIRS = """cluster.hierarchy constants differentiate
    io spatial.transform stats.qmc""".split()


@pytest.fixture(autouse=True)
def allowed(device):
    with tn.Device(device), tn.config.using(fallback="allow"):
        yield


@pytest.mark.parametrize("name", [*OURS, *THEIRS])
def test_every_name_is_there(name):
    theirs = importlib.import_module(f"scipy.{name}")
    mine = importlib.import_module(f"tenorite.scipy.{name}")
    for key in getattr(theirs, "__all__", dir(theirs)):
        value = getattr(theirs, key)
        is_module = isinstance(value, types.ModuleType)
        if key.startswith("_") or key in ABSENT or is_module:
            continue
        got = getattr(mine, key)
        assert callable(got) == callable(value), key
        if name in THEIRS and isinstance(value, types.FunctionType):
            assert got.__name__ == key and got.__doc__ == value.__doc__


# Of `np` and `s`: this package and tenorite.scipy, or NumPy and SciPy.
EXPRESSIONS = """
s.signal.remez(7, [0, 0.1, 0.2, 0.5], [1, 0])
s.signal.bessel(3, 0.2, output='sos')
s.signal.group_delay((np.array([1.0, 0.5]), np.array([1.0])))
s.signal.step(s.signal.StateSpace(-np.eye(2), np.ones((2, 1)), np.ones((1, 2)), 0.0))
s.signal.lsim(s.signal.StateSpace(-np.eye(2), np.ones((2, 1)), np.ones((1, 2)), 0.0), np.ones(5), np.arange(5.0))
s.linalg.signm(np.array([[4.0, 1.0], [0.0, 9.0]]))
s.linalg.schur(np.arange(9.0).reshape(3, 3))
s.linalg.schur(np.array([[0.0, 2, 2], [0, 1, 2], [1, 0, 1]]), sort=lambda x, y: y > 1e-15)
s.linalg.eig(np.array([[1.0, 2], [3, 4]]), np.array([[2.0, 1], [1, 3]]))
s.linalg.eig(np.array([[1.0, 2], [3, 4]]), left=True)
s.linalg.eigvals(np.array([[1.0, 2], [3, 4]]), np.array([[2.0, 1], [1, 3]]))
s.linalg.eig(np.eye(2), np.eye(3))
s.linalg.qr(np.arange(6.0).reshape(3, 2), mode='economic', pivoting=True)
s.linalg.solve_sylvester(np.eye(2), 2 * np.eye(2), np.ones((2, 2)))
s.special.jv(np.arange(3), 2.5)
s.special.factorial(np.arange(5))
s.special.roots_legendre(4)
s.ndimage.watershed_ift(np.zeros((3, 3), 'u1'), np.array([[1, 0, 0], [0] * 3, [0, 0, 2]]))
s.stats.norm.pdf(np.linspace(-2, 2, 5))
s.stats.norm(loc=np.array([1.0, 2.0])).mean()
s.stats.ks_2samp(np.arange(5.0), np.arange(5.0) ** 2)
s.stats.ks_2samp(np.arange(5.0), np.arange(5.0) ** 2).statistic_location
s.stats.brunnermunzel(np.arange(6.0), np.arange(6.0) ** 2)
s.stats.weightedtau(np.arange(6.0), np.arange(6.0) ** 2 % 7)
s.optimize.minimize(lambda x: np.sum((x - 3) ** 2), np.zeros(3)).x.round(6)
s.optimize.minimize(s.optimize.rosen, np.zeros(3), jac=s.optimize.rosen_der).x
s.optimize.curve_fit(lambda t, a, b: a * np.exp(-b * t), np.arange(5.0), np.exp(-np.arange(5.0)))[0]
s.optimize.root_scalar(lambda x: x**3 - 1, bracket=[0, 3], method='brentq')
s.optimize.ridder(lambda x: x**3 - 1, 0, 3, full_output=True)
s.optimize.newton(lambda x: x**3 - 1, 3.0, full_output=True)
s.optimize.linprog(np.array([1.0, 2.0]), A_ub=[[-1, -1]], b_ub=np.array([-1.0])).x
s.integrate.quad(lambda t: np.exp(-t * t), 0, 1)
s.integrate.solve_ivp(lambda t, y: -y, (0, 1), np.ones(2)).y
s.integrate.simpson(np.arange(7.0) ** 2)
s.interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 3)(np.array([0.5, 2.5]))
s.interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 3).derivative()(1.5)
s.interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 3).c
s.interpolate.PchipInterpolator(np.arange(5.0), np.arange(5.0) ** 2)(2.5)
s.interpolate.splev(np.array([1.5, 2.5]), s.interpolate.make_interp_spline(np.arange(8.0), np.arange(8.0) ** 2))
s.interpolate.splder(s.interpolate.make_interp_spline(np.arange(8.0), np.arange(8.0) ** 2))(np.array([1.5]))
s.interpolate.sproot(s.interpolate.make_interp_spline(np.arange(8.0), np.arange(8.0) - 3.5))
s.interpolate.splint(0, 2, s.interpolate.make_interp_spline(np.arange(8.0), np.ones((8, 2))))
s.interpolate.BPoly.from_power_basis(s.interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 3)).c
s.interpolate.griddata(np.array([[0, 0], [0, 1], [1, 0.0]]), np.arange(3.0), np.array([[0.2, 0.2]]))
s.spatial.KDTree(np.arange(12.0).reshape(6, 2)).query(np.zeros((2, 2)), k=2)
s.spatial.ConvexHull(np.array([[0, 0], [0, 1], [1, 0], [0.2, 0.2]])).vertices
s.spatial.transform.Rotation.from_euler('z', 90, degrees=True).as_matrix()
(s.spatial.transform.Rotation.from_euler('z', 90) ** 2).apply(np.array([1.0, 0, 0]))
s.cluster.hierarchy.linkage(np.array([[0.0], [1.0], [5.0]]))
s.sparse.linalg.expm(s.sparse.csc_array(np.array([[0, 1.0], [0, 0]]))).toarray()
s.sparse.linalg.eigs(s.sparse.diags_array(np.arange(1.0, 9)).tocsr(), k=2, v0=np.ones(8))[0]
s.sparse.csgraph.minimum_spanning_tree(s.sparse.csr_array(np.array([[0, 2, 3], [0, 0, 1], [0, 0, 0.0]]))).toarray()
s.sparse.csgraph.reverse_cuthill_mckee(s.sparse.csr_array(np.eye(4)))
s.sparse.lil_array(np.array([[0, 2.0], [3, 0]])).tocsr().toarray()
s.interpolate.interp1d(np.arange(3.0), np.arange(3.0))(5.0)
s.linalg.signm(np.ones((2, 3)))
s.optimize.brentq(lambda x: x, 1, 2)
""".strip().splitlines()


def equal(got, wanted):
    """Arrays of ours in the place of NumPy's, in the same structure."""
    if isinstance(wanted, np.ndarray):
        assert isinstance(got, tn.ndarray) and got.dtype == wanted.dtype
        assert got.shape == wanted.shape
        np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=1e-14)
    elif isinstance(wanted, (tuple, list)):
        assert type(got) is type(wanted) and len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            equal(one, other)
    elif isinstance(wanted, dict):
        assert type(got) is type(wanted) and list(got) == list(wanted)
        equal(list(got.values()), list(wanted.values()))
    elif isinstance(wanted, str):
        assert got == wanted
    else:
        np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_calls(text):
    for name in (*OURS, *THEIRS):  # SciPy imports its modules when they are asked for
        importlib.import_module(f"scipy.{name}")
        importlib.import_module(f"tenorite.scipy.{name}")
    with warnings.catch_warnings(action="ignore"):
        wanted, error = outcome(lambda: eval(text, {"np": np, "s": scipy}))
        got, mine = outcome(lambda: eval(text, {"np": tn, "s": ours}))
    assert (type(mine), str(mine)) == (type(error), str(error))
    if error is None:
        equal(got, wanted)


def test_memory_is_shared_on_the_cpu():
    x = tn.arange(5.0, device="cpu")
    address = _host._function(lambda x: x.__array_interface__["data"][0], "x.y")
    assert address(x) == x.data_ptr()
    negate = _host._function(lambda x: np.negative(x, out=x), "x.y")
    assert negate(x) is x and x.tolist() == [0, -1, -2, -3, -4]
    a = ours.sparse.csr_array(tn.eye(3, device="cpu"))
    data = _host._function(lambda a: a.data.__array_interface__["data"][0], "x.y")
    assert data(a) == a.data.data_ptr()


def test_calls_are_counted_and_can_be_refused(device):
    x = 4 * tn.eye(2)
    with tn.profile() as p:
        ours.linalg.signm(x)
    (found,) = p.fallbacks
    assert found[0] == "scipy.linalg.signm" and found.bytes == 2 * x.nbytes
    assert pathlib.Path(found.file) == pathlib.Path(__file__)
    with tn.config.using(fallback="warn"):
        with pytest.warns(tn.PerformanceWarning, match=r"scipy\.linalg\.signm"):
            ours.linalg.signm(x)
    with tn.config.using(fallback="error"):
        with pytest.raises(NotImplementedError, match=r"scipy\.linalg\.signm"):
            ours.linalg.signm(x)
        ours.signal.remez(7, [0, 0.1, 0.2, 0.5], [1, 0])  # of no array


def test_classes_and_objects():
    from tenorite.scipy import interpolate, stats

    x = tn.arange(6.0)
    spline = interpolate.CubicSpline(x, x**2)
    assert isinstance(spline, interpolate.CubicSpline)
    assert isinstance(spline.derivative(), interpolate.PPoly)
    assert issubclass(interpolate.CubicSpline, interpolate.PPoly)
    again = pickle.loads(pickle.dumps(spline))
    assert again(2.0) == spline(2.0) and isinstance(again(x), tn.ndarray)
    assert pickle.loads(pickle.dumps(ours.signal.remez)) is ours.signal.remez

    class Half(stats.rv_continuous):
        def _cdf(self, x):
            return np.clip(x / 2, 0, 1)

    assert Half(a=0, b=2).cdf(0.5) == 0.25
    filtered = ours.sparse.lil_array((3, 3))
    filtered[0, 1] = 2
    assert filtered.tocsr().toarray().tolist()[0] == [0, 2, 0]


def test_single_items_are_counted():
    """Reads and writes of items have a way of their own."""
    with tn.Device("cpu"), tn.config.using(fallback="allow"):
        x = ours.sparse.lil_array((3, 3))
        before = fallbacks.counts()
        x[0, 1] = 2.0
        x[0, 1] += tn.ones(2)[1]
        assert x[0, 1] == 3 and type(x[0, 1]) is type(tn.ones(1)[0])
        rows = fallbacks.between(before, fallbacks.counts())
        with pytest.raises(IndexError):
            x[3, 0]
    names = [row.function.rpartition(".")[2] for row in rows]
    assert {"__getitem__", "__setitem__"} <= set(names)


def test_callbacks_get_arrays_of_ours():
    seen = []

    def f(x):
        seen.append(type(x))
        return tn.sum(x * x)

    ours.optimize.minimize(f, tn.ones(2))
    assert set(seen) == {tn.ndarray}
    a = ours.sparse.linalg.LinearOperator((9, 9), matvec=lambda v: 2 * v.ravel())
    found = ours.sparse.linalg.eigs(a, k=1, v0=tn.ones(9), return_eigenvectors=False)
    np.testing.assert_allclose(host(found), [2])


def squares(x):
    assert isinstance(x, tn.ndarray)
    return tn.sum(x * x)


def test_callbacks_travel_to_other_processes():
    again = pickle.loads(pickle.dumps(_host._callback(squares, "cpu")))
    assert again.__name__ == "squares"
    assert float(again(np.arange(4.0))) == 14

    found = ours.optimize.differential_evolution(
        squares, [(-1, 2)] * 2, workers=pickled_map, updating="deferred", seed=1
    )
    np.testing.assert_allclose(host(found.x), [0, 0], atol=1e-6)


def pickled_map(function, items):
    """As a pool of processes calls a function."""
    return [pickle.loads(pickle.dumps(function))(x) for x in items]


def test_arguments_of_callbacks_are_the_callers():
    seen, counts, kinds = [], collections.Counter(), set()

    def helper(x):
        kinds.add(type(x))
        return tn.sum(x)

    def f(x, seen, counts, table, helper):
        seen.append(1)
        counts["f"] += 1
        table["last"] = type(helper(x))
        return tn.sum(x * x)

    table = {}
    args = seen, counts, table, helper
    ours.optimize.minimize(f, tn.ones(2), args=args, method="Nelder-Mead")
    assert len(seen) == counts["f"] > 1
    assert kinds == {tn.ndarray} and isinstance(tn.ones(2).sum(), table["last"])


def test_callbacks_give_sparse_arrays_of_ours():
    dense = np.array([[4.0, 1.0], [1.0, 3.0]])

    def hessian(x):
        return ours.sparse.csr_array(tn.asarray(dense))

    found = ours.optimize.minimize(
        lambda x: x @ tn.asarray(dense) @ x / 2 - x.sum(),
        tn.zeros(2),
        jac=lambda x: tn.asarray(dense) @ x - 1,
        hess=hessian,
        method="trust-constr",
    )
    np.testing.assert_allclose(host(found.x), np.linalg.solve(dense, np.ones(2)), 1e-6)
    operator = ours.sparse.linalg.aslinearoperator(tn.asarray(dense))
    for jac in (hessian, lambda x: operator):
        for method in ("dogbox", "trf"):
            solved = ours.optimize.least_squares(
                lambda x: tn.asarray(dense) @ x - 1, tn.zeros(2), jac=jac, method=method
            )
            np.testing.assert_allclose(host(solved.x), host(found.x), 1e-5)
        with pytest.raises(ValueError, match="tr_solver"):
            ours.optimize.least_squares(
                lambda x: tn.asarray(dense) @ x - 1,
                tn.zeros(2),
                jac=jac,
                tr_solver="exact",
            )


def test_names_that_nobody_has():
    for module, name in (("signal", "nothing"), ("signal", "np"), ("stats", "_isf")):
        with pytest.raises(AttributeError, match=f"tenorite.scipy.{module}.*{name}"):
            getattr(importlib.import_module(f"tenorite.scipy.{module}"), name)
    for name in ("nothing", "signal.nothing", "stats._nothing", "_lib._nothing"):
        with pytest.raises(ModuleNotFoundError, match=f"tenorite.scipy.{name}"):
            importlib.import_module(f"tenorite.scipy.{name}")


def test_modules_below_modules_that_are_files(device):
    from tenorite.scipy.signal.windows._windows import get_window
    from tenorite.scipy.sparse.linalg._eigen.arpack import ArpackNoConvergence

    assert get_window is ours.signal.windows.get_window
    assert ArpackNoConvergence is ours.sparse.linalg.ArpackNoConvergence
    orthogonal = importlib.import_module("tenorite.scipy.special.orthogonal")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        roots, weights = orthogonal.p_roots(2)
        basic = importlib.import_module("tenorite.scipy.fftpack.basic")
        assert basic.fft is ours.fftpack.fft
    assert isinstance(roots, tn.ndarray)
    np.testing.assert_allclose(weights.get(), [1, 1])
    module = importlib.import_module("tenorite.scipy.special.cython_special")
    assert module.jv(1, 2.0) == scipy.special.jv(1, 2.0)


def test_private_modules_of_scipy(device):
    from tenorite.scipy.integrate._ivp.base import DenseOutput, OdeSolver
    from tenorite.scipy.optimize import _numdiff
    from tenorite.scipy.optimize._numdiff import approx_derivative
    from tenorite.scipy.optimize._optimize import (
        OptimizeResult,
        _check_unknown_options,
        fmin_bfgs,
    )
    from tenorite.scipy.signal._peak_finding import find_peaks
    from tenorite.scipy.spatial._qhull import Delaunay, QhullError
    from tenorite.scipy.stats._continuous_distns import _distn_names, norm
    from tenorite.scipy.stats._distn_infrastructure import rv_frozen

    got = approx_derivative(lambda x: x * x, tn.array([1.0, 2.0]))
    assert str(got.device) == device
    np.testing.assert_allclose(got.get(), [[2, 0], [0, 4]], atol=1e-6)
    assert _numdiff.approx_derivative is approx_derivative
    # What is public in a package above is that of this package.
    for value in (norm, find_peaks, Delaunay, fmin_bfgs, OptimizeResult, OdeSolver):
        packages = (
            ours.stats,
            ours.signal,
            ours.spatial,
            ours.optimize,
            ours.integrate,
        )
        name = "norm" if value is norm else value.__name__
        assert any(value is getattr(package, name, None) for package in packages)
    assert isinstance(ours.stats.norm(), rv_frozen) and "norm" in _distn_names
    assert issubclass(QhullError, RuntimeError) and DenseOutput.__name__
    with pytest.warns(scipy.optimize.OptimizeWarning):
        _check_unknown_options({"nothing": 1})


@pytest.mark.parametrize("format", ["lil", "dok"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "c16"])
def test_items_of_sparse_arrays_of_the_host(device, format, kind, dtype):
    name = f"{format}_{kind}"
    mine = getattr(ours.sparse, name)((4, 5), dtype=dtype)
    theirs = getattr(scipy.sparse, name)((4, 5), dtype=dtype)
    for a, xp in ((mine, tn), (theirs, np)):
        for i, j, value in [
            (0, 1, 2),
            (3, -1, 4.0),
            (0, 1, xp.float64(3)),
            (2, 2, True),
        ]:
            a[i, j] += value
        a[1, 1] = xp.asarray(5)
        a[1, 2] = a[1, 1] * 2
        a[0, [2, 3]] = xp.asarray([1, 2])
    for place in [(0, 1), (3, 4), (-1, -1), (1, 2), (2, 0)]:
        got, wanted = mine[place], theirs[place]
        assert got == wanted and got.dtype == wanted.dtype
    np.testing.assert_array_equal(host(mine.toarray()), theirs.toarray())
    for place in [(4, 0), (0, -6)]:
        for a in (mine, theirs):
            with pytest.raises(IndexError):
                a[place]
    with pytest.raises(ValueError):
        mine[0, 0] = tn.ones(2)


def test_own_private_modules_come_first():
    for name in ("optimize._minimize", "integrate._ivp", "stats._kde", "sparse._csr"):
        path = importlib.import_module(f"tenorite.scipy.{name}").__file__
        assert pathlib.Path(path).is_relative_to(pathlib.Path(ours.__file__).parent)


def test_random_states_for_libraries():
    from tenorite.scipy._lib._util import MapWrapper, check_random_state

    assert check_random_state(None) is tn.random.mtrand._rand
    assert check_random_state(tn.random) is tn.random.mtrand._rand
    assert check_random_state(np.random) is np.random.mtrand._rand
    for given in (
        *(tn.random.default_rng(1), tn.random.RandomState(1)),
        *(np.random.default_rng(1), np.random.RandomState(1)),
    ):
        assert check_random_state(given) is given
    draws = [check_random_state(np.int64(5)).uniform(size=3) for _ in range(2)]
    assert isinstance(draws[0], tn.ndarray) and (draws[0] == draws[1]).all()
    for wrong in ("x", 1.5, [1]):
        with pytest.raises(ValueError, match="cannot be used to seed"):
            check_random_state(wrong)
    assert list(MapWrapper(1)(abs, [-1, 2])) == [1, 2]


def test_version_of_scipy_that_is_followed():
    from tenorite.scipy import __version__, version

    assert __version__ == version.version == version.full_version == "1.18.0"
    assert version.__name__ == "tenorite.scipy.version"
    for name in ("version", "full_version", "short_version", "release"):
        assert type(getattr(version, name)) is type(getattr(scipy.version, name))


WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "scipy":
            raise ModuleNotFoundError("No module named 'scipy'", name="scipy")

sys.meta_path.insert(0, Absent())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name == "scipy" else found(name, *a)
from tenorite.scipy import cluster, integrate, interpolate, optimize, signal, spatial
from tenorite.scipy import stats
assert abs(stats.norm.cdf(0.0) - 0.5) < 1e-15
print(signal.butter(1, 0.5)[0].tolist())
for text in ("signal.remez", "__import__('tenorite.scipy.constants')"):
    try:
        eval(text)
    except (AttributeError, ImportError) as error:
        print(error)
"""


def test_without_scipy():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    one, two, three = done.stdout.splitlines()
    np.testing.assert_allclose(eval(one), [0.5, 0.5])
    assert two.endswith("SciPy is not installed: pip install tenorite[scipy]")
    assert three.endswith("without SciPy: pip install tenorite[scipy]")
