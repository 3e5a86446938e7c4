# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in scipy.cluster, integrate, optimize and spatial, and what is returned.

A row names the functions first, for which the text holds.
"""

_SUMS = "trapezoid cumulative_trapezoid simpson cumulative_simpson"

_VECTORS = """euclidean sqeuclidean cityblock chebyshev minkowski cosine correlation braycurtis
    canberra hamming jaccard dice rogerstanimoto russellrao sokalsneath yule"""
_VECTORS = " ".join(_VECTORS.split())
_BALLS = "query_ball_point query_ball_tree query_pairs count_neighbors sparse_distance_matrix"
_BALLS = " ".join(f"KDTree.{name}" for name in _BALLS.split())

_ROWS = f"""
{_SUMS} romb|y|array_like|Samples of the function.
{_SUMS}|x|array_like|Where the samples are; `dx` apart where it is None.
{_SUMS} romb|dx|float|Distance of the samples.
{_SUMS} romb|axis|int|The axis of the samples.
cumulative_trapezoid|initial|0 or None|What stands before the other results; None leaves it out.
cumulative_simpson|initial|float or array_like|What is added, and stands before the other results.
romb|show|bool or (int, int)|Whether the table is printed; digits behind the point and width.
solve_ivp|fun|callable|The derivative: fun(t, y), of a float and an array (n,).
solve_ivp|t_span|(float, float)|Where it begins and ends.
solve_ivp|y0|array_like|The state at the beginning, (n,).
solve_ivp|method|str|'RK45', 'RK23', 'DOP853', 'Radau' or 'BDF'; 'LSODA' or a class of SciPy's.
solve_ivp|t_eval|array_like|Times of the states that are returned; those of the steps by default.
solve_ivp|dense_output|bool|Whether a function of time is returned.
solve_ivp|events|callable or list|Functions event(t, y) of which zeros are looked for; attributes `terminal` and `direction` as in SciPy.
solve_ivp|vectorized|bool|Whether `fun` takes states as columns.
solve_ivp|args|tuple|Further arguments of `fun`.
solve_ivp|options|any|`rtol`, `atol`, `max_step`, `first_step`; `jac` of implicit methods, (n, n) or jac(t, y).
OdeSolution|ts|array_like|Times of the steps.
OdeSolution|interpolants|list|Functions of time between two steps.
OdeSolution|alt_segment|bool|Whether a time of a step belongs to the interval behind it.
minimize|fun|callable|The function, fun(x, *args), of which the result is a number.
minimize|x0|array_like|Where it begins, (n,).
minimize|args|tuple|Further arguments of `fun` and `jac`.
minimize|method|str or callable|'BFGS' (the default), 'L-BFGS-B', or another one of SciPy's.
minimize|jac|callable or bool|The gradient, or True where `fun` returns value and gradient.
minimize|hess|callable|The Hessian, for methods of SciPy's.
minimize|hessp|callable|Products with it, for methods of SciPy's.
minimize|bounds|sequence of pairs or Bounds|Bounds of x, for 'L-BFGS-B' and methods of SciPy's; None is no bound.
minimize|constraints|dict or list|Constraints, for methods of SciPy's.
minimize|tol|float|The tolerance of the method.
minimize|callback|callable|Called after each iteration with x, or with `intermediate_result`; StopIteration ends it.
minimize|options|dict|Options of the method, as SciPy's.
Bounds|lb|array_like|Lower bounds; -inf where there is none.
Bounds|ub|array_like|Upper bounds; inf where there is none.
Bounds|keep_feasible|array_like of bool|Which bounds hold throughout, for methods of SciPy's.
residual|x|array_like|The variables.
LbfgsInvHessProduct|sk|array_like|Steps, (pairs, n).
LbfgsInvHessProduct|yk|array_like|Changes of the gradient, (pairs, n).
find_root|f|callable|The functions, f(x, *args, **kwargs), elementwise.
find_root|init|(array_like, array_like)|The ends of the brackets.
find_root newton|args|tuple|Further arguments of the functions.
find_root|kwargs|dict|Further arguments of the functions, by their names.
find_root|tolerances|dict|'xatol', 'xrtol', 'fatol' and 'frtol', as SciPy has them.
find_root newton|maxiter|int|Most steps.
find_root|callback|callable|Called in each step, by SciPy.
newton|func|callable|The functions, func(x, *args).
newton|x0|array_like|Where it begins.
newton|fprime|callable|Their derivatives.
newton|tol|float|Size of a step at which it has converged.
newton|fprime2|callable|Their second derivatives.
newton|x1|float|A second number to begin at, for one function.
newton|rtol|float|Relative tolerance, for one function.
newton|full_output|bool|Whether it is returned which roots converged.
newton|disp|bool|Whether it is an error that there is no root, for one function.
least_squares|fun|callable|The residuals: fun(x, *args, **kwargs), (m,).
least_squares|x0|array_like|Where it begins, (n,).
least_squares|jac|callable, '2-point' or '3-point'|The Jacobian, (m, n), or how it is estimated.
least_squares|bounds|pair or Bounds|Lower and upper bounds of x, numbers or (n,).
least_squares|method|str|'trf', or another one of SciPy's.
least_squares|ftol|float|Tolerance of the change of the cost.
least_squares|xtol|float|Tolerance of the step.
least_squares|gtol|float|Tolerance of the gradient.
least_squares|x_scale|array_like or 'jac'|The scale of each parameter.
least_squares|loss|str or callable|'linear', 'soft_l1', 'huber', 'cauchy' or 'arctan'.
least_squares|f_scale|float|The size of residuals from which on a loss counts them less.
least_squares|diff_step|array_like|Relative steps of differences, for which SciPy is asked.
least_squares|tr_solver|str|'exact', or 'lsmr' of SciPy's.
least_squares|tr_options|dict|Options of SciPy's solver.
least_squares|jac_sparsity|array_like|Which items of the Jacobian are not 0, for which SciPy is asked.
least_squares|max_nfev|int|Most evaluations.
least_squares|verbose|int|Whether it is printed how it goes on, by SciPy.
least_squares|args|tuple|Further arguments of `fun` and `jac`.
least_squares|kwargs|dict|Further arguments by name.
least_squares|callback|callable|Called after each iteration, by SciPy.
least_squares|workers|any|For SciPy.
curve_fit|f|callable|The function, f(xdata, *parameters), of numbers.
curve_fit|xdata|array_like or any|What the function gets first; arrays become float64.
curve_fit|ydata|array_like|What it is to give, (m,).
curve_fit|p0|array_like|Where parameters begin; 1, or a point within the bounds, by default.
curve_fit|sigma|array_like|Errors of `ydata`, (m,), or their covariance, (m, m).
curve_fit|absolute_sigma|bool|Whether `sigma` is more than relative weights.
curve_fit|check_finite|bool|Whether data that is not finite is an error.
curve_fit|bounds|pair or Bounds|Lower and upper bounds of the parameters, numbers or (n,).
curve_fit|method|str|'lm' (the default without bounds), 'trf', or 'dogbox' of SciPy's.
curve_fit|jac|callable or str|The Jacobian, jac(xdata, *parameters), (m, n), or how it is estimated.
curve_fit|full_output|bool|Whether information, words and the end's number are returned too.
curve_fit|nan_policy|'raise' or 'omit'|What NaNs are, without `check_finite`.
curve_fit|kwargs|any|Options of the method, such as `ftol`, `xtol`, `maxfev`, `loss`.
whiten vq kmeans|obs|array_like|Points, (n, d) or (n,).
vq|code_book|array_like|Codes, (k, d) or (k,).
whiten vq kmeans kmeans2|check_finite|bool|Whether NaNs and infinities are looked for.
kmeans|k_or_guess|int or array_like|How many codes, or the first ones.
kmeans|iter|int|How many tries.
kmeans|thresh|float|The change of the mean distance at which it stops.
kmeans2|data|array_like|Points, (n, d) or (n,).
kmeans2|k|int or array_like|How many codes, or the first ones.
kmeans2|iter|int|How many steps.
kmeans2|thresh|float|Accepted.
kmeans2|minit|{{'random', 'points', '++', 'matrix'}}|Where the first codes come from.
kmeans2|missing|{{'warn', 'raise'}}|What is done about empty clusters.
kmeans kmeans2|rng|int or Generator|What draws the first codes.
KDTree cKDTree|data|array_like|The points of the tree, (n, m).
KDTree cKDTree|leafsize|int|Points of a leaf of SciPy's tree.
KDTree cKDTree|compact_nodes|bool|Whether SciPy's tree has tight boxes.
KDTree cKDTree|copy_data|bool|Whether SciPy's tree copies the points.
KDTree cKDTree|balanced_tree|bool|Whether SciPy's tree is split at medians.
KDTree cKDTree|boxsize|float or array_like|The period of each axis, for which SciPy's tree is asked.
KDTree.query KDTree.query_ball_point|x|array_like|Points, (..., m).
KDTree.query|k|int or sequence of ints|How many neighbours, or which.
KDTree.query|eps|float|Accepted; the nearest are found.
KDTree.query|p|float|Minkowski's power, 1 or more.
KDTree.query|distance_upper_bound|float|Only nearer points count.
KDTree.query KDTree.query_ball_point|workers|int|Threads of SciPy's tree.
KDTree.query_ball_point|r|array_like|The distance, or one for each point.
KDTree.query_ball_tree KDTree.query_pairs|r|float|The distance.
KDTree.count_neighbors|r|float or array_like|The distance, or several, (k,).
KDTree.query_ball_point KDTree.query_ball_tree KDTree.query_pairs|eps|float|Accepted; no point is missed.
{_BALLS}|p|float|Minkowski's power; those less than 1 are SciPy's.
KDTree.query_ball_point|return_sorted|bool|Accepted; numbers are ascending.
KDTree.query_ball_point|return_length|bool|Whether counts are returned and no lists.
KDTree.query_pairs|output_type|{{'set', 'ndarray'}}|What is returned.
KDTree.query_ball_tree KDTree.count_neighbors KDTree.sparse_distance_matrix|other|KDTree|The other tree, or the same.
KDTree.count_neighbors|weights|tuple or array_like|Weights of the points of both trees, one of which may be None, or of one tree beside itself.
KDTree.count_neighbors|cumulative|bool|Whether pairs nearer than the distance before count as well.
KDTree.sparse_distance_matrix|max_distance|float|The distance.
KDTree.sparse_distance_matrix|output_type|{{'dok_matrix', 'coo_matrix', 'dict', 'ndarray'}}|What is returned.
{_VECTORS} seuclidean mahalanobis|u|array_like|A vector, (n,).
{_VECTORS} seuclidean mahalanobis|v|array_like|The other vector, (n,).
{_VECTORS}|w|array_like|Weights of the items, 0 or more; ones by default.
minkowski|p|float|The power, more than 0; it may be infinite.
correlation|centered|bool|Whether means are subtracted.
seuclidean|V|array_like|Variances of the items, (n,).
mahalanobis|VI|array_like|The inverse of the covariance, (n, n).
jensenshannon|p|array_like|Probabilities, or what is proportional to them.
jensenshannon|q|array_like|Others.
jensenshannon|base|float|The base of the logarithm; e by default.
jensenshannon|axis|int|The axis of the vectors.
jensenshannon|keepdims|bool|Whether the axis stays, of length 1.
directed_hausdorff|u|array_like|Points, (rows, columns).
directed_hausdorff|v|array_like|Points that are near to them, (rows, columns).
directed_hausdorff|rng|int or Generator|Accepted; nothing is drawn.
directed_hausdorff|seed|int or RandomState|SciPy's older name of `rng`.
distance_matrix|x|array_like|Points, (m, k).
distance_matrix|y|array_like|Other points, (n, k).
distance_matrix|threshold|int|Accepted; SciPy's loops begin at so many items.
minkowski_distance minkowski_distance_p|x|array_like|Vectors, (..., k).
minkowski_distance minkowski_distance_p|y|array_like|Other vectors, (..., k).
distance_matrix minkowski_distance minkowski_distance_p|p|float|The power; it may be infinite.
Delaunay add_points|points|array_like|Points, (n, ndim).
Delaunay|furthest_site|bool|Whether circumspheres hold all points, not none.
Delaunay|incremental|bool|Whether points may be added.
Delaunay|qhull_options|str|Options of Qhull.
add_points|restart|bool|Whether all points are triangulated anew.
find_simplex tsearch plane_distance|xi|array_like|Points, (..., ndim).
find_simplex|bruteforce|bool|Whether all simplices are looked at, and the first one is taken.
find_simplex|tol|float|How far outside of a simplex points may be, in barycentric coordinates.
lift_points|x|array_like|Points, (..., ndim).
tsearch|tri|Delaunay|The triangulation.
kmeans kmeans2|seed|int or RandomState|SciPy's older name of `rng`.
"""


def _expanded(rows):
    for row in filter(None, rows.split("\n")):
        names, _, rest = row.partition("|")
        for name in names.split():
            yield f"{name}.{rest}\n"


OF_SCIENCE = "".join(_expanded(_ROWS))

_KINDS = {
    "tuple of ndarrays": "vq kmeans kmeans2 curve_fit",
    "(float, int, int)": "directed_hausdorff",
    "OdeResult": "solve_ivp",
    "OptimizeResult": "minimize least_squares",
}
RETURNS_OF_SCIENCE = {
    f"scipy.{name}": kind for kind, names in _KINDS.items() for name in names.split()
} | {
    "Delaunay.add_points": "None",
    "KDTree.query": "(ndarray, ndarray)",
    "KDTree.query_ball_point": "list, ndarray of lists, or ndarray",
    "KDTree.query_ball_tree": "list of lists",
    "KDTree.query_pairs": "set or ndarray",
    "KDTree.count_neighbors": "int or ndarray",
    "KDTree.sparse_distance_matrix": "dok_matrix, coo_matrix, dict or ndarray",
}
