# SPDX-License-Identifier: Apache-2.0
"""What `python -m tenorite` prints for people: a report, a self-test, the cache."""
