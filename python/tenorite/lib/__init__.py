# SPDX-License-Identifier: Apache-2.0
"""What numpy.lib has for arrays: stride_tricks and array_utils."""

from numpy.lib import array_utils

from . import stride_tricks

__all__ = ["array_utils", "stride_tricks"]
