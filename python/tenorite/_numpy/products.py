# SPDX-License-Identifier: Apache-2.0
"""Matrix and vector products; see NumPy's "Linear algebra"."""

import math
import operator

import numpy
from numpy import _NoValue, can_cast
from numpy.exceptions import AxisError
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import as_operands, as_output, check_answers_not, check_dtype
from .._core import ndarray, ufuncs
from .._runtime.compiled_paths import compiled
from .creation import asarray
from .manipulation import moveaxis

__all__ = [
    "dot",
    "inner",
    "matmul",
    "matvec",
    "outer",
    "tensordot",
    "vdot",
    "vecdot",
    "vecmat",
]

_TYPES = "?bBhHiIlLefdFD"


class _Core:
    """A generalised ufunc: its signature and core dimensions per operand."""

    def __init__(self, name, signature, dimensions, distinct):
        self.name = name
        self.signature = signature
        self.dimensions = dimensions  # of both inputs and the output
        self.distinct = distinct  # how many names the signature has
        self.run = getattr(_core, name)


def _single_output(out):
    """`out`, which may be in a tuple."""
    if type(out) is tuple:
        if len(out) != 1:
            raise ValueError(
                "The 'out' tuple must have exactly one entry per ufunc output"
            )
        out = out[0]
    return out


def _core_axes(core, k, item, array):
    """The axes that an item of `axes` names, normalised."""
    count = core.dimensions[k]
    if type(item) is not tuple:
        if count != 1:
            try:
                operator.index(item)
            except TypeError:
                raise TypeError(
                    f"{core.name}: axes item {k} should be a tuple."
                ) from None
            raise AxisError(
                f"{core.name}: operand {k} has {count} core dimensions, but the axes "
                "item is a single integer."
            )
        item = (item,)
    if len(item) != count:
        raise AxisError(
            f"{core.name}: operand {k} has {count} core dimensions, but {len(item)} "
            "dimensions are specified by axes tuple."
        )
    if array.ndim < count and k < 2:
        raise ValueError(
            f"{core.name}: Input operand {k} does not have enough dimensions (has "
            f"{array.ndim}, gufunc core with signature {core.signature} requires "
            f"{count})"
        )
    axes = [normalize_axis_index(operator.index(axis), array.ndim) for axis in item]
    for axis in axes:
        if axes.count(axis) > 1:
            raise ValueError(f"axes item {k} has value {axis} repeated")
    return axes


def _along_axes(core, x1, x2, out, axes, keepdims, options):
    """The product with core dimensions at other places than the last ones."""
    if type(axes) is not list:
        raise TypeError("axes should be a list.")
    if len(axes) != 3 and not (len(axes) == 2 and core.dimensions[2] == 0):
        raise ValueError(
            "axes should be a list with an entry for all 3 inputs and outputs; "
            "entries for outputs can only be omitted if none of them has core axes."
        )
    operands = []
    for k, x in enumerate((x1, x2)):
        places = _core_axes(core, k, axes[k], x)
        operands.append(moveaxis(x, places, range(-len(places), 0)))
    if keepdims:
        # The axis that remains with length one, after those of the batch.
        at = axes[2] if len(axes) == 3 else -1
        if type(at) is tuple:
            if len(at) != 1:
                raise AxisError(
                    f"{core.name}: operand 2 has 1 core dimensions, but {len(at)} "
                    "dimensions are specified by axes tuple."
                )
            at = at[0]
        if out is not None:
            target = moveaxis(out, at, -1)
            if target.shape[-1] == 1:
                target = target[..., 0]
            core.run(*operands, target, *options)
            return out
        result = core.run(*operands, None, *options)
        return moveaxis(result.reshape((*result.shape, 1)), -1, at)
    if core.dimensions[2] == 0:
        if len(axes) == 3:
            _core_axes(core, 2, axes[2], x1)
        return core.run(*operands, out, *options)
    if out is not None:
        places = _core_axes(core, 2, axes[2], out)
        core.run(*operands, moveaxis(out, places, range(-len(places), 0)), *options)
        return out
    result = core.run(*operands, None, *options)
    places = _core_axes(core, 2, axes[2], result)
    return moveaxis(result, range(-len(places), 0), places)


