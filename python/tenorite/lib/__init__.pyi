# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import numpy.lib.array_utils as array_utils
import numpy.lib.format as format
import numpy.lib.introspect as introspect
import numpy.lib.mixins as mixins
import numpy.lib.recfunctions as recfunctions
from numpy.lib import Arrayterator as Arrayterator
from numpy.lib import NumpyVersion as NumpyVersion
from numpy.lib import add_docstring as add_docstring
from numpy.lib import add_newdoc as add_newdoc

from tenorite.lib import npyio as npyio
from tenorite.lib import scimath as scimath
from tenorite.lib import stride_tricks as stride_tricks

__all__ = [
    "Arrayterator",
    "NumpyVersion",
    "add_docstring",
    "add_newdoc",
    "array_utils",
    "format",
    "introspect",
    "mixins",
    "npyio",
    "recfunctions",
    "scimath",
    "stride_tricks",
    "tracemalloc_domain",
]
tracemalloc_domain: int
