# SPDX-License-Identifier: Apache-2.0
"""numpy.polynomial in six bases: functions and classes over arrays of any device."""

import copy
import pickle

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, outcome, same, same_error, same_or_error

RTOL = 1e-10

# Module, prefix of its functions, class.
BASES = [
    ("polynomial", "poly", "Polynomial"),
    ("chebyshev", "cheb", "Chebyshev"),
    ("hermite", "herm", "Hermite"),
    ("hermite_e", "herme", "HermiteE"),
    ("laguerre", "lag", "Laguerre"),
    ("legendre", "leg", "Legendre"),
]
MODULES = [b[:2] for b in BASES]
CLASSES = [b[2] for b in BASES]

A = np.array([1.0, -2.0, 0.5, 3.0])
B = np.array([2, 0, 1])
X = np.linspace(-1.0, 1.0, 10)
Y = np.exp(X)
C = np.arange(24.0).reshape(4, 3, 2) / 7
W = np.linspace(1.0, 2.0, 10)

# `f` finds a function of the basis by the rest of its name.
CALLS = {
    "add": lambda xp, f, a, b: (f("add")(a, b), f("add")(b, a), f("add")(a, 1)),
    "sub": lambda xp, f, a, b: (f("sub")(a, b), f("sub")(b, a), f("sub")(a, a)),
    "mulx": lambda xp, f, a, b: (f("mulx")(a), f("mulx")([0]), f("mulx")(b)),
    "mul": lambda xp, f, a, b: (f("mul")(a, b), f("mul")([0], a)),
    "div": lambda xp, f, a, b: (f("div")(a, b), f("div")(b, a), f("div")(a, [2])),
    "div by 0": lambda xp, f, a, b: f("div")(a, [0]),
    "pow": lambda xp, f, a, b: [f("pow")(a, n) for n in (0, 1, 3)],
    "pow -1": lambda xp, f, a, b: f("pow")(a, -1),
    "pow 99": lambda xp, f, a, b: f("pow")(a, 99),
    "val": lambda xp, f, a, b: (f("val")(xp.ones((2, 3)), a), f("val")([0, 1], a)),
    "val of a number": lambda xp, f, a, b: (f("val")(0.5, a), f("val")(2, b)),
    "val of short ones": lambda xp, f, a, b: [f("val")(a, b[:n]) for n in (1, 2, 3)],
    "val of many": lambda xp, f, a, b: f("val")(a, xp.asarray(C)),
    "val of many, no tensor": lambda xp, f, a, b: f("val")(
        xp.ones((3, 2)), xp.asarray(C), tensor=False
    ),
    "val2d": lambda xp, f, a, b: f("val2d")(a, a + 1, xp.asarray(C)),
    "val3d": lambda xp, f, a, b: f("val3d")(a, a + 1, a - 1, xp.asarray(C)),
    "val2d of others": lambda xp, f, a, b: f("val2d")(a, b, xp.asarray(C)),
    "grid2d": lambda xp, f, a, b: f("grid2d")(a, b, xp.asarray(C)),
    "grid3d": lambda xp, f, a, b: f("grid3d")(a, b, a, xp.asarray(C)),
    "vander": lambda xp, f, a, b: (f("vander")(a, 4), f("vander")(b, 0)),
    "vander -1": lambda xp, f, a, b: f("vander")(a, -1),
    "vander 1.5": lambda xp, f, a, b: f("vander")(a, 1.5),
    "vander2d": lambda xp, f, a, b: f("vander2d")(a, a, (2, 3)),
    "vander3d": lambda xp, f, a, b: f("vander3d")(a, a, a, (1, 2, 1)),
    "der": lambda xp, f, a, b: (f("der")(a), f("der")(a, 2, 3), f("der")(a, 9)),
    "der of columns": lambda xp, f, a, b: f("der")(xp.asarray(C), axis=1),
    "der -1": lambda xp, f, a, b: f("der")(a, -1),
    "der axis 3": lambda xp, f, a, b: f("der")(a, axis=3),
    "int": lambda xp, f, a, b: (f("int")(a), f("int")(a, 2, [1, 2], 1, 2), f("int")(b)),
    "int of columns": lambda xp, f, a, b: f("int")(xp.asarray(C), axis=1),
    "int of many": lambda xp, f, a, b: f("int")(a, 1, [1, 2]),
    "line": lambda xp, f, a, b: (f("line")(2, 3), f("line")(2, 0)),
    "trim": lambda xp, f, a, b: (f("trim")([1, 2, 0, 0]), f("trim")(a, 1)),
    "trim -1": lambda xp, f, a, b: f("trim")(a, -1),
    "fromroots": lambda xp, f, a, b: (f("fromroots")(a), f("fromroots")([])),
    "roots": lambda xp, f, a, b: (f("roots")(a), f("roots")([1, 2]), f("roots")([1])),
    "companion": lambda xp, f, a, b: (f("companion")(a), f("companion")([1, 2])),
    "companion of one": lambda xp, f, a, b: f("companion")([1]),
    "empty": lambda xp, f, a, b: f("add")([], a),
    "matrices": lambda xp, f, a, b: f("add")([[1]], a),
    "constants": lambda xp, f, a, b: [f(n) for n in ("zero", "one", "x", "domain")],
}


