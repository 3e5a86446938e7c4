# SPDX-License-Identifier: Apache-2.0
"""vectorize: Python functions of numbers as kernels."""

import math

import numpy as np
import pytest
import tenorite
from support.helpers import SOME_DTYPES, check, equal_bits, outcome, values
from support.kernel_targets import compile_for_gpus
from support.layouts import LAYOUTS
from support.random_functions import make_function, random_text
from support.samples import special
from tenorite import KernelSyntaxError, vectorize


def per_item(function, *arrays, dtype=None):
    """The function called by Python on NumPy's scalars; the oracle of control flow."""
    arrays = np.broadcast_arrays(*arrays)
    with np.errstate(all="ignore"):
        items = [
            function(*row) for row in zip(*(a.ravel() for a in arrays), strict=True)
        ]
    if isinstance(items[0], tuple):
        return tuple(
            np.array(column, dtype=d).reshape(arrays[0].shape)
            for column, d in zip(zip(*items, strict=True), dtype, strict=True)
        )
    return np.array(items, dtype=dtype).reshape(arrays[0].shape)


def run(function, device, *arrays, **options):
    return vectorize(function, **options)(*(tenorite.asarray(a) for a in arrays))


# ---- control flow ----


def _branches(x, y):
    if x > y:
        r = x - y
    elif x == y:
        r = 0
    else:
        r = y * 2
    return r


def _collatz(n):
    """Steps until 1."""
    steps = 0
    while n > 1 and steps < 1000:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def _mandelbrot(re, im):
    zr = zi = re * 0
    for k in range(50):
        zr, zi = zr * zr - zi * zi + re, 2 * zr * zi + im
        if zr * zr + zi * zi > 4:
            return k
    return 50


def _early(x):
    for i in range(10, -1, -3):
        if i == 4:
            continue
        if i < x:
            break
        x = x + 1
    return x * i


def _nested(n):
    total = 0
    for i in range(n):
        for j in range(i, n, 2):
            if j % 3 == 1:
                continue
            if j > 7:
                break
            total += i * j
    return total


def _gcd(a, b):
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def _chain(x, y):
    return 0 < x < y <= 10 or not (x or y)


def _returns(x):
    if x < -1:
        return -1
    if x > 1:
        return 1
    return x


def _two(x, y):
    q, r = divmod(x, y)
    return q, r * 2


def _in(x):
    return x in (1, 2, 5) and x not in (2,)


def _while_true(x):
    n = 0
    while True:
        n += 1
        x = x - 3
        if x < 0:
            break
    return n


def _bits(a, b):
    return (a & b) | (a ^ (b << 1)) ^ (~a >> 2)


COEFFICIENTS = (1.0, -0.5, 0.25, 3)


def _horner(x):
    r = 0
    for c in COEFFICIENTS:
        r = r * x + c
    return r


def _first_above(x):
    for k, c in enumerate((-2, 0, 3)):
        if c > x:
            return k
    return len(COEFFICIENTS)


def _skips(x):
    r = 0
    for c in (1, 2, 3, 4):
        if c == 2:
            continue
        if c * x > 6:
            break
        r += c
    return r


CONTROL_FLOW = [
    (_branches, "ff", "f"),
    (_branches, "id", "d"),
    (_collatz, "i", "l"),
    (_mandelbrot, "dd", "l"),
    (_early, "i", "i"),
    (_nested, "B", "l"),
    (_gcd, "ll", "l"),
    (_chain, "ff", "?"),
    (_returns, "f", "f"),
    (_two, "ii", "ii"),
    (_two, "dd", "dd"),
    (_in, "b", "?"),
    (_while_true, "h", "l"),
    (_bits, "hh", "h"),
    (_bits, "LL", "L"),
    (_horner, "f", "f"),
    (_horner, "e", "e"),
    (_first_above, "f", "l"),
    (_skips, "f", "l"),
]


@pytest.mark.parametrize(
    "function, letters, result",
    CONTROL_FLOW,
    ids=[f"{f.__name__[1:]}-{a}" for f, a, _ in CONTROL_FLOW],
)
def test_control_flow(function, letters, result, device):
    arrays = [values((4, 9), c, seed=k) for k, c in enumerate(letters)]
    if function is _gcd:
        arrays = [a * 12 for a in arrays]
    if function is _two:
        arrays[1] = np.where(arrays[1] == 0, 1, arrays[1]).astype(letters[1])
    expected = per_item(
        function, *arrays, dtype=result if len(result) == 1 else list(result)
    )
    got = run(function, device, *arrays)
    if isinstance(expected, tuple):
        assert isinstance(got, tuple)
        for g, e in zip(got, expected, strict=True):
            equal_bits(g, e)
    else:
        equal_bits(got, expected)


