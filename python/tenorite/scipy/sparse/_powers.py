# SPDX-License-Identifier: Apache-2.0
"""Powers of square sparse arrays."""

from . import _library as np
from ._kinds import CLASSES
from ._types import is_integer


def matrix_power(A, power):
    """The product of `power` times A. See scipy.sparse.linalg.matrix_power.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csr_array(np.array([[1, 1], [0, 1]]))
    >>> sparse.linalg.matrix_power(a, 3).toarray()
    array([[1, 3],
           [0, 1]])
    """
    rows, columns = A.shape
    if rows != columns:
        raise TypeError("sparse matrix is not square")
    if not is_integer(power):
        raise ValueError("exponent must be an integer")
    power = int(power)
    if power < 0:
        raise ValueError("exponent must be >= 0")
    if power == 0:
        data = np.ones((1, rows), A.dtype, device=A.device)
        offsets = np.zeros(1, "int32", device=A.device)
        return CLASSES["dia", True]._made(data, offsets, A.shape)
    # Squares of squares, so that few products are made.
    found, square = None, A
    while power:
        if power & 1:
            found = square if found is None else found @ square
        power >>= 1
        if power:
            square = square @ square
    return found.copy() if found is A else found


__all__ = ["matrix_power"]
