# SPDX-License-Identifier: Apache-2.0
"""Least squares by Golub-Kahan bidiagonalisation: LSQR and LSMR.

After Paige and Saunders (1982) and Fong and Saunders (2011); the tests are SciPy's.
All numbers of a step stay on the device.
"""

import numpy

from .. import _library as np
from ._interface import single
from ._steps import RUNNING, norm, run

__all__ = ["lsmr", "lsqr"]

_EPS = float(numpy.finfo(float).eps)
_MESSAGES = (
    "The exact solution is  x = 0                              ",
    "Ax - b is small enough, given atol, btol                  ",
    "The least-squares solution is good enough, given atol     ",
    "The estimate of cond(Abar) has exceeded conlim            ",
    "Ax - b is small enough for this machine                   ",
    "The least-squares solution is good enough for this machine",
    "Cond(Abar) seems to be too large for this machine         ",
    "The iteration limit has been reached                      ",
)


def _double(x):
    return np.asarray(x).astype("float64")


def _rotation(a, b):
    """c, s, r of the Givens rotation that turns (a, b) into (r, 0)."""
    a, b = _double(a), _double(b)
    steep = np.absolute(b) > np.absolute(a)
    tau = np.where(steep, a / b, b / a)
    root = np.sqrt(1 + tau * tau)
    large_s, large_c = np.sign(b) / root, np.sign(a) / root
    s = np.where(steep, large_s, large_c * tau)
    c = np.where(steep, large_s * tau, large_c)
    r = np.where(steep, b / large_s, a / large_c)
    no_a, no_b = a == 0, b == 0
    s = np.where(no_b, 0, np.where(no_a, np.sign(b), s))
    c = np.where(no_b, np.sign(a), np.where(no_a, 0, c))
    r = np.where(no_b, np.absolute(a), np.where(no_a, np.absolute(b), r))
    return c, s, r


def _unit(x):
    """The vector of length 1, and the length; 0 stays 0."""
    size = norm(x)
    scale = (1 / np.where(size > 0, size, 1)).astype(x.real.dtype)
    return x * scale, _double(size)


def _stop(k, most, test1, test2, test3, t1, ctol, atol, rtol):
    """SciPy's reason to stop, 0 for none; later tests come before earlier ones."""
    stop = np.asarray(0, dtype="int64")
    for condition, code in (
        (k + 1 >= most, 7),
        (1 + test3 <= 1, 6),
        (1 + test2 <= 1, 5),
        (1 + t1 <= 1, 4),
        (test3 <= ctol, 3),
        (test2 <= atol, 2),
        (test1 <= rtol, 1),
    ):
        stop = np.where(condition, code, stop)
    return np.where(stop == 0, RUNNING, stop + 10)


def _right_side(b):
    b = np.atleast_1d(np.asarray(b))
    return b.squeeze() if b.ndim > 1 else b


def _numbers(*values):
    """Numbers of the device as floats, all at once."""
    return np.stack([_double(x) for x in values]).get().tolist()


def _tell(show, stop, **numbers):
    if show:
        print(_MESSAGES[stop])
        print("   ".join(f"{name} ={value:10.3e}" for name, value in numbers.items()))


