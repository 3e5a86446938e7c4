# SPDX-License-Identifier: Apache-2.0
"""Times of array operations with NumPy, Tenorite, CuPy and torch, side by side.

`python -m benchmarks run` in the root of the tree; `--help` says more.
"""