def _call(core, x1, x2, out, casting, order, dtype, axes, axis, keepdims):
    if not isinstance(x1, ndarray) or not isinstance(x2, ndarray):
        for x in (x1, x2):
            check_answers_not(x, "__array_ufunc__")
        x1, x2 = as_operands([x1, x2])
    if out is Ellipsis:  # an array where a scalar would be
        options = (None, casting, order, dtype, axes, axis, keepdims)
        return asarray(_call(core, x1, x2, *options))
    if out is not None:
        out = _single_output(out)
    if out is not None and not isinstance(out, ndarray):
        target = as_output(out, x1.device)
        _call(core, x1, x2, target, casting, order, dtype, axes, axis, keepdims)
        return out
    is_last = axis is None or (
        axis == -1 and core.distinct == 1 and x1.ndim and x2.ndim
    )
    if axes is None and is_last and keepdims is None:
        return core.run(x1, x2, out, dtype, casting, order)
    if axes is not None and axis is not None:
        raise TypeError("cannot specify both 'axis' and 'axes'")
    if axis is not None and core.distinct != 1:
        raise TypeError(
            f"{core.name}: axis can only be used with a single shared core dimension, "
            f"not with the {core.distinct} distinct ones implied by signature "
            f"{core.signature}."
        )
    if keepdims is not None and core.distinct != 1:
        first = core.dimensions[0]
        where, count = (
            ("input 1", core.dimensions[1])
            if core.dimensions[1] != first
            else ("output 0", core.dimensions[2])
        )
        raise TypeError(
            f"{core.name} does not support keepdims: its signature {core.signature} "
            f"requires {where} to have {count} core dimensions, but keepdims can only "
            "be used when all inputs have the same number of core dimensions and all "
            "outputs have no core dimensions."
        )
    if axes is None:
        axis = -1 if axis is None else axis
        axes = [axis] * (3 if keepdims else 2)
    return _along_axes(core, x1, x2, out, axes, keepdims, (dtype, casting, order))


def _wanted_dtypes(core, signature):
    """The three dtypes, or None each, that a signature asks for."""
    one = "Use `dtype` or  fill the tuple with more than one 'None'."
    if isinstance(signature, tuple):
        if len(signature) == 1:
            if signature[0] is None:
                raise TypeError("a single item type tuple cannot contain None.")
            raise TypeError(one)
        if len(signature) != 3:
            raise ValueError(
                f"a type-tuple must be specified of length 3 for ufunc '{core.name}'"
            )
        return [None if d is None else check_dtype(d) for d in signature]
    if not isinstance(signature, str):
        raise TypeError("the signature object to ufunc must be a string or a tuple.")
    inputs, arrow, outputs = signature.partition("->")
    if not arrow and len(inputs) == 1:
        raise TypeError(one)
    if (len(inputs), len(outputs)) != (2, 1):
        raise ValueError(
            f"a type-string for {core.name}, 2 typecode(s) before and 1 after the "
            "-> sign"
        )
    return [check_dtype(letter) for letter in inputs + outputs]


def _loop_dtype(core, dtype, operands, signature, sig, subok):
    """The dtype of the loop that dtype= or signature= asks for; None for neither.

    Every loop has one dtype for both operands and the result.
    """
    if subok is not True and subok is not False:
        raise TypeError("'subok' must be a boolean")
    if signature is _NoValue:
        signature = sig
    elif sig is not _NoValue:
        raise TypeError("cannot specify both 'sig' and 'signature'")
    if signature is _NoValue:
        return dtype
    if dtype is not None:
        raise TypeError("cannot specify both 'signature' and 'dtype'")
    wanted = _wanted_dtypes(core, signature)
    asked = {d for d in wanted if d is not None}
    loop = next(iter(asked), None)
    # Beside an input whose dtype is asked for the other one is cast safely.
    fits = wanted[0] is wanted[1] is None or all(
        d is not None or can_cast(getattr(x, "dtype", loop), loop)
        for d, x in zip(wanted[:2], operands, strict=True)
    )
    if len(asked) > 1 or not fits:
        raise TypeError(
            "No loop matching the specified signature and casting was found for "
            f"ufunc {core.name}"
        )
    return loop


def _describe(function, core):
    """NumPy's attributes of a ufunc."""
    function.nin, function.nout, function.nargs = 2, 1, 3
    function.identity = None
    function.signature = core.signature
    function.types = [f"{t}{t}->{t}" for t in _TYPES]
    function.ntypes = len(_TYPES)


_MATMUL = _Core("matmul", "(n?,k),(k,m?)->(n?,m?)", (2, 2, 2), 3)
_VECDOT = _Core("vecdot", "(n),(n)->()", (1, 1, 0), 1)
_MATVEC = _Core("matvec", "(m,n),(n)->(m)", (2, 1, 1), 2)
_VECMAT = _Core("vecmat", "(n),(n,m)->(m)", (1, 2, 1), 2)


def matmul(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    axes=None,
    axis=None,
    keepdims=None,
    signature=_NoValue,
    sig=_NoValue,
    precision=None,
):
    """Matrix product (..., n, k) @ (..., k, m); 1-d operands are vectors.

    `precision`, "highest" or "tf32", replaces config.matmul_precision for this call.
    ValueError where lengths differ or batches do not broadcast. See numpy.matmul.

    >>> np.matmul(np.array([[1, 2], [3, 4]]), np.array([[0, 1], [1, 0]]))
    array([[2, 1],
           [4, 3]])
    """
    if not (signature is sig is _NoValue and subok is True):
        dtype = _loop_dtype(_MATMUL, dtype, (x1, x2), signature, sig, subok)
    options = (out, casting, order, dtype, axes, axis, keepdims)
    if precision is None:
        return _call(_MATMUL, x1, x2, *options)
    former = _core.set_matmul_precision_here(precision)
    try:
        return _call(_MATMUL, x1, x2, *options)
    finally:
        _core.set_matmul_precision_here(former)


