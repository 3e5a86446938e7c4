# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions, a module for each of NumPy's sections."""
