# SPDX-License-Identifier: Apache-2.0
"""Numbers that come with host data are arrays of ours.

Programs ask `isinstance(x, ndarray)` of what they get.
"""

from decimal import Decimal

import numpy as np
import pytest
import tenorite as tn
from support.helpers import same


@pytest.mark.parametrize("number", [0, 2.5, True, [1, 2], np.float32(1), np.arange(2)])
def test_broadcast_arrays_of_host_data_alone_keeps_numbers_ours(device, number):
    label, ours = tn.broadcast_arrays(Decimal("1.5"), number)
    host, same = np.broadcast_arrays(Decimal("1.5"), number)
    assert type(label) is np.ndarray
    assert label.tolist() == host.tolist()
    assert isinstance(ours, tn.ndarray)
    assert ours.device == device
    assert (ours.dtype, ours.shape) == (same.dtype, same.shape)
    assert ours.tolist() == same.tolist()


# Dtypes that are rows of numbers: the numbers have their axes.
ROWS = ["3f8", "2i4", "(2,3)f4", (np.float64, (3,)), np.dtype((np.int16, 2))]

MAKERS = {
    "zeros": lambda xp, dtype: xp.zeros(2, dtype),
    "zeros of a shape": lambda xp, dtype: xp.zeros((2, 1), dtype=dtype),
    "ones": lambda xp, dtype: xp.ones(2, dtype),
    "full": lambda xp, dtype: xp.full(2, 7, dtype),
    "array": lambda xp, dtype: xp.array([1, 2], dtype),
    "array of a number": lambda xp, dtype: xp.array(5, dtype),
    "asarray": lambda xp, dtype: xp.asarray([1.0, 2.0], dtype),
    "asarray of an array": lambda xp, dtype: xp.asarray(xp.arange(3), dtype),
    "zeros_like": lambda xp, dtype: xp.zeros_like(xp.arange(3), dtype),
    "ones_like": lambda xp, dtype: xp.ones_like([1, 2], dtype),
    "full_like": lambda xp, dtype: xp.full_like([1, 2], 5, dtype),
    "frombuffer": lambda xp, dtype: xp.frombuffer(bytes(range(144)), dtype),
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("dtype", ROWS, ids=str)
def test_dtypes_of_rows_make_arrays_of_ours(device, name, dtype):
    made = MAKERS[name](tn, dtype)
    assert isinstance(made, tn.ndarray)
    assert made.device == device
    same(lambda xp: MAKERS[name](xp, dtype), device)
    assert tn.empty(2, dtype).shape == np.empty(2, dtype).shape
    assert isinstance(tn.empty(2, dtype), tn.ndarray)


@pytest.mark.parametrize("dtype", [">f8", "3>f8", ">i2"])
def test_other_byte_orders_that_are_asked_for_stay_host_data(device, dtype):
    for f in ("zeros", "ones"):
        made, theirs = getattr(tn, f)(3, dtype), getattr(np, f)(3, dtype)
        assert type(made) is np.ndarray
        assert made.dtype == theirs.dtype
        assert made.tolist() == theirs.tolist()
