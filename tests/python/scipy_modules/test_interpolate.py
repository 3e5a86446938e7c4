# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.interpolate gives what SciPy gives."""

import copy
import pickle

import numpy as np
import pytest
import scipy.interpolate as theirs
import tenorite as tn
from scipy.sparse.linalg import spsolve
from support.helpers import check, on_device, outcome, public_class
from support.scipy_calls import same_call, same_failure
from support.scipy_versions import scipy_is
from tenorite.scipy import interpolate as ours
from tenorite.scipy.interpolate import _recursions

MODULES = ours, theirs
RTOL = 1e-12
SHAPES = [((5,), 0), ((3, 6), -1), ((9, 70), 0), ((2, 200, 3), 1)]


@pytest.fixture(autouse=True)
def only_kernels(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def numbers(shape, dtype="d", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.random(shape) * 9
    return (x + 1j * rng.random(shape) if dtype in "FD" else x).astype(dtype)


def breakpoints(n):
    return np.cumsum(numbers(n, seed=1) + 0.1)


def points_for(x):
    span = x[-1] - x[0]
    inside = x[0] + span * np.linspace(0, 1, 9)
    outside = [x[0] - span / 3, x[-1] + 2.5 * span, np.nan]
    return np.concatenate([inside, x[:2], x[-2:], outside]).reshape(4, -1)


def same(got, expected, where="", scale=None):
    """Equal within RTOL of the largest value, or of `scale`."""
    assert got.shape == expected.shape, where
    assert got.dtype == expected.dtype, where
    got, expected = got.get(), np.asarray(expected)
    finite = np.abs(expected[np.isfinite(expected)])
    scale = max(finite.max(initial=0), scale or 0)
    np.testing.assert_allclose(got, expected, rtol=0, atol=RTOL * scale, err_msg=where)


def pair(name, device, *args, **kwargs):
    """(our object, SciPy's)."""
    mine = getattr(ours, name)(*on_device(args, device), **kwargs)
    return mine, getattr(theirs, name)(*args, **kwargs)


def same_functions(mine, other, x, device):
    """Values, derivatives and integrals of piecewise polynomials."""
    points = points_for(np.sort(x))
    same(mine.c, other.c, "c")
    assert (mine.axis, mine.extrapolate) == (other.axis, other.extrapolate)
    moved = on_device(points, device)
    scale = np.abs(other.c).max(initial=1)
    for nu in range(5):
        same(mine(moved, nu), other(points, nu), f"nu={nu}", scale)
    for extrapolate in (True, False, "periodic"):
        how = f"extrapolate={extrapolate}"
        same(mine(moved, 0, extrapolate), other(points, 0, extrapolate), how)
    inside = points[:2]
    same(mine.derivative(2)(moved[:2]), other.derivative(2)(inside), "d", scale)
    same(mine.derivative(5)(moved[:2]), other.derivative(5)(inside), "d5")
    same(mine.antiderivative(2)(moved[:2]), other.antiderivative(2)(inside), "a")
    same(mine.derivative(-1).c, other.derivative(-1).c, "antiderivative")


def same_integrals(mine, other, a, b):
    for extrapolate in (None, True, False, "periodic"):
        for bounds in ((a, b), (b, a), (a, a), (a - 3, b + 4), (a + 0.1, b - 0.2)):
            expected = other.integrate(*bounds, extrapolate)
            same(mine.integrate(*bounds, extrapolate), expected, f"{bounds}", 100)


CONDITIONS = [
    *("not-a-knot", "clamped", "natural", "periodic"),
    *(("natural", "not-a-knot"), ("not-a-knot", "clamped")),
]


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("bc", CONDITIONS)
@pytest.mark.parametrize("shape, axis", SHAPES)
def test_cubic_spline(shape, axis, bc, dtype, device):
    x, y = breakpoints(shape[axis]), numbers(shape, dtype)
    if bc == "periodic":
        y = np.moveaxis(y, axis, 0)
        y[-1] = y[0]
        y = np.moveaxis(y, 0, axis)
    mine, other = pair("CubicSpline", device, x, y, axis, bc)
    same_functions(mine, other, x, device)


@pytest.mark.parametrize("bc", CONDITIONS)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_shortest_cubic_splines(n, bc, device):
    x, y = breakpoints(n), numbers((n, 2))
    if bc == "periodic":
        y[-1] = y[0]
    mine, other = pair("CubicSpline", device, x, y, 0, bc)
    same_functions(mine, other, x, device)


def test_given_derivatives_at_the_ends(device):
    x, y = breakpoints(7), numbers((7, 3))
    for first, last in ((1, 2), (2, 1)):
        bc = ((first, numbers(3, "d", 4)), (last, numbers(3, "D", 5)))
        given = tuple((order, on_device(value, device)) for order, value in bc)
        mine = ours.CubicSpline(*on_device((x, y), device), bc_type=given)
        same_functions(mine, theirs.CubicSpline(x, y, bc_type=bc), x, device)


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("columns", [1, 3])
def test_few_long_columns_are_cut_into_chunks(columns, dtype, device):
    n = 70_000 if columns == 1 else 3000
    x, y = breakpoints(n), numbers((n, columns), dtype)
    for bc in ("not-a-knot", "natural"):
        mine, other = pair("CubicSpline", device, x, y, 0, bc)
        same(mine.c, other.c)


def test_steps_of_very_different_sizes(device):
    steps = np.tile([1.0, 1e-6, 1e3, 1e-3], 60)
    x = np.cumsum(steps)
    y = np.cumsum(steps * numbers(240, seed=3))
    mine, other = pair("CubicSpline", device, x, y)
    points = x[:-1] + steps[1:] / 3
    same(mine(tn.asarray(points)), other(points))
    growing = 1.7 ** np.arange(150)
    mine, other = pair("CubicSpline", device, growing, growing)
    same(mine(tn.asarray(growing[:-1] * 1.2)), other(growing[:-1] * 1.2))


def test_recursion_in_chunks_is_the_plain_one(device):
    factor, x = numbers(40, seed=7) / 9 - 0.5, numbers((40, 2))
    for backwards in (False, True):
        s = x.copy()
        rows = range(38, -1, -1) if backwards else range(1, 40)
        for i in rows:
            s[i] += factor[i] * s[i + 1 if backwards else i - 1]
        got, moved = on_device((x.copy(), factor), device)
        _recursions._recur(moved, got, backwards, shortest=3)
        same(got, s)


@pytest.mark.parametrize("n", [2, 3, 8, 90])
def test_hermite_pchip_and_akima(n, device):
    x, y = breakpoints(n), np.round(numbers((3, n, 2)) / 3)
    y[0, :, 0] = 1.0
    mine, other = pair("CubicHermiteSpline", device, x, y, numbers((3, n, 2)), 1)
    same_functions(mine, other, x, device)
    mine, other = pair("PchipInterpolator", device, x, y, 1)
    same_functions(mine, other, x, device)
    for method in ("akima", "makima"):
        mine, other = pair("Akima1DInterpolator", device, x, y, 1, method=method)
        same_functions(mine, other, x, device)


def test_pchip_interpolate(device):
    x, y = breakpoints(6), numbers((6, 2))
    for der in (0, 1):
        name = "pchip_interpolate"
        same_call(MODULES, name, device, x, y, x[:4] + 0.1, der, rtol=RTOL, order=False)


@pytest.mark.parametrize("dtype", "dDfi")
def test_piecewise_polynomials(dtype, device):
    c, x = numbers((3, 4, 2), dtype), np.array([0.0, 1.0, 1.0, 2.5, 4.0])
    mine, other = pair("PPoly", device, c, x)
    same(mine(tn.asarray(points_for(x))), other(points_for(x)))
    same_integrals(mine, other, 0.2, 3.7)
    c = numbers((5, 3, 4, 2), dtype)
    mine, other = pair("PPoly", device, c, x, extrapolate=False, axis=1)
    same(mine(tn.asarray(points_for(x))), other(points_for(x)))
    same(mine.derivative()(1.5), other.derivative()(1.5))


def test_descending_breakpoints(device):
    c, x = numbers((3, 4, 2)), np.array([4.0, 3.0, 3.0, 1.0, 0.0])
    mine, other = pair("PPoly", device, c, x)
    points = points_for(x[::-1])
    for extrapolate in (True, False):
        same(mine(tn.asarray(points), 0, extrapolate), other(points, 0, extrapolate))
        for bounds in ((0.5, 3.7), (-0.5, 6.7), (3.7, 0.5)):
            expected = other.integrate(*bounds, extrapolate)
            same(mine.integrate(*bounds, extrapolate), expected)


def test_empty_values_and_points(device):
    x = breakpoints(4)
    mine, other = pair("CubicSpline", device, x, np.zeros((4, 0)))
    same(mine(tn.asarray(x)), other(x))
    mine, other = pair("CubicSpline", device, x, np.ones(4))
    same(mine(tn.asarray(np.ones(0))), other(np.ones(0)))
    same(mine(1.0), other(1.0))
    mine, other = pair("RegularGridInterpolator", device, (x,), np.ones(4))
    same(mine(tn.asarray(np.ones((0, 1)))), other(np.ones((0, 1))))


def test_extended_polynomials(device):
    c = numbers((2, 2, 3))
    for x in (np.arange(3.0), -np.arange(3.0)):
        goes_behind = x[1:] * 3
        for more in (goes_behind, x[:2] - 5 * x[1], x[:2] + 0.3, x[:2] - 1, x[[2, 1]]):
            # SciPy fails at other orders before the first breakpoint.
            for order in (1, 2, 4) if more is goes_behind else (2,):
                mine, other = pair("PPoly", device, c, x)
                part = numbers((order, 2, 3), "D")
                _, error = outcome(lambda m=more, p=part, f=other: f.extend(p, m))
                given = on_device((part, more), device)
                _, got = outcome(lambda g=given, f=mine: f.extend(*g))
                assert str(got) == str(error)
                same(mine.c, other.c)
                same(mine.x, other.x)


def test_what_the_host_does(device):
    x, y = breakpoints(6), numbers(6) - 4
    with tn.config.using(fallback="allow"):
        mine, other = pair("CubicSpline", device, x, y)
        check(other.roots(), mine.roots(), rtol=1e-9)
        tck = theirs.splrep(x, y)
        found = ours.PPoly.from_spline(on_device(tck[:2], device) + (tck[2],))
        same(found.c, theirs.PPoly.from_spline(tck).c)
        assert type(found) is ours.PPoly
        basis = on_device((numbers((3, 2)), x[:3]), device)
        found = ours.PPoly.from_bernstein_basis(ours.BPoly(*basis))
        expected = theirs.BPoly(numbers((3, 2)), x[:3])
        same(found.c, theirs.PPoly.from_bernstein_basis(expected).c)


NAN = float("nan")
LINE = np.arange(4.0)
FAILURES = [
    ("CubicSpline", LINE * 1j, LINE),
    ("CubicSpline", LINE[None], LINE),
    ("CubicSpline", LINE[:1], LINE[:1]),
    ("CubicSpline", LINE, LINE[1:]),
    ("CubicSpline", LINE, np.ones((2, 3)), 1),
    ("CubicSpline", LINE[::-1].copy(), LINE),
    ("CubicSpline", np.array([0, 1, 1, 2.0]), LINE),
    ("CubicSpline", np.array([0, 1, NAN, 2.0]), LINE),
    ("CubicSpline", LINE, np.array([0, 1, np.inf, 2.0])),
    ("CubicSpline", LINE, LINE, 0, "periodic"),
    ("CubicSpline", LINE, LINE, 0, "wrong"),
    ("CubicSpline", LINE, LINE, 0, ("periodic", "natural")),
    ("CubicSpline", LINE, LINE, 0, ("natural",)),
    ("CubicSpline", LINE, LINE, 0, (1, 2)),
    ("CubicSpline", LINE, LINE, 0, ((3, 0.0), "natural")),
    ("CubicSpline", LINE, LINE, 0, ((1, LINE), "natural")),
    ("CubicHermiteSpline", LINE, LINE, LINE[1:]),
    ("CubicHermiteSpline", LINE, LINE, LINE * NAN),
    ("PchipInterpolator", LINE, LINE * 1j),
    ("Akima1DInterpolator", LINE, LINE * 1j),
    ("PPoly", LINE, LINE),
    ("PPoly", np.ones((2, 3)), LINE, None, 1),
    ("PPoly", np.ones((2, 4)), LINE),
    ("PPoly", np.ones((0, 3)), LINE),
    ("PPoly", np.ones((2, 0)), LINE[:1]),
    ("PPoly", np.ones((2, 3)), np.array([0, 2, 1, 3.0])),
    ("interp1d", LINE, LINE[1:]),
    ("interp1d", LINE, LINE, "wrong"),
    ("interp1d", LINE[:2], LINE[:2], "cubic"),
    ("interp1d", LINE, LINE, "linear", -1, True, True, "extrapolate"),
    ("interp1d", LINE, LINE, "linear", -1, True, None, np.ones(3)),
    ("interp1d", LINE, LINE, "linear", -1, True, None, (1.0, np.ones(3))),
    ("RegularGridInterpolator", (LINE,), LINE, "wrong"),
    ("RegularGridInterpolator", (LINE, LINE), LINE),
    ("RegularGridInterpolator", (LINE,), LINE[1:]),
    ("RegularGridInterpolator", (LINE[[0, 2, 1, 3]],), LINE),
    ("RegularGridInterpolator", (LINE[:3],), LINE[:3], "cubic"),
    ("RegularGridInterpolator", (LINE,), LINE, "linear", True, 1j),
    ("interpn", (LINE, LINE), LINE, LINE),
    ("interpn", (LINE,), LINE, np.ones((2, 2))),
    ("interpn", (LINE,), LINE, np.array([[1.0], [9.0]])),
    ("interpn", (LINE,), LINE, np.array([[1.0]]), "wrong"),
]


@pytest.mark.parametrize("case", range(len(FAILURES)))
def test_exceptions(case, device):
    same_failure(MODULES, FAILURES[case][0], device, *FAILURES[case][1:])


def test_exceptions_of_calls(device):
    cases = [
        ("CubicSpline", (LINE, LINE), (1.0, -1)),
        ("interp1d", (LINE, LINE), (np.array([1.0, -2.0]),)),
        ("interp1d", (LINE, LINE, "nearest"), (np.array([1.0, 7.5]),)),
        (
            "RegularGridInterpolator",
            ((LINE, LINE), np.ones((4, 4))),
            (np.ones((2, 3)),),
        ),
        ("RegularGridInterpolator", ((LINE, LINE), np.ones((4, 4))), ([[1.0, 4.0]],)),
        ("RegularGridInterpolator", ((LINE,), LINE), ([[1.0]], "wrong")),
    ]
    for name, args, called in cases:
        mine, other = pair(name, device, *args)
        _, expected = outcome(lambda f=other, args=called: f(*args))
        given = on_device(called, device)
        _, got = outcome(lambda f=mine, args=given: f(*args))
        assert public_class(got) is public_class(expected), name
        assert str(got) == str(expected)


# ---- interp1d ----


def interp1d_pair(device, x, y, kind="linear", *args, **kwargs):
    """(our object, SciPy's)."""
    mine, other = pair("interp1d", device, x, y, kind, *args, **kwargs)
    if kind == "linear" and not scipy_is(">=1.18"):  # slopes had the precision of y
        y = y.astype(np.result_type(y, x))
        other = theirs.interp1d(x, y, kind, *args, **kwargs)
    return mine, other


KINDS = "linear nearest nearest-up previous next zero slinear cubic".split()


@pytest.mark.parametrize("kind", KINDS)
def test_interp1d(kind, device):
    for dtype, (shape, axis) in zip("dfDl", SHAPES, strict=True):
        n = shape[axis]
        x = np.random.default_rng(2).permutation(np.arange(n) * 1.5)
        y = numbers(shape, dtype)
        inside = np.concatenate([np.linspace(0, x.max(), 7), x[:4], x[:1]])
        mine, other = interp1d_pair(device, x, y, kind, axis)
        same(mine(tn.asarray(inside.reshape(2, -1))), other(inside.reshape(2, -1)))
        same(mine(0.75), other(0.75))
        assert mine.dtype is other.dtype
        outside = np.concatenate([inside, [-5.0, 99.0 * n]])
        for fill in ("extrapolate", np.nan, 7.0, (1.0, 2.0)):
            bounds = None if isinstance(fill, str) else False
            options = {"bounds_error": bounds, "fill_value": fill}
            mine, other = interp1d_pair(device, x, y, kind, axis, **options)
            same(mine(tn.asarray(outside)), other(outside), f"{dtype} {fill}")


def test_values_that_are_not_finite_on_lines(device):
    x, y = np.arange(6.0), np.array([0, 1, np.inf, 3, np.nan, 5])
    points = np.linspace(0, 5, 11)
    for kind in ("linear", "zero", "slinear", 1):
        mine, other = interp1d_pair(device, x, y, kind)
        same(mine(tn.asarray(points)), other(points))
    # Beyond the ends the neighbours' weights are 0 at breakpoints, and 0 * inf is NaN.
    mine, _ = interp1d_pair(device, x, y, fill_value="extrapolate")
    nan, inf = np.nan, np.inf
    expected = np.array([0, 0.5, 1, inf, inf, inf, nan, nan, nan, nan, nan])
    same(mine(tn.asarray(points)), expected)


def test_rows_that_fill(device):
    x, y, row = breakpoints(5), numbers((3, 5)), numbers(3)
    options = {"bounds_error": False, "fill_value": (row, 2.0)}
    given = {"bounds_error": False, "fill_value": (on_device(row, device), 2.0)}
    mine = ours.interp1d(*on_device((x, y), device), **given)
    points = np.array([-1.0, 2.0, 99.0])
    same(mine(tn.asarray(points)), theirs.interp1d(x, y, **options)(points))
    mine.fill_value = 4.0
    assert mine.fill_value == 4.0
    expected = theirs.interp1d(x, y, bounds_error=False, fill_value=4.0)(points)
    same(mine(tn.asarray(points)), expected)


def test_quadratic_splines_are_scipys(device):
    x, y = breakpoints(6), numbers((6, 2))
    with tn.config.using(fallback="allow"):
        mine, other = pair("interp1d", device, x, y, "quadratic", 0)
        same(mine(tn.asarray(x[:5] + 0.05)), other(x[:5] + 0.05))


# ---- grids ----


@pytest.mark.parametrize("method", ["linear", "nearest"])
@pytest.mark.parametrize("dtype", "dfDFl")
@pytest.mark.parametrize("ndim", [1, 2, 3])
def test_grids(ndim, dtype, method, device):
    grid = [breakpoints(n) for n in (5, 4, 6)[:ndim]]
    if ndim > 1 and dtype != "l":  # SciPy rounds fill values of integers then
        grid[1] = grid[1][::-1].copy()
    points = numbers((7, 2, ndim), seed=5) * 2
    points[0, 0, 0] = NAN
    points[1, 0] = [x[1] for x in grid]
    points[2, 0] = [x[-1] for x in grid]
    for rest in ((), (3,)):
        values = numbers(tuple(map(len, grid)) + rest, dtype)
        for fill in (NAN, None, 3.0):
            args = method, False, fill
            name = "RegularGridInterpolator"
            mine, other = pair(name, device, tuple(grid), values, *args)
            same(mine(tn.asarray(points)), other(points))
            parts = tuple(np.moveaxis(points[..., :1], -1, 0))
            if ndim > 1:
                parts = tuple(np.moveaxis(points, -1, 0))
                same(mine(on_device(parts, device)), other(parts))
            given = tuple(grid), values, points, *args
            same_call(MODULES, "interpn", device, *given, rtol=RTOL, order=False)


def test_axes_of_one_point_and_lists(device):
    grid, values = ([2.0], [0.0, 1.0]), np.array([[1.0, 2.0]])
    mine, other = pair("RegularGridInterpolator", device, grid, values)
    same(mine([[2.0, 0.5]]), other([[2.0, 0.5]]))
    same(mine([2.0, 0.25], "nearest"), other([2.0, 0.25], "nearest"))


SPLINES = ["slinear", "cubic", "quintic"]
AXES = [breakpoints(8), breakpoints(9)[::-1].copy(), breakpoints(7)]


def near(got, wanted, tol, where=""):
    """Equal within `tol` of the largest value."""
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
    same(got, wanted, where, scale=scale * tol / RTOL)


@pytest.mark.parametrize("letter", "dfiD")
@pytest.mark.parametrize("ndim, tail", [(1, ()), (2, (2,)), (3, ())])
@pytest.mark.parametrize("method", SPLINES)
def test_splines_of_grids(method, ndim, tail, letter, device):
    grid = tuple(AXES[:ndim])
    values = numbers((*map(len, grid), *tail), letter)
    span = [abs(x).max() for x in grid]
    points = np.random.default_rng(1).random((4, 6, ndim)) * span * 1.2
    points[0, 0, 0] = np.nan
    finite, name = np.nan_to_num(points, nan=1.0), "RegularGridInterpolator"
    for fill in (np.nan, None, 3):
        options = {"bounds_error": False, "fill_value": fill}
        mine, _ = pair(name, device, grid, values, method, **options)
        # By default SciPy solves in few rounds, which miss the values by 1e-6.
        options["solver"] = spsolve
        other = theirs.RegularGridInterpolator(grid, values, method, **options)
        near(mine(tn.asarray(points)), other(points), 1e-8)
        for nu in ([0] * ndim, [1] + [0] * (ndim - 1), [1] * ndim, [7] * ndim):
            near(mine(tn.asarray(points), nu=nu), other(points, nu=nu), 1e-7, str(nu))
        if letter != "i":  # to which SciPy truncates results
            old, tol = f"{method}_legacy", 1e-5 if letter == "f" else 1e-8
            near(mine(tn.asarray(finite), old), other(finite, old), tol)
    inside = [abs(x).min() * 1.01 for x in grid]
    got = ours.interpn(*on_device((grid, values, np.array(inside)), device), method)
    wanted = other(inside)
    near(got, wanted.reshape(got.shape), 1e-8)


def test_splines_of_grids_that_scipy_makes(device):
    grid, values = (LINE, np.arange(5.0)), numbers((4, 5))
    points = numbers((6, 2)) / 3
    name = "RegularGridInterpolator"
    with tn.config.using(fallback="allow"):
        mine, other = pair(name, device, grid, values, "pchip")
        same(mine(tn.asarray(points)), other(points))
        mine, other = pair(name, device, grid, values, "cubic", solver=spsolve)
        same(mine(tn.asarray(points)), other(points))
        same(mine(tn.asarray(points), "pchip"), other(points, "pchip"))
        args = grid, values, points, "splinef2d"
        same_call(MODULES, "interpn", device, *args, rtol=RTOL)


KINDS = ["linear", "nearest", "previous", "zero", "slinear", "quadratic", "cubic", 5]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fill_value", [np.nan, "extrapolate"])
def test_copies_of_functions_through_points(device, kind, fill_value):
    x, points = tn.arange(9.0), tn.asarray([0.5, 2.25, 7.5, 8.0])
    options = {"kind": kind, "fill_value": fill_value}
    with tn.config.using(fallback="allow"):  # quadratic splines are SciPy's
        function = ours.interp1d(x, x * x % 5, **options)
        wanted = function(points).get()
        for protocol in (2, pickle.HIGHEST_PROTOCOL):
            again = pickle.loads(pickle.dumps(function, protocol))
            np.testing.assert_array_equal(again(points).get(), wanted)
        again = copy.deepcopy(function)
        np.testing.assert_array_equal(again(points).get(), wanted)