# ---- the bits of eager operations ----


def _arithmetic(x, y):
    return x + y, x * y, x / y


def _division(x, y):
    return x // y, x % y


def _functions(x, y):
    return tenorite.sin(x) * tenorite.exp(y), tenorite.hypot(x, y), tenorite.cos(x + y)


def _more_functions(x, y):
    return tenorite.log(tenorite.absolute(x)), tenorite.arctan2(x, y), tenorite.tanh(x)


def _powers(x, y):
    return x**2, x**0.5, x**3, abs(x) ** y


def _choices(x, y):
    return tenorite.where(x > y, x, 1), tenorite.maximum(x, y), tenorite.clip(x, -1, y)


def _whole(x, y):
    return tenorite.floor(x), tenorite.rint(y), tenorite.round(x, 2), tenorite.sign(y)


def _mixed(x, y):
    return x + 1, 2.5 * y, x - True, y / 3, 1 - x


def _complex(x, y):
    return (
        (x * 1j + y).conjugate(),
        abs(x + 1j * y),
        (x + 1j * y).real,
        tenorite.exp(y * 1j),
    )


def _casts(x, y):
    return (
        x.astype(tenorite.int32),
        y.astype("f4"),
        x.astype(tenorite.float16) * y,
    )


BITS = [
    (_arithmetic, "bBhHiIlLefdFD"),
    (_division, "bBhHiIlLefd"),
    (_functions, "iefd"),
    (_more_functions, "iefd"),
    (_powers, "efdFD"),
    (_choices, "biLefd"),
    (_whole, "efd"),
    (_mixed, "biLefdFD"),
    (_complex, "ifd"),
    (_casts, "ilfd"),
]


@pytest.mark.parametrize(
    "function, letter",
    [(f, c) for f, letters in BITS for c in letters],
    ids=[f"{f.__name__[1:]}-{c}" for f, letters in BITS for c in letters],
)
def test_bits_of_eager(function, letter, device):
    some = special(letter)
    x, y = np.meshgrid(some[:40], some[-40:])
    x, y = tenorite.asarray(x), tenorite.asarray(y)
    expected = function(x, y)
    got = vectorize(function)(x, y)
    assert isinstance(got, tuple)
    for k, (g, e) in enumerate(zip(got, expected, strict=True)):
        equal_bits(g, e, f"result {k}")


@pytest.mark.parametrize("seed", range(30))
def test_random_functions(seed, device):
    rng = np.random.default_rng(seed)
    text = random_text(rng)
    function = make_function("f", text, {"np": tenorite})
    letters = [c for c in rng.choice(list(SOME_DTYPES + "hf"), 3)]
    arrays = [
        tenorite.asarray(
            np.concatenate([special(c)[:30], values(70 - special(c)[:30].size, c, k)])
        )
        for k, c in enumerate(letters)
    ]
    expected, error = outcome(lambda: function(*arrays))
    got, own_error = outcome(lambda: vectorize(function)(*arrays))
    where = f"{letters}\n{text}"
    if error is not None:
        assert isinstance(own_error, type(error)) or isinstance(
            error, type(own_error)
        ), f"{where}{own_error!r}, not {error!r}"
        return
    assert own_error is None, f"{where}{own_error!r}"
    if not isinstance(expected, tuple):
        expected, got = (expected,), (got,)
    for g, e in zip(got, expected, strict=True):
        equal_bits(g, e, where)


# ---- types ----


def test_float32_stays_float32(device):
    def f(x):
        acc = 0
        for i in range(3):
            acc += x * 0.1 + i
        return acc / 2

    assert run(f, device, values(5, "f")).dtype == np.float32