def only_ours(x):
    """Whether all arrays in a result are Tenorite's."""
    if isinstance(x, (list, tuple)):
        return all(map(only_ours, x))
    return not isinstance(x, np.ndarray)


def function_of(xp, module, prefix):
    return lambda rest: getattr(getattr(xp.polynomial, module), prefix + rest)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("module, prefix", MODULES)
def test_functions(device, module, prefix, name):
    for a, b in ((A, B), (A + 1j, B), (A.astype("f4"), B.astype("e"))):
        same_or_error(
            lambda xp, a, b: CALLS[name](xp, function_of(xp, module, prefix), a, b),
            device,
            a,
            b,
            rtol=1e-4 if a.dtype == "f4" else RTOL,
            order=False,
        )
    f = function_of(tn, module, prefix)
    got, _ = outcome(lambda: CALLS[name](tn, f, tn.asarray(A), tn.asarray(B)))
    assert only_ours(got)


FITS = [
    lambda xp, f, x, y, w: f(x, y, 3),
    lambda xp, f, x, y, w: f(x, y, [0, 2, 3]),
    lambda xp, f, x, y, w: f(x, y, xp.asarray([1, 3])),
    lambda xp, f, x, y, w: f(x, xp.stack([y, y * x], 1), 2),
    lambda xp, f, x, y, w: f(x, xp.stack([y, y * x], 1), [0, 2]),
    lambda xp, f, x, y, w: f(x, y, 2, w=w),
    lambda xp, f, x, y, w: f(x, y, 2, full=True),
    lambda xp, f, x, y, w: f(x + 1j, y, 2),
    lambda xp, f, x, y, w: f(x, y, 2, rcond=0.5),
    lambda xp, f, x, y, w: f(x, y, -1),
    lambda xp, f, x, y, w: f(x, y, 2.5),
    lambda xp, f, x, y, w: f(x, y, []),
    lambda xp, f, x, y, w: f(x, y[:3], 2),
    lambda xp, f, x, y, w: f(x[:0], y[:0], 2),
    lambda xp, f, x, y, w: f(x[:, None], y, 2),
    lambda xp, f, x, y, w: f(x, y, 2, w=w[:3]),
]


@pytest.mark.parametrize("fit", range(len(FITS)))
@pytest.mark.parametrize("module, prefix", MODULES)
def test_fits(device, module, prefix, fit):
    def body(xp, x, y, w):
        return FITS[fit](xp, function_of(xp, module, prefix)("fit"), x, y, w)

    same_or_error(body, device, X, Y, W, rtol=1e-9, order=False)


@pytest.mark.parametrize(
    "call",
    [
        lambda xp: xp.polynomial.polynomial.polyvalfromroots(xp.ones(3), [1, 2]),
        lambda xp: xp.polynomial.chebyshev.chebpts1(5),
        lambda xp: xp.polynomial.chebyshev.chebpts2(5),
        lambda xp: xp.polynomial.chebyshev.chebpts2(1),
        lambda xp: xp.polynomial.chebyshev.cheb2poly([1, 2, 3, 4]),
        lambda xp: xp.polynomial.chebyshev.poly2cheb([1, 2, 3, 4]),
        lambda xp: xp.polynomial.chebyshev.chebinterpolate(xp.exp, 5),
        lambda xp: xp.polynomial.chebyshev.chebinterpolate(xp.exp, -5),
        lambda xp: xp.polynomial.hermite.poly2herm([1, 2, 3, 4]),
        lambda xp: xp.polynomial.hermite.herm2poly([1, 2, 3, 4]),
        lambda xp: xp.polynomial.hermite_e.poly2herme([1, 2, 3, 4]),
        lambda xp: xp.polynomial.laguerre.lag2poly([1, 2, 3, 4]),
        lambda xp: xp.polynomial.legendre.poly2leg([1, 2, 3, 4]),
        lambda xp: xp.polynomial.chebyshev.chebgauss(5),
        lambda xp: xp.polynomial.hermite.hermgauss(5),
        lambda xp: xp.polynomial.hermite_e.hermegauss(5),
        lambda xp: xp.polynomial.laguerre.laggauss(5),
        lambda xp: xp.polynomial.legendre.leggauss(5),
        lambda xp: xp.polynomial.legendre.leggauss(0),
        lambda xp: xp.polynomial.chebyshev.chebweight(xp.asarray([0.0, 0.5])),
        lambda xp: xp.polynomial.hermite.hermweight(xp.asarray([0.0, 0.5])),
        lambda xp: xp.polynomial.polyutils.as_series([[1, 2], [3.0]]),
        lambda xp: xp.polynomial.polyutils.trimseq(xp.asarray([1, 2, 0])),
        lambda xp: xp.polynomial.polyutils.getdomain(xp.asarray([1, -2, 3])),
        lambda xp: xp.polynomial.polyutils.getdomain(xp.asarray([1j, -2, 3])),
        lambda xp: xp.polynomial.polyutils.mapdomain(xp.ones(2), [0, 2], [1, 5]),
        lambda xp: xp.polynomial.polyutils.mapparms([0, 2], [1, 5]),
    ],
)
def test_functions_of_one_basis(device, call):
    same_or_error(call, device, rtol=1e-12, order=False)


