# SPDX-License-Identifier: Apache-2.0
"""The device fixture: every test that asks for it runs on each device present."""

import atexit
import gc
import os
import shutil
import tempfile
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# Kernels of the tests are kept apart; the processes of xdist inherit this.
if "TENORITE_CACHE_DIR" not in os.environ:
    os.environ["TENORITE_CACHE_DIR"] = tempfile.mkdtemp(prefix="tenorite-tests-")
    atexit.register(shutil.rmtree, os.environ["TENORITE_CACHE_DIR"], True)

# Threads of OpenBLAS that have no work sleep after 2**20 cycles, 0.4 ms: its own 2**28
# take 0.1 s of a core after each call.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")

# Small groups, too, run as machine code; what runs one by one does not.
os.environ.setdefault("TENORITE_MACHINE_CODE", "always")

# The processes of xdist are spread over so many GPUs, each of which sees one.
if "TENORITE_TEST_GPUS" in os.environ and "PYTEST_XDIST_WORKER" in os.environ:
    worker = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    gpus = int(os.environ["TENORITE_TEST_GPUS"])
    os.environ["CUDA_VISIBLE_DEVICES"] = str(worker % gpus)

import tenorite
from support.all_settings import all_settings, restore_settings
from support.fusion_modes import MODES, RECORDED, fusion

# pytest makes exceptions of warnings, and collects them: what does so has its
# operations run one by one.
tenorite._core.heed_filters(False)

# The same examples each time, however busy the machine is.
settings.register_profile(
    "certain",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.function_scoped_fixture,
    ],
)
settings.load_profile("certain")


def pytest_addoption(parser):
    parser.addoption(
        "--device",
        action="append",
        help="run only on this device ('cpu', 'cuda:0'); may be repeated",
    )
    parser.addoption(
        "--seconds",
        type=float,
        help="skip the tests that have not begun so many seconds after the start",
    )
    parser.addoption(
        "--programs",
        type=int,
        default=os.environ.get("TENORITE_TEST_PROGRAMS"),
        help="how many random programs test_fusion_programs.py runs (20000 on the CPU)",
    )


_start = time.monotonic()


def pytest_runtest_setup(item):
    seconds = item.config.getoption("--seconds")
    if seconds is not None and time.monotonic() - _start > seconds:
        pytest.skip("out of time")


def pytest_sessionstart(session):
    """Processes of xdist send their reports, and need none of them any more.

    The terminal's reporter keeps them all, in the way of each collection of garbage.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        session.config.pluginmanager.unregister(name="terminalreporter")


def pytest_collection_finish():
    """What collection made stays to the end: no later collection looks through it."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report):
    """Writes each failure when it comes, for runs that their time may stop."""
    log = os.environ.get("TENORITE_TEST_FAILURES")
    if log and report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        with open(log, "a") as file:
            file.write(f"== {report.nodeid} ({report.when})\n{report.longreprtext}\n")


def pytest_runtest_logstart(nodeid):
    """Writes the order of the tests in each process, so that it can be had again.

    `pytest -n 0 @file` runs them so: what one test leaves may be what another meets.
    """
    folder = os.environ.get("TENORITE_TEST_ORDER")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if folder and worker:
        with open(os.path.join(folder, f"order-{worker}.txt"), "a") as file:
            file.write(nodeid + "\n")


def devices(config):
    """Names of the devices that tests run on."""
    asked = config.getoption("--device")
    if asked:
        return asked
    return ["cpu", "cuda:0"] if tenorite.cuda.is_available() else ["cpu"]


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", devices(metafunc.config), indirect=True)


@pytest.fixture(autouse=True)
def no_float_errors():
    """Tests of values divide by zero as they like; test_errstate.py looks at errors."""
    with np.errstate(all="ignore"):
        yield


@pytest.fixture(autouse=True)
def settings_as_before():
    """NumPy does not answer for kernels under test; test_fallback.py lets it.

    A test that leaves a setting changed fails itself, not those that come after it.
    """
    before = all_settings()
    with tenorite.config.using(fallback="error"):
        yield
    after = all_settings()
    restore_settings(before)
    assert after == before, "the test leaves other settings than it found"


@pytest.fixture
def device(request):
    """Name of the device under test, which is the default device meanwhile."""
    before = tenorite.get_default_device()
    tenorite.set_default_device(request.param)
    yield request.param
    tenorite.set_default_device(before)


@pytest.fixture(params=MODES)
def mode(request):
    """Each mode of recorded execution in turn, for the time of the test."""
    with fusion(request.param):
        yield request.param


@pytest.fixture(params=RECORDED)
def recorded(request):
    """Each mode in which calls are recorded, likewise."""
    with fusion(request.param):
        yield request.param
