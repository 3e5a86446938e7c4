# SPDX-License-Identifier: Apache-2.0
"""The same operations again and again, of which the plans are kept: with other values,
memory, results that are looked at, views and dtypes each time."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion

TIMES = 7


def scalars(k, data):
    x = data(1000, "f4", k)
    return (x * (k + 0.5) + k) / (k + 1) - x


def initials(k, data):
    x = data((30, 40), "f8", k)
    return tn.maximum(x, 0.1 * k).max(axis=1, initial=0.5 * k) + k


def temporaries_that_live_on(k, data):
    x = data(500, "f8", k)
    a = x + 1
    b = a * 2
    c = b - x
    return [c, *([a] if k % 2 else []), *([b] if k % 3 == 0 else [])]


def moving_views(k, data):
    x = data(2000, "f4", 1)
    y = x[k : k + 900] * 2
    x[k + 100 : k + 1000] = y + x[k + 100 : k + 1000]
    return x


def overlapping_now_and_then(k, data):
    x = data(300, "f8", 2)
    first, second = x[:100], x[50 * (k % 3) : 50 * (k % 3) + 100]
    first += 1
    second *= 2
    return x, first - second


def other_dtypes(k, data):
    x = data(400, ("f4", "f8", "f2")[k % 3], 3)
    return tn.exp(x * 0.5) + x, (x > 0) & (x < 1)


def other_shapes(k, data):
    x = data((20 + k % 2, 30), "f4", k)
    return x - x.mean(axis=1, keepdims=True)


def masks(k, data):
    x = data(700, "f4", k)
    x[x > 0.1 * k] = -k
    x[x < -1] *= 3
    return x


def results_never_seen(k, data):
    x = data(200, "f8", k)
    y = x * 3
    z = y + 1
    if k % 2:
        del y
    else:
        del z
    return x


def totals(k, data):
    x = data(300, "f4", k)
    total = (x * 2 + k).sum()
    return float(total) * x, total


CASES = [
    scalars,
    initials,
    temporaries_that_live_on,
    moving_views,
    overlapping_now_and_then,
    other_dtypes,
    other_shapes,
    masks,
    results_never_seen,
    totals,
]


def bits(results):
    if not isinstance(results, (list, tuple)):
        results = [results]
    return [(r.dtype.str, r.shape, tn.asnumpy(r).tobytes()) for r in results]


@pytest.mark.parametrize("mode", RECORDED)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_again(device, mode, case):
    def data(shape, dtype, seed):
        values = np.random.default_rng(seed).normal(size=shape).astype(dtype)
        return tn.asarray(values, device=device)

    with fusion("off"):
        expected = [bits(case(k, data)) for k in range(TIMES)]
    with fusion(mode):
        for _ in range(3):
            assert [bits(case(k, data)) for k in range(TIMES)] == expected