def test_results_are_typed_like_ufuncs(device):
    x = values(5, "i")
    assert run(lambda a: a / 2, device, x).dtype == np.float64
    assert run(lambda a: a + 1, device, x).dtype == np.int32
    assert run(lambda a: math.sqrt(abs(a)), device, x).dtype == np.float64
    assert run(lambda a: 1 if a > 0 else 0, device, x).dtype == np.int64
    assert run(lambda a: 1 if a > 0 else 0.5, device, x).dtype == np.float64
    assert run(lambda a: a if a > 0 else 0, device, x).dtype == np.int32
    assert run(lambda a: a > 0, device, x).dtype == np.bool_
    assert run(lambda a: int(a) + 1, device, x).dtype == np.int64


def test_scalar_types_convert(device):
    x = values(9, "d")
    got = run(lambda a: (np.float32(a), np.int8(a), np.bool_(a)), device, x)
    for g, letter in zip(got, "fb?", strict=True):
        equal_bits(g, x.astype(letter))


def test_otypes(device):
    x = values(5, "i")
    got = run(lambda a: (a + 1, a > 0), device, x, otypes="fd")
    assert [g.dtype.char for g in got] == ["f", "d"]
    equal_bits(got[0], (x + 1).astype("f"))
    got = run(lambda a: a + 1, device, x, otypes=[np.float16])
    equal_bits(got, (x + 1).astype("e"))
    with pytest.raises(ValueError, match="otypes has 2 dtypes for the 1 results"):
        run(lambda a: a + 1, device, x, otypes="ff")


def test_functions_without_operands():
    with tenorite.config.using(fallback="allow"):
        assert int(vectorize(lambda: 3)()) == 3


def test_scalars_and_numbers(device):
    f = vectorize(lambda x, y: x * y)
    assert f(2, 3).dtype == np.int64
    assert f(2, 3).shape == ()
    assert int(f(2, 3)) == 6
    assert f(np.float32(2), 3).dtype == np.float32
    assert f([1, 2], 3).tolist() == [3, 6]
    x = tenorite.asarray(values(4, "f"))
    assert f(x, 2).dtype == np.float32
    assert f(x, 0.1).dtype == np.float32
    equal_bits(f(x, 0.1), x * 0.1)


def test_python_int_that_does_not_fit(device):
    x = tenorite.asarray(values(4, "b"))
    with pytest.raises(
        OverflowError, match="Python integer 300 out of bounds for int8"
    ):
        vectorize(lambda a: a + 300)(x)
    f = vectorize(lambda a, n: a + n)
    equal_bits(f(x, 3), x + 3)
    with pytest.raises(
        OverflowError, match="Python integer 300 out of bounds for int8"
    ):
        f(x, 300)
    equal_bits(vectorize(lambda a, n: a < n)(x, 300), x < 300)
    equal_bits(vectorize(lambda a: a < 300)(x), x < 300)
    equal_bits(vectorize(lambda a: a == -1000)(x), x == -1000)


def test_negative_power_of_integers(device):
    x = tenorite.asarray(np.array([2, 3]))
    f = vectorize(lambda a, b: a**b)
    equal_bits(f(x, tenorite.asarray(np.array([3, 2]))), np.array([8, 9]))
    with pytest.raises(ValueError, match="Integers to negative integer powers"):
        f(x, tenorite.asarray(np.array([3, -2]))).get()
        # A GPU says so at the next look at a value.
        x.get()


def test_broadcasting_and_memory_order(device):
    f = vectorize(lambda x, y: x - y)
    a = tenorite.asarray(values((3, 1, 4), "f"))
    b = tenorite.asarray(values((5, 1), "f"))
    equal_bits(f(a, b), a - b)
    for order in (
        a.transpose(2, 0, 1),
        tenorite.asarray(values((4, 5), "f"), order="F"),
        tenorite.asarray(values((8, 6), "f"))[::2, ::-1],
    ):
        got, expected = f(order, 1), order - 1
        equal_bits(got, expected)
        assert got.strides == expected.strides
    with pytest.raises(ValueError, match="could not be broadcast together"):
        f(tenorite.asarray(values(3, "f")), tenorite.asarray(values(4, "f")))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout, device):
    x = LAYOUTS[layout](tenorite, tenorite.asarray(values((5, 6), "d")))
    y = tenorite.asarray(values((5, 6), "d", 1))
    got, expected = vectorize(lambda a, b: a * b + 1)(x, y), x * y + 1
    equal_bits(got, expected)
    assert got.strides == expected.strides


def test_empty(device):
    got = vectorize(lambda x: x * 2)(tenorite.asarray(np.empty((0, 3), "f")))
    assert got.shape == (0, 3)
    assert got.dtype == np.float32


