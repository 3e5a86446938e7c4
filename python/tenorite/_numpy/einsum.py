# SPDX-License-Identifier: Apache-2.0
"""Einstein summation: pairs of operands become matrix products."""

import functools
import math

import numpy

from .. import _core
from .._array.convert import as_operands, check_dtype
from .._core import ndarray
from .einsum_parse import parse
from .products import matmul

__all__ = ["einsum", "einsum_path"]

# Sums of fewer products are quicker as a product and a sum.
_SHORT = 32


def _stand_in(x):
    """A host array of one item of memory with the shape and dtype of `x`."""
    if isinstance(x, ndarray):
        return numpy.broadcast_to(numpy.zeros((), x.dtype), x.shape)
    return x


def einsum_path(*operands, optimize="greedy", einsum_call=False):
    """The order of contractions for einsum, and a text about it; nothing is computed.

    See numpy.einsum_path.

    >>> np.einsum_path("ij,jk->ik", np.ones((2, 2)), np.ones((2, 2)))[0]
    ['einsum_path', (0, 1)]
    """
    stand_ins = [_stand_in(x) for x in operands]
    return numpy.einsum_path(*stand_ins, optimize=optimize, einsum_call=einsum_call)


def _refuse(operands, out, optimize, kwargs):
    """Raises what NumPy raises, which is known to fail before it computes."""
    if out is not None:
        out = numpy.ndarray(
            out.shape, out.dtype, numpy.zeros((), out.dtype), strides=(0,) * out.ndim
        )
    stand_ins = [_stand_in(x) for x in operands]
    for how in (optimize, False):
        numpy.einsum(*stand_ins, out=out, optimize=how, **kwargs)
    raise AssertionError("numpy.einsum takes what was refused")


def _numpys_path(subscripts, shapes, optimize):
    """NumPy's order of contractions; its RuntimeError for one that is no order."""
    item = numpy.zeros(())
    stand_ins = [numpy.broadcast_to(item, shape) for shape in shapes]
    path, _ = numpy.einsum_path(subscripts, *stand_ins, optimize=optimize)
    return tuple(path[1:])


@functools.lru_cache(256)
def _path(subscripts, shapes, optimize):
    """Which operands to contract in each step, as tuples of positions."""
    if isinstance(optimize, tuple) and optimize[:1] == ("einsum_path",):
        path = optimize[1:]
        if sum(len(step) - 1 for step in path) == len(shapes) - 1:
            return path
        return _numpys_path(subscripts, shapes, optimize)  # raises
    if len(shapes) < 3:
        return (tuple(range(len(shapes))),)
    if optimize is False or optimize is True:
        optimize = "greedy"
    try:
        from opt_einsum import contract_path
    except ImportError:
        return _numpys_path(subscripts, shapes, optimize)
    limit = None
    if isinstance(optimize, tuple):
        optimize, limit = optimize
    path, _ = contract_path(
        subscripts, *shapes, shapes=True, optimize=optimize, memory_limit=limit
    )
    return tuple(path)