def lsqr(
    A,
    b,
    damp=0.0,
    atol=1e-6,
    btol=1e-6,
    conlim=1e8,
    iter_lim=None,
    show=False,
    calc_var=False,
    x0=None,
):
    """The x of least squares for A x = b by LSQR.

    Returns x, the reason to stop, the number of steps, norms and condition as SciPy
    does; `show` prints how it ended. See scipy.sparse.linalg.lsqr.

    >>> from tenorite.scipy.sparse.linalg import lsqr
    >>> lsqr(np.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0, 3.0]))[1]
    2
    """
    A, b = single(A), _right_side(b)
    columns = A.shape[1]
    most = 2 * columns if iter_lim is None else iter_lim
    ctol = 1 / conlim if conlim > 0 else 0
    zero = np.zeros((), "float64", device=b.device)
    u = b if b.dtype.kind in "fc" else b.astype("float64")
    b_norm = _double(norm(u))
    if x0 is None:
        x = np.zeros(columns, device=b.device)
    else:
        x = np.asarray(x0)
        u = u - A.matvec(x)
    u, beta = _unit(u)
    v = A.rmatvec(u)
    v, alfa = _unit(v)
    var = np.zeros(columns, device=b.device)
    alfa0, beta0 = _numbers(alfa, beta)  # whether there is anything to do
    if alfa0 * beta0 == 0:
        return x, 0, 0, beta0, beta0, 0, 0, alfa0 * beta0, 0, var
    kind = numpy.result_type(x.dtype, v.dtype)
    state = {
        **{"x": x.astype(kind), "u": u, "v": v, "w": v.astype(kind), "var": var},
        **{"alfa": alfa, "rhobar": alfa, "phibar": beta, "anorm": zero},
        **{"ddnorm": zero, "res2": zero, "xxnorm": zero, "z": zero, "acond": zero},
        **{"cs2": zero - 1, "sn2": zero, "rnorm": beta, "r1norm": beta},
        **{"arnorm": alfa * beta, "xnorm": zero, "itn": zero},
        "status": np.asarray(RUNNING, dtype="int64"),
    }
    square = float(damp) ** 2

    def step(s, k):
        alfa = s["alfa"]
        u = A.matvec(s["v"])
        u, beta = _unit(u - alfa.astype(u.real.dtype) * s["u"])
        grows = beta > 0
        total = np.sqrt(s["anorm"] ** 2 + alfa**2 + beta**2 + square)
        anorm = np.where(grows, total, s["anorm"])
        v = A.rmatvec(u)
        v, new_alfa = _unit(v - beta.astype(v.real.dtype) * s["v"])
        v = np.where(grows, v, s["v"])
        alfa = np.where(grows, new_alfa, alfa)
        rhobar, phibar, psi = s["rhobar"], s["phibar"], zero
        if damp > 0:
            rhobar = np.sqrt(rhobar**2 + square)
            psi = damp / rhobar * phibar
            phibar = s["rhobar"] / rhobar * phibar
        cs, sn, rho = _rotation(rhobar, beta)
        theta, rhobar = sn * alfa, -cs * alfa
        phi, phibar = cs * phibar, sn * phibar
        tau = sn * phi
        dk = s["w"] * (1 / rho)
        x = s["x"] + s["w"] * (phi / rho)
        w = v + s["w"] * (-theta / rho)
        ddnorm = s["ddnorm"] + _double(norm(dk)) ** 2
        delta, gambar = s["sn2"] * rho, -s["cs2"] * rho
        rhs = phi - delta * s["z"]
        xnorm = np.sqrt(s["xxnorm"] + (rhs / gambar) ** 2)
        gamma = np.sqrt(gambar**2 + theta**2)
        z = rhs / gamma
        xxnorm = s["xxnorm"] + z**2
        acond = anorm * np.sqrt(ddnorm)
        res2 = s["res2"] + psi**2
        rnorm = np.sqrt(phibar**2 + res2)
        arnorm = alfa * np.absolute(tau)
        r1norm = rnorm
        if damp > 0:
            r1 = rnorm**2 - square * xxnorm
            r1norm = np.sign(r1) * np.sqrt(np.absolute(r1))
        test1 = rnorm / b_norm
        scale = anorm * xnorm / b_norm
        status = _stop(
            *(k, most, test1, arnorm / (anorm * rnorm + _EPS), 1 / (acond + _EPS)),
            *(test1 / (1 + scale), ctol, atol, btol + atol * scale),
        )
        return {
            **{"status": status, "counts": True, "itn": s["itn"] + 1},
            **{"x": x, "u": u, "v": v, "w": w, "alfa": alfa, "anorm": anorm},
            **{"rhobar": rhobar, "phibar": phibar, "ddnorm": ddnorm, "res2": res2},
            **{"xxnorm": xxnorm, "xnorm": xnorm, "z": z, "acond": acond},
            **{"cs2": gambar / gamma, "sn2": theta / gamma, "rnorm": rnorm},
            **{"r1norm": r1norm, "arnorm": arnorm},
            "var": s["var"] + (dk * dk).real if calc_var else s["var"],
        }

    names = "itn r1norm rnorm anorm acond arnorm xnorm".split()
    state = run(step, state, most, last=True, results=("x", "var", *names))
    status, itn, *numbers = _numbers(*(state[name] for name in ("status", *names)))
    stop = 0 if status == RUNNING else int(status) - 10
    _tell(show, stop, itn=itn, r1norm=numbers[0], r2norm=numbers[1], acond=numbers[3])
    return state["x"], stop, int(itn), *numbers, state["var"]