# ---- classes ----

USES = {
    "coef": lambda xp, cls, p: p.coef,
    "degree": lambda xp, cls, p: (p.degree(), len(p)),
    "call": lambda xp, cls, p: (p(xp.linspace(0, 1, 5)), p(2.0), p([1, 2])),
    "text": lambda xp, cls, p: (str(p), f"{p:ascii}", f"{p:unicode}"),
    "text for notebooks": lambda xp, cls, p: p._repr_latex_(),
    "format": lambda xp, cls, p: f"{p:3d}",
    "sums": lambda xp, cls, p: ((p + p).coef, (p + 1).coef, ([1, 2] + p).coef),
    "differences": lambda xp, cls, p: ((p - p).coef, (p - 1).coef, (1 - p).coef),
    "products": lambda xp, cls, p: ((p * p).coef, (2 * p).coef, (p * [1, 2]).coef),
    "products with arrays": lambda xp, cls, p: (xp.asarray([1, 2]) * p).coef,
    "products with scalars": lambda xp, cls, p: (xp.sum(xp.ones(3)) * p).coef,
    "quotients": lambda xp, cls, p: (
        (p // [1, 2]).coef,
        (p % [1, 2]).coef,
        (p / 2).coef,
    ),
    "divmod": lambda xp, cls, p: [q.coef for q in divmod(p, [1, 2])],
    "quotient with one": lambda xp, cls, p: p / p,
    "quotient with 0": lambda xp, cls, p: p // 0,
    "power": lambda xp, cls, p: (p**2).coef,
    "sum with text": lambda xp, cls, p: p + "x",
    "other domains": lambda xp, cls, p: p + cls([1], domain=[5, 6]),
    "other symbols": lambda xp, cls, p: p + cls([1], p.domain, p.window, symbol="t"),
    "comparisons": lambda xp, cls, p: (p == p, p != p, p == p + 1, p == 3),
    "hash": lambda xp, cls, p: hash(p),
    "iteration": lambda xp, cls, p: list(p),
    "deriv": lambda xp, cls, p: (p.deriv().coef, p.deriv(2).coef),
    "integ": lambda xp, cls, p: (p.integ().coef, p.integ(2, [1, 2], 3).coef),
    "roots": lambda xp, cls, p: p.roots(),
    "linspace": lambda xp, cls, p: (p.linspace(4), p.linspace(3, [0, 1])),
    "trim": lambda xp, cls, p: (p.trim(2).coef, p.cutdeg(1).coef, p.truncate(2).coef),
    "cutdeg -1": lambda xp, cls, p: p.cutdeg(-1),
    "convert": lambda xp, cls, p: p.convert(kind=xp.polynomial.Chebyshev).coef,
    "convert domain": lambda xp, cls, p: p.convert(domain=[0, 3]).coef,
    "cast": lambda xp, cls, p: xp.polynomial.Legendre.cast(p).coef,
    "mapparms": lambda xp, cls, p: p.mapparms(),
    "copy": lambda xp, cls, p: p.copy().coef,
    "has": lambda xp, cls, p: (p.has_samecoef(p + 1), p.has_samedomain(p), p.symbol),
    "fit": lambda xp, cls, p: cls.fit(xp.asarray(X), xp.asarray(Y), 3).coef,
    "fit in a domain": lambda xp, cls, p: cls.fit(X.tolist(), Y.tolist(), 2, []).coef,
    "fromroots": lambda xp, cls, p: cls.fromroots([1, 2, 3]).coef,
    "identity": lambda xp, cls, p: cls.identity([0, 2]).coef,
    "basis": lambda xp, cls, p: (cls.basis(3).coef, str(cls.basis(2))),
    "basis -1": lambda xp, cls, p: cls.basis(-1),
}
MADE = {
    "plain": lambda cls, a: cls(a),
    "mapped": lambda cls, a: cls(a, [0, 4], [-2, 2], symbol="z"),
    "complex": lambda cls, a: cls(a + 1j),
    "constant": lambda cls, a: cls([3]),
    "integers": lambda cls, a: cls([1, 0, 2]),
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("cls", CLASSES)
def test_classes(device, cls, name):
    for make in MADE.values():

        def body(xp, a, make=make):
            kind = getattr(xp.polynomial, cls)
            return USES[name](xp, kind, make(kind, a))

        _, error = outcome(lambda make=make: body(np, A, make))
        if isinstance(error, (TypeError, AttributeError)):  # names of modules in words
            _, got = outcome(lambda make=make: body(tn, tn.asarray(A), make))
            assert type(got) is type(error)
        else:
            same_or_error(body, device, A, rtol=RTOL, order=False)


@pytest.mark.parametrize(
    "make",
    [
        lambda cls: cls([]),
        lambda cls: cls([[1, 2]]),
        lambda cls: cls([1], domain=[1]),
        lambda cls: cls([1], window=[1, 2, 3]),
        lambda cls: cls([1], symbol="1x"),
        lambda cls: cls([1], symbol=3),
    ],
)
def test_what_is_no_polynomial(device, make):
    same_error(lambda xp: make(xp.polynomial.Legendre), device)


def test_interpolation(device):
    same(
        lambda xp: xp.polynomial.Chebyshev.interpolate(xp.cos, 6, [0, 3]).coef,
        device,
        rtol=1e-12,
    )


@pytest.mark.parametrize("cls", CLASSES)
def test_where_values_are(device, cls):
    kind = getattr(tn.polynomial, cls)
    x = tn.asarray(X, device=device)
    tn.set_default_device("cpu")
    p = kind.fit(x, x**2, 2)
    results = [p.coef, p(x), p(2.0), p(x[0]), (p * p).coef, p.deriv().coef, p.roots()]
    results += [p.integ().coef, p.linspace(3)[1], kind(x[:3]).coef, (p + 1).coef]
    results += [p.convert(kind=tn.polynomial.Polynomial).coef, kind.fromroots(x).coef]
    for got in results:
        assert isinstance(got, tn.ndarray)
        assert str(got.device) == device
    for limits in (p.domain, p.window, kind.domain, p.convert(domain=x[:2]).domain):
        assert type(limits) is np.ndarray
    assert repr(kind([1, 2])) == repr(getattr(np.polynomial, cls)([1, 2]))
    made = (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)), p.copy())
    assert all(q == p and type(q) is kind for q in made)