def einsum(*operands, out=None, optimize=False, **kwargs):
    """Sums of products over the axes whose labels the result lacks.

    `einsum("ij,jk->ik", a, b)`, or operands and lists of integer labels in turn. A
    single operand that is not summed gives a view. With three or more operands the
    order of contractions is always chosen as `optimize` says, or greedily. dtype,
    casting ("safe") and order are NumPy's, and so are errors. See numpy.einsum.

    >>> np.einsum("ij,j->i", np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    if len(operands) == 3 and optimize is False and out is None and not kwargs:
        text, a, b = operands
        if type(a) is type(b) is ndarray and type(text) is str and a.dtype is b.dtype:
            own = text, a.shape, a.strides, b.shape, b.strides, a.itemsize
            product = _product_of_texts(*own)
            if product is not None:
                return _core.as_scalar(product(a, b))
    if out is not None and not isinstance(out, (ndarray, numpy.ndarray)):
        raise TypeError("keyword parameter out must be an array for einsum")
    parsed = parse(operands)
    if parsed is None or not kwargs.keys() <= {"dtype", "casting", "order"}:
        _refuse(operands, out, optimize, kwargs)
    subscripts, given = parsed
    arrays = as_operands(given)
    plan = _plan(subscripts, tuple(x.shape for x in arrays))
    dtype, casting, order = _options(**kwargs) if kwargs else (None, "safe", "K")
    if plan is not None and out is None and _is_view(*plan[:2]):
        # Whatever dtype and order say.
        return _core.as_scalar(_single(arrays[0], plan[0][0], plan[1]))
    if dtype is None:
        dtype = _common_dtype(arrays if out is None else [*arrays, out])
    # All may be cast to their common dtype.
    is_plain = out is None and not kwargs
    if plan is None or not (is_plain or _casts(arrays, dtype, out, casting)):
        _refuse(operands, out, optimize, kwargs)
    labels, target, lengths = plan
    if order == "A":
        order = "F" if all(x.flags.f_contiguous for x in arrays) else "C"
    if out is not None and _shape(target, lengths) != out.shape:
        _refuse(operands, out, optimize, kwargs)
    arrays = [x if x.dtype == dtype else x.astype(dtype) for x in arrays]
    result = _contract(subscripts, arrays, labels, target, optimize)
    if out is not None:
        _core.copyto(out, result, casting=casting)
        return out
    fits = order == "K" or (
        result.flags.c_contiguous if order == "C" else result.flags.f_contiguous
    )
    return _core.as_scalar(result) if fits else result.copy(order=order)


@functools.lru_cache(1024)
def _product_of_texts(text, shape_a, strides_a, shape_b, strides_b, itemsize):
    """_product() of two arrays by their subscripts as they are given.

    None where it is, and for wrong subscripts or shapes.
    """
    subscripts, _ = parse((text, None, None)) or (None, None)
    plan = subscripts and _plan(subscripts, (shape_a, shape_b))
    if not plan:
        return None
    (of_a, of_b), target, _ = plan
    return _product(
        of_a, shape_a, strides_a, of_b, shape_b, strides_b, target, itemsize
    )


def _options(dtype=None, casting="safe", order="K"):
    """The options of einsum, checked."""
    numpy.can_cast("?", "?", casting)  # its errors
    if dtype is not None:
        dtype = check_dtype(dtype)
    return dtype, casting, _order(order)


def _order(order):
    """The letter of a memory order; NumPy's error for others."""
    if isinstance(order, str) and order in "KACF" and order:
        return order
    numpy.einsum("i->", numpy.empty(0), order=order)
    return "K" if order is None else order.upper()


def _is_view(labels, target):
    """Whether the result is a view of the only operand."""
    return len(labels) == 1 and set(labels[0]) == set(target)


def _common_dtype(arrays):
    dtypes = {x.dtype for x in arrays}
    return (
        dtypes.pop()
        if len(dtypes) == 1
        else functools.reduce(_core.promote_types, dtypes)
    )


def _casts(arrays, dtype, out, casting):
    return all(numpy.can_cast(x.dtype, dtype, casting) for x in arrays) and (
        out is None
        or numpy.can_cast(dtype, out.dtype, casting)
        and numpy.can_cast(out.dtype, dtype, casting)
    )


def _shape(labels, lengths):
    return tuple(lengths[label] for label in labels)


@functools.lru_cache(1024)
def _plan(subscripts, shapes):
    """Labels of each operand's axes and of the result's, and the length of each.

    None where shapes do not fit. Axes of an ellipsis have negative numbers.
    """
    inputs, _, output = subscripts.partition("->")
    labels, lengths, broadcast = [], {}, 0
    for term, shape in zip(inputs.split(","), shapes, strict=True):
        before, dots, after = term.partition("...")
        rest = len(shape) - len(before) - len(after)
        if rest < 0 or (rest and not dots):
            return None
        broadcast = max(broadcast, rest)
        axes = (*before, *range(-rest, 0), *after)
        labels.append(axes)
        own = {}
        for label, length in zip(axes, shape, strict=True):
            if own.setdefault(label, length) != length:
                return None
            if lengths.setdefault(label, length) == 1:
                lengths[label] = length
            elif length not in (1, lengths[label]):
                return None
    before, dots, after = output.partition("...")
    if broadcast and not dots:
        return None
    return tuple(labels), (*before, *range(-broadcast, 0), *after), lengths


