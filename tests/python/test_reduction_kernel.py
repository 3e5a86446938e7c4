# SPDX-License-Identifier: Apache-2.0
"""tenorite.ReductionKernel, by what CuPy documents of its own."""

import copy
import functools
import pickle

import numpy as np
import pytest
import tenorite as tn
from numpy.exceptions import AxisError
from numpy.testing import assert_allclose, assert_array_equal
from support.kernel_targets import compile_for_gpus

# A value with its position, as CuPy's argmax has it.
FIRST_LARGEST = """
template <typename U> struct placed {
  U value; long long index;
  __device__ placed() : value(), index(-1) {}
  __device__ placed(U v, long long i) : value(v), index(i) {}
};
template <typename U>
__device__ placed<U> larger(const placed<U>& a, const placed<U>& b) {
  if (a.value == b.value) return a.index < b.index ? a : b;
  return a.value > b.value ? a : b;
}
"""


@functools.cache
def l2norm():
    return tn.ReductionKernel(
        "T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm"
    )


@functools.cache
def total():
    return tn.ReductionKernel("T x", "int64 y", "x", "a + b", "y = a", "0", "total")


@functools.cache
def argmax():
    return tn.ReductionKernel(
        "T x",
        "T y, int64 j",
        "placed<T>(x, _J)",
        "larger(a, b)",
        "y = a.value, j = a.index",
        None,
        "first_largest",
        reduce_type="placed<T>",
        preamble=FIRST_LARGEST,
    )


def whole_numbers(shape, dtype="i4", seed=0):
    return np.random.default_rng(seed).integers(-9, 10, shape).astype(dtype)


VIEWS = {
    "contiguous": lambda x: x,
    "transposed": lambda x: x.transpose(2, 0, 1),
    "reversed": lambda x: x[::-1, :, ::-1],
    "steps": lambda x: x[::2, 1::3, 1:],
    "odd": lambda x: x[1:, 1:, 1:],
}
AXES = [None, 0, 1, 2, -1, (0, 1), (0, 2), (1, 2), (0, 1, 2), ()]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("view", VIEWS)
def test_axes_and_layouts(device, view, axis):
    x = whole_numbers((40, 31, 53))
    y = total()(VIEWS[view](tn.asarray(x)), axis=axis)
    assert_array_equal(y.get(), VIEWS[view](x).sum(axis=axis))
    value, index = argmax()(VIEWS[view](tn.asarray(x)), axis=axis)
    if axis is None or isinstance(axis, int):
        assert_array_equal(value.get(), VIEWS[view](x).max(axis=axis))
        assert_array_equal(index.get(), VIEWS[view](x).argmax(axis=axis))


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("view", VIEWS)
def test_kernels_compile_for_gpus(view, axis):
    x = VIEWS[view](tn.asarray(whole_numbers((40, 31, 53), "f4"), device="cpu"))
    few = {"targets": ["sm_90"]} if view != "contiguous" else {}
    compile_for_gpus(l2norm(), x, size=axis, **few)
    if axis in (None, 0, 2):
        compile_for_gpus(argmax(), x, size=axis, targets=["sm_90"])


@pytest.mark.parametrize("dtype", "bBhHiIlLefd")
def test_dtypes(device, dtype):
    k = tn.ReductionKernel(
        "T x", "float64 y", "x", "a + b", "y = a", "0", "sum_" + dtype
    )
    x = np.arange(1000) % 7
    for axis in (None, 0, 1):
        a = x.reshape(20, 50).astype(dtype)
        assert_array_equal(
            k(tn.asarray(a), axis=axis).get(), a.sum(axis=axis, dtype="f8")
        )


def test_complex_numbers(device):
    k = tn.ReductionKernel(
        "T x", "T y", "x * conj(x)", "a + b", "y = a + T(0, 1)", "0", "complex_sum"
    )
    x = whole_numbers((30, 40), "D") + 1j * whole_numbers((30, 40), "D", 1)
    for axis in (None, 0, 1):
        expected = (abs(x) ** 2).sum(axis=axis) + 1j
        assert_allclose(k(tn.asarray(x), axis=axis).get(), expected, rtol=1e-13)
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(x), size=0)


SIZES = [1, 2, 3, 31, 32, 33, 255, 256, 257, 4095, 4096, 4097, 100003, 1 << 20]


