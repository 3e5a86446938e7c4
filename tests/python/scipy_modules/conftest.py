# SPDX-License-Identifier: Apache-2.0
"""SciPy's modules get arrays of the device alone, as on a GPU, on the CPU device too."""

import pytest
import tenorite


@pytest.fixture(autouse=True)
def no_numpy_operands():
    """An array of NumPy's beside one of ours is refused, a constant of a module too."""
    with tenorite.config.using(mixed="strict"):
        yield
