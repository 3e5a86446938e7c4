# SPDX-License-Identifier: Apache-2.0
"""Functions, names and headers that kernels written for CuPy take for granted.

What runs on the CPU device is also compiled by NVRTC, which needs no GPU.
"""

import math

import numpy as np
import pytest
import tenorite as tn
from numpy.testing import assert_allclose, assert_array_equal
from support.kernel_targets import compile_for_gpus

TARGET = "sm_90"


def raw(code, name="f", **more):
    """A raw kernel, whose text has been compiled for a GPU too."""
    kernel = tn.RawKernel(code, name, **more)
    module = tn.RawModule(code=code, **more)
    try:
        assert name in module._code.signatures(TARGET)
    except tn.CompilerNotFound:
        pass
    return kernel


def elementwise(kernel, *args):
    """Calls an elementwise kernel, once it has been compiled for a GPU too."""
    hosts = [tn.asarray(a, device="cpu") for a in args]
    if hosts[0].device == args[0].device:
        compile_for_gpus(kernel, *hosts, targets=[TARGET])
    return kernel(*args)


# ---- mathematical functions ----

# Of x and y, where 0 < x < 1 < y, what is written for doubles and, with an f
# behind each name, for floats.
special = pytest.importorskip("scipy.special")
FUNCTIONS = {
    "sincos(x, &s, &c)": lambda x, y: (np.sin(x), np.cos(x)),
    "sincospi(x, &s, &c)": lambda x, y: (np.sin(np.pi * x), np.cos(np.pi * x)),
    "s = frexp(y, &n), c = n": lambda x, y: np.frexp(y),
    "s = modf(y, &c)": lambda x, y: np.modf(y),
    "s = remquo(y, x, &n), c = n & 7": lambda x, y: (
        y - np.rint(y / x) * x,
        np.rint(y / x).astype(int) & 7,
    ),
    "s = j0(y), c = j1(y)": lambda x, y: (special.j0(y), special.j1(y)),
    "s = y0(y), c = y1(y)": lambda x, y: (special.y0(y), special.y1(y)),
    "s = jn(3, y), c = yn(3, y)": lambda x, y: (special.jn(3, y), special.yn(3, y)),
    "s = cyl_bessel_i0(y), c = cyl_bessel_i1(y)": lambda x, y: (
        special.i0(y),
        special.i1(y),
    ),
    "s = erf(x), c = erfc(x)": lambda x, y: (special.erf(x), special.erfc(x)),
    "s = erfinv(x), c = erfcinv(x)": lambda x, y: (
        special.erfinv(x),
        special.erfcinv(x),
    ),
    "s = erfcx(y), c = normcdf(x)": lambda x, y: (special.erfcx(y), special.ndtr(x)),
    "s = normcdfinv(x), c = rcbrt(y)": lambda x, y: (special.ndtri(x), y ** (-1 / 3)),
    "s = rhypot(x, y), c = hypot(x, y)": lambda x, y: (
        1 / np.hypot(x, y),
        np.hypot(x, y),
    ),
    "s = norm3d(x, y, y), c = rnorm3d(x, y, y)": lambda x, y: (
        np.sqrt(x * x + 2 * y * y),
        1 / np.sqrt(x * x + 2 * y * y),
    ),
    "s = norm4d(x, y, x, y), c = rnorm4d(x, y, x, y)": lambda x, y: (
        np.sqrt(2 * x * x + 2 * y * y),
        1 / np.sqrt(2 * x * x + 2 * y * y),
    ),
    "a[0] = x, a[1] = y, s = norm(2, a), c = rnorm(2, a)": lambda x, y: (
        np.hypot(x, y),
        1 / np.hypot(x, y),
    ),
    "s = lgamma(y), c = tgamma(y)": lambda x, y: (special.gammaln(y), special.gamma(y)),
    "s = exp10(x), c = exp2(x)": lambda x, y: (10**x, 2**x),
    "s = expm1(x), c = log1p(x)": lambda x, y: (np.expm1(x), np.log1p(x)),
    "s = sinpi(x), c = cospi(x)": lambda x, y: (np.sin(np.pi * x), np.cos(np.pi * x)),
    "s = scalbn(x, 3), c = scalbln(x, 3l)": lambda x, y: (8 * x, 8 * x),
    "s = ldexp(x, 3), c = logb(y)": lambda x, y: (8 * x, np.floor(np.log2(y))),
    "s = ilogb(y), c = lrint(y)": lambda x, y: (np.floor(np.log2(y)), np.rint(y)),
    "s = llrint(y), c = lround(y)": lambda x, y: (np.rint(y), np.rint(y)),
    "s = llround(y), c = nearbyint(y)": lambda x, y: (np.rint(y), np.rint(y)),
    "s = remainder(y, x), c = fmod(y, x)": lambda x, y: (
        y - np.rint(y / x) * x,
        np.fmod(y, x),
    ),
    "s = fdim(y, x), c = fma(x, y, x)": lambda x, y: (y - x, x * y + x),
    "s = nextafter(x, y), c = copysign(x, -y)": lambda x, y: (x, -x),
    "s = rsqrt(y), c = cbrt(y)": lambda x, y: (1 / np.sqrt(y), np.cbrt(y)),
    "s = fmax(x, y), c = fmin(x, y)": lambda x, y: (y, x),
    "s = tan(x), c = tanh(x)": lambda x, y: (np.tan(x), np.tanh(x)),
    "s = asinh(x), c = atanh(x)": lambda x, y: (np.arcsinh(x), np.arctanh(x)),
    "s = acosh(y), c = atan2(x, y)": lambda x, y: (np.arccosh(y), np.arctan2(x, y)),
}


