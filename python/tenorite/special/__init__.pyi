# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex, overload

from numpy.typing import ArrayLike

from tenorite import _BinaryWide as _BinaryWide
from tenorite import _UnaryWide as _UnaryWide
from tenorite import cbrt as cbrt
from tenorite import exp2 as exp2
from tenorite import expm1 as expm1
from tenorite import log1p as log1p
from tenorite.typing import (
    NDArray,
    _Axis,
    _OutT,
)

__all__ = [
    "beta",
    "betaln",
    "binom",
    "boxcox",
    "boxcox1p",
    "cbrt",
    "cosm1",
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp10",
    "exp2",
    "expit",
    "expm1",
    "exprel",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammaln",
    "gammasgn",
    "huber",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "inv_boxcox",
    "inv_boxcox1p",
    "j0",
    "j1",
    "kl_div",
    "log1p",
    "log_expit",
    "log_ndtr",
    "log_softmax",
    "loggamma",
    "logit",
    "logsumexp",
    "multigammaln",
    "ndtr",
    "ndtri",
    "pseudo_huber",
    "psi",
    "radian",
    "rel_entr",
    "round",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
    "y0",
    "y1",
    "zeta",
]
beta: _BinaryWide
betaln: _BinaryWide
binom: _BinaryWide

def boxcox(x: ArrayLike, lmbda: ArrayLike) -> NDArray[Any]: ...
def boxcox1p(x: ArrayLike, lmbda: ArrayLike) -> NDArray[Any]: ...
def cosm1(x: ArrayLike) -> NDArray[Any]: ...

digamma: _UnaryWide
entr: _UnaryWide
erf: _UnaryWide
erfc: _UnaryWide
erfcinv: _UnaryWide
erfcx: _UnaryWide
erfinv: _UnaryWide

def exp10(x: ArrayLike) -> NDArray[Any]: ...

expit: _UnaryWide
exprel: _UnaryWide
gamma: _UnaryWide
gammainc: _BinaryWide
gammaincc: _BinaryWide
gammaln: _UnaryWide

def gammasgn(x: ArrayLike) -> NDArray[Any]: ...
def huber(delta: ArrayLike, r: ArrayLike) -> NDArray[Any]: ...

i0: _UnaryWide
i0e: _UnaryWide
i1: _UnaryWide
i1e: _UnaryWide

def inv_boxcox(y: ArrayLike, lmbda: ArrayLike) -> NDArray[Any]: ...
def inv_boxcox1p(y: ArrayLike, lmbda: ArrayLike) -> NDArray[Any]: ...

j0: _UnaryWide
j1: _UnaryWide
kl_div: _BinaryWide
log_expit: _UnaryWide
log_ndtr: _UnaryWide

def log_softmax(x: ArrayLike, axis: _Axis | None = None) -> NDArray[Any]: ...

loggamma: _UnaryWide
logit: _UnaryWide

def logsumexp(
    a: ArrayLike,
    axis: _Axis | None = None,
    b: ArrayLike | None = None,
    keepdims: builtins.bool = False,
    return_sign: builtins.bool = False,
) -> Any: ...
def multigammaln(a: ArrayLike, d: SupportsIndex) -> NDArray[Any]: ...

ndtr: _UnaryWide
ndtri: _UnaryWide

def pseudo_huber(delta: ArrayLike, r: ArrayLike) -> NDArray[Any]: ...

psi: _UnaryWide

def radian(d: ArrayLike, m: ArrayLike, s: ArrayLike) -> NDArray[Any]: ...

rel_entr: _BinaryWide

def round(x: ArrayLike) -> NDArray[Any]: ...
def sinc(x: ArrayLike) -> NDArray[Any]: ...
def softmax(x: ArrayLike, axis: _Axis | None = None) -> NDArray[Any]: ...

xlog1py: _BinaryWide
xlogy: _BinaryWide
y0: _UnaryWide
y1: _UnaryWide

@overload
def zeta(
    x: ArrayLike, q: ArrayLike | None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def zeta(x: ArrayLike, q: ArrayLike | None = None, *, out: _OutT) -> _OutT: ...
@overload
def zeta(x: ArrayLike, q: ArrayLike | None, out: _OutT) -> _OutT: ...
