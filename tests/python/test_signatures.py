# SPDX-License-Identifier: Apache-2.0
"""inspect.signature() of ufuncs and of methods in C++ says what it says of NumPy's."""

import inspect

import numpy as np
import pytest
import tenorite as tn
from support.helpers import same, same_error
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


def written(x, method, **kwargs):
    getattr(x, method)(**kwargs)
    return x


BY_NAME = [
    lambda xp, x: x.take(indices=[0, 2], axis=0),
    lambda xp, x: x.searchsorted(v=2.5, side="right"),
    lambda xp, x: written(x, "put", indices=[0], values=7),
    lambda xp, x: written(x, "partition", kth=2),
    lambda xp, x: x.argpartition(kth=3)[3],
    lambda xp, x: x.repeat(repeats=2, axis=0),
    lambda xp, x: x.compress(condition=[True, False, True]),
    lambda xp, x: x.astype(int).choose(x, x + 10, x + 20, -x, x),
    lambda xp, x: x.astype(int).choose([5, 6, 7, 8], mode="clip"),
]


@pytest.mark.parametrize("body", BY_NAME)
def test_positional_parameters_have_names(device, body):
    """NumPy's methods take them so, whatever their signatures say."""
    same(body, device, np.array([0.0, 1.0, 2.0, 3.0]))


def test_choices_are_needed(device):
    same_error(lambda xp, x: x.choose(), device, np.arange(3))


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
