# SPDX-License-Identifier: Apache-2.0
"""What libraries import of SciPy's own helpers, which are SciPy's but for few."""

from .._host import attributes_of

__getattr__ = attributes_of(__name__)