# ---- calls ----


def _helper(x, scale=2, *, shift=1):
    return x * scale + shift


def _pair(x):
    return x + 1, x - 1


def test_helpers_defaults_and_keywords(device):
    def f(x):
        a, b = _pair(x)
        return _helper(a) + _helper(b, 3) - _helper(x, shift=0.5)

    x = values(6, "d")
    equal_bits(run(f, device, x), per_item(f, x))


def test_vectorized_functions_call_each_other(device):
    inner = vectorize(lambda t: t * t)

    def outer(x):
        return inner(x) + 1

    x = tenorite.asarray(values(6, "f"))
    equal_bits(vectorize(outer)(x), x * x + 1)


def test_parameters_with_defaults_and_keywords(device):
    def f(x, n=3, *, bias=0.5):
        return x**n + bias

    x = tenorite.asarray(values(6, "d"))
    g = vectorize(f)
    equal_bits(g(x), x**3 + 0.5)
    equal_bits(g(x, 2), x**2.0 + 0.5)
    equal_bits(g(x, bias=x), x**3 + x)
    equal_bits(g(n=2.5, x=abs(x)), abs(x) ** 2.5 + 0.5)
    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        g()
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        g(x, other=1)


def test_excluded_arguments_are_constants(device):
    def f(x, mode, n):
        if mode == "square":
            return x * x
        for _ in range(n):
            x = x + 1
        return x

    x = tenorite.asarray(values(6, "f"))
    g = vectorize(f, excluded=["mode", 2])
    equal_bits(g(x, "square", 0), x * x)
    equal_bits(g(x, "other", 3), x + 1 + 1 + 1)
    assert "mode" not in g.source.split("namespace")[1].split("{")[1]


def test_builtins(device):
    def f(x, y):
        return max(x, y, 1), min(x, y), abs(x), round(x), bool(y), int(x), float(y)

    x, y = values(9, "d", 1), values(9, "d", 2)
    got = run(f, device, x, y)
    expected = per_item(f, x, y, dtype=list("dddl?ld"))
    for g, e in zip(got, expected, strict=True):
        equal_bits(g, e)


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc", "isnan", "fabs", "degrees"])
def test_exact_functions_of_math(name, device):
    function = getattr(math, name)
    f = make_function("f", f"def f(x):\n    return m.{name}(x)\n", {"m": math})
    x = values(9, "d")
    equal_bits(run(f, device, x), np.array([function(v) for v in x]))


MATH = ["sin", "cos", "tan", "exp", "log1p", "sqrt", "atan", "asinh", "cbrt", "sinh"]


@pytest.mark.parametrize("name", MATH)
@pytest.mark.parametrize("letter", "efd")
def test_functions_of_math_are_ufuncs(name, letter, device):
    row = {"atan": "arctan", "asinh": "arcsinh"}.get(name, name)
    f = make_function("f", f"def f(x):\n    return m.{name}(x)\n", {"m": math})
    x = tenorite.asarray(abs(values(50, letter)))
    equal_bits(vectorize(f)(x), getattr(tenorite, row)(x))


@pytest.mark.parametrize("letter", "efd")
def test_functions_have_one_result_in_vectors_of_any_width(letter, device):
    @vectorize
    def f(x, y):
        return math.atan2(x, y), np.hypot(x, y) + np.power(x, y), np.exp(-x)

    x, y = (tenorite.asarray(abs(values(61, letter, seed=s))) for s in (1, 2))
    expected = [
        tenorite.arctan2(x, y),
        tenorite.hypot(x, y) + tenorite.power(x, y),
        tenorite.exp(-x),
    ]
    for n in (1, 3, 4, 7, 8, 9, 15, 16, 61):
        for got, want in zip(f(x[:n], y[:n]), expected, strict=True):
            equal_bits(got, want[:n])
        for got, want in zip(f(x[:n][::-2], y[:n][::-2]), expected, strict=True):
            equal_bits(got, want[:n][::-2])


@pytest.mark.parametrize("letter", "FD")
def test_absolute_values_of_complex_numbers(letter, device):
    f = vectorize(lambda x: abs(x))
    x = tenorite.asarray(values(37, letter))
    equal_bits(f(x), abs(x))


SCALE = 2


