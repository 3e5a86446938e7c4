# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 100000 roundings: 20 squares of complex numbers, one after the other.
import numpy as np
def mandelbrot(xmin, xmax, ymin, ymax, xn, yn, maxiter, horizon=2.0):
    X = np.linspace(xmin, xmax, xn, dtype=np.float32)
    Y = np.linspace(ymin, ymax, yn, dtype=np.float32)
    C = X + Y[:, None] * 1j
    N = np.zeros(C.shape, dtype=int)
    Z = np.zeros(C.shape, np.complex64)
    for n in range(maxiter):
        I = np.less(abs(Z), horizon)
        N[I] = n
        Z[I] = Z[I]**2 + C[I]
    N[N == maxiter - 1] = 0
    return Z, N
Z, N = mandelbrot(-2.25, 0.75, -1.25, 1.25, 40, 20, 20)
chars = np.array(list(" .:-=+*#%@"))
for row in chars[np.minimum(N, 9)]:
    print(''.join(row))
print(Z.dtype, N.max(), np.bincount(N.ravel())[:6])
y, x = np.ogrid[-1.4:1.4:15j, -1.4:1.4:30j]
z = x + 1j * y
divtime = 20 + np.zeros(z.shape, dtype=int)
for i in range(20):
    z = z**2 - 0.8 + 0.156j
    diverge = z * np.conj(z) > 2**2
    div_now = diverge & (divtime == 20)
    divtime[div_now] = i
    z[diverge] = 2
print(divtime[::3, ::4])
Z[N < N.max()] = 0
