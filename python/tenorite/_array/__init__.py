# SPDX-License-Identifier: Apache-2.0
"""The array object: what becomes one, its memory, its protocols, its text."""
