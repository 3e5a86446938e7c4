# SPDX-License-Identifier: Apache-2.0
"""Ranks are on the CPU device, but for the tests of GPUs."""

import pytest
import tenorite


@pytest.fixture(autouse=True)
def cpu_by_default(request, monkeypatch):
    if request.module.__name__.endswith("test_gpus"):
        yield
        return
    monkeypatch.setenv("TENORITE_DEVICE", "cpu")  # of processes that are started
    before = tenorite.get_default_device()
    tenorite.set_default_device("cpu")
    yield
    tenorite.set_default_device(before)
