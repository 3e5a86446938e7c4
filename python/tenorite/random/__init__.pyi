# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, Literal, Self, SupportsIndex, overload

import numpy as np
from numpy.random import BitGenerator as BitGenerator
from numpy.random import SeedSequence as SeedSequence
from numpy.typing import ArrayLike, DTypeLike

from tenorite.random import mtrand as mtrand
from tenorite.typing import (
    _DT,
    NDArray,
    _Axis,
    _DeviceLike,
    _DType,
    _OutT,
    _Shape,
)

__all__ = [
    "BitGenerator",
    "Generator",
    "MRG32k3a",
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "Philox4x3210",
    "RandomState",
    "SFC64",
    "SeedSequence",
    "XORWOW",
    "beta",
    "binomial",
    "bytes",
    "chisquare",
    "choice",
    "default_rng",
    "dirichlet",
    "exponential",
    "f",
    "gamma",
    "geometric",
    "get_bit_generator",
    "get_random_state",
    "get_state",
    "gumbel",
    "hypergeometric",
    "laplace",
    "logistic",
    "lognormal",
    "logseries",
    "mtrand",
    "multinomial",
    "multivariate_normal",
    "negative_binomial",
    "noncentral_chisquare",
    "noncentral_f",
    "normal",
    "pareto",
    "permutation",
    "poisson",
    "power",
    "rand",
    "randint",
    "randn",
    "random",
    "random_integers",
    "random_sample",
    "ranf",
    "rayleigh",
    "reset_states",
    "sample",
    "seed",
    "set_bit_generator",
    "set_random_state",
    "set_state",
    "shuffle",
    "standard_cauchy",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "standard_t",
    "triangular",
    "uniform",
    "vonmises",
    "wald",
    "weibull",
    "zipf",
]