@pytest.mark.parametrize("type", ["double", "float", "float by its own names"])
def test_mathematical_functions(type, device):
    T, dtype = ("double", "f8") if type == "double" else ("float", "f4")
    texts, A = list(FUNCTIONS), "double"  # norm has no overload for floats
    if "names" in type:
        texts, A = [text.replace("(", "f(") for text in texts], "float"
    lines = [
        f"{{ T s = 0, c = 0; {A} a[2]; int n = 0; {text};"
        f" out[{32 * k} + i] = s; out[{32 * k + 16} + i] = c; }}"
        for k, text in enumerate(texts)
    ]
    code = (
        f"typedef {T} T;\n__global__ void f(const T* xs, const T* ys, T* out) {{\n"
        "int i = threadIdx.x; T x = xs[i], y = ys[i];\n" + "\n".join(lines) + "}"
    )
    x, y = (
        np.linspace(0.05, 0.95, 16, dtype=dtype),
        np.linspace(1.1, 6.7, 16, dtype=dtype),
    )
    out = tn.zeros((2 * len(FUNCTIONS), 16), dtype)
    raw(code)((1,), (16,), (tn.asarray(x), tn.asarray(y), out))
    tolerance = 1e-12 if dtype == "f8" else 3e-6
    for text, values in zip(FUNCTIONS, out.get().reshape(-1, 2, 16), strict=True):
        expected = FUNCTIONS[text](x.astype("f8"), y.astype("f8"))
        assert_allclose(values, expected, rtol=tolerance, atol=tolerance, err_msg=text)


def test_mathematical_functions_of_elements(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y",
        "T s, c; sincos(x, &s, &c); y = s * s + c * c + j0(x) + erfinv(x) * 0",
        "elements",
    )
    for dtype in "fd":
        x = np.linspace(0.1, 0.9, 10, dtype=dtype)
        y = elementwise(k, tn.asarray(x)).get()
        assert_allclose(y, 1 + special.j0(x), rtol=1e-6)


def test_fast_functions_and_integers(device):
    f = raw(
        "__global__ void f(float* out) { __sincosf(0.5f, out, out + 1);"
        " out[2] = ullmin(3ull, 1ull << 40); out[3] = ullmax(3ull, 4ull);"
        " out[4] = umin(3u, 4u) + umax(3u, 4u) + llmin(3ll, 4ll) + llmax(3ll, 4ll); }"
    )
    out = tn.zeros(5, "f4")
    f((1,), (1,), (out,))
    assert_allclose(out.get(), [math.sin(0.5), math.cos(0.5), 3, 4, 14], rtol=1e-6)


# ---- options ----


