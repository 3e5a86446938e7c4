# SPDX-License-Identifier: Apache-2.0
"""SymPy: what its expressions take scalars of ours for.

It knows numbers of NumPy by the name of their module; ours are read from the device.
"""

import functools

from .._array.convert import host_scalar
from .._core import scalar


def tell(module):
    """Scalars become the numbers of SymPy that NumPy's scalars become."""
    is_numpys, convert = module._is_numpy_instance, module._convert_numpy_types

    @functools.wraps(is_numpys)
    def asks(a):
        return isinstance(a, scalar) or is_numpys(a)

    @functools.wraps(convert)
    def converts(a, **options):
        return convert(host_scalar(a), **options)

    module._is_numpy_instance, module._convert_numpy_types = asks, converts
