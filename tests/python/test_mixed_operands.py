# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays beside arrays of ours: the same memory on the CPU device; on a GPU an
error that says how to copy, or a copy if the user wants that."""

import operator
import warnings
from fractions import Fraction

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, in_python, values

X = values((3, 4), "f8")
H = values((3, 4), "f8", seed=1)

OPERATORS = {
    name: getattr(operator, name)
    for name in "add sub mul truediv floordiv mod pow lt le eq ne gt ge".split()
}
BITS = {name: getattr(operator, name) for name in ("and_", "or_", "xor", "lshift")}


@pytest.fixture
def mixing(device):
    """Lets NumPy arrays be copied to a GPU."""
    with tn.config.using(mixed="copy"):
        yield device


def both_orders(f, x, h, **options):
    ours = tn.asarray(x)
    for wanted, got in ((f(x, h), f(ours, h)), (f(h, x), f(h, ours))):
        check(wanted, got, **options)
        assert isinstance(got, tn.ndarray)
        assert got.device == ours.device


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "?", "c16"])
def test_operators(mixing, mode, name, dtype):
    x, h = abs(X) + 1, (H * 3).astype(dtype)
    if dtype == "c16" and name in ("floordiv", "mod"):
        return
    both_orders(OPERATORS[name], x, abs(h) + 1 if dtype != "?" else h, rtol=1e-14)


@pytest.mark.parametrize("name", BITS)
def test_operators_on_integers(mixing, name):
    both_orders(BITS[name], np.arange(12).reshape(3, 4), np.arange(4))


def test_matrix_products(mixing):
    both_orders(operator.matmul, X, H.T, rtol=1e-14)
    both_orders(lambda a, b: divmod(a, b)[1], abs(X) + 1, abs(H) + 1)


LAYOUTS = {
    "Fortran order": np.asfortranarray(H),
    "reversed": H[::-1, ::-1],
    "every other": values((6, 8), "f8")[::2, ::2],
    "broadcast": np.broadcast_to(H[0], (3, 4)),
    "a row": H[1],
    "a column": H[:, :1],
    "one item": H[:1, :1],
    "big-endian": H.astype(">f8"),
    "unaligned": np.frombuffer(b"x" + H.tobytes(), "f8", offset=1).reshape(3, 4),
    "in a structure": np.rec.fromarrays([H, H.astype("i1")])["f0"],
    "read-only": np.frombuffer(H.tobytes()).reshape(3, 4),
    "without axes": np.array(2.5),
}


@pytest.mark.parametrize("h", LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(mixing, mode, h):
    both_orders(operator.add, X, h)
    both_orders(np.maximum, X, h)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_empty(mixing, shape):
    x = np.ones((3, 1) if len(shape) == 2 and shape[1] == 0 else (1, 4))
    x = x[:, :1] if shape == (0,) else x
    both_orders(operator.mul, x, np.ones(shape))


FUNCTIONS = {
    "add": lambda xp, x, h: xp.add(x, h),
    "add, where": lambda xp, x, h: xp.add(x, 1, where=h > 0, out=x + 0),
    "hypot": lambda xp, x, h: xp.hypot(h, x),
    "concatenate": lambda xp, x, h: xp.concatenate([h, x], axis=1),
    "stack": lambda xp, x, h: xp.stack([x, h, x]),
    "vstack": lambda xp, x, h: xp.vstack((h[0], x)),
    "where": lambda xp, x, h: xp.where(h > 0, x, h),
    "select": lambda xp, x, h: xp.select([h > 0, x > 0], [x, h], 7.0),
    "clip": lambda xp, x, h: xp.clip(x, h - 1, h),
    "dot": lambda xp, x, h: xp.dot(x, h.T),
    "einsum": lambda xp, x, h: xp.einsum("ij,ij->i", x, h),
    "tensordot": lambda xp, x, h: xp.tensordot(h, x, 2),
    "outer": lambda xp, x, h: xp.outer(x[0], h[0]),
    "take": lambda xp, x, h: xp.take(x, np.array([2, 0])),
    "searchsorted": lambda xp, x, h: xp.searchsorted(xp.sort(x[0]), h[0]),
    "isin": lambda xp, x, h: xp.isin(x, h),
    "interp": lambda xp, x, h: xp.interp(h[0], xp.sort(x[0]), h[1]),
    "allclose": lambda xp, x, h: xp.allclose(x, h),
    "array_equal": lambda xp, x, h: xp.array_equal(h, x),
    "convolve": lambda xp, x, h: xp.convolve(x[0], h[0]),
    "cross": lambda xp, x, h: xp.cross(x[:, :3], h[:, :3]),
    "average": lambda xp, x, h: xp.average(x, weights=abs(h)),
    "bincount": lambda xp, x, h: xp.bincount(np.arange(4), weights=abs(x[0])),
    "histogram": lambda xp, x, h: xp.histogram(x, np.array([-1.0, 0.0, 1.0]))[0],
    "broadcast": lambda xp, x, h: xp.broadcast_arrays(x, h[0]),
    "append": lambda xp, x, h: xp.append(x, h),
    "insert": lambda xp, x, h: xp.insert(x[0], 1, h[0]),
    "copyto": lambda xp, x, h: xp.copyto(y := x + 0, h) or y,
    "put": lambda xp, x, h: xp.put(y := x + 0, np.array([1, 2]), h[0]) or y,
    "solve": lambda xp, x, h: xp.linalg.solve(x[:, :3], h[:, 0]),
    "lists of both": lambda xp, x, h: xp.array([x[0], h[0]]),
    "sum, where": lambda xp, x, h: xp.sum(x, where=h > 0),
    "at": lambda xp, x, h: xp.add.at(y := x + 0, np.array([0, 0]), h[:2]) or y,
    "assignment": lambda xp, x, h: operator.setitem(y := x + 0, ..., h) or y,
}


@pytest.mark.parametrize("body", FUNCTIONS.values(), ids=FUNCTIONS)
def test_functions(mixing, body):
    got = body(tn, tn.asarray(X), H)
    check(body(np, X, H), got, rtol=1e-13, order=False)
    if body(np, X, H) is not True and not isinstance(got, (list, tuple, bool)):
        assert isinstance(got, tn.ndarray)


# These change an argument, which stays NumPy's, or sort it first, which makes it an
# array of ours.
NOT_ALONE = ("copyto", "put", "at", "assignment", "add, where", "searchsorted")
NOT_ALONE += ("interp",)


@pytest.mark.parametrize("name", [x for x in FUNCTIONS if x not in NOT_ALONE])
def test_functions_of_numpy_arrays_alone(device, name):
    body = FUNCTIONS[name]
    got = body(tn, X, H)
    check(body(np, X, H), got, rtol=1e-13, order=False)
    for x in got if isinstance(got, (list, tuple)) else [got]:
        assert isinstance(x, bool) or x.device == device


NUMPYS = {
    "add": lambda xp, x, h: xp.add(x, h),
    "concatenate": lambda xp, x, h: xp.concatenate([h, x]),
    "stack": lambda xp, x, h: xp.stack([x, h]),
    "where": lambda xp, x, h: xp.where(h > 0, x, h),
    "array_equal": lambda xp, x, h: xp.array_equal(h, x),
}


@pytest.mark.parametrize("name", NUMPYS)
def test_functions_of_numpy(mixing, name):
    body = NUMPYS[name]
    check(body(np, X, H), body(np, tn.asarray(X), H), rtol=1e-14)


def test_numpy_arrays_alone_go_to_the_default_device(device):
    for f in (tn.sin, tn.sum, tn.sort, tn.cumsum, tn.add.reduce, tn.abs):
        got = f(H)
        assert isinstance(got, tn.ndarray) and got.device == device
    check(H + X, tn.add(H, X))


def test_what_is_shared_is_read_at_the_call(mixing, mode):
    x, h = tn.asarray(X), H.copy()
    y = (x + 1) * h + 2
    z = tn.where(h > 0, x, h)
    h[...] = 1e9
    check((X + 1) * H + 2, y)
    check(np.where(H > 0, X, H), z)


def test_memory_is_shared_on_the_cpu():
    h = H[:, 1:]
    for x in (h, h[::-1]):
        found = tn._core.numpy_operand(x, "cpu")
        assert np.shares_memory(np.asarray(found), x)
        assert not found.flags.writeable


def test_results_do_not_share(device):
    if device != "cpu":
        pytest.skip("copies")
    h = H.copy()
    for f in (tn.positive, lambda h: tn.concatenate([h, tn.ones((1, 4))])):
        y = f(h)
        y += 1
    assert np.array_equal(h, H)


def test_out_on_the_cpu():
    with tn.Device("cpu"):
        x, out = tn.asarray(X), np.zeros((3, 4))
        for wanted, call in (
            (X + 1, lambda: tn.add(x, 1, out=out)),
            (X * H, lambda: np.multiply(x, H, out=out)),
            (np.cumsum(X, 0), lambda: tn.cumsum(x, 0, out=out)),
            (np.cumsum(H, 1), lambda: tn.add.accumulate(H, 1, out=out)),
            (
                np.vstack([X[:1], H[:2]]),
                lambda: tn.concatenate([x[:1], H[:2]], out=out),
            ),
        ):
            assert call() is out
            check(wanted, out)
        assert tn.sum(x, axis=0, out=out[0]).base is out
        check(X.sum(0), out[0], rtol=1e-14)
        h = H.copy()
        h += x
        assert type(h) is np.ndarray
        check(H + X, h)
        y = x + 0
        y += H
        assert isinstance(y, tn.ndarray)
        check(X + H, y)
        with pytest.raises(ValueError, match="read-only"):
            tn.add(x, 1, out=np.broadcast_to(H[0], (3, 4)))


# Calls with `out=`, of NumPy and of ours; on(h) makes an array to work on.
OUTPUTS = {
    "round": lambda xp, on, **out: xp.round(on(H), 1, **out),
    "round, complex": lambda xp, on, **out: xp.round(on(H * 1j), 1, **out),
    "round, integers": lambda xp, on, **out: xp.round(on(H.astype(int)), **out),
    "fix": lambda xp, on, **out: xp.fix(on(H), **out),
    "isposinf": lambda xp, on, **out: xp.isposinf(on(H), **out),
    "clip": lambda xp, on, **out: xp.clip(on(H), -0.5, 0.5, **out),
    "trace": lambda xp, on, **out: xp.trace(on(CUBE), **out),
    "matmul": lambda xp, on, **out: xp.matmul(on(H), on(H.T), **out),
    "matmul, axes": lambda xp, on, **out: xp.matmul(
        on(H), on(H), axes=[(0, 1), (1, 0), (1, 0)], **out
    ),
    "vecdot": lambda xp, on, **out: xp.vecdot(on(H), on(H), **out),
    "vecdot, keepdims": lambda xp, on, **out: xp.vecdot(
        on(H), on(H), axis=0, keepdims=True, **out
    ),
    "matvec": lambda xp, on, **out: xp.matvec(on(H), on(H[0]), **out),
    "vecmat": lambda xp, on, **out: xp.vecmat(on(H[:, 0]), on(H), **out),
    "dot": lambda xp, on, **out: xp.dot(on(H), on(H.T), **out),
    "outer": lambda xp, on, **out: xp.outer(on(H[0]), on(H[1]), **out),
    "einsum": lambda xp, on, **out: xp.einsum("ij,kj->ik", on(H), on(H), **out),
    "multi_dot": lambda xp, on, **out: xp.linalg.multi_dot(
        [on(H), on(H.T), on(H)], **out
    ),
    "take": lambda xp, on, **out: xp.take(on(H), [1, 0], 1, **out),
    "choose": lambda xp, on, **out: xp.choose(
        on(np.array([0, 1, 0, 1])), [on(H[0]), on(H[1])], **out
    ),
    "compress": lambda xp, on, **out: xp.compress([True, False, True], on(H), 0, **out),
    "concatenate": lambda xp, on, **out: xp.concatenate([on(H), on(H)], None, **out),
    "stack": lambda xp, on, **out: xp.stack([on(H), on(H)], **out),
    "quantile": lambda xp, on, **out: xp.quantile(on(H), [0.3, 0.5], 0, **out),
    "percentile": lambda xp, on, **out: xp.percentile(on(H), 30, 0, **out),
    "nanpercentile": lambda xp, on, **out: xp.nanpercentile(on(H), 30, 0, **out),
    **{
        name: lambda xp, on, name=name, **out: getattr(xp, name)(on(H), axis=0, **out)
        for name in """sum prod max min any all argmax argmin mean std var ptp median
        cumsum cumprod cumulative_sum nansum nanprod nanmax nanmin nanmean nanstd nanvar
        nanmedian nanargmax nanargmin nancumsum nancumprod""".split()
    },
    **{
        name: lambda xp, on, name=name, **out: getattr(xp.fft, name)(on(H), **out)
        for name in "fft ifft rfft hfft ihfft irfft fft2 rfft2 irfftn fftn".split()
    },
    "x.take": lambda xp, on, **out: on(H).take([1, 0], 1, **out),
    "x.compress": lambda xp, on, **out: on(H).compress([True, False, True], 0, **out),
    "x.clip": lambda xp, on, **out: on(H).clip(-0.5, 0.5, **out),
    "x.dot": lambda xp, on, **out: on(H).dot(H.T, **out),
    "x.round": lambda xp, on, **out: on(H).round(1, **out),
    "x.trace": lambda xp, on, **out: on(CUBE).trace(**out),
    "x.mean": lambda xp, on, **out: on(H).mean(0, **out),
    "x.argmax": lambda xp, on, **out: on(H).argmax(0, **out),
}
CUBE = np.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(device, name):
    """Every `out=` may be a NumPy array on the CPU device, and none on a GPU."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        wanted = np.asarray(OUTPUTS[name](np, np.asarray))
        for xp in (tn, np):
            out = np.zeros((*wanted.shape, 2), wanted.dtype)[..., 1]
            if name in ("dot", "x.dot", "multi_dot"):  # NumPy wants C order there
                out = np.zeros(wanted.shape, wanted.dtype)
            if device != "cpu":
                with pytest.raises(TypeError):
                    OUTPUTS[name](xp, tn.asarray, out=out)
                continue
            assert OUTPUTS[name](xp, tn.asarray, out=out) is out
            check(wanted, out, rtol=1e-13, order=False)
            if wanted.size:
                locked = np.zeros_like(wanted)
                locked.flags.writeable = False
                with pytest.raises(ValueError, match="read-only"):
                    OUTPUTS[name](xp, tn.asarray, out=locked)


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated")
def test_outputs_of_other_kinds(device):
    for name, call in OUTPUTS.items():
        with pytest.raises((TypeError, AttributeError)):
            call(tn, tn.asarray, out=[1.0])
            raise AssertionError(name)