def test_blanks_in_options(device, tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "mine.h").write_text("#define FIVE 5\n")
    body = '#include "mine.h"\n'
    for options in (
        (f" -I{folder}", " -DN=2 "),
        (f"-I {folder} -DN=2",),
        (f"-DN=2 -I{folder}",),
        ("", "-I", f"{folder}", "-D N=2"),
    ):
        f = raw(
            body + "__global__ void f(int* x) { x[0] = FIVE * N; }", options=options
        )
        out = tn.zeros(1, "i4")
        f((1,), (1,), (out,))
        assert out.tolist() == [10]
        assert f.options == options
        k = tn.ElementwiseKernel(
            "T x", "T y", "y = x + FIVE * N", "blanks", preamble=body, options=options
        )
        assert elementwise(k, tn.ones(3)).tolist() == [11] * 3


@pytest.mark.parametrize("options", [("-G", "-DN=4"), (" -G -DN=4 -DT=int -DK=1",)])
def test_macros_that_are_names_of_the_prelude(device, options):
    f = raw("__global__ void f(int* x) { x[0] = N; }", options=options)
    out = tn.zeros(1, "i4")
    f((1,), (1,), (out,))
    assert out.tolist() == [4]
    k = tn.ElementwiseKernel(
        "float64 x",
        "float64 y",
        "__shared__ int s[N]; s[0] = N; y = s[0]",
        "with_threads",
        options=("-DN=4", "-DNdim=1", "-DBits=1"),
    )
    assert elementwise(k, tn.ones(3)).tolist() == [4] * 3


# ---- atomic functions ----


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_atomic_bounds_of_floats(device, dtype):
    k = tn.ElementwiseKernel(
        "T x, raw int32 at",
        "raw T least, raw T most, raw T before",
        "atomicMin(&least[at[i]], x); before[i] = atomicMax(&most[at[i]], x)",
        "bounds",
    )
    rng = np.random.default_rng(0)
    x = rng.normal(size=2000).astype(dtype)
    x[::50] = np.nan  # loses
    at = rng.integers(0, 7, 2000).astype("i4")
    least, most = tn.full(7, np.inf, dtype), tn.full(7, -np.inf, dtype)
    before = tn.zeros(2000, dtype)
    elementwise(k, tn.asarray(x), tn.asarray(at), least, most, before)
    for g in range(7):
        assert least[g] == np.nanmin(x[at == g]) and most[g] == np.nanmax(x[at == g])
    assert_array_equal(np.isnan(before.get()), False)
    # What is not a number is replaced.
    nan = tn.full(7, np.nan, dtype)
    elementwise(k, tn.asarray(x), tn.asarray(at), nan, nan.copy(), before)
    assert not np.isnan(nan.get()).any()


def test_atomic_sums(device):
    k = tn.ElementwiseKernel(
        "float16 x, int64 n, uint64 m, raw int32 at",
        "raw float16 xs, raw int64 ns, raw uint64 ms, raw float64 ds",
        "atomicAdd(&xs[at[i]], x); atomicAdd(&ns[at[i]], n); atomicAdd(&ms[at[i]], m);"
        " atomicAdd(&ds[at[i]], 0.5)",
        "sums",
    )
    rng = np.random.default_rng(0)
    x, at = rng.integers(0, 3, 500).astype("e"), rng.integers(0, 7, 500).astype("i4")
    n = rng.integers(-(2**40), 2**40, 500)
    sums = [tn.zeros(7, dtype) for dtype in ("f2", "i8", "u8", "f8")]
    m = n.astype("u8")
    elementwise(k, *map(tn.asarray, (x, n, m, at)), *sums)
    for g in range(7):
        expected = [x[at == g].sum(), n[at == g].sum(), m[at == g].sum()]
        assert [s[g].item() for s in sums] == [*expected, (at == g).sum() / 2]


def test_atomics_in_reductions(device):
    k = tn.ReductionKernel(
        "T x, raw T most",
        "T y",
        "(atomicMax((T*)&most[0], x), x)",
        "a + b",
        "y = a",
        "0",
        "with_atomics",
    )
    most = tn.zeros(1)
    x = tn.arange(100.0)
    assert elementwise(k, x, most) == 4950 and most.tolist() == [99]


