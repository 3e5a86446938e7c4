# SPDX-License-Identifier: Apache-2.0
"""Calls of other libraries on arrays of ours against those on NumPy's arrays."""

import dataclasses

import numpy as np
import pytest
import tenorite as tn

from support.helpers import on_device

# What a case says of where its results are.
DEVICE = "device"  # arrays of ours on the device of the arguments
HOST = "host"  # NumPy's: the library computes in host memory
ANY = "any"  # as it comes


class Cases(dict):
    """A table of cases: name -> (call, arrays, where the results are, rtol).

    `table.add(name, call, *arrays)`; the call takes the arrays, as NumPy's or ours.
    """

    def add(self, name, call, *arrays, where=DEVICE, rtol=1e-9):
        assert name not in self, name
        self[name] = (call, arrays, where, rtol)

    @property
    def parametrized(self):
        """The decorator of the test that takes `name`."""
        return pytest.mark.parametrize("name", self)

    def check(self, name, device):
        """Runs the case both ways and compares types, dtypes and values."""
        call, arrays, where, rtol = self[name]
        expected = parts(call(*arrays))
        got = parts(call(*on_device(arrays, device)))
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            check_part(one, other, where, device, rtol)


def parts(result):
    """The arrays and numbers of a result: of tuples, lists, dicts and dataclasses."""
    if dataclasses.is_dataclass(result):
        result = [getattr(result, x.name) for x in dataclasses.fields(result)]
    elif isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (tuple, list)):
        return [x for item in result for x in parts(item)]
    return [result]


def check_part(got, expected, where, device, rtol):
    """One part: where it is, its shape, dtype and values."""
    if isinstance(got, tn.ndarray):
        assert where != HOST
        assert got.device == device
        got = got.get()
    elif isinstance(expected, (np.ndarray, np.generic)):
        assert where != DEVICE, f"{type(got)}, not an array of ours"
    if not isinstance(expected, (np.ndarray, np.generic, float, complex)):
        assert got == expected
        return
    wanted = np.asarray(expected)
    got = np.asarray(got)
    assert got.dtype == wanted.dtype
    assert got.shape == wanted.shape
    if wanted.dtype.kind in "fc":
        scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
        np.testing.assert_allclose(got, wanted, rtol=rtol, atol=rtol * scale)
    else:
        np.testing.assert_array_equal(got, wanted)
