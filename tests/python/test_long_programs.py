# SPDX-License-Identifier: Apache-2.0
"""Long straight programs: they run in few groups, with equal bits and no more memory."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import fusion
from support.helpers import host
from support.long_programs import function

N = 6000


def operands(device, n=N):
    rng = np.random.default_rng(7)
    theirs = [rng.uniform(0.1, 1, n) for _ in range(4)]
    return theirs, [tn.array(x, device=device) for x in theirs]


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize(
    "lines, names_alive", [(40, 8), (200, 16), (200, 80), (900, 40)]
)
def test_numpys_values_in_every_mode(device, lines, names_alive, in_place):
    for seed in range(3):
        f = function(lines, seed, names_alive, in_place)
        theirs, ours = operands(device)
        expected = f(np, *theirs)
        first = None
        for mode in ("off", "tier0", "auto", "wait", "check"):
            with fusion(mode):
                got = [host(f(tn, *ours)) for _ in range(2)]
            first = got[0] if first is None else first
            for result in got:
                np.testing.assert_array_equal(result, first, strict=True)
        # A mean adds in another order than NumPy's.
        np.testing.assert_allclose(first, expected, rtol=1e-9)


def profile_of(f, ours):
    for _ in range(4):  # kernels may be ready at the second time or later
        host(f(tn, *ours))
    with tn.profile() as p:
        host(f(tn, *ours))
    return p


@pytest.mark.parametrize("n", [1, 4096, 300_000])
def test_a_long_function_runs_in_few_groups(device, n):
    """Whatever the size, and though names keep hundreds of temporaries alive."""
    with fusion("wait"):
        f = function(200, 1, 12)
        _, ours = operands(device, n)
        p = profile_of(f, ours)
    sizes = [len(g.operations) for g in p.groups]
    assert sum(sizes) > 250
    # Sums and what is read backwards end groups.
    assert len(sizes) < sum(sizes) / 12, sizes
    assert sizes.count(1) <= 3, sizes


def test_a_window_goes_on_while_names_keep_temporaries(device):
    """What is not stored costs no memory: 60 names are alive, one result is read."""

    def f(xp, x):
        kept = [x * (0.5 + k) for k in range(60)]
        for k in range(60, 700):
            kept.append(kept[k - 60] * 0.5 + kept[k - 1] * 0.25)
        return sum(kept[-60:], start=x)

    x = np.linspace(0, 1, 50_000)
    y = tn.array(x, device=device)
    expected = f(np, x)
    with fusion("wait"), tn.profile() as p:
        result = host(f(tn, y))
    np.testing.assert_array_equal(result, expected, strict=True)
    assert len(p.flushes) == 1, [(q.reason, q.recorded) for q in p.flushes]


def test_memory_of_a_long_function(device):
    """No more than eager execution needs at most."""
    from test_fusion_memory import Pool

    pool = Pool(device)
    f = function(200, 3, 12)
    _, ours = operands(device, 1 << 17)
    peaks = {}
    for mode in ("off", "wait"):
        with fusion(mode):
            peaks[mode], _ = pool.peak_of(lambda: f(tn, *ours))
    assert peaks["wait"] <= peaks["off"] / 2, peaks


def test_endless_work_without_a_look(device):
    """Windows end: results that nobody looks at do not pile up unexecuted."""
    x = tn.ones(100, device=device)
    kept = []
    with tn.profile() as p:
        for _ in range(5000):
            kept.append(x + 1)
        assert len(p.flushes) >= 2
    assert all(float(k[0]) == 2 for k in kept[::500])


def test_large_arrays_do_not_end_windows(device):
    """Steps over one large array are one group, though each step's array dies."""
    n = 9_000_000  # 72 MB
    with fusion("wait"):
        for _ in range(3):
            y = tn.ones(n, "f8", device=device)
            assert y[-1] == 1
            with tn.profile() as p:
                for _ in range(20):
                    y = y * 0.5 + 1
                assert float(y[-1]) == 2 - 0.5**20
    assert len(p.flushes) == 1, [(q.reason, q.recorded) for q in p.flushes]