def test_atomics_of_a_raw_kernel(device):
    f = raw(
        """
#include <cupy/atomics.cuh>
extern "C" __global__ void f(float* x, long long* n) {
  atomicMax(x, (float)threadIdx.x);
  atomicMin(x + 1, -(float)threadIdx.x);
  atomicAdd(n, -3ll);
}
"""
    )
    x, n = tn.zeros(2, "f4"), tn.zeros(1, "i8")
    f((2,), (64,), (x, n))
    assert x.tolist() == [63, -63] and n.tolist() == [-384]


def test_atomics_that_a_text_defines_itself(device):
    own = "__device__ float atomicMax(float* p, float x) { *p = -1; return x; }"
    k = tn.ElementwiseKernel(
        "float32 x",
        "raw float32 y",
        "atomicMax(&y[i], x)",
        "own_atomics",
        preamble=own,
    )
    y = tn.zeros(3, "f4")
    elementwise(k, tn.ones(3, "f4"), y)
    assert y.tolist() == [-1] * 3


# ---- headers ----

COMPLEX_FUNCTIONS = (
    "exp log log10 sqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh"
).split()
NUMPY_NAMES = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "asinh": "arcsinh",
    "acosh": "arccosh",
    "atanh": "arctanh",
}


@pytest.mark.parametrize("T, dtype", [("float", "F"), ("double", "D")])
@pytest.mark.parametrize("header", ["cupy/complex.cuh", "thrust/complex.h"])
def test_functions_of_complex_numbers(device, T, dtype, header):
    lines = "\n".join(
        f"out[{k} * 20 + i] = {'thrust::' * (k % 2)}{name}(z);"
        for k, name in enumerate(COMPLEX_FUNCTIONS)
    )
    f = raw(
        f"""
#include <{header}>
extern "C" __global__ void f(const complex<{T}>* in, thrust::complex<{T}>* out) {{
  int i = threadIdx.x;
  complex<{T}> z = in[i];
  {lines}
  out[16 * 20 + i] = pow(z, z);
  out[17 * 20 + i] = thrust::pow(z, {T}(2));
  out[18 * 20 + i] = pow({T}(2), z);
}}
"""
    )
    rng = np.random.default_rng(0)
    z = (rng.normal(size=20) + 1j * rng.normal(size=20)).astype(dtype)
    out = tn.zeros((19, 20), dtype)
    f((1,), (20,), (tn.asarray(z), out))
    w = z.astype("D")
    expected = [getattr(np, NUMPY_NAMES.get(n, n))(w) for n in COMPLEX_FUNCTIONS]
    expected += [w**w, w**2, 2**w]
    assert_allclose(out.get(), expected, rtol=1e-12 if T == "double" else 1e-5)


def test_math_constants(device):
    body = "CUDART_PI + CUDART_SQRT_2OPI + CUDART_PI_LO * 0 + CUDART_2_OVER_PI_F * 0"
    include = "#include <cupy/math_constants.h>\n"
    f = raw(
        include + 'extern "C" __global__ void f(double* x) {'
        f" x[0] = {body}; x[1] = CUDART_INF_F; x[2] = CUDART_NAN; x[3] = -CUDART_INF; }}"
    )
    x = tn.zeros(4)
    f((1,), (1,), (x,))
    value = math.pi + math.sqrt(2 / math.pi)
    assert_allclose(x.get(), [value, np.inf, np.nan, -np.inf], rtol=1e-15)
    k = tn.ElementwiseKernel(
        "float64 x", "float64 y", f"y = x * ({body})", "constants", preamble=include
    )
    assert_allclose(elementwise(k, tn.ones(3)).get(), [value] * 3, rtol=1e-15)
    k = tn.ReductionKernel(
        "float64 x",
        "float64 y",
        f"x * ({body})",
        "a + b",
        "y = a",
        "0",
        "constant_sum",
        preamble=include,
    )
    assert_allclose(elementwise(k, tn.ones(3)).get(), 3 * value, rtol=1e-15)


