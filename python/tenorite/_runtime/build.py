# SPDX-License-Identifier: Apache-2.0
"""Whether this copy of the package has a CUDA part, and which; the one place that is asked."""

from typing import NamedTuple

from .. import _core


class CudaPart(NamedTuple):
    """The CUDA part, or why there is none.

    `file`: where it is. `version`: of the toolkit it was built with, "13.0".
    `architectures`: what GPUs its kernels were compiled for, such as "90-real".
    `why_none`: one sentence, with what to do; "" where there is one.
    """

    file: str
    version: str
    architectures: tuple
    why_none: str


def cuda_part():
    """The `CudaPart` of this copy of the package, which is opened; no driver is asked."""
    why_none = _core.cuda.why_no_part()
    if why_none:
        return CudaPart("", "", (), why_none)
    version = version_text(_core.cuda.runtime_version())
    architectures = tuple(_core.cuda.architectures().split())
    return CudaPart(_core.cuda.part_file(), version, architectures, "")


def version_text(number):
    """A version that CUDA counts as 1000 * major + 10 * minor, such as "13.0"."""
    return f"{number // 1000}.{number % 1000 // 10}"
