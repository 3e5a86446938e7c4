# SPDX-License-Identifier: Apache-2.0
"""pint: quantities whose magnitudes are arrays of ours."""

import numpy as np
import pint
import pytest
import tenorite as tn
from support.neighbours import Cases

units = pint.UnitRegistry()
m, s, cm = units.metre, units.second, units.centimetre
Q = units.Quantity
rng = np.random.default_rng(1)
A = rng.random((4, 6))
V = rng.random(6)


def items_set(x):
    q = Q(x + 0, "m")
    q[0] = 5 * cm
    return q.magnitude


def in_place(x):
    q = Q(x + 0, "m")
    q.ito("mm")
    q += 1 * m
    return q.magnitude


cases = Cases()
for name, call, *arrays in (
    ("x * unit", lambda x: (x * m).to("cm").magnitude, A),
    ("unit * x", lambda x: (m * x).magnitude, A),
    ("quotient", lambda x: (Q(x, "m") / Q(x + 1, "s")).magnitude, A),
    ("sum of units", lambda x: (x * m + x * cm).magnitude, A),
    ("x * quantity", lambda x: (x * (x * m)).magnitude, A),
    ("x + quantity", lambda x: (x + x * units.dimensionless).magnitude, A),
    ("power", lambda x: ((x * m) ** 2).magnitude, A),
    ("matmul", lambda x, v: ((x * m) @ (v * s)).magnitude, A, V),
    ("comparison", lambda x: x * m > 50 * cm, A),
    ("item", lambda x: (x * m)[1:, 0].magnitude, A),
    ("items set", items_set, A),
    ("in place", in_place, A),
    ("methods", lambda x: ((x * m).mean(axis=0) + (x * m).max()).magnitude, A),
    ("transposed", lambda x: (x * m).T.magnitude, A),
    ("iteration", lambda x: [q.magnitude for q in x * m], A),
    ("sum", lambda x: np.sum(x * m, axis=0).magnitude, A),
    ("sin", lambda x: np.sin(x * units.degree).magnitude, A),
    ("concatenate", lambda x: np.concatenate([x * m, x * cm]).magnitude, A),
    ("where", lambda x: np.where(x > 0.5, x * m, 0 * m).magnitude, A),
    ("isclose", lambda x: np.isclose(x * m, x * 100 * cm), A),
    ("clip", lambda x: np.clip(x * m, 20 * cm, 80 * cm).magnitude, A),
    ("cumsum", lambda x: (x * m).cumsum().magnitude, V),
    ("sort", lambda x: np.sort(x * m).magnitude, V),
    ("dot", lambda x: np.dot(x * m, x * s).magnitude, V),
    ("trapezoid", lambda x: np.trapezoid(x * m, x * s).magnitude, V),
    ("linspace", lambda x: np.linspace(x[0] * m, x[1] * m, 3).magnitude, V),
    ("wraps", lambda x: units.wraps("s", ("m",))(lambda v: v * 2)(x * cm).m, V),
    ("offset units", lambda x: Q(x, "degC").to("K").magnitude, V),
    ("m_as", lambda x: (x * m).m_as("mm"), V),
):
    cases.add(name, call, *arrays)


@cases.parametrized
def test_calls(name, device):
    cases.check(name, device)


def test_units(device):
    x = tn.asarray(V)
    assert (x * m / (x * s)).units == m / s
    with pytest.raises(pint.DimensionalityError):
        x * m + x * s
    with pytest.raises(pint.DimensionalityError):
        x + x * m