def test_headers_of_a_preamble(device):
    k = tn.ElementwiseKernel(
        "T x",
        "T y",
        "y = twice(std::max(x, T(2))) + std::numeric_limits<int>::max() * 0. + r(x) * 0;",
        "with_headers",
        preamble="""
#include <limits>
#include <algorithm>
#include <cupy/complex.cuh>
#include <cupy/carray.cuh>
#include <cupy/cuda_workaround.h>
#include <math.h>
template <class T> __device__ T r(T x) { return exp(complex<T>(x)).real(); }
template <class T> __device__ T twice(T x) { return 2 * x; }
""",
    )
    assert elementwise(k, tn.arange(4.0)).tolist() == [4, 4, 4, 6]


# ---- names that a text defines itself ----


@pytest.mark.parametrize("word", ["", "threadIdx.x;"])
def test_integers_that_a_preamble_defines_itself(device, word):
    k = tn.ElementwiseKernel(
        "uint64 x",
        "uint64 y",
        f"{word} uint64_t z = x; int64_t w = -1; y = z + w + sizeof(int8_t) + sizeof(uint);",
        "own_integers",
        preamble="""
typedef unsigned long long uint64_t;
typedef long long int64_t;
typedef char int8_t;
using uint = unsigned short;
#define int32_t long
""",
    )
    x = tn.asarray([1, 2, 3], dtype="u8")
    assert elementwise(k, x).tolist() == [3, 4, 5]
    k = tn.ReductionKernel(
        "uint64 x",
        "uint64 y",
        "(uint64_t)x",
        "a + b",
        "y = a",
        "0",
        "own_integers_sum",
        preamble="typedef unsigned long long uint64_t;",
    )
    assert elementwise(k, x) == 6


# ---- the C++ library on the CPU device ----

LIBRARY = """
#include <vector>
#include <tuple>
#include <array>
#include <functional>
#include <complex>
#include <numeric>
#include <cmath>
#include <stdint.h>
#include <random>
#include <map>
#include <memory>
#include <chrono>
template <class F> __device__ double call(const F& f, double x) { return f(x); }
__device__ double sums(double x) {
  std::vector<double> v(3, x);
  v.push_back(abs(-1L) + std::abs(-2L) + abs(-0.5) + std::sqrt(4));
  std::array<float, 2> a = {sin(0.0f), std::sin(0.0f)};
  auto [p, q] = std::make_tuple(fmaxf(1, 2), std::max(1, 2));
  std::complex<double> z(x, 1);
  std::function<double(double)> f = [](double y) { return y + 1; };
  std::map<int, double> m = {{1, std::isnan(x) || isinf(x)}};
  return std::accumulate(v.begin(), v.end(), 0.0) + a[0] + a[1] + p + q
         + std::norm(z) + call(f, x) + fmin(x, 1) * 0 + m[1] + min(0, 0L)
         + pow(x, 2) * 0 + isfinite(x) - 1 + j0f(0) - 1 + 0 * clock();
}
"""


@pytest.mark.parametrize("using", ["", "using namespace std;\n"])
def test_the_library_of_the_hosts_compiler(device, using):
    if device != "cpu":
        pytest.skip("NVRTC has no such headers")
    expected = [3 * x + 5.5 + 4 + x * x + 1 + x + 1 for x in (0.0, 1.0, 2.0)]
    f = tn.RawKernel(
        LIBRARY
        + using
        + "__global__ void f(double* x) { x[threadIdx.x] = sums(x[threadIdx.x])"
        " + cos(0.0f) - floor(1.5) + abs(0) + max(0, 0); }",
        "f",
    )
    x = tn.arange(3.0)
    f((1,), (3,), (x,))
    assert_allclose(x.get(), expected)
    k = tn.ElementwiseKernel("T x", "T y", "y = sums(x)", "library", preamble=LIBRARY)
    assert_allclose(k(tn.arange(3.0)).get(), expected)


def test_macros_reach_no_header_of_the_library(device):
    if device != "cpu":
        pytest.skip("NVRTC has no such headers")
    f = tn.RawKernel(
        "#include <vector>\n__global__ void f(int* x) { x[0] = T + value_type; }",
        "f",
        options=("-DT=4", "-Dvalue_type=1"),
    )
    x = tn.zeros(1, "i4")
    f((1,), (1,), (x,))
    assert x.tolist() == [5]
