# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: simulations and responses of linear systems."""

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import check, host, on_device
from support.linear_systems import (
    COMPLEX,
    CONTINUOUS,
    DISCRETE,
    MIMO,
    SS,
    TF,
    ZPK,
    matrix,
    numbers,
)
from support.scipy_calls import same_call, same_failure, warned
from tenorite.scipy import signal
from tenorite.scipy.signal import _states

MODULES = (signal, scipy.signal)

# Few sums of each item; the longest recursions here lose some digits more.
NEAR = {"rtol": 1e-12, "order": False}


@pytest.fixture(autouse=True)
def on_its_device(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


@pytest.mark.parametrize("form", CONTINUOUS)
def test_continuous_simulation(device, form):
    system = CONTINUOUS[form]
    T = np.linspace(0, 3, 200)
    U = numbers(200)
    X0 = numbers(len(scipy.signal.lti(*system).to_ss().A), 1)
    for given in (
        (U, T),
        (U, T, X0),
        (U, T, X0, False),
        (U[:, None], T + 1, X0),
        (0, T, X0),
        (None, T),
        (U[:2], T[:2], X0),
        (U[:1], T[:1], X0),
        (U[:1], T[1:2], X0),
        (np.zeros(3), T, X0),
    ):
        same_call(MODULES, "lsim", device, system, *given, **NEAR)
    same_call(MODULES, "lsim", device, system, list(U), list(T), **NEAR)
    for name in ("impulse", "step"):
        for given in ({}, {"N": 7}, {"T": T}, {"T": np.arange(5)}, {"N": 1}):
            same_call(MODULES, name, device, system, **given, **NEAR)
    same_call(MODULES, "step", device, system, X0, T, **NEAR)
    same_call(MODULES, "impulse", device, system, X0[:, None], T, **NEAR)


def test_many_inputs_and_outputs(device):
    T, U = np.linspace(0, 3, 100), numbers((100, 2))
    for interp in (True, False):
        same_call(MODULES, "lsim", device, MIMO, U, T, [1.0, 2], interp, **NEAR)
    one = (matrix([-1]), matrix([1, 1]), matrix([1], [2]), np.zeros((2, 2)))
    same_call(MODULES, "lsim", device, one, U, T, **NEAR)
    same_failure(MODULES, "lsim", device, MIMO, U[:, 0], T)
    same_failure(MODULES, "impulse", device, MIMO)
    same_failure(MODULES, "step", device, MIMO)
    same_call(MODULES, "dlsim", device, DISCRETE["mimo"], U, **NEAR)
    same_failure(MODULES, "dlsim", device, DISCRETE["mimo"], U[:, 0])


def test_dtypes(device):
    single = tuple(x.astype("f") for x in SS)
    T, U = np.linspace(0, 3, 50), numbers(50)
    # SciPy rounds the states to float32 after each step.
    for u in (U, U.astype("f"), None):
        same_call(MODULES, "lsim", device, single, u, T, rtol=1e-6, order=False)
    same_call(MODULES, "lsim", device, SS, U, T.astype("f"), rtol=1e-6, order=False)
    same_call(MODULES, "lsim", device, SS, U.astype("f"), T, **NEAR)
    same_call(MODULES, "lsim", device, SS, np.arange(50), T, **NEAR)
    same_call(MODULES, "lsim", device, SS, U + 1j * U, T, **NEAR)
    same_call(MODULES, "lsim", device, COMPLEX, U + 1j * U, T, [1j], **NEAR)
    same_call(MODULES, "impulse", device, single, rtol=1e-6, order=False)
    same_call(MODULES, "step", device, single, rtol=1e-6, order=False)
    same_call(MODULES, "dlsim", device, (*single, 0.5), U.astype("f"), rtol=1e-12)
    same_call(MODULES, "dlsim", device, (*COMPLEX, 1), U + 1j * U, rtol=1e-12)
    for u in ([1, 2], np.arange(3), 5, np.ones((4, 1))):
        same_call(MODULES, "dlsim", device, DISCRETE["ss"], u, **NEAR)


def test_real_states_of_complex_systems_are_warned_of(device):
    for name, args in (
        ("dlsim", ((*COMPLEX, 1), [1.0, 2])),
        ("dlsim", (DISCRETE["ss"], [1j, 2])),
        ("lsim", (SS, [1j, 2], [0.0, 1])),
    ):
        _, _, told = warned(lambda: getattr(signal, name)(*on_device(args, device)))  # noqa: B023
        assert np.exceptions.ComplexWarning in [kind for kind, _ in told]


def test_numpys_arrays_beside_those_of_a_device(device):
    """NumPy's alone go to the device of the system; the matrices are parameters."""
    T, U = np.linspace(0, 3, 5), numbers(5)
    expected = scipy.signal.lsim(SS, U, T)
    for system in (SS, on_device(SS, device)):
        got = signal.lsim(system, U, T)
        check(expected, got, **NEAR)
        assert str(got[1].device) == str(tn.asarray(U, device=device).device)
    for args in ((tn.asarray(U), T), (U, tn.asarray(T))):
        with pytest.raises(TypeError):
            signal.lsim(SS, *args)
    with pytest.raises(TypeError):
        signal.dlsim((*SS, 1), tn.asarray(U), np.arange(5.0))


def test_systems_without_states(device):
    system = (np.zeros((0, 0)), np.zeros((0, 1)), np.zeros((1, 0)), matrix([2]))
    T, U = np.linspace(0, 3, 5), numbers(5)
    same_call(MODULES, "lsim", device, system, U, T, **NEAR)
    same_call(MODULES, "dlsim", device, (*system, 0.5), U, **NEAR)
    same_call(MODULES, "lsim", device, SS, U, T, np.ones((1, 2)), **NEAR)
    same_failure(MODULES, "lsim", device, SS, U, T, np.ones((2, 1)))


def test_states_of_integers(device):
    """SciPy truncates states to integers where A is of integers."""
    whole = ([[-1, 2], [0, -3]], [[1], [2]], [[1, 0]], [[1]])
    T, U = np.linspace(0, 3, 50), numbers(50)
    expected = scipy.signal.lsim(SS, U, T)
    got = signal.lsim(whole, *on_device((U, T), device))
    check(expected, got, **NEAR)


@pytest.mark.parametrize("form", DISCRETE)
def test_discrete_simulation(device, form):
    system = DISCRETE[form]
    made = scipy.signal.dlti(*system[:-1], dt=system[-1]).to_ss()
    u, x0 = numbers((300, made.inputs)), numbers(len(made.A), 1)
    for given in (
        (u,),
        (u, None, x0),
        (u[:1],),
        (u[:5], np.arange(5) * system[-1]),
        (u[:5], np.arange(5) * 1.7 + 0.3, x0),
    ):
        same_call(MODULES, "dlsim", device, system, *given, **NEAR)
    for name in ("dimpulse", "dstep"):
        for given in ({}, {"n": 7}, {"n": 30}, {"x0": x0, "n": 2}, {"t": np.arange(4)}):
            same_call(MODULES, name, device, system, **given, **NEAR)


def test_methods(device):
    T, U = np.linspace(0, 3, 50), numbers(50)
    for form in ("tf", "zpk", "ss"):
        c = signal.lti(*on_device(CONTINUOUS[form], device))
        c2 = scipy.signal.lti(*CONTINUOUS[form])
        *values, dt = DISCRETE[form]
        d = signal.dlti(*on_device(values, device), dt=dt)
        d2 = scipy.signal.dlti(*values, dt=dt)
        ours, theirs = on_device((U, T), device), (U, T)
        steps = np.arange(50) * dt
        for mine, expected in (
            (c.output(*ours), c2.output(*theirs)),
            (c.impulse(N=5), c2.impulse(N=5)),
            (c.step(N=5), c2.step(N=5)),
            (c.bode(n=5), c2.bode(n=5)),
            (c.freqresp(n=5), c2.freqresp(n=5)),
            (d.output(ours[0], tn.asarray(steps)), d2.output(U, steps)),
            (d.impulse(n=5), d2.impulse(n=5)),
            (d.step(n=5), d2.step(n=5)),
            (d.bode(w=tn.asarray([0.1, 1.0])), d2.bode(w=[0.1, 1.0])),
            (d.freqresp(w=tn.asarray([0.1, 1.0])), d2.freqresp(w=[0.1, 1.0])),
        ):
            check(expected, mine, rtol=1e-10, order=False)


RESPONSES = ["tf", "zpk", "ss", "integrator", "oscillator", "gain", "proper", "complex"]


@pytest.mark.parametrize("form", RESPONSES)
def test_frequency_responses(device, form):
    given = {"rtol": 1e-9, "order": False}
    w = np.array([0.1, 1.0, 2.0])
    for name in ("freqresp", "bode"):
        system = CONTINUOUS[form]
        same_call(MODULES, name, device, system, w, **given)
        same_call(MODULES, name, device, system, n=20, **given)
    same_call(MODULES, "freqresp", device, CONTINUOUS[form], [1, 2], **given)
    if form == "complex":
        return  # SciPy's freqz() gives complex frequencies
    system = (*CONTINUOUS[form], 0.5)
    same_call(MODULES, "dfreqresp", device, system, w, **given)
    if form != "integrator":  # whose magnitude is 0 but for roundings
        same_call(MODULES, "dbode", device, system, w, **given)
        same_call(MODULES, "dbode", device, system, n=20, **given)
    # The function itself: with SCIPY_ARRAY_API its public name takes no `whole`.
    modules = signal, scipy.signal._ltisys
    same_call(modules, "dfreqresp", device, DISCRETE["tf"], n=9, whole=True, **given)


ANALOG = [
    ("freqs", (*TF, 20)),
    ("freqs", (*TF, None)),
    ("freqs", (*TF, np.array([1.0, 2]))),
    ("freqs", (*TF, 2.0)),
    ("freqs", (*TF, np.array([1j, 2]))),
    ("freqs", (*TF, [1, 2])),
    ("freqs", (TF[0].astype("f"), TF[1].astype("f"), np.array([1, 2], "f"))),
    ("freqs", (TF[0].astype("f"), TF[1].astype("f"), 5)),
    ("freqs", ([], [1.0, 2], 3)),
    ("freqs", (matrix([1]), [1.0], 3)),
    ("freqs_zpk", (*ZPK, 20)),
    ("freqs_zpk", (*ZPK, np.array([1.0, 2]))),
    ("freqs_zpk", ([], [1.0], [2.0], 4)),
    ("freqs_zpk", (ZPK[0].astype("f"), ZPK[1].astype("f"), 2, np.array([1, 2], "f"))),
    ("findfreqs", (*TF, 7)),
    ("findfreqs", (*TF, 7, "zp")),
    ("findfreqs", ([1.0], [1.0, 0, 0], 7)),
    ("findfreqs", ([1.0], [2.0], 7)),
]


@pytest.mark.parametrize("number", range(len(ANALOG)))
def test_analog_responses(device, number):
    name, args = ANALOG[number]
    rtol = 1e-6 if any(getattr(x, "dtype", "d") == "f" for x in args) else 1e-12
    same_call(MODULES, name, device, *args, rtol=rtol, order=False)


# ---- long recursions ----


def plain(A, v, start):
    """The recursion, of which long doubles round 2000 times finer than doubles."""
    kind = np.clongdouble if A.dtype.kind == "c" else np.longdouble
    A, x = A.astype(kind), np.empty(v.shape, kind)
    x[0] = start
    for k in range(len(v) - 1):
        x[k + 1] = A @ x[k] + v[k]
    return x


@pytest.mark.parametrize("is_complex", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3, 8, 9, 20])
def test_states_are_those_of_the_plain_recursion(device, size, is_complex):
    A = numbers((size, size))
    A = A + 1j * numbers((size, size), 1) if is_complex else A
    A = A / abs(np.linalg.eigvals(A)).max() * 0.999
    v, start = numbers((6000, size), 2).astype(A.dtype), numbers(size, 3)
    expected = plain(A, v, start)
    for length in (1, 2, 255, 256, 320, 6000):
        got = host(_states.follow(A, tn.asarray(v[:length]), start))
        error = abs(got - expected[:length]).max()
        assert error <= 2e-14 * abs(expected[:length]).max() * size


