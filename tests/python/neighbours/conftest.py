# SPDX-License-Identifier: Apache-2.0
"""Other libraries on arrays of ours, and the same calls on NumPy's arrays.

SciPy reads at its first import whether it is to look for the array API.
"""

import os
import sys

if "scipy" not in sys.modules:
    os.environ["SCIPY_ARRAY_API"] = "1"
