# SPDX-License-Identifier: Apache-2.0
"""The functions of the library that sparse arrays are made of, under one name."""
# ruff: noqa: F401, F403

from ..._core import as_scalar, ndarray
from ..._numpy.broadcast import *
from ..._numpy.creation import *
from ..._numpy.diagonals import *
from ..._numpy.grids import *
from ..._numpy.indexing import *
from ..._numpy.joining import *
from ..._numpy.manipulation import *
from ..._numpy.math import *
from ..._numpy.padding import *
from ..._numpy.products import *
from ..._numpy.sets import *
from ..._numpy.sorting import *
from ..._numpy.sources import *
from ..._numpy.statistics import *
from ..._numpy.ufuncs import *
