# SPDX-License-Identifier: Apache-2.0
"""Systems of equations and eigenvalues, written out by hand."""

from .program import integers, normal, program


@program()
def lu_with_pivots(np):
    A = np.array(integers(1, -9, 10, 6, 6)).astype(float)
    n = A.shape[0]
    U, L, P = A.copy(), np.eye(n), np.arange(n)
    swaps = 0
    for k in range(n - 1):
        p = np.argmax(np.abs(U[k:, k])) + k
        if p != k:
            U[[k, p]] = U[[p, k]]
            L[[k, p], :k] = L[[p, k], :k]
            P[k], P[p] = P[p], P[k]
            swaps += 1
        for i in range(k + 1, n):
            L[i, k] = U[i, k] / U[k, k]
            U[i, k:] -= L[i, k] * U[k, k:]
    det = (-1) ** swaps * np.prod(np.diag(U))
    return L, np.triu(U), P, swaps, round(det), bool(np.allclose(L @ U, A[P]))


@program()
def gauss_jordan(np):
    """Row-reduces an augmented matrix; swaps rows through a copy."""
    M = np.array([[0, 2, 1, 7], [1, -2, -3, 0], [-1, 1, 2, 3]], dtype=float)
    rows, cols = M.shape
    lead = 0
    pivots = []
    for r in range(rows):
        if lead >= cols:
            break
        i = r
        while M[i, lead] == 0:
            i += 1
            if i == rows:
                i = r
                lead += 1
        if i != r:
            tmp = M[i].copy()
            M[i] = M[r]
            M[r] = tmp
        M[r] /= M[r, lead]
        for j in range(rows):
            if j != r:
                M[j] -= M[j, lead] * M[r]
        pivots.append((r, lead))
        lead += 1
    print(M)
    return M, pivots, M[:, -1]


@program(rounding=2048, why="inner products in each of up to 30 dependent steps")
def conjugate_gradients(np):
    n = 30
    A = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    b = np.ones(n)
    x = np.zeros(n)
    r = b - A @ x
    p = r
    rs_old = r @ r
    residuals = [np.sqrt(rs_old)]
    for i in range(len(b)):
        Ap = A @ p
        alpha = rs_old / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r @ r
        residuals.append(np.sqrt(rs_new))
        if np.sqrt(rs_new) < 1e-9:
            break
        p = r + (rs_new / rs_old) * p
        rs_old = rs_new
    return x, i, residuals[:5], x.argmax()


@program(rounding=64, why="each step is a product and a norm; the errors contract")
def power_iteration(np):
    A = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
    v = np.ones(3) / np.sqrt(3)
    value = 0.0
    steps = 0
    while True:
        w = A @ v
        new = v @ w
        v = w / np.linalg.norm(w)
        steps += 1
        if abs(new - value) < 1e-8:
            break
        value = new
    values = []
    B = A.copy()
    for _ in range(2):
        u = np.ones(3)
        for _ in range(200):
            u = B @ u
            u /= np.sqrt(np.sum(u**2))
        values.append(u @ B @ u)
        B -= values[-1] * np.outer(u, u)
    return new, v, steps, values, max(values) == values[0]


@program(rounding=512, why="orthogonalisation of nearly dependent columns")
def gram_schmidt(np):
    A = np.array(normal(3, 8, 5))
    A[:, 4] = A[:, 0] + 1e-3 * A[:, 4]
    m, n = A.shape
    Q = np.zeros((m, n))
    R = np.zeros((n, n))
    for j in range(n):
        v = A[:, j].copy()
        for i in range(j):
            R[i, j] = Q[:, i] @ v
            v -= R[i, j] * Q[:, i]
        R[j, j] = np.sqrt(v @ v)
        Q[:, j] = v / R[j, j]
    lost = np.abs(Q.T @ Q - np.eye(n)).max()
    return R, A - Q @ R < 1e-12, bool(lost < 1e-10), np.tril(R, -1).any()