def test_outputs_that_overlap():
    with tn.Device("cpu"):
        x = tn.arange(6.0)
        h = np.asarray(x)
        tn.take(x, [1, 2, 3, 4, 5], out=h[:5])
        check(np.array([1.0, 2, 3, 4, 5, 5]), x)
        tn.round(x[:3] / 2, out=h[1:4])
        check(np.array([1.0, 0, 1, 2, 5, 5]), x)
        tn.choose(tn.asarray([0, 1]), [x[1:3], x[2:4]], out=h[2:4])
        check(np.array([1.0, 0, 0, 2, 5, 5]), x)


def test_at_of_numpy_arrays(device):
    h = H[0].copy()
    tn.add.at(h, [0, 0], 2.0)
    check(H[0] + np.array([4.0, 0, 0, 0]), h)
    if device == "cpu":
        np.add.at(h, [1, 1], tn.asarray([1.0, 1.0]))
        check(H[0] + np.array([4.0, 2, 0, 0]), h)
        return
    with pytest.raises((TypeError, ValueError)):
        np.add.at(h, [1, 1], tn.asarray([1.0, 1.0]))


class Priority(np.ndarray):
    __array_priority__ = 3.0


@pytest.mark.parametrize(
    "h", [H.view(np.matrix), np.ma.masked_less(H, 0), H.view(Priority)], ids=type
)
def test_subclasses_with_a_meaning_of_their_own(mixing, h):
    x = tn.asarray(X)
    for call in (lambda: tn.add(x, h), lambda: tn.concatenate([x, h])):
        with pytest.raises(TypeError, match="cannot be mixed with an array on"):
            call()


