# SPDX-License-Identifier: Apache-2.0
"""tenorite.testing: CuPy's decorators and data for tests."""

import subprocess
import sys
import unittest

import numpy as np
import pytest
import tenorite as tn
from tenorite import cupy_compat, testing

# ---- loops ----

LOOPS = [
    (testing.for_dtypes(["e", np.int8]), "dtype", [np.float16, np.int8]),
    (testing.for_float_dtypes(no_float16=True), "dtype", [np.float64, np.float32]),
    (testing.for_float_dtypes("t"), "t", [np.float64, np.float32, np.float16]),
    (testing.for_complex_dtypes(), "dtype", [np.complex64, np.complex128]),
    (testing.for_orders("CFK"), "order", ["C", "F", "K"]),
    (testing.for_CF_orders(), "order", ["C", "F"]),
]


@pytest.mark.parametrize("decorator, name, values", LOOPS)
def test_loops(decorator, name, values):
    seen = []
    decorator(lambda **kwargs: seen.append(kwargs))()
    assert seen == [{name: value} for value in values]


@pytest.mark.parametrize(
    "decorator, count",
    [
        (testing.for_all_dtypes(), 14),
        (testing.for_all_dtypes(no_float16=True), 13),
        (testing.for_all_dtypes(no_bool=True, no_complex=True), 11),
        (testing.for_int_dtypes(), 9),
        (testing.for_int_dtypes(no_bool=True), 8),
        (testing.for_signed_dtypes(), 4),
        (testing.for_unsigned_dtypes(), 4),
        (testing.for_all_dtypes_combination(("a", "b")), 14),
        (testing.for_all_dtypes_combination(("a", "b"), full=True), 196),
        (testing.for_int_dtypes_combination(("a", "b", "c")), 9),
        (testing.for_signed_dtypes_combination(("a", "b"), full=True), 16),
        (testing.for_unsigned_dtypes_combination(("a", "b")), 4),
        (testing.for_dtypes_combination("fd", ("a", "b"), full=True), 4),
    ],
)
def test_counts_of_loops(decorator, count):
    seen = []
    decorator(lambda **kwargs: seen.append(tuple(kwargs.values())))()
    assert len(set(seen)) == len(seen) == count
    for column in zip(*seen, strict=True):
        assert all(isinstance(x, type) for x in column)


def test_loops_say_where_they_failed():
    @testing.for_all_dtypes()
    def test(dtype):
        assert dtype != np.int16

    with pytest.raises(AssertionError) as caught:
        test()
    assert caught.value.__notes__ == ["called with dtype=int16"]


def test_loops_go_on_after_skipped_tests():
    seen = []

    @testing.for_dtypes("bhi")
    def test(dtype):
        seen.append(dtype)
        if dtype == np.int8:
            pytest.skip("not this one")
        if dtype == np.int16:
            raise unittest.SkipTest("nor that one")

    test()
    assert len(seen) == 3


class TestAxes:
    shape = (2, 3, 4)

    @pytest.mark.parametrize(
        "order, axes",
        [("C", [(2,), (1, 2), (0, 1, 2)]), ("F", [(0,), (0, 1), (0, 1, 2)])],
    )
    def test_contiguous_axes(self, order, axes):
        self.order = order
        self.seen = []
        self.collect()
        assert self.seen == axes

    @testing.for_contiguous_axes()
    def collect(self, axis):
        self.seen.append(axis)


# ---- both modules ----


class TestBoth:
    """As tests of CuPy are written."""

    @testing.for_all_dtypes(no_bool=True)
    @testing.for_CF_orders()
    @testing.numpy_cupy_allclose(rtol={np.float16: 1e-2, "default": 1e-5})
    def test_sum(self, xp, dtype, order):
        x = testing.shaped_arange((3, 4), xp, dtype, order)
        return xp.exp(x / 10) + x

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_transpose(self, xp):
        return testing.shaped_reverse_arange((3, 4), xp).T

    @testing.numpy_cupy_array_almost_equal()
    def test_norm(self, xp):
        return xp.linalg.norm(testing.shaped_random((3, 4), xp, np.float64), axis=0)

    @testing.numpy_cupy_array_almost_equal_nulp(nulp=2)
    def test_sqrt(self, xp):
        return xp.sqrt(testing.shaped_linspace(1, 9, (4,), xp, np.float64))

    @testing.numpy_cupy_array_max_ulp(maxulp=2)
    def test_cbrt(self, xp):
        return xp.cbrt(testing.shaped_arange((4,), xp, np.float64))

    @testing.numpy_cupy_array_list_equal()
    def test_split(self, xp):
        return xp.split(xp.arange(6), 3)

    @testing.numpy_cupy_equal()
    def test_shape(self, xp):
        return xp.ones((2, 3)).T.shape

    @testing.numpy_cupy_raises()
    def test_reshape(self, xp):
        xp.ones(3).reshape(2)

    @testing.numpy_cupy_allclose(accept_error=ValueError)
    def test_error(self, xp):
        return xp.ones(3).reshape(2)

    @testing.with_requires("scipy")
    @testing.numpy_cupy_allclose(scipy_name="scp", rtol=1e-6)
    def test_scipy(self, xp, scp):
        return scp.special.erf(xp.arange(4.0))

    @testing.numpy_cupy_array_equal(name="m")
    def test_tuples(self, m):
        return m.arange(3), m.ones(2)


