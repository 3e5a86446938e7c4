# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: linear systems and their forms."""

import copy
import operator
import pickle
import re

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import check, on_device, outcome, without_device
from support.linear_systems import (
    COMPLEX,
    CONTINUOUS,
    DISCRETE,
    MIMO,
    SS,
    TF,
    ZPK,
    matrix,
)
from support.scipy_calls import same_call, same_failure, warned
from support.scipy_versions import scipy_is
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)

# Few sums of each item; the longest recursions here lose some digits more.
NEAR = {"rtol": 1e-12, "order": False}


def in_common_dtype(older):
    """abcd_normalize() of SciPy 1.18, given an older one, which leaves dtypes alone."""

    def abcd_normalize(A=None, B=None, C=None, D=None):
        given = [
            x if x is None or np.isscalar(x) else np.asarray(x) for x in (A, B, C, D)
        ]
        dtype = np.result_type(*(x for x in given if x is not None), 1.0)
        given = [None if x is None else np.asarray(x, dtype) for x in given]
        return tuple(x.astype(dtype) for x in older(*given))

    return abcd_normalize


@pytest.fixture(autouse=True)
def matrices_of_newer_scipy(monkeypatch):
    if not scipy_is(">=1.18"):
        normalize = in_common_dtype(scipy.signal.abcd_normalize)
        monkeypatch.setattr(scipy.signal, "abcd_normalize", normalize)
        for module in (scipy.signal._ltisys, scipy.signal._lti_conversion):
            monkeypatch.setattr(module, "abcd_normalize", normalize)


