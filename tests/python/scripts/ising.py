# SPDX-License-Identifier: Apache-2.0
import numpy as np

class Ising:
    """Metropolis sampling of the two-dimensional Ising model."""

    def __init__(self, n, T, seed=0):
        np.random.seed(seed)
        self.n, self.T = n, T
        self.s = 2 * np.random.randint(2, size=(n, n)) - 1

    def energy(self):
        s = self.s
        return -(s * (np.roll(s, 1, 0) + np.roll(s, 1, 1))).sum()

    def sweep(self):
        n = self.n
        for _ in range(n * n):
            a = np.random.randint(0, n)
            b = np.random.randint(0, n)
            s = self.s[a, b]
            nb = self.s[(a + 1) % n, b] + self.s[a, (b + 1) % n] + self.s[(a - 1) % n, b] + self.s[a, (b - 1) % n]
            cost = 2 * s * nb
            if cost < 0:
                s *= -1
            elif np.random.rand() < np.exp(-cost / self.T):
                s *= -1
            self.s[a, b] = s

for T in (1.0, 5.0):
    model = Ising(8, T, seed=3)
    magnetization = []
    for k in range(6):
        model.sweep()
        magnetization.append(abs(model.s.sum()) / 64)
    print("T=%.1f E=%d M=%s" % (T, model.energy(), magnetization))
    print(np.where(model.s > 0, '+', '-')[:3])
