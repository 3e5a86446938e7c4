# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms of complex, real and Hermitian numbers."""

import operator

from ... import fft as _fft
from ..._array.convert import as_operand
from ._arguments import check_norm, check_points, check_points_and_axes, floating
from ._workers import check_workers

_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_TWO = ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2")
_MANY = ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn")

__all__ = [*_ONE, *_TWO, *_MANY]

_TEXT = """{what}, with SciPy's parameters. See scipy.fft.{name}.

`overwrite_x` and `workers` are accepted; ValueError where `x` is not what `plan` is for.

>>> from tenorite.scipy import fft
>>> fft.{name}(np.ones({shape})).shape
{result}
"""

_OTHER_DIRECTION = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _start(x, norm, workers, plan):
    """`x` as what is transformed, and `norm` as one of three words."""
    if plan is not None:
        plan.check(x)
    x = floating(x)
    norm = check_norm(norm)
    check_workers(workers)
    return x, norm


def _check_real(x):
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")


def _of_complex(name):
    function = getattr(_fft, name)

    def along(
        x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        x, norm = _start(x, norm, workers, plan)
        return function(x, check_points(x, n, axis), axis, norm)

    return along


def _of_real(name):
    function = getattr(_fft, name)

    def along(
        x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        x, norm = _start(x, norm, workers, plan)
        _check_real(x)
        return function(x, check_points(x, n, axis), axis, norm)

    return along


def _to_real(name):
    function = getattr(_fft, name)

    def along(
        x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        x, norm = _start(x, norm, workers, plan)
        if n is None:
            n = (x.shape[axis] - 1) * 2
            if n < 1:
                raise ValueError(f"Invalid number of data points ({n}) specified")
        else:
            check_points(x, n // 2 + 1, axis)
            # SciPy takes 0 points for one.
            n = max(operator.index(n), 1)
        return function(x, n, axis, norm)

    return along


def _many_of_complex(name):
    function = getattr(_fft, name)

    def over(x, s, axes, norm, workers, plan):
        given = x
        x, norm, points, axes = _start_many(x, s, axes, norm, workers, plan)
        return function(x, points, axes, norm) if axes else as_operand(given)

    return over


def _start_many(x, s, axes, norm, workers, plan, check=None):
    if plan is not None:
        plan.check(x)
    x = floating(x)
    if check is not None:
        check(x)
    points, axes = check_points_and_axes(x, s, axes)
    check_workers(workers)
    return x, check_norm(norm), points, axes


_NO_AXIS = "at least 1 axis must be transformed"


def _many_of_real(name):
    def over(x, s, axes, norm, workers, plan):
        x, norm, points, axes = _start_many(
            x, s, axes, norm, workers, plan, _check_real
        )
        if not axes:
            raise ValueError(_NO_AXIS)
        if name == "rfftn":
            return _fft.rfftn(x, points, axes, norm)
        return _fft.rfftn(x, points, axes, _OTHER_DIRECTION[norm]).conj()

    return over


def _many_to_real(name):
    def over(x, s, axes, norm, workers, plan):
        x, norm, points, axes = _start_many(x, s, axes, norm, workers, plan)
        if not axes:
            raise ValueError(_NO_AXIS)
        if s is None:
            points[-1] = max((x.shape[axes[-1]] - 1) * 2, 1)
        if name == "irfftn":
            return _fft.irfftn(x, points, axes, norm)
        x = x.conj() if x.dtype.kind == "c" else x
        return _fft.irfftn(x, points, axes, _OTHER_DIRECTION[norm])

    return over


def _two(over):
    def transform(
        x,
        s=None,
        axes=(-2, -1),
        norm=None,
        overwrite_x=False,
        workers=None,
        *,
        plan=None,
    ):
        return over(x, s, axes, norm, workers, plan)

    return transform


def _many(over):
    def transform(
        x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        return over(x, s, axes, norm, workers, plan)

    return transform


def _named(transform, name, what, shape):
    half = {"rfft": -1, "irff": 1, "hfft": 1, "ihff": -1}.get(name[:4].rstrip("2n"), 0)
    length = {-1: 3, 0: 4, 1: 6}[half]
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = _TEXT.format(
        name=name,
        what=what,
        shape="4" if shape == 1 else "(2, 4)",
        result=f"({length},)" if shape == 1 else f"(2, {length})",
    )
    return transform


_KINDS = {"r": (_of_real, _many_of_real), "c": (_of_complex, _many_of_complex)}
_KINDS["h"] = (_to_real, _many_to_real)


def _kind(name):
    """Which items go in: "r"eal ones, "c"omplex ones, or the half of a "h"ermitian."""
    return {"r": "r", "ih": "r", "ir": "h", "h": "h"}.get(
        name[:2] if name[0] == "i" else name[0], "c"
    )


for _name in _ONE:
    globals()[_name] = _named(
        _KINDS[_kind(_name)][0](_name), _name, "A transform along one axis", 1
    )
for _name in _MANY:
    _over = _KINDS[_kind(_name)][1](_name)
    globals()[_name] = _named(_many(_over), _name, "A transform along several axes", 2)
    globals()[_name[:-1] + "2"] = _named(
        _two(_over), _name[:-1] + "2", "A transform along two axes", 2
    )
