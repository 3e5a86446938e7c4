# SPDX-License-Identifier: Apache-2.0
"""Python functions of numbers as text of kernels: syntax trees, types, C++."""
