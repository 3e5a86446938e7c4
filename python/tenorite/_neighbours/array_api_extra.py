# SPDX-License-Identifier: Apache-2.0
"""array-api-extra, of which SciPy and scikit-learn have copies.

It takes what `isinstance(x, float)` holds for as a number of Python, except for
NumPy's scalars, and asks for its exact type. Ours are floats to isinstance() as well.
"""

from .._core import scalar


def tell(module):
    """Our scalars are arrays."""
    is_number = module.is_python_scalar
    module.is_python_scalar = lambda x: not isinstance(x, scalar) and is_number(x)
