# SPDX-License-Identifier: Apache-2.0
"""Generated kernels are compiled for GPUs that need not be there."""

import functools

import pytest
import tenorite as tn

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


def compile_file_for_gpus(file, instances, targets=("sm_90",)):
    """Instances of the templates of a KernelFile, all in one text."""
    for target in targets:
        try:
            made = tn.compile(
                file.text,
                target=target,
                options=file.options,
                name_expressions=instances,
            )
        except tn.CompilerNotFound:
            pytest.skip("NVRTC is not installed")
        assert made.code.startswith(b"\x7fELF")
        assert set(made.symbols) == set(instances)
