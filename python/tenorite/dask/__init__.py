# SPDX-License-Identifier: Apache-2.0
"""Arrays of ours as chunks of dask.array: clusters of workers on this machine.

dask learns of our arrays from `tenorite._neighbours`; here is what programs call.
Neither dask nor distributed is imported before something is called.
"""

from .._runtime.help import document
from ._cluster import LocalCluster

__all__ = ["LocalCluster"]

document([LocalCluster])
