# SPDX-License-Identifier: Apache-2.0
"""Plans of transforms, and the transforms of scipy that take them."""

import inspect

import numpy as np
import pytest
import scipy.fft
import scipy.fftpack
import tenorite as tn
from support.helpers import host
from tenorite import cupy_compat
from tenorite.fft import plans
from tenorite.scipy import fft, fftpack


def numbers(shape, letter):
    rng = np.random.default_rng(0)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


SHAPES = [((8,), None), ((3, 8), (-1,)), ((3, 8), None), ((3, 8), (0,))]
SHAPES += [((2, 3, 8), (1, 2)), ((2, 3, 8), (-3, 1))]


@pytest.mark.parametrize("shape, axes", SHAPES, ids=str)
@pytest.mark.parametrize("letter", "fdFD")
def test_plans(device, shape, axes, letter):
    x = numbers(shape, letter)
    over = tuple(range(len(shape))) if axes is None else axes
    value_type = "C2C" if letter in "FD" else "R2C"
    plan = plans.get_fft_plan(tn.asarray(x), axes=axes, value_type=value_type)
    assert plan.value_type == value_type
    a = tn.asarray(x)
    out = plan.get_output_array(a)
    plan.fft(a, out, plans.CUFFT_FORWARD)
    expected = (np.fft.fftn if letter in "FD" else np.fft.rfftn)(x, axes=over)
    assert out.dtype == expected.dtype and out.shape == expected.shape
    tolerance = {"rtol": 1e-4, "atol": 1e-4}
    np.testing.assert_allclose(host(out), expected, **tolerance)
    if letter in "FD":
        plan.fft(a, out, plans.CUFFT_INVERSE)
        expected = np.fft.ifftn(x, axes=over, norm="forward")
        np.testing.assert_allclose(host(out), expected, **tolerance)
        back = plans.get_fft_plan(a, axes=axes, value_type="C2R")
        out = back.get_output_array(a)
        back.fft(a, out, plans.CUFFT_INVERSE)
        expected = np.fft.irfftn(x, axes=over, norm="forward")
        assert out.dtype == expected.dtype and out.shape == expected.shape
        np.testing.assert_allclose(host(out), expected, **tolerance)


def test_plans_as_context_managers(device):
    x = numbers((3, 8), "D")
    a = tn.asarray(x)
    with plans.get_fft_plan(a) as plan:
        np.testing.assert_allclose(host(tn.fft.fftn(a)), np.fft.fftn(x), atol=1e-12)
    for call in (
        lambda **given: fft.fftn(a, **given),
        lambda **given: fftpack.fftn(a, **given),
    ):
        np.testing.assert_array_equal(host(call(plan=plan)), host(call()))


def test_kinds_of_plans():
    a = tn.ones((3, 8), "D")
    one = plans.get_fft_plan(a, axes=-1)
    assert type(one) is plans.Plan1d
    assert (one.nx, one.batch, one.fft_type) == (8, 3, plans.CUFFT_Z2Z)
    many = plans.get_fft_plan(a, (4, 16))
    assert type(many) is plans.PlanNd and many.shape == (4, 16)
    assert plans.get_fft_plan(a, 5).nx == 5
    real = plans.get_fft_plan(tn.ones(8, "f"), value_type="R2C")
    assert real.fft_type == plans.CUFFT_R2C
    assert plans.get_fft_plan(a, value_type="C2R").shape == (3, 14)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda a: plans.get_fft_plan([1j]), TypeError, "not list"),
        (lambda a: plans.get_fft_plan(a, value_type="R2R"), ValueError, "value_type"),
        (lambda a: plans.get_fft_plan(a, value_type="R2C"), ValueError, "no R2C"),
        (lambda a: plans.get_fft_plan(a, axes=(0, 0)), ValueError, "more than once"),
        (lambda a: plans.get_fft_plan(a, axes=2), ValueError, "exceed"),
        (lambda a: plans.get_fft_plan(a, (2, 3, 4)), ValueError, "number of axes"),
        (
            lambda a: plans.get_fft_plan(a, (2, 3), (0,)),
            ValueError,
            "different lengths",
        ),
        (lambda a: plans.get_fft_plan(a, 0), ValueError, "Invalid number"),
        (lambda a: plans.Plan1d(4, 99, 1), ValueError, "no type of cuFFT"),
        (
            lambda a: plans.Plan1d(4, plans.CUFFT_C2C, 1, devices=[0, 1]),
            NotImplementedError,
            "one GPU",
        ),
        (lambda a: plans.get_fft_plan(a).fft(a, a, 0), ValueError, "direction"),
        (
            lambda a: plans.get_fft_plan(a).fft(a.astype("F"), a, -1),
            ValueError,
            "the plan is for complex128",
        ),
        (
            lambda a: fft.fftn(a[:, :5], plan=plans.get_fft_plan(a)),
            ValueError,
            "8 points along axis -1",
        ),
        (lambda a: plans.get_fft_plan(a).check(a[0]), ValueError, "more axes"),
        (lambda a: plans.get_fft_plan(a).check([1]), TypeError, "not list"),
    ],
)
def test_errors(device, call, error, words):
    with pytest.raises(error, match=words):
        call(tn.ones((3, 8), "D"))


CALLS = [
    ("fft", {}),
    ("fft", {"n": 5, "axis": 0, "norm": "ortho"}),
    ("ifft", {"overwrite_x": True}),
    ("fft2", {"s": (4, 4)}),
    ("ifft2", {}),
    ("fftn", {"s": (5,)}),
    ("fftn", {"axes": (0,)}),
    ("ifftn", {"norm": "forward"}),
    ("irfft", {}),
    ("irfft2", {}),
    ("irfftn", {"s": (4, 6)}),
    ("hfft", {}),
]


@pytest.mark.parametrize("name, given", CALLS, ids=str)
def test_scipys_transforms(device, name, given):
    x = numbers((3, 8), "D")
    got = getattr(fft, name)(tn.asarray(x), **given)
    expected = getattr(scipy.fft, name)(x, **given)
    assert got.device == device and got.dtype == expected.dtype
    np.testing.assert_allclose(host(got), expected, atol=1e-12)


@pytest.mark.parametrize("name", ["rfft", "ihfft", "rfft2", "rfftn"])
def test_scipys_transforms_of_real_numbers(device, name):
    x = numbers((3, 8), "f")
    got = getattr(fft, name)(tn.asarray(x))
    expected = getattr(scipy.fft, name)(x)
    assert got.dtype == expected.dtype
    np.testing.assert_allclose(host(got), expected, atol=1e-5)


@pytest.mark.parametrize("name", ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"])
def test_old_transforms(device, name):
    x = numbers((3, 8), "D")
    expected = getattr(scipy.fftpack, name)(x)
    np.testing.assert_allclose(
        host(getattr(fftpack, name)(tn.asarray(x))), expected, atol=1e-12
    )
    ours = list(inspect.signature(getattr(fftpack, name)).parameters)
    theirs = list(inspect.signature(getattr(scipy.fftpack, name)).parameters)
    assert ours == [*theirs, "plan"]


def test_names_of_cupy():
    cupy_compat.install()
    try:
        from cupy.cuda import cufft
        from cupyx.scipy.fft import get_fft_plan

        assert cufft is plans and get_fft_plan is plans.get_fft_plan
    except ImportError:
        from cupy.cuda.cufft import Plan1d

        assert Plan1d is plans.Plan1d
    finally:
        cupy_compat.uninstall()