@program(rounding=4096, why="60 products of matrices one after the other")
def qr_algorithm(np):
    A = np.array([[5, 4, 1, 1], [4, 5, 1, 1], [1, 1, 4, 2], [1, 1, 2, 4]], dtype=float)
    off = lambda M: np.abs(np.tril(M, -1)).max()
    history = []
    for k in range(200):
        shift = A[-1, -1]
        Q, R = np.linalg.qr(A - shift * np.eye(4))
        A = R @ Q + shift * np.eye(4)
        history.append(off(A))
        if history[-1] < 1e-6 or k == 59:
            break
    values = sorted(np.diag(A), reverse=True)
    print("eigenvalues:", ", ".join(f"{v:.4f}" for v in values))
    return [round(float(v), 8) for v in values], history[0], np.diag(A).sum()


@program(rounding=256, why="rotations, up to 40 of them, on each entry")
def jacobi_eigenvalues(np):
    A = np.array(integers(5, -5, 6, 5, 5)).astype(float)
    A = (A + A.T) / 2
    n = len(A)
    V = np.eye(n)
    rotations = 0
    while True:
        off = np.abs(A - np.diag(np.diag(A)))
        p, q = np.unravel_index(off.argmax(), off.shape)
        if off[p, q] < 1e-9:
            break
        if p > q:
            p, q = q, p
        theta = 0.5 * np.arctan2(2 * A[p, q], A[q, q] - A[p, p])
        c, s = np.cos(theta), np.sin(theta)
        J = np.eye(n)
        J[p, p] = J[q, q] = c
        J[p, q], J[q, p] = s, -s
        A = J.T @ A @ J
        V = V @ J
        rotations += 1
    order = np.argsort(np.diag(A))
    return np.diag(A)[order], rotations, np.abs(V[:, order]), np.trace(A)


@program(rounding=16, why="dots of up to five terms")
def cholesky(np):
    B = np.array(integers(7, -3, 4, 6, 6))
    A = B @ B.T + 6 * np.eye(6, dtype=int)
    n = A.shape[0]
    L = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            s = np.dot(L[i, :j], L[j, :j])
            if i == j:
                d = A[i, i] - s
                if d <= 0:
                    raise np.linalg.LinAlgError("not positive definite")
                L[i, i] = np.sqrt(d)
            else:
                L[i, j] = (A[i, j] - s) / L[j, j]
    log_det = 0
    for i in range(n):
        log_det += 2 * np.log(L[i, i])
    return A, L, log_det, (L @ L.T).round().astype(int) == A


@program()
def integer_determinant(np):
    """Bareiss' algorithm: whole numbers from start to end."""
    M = np.array([[2, -1, 0, 3], [0, 0, 4, 1], [5, 2, 1, -2], [1, 1, 1, 1]])
    n = len(M)
    sign, prev = 1, 1
    for k in range(n - 1):
        if M[k, k] == 0:
            below = np.nonzero(M[k + 1 :, k])[0]
            if not below.size:
                return 0
            j = below[0] + k + 1
            M[[k, j]] = M[[j, k]]
            sign = -sign
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                M[i, j] = (M[i, j] * M[k, k] - M[i, k] * M[k, j]) // prev
        prev = M[k, k]
    result = sign * M[-1, -1]
    print("det = %d" % result)
    return result, int(result), M, result % 7, divmod(int(result), 10)


@program(rounding=512, why="ten orthogonalisations and a least squares problem")
def gmres(np):
    n, m = 40, 10
    A = np.eye(n) * 3 + np.array(normal(11, n, n)) * 0.2
    b = np.array(normal(12, n))
    Q = np.zeros((n, m + 1))
    H = np.zeros((m + 1, m))
    beta = np.linalg.norm(b)
    Q[:, 0] = b / beta
    errors = []
    for k in range(m):
        v = A @ Q[:, k]
        for j in range(k + 1):
            H[j, k] = Q[:, j] @ v
            v = v - H[j, k] * Q[:, j]
        H[k + 1, k] = np.linalg.norm(v)
        if H[k + 1, k] < 1e-12:
            break
        Q[:, k + 1] = v / H[k + 1, k]
        e = np.zeros(k + 2)
        e[0] = beta
        y = np.linalg.lstsq(H[: k + 2, : k + 1], e, rcond=None)[0]
        errors.append(np.linalg.norm(H[: k + 2, : k + 1] @ y - e) / beta)
        if errors[-1] < 1e-3:
            break
    x = Q[:, : k + 1] @ y
    return x, k, errors, np.linalg.norm(A @ x - b) < 0.01 * beta
