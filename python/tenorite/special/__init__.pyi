# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex, overload

from numpy.typing import ArrayLike

from tenorite import _BinaryWide as _BinaryWide
from tenorite import _BinaryWideFour as _BinaryWideFour
from tenorite import _TernaryWide as _TernaryWide
from tenorite import _UnaryWide as _UnaryWide
from tenorite import _UnaryWidePair as _UnaryWidePair
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
    "bdtr",
    "bdtrc",
    "bdtri",
    "beta",
    "betainc",
    "betaincc",
    "betainccinv",
    "betaincinv",
    "betaln",
    "binom",
    "boxcox",
    "boxcox1p",
    "cbrt",
    "chdtr",
    "chdtrc",
    "chdtri",
    "cosdg",
    "cosm1",
    "cotdg",
    "digamma",
    "ellipe",
    "ellipeinc",
    "ellipj",
    "ellipk",
    "ellipkinc",
    "ellipkm1",
    "entr",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp1",
    "exp10",
    "exp2",
    "expi",
    "expit",
    "expm1",
    "expn",
    "exprel",
    "fdtr",
    "fdtrc",
    "fdtri",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammainccinv",
    "gammaincinv",
    "gammaln",
    "gammasgn",
    "gdtr",
    "gdtrc",
    "huber",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "inv_boxcox",
    "inv_boxcox1p",
    "j0",
    "j1",
    "k0",
    "k0e",
    "k1",
    "k1e",
    "kl_div",
    "log1p",
    "log_expit",
    "log_ndtr",
    "log_softmax",
    "loggamma",
    "logit",
    "logsumexp",
    "lpmv",
    "multigammaln",
    "nbdtr",
    "nbdtrc",
    "nbdtri",
    "ndtr",
    "ndtri",
    "pdtr",
    "pdtrc",
    "pdtri",
    "poch",
    "polygamma",
    "pseudo_huber",
    "psi",
    "radian",
    "rel_entr",
    "rgamma",
    "round",
    "shichi",
    "sici",
    "sinc",
    "sindg",
    "softmax",
    "sph_harm_y",
    "spherical_yn",
    "stdtr",
    "tandg",
    "wright_bessel",
    "xlog1py",
    "xlogy",
    "y0",
    "y1",
    "yn",
    "zeta",
    "zetac",
]
bdtr: _TernaryWide
bdtrc: _TernaryWide
bdtri: _TernaryWide
beta: _BinaryWide
betainc: _TernaryWide
betaincc: _TernaryWide
betainccinv: _TernaryWide
betaincinv: _TernaryWide
betaln: _BinaryWide
binom: _BinaryWide
boxcox: _BinaryWide
boxcox1p: _BinaryWide
chdtr: _BinaryWide
chdtrc: _BinaryWide
chdtri: _BinaryWide
cosdg: _UnaryWide
cosm1: _UnaryWide
cotdg: _UnaryWide
digamma: _UnaryWide
ellipe: _UnaryWide
ellipeinc: _BinaryWide
ellipj: _BinaryWideFour
ellipk: _UnaryWide
ellipkinc: _BinaryWide
ellipkm1: _UnaryWide
entr: _UnaryWide
erf: _UnaryWide
erfc: _UnaryWide
erfcinv: _UnaryWide
erfcx: _UnaryWide
erfinv: _UnaryWide
exp1: _UnaryWide
exp10: _UnaryWide
expi: _UnaryWide
expit: _UnaryWide
expn: _BinaryWide
exprel: _UnaryWide
fdtr: _TernaryWide
fdtrc: _TernaryWide
fdtri: _TernaryWide
gamma: _UnaryWide
gammainc: _BinaryWide
gammaincc: _BinaryWide
gammainccinv: _BinaryWide
gammaincinv: _BinaryWide
gammaln: _UnaryWide
gammasgn: _UnaryWide
gdtr: _TernaryWide
gdtrc: _TernaryWide
huber: _BinaryWide
i0: _UnaryWide
i0e: _UnaryWide
i1: _UnaryWide
i1e: _UnaryWide
inv_boxcox: _BinaryWide
inv_boxcox1p: _BinaryWide
j0: _UnaryWide
j1: _UnaryWide
k0: _UnaryWide
k0e: _UnaryWide
k1: _UnaryWide
k1e: _UnaryWide
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

lpmv: _TernaryWide

def multigammaln(a: ArrayLike, d: SupportsIndex) -> NDArray[Any]: ...

nbdtr: _TernaryWide
nbdtrc: _TernaryWide
nbdtri: _TernaryWide
ndtr: _UnaryWide
ndtri: _UnaryWide
pdtr: _BinaryWide
pdtrc: _BinaryWide
pdtri: _BinaryWide
poch: _BinaryWide

def polygamma(n: ArrayLike, x: ArrayLike) -> NDArray[Any]: ...

pseudo_huber: _BinaryWide
psi: _UnaryWide
radian: _TernaryWide
rel_entr: _BinaryWide
rgamma: _UnaryWide
round: _UnaryWide
shichi: _UnaryWidePair
sici: _UnaryWidePair

def sinc(x: ArrayLike) -> NDArray[Any]: ...

sindg: _UnaryWide

def softmax(x: ArrayLike, axis: _Axis | None = None) -> NDArray[Any]: ...
def sph_harm_y(
    n: ArrayLike,
    m: ArrayLike,
    theta: ArrayLike,
    phi: ArrayLike,
    *,
    diff_n: SupportsIndex = 0,
) -> Any: ...
def spherical_yn(
    n: ArrayLike, z: ArrayLike, derivative: builtins.bool = False
) -> NDArray[Any]: ...

stdtr: _BinaryWide
tandg: _UnaryWide
wright_bessel: _TernaryWide
xlog1py: _BinaryWide
xlogy: _BinaryWide
y0: _UnaryWide
y1: _UnaryWide
yn: _BinaryWide

@overload
def zeta(
    x: ArrayLike, q: ArrayLike | None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def zeta(x: ArrayLike, q: ArrayLike | None = None, *, out: _OutT) -> _OutT: ...
@overload
def zeta(x: ArrayLike, q: ArrayLike | None, out: _OutT) -> _OutT: ...

zetac: _UnaryWide
