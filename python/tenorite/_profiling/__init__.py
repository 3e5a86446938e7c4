# SPDX-License-Identifier: Apache-2.0
"""What ran, how long it took, and who holds memory: profile(), explain(), memory."""
