# SPDX-License-Identifier: Apache-2.0
"""Python functions of small arrays as generalised ufuncs. See cupyx.GeneralizedUFunc."""

import itertools
import operator
import re

import numpy

from .._array.convert import as_operands
from .._core import ndarray
from .._numpy.broadcast import broadcast_shapes, broadcast_to
from .._numpy.creation import empty
from .._numpy.manipulation import copyto, expand_dims, moveaxis

_CORE = r"\(\s*(?:\w+\s*(?:,\s*\w+\s*)*)?\)"
_OPERANDS = rf"{_CORE}(?:\s*,\s*{_CORE})*"
_SIGNATURE = re.compile(rf"\s*({_OPERANDS})\s*->\s*({_OPERANDS})\s*")


def _parsed(signature):
    """The names of core dimensions of inputs and of outputs: two lists of tuples."""
    match = _SIGNATURE.fullmatch(signature)
    if match is None:
        raise ValueError(f"Not a valid gufunc signature: {signature}")
    return [
        [tuple(re.findall(r"\w+", core)) for core in re.findall(_CORE, side)]
        for side in match.groups()
    ]


def _axes_of(entry, core):
    """The axes of an operand's core dimensions, a tuple."""
    try:
        axes = (operator.index(entry),)
    except TypeError:
        axes = tuple(operator.index(k) for k in entry)
    if len(axes) != len(core):
        raise ValueError(
            f"axes entry {entry!r} has {len(axes)} axes, and the operand has "
            f"{len(core)} core dimensions"
        )
    return axes


