# SPDX-License-Identifier: Apache-2.0
"""Iterative solvers, with a fixed number of iterations, on a cube of points."""

from ..pairs import Case
from . import matrices

_LENGTHS = (100, 40, 6)  # of the cube's edge
# 200 iterations with sums in another order part company in single precision.
_TOLERANCE = {"float32": 5e-3, "float64": 1e-8}


# Small cubes are solved to this; on large ones all iterations are made.
_CONVERGED = {"float32": 1e-5, "float64": 1e-11}
_SMALL = 1000


def _solver(name, iterations, dtype, options):
    def operands(length):
        a = matrices.grid(length, dtype)
        return a, matrices.dense((a.shape[0],), dtype)

    def call(side, a, b):
        solve = getattr(side.module("sparse.linalg"), name)
        tolerance = _CONVERGED[dtype] if b.size < _SMALL else 0.0
        return solve(a, b, **options(side, tolerance))[0]

    return Case(
        group="sparse.linalg",
        name=f"{name} {iterations} iterations",
        dtype=dtype,
        operands=operands,
        call=call,
        sizes=_LENGTHS,
        tolerance=_TOLERANCE[dtype],
    )


def _fixed(iterations):
    def options(side, tolerance):
        return {"rtol": tolerance, "atol": 0.0, "maxiter": iterations}

    return options


def _restarted(iterations, restart):
    def options(side, tolerance):
        # CuPy counts steps, SciPy cycles.
        most = iterations if side.name == "cupy" else iterations // restart
        return {"rtol": tolerance, "atol": 0.0, "restart": restart, "maxiter": most}

    return options


def _minimal(iterations):
    def options(side, tolerance):
        name = "tol" if side.name == "cupy" else "rtol"
        return {name: tolerance, "maxiter": iterations}

    return options


_SOLVERS = {
    "cg": (200, _fixed(200)),
    "gmres": (100, _restarted(100, 20)),
    "bicgstab": (50, _fixed(50)),
    "minres": (100, _minimal(100)),
}


def cases():
    return [
        _solver(name, iterations, dtype, options)
        for name, (iterations, options) in _SOLVERS.items()
        for dtype in ("float32", "float64")
    ]
