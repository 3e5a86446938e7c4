# SPDX-License-Identifier: Apache-2.0
"""Kernels of users on split arrays, by CuPy's protocol for other arrays."""

import re

from .elementwise import apply, assign
from .gathering import in_one_place, on_whole
from .reductions import axes_of, reduced_along

# What in an operation stands for the place of an item among all of them.
_PLACES = re.compile(r"\b(i|n|_ind)\b")


def elementwise_kernel(self, kernel, *args, **keywords):
    """Part by part, unless the kernel reads other items or asks where it is."""
    parameters = (*kernel.in_params, *kernel.out_params)
    names = {parameter.name for parameter in parameters}
    places = {*_PLACES.findall(kernel.operation + kernel.preamble)} - names
    inputs, outs = args[: kernel.nin], args[kernel.nin :]
    if not places and not keywords and not any(p.raw for p in parameters):

        def run(*its, out=()):
            result = kernel(*its, *out)
            return out if kernel.no_return else result

        result = apply(run, list(inputs), outs or None)
    elif not outs:
        return on_whole(kernel.name, kernel, inputs, keywords)
    else:
        copies = [x.copy() for x in in_one_place(outs)]
        on_whole(kernel.name, kernel, (*inputs, *copies), keywords)
        for out, x in zip(outs, copies, strict=True):
            assign(out, x)
        result = outs[0] if len(outs) == 1 and not kernel.return_tuple else outs
    return None if kernel.no_return else result


def reduction_kernel(
    self, kernel, *args, axis=None, out=None, keepdims=False, **keywords
):
    """Part by part where the axis that is cut stays; of the whole where it does not."""
    if out is not None:
        assign(out, reduction_kernel(self, kernel, *args, axis=axis, keepdims=keepdims))
        return out
    is_one = kernel.nin == kernel.nout == 1 and len(args) == 1 and not keywords
    if is_one and self._layout.axis not in axes_of(axis, self.ndim):
        return reduced_along(kernel, self, axes_of(axis, self.ndim), keepdims)
    keywords |= {"axis": axis, "keepdims": keepdims}
    return on_whole(kernel.name, kernel, args, keywords)