def test_changed_globals_make_a_new_kernel(device):
    global SCALE
    f = vectorize(lambda x: x * SCALE)
    x = tenorite.asarray(values(6, "f"))
    equal_bits(f(x), x * 2)
    try:
        SCALE = 5
        equal_bits(f(x), x * 5)
    finally:
        SCALE = 2
    offset = 1
    g = vectorize(lambda x: x + offset)
    equal_bits(g(x), x + 1)
    offset = 7
    equal_bits(g(x), x + 7)


def test_decorator_forms(device):
    @vectorize
    def one(x):
        """Doc of one."""
        return x + 1

    @vectorize(otypes=[float], doc="Another doc.")
    def two(x):
        return x + 2

    assert one.__doc__ == "Doc of one."
    assert one.__name__ == "one"
    assert two.__doc__ == "Another doc."
    assert two(tenorite.asarray([1])).dtype == np.float64
    assert one(tenorite.asarray([1])).tolist() == [2]


def test_lambdas_on_one_line(device):
    f, g = vectorize(lambda x: x + 1), vectorize(lambda x: x + 2)
    h = [vectorize(lambda x, k=k: x * k) for k in (3, 4)]
    assert f(1).item() == 2
    assert g(1).item() == 3
    assert [k(2).item() for k in h] == [6, 8]


def test_source(device):
    f = vectorize(lambda x: math.sin(x) * 2)
    assert f.source is None
    f(tenorite.asarray(values(3, "f")))
    assert "apply<op::Sin, float>" in f.source
    assert "apply<op::Sin, double>" in f.source_for([np.float64])
    # Only names of functors, no mathematics.
    assert "sinf" not in f.source_for([np.float32], device="cuda:0")


# ---- what cannot be a kernel ----


def _fault(body, names="x", **scope):
    text = f"def f({names}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    return make_function("f", text, {"np": np, "math": math, "tn": tenorite} | scope)


ARRAY = np.zeros(3)


FAULTS = [
    ("y = [i for i in range(3)]\nreturn x", 2, "comprehensions are not supported"),
    ("with x:\n    pass\nreturn x", 2, "with is not supported"),
    ("try:\n    y = x\nexcept: pass\nreturn y", 2, "test for the special case with if"),
    ("raise ValueError", 2, "a kernel raises nothing"),
    ("print(x)\nreturn x", 2, "no effect"),
    ("y = print(x)\nreturn x", 2, r"print\(\) cannot be called in a kernel"),
    ("def g(): pass\nreturn x", 2, "define it outside"),
    ("x[0] = 1\nreturn x", 2, "only names can be assigned to"),
    ("return x[0]", 2, "works on one item of each array"),
    ("if x > 0:\n    y = 1\nreturn y", 4, "'y' has no value on every way"),
    ("if x > 0:\n    return x", 2, "ends here without a value"),
    ("pass", 2, "ends here without a value"),
    ("return None", 2, "returns numbers"),
    ("return", 2, "returns numbers"),
    ("for i in x:\n    pass\nreturn x", 2, r"for goes over range"),
    ("for i in range(0.5):\n    pass\nreturn x", 2, "range.. takes integers"),
    ("for i in range(0, 9, 0):\n    pass\nreturn x", 2, "must not be zero"),
    ("if x > 0:\n    return x, x\nreturn x", 4, "as many values"),
    ("return x @ x", 2, "@ is no operator"),
    ("return f'{x}'", 2, "no strings"),
    ("a, b = x\nreturn a", 2, "cannot be unpacked"),
    ("a, b = x, x, x\nreturn a", 2, "3 values for 2 names"),
    ("a, *b = x, x\nreturn a", 2, "name each item"),
    ("return x if x is x else 0", 2, "use =="),
    ("return (y := x)", 2, "on a line of its own"),
    ("global z\nz = x\nreturn x", 2, "changes no globals"),
    ("return x + ARRAY", 2, "pass it as an argument"),
    ("return x + 'a'", 2, "a str is no operand of +"),
    ("return f(x)", 2, "calls itself"),
    ("return x.real.bit_count()", 2, "no method bit_count"),
    (
        "while x:\n    x = x - 1\nelse:\n    pass\nreturn x",
        5,
        "set a flag before break",
    ),
    ("import math\nreturn x", 2, "import outside"),
    ("return np.linalg.norm(x)", 2, "cannot be called in a kernel"),
]