@pytest.mark.parametrize("n", SIZES)
def test_lengths(device, n):
    x = whole_numbers(n + 1, "i4")
    a = tn.asarray(x)
    for start in (0, 1):
        assert int(total()(a[start : start + n])) == x[start : start + n].sum()
    value, index = argmax()(a[1:])
    assert (int(value), int(index)) == (x[1:].max(), x[1:].argmax())
    rows = tn.asarray(np.ascontiguousarray(np.broadcast_to(x[:n], (3, n))))
    assert_array_equal(total()(rows, axis=1).get(), [x[:n].sum()] * 3)
    assert_array_equal(total()(rows.T, axis=0).get(), [x[:n].sum()] * 3)
    columns = tn.asarray(np.ascontiguousarray(rows.get().T))
    assert_array_equal(total()(columns, axis=0).get(), [x[:n].sum()] * 3)
    assert_array_equal(total()(rows, axis=0).get(), 3 * x[:n])


def test_results_are_the_same_each_time(device):
    x = np.random.default_rng(0).normal(size=(300, 1111)).astype("f4")
    a = tn.asarray(x)
    for axis in (None, 0, 1):
        first = l2norm()(a, axis=axis).get()
        assert_allclose(first, np.sqrt((x.astype("f8") ** 2).sum(axis=axis)), rtol=1e-5)
        for _ in range(5):
            assert_array_equal(l2norm()(a, axis=axis).get(), first)
        # Nor does it matter where the data lies.
        moved = tn.empty(x.size + 64, "f4")[64:].reshape(x.shape)
        moved[...] = a
        assert_array_equal(l2norm()(moved, axis=axis).get(), first)


# ---- inputs ----


def test_several_inputs_are_broadcast(device):
    k = tn.ReductionKernel(
        "T x, T y, T w", "T z", "(x - y) * w", "a + b", "z = a", "0", "weighted"
    )
    x, y = whole_numbers((20, 30), "f8"), whole_numbers(30, "f8", 1)
    for axis in (None, 0, 1):
        expected = ((x - y) * 3).sum(axis=axis)
        assert_array_equal(
            k(tn.asarray(x), tn.asarray(y), 3, axis=axis).get(), expected
        )
        turned = k(tn.asarray(x.T.copy()).T, tn.asarray(y), 3, axis=axis)
        assert_array_equal(turned.get(), expected)
    with pytest.raises(ValueError, match="could not be broadcast together with shapes"):
        k(tn.ones((2, 3)), tn.ones(2), 1.0)
    with pytest.raises(ValueError, match="Loop size is undecided"):
        k(1, 2, 3)


def test_raw_inputs(device):
    k = tn.ReductionKernel(
        "T x, raw T table",
        "T y",
        "x * table[_J % table.size()]",
        "a + b",
        "y = a",
        "0",
        "raw",
    )
    x, table = whole_numbers((12, 30), "f8"), np.arange(4.0)
    weights = table[np.arange(30) % 4]
    y = k(tn.asarray(x), tn.asarray(table), axis=1)
    assert_array_equal(y.get(), (x * weights).sum(axis=1))


def test_position_counts_in_c_order(device):
    k = tn.ReductionKernel(
        "T x", "int64 y", "x * _J", "a + b", "y = a", "0", "positions"
    )
    x = whole_numbers((6, 7, 8), "i8")
    for axis in (None, 0, 1, 2, (0, 2)):
        for view in (lambda a: a, lambda a: a.transpose(1, 2, 0)):
            a = view(x)
            axes = tuple(range(3)) if axis is None else np.atleast_1d(axis)
            count = [n if i in axes else 1 for i, n in enumerate(a.shape)]
            position = np.arange(np.prod(count)).reshape(count)
            result = k(view(tn.asarray(x)), axis=axis).get()
            assert_array_equal(result, (a * position).sum(axis=axis))


def test_sizes_in_the_text(device):
    k = tn.ReductionKernel(
        "T x",
        "T y, int64 j",
        "x",
        "a + b",
        "y = a / (_in_ind.size() / _out_ind.size()); j = _i",
        "0",
        "mean",
    )
    x = whole_numbers((4, 5, 6), "f8")
    y, j = k(tn.asarray(x), axis=1)
    assert_allclose(y.get(), x.mean(axis=1))
    assert_array_equal(j.get(), np.arange(24).reshape(4, 6))
    with pytest.raises(NotImplementedError, match="_in_ind.get"):
        tn.ReductionKernel("T x", "T y", "x + _in_ind.get()[0]", "a + b", "y = a", "0")


# ---- outputs ----


