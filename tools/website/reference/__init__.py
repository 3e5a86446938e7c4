# SPDX-License-Identifier: Apache-2.0
"""The API reference, made from the built package and its tables."""
