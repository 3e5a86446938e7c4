# SPDX-License-Identifier: Apache-2.0
"""Times of whole programs with NumPy, Tenorite, CuPy, jax.jit and torch.compile.

`python -m benchmarks programs` in the root of the tree; `--help` says more.
"""
