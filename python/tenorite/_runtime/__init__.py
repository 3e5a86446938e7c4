# SPDX-License-Identifier: Apache-2.0
"""What all the rest stands on: devices, libraries, threads, settings. Knows no NumPy section."""
