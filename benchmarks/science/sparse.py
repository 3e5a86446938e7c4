# SPDX-License-Identifier: Apache-2.0
"""Products of sparse matrices."""

from ..pairs import Case
from . import matrices

_DTYPES = ("float32", "float64")
_TOLERANCE = {"float32": 2e-5, "float64": 1e-12}
_ENTRIES = (10_000_000, 1_000_000, 3_000)


def _product(side, a, b):
    return a @ b


def _with_dense(shape, dtype, columns):
    def operands(entries):
        a = matrices.matrix(shape, entries, dtype)
        more = (columns,) if columns else ()
        return a, matrices.dense((a.shape[1], *more), dtype)

    return Case(
        group="SpMM" if columns else "SpMV",
        name=f"{shape.__name__}{f' k={columns}' if columns else ''}",
        dtype=dtype,
        operands=operands,
        call=_product,
        sizes=_ENTRIES,
        tolerance=_TOLERANCE[dtype],
    )


def _with_sparse(shape, dtype, sizes):
    return Case(
        group="SpGEMM",
        name=f"{shape.__name__} squared",
        dtype=dtype,
        operands=lambda entries: (matrices.matrix(shape, entries, dtype),) * 2,
        call=_product,
        sizes=sizes,
        tolerance=_TOLERANCE[dtype],
    )


def _conversion(name, call, dtype):
    return Case(
        group="conversions",
        name=name,
        dtype=dtype,
        operands=lambda n: (matrices.matrix(matrices.scattered, n, dtype),),
        call=lambda side, a: call(a),
        sizes=_ENTRIES,
        tolerance=_TOLERANCE[dtype],
    )


def cases():
    found = [
        _with_dense(shape, dtype, columns)
        for shape in matrices.SHAPES
        for dtype in _DTYPES
        for columns in (0, 1, 16)
    ]
    found += [
        _with_sparse(shape, dtype, sizes)
        for shape, sizes in (
            (matrices.stencil_5, (5_000_000, 500_000, 3_000)),
            (matrices.banded, (5_000_000, 500_000, 3_000)),
            (matrices.scattered, (1_000_000, 200_000, 3_000)),
        )
        for dtype in _DTYPES
    ]
    conversions = {
        "csr to csc": lambda a: a.tocsc(),
        "csr to coo and back": lambda a: a.tocoo().tocsr(),
        "transposed @ itself's rows": lambda a: a.T @ a[:, 0].toarray()[:, 0],
        "sum of rows": lambda a: a.sum(axis=1),
        "a + 2 a": lambda a: a + 2 * a,
    }
    return found + [_conversion(name, f, "float64") for name, f in conversions.items()]
