# SPDX-License-Identifier: Apache-2.0
"""The census: every public function and method, called as it usually is."""