def _contract(subscripts, arrays, labels, target, optimize):
    if len(arrays) == 2 and isinstance(optimize, (bool, str)):
        return _pair(arrays[0], labels[0], arrays[1], labels[1], target)
    labels = list(labels)
    if isinstance(optimize, list):
        optimize = tuple(optimize)
    shapes = tuple(x.shape for x in arrays)
    for step in _path(subscripts, shapes, optimize):
        chosen = [(arrays[i], labels[i]) for i in step]
        for i in sorted(step, reverse=True):
            del arrays[i], labels[i]
        while len(chosen) > 2:
            (a, of_a), (b, of_b), *others = chosen
            needed = {*target, *_flat(labels), *_flat(own for _, own in others)}
            kept = _kept(of_a, of_b, needed)
            chosen = [(_pair(a, of_a, b, of_b, kept), kept), *others]
        needed = target
        if arrays:
            needed = _kept(*(own for _, own in chosen), {*target, *_flat(labels)})
        if len(chosen) == 1:
            result = _single(*chosen[0], needed)
        else:
            result = _pair(*chosen[0], *chosen[1], needed)
        arrays.append(result)
        labels.append(tuple(needed))
    # A path may end before all is contracted.
    while len(arrays) > 1:
        b, of_b, a, of_a = arrays.pop(), labels.pop(), arrays.pop(), labels.pop()
        kept = _kept(of_a, of_b, {*target, *_flat(labels)}) if arrays else target
        arrays.append(_pair(a, of_a, b, of_b, kept))
        labels.append(tuple(kept))
    if labels[0] != tuple(target):
        return _single(arrays[0], labels[0], target)
    return arrays[0]


def _flat(labels):
    return {label for own in labels for label in own}


def _kept(*labels_and_needed):
    """The labels that are still needed, each once, in the order of the operands."""
    *labels, needed = labels_and_needed
    return tuple(dict.fromkeys(x for own in labels for x in own if x in needed))


def _diagonals(x, labels):
    """A view with every label once."""
    while len(set(labels)) < len(labels):
        label = next(one for one in labels if labels.count(one) > 1)
        first = labels.index(label)
        second = labels.index(label, first + 1)
        x = x.diagonal(0, first, second)
        x.flags.writeable = True
        labels = (*(labels[i] for i in range(len(labels)) if i not in (first, second)),)
        labels = (*labels, label)
    return x, labels


def _summed(x, labels, needed):
    """`x` without the axes that nobody needs."""
    axes = tuple(i for i, label in enumerate(labels) if label not in needed)
    if not axes:
        return x, labels
    kept = tuple(label for label in labels if label in needed)
    return x.sum(axis=axes, dtype=x.dtype), kept


def _single(x, labels, target):
    x, labels = _diagonals(x, labels)
    x, labels = _summed(x, labels, target)
    return x.transpose([labels.index(label) for label in target])


def _without_units(x, labels, other, others):
    """`x` without axes of length 1 that broadcast against the other operand's."""
    axes = [
        i
        for i, label in enumerate(labels)
        if x.shape[i] == 1 and label in others and other.shape[others.index(label)] != 1
    ]
    if not axes:
        return x, labels
    kept = tuple(label for i, label in enumerate(labels) if i not in axes)
    return x.squeeze(tuple(axes)), kept


def _pair(a, of_a, b, of_b, target):
    """The product of two operands, summed over what `target` lacks."""
    target, itemsize = tuple(target), a.itemsize
    for _ in range(2):
        product = _product(
            of_a, a.shape, a.strides, of_b, b.shape, b.strides, target, itemsize
        )
        if product is not None:
            return product(a, b)
        a, of_a = _diagonals(a, of_a)
        b, of_b = _diagonals(b, of_b)
        a, of_a = _without_units(a, of_a, b, of_b)
        b, of_b = _without_units(b, of_b, a, of_a)
        a, of_a = _summed(a, of_a, {*target, *of_b})
        b, of_b = _summed(b, of_b, {*target, *of_a})
    raise AssertionError("operands stay as they were")


