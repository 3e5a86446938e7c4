# SPDX-License-Identifier: Apache-2.0
"""Scripts as people publish them run with nothing but their import replaced.

scripts/ has them: one program each, in the styles of many authors. What a script prints
and its variables are compared with NumPy's, on the CPU device, in the default mode.
"""

import pytest
import tenorite as tn
from support.scripts import SCRIPTS, outputs, rounding
from whole_programs.observed import as_numpy, compare

# Scripts that differ, and why: docs/differences.md has each of these.
EXPLAINED = {
    "errors_caught": "NumPy's private UFuncTypeError is a TypeError",
    "hydrology_masked": "host data is no instance of tenorite.ndarray",
    "object_dispatch_function": "__array_function__ of others is not asked",
    "subclass_info": "arrays cannot be subclassed",
}


@pytest.fixture
def numbers_of_numpy(settings_as_before):
    with tn.Device("cpu"), tn.config.using(random="numpy", fallback="auto"):
        yield


def differences(name):
    """What a script gives with NumPy and not with Tenorite, as an error; else None."""
    printed, variables = outputs(name, "numpy")
    try:
        got_printed, got = outputs(name, "tenorite")
        assert as_numpy(got_printed) == as_numpy(printed)
        assert set(got) == set(variables)
        for key, value in variables.items():
            compare(value, got[key], rounding(name), key)
    except (Exception, AssertionError) as error:
        return error
    return None


def test_there_are_many():
    assert len(SCRIPTS) >= 95
    assert len(EXPLAINED) <= 0.06 * len(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(numbers_of_numpy, name):
    error = differences(name)
    if name in EXPLAINED:
        assert error is not None, "it runs now: take it from EXPLAINED"
    elif error is not None:
        raise error