def test_keepdims(device):
    x = whole_numbers((4, 5, 6))
    for axis in (None, 0, (0, 2), -1, ()):
        y = total()(tn.asarray(x), axis=axis, keepdims=True)
        assert y.shape == x.sum(axis=axis, keepdims=True).shape
        assert_array_equal(y.get(), x.sum(axis=axis, keepdims=True))


def test_out(device):
    x = whole_numbers((4, 5))
    y = tn.zeros(5, "i8")
    assert total()(tn.asarray(x), out=y, axis=0) is y
    assert_array_equal(y.get(), x.sum(axis=0))
    wide = tn.zeros((2, 10), "i8")
    result = total()(tn.asarray(x), wide[1, ::-2], axis=0)
    assert_array_equal(wide.get()[1, ::-2], x.sum(axis=0))
    assert_array_equal(result.get(), x.sum(axis=0))
    assert (wide.get()[0] == 0).all() and (wide.get()[1, ::2] == 0).all()
    with pytest.raises(ValueError, match="Out shape is mismatched"):
        total()(tn.asarray(x), out=y)
    with pytest.raises(ValueError, match="cannot specify 'out' as both"):
        total()(tn.asarray(x), y, out=y, axis=0)
    with pytest.raises(TypeError, match="Type is mismatched. y int32 int64"):
        total()(tn.asarray(x), out=tn.zeros(5, "i4"), axis=0)
    with pytest.raises(NotImplementedError):
        argmax()(tn.asarray(x), out=y)


def test_several_outputs(device):
    x = whole_numbers((300, 7))
    y, j = tn.empty(7, "i4"), tn.empty(7, "i8")
    result = argmax()(tn.asarray(x), y, j, axis=0)
    assert result[0] is y and result[1] is j
    assert_array_equal(j.get(), x.argmax(axis=0))


def test_outputs_can_be_read(device):
    k = tn.ReductionKernel("T x", "T y", "x", "a + b", "y += a", "0", "added")
    y = tn.asarray([100.0, 200.0, 300.0])
    k(tn.ones((5, 3)), y, axis=0)
    assert y.tolist() == [105, 205, 305]


def test_no_elements(device):
    empty = tn.zeros((0, 3), "i4")
    assert total()(empty, axis=0).tolist() == [0, 0, 0]
    assert total()(empty).item() == 0
    assert total()(empty, axis=1).shape == (0,)
    assert argmax()(empty, axis=1)[0].shape == (0,)
    with pytest.raises(
        ValueError,
        match="zero-size array to reduction operation first_largest which has no identity",
    ):
        argmax()(empty, axis=0)


@pytest.mark.parametrize("identity", [None, ""])
def test_without_an_identity(device, identity):
    k = tn.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", identity, "largest")
    x = -1 - np.random.default_rng(0).random((70, 1000))
    for axis in (None, 0, 1):
        assert_array_equal(k(tn.asarray(x), axis=axis).get(), x.max(axis=axis))


def test_identity_may_be_a_number(device):
    k = tn.ReductionKernel("T x", "T y", "x", "a * b", "y = a", 1, "product")
    assert k.identity == "1"
    assert k(tn.asarray([2.0, 3.0, 4.0])).item() == 24


def test_zero_dimensions(device):
    assert total()(tn.asarray(7)).item() == 7
    assert l2norm()(tn.asarray(-3.0), axis=()).item() == 3


@pytest.mark.parametrize("words", [3, 16, 40])
def test_large_values(device, words):
    k = tn.ReductionKernel(
        "int64 x",
        "int64 y",
        "many(x)",
        "sum(a, b)",
        "y = a.at[0] + a.at[N - 1]",
        "",
        f"large_{words}",
        "many",
        preamble=f"""
        constexpr int N = {words};
        struct many {{
          long long at[N];
          __device__ many() {{}}
          __device__ many(long long x) {{ for (int i = 0; i < N; ++i) at[i] = x * (i + 1); }}
        }};
        __device__ many sum(const many& a, const many& b) {{
          many c; for (int i = 0; i < N; ++i) c.at[i] = a.at[i] + b.at[i]; return c;
        }}
        """,
    )
    x = whole_numbers((50, 400), "i8")
    for axis in (None, 0, 1):
        assert_array_equal(
            k(tn.asarray(x), axis=axis).get(), x.sum(axis=axis) * (words + 1)
        )
        if device == "cpu" and words < 20:
            compile_for_gpus(k, tn.asarray(x), size=axis, targets=["sm_90"])


# ---- bad calls and definitions ----


