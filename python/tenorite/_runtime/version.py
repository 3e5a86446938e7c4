# SPDX-License-Identifier: Apache-2.0
"""The version, alone in a file so that the build can read it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
