# SPDX-License-Identifier: Apache-2.0
"""Comparison of Tenorite with NumPy, the oracle of all tests."""

import copy
import os
import re
import subprocess
import sys
import time
import warnings

import numpy as np
import tenorite


def host(x):
    """Host copy of an array of Tenorite; anything else as it is."""
    return x.get() if isinstance(x, tenorite.ndarray) else x


def without_device(text):
    """What is printed as on the CPU device, whose arrays do not name it."""
    return re.sub(r",\s+device='cuda:\d+'", "", text)


def on_device(x, device):
    """Host arrays in `x` and its sequences, moved to the device in their order."""
    if isinstance(x, np.ndarray):
        return tenorite.asarray(x, device=device)
    if isinstance(x, (list, tuple)):
        return type(x)(on_device(item, device) for item in x)
    return x


def check(np_result, tn_result, *, rtol=0, order=True, where="result"):
    """Assert equal value, dtype, shape and memory order.

    With `rtol` real values may differ by that fraction of the largest one.
    """
    if isinstance(np_result, (tuple, list)):
        assert isinstance(tn_result, (tuple, list)), f"{where}: {type(tn_result)}"
        assert len(np_result) == len(tn_result), f"{where}: length"
        for i, pair in enumerate(zip(np_result, tn_result, strict=True)):
            check(*pair, rtol=rtol, order=order, where=f"{where}[{i}]")
        return
    if not isinstance(np_result, (np.ndarray, np.generic)):
        if isinstance(tn_result, tenorite.ndarray):
            tn_result = tn_result.item()
        equal = np_result == tn_result or (
            np_result != np_result and tn_result != tn_result
        )
        assert equal, f"{where}: {tn_result!r}, not {np_result!r}"
        return
    got = host(tn_result)
    assert isinstance(got, (np.ndarray, np.generic)), f"{where}: {type(tn_result)}"
    assert tn_result.dtype == np_result.dtype, (
        f"{where}: dtype {tn_result.dtype}, not {np_result.dtype}"
    )
    assert tn_result.shape == np_result.shape, (
        f"{where}: shape {tn_result.shape}, not {np_result.shape}"
    )
    if rtol and np_result.dtype.kind in "fc" and np_result.size:
        finite = np.abs(np_result[np.isfinite(np_result)])
        scale = float(finite.max()) if finite.size else 0.0
        np.testing.assert_allclose(
            got, np_result, rtol=rtol, atol=rtol * scale, err_msg=where
        )
    else:
        np.testing.assert_array_equal(got, np_result, err_msg=where)
    if isinstance(tn_result, tenorite.ndarray) and np_result.ndim == 0:
        scalar = isinstance(np_result, np.generic)
        assert tenorite.isscalar(tn_result) == scalar, (
            f"{where}: {'an array, not a scalar' if scalar else 'a scalar'}"
        )
    if order and isinstance(tn_result, tenorite.ndarray):
        flags = np.asarray(np_result).flags
        expected = flags.c_contiguous, flags.f_contiguous
        got = tn_result.flags.c_contiguous, tn_result.flags.f_contiguous
        assert got == expected, f"{where}: C, F contiguous {got}, not {expected}"
        expected, got = steps(np.asarray(np_result)), steps(tn_result)
        assert got == expected, f"{where}: strides {got}, not {expected}"


def steps(a):
    """The strides; without those of unit axes where C order does not give them.

    In other orders they depend on which of NumPy's loops wrote the result.
    """
    if a.flags.c_contiguous:
        return a.strides
    return [step for n, step in zip(a.shape, a.strides, strict=True) if n != 1]