@pytest.mark.parametrize("body, line, words", FAULTS, ids=[f[0][:20] for f in FAULTS])
def test_faults_name_the_line(body, line, words, device):
    function = _fault(body, ARRAY=ARRAY)
    function.__globals__["f"] = function
    with pytest.raises(KernelSyntaxError, match=words) as caught:
        vectorize(function)(tenorite.asarray(values(3, "f")))
    assert caught.value.lineno == line
    assert caught.value.filename == "<f of a test>"
    assert caught.value.text.strip() == body.split("\n")[line - 2].strip()


def test_type_errors_name_the_line(device):
    x = tenorite.asarray(values(3, "?"))
    with pytest.raises(TypeError, match="boolean subtract") as caught:
        vectorize(_fault("return x - x"))(x)
    assert any("line 2: return x - x" in note for note in caught.value.__notes__)
    with pytest.raises(TypeError, match="not supported for the input types"):
        vectorize(_fault("return x % 1j"))(x)
    with pytest.raises(NameError, match="name 'nothing' is not defined"):
        vectorize(_fault("return x + nothing"))(x)
    with pytest.raises(AttributeError, match="no attribute"):
        vectorize(_fault("return math.nothing(x)"))(x)


def test_parameters_without_names():
    with pytest.raises(KernelSyntaxError, match="name each parameter"):
        vectorize(lambda *x: 1)(1)


def test_no_source():
    scope = {}
    exec("def f(x):\n    return x", scope)
    with pytest.raises(KernelSyntaxError, match="has none; define it in a file"):
        vectorize(scope["f"])(1)


def test_unsupported_arguments():
    with pytest.raises(NotImplementedError, match="signature"):
        vectorize(lambda x: x, signature="(n)->()")
    with pytest.raises(TypeError, match="needs a Python function"):
        vectorize(math.sin)
    with pytest.raises(TypeError, match="positions and names"):
        vectorize(lambda x: x, excluded=[1.5])
    assert vectorize(lambda x: x, cache=True).cache


def test_host_arrays_beside_ours(device):
    f = vectorize(lambda x, y: x + y)
    x = tenorite.asarray(values(3, "f"))
    if device == "cpu":
        return check(2 * values(3, "f"), f(x, values(3, "f")))
    with pytest.raises(TypeError, match="cannot be mixed"):
        f(x, values(3, "f"))


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100"])
def test_compiles_for_gpus(arch):
    for function, letters, _ in CONTROL_FLOW:
        _compile_for(arch, function, letters)
    for function, letters in BITS:
        _compile_for(arch, function, letters[-1] * 2)


def _compile_for(arch, function, letters):
    types = tuple(np.dtype(c) for c in letters)
    generated = vectorize(function)._compiled(types, {}, False).kernel
    arrays = [tenorite.ones((4, 6), t, device="cpu") for t in types]
    compile_for_gpus(generated.kernel, *arrays, targets=[arch])


# ---- tuples and scalar types ----


def _kept(x, n):
    pair = (0.0, x)
    for _ in range(n):
        pair = (1.0, x)
    return pair[0]


def _difference(p, q):
    return p[0] - p[1] * q[1][0]


def _tuple_argument(x, y):
    pair, pair_0 = (x, y), y
    pair = (pair[1], pair[0])
    return _difference(pair, (1, (pair_0, 2)))


def _swapped(pair, n):
    for _ in range(n):
        pair = (pair[1], pair[0])
    return pair


def _swapped_constant(x, n):
    return _swapped((x, 5.0), n)


@pytest.mark.parametrize("function", [_kept, _tuple_argument, _swapped_constant])
def test_tuples_keep_their_items_apart(device, function):
    x, n = np.array([1.5, 2.5, 4.0]), np.arange(3)
    with tenorite.config.using(fallback="error"):
        found = vectorize(function)(tenorite.asarray(x), tenorite.asarray(n))
    expected = np.vectorize(function)(x, n)
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got.get(), wanted)


def test_a_scalar_type_makes_a_python_number_strong(device):
    x = tenorite.ones(2, "f4")
    with tenorite.config.using(fallback="error"):
        assert vectorize(lambda v: v + np.float64(1.0))(x).dtype == np.float64
        assert vectorize(lambda v: v + np.int64(1))(x).dtype == np.float64
        assert vectorize(lambda v: v + 1.0)(x).dtype == np.float32
