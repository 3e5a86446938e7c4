# SPDX-License-Identifier: Apache-2.0
"""Plans of transforms that a program holds, in the form of cupy.cuda.cufft.

The library finds cuFFT's plans by itself and keeps them (`fft.config`). A plan here
says which transform is meant: it is made when it is asked for, calls are checked
against it, and its transforms have no factor. On the CPU there is nothing to plan.
"""

import math

import numpy

from .._array.convert import check_dtype
from .._core import ndarray
from .._numpy.creation import empty
from .._runtime.help import document
from . import _transforms

__all__ = [
    "CUFFT_C2C",
    "CUFFT_C2R",
    "CUFFT_D2Z",
    "CUFFT_FORWARD",
    "CUFFT_INVERSE",
    "CUFFT_R2C",
    "CUFFT_Z2D",
    "CUFFT_Z2Z",
    "Plan1d",
    "PlanNd",
    "get_fft_plan",
]

CUFFT_FORWARD, CUFFT_INVERSE = -1, 1
CUFFT_R2C, CUFFT_C2R, CUFFT_C2C = 0x2A, 0x2C, 0x29
CUFFT_D2Z, CUFFT_Z2D, CUFFT_Z2Z = 0x6A, 0x6C, 0x69

# By type: what goes in, what comes out, and what kind of transform that is.
_TYPES = {
    CUFFT_C2C: ("F", "F", "C2C"),
    CUFFT_R2C: ("f", "F", "R2C"),
    CUFFT_C2R: ("F", "f", "C2R"),
    CUFFT_Z2Z: ("D", "D", "C2C"),
    CUFFT_D2Z: ("d", "D", "R2C"),
    CUFFT_Z2D: ("D", "d", "C2R"),
}
_NUMBERS = {(x, kind): number for number, (x, _, kind) in _TYPES.items()}


class _Plan:
    """What plans of one axis and of several have in common."""

    def _set(self, shape, axes, fft_type):
        if fft_type not in _TYPES:
            raise ValueError(f"fft_type {fft_type} is no type of cuFFT")
        letter, out_letter, self.value_type = _TYPES[fft_type]
        self.fft_type = fft_type
        self.axes = axes
        self._dtype, self._out_dtype = numpy.dtype(letter), numpy.dtype(out_letter)
        self._points = shape  # of each axis that is transformed
        if any(n < 1 for n in shape):
            raise ValueError(f"Invalid number of FFT data points ({shape}) specified.")

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def _half(self, n, last):
        """Points of an axis on the side of complex numbers."""
        return n // 2 + 1 if last and self.value_type != "C2C" else n

    def check(self, a):
        """ValueError unless an array is one that the plan is for.

        >>> from tenorite.fft.plans import get_fft_plan
        >>> get_fft_plan(np.ones(8, complex)).check(np.ones(8, complex))
        """
        if not isinstance(a, ndarray):
            raise TypeError(f"expected a tenorite.ndarray, not {type(a).__name__}")
        if a.dtype != self._dtype:
            raise ValueError(f"the plan is for {self._dtype}, not {a.dtype}")
        from_half = self.value_type == "C2R"
        last = len(self.axes) - 1
        for k, (axis, n) in enumerate(zip(self.axes, self._points, strict=True)):
            if not -a.ndim <= axis < a.ndim:
                raise ValueError("the plan has more axes than the array")
            needed = self._half(n, k == last) if from_half else n
            if a.shape[axis] != needed:
                raise ValueError(
                    f"the plan is for {needed} points along axis {axis}, and the array "
                    f"has {a.shape[axis]}"
                )

    def get_output_array(self, a):
        """A new array for the result of a transform of `a`.

        >>> from tenorite.fft.plans import get_fft_plan
        >>> a = np.ones(8)
        >>> get_fft_plan(a, value_type="R2C").get_output_array(a).shape
        (5,)
        """
        shape = list(a.shape)
        if self.value_type == "R2C":
            shape[self.axes[-1]] = self._half(self._points[-1], True)
        elif self.value_type == "C2R":
            shape[self.axes[-1]] = self._points[-1]
        return empty(shape, self._out_dtype, device=a.device)

    def fft(self, a, out, direction):
        """Transforms `a` into `out`, CUFFT_FORWARD or CUFFT_INVERSE, without a factor.

        >>> from tenorite.fft import plans
        >>> a = np.arange(4.0) + 0j
        >>> plan = plans.get_fft_plan(a)
        >>> out = plan.get_output_array(a)
        >>> plan.fft(a, out, plans.CUFFT_FORWARD)
        >>> out
        array([ 6.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
        """
        if direction not in (CUFFT_FORWARD, CUFFT_INVERSE):
            raise ValueError("direction must be CUFFT_FORWARD or CUFFT_INVERSE")
        self.check(a)
        self._transform(a, out, direction)

    def _transform(self, a, out, direction):
        given = {"s": self._points, "axes": self.axes, "out": out}
        if self.value_type == "R2C":
            _transforms.rfftn(a, **given)
        elif self.value_type == "C2R":
            _transforms.irfftn(a, norm="forward", **given)
        elif direction == CUFFT_FORWARD:
            _transforms.fftn(a, **given)
        else:
            _transforms.ifftn(a, norm="forward", **given)


