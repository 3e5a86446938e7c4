# SPDX-License-Identifier: Apache-2.0
"""Names of cupyx.jit.cg: cooperative groups."""

import functools

import numpy

from ..translate.loops import Value
from ..translate.types import BOOL
from .builtins import UINT, Dim3, Members, Method, handled_by, only_in_kernels

_LONG = numpy.dtype(numpy.uint64)


class Group(Members):
    """The threads of a block, or of the whole grid."""

    def __init__(self, name, members):
        self.name = name
        self.text = f"::cooperative_groups::this_{name}()"
        self.members = members

    def __repr__(self):
        return f"<cupyx.jit {self.name} group>"


def _numbers(type_, names):
    """Methods that give one number."""

    def handle(name, lowering, group):
        lowering.program.includes.add("cooperative_groups.h")
        return Value(type_, f"({_name(type_)}){group.text}.{name}()")

    return _methods(handle, names)


def _triples(names):
    """Methods that give x, y and z."""

    def handle(name, lowering, group):
        lowering.program.includes.add("cooperative_groups.h")
        return Dim3(f"{group.text}.{name}()")

    return _methods(handle, names)


def _methods(handle, names):
    return {
        name: functools.partial(Method, name, functools.partial(handle, name))
        for name in names.split()
    }


def _name(type_):
    return {"?": "bool", "I": "unsigned", "L": "unsigned long"}[type_.char]


def _sync(lowering, group):
    lowering.program.includes.add("cooperative_groups.h")
    if group.name == "grid":
        lowering.program.cooperative = True
    return lowering.effect(None, f"{group.text}.sync()")


_BLOCK = {
    "sync": functools.partial(Method, "sync", _sync),
    **_numbers(UINT, "thread_rank num_threads size"),
    **_triples("group_index thread_index dim_threads group_dim"),
}
_GRID = {
    "sync": functools.partial(Method, "sync", _sync),
    **_numbers(BOOL, "is_valid"),
    **_numbers(_LONG, "thread_rank block_rank num_threads num_blocks size"),
    **_triples("dim_blocks block_index group_dim"),
}


@handled_by(lambda lowering: Group("grid", _GRID))
def this_grid():
    """All threads of the launch, as a group.

    It has sync(), is_valid(), thread_rank(), block_rank(), num_threads(),
    num_blocks(), size(), dim_blocks(), block_index() and group_dim(). A kernel that
    calls sync() is launched with all its blocks at once.
    """
    raise only_in_kernels()


@handled_by(lambda lowering: Group("thread_block", _BLOCK))
def this_thread_block():
    """The threads of the block, as a group.

    It has sync(), thread_rank(), num_threads(), size(), group_index(),
    thread_index(), dim_threads() and group_dim().
    """
    raise only_in_kernels()


def _sync_function(lowering, group):
    if not isinstance(group, Group):
        raise TypeError("sync() takes a group of threads")
    return _sync(lowering, group)


@handled_by(_sync_function)
def sync(group):
    """Waits until all threads of the group are here."""
    raise only_in_kernels()
