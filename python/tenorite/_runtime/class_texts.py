# SPDX-License-Identifier: Apache-2.0
"""Docstrings of classes that cannot hold their own: `__doc__` is that of objects."""

TEXTS_OF_CLASSES = {
    "ufunc": """A function of items, which broadcasts its operands. See numpy.ufunc.

>>> isinstance(np.add, np.ufunc)
True
>>> np.add.nin
2
""",
}
