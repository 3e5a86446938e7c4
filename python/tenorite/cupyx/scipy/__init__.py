# SPDX-License-Identifier: Apache-2.0
"""cupyx.scipy: tenorite.scipy itself, and its modules, where CuPy's programs look."""

from ..._runtime.alias import stand_for_package
from ..._runtime.package import namespace

stand_for_package(__name__, f"{namespace().__name__}.scipy")
