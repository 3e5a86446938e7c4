# SPDX-License-Identifier: Apache-2.0
"""Kernels of tenorite.scipy.linalg for GPUs, in the CPU's emulator of threads.

There their barriers have their usual name, for which the CPU runs threads that wait.
"""

import numpy as np
import pytest
import scipy.linalg
import tenorite as tn
from support.helpers import host
from tenorite.scipy import linalg
from tenorite.scipy._kernels import KernelFile
from tenorite.scipy.linalg import _banded, _lu, _triangular

BARRIER = 'asm volatile("bar.sync 0;" ::: "memory")'


@pytest.fixture(autouse=True)
def emulated(monkeypatch, tmp_path):
    """The forms for CUDA stand in the files that kernels are made of."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    for module, name, file in (
        (_triangular, "kernels", "linalg.cuh"),
        (_lu, "kernels", "linalg.cuh"),
        (_banded, "_kernels", "banded.cuh"),
    ):
        text = getattr(module, name).text
        assert BARRIER in text
        text = text.replace(BARRIER, "__syncthreads()")
        text = text.replace("#ifdef __CUDACC_RTC__", "#if 1")
        (folder / file).write_text(text.replace("#ifndef __CUDACC_RTC__", "#if 0"))
        monkeypatch.setattr(module, name, KernelFile(folder / "x.py", file))


@pytest.mark.parametrize("letter", "dF")
def test_factors_and_triangles(letter):
    rng = np.random.default_rng(0)
    with tn.Device("cpu"):
        for shape in ((3, 3), (70, 70), (50, 90), (2, 40, 33)):
            a = rng.normal(size=shape).astype(letter)
            got, expected = linalg.lu(tn.asarray(a)), scipy.linalg.lu(a)
            exact = 1e-3 if letter == "F" else 1e-11
            for mine, theirs in zip(got, expected, strict=True):
                np.testing.assert_allclose(host(mine), theirs, atol=exact)
        a = (rng.normal(size=(70, 70)) / 70 + np.eye(70)).astype(letter)
        b = rng.normal(size=(70, 3)).astype(letter)
        for lower in (True, False):
            got = linalg.solve_triangular(tn.asarray(a), tn.asarray(b), 0, lower)
            expected = scipy.linalg.solve_triangular(a, b, 0, lower)
            np.testing.assert_allclose(host(got), expected, atol=1e-4)


@pytest.mark.parametrize("letter", "dD")
def test_bands_and_toeplitz(letter):
    rng = np.random.default_rng(0)
    with tn.Device("cpu"):
        ab = rng.normal(size=(4, 50)).astype(letter)
        ab[1] += 4
        b = rng.normal(size=(50, 3)).astype(letter)
        got = linalg.solve_banded((2, 1), tn.asarray(ab), tn.asarray(b))
        expected = scipy.linalg.solve_banded((2, 1), ab, b)
        np.testing.assert_allclose(host(got), expected, atol=1e-12)
        ab[0] = 30
        got = linalg.solveh_banded(tn.asarray(ab), tn.asarray(b), lower=True)
        expected = scipy.linalg.solveh_banded(ab, b, lower=True)
        np.testing.assert_allclose(host(got), expected, atol=1e-12)
        got = linalg.cholesky_banded(tn.asarray(ab), lower=True)
        expected = scipy.linalg.cholesky_banded(ab, lower=True)
        np.testing.assert_allclose(host(got)[0], expected[0], atol=1e-12)
        c = rng.normal(size=50).astype(letter)
        c[0] = 60
        got = linalg.solve_toeplitz(tn.asarray(c), tn.asarray(b))
        expected = scipy.linalg.solve_toeplitz(c, b)
        np.testing.assert_allclose(host(got), expected, atol=1e-13)
