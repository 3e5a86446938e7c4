# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in scipy.interpolate, and what its methods return."""

_CUBICS = "CubicSpline PchipInterpolator Akima1DInterpolator CubicHermiteSpline"
_POLYNOMIALS = "KroghInterpolator BarycentricInterpolator"
_THROUGH = "krogh_interpolate barycentric_interpolate"
_FITTED = "UnivariateSpline InterpolatedUnivariateSpline LSQUnivariateSpline"
_FITPACK = "splev splint spalde splder splantider"
_FITS = "make_lsq_spline make_smoothing_spline make_splrep make_splprep"
_TRIANGULATED = "LinearNDInterpolator CloughTocher2DInterpolator"

# Names of classes, functions or methods, then name, type and text of a parameter.
_ROWS = f"""
{_CUBICS} interp1d PPoly|x|array_like|Points along the axis, ascending.
{_CUBICS} interp1d|y|array_like|Values at the points, along `axis`.
{_CUBICS} interp1d PPoly|axis|int|The axis of the values along which they are interpolated.
{_CUBICS} PPoly|extrapolate|bool or 'periodic'|Whether points outside have values, by the outer intervals, or NaN.
CubicHermiteSpline|dydx|array_like|Derivatives at the points.
CubicSpline|bc_type|str or pair|Conditions at both ends: a name, or (order, value) of a derivative.
Akima1DInterpolator|method|{{'akima', 'makima'}}|Which weights the slopes have.
PPoly|c|array_like|Coefficients, the highest power first, then the intervals.
interp1d|kind|str or int|Kind of interpolation, or the order of a spline.
interp1d|copy|bool|Whether `x` and `y` are copied.
interp1d RegularGridInterpolator interpn|bounds_error|bool|Whether points outside are an error.
interp1d|fill_value|array_like, pair or 'extrapolate'|Values of points outside: below and above, or of both.
interp1d|assume_sorted|bool|Whether `x` is known to ascend.
RegularGridInterpolator interpn|points|sequence of array_like|Points of the grid along each axis.
RegularGridInterpolator interpn|values|array_like|Values on the grid.
RegularGridInterpolator interpn|method|str|'linear', 'nearest', or a kind of spline: 'slinear', 'cubic', 'quintic', 'pchip'.
RegularGridInterpolator interpn|fill_value|number or None|Value of points outside; None extrapolates.
RegularGridInterpolator|solver|callable|What solves the equations of splines; SciPy's.
RegularGridInterpolator|solver_args|dict|Its arguments.
interpn|xi|array_like or tuple of array_like|The points, of shape (..., axes), or of each axis.
pchip_interpolate|xi|array_like|Points along the axis, ascending.
pchip_interpolate|yi|array_like|Values at the points, along `axis`.
pchip_interpolate|x|array_like|The points to evaluate at.
pchip_interpolate|der|int or sequence of ints|Orders of the derivatives.
pchip_interpolate|axis|int|The axis of the values.
construct_fast extend|c|array_like|Coefficients, the highest power first, then the intervals.
construct_fast extend|x|array_like|The breakpoints.
construct_fast integrate solve roots from_spline from_bernstein_basis|extrapolate|bool or 'periodic'|Whether there is something outside of the breakpoints.
construct_fast|axis|int|The axis along which it is interpolated.
derivative antiderivative|nu|int|The order.
integrate|a|float|Where the integral begins.
integrate|b|float|Where it ends.
solve|y|float|The value.
solve roots|discontinuity|bool|Whether changes of the sign at breakpoints count.
from_spline|tck|tuple or BSpline|Knots, coefficients and degree.
from_bernstein_basis|bp|BPoly|The polynomial.
BSpline BSpline.construct_fast BSpline.design_matrix basis_element|t|array_like|Knots, ascending.
BSpline BSpline.construct_fast|c|array_like|Coefficients along `axis`.
BSpline BSpline.construct_fast BSpline.design_matrix make_interp_spline|k|int|The degree.
BSpline|axis|int|The axis of the coefficients.
BSpline basis_element BSpline.design_matrix|extrapolate|bool or 'periodic'|Whether points outside have values, by the outer polynomials, or NaN.
BSpline.design_matrix|x|array_like|Points.
from_power_basis|pp|CubicSpline|The piecewise polynomials.
from_power_basis|bc_type|str|The conditions that it was made with.
insert_knot|x|float|The knot.
insert_knot|m|int|How many times.
make_interp_spline|x|array_like|Points, ascending.
make_interp_spline|y|array_like|Values at the points, along `axis`.
make_interp_spline|t|array_like|Knots; SciPy's choice by default.
make_interp_spline|bc_type|str or pair|Conditions at both ends: a name, or pairs (order, value) of derivatives.
make_interp_spline|axis|int|The axis of the values.
make_interp_spline|check_finite|bool|Whether NaNs and infinities are looked for.
RBFInterpolator|y|array_like|Points, (n, ndim).
RBFInterpolator|d|array_like|Values at the points, (n, ...).
RBFInterpolator|neighbors|int|How many points near to one of evaluation count; all of them by default.
RBFInterpolator|smoothing|float or array_like|How far values may be missed, 0 for not.
RBFInterpolator|kernel|str|The radial function.
RBFInterpolator|epsilon|float|What distances are multiplied by.
RBFInterpolator|degree|int|Degree of the polynomials, -1 for none.
Akima1DInterpolator.extend|right|bool|Accepted.
{_POLYNOMIALS} {_THROUGH} add_xi|xi|array_like|Points, (n,).
{_POLYNOMIALS} {_THROUGH} set_yi add_xi|yi|array_like|Values at the points, along the axis.
{_POLYNOMIALS} {_THROUGH}|axis|int|The axis of the values.
set_yi|axis|int|The axis of the values; as before by default.
BarycentricInterpolator|wi|array_like|Weights of the points, (n,), if they are known.
BarycentricInterpolator barycentric_interpolate|rng|int or Generator|Accepted; nothing is drawn.
BarycentricInterpolator|random_state|int or RandomState|SciPy's older name of `rng`.
{_THROUGH}|x|array_like|The points to evaluate at.
{_THROUGH}|der|int or sequence of ints|Orders of the derivatives.
derivatives KroghInterpolator.derivative BarycentricInterpolator.derivative|x|array_like|Points.
derivatives|der|int|How many orders; as many as points by default.
KroghInterpolator.derivative BarycentricInterpolator.derivative|der|int|The order.
{_FITTED}|x|array_like|Points, ascending, (n,).
{_FITTED}|y|array_like|Values at the points, (n,).
{_FITTED}|w|array_like|Weights of the points, (n,); ones by default.
{_FITTED}|bbox|pair of floats|Ends of the spline; those of the points by default.
{_FITTED}|k|int|The degree, 1 to 5.
UnivariateSpline set_smoothing_factor|s|float|The sum of squares of weighted residuals that is allowed; n by default.
{_FITTED}|ext|int or str|What points outside have: 0 'extrapolate', 1 'zeros', 2 'raise' an error, 3 'const'.
{_FITTED}|check_finite|bool|Whether NaNs and infinities are looked for.
LSQUnivariateSpline|t|array_like|Inner knots, ascending.
integral splint|a|float|Where the integral begins.
integral splint|b|float|Where it ends.
UnivariateSpline.derivative UnivariateSpline.antiderivative splder splantider|n|int|The order.
InterpolatedUnivariateSpline.derivative InterpolatedUnivariateSpline.antiderivative|n|int|The order.
LSQUnivariateSpline.derivative LSQUnivariateSpline.antiderivative|n|int|The order.
{_FITPACK}|tck|tuple or BSpline|Knots, coefficients and degree; coefficients may be a list, of a curve.
splev spalde|x|array_like|Points.
splev|der|int|The order of the derivative, 0 to k.
splev|ext|int|What points outside have: 0 the outer polynomials, 1 zeros, 2 an error, 3 the values at the ends.
splint|full_output|bool|Whether integrals of the B-splines are returned as well.
{_FITS}|x|array_like|Points, ascending; of a curve its points, (axes, n).
make_lsq_spline make_smoothing_spline make_splrep|y|array_like|Values at the points, along `axis`.
{_FITS}|w|array_like|Weights of the points; ones by default.
make_lsq_spline make_splrep make_splprep|k|int|The degree.
make_lsq_spline make_smoothing_spline|axis|int|The axis of the values.
make_lsq_spline|t|array_like|Knots, ascending.
make_lsq_spline|check_finite|bool|Whether NaNs and infinities are looked for.
make_lsq_spline|method|{{'qr', 'norm-eq'}}|How the equations are solved.
make_smoothing_spline|lam|float|How much curvature weighs; by cross-validation by default.
make_splrep|xb|float|Where the spline begins; at the first point by default.
make_splrep|xe|float|Where the spline ends; at the last point by default.
make_splprep|u|array_like|Parameters of the points, ascending; lengths of chords by default.
make_splprep|ub|float|Where the spline begins; at the first parameter by default.
make_splprep|ue|float|Where the spline ends; at the last parameter by default.
make_splrep make_splprep|s|float|The sum of squares of weighted residuals that is allowed.
make_splrep make_splprep|t|array_like|Knots; the fit's choice by default.
make_splrep make_splprep|nest|int|Most knots.
make_splrep make_splprep|bc_type|{{'not-a-knot', 'periodic'}}|Conditions at both ends.
NdBSpline NdBSpline.design_matrix|t|tuple of array_like|Knots along each axis, ascending.
NdBSpline|c|array_like|Coefficients, (n1, ..., nn, ...).
NdBSpline NdBSpline.design_matrix|k|int or sequence of ints|The degree, or one for each axis.
NdBSpline NdBSpline.design_matrix|extrapolate|bool|Whether points outside have values, by the outer polynomials, or NaN.
NdBSpline.derivative|nu|sequence of ints|Orders along each axis.
NdBSpline.design_matrix|xvals|array_like|Points, (count, n).
NearestNDInterpolator|x|array_like or tuple of array_like|Points, (n, ndim), or their coordinates.
NearestNDInterpolator|y|array_like|Values at the points, (n, ...).
NearestNDInterpolator|tree_options|dict|Options of KDTree.
NearestNDInterpolator {_TRIANGULATED} griddata|rescale|bool|Whether points are scaled to the unit cube.
{_TRIANGULATED}|points|array_like, tuple of array_like or Delaunay|Points, (n, ndim), their coordinates, or their triangulation.
{_TRIANGULATED} griddata|values|array_like|Values at the points, (n, ...).
{_TRIANGULATED} griddata|fill_value|number|Value of points outside.
CloughTocher2DInterpolator|tol|float|Tolerance of the gradients' estimation.
CloughTocher2DInterpolator|maxiter|int|Most rounds of the gradients' estimation.
griddata|points|array_like or tuple of array_like|Points, (n, ndim), or their coordinates.
griddata|xi|array_like or tuple of array_like|Points to evaluate at, (..., ndim), or their coordinates.
griddata|method|{{'linear', 'nearest', 'cubic'}}|How values are made of those around.
"""


