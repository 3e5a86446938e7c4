# SPDX-License-Identifier: Apache-2.0
"""Python functions with threads and arrays as raw kernels: cupyx.jit."""