class GeneralizedUFunc:
    """A Python function of small arrays, called for all of a stack of them.

    `signature` is NumPy's, such as "(n,k),(k)->(n)". The function is called once for
    each position of the loop dimensions, or once with all of them in front where it
    `supports_batched`; where it `supports_out`, with `out=` a view of the result.
    `signatures` lists dtypes that inputs are converted to, such as "dd->d", the first
    that they cast to safely. Calls take `axes`, `axis`, `keepdims`, `out`, `dtype`,
    `casting` and `order`, as those of NumPy's generalised ufuncs.
    See cupyx.GeneralizedUFunc.

    >>> from tenorite import cupyx
    >>> spread = cupyx.GeneralizedUFunc(lambda x: x.max() - x.min(), "(n)->()")
    >>> spread(np.array([[1, 4], [3, 9]]))
    array([3, 6])
    """

    def __init__(
        self,
        func,
        signature,
        supports_batched=False,
        supports_out=False,
        signatures=(),
        name="",
        doc="",
    ):
        if not callable(func):
            raise TypeError("func must be callable")
        self._func = func
        self._signature = signature
        self._inputs, self._outputs = _parsed(signature)
        self._supports_batched = supports_batched
        self._supports_out = supports_out
        self._types = [self._loop(text) for text in signatures]
        self.__name__ = name or getattr(func, "__name__", type(func).__name__)
        if doc:
            self.__doc__ = doc

    @property
    def signature(self):
        """The core dimensions of the operands, as they were given."""
        return self._signature

    @property
    def nin(self):
        """The number of inputs."""
        return len(self._inputs)

    @property
    def nout(self):
        """The number of outputs."""
        return len(self._outputs)

    @property
    def types(self):
        """The dtypes of `signatures`, such as "dd->d"."""
        return [
            f"{''.join(x.char for x in ins)}->{''.join(x.char for x in outs)}"
            for ins, outs in self._types
        ]

    def _loop(self, text):
        """(dtypes of inputs, dtypes of outputs) of a text such as "dd->d"."""
        sides = [list(map(numpy.dtype, side)) for side in text.split("->")]
        if [len(side) for side in sides] != [self.nin, self.nout]:
            raise ValueError(f"{text!r} does not fit the signature {self._signature}")
        return sides

    def __call__(
        self,
        *args,
        out=None,
        axes=None,
        axis=None,
        keepdims=False,
        casting="same_kind",
        dtype=None,
        order="K",
    ):
        if len(args) == self.nin + self.nout and out is None:
            args, out = args[: self.nin], args[self.nin :]
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs, and {len(args)} were given"
            )
        arrays = as_operands(args)
        inputs, loop_types = self._converted(arrays, dtype, casting)
        in_axes, out_axes = self._axes(axes, axis, keepdims)
        inputs = [self._core_last(k, x, in_axes[k]) for k, x in enumerate(inputs)]
        sizes = self._core_sizes(inputs)
        loops = [
            x.shape[: x.ndim - len(c)]
            for x, c in zip(inputs, self._inputs, strict=True)
        ]
        loop = broadcast_shapes(*loops)
        results = self._computed(inputs, loop, sizes, out, loop_types)
        results = [
            self._placed(k, x, out_axes[k], keepdims) for k, x in enumerate(results)
        ]
        return self._returned(results, out, casting, loop_types, order)

    def _converted(self, arrays, dtype, casting):
        """The inputs in the dtypes of a loop, and those of its outputs (or None)."""
        if dtype is not None and not self._types:
            return arrays, [numpy.dtype(dtype)] * self.nout
        for ins, outs in self._types:
            fits = all(map(numpy.can_cast, (x.dtype for x in arrays), ins))
            if fits if dtype is None else outs[0] == numpy.dtype(dtype):
                pairs = zip(arrays, ins, strict=True)
                return [x.astype(t, copy=False) for x, t in pairs], outs
        if self._types:
            given = ", ".join(str(x.dtype) for x in arrays)
            raise TypeError(
                f"{self.__name__}: no loop of {self.types} takes dtypes {given}"
            )
        return arrays, None

    def _axes(self, axes, axis, keepdims):
        """The axes of the core dimensions of each input and of each output."""
        cores = self._inputs + self._outputs
        usual = [tuple(range(-len(core), 0)) for core in cores]
        counts = {len(core) for core in self._inputs}
        if keepdims:
            if len(counts) != 1 or any(self._outputs):
                raise TypeError(
                    f"{self.__name__} does not support keepdims: its inputs must have "
                    "the same number of core dimensions and its outputs none"
                )
            usual[self.nin :] = [usual[0]] * self.nout
        if axis is not None:
            if axes is not None:
                raise TypeError("cannot specify both 'axis' and 'axes'")
            if counts != {1} or any(len(core) > 1 for core in self._outputs):
                raise TypeError(
                    f"{self.__name__}: axis can only be used with a single shared core "
                    f"dimension, not with the {len(counts)} distinct ones implied by "
                    f"signature {self._signature}."
                )
            axis = operator.index(axis)
            usual = [(axis,) if entry else () for entry in usual]
        elif axes is not None:
            if not isinstance(axes, list):
                raise TypeError("axes should be a list")
            if len(axes) == self.nin and not any(self._outputs):
                axes = [
                    *axes,
                    *(axes[:1] * self.nout if keepdims else [()] * self.nout),
                ]
            if len(axes) != len(cores):
                raise ValueError(
                    "axes should be a list with an entry for all "
                    f"{len(cores)} inputs and outputs; entries for outputs can only be "
                    "omitted if none of them has core axes."
                )
            pairs = zip(axes, usual, strict=True)
            usual = [_axes_of(entry, core) for entry, core in pairs]
        return usual[: self.nin], usual[self.nin :]

    def _core_last(self, k, x, axes):
        core = self._inputs[k]
        if x.ndim < len(core):
            raise ValueError(
                f"{self.__name__}: Input operand {k} does not have enough dimensions "
                f"(has {x.ndim}, gufunc core with signature {self._signature} requires "
                f"{len(core)})"
            )
        last = tuple(range(-len(core), 0))
        return x if axes == last else moveaxis(x, axes, last)

    def _core_sizes(self, inputs):
        """The size of each core dimension."""
        sizes = {}
        for k, (x, core) in enumerate(zip(inputs, self._inputs, strict=True)):
            shape = x.shape[x.ndim - len(core) :]
            for place, (name, size) in enumerate(zip(core, shape, strict=True)):
                fixed = int(name) if name.isdigit() else sizes.setdefault(name, size)
                if fixed != size:
                    raise ValueError(
                        f"{self.__name__}: Input operand {k} has a mismatch in its core "
                        f"dimension {place}, with gufunc signature {self._signature} "
                        f"(size {size} is different from {fixed})"
                    )
        return sizes

    def _computed(self, inputs, loop, sizes, out, types):
        """The results with loop dimensions first and core dimensions last."""
        if self._supports_batched:
            passed = {"out": out} if self._supports_out and out is not None else {}
            return self._call(inputs, **passed)
        cores = [len(core) for core in self._inputs]
        stacks = [
            broadcast_to(x, loop + x.shape[x.ndim - n :])
            for x, n in zip(inputs, cores, strict=True)
        ]
        if not loop:
            return self._call(stacks)
        results = None
        for place in itertools.product(*map(range, loop)):
            parts = self._call([x[place] for x in stacks])
            if results is None:
                results = [
                    empty(loop + y.shape, y.dtype, device=y.device) for y in parts
                ]
            for x, y in zip(results, parts, strict=True):
                x[place] = y
        return (
            results if results is not None else self._empty(stacks, loop, sizes, types)
        )

    def _empty(self, stacks, loop, sizes, types):
        """Results of a loop over nothing, whose dtypes nobody tells but `signatures`."""
        made = []
        for k, core in enumerate(self._outputs):
            missing = [n for n in core if not n.isdigit() and n not in sizes]
            if missing:
                raise ValueError(
                    f"{self.__name__}: the size of output dimension {missing[0]!r} is "
                    "not known without a call"
                )
            shape = tuple(int(n) if n.isdigit() else sizes[n] for n in core)
            dtype = types[k] if types else numpy.result_type(*(x.dtype for x in stacks))
            made.append(empty(loop + shape, dtype, device=stacks[0].device))
        return made

    def _call(self, parts, **passed):
        """The function's results, a list of arrays."""
        results = self._func(*parts, **passed)
        results = list(results) if isinstance(results, tuple) else [results]
        if len(results) != self.nout:
            raise ValueError(
                f"{self.__name__} returned {len(results)} results, and its signature "
                f"{self._signature} has {self.nout}"
            )
        return as_operands([*results, parts[0]])[:-1]

    def _placed(self, k, x, axes, keepdims):
        core = self._outputs[k]
        if keepdims:
            return expand_dims(x, axes)
        last = tuple(range(-len(core), 0))
        return x if axes == last else moveaxis(x, last, axes)

    def _returned(self, results, out, casting, types, order):
        outs = out if isinstance(out, tuple) else (out,) * (out is not None)
        if outs and len(outs) != self.nout:
            raise ValueError(
                "The 'out' tuple must have exactly one entry per ufunc output"
            )
        finished = []
        for k, x in enumerate(results):
            if outs and outs[k] is not None:
                if not isinstance(outs[k], ndarray):
                    raise TypeError("return arrays must be of ArrayType")
                if x is not outs[k]:
                    copyto(outs[k], x, casting=casting)
                x = outs[k]
            elif types is not None:
                x = x.astype(types[k], casting=casting, order=order, copy=False)
            finished.append(x)
        return finished[0] if self.nout == 1 else tuple(finished)

    def __repr__(self):
        return f"<GeneralizedUFunc {self.__name__!r} {self._signature}>"
