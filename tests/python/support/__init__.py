# SPDX-License-Identifier: Apache-2.0
"""What tests share: comparisons with NumPy, inputs, bounds, texts of kernels."""
