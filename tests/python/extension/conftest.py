# SPDX-License-Identifier: Apache-2.0
"""Extensions that are compiled apart: the headers, the CMake package, examples/extension.

The modules are built with CMake once. What calls them is the same for pybind11 and
for nanobind.
"""

import re
import types

import pytest
from support import extensions


@pytest.fixture(scope="session")
def built_example(tmp_path_factory):
    if extensions.folder_of("pybind11", "--cmakedir") is None:
        pytest.skip("pybind11 is not installed")
    options = extensions.cuda_options()
    return extensions.build(extensions.EXAMPLE, tmp_path_factory, *options)


def functions_of_example(folder, device):
    """Those of examples/extension, if they were compiled for the device."""
    cache = (folder / "CMakeCache.txt").read_text()
    with_cuda = re.search(r"^CMAKE_CUDA_COMPILER:\w+=/", cache, re.MULTILINE)
    if device != "cpu" and not with_cuda:
        pytest.skip("there is no CUDA compiler on this machine")
    names = ("doublify", "sum_of_squares", "running_max")
    return types.SimpleNamespace(
        **{n: getattr(extensions.load(folder, n), n) for n in names}
    )


@pytest.fixture
def example(built_example, device):
    return functions_of_example(built_example, device)


@pytest.fixture
def example_on_gpu(built_example):
    return functions_of_example(built_example, "cuda:0")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    return extensions.build(extensions.TESTS, tmp_path_factory)


@pytest.fixture(params=["pybind11", "nanobind"])
def bound(request, built):
    """The functions of extension/bound.cpp, by each library that is installed."""
    module = extensions.load(built, f"bound_by_{request.param}")
    if module is None:
        pytest.skip(f"{request.param} is not installed")
    return module


@pytest.fixture
def plain(built):
    return extensions.load(built, "plain")


@pytest.fixture
def cuda_calls(built):
    module = extensions.load(built, "cuda_calls")
    if module is None:
        pytest.skip("there is no CUDA toolkit on this machine")
    return module