def vecdot(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    axes=None,
    axis=None,
    keepdims=None,
    signature=_NoValue,
    sig=_NoValue,
):
    """Vector products over the last axis, x1 conjugated. See numpy.vecdot.

    >>> np.vecdot(np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    if not (signature is sig is _NoValue and subok is True):
        dtype = _loop_dtype(_VECDOT, dtype, (x1, x2), signature, sig, subok)
    return _call(_VECDOT, x1, x2, out, casting, order, dtype, axes, axis, keepdims)


def matvec(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    axes=None,
    axis=None,
    keepdims=None,
    signature=_NoValue,
    sig=_NoValue,
):
    """Matrices times vectors: (..., m, n), (..., n) -> (..., m). See numpy.matvec.

    >>> np.matvec(np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    if not (signature is sig is _NoValue and subok is True):
        dtype = _loop_dtype(_MATVEC, dtype, (x1, x2), signature, sig, subok)
    return _call(_MATVEC, x1, x2, out, casting, order, dtype, axes, axis, keepdims)


def vecmat(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    axes=None,
    axis=None,
    keepdims=None,
    signature=_NoValue,
    sig=_NoValue,
):
    """Conjugated vectors times matrices: (n), (n, m) -> (m). See numpy.vecmat.

    >>> np.vecmat(np.array([1, 1]), np.array([[1, 2], [3, 4]]))
    array([4, 6])
    """
    if not (signature is sig is _NoValue and subok is True):
        dtype = _loop_dtype(_VECMAT, dtype, (x1, x2), signature, sig, subok)
    return _call(_VECMAT, x1, x2, out, casting, order, dtype, axes, axis, keepdims)


for _function, _row in (
    (matmul, _MATMUL),
    (vecdot, _VECDOT),
    (matvec, _MATVEC),
    (vecmat, _VECMAT),
):
    _describe(_function, _row)


@compiled
def dot(a, b, out=None):
    """Sum over the last axis of a and the second last (or only) axis of b.

    ValueError where they differ in length, and unless `out` is exactly the array
    that would be returned. See numpy.dot.

    >>> np.dot(np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    if not isinstance(a, ndarray) or not isinstance(b, ndarray):
        a, b = as_operands([a, b])
    if out is not None and not isinstance(out, (ndarray, numpy.ndarray)):
        raise TypeError("'out' must be an array")
    return _core.dot(a, b, out)


@compiled
def vdot(a, b, /):
    """0-d product of both flattened, a conjugated. See numpy.vdot.

    >>> np.vdot(np.array([1j, 2.0]), np.array([1j, 3.0]))
    np.complex128(7+0j)
    """
    return _core.vdot(*as_operands([a, b]))


@compiled
def inner(a, b, /):
    """Sum of products over the last axes. See numpy.inner.

    >>> np.inner(np.array([1, 2]), np.array([3, 4]))
    np.int64(11)
    """
    return _core.inner(*as_operands([a, b]))


def outer(a, b, out=None):
    """Products of all pairs of items of both flattened. See numpy.outer.

    >>> np.outer(np.array([1, 2]), np.array([1, 10]))
    array([[ 1, 10],
           [ 2, 20]])
    """
    a, b = as_operands([a, b])
    return ufuncs["multiply"](a.ravel()[:, None], b.ravel()[None, :], out=out)


def _summed_axes(axes):
    """The axes of both operands that tensordot sums over, as lists."""
    try:
        iter(axes)
    except TypeError:
        return list(range(-axes, 0)), list(range(axes))
    return tuple(
        list(each) if hasattr(each, "__len__") else [each] for each in tuple(axes)
    )


def tensordot(a, b, axes=2):
    """Sum of products over the given axes of both. See numpy.tensordot.

    >>> np.tensordot(np.array([[1, 2], [3, 4]]), np.array([1, 1]), axes=1)
    array([3, 7])
    """
    axes_a, axes_b = _summed_axes(axes)
    if any(len(set(each)) != len(each) for each in (axes_a, axes_b)):
        raise ValueError("duplicate axes are not allowed in tensordot")
    a, b = as_operands([a, b])
    fits = len(axes_a) == len(axes_b)
    if fits:
        for i, j in zip(axes_a, axes_b, strict=True):
            fits = fits and a.shape[i] == b.shape[j]
    if not fits:
        raise ValueError("shape-mismatch for sum")
    axes_a = [axis % a.ndim for axis in axes_a]
    axes_b = [axis % b.ndim for axis in axes_b]
    kept_a = [axis for axis in range(a.ndim) if axis not in axes_a]
    kept_b = [axis for axis in range(b.ndim) if axis not in axes_b]
    rows = [a.shape[axis] for axis in kept_a]
    columns = [b.shape[axis] for axis in kept_b]
    summed = math.prod(a.shape[axis] for axis in axes_a)
    left = a.transpose(kept_a + axes_a).reshape((math.prod(rows), summed))
    right = b.transpose(axes_b + kept_b).reshape((summed, math.prod(columns)))
    return dot(left, right).reshape(rows + columns)
