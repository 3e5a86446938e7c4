# SPDX-License-Identifier: Apache-2.0
"""Generated kernels are compiled for GPUs that need not be there."""

import functools

import pytest
import tenorite as tn
from tenorite import _core

TARGETS = ("sm_80", "sm_90", "sm_100")


@functools.cache
def _nvrtc_is_here():
    kernel = tn.ElementwiseKernel("", "raw float32 y", "y[i] = 1", "probe")
    try:
        kernel._compiled("sm_80", 1, tn.zeros(1, "f4", device="cpu"))
    except tn.CompilerNotFound:
        return False
    return True


def compile_for_gpus(kernel, *args, size=-1, targets=TARGETS, **options):
    """The text that a call on a GPU is compiled from; it compiles for all."""
    if not _nvrtc_is_here():
        pytest.skip("NVRTC is not installed")
    texts = set()
    for target in targets:
        text, code = kernel._compiled(target, size, *args, **options)
        assert code.startswith(b"\x7fELF")
        texts.add(text)
    assert len(texts) == 1
    return texts.pop()


def compile_file_for_gpus(path, instances, targets=TARGETS):
    """Instances of the templates of a file beside a module, as KernelFile makes them."""
    options = ("-fmad=false", f"-I{path.parent}")
    for target in targets:
        for name in instances:
            code = _core.RawCode(
                path.name,
                path.read_text("utf-8"),
                False,
                options,
                "nvrtc",
                [name],
                False,
            )
            try:
                assert name in code.signatures(target)
            except tn.CompilerNotFound:
                pytest.skip("NVRTC is not installed")