def test_subclasses(device):
    class Mine(tn.polynomial.Legendre):
        pass

    p = Mine([1, 2])
    assert type(p + p) is Mine
    assert str(p) == str(np.polynomial.Legendre([1, 2]))
    with pytest.raises(TypeError, match="types differ"):
        p + tn.polynomial.Chebyshev([1])


def test_constants_are_new_ones(device):
    chebyshev = tn.polynomial.chebyshev
    x = chebyshev.chebx
    x[0] = 5
    check(np.array([0, 1]), chebyshev.chebx)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        chebyshev.nothing  # noqa: B018
    from tenorite.polynomial.chebyshev import chebdomain

    check(np.array([-1.0, 1.0]), chebdomain)


def test_warnings_name_the_caller(device):
    x = tn.asarray(X)
    for fit in (tn.polynomial.polynomial.polyfit, tn.polynomial.Legendre.fit):
        with pytest.warns(np.exceptions.RankWarning, match="poorly") as found:
            fit(x, x, 30)
        assert found[0].filename == __file__


def test_host_arrays_beside_ours(device):
    if device == "cpu":
        ours = tn.polynomial.polynomial.polyval(X, tn.ones(3))
        return check(np.polynomial.polynomial.polyval(X, np.ones(3)), ours, rtol=RTOL)
    with pytest.raises(TypeError, match="cannot be mixed"):
        tn.polynomial.polynomial.polyval(X, tn.ones(3))


def test_docstrings(device):
    for module, _ in MODULES:
        for name in getattr(tn.polynomial, module).__all__:
            value = getattr(getattr(tn.polynomial, module), name)
            if callable(value) and not isinstance(value, type):
                theirs = getattr(getattr(np.polynomial, module), name)
                assert value.__doc__ == theirs.__doc__
                assert value.__module__.startswith("tenorite.polynomial.")
                assert pickle.loads(pickle.dumps(value)) is value