@functools.lru_cache(1024)
def _product(of_a, shape_a, strides_a, of_b, shape_b, strides_b, target, itemsize):
    """The function that computes _pair() of two arrays with these labels.

    None where an array has a label twice, axes that nobody needs, or axes of length 1
    beside longer ones.
    """
    lengths = dict(zip(of_a, shape_a, strict=True))
    lengths_b = dict(zip(of_b, shape_b, strict=True))
    if len(lengths) < len(of_a) or len(lengths_b) < len(of_b):
        return None
    if {*of_a} - {*of_b, *target} or {*of_b} - {*of_a, *target}:
        return None
    if any(lengths.get(label, length) != length for label, length in lengths_b.items()):
        return None
    lengths |= lengths_b
    summed = [label for label in of_a if label in of_b and label not in target]
    shared = [label for label in target if label in of_a and label in of_b]
    only_a = [label for label in target if label in of_a and label not in of_b]
    only_b = [label for label in target if label in of_b and label not in of_a]
    if not summed:
        spread_a, spread_b = _spread(of_a, target), _spread(of_b, target)
        return lambda a, b: spread_a(a) * spread_b(b)
    if shared and not only_a and not only_b:
        # Products of lines that are short, or whose items are far apart.
        far = len(summed) == 1 and abs(strides_a[of_a.index(summed[-1])]) > itemsize
        if far or math.prod(_shape(summed, lengths)) < _SHORT:
            spread_a = _spread(of_a, (*target, *summed))
            spread_b = _spread(of_b, (*target, *summed))
            axes = tuple(range(len(target), len(target) + len(summed)))

            def sum_of_products(a, b):
                product = spread_a(a) * spread_b(b)
                return product.sum(axis=axes, dtype=product.dtype)

            return sum_of_products
    # The result then lies in memory as it is asked for.
    swaps = only_a and only_b and target.index(only_b[0]) < target.index(only_a[0])
    if math.prod(shape_a) > math.prod(shape_b) or (
        math.prod(shape_a) == math.prod(shape_b) and not swaps
    ):
        step = dict(zip(of_a, strides_a, strict=True))
    else:
        step = dict(zip(of_b, strides_b, strict=True))
    summed.sort(key=lambda label: -abs(step[label]))
    stack_a = _as_stack(of_a, shape_a, shared, only_a, summed, turned=swaps)
    stack_b = _as_stack(of_b, shape_b, shared, summed, only_b, turned=swaps)
    found = [*shared, *only_b, *only_a] if swaps else [*shared, *only_a, *only_b]
    unfold = _rearranged(found, _shape(found, lengths), target)

    def product_of_matrices(a, b):
        left, right = stack_a(a), stack_b(b)
        if swaps:
            left, right = right, left
        with numpy.errstate(over="ignore", invalid="ignore"):  # as numpy.einsum
            return unfold(matmul(left, right))

    return product_of_matrices


def _transposition(labels, order):
    """The axes that bring labels into an order; None if they are in it."""
    axes = [labels.index(label) for label in order if label in labels]
    return None if axes == list(range(len(labels))) else axes


def _spread(labels, order):
    """Gives an array axes in that order, of length 1 for labels that it lacks."""
    axes = _transposition(labels, order)
    index = tuple(slice(None) if label in labels else None for label in order)
    index = index if None in index else None

    def spread(x):
        x = x if axes is None else x.transpose(axes)
        return x if index is None else x[index]

    return spread


def _as_stack(labels, shape, shared, rows, columns, turned):
    """Makes matrices of an array: the axes of rows and columns become one each.

    The axes of `shared` come before them. `turned`: with rows for columns.
    """
    if turned:
        rows, columns = columns, rows
    order = (*shared, *rows, *columns)
    axes = _transposition(labels, order)
    lengths = dict(zip(labels, shape, strict=True))
    sizes = [math.prod(_shape(part, lengths)) for part in (rows, columns)]
    merged = (*_shape(shared, lengths), *sizes)
    merged = None if merged == _shape(order, lengths) else merged

    def as_stack(x):
        x = x if axes is None else x.transpose(axes)
        return x if merged is None else x.reshape(merged)

    return as_stack


def _rearranged(labels, shape, order):
    """Gives an array the shape that belongs to labels, and these an order."""
    axes = _transposition(labels, order)

    def rearranged(x):
        x = x if x.shape == shape else x.reshape(shape)
        return x if axes is None else x.transpose(axes)

    return rearranged