class Plan1d(_Plan):
    """The transforms of `batch` vectors of `nx` points. See cupy.cuda.cufft.Plan1d.

    `fft_type` is a number such as CUFFT_C2C; `devices` and `out` are there for CuPy's
    sake, a transform runs on the device of its array.

    >>> from tenorite.fft import plans
    >>> a = np.ones((2, 4), np.complex64)
    >>> plan = plans.Plan1d(4, plans.CUFFT_C2C, 2)
    >>> out = plan.get_output_array(a)
    >>> plan.fft(a, out, plans.CUFFT_FORWARD)
    >>> out.real
    array([[4., 0., 0., 0.],
           [4., 0., 0., 0.]], dtype=float32)
    """

    def __init__(self, nx, fft_type, batch, *, devices=None, out=None):
        if devices is not None:
            raise NotImplementedError("one transform runs on one GPU")
        self._set((nx,), (-1,), fft_type)
        self.nx, self.batch = nx, batch


class PlanNd(_Plan):
    """The transforms along several axes that lie together. See cupy.cuda.cufft.PlanNd.

    `shape` has the points of each axis. The numbers about memory are cuFFT's and
    accepted: layouts are those of the arrays. `last_axis` is the axis that is cut in
    half by transforms of real numbers.

    >>> from tenorite.fft import plans
    >>> a = np.ones((2, 4), np.complex64)
    >>> plan = plans.PlanNd((2, 4), *[None, 1, 0] * 2, plans.CUFFT_C2C, 1, "C", -1, None)
    >>> out = plan.get_output_array(a)
    >>> plan.fft(a, out, plans.CUFFT_FORWARD)
    >>> float(out[0, 0].real)
    8.0
    """

    def __init__(
        self,
        shape,
        inembed,
        istride,
        idist,
        onembed,
        ostride,
        odist,
        fft_type,
        batch,
        order,
        last_axis,
        last_size,
    ):
        shape = tuple(shape)
        self._set(shape, tuple(range(-len(shape), 0)), fft_type)
        self.shape, self.batch, self.order = shape, batch, order
        self.last_axis, self.last_size = last_axis, last_size


def get_fft_plan(a, shape=None, axes=None, value_type="C2C"):
    """The plan of a transform of an array. See cupyx.scipy.fftpack.get_fft_plan.

    `shape` has the points along `axes` (all of them by default); `value_type` is
    "C2C", "R2C" or "C2R". cuFFT's own plan is made, so that the first transform does
    not wait for it.

    >>> from tenorite.fft.plans import get_fft_plan
    >>> a = np.ones((2, 4), complex)
    >>> with get_fft_plan(a) as plan:
    ...     np.fft.fftn(a)[0, 0]
    np.complex128(8+0j)
    """
    if not isinstance(a, ndarray):
        raise TypeError(f"expected a tenorite.ndarray, not {type(a).__name__}")
    if value_type not in ("C2C", "R2C", "C2R"):
        raise ValueError(f"value_type must be C2C, R2C or C2R, not {value_type!r}")
    axes = _axes(a, shape, axes)
    points = _points(a, shape, axes, value_type)
    letter = a.dtype.char
    number = _NUMBERS.get((letter, value_type))
    if number is None:
        raise ValueError(
            f"no {value_type} transform takes dtype {check_dtype(a.dtype)}"
        )
    if len(axes) == 1 and axes[0] % a.ndim == a.ndim - 1:
        batch = math.prod(a.shape[:-1])
        plan = Plan1d(points[0], number, batch)
    else:
        plan = PlanNd(points, *[None, 1, 0] * 2, number, 1, "C", axes[-1], points[-1])
        plan.axes = axes
    if a.device.type == "cuda":
        sample = list(a.shape)
        last = len(axes) - 1
        for k, (axis, n) in enumerate(zip(axes, points, strict=True)):
            sample[axis] = plan._half(n, k == last) if value_type == "C2R" else n
        sample = empty(sample, a.dtype, device=a.device)
        plan.fft(sample, plan.get_output_array(sample), CUFFT_FORWARD)
    return plan


def _axes(a, shape, axes):
    """The axes as a tuple of ints."""
    if axes is None:
        count = a.ndim if shape is None else numpy.size(shape)
        return tuple(range(-count, 0))
    axes = tuple(numpy.ravel(axes).tolist())
    if len({axis % max(a.ndim, 1) for axis in axes}) != len(axes):
        raise ValueError("the same axis is there more than once")
    if any(not -a.ndim <= axis < a.ndim for axis in axes):
        raise ValueError(f"The specified axes {axes} exceed the array dimensions.")
    return axes


def _points(a, shape, axes, value_type):
    """The points of each axis as a tuple of ints."""
    if not 1 <= len(axes) <= a.ndim:
        raise ValueError("the number of axes must be from 1 to that of the array")
    if shape is not None:
        shape = tuple(numpy.ravel(shape).tolist())
        if len(shape) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        return shape
    points = [a.shape[axis] for axis in axes]
    if value_type == "C2R":
        points[-1] = 2 * (points[-1] - 1)
    return tuple(points)


document(globals()[name] for name in __all__ if not name.startswith("CUFFT"))
