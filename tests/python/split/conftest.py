# SPDX-License-Identifier: Apache-2.0
"""Meshes of these tests are on the CPU device."""

import pytest
import tenorite


@pytest.fixture(autouse=True)
def cpu_by_default():
    before = tenorite.get_default_device()
    tenorite.set_default_device("cpu")
    yield
    tenorite.set_default_device(before)
