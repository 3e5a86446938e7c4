# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from tenorite import cbrt as cbrt
from tenorite import exp2 as exp2
from tenorite import expm1 as expm1
from tenorite import log1p as log1p
from tenorite.special import beta as beta
from tenorite.special import betaln as betaln
from tenorite.special import binom as binom
from tenorite.special import digamma as digamma
from tenorite.special import entr as entr
from tenorite.special import erf as erf
from tenorite.special import erfc as erfc
from tenorite.special import erfcinv as erfcinv
from tenorite.special import erfcx as erfcx
from tenorite.special import erfinv as erfinv
from tenorite.special import expit as expit
from tenorite.special import exprel as exprel
from tenorite.special import gamma as gamma
from tenorite.special import gammainc as gammainc
from tenorite.special import gammaincc as gammaincc
from tenorite.special import gammaln as gammaln
from tenorite.special import i0 as i0
from tenorite.special import i0e as i0e
from tenorite.special import i1 as i1
from tenorite.special import i1e as i1e
from tenorite.special import j0 as j0
from tenorite.special import j1 as j1
from tenorite.special import kl_div as kl_div
from tenorite.special import log_expit as log_expit
from tenorite.special import log_ndtr as log_ndtr
from tenorite.special import log_softmax as log_softmax
from tenorite.special import loggamma as loggamma
from tenorite.special import logit as logit
from tenorite.special import logsumexp as logsumexp
from tenorite.special import ndtr as ndtr
from tenorite.special import ndtri as ndtri
from tenorite.special import rel_entr as rel_entr
from tenorite.special import sinc as sinc
from tenorite.special import softmax as softmax
from tenorite.special import xlog1py as xlog1py
from tenorite.special import xlogy as xlogy
from tenorite.special import y0 as y0
from tenorite.special import y1 as y1
from tenorite.special import zeta as zeta

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
psi = digamma
