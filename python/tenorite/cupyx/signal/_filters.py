# SPDX-License-Identifier: Apache-2.0
"""Filters without feedback, under cuSignal's names."""

import numpy

from ..._array.convert import as_operand
from ...scipy.signal import filtfilt, lfilter, lfilter_zi

_NO_FEEDBACK = [1.0]


def firfilter(b, x, axis=-1, zi=None):
    """`x` filtered along an axis; with the states `zi` those at the end as well.

    It is scipy.signal.lfilter(b, 1, x, axis, zi). See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.firfilter(np.array([0.5, 0.5]), np.array([2.0, 4.0, 6.0]))
    array([1., 3., 5.])
    """
    return lfilter(b, _NO_FEEDBACK, x, axis, zi)


def firfilter_zi(b):
    """States in which a constant input of 1 gives a constant output. See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.firfilter_zi(np.array([0.5, 0.25, 0.25]))
    array([0.5 , 0.25])
    """
    b = as_operand(b)
    dtype = numpy.result_type(b.dtype, numpy.float32)
    return lfilter_zi(b, _NO_FEEDBACK).astype(dtype, copy=False)


def firfilter2(b, x, axis=-1, padtype="odd", padlen=None, method="pad", irlen=None):
    """`x` filtered forth and back, so that nothing is delayed.

    It is scipy.signal.filtfilt(b, 1, x, ...). See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.firfilter2(np.array([0.5, 0.5]), np.arange(8.0))
    array([0., 1., 2., 3., 4., 5., 6., 7.])
    """
    return filtfilt(b, _NO_FEEDBACK, x, axis, padtype, padlen, method, irlen)
