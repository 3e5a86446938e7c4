# SPDX-License-Identifier: Apache-2.0
"""What a Python function does to arrays, recorded once and run as few kernels."""
