# SPDX-License-Identifier: Apache-2.0
"""Filters of warnings that decide about the warnings of recorded operations."""

import subprocess
import sys
import warnings

import numpy as np
import pytest
import tenorite as tn
from tenorite._runtime.float_errors import filtered


@pytest.fixture(autouse=True)
def heeded():
    tn._core.heed_filters(True)
    with np.errstate(all="warn", under="ignore"):
        yield
    tn._core.heed_filters(False)


def quotients(device):
    return tn.asarray([1.0, 2.0], device=device), tn.asarray([0.0, 1.0], device=device)


def test_a_filter_makes_an_exception_of_it():
    a, z = quotients("cpu")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for x, y in ((a, z), (a[0], z[0])):
            with pytest.raises(RuntimeWarning, match="divide by zero encountered in"):
                x / y
        with np.errstate(divide="ignore"):
            assert (a / z).tolist() == [np.inf, 2]


def test_only_some_are_exceptions():
    a, z = quotients("cpu")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.filterwarnings("error", "divide by zero")
        assert np.isnan((z / z).tolist()[0])
        with pytest.raises(RuntimeWarning, match="divide by zero"):
            a / z


def test_they_are_collected_at_the_call():
    a, z = quotients("cpu")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        quotient = a / z
        assert [str(w.message) for w in found] == [
            "divide by zero encountered in divide"
        ]
    assert quotient.tolist() == [np.inf, 2]
    with pytest.warns(RuntimeWarning, match="invalid value"):
        z / z


FIRST = """
import warnings
import tenorite as tn
a, z = tn.asarray([1.0, 2.0]), tn.asarray([0.0, 1.0])
with warnings.catch_warnings(record=True) as found:
    quotient = a / z
    assert len(found) == 1, found
    warnings.simplefilter("always")
    quotient = a / z
    assert len(found) == 2, found
"""


def test_those_of_the_first_operation_are_collected():
    subprocess.run([sys.executable, "-c", FIRST], check=True)


def test_what_is_ignored_stays_so():
    """Though the work is done when the block has ended."""
    a, z = quotients("cpu")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            logarithm = np.log(a - 1) / z
        shown = a / z
        assert np.isneginf(logarithm.tolist()[0])
    assert [str(w.message) for w in found] == ["divide by zero encountered in divide"]
    assert shown.tolist() == [np.inf, 2]


@pytest.mark.parametrize("method", ("raise", "call", "print"))
def test_filters_are_about_warnings_alone(method, capsys):
    """What errstate does other than warn is done whatever the filters say."""
    a, z = quotients("cpu")
    called = []

    def handler(words, bits):
        called.append(words)

    with warnings.catch_warnings(), np.errstate(divide=method, call=handler):
        warnings.simplefilter("ignore")
        z / z  # invalid, which is a warning
        if method == "raise":
            with pytest.raises(FloatingPointError, match="divide by zero"):
                a / z
        else:
            a / z
    assert called == (["divide by zero"] if method == "call" else [])
    shown = "divide by zero encountered in divide" in capsys.readouterr().err
    assert shown == (method == "print")


def test_filters_of_one_kind_of_error():
    a, z = quotients("cpu")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", "divide by zero")
        (a / z).tolist()
        (z / z).tolist()
    assert [str(w.message) for w in found] == ["invalid value encountered in divide"]


def test_filters_about_others_change_nothing():
    a, _ = quotients("cpu")
    with warnings.catch_warnings():
        warnings.resetwarnings()
        warnings.simplefilter("error", DeprecationWarning)
        warnings.filterwarnings("ignore", "numpy.dtype size changed")
        assert filtered()[0] == 0
        (a + a).tolist()


def test_results_are_the_same_on_devices(device):
    a, z = quotients(device)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert (a / z).tolist() == [np.inf, 2]
