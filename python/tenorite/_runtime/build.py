# SPDX-License-Identifier: Apache-2.0
"""How this copy of the package was built; the one place that is asked."""

from typing import NamedTuple

from .. import _core


class BuildInfo(NamedTuple):
    """`cuda`: whether there is a CUDA part. `cuda_version`: of its toolkit, "13.0".

    `architectures`: what GPUs its kernels were compiled for, such as "90-real". Both
    are empty without a CUDA part.
    """

    cuda: bool
    cuda_version: str
    architectures: tuple


def build_info():
    """The `BuildInfo` of this copy of the package; no driver is asked."""
    number = _core.cuda.runtime_version()
    if not number:
        return BuildInfo(False, "", ())
    return BuildInfo(True, version_text(number), tuple(_core.cuda.architectures))


def version_text(number):
    """A version that CUDA counts as 1000 * major + 10 * minor, such as "13.0"."""
    return f"{number // 1000}.{number % 1000 // 10}"


#: What to do where there is a GPU, and no CUDA part.
HOW_TO_GET_CUDA = (
    "build it where nvcc 12.4 or newer is found: TENORITE_CUDA=ON pip install ."
)