class Generator:
    def __init__(
        self,
        bit_generator: Any,
        device: _DeviceLike | None = None,
        numbers: str | None = None,
    ) -> None: ...
    def __new__(
        cls,
        bit_generator: Any,
        device: _DeviceLike | None = None,
        numbers: str | None = None,
    ) -> Self: ...
    @overload
    def beta(self, a: float, b: float, size: None = None) -> float: ...
    @overload
    def beta(self, a: ArrayLike, b: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def beta(
        self, a: ArrayLike, b: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def binomial(self, n: SupportsIndex, p: float, size: None = None) -> int: ...
    @overload
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @property
    def bit_generator(self) -> BitGenerator: ...
    def bytes(self, length: SupportsIndex) -> builtins.bytes: ...
    @overload
    def chisquare(self, df: float, size: None = None) -> float: ...
    @overload
    def chisquare(self, df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def chisquare(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def choice(
        self,
        a: ArrayLike,
        size: _Shape | None = None,
        replace: builtins.bool = True,
        p: ArrayLike | None = None,
        axis: _Axis = 0,
        shuffle: builtins.bool = True,
    ) -> Any: ...
    def dirichlet(
        self, alpha: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def exponential(
        self, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def exponential(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def f(self, dfnum: float, dfden: float, size: None = None) -> float: ...
    @overload
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(self, shape: float, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def geometric(self, p: float, size: None = None) -> int: ...
    @overload
    def geometric(self, p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def geometric(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def gumbel(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gumbel(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def hypergeometric(
        self, ngood: float, nbad: float, nsample: float, size: None = None
    ) -> int: ...
    @overload
    def hypergeometric(
        self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: float,
        high: float | None = None,
        size: None = None,
        dtype: DTypeLike = ...,
        endpoint: builtins.bool = False,
    ) -> Any: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[np.int64] = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: _DType[_DT],
        endpoint: builtins.bool = False,
    ) -> NDArray[_DT]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.bool]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[int],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[float],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.float64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[complex],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.complex128]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: DTypeLike = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[Any]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[np.int64] = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: _DType[_DT],
        endpoint: builtins.bool = False,
    ) -> NDArray[_DT]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.bool]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[int],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[float],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.float64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[complex],
        endpoint: builtins.bool = False,
    ) -> NDArray[np.complex128]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: DTypeLike = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[Any]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        dtype: builtins.type[np.int64] = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
        endpoint: builtins.bool = False,
    ) -> NDArray[_DT]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape | None,
        dtype: _DType[_DT],
        endpoint: builtins.bool = False,
    ) -> NDArray[_DT]: ...
    @overload
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        dtype: DTypeLike = ...,
        endpoint: builtins.bool = False,
    ) -> NDArray[Any]: ...
    @overload
    def laplace(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def laplace(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any, sigma: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def logseries(self, p: float, size: None = None) -> int: ...
    @overload
    def logseries(self, p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def logseries(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def multinomial(
        self, n: SupportsIndex, pvals: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def multivariate_hypergeometric(
        self,
        colors: float,
        nsample: float,
        size: None = None,
        method: str = "marginals",
    ) -> int: ...
    @overload
    def multivariate_hypergeometric(
        self,
        colors: ArrayLike,
        nsample: ArrayLike,
        size: _Shape,
        method: str = "marginals",
    ) -> NDArray[np.int64]: ...
    @overload
    def multivariate_hypergeometric(
        self,
        colors: ArrayLike,
        nsample: ArrayLike,
        size: _Shape | None = None,
        method: str = "marginals",
    ) -> NDArray[np.int64]: ...
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        method: str = "svd",
    ) -> NDArray[np.float64]: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: float, size: None = None
    ) -> int: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def noncentral_chisquare(
        self, df: float, nonc: float, size: None = None
    ) -> float: ...
    @overload
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_f(
        self, dfnum: float, dfden: float, nonc: float, size: None = None
    ) -> float: ...
    @overload
    def noncentral_f(
        self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def pareto(self, a: float, size: None = None) -> float: ...
    @overload
    def pareto(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def pareto(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def permutation(self, x: ArrayLike, axis: _Axis = 0) -> NDArray[Any]: ...
    @overload
    def permuted(
        self, x: ArrayLike, *, axis: _Axis | None = None, out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def permuted(
        self, x: ArrayLike, *, axis: _Axis | None = None, out: _OutT
    ) -> _OutT: ...
    @overload
    def poisson(self, lam: float = 1.0, size: None = None) -> int: ...
    @overload
    def poisson(self, lam: ArrayLike = 1.0, *, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def poisson(self, lam: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def poisson(
        self, lam: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def power(self, a: float, size: None = None) -> float: ...
    @overload
    def power(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def power(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: None = None, dtype: DTypeLike = ..., out: None = None
    ) -> float: ...
    @overload
    def random(
        self, size: _Shape, dtype: builtins.type[np.float64] = ..., out: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def random(
        self, size: _Shape, dtype: builtins.type[builtins.bool], out: None = None
    ) -> NDArray[np.bool]: ...
    @overload
    def random(
        self, size: _Shape, dtype: builtins.type[int], out: None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def random(
        self, size: _Shape, dtype: builtins.type[float], out: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape, dtype: builtins.type[complex], out: None = None
    ) -> NDArray[np.complex128]: ...
    @overload
    def random(
        self, size: _Shape, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def random(
        self, size: _Shape, dtype: DTypeLike | None = None, *, out: _OutT
    ) -> _OutT: ...
    @overload
    def random(self, size: _Shape, dtype: DTypeLike | None, out: _OutT) -> _OutT: ...
    @overload
    def rayleigh(self, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def rayleigh(
        self, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(self, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def shuffle(self, x: ArrayLike, axis: _Axis = 0) -> None: ...
    def spawn(self, n_children: SupportsIndex) -> list[Generator]: ...
    @overload
    def standard_cauchy(self, size: None = None) -> float: ...
    @overload
    def standard_cauchy(self, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self,
        size: None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: None = None,
    ) -> float: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: builtins.type[np.float64] = ...,
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, dtype: _DType[_DT], method: str = "zig", out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: builtins.type[int],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: builtins.type[float],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: builtins.type[complex],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape,
        dtype: DTypeLike | None = None,
        method: str = "zig",
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_exponential(
        self, size: _Shape, dtype: DTypeLike | None, method: str, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self, shape: float, size: None = None, dtype: DTypeLike = ..., out: None = None
    ) -> float: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
        out: None = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[int],
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[float],
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[complex],
        out: None = None,
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: DTypeLike = ...,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_normal(
        self, size: None = None, dtype: DTypeLike = ..., out: None = None
    ) -> float: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: builtins.type[np.float64] = ..., out: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: builtins.type[builtins.bool], out: None = None
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: builtins.type[int], out: None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: builtins.type[float], out: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: builtins.type[complex], out: None = None
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: DTypeLike | None = None, *, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_normal(
        self, size: _Shape, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_t(self, df: float, size: None = None) -> float: ...
    @overload
    def standard_t(self, df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def standard_t(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def triangular(
        self, left: float, mode: float, right: float, size: None = None
    ) -> float: ...
    @overload
    def triangular(
        self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self, low: float = 0.0, high: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def uniform(
        self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self, low: ArrayLike, high: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def vonmises(self, mu: float, kappa: float, size: None = None) -> float: ...
    @overload
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def wald(self, mean: Any, scale: float, size: None = None) -> float: ...
    @overload
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def weibull(self, a: float, size: None = None) -> float: ...
    @overload
    def weibull(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def weibull(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def zipf(self, a: float, size: None = None) -> int: ...
    @overload
    def zipf(self, a: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def zipf(self, a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...

class MRG32k3a:
    def __init__(self, seed: Any = None, *, size: _Shape = -1) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class MT19937:
    def __init__(self, seed: Any = None) -> None: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...

class PCG64:
    def __init__(self, seed: Any = None) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class PCG64DXSM:
    def __init__(self, seed: Any = None) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class Philox:
    def __init__(
        self, seed: Any = None, counter: Any = None, key: Any = None
    ) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class Philox4x3210:
    def __init__(self, seed: Any = None, *, size: _Shape = -1) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class RandomState:
    def __init__(
        self,
        seed: Any = None,
        device: _DeviceLike | None = None,
        numbers: str | None = None,
    ) -> None: ...
    def __new__(
        cls,
        seed: Any = None,
        device: _DeviceLike | None = None,
        numbers: str | None = None,
    ) -> Self: ...
    @overload
    def beta(self, a: float, b: float, size: None = None) -> float: ...
    @overload
    def beta(self, a: ArrayLike, b: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def beta(
        self, a: ArrayLike, b: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def binomial(self, n: SupportsIndex, p: float, size: None = None) -> int: ...
    @overload
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def bytes(self, length: SupportsIndex) -> builtins.bytes: ...
    @overload
    def chisquare(self, df: float, size: None = None) -> float: ...
    @overload
    def chisquare(self, df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def chisquare(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def choice(
        self,
        a: ArrayLike,
        size: _Shape | None = None,
        replace: builtins.bool = True,
        p: ArrayLike | None = None,
    ) -> Any: ...
    def dirichlet(
        self, alpha: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def exponential(
        self, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def exponential(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def f(self, dfnum: float, dfden: float, size: None = None) -> float: ...
    @overload
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(self, shape: float, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def geometric(self, p: float, size: None = None) -> int: ...
    @overload
    def geometric(self, p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def geometric(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def get_state(self, legacy: builtins.bool = True) -> Any: ...
    @overload
    def gumbel(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gumbel(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def hypergeometric(
        self, ngood: float, nbad: float, nsample: float, size: None = None
    ) -> int: ...
    @overload
    def hypergeometric(
        self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def laplace(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def laplace(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any, sigma: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def logseries(self, p: float, size: None = None) -> int: ...
    @overload
    def logseries(self, p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def logseries(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def multinomial(
        self, n: SupportsIndex, pvals: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: _Shape | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        dtype: DTypeLike | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: float, size: None = None
    ) -> int: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def noncentral_chisquare(
        self, df: float, nonc: float, size: None = None
    ) -> float: ...
    @overload
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_f(
        self, dfnum: float, dfden: float, nonc: float, size: None = None
    ) -> float: ...
    @overload
    def noncentral_f(
        self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: float = 0.0, scale: float = 1.0, size: None = None
    ) -> float: ...
    @overload
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: ArrayLike, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def pareto(self, a: float, size: None = None) -> float: ...
    @overload
    def pareto(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def pareto(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def permutation(self, x: ArrayLike) -> NDArray[Any]: ...
    @overload
    def poisson(self, lam: float = 1.0, size: None = None) -> int: ...
    @overload
    def poisson(self, lam: ArrayLike = 1.0, *, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def poisson(self, lam: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def poisson(
        self, lam: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def power(self, a: float, size: None = None) -> float: ...
    @overload
    def power(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def power(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def rand(self, *args: Any, dtype: DTypeLike = "d") -> Any: ...
    @overload
    def randint(
        self,
        low: float,
        high: float | None = None,
        size: None = None,
        dtype: DTypeLike = ...,
    ) -> int: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: None = ...,
    ) -> NDArray[np.int64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        *,
        size: _Shape,
        dtype: DTypeLike = ...,
    ) -> NDArray[Any]: ...
    @overload
    def randint(
        self, low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: None = ...
    ) -> NDArray[np.int64]: ...
    @overload
    def randint(
        self, low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape,
        dtype: DTypeLike = ...,
    ) -> NDArray[Any]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        dtype: None = ...,
    ) -> NDArray[np.int64]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None,
        size: _Shape | None,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: _Shape | None = None,
        dtype: DTypeLike = ...,
    ) -> NDArray[Any]: ...
    def randn(self, *args: Any, dtype: DTypeLike = "d") -> Any: ...
    @overload
    def random(self, size: None = None, *, dtype: DTypeLike = "d") -> float: ...
    @overload
    def random(
        self, size: _Shape, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def random(self, size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
    @overload
    def random(
        self, size: _Shape, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def random(
        self, size: _Shape, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def random(
        self, size: _Shape, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def random(self, size: _Shape, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
    @overload
    def random_integers(
        self, low: float, high: float | None = None, size: None = None
    ) -> Any: ...
    @overload
    def random_integers(
        self, low: ArrayLike, high: ArrayLike | None = None, *, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def random_integers(
        self, low: ArrayLike, high: ArrayLike | None, size: _Shape
    ) -> NDArray[np.int64]: ...
    @overload
    def random_integers(
        self, low: ArrayLike, high: ArrayLike | None = None, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def random_sample(self, size: None = None, *, dtype: DTypeLike = "d") -> float: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def random_sample(self, size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def random_sample(
        self, size: _Shape, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    @overload
    def rayleigh(self, scale: float = 1.0, size: None = None) -> float: ...
    @overload
    def rayleigh(
        self, scale: ArrayLike = 1.0, *, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(self, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def seed(self, seed: Any = None) -> None: ...
    def set_state(self, state: Any) -> None: ...
    def shuffle(self, x: ArrayLike) -> None: ...
    @overload
    def standard_cauchy(self, size: None = None) -> float: ...
    @overload
    def standard_cauchy(self, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: None = None, *, dtype: DTypeLike = "d"
    ) -> float: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_exponential(
        self, size: _Shape, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    @overload
    def standard_gamma(
        self, shape: float, size: None = None, dtype: DTypeLike = ..., out: None = None
    ) -> float: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
        out: None = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[int],
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[float],
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: builtins.type[complex],
        out: None = None,
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: DTypeLike = ...,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: _Shape | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_gamma(
        self, shape: ArrayLike, size: _Shape | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_normal(
        self, size: None = None, *, dtype: DTypeLike = "d"
    ) -> float: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(self, size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_normal(
        self, size: _Shape, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    @overload
    def standard_t(self, df: float, size: None = None) -> float: ...
    @overload
    def standard_t(self, df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def standard_t(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def tomaxint(self, size: None = None) -> Any: ...
    @overload
    def tomaxint(self, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def triangular(
        self, left: float, mode: float, right: float, size: None = None
    ) -> float: ...
    @overload
    def triangular(
        self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: float = 0.0,
        high: float = 1.0,
        size: None = None,
        *,
        dtype: DTypeLike | None = None,
    ) -> float: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        *,
        size: _Shape,
        dtype: DTypeLike | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def uniform(
        self, low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self, low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike,
        high: ArrayLike,
        size: _Shape,
        *,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike,
        high: ArrayLike,
        size: _Shape,
        *,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike,
        high: ArrayLike,
        size: _Shape,
        *,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike,
        high: ArrayLike,
        size: _Shape,
        *,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike,
        high: ArrayLike,
        size: _Shape,
        *,
        dtype: DTypeLike | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: _Shape | None = None,
        *,
        dtype: DTypeLike | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def vonmises(self, mu: float, kappa: float, size: None = None) -> float: ...
    @overload
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def wald(self, mean: Any, scale: float, size: None = None) -> float: ...
    @overload
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape
    ) -> NDArray[np.float64]: ...
    @overload
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def weibull(self, a: float, size: None = None) -> float: ...
    @overload
    def weibull(self, a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
    @overload
    def weibull(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def zipf(self, a: float, size: None = None) -> int: ...
    @overload
    def zipf(self, a: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
    @overload
    def zipf(self, a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...

class SFC64:
    def __init__(self, seed: Any = None) -> None: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...

class XORWOW:
    def __init__(self, seed: Any = None, *, size: _Shape = -1) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    @property
    def capsule(self) -> Any: ...
    @property
    def cffi(self) -> Any: ...
    @property
    def ctypes(self) -> Any: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    @property
    def lock(self) -> Any: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

@overload
def beta(a: float, b: float, size: None = None) -> float: ...
@overload
def beta(a: ArrayLike, b: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def beta(
    a: ArrayLike, b: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def binomial(n: SupportsIndex, p: float, size: None = None) -> int: ...
@overload
def binomial(n: SupportsIndex, p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
@overload
def binomial(
    n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
def bytes(length: SupportsIndex) -> builtins.bytes: ...
@overload
def chisquare(df: float, size: None = None) -> float: ...
@overload
def chisquare(df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def chisquare(df: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def choice(
    a: ArrayLike,
    size: _Shape | None = None,
    replace: builtins.bool = True,
    p: ArrayLike | None = None,
) -> Any: ...
def default_rng(
    seed: Any = None, device: _DeviceLike | None = None, numbers: str | None = None
) -> Generator: ...
def dirichlet(alpha: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
@overload
def exponential(scale: float = 1.0, size: None = None) -> float: ...
@overload
def exponential(scale: ArrayLike = 1.0, *, size: _Shape) -> NDArray[np.float64]: ...
@overload
def exponential(scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def exponential(
    scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def f(dfnum: float, dfden: float, size: None = None) -> float: ...
@overload
def f(dfnum: ArrayLike, dfden: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def f(
    dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def gamma(shape: float, scale: float = 1.0, size: None = None) -> float: ...
@overload
def gamma(
    shape: ArrayLike, scale: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def gamma(shape: ArrayLike, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def gamma(
    shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def geometric(p: float, size: None = None) -> int: ...
@overload
def geometric(p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
@overload
def geometric(p: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...
def get_bit_generator() -> BitGenerator: ...
def get_random_state() -> RandomState: ...
def get_state(legacy: builtins.bool = True) -> Any: ...
@overload
def gumbel(loc: float = 0.0, scale: float = 1.0, size: None = None) -> float: ...
@overload
def gumbel(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def gumbel(loc: ArrayLike, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def gumbel(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def hypergeometric(
    ngood: float, nbad: float, nsample: float, size: None = None
) -> int: ...
@overload
def hypergeometric(
    ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: _Shape
) -> NDArray[np.int64]: ...
@overload
def hypergeometric(
    ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
@overload
def laplace(loc: float = 0.0, scale: float = 1.0, size: None = None) -> float: ...
@overload
def laplace(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def laplace(loc: ArrayLike, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def laplace(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def logistic(loc: float = 0.0, scale: float = 1.0, size: None = None) -> float: ...
@overload
def logistic(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def logistic(loc: ArrayLike, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def logistic(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def lognormal(mean: Any = 0.0, sigma: float = 1.0, size: None = None) -> float: ...
@overload
def lognormal(
    mean: Any = 0.0, sigma: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def lognormal(mean: Any, sigma: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def lognormal(
    mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def logseries(p: float, size: None = None) -> int: ...
@overload
def logseries(p: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
@overload
def logseries(p: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...
def multinomial(
    n: SupportsIndex, pvals: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: None = None,
) -> NDArray[np.float64]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: _Shape | None = None,
    check_valid: str = "warn",
    tol: float = 1e-08,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def negative_binomial(n: SupportsIndex, p: float, size: None = None) -> int: ...
@overload
def negative_binomial(
    n: SupportsIndex, p: ArrayLike, size: _Shape
) -> NDArray[np.int64]: ...
@overload
def negative_binomial(
    n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
@overload
def noncentral_chisquare(df: float, nonc: float, size: None = None) -> float: ...
@overload
def noncentral_chisquare(
    df: ArrayLike, nonc: ArrayLike, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def noncentral_chisquare(
    df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def noncentral_f(
    dfnum: float, dfden: float, nonc: float, size: None = None
) -> float: ...
@overload
def noncentral_f(
    dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def noncentral_f(
    dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def normal(loc: float = 0.0, scale: float = 1.0, size: None = None) -> float: ...
@overload
def normal(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, *, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def normal(loc: ArrayLike, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def normal(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def pareto(a: float, size: None = None) -> float: ...
@overload
def pareto(a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def pareto(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def permutation(x: ArrayLike) -> NDArray[Any]: ...
@overload
def poisson(lam: float = 1.0, size: None = None) -> int: ...
@overload
def poisson(lam: ArrayLike = 1.0, *, size: _Shape) -> NDArray[np.int64]: ...
@overload
def poisson(lam: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
@overload
def poisson(lam: ArrayLike = 1.0, size: _Shape | None = None) -> NDArray[np.int64]: ...
@overload
def power(a: float, size: None = None) -> float: ...
@overload
def power(a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def power(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def rand(*args: Any, dtype: DTypeLike = "d") -> Any: ...
@overload
def randint(
    low: float, high: float | None = None, size: None = None, dtype: DTypeLike = ...
) -> int: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None = None, *, size: _Shape, dtype: None = ...
) -> NDArray[np.int64]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None = None, *, size: _Shape, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    *,
    size: _Shape,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    *,
    size: _Shape,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    *,
    size: _Shape,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    *,
    size: _Shape,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    *,
    size: _Shape,
    dtype: DTypeLike = ...,
) -> NDArray[Any]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: None = ...
) -> NDArray[np.int64]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None,
    size: _Shape,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape, dtype: DTypeLike = ...
) -> NDArray[Any]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: _Shape | None = None,
    dtype: None = ...,
) -> NDArray[np.int64]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: _Shape | None = None,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def randint(
    low: ArrayLike, high: ArrayLike | None, size: _Shape | None, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: _Shape | None = None,
    dtype: DTypeLike = ...,
) -> NDArray[Any]: ...
def randn(*args: Any, dtype: DTypeLike = "d") -> Any: ...
@overload
def random(size: None = None, *, dtype: DTypeLike = "d") -> float: ...
@overload
def random(*, size: _Shape, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
@overload
def random(*, size: _Shape, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def random(
    *, size: _Shape, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random(*, size: _Shape, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def random(*, size: _Shape, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
@overload
def random(
    *, size: _Shape, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random(*, size: _Shape, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def random(size: _Shape, *, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
@overload
def random(size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def random(
    size: _Shape, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random(size: _Shape, *, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def random(size: _Shape, *, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
@overload
def random(
    size: _Shape, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random(size: _Shape, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def random_integers(
    low: float, high: float | None = None, size: None = None
) -> Any: ...
@overload
def random_integers(
    low: ArrayLike, high: ArrayLike | None = None, *, size: _Shape
) -> NDArray[np.int64]: ...
@overload
def random_integers(
    low: ArrayLike, high: ArrayLike | None, size: _Shape
) -> NDArray[np.int64]: ...
@overload
def random_integers(
    low: ArrayLike, high: ArrayLike | None = None, size: _Shape | None = None
) -> NDArray[np.int64]: ...
@overload
def random_sample(size: None = None, *, dtype: DTypeLike = "d") -> float: ...
@overload
def random_sample(
    *, size: _Shape, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def random_sample(*, size: _Shape, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def random_sample(
    *, size: _Shape, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random_sample(*, size: _Shape, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def random_sample(
    *, size: _Shape, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def random_sample(
    *, size: _Shape, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random_sample(*, size: _Shape, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def random_sample(
    size: _Shape, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def random_sample(size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def random_sample(
    size: _Shape, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random_sample(size: _Shape, *, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def random_sample(
    size: _Shape, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def random_sample(
    size: _Shape, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random_sample(size: _Shape, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
def ranf(size: _Shape | None = None, *, dtype: DTypeLike = "d") -> Any: ...
@overload
def rayleigh(scale: float = 1.0, size: None = None) -> float: ...
@overload
def rayleigh(scale: ArrayLike = 1.0, *, size: _Shape) -> NDArray[np.float64]: ...
@overload
def rayleigh(scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def rayleigh(
    scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def reset_states() -> None: ...
def sample(size: _Shape | None = None, *, dtype: DTypeLike = "d") -> Any: ...
def seed(seed: Any = None) -> None: ...
def set_bit_generator(bitgen: Any) -> None: ...
def set_random_state(rs: Any) -> None: ...
def set_state(state: Any) -> None: ...
def shuffle(x: ArrayLike) -> None: ...
@overload
def standard_cauchy(size: None = None) -> float: ...
@overload
def standard_cauchy(*, size: _Shape) -> NDArray[np.float64]: ...
@overload
def standard_cauchy(size: _Shape) -> NDArray[np.float64]: ...
@overload
def standard_exponential(size: None = None, *, dtype: DTypeLike = "d") -> float: ...
@overload
def standard_exponential(
    *, size: _Shape, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(*, size: _Shape, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def standard_exponential(
    *, size: _Shape, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_exponential(
    *, size: _Shape, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_exponential(
    *, size: _Shape, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(
    *, size: _Shape, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_exponential(*, size: _Shape, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def standard_exponential(
    size: _Shape, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def standard_exponential(
    size: _Shape, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_exponential(
    size: _Shape, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_exponential(
    size: _Shape, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(
    size: _Shape, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_exponential(size: _Shape, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def standard_gamma(
    shape: float, size: None = None, dtype: DTypeLike = ..., out: None = None
) -> float: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape,
    dtype: builtins.type[np.float64] = ...,
    out: None = None,
) -> NDArray[np.float64]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape,
    dtype: builtins.type[builtins.bool],
    out: None = None,
) -> NDArray[np.bool]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: builtins.type[int], out: None = None
) -> NDArray[np.int64]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: builtins.type[float], out: None = None
) -> NDArray[np.float64]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: builtins.type[complex], out: None = None
) -> NDArray[np.complex128]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: DTypeLike = ..., out: None = None
) -> NDArray[Any]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: DTypeLike | None = None, *, out: _OutT
) -> _OutT: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape | None = None,
    dtype: builtins.type[np.float64] = ...,
    out: None = None,
) -> NDArray[np.float64]: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
) -> NDArray[_DT]: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape | None, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape | None = None,
    dtype: DTypeLike = ...,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def standard_gamma(
    shape: ArrayLike,
    size: _Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def standard_gamma(
    shape: ArrayLike, size: _Shape | None, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def standard_normal(size: None = None, *, dtype: DTypeLike = "d") -> float: ...
@overload
def standard_normal(
    *, size: _Shape, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_normal(*, size: _Shape, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def standard_normal(
    *, size: _Shape, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_normal(
    *, size: _Shape, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_normal(
    *, size: _Shape, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_normal(
    *, size: _Shape, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_normal(*, size: _Shape, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def standard_normal(
    size: _Shape, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_normal(size: _Shape, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def standard_normal(
    size: _Shape, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_normal(
    size: _Shape, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_normal(
    size: _Shape, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_normal(
    size: _Shape, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_normal(size: _Shape, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def standard_t(df: float, size: None = None) -> float: ...
@overload
def standard_t(df: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def standard_t(df: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
@overload
def triangular(left: float, mode: float, right: float, size: None = None) -> float: ...
@overload
def triangular(
    left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: _Shape
) -> NDArray[np.float64]: ...
@overload
def triangular(
    left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: float = 0.0,
    high: float = 1.0,
    size: None = None,
    *,
    dtype: DTypeLike | None = None,
) -> float: ...
@overload
def uniform(
    low: ArrayLike = 0.0, high: ArrayLike = 1.0, *, size: _Shape, dtype: None = None
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0, high: ArrayLike = 1.0, *, size: _Shape, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    *,
    size: _Shape,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    *,
    size: _Shape,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    *,
    size: _Shape,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    *,
    size: _Shape,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    *,
    size: _Shape,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: None = None
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def uniform(
    low: ArrayLike,
    high: ArrayLike,
    size: _Shape,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def uniform(
    low: ArrayLike, high: ArrayLike, size: _Shape, *, dtype: DTypeLike | None = None
) -> NDArray[Any]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: None = None,
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: _Shape | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def vonmises(mu: float, kappa: float, size: None = None) -> float: ...
@overload
def vonmises(mu: ArrayLike, kappa: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def vonmises(
    mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def wald(mean: Any, scale: float, size: None = None) -> float: ...
@overload
def wald(mean: Any, scale: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def wald(
    mean: Any, scale: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
@overload
def weibull(a: float, size: None = None) -> float: ...
@overload
def weibull(a: ArrayLike, size: _Shape) -> NDArray[np.float64]: ...
@overload
def weibull(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
@overload
def zipf(a: float, size: None = None) -> int: ...
@overload
def zipf(a: ArrayLike, size: _Shape) -> NDArray[np.int64]: ...
@overload
def zipf(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...
