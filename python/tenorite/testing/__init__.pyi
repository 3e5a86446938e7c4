# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, SupportsIndex
from unittest.case import SkipTest as SkipTest
from unittest.case import TestCase as TestCase

import numpy.testing.overrides as overrides
from numpy.testing import IgnoreException as IgnoreException
from numpy.testing import KnownFailureException as KnownFailureException
from numpy.testing import assert_ as assert_
from numpy.testing import assert_no_gc_cycles as assert_no_gc_cycles
from numpy.testing import assert_no_warnings as assert_no_warnings
from numpy.testing import assert_raises as assert_raises
from numpy.testing import assert_raises_regex as assert_raises_regex
from numpy.testing import assert_string_equal as assert_string_equal
from numpy.testing import assert_warns as assert_warns
from numpy.testing import break_cycles as break_cycles
from numpy.testing import build_err_msg as build_err_msg
from numpy.testing import check_support_sve as check_support_sve
from numpy.testing import clear_and_catch_warnings as clear_and_catch_warnings
from numpy.testing import decorate_methods as decorate_methods
from numpy.testing import jiffies as jiffies
from numpy.testing import measure as measure
from numpy.testing import memusage as memusage
from numpy.testing import print_assert_equal as print_assert_equal
from numpy.testing import run_threaded as run_threaded
from numpy.testing import rundocs as rundocs
from numpy.testing import runstring as runstring
from numpy.testing import suppress_warnings as suppress_warnings
from numpy.testing import tempdir as tempdir
from numpy.testing import temppath as temppath
from numpy.testing._private.utils import assert_allclose as assert_allclose
from numpy.testing._private.utils import assert_almost_equal as assert_almost_equal
from numpy.testing._private.utils import assert_approx_equal as assert_approx_equal
from numpy.testing._private.utils import (
    assert_array_almost_equal as assert_array_almost_equal,
)
from numpy.testing._private.utils import (
    assert_array_almost_equal_nulp as assert_array_almost_equal_nulp,
)
from numpy.testing._private.utils import assert_array_compare as assert_array_compare
from numpy.testing._private.utils import assert_array_equal as assert_array_equal
from numpy.testing._private.utils import assert_array_less as assert_array_less
from numpy.testing._private.utils import assert_array_max_ulp as assert_array_max_ulp
from numpy.testing._private.utils import assert_equal as assert_equal
from numpy.typing import ArrayLike, DTypeLike

from tenorite.typing import (
    _Order,
    _Shape,
)

__all__ = [
    "BLAS_SUPPORTS_FPE",
    "HAS_LAPACK64",
    "HAS_REFCOUNT",
    "IS_64BIT",
    "IS_EDITABLE",
    "IS_INSTALLED",
    "IS_MUSL",
    "IS_PYPY",
    "IS_PYSTON",
    "IS_WASM",
    "IgnoreException",
    "KnownFailureException",
    "NOGIL_BUILD",
    "NUMPY_ROOT",
    "SkipTest",
    "TestCase",
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_compare",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_list_equal",
    "assert_array_max_ulp",
    "assert_equal",
    "assert_no_gc_cycles",
    "assert_no_warnings",
    "assert_raises",
    "assert_raises_regex",
    "assert_string_equal",
    "assert_warns",
    "break_cycles",
    "build_err_msg",
    "check_support_sve",
    "clear_and_catch_warnings",
    "decorate_methods",
    "fix_random",
    "for_CF_orders",
    "for_all_dtypes",
    "for_all_dtypes_combination",
    "for_complex_dtypes",
    "for_contiguous_axes",
    "for_dtypes",
    "for_dtypes_combination",
    "for_float_dtypes",
    "for_int_dtypes",
    "for_int_dtypes_combination",
    "for_orders",
    "for_signed_dtypes",
    "for_signed_dtypes_combination",
    "for_unsigned_dtypes",
    "for_unsigned_dtypes_combination",
    "from_pytest_parameterize",
    "generate_matrix",
    "generate_seed",
    "gpu",
    "installed",
    "jiffies",
    "measure",
    "memusage",
    "multi_gpu",
    "numpy_cupy_allclose",
    "numpy_cupy_array_almost_equal",
    "numpy_cupy_array_almost_equal_nulp",
    "numpy_cupy_array_equal",
    "numpy_cupy_array_less",
    "numpy_cupy_array_list_equal",
    "numpy_cupy_array_max_ulp",
    "numpy_cupy_equal",
    "numpy_cupy_raises",
    "numpy_satisfies",
    "overrides",
    "parameterize",
    "parameterize_pytest",
    "print_assert_equal",
    "product",
    "product_dict",
    "run_threaded",
    "rundocs",
    "runstring",
    "shaped_arange",
    "shaped_linspace",
    "shaped_random",
    "shaped_reverse_arange",
    "slow",
    "suppress_warnings",
    "tempdir",
    "temppath",
    "verbose",
    "with_requires",
]
BLAS_SUPPORTS_FPE: builtins.bool
HAS_LAPACK64: builtins.bool
HAS_REFCOUNT: builtins.bool
IS_64BIT: builtins.bool
IS_EDITABLE: builtins.bool
IS_INSTALLED: builtins.bool
IS_MUSL: builtins.bool
IS_PYPY: builtins.bool
IS_PYSTON: builtins.bool
IS_WASM: builtins.bool
NOGIL_BUILD: builtins.bool
NUMPY_ROOT: Any