def one_or_other(ours, numpys):
    """A test that gives or raises one thing with ours and another with NumPy."""

    def test(xp):
        value = numpys if xp is np else ours
        if isinstance(value, Exception):
            raise value
        return value

    return test


ZERO, ONE = np.zeros(2), tn.ones(2)


@pytest.mark.parametrize(
    "decorator, ours, numpys, words",
    [
        (testing.numpy_cupy_allclose(), ONE, ZERO, "Mismatched elements"),
        (testing.numpy_cupy_array_equal(), ONE, ZERO, "Mismatched elements"),
        (
            testing.numpy_cupy_array_equal(),
            tn.ones(2, "f"),
            np.ones(2),
            "dtype float32",
        ),
        (testing.numpy_cupy_array_equal(), tn.ones(3), np.ones(2), r"shape \(3,\)"),
        (testing.numpy_cupy_array_equal(), (ONE,), np.ones(2), "tuple|shape"),
        (testing.numpy_cupy_array_equal(), ONE, (np.ones(2),), "beside"),
        (testing.numpy_cupy_array_less(), ONE, ZERO, "Mismatched elements"),
        (testing.numpy_cupy_equal(), 1, 2, "Results are not equal"),
        (testing.numpy_cupy_array_list_equal(), [ONE], [], "lists of 1 and 0"),
        (testing.numpy_cupy_array_list_equal(), ONE, [], "list or tuple is expected"),
        (
            testing.numpy_cupy_allclose(),
            tn.ones((2, 3)).T,
            np.ones((3, 2)),
            "c_contiguous flag",
        ),
        (
            testing.numpy_cupy_array_equal(strides_check=True),
            tn.ones((2, 3)).T,
            np.ones((3, 2)),
            "strides",
        ),
        (testing.numpy_cupy_equal(), ValueError(), 1, "Only cupy raises error"),
        (testing.numpy_cupy_equal(), 1, ValueError(), "Only numpy raises error"),
        (testing.numpy_cupy_raises(), 1, 1, "expected to raise any error"),
        (testing.numpy_cupy_raises(), TypeError(), ValueError(), "Different types"),
        (
            testing.numpy_cupy_allclose(accept_error=TypeError),
            ValueError(),
            ValueError(),
            "Both cupy and numpy raise",
        ),
        (testing.numpy_cupy_allclose(), ValueError(), ValueError(), "Both cupy and"),
    ],
)
def test_differences_are_found(decorator, ours, numpys, words):
    with pytest.raises(AssertionError, match=words):
        decorator(one_or_other(ours, numpys))()


def test_the_module_is_cupy_where_it_stands_for_it():
    seen = []
    test = testing.numpy_cupy_equal()(lambda xp: seen.append(xp.__name__))
    test()
    cupy_compat.install()
    try:
        import cupy

        test()
        assert cupy.testing.numpy_cupy_equal is testing.numpy_cupy_equal
    finally:
        cupy_compat.uninstall()
    assert seen == ["tenorite", "numpy", "cupy", "numpy"]


# ---- data ----


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_data(device, dtype):
    for make in (testing.shaped_arange, testing.shaped_random):
        for order in "CF":
            ours = make((2, 3), tn, dtype, order=order)
            theirs = make((2, 3), np, dtype, order=order)
            assert ours.device == device and ours.dtype == theirs.dtype == dtype
            assert ours.strides == theirs.strides
            np.testing.assert_array_equal(ours.get(), theirs)
    down = testing.shaped_reverse_arange((2, 3), dtype=dtype)
    up = testing.shaped_arange((2, 3), dtype=dtype)
    np.testing.assert_array_equal(down.get().ravel()[::-1], up.get().ravel())
    expected = np.arange(1, 7) % 2 == 0 if dtype == "?" else np.arange(1, 7)
    np.testing.assert_array_equal(up.get().ravel(), expected)


