# SPDX-License-Identifier: Apache-2.0
"""Where the cuts of a sorted array fall in its sorted parts."""

import numpy as np
import pytest
import tenorite
from support.helpers import host
from tenorite.distributed import Mesh, Split
from tenorite.distributed._split import cuts, sorting


def places(cut, runs):
    low, high = [0] * len(runs), [len(run) for run in runs]
    rounds = 0
    while low != high:
        at = [sorting._spread(*each) for each in zip(low, high, strict=True)]
        samples = [(p, run[p]) for p, run in zip(at, runs, strict=True)]
        before = low, high
        low, high = sorting._narrowed(cut, low, high, samples)
        assert (low, high) != before
        rounds += 1
    return low, rounds


def expected(cut, runs):
    part = np.repeat(range(len(runs)), [len(run) for run in runs])
    first = np.argsort(np.concatenate(runs), kind="stable")[:cut]
    return [int((part[first] == s).sum()) for s in range(len(runs))]


@pytest.mark.parametrize("samples", [1, 2, 5, 64, 1024])
def test_random_parts(monkeypatch, samples):
    monkeypatch.setattr(sorting, "SAMPLES", samples)
    rng = np.random.default_rng(samples)
    for _ in range(200):
        size = rng.integers(1, 8)
        runs = [
            np.sort(rng.integers(0, rng.choice([1, 3, 50, 10**6]), n).astype("f8"))
            for n in rng.choice([0, 1, 2, 17, 300], size)
        ]
        if rng.random() < 0.3:
            for run in runs:
                run[len(run) // 2 :] = np.nan
        cut = int(rng.integers(0, sum(map(len, runs)) + 1))
        assert places(cut, runs)[0] == expected(cut, runs)


def test_few_rounds():
    rng = np.random.default_rng(0)
    runs = [np.sort(rng.random(2**20)) for _ in range(2)]
    found, rounds = places(2**20 + 12345, runs)
    assert sum(found) == 2**20 + 12345
    assert rounds <= 3


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "i8", "u1", "?"])
@pytest.mark.parametrize("samples", [1, 7, 1024])
def test_sorts(monkeypatch, samples, dtype):
    monkeypatch.setattr(sorting, "SAMPLES", samples)
    monkeypatch.setattr(cuts, "SMALL", 0)
    rng = np.random.default_rng(3)
    x = (rng.integers(0, 40, 3000) - 20).astype(dtype)
    if x.dtype.kind in "fc":
        x[rng.integers(0, x.size, 50)] = np.nan
    for devices in (2, 5, 7):
        mesh = Mesh(["cpu"] * devices)
        y = tenorite.array(x, device=Split(mesh))
        np.testing.assert_array_equal(host(tenorite.sort(y)), np.sort(x), strict=True)
