# SPDX-License-Identifier: Apache-2.0
"""Which results are views of the arguments, above all where nothing is to be done.

A view where NumPy makes a copy changes the caller's array later; a copy where it
gives a view loses what is written.
"""

import numpy as np
import pytest
import tenorite as tn

ARGUMENTS = {
    "x": [3.0, 1, 2, 4],
    "m": [[1.0, 2], [3, 5]],
    "i": [0, 1, 2, 3],
    "c": [1 + 2j, 3 - 1j],
    "b": [True, True, True, True],
    "u": np.array([1, 2, 3, 4], np.uint8),
}

# Calls, a line for each kind; most of them have nothing to do.
CALLS = """
xp.tile(x, 1); xp.repeat(x, 1); xp.concatenate([x]); xp.stack([x])[0]; xp.block([x])
xp.block(x); xp.hstack([x]); xp.vstack([x]); xp.dstack([m]); xp.column_stack([m])
xp.append(x, []); xp.delete(x, []); xp.insert(x, [], []); xp.resize(x, 4)
xp.pad(x, 0); xp.pad(x, 0, mode="edge"); xp.pad(x, 0, mode="wrap")
xp.roll(x, 0); xp.roll(m, (), axis=()); xp.flip(x); xp.rot90(m, 0); xp.rot90(m, 4)
xp.ravel(x); xp.ravel(m, "F"); m.T.ravel("K"); m.T.ravel(); m.reshape(-1)
m.T.reshape(4); x.flatten(); x.squeeze(); x.swapaxes(0, 0); xp.expand_dims(x, 0)
xp.moveaxis(m, 0, 0); xp.rollaxis(m, 0); xp.split(x, 1)[0]; xp.array_split(x, 1)[0]
xp.unstack(m)[0]; xp.trim_zeros(x); xp.diagonal(m); xp.diag(m)
xp.array(x); xp.array(x, copy=None); xp.asarray(x); xp.asarray(x, dtype=float)
xp.asarray(m, order="F"); xp.ascontiguousarray(x); xp.ascontiguousarray(m.T)
xp.asfortranarray(x); xp.require(x, float, "C"); xp.copy(x); x.astype(float)
x.astype(float, copy=False); m.T.astype(float, order="C", copy=False); xp.astype(x, float)
xp.reshape(x, 4, copy=True); xp.reshape(x, 4, copy=False); xp.asarray_chkfinite(x)
xp.atleast_1d(x); xp.atleast_2d(x); xp.atleast_3d(x); xp.from_dlpack(x)
xp.broadcast_arrays(x, x)[0]; xp.broadcast_arrays(x)[0]; xp.broadcast_to(x, (4,))
xp.meshgrid(x)[0]; xp.meshgrid(x, copy=False)[0]
xp.meshgrid(x, sparse=True)[0]; xp.ix_(i)[0]; xp.ix_(b)[0]; x[...]; x[:]; x[None][0]
x[[0, 1, 2, 3]]; x[b]; xp.compress([True] * 4, x); xp.extract([True] * 4, x)
xp.take(x, [0, 1, 2, 3]); xp.select([b], [x]); xp.where(b, x, x); xp.choose([0] * 4, [x])
xp.ravel_multi_index((i,), (9,)); xp.ravel_multi_index(i[None], (9,))
xp.ravel_multi_index((i,), (9,), mode="clip"); xp.unravel_index(i, (9,))[0]
xp.real(x); xp.real(c); xp.imag(c); xp.imag(x); x.real; c.imag; x.conj(); c.conj()
xp.conj(x); xp.real_if_close(x); xp.nan_to_num(x); xp.nan_to_num(x, copy=False)
xp.nan_to_num(i); xp.nan_to_num(i, copy=False); xp.angle(x); xp.unwrap(x)
xp.around(i); i.round(); xp.round(i, 2); xp.fix(i); xp.floor(i); xp.rint(i); abs(u); +x
xp.positive(x); xp.clip(x, None, None); x.clip(-9, 9); i | 0; i >> 0; x**1; x / 1; i // 1
xp.sort(x[:1]); xp.partition(x[:1], 0); xp.argsort(x[:1]); xp.unique(x); xp.union1d(x, [])
xp.setdiff1d(x, []); xp.cumsum(x[:1]); xp.diff(x, n=0); xp.diff(m, n=0)
xp.add.accumulate(x[:1]); xp.add.reduceat(x, [0, 1, 2, 3]); xp.interp(x, x, x)
xp.sum(m, axis=()); xp.prod(m, axis=()); xp.max(m, axis=()); xp.mean(m, axis=())
xp.median(m, axis=()); xp.any(b, axis=()); xp.nansum(m, axis=()); xp.nanmax(m, axis=())
xp.sum(m[:1], axis=0); xp.max(m[:1], axis=0); xp.all(b[None], axis=0)
xp.mean(m[:1], axis=0); xp.median(m[:1], axis=0); xp.quantile(m[:1], 0.5, axis=0)
xp.maximum.reduce(m[:1]); xp.logical_or.reduce(b[None]); xp.max(x[:1], keepdims=True)
xp.einsum("i", x); xp.einsum("i->i", x); xp.einsum("ij->ji", m); xp.einsum("ii->i", m)
xp.einsum("ij->j", m[:1]); xp.convolve(x, [1.0]); xp.tril(m, 5); xp.kron(x, [1.0])
xp.linalg.matrix_power(m, 1); xp.linalg.multi_dot([m, m]); xp.linalg.diagonal(m)
xp.linalg.matrix_transpose(m); xp.fft.fftshift(x, axes=()); xp.fft.fft(c[:1])
xp.histogram(x, bins=i)[1]; xp.histogram_bin_edges(x, bins=i)
xp.histogram2d(x, x, bins=[i, i])[1]; xp.polyadd(x, [0]); xp.polymul(x, [1.0])
xp.polyder(x, 0); xp.polyint(x, 0); xp.polydiv([1.0], x)[1]; xp.poly1d(x).coeffs
xp.polynomial.polynomial.polyadd(x, [0.0]); xp.polynomial.polynomial.polyder(x, 0)
xp.polynomial.polynomial.polyint(x, 0); xp.polynomial.polynomial.polytrim(x)
xp.polynomial.polynomial.polydiv([1.0], x)[1]; xp.polynomial.Polynomial(x).coef
xp.polynomial.chebyshev.cheb2poly(x[:2]); xp.polynomial.legendre.leg2poly(x[:2])
xp.polynomial.polyutils.as_series([x])[0]; xp.polynomial.polyutils.trimseq(x)
xp.random.default_rng(0).permutation(x[:1]); xp.random.permutation(x[:1])
xp.lib.stride_tricks.as_strided(x); xp.lib.stride_tricks.sliding_window_view(x, 1)
""".replace(";", "\n").split("\n")
CALLS = [call.strip() for call in CALLS if call.strip()]


def shared(xp, call):
    """Names of the arguments whose memory the result has, and whether it is writable."""
    arguments = {name: xp.array(x) for name, x in ARGUMENTS.items()}
    result = eval(call, {"xp": xp}, arguments)
    names = {n for n, x in arguments.items() if xp.may_share_memory(result, x)}
    return names, bool(result.flags.writeable)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated:DeprecationWarning")
def test_results_share_memory_where_numpys_do(device, call):
    assert shared(tn, call) == shared(np, call)