def test_other_dtypes(mixing):
    x = tn.asarray([1.0, 2.0])
    with pytest.raises(TypeError):
        x + np.array([Fraction(1, 2), Fraction(1, 3)])
    with pytest.raises(TypeError):
        x + np.array(["a", "b"])
    check(np.array([False, True]), x == np.array([Fraction(1, 2), Fraction(2)]))


@pytest.mark.parametrize("setting", ["error", "strict"])
def test_on_gpus_only_if_asked(device, setting):
    """And on the CPU device, unless it is to be as a GPU."""
    x = tn.asarray(X)
    calls = (
        lambda: x + H,
        lambda: H + x,
        lambda: np.add(x, H),
        lambda: np.concatenate([x, H]),
        lambda: tn.concatenate([x, H]),
        lambda: tn.where(x > 0, x, H),
        lambda: tn.stack([H, x]),
        lambda: tn.copyto(x, H),
        lambda: tn.add(x, x, out=H.copy()),
    )
    words = f"mixed with an array on {device}|ArrayType"
    with tn.config.using(mixed=setting):
        for call in calls:
            if device == "cpu" and setting == "error":
                call()
                continue
            with pytest.raises(TypeError, match=words):
                call()
            check(X, x)


def test_setting():
    assert tn.config.mixed == "error"
    for setting in ("copy", "strict", "error"):
        with tn.config.using(mixed=setting):
            assert tn.config.mixed == setting
    assert tn.config.mixed == "error"
    for bad in ("never", 0, None):
        with pytest.raises(ValueError, match=f"'copy' or 'strict', not {bad!r}"):
            tn.config.mixed = bad
    program = "import tenorite; print(tenorite.config.mixed)"
    assert in_python(program, TENORITE_MIXED="strict").strip() == "strict"