def outcome(function):
    """(result, None) of a call, or (None, exception); floating warnings are off."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function(), None
        except Exception as error:
            return None, error


def same(body, device, *args, rtol=0, order=True):
    """Compare the results of body(numpy, *args) and body(tenorite, *args there)."""
    ours, args = on_device(args, device), copy.deepcopy(args)
    expected, error = outcome(lambda: body(np, *args))
    assert error is None, f"the test is wrong: NumPy raises {error!r}"
    got, error = outcome(lambda: body(tenorite, *ours))
    if error is not None:
        raise error
    check(expected, got, rtol=rtol, order=order)


def observed(x):
    """The same, after errors that a device found in user data have come out."""
    if isinstance(x, (list, tuple)):
        for item in x:
            observed(item)
    host(x)
    return x


def public_class(error):
    """Class of an exception, or that of NumPy's which its private one refines."""
    return next(c for c in type(error).__mro__ if "numpy._core" not in c.__module__)


def same_error(body, device, *args):
    """Compare the exceptions of the two calls: the same class, the same words."""
    ours, args = on_device(args, device), copy.deepcopy(args)
    _, expected = outcome(lambda: body(np, *args))
    assert expected is not None, "the test is wrong: NumPy raises nothing"
    _, got = outcome(lambda: observed([body(tenorite, *ours), ours]))
    assert got is not None, f"no exception; NumPy raises {expected!r}"
    assert public_class(got) is public_class(expected), f"{got!r}, not {expected!r}"
    for name in ("axis", "ndim"):  # of an AxisError
        assert getattr(got, name, None) == getattr(expected, name, None), name
    text = str(expected).replace("numpy.", "tenorite.")
    words = str(got).replace("numpy.", "tenorite.")
    assert words == text, f"{words!r}, not {text!r}"


def same_or_error(body, device, *args, **kwargs):
    """same() or same_error(), whichever NumPy asks for."""
    _, error = outcome(lambda: body(np, *copy.deepcopy(args)))
    if error is None:
        same(body, device, *args, **kwargs)
    else:
        same_error(body, device, *args)


def same_or_class(body, device, *args, **kwargs):
    """same(), or an exception of the class of NumPy's in words of its own."""
    _, expected = outcome(lambda: body(np, *copy.deepcopy(args)))
    if expected is None:
        same(body, device, *args, **kwargs)
        return
    ours = on_device(args, device)
    _, got = outcome(lambda: observed([body(tenorite, *ours), ours]))
    assert got is not None, f"no exception; NumPy raises {expected!r}"
    assert public_class(got) is public_class(expected), f"{got!r}, not {expected!r}"


def values(shape, dtype, seed=0):
    """Deterministic host array with small varied values of any dtype."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind == "u":
        return rng.integers(0, 100, shape).astype(dtype)
    if dtype.kind == "i":
        return rng.integers(-50, 50, shape).astype(dtype)
    real = rng.integers(-64, 64, shape) / 8
    if dtype.kind == "c":
        return (real + 1j * rng.integers(-64, 64, shape) / 8).astype(dtype)
    return real.astype(dtype)


def in_python(code, **environment):
    """What a fresh interpreter prints; the test fails when it fails."""
    env = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith("TENORITE_") or k == "TENORITE_CACHE_DIR"
    }
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        env=env | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


#: For in_python(): a function that tells the most memory so far, in MiB. That of
#: getrusage may be the parent's.
PEAK = """
def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line[:6] == "VmHWM:") / 1024
"""


def waited(pid, seconds=120):
    """Exit status of a child; None, and the child ended, if it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status
        time.sleep(0.01)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    return None


DTYPES = "?bBhHiIlLefdFD"
SOME_DTYPES = "?bLefD"


def equal_bits(got, expected, where=""):
    """Same dtype, shape and bits; any NaN equals any other."""
    got, expected = host(got), host(expected)
    assert got.dtype == expected.dtype, f"{where}: {got.dtype}, not {expected.dtype}"
    assert got.shape == expected.shape, f"{where}: {got.shape}, not {expected.shape}"
    if got.dtype.kind == "c":
        equal_bits(got.real, expected.real, where)
        equal_bits(got.imag, expected.imag, where)
        return
    same = got == expected
    if got.dtype.kind == "f":
        same &= np.signbit(got) == np.signbit(expected)
        same |= np.isnan(got) & np.isnan(expected)
    assert same.all(), f"{where}: {got[~same][:5]}, not {expected[~same][:5]}"
