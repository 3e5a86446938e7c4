# SPDX-License-Identifier: Apache-2.0
"""Kernels of users, Python functions as kernels, and recorded execution."""
