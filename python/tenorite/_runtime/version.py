# SPDX-License-Identifier: Apache-2.0
"""The version, alone in a file so that the build can read it."""

__all__ = ["__array_api_version__", "__version__"]

__version__ = "0.1.0"
# The revision of the array API standard that the package follows.
__array_api_version__ = "2025.12"
