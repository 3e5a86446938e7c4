# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, Literal, Self, SupportsIndex, overload

import numpy as np
from numpy.random import MT19937 as MT19937
from numpy.random import SFC64 as SFC64
from numpy.random import SeedSequence as SeedSequence
from numpy.typing import ArrayLike, DTypeLike

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
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "RandomState",
    "SFC64",
    "SeedSequence",
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
    "get_state",
    "gumbel",
    "hypergeometric",
    "laplace",
    "logistic",
    "lognormal",
    "logseries",
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
    "sample",
    "seed",
    "set_bit_generator",
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

class BitGenerator:
    lock: Any
    def __init__(self, seed: Any = None) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class Generator:
    def __init__(
        self, bit_generator: Any, device: _DeviceLike | None = None
    ) -> None: ...
    def beta(
        self, a: ArrayLike, b: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @property
    def bit_generator(self) -> BitGenerator: ...
    def bytes(self, length: SupportsIndex) -> builtins.bytes: ...
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
    def exponential(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def geometric(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
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
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def logseries(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def multinomial(
        self, n: SupportsIndex, pvals: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
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
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
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
    def poisson(
        self, lam: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def power(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self,
        size: _Shape | None = None,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def random(
        self, size: _Shape | None, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def random(
        self, size: _Shape | None = None, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def random(
        self, size: _Shape | None = None, dtype: DTypeLike | None = None, *, out: _OutT
    ) -> _OutT: ...
    @overload
    def random(
        self, size: _Shape | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def shuffle(self, x: ArrayLike, axis: _Axis = 0) -> None: ...
    def spawn(self, n_children: SupportsIndex) -> list[Generator]: ...
    def standard_cauchy(self, size: _Shape | None = None) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape | None = None,
        dtype: builtins.type[np.float64] = ...,
        method: str = "zig",
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape | None = None,
        *,
        dtype: _DType[_DT],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape | None,
        dtype: _DType[_DT],
        method: str = "zig",
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def standard_exponential(
        self,
        size: _Shape | None = None,
        dtype: DTypeLike | None = None,
        method: str = "zig",
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None, dtype: DTypeLike | None, method: str, out: _OutT
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
        self,
        size: _Shape | None = None,
        dtype: builtins.type[np.float64] = ...,
        out: None = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, dtype: DTypeLike = ..., out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, dtype: DTypeLike | None = None, *, out: _OutT
    ) -> _OutT: ...
    @overload
    def standard_normal(
        self, size: _Shape | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    def standard_t(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    def uniform(
        self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def weibull(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def zipf(self, a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...

class PCG64:
    lock: Any
    def __init__(self, seed: Any = None) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class PCG64DXSM:
    lock: Any
    def __init__(self, seed: Any = None) -> None: ...
    def advance(self, delta: SupportsIndex) -> Self: ...
    def jumped(self, jumps: SupportsIndex = 1) -> Self: ...
    def random_raw(self, size: _Shape | None = None, output: Any = True) -> Any: ...
    @property
    def seed_seq(self) -> Any: ...
    def spawn(self, n_children: SupportsIndex) -> list[Self]: ...
    @property
    def state(self) -> Any: ...
    @state.setter
    def state(self, value: Any) -> None: ...

class Philox(BitGenerator):
    def __init__(
        self, seed: Any = None, counter: Any = None, key: Any = None
    ) -> None: ...

class RandomState:
    def __init__(self, seed: Any = None, device: _DeviceLike | None = None) -> None: ...
    def beta(
        self, a: ArrayLike, b: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def bytes(self, length: SupportsIndex) -> builtins.bytes: ...
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
    def exponential(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def f(
        self, dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def geometric(
        self, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def get_state(self, legacy: builtins.bool = True) -> Any: ...
    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.int64]: ...
    def laplace(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def lognormal(
        self, mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
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
    def negative_binomial(
        self, n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def noncentral_chisquare(
        self, df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: _Shape | None = None,
    ) -> NDArray[np.float64]: ...
    def normal(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def pareto(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def permutation(self, x: ArrayLike) -> NDArray[Any]: ...
    def poisson(
        self, lam: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    def power(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def rand(self, *args: Any, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
    @overload
    def rand(self, *args: Any, dtype: _DType[_DT]) -> NDArray[_DT]: ...
    @overload
    def rand(
        self, *args: Any, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def rand(self, *args: Any, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
    @overload
    def rand(self, *args: Any, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
    @overload
    def rand(
        self, *args: Any, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def rand(self, *args: Any, dtype: DTypeLike = "d") -> NDArray[Any]: ...
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
    @overload
    def randn(self, *args: Any, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
    @overload
    def randn(self, *args: Any, dtype: _DType[_DT]) -> NDArray[_DT]: ...
    @overload
    def randn(
        self, *args: Any, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def randn(self, *args: Any, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
    @overload
    def randn(self, *args: Any, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
    @overload
    def randn(
        self, *args: Any, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def randn(self, *args: Any, dtype: DTypeLike = "d") -> NDArray[Any]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def random(
        self, size: _Shape | None = None, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    def random_integers(
        self, low: ArrayLike, high: ArrayLike | None = None, size: _Shape | None = None
    ) -> NDArray[np.int64]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def random_sample(
        self, size: _Shape | None = None, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def seed(self, seed: Any = None) -> None: ...
    def set_state(self, state: Any) -> None: ...
    def shuffle(self, x: ArrayLike) -> None: ...
    def standard_cauchy(self, size: _Shape | None = None) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_exponential(
        self, size: _Shape | None = None, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
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
        self, size: _Shape | None = None, *, dtype: Literal["d"] = "d"
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: _DType[_DT]
    ) -> NDArray[_DT]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
    ) -> NDArray[np.bool]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: builtins.type[int]
    ) -> NDArray[np.int64]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: builtins.type[float]
    ) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: builtins.type[complex]
    ) -> NDArray[np.complex128]: ...
    @overload
    def standard_normal(
        self, size: _Shape | None = None, *, dtype: DTypeLike = "d"
    ) -> NDArray[Any]: ...
    def standard_t(
        self, df: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def tomaxint(self, size: _Shape | None = None) -> NDArray[np.int64]: ...
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
    def vonmises(
        self, mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def wald(
        self, mean: Any, scale: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def weibull(
        self, a: ArrayLike, size: _Shape | None = None
    ) -> NDArray[np.float64]: ...
    def zipf(self, a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...

def beta(
    a: ArrayLike, b: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def binomial(
    n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
def bytes(length: SupportsIndex) -> builtins.bytes: ...
def chisquare(df: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def choice(
    a: ArrayLike,
    size: _Shape | None = None,
    replace: builtins.bool = True,
    p: ArrayLike | None = None,
) -> Any: ...
def default_rng(seed: Any = None, device: _DeviceLike | None = None) -> Generator: ...
def dirichlet(alpha: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def exponential(
    scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def f(
    dfnum: ArrayLike, dfden: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def gamma(
    shape: ArrayLike, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def geometric(p: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...
def get_bit_generator() -> BitGenerator: ...
def get_state(legacy: builtins.bool = True) -> Any: ...
def gumbel(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def hypergeometric(
    ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
def laplace(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def logistic(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def lognormal(
    mean: Any = 0.0, sigma: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
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
def negative_binomial(
    n: SupportsIndex, p: ArrayLike, size: _Shape | None = None
) -> NDArray[np.int64]: ...
def noncentral_chisquare(
    df: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def noncentral_f(
    dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def normal(
    loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def pareto(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def permutation(x: ArrayLike) -> NDArray[Any]: ...
def poisson(lam: ArrayLike = 1.0, size: _Shape | None = None) -> NDArray[np.int64]: ...
def power(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
@overload
def rand(*args: Any, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
@overload
def rand(*args: Any, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def rand(*args: Any, dtype: builtins.type[builtins.bool]) -> NDArray[np.bool]: ...
@overload
def rand(*args: Any, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def rand(*args: Any, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
@overload
def rand(*args: Any, dtype: builtins.type[complex]) -> NDArray[np.complex128]: ...
@overload
def rand(*args: Any, dtype: DTypeLike = "d") -> NDArray[Any]: ...
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
@overload
def randn(*args: Any, dtype: Literal["d"] = "d") -> NDArray[np.float64]: ...
@overload
def randn(*args: Any, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def randn(*args: Any, dtype: builtins.type[builtins.bool]) -> NDArray[np.bool]: ...
@overload
def randn(*args: Any, dtype: builtins.type[int]) -> NDArray[np.int64]: ...
@overload
def randn(*args: Any, dtype: builtins.type[float]) -> NDArray[np.float64]: ...
@overload
def randn(*args: Any, dtype: builtins.type[complex]) -> NDArray[np.complex128]: ...
@overload
def randn(*args: Any, dtype: DTypeLike = "d") -> NDArray[Any]: ...
@overload
def random(
    size: _Shape | None = None, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def random(size: _Shape | None = None, *, dtype: _DType[_DT]) -> NDArray[_DT]: ...
@overload
def random(
    size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random(
    size: _Shape | None = None, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def random(
    size: _Shape | None = None, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def random(
    size: _Shape | None = None, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random(size: _Shape | None = None, *, dtype: DTypeLike = "d") -> NDArray[Any]: ...
def random_integers(
    low: ArrayLike, high: ArrayLike | None = None, size: _Shape | None = None
) -> NDArray[np.int64]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def random_sample(
    size: _Shape | None = None, *, dtype: DTypeLike = "d"
) -> NDArray[Any]: ...
def ranf(*args: Any, **kwargs: Any) -> NDArray[np.float64]: ...
def rayleigh(
    scale: ArrayLike = 1.0, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def sample(*args: Any, **kwargs: Any) -> NDArray[np.float64]: ...
def seed(seed: Any = None) -> None: ...
def set_bit_generator(bitgen: Any) -> None: ...
def set_state(state: Any) -> None: ...
def shuffle(x: ArrayLike) -> None: ...
def standard_cauchy(size: _Shape | None = None) -> NDArray[np.float64]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_exponential(
    size: _Shape | None = None, *, dtype: DTypeLike = "d"
) -> NDArray[Any]: ...
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
def standard_normal(
    size: _Shape | None = None, *, dtype: Literal["d"] = "d"
) -> NDArray[np.float64]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def standard_normal(
    size: _Shape | None = None, *, dtype: DTypeLike = "d"
) -> NDArray[Any]: ...
def standard_t(df: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def triangular(
    left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
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
def vonmises(
    mu: ArrayLike, kappa: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def wald(
    mean: Any, scale: ArrayLike, size: _Shape | None = None
) -> NDArray[np.float64]: ...
def weibull(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.float64]: ...
def zipf(a: ArrayLike, size: _Shape | None = None) -> NDArray[np.int64]: ...
