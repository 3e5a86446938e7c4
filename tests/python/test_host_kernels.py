# SPDX-License-Identifier: Apache-2.0
"""Raw CUDA C++ on every device: one text, one expected result.

Each text is also compiled for three architectures, so that what the CPU's
dialect takes is what NVRTC takes.
"""

import numpy
import pytest
import tenorite
from support.host_kernel_texts import KERNELS, TEMPLATES

ARCHITECTURES = ("sm_80", "sm_90", "sm_100")


@pytest.fixture
def rng():
    return numpy.random.default_rng(7)


def kernel(name, **settings):
    if name in TEMPLATES:
        text, expression = TEMPLATES[name]
        module = tenorite.RawModule(
            code=text, name_expressions=[expression], **settings
        )
        return module.get_function(expression)
    settings.pop("name_expressions", None)
    return tenorite.RawKernel(KERNELS[name], name, **settings)


def on(array):
    return tenorite.asarray(numpy.asarray(array))


@pytest.mark.parametrize("name", [*KERNELS, *TEMPLATES])
@pytest.mark.parametrize("target", ARCHITECTURES)
def test_compiles_for_gpus(name, target):
    text = KERNELS[name] if name in KERNELS else TEMPLATES[name][0]
    names = [TEMPLATES[name][1]] if name in TEMPLATES else None
    module = tenorite.RawModule(code=text, name_expressions=names)
    wanted = names[0] if names else name
    try:
        found = module._code.signatures(target)
    except tenorite.CompileError as error:
        # Headers of the toolkit are not part of NVRTC.
        if "cannot open source file" in error.log or "could not open" in error.log:
            pytest.skip("the CUDA toolkit's headers are not installed")
        raise
    assert wanted in found
    assert module._code.signatures("cpu")[wanted] == found[wanted]


def test_guard(device, rng):
    x = rng.random(1000, dtype=numpy.float32)
    y = rng.random(1000, dtype=numpy.float32)
    dy = on(y)
    kernel("saxpy")((4,), (256,), (2.0, on(x), dy, 1000))
    # One rounding more or less: a GPU contracts the two operations.
    numpy.testing.assert_allclose(dy.get(), 2 * x + y, rtol=2e-7)


