# SPDX-License-Identifier: Apache-2.0
"""What a sparse array is, and operands that are none of ours."""

from .._host import HostObject

__all__ = ["SparseEfficiencyWarning", "SparseWarning", "issparse", "sparray"]

# Classes by format and by whether they are arrays; their modules add them.
CLASSES = {}


class SparseWarning(Warning):
    """Of what sparse arrays do in a way that is not to be expected.

    >>> from tenorite.scipy import sparse
    >>> issubclass(sparse.SparseWarning, Warning)
    True
    """


class SparseEfficiencyWarning(SparseWarning):
    """Of operations that take far more time or memory than others.

    >>> from tenorite.scipy import sparse
    >>> issubclass(sparse.SparseEfficiencyWarning, sparse.SparseWarning)
    True
    """


class Sparse:
    """What all sparse arrays are instances of."""


class sparray:
    """What sparse arrays inherit, and sparse matrices do not. See scipy.sparse.sparray.

    >>> from tenorite.scipy import sparse
    >>> isinstance(sparse.coo_array((2, 3)), sparse.sparray)
    True
    """

    @classmethod
    def __class_getitem__(cls, item, /):
        from types import GenericAlias

        return GenericAlias(cls, item)


def issparse(x):
    """Whether it is a sparse array or matrix of ours, or a dok or lil one on the host.

    See scipy.sparse.issparse.

    >>> from tenorite.scipy import sparse
    >>> sparse.issparse(sparse.csr_array((2, 3)))
    True
    """
    if isinstance(x, HostObject):
        return is_foreign(x._theirs)
    return isinstance(x, Sparse)


def is_foreign(x):
    """Whether it is a sparse array or matrix of SciPy's, on the host."""
    return type(x).__module__.startswith("scipy.sparse") and hasattr(x, "format")


def taken(x):
    """An operand; one of scipy.sparse, or on its host, as one of ours."""
    if isinstance(x, HostObject):  # dok and lil
        x = x._theirs
    if not is_foreign(x):
        return x
    # A program that is on its way from lists of lists gets rows.
    format = "csr" if x.format in ("lil", "dok") else x.format
    return CLASSES[format, type(x).__name__.endswith("array")](x)
