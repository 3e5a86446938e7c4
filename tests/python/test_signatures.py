# SPDX-License-Identifier: Apache-2.0
"""inspect.signature() of ufuncs and of methods in C++ says what it says of NumPy's."""

import inspect

import numpy as np
import pytest
import tenorite as tn
from support.op_table import ufunc_rows
from tenorite._runtime.numpy_version import FROM_2_5

METHODS = [
    name
    for name in dir(np.ndarray)
    if not name.startswith("_") and callable(getattr(np.ndarray, name))
]
# Parameters of ours that NumPy's methods lack, which come last.
OURS = {} if FROM_2_5 else {"argsort": ["descending"], "sort": ["descending"]}


def test_there_are_methods():
    assert {"sum", "reshape", "astype", "to_device", "fill"} <= set(METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_methods(name):
    try:
        wanted = inspect.signature(getattr(np.ndarray, name))
    except ValueError:
        pytest.skip("NumPy before 2.4 has none")
    got = inspect.signature(getattr(tn.ndarray, name))
    names = list(got.parameters)
    kept = names[: len(names) - len(OURS.get(name, []))]
    assert names == kept + OURS.get(name, [])
    got = got.replace(parameters=[got.parameters[x] for x in kept])
    assert str(got) == str(wanted)
    assert not getattr(tn.ndarray, name).__doc__.startswith(name)


@pytest.mark.parametrize("row", ufunc_rows(), ids=lambda row: row.name)
def test_ufuncs(row):
    ours = inspect.signature(getattr(tn, row.name, None) or tn._core.ufuncs[row.name])
    wanted = inspect.signature(np.divmod if row.nout == 2 else np.add)
    if not hasattr(np.add, "__signature__"):
        pytest.skip("NumPy before 2.4 has none")
    names = ["x"] if row.nin == 1 else [f"x{i + 1}" for i in range(row.nin)]
    positional = [
        p.name for p in ours.parameters.values() if p.kind == p.POSITIONAL_ONLY
    ]
    assert positional == names
    assert str(ours).partition("/")[2] == str(wanted).partition("/")[2]