def lsmr(
    A,
    b,
    damp=0.0,
    atol=1e-6,
    btol=1e-6,
    conlim=1e8,
    maxiter=None,
    show=False,
    x0=None,
):
    """The x of least squares for A x = b by LSMR.

    Returns x, the reason to stop, the number of steps, norms and condition as SciPy
    does; `show` prints how it ended. See scipy.sparse.linalg.lsmr.

    >>> from tenorite.scipy.sparse.linalg import lsmr
    >>> lsmr(np.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0, 3.0]))[1]
    2
    """
    A, b = single(A), _right_side(b)
    rows, columns = A.shape
    most = min(rows, columns) if maxiter is None else maxiter
    ctol = 1 / conlim if conlim > 0 else 0
    kinds = [A.dtype, b.dtype, numpy.dtype(float)]
    if x0 is not None:
        kinds.append(np.asarray(x0).dtype)
    kind = numpy.result_type(*kinds)
    one = np.ones((), "float64", device=b.device)
    zero = one * 0
    u = b if b.dtype.kind in "fc" else b.astype("float64")
    b_norm = _double(norm(u))
    if x0 is None:
        x = np.zeros(columns, kind, device=b.device)
    else:
        x = np.atleast_1d(np.array(x0)).astype(kind)
        u = u - A.matvec(x)
    u, beta = _unit(u)
    v, alpha = _unit(A.rmatvec(u))
    b0, beta0, alpha0 = _numbers(b_norm, beta, alpha)  # whether there is work to do
    if alpha0 * beta0 == 0:
        return x, 0, 0, beta0, alpha0 * beta0, alpha0, 1, 0
    if b0 == 0:
        return np.zeros_like(x), 0, 0, beta0, alpha0 * beta0, alpha0, 1, 0
    state = {
        **{"x": x, "u": u, "v": v, "h": v.astype(kind), "hbar": np.zeros_like(x)},
        **{"alpha": alpha, "zetabar": alpha * beta, "alphabar": alpha, "rho": one},
        **{"rhobar": one, "cbar": one, "sbar": zero, "betadd": beta, "betad": zero},
        **{"rhodold": one, "tautilde": zero, "thetatilde": zero, "zeta": zero},
        **{"d": zero, "normA2": alpha**2, "maxrbar": zero, "minrbar": one * 1e100},
        **{"normr": beta, "normar": alpha * beta, "normA": alpha, "condA": one},
        **{"normx": zero, "itn": zero, "status": np.asarray(RUNNING, dtype="int64")},
    }

    def step(s, k):
        alpha = s["alpha"]
        u = A.matvec(s["v"])
        u, beta = _unit(u - alpha.astype(u.real.dtype) * s["u"])
        grows = beta > 0
        v = A.rmatvec(u)
        v, new_alpha = _unit(v - beta.astype(v.real.dtype) * s["v"])
        v = np.where(grows, v, s["v"])
        alpha = np.where(grows, new_alpha, alpha)
        chat, shat, alphahat = _rotation(s["alphabar"], zero + damp)
        rho_old, rhobar_old, zeta_old = s["rho"], s["rhobar"], s["zeta"]
        c, sn, rho = _rotation(alphahat, beta)
        thetanew, alphabar = sn * alpha, c * alpha
        thetabar, rhotemp = s["sbar"] * rho, s["cbar"] * rho
        cbar, sbar, rhobar = _rotation(rhotemp, thetanew)
        zeta, zetabar = cbar * s["zetabar"], -sbar * s["zetabar"]
        hbar = s["h"] - s["hbar"] * (thetabar * rho / (rho_old * rhobar_old))
        x = s["x"] + hbar * (zeta / (rho * rhobar))
        h = v - s["h"] * (thetanew / rho)
        betaacute, betacheck = chat * s["betadd"], -shat * s["betadd"]
        betahat, betadd = c * betaacute, -sn * betaacute
        ctilde, stilde, rhotilde = _rotation(s["rhodold"], thetabar)
        thetatilde, rhodold = stilde * rhobar, ctilde * rhobar
        betad = -stilde * s["betad"] + ctilde * betahat
        tautilde = (zeta_old - s["thetatilde"] * s["tautilde"]) / rhotilde
        taud = (zeta - thetatilde * tautilde) / rhodold
        d = s["d"] + betacheck * betacheck
        normr = np.sqrt(d + (betad - taud) ** 2 + betadd * betadd)
        normA2 = s["normA2"] + beta * beta
        normA = np.sqrt(normA2)
        maxrbar = np.maximum(s["maxrbar"], rhobar_old)
        minrbar = np.minimum(s["minrbar"], rhobar_old) if k > 0 else s["minrbar"]
        condA = np.maximum(maxrbar, rhotemp) / np.minimum(minrbar, rhotemp)
        normar, normx = np.absolute(zetabar), _double(norm(x))
        test1 = normr / b_norm
        product = normA * normr
        test2 = np.where(product != 0, normar / product, numpy.inf)
        scale = normA * normx / b_norm
        status = _stop(
            *(k, most, test1, test2, 1 / condA, test1 / (1 + scale)),
            *(ctol, atol, btol + atol * scale),
        )
        return {
            **{"status": status, "counts": True, "itn": s["itn"] + 1},
            **{"x": x, "u": u, "v": v, "h": h, "hbar": hbar, "alpha": alpha},
            **{"zetabar": zetabar, "alphabar": alphabar, "rho": rho, "cbar": cbar},
            **{"rhobar": rhobar, "sbar": sbar, "betadd": betadd, "betad": betad},
            **{"rhodold": rhodold, "tautilde": tautilde, "thetatilde": thetatilde},
            **{"zeta": zeta, "d": d, "normA2": normA2 + alpha * alpha},
            **{"maxrbar": maxrbar, "minrbar": minrbar, "normr": normr},
            **{"normar": normar, "normA": normA, "condA": condA, "normx": normx},
        }

    names = "itn normr normar normA condA normx".split()
    state = run(step, state, most, last=True, results=("x", *names))
    status, itn, *numbers = _numbers(*(state[name] for name in ("status", *names)))
    stop = 0 if status == RUNNING else int(status) - 10
    _tell(show, stop, itn=itn, normr=numbers[0], normar=numbers[1], condA=numbers[3])
    return state["x"], stop, int(itn), *numbers
