# SPDX-License-Identifier: Apache-2.0
"""The device fixture: every test that asks for it runs on each device present."""

import pytest
import tenorite


def pytest_addoption(parser):
    parser.addoption(
        "--device",
        action="append",
        help="run only on this device ('cpu', 'cuda:0'); may be repeated",
    )


def _devices(config):
    asked = config.getoption("--device")
    if asked:
        return asked
    return ["cpu", "cuda:0"] if tenorite.cuda.is_available() else ["cpu"]


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", _devices(metafunc.config), indirect=True)


@pytest.fixture
def device(request):
    """Name of the device under test, which is the default device meanwhile."""
    before = tenorite.get_default_device()
    tenorite.set_default_device(request.param)
    yield request.param
    tenorite.set_default_device(before)
