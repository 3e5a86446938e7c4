# SPDX-License-Identifier: Apache-2.0
"""Special functions of many items, beside a copy of as many."""

import functools

import numpy
import tenorite.special

from ..pairs import Case

_SIZES = (100_000_000, 1_000_000, 10_000)
# Single precision is that of a library that computes in it.
_TOLERANCE = {"float32": 2e-5, "float64": 1e-11}

# Intervals of arguments, and a seed where a second argument is to differ.
_ANY = (-5.0, 5.0, 0)
_PART = (0.001, 0.999, 0)
_OTHER_PART = (0.001, 0.999, 1)
_POSITIVE = (0.1, 20.0, 0)
_OTHER = (0.1, 20.0, 1)
_ABOVE_1 = (1.1, 20.0, 1)

# The functions that CuPy has, in SciPy's order, with an interval or a number for each
# argument. Those that Tenorite has as functions of its own are compared.
ARGUMENTS = {
    "i0": (_ANY,),
    "i0e": (_ANY,),
    "i1": (_ANY,),
    "i1e": (_ANY,),
    "j0": (_POSITIVE,),
    "j1": (_POSITIVE,),
    "k0": (_POSITIVE,),
    "k0e": (_POSITIVE,),
    "k1": (_POSITIVE,),
    "k1e": (_POSITIVE,),
    "y0": (_POSITIVE,),
    "y1": (_POSITIVE,),
    "yn": (3, _POSITIVE),
    "spherical_yn": (3, _POSITIVE),
    "wright_bessel": (0.5, 1.5, _PART),
    "bdtr": (3.0, 10, _PART),
    "bdtrc": (3.0, 10, _PART),
    "bdtri": (3.0, 10, _PART),
    "btdtr": (2.5, 3.5, _PART),
    "btdtri": (2.5, 3.5, _PART),
    "fdtr": (5.0, 7.0, _POSITIVE),
    "fdtrc": (5.0, 7.0, _POSITIVE),
    "fdtri": (5.0, 7.0, _PART),
    "gdtr": (0.5, 2.5, _POSITIVE),
    "gdtrc": (0.5, 2.5, _POSITIVE),
    "nbdtr": (3, 10, _PART),
    "nbdtrc": (3, 10, _PART),
    "nbdtri": (3, 10, _PART),
    "pdtr": (5.0, _POSITIVE),
    "pdtrc": (5.0, _POSITIVE),
    "pdtri": (5, _PART),
    "chdtr": (5.0, _POSITIVE),
    "chdtrc": (5.0, _POSITIVE),
    "chdtri": (5.0, _PART),
    "ndtr": (_ANY,),
    "log_ndtr": (_ANY,),
    "ndtri": (_PART,),
    "logit": (_PART,),
    "expit": (_ANY,),
    "log_expit": (_ANY,),
    "boxcox": (_POSITIVE, 0.5),
    "boxcox1p": (_POSITIVE, 0.5),
    "inv_boxcox": (_POSITIVE, 0.5),
    "inv_boxcox1p": (_POSITIVE, 0.5),
    "entr": (_POSITIVE,),
    "huber": (1.5, _ANY),
    "kl_div": (_POSITIVE, _OTHER),
    "pseudo_huber": (1.5, _ANY),
    "rel_entr": (_POSITIVE, _OTHER),
    "gamma": (_POSITIVE,),
    "gammaln": (_POSITIVE,),
    "loggamma": (_POSITIVE,),
    "gammasgn": (_ANY,),
    "gammainc": (_POSITIVE, _OTHER),
    "gammaincinv": (2.5, _PART),
    "gammaincc": (_POSITIVE, _OTHER),
    "gammainccinv": (2.5, _PART),
    "beta": (_POSITIVE, _OTHER),
    "betaln": (_POSITIVE, _OTHER),
    "betainc": (2.5, 3.5, _PART),
    "betaincinv": (2.5, 3.5, _PART),
    "digamma": (_POSITIVE,),
    "rgamma": (_POSITIVE,),
    "polygamma": (2, _POSITIVE),
    "multigammaln": (_POSITIVE, 1),
    "poch": (_POSITIVE, 1.5),
    "erf": (_ANY,),
    "erfc": (_ANY,),
    "erfcx": (_ANY,),
    "erfinv": (_PART,),
    "erfcinv": (_PART,),
    "lpmv": (1, 3, _PART),
    "binom": (_POSITIVE, _OTHER),
    "exp1": (_POSITIVE,),
    "expi": (_POSITIVE,),
    "expn": (2, _POSITIVE),
    "softmax": (_ANY,),
    "log_softmax": (_ANY,),
    "logsumexp": (_ANY,),
    "zeta": (_ABOVE_1, _POSITIVE),
    "zetac": (_ABOVE_1,),
    "lambertw": (_POSITIVE,),
    "sici": (_POSITIVE,),
    "shichi": (_POSITIVE,),
    "cbrt": (_ANY,),
    "exp10": (_ANY,),
    "exp2": (_ANY,),
    "radian": (_POSITIVE, 30.0, 20.0),
    "cosdg": (_ANY,),
    "sindg": (_ANY,),
    "tandg": (_ANY,),
    "cotdg": (_POSITIVE,),
    "log1p": (_POSITIVE,),
    "expm1": (_ANY,),
    "exprel": (_ANY,),
    "cosm1": (_ANY,),
    "round": (_ANY,),
    "xlogy": (_ANY, _OTHER),
    "xlog1py": (_ANY, _OTHER),
    "sinc": (_ANY,),
    "ellipk": (_PART,),
    "ellipkm1": (_PART,),
    "ellipj": (_POSITIVE, 0.5),
    "ellipkinc": (_POSITIVE, 0.5),
    "ellipeinc": (_POSITIVE, 0.5),
}


@functools.lru_cache(maxsize=6)
def _values(low, high, seed, size, dtype):
    rng = numpy.random.default_rng(seed)
    x = rng.random(size, dtype=dtype)
    x *= dtype(high - low)
    x += dtype(low)
    return x


def _operands(arguments, dtype):
    kind = numpy.dtype(dtype).type

    def operands(size):
        return tuple(
            _values(*x, size, kind) if isinstance(x, tuple) else x for x in arguments
        )

    return operands


def _case(name, dtype):
    arguments = ARGUMENTS[name]
    arrays = sum(isinstance(x, tuple) for x in arguments)
    written = {"logsumexp": 0, "sici": 2, "shichi": 2, "ellipj": 4}.get(name, 1)
    item = numpy.dtype(dtype).itemsize
    return Case(
        group="special",
        name=name,
        dtype=dtype,
        operands=_operands(arguments, dtype),
        call=lambda side, *args: getattr(side.module("special"), name)(*args),
        sizes=_SIZES,
        tolerance=_TOLERANCE[dtype],
        bytes=lambda size: size * item * (arrays + written),
    )


def _copy(dtype):
    item = numpy.dtype(dtype).itemsize
    return Case(
        group="special",
        name="copy",
        dtype=dtype,
        operands=_operands((_POSITIVE,), dtype),
        call=lambda side, x: x.copy(),
        sizes=_SIZES,
        tolerance=0.0,
        bytes=lambda size: 2 * size * item,
    )


def _names():
    """Those with the same interval are neighbours: it is on the device already."""
    own = [name for name in ARGUMENTS if name in vars(tenorite.special)]
    return sorted(own, key=lambda name: repr(ARGUMENTS[name]))


def cases():
    found = []
    for dtype in ("float32", "float64"):
        found.append(_copy(dtype))
        found += [_case(name, dtype) for name in _names()]
    return found
