# SPDX-License-Identifier: Apache-2.0
"""Work on few elements whose results are looked at again and again: on devices where that
is cheaper (the CPU) it runs when it is called, by a rule that counts, until it pays to
record it again. ops/record/eager_rule.h has the numbers."""

import threading

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, flushes, fusion, memory_of
from support.helpers import host

RUN, RUNS, MOST = 4, 8, 4096


@pytest.fixture(autouse=True)
def auto():
    with fusion("auto"):
        yield


def at_once(call, device):
    """(whether the memory of the result is there after the call, the result)."""
    before = memory_of(device)["used_bytes"]
    result = call()
    return memory_of(device)["used_bytes"] > before, result


def chain(x, count):
    for _ in range(count):
        x = x + 1
    return x


def look(x):
    return float(x.reshape(-1)[0])


def look_often(x, runs=RUNS, operations=1):
    """The given number of runs, after one that is too long."""
    look(chain(x, RUN + 1))
    for k in range(runs):
        first = look(x)
        assert look(chain(x, operations)) == first + operations, k


def small():
    x = tn.arange(100.0)
    assert look(x) == 0
    return x


@pytest.mark.parametrize("operations", [1, 2, RUN - 1])
def test_short_runs(device, operations):
    """As many as it takes, no fewer. A look at a result here is an operation or none."""
    x = small()
    look_often(x, RUNS - 2, operations)
    assert not at_once(lambda: x * 2, device)[0]
    look_often(x, RUNS + 1, operations)
    now, y = at_once(lambda: x * 2, device)
    assert now == (device == "cpu")
    assert np.array_equal(host(y), np.arange(100.0) * 2)


def test_long_runs(device):
    x = small()
    look_often(x, 3 * RUNS, RUN + 1)
    assert not at_once(lambda: x * 2, device)[0]


def test_back_to_recording(device):
    """The operation that makes a run too long is recorded, with what follows."""
    x = small()
    look_often(x, RUNS + 1)
    y, found = x, []
    for _ in range(RUN + 3):
        now, y = at_once(lambda y=y: y * 2, device)
        found.append(now)
    assert found == [device == "cpu"] * RUN + [False] * 3
    assert np.array_equal(host(y), np.arange(100.0) * 2 ** (RUN + 3))
    assert not at_once(lambda: x * 2, device)[0]


def test_more_elements(device):
    large = tn.ones(MOST + 1)
    look_often(large, 2 * RUNS)
    assert not at_once(lambda: large * 2, device)[0]
    x = small()
    look_often(x, RUNS + 1)
    assert not at_once(lambda: large.sum(), device)[0]
    assert not at_once(lambda: x * 2, device)[0]


def test_most_elements(device):
    x = tn.zeros(MOST)
    look_often(x, RUNS + 1)
    assert at_once(lambda: x * 2, device)[0] == (device == "cpu")


@pytest.mark.parametrize("mode", [m for m in RECORDED if m != "auto"])
def test_other_modes_record(device, mode):
    x = small()
    look_often(x, RUNS + 1)
    with fusion(mode):
        look_often(x, RUNS + 1)
        assert not at_once(lambda: x * 2, device)[0]


def test_a_profile_records(device):
    """What it lists is what runs while it listens."""
    x = small()
    look_often(x, RUNS + 1)
    with flushes(exactly=RUNS + 2) as p:
        for _ in range(RUNS + 2):
            look(chain(x, 3).sum())
    assert all(f.recorded >= 4 for f in p.flushes)
    assert not at_once(lambda: x * 2, device)[0]


def test_every_kind_of_operation(device):
    """NumPy's results where all of it runs at the call: in place, masks, views, `out`."""

    def program(xp, asked):
        x = xp.asarray(np.arange(24.0).reshape(4, 6))
        for k in range(3 * RUNS):
            x += 1
            asked(x[k % 4, 1])
            x[1:, ::2] = x[:-1, ::2] * 0.5
            asked(x.sum())
            x[x > 12] -= 7
            asked((x > 3).any())
            view = x.T[2:4]
            xp.multiply(view, view, out=view)
            asked(xp.maximum(view, 40.0)[0, 0])
            whole, part = xp.divmod(x, 3)
            asked(part.max())
            asked(whole.astype("i4").min())
            view %= 5
        return x

    seen, expected = [], []
    got = program(tn, lambda v: seen.append(v.item()))
    wanted = program(np, lambda v: expected.append(v.item()))
    assert seen == expected
    assert np.array_equal(host(got), wanted)


def test_unseen_results_and_memory(device):
    """Results that are dropped unseen give their memory back."""
    x = small()
    look_often(x, RUNS + 1)
    before = memory_of(device)["used_bytes"]
    for _ in range(50):
        x * 2
    look(x)
    tn._core.recording.flush()
    assert memory_of(device)["used_bytes"] == before


def test_other_threads(device):
    """A result that was made at once is there for others, who may change it."""
    x = small()
    look_often(x, RUNS + 1)
    made = [x * k for k in range(4)]
    errors = []

    def change(y, k):
        try:
            tn.set_default_device(device)
            for _ in range(20):
                y += 1
                assert look(y[:1] * 1) == float(host(y)[0])
            assert np.array_equal(host(y), np.arange(100.0) * k + 20)
        except Exception as e:
            errors.append(e)

    threads = [threading.Thread(target=change, args=(y, k)) for k, y in enumerate(made)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    for k, y in enumerate(made):
        assert np.array_equal(host(y + x), np.arange(100.0) * (k + 1) + 20)
