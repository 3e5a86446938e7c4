# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 32 roundings: products and powers.
import numpy as np
x = np.arange(1, 7)
print(np.add.reduce(x), np.multiply.accumulate(x), np.maximum.reduce(x.reshape(2, 3), axis=1), np.subtract.outer(x[:2], x[:3]))
print(np.add.reduceat(x, [0, 2, 4]), np.logical_and.reduce(x > 0), np.bitwise_or.reduce(x), np.minimum.at is not None)
y = np.zeros(4); np.add.at(y, [0, 0, 3], [1, 2, 3]); np.negative.at(y, [0]); print(y)
print(np.add.nin, np.add.nout, np.add.identity, np.add.__name__, np.sin.ntypes > 0, isinstance(np.add, np.ufunc), type(np.exp).__name__, "dd->d" in np.add.types)
print(np.power(2, x), np.power(x, 0.5).round(4), np.float_power(2, -1), np.sqrt(x, where=x > 3, out=np.zeros(6)).round(3), np.cbrt(27.0).round(9), np.square(-3), np.reciprocal(4.0))
print(np.divmod(x, 4), np.floor_divide(-7, 2), np.mod(-7, 3), np.remainder(7, -3), np.frexp(8.0), np.ldexp(0.5, 4), np.modf([1.5, -2.5]))
print(np.add(x, x, dtype=float), np.add(1, 2, casting="safe"), np.multiply(x, 1j)[1], np.true_divide(x, 2), np.greater(x, 3), np.logical_xor(x > 2, x < 5))
print(np.sign([-2, 0, 3]), np.heaviside([-1, 0, 1], 0.5), np.clip(x, 2, 4), np.hypot(3, 4), np.arctan2(1, -1), np.degrees(np.pi), np.sinc(0.5).round(6), np.rint([0.5, 1.5, 2.5]))
print(np.isclose([1, 1 + 1e-9], 1), np.isfinite([1, np.inf, np.nan]), np.signbit([-0.0, 0.0]), np.nextafter(1, 2) > 1, np.spacing(1.0), np.maximum([1, np.nan], 0), np.fmax([1, np.nan], 0))
print(np.around(2.675, 2), np.round([1.5, 2.5, -0.5]), np.fix([-1.7, 1.7]), round(np.float64(2.567), 1), np.floor(-1.5), np.ceil([1.2]), np.trunc(-1.7), np.nan_to_num([np.nan, np.inf, 1], posinf=9))
print(np.gradient([1, 4, 9, 16]), np.ediff1d([1, 3, 6], to_begin=0), np.cumprod([[1, 2], [3, 4]], axis=1), np.trapezoid([1, 2, 3]), np.convolve([1, 2, 3], [0, 1, 0.5], "same"), np.interp(2.5, [1, 2, 3], [3, 2, 0]))
print(np.i0(1.0).round(6), np.unwrap([0, 3, 6.5]).round(4), np.angle(1j), np.real_if_close([1 + 0j]), np.conj(1 + 2j), np.absolute(3 + 4j), np.exp(1j * np.pi).round(6), np.lcm(4, 6), np.gcd(12, [8, 9]))
print(np.nanmean([1, np.nan, 3]), np.nanargmax([np.nan, 2]), np.ptp(x), np.median(x), np.var(x), np.cov([1, 2, 3], [1, 3, 2]), np.count_nonzero([[0, 1], [2, 0]], axis=0), np.quantile(x, [.25, .5], method="lower"))
print(np.sort_complex([3, 1 + 1j]), np.partition([3, 1, 2], 1)[1], np.lexsort(([1, 0, 1], [2, 2, 1])), np.searchsorted([1, 2, 3], [0, 2.5], side="right"), np.digitize([0.5, 2], [0, 1, 2]), np.histogram([1, 2, 1], bins=[0, 1, 2, 3])[0], np.argsort(["b", "a"]))
