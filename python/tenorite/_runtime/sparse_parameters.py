# SPDX-License-Identifier: Apache-2.0
"""What parameters and results mean in scipy.sparse; see parameter_texts.py.

A row names the functions first, for which the text holds.
"""

_SOLVERS = "cg cgs bicg bicgstab gmres qmr minres"
_PATHS = "shortest_path dijkstra bellman_ford johnson floyd_warshall"
_FORMATTED = (
    "spdiags diags diags_array eye eye_array identity kron kronsum block_array bmat "
    "hstack vstack block_diag random rand random_array tril triu"
)
_CLASSES = (
    "csr_array csr_matrix csc_array csc_matrix coo_array coo_matrix dia_array "
    "dia_matrix bsr_array bsr_matrix"
)

_ROWS = f"""
{_SOLVERS}|A|matrix or LinearOperator|The square matrix, sparse or dense, or an operator.
{_SOLVERS}|b|array_like|The right side, of shape (n,) or (n, 1).
{_SOLVERS}|x0|array_like or 'Mb'|The first guess; 0 by default, 'Mb' is M times b.
{_SOLVERS}|rtol|float|Tolerance of the residual as a part of the norm of b.
cg cgs bicg bicgstab gmres qmr|atol|float|Tolerance of the residual; the larger tolerance counts.
{_SOLVERS}|maxiter|int|Most steps; of gmres most cycles.
cg cgs bicg bicgstab gmres minres|M|matrix or LinearOperator|What is near to the inverse of A.
qmr|M1|LinearOperator|Inverse of the left part of a preconditioner.
qmr|M2|LinearOperator|Inverse of the right part.
{_SOLVERS}|callback|callable|Called with x after each step, so that the host waits for each.
gmres|restart|int|Steps of a cycle, 20 by default.
gmres|callback_type|'x', 'pr_norm', 'legacy'|What `callback` gets: x after a cycle, or the norm of the residual.
minres|shift|float|What is subtracted from the diagonal of A.
minres lsqr lsmr|show|bool|Whether it is printed how it ended.
minres|check|bool|Whether A and M are tested for symmetry.
lsqr lsmr|A|matrix or LinearOperator|The matrix, sparse or dense, or an operator.
lsqr lsmr|b|array_like|The right side.
lsqr lsmr|damp|float|Weight of the norm of x in what is made small.
lsqr lsmr|atol|float|Tolerance for the entries of A.
lsqr lsmr|btol|float|Tolerance for the entries of b.
lsqr lsmr|conlim|float|Estimate of the condition at which it stops.
lsqr|iter_lim|int|Most steps.
lsmr|maxiter|int|Most steps.
lsqr|calc_var|bool|Whether the variances of x are estimated.
lsqr lsmr|x0|array_like|The first guess.
spsolve spsolve_triangular splu spilu factorized|A|sparse array|The square matrix.
spsolve|b|array_like or sparse array|The right sides.
spsolve splu spilu|permc_spec|str|How the host orders columns, as in SciPy.
spsolve|use_umfpack|bool|Accepted.
spsolve_triangular|b|array_like|The right sides.
spsolve_triangular|lower|bool|Whether A is a lower triangle.
spsolve_triangular|overwrite_A|bool|Accepted; A is left as it is.
spsolve_triangular|overwrite_b|bool|Accepted; b is left as it is.
spsolve_triangular|unit_diagonal|bool|Whether ones are taken for the diagonal.
splu spilu|diag_pivot_thresh|float|From which size on a diagonal entry is a pivot.
splu spilu|relax|int|SuperLU's degree of relaxation.
splu spilu|panel_size|int|SuperLU's width of panels.
splu spilu|options|dict|Further options of SuperLU.
spilu|drop_tol|float|Size of the entries that are left out, 1e-4 by default.
spilu|fill_factor|float|How many times the entries of A there may be, 10 by default.
spilu|drop_rule|str|SuperLU's rules of dropping.
eigsh svds|A|matrix or LinearOperator|The matrix, sparse or dense, or an operator.
eigsh svds|k|int|How many values.
eigsh|M|None|Accepted; other values are refused.
eigsh|sigma|float|The values nearest to it are found.
eigsh|which|'LM', 'SM', 'LA', 'SA', 'BE'|Which values: largest or smallest by size or by value, or both ends.
svds|which|'LM', 'SM'|Whether the largest or the smallest values.
eigsh svds|v0|array_like|The first vector of the basis.
eigsh svds|ncv|int|Vectors of the basis.
eigsh svds|maxiter|int|Most cycles.
eigsh svds|tol|float|Relative tolerance; 0 is the rounding of the dtype.
eigsh|return_eigenvectors|bool|Whether vectors are returned too.
eigsh|Minv|None|Accepted.
eigsh|OPinv|LinearOperator|The inverse of A - sigma, if there is a better one.
eigsh|mode|'normal'|Other modes are refused.
eigsh svds|rng|any|Accepted; the first vector is always the same.
svds|return_singular_vectors|bool, 'u' or 'vh'|Which vectors are returned.
svds|solver|'arpack'|Other solvers are refused.
svds|options|None|Accepted.
lobpcg|A|matrix, LinearOperator or callable|The Hermitian matrix, or what multiplies a block by it.
lobpcg|X|array_like|First approximations, (n, k), one in a column.
lobpcg|B|matrix, LinearOperator or callable|The positive definite matrix of the other side.
lobpcg|M|matrix, LinearOperator or callable|What is near to the inverse of A.
lobpcg|Y|array_like|Vectors, (n, m), to which those that are found are orthogonal.
lobpcg|tol|float|Tolerance of the norms of residuals; n times the root of the rounding by default.
lobpcg|maxiter|int|Most iterations, 20 by default.
lobpcg|largest|bool|Whether the largest values are found, or the smallest.
lobpcg|verbosityLevel|int|Whether iterations are printed.
lobpcg|retLambdaHistory|bool|Whether values of all iterations are returned too.
lobpcg|retResidualNormsHistory|bool|Whether norms of residuals are returned too.
lobpcg|restartControl|int|Binary digits by which residuals may grow before directions are dropped.
inv|A|sparse array|The square matrix.
is_sptriangular spbandwidth|A|sparse array|The matrix.
norm|x|sparse array|What is measured.
norm|ord|number, inf or 'fro'|Which norm.
expm_multiply|A|matrix|The square matrix, sparse or dense.
expm_multiply|B|array_like|What exp(A) is multiplied with.
expm_multiply|start|float|The first time.
expm_multiply|stop|float|The last time.
expm_multiply|num|int|How many times, 50 by default.
expm_multiply|endpoint|bool|Whether the last time is `stop`.
expm_multiply|traceA|number|The trace of A.
matrix_power|A|sparse array|The square matrix.
matrix_power|power|int|How many factors, at least 0.
aslinearoperator|A|matrix or LinearOperator|A matrix, or what has `shape` and `matvec`.
LinearOperator.matvec LinearOperator.rmatvec LinearOperator.dot|x|array_like|A vector; dot() takes all that `@` and `*` take.
LinearOperator.matmat LinearOperator.rmatmat|X|array_like|A matrix.
solve|rhs|array_like|The right sides.
solve|trans|'N', 'T', 'H'|Whether it is solved with A, its transpose or its adjoint.
SuperLU|A|csc_array|The matrix.
SuperLU|name|str|'splu' or 'spilu'.
SuperLU|options|dict|Options of SuperLU.
ArpackNoConvergence|msg|str|The text.
ArpackNoConvergence|eigenvalues|ndarray|Those that were found.
ArpackNoConvergence|eigenvectors|ndarray|Their vectors.
NegativeCycleError|message|str|The text.
connected_components {_PATHS}|csgraph|sparse array or array_like|The weights of edges; 0 in a dense array is no edge.
connected_components {_PATHS}|directed|bool|Whether edges lead one way.
connected_components|connection|'weak', 'strong'|Whether paths may go against edges.
connected_components|return_labels|bool|Whether the components of nodes are returned too.
shortest_path|method|'auto', 'FW', 'D', 'BF', 'J'|SciPy's names of algorithms; the lengths are the same.
{_PATHS}|return_predecessors|bool|Whether the node before on each path is returned too.
{_PATHS}|unweighted|bool|Whether all edges have the length 1.
shortest_path floyd_warshall|overwrite|bool|Accepted; the graph is left as it is.
shortest_path dijkstra bellman_ford johnson|indices|int or array_like|Where paths begin; everywhere by default.
dijkstra|limit|float|The longest length that counts.
dijkstra|min_only|bool|Whether paths begin at the nearest of `indices`.
{_FORMATTED}|format|str|The format of the result; by default what suits best.
spdiags|data|array_like|The diagonals, one in each row.
spdiags|diags|sequence of ints|Their places; 0 is the main diagonal.
spdiags|m|int or tuple of ints|Number of rows, or the shape.
spdiags|n|int|Number of columns.
diags diags_array|diagonals|sequence of array_like|The items of the diagonals.
diags diags_array|offsets|int or sequence of ints|Their places; 0 is the main diagonal.
diags diags_array|shape|tuple of ints|Shape of the result; what holds the first diagonal by default.
eye eye_array random rand|m|int|Number of rows.
eye eye_array random rand|n|int|Number of columns.
eye eye_array|k|int|Which diagonal.
identity|n|int|Number of rows and columns.
kron kronsum|A|sparse array or array_like|The first operand.
kron kronsum|B|sparse array or array_like|The second operand.
block_array bmat|blocks|sequence of sequences|The blocks; None stands for zeros.
hstack vstack|blocks|sequence|The blocks, sparse or dense.
block_diag|mats|sequence|The blocks, sparse or dense.
random_array|shape|tuple of ints|Shape of the result.
random rand random_array|density|float|Which part of the items are entries.
random rand random_array|rng|int or Generator|Where the numbers come from.
random rand random_array svds|random_state|int or RandomState|SciPy's older name of `rng`.
random|data_rvs|callable|Makes so many values; uniform ones by default.
random_array|data_sampler|callable|Makes values of a `size`; uniform ones by default.
find|A|sparse array or array_like|What is looked at.
matrix_transpose|A|sparse array|What is turned.
tril triu|A|sparse array or array_like|What is taken from.
tril triu|k|int|Which diagonal is the edge.
save_npz load_npz|file|str or file|The file.
save_npz|matrix|sparse array|What is written.
save_npz|compressed|bool|Whether the file is compressed.
issparse isspmatrix isspmatrix_csr isspmatrix_csc isspmatrix_coo isspmatrix_dia isspmatrix_bsr|x|any|What may be one.
{_CLASSES}|arg1|array_like, sparse array or tuple|What it is made of: values, a shape, or parts.
{_CLASSES}|shape|tuple of ints|The shape, where the parts do not say it.
{_CLASSES}|copy|bool|Whether the parts are copied.
{_CLASSES}|maxprint|int|How many entries a text shows.
bsr_array bsr_matrix tobsr|blocksize|tuple of ints|Rows and columns of a block.
max min nanmax nanmin argmax argmin|explicit|bool|Whether zeros that are not stored do not count.
multiply maximum minimum|other|array_like or sparse array|The second operand.
getrow|i|int|Which row.
getcol|j|int|Which column.
check_format|full_check|bool|Whether all indices are looked at.
"""


def _expanded(rows):
    for row in filter(None, rows.split("\n")):
        names, rest = row.split("|", 1)
        for name in names.split():
            yield f"{name}.{rest}\n"


OF_SPARSE = "".join(_expanded(_ROWS))

# What functions return.
_KINDS = {
    "(ndarray, int)": _SOLVERS,
    "(bool, bool)": "is_sptriangular",
    "(int, int)": "spbandwidth",
    "tuple": "lsqr lsmr eigsh lobpcg svds find",
    "sparse array": f"{_FORMATTED} load_npz matrix_power inv",
    "bool": "issparse isspmatrix isspmatrix_csr isspmatrix_csc isspmatrix_coo "
    "isspmatrix_dia isspmatrix_bsr",
    "SuperLU": "splu spilu",
    "callable": "factorized",
    "LinearOperator": "aslinearoperator LinearOperator.adjoint "
    "LinearOperator.transpose",
    "None": "save_npz",
    "(int, ndarray) or int": "connected_components",
    "ndarray or tuple": _PATHS,
}
RETURNS_OF_SPARSE = {
    (name if "." in name else f"scipy.{name}"): kind
    for kind, names in _KINDS.items()
    for name in names.split()
}