def test_bad_axes(device):
    x = tn.ones((2, 3), "i4")
    for axis in (2, -3, (0, 5)):
        with pytest.raises(AxisError):
            total()(x, axis=axis)
    for axis in ((0, 0), (0, -2)):
        with pytest.raises(ValueError, match="duplicate value in 'axis'"):
            total()(x, axis=axis)
    with pytest.raises(TypeError):
        total()(x, axis="0")


def test_bad_arguments(device):
    x = tn.ones((2, 3), "i4")
    with pytest.raises(TypeError, match="Wrong number of arguments for total"):
        total()(x, x, x)
    with pytest.raises(TypeError, match="Wrong arguments"):
        total()(x, dtype="i4")
    with pytest.raises(TypeError, match="Unsupported type"):
        total()(np.ones(3))


def test_bad_definitions():
    good = ("T x", "T y", "x", "a + b", "y = a", "0")
    for n in range(6):
        with pytest.raises(TypeError):
            tn.ReductionKernel(*good[:n])
    with pytest.raises(ValueError, match="Invalid kernel name"):
        tn.ReductionKernel(*good, name="1")
    with pytest.raises(ValueError, match="needs an output"):
        tn.ReductionKernel("T x", "", "x", "a + b", "", "0")
    with pytest.raises(TypeError, match="map_expr must be a str"):
        tn.ReductionKernel("T x", "T y", 1, "a + b", "y = a", "0")


@pytest.mark.parametrize(
    "wrong",
    [
        ("undefned(x)", "a + b", "y = a"),
        ("x", "undefned(a, b)", "y = a"),
        ("x", "a + b", "y = undefned(a)"),
    ],
)
def test_compile_errors_show_the_users_lines(device, wrong):
    k = tn.ReductionKernel("T x", "T y", *wrong, "0", "with_a_fault")
    with pytest.raises(tn.CompileError) as caught:
        k(tn.ones(3))
    assert "with_a_fault" in str(caught.value) and "undefned" in str(caught.value)


def test_attributes(device):
    k = argmax()
    assert k.name == k.__name__ == "first_largest"
    assert (k.nin, k.nout, k.nargs) == (1, 2, 3)
    assert (k.map_expr, k.reduce_expr) == ("placed<T>(x, _J)", "larger(a, b)")
    assert k.post_map_expr == "y = a.value, j = a.index"
    assert (k.identity, k.reduce_type, k.options) == ("", "placed<T>", ())
    assert k.preamble == FIRST_LARGEST
    assert total().reduce_type == "long long" and l2norm().reduce_type == "T"
    assert [p.name for p in k.in_params + k.out_params] == ["x", "y", "j"]
    k(tn.ones(3))
    assert "larger(a, b)" in next(iter(k.cached_codes.values()))


def test_pickles_compile_again(device):
    x = tn.asarray([[3.0, 9.0, 1.0], [5.0, 5.0, 2.0]])
    argmax()(x)
    largest = tn.ReductionKernel(
        "T x", "T y", "x", "a > b ? a : b", "y = TWICE(a)", identity=0, name="largest",
        options=("-DTWICE(x)=2*x",),
    )  # fmt: skip
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        k = pickle.loads(pickle.dumps(argmax(), protocol))
        assert k.reduce_type == "placed<T>" and k.identity == ""
        value, index = k(x, axis=1)
        assert_array_equal(value.get(), [9, 5])
        assert_array_equal(index.get(), [1, 0])
        k = pickle.loads(pickle.dumps(largest, protocol))
        assert (k.name, k.identity, k.options) == ("largest", "0", largest.options)
        assert_array_equal(k(x, axis=0).get(), [10, 18, 4])
    assert copy.copy(k).post_map_expr == "y = TWICE(a)"


def test_override():
    class Foreign:
        def __cupy_override_reduction_kernel__(self, kernel, *args, **kwargs):
            return kernel.name, args, kwargs

    foreign = Foreign()
    assert total()(foreign, axis=0) == ("total", (foreign,), {"axis": 0})


def test_more_than_31_bits(device):
    if device == "cpu":
        pytest.skip("takes the memory of a GPU")
    x = tn.ones((3, 1 << 30), "i1")
    k = tn.ReductionKernel("T x", "int64 y", "x", "a + b", "y = a", "0", "wide")
    assert int(k(x)) == 3 << 30
    assert int((k(x, axis=0) == 3).sum()) == 1 << 30
    assert k(x, axis=1).tolist() == [1 << 30] * 3
