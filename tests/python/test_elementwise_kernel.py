# SPDX-License-Identifier: Apache-2.0
"""tenorite.ElementwiseKernel, by what CuPy documents of its own."""

import copy
import functools
import pickle
import threading

import numpy as np
import pytest
import tenorite as tn
from numpy.testing import assert_allclose, assert_array_equal
from support.kernel_targets import compile_for_gpus

DTYPES = "?bBhHiIlLefdFD"


def numbers(shape, dtype, seed=0):
    """Small numbers whose sums and products are exact in every dtype."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 4, shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.integers(0, 4, shape)
    return x.astype(dtype)


# ---- types ----


def test_typed_parameters(device):
    k = tn.ElementwiseKernel(
        "float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)"
    )
    x = np.arange(10, dtype="f4").reshape(2, 5)
    y = np.arange(5, dtype="f4")
    z = k(tn.asarray(x), tn.asarray(y))
    assert z.dtype == np.float32 and z.device == tn.asarray(x).device
    assert_array_equal(z.get(), (x - y) ** 2)
    assert_array_equal(k(tn.asarray(x), 5).get(), (x - 5) ** 2)


@pytest.mark.parametrize("dtype", DTYPES)
def test_placeholders_take_any_dtype(device, dtype):
    k = tn.ElementwiseKernel(
        "T x, T y", "T z, bool same", "z = x * y; same = x == y", "product"
    )
    x, y = numbers((5, 7), dtype), numbers((5, 7), dtype, 1)
    z, same = k(tn.asarray(x), tn.asarray(y))
    assert z.dtype == x.dtype and same.dtype == np.bool_
    assert_array_equal(z.get(), x * y)
    assert_array_equal(same.get(), x == y)


def test_two_placeholders_and_typedefs(device):
    k = tn.ElementwiseKernel(
        "T x, U y",
        "U z",
        "z = twice(static_cast<U>(x)) + sizeof(T) * 0 + y",
        preamble="__device__ U twice(U x) { return x + x; }",
    )
    z = k(tn.arange(4, dtype="i2"), tn.ones(4, dtype="f8"))
    assert z.dtype == np.float64
    assert z.tolist() == [1, 3, 5, 7]


def test_outputs_bind_first(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x")
    with pytest.raises(TypeError, match="Type is mismatched. x int32 float64 T"):
        k(tn.ones(3, dtype="i4"), tn.ones(3))


def test_arrays_are_not_cast(device):
    k = tn.ElementwiseKernel("float32 x, T y, T z", "T w", "w = x + y + z")
    with pytest.raises(TypeError, match="Type is mismatched. x float64 float32"):
        k(tn.ones(3), 1, tn.ones(3))
    with pytest.raises(TypeError, match="Type is mismatched. z float32 float64 T"):
        k(1, tn.ones(3), tn.ones(3, dtype="f4"))


def test_numbers_take_the_type_that_arrays_decide(device):
    k = tn.ElementwiseKernel("T x, T y", "T z", "z = x * y")
    for number in (3, np.int8(3), np.float64(3), True, 3.0):
        z = k(tn.asarray([1, 2], dtype="f4"), number)
        assert z.dtype == np.float32
        assert z.tolist() == [1 * number, 2 * number]
    with pytest.raises(OverflowError):
        k(tn.ones(3, dtype="u1"), 300)
    with pytest.raises(ValueError, match="Loop size is undecided"):
        k(1, 2)
    raw = tn.ElementwiseKernel("T x", "raw T y", "y[i] = x")
    with pytest.raises(TypeError, match="The type T of 'x' is undecided"):
        raw(1, size=3)


def test_other_arguments_are_refused(device):
    k = tn.ElementwiseKernel("T x, T y", "T z", "z = x * y")
    a = tn.ones(3)
    for wrong in (np.ones(3), [1, 2, 3], None, "3", object(), np.array(3.0)):
        with pytest.raises(TypeError, match="Unsupported type"):
            k(a, wrong)
    for wrong in (np.ones(3), 3, None):
        with pytest.raises(TypeError, match="Output arguments type must be"):
            k(a, a, wrong)


# ---- arguments ----


def test_number_of_arguments(device):
    k = tn.ElementwiseKernel("T x, T y", "T z", "z = x", "named")
    a = tn.ones(3)
    for args in ((), (a,), (a, a, a, a)):
        with pytest.raises(
            TypeError,
            match=r"Wrong number of arguments for 'named'. It must be either 2 or 3 "
            rf"\(with outputs\), but given {len(args)}",
        ):
            k(*args)
    with pytest.raises(TypeError, match="Wrong arguments"):
        k(a, a, out=a)


def test_given_outputs_are_returned(device):
    k = tn.ElementwiseKernel("T x", "T y, T z", "y = x + 1; z = x + 2")
    x, y, z = tn.arange(3.0), tn.empty(3), tn.empty(3)
    result = k(x, y, z)
    assert result[0] is y and result[1] is z
    assert y.tolist() == [1, 2, 3] and z.tolist() == [2, 3, 4]


def test_outputs_can_be_read(device):
    k = tn.ElementwiseKernel("T x", "T y", "y += x")
    y = tn.arange(1000.0)
    assert k(tn.ones(1000), y) is y
    assert_array_equal(y.get(), np.arange(1000) + 1)
    k(y, y)
    assert_array_equal(y.get(), 2 * (np.arange(1000) + 1))


def test_an_output_that_is_not_written_stays(device):
    k = tn.ElementwiseKernel("T x", "T y", "if (x > 2) y = x")
    y = tn.full(2000, -1.0)
    k(tn.arange(2000.0) % 5, y)
    x = np.arange(2000) % 5
    assert_array_equal(y.get(), np.where(x > 2, x, -1))


@pytest.mark.parametrize("word", ["continue", "return"])
def test_leaving_the_body_early(device, word):
    k = tn.ElementwiseKernel("T x", "T y, T z", f"y = x; if (i % 3 == 0) {word}; z = x")
    x = np.arange(1000.0)
    z = tn.zeros(1000)
    y, _ = k(tn.asarray(x), tn.empty(1000), z)
    assert_array_equal(y.get(), x)
    assert_array_equal(z.get(), np.where(x % 3 == 0, 0, x))


def test_what_is_returned(device):
    x = tn.ones(2)
    assert tn.ElementwiseKernel("T x", "T y", "y = x", no_return=True)(x) is None
    one = tn.ElementwiseKernel("T x", "T y", "y = x", return_tuple=True)(x)
    assert isinstance(one, tuple) and len(one) == 1
    two = tn.ElementwiseKernel("T x", "T y, T z", "y = x; z = x")(x)
    assert isinstance(two, tuple) and len(two) == 2


def test_new_outputs_are_in_c_order(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x")
    x = tn.asarray(np.arange(12.0).reshape(3, 4).T)
    assert not x.flags.c_contiguous
    y = k(x)
    assert y.flags.c_contiguous
    assert_array_equal(y.get(), x.get())


# ---- shapes ----


def test_broadcasting(device):
    k = tn.ElementwiseKernel("T x, T y, T z", "T w", "w = x + y * z")
    x, y, z = np.arange(3.0)[:, None], np.arange(4.0), np.arange(2.0)[:, None, None]
    w = k(tn.asarray(x), tn.asarray(y), tn.asarray(z))
    assert_array_equal(w.get(), x + y * z)
    with pytest.raises(ValueError, match="could not be broadcast together with shapes"):
        k(tn.ones(3), tn.ones(4), tn.ones(3))


def test_outputs_are_not_stretched(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x")
    with pytest.raises(ValueError, match="Out shape is mismatched"):
        k(tn.ones((3, 4)), tn.ones(4))
    # They do take part in deciding the shape.
    assert k(tn.ones(4), tn.zeros((3, 4))).shape == (3, 4)


def test_no_elements(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = does_not_compile(x)")
    assert k(tn.ones((0, 3))).shape == (0, 3)
    raw = tn.ElementwiseKernel("", "raw T y", "y[i] = 1")
    y = tn.ones(3)
    assert raw(y, size=0) is y


def test_zero_dimensions(device):
    k = tn.ElementwiseKernel("T x, T y", "T z", "z = x + y + i")
    z = k(tn.asarray(3.0), 4)
    assert z.shape == () and z.item() == 7


# The shape of an array, and a view of it of 70 by 150 elements (or to be
# broadcast to that).
LAYOUTS = {
    "contiguous": ((70, 150), lambda x: x),
    "transposed": ((150, 70), lambda x: x.T),
    "odd": ((71, 151), lambda x: x[1:, 1:]),
    "steps": ((140, 450), lambda x: x[::2, ::3]),
    "reversed": ((70, 150), lambda x: x[::-1, ::-1]),
    "column": ((70, 1), lambda x: x),
    "row": ((150,), lambda x: x),
    "one": ((), lambda x: x),
}


@pytest.mark.parametrize("dtype", ["b", "e", "f", "d", "D"])
@pytest.mark.parametrize("second", LAYOUTS)
@pytest.mark.parametrize("first", ["contiguous", "transposed", "odd", "reversed"])
def test_layouts(device, first, second, dtype):
    k = layout_kernel()
    (shape_x, view_x), (shape_y, view_y) = LAYOUTS[first], LAYOUTS[second]
    x, y = numbers(shape_x, dtype), numbers(shape_y, dtype, 1)
    z, j = k(view_x(tn.asarray(x)), view_y(tn.asarray(y)))
    assert_array_equal(z.get(), view_x(x) + view_y(y))
    assert_array_equal(j.get(), np.arange(z.size).reshape(z.shape))


@functools.cache
def layout_kernel():
    return tn.ElementwiseKernel(
        "T x, T y", "T z, int64 j", "z = x + y; j = i", "layouts"
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["b", "e", "f", "d", "D"])
def test_layouts_compile_for_gpus(layout, dtype):
    shape, view = LAYOUTS[layout]
    x = view(tn.asarray(numbers(shape, dtype), device="cpu"))
    y = tn.asarray(numbers((70, 150), dtype), device="cpu")
    compile_for_gpus(layout_kernel(), x, y)
    heavy = tn.ElementwiseKernel("T x, T y", "T z", "z = exp(x) + y", "heavy")
    if dtype != "b":
        compile_for_gpus(heavy, x, y, targets=["sm_90"])


@pytest.mark.parametrize("out", ["transposed", "odd", "steps", "reversed"])
def test_layouts_of_outputs(device, out):
    shape, view = LAYOUTS[out]
    z = tn.zeros(shape, dtype="i4")
    x = numbers((70, 150), "i4")
    k = tn.ElementwiseKernel("T x", "T z", "z = x + i; if (x == 0) z = -1", "outputs")
    assert k(tn.asarray(x), view(z)) is not None
    expected = np.zeros(shape, dtype="i4")
    view(expected)[...] = np.where(x == 0, -1, x + np.arange(x.size).reshape(x.shape))
    assert_array_equal(z.get(), expected)


def test_many_axes(device):
    k = tn.ElementwiseKernel("T x, T y", "T z, int64 j", "z = x - y; j = i", "axes")
    x = numbers((2, 3, 2, 3, 2, 3, 2, 2), "f4")
    order = (6, 3, 0, 7, 2, 5, 4, 1)
    y = numbers(tuple(x.shape[i] for i in np.argsort(order)), "f4", 1)
    a, b = x, y.transpose(order)
    assert a.shape == b.shape
    z, j = k(tn.asarray(a), tn.asarray(y).transpose(order))
    assert_array_equal(z.get(), a - b)
    assert_array_equal(j.get().ravel(), np.arange(x.size))


def test_sizes_around_a_block(device):
    k = tn.ElementwiseKernel("T x", "T y, int64 j", "y = x + 1; j = i", "sizes")
    for n in (1, 2, 3, 255, 256, 257, 2047, 2048, 2049, 4095, 4097, 10000):
        x = np.arange(n + 3, dtype="f4")
        for start in (0, 1, 2, 3):
            y, j = k(tn.asarray(x)[start : start + n])
            assert_array_equal(y.get(), x[start : start + n] + 1)
            assert_array_equal(j.get(), np.arange(n))


# ---- raw parameters ----


def test_raw_inputs_and_size(device):
    k = tn.ElementwiseKernel(
        "T x, raw T table, int32 m",
        "T y",
        "y = x + table[i * m] + table.size() + table.shape()[1] + table.ndim",
    )
    x, table = np.arange(6.0), np.arange(24.0).reshape(4, 6)
    expected = x + table.ravel()[np.arange(6) * 2] + 24 + 6 + 2
    assert_array_equal(k(tn.asarray(x), tn.asarray(table), 2).get(), expected)
    # Numbered in C order, whatever the strides are.
    turned = tn.asarray(table.T.copy()).T
    assert_array_equal(k(tn.asarray(x), turned, 2).get(), expected)


def test_raw_index_of_all_axes(device):
    k = tn.ElementwiseKernel(
        "raw T x",
        "raw T y",
        "ptrdiff_t at[2] = {i / 3, i % 3}; int turned[] = {int(i % 3), int(i / 3)};"
        "y[at] = x[turned] + x.strides()[0]",
        "all_axes",
    )
    x = np.arange(6.0).reshape(3, 2)
    y = tn.zeros((2, 3))
    k(tn.asarray(x), y, size=6)
    assert_array_equal(y.get(), x.T + 16)


@pytest.mark.parametrize("word", ["", "threadIdx.x;"])
def test_the_index_is_a_copy_that_may_change(device, word):
    k = tn.ElementwiseKernel(
        "raw T x, int32 b",
        "T y",
        f"{word} i -= b; if (i < 0) i += _ind.size(); y = x[i]; i = 1 << 20;",
        "changes_the_index",
    )
    x = np.arange(1000.0)
    out = tn.zeros(1000)
    k(tn.asarray(x), 3, out)
    assert_array_equal(out.get(), np.roll(x, 3))
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(x), 3, out, targets=["sm_90"])


def test_size_belongs_to_raw_arrays(device):
    raw = tn.ElementwiseKernel("raw T x", "raw T y", "y[i] = x[i]")
    x = tn.arange(5.0)
    assert raw(x, size=5).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="Loop size is undecided"):
        raw(x)
    with pytest.raises(ValueError, match="Specified 'size' can be used only if"):
        tn.ElementwiseKernel("T x", "T y", "y = x")(x, size=5)
    half = tn.ElementwiseKernel("T x", "raw T y", "y[i] = x")
    with pytest.raises(ValueError, match="Output array size is Undecided"):
        half(x)
    y = tn.zeros(5)
    assert half(x, y) is y and y.tolist() == [0, 1, 2, 3, 4]


def test_raw_outputs_may_be_written_by_many(device):
    k = tn.ElementwiseKernel(
        "int32 x", "raw int32 counts", "atomicAdd(&counts[x], 1)", "histogram"
    )
    x = np.random.default_rng(3).integers(0, 10, 100000).astype("i4")
    counts = tn.zeros(10, dtype="i4")
    k(tn.asarray(x), counts)
    assert_array_equal(counts.get(), np.bincount(x, minlength=10))


def test_indexer(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y",
        "y = x + 100 * _ind.get()[0] + _ind.get()[1] + _ind.size()",
        "indexer",
    )
    x = np.zeros((3, 4))
    expected = 100 * np.arange(3)[:, None] + np.arange(4) + 12.0
    assert_array_equal(k(tn.asarray(x)).get(), expected)
    assert_array_equal(k(tn.asarray(x.T.copy()).T).get(), expected)


# ---- what the text may be ----


def test_loop_prep_and_after_loop(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y, raw int32 done",
        "y = x * factor",
        "prepared",
        loop_prep="const T factor = 3;",
        after_loop="done[0] = factor;",
    )
    done = tn.zeros(1, dtype="i4")
    y, _ = k(tn.arange(1000.0), tn.empty(1000), done)
    assert_array_equal(y.get(), 3 * np.arange(1000.0))
    assert done.item() == 3


def test_threads_and_shared_memory(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y",
        "y = x + shared[threadIdx.x]",
        "with_threads",
        loop_prep="__shared__ int shared[1024]; shared[blockDim.x - 1 - threadIdx.x] = 7;"
        "__syncthreads();",
    )
    x = np.arange(1000.0)
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(x))
    assert_array_equal(k(tn.asarray(x)).get(), x + 7)
    assert_array_equal(k(tn.asarray(x)[::3], block_size=32).get(), x[::3] + 7)


def test_block_size(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = blockDim.x", "block")
    assert k(tn.ones(1000), block_size=64).tolist() == [64] * 1000
    for wrong in (0, -1, 1025):
        with pytest.raises(ValueError, match="block_size must be"):
            k(tn.ones(3), block_size=wrong)


def test_taking_an_address(device):
    k = tn.ElementwiseKernel("T x", "T y", "T* p = &y; *p = x + 1", "address")
    assert k(tn.arange(3.0)).tolist() == [1, 2, 3]


def test_complex_numbers(device):
    k = tn.ElementwiseKernel(
        "complex128 z, float64 x",
        "complex128 w, float64 r",
        "w = (z * x + 1.0 - conj(z) / 2.0) * exp(z) + thrust::complex<double>(0, 1);"
        "w += sqrt(z); w *= 2; w = pow(w, 2); r = abs(z) + arg(z) + norm(z) + z.real() - z.imag()",
        "complex_numbers",
    )
    rng = np.random.default_rng(0)
    z, x = rng.normal(size=50) + 1j * rng.normal(size=50), rng.normal(size=50)
    w, r = k(tn.asarray(z), tn.asarray(x))
    e = (z * x + 1 - z.conj() / 2) * np.exp(z) + 1j
    assert_allclose(w.get(), (2 * (e + np.sqrt(z))) ** 2, rtol=1e-12)
    assert_allclose(
        r.get(), abs(z) + np.angle(z) + abs(z) ** 2 + z.real - z.imag, rtol=1e-12
    )
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(z), tn.asarray(x))


def test_float16(device):
    k = tn.ElementwiseKernel(
        "float16 x, float16 y",
        "float16 z, bool small",
        "z = x * y + 1; z += x; z /= float16(2); small = isnan(z) || max(x, y) < float16(2)",
        "halves",
    )
    x, y = numbers(100, "e"), numbers(100, "e", 1)
    z, small = k(tn.asarray(x), tn.asarray(y))
    expected = ((x.astype("f4") * y + 1).astype("e") + x) / np.float16(2)
    assert_array_equal(z.get(), expected)
    assert_array_equal(small.get(), np.maximum(x, y) < 2)
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(x), tn.asarray(y))


def test_functions_and_constants_of_cuda(device):
    k = tn.ElementwiseKernel(
        "float64 x, int32 n",
        "float64 y",
        "y = isnan(x) || isinf(x) ? M_PI : fmax(sqrt(x), min(n, 2)) + rint(x) * (x < INFINITY);"
        "int64_t wide = n; uint8_t narrow = 255; y += wide + narrow",
        "functions",
    )
    x = np.array([0.0, 1.0, 4.0, np.nan, np.inf, 2.5])
    n = np.array([1, 2, 3, 4, 5, 6], dtype="i4")
    finite = np.isfinite(x)
    safe = np.where(finite, x, 0)
    expected = np.where(
        finite, np.maximum(np.sqrt(safe), np.minimum(n, 2)) + np.rint(safe), np.pi
    )
    assert_array_equal(k(tn.asarray(x), tn.asarray(n)).get(), expected + n + 255)
    if device == "cpu":
        compile_for_gpus(k, tn.asarray(x), tn.asarray(n))


# ---- bad definitions ----


@pytest.mark.parametrize(
    "params, error, text",
    [
        ("T", ValueError, "Syntax error: T"),
        ("T x,", ValueError, "Syntax error"),
        ("raw x", TypeError, "not understood"),
        ("const T x", ValueError, 'Unknown keyword "const"'),
        ("T 1x", ValueError, "Invalid parameter name"),
        ("T *x", ValueError, "Invalid parameter name"),
        ("T i", ValueError, "Can not use 'i' as a parameter name"),
        ("T _x", ValueError, "Can not use '_x' as a parameter name"),
        ("T while", ValueError, "it is a keyword of C"),
        ("T x, U x", ValueError, "Two parameters have the name 'x'"),
        ("T x, float32 T", ValueError, "Can not use 'T' as a parameter name"),
        ("float99 x", TypeError, "not understood"),
        ("datetime64 x", TypeError, "does not support dtype"),
        (
            ", ".join(f"T x{k}" for k in range(40)),
            ValueError,
            "more than a kernel can have",
        ),
    ],
)
def test_bad_parameters(params, error, text):
    with pytest.raises(error, match=text):
        tn.ElementwiseKernel(params, "T y", "y = 1")


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "for", "a;b"])
def test_bad_names(name):
    with pytest.raises(ValueError, match="Invalid kernel name"):
        tn.ElementwiseKernel("T x", "T y", "y = x", name)


def test_bad_definitions():
    for arguments in ((), ("T x",), ("T x", "T y")):
        with pytest.raises(TypeError):
            tn.ElementwiseKernel(*arguments)
    with pytest.raises(TypeError, match="in_params must be a str"):
        tn.ElementwiseKernel(None, "T y", "")
    with pytest.raises(TypeError, match="options must be a tuple"):
        tn.ElementwiseKernel("T x", "T y", "", options=["-DX"])
    with pytest.raises(TypeError):
        tn.ElementwiseKernel("T x", "T y", "", wrong=1)


def test_compile_errors_show_the_users_lines(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y",
        """
        T twice = x + x;
        y = undefned(twice);
        """,
        "with_a_fault",
    )
    with pytest.raises(tn.CompileError) as caught:
        k(tn.ones(3))
    text = str(caught.value)
    assert "with_a_fault" in text and "undefned(twice)" in text and "^" in text
    assert "test_elementwise_kernel.py" in text
    # Nothing of it stays.
    assert tn.ElementwiseKernel("T x", "T y", "y = x", "with_a_fault")(
        tn.ones(2)
    ).tolist() == [1, 1]


def test_options(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x + OFFSET", options=("-DOFFSET=5",))
    assert k(tn.ones(2)).tolist() == [6, 6]


# ---- the object ----


def test_attributes(device):
    k = tn.ElementwiseKernel(
        "T x, raw int32 n",
        "T y",
        "y = x",
        "described",
        preamble="// none",
        loop_prep=";",
    )
    assert k.name == k.__name__ == "described"
    assert (k.nin, k.nout, k.nargs) == (2, 1, 3)
    assert k.operation == "y = x" and k.preamble == "// none"
    assert k.kwargs == {"loop_prep": ";"}
    assert (k.reduce_dims, k.no_return, k.return_tuple) == (True, False, False)
    x, n = k.in_params
    assert (x.name, x.dtype, x.ctype, x.raw, x.is_const) == (
        "x",
        None,
        "T",
        False,
        True,
    )
    assert (n.name, n.dtype, n.ctype, n.raw) == ("n", np.dtype("i4"), "int", True)
    assert not k.out_params[0].is_const
    assert "described" in repr(k)


def test_cached_codes(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x + 1", "looked_at")
    with pytest.warns(UserWarning, match="No codes are cached"):
        assert k.cached_codes == {}
    k(tn.ones(3))
    k(tn.ones((3, 3)).T)
    assert "looked_at" in k.cached_code and "y = x + 1" in k.cached_code
    k(tn.ones(3, dtype="i4"))
    f8, i4 = np.dtype("f8"), np.dtype("i4")
    assert list(k.cached_codes) == [(f8, f8), (i4, i4)]
    with pytest.warns(UserWarning, match="use `.cached_codes` instead"):
        assert k.cached_code


def test_pickles_compile_again(device):
    k = tn.ElementwiseKernel(
        "T x",
        "raw T y, int32 z",
        "y[last - i] = scaled(x); z = i",
        "kept",
        True,
        "#define scaled(x) ((x) * TIMES)",
        options=("-DTIMES=3",),
        loop_prep="ptrdiff_t last = _ind.size() - 1;",
        return_tuple=True,
    )
    x = tn.arange(5)
    y = tn.zeros(5, dtype=x.dtype)
    z = tn.zeros(5, dtype="i4")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        k = pickle.loads(pickle.dumps(k, protocol))
        assert k.name == "kept" and k.return_tuple and not k.no_return
        assert k.in_params[0].name == "x" and k.out_params[0].raw
        assert k.kwargs == {
            "options": ("-DTIMES=3",),
            "loop_prep": "ptrdiff_t last = _ind.size() - 1;",
        }
        y[...] = 0
        k(x, y, z)
        assert_array_equal(y.get(), [12, 9, 6, 3, 0])
        assert_array_equal(z.get(), range(5))
    assert copy.deepcopy(k).operation == k.operation


def test_override():
    class Foreign:
        def __cupy_override_elementwise_kernel__(self, kernel, *args, **kwargs):
            return kernel.name, args, kwargs

    k = tn.ElementwiseKernel("T x", "T y", "y = x", "handed_over")
    foreign = Foreign()
    assert k(foreign, size=3) == ("handed_over", (foreign,), {"size": 3})


def test_many_threads(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x + 1", "threads")
    wrong = []

    def work(seed):
        for n in range(20):
            x = np.full(1000 + n, seed, dtype="fd"[n % 2])
            if not np.array_equal(k(tn.asarray(x, device=device)).get(), x + 1):
                wrong.append((seed, n))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_memory_that_a_kernel_cannot_use(device):
    k = tn.ElementwiseKernel("T x", "T y", "y = x")
    locked = tn.ones(3)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        k(tn.ones(3), locked)
    bytes_ = tn.zeros(17, dtype="i1")
    with pytest.raises(ValueError, match="do not lie at multiples of their size"):
        k(bytes_[1:].view("f8"))


def test_big_launches_are_cut(device):
    # More bytes than 31 bits count, along a layout that needs offsets.
    if device == "cpu":
        pytest.skip("offsets have 64 bits on the CPU")
    k = tn.ElementwiseKernel(
        "int8 x, int8 y", "int8 z, int64 j", "z = x + y; j = i", "big"
    )
    n = 1 << 15
    x = tn.ones((n, n + 2), dtype="i1")[:, 1:-1]
    y = tn.ones(n, dtype="i1")
    z, j = k(x, y)
    assert int((z == 2).sum()) == n * n
    assert bool((j.ravel()[1:] - j.ravel()[:-1] == 1).all())
