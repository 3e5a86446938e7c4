# SPDX-License-Identifier: Apache-2.0
"""The CUDA part of tenorite, a library that `tenorite` opens by itself: import that."""
