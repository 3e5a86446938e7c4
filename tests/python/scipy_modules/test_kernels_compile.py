# SPDX-License-Identifier: Apache-2.0
"""Kernels of tenorite.scipy are compiled for GPUs that need not be there."""

import pathlib

import pytest
import tenorite.scipy
from support.kernel_targets import compile_file_for_gpus
from tenorite.scipy._kernels import KernelFile
from tenorite.scipy.ndimage import _ranks

FOLDER = pathlib.Path(tenorite.scipy.__file__).parent
TYPES = [("float", "float"), ("double", "double")]
TYPES += [("complex<float>", "float"), ("complex<double>", "double")]

INDICES = ("int", "long")  # of sparse arrays

FILES = {
    "linalg/linalg.cuh": [
        *(f"factor_panel<{t}, {r}>" for t, r in TYPES),
        *(f"exchange_rows<{t}>" for t in ("int", *(t for t, _ in TYPES))),
        *(f"substitute<{t}, true, false>" for t, _ in TYPES),
        "substitute<double, false, true>",
    ],
    "linalg/banded.cuh": [
        *(f"solve_band<{t}, {r}, true>" for t, r in TYPES),
        *(f"solve_band<{t}, {r}, false>" for t, r in TYPES),
        *(f"factor_band<{t}, {r}>" for t, r in TYPES),
        *(f"solve_factored_band<{t}>" for t, _ in TYPES),
        *(f"levinson<{t}>" for t in ("double", "complex<double>")),
    ],
    "interpolate/bsplines.cuh": [
        "basis_at",
        *(f"sums_at<{t}, true>" for t in ("double", "complex<double>")),
        *(f"sums_at<{t}, false>" for t in ("double", "complex<double>")),
        *(
            f"sums_of_products<{t}, {n}>"
            for t in ("double", "complex<double>")
            for n in (1, 3)
        ),
    ],
    "interpolate/splines.cuh": [
        *("eliminate", "find_intervals"),
        *(
            f"recursion<{t}, {backwards}, {mode}, {wide}>"
            for t in ("double", "complex<double>")
            for backwards, mode in (("true", 0), ("false", 0), ("true", 1))
            for wide in ("true", "false")
        ),
        *(
            f"{name}<{t}{rest}>"
            for t in ("double", "complex<double>")
            for name, rest in (
                ("integrals", ""),
                *((x, ", true") for x in ("right_sides", "cubics", "values_at")),
                *((x, ", false") for x in ("right_sides", "cubics", "values_at")),
            )
        ),
    ],
    "interpolate/grids.cuh": [
        "interpolate_grid<float, double, 3, false>",
        "interpolate_grid<double, double, 8, false>",
        "interpolate_grid<complex<float>, complex<double>, 2, false>",
        "interpolate_grid<complex<double>, complex<double>, 1, false>",
        "interpolate_grid<float, float, 2, true>",
        "interpolate_grid<complex<float>, complex<float>, 2, true>",
    ],
    "interpolate/simplices.cuh": [
        *(
            f"linear_in_simplices<{t}, {n}>"
            for t in ("double", "complex<double>")
            for n in (2, 3)
        ),
        *(f"cubic_in_triangles<{t}>" for t in ("double", "complex<double>")),
    ],
    "spatial/simplices.cuh": [
        *("make_transforms<2>", "make_transforms<5>"),
        *(f"find_simplices<{n}, {last}>" for n in (2, 5) for last in ("true", "false")),
    ],
    "signal/expansions.cuh signal/filters.cuh": [
        *(
            f"{name}<{t}, {kind}<{t}, {order}>{rest}>"
            for name, rest in (
                *((name, "") for name in ("powers", "fold", "unfold")),
                *((name, ", 1, 1") for name in ("collect", "run")),
            )
            for t, _ in TYPES
            for kind, order in (("Direct", 1), ("Direct", 8), ("Sections", 4))
        ),
        *(
            f"{name}<{t}, Sections<{t}, 4>, 1, {pack}>"
            for name in ("collect", "run")
            for t, pack in (("float", 4), ("double", 2), ("complex<float>", 2))
        ),
    ],
    "signal/wide.cuh signal/states.cuh": [
        *(
            f"follow<{t}, {w}, {size}>"
            for t in ("double", "complex<double>")
            for w in (t, f"Wide<{t}>")
            for size in (1, 8)
        ),
        *(
            f"follow_many<{t}, {w}>"
            for t in ("double", "complex<double>")
            for w in (t, f"Wide<{t}>")
        ),
        *(f"square<Wide<{t}>>" for t in ("double", "complex<double>")),
    ],
    "stats/beta.cuh": ["beta_powers", "incomplete_beta", "inverse_beta"],
    "spatial/distance/distances.cuh": [
        *(
            f"distances<{metric}, {pairs}>"
            for metric in range(19)
            for pairs in ("true",)
        ),
        "distances<0, false>",
    ],
    "signal/peaks.cuh": [
        *("local_maxima", "prominences", "widths", "keep_distant", "shift_register"),
    ],
    "signal/blocks.cuh": [
        *(f"cut_blocks<{t}, 1>" for t in ("bool", "long", *(t for t, _ in TYPES))),
        *(f"join_blocks<{t}, 1>" for t, _ in TYPES),
    ],
    "signal/convolution.cuh": [
        *(f"filter_lines<{t}>" for t, _ in TYPES),
        *(f"correlate_windows<{t}>" for t in ("long", "bool", *(t for t, _ in TYPES))),
    ],
    "ndimage/border.cuh ndimage/grid.cuh ndimage/operations.cuh ndimage/stencil.cuh": [
        "middle<float, float, Weighted<9>, 9, 2, 1>",
        "middle<short, double, Offset<true, short>, 0, 3, 1>",
        "edges<float, double, RankMany<float, unsigned int, true, false>, 0, 1>",
        "edges<long, int, Extremum<9, false, long>, 9, 2>",
    ],
    "ndimage/interpolation.cuh": [
        "items_at_points<double, float, double, 3, 2, false, int>",
        "items_at_points<bool, unsigned long, float, 1, 5, true, long long>",
        "items_of_affine<float, double, 5, 3, 2, true, int>",
        "items_of_affine<double, bool, 0, 1, 1, false, long long>",
        "tables_of_axes<4, 3, int>",
        "items_of_grid<double, double, 2, 3, false, int>",
        "items_of_grid<short, signed char, 1, 1, true, long long>",
        "spline_lines<0>",
        "spline_lines<1>",
        "spline_lines<2>",
        "filter_chunks<0, false>",
        "filter_chunks<1, true>",
        "settle_chunks<2, true>",
    ],
    "ndimage/morphology.cuh": [
        "binary_step<2, int>",
        "binary_step<3, long long>",
    ],
    "ndimage/distances.cuh": [
        "nearest_of_lines<true, int>",
        "nearest_of_lines<false, long long>",
        "tell_nearest<3, true, int>",
        "tell_nearest<1, false, long long>",
        "nearest_of_list<2, 1, double, int>",
        "nearest_of_list<3, 3, unsigned int, long long>",
        "chamfer_waves<1, int>",
        "chamfer_waves<3, long long>",
    ],
    "ndimage/labels.cuh": [
        "find_runs<int>",
        "join_neighbours<2, int>",
        "join_neighbours<5, long long>",
        "flatten_trees<long long>",
        "number_items<int, unsigned char>",
        "mark_sources<int>",
        "spread_marks<long long>",
    ],
    "ndimage/measurements.cuh": ["boxes_of_labels<1>", "boxes_of_labels<3>"],
    "sparse/warps.cuh sparse/sparse.cuh": [
        *(f"expand_rows<{i}, 8>" for i in INDICES),
        *(
            f"{name}<{i}>"
            for name in ("find_entries", "count_columns")
            for i in INDICES
        ),
        *(f"merge_entries<{i}, {s}>" for i in INDICES for s in ("true", "false")),
        *(
            f"{name}<{t}, {i}>"
            for name in (
                "multiply_rows",
                "add_pieces",
                "multiply_columns",
                "multiply_column_pieces",
                "multiply_diagonals",
                "scatter_columns",
                "scatter_entries",
            )
            for t in ("bool", "int", *(t for t, _ in TYPES))
            for i in INDICES
        ),
        *(
            f"{name}<{t}, {i}>"
            for name in ("multiply_shares", "add_long_rows")
            for t in ("bool", "int", *(t for t, _ in TYPES))
            for i in INDICES
        ),
        *(f"find_extremes<{t}, int, true, false>" for t, _ in TYPES),
        *(f"multiply_by_tables<{t}, {i}, {i}>" for t, _ in TYPES for i in INDICES),
    ],
    "sparse/warps.cuh sparse/sparse.cuh sparse/row_products.cuh": [
        *(f"count_row_products<{i}, 4, 32, 64>" for i in INDICES),
        *(f"find_most_products<{i}>" for i in INDICES),
        *(
            f"multiply_rows_in_tables<{t}, {i}, {sizes}>"
            for t in ("bool", "int", *(t for t, _ in TYPES))
            for i in INDICES
            for sizes in ("8, 32, 32", "32, 512, 2")
        ),
    ],
    "sparse/csgraph/graphs.cuh": [
        "compress",
        *(f"{name}<{i}>" for name in ("hook", "relax", "search") for i in INDICES),
    ],
    "sparse/warps.cuh sparse/linalg/orthogonal.cuh": [
        f"{name}<{t}, {most}>"
        for name in ("project", "append")
        for t, _ in TYPES
        for most in (8, 32)
    ],
    "sparse/warps.cuh sparse/linalg/triangular.cuh": [
        f"solve_triangle<{t}, {i}, {lower}, {unit}>"
        for t, _ in TYPES
        for i in INDICES
        for lower in ("true", "false")
        for unit in ("true", "false")
    ],
}


@pytest.mark.parametrize("file", FILES)
def test_instances(file):
    kernels = KernelFile(FOLDER / "module.py", *file.split())
    compile_file_for_gpus(kernels, FILES[file])


@pytest.mark.parametrize("rows, width, windows", [(1, 7, 4), (5, 5, 4), (13, 1, 1)])
def test_networks(rows, width, windows):
    kernels = _ranks._kernels_with(rows, width, rows * width // 2, windows)
    instances = [
        f"rank_in_registers<{x}, {y}, {x}, {axes}, {rows}, {width}, {windows}, "
        f"{windows if width > 1 else 1}, {slack}>"
        for x, y in (("float", "double"), ("double", "double"), ("short", "bool"))
        for axes, slack in ((2, 0), (3, 1 if width > 1 else 0))
    ]
    compile_file_for_gpus(kernels, instances)
