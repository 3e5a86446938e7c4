# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 512 roundings: 50 steps of gravity.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


class Energy(NamedTuple):
    kinetic: float
    potential: float

    @property
    def total(self) -> float:
        return self.kinetic + self.potential


@dataclass
class System:
    mass: Vector
    x: Vector
    v: Vector
    trace: list[Energy] = field(default_factory=list)

    def forces(self) -> Vector:
        d = self.x[np.newaxis, :, :] - self.x[:, np.newaxis, :]
        r2 = (d**2).sum(-1) + 0.01
        np.fill_diagonal(r2, np.inf)
        return np.einsum("ijk,ij,j->ik", d, r2**-1.5, self.mass) * self.mass[:, None]

    def energy(self) -> Energy:
        kinetic = 0.5 * float(np.sum(self.mass * np.sum(self.v**2, axis=1)))
        i, j = np.triu_indices(len(self.mass), k=1)
        r = np.sqrt(np.sum((self.x[i] - self.x[j]) ** 2, axis=1) + 0.01)
        return Energy(kinetic, -float(np.sum(self.mass[i] * self.mass[j] / r)))

    def step(self, dt: float) -> None:
        self.v += 0.5 * dt * self.forces() / self.mass[:, None]
        self.x += dt * self.v
        self.v += 0.5 * dt * self.forces() / self.mass[:, None]
        self.trace.append(self.energy())


s = System(np.array([3.0, 1.0, 0.5]), np.array([[0, 0], [1.5, 0], [0, -2.0]]), np.array([[0, 0], [0, 1.2], [1.0, 0]]))
for _ in range(50):
    s.step(0.02)
e = s.trace[-1]
print(f"{e.kinetic:.4f} {e.potential:.4f} {e.total:.4f}")
drift = max(abs(t.total - s.trace[0].total) for t in s.trace)
print(drift < 1e-2, s.x.round(3), (s.mass @ s.v).round(4))
del drift
