# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, overload

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
    "cbrt",
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "exprel",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammaln",
    "i0",
    "i0e",
    "i1",
    "i1e",
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
    "ndtr",
    "ndtri",
    "psi",
    "rel_entr",
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
digamma: _UnaryWide
entr: _UnaryWide
erf: _UnaryWide
erfc: _UnaryWide
erfcinv: _UnaryWide
erfcx: _UnaryWide
erfinv: _UnaryWide
expit: _UnaryWide
exprel: _UnaryWide
gamma: _UnaryWide
gammainc: _BinaryWide
gammaincc: _BinaryWide
gammaln: _UnaryWide
i0: _UnaryWide
i0e: _UnaryWide
i1: _UnaryWide
i1e: _UnaryWide
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

ndtr: _UnaryWide
ndtri: _UnaryWide
psi: _UnaryWide
rel_entr: _BinaryWide

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