@pytest.fixture(autouse=True)
def on_its_device(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


# ---- forms ----

NORMALIZED = [
    dict(A=np.eye(2), B=np.ones((2, 1)), C=np.ones((1, 2))),
    dict(B=matrix([1.5]), D=matrix([1])),
    dict(B=matrix([1.5]), C=matrix([1])),
    dict(C=matrix([1, 2]), D=matrix([1])),
    dict(A=matrix([1]), D=matrix([1, 2])),
    dict(A=np.zeros((2, 0)), B=np.ones((2, 1)), C=np.ones((1, 2)), D=matrix([1])),
    dict(A=np.array([]), B=np.array([]), C=np.array([]), D=matrix([1, 2])),
    dict(A=np.zeros((0, 0)), B=np.zeros((0, 2)), C=np.zeros((3, 0)), D=np.array([])),
    dict(A=matrix([1]), B=np.zeros((2, 0)), C=matrix([1])),
    dict(A=1, B=2.0, C=1j, D=True),
    dict(A=np.ones(1, "f"), B=np.ones((1, 2), int), C=np.ones((1, 1)), D=[1.0, 2]),
]


@pytest.mark.parametrize("given", NORMALIZED, ids=range(len(NORMALIZED)))
def test_normalized_matrices(device, given):
    same_call(MODULES, "abcd_normalize", device, order=False, **given)


def test_refused_matrices(device):
    one = matrix([1])
    for given in (
        {},
        dict(A=one),
        dict(A=one, B=one),
        dict(C=one),
        dict(D=one),
        dict(A=matrix([1, 2]), B=one, C=one, D=one),
        dict(A=np.eye(2), B=one, C=matrix([1, 2]), D=one),
        dict(A=np.eye(2), B=np.ones((2, 1)), C=one, D=one),
        dict(A=one, B=one, C=one, D=matrix([1, 2])),
        dict(A=np.ones((1, 1, 1)), B=one, C=one, D=one),
    ):
        same_failure(MODULES, "abcd_normalize", device, **given)


FORMS = [
    ("tf2ss", TF),
    ("tf2ss", (np.array([1, 2]), np.array([2, 3, 4]))),
    ("tf2ss", (np.array([1, 2], "f"), np.array([2, 3, 4], "f"))),
    ("tf2ss", (3.0, [2.0])),
    ("tf2ss", (matrix([3], [4]), [2.0])),
    ("tf2ss", (matrix([1, 2], [3, 4]), [1.0, 2, 3])),
    ("tf2ss", ([1j], [1.0, 2])),
    ("tf2ss", ([], [1.0, 2])),
    ("tf2ss", ([0.0, 1, 2], [0.0, 2, 3])),
    ("ss2tf", SS),
    ("ss2tf", (*MIMO, 1)),
    ("ss2tf", COMPLEX),
    ("ss2tf", tuple(x.astype("f") for x in SS)),
    ("ss2tf", (matrix([1]), np.array([[1j]]), matrix([1]), matrix([0]))),
    ("ss2tf", ([], [], [], matrix([5, 6]), 1)),
    ("ss2zpk", SS),
    ("zpk2ss", ZPK),
    ("zpk2ss", ([1j, -1j], [-2 + 1j, -2 - 1j], 4.0)),
    ("zpk2ss", ([], [-2.0], 4)),
]


@pytest.mark.parametrize(
    "name, args", FORMS, ids=[f"{n}-{k}" for k, (n, _) in enumerate(FORMS)]
)
def test_forms(device, name, args):
    same_call(MODULES, name, device, *args, **NEAR)


def test_refused_forms(device):
    same_failure(MODULES, "tf2ss", device, [1.0, 2, 3], [1.0, 2])
    same_failure(MODULES, "tf2ss", device, [1.0], matrix([1, 2], [3, 4]))
    same_failure(MODULES, "tf2ss", device, [1.0], [0.0])
    same_failure(MODULES, "zpk2ss", device, [1.0, 2, 3], [1.0], 1)
    same_failure(MODULES, "ss2tf", device, *SS, 1)


METHODS = ["zoh", "foh", "bilinear", "tustin", "euler", "forward_diff", "backward_diff"]


@pytest.mark.parametrize("form", ["tf", "zpk", "ss", "complex", "stiff", "integrator"])
def test_discrete_systems(device, form):
    system = tuple(
        np.asarray(x) if isinstance(x, list) else x for x in CONTINUOUS[form]
    )
    given = {"rtol": 1e-10, "order": False}  # zeros of ss2tf() lose some digits
    for method in METHODS:
        if method == "foh" and form == "complex":
            continue
        same_call(MODULES, "cont2discrete", device, system, 0.1, method, **given)
    same_call(MODULES, "cont2discrete", device, system, 0.1, "gbt", 0.3, **given)
    if form != "ss":
        same_call(MODULES, "cont2discrete", device, system, 0.1, "impulse", **given)


def test_discrete_systems_of_many_inputs(device):
    for method in METHODS:
        same_call(MODULES, "cont2discrete", device, MIMO, 0.1, method, **NEAR)
    single = tuple(x.astype("f") for x in SS)
    for method in ("zoh", "bilinear"):
        given = {"rtol": 1e-6, "order": False}
        same_call(MODULES, "cont2discrete", device, single, 0.1, method, **given)


def test_refused_discrete_systems(device):
    same_failure(MODULES, "cont2discrete", device, TF, 0.1, "gbt")
    same_failure(MODULES, "cont2discrete", device, TF, 0.1, "gbt", 1.5)
    same_failure(MODULES, "cont2discrete", device, TF, 0.1, "other")
    same_failure(MODULES, "cont2discrete", device, SS, 0.1, "impulse")
    same_failure(MODULES, "cont2discrete", device, (1, 2, 3, 4, 5), 0.1)
    with pytest.raises(TypeError):
        signal.cont2discrete(signal.dlti([1.0], [1.0, 2]), 0.1)


# ---- classes ----

NAMES = {
    "TransferFunction": ("num", "den", "zeros", "poles", "dt", "inputs", "outputs"),
    "ZerosPolesGain": ("zeros", "poles", "gain", "dt", "inputs", "outputs"),
    "StateSpace": ("A", "B", "C", "D", "zeros", "poles", "dt", "inputs", "outputs"),
}


def parts(system):
    """The public attributes of a system of either module, and its class's name."""
    name = next(k for k in NAMES if type(system).__name__.startswith(k))
    is_mimo = name == "StateSpace" and (system.inputs, system.outputs) != (1, 1)
    names = [x for x in NAMES[name] if not (is_mimo and x in ("zeros", "poles"))]
    return [type(system).__name__, *(getattr(system, x) for x in names)]


def alike(ours, theirs, rtol=1e-12):
    (mine, _), (expected, _) = (outcome(lambda: parts(x)) for x in (ours, theirs))  # noqa: B023
    for name, x, y in zip(range(99), mine, expected, strict=False):
        if isinstance(y, (str, int, float, type(None))) and not isinstance(
            y, np.generic
        ):
            assert x == y
        else:
            check(y, x, rtol=rtol, order=False, where=f"{expected[0]} {name}")


def both(make, device, *args):
    """A system of ours and one of SciPy's, made by the same call."""
    moved = on_device(args, device)
    return outcome(lambda: make(signal, *moved)), outcome(
        lambda: make(scipy.signal, *copy.deepcopy(args))
    )


@pytest.mark.parametrize("form", CONTINUOUS)
def test_continuous_systems(device, form):
    (ours, _), (theirs, _) = both(lambda m, *x: m.lti(*x), device, *CONTINUOUS[form])
    for convert in (
        lambda x: x,
        lambda x: x.to_tf() if x.outputs == 1 else x.to_ss(),
        lambda x: x.to_ss(),
        lambda x: x.to_zpk() if x.outputs == 1 else x,
        lambda x: x.to_discrete(0.1),
        lambda x: x.to_discrete(0.2, "gbt", 0.3),
    ):
        mine, _ = outcome(lambda: convert(ours))  # noqa: B023
        expected, error = outcome(lambda: convert(theirs))  # noqa: B023
        assert error is None
        # Zeros and poles are roots of polynomials, which lose digits.
        alike(mine, expected, rtol=1e-8)
        assert isinstance(mine, signal.dlti if expected.dt else signal.lti)


@pytest.mark.parametrize("form", DISCRETE)
def test_discrete_classes(device, form):
    *values, dt = DISCRETE[form]

    def make(m, *values):
        return m.dlti(*values, dt=dt)

    (ours, _), (theirs, _) = both(make, device, *values)
    alike(ours, theirs, rtol=1e-8)
    for name in ("to_ss", "to_tf", "to_zpk"):
        if form in ("mimo", "one input") and name != "to_ss":
            continue
        mine, expected = (outcome(getattr(x, name))[0] for x in (ours, theirs))
        alike(mine, expected, rtol=1e-8)
    assert not hasattr(ours, "to_discrete")


def test_texts():
    with tn.config.using(fallback="error"):
        for make in (
            lambda m: m.lti([3, 4], [1, 2]),
            lambda m: m.dlti([1, 2], [3, 4], 5, dt=0.1),
            lambda m: m.lti(1, 2, 3, 4),
            lambda m: m.dlti([[0, 1], [0, 0]], [[0], [1]], [[1, 0]], 0),
            lambda m: m.TransferFunction([[1, 2], [2, 3]], [2, 4, 1]),
            lambda m: m.ZerosPolesGain([], [], [3]),
        ):
            ours, theirs = make(signal), make(scipy.signal)
            assert without_device(repr(ours)) == repr(theirs)
            assert without_device(str(ours)) == str(theirs)


def test_systems_of_systems(device):
    x = signal.dlti(*on_device(TF, device), dt=0.5)
    for kind in (signal.TransferFunction, signal.ZerosPolesGain, signal.StateSpace):
        made = kind(x)
        assert isinstance(made, kind) and isinstance(made, signal.dlti)
        assert made is not x and made.dt == 0.5
        assert issubclass(type(made), signal.dlti) and not isinstance(made, signal.lti)
        again = pickle.loads(pickle.dumps(made))
        assert repr(again) == repr(made) == repr(copy.deepcopy(made))


def test_attributes_are_what_counts(device):
    x = signal.lti(*on_device(TF, device))
    assert type(x.num) is tn.ndarray and str(x.num.device) == str(x.den.device)
    x.num = tn.asarray([4.0, 2.0])
    x.den[2] = 1.0
    expected = scipy.signal.lti([4.0, 2], [1.0, 3, 1])
    alike(x, expected)
    alike(x.to_ss(), expected.to_ss())
    y = signal.dlti([1.0], [1.0, 2])
    y.dt = 0.25
    assert y.to_zpk().dt == 0.25
    for name in ("zeros", "poles", "dt"):
        with pytest.raises(AttributeError):
            setattr(x, name, 1)
    with pytest.raises(AttributeError):
        _ = x.A
    z = signal.StateSpace(1.0, 2.0, 3.0, 4.0)
    z.B = [[1.0, 2.0]]
    assert z.inputs == 2 and z.B.shape == (1, 2)


WRONG = [
    lambda m: m.lti(1),
    lambda m: m.lti(),
    lambda m: m.lti(1, 2, 3, 4, 5),
    lambda m: m.dlti(1),
    lambda m: m.lti(m.lti([1], [1, 2])),
    lambda m: m.dlti(1, 2, foo=3),
    lambda m: m.TransferFunction(1, 2, foo=1),
    lambda m: m.lti(1, 2, dt=3),
    lambda m: m.ZerosPolesGain(1),
    lambda m: m.StateSpace(1, 2),
    lambda m: m.TransferFunction([1], [0]),
    lambda m: m.TransferFunction([1, 2, 3], [1, 2]).to_ss(),
    lambda m: m.StateSpace(
        MIMO[0].tolist(), [[1], [2]], [[1, 0], [0, 1]], [[0], [0]]
    ).to_zpk(),
    lambda m: m.lti([[1, 2], [3, 4]], [1, 2, 3]).freqresp(w=[1.0]),
    lambda m: m.lsim(m.dlti([1], [1, 2]), [1, 2], [0, 1]),
    lambda m: m.impulse(m.dlti([1], [1, 2])),
    lambda m: m.step(m.dlti([1], [1, 2])),
    lambda m: m.bode(m.dlti([1], [1, 2])),
    lambda m: m.freqresp(m.dlti([1], [1, 2])),
    lambda m: m.dlsim(m.lti([1], [1, 2]), [1, 2]),
    lambda m: m.dimpulse(m.lti([1], [1, 2])),
    lambda m: m.dstep(m.lti([1], [1, 2])),
    lambda m: m.dbode(m.lti([1], [1, 2])),
    lambda m: m.dfreqresp(m.lti([1], [1, 2])),
    lambda m: m.dlsim(([1], [1, 2]), [1, 2]),
    lambda m: m.dlsim(5, [1, 2]),
    lambda m: m.dfreqresp(([[1, 2], [3, 4]], [1, 2, 3], 1), w=[1.0]),
    lambda m: m.lsim(TF_LISTS, [1, 2], [[0, 1]]),
    lambda m: m.lsim(TF_LISTS, [], []),
    lambda m: m.lsim(TF_LISTS, [1, 2, 3], [0, 1]),
    lambda m: m.lsim(TF_LISTS, [1, 2, 3], [0, 1, 3]),
    lambda m: m.lsim(TF_LISTS, [1, 2, 3], [-1, 0, 1]),
    lambda m: m.lsim(TF_LISTS, [[1, 2], [3, 4]], [0, 1]),
    lambda m: m.lsim(TF_LISTS, [1, 2], [0, 1], [1, 2, 3]),
    lambda m: m.impulse(TF_LISTS, N=0),
    lambda m: m.dlsim((*TF_LISTS, 1), []),
    lambda m: m.dlsim((*TF_LISTS, 1), [[1, 2], [3, 4]]),
    lambda m: m.dlsim((*TF_LISTS, 1), [1, 2], x0=[1, 2, 3]),
    lambda m: m.dlsim((*TF_LISTS, 1), [1, 2], t=[1, 0]),
    lambda m: m.dimpulse((*TF_LISTS, 1), n=0),
    lambda m: m.dstep((*TF_LISTS, 1), n=0),
    lambda m: m.dstep((*TF_LISTS, 1), n=2.5),
    lambda m: m.findfreqs([1], [1, 2], 3, kind="x"),
    lambda m: m.freqs_zpk([1], [1], [1, 2]),
    lambda m: m.freqs([1], [1, 2], -3),
]
TF_LISTS = ([1.0, 2], [1.0, 3, 5])


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_refusals(number):
    _, expected, _ = warned(lambda: WRONG[number](scipy.signal))
    _, error, _ = warned(lambda: WRONG[number](signal))
    assert expected is not None and error is not None
    assert type(error) is type(expected)
    words = str(expected).replace("scipy.signal._ltisys.", "").replace("scipy", "")
    found = str(error).replace("tenorite..signal._systems.", "")
    found = found.replace("tenorite.scipy.signal._systems.", "")
    # Which class's constructor it is that takes no such argument differs.
    found, words = (re.sub(r"^\w+\.__\w+__", "", x) for x in (found, words))
    assert found == words or "after * must be" in words


OPERATORS = ["add", "sub", "mul", "truediv"]


@pytest.mark.parametrize("name", OPERATORS)
def test_arithmetic(device, name):
    apply = getattr(operator, name)
    other = (matrix([5]), matrix([6]), matrix([7]), matrix([8]))
    systems = {
        "x": lambda m: m.StateSpace(*moved(m, SS)),
        "y": lambda m: m.StateSpace(*moved(m, other)),
        "mimo": lambda m: m.StateSpace(*moved(m, MIMO)),
        "d": lambda m: m.StateSpace(*moved(m, SS), dt=0.1),
        "d2": lambda m: m.StateSpace(*moved(m, SS), dt=0.2),
        "tf": lambda m: m.lti([1.0], [1.0, 2]),
        "ints": lambda m: m.StateSpace(1, 2, 3, 4),
        "3": lambda m: 3,
        "2j": lambda m: 2j,
        "1.5": lambda m: np.float64(1.5),
        "0": lambda m: 0,
        "text": lambda m: "a",
        "M": lambda m: moved(m, matrix([1, 2], [3, 4])),
        "row": lambda m: moved(m, matrix([1, 2])),
        "v": lambda m: moved(m, np.array([1.0, 2])),
        "one": lambda m: moved(m, matrix([2])),
        "none": lambda m: moved(m, np.array(3.0)),
    }

    def moved(m, x):
        return on_device(x, device) if m is signal else copy.deepcopy(x)

    for a, b in ARITHMETIC:
        (ours, wrong), (theirs, error) = (
            outcome(lambda: apply(systems[a](m), systems[b](m)))  # noqa: B023
            for m in MODULES
        )
        if error is None:
            assert wrong is None, (a, b, wrong)
            alike(ours, theirs, rtol=1e-9)
        else:
            assert type(wrong) is type(error), (a, b, wrong, error)
            if isinstance(error, ValueError):
                assert str(wrong) == str(error), (a, b)


ARITHMETIC = [tuple(x.split()) for x in """x y,y x,x mimo,mimo x,mimo mimo,x d,d d2,d d,
    x tf,tf x,x 3,3 x,x 2j,1.5 x,x 1.5,mimo 3,3 mimo,mimo M,M mimo,x M,M x,x row,
    row x,row mimo,v mimo,mimo v,x one,one x,x none,x 0,x text,text x,ints 3,ints ints,
    3 ints,ints 1.5""".split(",")]  # fmt: skip


def test_negative(device):
    for values in (SS, (1, 2, 3, 4)):
        (ours, _), (theirs, _) = both(lambda m, *x: -m.StateSpace(*x), device, *values)
        alike(ours, theirs)