def test_matrices_of_singular_values():
    for dtype in "fdFD":
        x = testing.generate_matrix((3, 4, 2), dtype=dtype, singular_values=[3, 1])
        values = np.linalg.svd(x.get(), compute_uv=False)
        np.testing.assert_allclose(values, [[3, 1]] * 3, rtol=1e-5)
    for shape, dtype, values, error in (
        ((3,), "d", [1], ValueError),
        ((3, 3), "i", [1], TypeError),
        ((3, 3), "d", None, TypeError),
    ):
        with pytest.raises(error):
            testing.generate_matrix(shape, dtype=dtype, singular_values=values)


def test_random_numbers_are_the_same(device):
    numbers = []
    for _ in range(2):
        with testing.fix_random():
            numbers.append(
                [testing.generate_seed(), np.random.rand(), float(tn.random.rand())]
            )
    assert numbers[0] == numbers[1]


# ---- parameters and marks ----

PARAMETERS = testing.product({"n": [1, 2], "letter": ["a"]})


@testing.parameterize(*PARAMETERS)
class TestParameters:
    def test(self):
        assert (self.n, self.letter) in ((1, "a"), (2, "a"))


@testing.parameterize_pytest("n, m", [(1, 2), (3, 4)])
class TestPytestsParameters:
    def test(self):
        assert self.m == self.n + 1


@testing.parameterize({"n": 1}, {"n": 2})
class TestCases(unittest.TestCase):
    def test(self):
        assert self.n in (1, 2)


def test_products():
    assert PARAMETERS == [{"n": 1, "letter": "a"}, {"n": 2, "letter": "a"}]
    joined = testing.product([[{"a": 1}, {"a": 2}], [{"b": 3}]])
    assert joined == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
    assert testing.product_dict([{"a": 1}], [{"b": 3}]) == [{"a": 1, "b": 3}]
    assert testing.from_pytest_parameterize("n", [1, 2]) == [{"n": 1}, {"n": 2}]
    with pytest.raises(TypeError, match="must be dict or list"):
        testing.product(3)


MARKED = """
import unittest
from tenorite import testing

@testing.parameterize({"n": 1}, {"n": 2}, {"n": 3})
class TestN:
    def test(self):
        assert self.n

@testing.parameterize({"n": 1}, {"n": 2})
class TestCase(unittest.TestCase):
    def test(self):
        assert self.n

@testing.with_requires("numpy>=1.20", "nothing-of-this-name")
def test_skipped():
    assert False

@testing.with_requires("numpy>=1.20")
@testing.gpu
def test_runs():
    pass

@testing.multi_gpu(1000)
def test_of_many():
    assert False

@testing.slow
def test_slow():
    assert False
"""


def test_marks(tmp_path):
    (tmp_path / "test_marked.py").write_text(MARKED)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-m", "not slow"),
            *("-p", "no:cacheprovider", "-W", "ignore", str(tmp_path)),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert "6 passed, 2 skipped, 1 deselected" in done.stdout, done.stdout


def test_versions():
    assert testing.installed("numpy>=1.20", "pytest")
    assert not testing.installed("numpy<1")
    assert not testing.installed("nothing-of-this-name")
    assert testing.numpy_satisfies(">=1.20")
    assert not testing.numpy_satisfies("<1.20")


def test_lists_of_arrays():
    testing.assert_array_list_equal([tn.ones(2), tn.zeros(1)], [np.ones(2), [0]])
    with pytest.raises(AssertionError):
        testing.assert_array_list_equal([tn.ones(2)], [np.zeros(2)])


@pytest.mark.parametrize("name", ["assert_equal", "assert_almost_equal"])
def test_messages_show_scalars_as_numbers(name):
    said = []
    for xp, module in ((np, np.testing), (tn, testing)):
        x = xp.arange(4.0)
        for pair in ((x[1], x[2]), ([x[1], 3], [x[2], 3])):
            with pytest.raises(AssertionError) as raised:
                getattr(module, name)(*pair)
            said.append(str(raised.value))
    half = len(said) // 2
    assert said[:half] == said[half:]