@pytest.mark.parametrize("block", [(32, 1), (7, 5), (16, 16)])
def test_two_dimensions(device, block):
    a = numpy.arange(37 * 41, dtype=numpy.int32).reshape(37, 41)
    d = on(a)
    grid = (-(-41 // block[0]), -(-37 // block[1]))
    kernel("increment_2d")(grid, block, (d, 37, 41))
    numpy.testing.assert_array_equal(d.get(), a + 1)


def test_three_dimensions(device):
    out = tenorite.zeros((4, 6, 10), dtype=numpy.int32)
    kernel("index_3d")((2, 3, 2), (5, 2, 2), (out,))
    numpy.testing.assert_array_equal(
        out.get(), numpy.arange(240, dtype=numpy.int32).reshape(4, 6, 10)
    )


@pytest.mark.parametrize("n", [1, 255, 256, 1000, 100_000])
def test_reduction_with_early_return(device, rng, n):
    x = rng.integers(-100, 100, n).astype(numpy.int32)
    total = tenorite.zeros(1, dtype=numpy.int32)
    kernel("block_sum")((-(-n // 256),), (256,), (on(x), total, n))
    assert int(total[0]) == x.sum()


def test_early_return_before_and_between_barriers(device):
    out = tenorite.zeros(256, dtype=numpy.int32)
    kernel("leave_early")((1,), (256,), (out,))
    i = numpy.arange(256)
    # Threads leave at each barrier; those that stay see what the others wrote.
    expected = numpy.where(i < 64, 0, numpy.where(i < 128, i - 64 + 1, i + 2))
    numpy.testing.assert_array_equal(out.get(), expected)


def test_game_of_life(device, rng):
    board = rng.integers(0, 2, (40, 56)).astype(numpy.int32)
    a, b = on(board), tenorite.empty((40, 56), dtype=numpy.int32)
    step = kernel("life")
    expected = board
    for _ in range(5):
        step((4, 5), (16, 8), (a, b, 56, 40))
        a, b = b, a
        around = sum(
            numpy.roll(expected, (dy, dx), (0, 1))
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if (dy, dx) != (0, 0)
        )
        expected = ((around == 3) | ((around == 2) & (expected == 1))).astype("i")
    numpy.testing.assert_array_equal(a.get(), expected)


def test_histogram(device, rng):
    x = rng.integers(0, 256, 50_000).astype(numpy.uint8)
    bins = tenorite.zeros(256, dtype=numpy.uint32)
    kernel("histogram")((20,), (128,), (on(x), bins, x.size))
    numpy.testing.assert_array_equal(bins.get(), numpy.bincount(x, minlength=256))


@pytest.mark.parametrize("shape", [(64, 64), (100, 37), (1, 90)])
def test_transpose(device, rng, shape):
    a = rng.random(shape, dtype=numpy.float32)
    out = tenorite.empty(shape[::-1], dtype=numpy.float32)
    grid = (-(-shape[1] // 32), -(-shape[0] // 32))
    kernel("transpose")(grid, (32, 8), (on(a), out, shape[1], shape[0]))
    numpy.testing.assert_array_equal(out.get(), a.T)


def test_tiled_matmul(device, rng):
    a = rng.integers(-8, 8, (64, 96)).astype(numpy.float32)
    b = rng.integers(-8, 8, (96, 48)).astype(numpy.float32)
    c = tenorite.empty((64, 48), dtype=numpy.float32)
    kernel("matmul")((3, 4), (16, 16), (on(a), on(b), c, 64, 96, 48))
    numpy.testing.assert_array_equal(c.get(), a @ b)


def test_dynamic_shared_memory(device, rng):
    x = rng.random(700, dtype=numpy.float32)
    d = on(x)
    for name in ("reverse", "reverse_bytes"):
        kernel(name)((1,), (700,), (d, 700), shared_mem=4 * 700)
    numpy.testing.assert_array_equal(d.get(), x)


def test_warp_sum(device, rng):
    x = rng.integers(0, 1000, 96).astype(numpy.int32)
    out = tenorite.zeros(3, dtype=numpy.int32)
    kernel("warp_sum")((1,), (96,), (on(x), out))
    numpy.testing.assert_array_equal(out.get(), x.reshape(3, 32).sum(1))


@pytest.mark.parametrize("width", [32, 16, 8, 2])
def test_shuffles(device, rng, width):
    x = rng.random(64)
    out = tenorite.zeros((4, 64), dtype=numpy.float64)
    kernel("shuffles")((1,), (64,), (on(x), out, width))
    lane = numpy.arange(64)
    first = lane // width * width
    sources = [
        first + 5 % width,
        numpy.where(lane - 1 >= first, lane - 1, lane),
        numpy.where(lane + 3 < first + width, lane + 3, lane),
        numpy.where((lane ^ 1) < first + width, lane ^ 1, lane),
    ]
    numpy.testing.assert_array_equal(out.get(), x[numpy.array(sources)])


def test_votes(device, rng):
    x = rng.integers(0, 4, 64).astype(numpy.int32)
    x[32:] = 2
    out = tenorite.zeros((8, 64), dtype=numpy.uint32)
    kernel("votes")((1,), (64,), (on(x), out))
    rows = []
    for warp in (x[:32], x[32:]):
        bits = 1 << numpy.arange(32, dtype=numpy.uint64)
        ballot = int(bits[warp == 2].sum())
        same = [int(bits[warp == v].sum()) for v in warp]
        uniform = len(set(warp)) == 1
        rows.append(
            [
                [ballot] * 32,
                [int((warp == 2).any())] * 32,
                [int((warp == 2).all())] * 32,
                same,
                [0xFFFFFFFF if uniform else 0] * 32,
                [int(warp.sum())] * 32,
                [int(warp.max())] * 32,
                [0xFFFFFFFF] * 32,
            ]
        )
    numpy.testing.assert_array_equal(out.get(), numpy.concatenate(rows, axis=1))


def test_warps_diverge(device):
    out = tenorite.zeros(32, dtype=numpy.int32)
    kernel("divergent_warp")((1,), (32,), (out,))
    i = numpy.arange(32)
    numpy.testing.assert_array_equal(out.get(), numpy.where(i < 8, 28, 468))


def test_counted_barriers(device, rng):
    x = rng.integers(0, 2, 200).astype(numpy.int32)
    x[0], x[1] = 0, 1
    out = tenorite.zeros((3, 200), dtype=numpy.int32)
    kernel("counted_barriers")((1,), (200,), (on(x), out))
    numpy.testing.assert_array_equal(
        out.get(), numpy.repeat([[x.sum()], [0], [1]], 200, axis=1)
    )


def test_atomics(device):
    n = 1000
    ints = tenorite.asarray(numpy.array([0, 0, 5000, -1, 0, 0, -1, 0], "i"))
    unsigned = tenorite.asarray(numpy.array([7, 7], "I"))
    longs = tenorite.zeros(2, dtype=numpy.uint64)
    floats = tenorite.zeros(1, dtype=numpy.float32)
    doubles = tenorite.zeros(1, dtype=numpy.float64)
    kernel("atomics")((10,), (100,), (ints, unsigned, longs, floats, doubles))
    total = n * (n - 1) // 2
    mask = int(numpy.bitwise_xor.reduce(numpy.arange(n)))
    numpy.testing.assert_array_equal(
        ints.get(), [total, -total, 0, n - 1, 1023, mask, 0, n]
    )
    # Modulo 11 upwards from 7, and downwards from 7 below 10.
    up = 7
    down = 7
    for _ in range(n):
        up = 0 if up >= 10 else up + 1
        down = 9 if down == 0 or down > 9 else down - 1
    numpy.testing.assert_array_equal(unsigned.get(), [up, down])
    numpy.testing.assert_array_equal(longs.get(), [total << 20, n - 1])
    assert float(floats[0]) == n * 0.5
    assert float(doubles[0]) == n * 0.25


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_templates(device, rng, dtype):
    c = {"float32": "float", "float64": "double", "int32": "int"}[dtype]
    text = TEMPLATES["scale<float, 3>"][0]
    names = [f"scale<{c}, {k}>" for k in (3, 4)]
    module = tenorite.RawModule(code=text, name_expressions=names)
    x = rng.integers(0, 99, 500).astype(dtype)
    d = on(x)
    for name in names:
        module.get_function(name)((2,), (256,), (d, 500))
    numpy.testing.assert_array_equal(d.get(), x * 12)


def test_struct_argument(device):
    body = numpy.dtype(
        [("x", "f4"), ("y", "f4"), ("mass", "f8"), ("id", "i4")], align=True
    )
    one = numpy.zeros((), body)
    one["x"], one["y"], one["mass"], one["id"] = 1.5, -2, 1e10, 7
    out = tenorite.zeros(4, dtype=numpy.float64)
    kernel("struct_argument")((1,), (1,), (one, out))
    numpy.testing.assert_array_equal(out.get(), [1.5, -2, 1e10, 7])


def test_device_functions_and_lambdas(device):
    out = tenorite.zeros((4, 300), dtype=numpy.int32)
    kernel("helpers")((3,), (100,), (out, 300))
    i = numpy.arange(300)
    numpy.testing.assert_array_equal(out.get(), [i, i * i, i + 300, i // 100])


def test_variables(device):
    text = KERNELS["count_calls"]
    module = tenorite.RawModule(code=text)
    counter = module.get_function("count_calls")
    out = tenorite.zeros(4, dtype=numpy.int32)
    for _ in range(3):
        counter((2,), (10,), (out,))
    numpy.testing.assert_array_equal(out.get(), [60, 1, 2, 3])


def test_grid_synchronisation(device, rng):
    x = rng.integers(0, 100, 2048).astype(numpy.int32)
    partial = tenorite.zeros(8, dtype=numpy.int32)
    out = tenorite.zeros(2048, dtype=numpy.int32)
    kernel("grid_total", enable_cooperative_groups=True)(
        (8,), (256,), (on(x), partial, out)
    )
    numpy.testing.assert_array_equal(out.get(), numpy.full(2048, x.sum()))


def test_tiles_of_warps(device, rng):
    x = rng.integers(0, 100, 128).astype(numpy.int32)
    out = tenorite.zeros((3, 128), dtype=numpy.int32)
    kernel("tiles")((1,), (128,), (on(x), out))
    sums = x.reshape(16, 8).sum(1).repeat(8)
    ranks = numpy.arange(128) % 8
    groups = numpy.arange(128) // 8
    numpy.testing.assert_array_equal(out.get(), [sums, ranks, groups])


def test_aggregated_atomics(device, rng):
    x = rng.integers(0, 10, 1000).astype(numpy.int32)
    out = tenorite.zeros(1000, dtype=numpy.int32)
    count = tenorite.zeros(1, dtype=numpy.int32)
    kernel("compact")((8,), (128,), (on(x), out, count, 1000))
    n = int(count[0])
    assert n == (x > 4).sum()
    numpy.testing.assert_array_equal(
        numpy.sort(out.get()[:n]), numpy.sort(numpy.flatnonzero(x > 4))
    )


def test_monte_carlo(device):
    def step(state):
        state ^= (state << numpy.uint64(13)) & numpy.uint64(2**64 - 1)
        state ^= state >> numpy.uint64(7)
        state ^= (state << numpy.uint64(17)) & numpy.uint64(2**64 - 1)
        return state

    hits = tenorite.zeros(512, dtype=numpy.int32)
    kernel("monte_carlo")((4,), (128,), (hits, 200))
    state = numpy.arange(512, dtype=numpy.uint64) * numpy.uint64(
        0x9E3779B97F4A7C15
    ) + numpy.uint64(1)
    expected = numpy.zeros(512, dtype=numpy.int32)
    for _ in range(200):
        state = step(state)
        x = (state >> numpy.uint64(40)).astype(numpy.float32) * numpy.float32(2**-24)
        state = step(state)
        y = (state >> numpy.uint64(40)).astype(numpy.float32) * numpy.float32(2**-24)
        expected += x.astype("d") * x + y.astype("d") * y < 1
    numpy.testing.assert_array_equal(hits.get(), expected)


def test_integer_intrinsics(device, rng):
    x = rng.integers(0, 2**32, 200, dtype=numpy.uint64).astype(numpy.uint32)
    x[:3] = 0, 1, 0xFFFFFFFF
    out = tenorite.zeros((8, 200), dtype=numpy.uint32)
    kernel("integer_intrinsics")((1,), (200,), (on(x), out))
    wide = [int(v) for v in x]
    bits = [f"{v:032b}" for v in wide]
    expected = [
        [b.count("1") for b in bits],
        [len(b) - len(b.lstrip("0")) for b in bits],
        [len(b) - len(b.rstrip("0")) + 1 if "1" in b else 0 for b in bits],
        [int(b[::-1], 2) for b in bits],
        [v * 0x12345678 >> 32 for v in wide],
        [(v << 7 | v >> 25) & 0xFFFFFFFF for v in wide],
        [int.from_bytes(v.to_bytes(4, "big"), "little") for v in wide],
        [(v >> 16 << 16 | 0x5678) for v in wide],
    ]
    numpy.testing.assert_array_equal(out.get(), expected)


def test_conversions_and_rounding(device):
    x = numpy.array([2.5, -2.5, 1e20, -1e20, numpy.nan, 0.1, 3.7], "f")
    ints = tenorite.zeros((4, 7), dtype=numpy.int32)
    floats = tenorite.zeros((4, 7), dtype=numpy.float32)
    kernel("conversions")((1,), (7,), (on(x), ints, floats))
    top, bottom = 2**31 - 1, -(2**31)
    numpy.testing.assert_array_equal(
        ints.get(),
        [
            [2, -2, top, bottom, 0, 0, 4],
            [2, -2, top, bottom, 0, 0, 3],
            [3, -2, top, bottom, 0, 1, 4],
            [2, -3, top, bottom, 0, 0, 3],
        ],
    )
    third = x.astype("d") / 3
    near = third.astype("f")
    with numpy.errstate(invalid="ignore"):
        up = numpy.where(
            near < third, numpy.nextafter(near, numpy.inf, dtype="f"), near
        )
        down = numpy.where(
            near > third, numpy.nextafter(near, -numpy.inf, dtype="f"), near
        )
    zero = numpy.where(x > 0, down, up)
    numpy.testing.assert_array_equal(floats.get(), [near, up, down, zero])


def test_math_functions(device):
    x = numpy.linspace(0.05, 1.95, 64)
    out = tenorite.zeros((15, 64), dtype=numpy.float64)
    kernel("math_functions")((1,), (64,), (on(x), out))
    from math import erf, erfc, gamma, lgamma

    values = out.get()
    expected = [
        1 / numpy.sqrt(x),
        numpy.cbrt(x),
        numpy.sin(numpy.pi * x),
        numpy.hypot(x, 2),
        numpy.sqrt(x * x + 5),
        10**x,
        [erf(v) for v in x],
        [gamma(v) for v in x],
        [lgamma(v) for v in x],
        numpy.exp(x * x) * [erfc(v) for v in x],
        numpy.fmod(7, x),
        numpy.copysign(x, -1),
        numpy.i0(x),
    ]
    for got, want in zip(values, expected, strict=False):
        numpy.testing.assert_allclose(got, want, rtol=2e-13, atol=1e-15)
    # Inverses: back to where they came from.
    numpy.testing.assert_allclose([erfc(v) for v in values[13]], x, rtol=1e-13)
    numpy.testing.assert_allclose(
        [0.5 * erfc(-v / 2**0.5) for v in values[14]], x / 2, rtol=1e-13
    )


def test_half(device, rng):
    x = rng.standard_normal(256).astype(numpy.float16)
    y = rng.standard_normal(256).astype(numpy.float16)
    out = tenorite.zeros((5, 256), dtype=numpy.float16)
    kernel("half_arithmetic")((1,), (256,), (on(x), on(y), out))
    fused = (x.astype("d") * y.astype("d") + x.astype("d")).astype(numpy.float16)
    numpy.testing.assert_array_equal(
        out.get(), [x + y, x * y, x / y, fused, numpy.maximum(x, y)]
    )


def test_complex(device, rng):
    z = rng.standard_normal(100) + 1j * rng.standard_normal(100)
    out = tenorite.zeros((3, 100), dtype=numpy.complex128)
    kernel("cu_complex")((1,), (100,), (on(z), out))
    numpy.testing.assert_allclose(
        out.get(), [z * z, z / (1 + z), z.conj() + abs(z)], rtol=1e-14
    )


def test_vector_types(device, rng):
    x = rng.random((100, 4), dtype=numpy.float32)
    d = on(x)
    kernel("vector_types")((1,), (100,), (d,))
    numpy.testing.assert_array_equal(d.get(), x[:, ::-1] * 2)


GRID_STRIDE = """
#define SCALE 3
__global__ void head(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = x[i] * 3;
}
__global__ void wide(const float* x, float* y, long n) {
  size_t first = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
  const size_t stride = (size_t)blockDim.x * gridDim.x;
  for (size_t i = first; i < n; i += stride) {
    if (x[i] < 0) continue;
    y[i] = x[i] * 3;
  }
}
__global__ void moved(const float* x, float* y, unsigned n) {
  unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
  for (; i < n; i += blockDim.x * gridDim.x) { y[i] = x[i]; y[i] *= 3; }
}
/* What one call cannot stand for: */
__global__ void stops(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    y[i] = x[i] * 3;
    if (x[i] > 1e6f) break;
  }
}
__global__ void keeps(const float* x, float* y, int n) {
  float factor = 3;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = x[i] * factor++;
}
__global__ void counts(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = x[i] * n--;
}
__global__ void skips(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    y[i] = x[i] * 3;
    i += gridDim.x * blockDim.x;
  }
}
__global__ void scaled(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = x[i] * SCALE;
}
"""


def by_thread(name, x, n, threads):
    """What the threads of GRID_STRIDE's kernels write, one after the other."""
    y = numpy.zeros_like(x)
    for first in range(threads):
        i, factor, bound = first, 3, n
        while i < bound:
            y[i] = x[i] * {"keeps": factor, "counts": bound}.get(name, 3)
            factor += 1
            bound -= name == "counts"
            if name == "stops" and x[i] > 1e6:
                break
            i += threads * (1 + (name == "skips"))
    return y


@pytest.mark.parametrize(
    "name", "head wide moved stops keeps counts skips scaled".split()
)
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (2, 64), (40, 32)])
def test_grid_stride_loops(name, shape, device, rng):
    x = rng.random(1000, dtype=numpy.float32)
    x[[5, 77, 400]] = 2e6
    module = tenorite.RawModule(code=GRID_STRIDE, name_expressions=[name])
    for n in (1000, 641, 1, 0):
        y = tenorite.zeros(1000, dtype=numpy.float32)
        module.get_function(name)(shape[:1], shape[1:], (on(x), y, n))
        expected = by_thread(name, x, n, shape[0] * shape[1])
        numpy.testing.assert_array_equal(y.get(), expected)


def test_prefix_sums_of_one_thread(device):
    """The rounds of a thread stay in order."""
    text = """
__global__ void running(double* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (i >= gridDim.x * blockDim.x) x[i] += x[i - 1];
}
__global__ void chained(double* x, int n, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (i >= step) x[i] += x[i - step];
}"""
    x = numpy.arange(1000.0)
    d = on(x)
    tenorite.RawKernel(text, "running")((1,), (1,), (d, 1000))
    numpy.testing.assert_array_equal(d.get(), x.cumsum())
    for grid, block in [(1, 1), (1, 32), (2, 8)]:
        d = on(x)
        step = grid * block
        tenorite.RawKernel(text, "chained")((grid,), (block,), (d, 1000, step))
        expected = x.copy()
        for i in range(step, 1000):
            expected[i] += expected[i - step]
        numpy.testing.assert_array_equal(d.get(), expected)


def test_threads_past_31_bits(device):
    out = tenorite.zeros(6144, dtype=numpy.int32)
    kernel("past_31_bits")(((1 << 21) + 2,), (1024,), (out,))
    numpy.testing.assert_array_equal(out.get(), numpy.arange(6144) % 1024 + 1)


def test_prints(device, capfd):
    kernel("prints")((2,), (2,), (3.5,))
    tenorite.cuda.synchronize() if device != "cpu" else None
    lines = sorted(capfd.readouterr().out.split("\n"))
    assert lines == ["", *(f"{b} {t}: 3.50 abc" for b in (0, 1) for t in (0, 1))]


def test_own_definitions(device):
    out = tenorite.zeros(4, dtype=numpy.int64)
    kernel("own_names")((1,), (4,), (out,))
    numpy.testing.assert_array_equal(out.get(), [0, 3, 6, 9])


def test_conditional_kernels(device):
    out = tenorite.zeros(1, dtype=numpy.int32)
    for name, options, value in (
        ("conditional", ("-DWIDE=1",), 64),
        ("conditional", (), 32),
    ):
        kernel(name, options=options)((1,), (1,), (out,))
        assert int(out[0]) == value
