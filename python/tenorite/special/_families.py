# SPDX-License-Identifier: Apache-2.0
"""Functions of an order, and those with several results, of ufuncs of their parts."""

from .._array.fallback import in_numpy
from .._core import special_ufuncs, ufuncs
from .._numpy.indexing import where
from ._composition import composition, or_scipy, real, strong_real

__all__ = [
    "ellipj",
    "polygamma",
    "shichi",
    "sici",
    "sph_harm_y",
    "spherical_yn",
]

_sin, _cos = ufuncs["sin"], ufuncs["cos"]


@composition(results=4)
def ellipj(u, m):
    """Jacobi's elliptic functions (sn, cn, dn) of the parameter `m`, and the amplitude.

    NaN unless 0 <= m <= 1. See scipy.special.ellipj.

    >>> np.special.ellipj(np.array([0.0]), 0.5)
    (array([0.]), array([1.]), array([1.]), array([0.]))
    """
    u, m = real(u, m)
    phi = special_ufuncs["_ellipam"](u, m)
    sn, cn = _sin(phi), _cos(phi)
    # So near a quarter of a turn its cosine has no digits: 1 / cosh(u).
    limit = m == 1
    decay = ufuncs["exp"](-where(limit, ufuncs["absolute"](u), 0.0))
    cn = where(limit, 2 * decay / (1 + decay * decay), cn)
    # 1 - m sn**2 without cancellation.
    dn = ufuncs["sqrt"](cn * cn + (1 - m) * (sn * sn))
    return sn, cn, dn, phi


def polygamma(n, x):
    """The `n`-th derivative of digamma(x). See scipy.special.polygamma.

    >>> np.special.polygamma(1, np.array([1.0]))
    array([1.64493407])
    """
    n, x = strong_real(n, x)
    odd = n - 2 * ufuncs["floor"](n / 2) != 0
    size = special_ufuncs["gamma"](n + 1) * special_ufuncs["_zeta"](n + 1, x)
    value = where(n == 0, special_ufuncs["psi"](x), where(odd, size, -size))
    return where(n == ufuncs["floor"](n), value, float("nan"))


@composition(results=2)
def sici(x):
    """The sine and cosine integrals (Si, Ci) of real numbers; Ci of |x|.

    See scipy.special.sici.

    >>> np.special.sici(np.array([1.0]))
    (array([0.94608307]), array([0.33740392]))
    """
    (x,) = real(x)
    return special_ufuncs["_si"](x), special_ufuncs["_ci"](x)


@composition(results=2)
def shichi(x):
    """The hyperbolic sine and cosine integrals (Shi, Chi) of real numbers; Chi of |x|.

    See scipy.special.shichi.

    >>> np.special.shichi(np.array([1.0]))
    (array([1.05725088]), array([0.83786694]))
    """
    (x,) = real(x)
    return special_ufuncs["_shi"](x), special_ufuncs["_chi"](x)


@or_scipy
def spherical_yn(n, z, derivative=False):
    """The spherical Bessel function of the second kind of a whole order, or its derivative.

    See scipy.special.spherical_yn.

    >>> np.special.spherical_yn(0, np.array([1.0]))
    array([-0.54030231])
    """
    n, z = strong_real(n, z)
    n = ufuncs["trunc"](n)
    spherical = special_ufuncs["_spherical_yn"]
    value = spherical(n, z)
    if not derivative:
        return value
    # Of order 0: -y1 (DLMF 10.51.2).
    other = spherical(where(n == 0, 1.0, n - 1), z)
    return where(n == 0, -other, other - (n + 1) / z * value)


def sph_harm_y(n, m, theta, phi, *, diff_n=0):
    """The spherical harmonic of degree `n` and order `m` at polar angle `theta`.

    Derivatives, for which `diff_n` asks, are SciPy's, on the host. See
    scipy.special.sph_harm_y.

    >>> np.special.sph_harm_y(1, 0, np.array([0.0]), 0.0)
    array([0.48860251+0.j])
    """
    if diff_n != 0:
        import scipy.special

        whole, more = scipy.special.sph_harm_y, {"diff_n": diff_n}
        name = "scipy.special.sph_harm_y"
        return in_numpy(whole, (n, m, theta, phi), more, name)
    n, m, theta, phi = strong_real(n, m, theta, phi)
    size = special_ufuncs["_polar_harmonic"](n, m, theta)
    angle = ufuncs["trunc"](m) * phi
    return size * _cos(angle) + 1j * (size * _sin(angle))