def _expanded(rows):
    for row in filter(None, rows.split("\n")):
        names, _, rest = row.partition("|")
        for name in names.split():
            yield f"{name}.{rest}\n"


OF_INTERPOLATE = "".join(_expanded(_ROWS))

_KINDS = {
    "PPoly": """construct_fast derivative antiderivative from_spline
        from_bernstein_basis""",
    "None": "extend",
    "ndarray or list of ndarrays": "pchip_interpolate",
}
_OWNERS = (
    "PPoly CubicSpline PchipInterpolator Akima1DInterpolator CubicHermiteSpline".split()
)
RETURNS_OF_INTERPOLATE = (
    {
        f"{owner}.{name}": kind
        for kind, names in _KINDS.items()
        for name in names.split()
        for owner in _OWNERS
    }
    | {
        f"BSpline.{name}": kind
        for name, kind in {
            **dict.fromkeys(
                """construct_fast basis_element derivative antiderivative from_power_basis
            insert_knot""".split(),
                "BSpline",
            ),
            "design_matrix": "csr_array",
        }.items()
    }
    | {
        f"{owner}.{name}": kind
        for owner in _FITTED.split()
        for name, kind in {
            "derivative": "UnivariateSpline",
            "antiderivative": "UnivariateSpline",
            "derivatives": "ndarray or list of ndarrays",
            "get_residual": "float",
            "set_smoothing_factor": "None",
        }.items()
    }
    | {
        "BarycentricInterpolator.set_yi": "None",
        "BarycentricInterpolator.add_xi": "None",
        "NdBSpline.derivative": "NdBSpline",
        "NdBSpline.design_matrix": "csr_array",
        "scipy.make_interp_spline": "BSpline",
        "scipy.make_lsq_spline": "BSpline",
        "scipy.make_smoothing_spline": "BSpline",
        "scipy.make_splrep": "BSpline",
        "scipy.make_splprep": "(BSpline, ndarray)",
        "scipy.splder": "tuple or BSpline",
        "scipy.splantider": "tuple or BSpline",
        "scipy.splev": "ndarray or list of ndarrays",
        "scipy.spalde": "ndarray or list of ndarrays",
        "scipy.pchip_interpolate": "ndarray or list of ndarrays",
    }
)
