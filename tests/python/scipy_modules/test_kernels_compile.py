# SPDX-License-Identifier: Apache-2.0
"""Kernels of tenorite.scipy are compiled for GPUs that need not be there."""

import pathlib

import pytest
import tenorite.scipy
from support.kernel_targets import compile_file_for_gpus

FOLDER = pathlib.Path(tenorite.scipy.__file__).parent
TYPES = [("float", "float"), ("double", "double")]
TYPES += [("complex<float>", "float"), ("complex<double>", "double")]

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
    "signal/filters.cuh": [
        *(
            f"{name}<{t}, {kind}<{t}, {order}>>"
            for name in ("transition", "collect", "run")
            for t, _ in TYPES
            for kind, order in (("Direct", 1), ("Direct", 8), ("Sections", 4))
        ),
        *(
            f"{name}<{t}, {size}>"
            for name in ("fold", "unfold", "power")
            for t, _ in TYPES
            for size in (1, 8)
        ),
    ],
    "spatial/distances.cuh": [
        *(
            f"distances<{metric}, {pairs}>"
            for metric in range(19)
            for pairs in ("true",)
        ),
        "distances<0, false>",
    ],
    "signal/peaks.cuh": [
        *("local_maxima", "prominences", "widths", "keep_distant", "shift_register"),
        *(f"rank_windows<{t}>" for t in ("signed char", "long", "float", "double")),
    ],
    "signal/convolution.cuh": [
        *(f"filter_lines<{t}>" for t, _ in TYPES),
        *(f"correlate_windows<{t}>" for t in ("long", "bool", *(t for t, _ in TYPES))),
    ],
}


@pytest.mark.parametrize("file, instance", [(f, x) for f in FILES for x in FILES[f]])
def test_instances(file, instance):
    compile_file_for_gpus(FOLDER / file, [instance], targets=("sm_90",))