def assert_array_list_equal(
    xlist: Any, ylist: Any, err_msg: str = "", verbose: builtins.bool = True
) -> None: ...
def fix_random() -> AbstractContextManager[None]: ...
def for_CF_orders(name: str = "order") -> Callable[..., Any]: ...
def for_all_dtypes(
    name: str = "dtype",
    no_float16: builtins.bool = False,
    no_bool: builtins.bool = False,
    no_complex: builtins.bool = False,
) -> Callable[..., Any]: ...
def for_all_dtypes_combination(
    names: Any = ...,
    no_float16: builtins.bool = False,
    no_bool: builtins.bool = False,
    full: builtins.bool | None = None,
    no_complex: builtins.bool = False,
) -> Callable[..., Any]: ...
def for_complex_dtypes(name: str = "dtype") -> Callable[..., Any]: ...
def for_contiguous_axes(name: str = "axis") -> Callable[..., Any]: ...
def for_dtypes(dtypes: Any, name: str = "dtype") -> Callable[..., Any]: ...
def for_dtypes_combination(
    types: Any, names: Any = ..., full: builtins.bool | None = None
) -> Callable[..., Any]: ...
def for_float_dtypes(
    name: str = "dtype", no_float16: builtins.bool = False
) -> Callable[..., Any]: ...
def for_int_dtypes(
    name: str = "dtype", no_bool: builtins.bool = False
) -> Callable[..., Any]: ...
def for_int_dtypes_combination(
    names: Any = ..., no_bool: builtins.bool = False, full: builtins.bool | None = None
) -> Callable[..., Any]: ...
def for_orders(orders: Any, name: str = "order") -> Callable[..., Any]: ...
def for_signed_dtypes(name: str = "dtype") -> Callable[..., Any]: ...
def for_signed_dtypes_combination(
    names: Any = ..., full: builtins.bool | None = None
) -> Callable[..., Any]: ...
def for_unsigned_dtypes(name: str = "dtype") -> Callable[..., Any]: ...
def for_unsigned_dtypes_combination(
    names: Any = ..., full: builtins.bool | None = None
) -> Callable[..., Any]: ...
def from_pytest_parameterize(name: str, expr: Any) -> list[dict[str, Any]]: ...
def generate_matrix(
    shape: _Shape,
    xp: ArrayLike | None = None,
    dtype: DTypeLike = ...,
    *,
    singular_values: Any = None,
) -> Any: ...
def generate_seed() -> int: ...
def gpu(test: Callable[..., Any]) -> Callable[..., Any]: ...
def installed(*specifiers: str) -> builtins.bool: ...
def multi_gpu(gpu_num: int) -> Callable[..., Any]: ...
def numpy_cupy_allclose(
    rtol: Any = 1e-07,
    atol: Any = 0,
    err_msg: str = "",
    verbose: builtins.bool = True,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
    contiguous_check: builtins.bool = True,
) -> Callable[..., Any]: ...
def numpy_cupy_array_almost_equal(
    decimal: int = 6,
    err_msg: str = "",
    verbose: builtins.bool = True,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
) -> Callable[..., Any]: ...
def numpy_cupy_array_almost_equal_nulp(
    nulp: int = 1,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
) -> Callable[..., Any]: ...
def numpy_cupy_array_equal(
    err_msg: str = "",
    verbose: builtins.bool = True,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
    strides_check: builtins.bool = False,
) -> Callable[..., Any]: ...
def numpy_cupy_array_less(
    err_msg: str = "",
    verbose: builtins.bool = True,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
) -> Callable[..., Any]: ...
def numpy_cupy_array_list_equal(
    err_msg: str = "",
    verbose: builtins.bool = True,
    name: str = "xp",
    sp_name: str | None = None,
    scipy_name: str | None = None,
) -> Callable[..., Any]: ...
def numpy_cupy_array_max_ulp(
    maxulp: int = 1,
    dtype: DTypeLike | None = None,
    name: str = "xp",
    type_check: builtins.bool = True,
    accept_error: Any = False,
    sp_name: str | None = None,
    scipy_name: str | None = None,
) -> Callable[..., Any]: ...
def numpy_cupy_equal(
    name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None
) -> Callable[..., Any]: ...
def numpy_cupy_raises(
    name: str = "xp",
    sp_name: str | None = None,
    scipy_name: str | None = None,
    accept_error: Any = ...,
) -> Callable[..., Any]: ...
def numpy_satisfies(version_range: str) -> builtins.bool: ...
def parameterize(*params: Any) -> Callable[..., Any]: ...
def parameterize_pytest(name: str, expr: Any) -> Callable[..., Any]: ...
def product(parameter: Any) -> list[dict[str, Any]]: ...
def product_dict(*parameters: Any) -> list[dict[str, Any]]: ...
def shaped_arange(
    shape: _Shape,
    xp: ArrayLike | None = None,
    dtype: DTypeLike = ...,
    order: _Order = "C",
) -> Any: ...
def shaped_linspace(
    start: SupportsIndex,
    stop: float,
    shape: _Shape,
    xp: ArrayLike | None = None,
    dtype: DTypeLike = ...,
) -> Any: ...
def shaped_random(
    shape: _Shape,
    xp: ArrayLike | None = None,
    dtype: DTypeLike = ...,
    scale: ArrayLike = 10,
    seed: Any = 0,
    order: _Order = "C",
) -> Any: ...
def shaped_reverse_arange(
    shape: _Shape, xp: ArrayLike | None = None, dtype: DTypeLike = ...
) -> Any: ...
def slow(test: Callable[..., Any]) -> Callable[..., Any]: ...

verbose: int

def with_requires(*requirements: Any) -> Callable[..., Any]: ...
