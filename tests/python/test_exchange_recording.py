# SPDX-License-Identifier: Apache-2.0
"""What is recorded when an array goes to another library: its own work runs, alone."""

import itertools
import linecache
import random

import numpy as np
import pytest
import tenorite as tn

N = 1000


class Other:
    """An array of another library, which has the memory of ours."""

    def __init__(self, x):
        self._x = x

    def __dlpack_device__(self):
        return self._x.__dlpack_device__()

    def __dlpack__(self, **options):
        return self._x.__dlpack__(**options)


def alias(x):
    """The memory of an array, as another library has it."""
    return x[...] if isinstance(x, np.ndarray) else tn.from_dlpack(Other(x))


def executed(p):
    """Names of the operations that have run, sorted: groups may be in any order."""
    operations = (text for group in p.groups for text, *_ in group.operations)
    return sorted(text.partition(" ")[0] for text in operations)


def start(device):
    """Two arrays whose values are there."""
    x, y = tn.arange(N, dtype="f8"), tn.arange(N, dtype="f8") * 0.5
    x.sum().item(), y.sum().item()
    return x, y


def test_other_work_stays_recorded(device, recorded):
    x, y = start(device)
    with tn.profile() as p:
        a = x * 2 + 1
        b = tn.sqrt(y) - 3
        there = alias(a)
        assert executed(p) == ["add", "multiply"]
        there[0] = -7  # in the same memory
        assert a[:2].tolist() == [-7, 3]
        assert "sqrt" not in executed(p)
        np.testing.assert_array_equal(b.get(), np.sqrt(np.arange(N) * 0.5) - 3)
        assert {"sqrt", "subtract"} <= set(executed(p))
    sites = {
        text.partition(" ")[0]: place for g in p.groups for text, *place in g.operations
    }
    file, line = sites["sqrt"]  # of what was recorded again
    assert "tn.sqrt(y) - 3" in linecache.getline(file, line)


def test_what_it_needs_is_kept_for_the_rest(device, recorded):
    x, _ = start(device)
    with tn.profile() as p:
        t = x + 1
        a = t * 2
        b = t - 5
        c = b / 4
        del t, b
        alias(a)
        assert executed(p) == ["add", "multiply"]
        np.testing.assert_array_equal(c.get(), (np.arange(N) - 4.0) / 4)
        assert executed(p) == ["add", "divide", "multiply", "subtract"]  # each once


def test_what_reads_it_comes_before_others_write(device, recorded):
    x, y = start(device)
    with tn.profile() as p:
        a = x * 2
        before = a + 1
        other = y + 1
        there = alias(a)
        assert executed(p) == ["add", "multiply"]
        there[...] = 0
        np.testing.assert_array_equal(before.get(), np.arange(N) * 2 + 1)
        np.testing.assert_array_equal(other.get(), np.arange(N) * 0.5 + 1)
        assert not a.any()


def test_reads_come_before_recorded_writes(device, recorded):
    """What has to be done before one of its operations is done."""
    x, y = start(device)
    read_before = x + y
    x *= 3
    unrelated = y - 1
    a = x + 0.5
    alias(a)
    x += 1
    np.testing.assert_array_equal(a.get(), np.arange(N) * 3 + 0.5)
    np.testing.assert_array_equal(read_before.get(), np.arange(N) * 1.5)
    np.testing.assert_array_equal(unrelated.get(), np.arange(N) * 0.5 - 1)
    np.testing.assert_array_equal(x.get(), np.arange(N) * 3 + 1)


def test_what_nobody_reads_is_never_computed(device, recorded):
    x, y = start(device)
    with tn.profile() as p:
        tn.exp(y) * 2
        a = x + 1
        b = y * 3
        alias(a)
        assert executed(p) == ["add"]
        b.sum().item()
        assert "exp" not in executed(p)


def test_by_the_interface_of_cuda(device, recorded):
    if device == "cpu":
        pytest.skip("of arrays on a GPU")
    x, y = start(device)
    with tn.profile() as p:
        a, b = x + 1, y * 3
        assert a.__cuda_array_interface__["shape"] == (N,)
        assert executed(p) == ["add"]
        assert (b == tn.arange(N) * 1.5).all()


@pytest.mark.parametrize("mode_of_looks", [False, True])
def test_random_programs(device, recorded, mode_of_looks):
    """Exports in the midst of programs, and writes to what was exported."""
    for seed in range(60):
        results = [
            program(xp, random.Random(f"{seed} {mode_of_looks}"), mode_of_looks)
            for xp in (np, tn)
        ]
        for theirs, ours in zip(*results, strict=True):
            np.testing.assert_array_equal(ours.get(), theirs, err_msg=f"seed {seed}")


def program(xp, rng, with_looks):
    arrays = [xp.arange(12, dtype="f8") + k for k in range(4)]
    for step in itertools.count():
        one, two = rng.choice(arrays), rng.choice(arrays)
        kind = rng.randrange(7)
        if kind == 0:
            arrays.append(one + two)
        elif kind == 1:
            arrays.append(one * 0.5 - two)
        elif kind == 2:
            one += two * 0.25
        elif kind == 3:
            one[::2] = two[1::2]
        elif kind == 4:
            arrays.append(xp.where(one > two, one, -two))
        elif kind == 5:
            there = alias(one)
            there[3:5] *= 0.5
        elif with_looks:
            float(one.sum())
        if len(arrays) > 6:
            arrays.pop(rng.randrange(len(arrays)))
        if step == 30:
            return arrays
