# SPDX-License-Identifier: Apache-2.0
"""SciPy's modules get arrays of the device alone, as on a GPU, on the CPU device too."""

import os

import pytest
import tenorite
from scipy.ndimage import _nd_image
from support.scipy_versions import scipy_is
from support.spline_filter import reflected_as_in_118


@pytest.fixture(autouse=True)
def no_numpy_operands():
    """An array of NumPy's beside one of ours is refused, a constant of a module too."""
    with tenorite.config.using(mixed="strict"):
        yield


@pytest.fixture(autouse=True)
def splines_of_newer_scipy(monkeypatch):
    """The filter of reflected lines is exact, as SciPy's is since 1.18."""
    if not scipy_is(">=1.18"):
        older = _nd_image.spline_filter1d
        monkeypatch.setattr(_nd_image, "spline_filter1d", reflected_as_in_118(older))


@pytest.fixture(autouse=True)
def quick_compiler(request, monkeypatch):
    """There are hundreds of kernels, whose values do not depend on options.

    What users get is compiled in the tests of kernels and of whole programs. Those
    of sparse arrays run for long: not to optimise them takes more than it saves.
    """
    if "TENORITE_CXXFLAGS" not in os.environ:
        level = "-O1" if "sparse" in request.path.name else "-O0"
        monkeypatch.setenv("TENORITE_CXXFLAGS", level)
