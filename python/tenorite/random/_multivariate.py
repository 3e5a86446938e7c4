# SPDX-License-Identifier: Apache-2.0
"""Vectors of numbers: NumPy checks the parameters, which are few, on the host."""

import math

import numpy

from .._array.convert import from_host, host_array
from .._core import ndarray
from .._numpy.products import matmul
from ._draws import Draws
from ._parameters import number_or_array, to_shape


def _on_host(x):
    return x.get() if isinstance(x, ndarray) else x


def _checker():
    return numpy.random.Generator(numpy.random.PCG64(0))


class Multivariate(Draws):
    """Methods whose results have an axis more than `size`."""

    def multinomial(self, n, pvals, size=None):
        """Counts of `n` draws into categories of probabilities pvals[..., k].

        Shape (*size, k), int64; `n` may be an array.

        >>> rng = np.random.default_rng(1)
        >>> rng.multinomial(10, [0.2, 0.3, 0.5])
        array([0, 4, 6])
        """
        device = _first_device(n, pvals) or self._device
        pvals = _on_host(pvals)
        n = number_or_array(n, "l")
        if not hasattr(n, "shape"):
            _checker().multinomial(min(n, 1), pvals=pvals, size=None)
        else:
            least = int(n.min()) if n.size else 0
            _checker().multinomial(min(least, 0), pvals=pvals)
        p = host_array(pvals, "d")
        shapes = getattr(n, "shape", ()), p.shape[:-1]
        shape = numpy.broadcast_shapes(*shapes)
        if size is not None:
            size = to_shape(size)
            if numpy.broadcast_shapes(*shapes, size) != size:
                raise ValueError(
                    f"Output size {size} is not compatible with broadcast dimensions of "
                    f"inputs {shape}."
                )
            shape = size
        return self._categories("multinomial", n, p, shape, device)

    def multivariate_hypergeometric(
        self, colors, nsample, size=None, method="marginals"
    ):
        """Counts of each colour of `nsample` things drawn without replacement.

        Shape (*size, k), int64; every method gives the same.

        >>> rng = np.random.default_rng(1)
        >>> rng.multivariate_hypergeometric([4, 3, 2], 5)
        array([3, 1, 1])
        """
        device = _first_device(colors) or self._device
        colors = _on_host(colors)
        _checker().multivariate_hypergeometric(colors, nsample, 0, method)
        colors = host_array(colors, "l")
        shape = () if size is None else to_shape(size)
        return self._categories("hypergeometric", int(nsample), colors, shape, device)

    def _categories(self, name, n, weights, shape, device):
        out = self._array((*shape, weights.shape[-1]), "l", device)
        if not hasattr(n, "shape"):
            n = host_array(n, "l")
        if not isinstance(n, ndarray):
            n = from_host(n, out.device)
        with self._bit_generator.lock:
            self._bit_generator._stream.categories(
                name, n, from_host(weights, out.device), out
            )
        return out

    def dirichlet(self, alpha, size=None):
        """Numbers that are shares of 1, of shape (*size, k) for k concentrations.

        >>> rng = np.random.default_rng(1)
        >>> rng.dirichlet([1.0, 2.0, 3.0])
        array([0.02142183, 0.6158063 , 0.36277187])
        """
        device = _first_device(alpha) or self._device
        alpha = _on_host(alpha)
        _checker().dirichlet(alpha, 0)
        alpha = host_array(alpha, "d")
        shape = () if size is None else to_shape(size)
        k = alpha.size
        if k == 0 or alpha.max() >= 0.1:
            out = self._array((*shape, k), "d", device)
            self._drawn("gamma", None, [from_host(alpha, out.device), 1.0], out)
            out /= out.sum(axis=-1, keepdims=True)
            return out
        # Gamma numbers would all vanish: shares of what is left, one by one.
        rest = numpy.cumsum(alpha[::-1])[::-1]
        out = self._array((*shape, k), "d", device)
        left = self._array((*shape, 1), "d", out.device)
        left.fill(1.0)
        for j in range(k - 1):
            if alpha[j] == 0:
                out[..., j].fill(0.0)
                continue
            share = self._array((*shape, 1), "d", out.device)
            self._drawn("beta", None, [float(alpha[j]), float(rest[j + 1])], share)
            out[..., j : j + 1] = left * share
            left *= 1 - share
        out[..., k - 1 :] = left
        return out

    def multivariate_normal(
        self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"
    ):
        """Normal vectors of shape (*size, k) for `mean` (k,) and `cov` (k, k).

        >>> rng = np.random.default_rng(1)
        >>> rng.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 1.0]], 3).shape
        (3, 2)
        """
        device = _first_device(mean, cov) or self._device
        mean, cov = _on_host(mean), _on_host(cov)
        _checker().multivariate_normal(mean, cov, 0, check_valid, tol, method=method)
        mean, cov = host_array(mean), host_array(cov)
        cov = cov.astype("d")
        if method == "svd":
            u, s, _ = numpy.linalg.svd(cov)
            factor = u * numpy.sqrt(s)
        elif method == "eigh":
            s, u = numpy.linalg.eigh(cov)
            factor = u * numpy.sqrt(abs(s))
        else:
            factor = numpy.linalg.cholesky(cov)
        shape = () if size is None else to_shape(size)
        k = mean.shape[0]
        to_shape((*shape, k))  # which must not have too many axes
        z = self._array((math.prod(shape), k), "d", device)
        self._drawn("normal", None, [0.0, 1.0], z)
        x = matmul(z, from_host(numpy.ascontiguousarray(factor.T), z.device))
        x += from_host(mean.astype("d"), z.device)
        return x.reshape((*shape, k))


def _first_device(*arrays):
    return next((x.device for x in arrays if isinstance(x, ndarray)), None)