def test_no_states(device):
    for shape in ((0, 3), (5, 0)):
        v = tn.zeros(shape)
        assert _states.follow(np.eye(shape[1]), v, np.zeros(shape[1])).shape == shape


@pytest.mark.parametrize("order, corner", [(2, 0.001), (4, 0.01), (7, 0.02)])
def test_powers_lose_no_digits(device, order, corner):
    """Those of a companion matrix are far larger than the states that they make."""
    A, B, _, _ = scipy.signal.tf2ss(*scipy.signal.butter(order, corner))
    v = numbers((10_000, 1)) * B.T
    exact = plain(A, v, np.zeros(order))
    theirs = np.zeros(v.shape)
    for k in range(len(v) - 1):
        theirs[k + 1] = A @ theirs[k] + v[k]
    ours = host(_states.follow(A, tn.asarray(v), np.zeros(order)))
    assert abs(ours - exact).max() <= 4 * abs(theirs - exact).max()


def test_long_simulations(device):
    u = numbers(20_000)
    T = np.arange(20_000) * 0.01
    for form in ("tf", "oscillator", "stiff", "integrator"):
        given = {"rtol": 1e-10, "order": False}
        same_call(MODULES, "lsim", device, CONTINUOUS[form], u, T, **given)
    for form in ("tf", "grows", "integrator"):
        same_call(MODULES, "dlsim", device, DISCRETE[form], u, rtol=1e-10, order=False)


def test_states_that_grow_late(device):
    """Powers overflow, but a state that is 0 stays so until the input begins."""
    system = (
        matrix([2, 1], [0, 0.5]),
        matrix([1], [0]),
        matrix([1, 0]),
        matrix([0]),
        1,
    )
    u = np.zeros(5000)
    u[4500] = 1
    expected = scipy.signal.dlsim(system, u)
    got = signal.dlsim(*on_device((system, u), device))
    check(expected, got, rtol=1e-12, order=False)
