# SPDX-License-Identifier: Apache-2.0
"""Heat in a block of two materials: implicit steps, a steady state and vibrations."""

import numpy as np
from scipy import sparse
from scipy.sparse import linalg


def setup(scale=1.0):
    """How many cells along each edge, how many steps, and the sources of heat."""
    n = max(int(64 * scale ** (1 / 3)), 6)
    rng = np.random.default_rng(4)
    return n, 10, rng.random((n, n, n))


def second_difference(n):
    """The matrix of -u'' on n cells between two cold walls."""
    return sparse.diags_array(
        [-1.0, 2.0, -1.0], offsets=[-1, 0, 1], shape=(n, n), format="csr"
    )


def laplacian(n):
    """The matrix with seven points of -Laplace in a cube."""
    line, one = second_difference(n), sparse.eye_array(n, format="csr")
    x = sparse.kron(sparse.kron(line, one), one)
    y = sparse.kron(sparse.kron(one, line), one)
    z = sparse.kron(sparse.kron(one, one), line)
    return (x + y + z).tocsr()


def run(n, steps, source):
    matrix = laplacian(n)
    # The lower half leads heat ten times better.
    leads = np.where(np.arange(n**3) < n**3 // 2, 10.0, 1.0)
    root = sparse.diags_array(np.sqrt(leads))
    matrix = (root @ matrix @ root).tocsr()
    system = sparse.eye_array(n**3, format="csr") + 0.5 * matrix

    # Implicit steps by conjugate gradients, preconditioned by the diagonal.
    inverse = 1.0 / system.diagonal()
    jacobi = linalg.LinearOperator(system.shape, matvec=lambda v: inverse * v)
    u, rounds = np.zeros(n**3), []
    for _ in range(steps):
        seen = []
        u, failed = linalg.cg(
            system, u + source.ravel(), x0=u, rtol=1e-10, M=jacobi, callback=seen.append
        )
        assert not failed
        rounds.append(len(seen))
    # The steady state, by another method.
    steady, failed = linalg.minres(matrix, source.ravel(), rtol=1e-10)
    assert not failed

    # A slice of the block, by factors.
    side = 2 * n
    line, one = second_difference(side), sparse.eye_array(side, format="csc")
    flat = (sparse.kron(line, one) + sparse.kron(one, line)).tocsc()
    heat = np.resize(source, side * side)
    plate = linalg.spsolve(flat, heat)
    factors = linalg.splu((sparse.eye_array(side**2) + flat).tocsc())
    v = np.zeros(side**2)
    for _ in range(steps):
        v = factors.solve(v + heat)

    # The deepest tones of the plate.
    values, tones = linalg.eigsh(flat, k=4, sigma=0, v0=heat, which="LM")
    highest = linalg.eigsh(flat, k=2, v0=heat, return_eigenvectors=False, tol=1e-10)
    size = linalg.norm(flat)
    return {
        "u": u,
        "rounds": np.array(rounds),
        "steady": steady,
        "plate": plate,
        "later": v,
        "values": values,
        "tone": np.abs(tones[:, 0]),
        "highest": highest,
        "size": np.array(size),
        "data": matrix.data,
        "indices": matrix.indices,
    }


if __name__ == "__main__":
    n, steps, source = setup()
    found = run(n, steps, source)
    print(f"{n}^3 cells, {steps} steps of {found['rounds'].mean():.1f} rounds")
    print(f"hottest {found['u'].max():.6f}, at last {found['steady'].max():.6f}")
    print(f"plate {found['plate'].max():.6f}, soon {found['later'].max():.6f}")
    print(f"tones {np.sqrt(found['values']).round(6)}, to {found['highest'].max():.9f}")
