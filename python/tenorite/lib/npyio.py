# SPDX-License-Identifier: Apache-2.0
"""Files: what load() makes of .npz files, and NumPy's DataSource."""

from numpy.lib.npyio import DataSource

from .._numpy.io import NpzFile

__all__ = ["DataSource", "NpzFile"]
